#!/usr/bin/env bats
# The autograder for Gradescope, laid out as its containers are: source, submission, results.
# shellcheck disable=SC2016 # scripts in quotes are for other shells
load helper

setup() {
    command -v unzip >/dev/null || command -v python3 >/dev/null || skip "there is nothing to unpack an archive with"
    cd "$BATS_TEST_TMPDIR" || return
    mkdir -p cases/3 autograder/{source,submission/3,results}
    for k in 1 2 3; do
        echo "$k" >cases/3/$k-in.json
        echo $((k * 2)) >cases/3/$k-out.json
    done
    echo '{"program": "3/double", "points": 30}' >cases/3/suite.json
    echo '{"visible": "never"}' >cases/3/3-meta.json
    mkdir autograder/submission/Common # what its programs share
    echo 2 >autograder/submission/Common/factor
    double 'read -r n; echo $((n * $(cat ../Common/factor)))'
}

double() { # commands
    printf '#!/bin/sh\n%s\n' "$1" >autograder/submission/3/double
    chmod +x autograder/submission/3/double
}

unpack() {
    if command -v unzip >/dev/null; then
        unzip -q autograder.zip -d autograder/source
    else
        python3 -c 'import zipfile; z = zipfile.ZipFile("autograder.zip"); assert z.testzip() is None; z.extractall("autograder/source")'
    fi
    cp autograder/source/run_autograder autograder
}

autograde() {
    sh autograder/run_autograder
    cat autograder/results/results.json
}

@test "an autograder grades a submission, hides what is hidden, and says when it cannot" {
    "$BIN/xgrade" gradescope --cases cases -o autograder.zip
    unpack
    sh -n autograder/source/setup.sh
    run autograde
    [ "$status" -eq 0 ]
    [[ $output == *'3 passed, 0 failed'* && $output == *'"score":30'* ]]
    [ "$(grep -o '"visibility":"hidden"' <<<"$output" | wc -l)" -eq 1 ]
    double 'read -r n; echo $((n + 2))'
    run autograde
    [[ $output == *'1 passed, 2 failed'* && $output == *'"score":10'* ]]
    rm -r autograder/submission
    run autograde
    [[ $output == *'{"score":0,"output":"The grader could not run this submission'* ]]
}

@test "an autograder works where neither namespaces nor mounts are allowed" {
    unshare -r true 2>/dev/null || skip "no user namespace can be made here to forbid them in"
    "$BIN/xgrade" gradescope --cases cases -o autograder.zip -- --timeout 5 --env "A=it's"
    unpack
    run unshare -r sh -c 'echo 0 >/proc/sys/user/max_user_namespaces; sh autograder/run_autograder; cat autograder/results/results.json'
    [[ $output == *'3 passed, 0 failed'* && $output == *'"score":30'* ]]
}

@test "an autograder without cases, or that cannot be written, is an error that leaves nothing behind" {
    run --separate-stderr "$BIN/xgrade" gradescope --cases nowhere -o autograder.zip
    # shellcheck disable=SC2154
    [[ $status -eq 2 && $stderr == 'xgrade gradescope: there is no folder of cases "nowhere"' ]]
    [ ! -e autograder.zip ]
    run "$BIN/xgrade" gradescope --cases cases
    [ "$status" -eq 2 ]
}
