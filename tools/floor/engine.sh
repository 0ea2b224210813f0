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
)
version=2.10.27-1+b2

system=$(type -P nats-server || true)
if [ -n "$system" ] && [ "$("$system" --version | grep -oE '[0-9]+\.[0-9]+' | head -1 | tr -d .)" -ge 210 ]; then
    echo "$system"
    exit
fi
if [ ! -x "$engine" ]; then
    arch=$(dpkg --print-architecture)
    digest=${digests[$arch]:-}
    [ -n "$digest" ] || { echo "No nats-server is known for $arch: install one of 2.10 or newer." >&2; exit 1; }
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
