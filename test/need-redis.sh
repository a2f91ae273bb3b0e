#!/bin/sh
# Makes sure that a Redis server can be started: finds redis-server or
# valkey-server, else installs one from the system's packages where that is
# allowed (as root, or in CI), else says what to install.
set -eu

have() { command -v "$1" >/dev/null 2>&1; }

if have redis-server || have valkey-server; then
	exit 0
fi
sudo=""
if [ "$(id -u)" != 0 ]; then
	if [ -n "${CI:-}" ] && have sudo; then
		sudo="sudo -n"
	else
		echo "The tests need a Redis server: install the package redis-server or valkey of your system" >&2
		echo "(Debian, Ubuntu: sudo apt-get install redis-server; Fedora: sudo dnf install valkey; macOS: brew install valkey)." >&2
		exit 1
	fi
fi
echo "installing a Redis server for the tests" >&2
if have apt-get; then
	$sudo apt-get update -qq
	# The service itself is not wanted: the tests start servers of their own.
	DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 $sudo apt-get install -y -qq redis-server >/dev/null
elif have dnf; then
	$sudo dnf install -y -q valkey
elif have apk; then
	$sudo apk add -q valkey
else
	echo "no known package manager here: install redis-server or valkey-server by hand" >&2
	exit 1
fi
