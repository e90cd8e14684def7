#!/usr/bin/env bats
# Tournaments over TCP, on loopback.
load helper

setup() {
    tmp=$BATS_TEST_TMPDIR
}

# Whatever a test leaves running ends with it.
teardown() {
    [ -z "${server:-}" ] || kill "$server" 2>/dev/null || true
}

# A map with enough destinations for three, and players.
players='{"width":800,"height":800,"cities":[["A",[1,1]],["B",[2,2]],["C",[3,3]],["D",[4,4]],["E",[5,5]]],
    "connections":{"A":{"B":{"red":3},"C":{"blue":4}},"C":{"D":{"white":5}},"D":{"E":{"green":3}}}}'

# bats test_tags=long,sanitize
@test "our tournaments over TCP end as in xmanager, in every dialect" {
    # shellcheck disable=SC2046
    printf '%s\n' call plain message |
        xargs -P 3 -I{} Tests/remote {} $(find fixtures/xmanager -maxdepth 1 -name '*players-in.json' ! -name 'generated*')
}

# bats test_tags=long
@test "the course's tournaments over TCP end as they should, in every dialect" {
    course=../shared/course/trains
    [ -d $course ] || skip "not here"
    printf '%s\n' call plain message |
        xargs -P 3 -I{} Tests/remote -x {} $course/xserver/*-in.json $course/xclients/*-in.json $course/xmanager/*-in.json
    Tests/remote -x -c xbonus call $course/xbonus/*-in.json
}

# bats test_tags=long,sanitize
@test "a player that misbehaves in any way is removed, and nobody else minds: call" {
    Tests/hostile call
}
# bats test_tags=long,sanitize
@test "a player that misbehaves in any way is removed, and nobody else minds: plain" {
    Tests/hostile plain
}
# bats test_tags=long,sanitize
@test "a player that misbehaves in any way is removed, and nobody else minds: message" {
    Tests/hostile message
}

# bats test_tags=long,sanitize
@test "a player of Maze that misbehaves in any way is removed, and nobody else minds: call" {
    Tests/hostile-maze call
}
# bats test_tags=long,sanitize
@test "a player of Maze that misbehaves in any way is removed, and nobody else minds: memo" {
    Tests/hostile-maze memo
}

# bats test_tags=long
@test "the course's games of Maze over TCP end as they should, in both dialects" {
    course=../shared/course/maze/xserver
    [ -d $course ] || skip "not here"
    for dialect in call memo; do
        printf '%s\n' $course/*-in.json | xargs -P 8 -n 17 Tests/remote-maze $dialect
    done
}

@test "on a terminal a server says how to join, who has joined, who has not and why, and how the games end" {
    need_terminal
    script -qec "$BIN/xserver 0 --seed 1 --wait 20 --min 1 --max 2" /dev/null </dev/null >"$tmp/screen" 3>&- &
    eventually grep -q 'listening on localhost, port [0-9]*; join with' "$tmp/screen"
    here=$(sed -n 's/.*listening on localhost, port \([0-9]*\);.*/\1/p' "$tmp/screen")
    exec {wrong}<>"/dev/tcp/127.0.0.1/$here"
    echo 7 >&"$wrong"
    read -r reason <&"$wrong"
    [[ $reason == '"refused: '* ]]
    "$BIN/xclients" "$here" --interval 0 <<<"$players"'[["Ann", "Cheat"], ["Ben", "Buy-Now"]]'
    wait
    for line in 'turned a client away: name:1:1: expected a string' 'Ann has signed up (1)' 'sign-up is over; 2 play' \
        'round 1: 1 game, 2 players' 'game 1: Ann is out: asked for' 'game 1: Ben wins with'; do
        grep -qF "xserver: $line" "$tmp/screen"
    done
    grep -q $'\r\033\\[Kwaiting [0-9]* s more; [01] signed up, 1 needed' "$tmp/screen"
}

@test "those who are too few hear so" {
    serve --wait 2
    run "$BIN/xclients" "$port" <<<"$players"'[["Ann", "Buy-Now"]]'
    [[ $status -eq 5 && $output == *'refused: too few players have signed up'* ]]
    wait "$server"
    [ "$(cat "$tmp/out")" = '[[],[]]' ]
}

@test "a server is found by the name of its host" {
    name=$(uname -n)
    getent ahosts "$name" >"$tmp/addresses" || skip "this machine cannot find itself"
    serve --max 2 --seed 1 --host "$(awk '{ print $1; exit }' "$tmp/addresses")"
    "$BIN/xclients" "$port" "$name" --interval 0 <<<"$players"'[["Ann", "Hold-10"], ["Ben", "Buy-Now"]]'
    wait "$server"
    run --separate-stderr "$BIN/xclients" "$port" no-such-host.invalid <<<"$players"'[["Ann", "Hold-10"], ["Ben", "Buy-Now"]]'
    # shellcheck disable=SC2154
    [[ $status -eq 5 && $stderr == 'xclients: cannot find the host "no-such-host.invalid"' ]]
}

@test "the log is that of xmanager, with one job and with several" {
    input=fixtures/xmanager/18-players-in.json
    "$BIN/xmanager" --losses 2 --log "$tmp/manager" <$input >"$tmp/expected"
    for jobs in 1 4; do
        serve --jobs $jobs --losses 2 --log "$tmp/log$jobs" --max 18
        "$BIN/xclients" "$port" --interval 0 <$input
        wait "$server"
        cmp "$tmp/expected" "$tmp/out"
        # who does not answer fails for another reason here
        diff <(sed 's/"reason":.*//' "$tmp/manager") <(sed 's/"reason":.*//' "$tmp/log$jobs")
    done
}

# bats test_tags=long,sanitize
@test "a thousand players sign up at once and play" {
    [ "$(ulimit -Hn)" = unlimited ] || [ "$(ulimit -Hn)" -ge 1200 ] || skip "too few open files are allowed"
    serve --max 1000 --seed 1 --wait 60
    {
        echo '{"width":100,"height":100,"cities":[["A",[1,1]],["B",[2,2]],["C",[3,3]],["D",[4,4]],["E",[5,5]],["F",[6,6]],
            ["G",[7,7]]],"connections":{"A":{"B":{"red":3},"C":{"blue":4}},"C":{"D":{"white":5}},"D":{"E":{"green":3}},
            "E":{"F":{"red":4},"G":{"blue":3}}}}'
        echo "[$(printf '["x","Buy-Now"],%.0s' {1..999})[\"y\",\"Hold-10\"]]"
    } >"$tmp/in"
    timeout 60 "$BIN/xclients" "$port" --interval 0 <"$tmp/in"
    wait "$server"
    [[ $(cat "$tmp/out") == '[["'* && $(cat "$tmp/out") == *'"],[]]' ]]
}

@test "too few open files are reported before anybody waits" {
    run --separate-stderr bash -c "ulimit -n 200; '$BIN/xserver' 0 --max 1000 --seed 1 </dev/null"
    [ "$status" -eq 5 ]
    [[ $stderr == *"open files"*"ulimit -n"* ]]
}

@test "without enough players there is no tournament" {
    run --separate-stderr "$BIN/xserver" 0 --wait 0.1 --seed 1 </dev/null
    [ "$status" -eq 0 ]
    [ "$output" = '[[],[]]' ]
    serve --wait 2 --seed 1
    run --separate-stderr "$BIN/xclients" "$port" <<<"$players"'[["Ann","Hold-10"]]'
    wait "$server"
    [ "$(cat "$tmp/out")" = '[[],[]]' ]
}

@test "after the first period two players are enough, and --min players are sooner" {
    serve --wait 2 --seed 1
    "$BIN/xclients" "$port" <<<"$players"'[["Ann","Hold-10"],["Ben","Cheat"]]'
    wait "$server"
    [ "$(cat "$tmp/out")" = '[["Ann"],["Ben"]]' ]
    serve --wait 2 --min 1 --seed 1
    "$BIN/xclients" "$port" <<<"$players"'[["Ann","Hold-10"]]'
    wait "$server"
    [ "$(cat "$tmp/out")" = '[["Ann"],[]]' ]
}

@test "names that are taken get letters" {
    serve --max 3 --seed 1
    "$BIN/xclients" "$port" <<<"$players"'[["Ann","Cheat"],["Ann","Cheat"],["Ann","Hold-10"]]'
    wait "$server"
    [ "$(cat "$tmp/out")" = '[["Annb"],["Ann","Anna"]]' ]
}

# Two players connect, and the name of the second one comes first.
connect_two() { # names...
    exec 8<>"/dev/tcp/127.0.0.1/$port"
    exec 9<>"/dev/tcp/127.0.0.1/$port"
    echo "\"$2\"" >&9
    sleep 0.2
    echo "\"$1\"" >&8
}

@test "who connects first is the oldest, whenever the name comes" {
    serve --max 2 --seed 1 --log "$tmp/log"
    connect_two Ann Ben
    exec 8<&- 9<&-
    wait "$server"
    [ "$(grep -o '"player":"[A-Za-z]*"' "$tmp/log" | tr '\n' ' ')" = '"player":"Ann" "player":"Ben" ' ] # out, in this order
    input=fixtures/remote/maze.json serve --game maze --log "$tmp/log"
    connect_two Ann Ben
    exec 8<&- 9<&-
    wait "$server"
    [[ $(head -1 "$tmp/log") == *'"players":["Ben","Ann"]'* ]] # the youngest begins
}

@test "a server that cannot accept anybody says so, and does not spin" {
    serve --wait 3 --min 1
    prlimit --pid "$server" --nofile=4:4
    exec 8<>"/dev/tcp/127.0.0.1/$port"
    echo '"Ann"' >&8
    sleep 0.4
    read -ra stat <"/proc/$server/stat" # user and system time, in hundredths
    [ $((stat[13] + stat[14])) -lt 10 ]
    code=0
    wait "$server" || code=$?
    [ "$code" -eq 5 ]
    [ ! -s "$tmp/out" ]
    [ "$(tail -1 "$tmp/err")" = 'xserver: cannot accept connections: Too many open files' ]
    exec 8<&-
}

@test "sixty values that are no names delay nobody" {
    serve --max 1 --min 1 --seed 1 --wait 30
    { echo '[' && yes '{},' | head -c 1000000; } >"$tmp/nonsense"
    for _ in {1..60}; do
        { timeout 20 cat "$tmp/nonsense" >"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null 3>&- &
    done
    timeout 5 "$BIN/xclients" "$port" <<<"$players"'[["Ann","Hold-10"]]'
    wait "$server"
    [ "$(cat "$tmp/out")" = '[["Ann"],[]]' ]
}

@test "who has no name for itself is told why" {
    serve --max 1 --min 1 --wait 5
    exec 9<>"/dev/tcp/127.0.0.1/$port"
    echo '"no name"' >&9
    [[ $(timeout 10 cat <&9) == '"refused: name:1:1: '*'is not a valid player name; expected 1 to 50 letters or digits"' ]]
    exec 9<&-
}

@test "silent connections delay nobody" {
    serve --max 2 --seed 1 --wait 30
    exec 7<>"/dev/tcp/127.0.0.1/$port" 8<>"/dev/tcp/127.0.0.1/$port"
    printf '"half of a na' >&8
    timeout 10 "$BIN/xclients" "$port" <<<"$players"'[["Ann","Hold-10"],["Ben","Cheat"]]'
    wait "$server"
    [ "$(cat "$tmp/out")" = '[["Ann"],["Ben"]]' ]
    exec 7<&- 8<&-
}

@test "a state without a place for anybody is a game without players" {
    sed '/"plmt"/,$d' fixtures/remote/maze.json >"$tmp/in"
    echo '"plmt": [], "last": null}' >>"$tmp/in"
    run --separate-stderr timeout 10 "$BIN/xserver" 0 --game maze --min 1 --max 6 <"$tmp/in"
    [ "$status" -eq 0 ]
    [ "$output" = '[[],[]]' ]
}

@test "a state of Maze may repeat no key, in the place where a map may, too" {
    state=$(sed -n '/^{/,$p' fixtures/xbad/all-bad-in-different-calls-in.json)
    twice=${state/'"color":'/'"color": "red", "color":'}
    for input in "$twice" "$twice [[\"Ann\", \"Euclid\"]]"; do
        give "$input" xserver 0 --wait 1
        [ "$status" -eq 3 ]
        [[ $stderr == "xserver: <stdin>:"*": this key is in the object already" ]]
    done
    give "$twice [[\"Ann\", \"Euclid\"]]" xclients 1
    [ "$status" -eq 3 ]
    [[ $stderr == "xclients: <stdin>:"*": this key is in the object already" ]]
}

@test "many connections at once do not have to knock twice, however few players there may be" {
    serve --max 2 --seed 1 --wait 30
    kill -STOP "$server" # so busy that it takes nobody in
    # shellcheck disable=SC2016
    timeout 10 bash -c 'for i in {1..60}; do exec {fd}<>"/dev/tcp/127.0.0.1/$1" || exit; done' bash "$port" || code=$?
    kill -CONT "$server"
    [ -z "${code:-}" ]
    timeout 10 "$BIN/xclients" "$port" <<<"$players"'[["Ann","Hold-10"],["Ben","Cheat"]]'
    wait "$server"
    [ "$(cat "$tmp/out")" = '[["Ann"],["Ben"]]' ]
}

@test "a server takes every address of this machine's own" {
    serve --wait 30
    for host in 127.0.0.1 127.0.1.1 127.20.30.40; do
        exec {fd}<>"/dev/tcp/$host/$port"
    done
    ! grep -q 'lo$' /proc/net/if_inet6 2>/dev/null || exec {fd}<>"/dev/tcp/::1/$port"
}

@test "a server takes nobody from outside unless it is told to" {
    # two networks of our own, with a cable between them
    # shellcheck disable=SC2016
    net='ip link set lo up && unshare -n sleep 30 </dev/null >/dev/null 2>&1 & other=$!
        trap "kill $other" EXIT
        for _ in 1 2 3 4 5 6 7 8 9 10; do
            [ "$(readlink /proc/$other/ns/net)" != "$(readlink /proc/self/ns/net)" ] && break
            sleep 0.1
        done
        ip link set lo up && ip link add near type veth peer name far netns $other && ip addr add 10.9.8.1/24 dev near &&
            ip link set near up && nsenter -t $other -n ip addr add 10.9.8.2/24 dev far &&
            nsenter -t $other -n ip link set far up || exit 99'
    # shellcheck disable=SC2016
    visit='"$1" 0 --wait 30 $2 </dev/null 2>"$3" & server=$!
        trap "kill $other $server" EXIT
        for _ in {1..100}; do
            port=$(sed -n "s/.*listening on port //p" "$3")
            [ -z "$port" ] || break
            sleep 0.05
        done
        exec 5<>/dev/tcp/127.0.0.1/$port || exit 98
        nsenter -t $other -n timeout 5 bash -c "exec 5<>/dev/tcp/10.9.8.1/$port"'
    unshare -rn bash -c "$net" 3>&- || skip "no networks of our own here"
    run -0 unshare -rn bash -c "$net; $visit" bash "$BIN/xserver" "--host 0.0.0.0" "$tmp/err" 3>&-
    run -1 unshare -rn bash -c "$net; $visit" bash "$BIN/xserver" "" "$tmp/err-loopback" 3>&-
}

# A server of Maze in Python that goes on talking after the game for so many seconds, or closes only then.
last_words() { # seconds
    need_python
    python3 - "$1" >"$tmp/said" 2>"$tmp/err" 3>&- <<'END' &
import socket, sys, time

listener = socket.create_server(("127.0.0.1", 0))
print("listening on port", listener.getsockname()[1], file=sys.stderr, flush=True)
client, _ = listener.accept()
client.sendall(b'["win",[true]]\n')
heard = b""
while b"void" not in heard:
    heard += client.recv(100)
begin = time.monotonic()
while time.monotonic() < begin + float(sys.argv[1]):
    time.sleep(0.05)
    client.sendall(b"[1, 2, ")
print("said all")
END
    server=$!
    eventually listens
}

# bats test_tags=long
@test "clients stay until the server has closed, but not for ever" {
    last_words 0.5
    timeout 8 "$BIN/xclients" "$port" --game maze <<<'[["Ann","Euclid"]]'
    wait "$server"
    [ "$(cat "$tmp/said")" = 'said all' ]
    last_words 30
    start=$SECONDS
    timeout 20 "$BIN/xclients" "$port" --game maze <<<'[["Ann","Euclid"]]'
    [ $((SECONDS - start)) -ge 9 ]
}

@test "clients wait for a server that comes later" {
    serve --wait 0.1
    wait "$server" # the port is free again
    "$BIN/xclients" "$port" <<<"$players"'[["Ann","Hold-10"],["Ben","Cheat"]]' 3>&- &
    clients=$!
    sleep 0.5
    run --separate-stderr timeout 30 "$BIN/xserver" "$port" --max 2 --seed 1 </dev/null
    [ "$output" = '[["Ann"],["Ben"]]' ]
    wait "$clients"
}

@test "clients that wait for a server do not take themselves for it" {
    # the only port that a connection can come from is that of the server
    alone='ip link set lo up && echo 40000 40000 >/proc/sys/net/ipv4/ip_local_port_range'
    unshare -rn sh -c "$alone" 2>/dev/null || skip "no network of our own here"
    run -124 --separate-stderr unshare -rn sh -c "$alone && exec timeout 2 '$BIN/xclients' 40000" <<<"$players"'[["Ann","Hold-10"]]'
    [ -z "$output" ]
}

@test "what server and clients need is all that they wait for, also when the input does not end" {
    cp fixtures/remote/trains.json "$tmp/trains"
    cp fixtures/remote/maze.json "$tmp/maze"
    tail -n +2 "$tmp/maze" >"$tmp/state" # of which the server needs no more
    for game in trains maze state; do
        mkfifo "$tmp/in-$game" "$tmp/clients-$game"
        exec 7<>"$tmp/in-$game" 8<>"$tmp/clients-$game" # both stay open
        cat "$tmp/$game" >&7
        cat "$tmp/${game/state/maze}" >&8
        most=2
        [ $game != trains ] || most=4
        input=$tmp/in-$game serve --wait 30 --max $most 7>&- 8>&-
        timeout 10 "$BIN/xclients" "$port" --interval 0 <"$tmp/clients-$game" 7>&- 8>&-
        wait "$server"
        exec 7>&- 8>&-
    done
}

@test "Ctrl-C ends the sign-up, with 130" {
    serve --wait 60
    kill -INT "$server"
    code=0
    wait "$server" || code=$?
    [ "$code" -eq 130 ]
    [ ! -s "$tmp/out" ]
}

@test "Ctrl-C ends a tournament: the players are told, and it exits with 130" {
    serve --max 2 --seed 1 --dialect message --timeout 60 --explain
    exec 8<>"/dev/tcp/127.0.0.1/$port"
    echo '"Ann"' >&8
    exec 9<>"/dev/tcp/127.0.0.1/$port"
    echo '"Ben"' >&9
    read -r start <&8
    [[ $start == *StartMessage* ]]
    kill -INT "$server"
    code=0
    wait "$server" || code=$?
    [ "$code" -eq 130 ]
    [ ! -s "$tmp/out" ]
    [ "$(tail -1 <&8)" = '{"type":"TournamentKickNotification","reason":"the server was stopped"}' ]
    [ "$(tail -1 <&9)" = '{"type":"TournamentKickNotification","reason":"the server was stopped"}' ]
    exec 8<&- 9<&-
}

@test "SIGTERM is a reason to stop, too" {
    serve --wait 60
    kill "$server"
    code=0
    wait "$server" || code=$?
    [ "$code" -eq 143 ]
}

@test "what cannot be is said in one line" {
    serve --wait 30
    run --separate-stderr "$BIN/xserver" "$port" --seed 1 </dev/null
    [ "$status" -eq 5 ]
    [ "$stderr" = "xserver: cannot listen on localhost, port $port: Address already in use" ]
    run --separate-stderr "$BIN/xserver" 65536 </dev/null
    [ "$status" -eq 2 ]
    run --separate-stderr "$BIN/xserver" </dev/null
    [ "$status" -eq 2 ]
    run --separate-stderr "$BIN/xclients" 0 </dev/null
    [ "$status" -eq 2 ]
    run --separate-stderr "$BIN/xclients" 1 nowhere.invalid <<<"$players"'[["Ann","Hold-10"]]'
    [ "$status" -eq 5 ]
    run --separate-stderr "$BIN/xclients" 1 --dialect Dutch </dev/null
    [ "$status" -eq 2 ]
    [ "$stderr" = 'xclients: --dialect takes call, plain, message or memo, not "Dutch"' ]
    run --separate-stderr "$BIN/xbonus" 1 <<<"$players"'[["Ann","Hold-10"]] [] "rudely"'
    [ "$status" -eq 3 ]
    [[ $stderr == 'xbonus: <stdin>:2:'*'there is no way "rudely" to misbehave'* ]]
}

@test "a server that talks nonsense is left, and named" {
    serve --max 1 --min 1 --seed 1 --dialect plain
    run --separate-stderr "$BIN/xclients" "$port" --dialect message <<<"$players"'[["Ann","Hold-10"]]'
    [ "$status" -eq 5 ]
    [ "$stderr" = 'xclients: Ann: message:1:1: expected an object, found true' ]
    wait "$server"
}
