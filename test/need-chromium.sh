#!/bin/sh
# Makes sure that a Chromium can be started: finds one, else installs it from
# the system's packages where that is allowed (as root, or in CI), else says
# what to install.
set -eu

have() { command -v "$1" >/dev/null 2>&1; }

if have chromium || have chromium-browser || have google-chrome || have chrome; then
	exit 0
fi
sudo=""
if [ "$(id -u)" != 0 ]; then
	if [ -n "${CI:-}" ] && have sudo; then
		sudo="sudo -n"
	else
		echo "The tests of the pictures need a Chromium: install the package chromium of your system" >&2
		echo "(Debian: sudo apt-get install chromium; Fedora: sudo dnf install chromium; macOS: brew install --cask chromium)." >&2
		exit 1
	fi
fi
echo "installing Chromium for the tests of the pictures" >&2
if have apt-get; then
	$sudo apt-get update -qq
	DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null
elif have dnf; then
	$sudo dnf install -y -q chromium
elif have apk; then
	$sudo apk add -q chromium
else
	echo "no known package manager here: install Chromium by hand" >&2
	exit 1
fi
