#!/usr/bin/env bats
# Repositories laid out as the course has it (Tests/submissions): built by make in 3/, run there, with modules in ../.
# xgrade and a plain shell loop agree about each case.
# bats file_tags=long
load helper

setup() {
    here=$BATS_TEST_TMPDIR/here
    mkdir -p "$here/tmp" "$here/cases"
    cp -r Tests/submissions "$here/teams"
    for input in fixtures/xmap/*1*-in.json; do
        cp "$input" "${input%-in.json}-out.json" "$here/cases"
    done
    cd "$here" || return
    export TMPDIR=$here/tmp
}

# A line "CASE pass" or "CASE wrong" for each case.
loop() { # submission
    local input name
    cp -r "teams/$1" "built-$1"
    make -s -C "built-$1/3" >/dev/null
    for input in cases/*-in.json; do
        name=$(basename "$input" -in.json)
        if [ "$(cd "built-$1/3" && ./xmap <"$here/$input")" = "$(cat "cases/$name-out.json")" ]; then
            echo "$name pass"
        else
            echo "$name wrong"
        fi
    done | sort
}

agree() { # submission, options...
    local team=$1
    shift
    timeout 100 "$BIN/xgrade" "$@" --submission "teams/$team" --build make --csv out.csv --quiet "teams/$team/3/xmap" cases || true
    diff <(loop "$team") <(sed -n 's/^"[^"]*","[^"]*","[^"]*","\([^"]*\)",\([a-z-]*\),.*/\1 \2/p' out.csv | sort)
}

both() { # submission
    agree "$1"
    rm -r "built-$1"
    agree "$1" --isolate landlock
}

@test "Python" {
    need_python
    both python
}

@test "Node" {
    command -v node >/dev/null || skip "there is no node"
    both node
}

@test "Java" {
    command -v javac >/dev/null || skip "there is no javac"
    both java
}
