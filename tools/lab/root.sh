#!/bin/bash
# Make the guest of the laboratory's scenarios: Debian 13 for amd64 with its own kernel and this tree's
# package, for QEMU.
#
#   root.sh CACHE    makes CACHE/root-trixie-DIGEST.img, .vmlinuz and .initrd if they are not there
#
# As root; Debian 12: apt-get install e2fsprogs mmdebstrap qemu-system-x86; and uv, as for `make deb`.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=$(realpath -m "$1")
suite=trixie
packages=systemd,systemd-sysv,udev,dbus,procps,e2fsprogs,i2c-tools,sudo,python3,kmod,linux-image-amd64

base=$cache/debian-$suite-$(sha256sum <<<"$packages" | cut -c -12).tar
. tools/kernel/table_root.sh
digest=$({ package_files; printf 'tools/lab/root.sh\0'; } | xargs -0 sha256sum | sha256sum | cut -c -12)
image=$cache/root-$suite-$digest

# A network by DHCP, as QEMU has one.
add_network() {
    printf '[Match]\nName=en* eth*\n[Network]\nDHCP=yes\n' >"$root/etc/systemd/network/10-lab.network"
    ln -s /usr/lib/systemd/system/systemd-networkd.service "$root/etc/systemd/system/multi-user.target.wants/"
}

if [ ! -e "$image.img" ]; then
    mkdir -p "$cache"
    [ -e "$base" ] || make_base
    echo "lab: installing the table ($suite)" >&2
    rm -f "$cache/root-$suite"-*
    root=$(mktemp -d -p "$cache")
    trap 'rm -rf "$root"' EXIT
    {
        tar -xf "$base" -C "$root"
        mkdir "$root/lab"
        install_table
        add_agent /dev/ttyS1
        add_network
        cp "$root"/boot/vmlinuz-* "$image.vmlinuz"
        cp "$root"/boot/initrd.img-* "$image.initrd"
        mke2fs -q -t ext4 -d "$root" "$image.img.new" 2G
        mv "$image.img.new" "$image.img"
    } >&2
fi
