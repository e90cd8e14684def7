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

@test "the commands of signalbox(7) work where the examples are" {
    need_python
    cp -r examples "$BATS_TEST_TMPDIR"
    sed -nE '/Where to begin/,/EXIT STATUS/s/^\.B (.*)/\1/p' packaging/signalbox.7 |
        sed "s/\\\\-/-/g; s/\\\\(aq/'/g; s/\\\\(dq/\"/g" >"$BATS_TEST_TMPDIR/commands"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/commands")" -eq 4 ]
    cd "$BATS_TEST_TMPDIR"
    while read -r command; do
        PATH=$BIN:$PATH bash -c "$command" </dev/null || [ $? -eq 1 ] || { echo "$command"; false; } # 1: a case failed
    done <commands
}

@test "what pages link to is there" {
    # shellcheck disable=SC2013
    for page in README.md CONTRIBUTING.md CHANGELOG.md docs/*.md; do
        for target in $(grep -oE '\]\([^)#: ]+' "$page" | cut -c 3-); do
            [ -e "$(dirname "$page")/$target" ] || { echo "$page: $target"; false; }
        done
    done
}

@test "the examples for CI servers fit their published schemas" {
    command -v check-jsonschema >/dev/null || skip "there is no check-jsonschema, which has the schemas"
    check-jsonschema --builtin-schema vendor.github-workflows docs/ci/github.yml
    check-jsonschema --builtin-schema vendor.gitlab-ci docs/ci/gitlab.yml
}

@test "the commands of the examples for CI servers grade a repository" {
    need_python
    cp -r docs/walk/teams/ann docs/ci "$BATS_TEST_TMPDIR" && cd "$BATS_TEST_TMPDIR/ann" || return
    mkdir cases && cp -r "$OLDPWD/docs/walk/later/3" cases && git init -q .
    PATH=$BIN:$PATH
    for server in github gitlab; do
        rm -f results.xml report.html
        command=$(sed -n 's/.*\(xgrade .*\)/\1/p' "../ci/$server.yml")
        run sh -c "$command"
        [ "$status" -eq 0 ] && [ "${lines[-1]}" = "3 passed, 0 failed" ]
        [ "$(grep -c '<testcase ' results.xml)" -eq 3 ] && [ -s report.html ]
    done
}
