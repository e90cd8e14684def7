#!/usr/bin/env bats
# What the Makefile does beside building: installing, and other ways of linking.
load helper

@test "what is installed can be used, and goes away again" {
    [[ $BUILD == build/release ]] || skip "the release build only"
    root=$BATS_TEST_TMPDIR/root
    make -s install DESTDIR="$root" PREFIX=/opt/signalbox
    [ "$("$root/opt/signalbox/bin/xmap" <<<"\"Boston\" \"Chicago\" $map")" = true ]
    [ -s "$root/opt/signalbox/share/doc/signalbox/grading.md" ]
    [ ! -e "$root/opt/signalbox/lib" ] # the libraries promise nothing to others
    [ ! -e "$root/opt/signalbox/include" ]
    make -s uninstall DESTDIR="$root" PREFIX=/opt/signalbox
    [ -z "$(find "$root" -type f)" ]
}

@test "programs are static, or dynamic with STATIC=0" {
    [[ $BUILD == build/release ]] || skip "the release build only"
    ldd ./xmap | grep -q 'statically linked'
    make -s FLAVOR=dynamic STATIC=0 build/dynamic/xmap >/dev/null
    ldd build/dynamic/xmap | grep -q libjson-c
    [ "$(build/dynamic/xmap <<<"\"Boston\" \"Chicago\" $map")" = true ]
}

@test "everything that is included is found again when a header changes" {
    [[ $BUILD == build/release ]] || skip "the release build only"
    make -s all
    [ "$(make all | grep -c '\.o$')" -eq 0 ]
    [ "$(make -W core/trains/map.h all | grep -c '\.o$')" -gt 5 ]
}
