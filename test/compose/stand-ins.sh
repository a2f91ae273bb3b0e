#!/bin/sh
# Makes the public base images of the Dockerfile and the compose file
# available. Where an image can be pulled it is; where there is no registry, a
# stand-in of the same name is built from the local toolchain and the system's
# packages, so that the shipped files run as they are.
set -eu
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# have_image NAME [VERSION] says whether an image is here or can be pulled. A
# stand-in of another version is out of date and does not count.
have_image() {
	if found=$(docker image inspect -f '{{index .Config.Labels "stand-in"}}' "$1" 2>/dev/null); then
		[ -z "$found" ] || [ "$found" = "${2:-1}" ]
	else
		timeout 120 docker pull -q "$1" >/dev/null 2>&1
	fi
}

# add ROOT PROGRAM copies a program and the libraries it loads into ROOT.
add() {
	mkdir -p "$1/usr/local/bin"
	cp -L "$2" "$1/usr/local/bin/"
	ldd "$2" 2>/dev/null | grep -o '/[^ ]*' | while read -r library; do
		mkdir -p "$1$(dirname "$library")"
		cp -L "$library" "$1$library"
	done
}

# shell ROOT gives ROOT a shell and the usual small programs.
shell() {
	if ! command -v busybox >/dev/null 2>&1; then
		apt-get update -qq && apt-get install -y -qq busybox-static >/dev/null
	fi
	mkdir -p "$1/bin" "$1/tmp" "$1/etc"
	chmod 1777 "$1/tmp"
	cp -L "$(command -v busybox)" "$1/bin/busybox"
	for name in sh mkdir cp chmod grep cat ls; do
		ln -s busybox "$1/bin/$name"
	done
	echo 'root:x:0:0:root:/root:/bin/sh' >"$1/etc/passwd"
}

modules=$(sha256sum <go.sum | cut -c1-16)
if ! have_image golang:1.26 "$modules"; then
	root=$work/golang
	mkdir -p "$root/usr/local" "$root/etc/ssl/certs" "$root/go/pkg" "$root/proxy"
	shell "$root"
	cp -r "$(go env GOROOT)" "$root/usr/local/go"
	cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
	# The modules the build needs, and no way to ask a registry for more.
	go mod download
	cache=$(go env GOMODCACHE)/cache/download
	GOMODCACHE=$work/modules GOPROXY=file://$cache GOSUMDB=off GOFLAGS=-modcacherw go mod download
	cp -r "$work/modules" "$root/go/pkg/mod"
	tar -C "$root" -c . | docker import \
		-c 'ENV PATH=/usr/local/go/bin:/usr/local/bin:/bin' -c 'ENV GOPATH=/go' -c 'ENV GOTOOLCHAIN=local' \
		-c 'ENV GOPROXY=off' -c 'ENV GOFLAGS=-buildvcs=false' -c "LABEL stand-in=$modules" - golang:1.26 >/dev/null
	echo "built a stand-in for golang:1.26"
fi

if ! have_image redis:7; then
	sh test/need.sh redis
	root=$work/redis
	mkdir -p "$root/data"
	shell "$root"
	server=$(command -v redis-server || command -v valkey-server)
	add "$root" "$server"
	add "$root" "$(dirname "$server")/$(basename "$server" -server)-cli"
	[ -e "$root/usr/local/bin/redis-cli" ] || ln -s valkey-cli "$root/usr/local/bin/redis-cli"
	# Like the public image, it serves other containers without a password.
	mkdir -p "$root/usr/local/sbin"
	printf '#!/bin/sh\nexec %s "$@" --protected-mode no\n' "/usr/local/bin/$(basename "$server")" >"$root/usr/local/sbin/redis-server"
	chmod +x "$root/usr/local/sbin/redis-server"
	tar -C "$root" -c . | docker import -c 'ENV PATH=/usr/local/sbin:/usr/local/bin:/bin' -c 'WORKDIR /data' -c 'LABEL stand-in=1' - redis:7 >/dev/null
	echo "built a stand-in for redis:7"
fi
