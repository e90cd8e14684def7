#!/usr/bin/env bats
# xgrade collect and xgrade class: from a roster of repositories to a gradebook.
# shellcheck disable=SC2016 # scripts in quotes are for other shells
load helper

# Cases of two milestones, worth 30 and 70 points, and three teams with a repository each: all that ann commits is right
# and in time, ben is two days late with milestone 2, and cleo has milestone 1 only, which is wrong.
setup() {
    here=$BATS_TEST_TMPDIR/here
    mkdir "$here" && cd "$here" || return
    export TMPDIR=$BATS_TEST_TMPDIR/tmp HOME=$here
    export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x GIT_CONFIG_NOSYSTEM=1
    mkdir "$TMPDIR" && mkdir -p cases/1 cases/2 repositories work
    for k in 1 2 3; do
        echo $k | tee "cases/1/$k-in.json" "cases/1/$k-out.json" "cases/2/$k-in.json" >"cases/2/$k-out.json"
    done
    echo '{"points": 30, "program": "1/xid", "deadline": "2026-10-01T12:00:00Z", "grace": 15,
        "late": {"per_day": 10, "most": 40}, "pass_mark": 50}' >cases/1/suite.json
    echo '{"points": 70, "program": "2/xid", "deadline": "2026-10-08T14:00:00+02:00", "late": {"per_day": 10, "most": 40}}' \
        >cases/2/suite.json
    printf 'team,repository,"family, name"\r\n' >roster.csv
    hand_in ann 2026-10-01T11:00:00Z 1 cat
    hand_in ann 2026-10-08T11:00:00Z 2 cat
    hand_in ben 2026-10-01T12:10:00Z 1 cat
    hand_in ben 2026-10-10T11:00:00Z 2 cat
    hand_in cleo 2026-10-01T10:00:00Z 1 'echo 2'
    for team in ann ben cleo; do
        printf '%s,repositories/%s.git,"%s ""x"""\r\n' $team $team $team >>roster.csv
    done
}

# Commits a program, a line of shell, to the repository of a team, which is made if need be.
hand_in() { # team, time, milestone, line
    [ -d "work/$1" ] || { git init -q --bare "repositories/$1.git" && git clone -q "repositories/$1.git" "work/$1" 2>/dev/null; }
    mkdir -p "work/$1/$3" && printf '#!/bin/sh\n%s\n' "$4" >"work/$1/$3/xid" && chmod +x "work/$1/$3/xid"
    git -C "work/$1" add . && GIT_AUTHOR_DATE=$2 GIT_COMMITTER_DATE=$2 git -C "work/$1" commit -qm "$3" &&
        git -C "work/$1" push -q
}

grade() {
    run --separate-stderr timeout 60 "$BIN/xgrade" "$@"
}

class() { # options...
    grade class --cases cases --submissions teams --isolate "$isolation" "$@"
}

@test "each milestone is collected as it was at its deadline, and the table says so" {
    grade collect roster.csv --into teams --cases cases
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "${lines[-1]}" = "3 collected, 0 failed" ]
    run cat teams/collected.csv
    [ "${lines[0]}" = $'team,milestone,folder,commit,time,late_seconds,"family, name"\r' ]
    [[ ${lines[1]} == ann,1,1/ann,*,2026-10-01T11:00:00Z,0,'"ann ""x"""'$'\r' ]]
    [[ ${lines[2]} == ann,2,2/ann,*,2026-10-08T11:00:00Z,0,* ]]
    [[ ${lines[3]} == ben,1,1/ben,*,2026-10-01T12:10:00Z,0,* ]]
    [[ ${lines[4]} == ben,2,2/ben,*,2026-10-01T12:10:00Z,0,* ]]
    [ -x teams/1/ann/1/xid ]
    [ ! -e teams/1/ann/2 ]
    [ -x teams/2/ann/2/xid ]
    [ ! -e teams/2/ben/2 ]
    # late work of one team: its row changes, and no other
    cp teams/collected.csv before
    grade collect roster.csv --into teams --cases cases --milestone 2 --team ben --before 2026-12-01T00:00:00Z
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "ben 2 "*" 2026-10-10T11:00:00Z, 47.0 hours late" ]]
    [[ $(diff before teams/collected.csv | grep '^>') == '> ben,2,2/ben,'*',2026-10-10T11:00:00Z,169200,'* ]]
    class --gradebook g.csv --site site
    [ "$(grep ben g.csv)" = $'"ben","ben ""x""",30,0,30,70,14,56,86\r' ]
    low() { grep -o "<figcaption>Milestone $1,.*" site/index.html | grep -o class=low | wc -l; }
    [ "$(low 1) $(low 2)" = "5 9" ] # bars below the mark of 50 %; where there is none, all but the last
    for milestone in 1 2; do # each with its commit
        commit=$(sed -n "s/^ben,$milestone,[^,]*,\(.\{12\}\).*/\1/p" teams/collected.csv)
        grep -q "^| \`$milestone\` | \`$commit\` |" site/ben.md
        grep -q "^<tr><th scope=row>$milestone<.*<code>$commit</code>" site/ben.html
    done
}

@test "what cannot be collected is named, the others go on, and nothing of a repository is run" {
    {
        echo "dora,repositories/none.git,d"
        echo "ext,ext::sh -c touch% $here/pwned,e"
        git init -q --bare repositories/void.git && echo "void,repositories/void.git,v"
    } >>roster.csv
    printf '#!/bin/sh\ntouch %s/pwned\n' "$here" | tee work/hook >repositories/ann.git/hooks/post-checkout
    chmod +x repositories/ann.git/hooks/post-checkout
    git -C work/ann config core.hooksPath "$here/work"
    printf '* filter=evil\n' >work/ann/.gitattributes
    printf '[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch%% %s/pwned\n' "$here" >work/ann/.gitmodules
    git -C work/ann -c core.hooksPath=/dev/null add . && git -C work/ann commit -qm evil && git -C work/ann push -q
    git config --global filter.evil.smudge "touch $here/pwned; cat"
    mkdir -p teams/ben && touch teams/ben/mine
    grade collect roster.csv --into teams
    [ "$status" -eq 1 ]
    [ "${lines[-1]}" = "2 collected, 4 failed" ]
    [[ $stderr == *"xgrade collect: dora: "*"repositories/none.git"* ]]
    [[ $stderr == *"xgrade collect: ext: "*"'ext' not allowed"* ]]
    [[ $stderr == *"xgrade collect: void: its default branch has no commits"* ]]
    [[ $stderr == *"xgrade collect: ben: "*"/teams/ben is there already, but not from xgrade collect"* ]]
    [ -e teams/ann/.gitattributes ]
    [ -e teams/ben/mine ]
    [ ! -e pwned ]
    grep -q '^dora,,dora,,,,d' teams/collected.csv
}

@test "a team that is collected again keeps its times, loses what is not its own, and the table keeps the others" {
    grade collect roster.csv --into teams --tag none
    [ "$status" -eq 1 ]
    [[ $stderr == *"cleo: there is no tag none"* ]]
    git -C repositories/cleo.git tag none HEAD:1 # a folder
    grade collect roster.csv --into teams --tag none --team cleo
    [ "$stderr" = "xgrade collect: cleo: tag none names no commit" ]
    grade collect roster.csv --into teams --before 2026-10-01T12:00:00Z
    [ "$status" -eq 1 ]
    [[ $stderr == "xgrade collect: ben: there is no commit before 2026-10-01T12:00:00Z" ]]
    touch teams/ann/junk
    before=$(stat -c %y teams/ann/1/xid)
    grade collect roster.csv --into teams --team ann
    [ "$status" -eq 0 ]
    [ "${lines[0]%% *}" = ann ]
    [ "${#lines[@]}" -eq 2 ]
    [ -x teams/ann/2/xid ]
    [ ! -e teams/ann/junk ]
    [ "$(stat -c %y teams/ann/1/xid)" = "$before" ]
    [ "$(grep -c '2026-10-01T10:00:00Z,' teams/collected.csv)" -eq 1 ] # cleo's, from before
}

@test "a broken roster is wrong usage, with its line" {
    check() { # roster, complaint
        printf '%b' "$1" >broken.csv
        grade collect broken.csv --into teams
        [ "$status" -eq 2 ] && [ -z "$output" ] && [ "$stderr" = "xgrade collect: broken.csv:$2" ]
    }
    check 'team,url\n' '1: there is no column "repository"'
    check 'team,repository\n../x,y\n' '2: team "../x" cannot be the name of a folder'
    check 'team,repository\n.git,y\n' '2: team ".git" cannot be the name of a folder'
    check 'team,repository\na,y\n\na,z\n' '4: team "a" is in line 2 already'
    check 'team,repository\na,--upload-pack=x\n' '2: team "a" has no repository'
    check 'team,repository\na,"y\n' '2:3: this quoted field does not end'
    check 'team,repository,time\na,y,noon\n' '1: give column "time" another name; collected.csv has one of its own'
    [ ! -e teams ]
    grade collect roster.csv --into teams --before yesterday
    [ "$status" -eq 2 ]
    ln -s nowhere link
    grade collect roster.csv --into link
    [ "$status" -eq 2 ]
    [ "$stderr" = 'xgrade collect: --into "link": No such file or directory' ]
}

@test "what was collected lies in the folder of teams: a table that leads elsewhere is refused" {
    mkdir -p teams/1/ann/1 elsewhere/1
    printf '#!/bin/sh\ncat\n' | tee teams/1/ann/1/xid >elsewhere/1/xid
    chmod +x teams/1/ann/1/xid elsewhere/1/xid
    collected() { # folder
        printf 'team,milestone,folder,commit,time,late_seconds\nann,1,%s,,,\n' "$1" >teams/collected.csv
        class --milestone 1
    }
    collected 1/ann
    [[ $status -eq 0 && $output == *'3 passed, 0 failed'* ]]
    longest=$(printf '%0100d' 1)
    mv teams/1 "teams/$longest"
    collected "$longest/ann"
    [[ $status -eq 0 && $output == *'3 passed, 0 failed'* ]]
    for folder in ../elsewhere 1/../../elsewhere 1/.. .. "$PWD/elsewhere" '' 1/ 1/ann/1 collected.csv; do
        collected "$folder"
        [ "$status" -eq 2 ]
        [ "$stderr" = "xgrade class: teams/collected.csv:2: \"$folder\" cannot be the folder of a team" ]
    done
}

@test "lateness and adjustments lead from scores to results, with their reasons" {
    "$BIN/xgrade" collect roster.csv --into teams --cases cases --before 2026-12-01T00:00:00Z
    printf 'team,milestone,points,change,reason\ncleo,1,,4.5,"no map, sorry"\nann,2,60,,late by mail\n' >adjustments.csv
    class --results r.jsonl --adjustments adjustments.csv --gradebook g.csv --json r.json
    [ "$status" -eq 1 ]
    [[ $stderr == "xgrade class: cleo has no 2/xid" ]]
    # all of ben's is as late as its last commit: milestone 1 by 9 days, milestone 2 by 2
    [ "$(tr -d '"\r' <g.csv)" = "team,family, name,1 score,1 late,1 change,1 reason,1 result,2 score,2 late,2 change,2 reason,2 result,total
ann,ann x,30,12,0,,18,70,0,-10,late by mail,60,78
ben,ben x,30,12,0,,18,70,14,0,,56,74
cleo,cleo x,10,0,4.5,no map, sorry,14.5,0,0,0,,0,14.5" ]
    [[ $output == *"ben 1: 30, minus 12 for being 9 days late: 18"* ]]
    [[ $output == *"cleo 1: 10, plus 4.5 (no map, sorry): 14.5"* ]]
    grep -qE '^ +1 +2 +total$' <<<"$output"
    grep -qE '^ann +18 +60 +78$' <<<"$output"
    grade report --gradebook h.csv r.jsonl
    cmp g.csv h.csv
    printf 'team,milestone,points,reason\nann,1,29,x\nann,2,60,x\nben,1,28,x\n' >several.csv
    grade report --adjustments several.csv r.jsonl
    grep -qE '^ann +29 +60 +89$' <<<"$output"
    grep -qE '^ben +28 +56 +84$' <<<"$output"
    printf 'team,milestone,points,reason\n' >none.csv
    grade report --adjustments none.csv --gradebook h.csv r.jsonl
    [ "$(tail -1 h.csv)" = $'"cleo","cleo ""x""",10,0,10,0,0,0,10\r' ]
    for bad in 'ann,1,x,y' 'ann,1,,y' 'ann,1,1,' 'ann,1,0.0005,y'; do
        printf 'team,milestone,points,reason\n%s\n' "$bad" >none.csv
        grade report --adjustments none.csv --gradebook never.csv r.jsonl
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [[ $stderr == "xgrade report: none.csv:2: "* ]]
    done
    [ ! -e never.csv ]
}

@test "a team's page says which commit it is about, if there is one" {
    "$BIN/xgrade" collect roster.csv --into teams --cases cases --before 2026-12-01T00:00:00Z
    class --milestone 1 --site one
    grep -q "<span>commit <code>$(git -C work/ann rev-parse HEAD | cut -c 1-12)</code></span>" one/ann.html
    class --site both
    [ -s both/ann.html ] && ! grep -q '<span>commit ' both/ann.html
}

@test "the sums of all reports of a run agree to the last digit" {
    need_python
    echo '{"points": 10, "program": "1/xid"}' >cases/1/suite.json # in thirds
    echo '{"points": 70, "program": "2/xid"}' >cases/2/suite.json
    "$BIN/xgrade" collect roster.csv --into teams
    class --results r.jsonl --gradebook g.csv --csv r.csv --json r.json --junit r.xml --html r.html --site site
    terminal=$output
    [ "$(grep -c '^ann  *6/6 .* 80/80 (100.0 %)$' <<<"$terminal")" -eq 1 ]
    for team in ann ben cleo; do
        python3 - "$team" <<'EOF'
import csv, json, re, sys
from decimal import Decimal as D
team = sys.argv[1]
rows = [r for r in csv.DictReader(open("r.csv", newline="")) if r["submission"] == team]
cases = sum(D(r["earned"]) for r in rows)
book = next(r for r in csv.DictReader(open("g.csv", newline="")) if r["team"] == team)
everything = json.load(open("r.json"), parse_float=D, parse_int=D)
entry = next(s for s in everything["submissions"] if s["name"] == team)
xml = open("r.xml").read()
junit = sum(D(v) for v in re.findall(r'<testsuite name="%s [^>]*>\s*<properties>.*?"earned" value="([^"]*)"' % team, xml, re.S))
sums = {"csv": cases, "gradebook": D(book["1 score"]) + D(book["2 score"]), "total": D(book["total"]),
        "json": entry["earned"], "result": entry["result"], "marks": sum(m["result"] for m in entry["marks"]),
        "cases": sum(r["earned"] for r in everything["results"] if r["submission"] == team), "junit": junit}
assert len(set(sums.values())) == 1, sums
print(team, junit)
EOF
    done >sums
    [ "$(cat sums)" = $'ann 80\nben 80\ncleo 3.333' ]
    [ "$(grep -c '^cleo  *1/6 .* 3.333/80 ' <<<"$terminal")" -eq 1 ]
    class --team cleo --results one.jsonl --gradescope one.json
    [ "$(python3 -c 'import json; g = json.load(open("one.json")); print(g["score"], sum(t["max_score"] for t in g["tests"]))')" = "3.333 80.0" ]
    for page in r.html site/index.html site/cleo.html site/cleo.md; do
        grep -q '[^0-9.]3\.333[^0-9]' $page
        run ! grep -E '99\.9999|3\.3333' $page
    done
}

# bats test_tags=long
@test "500 submissions that fail 40 cases with 40 KiB of output have small pages, made in little memory" {
    need_python
    mkdir -p many/cases many/teams/one && cd many || return
    for k in {1..40}; do
        echo "$k" >"cases/$k-in.json"
        echo '["expected"]' >"cases/$k-out.json"
    done
    echo '{"program": "x"}' >cases/suite.json
    printf '#!/bin/sh\nread -r k\nyes "\\"<nonsense> of case $k\\"," | head -c 40960\n' >teams/one/x && chmod +x teams/one/x
    class --results one.jsonl
    for n in {1..500}; do # as if each had been run
        sed "s/\"submission\":\"one\"/\"submission\":\"team$n\"/" one.jsonl
    done >all.jsonl
    kib=$(python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)' "$BIN/xgrade" report --site site --html all.html all.jsonl)
    [[ $BIN == *asan ]] || [ "$kib" -lt 102400 ]
    [ "$(find site -type f | wc -l)" -eq 1001 ]
    [ -z "$(find . -name '*.html' -size +5M)" ]
}

@test "hidden cases are counted, but neither shown nor explained, except to staff" {
    echo '{"visible": "never"}' >cases/1/1-meta.json
    echo '{"visible": "score-only"}' >cases/1/2-meta.json
    echo '{"visible": "after-deadline", "hint": "mind the sign"}' >cases/1/3-meta.json
    printf '#!/bin/sh\necho 7\n' >xid && chmod +x xid
    grade --isolate "$isolation" --results r.jsonl --gradescope g.json --filter '*/1/*' ./xid cases
    [ "$(grep -c 'cases/1/[123]' <<<"$output")" -ge 2 ]
    [[ $output == *$'wrong            cases/1/2\n'* && $output == *$'\n1 case counts and is not shown\n'* ]]
    [[ $output == *"cases/1/3"*"expected 3, got 7"* && $output != *"expected 1"* && $output != *"expected 2"* ]]
    [[ $output == *"score 0/30 "* && $output != *"cases/1/1"* ]]
    grade report --all-visible r.jsonl
    [[ $output == *"cases/1/1"* ]]
    grep -q '"name":"cases/1/1",.*"visibility":"hidden","output"' g.json
    grep -q '"name":"cases/1/2",.*"visibility":"visible","output":"wrong\\n"}' g.json
    grep -q '"name":"cases/1/3",.*"visibility":"after_due_date","output":"wrong\\n[^"]*expected 3, got 7' g.json
    sed -i 's/"deadline":"2026/"deadline":"2999/' r.jsonl
    grade report r.jsonl
    [[ $output == *"2 cases count and are not shown"* && $output != *"cases/1/3"* ]]
}

@test "a class that is killed half-way and resumed, or done in shares, is as if nothing had happened" {
    "$BIN/xgrade" collect roster.csv --into teams
    class --results whole.jsonl --csv whole.csv --gradebook whole.g
    code=$status
    head -c 2500 whole.jsonl >cut.jsonl # in the middle of a line
    class --results cut.jsonl --resume --csv cut.csv --gradebook cut.g
    [ "$status" -eq "$code" ]
    for share in 1 2; do
        class --results "share-$share.jsonl" --shard "$share/2"
    done
    "$BIN/xgrade" merge share-?.jsonl >merged.jsonl
    grade report --csv merged.csv --gradebook merged.g merged.jsonl
    [ "$status" -eq "$code" ]
    for kind in cut merged; do
        cmp whole.g "$kind.g"
        cmp <(sed -E 's/,[0-9.]+,[0-9.]+,[0-9]+\r$//' whole.csv) <(sed -E 's/,[0-9.]+,[0-9.]+,[0-9]+\r$//' "$kind.csv")
    done
    grep -v '"case"' whole.jsonl >course.jsonl
    class --results whole.jsonl --resume
    grep -v '"case"' whole.jsonl | cmp course.jsonl # of which nothing is said twice
    sed -i 's/"grace": 15/"grace": 20/' cases/1/suite.json
    class --results whole.jsonl --resume
    [ "$(grep -v '"case"' whole.jsonl | diff course.jsonl - | grep -c '^>')" -eq 1 ]
    class --milestone 1 --team ben --results whole.jsonl --resume
    [[ $output == *"3 passed, 0 failed" ]]
    echo '{"points": 70, "program": "2/xid", "build": ["true"]}' >cases/2/suite.json
    class --milestone 2
    [ "$stderr" = "xgrade class: cleo has no 2/xid" ] # not even the folder where it would be built
    class --milestone 7
    [ "$status" -eq 2 ]
    [ "$stderr" = 'xgrade class: "cases" has no milestone "7"' ]
    class --tap file # which takes no argument
    [ "$status" -eq 2 ]
    [ "$stderr" = 'xgrade class: unexpected argument "file"; usage: xgrade class --cases FOLDER --submissions FOLDER [OPTION...]' ]
    class --team nobody
    [ "$status" -eq 2 ] && [ "$stderr" = 'xgrade class: there is no team "nobody" in "teams"' ]
}

@test "results of nothing are an error, and so are two runs that share a file" {
    : >empty.jsonl && echo nonsense >broken.jsonl
    for file in empty broken; do
        grade report --csv out.csv $file.jsonl
        [ "$status" -eq 4 ]
        [ -z "$output" ]
        [ ! -e out.csv ]
        [[ $stderr == *"xgrade report: there are no results in \"$file.jsonl\"" ]]
    done
    printf '#!/bin/sh\ncat\n' >xid && chmod +x xid
    grade --isolate "$isolation" --quiet --results one.jsonl --site site --since empty.jsonl ./xid cases
    [ "$status" -eq 4 ] && [ "$stderr" = 'xgrade: there are no results in "empty.jsonl"' ] && [ ! -e site/index.html ]
    mkdir -p teams/ann/1 teams/ben/1
    class --milestone 1 --gradescope g.json --csv out.csv
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    [ ! -e out.csv ]
    [ "$stderr" = "xgrade class: --gradescope reports one submission, but there are several" ]
    printf '#!/bin/sh\ntouch %s/started\nuntil [ -e %s/go ]; do sleep 0.05; done\ncat\n' "$here" "$here" >slow && chmod +x slow
    "$BIN/xgrade" --isolate none --timeout 60 --results r.jsonl ./slow cases/1 3>&- >first &
    first=$!
    eventually test -e started
    grade --isolate none --results r.jsonl ./slow cases/1
    touch go
    [ "$status" -eq 4 ]
    [ "$stderr" = "xgrade: another run (process $first) adds to \"r.jsonl\"" ]
    wait "$first"
    [ "$(tail -1 first)" = "3 passed, 0 failed" ]
}

@test "the index of a site lists what is new, what has changed, what is flaky, the grader's own errors, and nothing else" {
    result() { # submission, case, verdict, and what else there is to say
        printf '{"case":"c/%s","group":"c","submission":"%s","verdict":"%s","points":1,"earned":%d%s}\n' \
            "$2" "$1" "$3" "$([ "$3" = pass ] && echo 1)" "${4:-}"
    }
    lists() {
        sed -n '/^<section class="card" id=/,/^<.ul>/{s/^<li>/- /; s/<[^>]*>//g; /./p}' site/index.html
    }
    { result ann 1 pass && result ann 2 wrong && result ben 1 wrong && result ben 2 pass; } >then.jsonl
    { result ann 1 pass && result ann 2 pass && result ben 1 pass ',"tries":3,"flaky":true' && result ben 2 wrong &&
        result cleo 1 harness-error && result cleo 2 pass; } >now.jsonl
    grade report --site site --since then.jsonl now.jsonl
    [ "$(lists)" = "Results that changed
- ann: 1 → 2
Cases that changed
- ann c/2: wrong → pass
- ben c/1: wrong → pass
- ben c/2: pass → wrong
New submissions
- cleo
Flaky: passed only when run again
- ben c/1: try 3
Harness errors: not the submissions' fault
- cleo c/1: " ]
    run ! grep -q 'Nothing has changed' site/index.html
    grade report --site site --since then.jsonl then.jsonl
    [ -z "$(lists)" ]
    grep -q 'Nothing has changed since the last run' site/index.html
}

@test "xgrade . fixtures finds the program of each case in this repository" {
    cd "$BATS_TEST_DIRNAME/.." || return
    grade --first 1 --isolate "$isolation" "$BIN" fixtures
    [ "$status" -eq 0 ]
}
