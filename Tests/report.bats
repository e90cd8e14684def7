#!/usr/bin/env bats
# Reports of given results, word for word: fixtures/reports/NAME has results.jsonl and what is made of them.
# After a change that is meant, `UPDATE=1 bats Tests/report.bats` writes what is made now; git diff shows what has changed.
load helper

# Of pages, only what is between <header> and </main>: the rest is the same for all of them.
main_of() { # page
    sed -n '/<header>/,/<\/main>/p' "$1"
}

compare_reports() { # name, exit code, options that not all results have
    local code=$2 made=$BATS_TEST_TMPDIR expected=$PWD/fixtures/reports/$1 each
    report() {
        run "-$code" "$BIN/xgrade" report "$@" "$expected/results.jsonl"
        echo "$output"
    }
    cd "$made" || return # where there are no inputs to draw
    report >terminal.txt
    report --diff --all-visible >staff.txt
    report --tap >tap.txt
    report --quiet --junit junit.xml --csv table.csv --json all.json --gradebook gradebook.csv --html page.html "${@:3}" >totals.txt
    main_of page.html >page.txt
    for each in site/*; do
        case $each in
        *.html) main_of "$each" >"site-$(basename "$each").txt" ;;
        *.md) mv "$each" "site-$(basename "$each")" ;;
        esac
    done
    rm -rf page.html site
    if [ -n "${UPDATE:-}" ]; then
        find "$expected" -type f ! -name results.jsonl -delete
        cp ./* "$expected"
    fi
    diff -r -x results.jsonl "$expected" .
}

@test "reports of a class with milestones, hidden cases, a flaky one and an error of the grader" {
    compare_reports class 4 --site site
}

@test "reports of a fest with a rejected test" {
    compare_reports fest 1
}

@test "reports of an audit" {
    compare_reports audit 1 --site site
}

@test "reports of one submission that gets every verdict it can fail with" {
    compare_reports single 1 --site site --gradescope gradescope.json
}
