#!/usr/bin/env bats
# xvisualize: pictures on stdout, in files and in a window.
load helper

setup() {
    [ -x "$BIN/xvisualize" ] || skip "built without cairo"
    map_in=Tests/drawings/map/america-in.json
    board_in=Tests/drawings/board/referee-in.json
}

# Whether stdin is a picture, but for the last digits of its numbers, which another processor may see differently.
is_picture() { # file
    cmp <(sed 's/[0-9.]*//g') <(sed 's/[0-9.]*//g' "$1")
}

@test "the pictures of README.md are those of their inputs" {
    "$BIN/xvisualize" <"$map_in" | is_picture docs/map.svg
    "$BIN/xvisualize" <"$board_in" | is_picture docs/board.svg
}

@test "a board names its gems and the last slide, and a map says its lengths and whether it is to scale" {
    "$BIN/xvisualize" --board --svg <"$board_in" >"$BATS_TEST_TMPDIR/board.svg"
    [ "$(grep -o 'class="gem-name"' "$BATS_TEST_TMPDIR/board.svg" | wc -l)" -eq \
        "$(grep -o '<title>[^<]*</title>' "$BATS_TEST_TMPDIR/board.svg" | sed -n 's/.*: \(.*, .*\)<.*/\1/p' | tr -d ' ' | tr ',' '\n' | sort -u | wc -l)" ]
    grep -q '>last slide<' "$BATS_TEST_TMPDIR/board.svg"
    "$BIN/xvisualize" --svg <"$map_in" | grep -o 'class="length"' | wc -l | grep -qx 49
    run grep 'not to scale' docs/map.svg
    [ "$status" -eq 1 ]
    "$BIN/xvisualize" --svg <<<'{"width": 800, "height": 100, "cities": [["A", [0, 50]], ["B", [800, 52]], ["C", [400, 60]]],
        "connections": {"A": {"B": {"red": 3}}}}' | grep -q '>not to scale: 4 times too high<'
}

@test "a file is written as its name ends, and nothing else" {
    mkdir "$BATS_TEST_TMPDIR/out" && cd "$BATS_TEST_TMPDIR/out"
    for kind in svg png pdf; do
        run --separate-stderr "$BIN/xvisualize" -o "map.$kind" <"$OLDPWD/$map_in"
        [ "$status" -eq 0 ]
        [ -z "$output$stderr" ]
        "$BIN/xvisualize" --board --dark --output "board.$kind" <"$OLDPWD/$board_in"
    done
    [ "$(head -c 4 map.svg)" = "<svg" ]
    [ "$(head -c 4 map.png | od -An -c | tr -d ' ')" = "211PNG" ]
    [ "$(head -c 5 board.pdf)" = "%PDF-" ]
    [ "$(printf '%s ' *)" = "board.pdf board.png board.svg map.pdf map.png map.svg " ]
}

@test "a file that cannot be written is left as it was" {
    run --separate-stderr "$BIN/xvisualize" -o map.jpg <"$map_in"
    [ "$status" -eq 2 ]
    [ "$stderr" = 'xvisualize: cannot write "map.jpg": the name must end in .svg, .png or .pdf' ]
    run --separate-stderr "$BIN/xvisualize" -o /nowhere/map.svg <"$map_in"
    [ "$status" -eq 5 ]
    [ "$stderr" = 'xvisualize: cannot write "/nowhere/map.svg": No such file or directory' ]
    [[ $BUILD != *coverage* ]] || return 0
    file=$BATS_TEST_TMPDIR/old.svg
    echo old >"$file"
    code=0
    (ulimit -f 1 && "$BIN/xvisualize" -o "$file" <"$map_in" 2>"$BATS_TEST_TMPDIR/err") || code=$?
    [ "$code" -eq 5 ]
    [ "$(cat "$file")" = old ]
    [ "$(find "$BATS_TEST_TMPDIR" -name 'old.svg*' | wc -l)" -eq 1 ]
}

@test "what is no map and no board is complained about" {
    give '{"width": 5}' xvisualize
    [ "$status" -eq 3 ]
    [ "$stderr" = 'xvisualize: <stdin>:1:1: the member "height" is missing' ]
    give '{"connectors": [["┌"]], "treasures": [[["ruby", "pebble"]]]}' xvisualize --board
    [ "$status" -eq 3 ]
    [[ $stderr == 'xvisualize: <stdin>:1:'*pebble* ]]
    give '{"board": 1, "spare": 2, "plmt": [{"goto": 1}], "last": null}' xvisualize --board
    [ "$status" -eq 3 ]
    [[ $stderr == "xvisualize: <stdin>:1:11: board: "* ]]
    give "$(cat "$map_in")" xvisualize --board
    [ "$status" -eq 3 ]
}

# Starts a display without a screen to look at.
start_display() {
    command -v Xvfb >/dev/null || skip "Xvfb is missing"
    mkfifo "$BATS_TEST_TMPDIR/number"
    Xvfb -displayfd 7 -screen 0 1024x768x24 7>"$BATS_TEST_TMPDIR/number" 2>/dev/null 3>&- &
    server=$!
    read -r number <"$BATS_TEST_TMPDIR/number"
    export DISPLAY=:$number
}

@test "a window shows the picture for a while, or until a key is pressed or it is closed" {
    start_display
    code=0
    "$BUILD/window" "$BIN/xvisualize" "$map_in" >"$BATS_TEST_TMPDIR/log" 2>&1 || code=$?
    kill "$server"
    cat "$BATS_TEST_TMPDIR/log"
    [ "$code" -eq 0 ]
}

@test "where there is no display, or it does not answer, the picture goes to stdout" {
    DISPLAY=:9999 "$BIN/xvisualize" <"$map_in" | is_picture docs/map.svg
    start_display
    kill -STOP "$server"
    code=0
    timeout 20 "$BIN/xvisualize" <"$map_in" >"$BATS_TEST_TMPDIR/map.svg" || code=$?
    kill -CONT "$server"
    kill "$server"
    [ "$code" -eq 0 ]
    is_picture docs/map.svg <"$BATS_TEST_TMPDIR/map.svg"
}

@test "2,000 cities and 20,000 connections are drawn" {
    bench/make-map 2000 20000 >"$BATS_TEST_TMPDIR/map"
    [ "$(timeout 60 "$BIN/xvisualize" <"$BATS_TEST_TMPDIR/map" | grep -c '<g class="connection ')" -eq 20000 ]
}
