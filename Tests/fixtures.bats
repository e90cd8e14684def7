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

@test "fixtures/xref" {
    Tests/fixtures fixtures/xref
}
@test "fixtures/xmanager" {
    Tests/fixtures fixtures/xmanager
}
@test "fixtures/xboard" {
    Tests/fixtures fixtures/xboard
}
@test "fixtures/xstate" {
    Tests/fixtures fixtures/xstate
}
@test "fixtures/xchoice" {
    Tests/fixtures fixtures/xchoice
}
@test "fixtures/xgames" {
    Tests/fixtures fixtures/xgames
}
@test "fixtures/xbad" {
    Tests/fixtures fixtures/xbad
}
@test "fixtures/xbad2" {
    Tests/fixtures fixtures/xbad2
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

@test "fixtures/bad-input/xref" {
    Tests/fixtures fixtures/bad-input/xref
}
@test "fixtures/bad-input/xmanager" {
    Tests/fixtures fixtures/bad-input/xmanager
}
@test "fixtures/bad-input/xboard" {
    Tests/fixtures fixtures/bad-input/xboard
}
@test "fixtures/bad-input/xstate" {
    Tests/fixtures fixtures/bad-input/xstate
}
@test "fixtures/bad-input/xchoice" {
    Tests/fixtures fixtures/bad-input/xchoice
}
@test "fixtures/bad-input/xgames" {
    Tests/fixtures fixtures/bad-input/xgames
}
@test "fixtures/bad-input/xbad" {
    Tests/fixtures fixtures/bad-input/xbad
}
@test "fixtures/bad-input/xbad2" {
    Tests/fixtures fixtures/bad-input/xbad2
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
@test "xref on fixtures from elsewhere" {
    elsewhere {course,generated}/trains/xref
}
@test "xmanager on fixtures from elsewhere" {
    elsewhere {course,generated}/trains/xmanager
}
@test "xboard on fixtures from elsewhere" {
    elsewhere {course,generated}/maze/xboard
}
@test "xstate on fixtures from elsewhere" {
    elsewhere {course,generated}/maze/xstate
}
@test "xchoice on fixtures from elsewhere" {
    elsewhere {course,generated}/maze/xchoice
}
@test "xgames on fixtures from elsewhere" {
    elsewhere {course,generated}/maze/xgames
}
@test "xbad on fixtures from elsewhere" {
    elsewhere {course,generated}/maze/xbad
}
@test "xbad2 on fixtures from elsewhere" {
    elsewhere {course,generated}/maze/xbad2
}

# The server's and the clients' cases are tournaments, too; of more than 50 players a server takes the first 50.
@test "xmanager on the fixtures of servers and clients" {
    [[ -d ../shared/course/trains/xserver ]] || skip "not here"
    for case in ../shared/course/trains/{xserver,xclients}/*-in.json; do
        [ "$(tr -d '[:space:]' <"$case" | grep -oE '\["[A-Za-z0-9]+","(Hold|Buy|Cheat|player)' | wc -l)" -le 50 ] || continue
        answer=$("$BIN/xmanager" <"$case")
        [ "${answer//[[:space:]]/}" = "$(tr -d '[:space:]' <"${case/-in/-out}")" ] || { echo "$case: $answer"; false; }
    done
}

@test "one life is the default" {
    for case in fixtures/xmanager/*-in.json; do
        diff <("$BIN/xmanager" <"$case") <("$BIN/xmanager" --losses 1 <"$case")
    done
}
