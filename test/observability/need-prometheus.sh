#!/bin/sh
# Makes sure that prometheus and promtool can be run: finds them, else installs
# the system's package where that is allowed (as root, or in CI), else says what
# to install. The package's service is not started.
set -eu

have() { command -v "$1" >/dev/null 2>&1; }

if have prometheus && have promtool; then
	exit 0
fi
sudo=""
if [ "$(id -u)" != 0 ]; then
	if [ -n "${CI:-}" ] && have sudo; then
		sudo="sudo -n"
	else
		echo "This test needs prometheus and promtool: install the package prometheus of your system" >&2
		echo "(Debian, Ubuntu: sudo apt-get install --no-install-recommends prometheus; macOS: brew install prometheus)." >&2
		exit 1
	fi
fi
if ! have apt-get; then
	echo "no known package manager here: install prometheus and promtool by hand" >&2
	exit 1
fi
echo "installing Prometheus for the tests" >&2
$sudo apt-get update -qq
DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 $sudo apt-get install -y -qq --no-install-recommends prometheus >/dev/null
