#!/usr/bin/env bats
# The answers of the programs: ours, those generated for the project, and the course's where they are at hand.
load helper

elsewhere() { # directories...
    local dir found=()
    for dir in "$@"; do
        [[ -d ../shared/$dir ]] && found+=("../shared/$dir")
    done
    [[ ${#found[@]} -gt 0 ]] || skip "not here"
    Tests/fixtures "${found[@]}"
}

@test "fixtures/xmap" {
    Tests/fixtures fixtures/xmap
}
@test "fixtures/xlegal" {
    Tests/fixtures fixtures/xlegal
}
@test "fixtures/xstrategy" {
    Tests/fixtures fixtures/xstrategy
}

@test "fixtures/bad-input/xmap" {
    Tests/fixtures fixtures/bad-input/xmap
}
@test "fixtures/bad-input/xlegal" {
    Tests/fixtures fixtures/bad-input/xlegal
}
@test "fixtures/bad-input/xstrategy" {
    Tests/fixtures fixtures/bad-input/xstrategy
}

@test "xmap on fixtures from elsewhere" {
    elsewhere {course,generated}/trains/xmap
}
@test "xlegal on fixtures from elsewhere" {
    elsewhere {course,generated}/trains/xlegal
}
@test "xstrategy on fixtures from elsewhere" {
    elsewhere {course,generated}/trains/xstrategy
}
