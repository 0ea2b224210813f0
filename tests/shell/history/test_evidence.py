"""A bundle of evidence: whole, signed, and of the rounds that are wanted."""

import fcntl
import os
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.evidence.bundle import (
    EvidenceBundle,
)
from firmware.shell.evidence.content import RoundRange
from firmware.shell.evidence.export import export_bundle
from firmware.shell.evidence.links import bundle_records
from firmware.shell.evidence.verify import bundle_problems
from firmware.shell.history.journal_entries import Checked, Happened, decode
from firmware.shell.journal import JournalReader
from firmware.shell.trust.keys import DeviceKey
from firmware.shell.words.words import Words
from tests.kits.evidence.short_evening import MADE, ROUND, copies, leave, play
from tests.kits.games.golden_rounds import golden_rounds
from tests.kits.shell.loop_kit import do
from tests.kits.shell.recorded import evening, reader_of


def test_bundle_is_sound_and_unaltered(device: DeviceKey, tmp_path: Path) -> None:
    leave(play(tmp_path, 4))
    stated = export_bundle(copies(tmp_path), tmp_path / "bundle", device, MADE)
    bundle = EvidenceBundle.open(tmp_path / "bundle")
    assert list(bundle_problems(bundle)) == []
    assert len(stated.segments) > 2
    recorded = list(JournalReader([tmp_path / "a"]).records())
    assert list(bundle_records(bundle)) == recorded
    assert (stated.first, stated.records) == (0, len(recorded))
    assert stated.public_key == device.public_key
    assert stated.ending == "whole"
    assert stated.written_text("b").key == "evidence.written.rounds"


def test_bundle_without_a_round_says_so(device: DeviceKey, tmp_path: Path) -> None:
    leave(play(tmp_path, 1))
    found = export_bundle(copies(tmp_path), tmp_path / "bundle", device, MADE)
    stated = replace(found, rounds=(1, 0))
    said = Words.load("en").render(stated.written_text("b"))
    assert said == f"Evidence written: b ({stated.records} records, no round)"


def state(place: Path) -> dict[str, tuple[bytes, int, int]]:
    return {
        str(path): (path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_mode)
        for path in sorted(place.rglob("*.seg"))
    }


@pytest.mark.clause("AGCO 15.1 export")
def test_original_is_not_altered(device: DeviceKey, tmp_path: Path) -> None:
    leave(play(tmp_path, 2))
    before = state(tmp_path)
    export_bundle(copies(tmp_path), tmp_path / "bundle", device, MADE)
    assert state(tmp_path) == before


@pytest.mark.parametrize("game", ["blackjack", "craps", "keno", "pai-gow", "ultimate-holdem"])
def test_bundle_of_another_game_is_sound(game: str, device: DeviceKey, tmp_path: Path) -> None:
    golden = next(one for one in golden_rounds(game) if not one.get("refused"))
    played, _ = evening(golden["script"])
    reader = reader_of(played)
    stated = export_bundle(reader._copies, tmp_path / "bundle", device, MADE)
    assert stated.game == game
    assert list(bundle_problems(EvidenceBundle.open(tmp_path / "bundle"))) == []


def test_only_chosen_rounds_exported(device: DeviceKey, tmp_path: Path) -> None:
    leave(play(tmp_path, 9))
    stated = export_bundle(copies(tmp_path), tmp_path / "bundle", device, MADE, RoundRange(5, 6))
    bundle = EvidenceBundle.open(tmp_path / "bundle")
    assert list(bundle_problems(bundle)) == []
    assert stated.first > 0
    assert stated.rounds[1] == 6
    entries = [decode(payload) for _, payload in bundle_records(bundle)]
    rounds = {entry.table.round for entry in entries if isinstance(entry, Checked)}
    assert {5, 6} <= rounds
    assert max(rounds) == 6
    with pytest.raises(RequestFailed):
        export_bundle(copies(tmp_path), tmp_path / "none", device, MADE, RoundRange(99, None))


def test_present_shoe_is_not_exported(device: DeviceKey, tmp_path: Path) -> None:
    from firmware.core.vocabulary.events import CardRead, KeyPressed
    from firmware.core.vocabulary.keys import Key

    loop = play(tmp_path, 3)
    do(loop, KeyPressed(Key.CARDS_SHUFFLED), *ROUND)
    do(loop, *ROUND[:5])
    stated = export_bundle(copies(tmp_path), tmp_path / "bundle", device, MADE)
    entries = [
        decode(payload) for _, payload in bundle_records(EvidenceBundle.open(tmp_path / "bundle"))
    ]
    read = [e for e in entries if isinstance(e, Happened) and isinstance(e.event, CardRead)]
    assert stated.ending == "shoe"
    assert len(read) <= 4 * 4
    assert list(bundle_problems(EvidenceBundle.open(tmp_path / "bundle"))) == []
    leave(loop)
    export_bundle(copies(tmp_path), tmp_path / "all", device, MADE)
    entries = [
        decode(payload) for _, payload in bundle_records(EvidenceBundle.open(tmp_path / "all"))
    ]
    more = [e for e in entries if isinstance(e, Happened) and isinstance(e.event, CardRead)]
    assert len(more) > len(read)


def test_first_shoe_exports_nothing(device: DeviceKey, tmp_path: Path) -> None:
    loop = play(tmp_path, 1)
    stated = export_bundle(copies(tmp_path), tmp_path / "bundle", device, MADE)
    entries = [
        decode(payload) for _, payload in bundle_records(EvidenceBundle.open(tmp_path / "bundle"))
    ]
    assert stated.ending == "shoe"
    assert "CardRead" not in msgspec.json.encode([type(e).__name__ for e in entries]).decode()
    assert not any(isinstance(e, Happened) and "card" in str(e.event) for e in entries)
    leave(loop)


@pytest.mark.clause("AGCO 15.1 export")
def test_exporter_takes_no_table_lock(device: DeviceKey, tmp_path: Path) -> None:
    leave(play(tmp_path, 1))
    export_bundle(copies(tmp_path), tmp_path / "bundle", device, MADE)
    held = os.open(tmp_path / "a", os.O_RDONLY | os.O_DIRECTORY)
    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(held)


def test_export_overwrites_nothing(device: DeviceKey, tmp_path: Path) -> None:
    leave(play(tmp_path, 1))
    (tmp_path / "bundle").write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        export_bundle(copies(tmp_path), tmp_path / "bundle", device, MADE)
    assert (tmp_path / "bundle").read_bytes() == b"mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "bundle"]
