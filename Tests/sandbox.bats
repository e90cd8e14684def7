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
    [ "$user" = root ] || set -- setpriv --reuid=54321 --regid=54321 --clear-groups "$@"
    exec "$@"
}

as() { # user, command...
    (become "$@")
}

# The users that tests can be run as.
users() {
    if [ "$(id -u)" -eq 0 ]; then
        echo root somebody
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
    [ -e /dev/pts/ptmx ] || skip "there is no terminal for the victim here"
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
    [ "$user" = root ] || chown -hR 54321:54321 "$here"
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
    as "$user" timeout 300 bin/xgrade --timeout 60 "$@" --csv out.csv --quiet course/programs cases >report 2>errors || code=$?
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
runs='closes daemon depth descriptors disk files moves ports quiet-marks shares stopper tracer'

# What there is no way to prevent without a sandbox; docs/grading.md lists it.
beyond_landlock='command-lines wrong
loopback wrong
permissions wrong
sizes wrong
system-files wrong'

# All other tests take what xgrade doctor has; this one says when it should have more.
@test "where namespaces and overlays can be had, there is a sandbox" {
    # shellcheck disable=SC2016
    unshare --user --map-root-user --mount --net --pid --ipc --fork sh -c '
        mount -t tmpfs tmpfs "$1" && cd "$1" && mkdir lower upper work root && mount -t proc proc root &&
            mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=work overlay root' sh "$here" ||
        skip "namespaces or overlays are not allowed here"
    run -0 "$BIN/xgrade" doctor
    [[ $output == *"sandbox "*" yes "* ]]
}

@test "by default, programs reach nothing and nobody, and leave nothing to the next" {
    need_layer sandbox
    # shellcheck disable=SC2086
    check "-j2 --disk 16" "" $others $runs
}

# bats test_tags=long
@test "the same in a sandbox that is asked for" {
    need_layer sandbox
    # shellcheck disable=SC2086
    check "-j2 --disk 16 --isolate ns" "" $others $runs
}

# bats test_tags=long
@test "Landlock and the filter hold most of it" {
    need_layer Landlock
    check "-j2 --isolate landlock" "" cases keyring limits links privileges proc queues signals terminals unix-socket \
        closes daemon depth descriptors files moves quiet-marks shares stopper tracer
    check "-j2 --disk 1 --isolate landlock" 'disk output-limit' disk
}

# bats test_tags=long
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
    check "-j2 --memory 128 --file-size 1024 --disk 1024" "$(printf 'memory-%s memory-limit\n' leaderless memfd parts shm tables tmp)" \
        memory-leaderless memory-lists memory-memfd memory-parts memory-shared memory-shm memory-sysv memory-tables memory-tmp memory-zero
}

@test "the same under Landlock" {
    need_layer Landlock
    check "-j2 --memory 128 --isolate landlock" "$(printf 'memory-%s memory-limit\n' leaderless parts tables)" \
        memory-leaderless memory-memfd memory-parts memory-shared memory-sysv memory-tables memory-zero
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

@test "builds with a network do not reach unix sockets, either" {
    for mode in ns landlock; do
        for user in $(users); do
            prepare "$user" unix-socket
            as "$user" bin/xgrade --isolate $mode --build ./unix-socket --build-network --results results \
                course/programs/unix-socket cases/unix-socket
            grep '"role":"build"' results
            run ! grep -q 'by its path\|abstract\|one of a pair' results
            rm results
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

# A team whose program passes if it can write to its folder and nobody has done so before; and two cases.
make_team() {
    mkdir -p team/3 cases
    printf '#!/bin/sh\ntest ! -e seen && echo x >seen && echo true\n' >team/3/xmap
    chmod +x team/3/xmap
    for i in 1 2; do
        echo 1 >cases/$i-in.json && echo true >cases/$i-out.json
    done
}

@test "submissions run on file systems over which the kernel has no layer" {
    need_layer sandbox
    unshare -rm true || skip "there are no mounts here"
    make_team
    # shellcheck disable=SC2016
    run unshare -rm sh -ec '
        mkdir inner twice disk
        mount --bind team inner && mount -t tmpfs none inner/3 && cp team/3/xmap inner/3
        mount -t tmpfs none disk && mkdir disk/1 disk/2 disk/work1 disk/work2
        mount -t overlay -o lowerdir=team,upperdir=disk/1,workdir=disk/work1,userxattr none twice
        mount -t overlay -o lowerdir=twice,upperdir=disk/2,workdir=disk/work2,userxattr none twice
        for place in inner twice; do
            bin/xgrade -j1 --isolate ns --submission $place $place/3/xmap cases
            test ! -e $place/3/seen
        done'
    echo "$output"
    [ "$status" -eq 0 ]
    nothing_is_left
}

@test "a submission can write beside its program, whatever its folder is called" {
    need_layer sandbox
    mkdir -p any 'any/a:b,c\d' 'any/upperdir=x,lowerdir=y' && rm -rf cases && mkdir cases
    echo 1 | tee cases/1-in.json >cases/1-out.json
    for folder in any/*; do
        printf '#!/bin/sh\necho x >written && cat\n' >"$folder/program" && chmod +x "$folder/program"
        run -0 bin/xgrade --isolate ns "$folder/program" cases
        [ ! -e "$folder/written" ]
    done
}

@test "a submission is not taken for its neighbor, whatever their folders are called" {
    need_layer sandbox
    mkdir -p any/{a,ab,a:/usr} 'any/a\b' 'any/a,' && rm -rf cases && mkdir cases
    echo 1 | tee cases/1-in.json >cases/1-out.json
    printf '#!/bin/sh\necho 2\n' | tee any/a/program >any/ab/program
    for folder in any/a:/usr 'any/a\b' 'any/a,'; do # unless escaped, all name others to the kernel
        printf '#!/bin/sh\ncat\n' >"$folder/program" && chmod +x any/*/program any/*/*/program
        run -0 bin/xgrade --isolate ns "$folder/program" cases
    done
    nothing_is_left
}

@test "nobody can grade what belongs to others" {
    need_layer sandbox
    [ "$(id -u)" -eq 0 ] || skip "there is nobody else to be"
    make_team
    chown 65534:65534 tmp
    run setpriv --reuid=65534 --regid=65534 --clear-groups bin/xgrade -j1 --submission team team/3/xmap cases
    [ "${lines[-1]}" = "2 passed, 0 failed" ]
    nothing_is_left
}

@test "root can grade what nobody else may read" {
    [ "$(id -u)" -eq 0 ] || skip "there is nobody else to be"
    make_team
    chown -R 54321:54321 team && chmod -R go= team
    for mode in $(isolations) none; do
        run -0 bin/xgrade -j1 --isolate "$mode" --submission team team/3/xmap cases
    done
    nothing_is_left
}

@test "cases in a submission are empty for its program, in each kind of isolation" {
    make_team
    mv cases team
    printf '#!/bin/sh\nls ../cases | sed s/^/seen-/; cat ../cases/1-out.json ../results.jsonl\n' >team/3/xmap
    for mode in $(isolations) none; do
        run bin/xgrade -j1 --isolate "$mode" --results team/results.jsonl --submission team team/3/xmap team/cases
        [ "$status" -eq 1 ]
        [[ $output != *seen-* && $output != *program_sha256* && $output == *"cat: ../cases/1-out.json: No such file"* ]]
    done
}

@test "what programs may read and should not is named" {
    make_team
    mkdir -p teams tests && cp -r team teams/ann && cp -r cases tests/staff
    hides() { # options...
        run --separate-stderr bin/xgrade "$@"
        [[ $status -eq 0 && $stderr != *"may read"* ]]
    }
    warns() { # what, options...
        run --separate-stderr bin/xgrade "${@:2}"
        [[ $status -eq 0 && $stderr == *"$1: programs may read what is there, "* ]]
    }
    fest=(fest --tests tests --submissions teams --program 3/xmap)
    if bin/xgrade doctor | grep -q '^Landlock *yes'; then
        hides --isolate landlock team/3/xmap cases
        warns 'xgrade: "cases"' --isolate landlock --allow "$here" team/3/xmap cases
        warns 'xgrade fest: "teams"' "${fest[@]}" --isolate landlock --allow "$here/teams"
    fi
    need_layer sandbox
    hides --isolate ns --allow "$here" team/3/xmap cases
    hides "${fest[@]}" --isolate ns --allow "$here/tests"
    warns 'xgrade fest: "teams"' "${fest[@]}" --isolate ns --allow "$here"
    run bin/xgrade "${fest[@]}" --require-isolation --allow "$here"
    [ "$status" -eq 2 ]
}

@test "cases in the folder of a program that has yet to be built are named before the build" {
    make_team
    mv cases/* team/3
    rm team/3/xmap
    printf 'xmap:\n\tprintf "%%s\\n" "#!/bin/sh" "echo true" >xmap && chmod +x xmap\n' >team/3/Makefile
    run --separate-stderr bin/xgrade --submission team --build make team/3/xmap team/3
    [[ $status -eq 0 && $stderr == *'"team/3": the program lies there and can read what is expected'* ]]
    need_layer sandbox
    run --separate-stderr bin/xgrade --submission team --build make --require-isolation team/3/xmap team/3
    [ "$status" -eq 2 ]
}

@test "logs are not read through links" {
    make_team
    echo '{"log": "game.log"}' >cases/suite.json
    echo '{"event":"start"}' | tee cases/1-log.jsonl >cases/2-log.jsonl
    echo '{"secret":"stolen"}' >victim/game.log
    printf '#!/bin/sh\ncd .. && mv 3 4 && ln -s %s 3 && echo false\n' "$here/victim" >team/3/xmap
    for mode in $(isolations); do
        run bin/xgrade -j1 --isolate "$mode" --submission team team/3/xmap cases
        [[ $status -eq 1 && $output == *"expected true, got false"* && $output != *stolen* ]]
    done
}

@test "the documentation has the table of xgrade doctor" {
    run "$BIN/xgrade" doctor
    diff <(sed -n '/^Programs can/,$p' <<<"$output" | sed 's/   */ | /g; s/.*/| & |/') \
        <(sed -n '/^| Programs can/,/^$/p' "$BATS_TEST_DIRNAME/../docs/grading.md" | sed '/---/d; /^$/d')
}
