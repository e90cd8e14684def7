#!/usr/bin/env bats
# Spectators of xserver, and observers that fail.
# shellcheck disable=SC2030,SC2031 # every test has its own variables
load helper

trains=fixtures/xmanager/18-players-in.json
maze=fixtures/xbad/thousand-rounds-of-two-in.json

setup() {
    tmp=$BATS_TEST_TMPDIR
    spectators=()
}

# Whatever a test leaves running ends with it.
teardown() {
    for process in "${server:-}" "${spectators[@]}"; do
        [ -z "$process" ] || kill "$process" 2>/dev/null || true
    done
}

# Spectators in the background that write what they get to files.
watch() { # files...
    for file in "$@"; do
        timeout 60 cat <"/dev/tcp/127.0.0.1/$live" >"$file" 3>&- &
        spectators+=($!)
    done
}

# Waits until a spectator has seen an event.
until_seen() { # event, file
    eventually grep -q "^{\"event\":\"$1\"" "$2"
}

play() { # arguments...
    timeout 60 "$BIN/xclients" "$port" --interval 0 "$@" <"$input"
}

# Players join and play; when the server has ended, so have the spectators. $code is the server's exit code.
play_to_the_end() { # arguments...
    play "$@"
    code=0
    wait "$server" || code=$?
    for process in "${spectators[@]}"; do
        wait "$process"
    done
}

# The log, the outcome and all that spectators saw are as they should be.
check() { # outcome, log, files...
    cmp "$1" "$tmp/out"
    [ -s "$2" ]
    for file in "${@:3}"; do
        cmp "$2" "$file"
    done
}

@test "spectators of a tournament get the lines of the log, with one job and with several" {
    input=$trains
    "$BIN/xmanager" --losses 2 <$input >"$tmp/expected"
    for jobs in 1 4; do
        spectators=()
        serve --live 0 --jobs $jobs --losses 2 --log "$tmp/log" --max 18
        watch "$tmp"/seen-{1,2,3}
        play_to_the_end
        [ "$code" -eq 0 ]
        check "$tmp/expected" "$tmp/log" "$tmp"/seen-{1,2,3}
    done
}

@test "spectators of a game of Maze get the lines of the log, in both dialects" {
    input=$maze
    serve
    play
    wait "$server"
    mv "$tmp/out" "$tmp/expected"
    for dialect in call memo; do
        spectators=()
        serve --live 0 --log "$tmp/log" --dialect $dialect
        watch "$tmp"/seen-{1,2,3}
        play_to_the_end --dialect $dialect
        [ "$code" -eq 0 ]
        check "$tmp/expected" "$tmp/log" "$tmp"/seen-{1,2,3}
        [ "$(grep -c '"event":"round"' "$tmp/log")" -eq 1000 ]
    done
}

@test "spectators who never read, talk, or break the connection change nothing" {
    input=$trains
    "$BIN/xmanager" --losses 2 <$input >"$tmp/expected"
    serve --live 0 --losses 2 --log "$tmp/log" --max 18
    exec 5<>"/dev/tcp/127.0.0.1/$live" 6<>"/dev/tcp/127.0.0.1/$live" 7<>"/dev/tcp/127.0.0.1/$live"
    yes '"Ann"' 2>/dev/null | timeout 60 tee "/dev/tcp/127.0.0.1/$live" >/dev/null 2>&1 3>&- &
    spectators+=($!)
    echo 'GET / HTTP/1.1' >&6
    watch "$tmp"/seen-{1,2}
    {
        until_seen game "$tmp/seen-1"
        read -r -n 1 _ <&7
        exec 7<&- # with much unread
    } 3>&- &
    reset=$!
    exec 7<&-
    play
    wait "$server"
    wait "$reset"
    wait "${spectators[@]:1}"
    check "$tmp/expected" "$tmp/log" "$tmp"/seen-{1,2}
    timeout 20 cat <&6 >"$tmp/seen-6"
    cmp "$tmp/log" "$tmp/seen-6"
    exec 5<&- 6<&-
}

@test "who comes late gets everything again while that is not much" {
    input=$trains
    serve --live 0 --losses 2 --log "$tmp/log" --max 18 --timeout 2
    watch "$tmp/early"
    play --spoil Ida=silent-in-play 3>&- &
    clients=$!
    until_seen setup "$tmp/early"
    watch "$tmp/late"
    wait "$clients"
    wait "$server"
    wait "${spectators[@]}"
    check "$tmp/out" "$tmp/log" "$tmp"/{early,late}
    grep -q '"event":"kick".*"player":"Ida","call":"play","reason":"did not answer within 2 s"' "$tmp/log"
}

@test "who comes before anything has happened, or leaves, is no trouble" {
    serve --live 0 --wait 2
    exec 5<>"/dev/tcp/127.0.0.1/$live" 6<>"/dev/tcp/127.0.0.1/$live"
    exec 5<&-
    wait "$server"
    [ "$(cat "$tmp/out")" = '[[],[]]' ]
    [ -z "$(timeout 20 cat <&6)" ]
    exec 6<&-
}

@test "spectators of a game that is stopped are told what has happened, and find the connection closed" {
    input=$trains
    serve --live 0 --losses 2 --log "$tmp/log" --max 18 --timeout 30
    watch "$tmp/seen"
    play --spoil Ida=silent-in-play 3>&- &
    clients=$!
    until_seen pick "$tmp/seen"
    kill -INT "$server"
    code=0
    wait "$server" || code=$?
    [ "$code" -eq 130 ]
    wait "$clients" || true
    wait "${spectators[@]}"
    cmp "$tmp/log" "$tmp/seen"
}

@test "a port for spectators that cannot be is said before anybody waits" {
    serve --live 0 --wait 30
    for game in trains maze; do
        input=$maze
        [ $game = maze ] || input=/dev/null
        run --separate-stderr timeout 20 "$BIN/xserver" 0 --game $game --live "$live" <$input
        [ "$status" -eq 5 ]
        [ -z "$output" ]
        [ "$stderr" = "xserver: cannot listen on localhost, port $live: Address already in use" ]
    done
    run --separate-stderr timeout 20 "$BIN/xserver" 0 --live 65536 </dev/null
    [ "$status" -eq 2 ]
    run --separate-stderr timeout 20 "$BIN/xserver" 0 --live port </dev/null
    [ "$status" -eq 2 ]
}

@test "a port for spectators is on the server's host, and may be chosen" {
    serve --live 0 --wait 0.1
    wait "$server"
    chosen=$live
    serve --live "$chosen" --host 127.0.0.1 --wait 2
    [ -z "$live" ]
    live=$chosen
    watch "$tmp/seen"
    wait "$server" "${spectators[@]}"
}

@test "with few open files there is room for players, and spectators wait for each other" {
    input=$trains
    "$BIN/xmanager" --losses 2 <$input >"$tmp/expected"
    files=$(bash -c "ulimit -n 40; '$BIN/xserver' 0 --max 18 --live 0 </dev/null 2>&1" | sed -n 's/.*needs \([0-9]*\) open.*/\1/p')
    [ -n "$files" ]
    ulimit -n "$files"
    serve --live 0 --losses 2 --log "$tmp/log" --max 18
    watch "$tmp"/seen-1
    sleep 0.2
    exec 5<>"/dev/tcp/127.0.0.1/$live"
    play_to_the_end
    [ "$code" -eq 0 ]
    check "$tmp/expected" "$tmp/log" "$tmp"/seen-1
    exec 5<&-
}

@test "an observer that fails is named, and the game goes on without it: the log" {
    input=$trains
    "$BIN/xmanager" --losses 2 <$input >"$tmp/expected"
    serve --live 0 --losses 2 --max 18 --log /dev/full
    watch "$tmp/seen"
    play_to_the_end
    [ "$code" -eq 5 ]
    check "$tmp/expected" "$tmp/seen"
    grep -q '"event":"end"' "$tmp/seen"
    [ "$(tail -1 "$tmp/err")" = 'xserver: cannot write "/dev/full": No space left on device' ]
    input=$maze spectators=()
    serve --live 0 --log /dev/full
    watch "$tmp/seen"
    play_to_the_end
    [ "$code" -eq 5 ]
    check "$tmp/out" "$tmp/seen"
    grep -q '"event":"win"' "$tmp/seen"
    [ "$(tail -1 "$tmp/err")" = 'xserver: cannot write "/dev/full": No space left on device' ]
}

@test "an observer that fails is named, and the game goes on without it: explanations" {
    for game in xmanager:$trains xbad:$maze; do
        program=${game%:*} input=${game#*:}
        "$BIN/$program" --log "$tmp/log" <"$input" >"$tmp/expected"
        code=0
        "$BIN/$program" --explain --log "$tmp/again" <"$input" >"$tmp/out" 2>/dev/full || code=$?
        [ "$code" -eq 5 ]
        check "$tmp/expected" "$tmp/log" "$tmp/again"
    done
}
