#!/bin/sh
# Times every algorithm on every set of puzzles made for timing, and prints one
# table: bench.sh [SET]... Sets are files of $GRIDMILL_CASES/own/bench, or of
# ../shared/cases/own/bench.
set -eu
cd "$(dirname "$0")/.."
sets=${GRIDMILL_CASES:-../shared/cases}/own/bench
if [ ! -d "$sets" ]; then
	echo "no sets of puzzles in $sets; name the folder of cases by GRIDMILL_CASES" >&2
	exit 0
fi
cd "$sets"
[ $# -gt 0 ] || set -- *
exec "$OLDPWD/bin/gridmill" bench --to table --timeout 5s --spend 2s "$@"
