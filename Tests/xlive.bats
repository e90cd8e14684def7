#!/usr/bin/env bats
# xlive: games in browsers while they are played. Tests/browser/live.test.js looks at the pages.
# shellcheck disable=SC2030,SC2031 # every test has its own variables
load helper

trains=fixtures/xmanager/18-players-in.json

setup() {
    [ -x "$BIN/xlive" ] || skip "built without libmicrohttpd"
    tmp=$BATS_TEST_TMPDIR
}

# Whatever a test leaves running ends with it.
teardown() {
    for process in "${web:-}" "${server:-}"; do
        [ -z "$process" ] || kill "$process" 2>/dev/null || true
    done
}

said_where() {
    http=$(sed -n 's,.*watch at http://localhost:\([0-9]*\)/.*,\1,p' "$tmp/web")
    [ -n "$http" ]
}

# Starts xlive in the background and waits until it listens, on $http; its process is $web.
watch() { # arguments...
    "$BIN/xlive" "$@" 2>"$tmp/web" 3>&- &
    web=$!
    eventually said_where
}

# Sends a request, and prints all that comes back.
ask() { # request line, more lines...
    exec 5<>"/dev/tcp/127.0.0.1/$http"
    printf '%s\r\n' "$@" '' >&5
    timeout 20 cat <&5
    exec 5<&-
}

body() { # path
    ask "GET $1 HTTP/1.0" | sed '1,/^\r$/d'
}

has_lines() { # number
    [ "$(body /log | wc -l)" -eq "$1" ]
}

is_over() {
    [ "$(body /healthz)" = "ok, over" ]
}

page_id() {
    body / | sed -n 's/.*"live":"\([^"]*\)".*/\1/p'
}

# Events until they end, from the one after an id on.
events() { # id
    ask "GET /events?page=$(page_id) HTTP/1.0" "Last-Event-ID: $1" | sed -u -e '1,/^\r$/d' -e '/^:/d'
}

stop() {
    kill -INT "$web"
    code=0
    wait "$web" || code=$?
    web=
}

@test "a log that is still written is served as it grows, and as xreplay shows it" {
    "$BIN/xmanager" --log "$tmp/whole" <$trains >/dev/null
    head -n 40 "$tmp/whole" >"$tmp/log"
    printf '{"event":' >>"$tmp/log" # half a line
    watch "$tmp/log"
    [[ $(page_id) = *-1 ]]
    has_lines 40
    tail -n +41 "$tmp/whole" | cut -c 10- | head -n 1 >>"$tmp/log"
    tail -n +42 "$tmp/whole" >>"$tmp/log"
    eventually has_lines "$(wc -l <"$tmp/whole")"
    body /log | cmp - "$tmp/whole"
    sleep 1.1 # the page is made once a second
    body /replay.html | cmp - <("$BIN/xreplay" "$tmp/whole")
    [[ $(body /) == *"<title>Trains, live</title>"* ]]
    [ "$(body /healthz)" = "ok, live" ]
    stop
    [ "$code" -eq 0 ]
}

@test "a game that is only just started is waited for, and seen while a player thinks" {
    printf '#!/bin/sh\nexec sleep 60\n' >"$tmp/thinker"
    chmod +x "$tmp/thinker"
    (cat examples/map.json && echo "[[\"Ben\",\"Buy-Now\"],[\"Ann\",\"$tmp/thinker\"]]") >"$tmp/in"
    "$BIN/xlive" "$tmp/log" 2>"$tmp/web" 3>&- &
    web=$!
    sleep 0.2
    [ ! -s "$tmp/web" ]
    "$BIN/xref" --timeout 60 --log "$tmp/log" <"$tmp/in" >"$tmp/out" 2>/dev/null 3>&- &
    server=$!
    eventually said_where
    has_begun() { body /log | grep -q '"event":"setup"'; }
    eventually has_begun
    [ ! -s "$tmp/out" ]
    stop
    [ "$code" -eq 0 ]
    kill "$server"
    wait "$server" || true
}

@test "a server that is only just started is waited for" {
    serve --live 0
    kill "$server"
    wait "$server" || true
    free=$live
    "$BIN/xlive" "$free" 2>"$tmp/web" 3>&- &
    web=$!
    sleep 0.2
    serve --live "$free"
    eventually said_where
    stop
    [ "$code" -eq 0 ]
}

@test "a log may come through a pipe, for which nobody waits, or be written anew, which is said" {
    mkfifo "$tmp/pipe"
    watch "$tmp/pipe"
    exec 6<>"$tmp/pipe"
    echo '{"event":"map","map":'"$map"'}' >&6
    eventually has_lines 1
    stop
    exec 6<&-
    echo '{"event":"map","map":'"$map"'}' >"$tmp/log"
    watch "$tmp/log"
    eventually has_lines 1
    : >"$tmp/log"
    code=0
    wait "$web" || code=$?
    [ "$code" -eq 5 ]
    [ "$(tail -n 1 "$tmp/web")" = "xlive: $tmp/log is being written anew; start xlive again" ]
}

@test "a server whose connection breaks leaves pages with what they have" {
    need_python
    mkfifo "$tmp/go"
    : >"$tmp/err"
    python3 -c '
import socket, struct, sys
server = socket.create_server(("127.0.0.1", 0))
print("live on port", server.getsockname()[1], flush=True)
connection = server.accept()[0]
connection.sendall(sys.argv[1].encode() + b"\n")
input()
connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
' '{"event":"map","map":'"$map"'}' <"$tmp/go" >"$tmp/err" 3>&- &
    server=$!
    exec 6<>"$tmp/go"
    announced() { live=$(sed -n 's/.*live on port //p' "$tmp/err") && [ -n "$live" ]; }
    eventually announced
    watch "$live"
    eventually has_lines 1
    echo >&6
    eventually is_over
    has_lines 1
    stop
    [ "$code" -eq 0 ]
    exec 6<&-
}

@test "no event is lost or sent twice, wherever a page begins; at the end it is told so" {
    "$BIN/xref" --log "$tmp/whole" <fixtures/xref/generated-17-5-players-in.json >/dev/null
    : >"$tmp/log"
    watch "$tmp/log"
    for ((at = 1; at < 9; at++)); do # events with the ids 1 to 9
        sed -n "${at}p" "$tmp/whole" >>"$tmp/log"
        eventually has_lines $at
    done
    tail -n +9 "$tmp/whole" >>"$tmp/log"
    eventually has_lines "$(wc -l <"$tmp/whole")"
    for seen in 0 1 7 9; do
        events $seen >"$tmp/events-$seen" 3>&- &
        readers+=($!)
    done
    events 10 >"$tmp/unknown"
    grep -q '^event:reload' "$tmp/unknown"
    ask "GET /events?page=another HTTP/1.0" | grep -q '^event:reload'
    eventually grep -q '^event:now' "$tmp/events-9"
    stop
    wait "${readers[@]}"
    for seen in 0 1 7 9; do
        sed -n 's/^id:\(.*\)/\1/p' "$tmp/events-$seen" | cmp - <(seq $((seen + 1)) 9)
        sed -n "/^id:$((seen + 1))\$/,\$p" "$tmp/events-0" >"$tmp/expected"
        sed -n "/^id:$((seen + 1))\$/,\$p" "$tmp/events-$seen" | cmp - "$tmp/expected"
        tail -n 3 "$tmp/events-$seen" | cmp - <(printf 'event:over\ndata:xlive has been stopped.\n\n')
    done
}

@test "a tournament over TCP: pages that wait for it are renewed when there is a map, and hear of its end" {
    serve --live 0 --max 18 --log "$tmp/log"
    watch "$live"
    before=$(page_id)
    [[ $before = *-0 ]]
    events 0 >"$tmp/events" 3>&- &
    reader=$!
    sleep 0.3
    timeout 60 "$BIN/xclients" "$port" --interval 0 <$trains
    wait "$server" "$reader"
    grep -q '^event:reload' "$tmp/events"
    eventually is_over
    [ "$(page_id)" = "${before%-0}-1" ]
    body /log | cmp - "$tmp/log"
    stop
    [ "$code" -eq 0 ]
}

@test "answers say what browsers may do with them; what is not there is not found" {
    echo '{"event":"map","map":'"$map"'}' >"$tmp/log"
    watch "$tmp/log"
    for path in / /log /replay.html /healthz /nowhere; do
        ask "HEAD $path HTTP/1.0" >"$tmp/answer"
        for header in "Content-Security-Policy: .*frame-ancestors 'none'" 'X-Content-Type-Options: nosniff' \
            'Referrer-Policy: no-referrer' 'Cache-Control: no-store'; do
            grep -q "^$header" "$tmp/answer"
        done
        ! grep -q unsafe "$tmp/answer" || false
    done
    ask 'GET / HTTP/1.0' | grep -q "^Content-Security-Policy: default-src 'none'; style-src 'sha256-.*script-src 'sha256-"
    for path in /nowhere /../log /%2e%2e/etc/passwd //log /log/ '/events/../log' /replay.html%00; do
        [[ $(ask "GET $path HTTP/1.0") = 'HTTP/1.'?' 404'* ]]
    done
    for method in POST PUT DELETE OPTIONS; do
        [[ $(ask "$method / HTTP/1.0" 'Content-Length: 0') = 'HTTP/1.'?' 405'* ]]
    done
    [[ $(ask 'GET / HTTP/1.1') = *' 400 '* ]] # no Host
    long=$(printf 'X-Long: %40000s' x)
    answer=$(ask 'GET / HTTP/1.0' "$long") || true
    [[ -z $answer || $answer = *' 4'* ]]
    stop
}

@test "a log that cannot be read is said with its line, and ends xlive" {
    printf '%s\n' '{"event":"map","map":'"$map"'}' '{"event":"game","game":2,"players":["Ann","Ben"]}' >"$tmp/log"
    run --separate-stderr timeout 20 "$BIN/xlive" "$tmp/log"
    [ "$status" -eq 3 ]
    [[ $stderr = 'xlive: '*', line 2:1:24: game: expected 1, found 2' ]]
    run --separate-stderr timeout 20 "$BIN/xlive" "$tmp/nowhere"
    [ "$status" -eq 5 ]
    [ "$stderr" = "xlive: cannot read \"$tmp/nowhere\": No such file or directory" ]
    run --separate-stderr timeout 20 "$BIN/xlive" 70000
    [ "$status" -eq 2 ]
    echo >"$tmp/empty"
    watch "$tmp/empty"
    run --separate-stderr timeout 20 "$BIN/xlive" "$tmp/empty" --http "$http"
    [ "$status" -eq 5 ]
    [ "$stderr" = "xlive: cannot listen on localhost, port $http: Address already in use" ]
    printf '[' >>"$tmp/empty"
    [ "$(body /healthz)" = "ok, live" ]
    echo >>"$tmp/empty"
    code=0
    wait "$web" || code=$?
    [ "$code" -eq 3 ]
}

# A POST as a page sends it, unless more headers say otherwise.
post() { # path, body, headers...
    exec 5<>"/dev/tcp/127.0.0.1/$http"
    printf '%s\r\n' "POST $1 HTTP/1.1" "Content-Length: ${#2}" "${@:3}" '' >&5
    printf '%s' "$2" >&5
    timeout 20 cat <&5
    exec 5<&-
}

@test "who plays from a page joins like everybody else, and nobody else moves for it" {
    need_python
    json='Content-Type: application/json'
    serve --live 0 --max 2 --timeout 20
    watch "$live" --play "$port"
    token=$(post /play/join '"Zoe"' 'Host: localhost' "$json" | tail -n 1)
    [ ${#token} -eq 32 ]
    for host in evil.example 'localhost.evil.example:80' ''; do
        [[ $(post /play/join '"Eve"' "Host: $host" "$json") = *' 403 '* ]]
        [[ $(ask 'GET /play HTTP/1.1' "Host: $host") = *' 403 '* ]]
    done
    for origin in http://evil.example http://localhost.evil.example http://localhost:1 null; do
        [[ $(post /play/join '"Eve"' 'Host: localhost' "Origin: $origin" "$json") = *' 403 '* ]]
    done
    [[ $(post /play/join '"Eve"' 'Host: localhost' 'Content-Type: text/plain') = *' 415 '* ]]
    [[ $(post /play/join "\"$(printf '%02000d' 1)\"" 'Host: localhost' "$json") = *' 409 '* ]]
    [[ $(post /play/join "$(printf '%070000d' 1)" 'Host: localhost' "$json") = *' 413 '* ]]
    timeout 20 python3 examples/players/trains.py "$port" Ann 3>&- >/dev/null 2>&1 &
    ann=$!
    messages() { ask "GET /play/events?token=$1 HTTP/1.0" 'Host: 127.0.0.1' >"$tmp/messages" 3>&-; }
    messages "$token" &
    reader=$!
    asked() { grep -q "^data:\[\"$1\"" "$tmp/messages"; }
    eventually asked start
    ask "GET /play/events?token=$token HTTP/1.0" 'Host: localhost' 'Last-Event-ID: 99' | grep -q '^event:reload'
    [[ $(post "/play/move?token=$token&id=2" '"void"' 'Host: [::1]:80' "$json") = *' 409 '* ]] # not yet asked
    [[ $(post "/play/move?token=${token//[0-9]/0}&id=1" "$map" 'Host: localhost' "$json") = *' 403 '* ]]
    [[ $(post "/play/move?token=$token&id=1" "$map" 'Host: localhost' 'Origin: http://localhost' "$json") = *' 200 '* ]]
    [[ $(post "/play/move?token=$token&id=1" "$map" 'Host: localhost' "$json") = *' 409 '* ]] # answered
    eventually asked setup
    [[ $(post "/play/move?token=$token&id=2" 'nonsense' 'Host: localhost' "$json") = *' 200 '* ]] # the server judges
    told() { grep -q '^event:over' "$tmp/messages"; }
    eventually told
    wait "$ann" "$server"
    [ "$(cat "$tmp/out")" = '[["Ann"],["Zoe"]]' ]
    stop
    [ "$code" -eq 0 ]
    wait "$reader"
}

@test "a message of a server is one event, whatever white space is in it" {
    need_python
    timeout 20 python3 - 3>&- >"$tmp/port" <<'EOF' &
import socket
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
player = server.accept()[0]
player.recv(100)
player.sendall(b'["start",\r\t[true]]\r\n')
player.recv(100)
EOF
    eventually [ -s "$tmp/port" ]
    touch "$tmp/log"
    watch "$tmp/log" --play "$(cat "$tmp/port")"
    token=$(post /play/join '"Zoe"' 'Host: localhost' 'Content-Type: application/json' | tail -n 1)
    ask "GET /play/events?token=$token HTTP/1.0" 'Host: localhost' >"$tmp/messages" 3>&- &
    reader=$!
    eventually grep -qs true "$tmp/messages"
    stop
    wait "$reader"
    [[ $(cat "$tmp/messages") == *$'id:1\ndata:["start",\ndata:\t[true]]' ]]
}

@test "nobody plays unless --play says so" {
    echo >"$tmp/log"
    watch "$tmp/log"
    [[ $(ask 'GET /play HTTP/1.1' 'Host: localhost') = *' 404 '* ]]
    [[ $(post /play/join '"Zoe"' 'Host: localhost' 'Content-Type: application/json') = *' 405 '* ]]
    stop
}

# make mutations sends 10,000.
@test "spoiled requests are answered with a 4xx, or not at all" {
    need_python
    "$BIN/xref" --log "$tmp/log" <fixtures/xref/generated-17-5-players-in.json >/dev/null
    watch "$tmp/log" --play 1
    Tests/requests.py "$http" "${REQUESTS:-500}"
    stop
    [ "$code" -eq 0 ]
}
