#!/usr/bin/env bats
# The examples, as they are installed.
load helper

setup() {
    tmp=$BATS_TEST_TMPDIR
}

teardown() {
    [ -z "${server:-}" ] || kill "$server" 2>/dev/null || true
}

# The players of a game in all languages that are there.
players_of() { # game
    python3 -c 'import codecs, json, socket' 2>/dev/null && echo "examples/players/$1.py"
    node --version >/dev/null 2>&1 && echo "examples/players/$1.js"
    echo "$BUILD/players/$1"
}

@test "players in every language play both games over pipes" {
    for player in $(players_of trains); do
        give "$(cat examples/map.json) [[\"Ann\",\"$player\"],[\"Ben\",\"Buy-Now\"]]" xref --games 4 --seed 1
        [[ $output == *'"kicked":0'*'"kicked":0'* ]]
    done
    for player in $(players_of maze); do
        give "[[\"Ann\",\"$player\"],[\"Ben\",\"Riemann\"]]" xgames --games 4 --seed 1
        [[ $output == *'"kicked":0'*'"kicked":0'* ]]
    done
}

@test "the same players join a server" {
    for game in trains maze; do
        mapfile -t players < <(players_of $game)
        input=fixtures/xbad2/three-kinds-of-players-in.json
        [ $game = maze ] || input=/dev/null
        serve --game $game --min 1 --max ${#players[@]} --seed 3
        clients=()
        for i in "${!players[@]}"; do
            timeout 60 "${players[i]}" "$port" "Player$i" 3>&- &
            clients+=($!)
        done
        wait "$server" "${clients[@]}"
        [[ $(cat "$tmp/out") == '[["Player'*'],[]]' ]]
    done
}

@test "there is an input for every program that reads one" {
    for input in examples/x*.json; do
        program=$(basename "$input" .json)
        [ -x "$BIN/$program" ] || continue
        run --separate-stderr "$BIN/$program" <"$input"
        [ "$status" -eq 0 ]
        [ -n "$output" ]
    done
}
