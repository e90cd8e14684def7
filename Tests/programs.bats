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
        # whoever has the programs in PATH sees examples that work there
        help=$(PATH=$BIN:$PATH && $p --help)
        [[ $help == *"    \$ "*"$p "* && $help != *[\$\&]" ./x"* ]]
    done
}

@test "--version names the product" {
    for p in "${all[@]}"; do
        run "$BIN/$p" --version
        [ "$status" -eq 0 ]
        [[ $output =~ ^$p\ \(Signalbox\)\ [0-9]+\.[0-9]+\.[0-9]+(\+[0-9a-f]+)?$ ]]
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
    [ "$stderr" = 'xstrategy: --strategy needs a value: --strategy NAME' ]
    run --separate-stderr "$BIN/xstrategy" --strategy Hold-11 </dev/null
    [ "$status" -eq 2 ]
    [ "$stderr" = 'xstrategy: --strategy takes Hold-10 or Buy-Now, not "Hold-11"; did you mean Hold-10?' ]
    run --separate-stderr "$BIN/xstrategy" --strategy Cheat </dev/null
    [ "$stderr" = 'xstrategy: --strategy takes Hold-10 or Buy-Now, not "Cheat"' ]
    run --separate-stderr "$BIN/xmap" $'--x\e[31m\ny\xff' </dev/null
    [ "$stderr" = 'xmap: there is no option "--x\u001B[31m\u000Ay\xFF"; xmap --help lists them' ]
}

@test "a wrong option says which one is meant, a missing argument how the program is used" {
    wrong() { # message, program, arguments...
        local message=$1
        shift
        run --separate-stderr "$BIN/$1" "${@:2}" </dev/null
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [ "$stderr" = "$1: $message" ]
    }
    wrong 'there is no option "--reslts"; did you mean --results?' xmanager --reslts
    wrong 'there is no option "--explian"; did you mean --explain?' xref --seed 1 --explian
    wrong 'there is no option "--sede"; did you mean --seed?' xref --sede=4
    wrong 'there is no option "--lines"; xref --help lists them' xref --lines
    wrong 'there is no option "-q"; xref --help lists them' xref -q
    wrong 'there is no option "--"; xref --help lists them' xref --=1
    wrong '"--s" is short for --shares and for --spool; say which' xgames --s 1
    wrong '--explain takes no value, but is given "yes"' xref --expl=yes
    wrong '--games needs a value: --games N' xref --games
    wrong '--jobs takes a whole number from 1 to 256, not "x"' xref -jx
    wrong '--game takes trains or maze, not "maez"; did you mean maze?' xserver 1 --game maez
    wrong 'an argument is missing; usage: xserver PORT [OPTION...] [< INPUT]' xserver
    wrong 'an argument is missing; usage: xgrade [OPTION...] PROGRAM [--] FOLDER...' xgrade
}

@test "options may be cut short, carry their value, and stand after arguments" {
    local input
    input=$(input_of xmanager)
    give "$input" xmanager --results
    local expected=$output
    [ "$status" -eq 0 ]
    for options in --res "--losses=1 --res" "--loss 1 --results --"; do
        # shellcheck disable=SC2086
        give "$input" xmanager $options
        [ "$output" = "$expected" ]
    done
    run --separate-stderr "$BIN/xclients" 65536 --interval 1 -- --dialect </dev/null # an argument
    [ "$stderr" = 'xclients: a port is a number from 1 to 65535, not "65536"' ]
}

# The programs, and the commands of xgrade.
each_command() { # function
    for p in "${all[@]}" xgrade; do
        "$1" "$p"
    done
    for p in fest merge report doctor; do
        "$1" xgrade "$p"
    done
}

@test "--help is as wide as the terminal" {
    fits() {
        for columns in 40 57 100; do
            COLUMNS=$columns "$BIN/$1" "${@:2}" --help >"$BATS_TEST_TMPDIR/help"
            # Usage, examples, and words that are too long by themselves stay whole.
            awk -v most="$columns" '
                /^    [^ ]/ { example = 1 }
                /^$/ { example = 0 }
                NR > 2 && !example && !/^ *[^ ]*$/ && length > most { bad = 1; print }
                END { exit bad }' "$BATS_TEST_TMPDIR/help"
        done
        for columns in "" 0 7 wide 100000; do
            [ "$(COLUMNS=$columns "$BIN/$1" "${@:2}" --help)" = "$(COLUMNS=80 "$BIN/$1" "${@:2}" --help)" ]
        done
    }
    each_command fits
    need_terminal
    for columns in 50 90; do
        script -qec "stty cols $columns; unset COLUMNS; $BIN/xref --help" /dev/null </dev/null | tr -d '\r' >"$BATS_TEST_TMPDIR/help"
        [ "$(cat "$BATS_TEST_TMPDIR/help")" = "$(COLUMNS=$columns "$BIN/xref" --help)" ]
    done
}

@test "--list-options tells programs what --help tells people" {
    lists() {
        "$BIN/$1" "${@:2}" --list-options >"$BATS_TEST_TMPDIR/list"
        COLUMNS=400 "$BIN/$1" "${@:2}" --help >"$BATS_TEST_TMPDIR/help"
        # Help that fills its array has lost its end, and then more follows.
        awk -F '\t' -v name="$*" '
            NR == FNR { help[$0]; next }
            FNR == 1 { if ($0 !~ "^program\t" name "\t[A-Z].*\\.$") bad = 1; next }
            $1 == "usage" && NF == 2 { usages++; next }
            $1 == "option" && NF == 7 {
                label = sprintf("  %3s --%s%s", $3 ? "-" $3 "," : "", $2, $4 ? " " $4 : "")
                found = 0
                for (line in help)
                    found += index(line, label) == 1 && (line == label || substr(line, length(line) - length($7) + 1) == $7)
                if (!found || length($2) > 17 || length($4) > 15 || length($5) > 33 || length($7) > 179) { bad = 1; print }
                options++
                next
            }
            { bad = 1; print }
            END { exit bad || !usages || options < 2 }' "$BATS_TEST_TMPDIR/help" "$BATS_TEST_TMPDIR/list"
    }
    each_command lists
    printf 'option\t%s\t%s\t%s\t%s\t%s\t%s\n' jobs j N '' 'Many games' 'play N games at once (default: one per core)' \
        >"$BATS_TEST_TMPDIR/jobs"
    "$BIN/xref" --list-options | grep -qxFf "$BATS_TEST_TMPDIR/jobs"
    [ "$("$BIN/xserver" --list-options | awk -F '\t' '$2 == "game" { print $5 }')" = 'trains|maze' ]
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
        timeout 10 tail --pid="$pid" -s 0.02 -f /dev/null # ends although the pipe is open
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

@test "what was asked for on stderr and cannot be written is an error, after the answer" {
    for run in 'xboard --show' 'xstate --show' 'xchoice --show' 'xchoice --explain' 'xgames --show' 'xgames --explain' \
        'xbad --show' 'xlegal --explain' 'xref --explain'; do
        read -ra command <<<"$run"
        code=0
        "$BIN/${command[0]}" "${command[@]:1}" < <(input_of "${command[0]}") >"$BATS_TEST_TMPDIR/out" 2>/dev/full || code=$?
        [ "$code" -eq 5 ]
        [ "$(cat "$BATS_TEST_TMPDIR/out")" = "$("$BIN/${command[0]}" < <(input_of "${command[0]}"))" ]
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
    awk 'BEGIN { printf "\"A\" \"B\" ["; for (i = 0; i < 1600000; i++) printf "%d,", i; print "1]" }' >"$big"
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

# bats test_tags=long
@test "no input costs more than 1 GiB, whatever it is made of" {
    [[ $BUILD != *asan* ]] || skip "AddressSanitizer needs more"
    for piece in '1.5' '[]' '{}'; do
        code=0
        { printf '[' && yes "$piece," | tr -d '\n' | head -c 67000000; } |
            (ulimit -v 1048576 && "$BIN/xmap" 2>"$BATS_TEST_TMPDIR/err") || code=$?
        [ "$code" -eq 3 ]
        [[ $(cat "$BATS_TEST_TMPDIR/err") == "xmap: <stdin>:1:"*": more than 8388608 values "* ]]
    done
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
    Tests/mutations "${MUTATIONS:-100}" "${programs[@]}"
}

@test "an input of the wrong kind is told what was expected, and where to see an example" {
    for p in "${programs[@]}"; do
        for wrong in 42 '' hello; do
            give "$wrong" "$p"
            [ "$status" -eq 3 ]
            [ -z "$output" ]
            [ "${#stderr_lines[@]}" -eq 1 ]
            [[ $stderr == "$p: <stdin>:1:1: "*"; $p --help shows an example" ]] || { echo "$stderr"; false; }
        done
    done
    give 42 xref
    [[ $stderr == "xref: <stdin>:1:1: expected a map, found a number; "* ]]
    give '[["Ann","Hold-10"],["Ben","Buy-Now"]]'" $map" xref
    [[ $stderr == "xref: <stdin>:1:1: expected a map, found an array; "* ]]
    give "$state $map" xstrategy
    [[ $stderr == "xstrategy: <stdin>:1:1: expected a map, found the state of a player; "* ]]
    run --separate-stderr "$BIN/xref" <examples/xboard.json
    [[ $stderr == "xref: <stdin>:1:1: expected a map, found a board; "* ]]
    run --separate-stderr "$BIN/xboard" <examples/xstate.json
    [[ $stderr == "xboard: <stdin>:1:1: expected a board, found a state; "* ]]
    for wrong in 42 "$map"; do
        give "$wrong" xreplay
        [ "$status" -eq 3 ]
        [[ $stderr == "xreplay: <stdin>:1:1: expected a log, "*"; xreplay --help shows an example" ]]
    done
}

@test "somebody at a terminal is told how to end the input" {
    need_terminal
    for p in xref xreplay; do
        script -qec "$BIN/$p" /dev/null <<<$'\4' |
            grep -q "^$p: reading from the terminal; Ctrl-D ends the input, $p --help describes it"
    done
    need_python
    script -qec "examples/players/trains.py" /dev/null </dev/null | grep -q '^usage: trains.py PORT NAME'
}

@test "clients say that they wait for a server, and which one" {
    run --separate-stderr timeout 1.5 "$BIN/xclients" 1 <<<"$map [[\"Ann\",\"Hold-10\"]]"
    [ "$status" -eq 124 ]
    [ "$stderr" = "xclients: nobody listens on port 1 yet; waiting for a server (xserver 1 starts one)" ]
    need_python
    run -1 python3 examples/players/trains.py 1 Ann
    [ "$output" = "trains.py: cannot reach a server on 127.0.0.1, port 1: Connection refused; xserver 1 starts one" ]
}
