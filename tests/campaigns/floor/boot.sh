#!/bin/sh
# Boot systemd as the first process of namespaces of its own, in a layer above this machine's root that
# is gone afterwards; it ends by itself.
#
#   unshare --mount --pid --fork --uts --ipc --net --cgroup --kill-child boot.sh FOLDER VENV TARGET
#
# FOLDER/put is laid over the root, FOLDER/venv over VENV at /opt/croupier-floor, FOLDER/out is /out there;
# /owners there is run before systemd, once the accounts are made.
set -eu
folder=$1 venv=$2 target=$3
layer=$folder/layer
root=$layer/root

mkdir -p "$layer"
mount --make-rprivate /
mount -t tmpfs tmpfs "$layer"
mkdir "$root" "$layer/work" "$layer/venv-work"
cp -a "$folder/put" "$layer/upper"
cp -a "$folder/venv" "$layer/venv"
mkdir -p "$layer/upper/opt/croupier-floor" "$layer/upper/out" "$layer/upper/mnt/before"
mount -t overlay overlay -o "lowerdir=/,upperdir=$layer/upper,workdir=$layer/work" "$root"
mount -t overlay overlay -o "lowerdir=$venv,upperdir=$layer/venv,workdir=$layer/venv-work" "$root/opt/croupier-floor"
mount --bind "$folder/out" "$root/out"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
while read -r name minor; do
    mknod -m 666 "$root/dev/$name" c 1 "$minor"
done <<END
null 3
zero 5
full 7
random 8
urandom 9
console 3
END
cd "$root"
pivot_root . mnt/before
cd /
umount -l /mnt/before
systemd-sysusers
sh /owners
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /usr/lib/systemd/systemd --system "--unit=$target"
