"""A release of this very tree: it starts only from files that its maker signed."""

import os
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from firmware import __version__
from firmware.shell.device.program import (
    BYTE_CODE,
    PROGRAM_PACKAGES,
    SIMULATION_PACKAGES,
    program_files,
)
from firmware.shell.trust.keys import read_public_key
from firmware.shell.trust.manifest import is_newer, read_signed_manifest, verify_program
from firmware.shell.trust.package import ReleasePackage
from firmware.shell.trust.versions import install_package, promote_version
from tests.kits.paths import ROOT
from tools import release


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a maker's key and a release of this tree."""
    folder = tmp_path_factory.mktemp("r")
    assert release.main(["key", str(folder)]) == 0
    key, out = str(folder / "maker.key"), str(folder / "a.croupier")
    pack = ["pack", "--key", key, "--version", __version__, "--lock", "run", out]
    assert release.main(pack) == 0
    return folder


@pytest.mark.clause("OAC 325:85-15-21(2)(A)")
def test_release_has_every_deciding_file(folder: Path) -> None:
    with closing(ReleasePackage.open(folder / "a.croupier")) as package:
        manifest = read_signed_manifest(package, read_public_key(folder / "maker.pub"))
    paths = {file.path for file in manifest.files}
    for room in PROGRAM_PACKAGES:
        there = {path for path in (ROOT / room).rglob("*") if path.is_file()}
        ours = {path.relative_to(ROOT).as_posix() for path in there if BYTE_CODE not in path.parts}
        assert ours <= paths
    assert {"systemd/croupier", "lib/msgspec/__init__.py"} <= paths
    assert not [path for path in paths if path.endswith((".pyc", "direct_url.json", "RECORD"))]


def test_simulation_is_not_required(tmp_path: Path) -> None:
    rooms = [room for room in PROGRAM_PACKAGES if room not in SIMULATION_PACKAGES]
    files = [tmp_path / room / "a.py" for room in rooms]
    for file in files:
        file.parent.mkdir()
        file.touch()
    assert list(program_files(tmp_path)) == files


@pytest.mark.clause("ANZ 1.17.5(b)")
def test_starts_alone_and_verifies_itself(folder: Path) -> None:
    versions, state, maker = folder / "versions", folder / "state", folder / "maker.pub"
    state.mkdir()
    with closing(ReleasePackage.open(folder / "a.croupier")) as package:
        install_package(package, read_public_key(maker), versions, state, "")
    (folder / "bin").mkdir()
    (folder / "bin" / "python3").symlink_to(Path(sys.base_prefix) / "bin" / "python3")
    surroundings = {
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "HOME": str(folder),
        "STATE_DIRECTORY": str(state),
        "CROUPIER_VERSIONS": str(versions),
        "PYTHONPATH": "/nonexistent",
    }

    def launched(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", ROOT / "systemd" / "croupier", *command],
            env=surroundings,
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )

    played = launched("run", "--rounds", "1", "--speed", "200", "--plain", "--seed", "1")
    assert played.returncode == 0, played.stderr
    promote_version(state)
    answer = launched("manifest", "--maker", str(maker), "--lang", "en")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert f"Program {__version__}: " in answer.stdout
    assert verify_program(versions / __version__, read_public_key(maker)) == ()


def test_release_has_the_intended_version(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = ["pack", "--key", str(folder / "maker.key"), "--version", "9.9.9", "x"]
    assert release.main(pack) == 1
    assert f"says {__version__}, not 9.9.9" in capsys.readouterr().err


def test_maker_key_gets_a_private_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "keys"
    assert release.main(["key", str(folder)]) == 0
    assert oct(folder.stat().st_mode & 0o777) == "0o700"
    assert {path.name for path in folder.iterdir()} == {"maker.key", "maker.pub"}


def test_maker_key_is_never_overwritten(folder: Path) -> None:
    before = (folder / "maker.key").read_bytes()
    assert release.main(["key", str(folder)]) == 1
    assert (folder / "maker.key").read_bytes() == before


def test_unlocked_distribution_refused(tmp_path: Path) -> None:
    lock = (ROOT / "requirements" / "run.txt").read_text()
    (tmp_path / "lock").write_text(lock.replace("msgspec==", "msgspec==9"))
    with pytest.raises(release.CannotRelease, match="msgspec"):
        release.libraries(tmp_path / "lock", release.HERE, sys.path)


@pytest.mark.clause("Practice shared secrets")
def test_repository_has_no_private_key() -> None:
    listed = subprocess.run(
        ["git", "grep", "-lI", "--untracked", "-e", "-----BEGIN .*PRIVATE" + " KEY-----"],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (listed.returncode, listed.stdout) == (1, "")


def test_released_number_is_not_reused() -> None:
    released = re.findall(r"(?m)^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert [number for number in released if not is_newer(__version__, number)] == []
