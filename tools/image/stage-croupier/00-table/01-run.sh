#!/bin/bash -e
# Makes of Raspberry Pi OS Lite the system of one table. pi-gen calls this beside `files`, with
# ROOTFS_DIR and on_chroot. `files` also holds what is the house's:
#
#   croupier.deb  table.toml  chips.csv        and, if wanted, 70-croupier.rules and decks/

etc=${ROOTFS_DIR}/etc
boot=${ROOTFS_DIR}/boot/firmware

for file in croupier.deb table.toml chips.csv; do
    [ -e "files/$file" ] || { echo "files/$file is missing: tools/image/README.md" >&2; exit 1; }
done

# The buses and the clock; no radio. The serial pins are for parts, not for the kernel's console.
cat files/config.txt >>"$boot/config.txt"
# The root is not to grow over the whole card at the first start: the third partition comes there.
sed -i -E 's/ ?\b(console=serial0,[0-9]+|init=[^ ]*(firstboot|init_resize\.sh)|resize)\b//g' \
    "$boot/cmdline.txt"

install -m 644 files/croupier.deb "${ROOTFS_DIR}/tmp/croupier.deb"
on_chroot <<END
apt-get install -y /tmp/croupier.deb
rm /tmp/croupier.deb
systemctl mask fake-hwclock.service
passwd --lock "${FIRST_USER_NAME:-pi}"
systemctl disable bluetooth.service wpa_supplicant.service || true
systemctl disable apt-daily.timer apt-daily-upgrade.timer || true
END

# The service may write what is its own; maker.pub stays root's.
cp -r files/table.toml files/chips.csv "$etc/croupier/"
[ ! -d files/decks ] || cp -r files/decks "$etc/croupier/"
[ ! -e files/70-croupier.rules ] || install -m 644 files/70-croupier.rules "$etc/udev/rules.d/"
on_chroot <<'END'
find /etc/croupier -mindepth 1 ! -name maker.pub -exec chown croupier: {} +
croupier check /etc/croupier/table.toml
END

# A root that nothing writes, and a log in memory. What must last is on a partition of its own.
install -D -m 644 files/volatile.conf "$etc/systemd/journald.conf.d/volatile.conf"
install -m 755 files/croupier-disk "${ROOTFS_DIR}/usr/local/sbin/croupier-disk"
install -m 644 files/croupier-disk.service "$etc/systemd/system/croupier-disk.service"
sed -i -E '/[[:space:]]\/[[:space:]]/ s/defaults/defaults,ro/' "$etc/fstab"
cat files/fstab >>"$etc/fstab"
on_chroot <<'END'
systemctl enable croupier-disk.service
END
