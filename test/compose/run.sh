#!/bin/sh
# Brings up the shipped compose file, submits a batch, scales the workers
# 1 -> 4 -> 2 while it runs, and compares every row with those of a run inside
# one process. Usage: run.sh [PUZZLES]
set -eu
cd "$(dirname "$0")/../.."

puzzles=${1:-5000}
project=gridmill-test-$$
work=$(mktemp -d)
if docker compose version >/dev/null 2>&1; then
	compose="docker compose -p $project"
else
	compose="docker-compose -p $project"
fi
cleanup() {
	status=$?
	[ $status = 0 ] || $compose logs --tail 30 || true
	$compose down -v --remove-orphans >"$work/down.log" 2>&1 || cat "$work/down.log"
	rm -rf "$work"
	exit $status
}
trap cleanup EXIT
trap 'exit 1' INT TERM

sh test/compose/stand-ins.sh
go build -o "$work/gridmill" ./cmd/gridmill
go run ./test/generate -kind sokoban -side 36 -seed 7 -n "$puzzles" >"$work/puzzles.jsonl"

cli() { $compose run --rm -T gridmill "$@" 2>>"$work/cli.log"; }
rows() { cli status "$id" | grep -o '"rows":[0-9]*' | cut -d: -f2; }
workers() { $compose ps -q worker | wc -l; }

$compose build -q
$compose up -d --scale worker=1
id=$(cli submit --algorithm priority-bfs - <"$work/puzzles.jsonl")
echo "batch $id of $puzzles puzzles"

# reach N waits until N rows are there, and checks that some are still missing:
# only then does a change of scale hit the batch.
reach() {
	while now=$(rows); [ "$now" -lt "$1" ]; do sleep 1; done
	[ "$now" -lt "$puzzles" ] || { echo "the batch ended before the scale could change; use more puzzles"; exit 1; }
	echo "$now rows with $(workers) workers"
}
reach 1
$compose up -d --no-recreate --scale worker=4
reach $((puzzles * 2 / 5))
[ "$(workers)" -eq 4 ] || { echo "wanted 4 workers, have $(workers)"; exit 1; }
$compose up -d --no-recreate --scale worker=2
reach $((puzzles / 2))
[ "$(workers)" -eq 2 ] || { echo "wanted 2 workers, have $(workers)"; exit 1; }

cli results --follow "$id" >"$work/fleet.jsonl"
"$work/gridmill" solve --progress none --algorithm priority-bfs - <"$work/puzzles.jsonl" >"$work/alone.jsonl"
for name in fleet alone; do
	sed -E 's/"(elapsed_us|source)":("[a-z]*"|[0-9]+),?//g' "$work/$name.jsonl" >"$work/$name.rows"
done
cmp "$work/fleet.rows" "$work/alone.rows"
[ "$(wc -l <"$work/fleet.rows")" -eq "$puzzles" ]
echo "compose: $puzzles rows with 1, 4 and 2 workers, all equal to those of one process"
