#!/usr/bin/env bash
# Sets up, builds, and runs every program over its fixtures: one line for each, with passed/total and the time.
set -eu
cd "$(dirname "$0")"
. Tests/setup.bash
make deps-build
make -j"$(nproc)" all
make --no-print-directory fixtures
