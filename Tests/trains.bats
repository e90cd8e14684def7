#!/usr/bin/env bats
# The options of the Trains programs.
load helper

@test "xlegal --explain says what was asked for and why it is not legal" {
    give "$map${state}[\"Boston\",\"Chicago\",\"red\",3]" xlegal --explain
    [ "$status" -eq 0 ]
    [ "$output" = false ]
    [ "$stderr" = 'xlegal: illegal: asked for "Boston - Chicago, red, 3" with 2 red cards' ]
    give "$map${state}[\"Boston\",\"Chicago\",\"blue\",4]" xlegal --explain
    [ "$output" = true ]
    [ "$stderr" = 'xlegal: legal: asked for "Boston - Chicago, blue, 4"' ]
    give "$map${state}[\"Boston\",\"Zagreb\",\"blue\",4]" xlegal --explain
    [ "$output" = false ]
    [ "$stderr" = 'xlegal: illegal: asked for "Boston - Zagreb, blue, 4", which is not on the map' ]
    taken=${state/%'"acquired":[]}'/'"acquired":[[],[["Boston","Chicago","blue",4]]]}'}
    give "$map${taken}[\"Boston\",\"Chicago\",\"blue\",4]" xlegal --explain
    [ "$output" = false ]
    [ "$stderr" = 'xlegal: illegal: asked for "Boston - Chicago, blue, 4", which other player 2 owns' ]
}

@test "xlegal --proposal --explain says what a player changed" {
    last="{\"map\":$map,\"owned\":{\"Ann\":[],\"Ben\":[[\"Boston\",\"Chicago\",\"red\",3]]},\"remaining\":100,\"action\":null}"
    hands='{"turn":"Ann","rails":{"Ann":45,"Ben":42},"cards":{"Ann":{"blue":4},"Ben":{}}}'
    asks='{"player":"Ann","request":"connection","connection":["Boston","Chicago","blue",4]}'
    give "$last$hands${last/null/$asks}" xlegal --proposal --explain
    [ "$output" = true ]
    [ "$stderr" = 'xlegal: legal: asked for "Boston - Chicago, blue, 4"' ]
    proposed=${last/null/$asks}
    give "$last$hands${proposed/'remaining":100'/'remaining":101'}" xlegal --proposal --explain
    [ "$output" = false ]
    [ "$stderr" = 'xlegal: illegal: changed the number of cards that remain' ]
}

@test "xstrategy --strategy" {
    few=${state/'"blue":9'/'"blue":8'}
    give "$map$few" xstrategy
    [ "$output" = '"more cards"' ]
    give "$map$few" xstrategy --strategy Hold-10
    [ "$output" = '"more cards"' ]
    give "$map$few" xstrategy --strategy Buy-Now
    [ "$output" = '["Boston","Chicago","blue",4]' ]
    give "$map$state" xstrategy
    [ "$output" = '["Boston","Chicago","blue",4]' ]
}
