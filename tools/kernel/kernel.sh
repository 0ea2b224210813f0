#!/bin/sh
# Build the guest's kernel: User-mode Linux of Debian's source, with I2C and GPIO behind sockets.
#
#   kernel.sh CACHE        prints CACHE/linux-DIGEST, which is built if it is not there
#
# Debian 12: apt-get install bc bison flex gcc linux-source-6.1 make patch xz-utils
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cache=$(realpath -m "$1")
source=/usr/src/linux-source-6.1.tar.xz
version=$(dpkg-query --show --showformat '${Version}' linux-source-6.1)
digest=$( (echo "$version"; cat "$here/kernel.config" "$here/devices.patch") | sha256sum | cut -c -12)
kernel=$cache/linux-$digest

if [ ! -x "$kernel" ]; then
    tree=$cache/source
    rm -rf "$tree" "$cache"/linux-*
    mkdir -p "$tree"
    trap 'rm -rf "$tree"' EXIT
    {
        echo "kernel: building it once, 3 minutes of two idle cores; $cache/build.log"
        tar -xf $source -C "$tree" --strip-components=1
        cd "$tree"
        patch --quiet -p1 <"$here/devices.patch"
        make ARCH=um defconfig >"$cache/build.log"
        ./scripts/kconfig/merge_config.sh -m .config "$here/kernel.config" >>"$cache/build.log"
        make ARCH=um olddefconfig >>"$cache/build.log"
        sed -n 's/^\(CONFIG_[A-Z0-9_]*=\).*/^\1/p' "$here/kernel.config" | while read -r option; do
            grep -q "$option" .config || { echo "kernel: $option is not to be had"; exit 1; }
        done
        nice make ARCH=um -j"$(nproc)" linux >>"$cache/build.log" 2>&1
        strip -o "$kernel.new" linux
        mv "$kernel.new" "$kernel"
    } >&2
fi
echo "$kernel"
