#!/bin/bash
# Print the path of a nats-server of 2.10 or newer: the system's, or else Debian 13's package, which runs on
# Debian 12 too. It is fetched by apt from the mirror that this system has, checked against its digest and
# unpacked, without touching the system.
#
#   engine.sh CACHE
set -euo pipefail
cache=$(realpath -m "$1")
engine=$cache/usr/sbin/nats-server
declare -A digests=(
    [amd64]=6d913ac987b78734c08537c2adeb1526cf735f216173a9170d94b185fcfe6f8a
    [arm64]=0c9a617510b28c1b4fb4a38aabea6ab8cd7f026247f2abdff8b955b2278ce049  # of the archive's signed index; not run
)
version=2.10.27-1+b2

# Say that there is no engine, why, and what to do.
none() {
    echo "floor: there is no nats-server of 2.10 or newer, and of Debian 13's: $1." >&2
    echo "floor: install one (on Debian 13: sudo apt-get install nats-server), or copy the program" >&2
    echo "floor: of another machine to $engine, and say make floor again." >&2
    exit 1
}
is_new() {
    [ -n "$1" ] && printf '2.10\n%s\n' "$("$1" --version | grep -oE '[0-9]+\.[0-9]+' | head -1)" | sort -CV
}
system=$(type -P nats-server || true)
if is_new "$system"; then
    echo "$system"
    exit
fi
if [ ! -x "$engine" ]; then
    trap 'none "it can not be fetched; the lines above say why"' ERR
    type -P apt-get dpkg-deb >/dev/null || none "this is no Debian"
    arch=$(dpkg --print-architecture)
    digest=${digests[$arch]:-}
    [ -n "$digest" ] || none "its package for $arch has never been tried"
    mkdir -p "$cache/apt/lists/partial" "$cache/apt/cache"
    signed=/usr/share/keyrings/debian-archive-keyring.gpg
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep '/debian/$' | head -1)
    echo "deb [signed-by=$signed] $mirror trixie main" >"$cache/apt/list"
    apt=(apt-get -qq -o "Dir::Etc::sourcelist=$cache/apt/list" -o Dir::Etc::sourceparts=/dev/null
        -o "Dir::State::lists=$cache/apt/lists" -o "Dir::Cache=$cache/apt/cache" -o APT::Sandbox::User=)
    echo "floor: fetching nats-server $version, once" >&2
    "${apt[@]}" update >&2
    (cd "$cache/apt" && "${apt[@]}" download "nats-server=$version" >&2)
    package=$(echo "$cache"/apt/nats-server_*.deb)
    echo "$digest  $package" | sha256sum --check --quiet >&2
    dpkg-deb --extract "$package" "$cache"
    rm -rf "$cache/apt"
fi
echo "$engine"
