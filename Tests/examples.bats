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

@test "players that cannot join a server, or lose it, say so in a line" {
    for player in $(players_of trains) $(players_of maze); do
        for where in foo 99999 1; do
            run -1 "$player" $where Ann
            [ "${#lines[@]}" -eq 1 ]
            [[ $output == *"port"* ]]
        done
    done
    need_python
    for player in $(players_of trains | grep examples/); do # a server that resets the connection
        run python3 -c 'if True:
            import socket, struct, subprocess, sys
            listener = socket.create_server(("127.0.0.1", 0))
            player = subprocess.Popen([sys.argv[1], str(listener.getsockname()[1]), "Ann"])
            connection = listener.accept()[0]
            connection.recv(100)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
            player.wait(20)' "$player"
        [ "$output" = "${player##*/}: the server has closed the connection" ]
    done
}

@test "there is an input for every program that reads one" {
    for program in "$BIN"/x*; do
        program=${program##*/}
        case $program in
        xgrade | xlive | xserver | xtest) continue ;; # they read none, or need none
        xclients | xbonus)                            # they join a server
            input=/dev/null
            serve --max 3 --seed 3
            timeout 60 "$BIN/$program" "$port" <"examples/$program.json" 3>&-
            wait "$server"
            [ -s "$tmp/out" ]
            continue
            ;;
        esac
        run --separate-stderr "$BIN/$program" <"$(ls "examples/$program".*)"
        [ "$status" -eq 0 ]
        [ -n "$output" ]
    done
}
