"""`croupier verify`: the signer, the head, and the history of one bundle against a later one."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from firmware.cli.args.exits import EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_UNPROVEN
from firmware.cli.main import main
from firmware.core.vocabulary.events import Event
from firmware.shell.evidence.bundle import BundleStatement, EvidenceBundle
from firmware.shell.evidence.content import ALL_ROUNDS, RoundRange
from firmware.shell.evidence.export import export_bundle
from firmware.shell.journal import DirectoryCopy
from firmware.shell.trust.keys import DeviceKey, fingerprint
from tests.kits.evidence.short_evening import EVENING, MADE, leave, play
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, bet, cards

OTHER = [*bet(1, "player", 500), CLOSE, *cards("4S KD 2H 7C"), *bet(1, "player", 0), CONFIRM]
Bundles = dict[str, Path]


def more(place: Path, rounds: int, hour: int, events: list[Event] | None = None) -> None:
    """Play on with the journal in `place`, at that hour of the evening."""
    leave(play(place, rounds, events=events, began=EVENING + timedelta(hours=hour)))


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> Bundles:
    """Return bundles of one table's life, and of the same table rolled back."""
    place = tmp_path_factory.mktemp("table")
    device = DeviceKey.enrol(place)
    made: Bundles = {"place": place}

    def export_as(name: str, wanted: RoundRange = ALL_ROUNDS, by: DeviceKey = device) -> None:
        made[name] = place / name
        copies = [DirectoryCopy(place / copy) for copy in "ab"]
        export_bundle(copies, made[name], by, MADE, wanted)

    more(place, 4, hour=0)
    export_as("early")
    for copy in "ab":
        shutil.copytree(place / copy, place / "kept" / copy)
    more(place, 3, hour=1)
    export_as("later")
    export_as("tail", RoundRange(7, None))
    export_as("other", by=DeviceKey.enrol(place / "kept"))
    for copy in "ab":
        shutil.rmtree(place / copy)
        shutil.copytree(place / "kept" / copy, place / copy)
    export_as("again")
    more(place, 3, hour=2, events=OTHER)
    export_as("rolled_back")
    return made


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "croupier" / "devices"


def stated(path: Path) -> BundleStatement:
    found = EvidenceBundle.open(path).statement
    assert found is not None
    return found


def verify(bundles: Bundles, *names: str, extra: tuple[str, ...] = ()) -> int:
    paths = [str(bundles[name]) for name in names]
    key = ("--device", str(bundles["place"] / "device.pub"))
    return main(["verify", *paths, *key, *extra, "--lang", "en"])


def test_end_is_always_printed(bundles: Bundles, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(bundles, "early") == 0
    printed, early = capsys.readouterr().out, stated(bundles["early"])
    assert f"Ends at record {early.records - 1:,}, head {early.head[:8]} ({early.head})" in printed


def test_later_bundle_continues_earlier(
    bundles: Bundles, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(bundles, "early", "later") == 0
    assert "continues the earlier one" in capsys.readouterr().out
    assert verify(bundles, "early", "early") == 0


def test_rollback_differs_at_a_record(bundles: Bundles, capsys: pytest.CaptureFixture[str]) -> None:
    begins = stated(bundles["early"]).records
    assert verify(bundles, "later", "rolled_back") == EXIT_FINDINGS
    assert f"differ from record {begins:,} on" in capsys.readouterr().out
    assert verify(bundles, "early", "rolled_back") == 0


def test_missing_overlap_is_unproven(bundles: Bundles, capsys: pytest.CaptureFixture[str]) -> None:
    assert stated(bundles["tail"]).first > stated(bundles["early"]).records
    assert verify(bundles, "later", "again") == EXIT_UNPROVEN
    assert "rolled back" in capsys.readouterr().out
    assert verify(bundles, "early", "tail") == EXIT_UNPROVEN
    assert "nothing connects" in capsys.readouterr().out
    assert verify(bundles, "tail", "later") == 0


def test_end_before_damage_is_unproven(
    bundles: Bundles, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither alone, nor as the earlier or the later one of two."""
    for copy in "ab":
        shutil.copytree(bundles["place"] / "kept" / copy, tmp_path / copy)
        last = max((tmp_path / copy).glob("*.seg"))
        octets = bytearray(last.read_bytes())
        octets[octets.rindex(b"Happened")] ^= 1
        last.write_bytes(octets)
    torn = tmp_path / "torn"
    copies = [DirectoryCopy(tmp_path / copy) for copy in "ab"]
    assert export_bundle(copies, torn, DeviceKey.load(bundles["place"]), MADE).ending == "damaged"
    early, key = str(bundles["early"]), ("--device", str(bundles["place"] / "device.pub"))
    for named in ([str(torn)], [str(torn), early], [early, str(torn)]):
        assert main(["verify", *named, *key, "--lang", "en"]) == EXIT_UNPROVEN
        assert "the bundle ends before it" in capsys.readouterr().out


def test_two_devices_are_not_one_history(bundles: Bundles) -> None:
    assert main(["verify", str(bundles["early"]), str(bundles["other"])]) == EXIT_FINDINGS


def test_altered_bundle_is_not_compared(
    bundles: Bundles, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(bundles["early"].read_bytes())
    data[-1] ^= 1
    (tmp_path / "bad").write_bytes(data)
    assert (
        main(["verify", str(tmp_path / "bad"), str(bundles["later"]), "--lang", "en"])
        == EXIT_FINDINGS
    )
    printed = capsys.readouterr().out
    assert "ALTERED" in printed
    assert "continues" not in printed


def test_unknown_key_proves_nothing(bundles: Bundles, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(bundles["early"]), "--lang", "en"]) == EXIT_UNPROVEN
    printed = capsys.readouterr().out
    assert "signed by an unknown key: compare the fingerprint" in printed
    assert "Sound" not in printed


def test_remembered_device_shows_its_name(
    bundles: Bundles, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(bundles, "early", extra=("--remember", "Table 7")) == 0
    plain = fingerprint(stated(bundles["early"]).public_key).replace(" ", "")
    assert home.read_text() == f"{plain} Table 7\n"
    assert verify(bundles, "early", extra=("--remember", "Table 7")) == 0
    assert home.read_text() == f"{plain} Table 7\n"
    capsys.readouterr()
    assert main(["verify", str(bundles["later"]), "--lang", "en"]) == 0
    assert "as Table 7 has signed them" in capsys.readouterr().out


def test_remembered_name_fits_one_key(
    bundles: Bundles, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.parent.mkdir()
    home.write_text("# ours\n\nAAAABBBBCCCCDDDDEEEEFFFFGGGG2222 Table 7\n")
    assert verify(bundles, "early", extra=("--remember", "Table 7")) == EXIT_BAD_INPUT
    assert "AAAABBBB" in capsys.readouterr().err
    assert main(["verify", str(bundles["early"]), "--remember", "Table 7"]) == EXIT_BAD_INPUT
    assert verify(bundles, "other", extra=("--remember", "Table 8")) == EXIT_FINDINGS
    assert "Table 8" not in home.read_text()


def test_noted_head_is_found(bundles: Bundles, capsys: pytest.CaptureFixture[str]) -> None:
    early = stated(bundles["early"])
    noted = f"{early.records - 1}-{early.head[:8].upper()}"
    assert verify(bundles, "later", extra=("--head", noted)) == 0
    assert verify(bundles, "early", "later", extra=("--head", noted)) == 0
    last = stated(bundles["later"])
    noted = f"{last.records - 1}-{last.head[:8]}"
    assert verify(bundles, "early", extra=("--head", noted)) == EXIT_UNPROVEN
    assert verify(bundles, "rolled_back", extra=("--head", noted)) == EXIT_FINDINGS
    assert "NOT THE SAME HISTORY" in capsys.readouterr().out
    assert verify(bundles, "later", extra=("--head", "12-abc")) == EXIT_BAD_INPUT


@pytest.mark.parametrize("given", ["no/device.pub", "AAAA BBBB"])
def test_malformed_device_is_refused(
    bundles: Bundles, given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["verify", str(bundles["early"]), "--device", given, "--lang", "en"]) == EXIT_BAD_INPUT
    )
    output = capsys.readouterr()
    assert "neither" in output.err
    assert "another device" not in output.out
