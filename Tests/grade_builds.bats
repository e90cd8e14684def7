#!/usr/bin/env bats
# xgrade --build: submissions that have to be built before their cases run.
# shellcheck disable=SC2016 # scripts in quotes are for other shells
load helper

# A submission in C, laid out as the course has it: a folder for each milestone, and one that they share.
setup() {
    here=$BATS_TEST_TMPDIR/here
    mkdir "$here" && cd "$here" || return
    export TMPDIR=$BATS_TEST_TMPDIR/tmp
    mkdir "$TMPDIR" && mkdir -p teams/ann/Common cases
    echo '#define ANSWER "true"' >teams/ann/Common/answer.h
    for milestone in 3 4; do
        mkdir "teams/ann/$milestone" "cases/$milestone"
        printf '%s\n' '#include <stdio.h>' '#include "../Common/answer.h"' 'int main(void) { puts(ANSWER); }' \
            >"teams/ann/$milestone/main.c"
        printf 'xmap: main.c ../Common/answer.h\n\t@date +%%N >>made\n\t@echo made by hand\n\t$(CC) -o $@ main.c\n' \
            >"teams/ann/$milestone/Makefile"
        for k in 1 2 3; do
            echo $k >"cases/$milestone/$k-in.json" && echo true >"cases/$milestone/$k-out.json"
        done
    done
}

grade() {
    run --separate-stderr timeout 60 "$BIN/xgrade" "$@"
}

# Makes a script the build of milestone 3.
build_by() { # script
    printf '%s\n' '#!/bin/sh' "$1" >teams/ann/3/build.sh && chmod +x teams/ann/3/build.sh
}

@test "a program is built in a copy, once, and its cases run what was made" {
    grade --submission teams/ann --build make --results r.jsonl teams/ann/3/xmap cases/3
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = "3 passed, 0 failed" ]
    [ ! -e teams/ann/3/xmap ]
    [ ! -e teams/ann/3/made ]
    [ "$(grep -c '"role":"build"' r.jsonl)" -eq 1 ]
    grep -q '"case":"make in 3",.*"role":"build","verdict":"pass",.*"actual":"made by hand' r.jsonl
    [ "$(grep -c '"build":"make in 3".*"program_sha256":"[0-9a-f]\{64\}"' r.jsonl)" -eq 3 ]
    nothing_is_left
    # nothing is built where nothing is run, and everything when something has changed
    grade --submission teams/ann --build make --results r.jsonl --resume teams/ann/3/xmap cases/3
    [ "${lines[-1]}" = "3 passed, 0 failed" ]
    [ "$(wc -l <r.jsonl)" -eq 4 ]
    echo '#define ANSWER "false"' >teams/ann/Common/answer.h
    grade --submission teams/ann --build make --results r.jsonl --resume teams/ann/3/xmap cases/3
    [ "${lines[-1]}" = "0 passed, 3 failed" ]
    [ "$(grep -c '"role":"build"' r.jsonl)" -eq 2 ]
}

@test "each milestone of a submission has its own build" {
    for milestone in 3 4; do
        echo "{\"program\": \"$milestone/xmap\", \"build\": [\"make\"]}" >"cases/$milestone/suite.json"
    done
    grade --submission teams/ann --results r.jsonl teams/ann cases
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = "6 passed, 0 failed" ]
    [ "$(grep '"role":"build"' r.jsonl | grep -o '"make in .",' | sort | tr -d '\n')" = '"make in 3","make in 4",' ]
    # a folder whose cases do not ask for a build does without, whatever comes before it
    cp -r cases/4 cases/4-as-it-is && echo '{"program": "4/xmap"}' >cases/4-as-it-is/suite.json
    grade --submission teams/ann teams/ann cases
    [ "$status" -eq 1 ]
    [ "${lines[-1]}" = "6 passed, 3 failed" ]
    grep -qx '    "teams/ann/4/xmap": No such file or directory' <<<"$output"
}

@test "a build that fails is told of once, and fails all its cases" {
    echo 'int x = ;' >>teams/ann/3/main.c
    grade --submission teams/ann --build make --results r.jsonl --html r.html --junit r.xml --csv r.csv --json r.json \
        --gradescope g.json teams/ann/3/xmap cases/3
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = "build-failed     3 cases" ]
    [ "${lines[1]}" = "    make in 3: exit code 2" ]
    [ "${lines[2]}" = "    stdout: made by hand" ]
    [[ $output == *"stderr: main.c:4:9: error: expected expression"* && $output != *cases/3/1* ]]
    [ "${lines[-1]}" = "0 passed, 3 failed" ]
    [ "$(grep -c '"verdict":"build-failed","points":1,"earned":0' r.jsonl)" -eq 3 ]
    for file in r.xml r.csv r.json g.json; do
        [ "$(grep -o 'expected expression' $file | wc -l)" -eq 1 ]
    done
    [ "$(grep -c '<details' r.html)" -eq 1 ]
    [ "$(grep -c ',build-failed,1,0,' r.csv)" -eq 3 ]
    grep -q '"name":"make in 3","score":0,"max_score":3,"status":"failed"' g.json
    sed 's/"build-failed"/"harness-error"/' r.jsonl >errors.jsonl # as if the grader had been short of something
    run "$BIN/xgrade" report errors.jsonl
    [[ $output == *"harness-error    "*"3 cases"* && $output != *"0 cases"* ]]
    grade --submission teams/ann --build make --tap teams/ann/3/xmap cases/3
    [ "$(grep -c '^not ok' <<<"$output")" -eq 3 ]
    [ "$(grep -c 'expected expression' <<<"$output")" -eq 1 ]
    grade report r.jsonl
    [ "${lines[0]}" = "build-failed     3 cases" ]
    # what is missing after a build that went well is the program's own failure
    grade --submission teams/ann --build true teams/ann/3/xmap cases/3
    [[ $output == *"3/xmap: No such file or directory"* ]]
    if isolations | grep -q ns; then # elsewhere, each case has a copy of its own, whose path is shown
        [[ ${lines[0]} == "exit  "*" 3 cases: "* && ${lines[1]} == *" cases/3/1, "* ]]
    fi
    grade --submission teams/ann --build ./nowhere teams/ann/3/xmap cases/3
    [[ ${lines[0]} == "build-failed     3 cases" && ${lines[1]} == *"nowhere: No such file or directory" ]]
}

@test "a build has its own limits" {
    build_by 'sleep 100 & sleep 100'
    echo '{"build": ["./build.sh"], "build_timeout": 0.5}' >cases/3/suite.json
    grade --submission teams/ann teams/ann/3/xmap cases/3
    [[ $status -eq 1 && ${lines[1]} == "    ./build.sh in 3: not over within 0.5 s" ]]
    build_by 'sleep 2; make -s' # more than a case may have
    grade --submission teams/ann --timeout 1 --build ./build.sh --build-timeout 20 teams/ann/3/xmap cases/3
    [ "$status" -eq 0 ]
    nothing_is_left
}

@test "a build writes its copy and nothing else, and cases do not change it" {
    "$BIN/xgrade" doctor | grep -q '^sandbox *yes' || skip "there is no sandbox here"
    mkdir elsewhere
    build_by "echo x >${here@Q}/elsewhere/x; echo x >${here@Q}/cases/3/x; echo x >../Common/new; rm -f main.c.o; make -s"
    grade --submission teams/ann --build ./build.sh teams/ann/3/xmap cases/3
    [ "$status" -eq 0 ]
    [ -z "$(ls elsewhere)" ]
    [ ! -e cases/3/x ]
    [ ! -e teams/ann/Common/new ]
    # each case finds the submission as it was built
    build_by 'echo x >../Common/new; printf "#!/bin/sh\ntest ! -e seen && touch seen && echo true\n" >xmap; chmod +x xmap'
    grade --submission teams/ann -j1 --build ./build.sh teams/ann/3/xmap cases/3
    [ "${lines[-1]}" = "3 passed, 0 failed" ]
}

@test "a build that makes the program a link out of the submission, or removes its folder, gains nothing" {
    echo 'exit 1' >secret
    hash=$(sha256sum <secret)
    for mode in ns landlock none; do
        "$BIN/xgrade" doctor | grep -qi "^${mode/ns/sandbox} *yes" || [ $mode = none ] || continue
        build_by "ln -s ${here@Q}/secret xmap"
        grade --submission teams/ann --isolate $mode --build ./build.sh --results r.jsonl teams/ann/3/xmap cases/3
        [[ $status -eq 1 && ${lines[0]} == 'exit '*'3 cases: the build has made the program a link that leads out of'* ]]
        run ! grep -q "${hash%% *}" r.jsonl
        build_by "make -s; mv xmap it; ln -s ${here@Q}/teams/ann/3/it xmap" # in a sandbox, the copy is there
        grade --submission teams/ann --isolate $mode --build ./build.sh teams/ann/3/xmap cases/3
        [[ $status -eq 0 || $mode != ns ]]
        build_by 'rm -r ../3'
        grade --submission teams/ann --isolate $mode --build ./build.sh teams/ann/3/xmap cases/3
        [[ $status -eq 1 && ${lines[0]} == 'exit '*'3 cases: no folder to run in'* ]]
        # a path that is too long to be copied
        # shellcheck disable=SC2016
        build_by 'make -s; d=$(printf %0200d); for i in $(seq 30); do mkdir $d && cd -P $d; done'
        grade --submission teams/ann --isolate $mode --build ./build.sh teams/ann/3/xmap cases/3
        [ "$status" -eq 0 ]
        rm r.jsonl
    done
    nothing_is_left
}

@test "a build has a network only if staff say so" {
    "$BIN/xgrade" doctor | grep -q '^sandbox *yes' || skip "there is no sandbox here"
    need_python
    python3 -c 'import socket, sys
s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1], flush=True)
while True: s.accept()[0].sendall(b"true")' >port 3>&- &
    server=$!
    eventually test -s port
    build_by "python3 -c 'import socket; print(socket.create_connection((\"127.0.0.1\", $(cat port))).recv(9).decode())' >made || exit 7
printf '#!/bin/sh\\ncat made\\n' >xmap; chmod +x xmap"
    echo '{"build": ["./build.sh"]}' >cases/3/suite.json
    grade --submission teams/ann teams/ann/3/xmap cases/3
    [[ $status -eq 1 && ${lines[1]} == "    ./build.sh in 3: exit code 7" && $output == *"Connection refused"* ]]
    echo '{"build": ["./build.sh"], "build_network": true}' >cases/3/suite.json
    grade --submission teams/ann teams/ann/3/xmap cases/3
    kill $server
    [ "$status" -eq 0 ]
}

@test "a fest builds every submission once" {
    cp -r teams/ann teams/ben && cp -r teams/ann teams/cleo
    echo '#define ANSWER "false"' >teams/ben/Common/answer.h
    echo '#define ANSWER' >teams/cleo/Common/answer.h
    mkdir tests && cp -r cases/3 tests/staff
    printf '%s\n' '#!/bin/sh' 'echo true' >reference && chmod +x reference
    grade fest --tests tests --submissions teams --program 3/xmap --reference ./reference --build make --results r.jsonl
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = "build-failed     cleo: 3 cases" ]
    [[ $output == *$'\nann  ...\nben  www\ncleo bbb\n'* ]]
    [ "$(grep -c '"role":"build"' r.jsonl)" -eq 3 ]
    grade fest --tests tests --submissions teams --program 3/xmap --reference ./reference --build make --results r.jsonl --resume
    [[ $output == *$'\nann  ...\nben  www\ncleo bbb\n'* ]]
    [ "$(grep -c '"role":"build"' r.jsonl)" -eq 3 ]
    nothing_is_left
}

@test "copies go with the next run if a run is killed" {
    build_by 'make -s; echo "int main(void) { for (;;) {} }" >main.c; cc -o xmap main.c'
    "$BIN/xgrade" --submission teams/ann --build ./build.sh teams/ann/3/xmap cases/3 >/dev/null 2>&1 3>&- &
    grader=$!
    eventually compgen -G "$TMPDIR/signalbox-run-*/build-0/3/xmap"
    kill -9 $grader
    wait $grader || true
    nothing_runs
    grade --submission teams/ann --build make teams/ann/3/xmap cases/3
    [ "$status" -eq 0 ]
    nothing_is_left
}

@test "--watch builds again when a source changes" {
    "$BIN/xgrade" --submission teams/ann --build make --watch --results r.jsonl teams/ann/3/xmap cases/3 >out 2>err 3>&- &
    grader=$!
    eventually grep -q "waiting for a change" err
    touch cases/3/1-in.json
    eventually bash -c '[ "$(grep -c passed out)" -eq 2 ]'
    [ "$(grep -c '"role":"build"' r.jsonl)" -eq 1 ]
    eventually bash -c '[ "$(grep -c "waiting for a change" err)" -eq 2 ]'
    echo '#define ANSWER "false"' >teams/ann/Common/answer.h
    eventually grep -q "0 passed, 3 failed" out
    [ "$(grep -c '"role":"build"' r.jsonl)" -eq 2 ]
    kill -INT $grader
    wait $grader || true
    nothing_is_left
}

@test "a build that misbehaves fails, says why, and leaves nothing" {
    mkdir elsewhere
    # shellcheck disable=SC2016
    declare -A builds=(
        ['more than 1024 MiB of files, or too many']='for i in $(seq 12); do fallocate -l 100M $i; done; sleep 60'
        ['SIGUSR1']='kill -USR1 $$'
        ['more than 1024 processes at once']='for i in $(seq 2000); do sleep 60 & done; sleep 60'
        ['exit code 9']="(setsid sleep 60 &); echo x >${here@Q}/elsewhere/x; touch ${here@Q}/cases/3/x; exit 9"
    )
    for why in "${!builds[@]}"; do
        build_by "${builds[$why]}"
        grade --submission teams/ann --build ./build.sh teams/ann/3/xmap cases/3
        echo "$output"
        [[ $status -eq 1 && ${lines[0]} == "build-failed     3 cases" && ${lines[1]} == "    ./build.sh in 3: $why" ]]
        [ -z "$(ls elsewhere)" ]
        [ ! -e cases/3/x ]
        [ "$(ls teams/ann/3)" = $'Makefile\nbuild.sh\nmain.c' ]
        nothing_is_left
    done
    truncate -s 1T teams/ann/3/hole
    grade --submission teams/ann --build true teams/ann/3/xmap cases/3
    [[ $status -eq 1 && ${lines[1]} == *'ann" is too large to be copied' ]]
}
