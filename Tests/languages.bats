#!/usr/bin/env bats
# Programs in the languages of the course run within the default limits, in both kinds of isolation: each has threads, a
# subprocess, a connection over loopback and a temporary file (Tests/languages).
# bats file_tags=long
load helper

setup() {
    here=$BATS_TEST_TMPDIR/here
    mkdir -p "$here/tmp" "$here/cases"
    cp -r Tests/languages "$here/team"
    chmod +x "$here"/team/main.{py,js,rkt}
    echo 1 >"$here/cases/1-in.json"
    echo true >"$here/cases/1-out.json"
    cd "$here" || return
    export TMPDIR=$here/tmp
}

runs() { # program
    for mode in ns landlock; do
        run timeout 100 "$BIN/xgrade" --isolate $mode "team/$1" cases
        echo "$output"
        [ "$status" -eq 0 ]
    done
}

need() { # command
    command -v "$1" >/dev/null || skip "there is no $1"
}

@test "Python" {
    need_python
    runs main.py
}

@test "Node" {
    need node
    runs main.js
}

@test "Racket" {
    need racket
    runs main.rkt
}

@test "Java" {
    need javac
    javac -d team team/Main.java
    printf '#!/bin/sh\nexec java Main\n' >team/main
    chmod +x team/main
    runs main
}

@test "Go" {
    need go
    GOCACHE=$here/go go build -o team/main team/main.go
    runs main
}

@test "C with the sanitizers, of which that for leaks traces the program" {
    need cc
    echo 'int main(void) { __builtin_puts("true"); }' >team/main.c
    cc -fsanitize=address,undefined -o team/main team/main.c 2>/dev/null || skip "there are no sanitizers"
    run timeout 100 "$BIN/xgrade" --isolate ns team/main cases
    [ "$status" -eq 0 ]
    run timeout 100 "$BIN/xgrade" --isolate landlock team/main cases
    [[ $output == *"the leak sanitizer needs a sandbox: --isolate ns, or --env ASAN_OPTIONS=detect_leaks=0"* ]]
    run timeout 100 "$BIN/xgrade" --isolate landlock --env ASAN_OPTIONS=detect_leaks=0 team/main cases
    [ "$status" -eq 0 ]
}

@test "Rust" {
    need rustc
    rustc -o team/main team/main.rs
    runs main
}
