"""Updates: whole, signed, newer; and at every instant of one there is a version that starts."""

import errno
import os
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from firmware.shell.trust import versions
from firmware.shell.trust.manifest import verify_program
from firmware.shell.trust.package import ReleasePackage
from firmware.shell.trust.trust_errors import TrustRefused
from firmware.shell.trust.versions import (
    ACCEPTED_FILE,
    TRIAL_FILE,
    TRIED_FILE,
    NotAsSigned,
    accepted_version,
    install_package,
    is_on_trial,
    promote_version,
    require_own_round,
)
from tests.kits.paths import ROOT
from tests.kits.shell.trust_kit import SOURCES, Maker, every_cut

STAND_INS = {
    "python3": '#!/bin/sh\nwhile [ "${1%start.py}" = "$1" ]; do shift; done\necho "$1"\n',
    "sync": "#!/bin/sh\n",
}
"""Of the programs that the launcher calls: a quick one that says which file it was to run."""
LAUNCHER = ROOT / "systemd" / "croupier"


class Device:
    """A device with its versions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "device"
        self.maker = Maker(folder)
        self._path = folder / "bin"
        self._path.mkdir()
        for name, script in STAND_INS.items():
            (self._path / name).write_text(script)
            (self._path / name).chmod(0o755)
        (self.folder / "state").mkdir(parents=True)
        (self.folder / "versions").mkdir()

    @property
    def state(self) -> Path:
        return self.folder / "state"

    @property
    def versions(self) -> Path:
        return self.folder / "versions"

    def install(
        self, version: str, sources: Mapping[str, bytes] = SOURCES, running: str = ""
    ) -> None:
        path = self.maker.folder / f"{version}.croupier"
        if not path.exists():
            self.maker.package(version, sources)
        with closing(ReleasePackage.open(path)) as package:
            install_package(package, self.maker.public, self.versions, self.state, running)

    def launch(self, command: str = "run") -> str:
        """Start what the launcher starts; return its version, an empty text if it starts none."""
        done = subprocess.run(
            ["/bin/sh", LAUNCHER, command],
            env={
                "PATH": f"{self._path}:{os.environ['PATH']}",
                "STATE_DIRECTORY": str(self.state),
                "CROUPIER_VERSIONS": str(self.versions),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        version = done.stdout.strip() and Path(done.stdout.strip()).parts[-3]
        if version:
            assert verify_program(self.versions / version, self.maker.public) == ()
        else:
            assert (done.returncode, "croupier update" in done.stderr) == (3, True)
        return version

    def accept(self, version: str) -> None:
        self.install(version)
        assert self.launch() == version
        assert promote_version(self.state, version)


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare the machine a sync of all that others write."""
    monkeypatch.setattr(os, "sync", lambda: None)


@pytest.fixture
def device(tmp_path: Path) -> Device:
    return Device(tmp_path)


def test_new_version_promoted_once_ready(device: Device) -> None:
    device.accept("1.0.0")
    device.install("1.1.0")
    assert device.launch("status") == "1.0.0"
    assert device.launch() == "1.1.0"
    assert is_on_trial(device.state, "1.1.0")
    assert promote_version(device.state, "1.1.0")
    assert [device.launch(), device.launch()] == ["1.1.0", "1.1.0"]
    assert not is_on_trial(device.state, "1.1.0")


def test_failed_trial_is_abandoned(device: Device) -> None:
    device.accept("1.0.0")
    device.install("1.1.0")
    assert [device.launch(), device.launch(), device.launch()] == ["1.1.0", "1.0.0", "1.0.0"]
    assert not promote_version(device.state, "1.0.0")
    device.install("1.1.0")
    assert device.launch() == "1.1.0"


def test_first_version_tried_until_accepted(device: Device) -> None:
    assert device.launch() == ""
    device.install("1.0.0")
    for command in ("status", "run", "status", "run"):
        assert device.launch(command) == "1.0.0"
    assert promote_version(device.state, "1.0.0")
    assert [device.launch("status"), device.launch()] == ["1.0.0", "1.0.0"]


def test_newer_replaces_unstarted_first(
    device: Device,
) -> None:
    device.install("1.0.0")
    assert device.launch() == "1.0.0"
    device.install("1.0.1")
    assert [device.launch(), device.launch()] == ["1.0.1", "1.0.1"]


@pytest.mark.clause("Practice signed updates")
@pytest.mark.parametrize("version", ["1.0.9", "1.1.0", "0.9.0"])
def test_older_or_equal_version_refused(device: Device, version: str) -> None:
    device.accept("1.1.0")
    with pytest.raises(TrustRefused, match="not_newer"):
        device.install(version)
    assert device.launch() == "1.1.0"


@pytest.mark.parametrize("lost", ["all of it", "a file", "an octet", "the same version otherwise"])
def test_incomplete_version_is_repaired(device: Device, lost: str) -> None:
    device.accept("1.0.0")
    there = device.versions / "1.0.0"
    match lost:
        case "all of it":
            shutil.rmtree(there)
        case "a file":
            (there / "firmware" / "start.py").unlink()
        case "an octet":
            (there / "firmware" / "start.py").write_bytes(b"x")
        case _:
            (device.maker.folder / "1.0.0.croupier").unlink()
            device.maker.package("1.0.0", {**SOURCES, "lib/more.py": b""})
    device.install("1.0.0", running="1.0.0")
    assert [device.launch(), device.launch()] == ["1.0.0", "1.0.0"]
    with pytest.raises(TrustRefused, match="not_newer"):
        device.install("1.0.0", running="1.0.0")


def test_full_disk_is_left_unchanged(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    device.accept("1.0.0")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(ReleasePackage, "blocks", full)
    with closing(ReleasePackage.open(device.maker.package("1.1.0"))) as package:
        monkeypatch.setattr(versions, "verify_tree", lambda *_: ())
        with pytest.raises(OSError, match="No space"):
            install_package(package, device.maker.public, device.versions, device.state, "")
    assert [path.name for path in device.versions.iterdir()] == ["1.0.0"]
    assert device.launch() == "1.0.0"


def test_running_version_counts_if_none_accepted(device: Device) -> None:
    with pytest.raises(TrustRefused, match="not_newer"):
        device.install("1.1.0", running="1.1.0")
    device.install("1.1.1", running="1.1.0")


def test_package_of_another_maker_refused(device: Device, tmp_path: Path) -> None:
    device.accept("1.0.0")
    own, device.maker = device.maker, Maker(tmp_path, "other")
    package = ReleasePackage.open(device.maker.package("1.1.0"))
    with closing(package), pytest.raises(NotAsSigned):
        install_package(package, own.public, device.versions, device.state, "")
    assert [path.name for path in device.versions.iterdir()] == ["1.0.0"]


def test_old_version_stays_for_one_update(device: Device) -> None:
    for version in ("1.0.0", "1.1.0", "1.2.0"):
        device.accept(version)
    assert {path.name for path in device.versions.iterdir()} == {"1.1.0", "1.2.0"}


def test_running_version_is_not_removed(device: Device) -> None:
    device.accept("1.0.0")
    device.install("1.1.0")
    device.install("1.2.0", running="1.1.0")
    assert {path.name for path in device.versions.iterdir()} == {"1.0.0", "1.1.0", "1.2.0"}


def test_file_without_a_version_reported(device: Device) -> None:
    device.accept("1.0.0")
    for text in (b"", b"1.0", b"../../etc\n", b"\xff", b"1.0.0\n\n"):
        (device.state / ACCEPTED_FILE).write_bytes(text)
        with pytest.raises(TrustRefused, match="no_version"):
            accepted_version(device.state)
        device.launch()


@pytest.mark.parametrize("name", ["../versions/1.0.0", "..", ".", "/", "1.0.0/../1.0.0", "$(id)"])
@pytest.mark.parametrize("file", [ACCEPTED_FILE, TRIAL_FILE])
def test_launcher_starts_only_versions(device: Device, name: str, file: str) -> None:
    device.install("1.0.0")
    (device.state / TRIAL_FILE).unlink()
    (device.state / file).write_text(f"{name}\n")
    assert device.launch() == ""


def test_uninstalled_trial_is_skipped(device: Device) -> None:
    device.accept("1.0.0")
    (device.state / TRIAL_FILE).write_text("1.1.0\n")
    assert [device.launch(), device.launch()] == ["1.0.0", "1.0.0"]


def test_environment_changes_nothing(device: Device, tmp_path: Path) -> None:
    program = b"import sys\nprint(sys.flags.isolated, sys.flags.no_site, sys.dont_write_bytecode)\n"
    device.install("1.0.0", {"firmware/start.py": program})
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit('taken over')")
    answer = subprocess.run(
        ["/bin/sh", LAUNCHER, "run"],
        env={
            "PATH": os.environ["PATH"],
            "STATE_DIRECTORY": str(device.state),
            "CROUPIER_VERSIONS": str(device.versions),
            "PYTHONPATH": str(tmp_path),
            "PYTHONSTARTUP": str(tmp_path / "sitecustomize.py"),
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout == "1 1 True\n"


# the power


def put_back(device: Device, saved: Path) -> None:
    shutil.rmtree(device.folder)
    shutil.copytree(saved, device.folder)


@pytest.mark.clause("Practice signed updates")
def test_cut_update_starts_a_whole_version(
    device: Device, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device.accept("0.9.0")
    device.accept("1.0.0")
    device.maker.package("1.1.0")
    saved = tmp_path / "saved"
    shutil.copytree(device.folder, saved)
    started = []
    for _ in every_cut(lambda: device.install("1.1.0"), monkeypatch):
        started.append(device.launch())
        assert device.launch() == "1.0.0"
        device.install("1.1.0")
        assert device.launch() == "1.1.0"
        put_back(device, saved)
    assert started == sorted(started)
    assert set(started) == {"1.0.0", "1.1.0"}
    assert len(started) > 15


def test_cut_repeated_update_starts_a_version(
    device: Device, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device.accept("1.0.0")
    device.install("1.1.0")
    saved = tmp_path / "saved"
    shutil.copytree(device.folder, saved)
    started = set()
    for _ in every_cut(lambda: device.install("1.1.0"), monkeypatch):
        started.add(device.launch())
        assert device.launch() == "1.0.0"
        put_back(device, saved)
    assert started == {"1.0.0", "1.1.0"}


def test_cut_promotion_starts_a_version(
    device: Device, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device.accept("1.0.0")
    device.install("1.1.0")
    assert device.launch() == "1.1.0"
    saved = tmp_path / "saved"
    shutil.copytree(device.folder, saved)
    started = []
    for _ in every_cut(lambda: promote_version(device.state, "1.1.0") and None, monkeypatch):
        before = accepted_version(device.state)
        started.append(device.launch())
        assert started[-1] == before
        put_back(device, saved)
    assert set(started) == {"1.0.0", "1.1.0"}


@pytest.mark.parametrize(
    ("standing", "first", "second"),
    [
        ({TRIAL_FILE: "1.1.0"}, "1.1.0", "1.0.0"),
        ({TRIAL_FILE: "1.1.0", TRIED_FILE: "1.0.5"}, "1.1.0", "1.0.0"),
        ({TRIED_FILE: "1.1.0"}, "1.0.0", "1.0.0"),
        ({}, "1.0.0", "1.0.0"),
    ],
    ids=["begun", "an older trial", "tried", "given up"],
)
def test_cut_launcher_starts_right_version(
    device: Device, standing: dict[str, str], first: str, second: str
) -> None:
    """The launcher removes one file and renames one: these are all the states between."""
    device.accept("1.0.0")
    device.install("1.1.0")
    (device.state / TRIAL_FILE).unlink()
    for name, version in standing.items():
        (device.state / name).write_text(f"{version}\n")
    assert [device.launch(), device.launch()] == [first, second]


@pytest.mark.parametrize(
    ("accepted", "round_version", "why"),
    [
        ("1.0.0", "1.0.0", "trust.table_open"),
        ("1.0.0", "1.1.0", "trust.table_open"),
        ("", "1.0.0", "trust.other_round"),
        ("", "1.1.0", ""),
    ],
)
def test_open_round_is_finished_by_the_version_that_began_it(
    device: Device, accepted: str, round_version: str, why: str
) -> None:
    (device.state / TRIED_FILE).write_text("1.1.0\n")
    if accepted:
        (device.state / ACCEPTED_FILE).write_text(f"{accepted}\n")
    refused = ""
    try:
        require_own_round(device.state, round_version, "1.1.0")
    except TrustRefused as error:
        refused = error.why.key
    assert refused == why
    require_own_round(device.state, round_version, "1.0.0")
