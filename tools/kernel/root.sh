#!/bin/bash
# Make a guest's disk: Debian with this tree's package installed, as docs/en/technician.md says.
#
#   root.sh CACHE SUITE    prints CACHE/root-SUITE-DIGEST.img, which is made if it is not there
#
# SUITE is bookworm or trixie. As root; Debian 12: apt-get install e2fsprogs mmdebstrap; and uv, as for
# `make deb`. The second disk of the table is the .stick beside. What the laboratory adds to a
# table's own installation comes last.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=$(realpath -m "$1")
suite=$2
packages=systemd,systemd-sysv,udev,dbus,procps,e2fsprogs,i2c-tools,sudo,python3

base=$cache/debian-$suite-$(sha256sum <<<"$packages" | cut -c -12).tar
. tools/kernel/table_root.sh
digest=$({ package_files; printf 'tools/kernel/root.sh\0'; } | xargs -0 sha256sum | sha256sum | cut -c -12)
image=$cache/root-$suite-$digest.img

# A header that rpi-lgpio takes for a Pi's, and labels of User-mode Linux's disks. No unit of the table
# is enabled: scenarios start them.
add_laboratory() {
    mkdir -p "$root/etc/systemd/system/croupier.service.d"
    cat >"$root/etc/systemd/system/croupier.service.d/lab.conf" <<'END'
[Service]
Environment=RPI_LGPIO_REVISION=c03115 RPI_LGPIO_CHIP=0
END
    cat >"$root/etc/udev/rules.d/80-lab.rules" <<'END'
KERNEL=="ubd*", IMPORT{builtin}="blkid", ENV{ID_FS_LABEL}=="?*", SYMLINK+="disk/by-label/$env{ID_FS_LABEL}"
END
}

if [ ! -e "$image" ]; then
    mkdir -p "$cache"
    [ -e "$base" ] || make_base
    echo "kernel: installing the table ($suite)" >&2
    rm -f "$cache/root-$suite"-*
    root=$(mktemp -d -p "$cache")
    trap 'rm -rf "$root"' EXIT
    {
        tar -xf "$base" -C "$root"
        mkdir "$root/lab"
        install_table
        add_agent /dev/ttyS7
        add_laboratory
        owner=$(chroot "$root" sh -c 'echo $(id -u croupier):$(id -g croupier)')
        mke2fs -q -t ext4 -L croupier-two -E "root_owner=$owner" "$cache/root-$suite-$digest.stick" 1G
        mke2fs -q -t ext4 -d "$root" "$image.new" 1G
        mv "$image.new" "$image"
    } >&2
fi
echo "$image"
