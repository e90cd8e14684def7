#!/usr/bin/env bats
# What README.md, docs/ and --help show is what happens.
load helper

@test "the commands of README.md and docs print what the pages say" {
    need_python
    for page in README.md docs/*.md; do
        [ "$page" != docs/grading.md ] || continue
        timeout 120 Tests/docs "$page"
    done
}

# bats test_tags=long
@test "the walk of docs/grading.md leads from a first case to marks, and prints what the page says" {
    need_python
    [ "$isolation" = default ] || skip "sanitized programs are graded without a sandbox"
    timeout 300 Tests/docs docs/grading.md
}

@test "the examples of --help print what they show" {
    need_python
    for program in "$BIN"/x*; do
        [[ -f $program && -x $program && $program != */xtest ]] || continue
        for command in "" $(packaging/commands "$BIN" "$(basename "$program")"); do
            # shellcheck disable=SC2086
            "$program" $command --help >"$BATS_TEST_TMPDIR/${program##*/}--help"
            timeout 120 Tests/docs "$BATS_TEST_TMPDIR/${program##*/}--help"
        done
    done
}

@test "what pages link to is there" {
    # shellcheck disable=SC2013
    for page in README.md CONTRIBUTING.md CHANGELOG.md docs/*.md; do
        for target in $(grep -oE '\]\([^)#: ]+' "$page" | cut -c 3-); do
            [ -e "$(dirname "$page")/$target" ] || { echo "$page: $target"; false; }
        done
    done
}
