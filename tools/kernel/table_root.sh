# shellcheck shell=bash disable=SC2154,SC2086
# Read by the scripts that make a guest's disk: a Debian with this tree's package, in $root.
# They have set cache, suite, packages, base and, before install_table, root.
declare -A pythons=([bookworm]=3.11 [trixie]=3.13)

# The files that the package is made of.
package_files() {
    git ls-files -z firmware drivers hal systemd examples requirements Makefile tools/deb \
        tools/make_deb.py tools/release.py tools/kernel/table_root.sh tools/kernel/agent.py
}

make_base() {
    echo "Fetching Debian ($suite), once" >&2
    rm -f "${base%-*}"-*
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
    systemctl --root "$root" --quiet disable croupier croupier-console
}

# What answers a scenario over a serial port, and no unit that waits for a person.
add_agent() {
    install -m 644 tools/kernel/agent.py "$root/lab/agent.py"
    cat >"$root/etc/systemd/system/lab-agent.service" <<END
[Unit]
DefaultDependencies=no
After=local-fs.target
[Service]
ExecStart=/usr/bin/python3 -B /lab/agent.py $1 /run/croupier/control.sock
END
    ln -s ../lab-agent.service "$root/etc/systemd/system/multi-user.target.wants/"
    ln -sf /lib/systemd/system/multi-user.target "$root/etc/systemd/system/default.target"
    rm -f "$root/etc/machine-id"
    systemd-machine-id-setup --root "$root" >/dev/null 2>&1 || true
    mkdir -p "$root/var/log/journal"
}
