#!/usr/bin/env bats
# What programs do to xgrade, and what it does to them (Tests/rogue.c): the right verdict, in bounded time, and nothing
# left running or on disk.
load helper

# One program of each kind asked for, and one case for it, in $here; temporary folders go to $here/tmp.
setup() {
    rogue=$PWD/${BUILD:-build/release}/rogue
    here=$BATS_TEST_TMPDIR/here
    mkdir -p "$here/tmp" "$here/programs" "$here/other" && cd "$here" || return
    echo hidden >other/secret
    export TMPDIR=$here/tmp
}

rogues() { # kinds...
    local kind
    for kind in "$@"; do
        mkdir -p "cases/$kind"
        cp "$rogue" "programs/$kind"
        echo 1 >"cases/$kind/1-in.json"
        echo true >"cases/$kind/1-out.json"
    done
}

# Runs them all. $output has a line "KIND VERDICT" for each.
grade() { # options...
    local code=0
    timeout 100 "$BIN/xgrade" "$@" --csv out.csv --quiet programs cases >report 2>errors || code=$?
    cat errors
    status=$code
    output=$(sed -n 's/^"[^"]*","[^"]*","cases\/\([^"]*\)","[^"]*",\([a-z-]*\),.*/\1 \2/p' out.csv)
}

# Two cases are done.
two_are_done() {
    [[ $(wc -l <results 2>/dev/null) -ge 2 ]]
}

limits=(-j4 --memory 100 --output 1 --processes 50 --file-size 1)

verdicts='crash crash
deep wrong
early pass
environment pass
errors output-limit
fails exit
file crash
forks process-limit
forks-apart process-limit
half timeout
huge wrong
latin bad-json
litter pass
markup wrong
memory memory-limit
nul bad-json
output output-limit
pipes pass
runner wrong
session pass
sleeper timeout
stubborn timeout
twice pass
unread pass'

check_verdicts() { # options...
    # shellcheck disable=SC2046
    rogues $(cut -d' ' -f1 <<<"$verdicts")
    for kind in half sleeper stubborn; do # the others have the usual time: the machine may be slow
        echo '{"timeout": 2}' >"cases/$kind/suite.json"
    done
    grade "${limits[@]}" "$@"
    diff <(echo "$verdicts") <(echo "$output")
    [ "$status" -eq 1 ]
    nothing_is_left
}

need_layer() { # name
    "$BIN/xgrade" doctor | grep -q "^$1 *yes" || skip "no $1 here"
}

@test "every kind gets its verdict, and nothing is left" {
    check_verdicts
}

# bats test_tags=long,sanitize
@test "the same without walls" {
    check_verdicts --isolate none
}

# bats test_tags=long
@test "the same in a sandbox that is required" {
    need_layer sandbox
    check_verdicts --isolate ns --require-isolation
}

# bats test_tags=long
@test "the same under Landlock" {
    need_layer Landlock
    check_verdicts --isolate landlock
}

@test "a layer that is missing is named before anything runs" {
    rogues early
    run --separate-stderr "$BIN/xgrade" --isolate landlock --require-isolation programs cases
    [ "$status" -eq 4 ]
    [ "$stderr" = "xgrade: --require-isolation asks for a sandbox, --isolate for less" ]
}

@test "time on the processor is limited apart from time" {
    rogues busy
    grade --cpu 1 --timeout 60
    [ "$output" = "busy cpu-limit" ]
    nothing_is_left
}

@test "a limit that is found exceeded too late is still the verdict" {
    rogues hungry
    cat >programs/hungry <<'EOF'
#!/usr/bin/env bash
# Stops its worker, takes the memory, and lets the worker go on when the deadline has passed.
kill -STOP $PPID
{ head -c 200000000 /dev/zero && sleep 1 && kill -CONT $PPID && sleep 100; } | tail
EOF
    grade --isolate none --timeout 1 --memory 100
    [ "$output" = "hungry memory-limit" ]
    nothing_is_left
}

@test "10 MB that nobody reads harm nobody" {
    rogues early unread echo
    for kind in early unread echo; do
        { head -c 10000000 /dev/zero | tr '\0' ' ' && echo 1; } >"cases/$kind/1-in.json"
    done
    echo 1 >cases/echo/1-out.json
    grade
    [ "$output" = $'early pass\necho pass\nunread pass' ]
    [ "$status" -eq 0 ]
    nothing_is_left
}

# Three cases of each kind, since what one leaves would be found by the next.
three_times() { # kinds...
    rogues "$@"
    for kind in "$@"; do
        for i in 2 3; do
            cp "cases/$kind/1-in.json" "cases/$kind/$i-in.json"
            cp "cases/$kind/1-out.json" "cases/$kind/$i-out.json"
        done
    done
}

@test "nothing that programs write is seen by others or stays, and they see no other submission" {
    three_times outside sibling
    for kind in $(isolations); do
        grade -j1 --isolate "$kind"
        [ "$(uniq -c <<<"$output" | tr -s ' ')" = $' 3 outside pass\n 3 sibling pass' ]
        nothing_is_left
        [ -z "$(find / -maxdepth 3 -name signalbox-outside 2>/dev/null)" ]
    done
}

@test "programs leave alone the permissions of files, and nothing that outlives them" {
    three_times permissions shared
    chmod 640 other/secret
    for options in "" "--isolate ns" "--isolate landlock"; do
        # shellcheck disable=SC2086
        grade -j2 $options
        if [ "$options" != "--isolate landlock" ]; then # which has nothing against chmod
            [ "$(uniq -c <<<"$output" | tr -s ' ')" = $' 3 permissions pass\n 3 shared pass' ]
            [ "$(stat -c %a other/secret)" -eq 640 ]
        fi
        [[ $output == *"shared pass"* ]]
        run ! grep -qh 51676e6c <(ipcs)
        nothing_is_left
    done
}

@test "a program that kills its worker costs itself nothing and the others neither" {
    rogues early killer twice unread
    grade -j2 --isolate none
    [ "$output" = $'early pass\nkiller harness-error\ntwice pass\nunread pass' ]
    [ "$status" -eq 4 ]
    nothing_is_left
}

@test "after SIGINT nothing is left, and what was done is kept" {
    rogues early sleeper stubborn twice
    "$BIN/xgrade" -j4 --timeout 50 --results results --quiet programs cases >report 2>errors 3>&- &
    pid=$!
    eventually two_are_done
    kill -INT $pid
    code=0
    wait $pid || code=$?
    [ "$code" -eq 130 ]
    [ "$(grep -c '"verdict":"pass"' results)" -eq 2 ]
    nothing_is_left
}

@test "after SIGKILL nothing is left either, and --resume does the rest" {
    rogues early stubborn twice forks-apart
    "$BIN/xgrade" -j4 --timeout 50 --results results --quiet programs cases >report 2>errors 3>&- &
    pid=$!
    eventually two_are_done
    kill -KILL $pid
    code=0
    wait $pid || code=$?
    [ "$code" -eq 137 ]
    eventually nothing_is_left
    grade -j4 --timeout 1 --processes 50 --results results --resume
    [ "$output" = $'early pass\nforks-apart process-limit\nstubborn timeout\ntwice pass' ]
    nothing_is_left
}

# bats test_tags=long
@test "values one at a time, and two deadlines" {
    rogues echo late half
    for kind in echo late half; do
        echo '1 [2] "three"' >"cases/$kind/1-in.json"
        cp "cases/$kind/1-in.json" "cases/$kind/1-out.json"
    done
    grade --interactive --timeout 2 --first-byte 0.2
    [ "$output" = $'echo pass\nhalf timeout\nlate timeout' ]
    grep -q '"no answer to value 1 within 0.2 s"' out.csv
    grade --interactive --timeout 2 --whole 0.2
    grep -q '"no whole answer to value 1 within 0.2 s"' out.csv
    grade --interactive --timeout 2
    [ "$output" = $'echo pass\nhalf timeout\nlate pass' ]
    nothing_is_left
}

@test "servers and clients are talked to over TCP, and pairs talk to each other" {
    rogues server servers client early sender
    for kind in server servers client early; do
        echo '1 [2] "three"' >"cases/$kind/1-in.json"
        cp "cases/$kind/1-in.json" "cases/$kind/1-out.json"
    done
    for kind in server servers early; do
        echo '{"tcp": "server"}' >"cases/$kind/suite.json"
    done
    echo '{"tcp": "client"}' >cases/client/suite.json
    rm -r cases/sender
    mkdir cases/pair
    echo '{"program": "server", "args": ["{port}"], "with": ["{dir}/sender", "{port}"], "values": [null, [1]]}' >cases/pair/suite.json
    echo '1 [2] "three"' >cases/pair/1-in.json
    echo '[2]' >cases/pair/1-out.json
    for options in "" --interactive; do
        # shellcheck disable=SC2086
        grade $options --timeout 5
        [ "$output" = $'client pass\nearly wrong\npair pass\nserver pass\nservers pass' ]
    done
    nothing_is_left
}

@test "a server that lets nobody in is late, and no more" {
    rogues full
    SECONDS=0
    grade --tcp server --timeout 1
    [ "$output" = 'full timeout' ]
    [ "$SECONDS" -lt 20 ]
    nothing_is_left
}

@test "files without an end, as programs, inputs, answers and settings, hold up nobody" {
    mkdir -p tests/{staff,zero,pipe,deaf,setting} teams/{good,zero,pipe}
    for team in staff zero pipe deaf setting; do
        echo 1 >tests/$team/1-in.json
        echo true >tests/$team/1-out.json
    done
    ln -sf /dev/zero tests/zero/1-in.json
    rm tests/pipe/1-in.json tests/deaf/1-out.json
    mkfifo tests/pipe/1-in.json tests/deaf/1-out.json tests/setting/suite.json
    printf '#!/bin/sh\necho true\n' >teams/good/p
    chmod +x teams/good/p
    ln -s /dev/zero teams/zero/p
    mkfifo -m 777 teams/pipe/p
    run --separate-stderr timeout -s KILL 20 "$BIN/xgrade" fest --tests tests --submissions teams --program p --csv out.csv
    [ "$status" -eq 4 ]
    [[ $stderr == *'"tests/setting/suite.json": it is not a regular file; the tests of "setting" are left out'* ]]
    [[ $stderr == *'"tests/deaf/1-out.json": it is not a regular file; "deaf/1" is left out'* ]]
    [[ $output == *$'good ! .\npipe ! x\nzero x x\n'* ]]
    run --separate-stderr timeout -s KILL 20 "$BIN/xgrade" teams/good/p tests/zero
    [ "$status" -eq 4 ]
    [[ $output == 'harness-error    tests/zero/1'*'it is not a regular file'* ]]
    nothing_is_left
}
