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
declare -A pythons=([bookworm]=3.11 [trixie]=3.13)
packages=systemd,systemd-sysv,udev,dbus,procps,e2fsprogs,i2c-tools,sudo,python3

base=$cache/debian-$suite-$(sha256sum <<<"$packages" | cut -c -12).tar
digest=$(git ls-files -z firmware drivers hal systemd examples requirements Makefile tools/deb \
    tools/make_deb.py tools/release.py tools/kernel/root.sh tools/kernel/agent.py |
    xargs -0 sha256sum | sha256sum | cut -c -12)
image=$cache/root-$suite-$digest.img

make_base() {
    echo "kernel: fetching Debian ($suite), once" >&2
    rm -f "$cache/debian-$suite"-*
    nice mmdebstrap --quiet --variant=minbase --include=$packages "$suite" "$base.new.tar"
    mv "$base.new.tar" "$base"
}

# The package of this tree, by a maker of the laboratory.
install_table() {
    [ -e "$cache/maker/maker.key" ] || .venv/bin/python -m tools.release key "$cache/maker"
    DPKG_DEB_COMPRESSOR_TYPE=none make --silent deb KEY="$cache/maker/maker.key" DIST="$root/lab" \
        TABLE_PYTHON="${pythons[$suite]}" TABLE_MACHINE=x86_64
    unshare --mount sh -ec '
        mount -t proc proc "$1/proc"
        chroot "$1" sh -ec "dpkg --install /lab/croupier_*.deb; rm /lab/croupier_*.deb"' sh "$root"
}

# The agent, a header that rpi-lgpio takes for a Pi's, and labels of User-mode Linux's disks. No unit
# of the table is enabled: scenarios start them.
add_laboratory() {
    systemctl --root "$root" --quiet disable croupier croupier-console
    install -m 644 tools/kernel/agent.py "$root/lab/agent.py"
    cat >"$root/etc/systemd/system/lab-agent.service" <<'END'
[Unit]
DefaultDependencies=no
After=local-fs.target
[Service]
ExecStart=/usr/bin/python3 -B /lab/agent.py /dev/ttyS7 /run/croupier/control.sock
END
    mkdir -p "$root/etc/systemd/system/croupier.service.d"
    cat >"$root/etc/systemd/system/croupier.service.d/lab.conf" <<'END'
[Service]
Environment=RPI_LGPIO_REVISION=c03115 RPI_LGPIO_CHIP=0
END
    cat >"$root/etc/udev/rules.d/80-lab.rules" <<'END'
KERNEL=="ubd*", IMPORT{builtin}="blkid", ENV{ID_FS_LABEL}=="?*", SYMLINK+="disk/by-label/$env{ID_FS_LABEL}"
END
    ln -s ../lab-agent.service "$root/etc/systemd/system/multi-user.target.wants/"
    ln -sf /lib/systemd/system/multi-user.target "$root/etc/systemd/system/default.target"
    rm -f "$root/etc/machine-id"
    systemd-machine-id-setup --root "$root" >/dev/null 2>&1 || true
    mkdir -p "$root/var/log/journal"
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
        add_laboratory
        owner=$(chroot "$root" sh -c 'echo $(id -u croupier):$(id -g croupier)')
        mke2fs -q -t ext4 -L croupier-two -E "root_owner=$owner" "$cache/root-$suite-$digest.stick" 1G
        mke2fs -q -t ext4 -d "$root" "$image.new" 1G
        mv "$image.new" "$image"
    } >&2
fi
echo "$image"
