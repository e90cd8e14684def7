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

players='[["Ann","Hold-10"],["Ben","Buy-Now"]]'
table='{"width":800,"height":800,"cities":[["A",[1,1]],["B",[2,2]],["C",[3,3]],["D",[4,4]],["E",[5,5]]],"connections":{"A":{"B":{"red":3},"C":{"blue":4}},"B":{"C":{"white":5}},"C":{"D":{"green":4},"E":{"white":5}},"D":{"E":{"red":4}}}}'

@test "without a deck, chance decides, and a seed repeats it" {
    for p in xref xmanager; do
        give "$table $players" $p
        [ "$status" -eq 0 ]
        [[ $stderr =~ ^seed\ ([0-9]+)$ ]]
        first=$output
        give "$table $players" $p --seed "${BASH_REMATCH[1]}"
        [ "$output" = "$first" ]
        [ -z "$stderr" ]
    done
    for seed in 1 2 3 4 5 6 7 8; do
        give "$table $players" xref --seed $seed
        outcomes+="$output
"
    done
    [ "$(sort -u <<<"$outcomes" | grep -c Ann)" -gt 1 ]
}

@test "a deck and a seed contradict each other" {
    deck=$(printf '"red",%.0s' {1..249})
    give "$table $players [$deck\"red\"]" xref --seed 4
    [ "$status" -eq 2 ]
    [ "$stderr" = "xref: --seed is only for inputs without a deck" ]
    [ -z "$output" ]
}

@test "numbers on the command line are checked" {
    for wrong in 0 -1 1x '' 99999999999999999999999; do
        give "$table $players" xref --games "$wrong"
        [ "$status" -eq 2 ]
        [[ $stderr == "xref: --games takes a whole number from 1 to 1000000000000, not \"$wrong\"" ]]
    done
    give "$table $players" xmanager --losses 0
    [ "$status" -eq 2 ]
    give "$table $players" xref --games 5 --log "$BATS_TEST_TMPDIR/log"
    [ "$status" -eq 2 ]
    [ ! -e "$BATS_TEST_TMPDIR/log" ]
}

@test "a series of games does not depend on the number of jobs" {
    give "$table $players" xref --games 3000 --seed 1 -j 1
    one=$output
    [[ $one == '{"games":3000,"seed":1,"players":[{"name":"Ann","games":3000,'*'"elo":{'* ]]
    for jobs in 2 3 16; do
        give "$table $players" xref --games 3000 --seed 1 --jobs $jobs
        [ "$output" = "$one" ]
        [ -z "$stderr" ]
    done
}

@test "a series shows its progress on a terminal only" {
    need_terminal
    for jobs in 1 8; do
        script -qec "$BIN/xref --games 2000 --seed 1 -j $jobs >/dev/null" /dev/null <<<"$table $players" | tr '\r' '\n' >"$BATS_TEST_TMPDIR/shown"
        [ "$(grep -c '^2000 of 2000 games$' "$BATS_TEST_TMPDIR/shown")" -eq 1 ]
    done
}

@test "the log has a line for everything, and does not change the outcome" {
    log=$BATS_TEST_TMPDIR/log
    bad='[["Ann","Hold-10"],["Ben","Buy-Now"],["Cid","Cheat"]]'
    give "$table $bad" xmanager --seed 5
    outcome=$output
    give "$table $bad" xmanager --seed 5 --log "$log"
    [ "$output" = "$outcome" ]
    for event in map round game setup pick play more kick score win end; do
        grep -q "^{\"event\":\"$event\"" "$log"
    done
    grep -q '"event":"kick","game":1,"turn":3,"player":"Cid","call":"play","reason":"asked for ' "$log"
    give "$table $bad" xmanager --seed 5 --log "$log.again"
    cmp "$log" "$log.again"
}

@test "a log that cannot be written does not stop the game, but is reported" {
    give "$table $players" xref --seed 5
    outcome=$output
    give "$table $players" xref --seed 5 --log /dev/full
    [ "$output" = "$outcome" ]
    [ "$status" -eq 5 ]
    [ "$stderr" = 'xref: cannot write "/dev/full": No space left on device' ]
    give "$table $players" xref --seed 5 --log /nowhere/log
    [ "$status" -eq 5 ]
    [ -z "$output" ]
}

@test "a file that must not grow is a log that cannot be written" {
    [[ $BUILD != *coverage* ]] || skip "what is counted for coverage is written to files, too"
    said=$(echo "$table $players" | (ulimit -f 0 && "$BIN/xref" --seed 5 --log "$BATS_TEST_TMPDIR/log" 2>&1 >/dev/null)) || code=$?
    [ "$code" -eq 5 ]
    [[ $said == 'xref: cannot write "'*'log": File too large' ]]
}

@test "many players with awkward names are told apart quickly" {
    [ "$("$BIN/xmanager" --seed 1 --results <<<"$table [[\"A\",\"Cheat\"],[\"A\",\"Cheat\"],[\"Aa\",\"Cheat\"]]")" = '[[],["A","Aa","Aaa"],[{"A":0,"Aa":0,"Aaa":0}]]' ]
    { echo "$table" && awk 'BEGIN {
        for (i = 0; i < 49; i++) name = name "a"
        printf "["
        for (i = 0; i < 20000; i++) printf "%s[\"%s%c\",\"Cheat\"]", i ? "," : "", name, 97 + i % 26
        print "]"
    }'; } >"$BATS_TEST_TMPDIR/many"
    timeout 10 "$BIN/xmanager" --seed 1 <"$BATS_TEST_TMPDIR/many"
}

@test "--explain names everybody who was removed, and why" {
    bad='[["Ann","Hold-10"],["Ben","player-bad-setup"],["Cid","player-bad-start"],["Dan","player-bad-end"]]'
    give "$table $bad" xmanager --seed 2 --explain
    [ "$status" -eq 0 ]
    grep -qx 'xmanager: Cid: kicked in "start": did not answer "start"' <<<"$stderr"
    grep -qx 'xmanager: Ben: kicked in game 1, set-up: did not answer "setup"' <<<"$stderr"
    grep -qx 'xmanager: Dan: kicked in "end": did not answer "end"' <<<"$stderr"
    grep -q '^xmanager: Ann: place [12] in game 1 with -\?[0-9]* = [0-9]* for segments, [+-]10 and [+-]10 for destinations' <<<"$stderr"
}

@test "games on maps of 2,000 cities" {
    bench/make-map 2000 20000 >"$BATS_TEST_TMPDIR/map"
    give "$(cat "$BATS_TEST_TMPDIR/map") $players" xref --seed 1
    [[ $output == '[[["'* ]]
    give "$(cat "$BATS_TEST_TMPDIR/map") $players" xmanager --seed 1
    [[ $output == '[["'* ]]
}

@test "xref: parts of a series, merged, are the whole, whatever the parts and jobs" {
    table=$(cat Tests/faults/trains.json)
    cd "$BATS_TEST_TMPDIR"
    give "$table" xref --games 100 --seed 18446744073709551615 --results whole
    [ "$status" -eq 0 ]
    whole=$output
    for parts in 1 2 7; do
        for ((part = parts; part; part--)); do
            give "$table" xref --games 100 --seed 18446744073709551615 --shard $part/$parts --results $((part % 3)) -j $((part % 2 + 1))
            [ "$status" -eq 0 ]
            [ -z "$output$stderr" ]
        done
        printf '{"series":' >>./1 # as a crash leaves it
        run --separate-stderr "$BIN/xref" --merge [012]
        [ "$status" -eq 0 ]
        [ "$output" = "$whole" ]
        rm [012]
    done
    run --separate-stderr "$BIN/xref" --merge whole whole
    [ "$status" -eq 0 ]
    [ "$output" = "$whole" ]
}

@test "xref: parts of a series that nobody can play are no series either" {
    cd "$BATS_TEST_TMPDIR"
    for part in 1 2; do
        give "$map"'[["Ann","Hold-10"],["Ben","Hold-10"]]' xref --games 4 --seed 1 --shard $part/2 --results parts
    done
    run --separate-stderr "$BIN/xref" --merge parts
    [ "$status" -eq 0 ]
    [ "$output" = '"error: not enough destinations"' ]
}

@test "xref: what does not go with --shard and --merge is said" {
    cd "$BATS_TEST_TMPDIR"
    give '' xref --games 5 --shard 1/2 --results parts
    [ "$status" -eq 2 ]
    [[ $stderr == 'xref: --shard needs --results FILE and --seed N, '* ]]
    give '' xref --games 5 --seed 1 --shard 1/6 --results parts
    [ "$status" -eq 2 ]
    [ "$stderr" = 'xref: --shard: there are only 5 games' ]
    give '' xref --games 5 --merge parts
    [ "$status" -eq 2 ]
    [[ $stderr == 'xref: --merge takes files'* ]]
    give '' xref parts
    [ "$status" -eq 2 ]
    [[ $stderr == 'xref: unexpected argument "parts"; the input comes from stdin'* ]]
    give '' xref --merge parts
    [ "$status" -eq 5 ]
    [[ $stderr == 'xref: cannot read "parts": '* ]]
}
