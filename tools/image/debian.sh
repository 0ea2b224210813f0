#!/bin/bash
# Fetch the two systems that an image is made of, once:
#
#   debian.sh CACHE
#
# CACHE/workshop    Debian 13 for this machine, set up by its packages' own scripts, with the tools
# CACHE/card.tar    Debian 13 for a card: the same packages for arm64 and a kernel, not set up
# CACHE/python3.13  runs the workshop's Python, from outside
#
# As root; Debian 12: apt-get install mmdebstrap. The packages are those of apt's signed index, the
# newest on the day; remove CACHE for newer ones. CACHE/card.packages has their digests.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=$(realpath -m "$1")

# No apt, no dbus, no getty: nobody logs in, and what the system is does not change.
system=systemd,systemd-sysv,udev,kmod,e2fsprogs,fdisk,tzdata # and what croupier-disk needs
system+=,python3,alsa-utils,espeak-ng                        # what the table's package depends on and recommends
start=busybox-static,linux-image-arm64,raspi-firmware
tools=cpio,device-tree-compiler,dosfstools,libarchive13t64,mtools,xz-utils

# No radio: neither its drivers nor its firmware are there.
left_out=(
    '/usr/share/doc/*' '/usr/share/info/*' '/usr/share/locale/*' '/usr/share/man/*'
    '/usr/lib/firmware/brcm/*'
    '/usr/lib/modules/*/kernel/drivers/bluetooth/*' '/usr/lib/modules/*/kernel/drivers/net/wireless/*'
    '/usr/lib/modules/*/kernel/drivers/gpu/*' '/usr/lib/modules/*/kernel/drivers/infiniband/*'
    '/usr/lib/modules/*/kernel/drivers/media/*' '/usr/lib/modules/*/kernel/net/bluetooth/*'
)

sources() {
    local mirror security
    mirror=$(tools/mirror.sh)
    security=$(tools/mirror.sh Debian-Security)
    echo "deb $mirror trixie main non-free-firmware"
    echo "deb $mirror trixie-updates main non-free-firmware"
    [ -z "$security" ] || echo "deb $security trixie-security main non-free-firmware"
}

fetch() {
    mmdebstrap --quiet --aptopt='APT::Install-Recommends "false"' --dpkgopt=force-unsafe-io \
        "${left_out[@]/#/--dpkgopt=path-exclude=}" --dpkgopt='path-include=/usr/share/doc/*/copyright' "$@"
}

fetch_workshop() {
    echo "image: fetching Debian 13 for this machine, once" >&2
    fetch --variant=essential --include="$system,$tools" trixie "$cache/workshop.new" "$cache/debian.list"
    mv "$cache/workshop.new" "$cache/workshop"
}

fetch_card() {
    echo "image: fetching Debian 13 for a card, once" >&2
    fetch --variant=extract --architectures=arm64 --include='?essential' --include="$system,$start" --format=tar \
        --extract-hook=".venv/bin/python -m tools.image packages \"\$1\" >$cache/card.packages" \
        trixie "$cache/card.tar.new" "$cache/debian.list"
    mv "$cache/card.tar.new" "$cache/card.tar"
}

mkdir -p "$cache"
sources >"$cache/debian.list"

# Both at once: each waits for the network half of its time.
fetching=() status=0
[ -d "$cache/workshop" ] || { fetch_workshop & fetching+=($!); }
[ -e "$cache/card.tar" ] || { fetch_card & fetching+=($!); }
for one in "${fetching[@]}"; do wait "$one" || status=$?; done
[ $status = 0 ] || exit $status

# By the workshop's own loader and libraries: the paths of the host stay visible.
cat >"$cache/python3.13" <<END
#!/bin/sh
root=$cache/workshop
python=\$root/usr/bin/python3.13
exec "\$root"/lib64/ld-linux-*.so.* --library-path "\$(echo "\$root"/usr/lib/*-linux-gnu)" --argv0 "\$python" "\$python" "\$@"
END
chmod +x "$cache/python3.13"
