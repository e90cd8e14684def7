#!/usr/bin/env bats
# Attacks (Tests/attacker.c) on the user who grades: as root and as an ordinary user, in each kind of isolation. Each gets
# nowhere, or docs/grading.md says how far.
load helper

# A place that an ordinary user can reach, in $here: programs, cases, and the victim with its servers.
setup() {
    here=$(mktemp -d /tmp/attacks.XXXXXX)
    attacker=$PWD/${BUILD:-build/release}/attacker
    mkdir -p "$here"/{tmp,bin,victim,course/programs}
    cp "$BIN/xgrade" "$attacker" "$here/bin"
    echo hidden >"$here/victim/secret"
    chmod 600 "$here/victim/secret"
    chmod 755 "$here"
    cd "$here" || return
    export TMPDIR=$here/tmp
    victim=
}

teardown() {
    [ -z "$victim" ] || kill -KILL "$victim" 2>/dev/null || true
    cd / && rm -rf "$here"
}

# Becomes a command, as a user: root or an ordinary one.
become() { # user, command...
    local user=$1
    shift
    [ "$user" = root ] || set -- setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    exec "$@"
}

as() { # user, command...
    (become "$@")
}

# The users that tests can be run as.
users() {
    if [ "$(id -u)" -eq 0 ]; then
        echo root nobody
    else
        echo root # whoever it is: as nobody else
    fi
}

need_layer() { # name
    "$BIN/xgrade" doctor | grep -q "^$1 *yes" || skip "no $1 here"
}

victim_is_ready() {
    [ -s victim/targets ]
}

# One program for each kind of attack, and three cases for it, since what one leaves would be found by the next; and a
# victim. All belongs to the user.
prepare() { # user, kinds...
    local user=$1 kind i
    shift
    rm -rf course/programs cases victim/targets victim/harmed victim/stream victim/datagrams out.csv
    mkdir -p course/programs cases
    for kind in "$@"; do
        mkdir "cases/$kind"
        cp "$attacker" "course/programs/$kind"
        for i in 1 2 3; do
            echo 1 >"cases/$kind/$i-in.json"
            echo true >"cases/$kind/$i-out.json"
        done
    done
    echo plain >course/programs/notes
    ln -s "$here/victim/secret" course/programs/out
    ln -s ../../victim course/programs/up
    ln -s /etc/shadow course/programs/shadow
    [ "$user" = root ] || chown -hR 65534:65534 "$here"
    become "$user" bin/attacker victim "$here/victim" 3>&- &
    victim=$!
    eventually victim_is_ready
    as "$user" sh -c "echo \$(cat victim/targets) $here/cases/$1/1-out.json >course/programs/targets"
    before=$(state_of_victim)
}

# What must not change.
state_of_victim() {
    cat "/proc/$victim/limits" 2>/dev/null
    cut -d' ' -f18,19,39-41 "/proc/$victim/stat" 2>/dev/null
    stat -c '%a %s %Y' victim/secret
    [ ! -e victim/harmed ] || echo harmed
}

# Runs all attacks. $output has a line "KIND VERDICT" for each kind whose cases all have the same verdict; in $details,
# what they got.
attack() { # user, options...
    local user=$1 code=0
    shift
    as "$user" timeout 100 bin/xgrade "$@" --csv out.csv --quiet course/programs cases >report 2>errors || code=$?
    details=$(cat errors report; grep -v ",pass," out.csv)
    status=$code
    output=$(sed -n 's/^"[^"]*","[^"]*","cases\/\([^"]*\)","[^"]*",\([a-z-]*\),.*/\1 \2/p' out.csv | sort -u)
}

# The attacker and the daemon that it left.
runs_twice() {
    [ "$(find /proc -maxdepth 2 -name exe -lname '*/daemon-parent' 2>/dev/null | wc -l)" -ge 2 ]
}

end_victim() {
    kill -KILL "$victim" 2>/dev/null || true
    wait "$victim" 2>/dev/null || true
    victim=
}

# Nothing is left: no process, no file, and the victim is as it was.
nothing_happened() {
    [ "$(state_of_victim)" = "$before" ]
    end_victim
    nothing_is_left
}

# All kinds pass but those named with another verdict, as "KIND VERDICT".
check() { # options; expected exceptions; kinds...
    local options=$1 exceptions=$2 user kind expected
    shift 2
    for user in $(users); do
        prepare "$user" "$@"
        # shellcheck disable=SC2086
        attack "$user" $options
        expected=$(for kind in "$@"; do grep "^$kind " <<<"$exceptions" || echo "$kind pass"; done | sort)
        echo "$user $options: $details"
        diff <(echo "$expected") <(echo "$output")
        nothing_happened
    done
}

# What has to do with others, and what runs have to do with each other.
others='cases command-lines keyring limits links loopback permissions privileges proc queues signals sizes system-files
    terminals unix-socket'
runs='closes daemon depth descriptors disk files moves quiet-marks stopper'

# What there is no way to prevent without a sandbox; docs/grading.md lists it.
beyond_landlock='command-lines wrong
disk wrong
loopback wrong
permissions wrong
sizes wrong
system-files wrong'

@test "by default, programs reach nothing and nobody, and leave nothing to the next" {
    need_layer sandbox
    # shellcheck disable=SC2086
    check "-j2 --disk 16" "" $others $runs
}

@test "the same in a sandbox that is asked for" {
    need_layer sandbox
    # shellcheck disable=SC2086
    check "-j2 --disk 16 --isolate ns" "" $others $runs
}

@test "Landlock and the filter hold most of it" {
    need_layer Landlock
    # shellcheck disable=SC2086
    check "-j2 --isolate landlock" "" cases keyring limits links privileges proc queues signals terminals unix-socket \
        closes daemon depth descriptors files moves quiet-marks stopper
}

@test "what Landlock does not hold is what the documentation says" {
    need_layer Landlock
    # shellcheck disable=SC2046
    prepare root $(cut -d' ' -f1 <<<"$beyond_landlock")
    attack root -j2 --isolate landlock
    echo "$details"
    diff <([ "$(id -u)" -eq 0 ] && echo "$beyond_landlock" || grep -v system-files <<<"$beyond_landlock") \
        <(grep wrong <<<"$output")
    end_victim
    nothing_is_left
}

@test "128 MiB are 128 MiB, however they are held" {
    need_layer sandbox
    check "-j2 --memory 128 --file-size 1024 --disk 1024" $'memory-shm memory-limit\nmemory-tables memory-limit\nmemory-tmp memory-limit' \
        memory-memfd memory-shared memory-shm memory-sysv memory-tables memory-tmp memory-zero
}

@test "the same under Landlock" {
    need_layer Landlock
    check "-j2 --memory 128 --isolate landlock" 'memory-tables memory-limit' \
        memory-memfd memory-shared memory-sysv memory-tables memory-zero
}

@test "threads are processes" {
    for mode in ns landlock; do
        check "-j2 --isolate $mode" 'threads process-limit' threads
    done
}

@test "nothing outlives xgrade when its whole process group is killed" {
    for mode in ns landlock; do
        for user in $(users); do
            prepare "$user" daemon-parent
            become "$user" setsid bin/xgrade --isolate $mode --timeout 50 --quiet course/programs cases >report 2>errors 3>&- &
            leader=$!
            eventually runs_twice
            kill -KILL -- -"$leader"
            wait "$leader" || true
            nothing_happened
        done
    done
}

@test "a program that is a link out of its submission is refused" {
    prepare root files
    mkdir -p team/1
    ln -s ../../bin/attacker team/1/files
    run --separate-stderr bin/xgrade --submission team team/1/files cases
    [ "$status" -eq 1 ]
    [[ $output == 'exit '*'"team/1/files": it is a link that leads out of the submission; --submission says'* ]]
    end_victim
    nothing_is_left
}

@test "the documentation has the table of xgrade doctor" {
    run "$BIN/xgrade" doctor
    diff <(sed -n '/^Programs can/,$p' <<<"$output" | sed 's/   */ | /g; s/.*/| & |/') \
        <(sed -n '/^| Programs can/,/^$/p' "$BATS_TEST_DIRNAME/../docs/grading.md" | sed '/---/d; /^$/d')
}
