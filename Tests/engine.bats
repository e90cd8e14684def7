#!/usr/bin/env bats
# Runs on many machines: GNU parallel with hosts that are this machine, and a whole Slurm on this machine.
# bats file_tags=long
load helper

setup_file() {
    cd "$BATS_FILE_TMPDIR" || exit
    "$BATS_TEST_DIRNAME/engine/make-fest" . 5 6
    "$BIN/xgrade" fest --tests tests --submissions teams --program program --build 'mv source program' --isolate "$isolation" \
        --reference reference --results one.jsonl >one.txt || [ $? -eq 1 ]
    if "$BATS_TEST_DIRNAME/engine/slurm" start "$PWD/slurm" 2>slurm.txt; then
        export SLURM_CONF=$BATS_FILE_TMPDIR/slurm/slurm.conf
    fi
}

teardown_file() {
    [ -z "$SLURM_CONF" ] || "$BATS_TEST_DIRNAME/engine/slurm" stop "$BATS_FILE_TMPDIR/slurm"
}

setup() {
    cd "$BATS_FILE_TMPDIR" || exit
    spool="$BATS_TEST_TMPDIR/spool with 'quotes' {} and {#}"
    export PARALLEL_SSH=$BATS_TEST_DIRNAME/engine/ssh
    unset SHELL # as in jobs of cron
}

need_parallel() {
    command -v parallel >/dev/null || skip "there is no GNU parallel"
}

need_slurm() {
    [ -n "$SLURM_CONF" ] || skip "there is no Slurm here, or it does not start: $(cat slurm.txt)"
}

fest() { # options...
    run --separate-stderr timeout 100 "$BIN/xgrade" fest --tests tests --submissions teams --program program \
        --build 'mv source program' --isolate "$isolation" --reference reference --spool "$spool" "$@"
}

# Goes to a folder with so many cases, for a program that takes so many seconds.
make_slow() { # cases, seconds
    cd "$BATS_TEST_TMPDIR" || exit
    mkdir slow
    for ((i = 0; i < $1; i++)); do
        echo "$i" | tee "slow/$i-in.json" >"slow/$i-out.json"
    done
    printf '#!/bin/sh\nsleep %s\ncat\n' "$2" >program
    chmod +x program
}

# Whether shares have written so many records.
has_records() { # count, spool
    [ "$(cat "$2"/cases/*/results-* 2>/dev/null | wc -l)" -ge "$1" ]
}

# What does not depend on time and place.
records() { # file
    "$BIN/xgrade" merge "$1" | sed -E 's/"(wall_ms|cpu_ms|memory_kib)":[0-9.]+/"\1":0/g; s/"time":"[^"]*"//; s/,"retried":"alone"//'
}

is_as_on_one_machine() { # results
    echo "$stderr"
    [ "$status" -eq 1 ]
    diff <(records one.jsonl) <(records "$1")
    diff <(sed -E "s/ +[0-9.]+ s//" one.txt) <(sed -E "s/ +[0-9.]+ s//" <<<"$output")
}

# Makes a Slurm of scripts, for what a real one does not do on demand: tasks run within sbatch, so squeue has nothing to
# tell.
make_fake_slurm() {
    mkdir "$BATS_TEST_TMPDIR/fake"
    cd "$BATS_TEST_TMPDIR/fake" || exit
    cat >sbatch <<'END'
#!/usr/bin/env bash
# Takes arrays of two tasks at most, loses the first task of all, and refuses the third array for once.
cd "${0%/*}" || exit
echo "$*" >>submitted
number=$(wc -l <submitted)
[[ "$*" =~ --array=1-([0-9]+) ]]
count=${BASH_REMATCH[1]}
[ "$count" -le 2 ] || { echo 'Invalid job array specification' >&2; exit 1; }
[ "$number" -ne 3 ] || { echo 'QOSMaxSubmitJobPerUserLimit' >&2; exit 1; }
printf 'Welcome!\n12 nodes are up\n%d;campus\n' "$number"
for ((i = 1; i <= count; i++)); do
    [ "$number-$i" = 1-1 ] || SLURM_ARRAY_TASK_ID=$i "${@: -3}"
done
END
    printf '#!/bin/sh\necho "MaxArraySize            = 3"\n' >scontrol
    printf '#!/bin/sh\n' | tee squeue >scancel
    chmod +x ./*
    PATH=$PWD:$PATH
}

# Plays a series by an engine, whole and with a share that is lost, and compares it with one that is played here.
series() { # engine, program, options...
    local engine=$1 program=$2 whole
    shift 2
    whole=$("$BIN/$program" --seed 18446744073709551615 "$@" <"$BATS_TEST_TMPDIR/input")
    options=(--seed 18446744073709551615 "$@" --engine "$engine" --spool "$spool" --shares 5)
    run --separate-stderr timeout 60 "$BIN/$program" "${options[@]}" <"$BATS_TEST_TMPDIR/input"
    [ "$status" -eq 0 ]
    [ "$output" = "$whole" ]
    rm "$spool"/games/3/results-*
    printf '{"series":' >"$spool/games/4/results-torn.jsonl"
    printf 1/ >"$spool/games/1/cells"
    run --separate-stderr timeout 60 "$BIN/$program" "${options[@]}" --resume <"$BATS_TEST_TMPDIR/input"
    [ "$status" -eq 0 ]
    [ "$output" = "$whole" ]
    [ "$(find "$spool/games" -name cells | wc -l)" -eq 6 ]
    run --separate-stderr timeout 60 "$BIN/$program" "${options[@]}" --resume --seed 1 <"$BATS_TEST_TMPDIR/input"
    [ "$status" -eq 3 ]
    [[ $stderr == *'this is part of another series: '* ]]
    "$BIN/xgrade" clean "$spool"
}

@test "parallel: a fest on two machines is as on one, down to builds and rejected tests" {
    need_parallel
    fest --engine parallel --engine-options '-S 2/left,2/right' --shares 5 --results "$BATS_TEST_TMPDIR/all"
    is_as_on_one_machine "$BATS_TEST_TMPDIR/all"
    [ "$(find "$spool/cases" -name 'cells' | wc -l)" -eq 5 ]
    cut -f 2 "$spool/cases/parallel-1.joblog" | grep -q right
    fest --engine parallel
    [ "$status" -eq 4 ]
    [[ $stderr == *"holds an earlier run: --resume goes on with it, xgrade clean removes it" ]]
    run "$BIN/xgrade" clean "$spool"
    [ "$status" -eq 0 ]
    [ ! -e "$spool" ]
}

@test "parallel: shares are tried elsewhere if a host is down, or has a weaker sandbox" {
    need_parallel
    fest --engine parallel --engine-options "-S 1/down,1/good" --shares 2 --results "$BATS_TEST_TMPDIR/all"
    is_as_on_one_machine "$BATS_TEST_TMPDIR/all"
    [ "$isolation" = default ] || skip "there is no sandbox that a host could lack"
    fest --engine parallel --engine-options "-S 1/weak,1/good" --shares 2 --results "$BATS_TEST_TMPDIR/more" --spool "$BATS_TEST_TMPDIR/2"
    is_as_on_one_machine "$BATS_TEST_TMPDIR/more"
    fest --engine parallel --engine-options '-S 1/weak' --shares 2 --engine-tries 1 --spool "$BATS_TEST_TMPDIR/3"
    [ "$status" -eq 4 ]
    [[ $stderr == *"2 shares were given up: share 1 has left "*" undone, the last time on "*": xgrade fest: no sandbox: "* ]]
}

@test "parallel: a run that is killed goes on, and nothing is run twice" {
    need_parallel
    make_slow 30 0.2
    again=("$BIN/xgrade" --isolate "$isolation" --quiet --engine parallel --spool "$spool" --engine-options -j2 --shares 6 ./program slow)
    "${again[@]}" 3>&- &
    eventually has_records 5 "$spool"
    kill -9 $!
    run --separate-stderr timeout 60 "${again[@]}" --resume
    [ "$status" -eq 0 ]
    [ "$output" = '30 passed, 0 failed' ]
    # all that a share had done before the crash counts; what ran then may have run twice
    [ "$(cat "$spool"/cases/*/results-* | wc -l)" -lt 60 ]
}

@test "parallel: what it complains about is said, and cores that Slurm gave to who submits are not those of a share" {
    need_parallel
    fest --engine parallel --engine-options --no-such-option --engine-tries 1
    [ "$status" -eq 4 ]
    [[ $stderr == *' undone: Unknown option: no-such-option' ]]
    SLURM_CPUS_PER_TASK=0 fest --engine parallel --results "$BATS_TEST_TMPDIR/all" --resume
    is_as_on_one_machine "$BATS_TEST_TMPDIR/all"
}

@test "parallel: cells that could not be built before are not taken for free" {
    need_parallel
    options=(--build false --results "$BATS_TEST_TMPDIR/all")
    "$BIN/xgrade" fest --tests tests --submissions teams --program program "${options[@]}" --isolate "$isolation" || [ $? -eq 1 ]
    fest --engine parallel --shares 3 "${options[@]}" --build 'mv source program'
    [ "$(wc -l <"$spool/cases/1/cells")" -gt 30 ] # of 125
}

@test "parallel: a spool belongs to one run at a time" {
    need_parallel
    make_slow 20 0.2
    again=("$BIN/xgrade" --isolate "$isolation" --quiet --engine parallel --spool spool --engine-options -j2 --shares 2 ./program slow)
    "${again[@]}" >out 3>&- &
    eventually has_records 1 spool
    run --separate-stderr "${again[@]}" --resume
    [ "$status" -eq 4 ]
    [[ $stderr == 'xgrade: another run is using "'*'/spool"' ]]
    run --separate-stderr "$BIN/xgrade" clean spool
    [ "$status" -eq 4 ]
    [ "$stderr" = 'xgrade clean: another run is using "spool"' ]
    wait $!
    [ "$(cat out)" = '20 passed, 0 failed' ]
    # what cannot be removed at once can be removed later
    mkdir spool/other
    # shellcheck disable=SC2016
    ! unshare -m true 2>/dev/null || ! unshare -m sh -c 'mount -t tmpfs none spool/other && exec "$0" clean spool' "$BIN/xgrade"
    "$BIN/xgrade" clean spool
    [ ! -e spool ]
}

@test "parallel: Ctrl-C keeps what is done" {
    need_parallel
    make_slow 40 0.2
    "$BIN/xgrade" --isolate "$isolation" --quiet --engine parallel --spool spool --engine-options -j2 --shares 4 --results all \
        ./program slow >out 3>&- &
    eventually has_records 5 spool
    kill -TERM $!
    wait $! || status=$?
    [ "$status" -eq 130 ]
    [ "$(wc -l <all)" -ge 4 ]
    [ "$(wc -l <all)" -lt 40 ]
    grep -q 'not run' out
}

@test "parallel: Ctrl-C ends it, also while it asks its hosts and ignores signals" {
    make_slow 2 0
    mkdir fake
    cat >fake/parallel <<'END'
#!/usr/bin/env bash
[ "$1" != --version ] || exec echo GNU parallel
ignored=0
trap '[ $((ignored++)) -lt 2 ] || { touch ended; exit 255; }' TERM
touch ready
while :; do sleep 0.01; done
END
    chmod +x fake/parallel
    PATH=$PWD/fake:$PATH "$BIN/xgrade" --isolate "$isolation" --quiet --engine parallel --spool spool --shares 1 ./program slow >out 3>&- &
    eventually test -e ready
    kill -INT $!
    wait $! || status=$?
    [ "$status" -eq 130 ]
    [ -e ended ]
}

@test "slurm: a fest on three nodes is as on one machine" {
    need_slurm
    fest --engine slurm --shares 7 --results "$BATS_TEST_TMPDIR/all"
    is_as_on_one_machine "$BATS_TEST_TMPDIR/all"
    [ "$(cat "$spool"/cases/*/ended | sort -u | wc -l)" -gt 1 ] # nodes
    run "$BIN/xgrade" clean "$spool"
    [ "$status" -eq 0 ]
}

@test "slurm: a cancelled task and a killed share are asked for again" {
    need_slurm
    make_slow 60 0.1
    "$BIN/xgrade" --isolate "$isolation" --quiet --engine slurm --spool spool --shares 4 --results all ./program slow >out 3>&- &
    eventually has_records 5 spool
    scancel "$(sed 's/slurm //' spool/cases/jobs)_1"
    log=$(find spool/cases/[2-4] -name 'log-*' | head -n 1)
    pid=${log##*-}
    kill -9 "${pid%.txt}" # the script; Slurm ends the rest
    wait $!
    [ "$(cat out)" = '60 passed, 0 failed' ]
    [ "$(wc -l <all)" -eq 60 ]
    [ "$(find spool/cases -name cells | wc -l)" -gt 4 ]
}

@test "slurm: a share that failed on a node runs there again if all others are drained" {
    need_slurm
    make_slow 20 0.2
    scontrol update nodename=n[2-3] state=drain reason=test
    "$BIN/xgrade" --isolate "$isolation" --quiet --engine slurm --spool spool --shares 2 ./program slow >out 3>&- &
    eventually has_records 3 spool
    results=$(echo spool/cases/1/results-*)
    pid=${results##*-}
    kill -TERM "${pid%.jsonl}"
    for ((i = 0; i < 60; i++)); do
        ! grep -q . out || break
        sleep 1
    done
    scontrol update nodename=n[2-3] state=resume
    wait $!
    [ "$i" -lt 60 ]
    [ "$(cat out)" = '20 passed, 0 failed' ]
    [ "$(cat spool/cases/1/ended)" = '130 n1' ]
    [ "$(cat spool/cases/3/ended)" = '0 n1' ]
}

@test "slurm: arrays are as small as the site wants them, and what it refuses for a while is asked for again" {
    make_fake_slurm
    make_slow 8 0
    run --separate-stderr timeout 100 "$BIN/xgrade" --isolate "$isolation" --quiet --engine slurm --spool spool --shares 4 ./program slow
    echo "$stderr"
    [ "$status" -eq 0 ]
    [ "$output" = '8 passed, 0 failed' ]
    [ "$(cat spool/cases/jobs)" = $'slurm 1\nslurm 2\nslurm 4' ]
    printf '#!/bin/sh\n' >fake/scontrol # says nothing
    run timeout 100 "$BIN/xgrade" --isolate "$isolation" --quiet --engine slurm --spool spool3 --shares 2 ./program slow
    [ "${lines[-1]}" = '8 passed, 0 failed' ]
    run --separate-stderr "$BIN/xgrade" --engine slurm --engine-options '--mem=4G -W' --spool spool2 ./program slow
    [ "$status" -eq 4 ]
    [[ $stderr == *'xgrade: --engine slurm cannot take -W among its options' ]]
}

@test "slurm: Ctrl-C cancels the array, also if it ends the first scancel, and whatever the environment says" {
    make_fake_slurm
    make_slow 2 0
    printf '#!/bin/sh\necho 7\n' >fake/sbatch
    # shellcheck disable=SC2016
    printf '#!/bin/sh\n[ -e "${0%%/*}/cancelled" ] || [ "$SQUEUE_STATES" ] || echo 7 1 None\n' >fake/squeue
    # shellcheck disable=SC2016
    printf '#!/bin/sh\ncd "${0%%/*}" || exit\n[ ! -e tried ] || touch cancelled\ntouch tried\n[ -e cancelled ]\n' >fake/scancel
    SQUEUE_STATES=RUNNING "$BIN/xgrade" --isolate "$isolation" --quiet --engine slurm --spool spool --shares 1 ./program slow >out 3>&- &
    eventually test -e spool/cases/jobs
    kill -INT $!
    wait $! || status=$?
    [ "$status" -eq 130 ]
    [ -e fake/cancelled ]
}

@test "series of games are the same by any engine, and go on where they were broken off" {
    need_parallel
    cp "$BATS_TEST_DIRNAME/faults/trains.json" "$BATS_TEST_TMPDIR/input"
    series parallel xref --games 100
    [ -z "$SLURM_CONF" ] || series slurm xref --games 100
    echo '[["Ann","Euclid"],["Ben","Riemann"]]' >"$BATS_TEST_TMPDIR/input"
    series parallel xgames --games 20 --size 5x5
}

@test "engines: what is wrong is said before anything runs" {
    fest --engine parallel --spool ''
    [ "$status" -eq 4 ]
    run --separate-stderr "$BIN/xgrade" --engine parallel ./reference tests
    [ "$status" -eq 2 ]
    [ "$stderr" = 'xgrade: --engine needs --spool DIR, a folder that all machines see' ]
    run --separate-stderr "$BIN/xgrade" --shares 4 ./reference tests
    [ "$stderr" = 'xgrade: --shares needs --engine' ]
    run --separate-stderr "$BIN/xgrade" --engine slurm --spool "$spool" --watch ./reference tests
    [ "$stderr" = 'xgrade: --watch does not go with --engine' ]
    mkdir empty
    run --separate-stderr env PATH="$PWD/empty" "$BIN/xgrade" --isolate "$isolation" --engine slurm --spool "$spool" ./reference tests/team1
    [ "$status" -eq 4 ]
    [[ $stderr == *"xgrade: there is no sbatch in PATH; Debian's package slurm-client has it" ]]
    [ ! -e "$spool" ]
    run --separate-stderr "$BIN/xgrade" clean tests
    [ "$status" -eq 4 ]
    [ "$stderr" = 'xgrade clean: "tests" is not a spool' ]
    [ -e tests/team1 ]
    command -v parallel >/dev/null || return 0
    fest --engine parallel --spool tests
    [ "$status" -eq 4 ]
    [[ $stderr == *'tests" is neither empty nor a spool' ]]
    fest --engine parallel --spool $'line\nbreak'
    [[ $stderr == *'the path of a spool must not have a line break' ]]
}
