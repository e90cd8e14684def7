#!/usr/bin/env bats
# What the Makefile does beside building: installing, and other ways of linking.
load helper

@test "what is installed can be used, and goes away again" {
    [[ $BUILD == build/release ]] || skip "the release build only"
    root=$BATS_TEST_TMPDIR/root
    mkdir -p examples/players/__pycache__ # as after playing with Python
    (umask 077 && make -s install DESTDIR="$root" PREFIX=/opt/signalbox)
    [ "$("$root/opt/signalbox/bin/xmap" <<<"\"Boston\" \"Chicago\" $map")" = true ]
    share=$root/opt/signalbox/share
    [ -s "$share/doc/signalbox/docs/grading.md" ]
    [ -x "$share/doc/signalbox/examples/players/trains.py" ]
    for page in "$share"/man/man*/*; do
        ! command -v man >/dev/null || [ -z "$(man --warnings -l -Tutf8 "$page" 2>&1 >/dev/null)" ]
    done
    # what bash offers after "xgrade --re"
    # shellcheck disable=SC2016
    [[ $(bash -c '. "$0"; COMP_WORDS=(xgrade --re) COMP_CWORD=1; _signalbox; echo "${COMPREPLY[*]}"' \
        "$share/bash-completion/completions/xgrade") == *--results\ --resume* ]]
    # shellcheck disable=SC2016
    [ "$(bash -c '. "$0"; COMP_WORDS=(xref --engine = s) COMP_CWORD=3; _signalbox; echo "${COMPREPLY[*]}"' \
        "$share/bash-completion/completions/xref")" = slurm ]
    ! command -v zsh >/dev/null || zsh -n "$share/zsh/site-functions/_signalbox"
    for file in "$share"/fish/vendor_completions.d/*; do
        ! command -v fish >/dev/null || fish --no-execute "$file"
    done
    ! command -v shellcheck >/dev/null || shellcheck -s bash "$share/bash-completion/completions/xgrade"
    [ -s "$share/doc/signalbox/docs/ci/github.yml" ]
    [ ! -e "$share/doc/signalbox/examples/players/__pycache__" ]
    [ -z "$(find "$root" ! -perm -444)" ] # whatever the umask
    [ ! -e "$root/opt/signalbox/lib" ] # the libraries promise nothing to others
    [ ! -e "$root/opt/signalbox/include" ]
    make -s uninstall DESTDIR="$root" PREFIX=/opt/signalbox
    [ -z "$(find "$root" -type f)" ]
}

@test "a clone in which nothing was built makes a tarball of the sources" {
    git rev-parse HEAD >/dev/null 2>&1 || skip "not a clone"
    git clone -q . "$BATS_TEST_TMPDIR/clone"
    make -s -C "$BATS_TEST_TMPDIR/clone" dist
    tar -C "$BATS_TEST_TMPDIR" -xf "$BATS_TEST_TMPDIR"/clone/build/signalbox-*.tar.gz
    ls "$BATS_TEST_TMPDIR"/signalbox-*/xtest
}

# bats test_tags=long
@test "programs are static, or dynamic with STATIC=0" {
    [[ $BUILD == build/release ]] || skip "the release build only"
    ldd ./xmap | grep -q 'statically linked'
    make -s FLAVOR=dynamic STATIC=0 build/dynamic/xmap >/dev/null
    ldd build/dynamic/xmap | grep -q libjson-c
    [ "$(build/dynamic/xmap <<<"\"Boston\" \"Chicago\" $map")" = true ]
}

# bats test_tags=long
@test "with musl, programs give the same answers" {
    [[ $BUILD == build/release ]] || skip "the release build only"
    command -v musl-gcc >/dev/null || skip "there is no musl-gcc"
    DEVELOPER='' make -s -j2 CC=musl-gcc FLAVOR=musl BIN=build/musl >/dev/null # musl has other types for some constants
    ./xgrade build/musl fixtures/x* fixtures/bad-input/x*
}

# bats test_tags=long
@test "everything that is included is found again when a header changes" {
    [[ $BUILD == build/release ]] || skip "the release build only"
    make -s all
    [ "$(make all | grep -c '\.o$')" -eq 0 ]
    [ "$(make -W core/trains/map.h all | grep -c '\.o$')" -gt 5 ]
    # `make deb` leaves a folder whose name ends like those of the files that list what is included
    mkdir -p "$BUILD/completions.d"
    make -s all
    rmdir "$BUILD/completions.d"
}
