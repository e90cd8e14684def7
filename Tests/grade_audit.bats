#!/usr/bin/env bats
# Tests of tests: which cases catch which wrong programs.
# shellcheck disable=SC2016 # scripts in quotes are for other shells
load helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir -p cases mistakes/{wrong,timeout,crash,bad-json}
    for k in 1 2 3; do
        echo "$k" >cases/$k-in.json
        echo $((k * 2)) >cases/$k-out.json
    done
    write reference 'read -r n; echo $((n * 2))'
    write mistakes/wrong/square 'read -r n; echo $((n * n))'
    write mistakes/wrong/plus-one 'read -r n; echo $((n + 1))'
    write mistakes/timeout/loops 'exec sleep 100'
    write mistakes/crash/dies 'kill -SEGV $$'
    write mistakes/bad-json/python 'echo True'
}

write() { # path, commands
    printf '#!/bin/sh\n%s\n' "$2" >"$1"
    chmod +x "$1"
}

audit() { # arguments...
    run --separate-stderr "$BIN/xgrade" audit --timeout 0.5 --reference ./reference --wrong mistakes "$@"
}

@test "an audit finds a case that catches nobody, a program that nothing catches, and how few cases would do" {
    echo 0 >cases/0-in.json # 0 * 2 is 0 * 0
    echo 0 >cases/0-out.json
    rm mistakes/*/{plus-one,loops,dies,python}
    audit cases
    [ "$status" -eq 0 ]
    [[ $output == 'the reference passes 4 of 4 cases; its slowest takes 0.'* ]]
    [ "$(tail -n +2 <<<"$output")" = "   1  wrong/square: 2 of 4 cases catch it
which case catches whom
  cases/0: nobody
  cases/1: 1
  cases/2: nobody
  cases/3: 1
1 case catches everybody that is caught; fewer do not:
  cases/1
2 of 4 cases catch nobody; 0 of 1 programs were not caught as they should be" ]
    write mistakes/wrong/right 'read -r n; echo $((n + n))'
    audit cases
    [ "$status" -eq 1 ]
    grep -qx '   1  wrong/right: NOTHING CATCHES IT' <<<"$output"
}

@test "programs must get the verdict that their folder is named for" {
    audit cases
    [ "$status" -eq 0 ]
    [ "$(grep -c ' cases catch it$' <<<"$output")" -eq 5 ]
    mv mistakes/crash/dies mistakes/timeout/dies
    audit cases
    [ "$status" -eq 1 ]
    grep -q 'timeout/dies: 3 of 3 cases catch it, but none by the verdict' <<<"$output"
    mkdir mistakes/odd
    audit cases
    [[ $status -eq 2 && $stderr == *'"mistakes/odd" is not named for a verdict'* ]]
}

@test "a reference that fails is named, and a folder of programs can be one, also in a fest" {
    write reference 'read -r n; echo $((n * 2 + (n == 3)))'
    rm -r mistakes/{timeout,crash,bad-json}
    audit cases
    [ "$status" -eq 1 ]
    grep -qx '  it does not pass cases/3' <<<"$output"
    mkdir -p right teams/ann tests/ann/3
    write right/double 'read -r n; echo $((n * 2))'
    cp right/double teams/ann/double
    cp cases/* tests/ann/3
    echo '{"program": "double"}' | tee cases/suite.json >tests/ann/suite.json
    run --separate-stderr "$BIN/xgrade" audit --reference right --wrong mistakes cases
    [ "$status" -eq 0 ]
    run --separate-stderr "$BIN/xgrade" fest --tests tests --submissions teams --program double --reference right
    [[ $status -eq 0 && $output == *'3 passed, 0 failed' ]]
}

@test "a reference that is also a submission may lie anywhere, but the submission may not" {
    mkdir -p .git right teams/ann tests/ann/3
    write right/double 'read -r n; echo $((n * 2))'
    ln -s ../../right/double teams/ann/double
    cp cases/* tests/ann/3
    run --separate-stderr "$BIN/xgrade" fest --tests tests --submissions teams --program double \
        --reference teams/ann/double --results r.jsonl
    [[ $status -eq 1 && $output == *'0 passed, 3 failed' ]]
    [ "$(grep -c '"verdict":"exit".*it is a link that leads out of the submission' r.jsonl)" -eq 3 ]
}
