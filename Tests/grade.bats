#!/usr/bin/env bats
# xgrade, as those who grade see it: cases, comparison, verdicts, records, reports, habits, fests.
# What programs do to it and it to them is in grade_hostile.bats.
# shellcheck disable=SC2016 # scripts in quotes are for other shells
load helper

# A folder with cases and a program that gets some of them wrong.
setup() {
    here=$BATS_TEST_TMPDIR/here
    mkdir "$here" && cd "$here" || return
    mkdir -p cases/deep
    put() { printf '%s\n' "$2" >"cases/$1"; }
    put 1-in.json '[1]' && put 1-out.json '[[["Ben"]]]'
    put 2-in.json '{"a": 1}' && put 2-out.json '{"x": 1.0, "y": [2]}'
    put 10-in.json '10' && put 10-out.json '{"k": [1, 2, 3]}'
    put deep/team-3-in.json '3' && put deep/team-3-out.json 'true'
    cat >program <<'EOF'
#!/bin/sh
read -r x
case $x in
'[1]') echo '[[["Cameron"]]]' ;;
'{"a": 1}') echo '{"y":[2e0],"x":1}' ;;
10) echo '{"k": [1, 2' ;;
*) echo true ;;
esac
EOF
    chmod +x program
}

# Runs xgrade; the report goes to $output, complaints to $stderr.
grade() {
    run --separate-stderr timeout 60 "$BIN/xgrade" "$@"
}

# All but the times of a report.
timeless() {
    sed -E 's/ [0-9.]+ s( |$)/ T s\1/; s/("?(wall_ms|cpu_ms|memory_kib|execution_time|duration_ms|time)"?[:=] ?"?)[^",}]*/\1T/g; s/,[0-9.]+,[0-9.]+,[0-9]+\r?$/,T/; s/<td class=n>[0-9.]+<.tr>/T/; s/[0-9-]{10} [0-9:]{5} UTC/T/' "$@"
}

@test "--help and --version of every command" {
    for command in "" collect class fest merge report doctor; do
        # shellcheck disable=SC2086
        grade $command --help
        [ "$status" -eq 0 ]
        [[ $output == "Usage: xgrade"* && $output == *"Exit codes"* && -z $stderr ]]
        # shellcheck disable=SC2086
        grade $command --version
        [[ $status -eq 0 && $output == xgrade*"(Signalbox)"* ]]
    done
}

@test "failures are named with the path that differs, and the last line counts" {
    grade ./program cases
    [ "$status" -eq 1 ]
    [ -z "$stderr" ]
    [ "${lines[0]}" = "wrong            cases/1" ]
    [ "${lines[1]}" = '    $[0][0][0]: expected "Ben", got "Cameron"' ]
    [ "${lines[2]}" = "    repeat: ./program < cases/1-in.json" ]
    [ "${lines[3]}" = "bad-json         cases/10" ]
    [ "${lines[4]}" = "    <stdout>:1:12: the text ends inside a value" ]
    [[ ${lines[6]} == "cases  "*" 1/3 "* ]]
    [[ ${lines[7]} == "cases/deep  "*" 1/1 "* ]]
    [ "${lines[-1]}" = "2 passed, 2 failed" ]
}

@test "failures of one kind are one block, with the command that repeats the first" {
    need_python
    rm -r cases/*
    mkdir -p "it's/3"
    cat >"it's/3/xmap" <<'END'
#!/usr/bin/env python3
import json, sys, time
def find_path(n): return json.loads("?")
n = json.load(sys.stdin)
if n < 4: find_path(n)
print([n > 4] if n < 6 else '"%d"' % n, flush=True)
if n == 7: time.sleep(60)
END
    chmod +x "it's/3/xmap"
    for n in 1 2 3 4 6 7; do
        echo "$n" >cases/$n-in.json
        echo "$n" >cases/$n-out.json
    done
    echo '{"timeout": 1}' >cases/7-meta.json
    grade --results r.jsonl "it's/3/xmap" cases
    [ "${lines[0]}" = "exit             3 cases: JSONDecodeError in find_path" ]
    [ "${lines[1]}" = "    cases/1, cases/2, cases/3; the first:" ]
    [[ $output == *"line 3, in find_path"* && $output != *json/__init__* && $output != *json/decoder* ]]
    [[ $output == *"    repeat: (cd 'it'\''s/3' && ./xmap) < cases/1-in.json"* ]]
    [[ $output == *"Python's False; JSON has false (line 1: [False])"* ]]
    [[ $output == *'a string where a number is expected (line 1: "6")'* ]]
    command=$(sed -n 's/^    repeat: //p' <<<"$output" | tail -2 | head -1)
    [ "$(sh -c "$command")" = '"6"' ]
    # what was expected, and what came, also of a case that was too late
    grep timeout r.jsonl | grep -F '"expected":"7\n","actual":"\"7\"\n"'
    grade --build true --memory 9 "it's/3/xmap" cases/1-in.json
    [[ $output == *"more than 9 MiB of memory"* && $output == *"&& true && ./xmap) <"* ]]
    echo '{"program": "no-such-program"}' >cases/suite.json
    grade / cases/1-in.json
    [[ $output == *"    repeat: (cd / && ./no-such-program) < cases/1-in.json"* ]]
}

@test "failures appear while the run goes on" {
    need_terminal
    script -qec "timeout 20 $BIN/xgrade -j 1 ./program cases 2>&1 >/dev/null" /dev/null >shown </dev/null || true
    grep -aq $'\r\x1b\\[Kwrong            ./program cases/1: \\$\\[0\\]\\[0\\]\\[0\\]: expected "Ben", got "Cameron"' shown
}

@test "what may not be seen of a case is neither on the terminal nor on pages" {
    echo '{"visible": "never", "hint": "a secret"}' >cases/1-meta.json
    echo '{"visible": "score-only", "hint": "a secret"}' >cases/10-meta.json
    grade --results r.jsonl --html r.html --site site ./program cases
    [ "${lines[0]}" = "bad-json         cases/10" ]
    [ "${lines[1]}" = "1 case counts and is not shown" ]
    [ "${lines[-1]}" = "2 passed, 2 failed" ]
    run ! grep -rqE 'secret|Cameron|cases/1[^0]' r.html site/program.html site/program.md
    grep -q 'cases/10' site/program.md
    grep -q 'cases/1<' site/index.html
    grade report --all-visible --html r.html r.jsonl
    [[ $output == *Cameron* ]]
    grep -q secret r.html
    # no other files, and nothing half-done
    [ "$(ls site)" = "$(printf '%s\n' index.html program.html program.md)" ]
    grade report --since r.jsonl r.jsonl
    [[ $status -eq 2 && $stderr == "xgrade report: --since FILE needs --site DIR" && -z $output ]]
    grade report --site r.html r.jsonl
    [[ $status -eq 4 && $stderr == *"Not a directory" ]]
    grade report --site site --since nowhere r.jsonl
    [[ $status -eq 4 && $stderr == *'cannot read "nowhere": No such file or directory' ]]
}

@test "what may and may not be typed" {
    grade
    [ "$status" -eq 2 ]
    grade ./program
    [ "$status" -eq 2 ]
    grade ./nowhere cases
    [[ $status -eq 2 && $stderr == 'xgrade: there is no program "./nowhere": No such file or directory' ]]
    grade cases/1-in.json cases
    [[ $status -eq 2 && $stderr == *"cannot be run: Permission denied" ]]
    grade ./program nowhere
    [[ $status -eq 2 && $stderr == 'xgrade: there are no cases "nowhere": No such file or directory' ]]
    mkdir empty
    grade ./program empty
    [[ $status -eq 2 && $stderr == 'xgrade: there are no cases (K-in.json) in "empty"' ]]
    for wrong in --shard=0/3 --shard=4/3 --shard=x --tolerance=x --pass-mark=101 --feed=fats --tcp=x --isolate=x \
        --compare=jsn --compare=unordered:x --timeout=x --jobs=0 --resume --failed --nothing; do
        grade "$wrong" ./program cases
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [ "${#stderr_lines[@]}" -eq 1 ]
    done
}

@test "settings are checked, with their place" {
    check() { # text, complaint
        printf '%s' "$1" >cases/suite.json
        grade ./program cases
        [ "$status" -eq 4 ]
        [ -z "$output" ]
        [ "$stderr" = "xgrade: cases/suite.json:$2" ]
    }
    check '' '1:1: expected an object, found the end of the file'
    check '[]' '1:1: expected an object, found an array of 0'
    check $'{"args": ["a"],\n "arg": 1}' '2:2: there is no setting "arg"'
    check '{"args": "x"}' '1:10: args: expected an array of 0 to 1000, found "x"'
    check '{"args": [1]}' '1:11: args[0]: expected a string, found 1'
    check '{"points": -1}' '1:12: points: expected a number from 0 to 1000000, found -1'
    check '{"timeout": 0}' '1:13: timeout: a timeout is at least 0.001 seconds'
    check '{"compare": "x"}' '1:13: compare: expected json, text, unordered:PATH or program:COMMAND'
    check '{"exit": 256}' '1:10: exit: expected a whole number from 0 to 255, found 256'
    check '{"tcp": "x"}' '1:9: tcp: expected "server" or "client", found "x"'
    check '{"values": [[0]]}' '1:12: values: expected an array of 2, found an array of 1'
    check '{"with": []}' '1:10: with: expected an array of 1 to 1000, found an array of 0'
    check '{} {}' '1:4: expected the end of the file, found more'
    check '{"tags": ["a"], "tags": []}' '1:17: this key is in the object already'
    rm cases/suite.json
    echo '{"program": "x"}' >cases/1-meta.json
    grade ./program cases
    [[ $status -eq 4 && $stderr == 'xgrade: cases/1-meta.json:1:2: "program" is for a whole folder: it belongs in suite.json' ]]
}

@test "files without their partner are named" {
    rm cases/1-out.json cases/2-in.json
    echo 7 >cases/lost-err.txt
    grade ./program cases
    [ "$status" -eq 1 ]
    [ "${stderr_lines[0]}" = 'xgrade: "cases/2-out.json" has no "2-in.json"' ]
    [ "${stderr_lines[1]}" = 'xgrade: "cases/lost-err.txt" has no "lost-in.json"' ]
    [ "${lines[0]}" = "missing-expected cases/1" ]
    [ "${lines[-1]}" = "1 passed, 2 failed" ]
    grade --filter 1 --list ./program cases
    [ "$output" = cases/1 ]
}

@test "points, groups and the mark" {
    grade ./program cases # one point for each case is nothing to talk about
    grep -qE '^cases/deep +1/1 +[0-9.]+ s wall$' <<<"$output"
    [[ $output != *score* ]]
    echo '{"points": 10}' >cases/suite.json # of which deep takes 4, and case 1 takes 3: 1.5 for each of the others
    echo '{"points": 4}' >cases/deep/suite.json
    echo '{"points": 3}' >cases/1-meta.json
    grade --pass-mark 55 ./program cases
    [ "$status" -eq 0 ]
    [[ $output == *"cases  "*" 1/3 "*" 1.5/6 (25.0 %)"* ]]
    [[ $output == *"cases/deep  "*" 1/1 "*" 4/4 (100.0 %)"* ]]
    [ "${lines[-2]}" = "score 5.5/10 (55.0 %), enough: 55 % are needed" ]
    grade --pass-mark 55.1 --quiet ./program cases
    [ "$status" -eq 1 ]
    [ "$output" = "score 5.5/10 (55.0 %), not enough: 55.1 % are needed
2 passed, 2 failed" ]
    echo '{"points": 0}' >cases/1-meta.json # which is not as if nothing were said: 3 for each of the others
    grade ./program cases
    [[ $output == *"cases  "*" 1/3 "*" 3/6 (50.0 %)"* ]]
    echo '{"points": 0}' >cases/deep/suite.json
    grade ./program cases
    [[ $output == *"cases  "*" 1/3 "*" 5/10 (50.0 %)"* ]]
    grep -qE '^cases/deep +1/1 +[0-9.]+ s wall$' <<<"$output"
}

@test "variables of --env override those of the suite, and no others that begin alike" {
    rm -r cases/*
    printf '#!/bin/sh\necho "\\"$A $AB $B\\""\n' >program
    echo 1 >cases/1-in.json && echo '"suite option option"' >cases/1-out.json
    echo '{"env": {"A": "suite", "B": "suite"}}' >cases/suite.json
    grade --env AB=option --env B=option ./program cases
    [ "${lines[-1]}" = "1 passed, 0 failed" ]
}

@test "expected complaints, exit codes and arguments" {
    printf '%s\n' '#!/bin/sh' 'echo "bad: $*" >&2' 'exit ${2:-3}' >complainer
    chmod +x complainer
    rm -r cases/*
    echo 1 >cases/a-in.json && echo 'bad: x' >cases/a-err.txt
    echo 1 >cases/b-in.json && echo 'bad: x 7' >cases/b-err.txt
    echo '{"args": ["x"]}' >cases/suite.json
    echo '{"args": ["x", "7"], "exit": 7}' >cases/b-meta.json
    grade ./complainer cases
    [ "$status" -eq 0 ]
    echo 'bad: y' >cases/a-err.txt
    echo '{"args": ["x", "7"]}' >cases/b-meta.json
    grade ./complainer cases
    [ "$status" -eq 1 ]
    [ "${lines[0]} ${lines[1]}" = 'wrong            cases/a     line 1: expected "bad: y", got "bad: x"' ]
    [ "${lines[2]}" = '    repeat: ./complainer x < cases/a-in.json' ]
    [ "${lines[3]} ${lines[4]}" = 'exit             cases/b     exit code 7, expected 3' ]
    [ "${lines[5]}" = '    stderr: bad: x 7' ]
}

@test "ways to compare" {
    rm -r cases/*
    echo 1 >cases/a-in.json && echo '[[1, 2.5], "x"]' >cases/a-out.json
    printf '%s\n' '#!/bin/sh' "echo '[[2.501, 1], \"x\"]'" >answer
    # asks for the same number of characters, beside the files and the answer
    printf '%s\n' '#!/bin/sh' '[ "$(cat "$1")" = 1 ] && [ "$1" != "$2" ] || exit 1' \
        'read -r a && read -r b <"$2"' '[ ${#a} -eq $((${#b} + ${4:-0})) ] && exit 42' 'echo "not so"; exit 43' >checker
    chmod +x answer checker
    code() {
        grade --quiet "$@" ./answer cases
        echo "$status"
    }
    [ "$(code)" = 1 ]
    [ "$(code --tolerance 0.01)" = 1 ]
    [ "$(code --compare 'unordered:$[0]')" = 1 ]
    [ "$(code --compare 'unordered:$[0]' --tolerance 0.01)" = 0 ]
    [ "$(code --compare text)" = 1 ]
    [ "$(code --compare program:./checker)" = 1 ]
    echo '[[1, 2.5],  "xy"]' >cases/a-out.json
    [ "$(code --compare program:./checker)" = 0 ]
    grade --compare 'program:/bin/sh -c "exit"' ./answer cases
    [ "$status" -eq 4 ]
    [ "${lines[0]}" = "harness-error    cases/a" ]
    echo '{"compare": "program:./checker"}' >cases/suite.json
    grade ./answer cases
    [ "$status" -eq 0 ]
    echo '[1, 2.5, "x"]' >cases/a-out.json
    grade ./answer cases
    [ "${lines[1]}" = '    the checker says no: "not so"' ]
}

@test "a case whose expectation is invalid JSON is named before anything runs, and left out" {
    echo '[1' >cases/1-out.json
    grade --gradescope scope.json ./program cases
    [ "$status" -eq 4 ]
    [ "$stderr" = 'xgrade: "cases/1-out.json":1:3: the text ends inside a value; "cases/1" is left out' ]
    [ "${lines[-1]}" = "2 passed, 1 failed" ]
    run ! grep -q '"name":"cases/1"' scope.json
    grade --compare text ./program cases
    [[ $status -eq 1 && -z $stderr ]]
    rm -r cases/deep cases/2-* cases/10-*
    grade ./program cases
    [[ $status -eq 4 && ${stderr_lines[1]} == "xgrade: there is no case left to run" ]]
}

@test "a case that passes on a later try is flaky" {
    printf '%s\n' '#!/bin/sh' "echo >>$here/tries" "[ \$(wc -l <$here/tries) -gt 2 ] && echo true" >third
    chmod +x third
    rm -r cases/*
    echo 3 >cases/a-in.json && echo true >cases/a-out.json
    grade --isolate none --retries 1 ./third cases
    [ "$status" -eq 1 ]
    rm tries
    grade --isolate none --retries 2 ./third cases
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "flaky            cases/a (passed on try 3)" ]
    [ "${lines[-1]}" = "1 passed, 0 failed, 1 flaky" ]
    rm tries
    printf '%s\n' '#!/bin/sh' "echo >>$here/tries" "case \$(wc -l <$here/tries) in 1 | 3 | 4) ;; *) echo true ;; esac" >fifth
    chmod +x fifth
    grade --isolate none --retries 2 --feed fast,slow -j 1 ./fifth cases
    [ "${lines[0]}" = "flaky            cases/a (passed on try 3)" ]
}

@test "results: one record a case; resume, failed, and a torn line" {
    grade --results r.jsonl --failed ./program cases
    [ "$status" -eq 2 ] && [ -z "$output" ] && [ "$stderr" = "xgrade: --failed needs earlier results, and there are none" ]
    grade --results r.jsonl ./program cases
    [ "$(wc -l <r.jsonl)" -eq 4 ]
    grade --results r.jsonl --resume ./program cases
    [ "${lines[-1]}" = "2 passed, 2 failed" ]
    [ "$(wc -l <r.jsonl)" -eq 4 ]
    grade --results r.jsonl --failed --list ./program cases
    [ "$output" = "cases/1
cases/10" ]
    head -c 700 r.jsonl >torn.jsonl # as a crash leaves it
    grade --results torn.jsonl --resume ./program cases
    [[ $stderr == "xgrade: torn.jsonl:"*": "*" is left out" ]]
    [ "${lines[-1]}" = "2 passed, 2 failed" ]
    grade report torn.jsonl
    [ "${lines[-1]}" = "2 passed, 2 failed" ]
    touch -d '1 hour ago' cases/1-in.json # only what is in files counts
    echo '[[["Cameron"]]]' >cases/1-out.json
    grade --results r.jsonl --resume ./program cases
    [ "${lines[-1]}" = "3 passed, 1 failed" ]
    [ "$(wc -l <r.jsonl)" -eq 5 ]
    echo '# changed' >>program
    grade --results r.jsonl --resume ./program cases
    [ "$(wc -l <r.jsonl)" -eq 9 ]
    grade --results r.jsonl --resume --timeout 5 ./program cases
    [ "$(wc -l <r.jsonl)" -eq 13 ]
}

@test "resume: what a case is worth may have changed" {
    printf '#!/bin/sh\necho true\n' >program
    rm -r cases && mkdir cases
    for i in 1 2 3; do
        put $i-in.json 1 && put $i-out.json true
    done
    put suite.json '{"points": 10}'
    grade --results r.jsonl ./program cases
    grade --results r.jsonl --resume ./program cases
    [ "$(wc -l <r.jsonl)" -eq 3 ] # thirds are thirds, however they are written
    put 4-in.json 1 && put 4-out.json true
    grade --results r.jsonl --resume ./program cases
    [ "${lines[-2]}" = "score 10/10 (100.0 %)" ]
    [ "${lines[-1]}" = "4 passed, 0 failed" ]
}

@test "resume: a checker, a second program or a wrapper may have changed" {
    printf '%s\n' '#!/bin/sh' 'exit 42' >checker
    printf '%s\n' '#!/bin/sh' 'exec "$@"' >wrapper
    cp wrapper partner && chmod +x checker wrapper partner
    echo '{"with": ["{dir}/partner", "true"]}' >cases/suite.json
    records() {
        grade --results r.jsonl --resume --compare program:./checker --wrap ./wrapper ./program cases
        wc -l <r.jsonl
    }
    [ "$(records)" = 4 ]
    [ "$(records)" = 4 ]
    for file in checker partner wrapper; do
        before=$(records)
        echo '# changed' >>$file
        [ "$(records)" = $((before + 4)) ]
        [ "$(records)" = $((before + 4)) ]
    done
    printf '%s\n' '#!/bin/sh' 'exit 43' >checker
    grade --results r.jsonl --resume --compare program:./checker --wrap ./wrapper ./program cases
    [ "${lines[-1]}" = "0 passed, 4 failed" ]
}

@test "shards are disjoint, complete and stable; merged they are the whole" {
    for share in 1 2 3; do
        grade --shard $share/3 --results shard-$share.jsonl --quiet ./program cases
        "$BIN/xgrade" --shard $share/3 --list ./program cases
    done >lists

    [ "$(sort lists)" = "$("$BIN/xgrade" --list ./program cases | sort)" ]
    grade --results whole.jsonl ./program cases
    "$BIN/xgrade" merge shard-*.jsonl >merged.jsonl
    "$BIN/xgrade" merge merged.jsonl shard-2.jsonl merged.jsonl >again.jsonl
    cmp merged.jsonl again.jsonl
    "$BIN/xgrade" merge --output merged.jsonl merged.jsonl
    cmp merged.jsonl again.jsonl
    "$BIN/xgrade" report --tap merged.jsonl | timeless >merged.tap || true
    "$BIN/xgrade" report --tap whole.jsonl | timeless >whole.tap || true
    cmp merged.tap whole.tap
}

@test "which cases: filter, tag, first, one file" {
    names() {
        "$BIN/xgrade" --list "$@" | tr '\n' ' '
    }
    [ "$(names ./program cases)" = "cases/1 cases/2 cases/10 cases/deep/team-3 " ]
    [ "$(names --filter '1*' ./program cases)" = "cases/1 cases/10 " ]
    [ "$(names --filter '*/deep/*' ./program cases)" = "cases/deep/team-3 " ]
    [ "$(names --first 1 ./program cases)" = "cases/1 cases/deep/team-3 " ]
    [ "$(names ./program cases/10-in.json)" = "cases/10 " ]
    echo '{"tags": ["slow", "tie"]}' >cases/deep/suite.json
    [ "$(names --tag tie ./program cases)" = "cases/deep/team-3 " ]
    [ "$(names ./program -- cases)" = "$(names ./program cases)" ]
}

@test "a case that is named twice counts once" {
    grade --filter 2 ./program cases cases/2-in.json cases/
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = "1 passed, 0 failed" ]
}

@test "a folder of programs: suite.json or the name of a folder says which" {
    mkdir -p programs fixtures/xone/more fixtures/two
    cp program programs/xone
    printf '%s\n' '#!/bin/sh' 'echo 2' >programs/xtwo
    chmod +x programs/*
    cp cases/2-*.json fixtures/xone && cp cases/2-*.json fixtures/xone/more
    echo 1 >fixtures/two/1-in.json && echo 2 >fixtures/two/1-out.json
    echo '{"program": "xtwo"}' >fixtures/two/suite.json
    grade programs fixtures
    [ "${lines[-1]}" = "3 passed, 0 failed" ]
    rm fixtures/two/suite.json
    grade programs fixtures
    [ "$status" -eq 4 ]
    [[ $stderr == 'xgrade: no program for "fixtures/two":'* ]]
}

@test "--update shows what changes, and changes it" {
    rm cases/2-out.json
    grade --update ./program cases
    [ "$status" -eq 1 ] # what is no JSON is not expected of anybody
    [[ $output == *"updating cases/1"* ]]
    [[ $output == *'$[0][0][0]: expected "Ben", got "Cameron"'* ]]
    [[ $output == *"updating cases/2: there was no expected output"* ]]
    [ "${lines[-1]}" = "3 passed, 1 failed, 2 updated" ]
    [ "$(cat cases/1-out.json cases/2-out.json)" = '[[["Cameron"]]]
{"y":[2e0],"x":1}' ]
    grade ./program cases
    [ "${lines[-1]}" = "3 passed, 1 failed" ]
}

@test "--update follows links and keeps modes" {
    mkdir elsewhere
    mv cases/1-out.json elsewhere/one
    chmod 604 elsewhere/one
    ln -s ../elsewhere/one cases/1-out.json
    grade --update ./program cases
    [ -L cases/1-out.json ]
    [ "$(cat elsewhere/one)" = '[[["Cameron"]]]' ]
    [ "$(stat -c %a elsewhere/one)" = 604 ]
    [ "$(ls elsewhere)" = one ]
}

@test "--fail-fast stops, and says so" {
    rm cases/2-in.json cases/2-out.json
    grade --fail-fast -j 1 ./program cases
    [ "$status" -eq 1 ]
    [ "${lines[-1]}" = "0 passed, 1 failed, 2 not run" ]
}

@test "--watch runs again when a case or the program changes, until it is interrupted" {
    "$BIN/xgrade" --watch --quiet ./program cases >watched 2>notes 3>&- &
    pid=$!
    lines() { # until so many are there
        timeout 20 bash -c "until [ \"\$(wc -l <watched)\" -ge $1 ] && [ \"\$(grep -c waiting notes)\" -ge $1 ]; do sleep 0.05; done"
    }
    lines 1
    echo '[[["Cameron"]]]' >cases/1-out.json
    lines 2
    sed 's/1, 2/1, 2, 3]}/' program >new && chmod +x new && mv new program
    lines 3
    echo '{}' >cases/1-log.jsonl
    lines 4
    kill -INT $pid
    code=0
    wait $pid || code=$?
    [ "$code" -eq 0 ]
    [ "$(cat watched)" = "2 passed, 2 failed
3 passed, 1 failed
4 passed, 0 failed
4 passed, 0 failed" ]
}

@test "--watch holds no more memory after many runs than after a few" {
    [[ $BIN != *asan ]] || skip "the sanitizer keeps what was freed"
    for i in {100..299}; do
        echo 1 | tee "cases/$i-in.json" >"cases/$i-out.json"
    done
    "$BIN/xgrade" --watch --quiet --isolate none cat cases >watched 2>notes 3>&- &
    pid=$!
    has_run() { # so often
        [ "$(grep -c waiting notes)" -ge "$1" ]
    }
    memory() { # after so many runs
        until has_run "$1"; do
            touch cases/1-in.json
            eventually has_run $(($(grep -c waiting notes) + 1))
        done
        awk '/^RssAnon:/ { print $2 }' "/proc/$pid/status"
    }
    eventually has_run 1
    early=$(memory 3)
    late=$(memory 10)
    kill -INT $pid
    wait $pid || true # it may have found failures
    echo "$early KiB, $late KiB"
    [ "$late" -lt $((early + 250)) ]
}

@test "Ctrl-C keeps what was done, and --resume does the rest" {
    for i in {11..40}; do
        cp cases/1-in.json "cases/$i-in.json" && cp cases/1-out.json "cases/$i-out.json"
    done
    printf '%s\n' '#!/bin/sh' 'sleep 0.2' 'exec ./program' >slow
    sed -e 's/^read/sleep 0.1; read/' program >slow
    chmod +x slow
    "$BIN/xgrade" -j 1 --results r.jsonl ./slow cases >report 3>&- &
    pid=$!
    timeout 20 bash -c 'until [ -s r.jsonl ]; do sleep 0.05; done'
    kill -INT $pid
    code=0
    wait $pid || code=$?
    [ "$code" -eq 130 ]
    tail -1 report | grep -qE '^[0-9]+ passed, [0-9]+ failed, [0-9]+ not run$'
    before=$(wc -l <r.jsonl)
    [ "$before" -lt 34 ]
    grade --results r.jsonl --resume ./slow cases
    [ "${lines[-1]}" = "2 passed, 32 failed" ]
    [ "$(wc -l <r.jsonl)" -eq 34 ]
}

@test "feeds: a case is run in each way, and its score is the share of them that passes" {
    rm -r cases/*
    printf '%s\n' '["ä", 1]' '2' >cases/a-in.json
    echo true >cases/a-out.json
    cat >picky <<'EOF'
#!/bin/sh
input=$(cat)
[ "$input" = "$(printf '["ä", 1]\n2')" ] && echo true || echo false
EOF
    chmod +x picky
    grade --feed plain,pretty,utf8,escaped --results r.jsonl ./picky cases
    [ "$status" -eq 1 ]
    [ "${lines[1]}" = "    fed as plain-fast-newline-escaped: 1 of 4 ways passed" ]
    grep -q '"earned":0.25,' r.jsonl
    grade --feed fast,slow --quiet ./picky cases
    [ "$status" -eq 0 ]
    grade --feed all --results all.jsonl ./picky cases
    grep -q '"feeds":16,"feeds_passed":2,"feed":"plain-fast-newline-escaped"' all.jsonl
}

@test "reports in files: valid, the same from the run and from the results, and again" {
    grade --results r.jsonl --junit a.xml --csv a.csv --json a.json --gradescope a.scope --html a.html ./program cases
    grade report --junit b.xml --csv b.csv --json b.json --gradescope b.scope --html b.html r.jsonl
    for kind in xml csv json scope html; do
        cmp a.$kind b.$kind
    done
    grade -j 2 --junit c.xml --csv c.csv --json c.json --gradescope c.scope --html c.html ./program cases
    for kind in xml csv json scope html; do
        cmp <(timeless a.$kind) <(timeless c.$kind)
    done
    xmllint --noout --relaxng "$OLDPWD/Tests/junit.rng" a.xml
    grep -q '<testsuite name="cases" tests="3" failures="2" errors="0"' a.xml
    [ "$(wc -l <a.csv)" -eq 5 ]
    grep -q '^"./program","","cases","1",wrong,1,0,no,1,0,0,"$\[0\]\[0\]\[0\]: expected ""Ben"", got ""Cameron""",' a.csv
    [ "$(ls)" = "$(printf '%s\n' a.csv a.html a.json a.scope a.xml b.csv b.html b.json b.scope b.xml c.csv c.html c.json c.scope c.xml cases program r.jsonl)" ]
    grade --junit nowhere/x.xml ./program cases
    [[ $status -eq 4 && $stderr == 'xgrade: cannot write "nowhere/x.xml": No such file or directory' ]]
    code=0
    "$BIN/xgrade" ./program cases >/dev/full 2>err || code=$?
    [[ $code -eq 4 && $(<err) == *"cannot write"*"No space left on device" ]]
}

@test "what programs print is harmless in every report" {
    rm -r cases/*
    echo 1 >cases/a-in.json && echo '"x"' >cases/a-out.json
    echo 2 >'cases/=cmd|<b>&"#1-in.json' && echo '"x"' >'cases/=cmd|<b>&"#1-out.json'
    printf '%s\n' '#!/bin/sh' 'printf "\"\\303\\244]]> <script>alert(1)</script> \\177\\302\\205\\342\\200\\256\""' \
        'printf "=1+1\\n\\033[2J\\000\\377\\357\\277\\277]]><script>alert(2)</script>" >&2' >evil
    chmod +x evil
    sed 's/exit 0//; $aexit 5' evil >evil5 && chmod +x evil5
    for program in ./evil ./evil5; do
        grade --diff --junit e.xml --csv e.csv --json e.json --gradescope e.scope --html e.html --results e.jsonl "$program" cases
        [ "$status" -eq 1 ]
        "$BIN/xgrade" --tap "$program" cases >e.tap || true
        for file in e.*; do
            run ! grep -qP '[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]' "$file"
            iconv -f UTF-8 -t UTF-8 "$file" >/dev/null
        done
        run ! grep -q $'\x1b' <<<"$output"
        xmllint --noout --relaxng "$OLDPWD/Tests/junit.rng" e.xml
        [ "$(grep -c '<script>' e.html)" -eq 1 ]
        run ! grep -qE '^=|,"?=' e.csv
        run ! grep -qE '^(not )?ok .*[^\\]#' e.tap
    done
}

@test "long output is cut in records, not in comparison" {
    rm -r cases/*
    echo 1 >cases/a-in.json
    awk 'BEGIN { printf "["; for (i = 0; i < 300000; i++) printf "%d,", i; print "1]" }' >cases/a-out.json
    printf '%s\n' '#!/bin/sh' 'cat answer' >cat-it
    printf '%s\n' '#!/bin/sh' "exec sed 's/1]/2]/' ${PWD@Q}/cases/a-out.json" >cat-it
    chmod +x cat-it
    grade --isolate none --results r.jsonl --html r.html ./cat-it cases
    [ "${lines[1]}" = '    $[300000]: expected 1, got 2' ]
    [ "$(wc -c <r.jsonl)" -lt 30000 ]
    [ "$(wc -c <r.html)" -lt 40000 ]
    grep -q 'bytes left out' r.jsonl
}

# bats test_tags=long
@test "a fest gives the matrix that a script predicts" {
    "$OLDPWD/Tests/fest" fest 30 10
    cd fest
    grade fest --tests tests --submissions submissions --program bin/double --reference ./reference \
        --results r.jsonl --csv r.csv --json r.json --html r.html
    [ "$status" -eq 1 ]
    awk -F, '/^"team/ { gsub(/"/, ""); print $1, $3 "/" $4, $5 }' r.csv | sort >got
    diff <(sort expected) got
    sed -n 's/^  wrong \(team.*\)/\1/p' <<<"$output" | sort | diff <(sort rejected) -
    [[ $output == *'$: expected '*", got "* ]]
    # a score for each team, and for each test how many it catches
    awk '{ n[$1]++; p[$1] += $3 == "pass" } END { for (t in n) print t, p[t] "/" n[t] }' expected | sort >scores
    sed -nE 's|^(team-[0-9]+) +([0-9]+/[0-9]+) .*|\1 \2|p' <<<"$output" | sort | diff scores -
    awk '{ c[$2] += $3 != "pass" } END { for (t in c) print t, c[t] }' expected | sort >caught
    sed -nE 's/^\{"case":"([^"]*)",.*"caught":([0-9]+),"audit":"pass".*/\1 \2/p' r.json | sort | diff caught -
    # nothing is run again, and the results alone give the same reports
    before=$(wc -l <r.jsonl)
    grade fest --tests tests --submissions submissions --program bin/double --reference ./reference \
        --results r.jsonl --resume --csv again.csv
    [ "$(wc -l <r.jsonl)" -eq "$before" ]
    cmp r.csv again.csv
    grade report --csv again.csv --html again.html r.jsonl
    cmp r.csv again.csv
    cmp r.html again.html
}

@test "a fest: missing programs, and submissions out of each other's sight" {
    mkdir -p tests/ann subs/{ann,ben,cleo}/8
    echo 1 >tests/ann/1-in.json && echo '"secret"' >tests/ann/1-out.json
    printf '%s\n' '#!/bin/sh' 'cat "$(dirname "$0")/answer"' >subs/ann/8/x
    echo '"secret"' >subs/ann/8/answer
    printf '%s\n' '#!/bin/sh' "cat ${PWD@Q}/subs/ann/8/answer ${PWD@Q}/tests/ann/1-out.json" >subs/ben/8/x
    chmod +x subs/*/8/x
    grade fest --tests tests --submissions subs --program 8/x --json r.json
    [ "$status" -eq 1 ]
    grep -q '"submission":"ann",.*"verdict":"pass"' r.json
    grep -q '"submission":"cleo",.*"verdict":"exit"' r.json
    if "$BIN/xgrade" doctor | grep -q '^Landlock *yes'; then
        grep -q '"submission":"ben",.*"verdict":"exit"' r.json
    fi
    grade fest --tests tests --submissions subs
    [[ $status -eq 2 && $stderr == 'xgrade fest: which program?'* ]]
    echo '{"program": "8/x"}' >tests/ann/suite.json
    grade fest --tests tests --submissions subs --quiet
    [ "$output" = "1 passed, 2 failed" ]
    mkdir tests/eve tests/mallory
    cp tests/ann/1-*.json tests/eve && cp tests/ann/1-*.json tests/mallory
    echo '{"points": 1000, "compare": "program:/bin/true"}' >tests/eve/suite.json
    echo '{"points": ' >tests/mallory/suite.json
    grade fest --tests tests --submissions subs --program 8/x --quiet
    [ "$output" = "1 passed, 2 failed" ]
    [ "${stderr_lines[0]}" = 'xgrade fest: "eve/1" is left out: tests of a fest bring no programs that judge; --compare does' ]
    [ "${stderr_lines[1]}" = 'xgrade fest: tests/mallory/suite.json:1:11: the text ends inside a value; the tests of "mallory" are left out' ]
    grade fest --tests tests --submissions subs --reference ./nowhere
    [[ $status -eq 2 && $stderr == 'xgrade fest: there is no program "./nowhere":'* ]]
    grade fest --tests nowhere --submissions subs
    [ "$status" -eq 2 ]
    grade fest
    [ "$status" -eq 2 ]
}

@test "a test of a fest with a broken expectation is left out for all; one that the grader cannot audit is its failure" {
    mkdir -p tests/ann subs/ann
    echo 1 >tests/ann/1-in.json && echo '[1' >tests/ann/1-out.json
    echo 2 >tests/ann/2-in.json && echo true >tests/ann/2-out.json
    cp program subs/ann/x
    grade fest --tests tests --submissions subs --program x --reference ./program --json r.json
    [[ $status -eq 0 && $stderr == *'"ann/1" is left out' ]]
    [ "${lines[-1]}" = "1 passed, 0 failed" ]
    run ! grep -q ann/1 r.json
    ln -s /dev/zero tests/ann/3-in.json && echo true >tests/ann/3-out.json
    grade fest --tests tests --submissions subs --program x --reference ./program
    [ "$status" -eq 0 ] # a link to somewhere else
    rm tests/ann/3-in.json && mkfifo tests/ann/3-in.json
    grade fest --tests tests --submissions subs --program x --reference ./program
    [ "$status" -eq 4 ]
    [ "${lines[-1]}" = "1 passed, 0 failed" ]
}

@test "what the grader could not do is shown beside the score, and done by --resume" {
    rm -r cases/deep cases/1-* cases/10-*
    printf '%s\n' '#!/bin/sh' '[ -e ready ] && exit 42' >checker && chmod +x checker
    echo '{"points": 4}' >cases/suite.json
    cp cases/2-in.json cases/3-in.json && cp cases/2-out.json cases/3-out.json
    echo '{"compare": "program:'"$PWD"'/checker"}' >cases/3-meta.json
    grade --results r.jsonl --gradescope g.json ./program cases
    [ "$status" -eq 4 ]
    [ "${lines[-2]}" = "score 2/2 (100.0 %), without 1 harness error" ]
    grep -q '"output":"1 passed, 0 failed, 1 harness error"' g.json
    printf '%s\n' '#!/bin/sh' 'exit 42' >checker
    grade --results r.jsonl --resume ./program cases
    [[ $status -eq 0 && ${lines[-2]} == "score 4/4 (100.0 %)" ]]
    [ "$(wc -l <r.jsonl)" -eq 3 ]
}

# bats test_tags=long
@test "a case that others have slowed down has a second chance, alone" {
    need_python
    rm -r cases/* && echo 1 >cases/1-in.json && echo true >cases/1-out.json
    mkdir tests subs && mv cases tests/staff && mkdir subs/{honest,spinner}
    printf '%s\n' '#!/usr/bin/env python3' 'import time' 'while time.process_time() < 0.7: pass' 'print("true")' >subs/honest/x
    printf '%s\n' '#!/bin/sh' 'for i in $(seq 200); do setsid sh -c "while :; do :; done" & done; wait' >subs/spinner/x
    chmod +x subs/*/x
    grade fest -j2 --timeout 4 --no-second-chance --tests tests --submissions subs --program x --results r.jsonl
    [ "$(grep -c '"verdict":"timeout"' r.jsonl)" -eq 2 ]
    run ! grep -q retried r.jsonl
    grade fest -j2 --timeout 4 --tests tests --submissions subs --program x --results s.jsonl
    grep -q '"submission":"honest".*"verdict":"pass".*"tries":1,"retried":"alone"' s.jsonl
    grep -q '"submission":"spinner".*"verdict":"timeout"' s.jsonl
}

@test "programs that wait for ever cost the time of a few second chances" {
    rm -r cases/* && printf '%s\n' '#!/bin/sh' 'sleep 100' >program
    for k in {1..8}; do
        echo "$k" >"cases/$k-in.json" && echo true >"cases/$k-out.json"
    done
    grade -j4 --timeout 0.3 --results r.jsonl ./program cases
    [ "${lines[-1]}" = "0 passed, 8 failed" ]
    [ "$(grep -c '"verdict":"timeout"' r.jsonl)" -eq 8 ]
    [ "$(grep -c '"retried":"alone"' r.jsonl)" -ge 3 ]
}

@test "a case that was given up has no second chance later, when others are tried again" {
    rm -r cases/* && printf '%s\n' '#!/bin/sh' 'exit 43' >checker && chmod +x checker
    printf '%s\n' '#!/bin/sh' 'read -r x' "echo \"\$x\" >>'$here/log'" '[ "$x" = 8 ] || sleep 100' >program
    for k in {1..8}; do
        echo "$k" >"cases/$k-in.json"
    done
    # three are run alone, in vain, and then no others, unless they had to wait for a processor; one of three times, none had to
    for _ in 1 2 3; do
        rm -f log r.jsonl
        grade -j4 --timeout 0.3 --retries 1 --isolate none --compare program:./checker --results r.jsonl ./program cases
        alone=$(grep -c '"retried":"alone"' r.jsonl)
        [ "$alone" -ne 3 ] || break
    done
    [ "$alone" -eq 3 ]
    [ "${lines[-1]}" = "0 passed, 8 failed" ]
    [ "$(grep -c '^8$' log)" -eq 2 ]
    [ "$(tail -n 1 log)" = 8 ]
}

@test "a case is run again if its program changed meanwhile" {
    rm -r cases/* && echo 1 >cases/1-in.json && echo true >cases/1-out.json
    printf '%s\n' '#!/bin/sh' 'sleep 1' 'echo false' >program
    "$BIN/xgrade" --results r.jsonl ./program cases >out 3>&- &
    grader=$!
    sleep 0.4
    printf '%s\n' '#!/bin/sh' 'echo true' >new && chmod +x new && mv new program
    wait $grader
    [ "$(tail -n 1 out)" = "1 passed, 0 failed" ]
    grep -q "\"program_sha256\":\"$(sha256sum program | cut -d' ' -f1)\"" r.jsonl
}

@test "results, reports and the tests of a fest are out of sight" {
    "$BIN/xgrade" doctor | grep -q '^sandbox *yes' || skip "there is no sandbox here"
    mkdir -p subs/ann/tests/staff
    echo 1 >subs/ann/tests/staff/1-in.json && echo '"secret"' >subs/ann/tests/staff/1-out.json
    echo secret >subs/ann/r.csv
    printf '%s\n' '#!/bin/sh' 'cat tests/staff/1-out.json; cat r.jsonl r.csv r.html' >subs/ann/x && chmod +x subs/ann/x
    grade fest --tests subs/ann/tests --submissions subs --program x --results subs/ann/r.jsonl --csv subs/ann/r.csv \
        --html subs/ann/r.html
    [ "$status" -eq 1 ]
    run ! grep -q '"actual":"[^"]*secret' subs/ann/r.jsonl
    run ! grep -q '"stderr":"[^"]*secret' subs/ann/r.jsonl
}

@test "a team's tests are not left out because the grader is short of descriptors" {
    [[ $BIN != *asan && $BIN != */coverage ]] || skip "a dynamic program needs descriptors to start"
    mkdir -p tests/{ann,ben} subs/ann
    echo 1 >tests/ann/1-in.json && echo true >tests/ann/1-out.json
    echo 2 >tests/ben/1-in.json && echo true >tests/ben/1-out.json && cp program subs/ann/x
    echo '{"points": 1}' >tests/ben/suite.json
    for limit in 3 4 5; do
        run --separate-stderr bash -c "ulimit -n $limit; exec $BIN/xgrade fest --tests tests --submissions subs --program x" 3>&-
        [ "$status" -eq 4 ]
        [[ $stderr != *"left out"* ]]
    done
}

@test "tests of a fest that are not fair are left out" {
    mkdir -p tests/{ann,eve} subs/ann elsewhere
    printf '%s\n' '#!/bin/sh' 'echo true' >subs/ann/x && chmod +x subs/ann/x
    echo 1 >elsewhere/1-in.json
    for k in 1 2 3 4 5 6; do
        echo $k >tests/eve/$k-in.json && echo true >tests/eve/$k-out.json
    done
    echo 0 >tests/ann/1-in.json && echo true >tests/ann/1-out.json
    ln -sf ../../elsewhere/1-in.json tests/eve/2-in.json
    mv tests/eve/3-in.json tests/eve/3 && ln -s 3 tests/eve/3-in.json
    for k in 4 5 6; do
        mkdir tests/eve/$k && mv tests/eve/$k-*.json tests/eve/$k
    done
    echo '{"timeout": 86400}' >tests/eve/4/suite.json
    echo '{"with": ["/bin/sh", "{dir}"]}' >tests/eve/5/suite.json
    echo '{"program": "../eve/x"}' >tests/eve/6/suite.json
    grade fest --tests tests --submissions subs --program x --quiet
    [ "$output" = "3 passed, 0 failed" ] # a link within the folder is fine
    [ "$(sort <<<"$stderr")" = 'xgrade fest: "eve/2" is left out: it is a link to somewhere else
xgrade fest: "eve/4/4" is left out: tests of a fest take no more than 60 s; --timeout gives all of them another time
xgrade fest: "eve/5/5" is left out: the second program of a pair has to be the submission'"'"'s, {dir}/...
xgrade fest: "eve/6/6" is left out: its program is none of the submission'"'"'s' ]
}

@test "tests of a fest say what goes in and what comes out, once, and no more" {
    mkdir -p tests/{ann,eve} subs/ann
    printf '%s\n' '#!/bin/sh' 'echo true' >subs/ann/x && chmod +x subs/ann/x
    for k in 1 2 3; do
        echo "[$k, \"a b\", 1 ]" >tests/ann/$k-in.json && echo true >tests/ann/$k-out.json
    done
    echo '[1,"a b" ,1]' >tests/eve/1-in.json && echo ' true' >tests/eve/1-out.json
    echo '[1,"ab",1]' >tests/eve/2-in.json && echo true >tests/eve/2-out.json
    for k in 3 4 5 6 7; do
        mkdir tests/eve/$k && echo $k >tests/eve/$k/$k-in.json && echo true >tests/eve/$k/$k-out.json
    done
    echo '{"args": ["--cheat"]}' >tests/eve/3/suite.json
    echo '{"exit": 0}' >tests/eve/4/suite.json
    echo '{"compare": "text"}' >tests/eve/5/suite.json
    echo 'oh' >tests/eve/6/6-err.txt
    echo '{"build": ["touch", "x"]}' >tests/eve/7/suite.json
    grade fest --tests tests --submissions subs --program x --quiet
    [ "$output" = "4 passed, 0 failed" ]
    [ "$(sort <<<"$stderr")" = 'xgrade fest: "eve/1" is left out: it is a copy of "ann/1"
xgrade fest: "eve/3/3" is left out: it sets arguments; --trust-tests allows that
xgrade fest: "eve/4/4" is left out: it sets an exit code; --trust-tests allows that
xgrade fest: "eve/5/5" is left out: it sets a comparison; --trust-tests allows that
xgrade fest: "eve/6/6" is left out: it expects a complaint (K-err.txt); --trust-tests allows that
xgrade fest: "eve/7/7" is left out: it sets variables or a build; --trust-tests allows that' ]
    grade fest --tests tests --submissions subs --program x --quiet --trust-tests
    [ "$output" = "8 passed, 1 failed" ]
    grade fest --tests tests --submissions subs --program x --quiet --most 2
    [ "$output" = "3 passed, 0 failed" ]
    [[ $stderr == *'"ann/3" is left out: its team has 2 tests before it'* ]]
}

@test "a failure that the sandbox explains says what to do" {
    "$BIN/xgrade" doctor | grep -q '^sandbox *yes' || skip "there is no sandbox here"
    mkdir -p home/.pyenv/bin teams/ann/3 teams/ann/Common && rm -r cases/deep cases/2-* cases/10-*
    export HOME=$PWD/home
    printf '%s\n' '#!/bin/sh' 'echo "[[[\"Ben\"]]]"' >home/.pyenv/bin/snake && chmod +x home/.pyenv/bin/snake
    says() { # what, options...
        run --separate-stderr timeout 60 env PATH="$PATH:$HOME/.pyenv/bin" "$BIN/xgrade" "${@:2}" teams/ann/3/x cases
        [[ $status -eq 1 && ${lines[1]} == *"; $1" ]]
    }
    printf '%s\n' "#!$HOME/.pyenv/bin/snake" >teams/ann/3/x && chmod +x teams/ann/3/x
    says "its interpreter $HOME/.pyenv/bin/snake lies where programs may not read: --allow $HOME/.pyenv"
    grade --allow "$HOME/.pyenv" teams/ann/3/x cases
    [ "$status" -eq 0 ]
    printf '%s\n' '#!/usr/bin/env snake' >teams/ann/3/x
    says "its interpreter $HOME/.pyenv/bin/snake lies where programs may not read: --allow $HOME/.pyenv"
    printf '%s\n' '#!/usr/bin/env viper' >teams/ann/3/x
    says "its interpreter viper is not in PATH"
    printf '%s\r\n' '#!/bin/sh' >teams/ann/3/x
    says "its first line ends in a carriage return, as on Windows"
    far=$(mktemp -d /var/tmp/far.XXXXXX)
    touch "$far/words" && printf '%s\n' '#!/bin/sh' "cat /etc/nothing $far/words || exit 1" >teams/ann/3/x
    says "$far/words lies where programs may not read: --allow $far"
    rm -r "$far"
    if command -v python3; then
        printf '%s\n' '#!/usr/bin/env python3' 'import sys; sys.path.insert(0, "..")' 'import Common.answer' >teams/ann/3/x
        echo 'print("[[[\"Ben\"]]]")' >teams/ann/Common/answer.py
        says "it may be in $PWD/teams/ann, which is not part of the submission: --submission or --allow"
        grade --submission teams/ann teams/ann/3/x cases
        [ "$status" -eq 0 ]
    fi
    chmod -x teams/ann/3/x && mkdir tests && mv cases tests/staff
    grade fest --tests tests --submissions teams --program 3/x --json r.json
    grep -q 'Permission denied; it is not executable: chmod +x, or --build' r.json
}

@test "no hint tells that a case exists, or to allow what is hidden" {
    "$BIN/xgrade" doctor | grep -q '^sandbox *yes' || skip "there is no sandbox here"
    far=$(mktemp -d /var/tmp/far.XXXXXX) # hints are not about what is in /tmp
    mkdir -p "$far"/{tests/staff,teams/ann,teams/ben,tools}
    touch "$far/tools/words" "$far/teams/ben/secret"
    echo 1 >"$far/tests/staff/1-in.json" && echo true >"$far/tests/staff/1-out.json"
    for path in tools/words teams/ben/secret tests/staff/1-out.json tests; do
        printf '%s\n' '#!/bin/sh' "echo 'there is no $far/$path' >&2; exit 1" >"$far/teams/ann/x" && chmod +x "$far/teams/ann/x"
        grade fest --tests "$far/tests" --submissions "$far/teams" --program x --json r.json
        if [ $path = tools/words ]; then
            grep -q -e "--allow $far/tools" r.json
        else
            run ! grep -q -e --allow r.json
        fi
    done
    rm -r "$far"
}

@test "a fest scores the authors of tests" {
    mkdir -p tests/{ann,ben,staff} subs/{ann,ben,cleo,dan}
    for team in ann ben staff; do
        for k in 1 2; do
            echo "\"$team-$k\"" >tests/$team/$k-in.json && echo true >tests/$team/$k-out.json
        done
    done
    fails() { # submission, inputs that it gets wrong
        printf '%s\n' '#!/bin/sh' 'read -r x' "case \$x in $2) echo false ;; *) echo true ;; esac" >"subs/$1/x"
        chmod +x "subs/$1/x"
    }
    fails ann '*ben*'
    fails ben '*ben-1*|*ann-1*'
    fails cleo '*ann-2*|*staff-1*'
    fails dan none
    grade fest --tests tests --submissions subs --program x --json r.json --html r.html
    [[ $output == *'teams whose tests catch wrong programs of others:
     2 of 2     ann, 2 tests
     1 of 2     ben, 2 tests
     1 of 3     staff, 2 tests'* ]]
    grep -q '{"name":"ann","tests":2,"caught":2,"wrong":2}' r.json
    grep -q '{"name":"ben","tests":2,"caught":1,"wrong":2}' r.json
    grep -q '{"name":"staff","tests":2,"caught":1,"wrong":3}' r.json
    grep -q '<tr><th scope=row>staff<td class=n>2<td class=n>3<td class=n>1</tr>' r.html
}

# bats test_tags=long,sanitize
@test "100,000 records are merged and reported" {
    awk 'BEGIN {
        for (i = 0; i < 100000; i++)
            printf "{\"case\":\"c/%d\",\"group\":\"c\",\"submission\":\"p\",\"verdict\":\"%s\",\"points\":1,\"earned\":%d,\"wall_ms\":1.5}\n", i, i % 10 ? "pass" : "wrong", (i % 10 > 0)
    }' >r.jsonl
    timeout 60 "$BIN/xgrade" merge r.jsonl r.jsonl >m.jsonl
    [ "$(wc -l <m.jsonl)" -eq 100000 ]
    timeout 60 "$BIN/xgrade" report --quiet --html r.html --csv r.csv m.jsonl >out || true
    [ "$(cat out)" = "90000 passed, 10000 failed" ]
}

@test "doctor" {
    grade doctor
    [ "$status" -le 1 ]
    [[ ${lines[0]} =~ ^sandbox\ +(yes|no) ]]
    run --separate-stderr bash -c "$BIN/xgrade doctor >/dev/full"
    [ "$status" -eq 4 ]
    [ "$stderr" = "xgrade doctor: cannot write to stdout: No space left on device" ]
}

# bats test_tags=long
@test "a grader that is short of descriptors says so and blames nobody" {
    run --separate-stderr bash -c "ulimit -n 10; $BIN/xgrade ./program cases"
    [ "$status" -eq 4 ]
    [ "${lines[-1]}" = "0 passed, 0 failed, 4 not run" ]
    [ "$stderr" = "xgrade: programs may open 256 files, but the limit here is 10: raise it (ulimit -n)" ]
    run bash -c "ulimit -S -n 10; $BIN/xgrade ./program cases"
    [ "${lines[-1]}" = "2 passed, 2 failed" ]
    # many answers that wait for a judge
    printf '%s\n' '#!/bin/sh' 'exit 42' >checker && chmod +x checker
    for i in {11..60}; do
        cp cases/1-in.json "cases/$i-in.json"
    done
    run bash -c "ulimit -n 300; $BIN/xgrade -j 100 --feed all --compare program:./checker ./program cases"
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = "54 passed, 0 failed" ]
}

@test "names of files that are no text are shown as such, and found again" {
    cp cases/2-in.json $'cases/\xff\n-in.json' && cp cases/2-out.json $'cases/\xff\n-out.json'
    grade --results r.jsonl --filter '*xFF*' ./program cases
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = "1 passed, 0 failed" ]
    grade --results r.jsonl --filter '*xFF*' --resume ./program cases
    [ "${lines[-1]}" = "1 passed, 0 failed" ]
    [ "$(wc -l <r.jsonl)" -eq 1 ]
    for name in $'\xFF' '\xFF' '\x5CxFF'; do # three names, three cases
        cp cases/2-in.json "cases/a$name-in.json" && cp cases/2-out.json "cases/a$name-out.json"
    done
    grade --filter '*/a*' --csv ids.csv ./program cases
    [ "${lines[-1]}" = "3 passed, 0 failed" ]
    [ "$(cut -d, -f4 ids.csv | tail -3 | sort)" = '"a\x5Cx5CxFF"
"a\x5CxFF"
"a\xFF"' ]
    grade --filter nothing ./program cases
    [[ $status -eq 2 && $stderr == 'xgrade: no case matches --filter "nothing"' ]]
    grade --results /dev/null ./program cases
    [[ $status -eq 4 && $stderr == *"it is not a regular file" ]]
}

@test "an answer of millions of values where one was expected is just wrong" {
    printf '%s\n' '#!/bin/sh' 'yes 1 | head -c 6000000' >many
    chmod +x many
    grade ./many cases/1-in.json
    [ "$status" -eq 1 ]
    [[ ${lines[1]} == '    $: expected '*" values in all, got more than "* ]]
}

@test "--allow shows programs more, --wrap puts a command in front of them" {
    mkdir bin far && echo '"secret"' >far/answer
    printf '%s\n' '#!/bin/sh' "cat $here/far/answer" >bin/reader
    printf '%s\n' '#!/bin/sh' 'echo "[1,"; "$@"; echo "]"' >wrapper
    chmod +x bin/reader wrapper
    rm -r cases/*
    echo 1 >cases/1-in.json && echo '"secret"' >cases/1-out.json
    if "$BIN/xgrade" doctor | grep -q '^Landlock *yes'; then
        grade --quiet bin/reader cases
        [ "$status" -eq 1 ]
    fi
    grade --quiet --allow far:/usr bin/reader cases
    [ "$status" -eq 0 ]
    grade --allow nowhere bin/reader cases
    [ "$status" -eq 2 ]
    echo '[1, "secret"]' >cases/1-out.json
    grade --quiet --allow far:. --wrap ./wrapper bin/reader cases
    [ "$status" -eq 0 ]
}

@test "a server and its clients are a pair: both get the input, and the server's answer counts" {
    rm -r cases/*
    cp "$OLDPWD"/fixtures/xmanager/10-players-{in,out}.json cases
    echo '{"args": ["{port}", "--max", "10", "--timeout", "20"], "with": ["{dir}/xclients", "{port}", "--interval", "0"]}' >cases/suite.json
    grade --isolate "$isolation" --timeout 30 "$BIN/xserver" cases
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = "1 passed, 0 failed" ]
}

@test "a page shows the map or board of an input, once, if it is still what it was" {
    mkdir pictures
    city='<script>x</script>'
    map='{"width": 800, "height": 800, "cities": [["Boston", [700, 100]], ["Erie", [50, 80]]], "connections": {"Boston": {"Erie": {"red": 3}}}}'
    put() { printf '%s\n' "$2" >"pictures/$1-in.json" && echo 0 >"pictures/$1-out.json"; }
    put 1 "\"Boston\" \"Erie\" $map"
    put 2 "\"Boston\" \"Erie\" $map"
    put 3 "{\"map\": $map}"
    put 4 '[0, 0] {"connectors": [["│", "─"], ["┌", "┼"]], "treasures": [[["ruby", "emerald"], ["ruby", "zoisite"]], [["beryl", "emerald"], ["beryl", "zoisite"]]]}'
    put 5 "${map//Erie/$city}"                   # no name of a city
    put 6 '{"board": 1, "map": 2}'
    put 7 "[$map]"
    put 8 "no JSON"
    put 9 "$(printf '%*s' 300000 '') $map"       # longer than anything worth a look
    awk 'BEGIN {
        printf "{\"width\": 800, \"height\": 800, \"cities\": ["
        for (i = 0; i < 201; i++) printf "%s[\"c%d\", [%d, 0]]", i ? ", " : "", i, i
        print "], \"connections\": {}}" }' >pictures/10-in.json && echo 0 >pictures/10-out.json
    grade --html a.html --results r.jsonl /bin/true pictures
    [ "$status" -eq 1 ]
    shown() { grep -o '<summary>pictures[^<]*\|<svg class="[^"]*"\|drawn above' "$1" | sed 's/.*pictures.//; s/.*drawing //' | paste -sd ' '; }
    [ "$(shown a.html)" = '1 map" 2 drawn above 3 map" 4 board" 5 6 7 8 9 10' ]
    [ "$(grep -c '<script' a.html)" -eq 1 ]
    grade report --html b.html r.jsonl
    cmp a.html b.html
    echo "$map" >pictures/1-in.json
    rm pictures/4-in.json
    mkfifo pictures/4-in.json
    grade report --html c.html r.jsonl
    [ "$(shown c.html)" = '1 2 map" 3 map" 4 5 6 7 8 9 10' ]
}

@test "a page shows 16 KiB of the input of the first failure of a kind, and 1 KiB of those of others" {
    rm -r cases/*
    put_long() { printf '%*s' "$2" 7 >"cases/$1-in.json" && echo 0 >"cases/$1-out.json"; }
    ends() { grep -oE '.(\.\.\.)?</pre></details>' r.html | paste -sd '|'; }
    put_long 1 16384 && put_long 2 1024 && put_long 3 1025
    grade --html r.html /bin/true cases
    [ "$(ends)" = '7</pre></details>|7</pre></details>| ...</pre></details>' ]
    put_long 1 16385
    grade --html r.html /bin/true cases
    [ "$(ends)" = ' ...</pre></details>|7</pre></details>| ...</pre></details>' ]
    put_long 1 262144 && put_long 2 262145 # which is longer than anything worth a look
    grade --html r.html /bin/true cases
    [ "$(ends)" = ' ...</pre></details>| ...</pre></details>' ]
}

# Cases 1 to $1 of a program that writes what it likes to game.log, and the log of a program that is right.
setup_logs() {
    local i
    mkdir logs
    echo '{"log": "game.log"}' >logs/suite.json
    for ((i = 1; i <= $1; i++)); do
        echo "$i" >"logs/$i-in.json"
        echo 0 >"logs/$i-out.json"
        printf '%s\n' '{"event": "game"}' '{"turn": 1, "player": "Ann"}' '{"game": 1, "turn": 2, "cards": ["red"]}' >"logs/$i-log.jsonl"
    done
    cat >program
    chmod +x program
}

@test "of a failure, the first line is shown in which its log differs" {
    setup_logs 8 <<'EOF'
#!/bin/sh
read -r x
{
    echo '{"event":"game"}'
    [ "$x" = 2 ] || echo '{ "player":"Ann","turn":1.0 }'
    case $x in
    1 | 7) echo '{"game": 1, "turn": 2, "cards": ["<i>"]}' ;;
    2) ;;
    3) echo 'no JSON' ;;
    *) echo '{"game":1,"turn":2,"cards":["red"]}' ;;
    esac
    [ "$x" != 5 ] || printf '{"turn":3,"text":"%01000d"}' 0
} >game.log
[ "$x" != 6 ] || rm game.log
[ "$x" = 7 ] && echo 0 || echo 1
EOF
    rm logs/8-log.jsonl
    grade --quiet --results r.jsonl --html a.html ./program logs
    [ "$output" = "1 passed, 7 failed" ]
    grade report --html b.html r.jsonl
    cmp a.html b.html
    [ "$(grep -E '^wrong|log:' <<<"$output" | cut -c 1-140)" = 'wrong            logs/1
    first difference in the log: line 3, game 1, turn 2: expected {"game": 1, "turn": 2, "cards": ["red"]}, got {"game": 1, "turn": 2, "card
wrong            logs/2
    first difference in the log: line 2, turn 1: expected {"turn": 1, "player": "Ann"}, got nothing
wrong            logs/3
    first difference in the log: line 3, game 1, turn 2: expected {"game": 1, "turn": 2, "cards": ["red"]}, got no JSON
wrong            3 cases: $: expected 0, got 1
wrong            logs/5
    first difference in the log: line 4, turn 3: expected nothing, got {"turn":3,"text":"000000000000000000000000000000000000000000000000000' ]
    [ "$(grep -c 'first difference in the log' a.html)" -eq 4 ]
    grep -q 'turn 2: expected .*&lt;i&gt;' a.html
    [ "$(grep -o '0*\.\.\.' <<<"$output" | wc -c)" -lt 600 ]
}

@test "a log is a file in the program's own folder, whatever is there" {
    echo secret >secret
    chmod 644 secret
    setup_logs 7 <<EOF
#!/bin/sh
read -r x
case \$x in
1) ln -s "$here/secret" game.log ;;
2) mkfifo game.log ;;
3) mkdir game.log ;;
4) head -c 5000000 /dev/zero >game.log ;;
5) printf '\\000\\377\\033[31m\\n' >game.log ;;
6) echo >game.log && chmod 0 game.log . ;;
7) { printf '%s\\n' '{"event": "game"}' '{"turn": 1, "player": "Ann"}'; yes '{"game": 1, "turn": 2, "cards": ["red"]}' | head -c 6000000; } >game.log ;;
esac
echo 1
EOF
    grade --results r.jsonl --html a.html ./program logs
    [ "$status" -eq 1 ]
    [ -z "$stderr" ]
    [[ ${lines[-1]} == "0 passed, 7 failed" ]]
    # zeros are one line that never ends; the lines of 7 go on where nothing is expected; 6 depends on who we are
    [ "$(sed -nE '/logs\/6/d; s/.*"case":"([^"]*)".*,"log":(\["line[^]]*).*/\1 \2/p' r.jsonl | sort)" = 'logs/5 ["line 1","{\"event\": \"game\"}","\u0000�\u001b[31m"
logs/7 ["line 4, game 1, turn 2","","{\"game\": 1, \"turn\": 2, \"cards\": [\"red\"' ]
    run ! grep -q secret r.jsonl a.html
    run ! grep -qa "$(printf '\033')" r.jsonl a.html
    for name in '"../game.log"' '"/etc/passwd"' '".."' '""' 7; do
        echo "{\"log\": $name}" >logs/suite.json
        grade ./program logs
        [ "$status" -eq 4 ]
        [[ $stderr == *"logs/suite.json:1:9: "* ]]
    done
}

@test "--update takes the log of a program, too" {
    setup_logs 3 <<'EOF'
#!/bin/sh
read -r x
echo "{\"turn\": $x}" >game.log
echo 0
EOF
    rm logs/1-log.jsonl logs/2-out.json
    echo '{"turn": 3.0}' >logs/3-log.jsonl
    grade --update ./program logs
    [ "$status" -eq 0 ]
    [ "$(grep -E '^updating|the log' <<<"$output" | sort)" = '    the log differs from line 1 on
updating logs/1
updating logs/2: there was no expected output' ]
    [ "${lines[-1]}" = "3 passed, 0 failed, 2 updated" ]
    [ "$(cat logs/*-log.jsonl | paste -sd ' ')" = '{"turn": 1} {"turn": 2} {"turn": 3.0}' ]
    grade --update ./program logs
    [ "${lines[-1]}" = "3 passed, 0 failed" ]
}

@test "runs of continuation bytes, wherever they come from, are shown and not obeyed" {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p text checker errors
    printf '#!/bin/sh\nprintf Z; head -c 4000 /dev/zero | tr "\\000" "\\225"\n' >spew
    printf '#!/bin/sh\n%s >&2; exit 1\n' "$PWD/spew" >complain
    chmod +x spew complain
    for f in text checker errors; do echo 1 >"$f/1-in.json"; done
    echo 'true' >text/1-out.json
    echo 'true' >checker/1-out.json
    echo 'complaint' >errors/1-err.txt
    run "$BIN/xgrade" --compare text spew text
    [ "$status" -eq 1 ]
    [[ $output == *"0 passed, 1 failed"* ]]
    run "$BIN/xgrade" --compare "program:$PWD/complain" --allow "$PWD" spew checker
    [[ $status -eq 4 && $output == *"which is neither 42"*'\x95..."'*"1 harness error"* ]]
    run "$BIN/xgrade" --allow "$PWD" complain errors
    [[ $status -eq 1 && $output == *"0 passed, 1 failed"* ]]
    touch "text/$(printf Z; head -c 200 /dev/zero | tr '\0' '\225')-in.json"
    run "$BIN/xgrade" --compare text spew text
    [ "$status" -le 4 ]
    [[ $output == *passed*failed* ]]
}
