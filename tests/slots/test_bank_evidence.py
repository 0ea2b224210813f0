"""The evidence of a bank: a signed bundle whose entries give the bank that it has recorded."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from drivers.sas.exceptions import ExceptionMeaning
from firmware.cli.main import main
from firmware.core.vocabulary.panel import Text
from firmware.shell.device.program import present_program
from firmware.shell.journal import (
    Journal,
    JournalReader,
    MemoryCopy,
    NumberedRecord,
    ProgramVersion,
    RetentionPolicy,
)
from firmware.shell.trust.keys import DeviceKey
from firmware.slots.config import BankConfig
from firmware.slots.entries import (
    BankCheckpoint,
    BankEntry,
    BankRegistered,
    DefectDecided,
    ExceptionReported,
    MachineAcknowledged,
    decode_entry,
    encode_entry,
)
from firmware.slots.entry_effects import apply_entry
from firmware.slots.evidence import replay_entries
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.state import new_bank_state
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import STAMP
from tests.kits.slots.bank_world import BASE, BankWorld, terms

ENTRIES = RetentionPolicy(segment_bytes=6000)
"""So that the journal has several segments."""


@pytest.fixture(scope="module")
def world() -> BankWorld:
    """Return a bank after some games, one of which has won the lot."""
    found = BankWorld(terms(2), policy=ENTRIES)
    found.run(3000)
    for number in range(3):
        for machine in found.machines.values():
            machine.begin_game(1 + number)
        found.run(1200)
        if number == 1:
            found.machines[1].win_jackpot()
        for machine in found.machines.values():
            machine.end_game(number)
        found.run(1200)
    return found


@pytest.fixture
def folder(world: BankWorld, tmp_path: Path) -> Path:
    """Return the folder of that bank: its key, and its journal in two copies."""
    for copy in world.copies:
        written(copy, tmp_path / copy.name)
    DeviceKey.enrol(tmp_path)
    return tmp_path


def written(copy: MemoryCopy, place: Path) -> None:
    place.mkdir()
    for number in copy.segments():
        (place / f"{number:06}.seg").write_bytes(copy.read(number) or b"")


def entries(world: BankWorld) -> list[NumberedRecord]:
    return [*JournalReader.over_copies(world.copies).records()]


def changed(records: list[NumberedRecord], number: int, *by: BankEntry) -> list[NumberedRecord]:
    """Put entries in the place of one."""
    payloads = [payload for _, payload in records]
    payloads[number : number + 1] = map(encode_entry, by)
    return [*map(NumberedRecord, range(len(payloads)), payloads)]


def wrong(records: list[NumberedRecord]) -> tuple[Text, ...]:
    return replay_entries(records, present_program()).problems


def later_stood(records: list[NumberedRecord]) -> tuple[int, BankCheckpoint]:
    found = ((number, decode_entry(payload)) for number, payload in records[1:])
    return next((number, entry) for number, entry in found if isinstance(entry, BankCheckpoint))


def export(folder: Path, *more: str) -> int:
    copies = (str(folder / "a"), str(folder / "b"))
    out = ("--state", str(folder), "-o", str(folder / "bank.evidence"))
    return main(["export", "--journal", *copies, *out, *more, "--lang", "en"])


def verify(folder: Path) -> int:
    key = ("--device", str(folder / "device.pub"))
    return main(["verify", str(folder / "bank.evidence"), *key, "--lang", "en"])


def test_bank_is_exported_and_verified(
    world: BankWorld, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(folder) == 0
    assert verify(folder) == 0
    printed, count = capsys.readouterr().out, len(entries(world))
    assert f"Evidence of the bank written: {folder / 'bank.evidence'} ({count} entries)" in printed
    assert "Bank of slot machines, croupier" in printed
    assert f"Bank nord: 2 machines, {count} entries replayed" in printed
    assert world.state.jackpots_won == 1
    assert (
        f"The jackpot is ${world.state.jackpot_cents / 100:,.2f} after them; won so far: 1"
        in printed
    )


def damage(folder: Path) -> None:
    """Change the same octet of an entry in both copies."""
    for copy in "ab":
        segment = min((folder / copy).glob("*.seg"))
        octets = bytearray(segment.read_bytes())
        octets[octets.rindex(b"Read")] ^= 1
        segment.write_bytes(octets)


def test_bundle_ending_before_damage_is_not_whole(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export(folder)
    (folder / "bank.evidence").rename(folder / "early")
    damage(folder)
    assert export(folder) == 0
    capsys.readouterr()
    assert verify(folder) == 4
    assert "the bundle ends before it" in capsys.readouterr().out
    both = [str(folder / name) for name in ("bank.evidence", "early")]
    key = ("--device", str(folder / "device.pub"))
    assert main(["verify", *both, *key]) == 4


def test_damaged_copy_replays_up_to_the_damage(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(folder)
    assert main(["replay", str(folder / "a"), "--lang", "en"]) == 3
    output = capsys.readouterr()
    assert output.out.startswith("Bank nord: 2 machines, ")
    assert f"{folder / 'a'}: damaged from record " in output.err
    assert "table" not in output.err


def test_altered_octet_is_found_with_its_record(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export(folder)
    bundle = folder / "bank.evidence"
    octets = bytearray(bundle.read_bytes())
    octets[octets.rindex(b"Read")] ^= 1
    bundle.write_bytes(octets)
    assert verify(folder) == 1
    assert "First record touched: " in capsys.readouterr().out


@each(
    "command, status",
    [
        (("recall", "--journal", "{}/a"), 2),
        (("recall", "--round", "3", "--journal", "{}/a"), 2),
        (("recall", "--rebuild-index", "--journal", "{}/a"), 2),
        (("meters", "--journal", "{}/a", "{}/b"), 2),
        (("meters", "--recount", "--journal", "{}/a"), 2),
        (("meters", "--theory", "--journal", "{}/a"), 2),
        (("export", "--journal", "{}/a", "--state", "{}", "--from", "3"), 2),
    ],
)
def test_table_only_content_is_refused(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
    status: int,
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(folder))
    words = [word.replace("{}", str(folder)) for word in command]
    assert main([*words, "--lang", "en"]) == status
    assert "has no rounds" in capsys.readouterr().err


def test_bundle_is_not_a_linked_lot_s(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    export(folder)
    store = ("--store", f"sqlite:///{folder}/ledger.db", "--lang", "en")
    assert main(["lot", "audit", "grand", str(folder / "bank.evidence"), *store]) == 2
    assert "has no rounds" in capsys.readouterr().err


def test_bank_s_journal_is_replayed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(folder / "a"), "--lang", "en"]) == 0
    assert "entries replayed" in capsys.readouterr().out


def test_entry_gives_the_next_bank(world: BankWorld) -> None:
    assert wrong(entries(world)) == ()
    assert later_stood(entries(world))[0] > 1


def test_omitted_entry_is_noticed(world: BankWorld) -> None:
    records = entries(world)
    left_out = next(n for n, payload in reversed(records) if b'"Hit"' in payload)
    rest = changed(records, left_out)
    number = next(
        n for n, payload in rest[left_out:] if isinstance(decode_entry(payload), BankCheckpoint)
    )
    assert wrong(rest) == (Text("slots.evidence.differs", {"number": number}),)


def test_different_lot_is_noticed(world: BankWorld) -> None:
    records = entries(world)
    number, stood = later_stood(records)
    richer = BankCheckpoint(
        replace(stood.state, jackpot_thousandths=stood.state.jackpot_thousandths + 1)
    )
    assert wrong(changed(records, number, richer)) == (
        Text("slots.evidence.differs", {"number": number}),
    )


def test_repeated_entry_is_noticed(world: BankWorld) -> None:
    records = entries(world)
    named = next(n for n, payload in records if b'"Named"' in payload)
    entry = decode_entry(records[named].payload)
    assert wrong(changed(records, named, entry, entry)) == (
        Text("slots.evidence.no_news", {"number": named + 1}),
    )


@each("entry", [DefectDecided(1, 0, "anne", "machine", 25), MachineAcknowledged(9, 0, "anne")])
def test_absent_content_is_noticed(world: BankWorld, entry: BankEntry) -> None:
    assert wrong(changed(entries(world), 1, entry)) == (
        Text("slots.evidence.impossible", {"number": 1}),
    )


def test_bundle_begins_with_a_bank(world: BankWorld) -> None:
    assert wrong(entries(world)[1:]) == (Text("slots.evidence.no_news", {"number": 1}),)


def test_new_bank_has_its_base(world: BankWorld) -> None:
    first = decode_entry(entries(world)[0].payload)
    assert isinstance(first, BankCheckpoint)
    assert first.state.jackpot_cents == BASE


OTHER = ProgramVersion("0.0.9", "ab" * 32)


def test_other_program_s_record_is_not_judged(world: BankWorld) -> None:
    records = entries(world)
    number, stood = later_stood(records)
    lot = stood.state.jackpot_thousandths + 1
    richer = BankCheckpoint(replace(stood.state, jackpot_thousandths=lot, program=OTHER))
    account = replay_entries(changed(records, number, richer), present_program())
    assert (account.problems, account.statements) == ((), ())
    assert account.unjudged
    assert (account.unjudged.key, account.unjudged.values["version"]) == (
        "evidence.unjudged",
        "0.0.9",
    )


def test_exception_means_as_recorded(
    world: BankWorld,
) -> None:
    """0x2F is no exception of the present table; to another one it was a tilt."""
    state = new_bank_state(world.terms)
    apply_entry(state, ExceptionReported(1, 0, 0x7E, ExceptionMeaning.GAME_STARTED))
    apply_entry(state, ExceptionReported(1, 1, 0x2F, ExceptionMeaning.UNLISTED))
    assert not state.machines[1].play_state.defective_games
    apply_entry(state, ExceptionReported(1, 2, 0x2F, ExceptionMeaning.TILT))
    assert len(state.machines[1].play_state.defective_games) == 1


def test_every_exception_is_stored_with_meaning(world: BankWorld) -> None:
    found = [decode_entry(payload) for _, payload in entries(world)]
    reported = [entry for entry in found if isinstance(entry, ExceptionReported)]
    assert reported
    assert all(entry.recorded_meaning for entry in reported)


def test_program_change_recorded_once() -> None:
    copies = MemoryCopy("a"), MemoryCopy("b")
    journal = Journal.open(copies, STAMP)
    state = new_bank_state(terms(1))
    state.program = OTHER
    journal.append(encode_entry(BankCheckpoint(state)))
    journal.commit()
    for _ in range(2):
        bank = JournaledBank(BankConfig(terms(1)), Journal.open(copies, STAMP))
        assert (bank.state.program, bank.registration_changed) == (present_program(), False)
    written = [decode_entry(payload) for _, payload in JournalReader.over_copies(copies).records()]
    assert written[1:] == [BankRegistered(terms(1), present_program())]
