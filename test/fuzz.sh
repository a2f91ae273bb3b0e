#!/bin/sh
# Runs every fuzz target of the packages given, or of the whole module, for
# the time given, one after another: fuzz.sh TIME [PACKAGE]...
set -eu
time=$1
shift
for package in $(go list "${@:-./...}"); do
	for target in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
		echo "== $package $target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$package"
	done
done
