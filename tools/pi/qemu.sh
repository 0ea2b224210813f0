#!/bin/bash
# Make QEMU of Debian 13 for Arm machines, from apt's signed index, in a root of its own:
#
#   qemu.sh CACHE    makes CACHE/bin/qemu-system-aarch64 and CACHE/bin/qemu-img, once
#
# Debian 12 or 13: apt-get install mmdebstrap. Remove CACHE/qemu for a newer one.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=$(realpath -m "$1")
root=$cache/qemu
libraries=$root/usr/lib/x86_64-linux-gnu

if [ ! -d "$root" ]; then
    echo "pi: fetching QEMU of Debian 13, once" >&2
    mkdir -p "$cache/bin"
    rm -rf "$root.new"
    mmdebstrap --quiet --variant=extract --include=qemu-system-arm,qemu-utils trixie "$root.new" "$(tools/mirror.sh)"
    mv "$root.new" "$root"
fi

# By the root's own loader and libraries: the host's paths stay visible. Only the modules of a QEMU that the
# host has are covered: where this one lacks a module, it would end at another build's.
launcher() {
    cat >"$cache/bin/$1" <<END
#!/bin/sh
export QEMU_MODULE_DIR=$libraries/qemu
host=/usr/lib/x86_64-linux-gnu/qemu
set -- $libraries/ld-linux-x86-64.so.2 --library-path $libraries:$libraries/pulseaudio $root/usr/bin/$1 $2 "\$@"
[ -d \$host ] || exec "\$@"
exec unshare --map-root-user --mount sh -c 'mount --bind "\$QEMU_MODULE_DIR" "\$0" && exec "\$@"' \$host "\$@"
END
    chmod +x "$cache/bin/$1"
}
launcher qemu-system-aarch64 "-L $root/usr/share/qemu"
launcher qemu-img ""
"$cache/bin/qemu-system-aarch64" --version | head -n 1
