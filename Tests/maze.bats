#!/usr/bin/env bats
# The options of the Maze programs.
load helper

players='[["Ann","Euclid"],["Ben","Riemann"]]'

# A 3x3 board of crosses with two players, as a referee knows it.
setup() {
    row='["┼","┼","┼"]' gems='[["ruby","beryl"],["ruby","zircon"],["ruby","spinel"]]'
    board="{\"connectors\":[$row,$row,$row],\"treasures\":[$gems,$gems,$gems]}"
    spare='{"tilekey":"─","1-image":"diamond","2-image":"beryl"}'
    at() { echo "{\"row#\":$1,\"column#\":$2}"; }
    ann="{\"current\":$(at 0 0),\"home\":$(at 1 1),\"goto\":$(at 1 1),\"color\":\"red\"}"
    ben="{\"current\":$(at 2 2),\"home\":$(at 1 1),\"goto\":$(at 1 1),\"color\":\"blue\"}"
    state="{\"board\":$board,\"spare\":$spare,\"plmt\":[$ann,$ben],\"last\":null}"
}

@test "--explain names who was removed and how the winner was found" {
    give "[[\"Ann\",\"Euclid\"],[\"Ben\",\"Riemann\",\"takeTurn\",2]] $state" xbad2 --explain
    [ "$output" = '[["Ann"],["Ben"]]' ]
    grep -qx 'xbad2: Ben: kicked in round 2: did not answer "takeTurn"' <<<"$stderr"
    grep -qx 'xbad2: Ann: came home in round 3 and ended the game' <<<"$stderr"
    grep -q '^xbad2: Ann: won after round 3 with 1 treasure, at the squared distance 0 from row 1, column 1$' <<<"$stderr"
}

@test "each way to cheat is found out and explained" {
    for cheat in 'coordinate:that is not on the board' 'row:that line does not move' 'column:that line does not move' \
        'undo:that undoes the last slide' 'stay:that is where the slide takes it anyway'; do
        give "[[\"Ann\",\"Euclid\"],[\"Ben\",\"Riemann\",\"${cheat%%:*}\"]] $state" xbad --explain
        [ "$output" = '[["Ann"],["Ben"]]' ]
        grep -q "^xbad: Ben: kicked in round 1: wanted to slide .*: ${cheat#*:}\$" <<<"$stderr"
    done
    dead=${state//┼/│}
    give "[[\"Ann\",\"Euclid\"],[\"Ben\",\"Riemann\",\"unreachable\"]] $dead" xbad --explain
    grep -q "^xbad: Ben: kicked in round 1: wanted to slide .*: no path leads there\$" <<<"$stderr"
}

@test "--show draws the board before and after, in colors on a terminal only" {
    give "$players $state" xgames --show
    [ "$output" = '["Ann"]' ]
    [ "$(grep -c 'spare' <<<"$stderr")" -eq 2 ]
    [[ $stderr != *$'\033'* ]]
    need_terminal
    script -qec "$BIN/xgames --show >/dev/null" /dev/null <<<"$players $state" | grep -q $'\033\\[1;38;2;'
    run ! grep -q $'\033' < <(NO_COLOR=1 script -qec "$BIN/xgames --show >/dev/null" /dev/null <<<"$players $state")
}

@test "--show marks what can be reached with dots where there is no path, and with colors on a terminal" {
    input=fixtures/xstate/all-crossings-pushed-off-in.json
    run --separate-stderr "$BIN/xstate" --show <$input
    [ "$stderr" = "0↕ 1  2↕   spare ─
  0↔ ─1──┼──┼─
  1  ─┼─⌂┼──┼─
  2↔ ─┼──┼──┼─
   1 red  at 0,0  ⌂ 1,1
      0↕ 1  2↕   spare ┼
  0↔ ─┼──┼─·1·
  1  ─┼─⌂┼──┼─
  2↔ ─┼──┼──┼─
   1 red  at 0,2  ⌂ 1,1" ]
    need_terminal
    run script -qec "$BIN/xstate --show <$input >/dev/null" /dev/null
    [[ $output == *$'\033'* && $output != *·* ]]
}

@test "the log has a line for everything, and skipping changes nothing" {
    log=$BATS_TEST_TMPDIR/log
    for case in fixtures/xbad2/*-in.json; do
        answer=$("$BIN/xbad2" <"$case")
        [ "$("$BIN/xbad2" --no-skip <"$case")" = "$answer" ]
        [ "$("$BIN/xbad2" --log "$log" <"$case")" = "$answer" ]
    done
    give "[[\"Ann\",\"Euclid\"],[\"Ben\",\"Riemann\",\"takeTurn\",2]] $state" xbad2 --log "$log"
    for event in game setup round turn goal kick score win; do
        grep -q "^{\"event\":\"$event\",\"game\":1" "$log"
    done
    grep -q '"event":"kick","game":1,"round":2,"player":"Ben","call":"takeTurn","reason":"did not answer' "$log"
}

@test "a series of games does not depend on the number of jobs, nor on skipping" {
    give "$players" xgames --games 500 --seed 3 -j 1
    one=$output
    [[ $one == '{"games":500,"seed":3,"players":[{"name":"Ann","games":500,'*'"elo":{'* ]]
    for options in '-j 2' '-j 7' '--no-skip'; do
        # shellcheck disable=SC2086
        give "$players" xgames --games 500 --seed 3 $options
        [ "$output" = "$one" ]
    done
    give "$players" xgames --games 20 --seed 3 --size 4x9
    [ "$status" -eq 0 ]
    give "$players" xgames --games 20 --size 2x3
    [ "$status" -eq 3 ]
    [[ $stderr == *"players: expected 1 to 1 players for a board of 2x3, found 2" ]]
    for wrong in 1x1 7x1 7 7x 0x7 7x7x7 x 99999x9 -7x7; do
        give "$players" xgames --games 20 --size $wrong
        [ "$status" -eq 2 ]
        [ "$stderr" = "xgames: --size takes rows and columns from 2x2 to 1000x1000, like 7x7, not \"$wrong\"" ]
    done
}

@test "xserver's cases are games of xbad2 with the players turned around" {
    [[ -d ../shared/generated/maze/xserver ]] || skip "not here"
    command -v python3 >/dev/null || skip "python3 is not here"
    Tests/maze-server-cases "$BIN/xbad2" ../shared/{course,generated}/maze/xserver
}

@test "players are told apart by their order, not by their color" {
    tmp=$BATS_TEST_TMPDIR page=$BATS_TEST_TMPDIR/page.html log=$BATS_TEST_TMPDIR/log
    for program in xstate xchoice xgames xbad xbad2; do
        cp -r "fixtures/$program" "$tmp"
        sed -i 's/"color": *"[^"]*"/"color":"red"/g' "$tmp/$program"/*-in.json
    done
    "$BIN/xgrade" --isolate "$isolation" "$BIN" "$tmp"/x*
    case=xbad2/three-kinds-of-players-in.json
    "$BIN/xbad2" --replay "$page" --log "$log" <"$tmp/$case" >"$tmp/out"
    "$BIN/xreplay" "$log" | cmp - "$page"
    for dialect in call memo; do
        for dir in fixtures "$tmp"; do
            input=$dir/$case serve --game maze --dialect $dialect --max 3 --timeout 2
            timeout 20 "$BIN/xclients" "$port" --game maze --dialect $dialect --interval 0 <"$dir/$case"
            wait "$server"
            mv "$tmp/out" "$tmp/out-${dir##*/}"
        done
        cmp "$tmp/out-fixtures" "$tmp/out-${tmp##*/}"
    done
    [ -x "$BIN/xvisualize" ] || skip "no xvisualize"
    sed '1,/\]\]/d' "$tmp/$case" | "$BIN/xvisualize" --board --svg | grep -q 'data-player="2"'
}

@test "xgames: parts of a series, merged, are the whole" {
    players='[["Ann","Euclid"],["Ben","Riemann"]]'
    cd "$BATS_TEST_TMPDIR"
    give "$players" xgames --games 50 --seed 3 --size 5x5
    whole=$output
    for part in 3 1 2; do
        give "$players" xgames --games 50 --seed 3 --size 5x5 --shard $part/3 --results parts
        [ "$status" -eq 0 ]
        [ -z "$output$stderr" ]
    done
    run --separate-stderr "$BIN/xgames" --merge parts
    [ "$status" -eq 0 ]
    [ "$output" = "$whole" ]
    [ -z "$stderr" ]
    give "$players" xgames --games 50 --seed 3 --size 7x7 --shard 1/2 --results parts # not the same series
    run ! "$BIN/xgames" --merge parts
    [[ $output == *'"parts":4: this is part of another series: '* ]]
}
