"""`croupier manifest`, `seal`, `update` and a sealed `deck enrol`, as a technician meets them."""

import json
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from firmware.cli.main import main
from firmware.cli.serving.assembly import configured_table
from firmware.core.display.panel import table_panel
from firmware.core.table.meters import Meters
from firmware.core.vocabulary.status import Status
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.journal import JournalReader
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.sheets.posted_sheet import rules_poster
from firmware.shell.sockets.control import ControlSocket
from firmware.shell.trust.keys import DEVICE_KEY_FILE, DeviceKey, fingerprint, read_private_key
from firmware.shell.trust.seal import SEAL_FILE, check_seal
from firmware.shell.trust.trust_checks import enrol_device
from firmware.shell.trust.versions import ACCEPTED_FILE, TRIAL_FILE
from firmware.shell.words.words import Words
from tests.kits.cli.steered_deck import steer
from tests.kits.paths import EXAMPLES
from tools.release import make_maker, pack


class Bench:
    """A technician's machine: the maker's key and packages, and the device's folders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state, self.versions = folder / "state", folder / "versions"
        self.socket = folder / "croupier.sock"
        self.state.mkdir()
        make_maker(folder)
        self.maker = folder / "maker.pub"
        self.key = read_private_key(folder / "maker.key")

    def package(self, version: str) -> Path:
        source = self.folder / "source"
        source.write_text(version)
        out = self.folder / f"{version}.croupier"
        pack(out, {"firmware/start.py": source}, version, self.key)
        return out

    def update(self, package: Path, *more: str) -> int:
        places = ["--versions", str(self.versions), "--state", str(self.state)]
        asked = [*places, "--maker", str(self.maker), "--socket", str(self.socket), *more]
        return main(["update", str(package), *asked])

    def manifest(self, *more: str) -> int:
        return main(["manifest", "--maker", str(self.maker), "--lang", "en", *more])


@pytest.fixture
def bench(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Bench:
    bench = Bench(tmp_path)
    capsys.readouterr()
    return bench


# manifest


def test_signed_program_exits_0(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    package = bench.package("1.0.0")
    bench.update(package)
    capsys.readouterr()
    root = str(bench.versions / "1.0.0")
    reported = []
    for where in (["--root", root], ["--package", str(package)]):
        assert bench.manifest(*where, "--digest", "42", "--json") == 0
        reported.append(json.loads(capsys.readouterr().out))
    assert reported[0] == reported[1]
    assert (reported[0]["version"], reported[0]["files"], reported[0]["mismatches"]) == (
        "1.0.0",
        1,
        [],
    )
    assert len(reported[0]["digest"]) == 64
    assert bench.manifest("--root", root, "--digest", "42") == 0
    said = capsys.readouterr().out
    assert "Program 1.0.0: 1 files as signed" in said
    assert reported[0]["digest"] in said


def test_altered_program_exits_1(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    bench.update(bench.package("1.0.0"))
    root = bench.versions / "1.0.0"
    (root / "firmware" / "start.py").write_text("changed")
    (root / "extra.py").write_text("")
    capsys.readouterr()
    assert bench.manifest("--root", str(root), "--digest", "42") == 1
    said = capsys.readouterr().out
    assert "firmware/start.py: changed\nextra.py: not signed\nNot as signed (2)\n" in said
    assert "Digest" not in said
    assert bench.manifest("--root", str(root), "--json") == 1
    printed = json.loads(capsys.readouterr().out)
    assert [found["file"] for found in printed["mismatches"]] == ["firmware/start.py", "extra.py"]


def test_unsigned_program_exits_3(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.manifest() == 3
    assert "manifest.json: there is none" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        (["--digest", ""], 2, "A seed is needed"),
        (["--package", "{folder}/maker.pub"], 2, "not a whole package"),
        (["--package", "{folder}/none"], 3, "nothing of that name"),
        (["--maker", "{folder}/source"], 2, "not an Ed25519 key"),
        (["--maker", "{folder}/none"], 3, "nothing of that name"),
    ],
)
def test_unverifiable_program_reported(
    bench: Bench,
    capsys: pytest.CaptureFixture[str],
    asked: list[str],
    status: int,
    said: str,
) -> None:
    bench.package("1.0.0")
    assert bench.manifest(*(word.format(folder=bench.folder) for word in asked)) == status
    printed = capsys.readouterr().err
    assert printed.startswith("croupier manifest: ")
    assert said in printed


# update


def test_update_is_on_trial_next_start(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.update(bench.package("1.0.0"), "--lang", "en") == 0
    assert "1.0.0 is on trial" in capsys.readouterr().out
    assert (bench.state / TRIAL_FILE).read_text() == "1.0.0\n"


def test_older_version_is_refused(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    (bench.state / ACCEPTED_FILE).write_text("1.1.0\n")
    assert bench.update(bench.package("1.0.9"), "--lang", "en") == 2
    assert "Version 1.0.9 is not newer than 1.1.0" in capsys.readouterr().err


def test_altered_package_names_files(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    package = bench.package("1.0.0")
    data = package.read_bytes()
    package.write_bytes(data[:-1536] + b"9" + data[-1535:])
    assert bench.update(package, "--lang", "en") == 2
    said = capsys.readouterr().err
    assert "firmware/start.py: changed" in said
    assert "nothing is installed" in said
    assert not bench.versions.exists()


@pytest.fixture
def status() -> Status:
    config = load_config(DEFAULT_TABLE)
    table = configured_table(config, simulated=True)
    return StatusReporter("1", "baccarat", Words.load("en")).table_status(
        table, table_panel(table), []
    )


@pytest.fixture(params=["open", "round", "closed"])
def phase(request: pytest.FixtureRequest, bench: Bench, status: Status) -> Iterator[str]:
    """The phase of a table that runs."""
    config = load_config(DEFAULT_TABLE)
    running = msgspec.structs.replace(status, phase=request.param, version="1.0.0")
    with closing(
        ControlSocket(
            bench.socket, lambda _: running, tuple, Meters, JournalReader(()), rules_poster(config)
        )
    ):
        yield request.param


def test_open_round_prevents_install(
    bench: Bench, phase: str, capsys: pytest.CaptureFixture[str]
) -> None:
    installed = bench.update(bench.package("1.0.1"), "--lang", "en") == 0
    assert installed == (phase == "closed")
    assert ("close the table first" in capsys.readouterr().err) != installed
    assert bench.versions.exists() == installed
    assert bench.update(bench.package("1.0.0")) == 2


# seal, deck


class House:
    """A table with tagged cards that trusts a maker."""

    def __init__(self, bench: Bench) -> None:
        self.state = bench.state
        self.path = bench.folder / "table.toml"
        self.chips = bench.folder / "chips.csv"
        source = (EXAMPLES / "rfid.toml").read_text().replace("/etc/croupier", str(bench.folder))
        self.path.write_text(f'{source}\n[trust]\nmaker = "{bench.maker}"\n')
        shutil.copy(EXAMPLES / "chips.csv", self.chips)
        (bench.folder / "decks").mkdir()
        self.config = load_config(self.path)

    def seal(self) -> int:
        asked = ["--config", str(self.path), "--state", str(self.state), "--lang", "en"]
        return main(["seal", *asked])

    def found(self) -> list[str]:
        public = DeviceKey.load(self.state).public_key
        return [one.file for one in check_seal(self.path, self.config, public, self.state)]


@pytest.fixture
def house(bench: Bench) -> House:
    return House(bench)


def test_renewed_seal_lists_changes(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    device = enrol_device(house.config, house.path, house.state)
    assert house.seal() == 0
    assert "As sealed: nothing to do" in capsys.readouterr().out
    house.chips.write_bytes(house.chips.read_bytes() + b"\n")
    assert house.seal() == 0
    said = capsys.readouterr().out
    assert fingerprint(device.public_key) in said
    assert f"{house.chips}: changed\nSealed again\n" in said
    assert house.found() == []


def test_unstarted_device_seals_nothing(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    assert house.seal() == 2
    assert "start the table first" in capsys.readouterr().err
    assert not (house.state / SEAL_FILE).exists()


def test_unreadable_key_seals_nothing(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    enrol_device(house.config, house.path, house.state)
    (house.state / DEVICE_KEY_FILE).chmod(0o644)
    assert house.seal() == 2
    assert "others can read this key" in capsys.readouterr().err


def test_untrusting_table_has_no_seal(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / "rfid.toml"
    assert main(["seal", "--config", str(path), "--state", str(bench.state)]) == 2
    assert "[trust]" in capsys.readouterr().err


def enrol(house: House, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setenv("STATE_DIRECTORY", str(house.state))
    steer(monkeypatch)
    asked = ["--config", str(house.path), "--deck", "7", "--batch", "2026-11", "--lang", "en"]
    return main(["deck", "enrol", *asked])


def test_deck_at_sealed_table_sealed(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    enrol_device(house.config, house.path, house.state)
    assert enrol(house, monkeypatch) == 0
    assert "Deck sealed" in capsys.readouterr().out
    assert house.found() == []


def test_deck_is_sealed_alone(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    enrol_device(house.config, house.path, house.state)
    house.chips.write_bytes(b"uid,cents\n")
    assert enrol(house, monkeypatch) == 1
    assert "croupier seal" in capsys.readouterr().out
    assert len(house.found()) == 2


def test_early_deck_waits_for_start(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert enrol(house, monkeypatch) == 0
    assert enrol_device(house.config, house.path, house.state).is_new
    assert house.found() == []
