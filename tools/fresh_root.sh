#!/usr/bin/env bash
# Prove that a bare machine is enough: a fresh Debian 12 in DIR, the packages that the Makefile
# names, a clone of this project at HEAD, and an ordinary user who has nothing.
#
#   sudo tools/fresh_root.sh DIR [COMMAND...]     each COMMAND is one line for the shell
#
# The mirror, the name servers, pip's configuration and the trusted certificates are the host's.
# DIR must not exist; what is made there stays, to be looked at, until you remove it.
set -euo pipefail
cd "$(dirname "$0")/.."

release=bookworm
root=${1:?usage: tools/fresh_root.sh DIR [COMMAND...]}
shift
[ $# -gt 0 ] || set -- 'make test' 'make run ARGS="--rounds 3 --speed 20"'
[ ! -e "$root" ] || { echo "$root exists already" >&2; exit 2; }

step() { printf '\n== %s (%d s, %s)\n' "$1" "$SECONDS" "$(du -shx "$root" 2>/dev/null | cut -f1)"; }

install_system() {
    debootstrap --variant=minbase "$release" "$root" "$(tools/mirror.sh)" >"$root.log"
    cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
    local packages
    packages=$(sed -n 's/^PACKAGES := //p' Makefile)
    # shellcheck disable=SC2086 # one word a package
    DEBIAN_FRONTEND=noninteractive chroot "$root" \
        apt-get install -y -q --no-install-recommends $packages >>"$root.log" 2>&1
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    [ ! -e /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/"
}

install_project() {
    chroot "$root" useradd --create-home --skel /var/empty --shell /bin/sh newcomer
    git clone --quiet . "$root/home/newcomer/croupier"
    chroot "$root" chown -R newcomer: /home/newcomer
}

# Run one command as the newcomer; its mounts and processes end with it.
as_newcomer() {
    local passed
    mapfile -t passed < <(env | grep -iE '^(PIP_[A-Z_]+|(https?|no)_proxy)=' |
        grep -v '^PIP_FIND_LINKS=')  # a folder of the host
    unshare --mount --pid --fork --kill-child sh -euc '
        mount -t proc proc "$0/proc"
        mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts"
        mount --bind "$0/dev/pts/ptmx" "$0/dev/ptmx"
        mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm"
        exec chroot --userspec=newcomer:newcomer "$@"
    ' "$root" "$root" /usr/bin/env -i "${passed[@]}" \
        HOME=/home/newcomer USER=newcomer TERM=dumb PATH=/usr/bin:/bin \
        sh -c "cd ~/croupier && $1" </dev/null
}

step "Debian $release"
install_system
step "the project as $(git rev-parse --short HEAD)"
install_project
for command in "$@"; do
    step "$command"
    as_newcomer "$command"
done
step "all passed; remove $root and $root.log when done"
