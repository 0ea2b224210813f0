#!/bin/bash
# Make the guest's disk: Debian 12 with this tree's program installed as docs/technician.md says.
#
#   root.sh CACHE          prints CACHE/root-DIGEST.img, which is made if it is not there
#
# As root; Debian 12: apt-get install e2fsprogs mmdebstrap. The second disk of the table is
# CACHE/root-DIGEST.stick. What the laboratory adds to a table's own installation comes last.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=$(realpath -m "$1")
packages=systemd,systemd-sysv,udev,dbus,procps,e2fsprogs,i2c-tools,sudo,python3
release=bookworm

base=$cache/debian-$(sha256sum <<<"$packages $release" | cut -c -12).tar
digest=$(git ls-files -z firmware drivers hal systemd examples requirements tools/kernel/root.sh \
    tools/kernel/agent.py tools/release.py | xargs -0 sha256sum | sha256sum | cut -c -12)
image=$cache/root-$digest.img

make_base() {
    echo "kernel: fetching Debian, once" >&2
    rm -f "$cache"/debian-*
    nice mmdebstrap --quiet --variant=minbase --include=$packages $release "$base.new.tar"
    mv "$base.new.tar" "$base"
}

# The signed release of this tree, by a maker of the laboratory.
make_release() {
    [ -e "$cache/maker/maker.key" ] || .venv/bin/python -m tools.release key "$cache/maker"
    version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' firmware/__init__.py)
    .venv/bin/python -m tools.release pack --key "$cache/maker/maker.key" --version "$version" \
        "$root/lab/table.croupier"
}

# Steps 3 to 6 of docs/technician.md. The release is put on trial by its own program.
install_table() {
    install -D -m 644 systemd/croupier.sysusers "$root/etc/sysusers.d/croupier.conf"
    install -D -m 644 "$cache/maker/maker.pub" "$root/etc/croupier/maker.pub"
    install -D -m 755 systemd/croupier "$root/opt/croupier/croupier"
    install -D -m 644 systemd/croupier.rules "$root/etc/udev/rules.d/60-croupier.rules"
    install -m 644 systemd/croupier.service systemd/croupier-console.service \
        "$root/etc/systemd/system/"
    ln -s /opt/croupier/croupier "$root/usr/local/bin/croupier"
    mkdir -p "$root/media/croupier" "$root/lab/release"
    echo 'LABEL=croupier-two /media/croupier ext4 nofail,noatime,errors=remount-ro 0 2' \
        >>"$root/etc/fstab"
    tar -xf "$root/lab/table.croupier" -C "$root/lab/release"
    chroot "$root" sh -ec '
        systemd-sysusers
        install -d -o root -g croupier -m 1775 /etc/croupier
        python3 -I -S -B /lab/release/firmware/start.py \
            update /lab/table.croupier --state /var/lib/croupier'
    rm -r "$root/lab/release"
}

# The agent, a header that rpi-lgpio takes for a Pi's, and labels of User-mode Linux's disks. No unit
# of the table is enabled: scenarios start them.
add_laboratory() {
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
    echo "kernel: installing the table" >&2
    rm -f "$cache"/root-*
    root=$(mktemp -d -p "$cache")
    trap 'rm -rf "$root"' EXIT
    {
        tar -xf "$base" -C "$root"
        mkdir "$root/lab"
        make_release
        install_table
        add_laboratory
        owner=$(chroot "$root" sh -c 'echo $(id -u croupier):$(id -g croupier)')
        mke2fs -q -t ext4 -L croupier-two -E "root_owner=$owner" "$cache/root-$digest.stick" 1G
        mke2fs -q -t ext4 -d "$root" "$image.new" 1G
        mv "$image.new" "$image"
    } >&2
fi
echo "$image"
