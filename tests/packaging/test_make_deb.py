"""The Debian package of a release: for one kind of machine, and without a simulation."""

import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from firmware.shell.trust.keys import read_private_key
from firmware.shell.trust.manifest import Manifest, SignedFile
from tests.kits.paths import ROOT
from tests.kits.units import directives
from tools import make_deb, release
from tools.make_deb import CannotPack, Target, target

ON_A_PI = "lib/_cffi_backend.cpython-311-aarch64-linux-gnu.so"
FILES = {ON_A_PI: b"", "firmware/start.py": b""}

needs_dpkg = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="needs dpkg-deb")


def test_system_start_leaves_the_stick_its_owner() -> None:
    """systemd-tmpfiles runs after the mount: with an owner it would take the disk's root."""
    (mount_point,) = directives("media-croupier.mount")["Where"]
    lines = (ROOT / "tools/deb/croupier.tmpfiles").read_text().splitlines()
    assert f"d {mount_point}" in lines


def said(*command: str | Path) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("maker")
    release.make_maker(folder)
    return folder


def packed(folder: Path, files: Mapping[str, bytes]) -> Path:
    sources = {}
    for number, (path, content) in enumerate(files.items()):
        sources[path] = folder / str(number)
        sources[path].write_bytes(content)
    release.pack(folder / "x.croupier", sources, "1.2.3", read_private_key(folder / "maker.key"))
    return folder / "x.croupier"


@pytest.fixture(scope="module")
def deb(folder: Path) -> Path:
    return make_deb.make(packed(folder, FILES), folder / "maker.pub", folder)


@needs_dpkg
def test_package_is_for_debian_and_machine(deb: Path) -> None:
    assert deb.name == "croupier_1.2.3+deb12_arm64.deb"
    fields = dict(re.findall(r"(?m)^(\S+): (.*)$", said("dpkg-deb", "-f", deb)))
    assert (fields["Version"], fields["Architecture"]) == ("1.2.3+deb12", "arm64")
    assert "python3 (>= 3.11), python3 (<< 3.12)" in fields["Depends"]


@needs_dpkg
def test_files_are_as_signed_and_of_root(deb: Path, tmp_path: Path) -> None:
    lines = said("dpkg-deb", "-c", deb).splitlines()
    assert {line.split()[1] for line in lines} == {"root/root"}
    said("dpkg-deb", "-x", deb, tmp_path)
    share = tmp_path / "usr/share/croupier"
    assert (share / "release.croupier").read_bytes() == (deb.parent / "x.croupier").read_bytes()
    assert (share / "maker.pub").read_bytes() == (deb.parent / "maker.pub").read_bytes()
    launcher = tmp_path / "opt/croupier/croupier"
    assert launcher.read_bytes() == (ROOT / "systemd" / "croupier").read_bytes()
    assert launcher.stat().st_mode & 0o777 == 0o755
    text = (share / "tables" / "baccarat.toml").read_text()
    assert '[trust]\nmaker = "/etc/croupier/maker.pub"' in text


@needs_dpkg
def test_altered_release_is_not_packed(folder: Path, tmp_path: Path) -> None:
    made = tmp_path / "y.croupier"
    octets = packed(folder, {**FILES, "firmware/a.py": b"abcdef"}).read_bytes()
    made.write_bytes(octets.replace(b"abcdef", b"abcxef"))
    with pytest.raises(CannotPack, match=r"firmware/a\.py"):
        make_deb.make(made, folder / "maker.pub", tmp_path)
    assert list(tmp_path.glob("*.deb")) == []


def manifest(*paths: str) -> Manifest:
    return Manifest("", "1.2.3", "", tuple(SignedFile(path, 0, "") for path in sorted(paths)))


@pytest.mark.parametrize(
    ("paths", "why"),
    [
        ((ON_A_PI, "sim/bench/sim_table.py"), "--lock pi"),
        ((ON_A_PI, "sim/web/server/server.py"), "--lock pi"),
        ((ON_A_PI, ON_A_PI.replace("aarch64", "x86_64")), "2 kinds"),
        ((ON_A_PI, ON_A_PI.replace("311", "313")), "2 kinds"),
        ((), "0 kinds"),
        ((ON_A_PI.replace("311", "312"),), r"no Debian for Python 3\.12"),
        ((ON_A_PI.replace("aarch64", "riscv64"),), "riscv64"),
    ],
)
def test_release_for_mixed_tables_refused(paths: tuple[str, ...], why: str) -> None:
    with pytest.raises(CannotPack, match=why):
        target(manifest(*paths))


def test_debian_13_has_python_3_13() -> None:
    kind = target(manifest(ON_A_PI.replace("311", "313")))
    assert kind == Target("3.13", "arm64")
    assert kind.debian == "13"


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="needs shellcheck")
@pytest.mark.parametrize("name", make_deb.SCRIPTS)
def test_shellcheck_accepts_package_scripts(name: str) -> None:
    assert said("shellcheck", ROOT / "tools" / "deb" / name) == ""


def test_table_release_has_no_simulation() -> None:
    paths = release.program(ROOT, make_deb.SIMULATION_PACKAGES)
    assert not [path for path in paths if path.startswith("sim/")]
    assert {"firmware/cli/main.py", "drivers/part.py", "hal/ports.py"} <= set(paths)


@pytest.mark.parametrize(
    ("given", "remedy"),
    [
        ("KEY=/nowhere/maker.key", "python -m tools.release key /nowhere/"),
        (f"KEY={ROOT}/LICENSE UV=/nowhere/uv", "install uv"),
    ],
)
def test_missing_tool_is_named_with_its_remedy(given: str, remedy: str) -> None:
    done = subprocess.run(
        ["make", "--old-file=.venv/.run", "deb", *given.split()],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert remedy in done.stderr
