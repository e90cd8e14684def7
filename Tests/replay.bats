#!/usr/bin/env bats
# --replay and xreplay, but for what only a browser can see (Tests/browser).
load helper

setup() {
    tmp=$BATS_TEST_TMPDIR page=$BATS_TEST_TMPDIR/page.html log=$BATS_TEST_TMPDIR/log
    players='[["Ann","Hold-10"],["Ben","Buy-Now"],["Cleo","Cheat"]]'
    table='{"width":800,"height":800,"cities":[["A",[1,1]],["B",[2,2]],["C",[3,3]],["D",[4,4]],["E",[5,5]]],"connections":{"A":{"B":{"red":3},"C":{"blue":4}},"B":{"C":{"white":5}},"C":{"D":{"green":4},"E":{"white":5}},"D":{"E":{"red":4}}}}'
}

@test "--replay changes no answer, and is what xreplay makes of the log" {
    for case in xref/deck-of-400-cards xmanager/every-kind-in-one-tournament xmanager/one-left-after-start-a-cheater-wins \
        xgames/goals-are-handed-out-in-order xgames/no-players xbad/cheat-each-in-its-way xbad2/take-turn-fails-with-treasures; do
        give "$(cat "fixtures/$case-in.json")" "${case%/*}" --replay "$page" --log "$log"
        [ "$status" -eq 0 ]
        echo "$output" >"$BATS_TEST_TMPDIR/answer"
        Tests/same "fixtures/$case-out.json" "$BATS_TEST_TMPDIR/answer"
        "$BIN/xreplay" "$log" | cmp - "$page"
        "$BIN/xreplay" <"$log" | cmp - "$page"
    done
}

# Has clients play at a server, and compares its page with that of its log.
remote() { # server's input, clients' input, server's options...
    local clients=$2
    input=$tmp/in
    echo "$1" >"$input"
    shift 2
    serve "$@" --replay "$page" --log "$log"
    timeout 20 "$BIN/xclients" "$port" <<<"$clients" 3>&-
    wait "$server"
    "$BIN/xreplay" "$log" | cmp - "$page"
}

@test "games of remote players have one, too" {
    remote "" "$table $players" --max 3 --seed 3
    [ "$(cat "$tmp/out")" = '[["Ben"],["Cleo"]]' ]
    grep -q '<title>Trains: a tournament of 3 players</title>' "$page"
    game=$(cat fixtures/xbad2/three-kinds-of-players-in.json)
    remote "$game" "$game"
    grep -q '<title>Maze: ' "$page"
}

@test "a page has all it needs in it" {
    give "$table $players" xmanager --seed 5 --replay "$page"
    [ "$(head -1 "$page")" = '<!DOCTYPE html>' ]
    [ "$(tail -1 "$page")" = '</html>' ]
    [ "$(grep -c '<svg' "$page")" -ge 1 ]
    run ! grep -qE '\{\{|(src|href)="[^d"]|@import|url\(' "$page"
    [ "$(grep -oE 'https?://[^"]*' "$page" | sort -u)" = 'http://www.w3.org/2000/svg' ]
}

@test "a log may end after any line" {
    for whole in Tests/logs/*.log; do
        for ((lines = 1; lines <= $(wc -l <"$whole"); lines++)); do
            head -n $lines "$whole" | "$BIN/xreplay" >"$page"
            [ "$(tail -1 "$page")" = '</html>' ]
        done
    done
}

@test "text in a log cannot end the script that holds it" {
    "$BIN/xreplay" Tests/logs/hostile.log >"$page"
    [ "$(grep -ci '<script' "$page")" -eq 2 ]
    [ "$(grep -ci '</script' "$page")" -eq 2 ]
    run ! grep -qE '<img|<iframe|<!--' "$page"
    run ! grep -q $'\xe2\x80\xa8' <(sed '/<script/,$!d' "$page")
}

@test "nothing was played: the page says so" {
    give "$(cat fixtures/xref/generated-*-error-in.json | head -c 100000)" xref --replay "$page"
    [ -s "$page" ]
    give "" xreplay
    [ "$status" -eq 3 ]
    [ "$stderr" = 'xreplay: <stdin>:1:1: the log is empty: no game was played' ]
}

@test "a page that cannot be written does not change the answer, but is reported" {
    give "$table $players" xref --seed 5
    outcome=$output
    give "$table $players" xref --seed 5 --replay /dev/full
    [ "$output" = "$outcome" ]
    [ "$status" -eq 5 ]
    [ "$stderr" = 'xref: cannot write "/dev/full": No space left on device' ]
    give "$table $players" xref --seed 5 --replay /nowhere/page.html
    [ "$status" -eq 5 ]
    [ -z "$output" ]
    [[ $stderr == 'xref: cannot write "/nowhere/page.html": No such file or directory' ]]
    give "$table $players" xref --seed 5 --replay /dev/null
    [ "$status" -eq 0 ]
    [ -c /dev/null ]
}

@test "a page is written whole or not at all, and takes the place of an old one" {
    mkdir "$BATS_TEST_TMPDIR/folder"
    local there=$BATS_TEST_TMPDIR/folder/page.html
    echo old >"$there"
    chmod 604 "$there"
    ln -s page.html "$BATS_TEST_TMPDIR/folder/link"
    if [[ $BUILD != *coverage* ]]; then
        echo "$table $players" | (ulimit -f 4 && "$BIN/xref" --seed 5 --replay "$there" >/dev/null 2>&1) || code=$?
        [ "$code" -eq 5 ]
        [ "$(cat "$there")" = old ]
    fi
    (umask 027 && give "$table $players" xref --seed 5 --replay "$BATS_TEST_TMPDIR/folder/link")
    [ "$(tail -1 "$there")" = '</html>' ]
    [ -L "$BATS_TEST_TMPDIR/folder/link" ]
    [ "$(stat -c %a "$there")" = 604 ]
    (umask 027 && give "$table $players" xref --seed 5 --replay "$BATS_TEST_TMPDIR/new")
    [ "$(stat -c %a "$BATS_TEST_TMPDIR/new")" = 640 ]
    [ "$(ls "$BATS_TEST_TMPDIR/folder")" = $'link\npage.html' ]
}

@test "many games have no replay, and xreplay takes one log" {
    for p in xref xgames; do
        give "$table $players" $p --games 5 --replay "$page"
        [ "$status" -eq 2 ]
        [[ $stderr == "$p: --log, --replay"*" are for a single game, not for --games" ]]
        [ ! -e "$page" ]
    done
    give "" xreplay a b
    [ "$status" -eq 2 ]
    [ "$stderr" = 'xreplay: unexpected argument "b"; usage: xreplay [LOG] > PAGE' ]
    give "" xreplay --wrong
    [ "$status" -eq 2 ]
    give "" xreplay /nowhere/log
    [ "$status" -eq 5 ]
    [ "$stderr" = 'xreplay: cannot read "/nowhere/log": No such file or directory' ]
    give "" xreplay /
    [ "$status" -eq 5 ]
    [ "$stderr" = 'xreplay: cannot read /: Is a directory' ]
}

@test "a tournament of 1,000 players has a page" {
    { echo "$table" && awk 'BEGIN {
        printf "["
        for (i = 0; i < 1000; i++) printf "%s[\"p%d\",\"%s\"]", i ? "," : "", i, i % 2 ? "Hold-10" : "Buy-Now"
        print "]"
    }'; } | timeout 60 "$BIN/xmanager" --seed 1 --replay "$page"
    [ "$(wc -c <"$page")" -lt 3000000 ]
}

@test "spoiled logs do no harm" {
    "$BUILD/mutate" --count "${MUTATIONS:-100}" "$BIN/xreplay" Tests/logs/*.log
}
