#!/bin/sh
# Runs every fuzz target of the packages given, or of the whole module, one after
# another, for the time given or so many inputs (20000x): fuzz.sh TIME [PACKAGE]...
set -eu
time=$1
shift
for package in $(go list "${@:-./...}"); do
	for target in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
		echo "== $package $target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$package"
	done
done
