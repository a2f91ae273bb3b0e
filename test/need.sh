#!/bin/sh
# need.sh redis|prometheus|chromium: makes sure that what some tests run can be
# started. It finds the program, else installs the system's package where that
# is allowed (as root, or in CI), else says what to install. No service of a
# package is started: the tests run programs of their own.
set -eu

have() { command -v "$1" >/dev/null 2>&1; }

case ${1:-} in
redis)
	have redis-server || have valkey-server && exit 0
	apt=redis-server other=valkey brew=redis
	;;
prometheus) # with promtool
	have prometheus && have promtool && exit 0
	apt=prometheus other="" brew=prometheus
	;;
chromium)
	have chromium || have chromium-browser || have google-chrome || have chrome && exit 0
	apt="chromium fonts-dejavu-core" other=chromium brew="--cask chromium"
	;;
*)
	echo "usage: need.sh redis|prometheus|chromium" >&2
	exit 2
	;;
esac

by_hand() {
	echo "These tests need $1: install it from your system's packages" >&2
	echo "(Debian, Ubuntu: sudo apt-get install --no-install-recommends $apt;${other:+ Fedora: sudo dnf install $other;} macOS: brew install $brew)." >&2
	exit 1
}

sudo=""
if [ "$(id -u)" != 0 ]; then
	[ -n "${CI:-}" ] && have sudo || by_hand "$1"
	sudo="sudo -n"
fi
echo "installing $1 for the tests" >&2
if have apt-get; then
	$sudo apt-get update -qq
	DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 $sudo apt-get install -y -qq --no-install-recommends $apt >/dev/null
elif [ -n "$other" ] && have dnf; then
	$sudo dnf install -y -q $other
elif [ -n "$other" ] && have apk; then
	$sudo apk add -q $other
else
	by_hand "$1"
fi
