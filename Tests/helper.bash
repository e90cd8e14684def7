# What every bats file loads.
bats_require_minimum_version 1.5.0

export BUILD=${BUILD:-build/release}
BIN=$(cd "$BATS_TEST_DIRNAME/.." && cd "${BIN:-.}" && pwd)
export BIN
cd "$BATS_TEST_DIRNAME/.." || exit
unset DISPLAY # pictures go to stdout
export LSAN_OPTIONS=suppressions=$PWD/Tests/leaks:print_suppressions=0

# How xgrade isolates our own programs. Under coverage they write what they counted beside their objects, and the leak
# sanitizer traces its own process, which programs may do only in a sandbox, and those are not everywhere.
isolation=default
[[ $BIN != */coverage && $BIN != *asan ]] || isolation=none
export isolation

# A map, and the state of a player on it.
map='{"width":800,"height":800,"cities":[["Boston",[700,100]],["Chicago",[400,150]],["Miami",[9,9]]],"connections":{"Boston":{"Chicago":{"red":3,"blue":4}}}}'
state='{"this":{"destination1":["Boston","Chicago"],"destination2":["Boston","Chicago"],"rails":45,"cards":{"red":2,"blue":9},"acquired":[]},"acquired":[]}'

# Runs a program on the text; the answer goes to $output, complaints to $stderr, the code to $status.
give() { # text, program, arguments...
    local text=$1 program=$2
    shift 2
    run --separate-stderr timeout 20 "$BIN/$program" "$@" <<<"$text"
}

# Waits until a command succeeds, but not for ever.
eventually() { # command...
    for _ in {1..500}; do
        ! "$@" || return 0
        sleep 0.02
    done
    false
}

# The kinds of isolation that can be had here.
isolations() {
    "$BIN/xgrade" doctor | awk '$1 == "sandbox" && $2 == "yes" { print "ns" } $1 == "Landlock" && $2 == "yes" { print "landlock" }'
}

need_terminal() {
    script -qec true /dev/null >/dev/null 2>&1 || skip "there is no terminal, nor script to make one"
}

need_python() {
    python3 -c 'import codecs, json, socket' 2>/dev/null || skip "there is no python3 with its library"
}

# What runs a program in $here: nothing, once those that are being ended are gone.
nothing_runs() {
    eventually runs_nothing
}

runs_nothing() {
    [ -z "$(find /proc -maxdepth 2 -name exe -lname "$here/*" 2>/dev/null)" ]
}

nothing_is_left() {
    nothing_runs
    [ -z "$(ls -A "$TMPDIR")" ]
}

listens() {
    port=$(sed -n 's/.*listening on port //p' "$tmp/err")
    # shellcheck disable=SC2034
    live=$(sed -n 's/.*live on port //p' "$tmp/err")
    [ -n "$port" ]
}

# Starts a server in the background and waits until it listens, on $port. It reads $input, if that is set; its answer
# goes to $tmp/out, its words to $tmp/err, its process is $server. With --live 0, $live is the spectators' port.
serve() { # arguments...
    : >"$tmp/err"
    "$BIN/xserver" 0 "$@" <"${input:-/dev/null}" >"$tmp/out" 2>"$tmp/err" 3>&- &
    server=$!
    eventually listens
}
