#!/usr/bin/env bats
# What all programs do alike, as a user sees it.
load helper

programs=(xmap xlegal xstrategy xref xmanager xboard xstate xchoice xgames xbad xbad2)
# Those that need somebody at the other end.
remote=(xserver xclients xbonus)
[ ! -x "$BIN/xvisualize" ] || programs+=(xvisualize) # it needs cairo
all=("${programs[@]}" "${remote[@]}" xreplay) # also those that read no fixtures

# A good input for a program.
input_of() {
    local folder=fixtures/$1
    [ -d "$folder" ] || folder=Tests/drawings/map
    cat "$(find "$folder" -maxdepth 1 -name '*-in.json' | sort | head -1)"
}

@test "--help teaches by example and exits with 0" {
    for p in "${all[@]}"; do
        for option in --help -h; do
            run --separate-stderr "$BIN/$p" $option
            [ "$status" -eq 0 ]
            [ -z "$stderr" ]
            [[ $output == "Usage: $p"* && $output == *"    \$ "*"./$p "* && $output == *"Exit codes"* ]]
        done
    done
}

# Runs the examples of a text, each a "$ ./xprogram" command with its input and then what it shows, in the folder of the
# programs. They end with an empty line. $examples counts them.
run_examples() {
    local dir=$BATS_TEST_TMPDIR/examples file
    mkdir -p "$dir"
    rm -f "$dir"/*
    awk -v dir="$dir" '/^    \$ \.\/x/ { on = 1; n++ } /^$/ { on = 0 } on { print substr($0, 5) >(dir "/" n) }' "$1"
    for file in "$dir"/*; do
        [ -x "$BIN/xvisualize" ] || [ "$(grep -c xvisualize "$file")" -eq 0 ] || continue
        sed -n '1s/^\$ //p; 2,/^END$/p' "$file" >"$BATS_TEST_TMPDIR/command"
        sed '1,/^END$/d' "$file" >"$BATS_TEST_TMPDIR/expected"
        (cd "$BIN" && bash "$BATS_TEST_TMPDIR/command") >"$BATS_TEST_TMPDIR/actual" 2>&1
        diff "$BATS_TEST_TMPDIR/expected" "$BATS_TEST_TMPDIR/actual"
        examples=$((examples + 1))
    done
}

@test "the examples of --help and of README.md give what they show" {
    examples=0
    run_examples README.md
    for p in "${all[@]}"; do
        run_examples <("$BIN/$p" --help)
    done
    [ "$examples" -ge $((2 * ${#programs[@]})) ]
}

@test "--version names the product" {
    for p in "${all[@]}"; do
        run "$BIN/$p" --version
        [ "$status" -eq 0 ]
        [[ $output =~ ^$p\ \(Signalbox\)\ [0-9]+\.[0-9]+\.[0-9]+$ ]]
    done
}

@test "wrong usage exits with 2, in one line that says what to do" {
    for p in "${programs[@]}" "${remote[@]}"; do
        for wrong in --wrong -x file.json --help=1; do
            run --separate-stderr "$BIN/$p" "$wrong" </dev/null
            [ "$status" -eq 2 ]
            [ -z "$output" ]
            [ "${#stderr_lines[@]}" -eq 1 ]
            [[ $stderr == "$p: "*"${wrong%%=*}"* ]]
        done
    done
    run --separate-stderr "$BIN/xstrategy" --strategy </dev/null
    [ "$status" -eq 2 ]
    [[ $stderr == 'xstrategy: "--strategy" needs a value; xstrategy --help shows how' ]]
    run --separate-stderr "$BIN/xstrategy" --strategy Hold-11 </dev/null
    [ "$status" -eq 2 ]
    [[ $stderr == 'xstrategy: there is no strategy "Hold-11"; there are Hold-10 and Buy-Now' ]]
    run --separate-stderr "$BIN/xmap" $'--x\e[31m\ny\xff' </dev/null
    [ "$stderr" = 'xmap: there is no option "--x\u001B[31m\u000Ay\xFF"; xmap --help lists them' ]
}

@test "an argument of nothing but continuation bytes is shown like any other" {
    local word
    word=Z$(head -c 4000 /dev/zero | tr '\0' '\225')
    for p in "${programs[@]}" "${remote[@]}"; do
        run --separate-stderr "$BIN/$p" "--$word" </dev/null
        [ "$status" -eq 2 ]
        [[ $stderr == *'"--Z\x95\x95'*'..."'* ]]
    done
}

@test "input may come byte by byte, and the answer does not wait for its end" {
    trap '' PIPE
    for p in "${programs[@]}"; do
        expected=$("$BIN/$p" < <(input_of "$p"))
        mkfifo "$BATS_TEST_TMPDIR/in-$p"
        "$BIN/$p" <"$BATS_TEST_TMPDIR/in-$p" >"$BATS_TEST_TMPDIR/out-$p" 3>&- &
        pid=$!
        exec 7>"$BATS_TEST_TMPDIR/in-$p"
        input=$(input_of "$p")
        for ((i = 0; i < ${#input}; i += 10)); do
            printf '%s' "${input:i:10}" >&7
        done
        echo >&7 2>/dev/null || true # a number may be the last value; if none is, nobody may be there any more
        timeout 10 tail --pid="$pid" -f /dev/null # ends although the pipe is open
        exec 7>&-
        [ "$(cat "$BATS_TEST_TMPDIR/out-$p")" = "$expected" ]
    done
}

@test "a full disk, a closed stdout and a reader that has gone are errors, not silence" {
    for p in "${programs[@]}"; do
        code=0
        "$BIN/$p" < <(input_of "$p") >/dev/full 2>"$BATS_TEST_TMPDIR/err" || code=$?
        [ "$code" -eq 5 ]
        [ "$(cat "$BATS_TEST_TMPDIR/err")" = "$p: cannot write to stdout: No space left on device" ]
        code=0
        "$BIN/$p" < <(input_of "$p") >&- 2>"$BATS_TEST_TMPDIR/err" || code=$?
        [ "$code" -eq 5 ]
        [ "$(cat "$BATS_TEST_TMPDIR/err")" = "$p: cannot write to stdout: it is closed" ]
        { "$BIN/$p" < <(sleep 0.2 && input_of "$p") 2>"$BATS_TEST_TMPDIR/err" || echo "code $?" >>"$BATS_TEST_TMPDIR/err"; } | true
        [ "$(cat "$BATS_TEST_TMPDIR/err")" = "$p: cannot write to stdout: Broken pipe
code 5" ]
    done
}

@test "a stdin that cannot be read is an error of its own" {
    for p in "${programs[@]}"; do
        run --separate-stderr "$BIN/$p" </tmp
        [ "$status" -eq 5 ]
        [ "$stderr" = "$p: cannot read <stdin>: Is a directory" ]
        code=0
        "$BIN/$p" <&- 2>"$BATS_TEST_TMPDIR/err" || code=$?
        [ "$code" -eq 5 ]
        [ "$(cat "$BATS_TEST_TMPDIR/err")" = "$p: cannot read <stdin>: Bad file descriptor" ]
    done
}

@test "stderr may be closed" {
    for p in "${programs[@]}"; do
        "$BIN/$p" < <(input_of "$p") >"$BATS_TEST_TMPDIR/out" 2>&-
        [ -s "$BATS_TEST_TMPDIR/out" ]
    done
}

@test "too little and too much input" {
    give '"Boston" "Chicago"' xmap
    [ "$status" -eq 3 ]
    [ "$stderr" = "xmap: <stdin>:1:19: expected a map, found the end of the input" ]
    give "\"Boston\" \"Chicago\"
$map 5" xmap
    [ "$status" -eq 3 ]
    [[ $stderr == "xmap: <stdin>:2:"*": expected the end of the input, found more" ]]
    [ -z "$output" ]
}

@test "little memory is reported, not fatal" {
    [[ $BUILD != *asan* ]] || skip "AddressSanitizer needs more"
    big=$BATS_TEST_TMPDIR/big.json
    awk 'BEGIN { printf "\"A\" \"B\" ["; for (i = 0; i < 1600000; i++) printf "%d,", i % 10; print "1]" }' >"$big"
    code=0
    (ulimit -v 40000 && "$BIN/xmap" <"$big" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err") || code=$?
    [ "$code" -eq 4 ]
    [ "$(cat "$BATS_TEST_TMPDIR/err")" = "xmap: out of memory" ]
    [ ! -s "$BATS_TEST_TMPDIR/out" ]
}

@test "input beyond 64 MiB is refused" {
    code=0
    head -c 70000000 /dev/zero | tr '\0' ' ' | "$BIN/xmap" 2>"$BATS_TEST_TMPDIR/err" || code=$?
    [ "$code" -eq 3 ]
    [ "$(cat "$BATS_TEST_TMPDIR/err")" = "xmap: <stdin>:1:67108865: the input is longer than 64 MiB" ]
}

@test "maps of 2,000 cities and 20,000 connections work" {
    bench/make-map 2000 20000 >"$BATS_TEST_TMPDIR/map"
    give "\"c0\" \"c1999\" $(cat "$BATS_TEST_TMPDIR/map")" xmap
    [ "$output" = true ]
    big_state='{"this":{"destination1":["c0","c1"],"destination2":["c0","c1"],"rails":45,"cards":{"red":99},"acquired":[]},"acquired":[]}'
    give "$(cat "$BATS_TEST_TMPDIR/map") $big_state" xstrategy
    [[ $output == '["c'*'"red",'* ]]
    give "$(cat "$BATS_TEST_TMPDIR/map") $big_state $output" xlegal
    [ "$output" = true ]
}

@test "spoiled inputs do no harm" {
    Tests/mutations "${MUTATIONS:-1000}" "${programs[@]}"
}
