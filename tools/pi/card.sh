#!/bin/bash
# Make the card of the emulated Pi's table by `make image`, and take out of it what QEMU starts:
#
#   card.sh CACHE    makes CACHE/card.img, vmlinuz, initrd.img, pi3.dtb and cmdline.txt, once for each program
#
# As root; Debian 12: what `make image` needs, and apt-get install mtools fdisk.
# QEMU has no firmware of a Pi: it is given the kernel that the firmware would have read from the card.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=$(realpath -m "$1")
uv=${UV:-uv}
digest=$(git ls-files -z firmware drivers hal systemd examples requirements Makefile tools |
    xargs -0 sha256sum | sha256sum | cut -c -12)

from_firmware() {
    local start
    start=$(partx --noheadings --output START --nr 1 "$cache/card.img")
    mcopy -n -o -i "$cache/card.img@@$((start * 512))" "::$1" "$cache/$2"
}

if [ "$(cat "$cache/card.digest" 2>/dev/null)" != "$digest" ]; then
    mkdir -p "$cache"
    rm -f "$cache/card.digest"
    [ -e "$cache/maker/maker.key" ] || .venv/bin/python -m tools.release key "$cache/maker"
    .venv/bin/python -m tools.pi.house "$cache/house"
    make --no-print-directory card UV="$uv" KEY="$cache/maker/maker.key" DIST="$cache/dist" \
        TABLE="$cache/house/table.toml" CHIPS="$cache/house/chips.csv"
    ln -f "$cache"/dist/croupier-*.img "$cache/card.img"
    from_firmware vmlinuz vmlinuz
    from_firmware initrd.img initrd.img
    from_firmware bcm2837-rpi-3-b.dtb pi3.dtb
    from_firmware cmdline.txt cmdline.txt
    echo "$digest" >"$cache/card.digest"
fi
