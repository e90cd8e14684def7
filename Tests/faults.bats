#!/usr/bin/env bats
# One allocation fails, or all from one on: an answer is right, or there is none.
bats_require_minimum_version 1.5.0

sweep() {
    [ -x "$BUILD/faults/sweep" ] || skip "only of the release build"
    cd "$BATS_TEST_DIRNAME/.." || return
    run "$BUILD/faults/sweep" "$BUILD/faults" "$1"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "every allocation may fail, in programs that read and answer" {
    sweep Tests/faults/cases
}

@test "allocations of servers, clients and the grader may fail" {
    sweep Tests/faults/sampled-cases
}
