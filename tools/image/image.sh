#!/bin/bash
# Make the image of a card from what debian.sh has fetched and the package of a table:
#
#   image.sh CACHE DEB IMAGE
#
# CACHE/table is the house's: table.toml, chips.csv, 70-croupier.rules and, if wanted, decks. As root.
# Nothing of the card is run here: what the scripts of its packages would make is taken from the
# workshop, where they have run. The same parts make the same image, octet for octet: every time is
# that of the tree's commit, and every number is fixed.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=$(realpath "$1") deb=$(realpath "$2") image=$3
recipe=tools/image
work=$cache/work
root=$work/root
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8

# Mebibytes: what is before the partitions, the firmware's, the root.
first=4 firmware=124 system=640
identity=43525550 # of the card, of its file systems

# Run a command in the workshop, which has the work at /mnt.
# shellcheck disable=SC2016 # the inner shell's parameters
in_workshop() {
    unshare --mount sh -euc '
        root=$0
        mount --bind "$1" "$root/mnt"
        mount -t proc proc "$root/proc"
        shift
        exec chroot "$root" "$@"' "$cache/workshop" "$work" "$@"
}

lay_debian() {
    tar -xf "$cache/card.tar" -C "$root"
    cp -a --no-clobber "$cache/workshop/etc/." "$root/etc"
    (cd "$cache/workshop" && find usr -lname '/etc/alternatives/*' -exec cp -a --no-clobber --parents {} "$root" \;)
    kernel=$(ls "$root/usr/lib/modules")
    in_workshop depmod -b /mnt/root "$kernel"
}

install_table() {
    dpkg-deb --extract "$deb" "$root"
    cp -r --no-preserve=ownership,timestamps $recipe/root/. "$root"
    in_workshop systemd-sysusers --root=/mnt/root
    in_workshop systemd-tmpfiles --root=/mnt/root --create croupier.conf
    in_workshop systemctl --quiet --root=/mnt/root enable croupier croupier-console croupier-disk
    cp "$root/usr/share/croupier/maker.pub" "$root/etc/croupier"
    .venv/bin/croupier update --lang en --socket "$work/no-table" --maker "$root/etc/croupier/maker.pub" \
        --state "$root/var/lib/croupier" --versions "$root/opt/croupier/versions" \
        "$root/usr/share/croupier/release.croupier"
    ls "$root/opt/croupier/versions" >"$root/usr/share/croupier/version"
}

configure_table() {
    cp -r "$cache/table/." "$root/etc/croupier"
    mv "$root/etc/croupier/70-croupier.rules" "$root/etc/udev/rules.d"
    find "$root/etc/croupier" -mindepth 1 ! -name maker.pub -exec chown 872:872 {} +
    # shellcheck disable=SC2016
    unshare --mount sh -ec 'mount --bind "$0/etc" /etc && exec .venv/bin/croupier check --lang en /etc/croupier/table.toml' "$root"
}

# What the firmware of a Pi reads; the running system never does.
fill_firmware() {
    mkdir -p "$work/firmware/overlays"
    mv "$root"/boot/vmlinuz-* "$work/firmware/vmlinuz"
    mv "$root"/usr/lib/raspi-firmware/{bootcode.bin,start{,4}.elf,fixup{,4}.dat} "$work/firmware"
    cp "$root"/usr/lib/linux-image-*/broadcom/bcm2{711,837}-rpi-*.dtb "$work/firmware"
    cp $recipe/boot/{config,cmdline}.txt "$work/firmware"
    cp $recipe/boot/croupier.dts "$work"
    in_workshop dtc -@ -I dts -O dtb -o /mnt/firmware/overlays/croupier.dtbo /mnt/croupier.dts
    make_initrd
}

# The drivers before a card's root: of its controller, and of the clocks and supplies before that.
make_initrd() {
    local modules=lib/modules/$kernel
    local drivers='drivers/(clk|dma|firmware|gpio|mailbox|mmc|pinctrl|regulator|reset)/.*' file_system='fs/(ext4|jbd2|mbcache).*'
    mkdir -p "$work"/initrd/{bin,dev,proc,root,sys,"$modules"}
    cp "$root/bin/busybox" "$work/initrd/bin"
    cp $recipe/boot/init "$work/initrd"
    (
        cd "$root/$modules"
        find kernel -regextype posix-extended -regex "kernel/($drivers|$file_system|.*/crc[^/]*)\.ko\.xz" \
            -exec cp --parents --target-directory="$work/initrd/$modules" {} +
        cp modules.{builtin,builtin.modinfo,order} "$work/initrd/$modules"
    )
    find "$work/initrd" -name '*.ko.xz' -exec xz -d {} +
    in_workshop depmod -b /mnt/initrd "$kernel"
    find "$work/initrd" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    in_workshop sh -euc 'cd /mnt/initrd
        find . | sort | cpio --quiet -o -H newc --reproducible -R 0:0 | xz --check=crc32 >../firmware/initrd.img'
}

# What nothing on a card reads, and what another run would have otherwise.
tidy_root() {
    (cd "$root" && rm -rf {boot,dev,run,tmp,var/cache,var/log}/* initrd.img* vmlinuz* etc/*- etc/apt etc/resolv.conf \
        etc/ld.so.cache usr/lib/raspi-firmware usr/lib/linux-image-* var/lib/apt var/lib/dpkg)
    find "$root/usr" -name __pycache__ -prune -exec rm -r {} +
}

make_partitions() {
    tar --sort=name --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C "$root" -cf "$work/root.tar" .
    # shellcheck disable=SC2016
    in_workshop sh -euc '
        cd /mnt
        mke2fs -q -t ext4 -L croupier-root -m 0 -O ^has_journal -d root.tar \
            -U "$1-0000-4000-8000-000000000001" -E "hash_seed=$1-0000-4000-8000-000000000002,nodiscard" \
            system "$3M"
        debugfs -w -R "feature read-only" system
        mkfs.vfat --invariant -F 32 -i "$1" -n FIRMWARE -C firmware.vfat $(($2 * 1024))
        find firmware -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
        mcopy -s -m -i firmware.vfat $(find firmware -mindepth 1 -maxdepth 1 | sort) ::
    ' sh $identity $firmware $system >&2
}

assemble() {
    truncate -s $((first + firmware + system))M "$work/image"
    in_workshop sfdisk --quiet /mnt/image <<END
label: dos
label-id: 0x$identity
start=${first}MiB, size=${firmware}MiB, type=c, bootable
start=$((first + firmware))MiB, size=${system}MiB, type=83
END
    dd if="$work/firmware.vfat" of="$work/image" bs=1M seek=$first conv=notrunc,sparse status=none
    dd if="$work/system" of="$work/image" bs=1M seek=$((first + firmware)) conv=notrunc,sparse status=none
    mv "$work/image" "$image"
}

rm -rf "$work"
mkdir -p "$root"
lay_debian
install_table
configure_table
fill_firmware
tidy_root
make_partitions
assemble
rm -rf "$work"
