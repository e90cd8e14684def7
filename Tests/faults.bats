#!/usr/bin/env bats
# A call fails, or all from one on: an answer is right, or there is none, and nothing is left behind. Of servers, clients
# and the grader, every tenth of the sample that `make faults` takes.
# bats file_tags=long
load helper

sweep() { # alloc or calls, a file of cases, and which of them
    [ -x "$BUILD/faults/sweep" ] || skip "only of the release build"
    STRIDE=${STRIDE:-10} run "$BUILD/faults/sweep" "$1" "$BUILD/faults" "Tests/faults/$2" "${@:3}"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "every allocation may fail, in programs that read and answer" {
    sweep alloc cases
}

@test "allocations of servers, clients and the grader may fail" {
    sweep alloc sampled-cases
}

@test "every allocation may fail while a submission is copied and what is left of it removed" {
    STRIDE=1 sweep alloc sampled-cases landlock
}

@test "every system call may fail, be short or be interrupted, in programs that read and answer" {
    sweep calls cases
}

@test "system calls of servers, clients and the grader may fail, be short or be interrupted" {
    sweep calls sampled-cases
}

# Allocations of cairo are not swept otherwise: see Tests/faults/draw. A text takes more than 100 bytes.
@test "a picture without a text that cairo could not lay out is not written" {
    [ -x "$BUILD/faults/xvisualize" ] || skip "only of the release build, with cairo"
    picture=$BATS_TEST_TMPDIR/picture.pdf
    draw() { # which allocation fails
        FAULTS=alloc:$1:12 FAULTS_IN=xvisualize FAULTS_FROM=libcairo LD_PRELOAD=$PWD/$BUILD/faults/faults.so \
            timeout 20 "$BUILD/faults/xvisualize" -o "$picture" <Tests/faults/board.json 2>/dev/null
    }
    draw 0
    whole=$(wc -c <"$picture")
    for ((n = 1; n < 200; n++)); do
        ! draw $n || [ "$(wc -c <"$picture")" -gt $((whole - 100)) ]
    done
}

@test "a folder of programs that cannot be looked at is no program that fails" {
    [ -x "$BUILD/faults/xgrade" ] || skip "only of the release build"
    for ((n = 1; n < 10; n++)); do
        FAULTS=stat:$n:5 FAULTS_IN=xgrade LD_PRELOAD=$PWD/$BUILD/faults/faults.so run timeout 20 \
            "$BUILD/faults/xgrade" -j 1 --first 2 --submission "$BUILD/faults" "$BUILD/faults" fixtures/xmap
        echo "$n: $output"
        [ "$status" -ne 1 ]
    done
}
