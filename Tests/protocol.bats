#!/usr/bin/env bats
# What docs/protocol.md and docs/protocol-maze.md say, and the player that the first begins with.
load helper

setup() {
    tmp=$BATS_TEST_TMPDIR
}

# Has players of examples/players/trains.py join, one after the other.
join() { # names...
    local name
    for name in "$@"; do
        timeout 60 python3 examples/players/trains.py "$port" "$name" 3>&- &
        clients+=($!)
    done
}

# The games that a page shows are the recorded ones.
shows() { # page, game, dialects...
    local page=$1 game=$2 dialect
    for dialect in "${@:3}"; do
        awk -v dialect="\`$dialect\`" '
            /^###/ { on = index($0, "A game in " dialect) }
            on && /^    / { print substr($0, 5) }' "$page" >"$tmp/shown"
        diff "$tmp/shown" "fixtures/remote/$game-$dialect.txt"
    done
}

@test "the games in docs/protocol.md and docs/protocol-maze.md are the recorded ones" {
    shows docs/protocol.md trains call plain message
    shows docs/protocol-maze.md maze call memo
}

@test "the recorded sessions are what xserver and xclients say today" {
    for dialect in call plain message; do
        BUILD=$BUILD Tests/record-session trains "$dialect" >"$tmp/session"
        diff "$tmp/session" "fixtures/remote/trains-$dialect.txt"
    done
    for dialect in call memo; do
        BUILD=$BUILD Tests/record-session maze "$dialect" >"$tmp/session"
        # when a client gets round to its query is its own affair
        diff <(grep -v GetGoalTile "$tmp/session") <(grep -v GetGoalTile "fixtures/remote/maze-$dialect.txt")
        diff <(sort "$tmp/session") <(sort "fixtures/remote/maze-$dialect.txt")
    done
}

@test "examples/players/trains.py plays a tournament against house players" {
    need_python
    clients=()
    serve --max 12 --wait 30 --seed 4 --losses 2 --explain
    join Ada Bob Ada Dan Eve Fay
    "$BIN/xclients" "$port" <<END
{"width": 800, "height": 800,
 "cities": [["a", [1, 1]], ["b", [2, 2]], ["c", [3, 3]], ["d", [4, 4]], ["e", [5, 5]], ["f", [6, 6]], ["g", [7, 7]]],
 "connections": {"a": {"b": {"red": 3}}, "b": {"c": {"blue": 4}}, "c": {"d": {"green": 5}}, "d": {"e": {"white": 3}},
                 "e": {"f": {"red": 4}}, "f": {"g": {"blue": 5}}}}
[["Guy", "Hold-10"], ["Hal", "Buy-Now"], ["Ida", "Cheat"], ["Jim", "Hold-10"], ["Kim", "player-bad-end"], ["Lou", "Buy-Now"]]
END
    wait "$server"
    for client in "${clients[@]}"; do
        wait "$client" # none of them has failed
    done
    [[ $(<"$tmp/out") =~ ^\[\[.*\],\[\"Ida\",\"Kim\"\]\]$ ]]
    [ "$(sed -n 's/^xserver: \([A-Za-z]*\): kicked in.*/\1/p' "$tmp/err" | tr '\n' ' ')" = "Ida Kim " ]
    grep -q '^xserver: Adaa: place ' "$tmp/err"
}

@test "examples/players/trains.py says why it is refused" {
    need_python
    serve --max 1 --wait 30
    run -1 timeout 60 python3 examples/players/trains.py "$port" "Ann Lee"
    [ "$output" = 'refused: name:1:1: "Ann Lee" is not a valid player name; expected 1 to 50 letters or digits' ]
    kill "$server"
    wait "$server" || true
}

@test "in Maze nobody is heard out of turn in the dialect call, and nothing is forgotten" {
    input=fixtures/remote/maze.json
    serve --game maze
    exec 5<>"/dev/tcp/127.0.0.1/$port"
    echo '"Ben"' >&5
    exec 6<>"/dev/tcp/127.0.0.1/$port"
    echo '"Ann"' >&6
    read -r -t 20 _ <&6
    echo '"void"' >&6
    read -r -t 20 _ <&5
    echo '"void"' >&5
    read -r -t 20 called <&6
    [[ $called == '["take-turn",'* ]]
    echo '{"call":"GetBoard"}' >&5 # while the server waits for Ann
    sleep 0.3 # TCP may hold small pieces back until the last one was acknowledged
    echo '"PASS"' >&6
    read -r -t 20 called <&5 || called=nothing
    [ "$called" = nothing ] # Ben is hung up on
    read -r -t 20 called <&6
    [ "$called" = '["win",[true]]' ]
    echo '"void"' >&6
    wait "$server"
    exec 5>&- 6>&-
    [ "$(<"$tmp/out")" = '[["Ann"],["Ben"]]' ]
}
