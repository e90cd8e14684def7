#!/usr/bin/env bats
# Inputs that once broke something (Tests/fuzz/found/TARGET), given to the fuzz targets without libFuzzer.
bats_require_minimum_version 1.5.0

@test "inputs that fuzzing has found break nothing any more" {
    cd "$BATS_TEST_DIRNAME/.."
    for folder in Tests/fuzz/found/*/; do
        run "$BUILD/fuzz/$(basename "$folder")" "$folder"*
        echo "$folder: $output"
        [ "$status" -eq 0 ]
    done
}
