"""The Debian package in fresh roots of Debian: installed, upgraded, cut, removed, purged.

As root, with mmdebstrap and what the campaign `installs` fetches; elsewhere it is skipped.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kits.debian.cuts import arm, cut_at_each_step, stepwise
from tests.kits.debian.packages import NEXT, THIS, Packer, altered
from tests.kits.debian.roots import DebianRoot, Done, debian
from tools import release

SITES = os.environ.get("CROUPIER_SITES", "")
ROOTS = os.environ.get("CROUPIER_ROOTS", "")

pytestmark = [
    pytest.mark.debian,
    pytest.mark.skipif(
        not (SITES and ROOTS and os.getuid() == 0 and shutil.which("mmdebstrap")),
        reason="needs root and mmdebstrap; campaign `installs` runs it",
    ),
]

PACKAGE = "/root/croupier.deb"
INSTALL = (
    "apt-get install -qq --reinstall --no-install-recommends --allow-downgrades /root/croupier.deb"
)
TABLES = "/usr/share/croupier/tables"
STATE = "/var/lib/croupier"
AS_THE_SERVICE = f"""
mkdir -p /run/croupier && chown croupier: /run/croupier && cd /run/croupier
export STATE_DIRECTORY={STATE} RUNTIME_DIRECTORY=/run/croupier
setpriv --reuid croupier --regid croupier"""
ACCEPT = f"""
mv {STATE}/version.trial {STATE}/version.tried
cd /opt/croupier/versions/* && python3 -I -S -B -c '
import sys
sys.path[:0] = [".", "lib"]
from pathlib import Path
from firmware.shell.trust.versions import promote_version
assert promote_version(Path("{STATE}"))'
"""
"""What a start does that comes to its end."""


@pytest.fixture(scope="module")
def packer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Packer]:
    folder = tmp_path_factory.mktemp("maker")
    release.make_maker(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("DPKG_DEB_COMPRESSOR_TYPE", "none")  # sixty megabytes take their time
        yield Packer(folder, Path(SITES))


PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}


@pytest.fixture(scope="module")
def this(suite: str, packer: Packer) -> bytes:
    return packer.deb(THIS, PYTHONS[suite], "x86_64").read_bytes()


@pytest.fixture(scope="module")
def next_one(suite: str, packer: Packer) -> bytes:
    return packer.deb(NEXT, PYTHONS[suite], "x86_64").read_bytes()


@pytest.fixture
def fresh(suite: str, tmp_path: Path) -> DebianRoot:
    return DebianRoot(tmp_path / "fresh", debian(Path(ROOTS), suite, "amd64"))


@pytest.fixture(scope="module")
def at_work(suite: str, this: bytes, tmp_path_factory: pytest.TempPathFactory) -> DebianRoot:
    """A root whose table has accepted this version, and has a journal."""
    lower = debian(Path(ROOTS), suite, "amd64")
    root = DebianRoot(tmp_path_factory.mktemp("at-work") / "root", lower)
    root.put(PACKAGE, this)
    root.did(INSTALL)
    root.did(ACCEPT)
    root.did(
        f"install -o croupier -g croupier {TABLES}/* /etc/croupier &&"
        " mv /etc/croupier/baccarat.toml /etc/croupier/table.toml"
    )
    root.did(f"mkdir {STATE}/journal && echo octets >{STATE}/journal/journal")
    return root


@pytest.fixture
def table(at_work: DebianRoot, tmp_path: Path) -> DebianRoot:
    return at_work.above(tmp_path / "table")


each_suite = pytest.mark.parametrize("suite", ["bookworm", "trixie"], scope="module")
on_bookworm = pytest.mark.parametrize("suite", ["bookworm"], scope="module")


def installed(root: DebianRoot, content: bytes) -> Done:
    root.put(PACKAGE, content)
    return root.run(INSTALL)


def is_as_it_was(root: DebianRoot) -> None:
    """Hold a table to its version, which is whole, and to its journal and configuration."""
    assert root.did("croupier --version") == f"croupier {THIS}\n"
    root.did("croupier manifest")
    assert root.did(f"cat {STATE}/journal/journal") == "octets\n"
    root.did("croupier check /etc/croupier/table.toml")


@on_bookworm
@pytest.mark.skipif(shutil.which("lintian") is None, reason="needs lintian")
def test_lintian_finds_no_error(suite: str, this: bytes, tmp_path: Path) -> None:
    deb = tmp_path / "croupier.deb"
    deb.write_bytes(this)
    ours = [f"uses-no-compression-for-{which}-tarball" for which in ("data", "control")]
    command = ("lintian", "--fail-on", "error", "--suppress-tags", ",".join(ours), deb)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, re.findall(r"(?m)^E: .*", done.stdout)) == (0, [])


@each_suite
def test_installs_silently(fresh: DebianRoot, this: bytes) -> None:
    done = installed(fresh, this)
    assert done.status == 0, done.said
    assert fresh.did(f"cat {STATE}/version.trial") == f"{THIS}\n"
    fresh.did("croupier manifest")
    assert "rpi-lgpio" in (said := fresh.did(f"croupier check {TABLES}/baccarat.toml")) or (
        "gpiod" in said
    )
    for unit in ("croupier", "croupier-console"):
        assert fresh.did(f"systemctl is-enabled {unit}.service") == "enabled\n"
    for unit in ("croupier-board", "croupier-uplink"):  # only some tables have them
        assert fresh.did(f"systemctl is-enabled {unit}.service || true") == "disabled\n"
    assert fresh.did("stat -c '%a %U %G' /etc/croupier") == "1775 root croupier\n"
    assert fresh.did("stat -c '%a %U %G' /opt/croupier/versions") == "755 root root\n"
    fresh.did("test -s /usr/share/man/fr/man1/croupier.1.gz")
    fresh.did("bash -n /usr/share/bash-completion/completions/croupier")


@each_suite
def test_has_no_simulation_and_no_page(table: DebianRoot) -> None:
    there = table.did("cd /opt/croupier/versions/* && find . -type d")
    assert not re.search(r"^\./sim\b", there, re.MULTILINE)
    refused = table.run("croupier run")
    assert refused.status == 3
    assert "table simulée" in refused.said
    assert "Traceback" not in refused.said


@each_suite
def test_table_without_i2c_says_so(table: DebianRoot) -> None:
    refused = table.run(
        f"{AS_THE_SERVICE} --init-groups croupier run --board pi --config /etc/croupier/table.toml"
    )
    assert refused.status == 3, refused.said
    assert "no /dev/i2c-1: switch I2C on" in refused.said


@on_bookworm
def test_missing_bus_group_is_named(table: DebianRoot) -> None:
    node = "mknod -m 660 /dev/i2c-1 c 89 1; chgrp i2c /dev/i2c-1"
    run = "croupier run --board pi --config /etc/croupier/table.toml"
    refused = table.run(f"{node}; {AS_THE_SERVICE} --clear-groups {run}")
    assert refused.status == 3, refused.said
    assert "group i2c" in refused.said
    let_in = table.run(f"{node}; {AS_THE_SERVICE} --groups i2c,gpio {run}")
    assert "group i2c" not in let_in.said


@each_suite
def test_upgrade_is_on_trial_with_fallback(table: DebianRoot, next_one: bytes) -> None:
    done = installed(table, next_one)
    assert done.status == 0, done.said
    is_as_it_was(table)
    assert table.did(f"cat {STATE}/version.trial") == f"{NEXT}\n"
    assert sorted(table.did("ls /opt/croupier/versions").split()) == [THIS, NEXT]
    table.did(f"croupier manifest --root /opt/croupier/versions/{NEXT}")


@on_bookworm
def test_reinstall_repairs_a_version(table: DebianRoot, this: bytes) -> None:
    table.did("rm /opt/croupier/versions/*/firmware/start.py")
    assert installed(table, this).status == 0
    assert table.run("dpkg -i /root/croupier.deb").status == 0
    is_as_it_was(table)


@on_bookworm
def test_older_version_is_refused_first(table: DebianRoot, this: bytes) -> None:
    table.did(f"echo {NEXT} >{STATE}/version.accepted")
    table.did(f"cp -a /opt/croupier/versions/{THIS} /opt/croupier/versions/{NEXT}")
    refused = installed(table, this)
    assert refused.status != 0
    assert f"older than the accepted one, {NEXT}" in refused.said
    assert table.did(f"cat {STATE}/version.accepted") == f"{NEXT}\n"
    table.did("test ! -e /var/lib/croupier/version.trial")


@on_bookworm
@pytest.mark.parametrize("verb", [INSTALL, "apt-get purge -qq croupier"])
def test_table_in_play_is_not_changed(table: DebianRoot, next_one: bytes, verb: str) -> None:
    table.put("/opt/croupier/croupier", b'#!/bin/sh\necho \'{"phase":"dealing"}\'\n', 0o755)
    table.put(PACKAGE, next_one)
    refused = table.run(verb)
    assert refused.status != 0
    assert "la table n'est pas fermée" in refused.said
    there = table.did("dpkg-query -W -f '${Status} ${Version}' croupier")
    assert there.startswith(f"install ok installed {THIS}")


@on_bookworm
def test_altered_package_is_refused(table: DebianRoot, packer: Packer, tmp_path: Path) -> None:
    def change(release: bytes) -> bytes:
        assert release.count(b"class Baccarat(") == 1
        return release.replace(b"class Baccarat(", b"class Baccarad(")

    deb = packer.deb(NEXT, "3.11", "x86_64")
    refused = installed(table, altered(deb, tmp_path / "altered", change).read_bytes())
    assert refused.status != 0
    assert "firmware/core/games/baccarat.py" in refused.said
    assert "dpkg --configure croupier" in refused.said
    assert "Traceback" not in refused.said
    is_as_it_was(table)


@on_bookworm
@pytest.mark.parametrize("room", ["20m", "70m", "100m"])
def test_full_disk_refuses_the_upgrade(
    at_work: DebianRoot, tmp_path: Path, next_one: bytes, room: str
) -> None:
    package = tmp_path / "package"
    above = at_work.above(tmp_path / "table")
    above.put(PACKAGE, next_one)
    full = above.above(package)
    done = full.run(
        f"{INSTALL}; echo status $?; croupier --version; croupier manifest"
        f" && cat {STATE}/journal/journal; ls /opt/croupier/versions {STATE}",
        room=room,
    )
    assert "status 100" in done.said, done.said
    assert f"croupier {THIS}\n" in done.said
    assert "octets\n" in done.said
    assert "Traceback" not in done.said
    assert not re.search(r"version.trial|\.new|\.unpacked", done.said.partition("octets")[2])


AFTER_AN_UPGRADE = f"""
croupier --version && croupier manifest && cat {STATE}/journal/journal || exit 8
dpkg --configure -a || exit 9
[ "$(cat {STATE}/version.trial)" = {NEXT} ] || dpkg -i {PACKAGE} || exit 10
cat {STATE}/version.trial && croupier manifest --root /opt/croupier/versions/{NEXT}
"""


@on_bookworm
def test_cut_upgrade_can_be_finished(at_work: DebianRoot, tmp_path: Path, next_one: bytes) -> None:
    ready = at_work.above(tmp_path / "ready")
    ready.put(PACKAGE, stepwise(next_one, tmp_path))
    arm(ready)
    steps = list(cut_at_each_step(ready, tmp_path, f"dpkg -i {PACKAGE}", AFTER_AN_UPGRADE))
    for step, after in enumerate(steps, 1):
        assert after.status == 0, (step, after.said)
        assert f"croupier {THIS}\n" in after.said
        assert "octets\n" in after.said
        assert f"\n{NEXT}\n" in after.said
    assert len(steps) > 20


AFTER_AN_INSTALLATION = f"""
dpkg --configure -a || exit 9
[ -e {STATE}/version.trial ] || dpkg -i {PACKAGE} || exit 10
cat {STATE}/version.trial && croupier manifest && stat -c '%a %U %G' /etc/croupier
"""


@on_bookworm
def test_cut_installation_can_be_finished(fresh: DebianRoot, tmp_path: Path, this: bytes) -> None:
    fresh.put(PACKAGE, stepwise(this, tmp_path))
    arm(fresh)
    steps = list(cut_at_each_step(fresh, tmp_path, f"dpkg -i {PACKAGE}", AFTER_AN_INSTALLATION))
    for step, after in enumerate(steps, 1):
        assert after.status == 0, (step, after.said)
        assert f"{THIS}\n" in after.said
        assert after.said.endswith("1775 root croupier\n")
    assert len(steps) > 20


AFTER_A_PURGE = f"""
dpkg --configure -a && dpkg --purge croupier || exit 9
cat {STATE}/journal/journal && test -s /etc/croupier/table.toml && test ! -e /opt/croupier
"""


@on_bookworm
def test_cut_purge_can_be_finished(at_work: DebianRoot, tmp_path: Path, this: bytes) -> None:
    ready = at_work.above(tmp_path / "ready")
    ready.put(PACKAGE, stepwise(this, tmp_path))
    arm(ready)
    ready.did(f"dpkg -i {PACKAGE}")
    purge = "dpkg --purge croupier"
    steps = list(cut_at_each_step(ready, tmp_path, purge, AFTER_A_PURGE))
    for step, after in enumerate(steps, 1):
        assert after.status == 0, (step, after.said)
        assert "octets\n" in after.said
    assert len(steps) > 6


@each_suite
def test_purge_leaves_the_journal(table: DebianRoot, this: bytes) -> None:
    table.did("apt-get remove -qq croupier")
    assert table.run("test -e /opt/croupier/croupier").status == 1
    assert installed(table, this).status == 0
    is_as_it_was(table)
    said = table.did("apt-get purge -qq croupier")
    assert f"kept (journal, key, accounts, configuration): {STATE}" in said
    assert table.did(f"cat {STATE}/journal/journal") == "octets\n"
    table.did("test -s /etc/croupier/table.toml && test ! -e /opt/croupier")
    assert installed(table, this).status == 0
    is_as_it_was(table)
