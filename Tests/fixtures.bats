#!/usr/bin/env bats
# The answers of the programs: ours, those generated for the project, and the course's where they are at hand.
load helper

graded() { # directories...
    "$BIN/xgrade" --isolate "$isolation" "$BIN" "$@"
}

elsewhere() { # directories...
    local dir found=()
    for dir in "$@"; do
        [[ -d ../shared/$dir ]] && found+=("../shared/$dir")
    done
    [[ ${#found[@]} -gt 0 ]] || skip "not here"
    graded "${found[@]}"
}

@test "fixtures/xmap" {
    graded fixtures/xmap
}
@test "fixtures/xlegal" {
    graded fixtures/xlegal
}
@test "fixtures/xstrategy" {
    graded fixtures/xstrategy
}

@test "fixtures/xref" {
    graded fixtures/xref
}
@test "fixtures/xmanager" {
    graded fixtures/xmanager
}
@test "fixtures/xboard" {
    graded fixtures/xboard
}
@test "fixtures/xstate" {
    graded fixtures/xstate
}
@test "fixtures/xchoice" {
    graded fixtures/xchoice
}
@test "fixtures/xgames" {
    graded fixtures/xgames
}
@test "fixtures/xbad" {
    graded fixtures/xbad
}
@test "fixtures/xbad2" {
    graded fixtures/xbad2
}

@test "fixtures/bad-input/xreplay" {
    graded fixtures/bad-input/xreplay
}
@test "fixtures/bad-input/xmap" {
    graded fixtures/bad-input/xmap
}
@test "fixtures/bad-input/xlegal" {
    graded fixtures/bad-input/xlegal
}
@test "fixtures/bad-input/xstrategy" {
    graded fixtures/bad-input/xstrategy
}

@test "fixtures/bad-input/xref" {
    graded fixtures/bad-input/xref
}
@test "fixtures/bad-input/xmanager" {
    graded fixtures/bad-input/xmanager
}
@test "fixtures/bad-input/xboard" {
    graded fixtures/bad-input/xboard
}
@test "fixtures/bad-input/xstate" {
    graded fixtures/bad-input/xstate
}
@test "fixtures/bad-input/xchoice" {
    graded fixtures/bad-input/xchoice
}
@test "fixtures/bad-input/xgames" {
    graded fixtures/bad-input/xgames
}
@test "fixtures/bad-input/xbad" {
    graded fixtures/bad-input/xbad
}
@test "fixtures/bad-input/xbad2" {
    graded fixtures/bad-input/xbad2
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

# bats test_tags=long
@test "one life is the default" {
    for case in fixtures/xmanager/*-in.json; do
        diff <("$BIN/xmanager" <"$case") <("$BIN/xmanager" --losses 1 <"$case")
    done
}
