#!/usr/bin/env bats
# Players that are programs (docs/bots.md), and what such programs may try (Tests/turncoat.c, Tests/rogue.c): the right
# outcome for the right reason, in bounded time, and nothing left running or on disk.
load helper

setup() {
    build=$PWD/${BUILD:-build/release}
    players=$PWD/examples/players
    here=$BATS_TEST_TMPDIR/here
    mkdir -p "$here/tmp" "$here/bots" && cd "$here" || return
    export TMPDIR=$here/tmp
}

trains='{"width":800,"height":800,"cities":[["Boston",[700,100]],["Chicago",[400,150]],["Dallas",[350,500]],
    ["Miami",[720,700]],["Seattle",[50,80]]],"connections":{"Boston":{"Chicago":{"red":3,"blue":4},"Miami":{"white":5}},
    "Chicago":{"Dallas":{"green":4},"Seattle":{"white":5}},"Dallas":{"Miami":{"blue":3},"Seattle":{"red":4}}}}'

# The path of a program that misbehaves so: KIND-N of turncoat, or KIND of rogue.
bad() { # kind
    local from=rogue
    [[ $1 != *-[0-9]* ]] || from=turncoat
    [ -e "bots/$1" ] || cp "$build/$from" "bots/$1"
    echo "bots/$1"
}

# A game of three, of which one is a program.
play() { # program, arguments of xref...
    local program=$1
    shift
    give "$trains [[\"Ann\",\"Hold-10\"],[\"Bot\",\"$program\"],[\"Cleo\",\"Buy-Now\"]]" xref --seed 7 "$@"
}

# Some fixtures of a program.
inputs() { # program
    printf '%s\n' "$BATS_TEST_DIRNAME/../fixtures/$1"/*-in.json | awk 'NR % 10 == 1'
}

# -- those of the documentation --

@test "the bot in Python plays exactly like Hold-10" {
    need_python
    give "$trains [[\"Ann\",\"$players/trains.py\"],[\"Ben\",\"Hold-10\"]]" xref --games 200 --seed 3
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    bot=$output
    give "$trains [[\"Ann\",\"Hold-10\"],[\"Ben\",\"Hold-10\"]]" xref --games 200 --seed 3
    [ "$bot" = "$output" ]
    nothing_is_left
}

@test "the bot in Python plays like Hold-10 in games with a deck, too" {
    need_python
    for input in $(inputs xref); do
        "$BIN/xref" <"$input" >expected 2>&1
        sed "s|\"Hold-10\"|\"$players/trains.py\"|" "$input" | timeout 60 "$BIN/xref" >actual 2>&1
        diff expected actual
    done
}

@test "xmanager asks the bot in Python for a map" {
    need_python
    give '{"width":800,"height":800,"cities":[],"connections":{}} [["Ann","'"$players"'/trains.py"],["Ben","Buy-Now"]]' \
        xmanager --seed 3 --log log
    [ "$status" -eq 0 ]
    [[ $output == '[["'* ]]
    grep -q '"event":"map".*"A",\[50,400\]' log
    nothing_is_left
}

@test "the bot in C plays in all programs of Maze, alone and against house players" {
    for p in xgames xbad xbad2; do
        for input in $(inputs $p); do
            sed "1s|\"Riemann\"]|\"$build/players/maze\"]|" "$input" >"$p-in.json"
            run --separate-stderr timeout 60 "$BIN/$p" --explain <"$p-in.json"
            [ "$status" -eq 0 ]
            [[ $stderr != *closed* && $stderr != *answer:* ]]
        done
    done
    give "[[\"Ann\",\"$build/players/maze\"],[\"Ben\",\"Euclid\"]]" xgames --games 20 --seed 3
    [ "$status" -eq 0 ]
    [[ $output == *'"name":"Ann","games":20,'*'"kicked":0'*'"kicked":0'* ]]
    nothing_is_left
}

@test "a bot that ends says why in its last line, and may read what it is allowed to" {
    mkdir lib && echo 'echo "no luck today" >&2; exit 7' >lib/rest
    printf '%s\n' '#!/bin/sh' 'echo first >&2' ". ${here@Q}/lib/rest" >bots/sh && chmod +x bots/sh
    for log in "" "--bot-log ."; do
        # shellcheck disable=SC2086
        play bots/sh --explain --allow lib $log
        [[ $stderr == *"ended with exit code 7: no luck today"* ]]
    done
    printf '%s\n' '#!/bin/sh' 'read -r setup && echo \"void\" && read -r pick && echo "no idea" >&2' >bots/later && chmod +x bots/later
    play bots/later --explain --bot-log .
    [[ $stderr == *"ended with exit code 0: no idea"* ]]
    play bots/sh --explain
    [[ $stderr == *"ended with exit code 2: "*"lib/rest"* ]]
    play bots/sh --allow nowhere
    [[ $status -eq 2 && $stderr == *'--allow "nowhere": No such file or directory'* ]]
    nothing_is_left
}

# -- those that misbehave --

# kind, and why it is out; those that speak at once may do so before they are asked, or after
reasons='crash was ended by SIGSEGV
early answer:1:1: expected "void", found true|spoke without being asked
fails answer:1:1: expected "void", found true|spoke without being asked
half did not finish its answer within 1 s|spoke without being asked
output answer: longer than 1 MiB|spoke without being asked
pipes answer:1:1: expected "void", found true|spoke without being asked
session answer:1:1: expected "void", found true|spoke without being asked
sleeper did not answer within 1 s
stubborn did not answer within 1 s
twice answer:1:1: expected "void", found true|spoke without being asked
forks was ended by SIGKILL
forks-apart was ended by SIGKILL
runner ended with exit code 0'
later='crash was ended by SIGSEGV
quit ended with exit code 0
hang did not answer within 1 s
half did not finish its answer within 1 s
flood answered "play" with more than one value
endless answer: longer than 1 MiB
mute closed the connection
junk answer:1:1: expected a value, found "h"
twice answered "play" with more than one value
errors did not answer within 1 s
orphans ended with exit code 0
bomb was ended by SIGKILL'

# Only those that are to be late have little time: the machine may be slow.
time_for() { # reason
    [[ $1 == *"within 1 s"* ]] && echo 1 || echo 5
}

@test "who misbehaves from the start is out at once, for the right reason, and harms nobody" {
    play player-bad-setup
    expected=$output
    while read -r kind reason; do
        play "$(bad "$kind")" --timeout "$(time_for "$reason")" --explain
        echo "$kind: $stderr"
        [ "$output" = "$expected" ]
        grep -qxE "xref: Bot: kicked [^:]*: ($reason)" <<<"$stderr"
    done <<<"$reasons"
    nothing_is_left
}

# bats test_tags=long,sanitize
@test "the same for those that play along until their third call" {
    play "$(bad quit-3)"
    expected=$output
    [[ $output == *',["Bot"]]' ]]
    while read -r kind reason; do
        play "$(bad "$kind-3")" --timeout "$(time_for "$reason")" --explain
        echo "$kind: $stderr"
        [ "$output" = "$expected" ]
        grep -qxE "xref: Bot: kicked [^:]*: $reason" <<<"$stderr"
    done <<<"$later"
    nothing_is_left
}

# bats test_tags=long,sanitize
@test "the same in Maze" {
    local others=
    while read -r kind reason; do
        give "[[\"Ann\",\"Euclid\"],[\"Bot\",\"$(bad "$kind-2")\"],[\"Cleo\",\"Riemann\"]]" xgames --games 1 --seed 5 --timeout 1
        [ "$status" -eq 0 ]
        [[ $output == *'"name":"Bot","games":1,"wins":0,"ties":0,"kicked":1,'* ]]
        output=${output%%\{\"name\":\"Bot\"*}${output##*\"kicked\":1}
        [ "$output" = "${others:=$output}" ]
    done <<<"$later"
    nothing_is_left
}

@test "who plays by the rules may have children, talk to itself and not want to end" {
    play "$(bad good-0)"
    expected=$output
    [[ $output == *',[]]' ]]
    for kind in family chatter stubborn litter; do
        play "$(bad "$kind-1")"
        [ "$output" = "$expected" ]
        [ "$status" -eq 0 ]
    done
    nothing_is_left
}

@test "who is out in one game of a series loses the later ones without being waited for" {
    for kind in hang crash; do
        play "$(bad $kind-4)" --games 100 -j1 --timeout 1
        [ "$status" -eq 0 ]
        [[ $output == *'"name":"Bot","games":100,"wins":0,"ties":0,"kicked":100,'* ]]
        give "[[\"Ann\",\"Euclid\"],[\"Bot\",\"$(bad $kind-2)\"]]" xgames --games 100 -j1 --seed 2 --timeout 1
        [[ $output == *'"name":"Bot","games":100,"wins":0,"ties":0,"kicked":100,'* ]]
    done
    nothing_is_left
}

@test "a tournament goes on without those that misbehave" {
    give "$trains [[\"Bot\",\"$(bad hang-0)\"],[\"Bot\",\"$(bad crash-4)\"],[\"Cleo\",\"Buy-Now\"],[\"Dan\",\"$(bad good-0)\"]]" \
        xmanager --seed 7 --timeout 3
    [ "$status" -eq 0 ]
    [ "$output" = '[["Cleo"],["Bot","Bota"]]' ]
    nothing_is_left
}

# -- what they get, and what they may --

@test "a program sees its own folder and nothing of the caller's" {
    "$BIN/xgrade" doctor | grep -q '^sandbox *yes' || skip "no sandbox here"
    mkdir logs
    SECRET=hidden play "$(bad litter-1)" --bot-log logs
    [ "$(cat logs/Bot.log)" = "inside 1, more descriptors 0, secret none
goodbye" ]
    [ ! -e /tmp/signalbox-outside ]
    [ -z "$(find . -name inside -o -name outside)" ]
    nothing_is_left
}

@test "--bot-log has what programs say up to their end, each in a file of its own" {
    mkdir logs
    play "$(bad good-0)" --games 40 -j2 --bot-log logs
    [ "$(cd logs && cat Bot.log Bot-2.log)" = $'goodbye\ngoodbye' ]
    play "$(bad good-0)" --games 1 -j2 --bot-log logs # no more programs than games
    play "$(bad chatter-1)" --bot-log logs
    [ "$(wc -l <logs/Bot.log)" -eq 20001 ]
    play "$(bad good-0)" --bot-log nowhere
    [ "$status" -eq 5 ]
    [ "$stderr" = "xref: cannot write the log of the player Bot: No such file or directory" ]
    [ -z "$output" ]
    nothing_is_left
}

@test "what cannot be executed is bad input, and nothing is written" {
    echo text >bots/text
    cp bots/text bots/script && chmod +x bots/script
    for path in bots/none ./none ../none bots/text bots/script bots/ 'bots/a\nb'; do
        play "$path" --log log --explain
        [ "$status" -eq 3 ]
        [ -z "$output" ]
        [ "${#stderr_lines[@]}" -eq 1 ]
        [[ $stderr == "xref: <stdin>:3:"*": players[1][1]: cannot start $here/"* ]]
        give "[[\"Ann\",\"Euclid\"],[\"Bot\",\"$path\"]]" xgames --games 2 --seed 1
        [ "$status" -eq 3 ]
        [[ $stderr == "xgames: <stdin>:1:"*": players[1][1]: cannot start $here/"* ]]
    done
    [ ! -e log ]
    play "./$(printf "%05000d" 0)"
    [ "$status" -eq 3 ]
    [[ $stderr == "xref: <stdin>:3:"*": players[1][1]: cannot start ./00"* ]]
    give '[["Ann","bots/text","win"],["Ben","Euclid"]] {}' xbad
    [ "$status" -eq 3 ]
    [[ $stderr == "xbad: <stdin>:1:21: players[0][2]: a player that is a program fails by itself"* ]]
    nothing_is_left
}

@test "a program leaves the permissions of other files alone" {
    "$BIN/xgrade" doctor | grep -q '^sandbox *yes' || skip "no sandbox here"
    mkdir other
    echo hidden >other/secret
    chmod 640 other/secret
    play "$(bad permissions)"
    [[ $output == *',["Bot"]]' ]]
    [ "$(stat -c %a other/secret)" -eq 640 ]
    nothing_is_left
}

@test "a link to a program is as good as the program" {
    mkdir elsewhere
    cp "$build/turncoat" elsewhere/
    ln -s ../elsewhere/turncoat bots/link
    play bots/link
    [[ $output == *',[]]' ]]
}

# -- when xref is ended --

the_family_is_there() {
    [ "$(find /proc -maxdepth 2 -name exe -lname "$here/bots/family-1" 2>/dev/null | wc -l)" -ge 4 ]
}

ended_by() { # signal, input
    "$BIN/xref" --seed 7 --timeout 50 <<<"$2" 3>&- &
    local pid=$!
    eventually the_family_is_there
    kill "-$1" "$pid"
    wait "$pid" || true
    eventually nothing_is_left # nobody waits for those that clean up then
}

@test "nothing is left when xref is killed or interrupted" {
    local game
    game="$trains [[\"Ann\",\"$(bad family-1)\"],[\"Bot\",\"$(bad hang-3)\"]]"
    ended_by TERM "$game"
    ended_by KILL "$game"
    run timeout -s INT 1 "$BIN/xref" --seed 7 --timeout 50 <<<"$game" # as from a terminal: all of its group get it
    [ "$status" -eq 124 ]
    [ -z "$output" ]
    eventually nothing_is_left # nobody waits for those that clean up then
}
