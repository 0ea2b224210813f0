"""The package on arm64: it installs, and its libraries play a round as amd64's do, to the octet."""

import os
import shutil
from pathlib import Path

import pytest

from tests.kits.debian.packages import THIS, Packer
from tests.kits.debian.roots import DebianRoot, debian
from tests.kits.paths import ROOT
from tools import release

SITES = os.environ.get("CROUPIER_SITES", "")
ROOTS = os.environ.get("CROUPIER_ROOTS", "")
EMULATED = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")

pytestmark = [
    pytest.mark.debian,
    pytest.mark.skipif(
        not (SITES and ROOTS and os.getuid() == 0 and EMULATED.exists()),
        reason="needs root, and qemu-user-static in binfmt_misc; campaign `installs` runs it",
    ),
]

ROOMS = ("firmware", "drivers", "hal", "sim", "examples")
PLAY = """
cd /opt/croupier/versions/* && exec python3 -I -S -B -c '
import os, sys
sys.path[:0] = ["/clone", os.path.abspath("lib")]
from firmware.cli.main import main
sys.exit(main(["play", "/clone/examples/round.jsonl"]))'
"""
"""A table has no simulation: the clone's plays, on the libraries and the Python of the table."""


@pytest.fixture
def packer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packer:
    monkeypatch.setenv("DPKG_DEB_COMPRESSOR_TYPE", "none")
    folder = tmp_path / "maker"
    release.make_maker(folder)
    return Packer(folder, Path(SITES))


def played(folder: Path, packer: Packer, architecture: str, machine: str) -> str:
    """Install the package, hold it to its signature, and return what the round said."""
    root = DebianRoot(folder / architecture, debian(Path(ROOTS), "bookworm", architecture))
    root.put("/root/croupier.deb", packer.deb(THIS, "3.11", machine).read_bytes())
    root.did("dpkg -i /root/croupier.deb")
    root.did("croupier manifest")
    for room in ROOMS:
        shutil.copytree(ROOT / room, folder / architecture / "layer/upper/clone" / room)
    return root.did(PLAY)


def test_round_is_the_same_on_both(packer: Packer, tmp_path: Path) -> None:
    said = played(tmp_path, packer, "arm64", "aarch64")
    assert said == played(tmp_path, packer, "amd64", "x86_64")
    assert len(said.splitlines()) > 40
