#!/usr/bin/env bats
# Inputs that once broke something (Tests/fuzz/found/TARGET), given to the fuzz targets without libFuzzer.
# bats file_tags=long,sanitize
load helper

@test "inputs that fuzzing has found break nothing any more" {
    for folder in Tests/fuzz/found/*/; do
        run "$BUILD/fuzz/$(basename "$folder")" "$folder"*
        echo "$folder: $output"
        [ "$status" -eq 0 ]
    done
}
