#!/usr/bin/env bats
# Inputs that would take too long are refused, with their position; the largest that are allowed are not.
load helper

refused() { # message program option...; the input is in $input
    local message=$1
    shift
    run --separate-stderr env DISPLAY= "$BIN/$1" "${@:2}" <"$input"
    [ "$status" -eq 3 ]
    [ "$output" = "" ]
    [ "$stderr" = "$1: <stdin>:$message" ]
}

setup() {
    input=$BATS_TEST_TMPDIR/input
    map='{"width":100,"height":100,"cities":[["A",[1,1]],["B",[2,2]],["C",[3,3]],["D",[4,4]],["E",[5,5]]],
        "connections":{"A":{"B":{"red":3},"C":{"red":3},"D":{"red":3},"E":{"red":3}}}}'
}

cards() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "%s\"red\"", i ? "," : "["; print "]" }'; }
players() { awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) printf "%s[\"p\",\"Hold-10\"]", i ? "," : "["; print "]" }'; }

@test "a deck has at most 1,000 cards" {
    { echo "$map" && echo '[["Ann","Hold-10"],["Ben","Buy-Now"]]' && cards 1001; } >"$input"
    refused '4:1: deck: expected an array of 32 to 1000, found an array of 1001' xref
    { echo "$map" && echo '[["Ann","Hold-10"],["Ben","Buy-Now"]]' && cards 1000; } >"$input"
    "$BIN/xref" <"$input"
}

@test "a tournament has at most 20,000 players, and 5,000 if all its games are printed" {
    { echo "$map" && players 20001; } >"$input"
    refused '3:1: players: expected an array of 2 to 20000, found an array of 20001' xmanager
    { echo "$map" && players 5001; } >"$input"
    refused '3:1: players: expected an array of 2 to 5000, found an array of 5001' xmanager --results
}

@test "xclients and xbonus bring at most 20,000 players" { # a list of 45 MB took 8 GiB
    { echo "$map" && players 20001; } >"$input"
    refused '3:1: expected an array of 1 to 20000, found an array of 20001' xclients 1
    echo '[] "half-in-start"' >>"$input"
    refused '3:1: players: expected an array of 1 to 20000, found an array of 20001' xbonus 1
    { players 20001 | sed 's/Hold-10/Euclid/g' && bench/make-board referee 3 3 1 | tail -n 1; } >"$input"
    refused '1:1: expected an array of 0 to 20000, found an array of 20001' xclients 1
}

@test "a game of Maze has at most 100 players, and 15,000 cells times players" {
    local limits='there may be 100 players, and players times cells may be 15000'
    bench/make-board referee 3 3 101 >"$input"
    refused "2:1: a game of 101 players on a board of 3x3 is too large; $limits" xgames
    bench/make-board referee 1 151 100 >"$input"
    for program in xgames xbad xbad2; do
        refused "2:1: a game of 100 players on a board of 1x151 is too large; $limits" "$program"
    done
    bench/make-board referee 3 3 100 1 >"$input"
    "$BIN/xgames" <"$input"
}

@test "a replay of Maze has at most 400,000 players times cells, 1,000 rounds, and a turn for each player in each" {
    game() { # rows columns players
        bench/make-board referee "$@" | jq -cs '{event: "game", game: 1, players: (.[0] | map(.[0])), state: .[1]}'
    }
    rounds() { # count
        for ((round = 1; round <= $1; round++)); do
            printf '{"event":"round","game":1,"round":%d}\n' $round
            printf '{"event":"turn","game":1,"round":%d,"player":"p0","choice":"PASS"}\n' $round
        done
    }
    game 2 66667 3 >"$input"
    refused '1:61: state: a game of 3 players on a board of 2x66667 is too large for a replay; players times cells may be 400000' xreplay
    { game 2 2 1 && rounds 1001; } >"$input"
    refused '2002:35: round: a game has at most 1000 rounds' xreplay
    { game 2 2 1 && rounds 1 && rounds 1 | tail -n 1; } >"$input"
    refused '4:1: this player has had its turn in this round' xreplay
    { game 256 256 6 && rounds 1000; } >"$input"
    "$BIN/xreplay" <"$input" >"$input.html"
}

@test "a picture has room for 5,000 cities, 20,000 connections and 65,536 tiles" {
    bench/make-map 5001 0 >"$input"
    refused '1:1: a map of 5001 cities and 5000 connections is too large for a picture, which has room for 5000 and 20000' xvisualize
    bench/make-map 300 20001 >"$input"
    refused '1:1: a map of 300 cities and 20001 connections is too large for a picture, which has room for 5000 and 20000' xvisualize
    bench/make-board board 257 256 >"$input"
    refused '1:1: a board of 257 rows and 256 columns is too large for a picture, which has room for 65536 tiles' xvisualize --board
    bench/make-board state 3 3 10001 >"$input"
    refused '1:1: a state with 10001 players is too large for a picture, which has room for 10000' xvisualize
}

@test "a PNG or PDF has room for 20,000 shapes" { # cairo took a minute for the largest maps
    bench/make-map 300 20000 >"$input"
    for ending in png pdf; do
        run --separate-stderr "$BIN/xvisualize" -o "$BATS_TEST_TMPDIR/x.$ending" <"$input"
        [ "$status" -eq 3 ]
        [ "$output" = "" ]
        [[ $stderr == "xvisualize: <stdin>:1:1: a picture of "*" shapes is too large for PNG and PDF, which have room for 20000; write SVG" ]]
        [ ! -e "$BATS_TEST_TMPDIR/x.$ending" ]
    done
    bench/make-map 100 1000 >"$input"
    "$BIN/xvisualize" -o "$BATS_TEST_TMPDIR/x.pdf" <"$input"
}

@test "a choice takes time proportional to the board, whatever its shape" { # each took minutes when a slide cost a walk
    for size in "1 100000" "100000 1" "300 300"; do
        # shellcheck disable=SC2086 # two numbers
        { echo '"Euclid"' && bench/make-board state $size && echo '{"row#":1000000,"column#":1000000}'; } >"$input"
        timeout 20 "$BIN/xchoice" <"$input"
    done
}

@test "a drawing takes time proportional to the board and the players" {
    { bench/make-board state 300 300 20000 && echo '0 "LEFT" 0'; } >"$input"
    timeout 20 "$BIN/xstate" --show <"$input" >/dev/null 2>&1
}

@test "a turn of Trains does not look at every connection" { # these games took minutes when it did
    { bench/make-map 2000 20000 && players 5000 && cards 1000; } >"$input"
    timeout 20 "$BIN/xmanager" <"$input" >/dev/null
}

@test "a key that is repeated very often costs no more than one that is repeated once" { # it took minutes
    awk 'BEGIN { printf "{\"b\":0"; for (i = 0; i < 1000000; i++) printf ",\"a\":0"; print "}" }' >"$input"
    run --separate-stderr timeout 20 "$BIN/xmap" <"$input"
    [ "$status" -eq 3 ]
    [ "$stderr" = "xmap: <stdin>:1:14: this key is in the object already" ]
}

@test "a tournament in which hardly anybody loses plays equal games once" { # the time grew with the square of the players
    # Eight players hold two cards of a color at most, and tie. In smaller games, the first one gets more and wins alone.
    local hand='"blue","green","red","white"' many='"blue","blue","green","green"'
    {
        bench/make-map 20 40
        players 4999 | sed 's/Hold-10/Buy-Now/g'
        echo "[$many,$hand,$hand,$hand,$hand,$hand,$hand,$many]"
    } >"$input"
    timeout 20 "$BIN/xmanager" <"$input" >"$input.out"
    [ "$(jq -c 'map(length)' "$input.out")" = '[1,0]' ]
}
