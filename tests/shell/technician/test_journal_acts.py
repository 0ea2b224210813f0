"""The journal from a console: its last entries without private data, a signed bundle, the log."""

import json
import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import (
    AnyEvent,
    CardRead,
    Event,
    KeyPressed,
    KeySwitchTurned,
    PresenceSeen,
    ResultSeen,
    StackRead,
    TicketAsked,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, BetsLocked, RoundOpened, Undone
from firmware.shell.device.crash import CrashFiles
from firmware.shell.device.log_ring import KEPT, LogRing
from firmware.shell.evidence.bundle import Bundle
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.records import Happened, Noted, Ruled, Started, decode, encode
from firmware.shell.journal import (
    Journal,
    JournalDamaged,
    JournalReader,
    MemoryCopy,
    Numbered,
    OsCopy,
    Policy,
)
from firmware.shell.recall import Told, recall
from firmware.shell.recall.steps import TOLD
from firmware.shell.recall.tail import PLAIN, tail
from firmware.shell.rules.rules import open_game
from firmware.shell.service.loop import Loop
from firmware.shell.technician.answers import Entries, Exported, Logged, Refusal, Verified
from firmware.shell.technician.journal_acts import EXPORTS, LEAST_LEFT, journal_acts
from firmware.shell.technician.requests import Export, Logs, Person, Tail, Verify
from firmware.shell.trust.keys import Device
from firmware.shell.words.words import LANGUAGES, Words
from hal.gauges import Disk, LinuxGauges, Octets
from hal.ports import Millis
from tests.kits.games.kept_rounds import golden_rounds
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import (
    CLOSE,
    CONFIRM,
    SETTING,
    STAMP,
    UNDO,
    Kept,
    bet,
    cards,
    do,
    table,
)
from tests.kits.shell.recorded import evening, reader_of

ANNE = Person("anne", "auditor")
ALL = 1000
ROUND = [*bet(1, "banker", 1000), CLOSE, *cards("4S KD 2H 7C"), *bet(1, "banker", 0), CONFIRM]
SMALL = Policy(segment_bytes=7000)
WORDS = [Words.load(language) for language in LANGUAGES]


# the last entries


class Counted:
    """A reader that counts the segments that are read of it."""

    def __init__(self, reader: JournalReader) -> None:
        self._reader = reader
        self.read: set[int] = set()

    def segments(self) -> tuple[int, ...]:
        return self._reader.segments()

    def segment_records(self, number: int) -> Iterator[Numbered]:
        self.read.add(number)
        return self._reader.segment_records(number)


def long_evening(rounds: int) -> JournalReader:
    files = (MemoryCopy("a"), MemoryCopy("b"))
    loop = Loop(table(), Ledger(Journal.open(files, STAMP, SMALL), SETTING))
    loop.begin(Millis(0))
    do(loop, CONFIRM)
    for _ in range(rounds):
        do(loop, *ROUND)
        if loop.table.state.shoe.left < 400:
            do(loop, KeyPressed(Key.SHUFFLED))
    return JournalReader.over(files)


def without_times(told: tuple[Told, ...]) -> str:
    """Return all that is told but the times, and but the program, which may be being changed."""
    times = {"wall": "", "at_ms": 0, "setting": None}
    plain = [msgspec.to_builtins(one) | times for one in told]
    return json.dumps(plain)


def test_the_end_is_told_in_the_order_of_its_records_and_no_more_is_read() -> None:
    reader = Counted(long_evening(40))
    whole = tail(reader, ALL)
    assert len(reader.segments()) > 10
    assert [told.record for told in whole] == sorted(told.record for told in whole)
    for count in (1, 2, 20, 33, 60):
        reader.read.clear()
        assert tail(reader, count) == whole[-count:]
        assert len(reader.read) <= 8 + count // 10


PLAYED: dict[str, tuple[str, list[Event], str]] = {
    "baccarat": ("banker", cards("4S KD 5H 7C"), "winner.player"),
    "blackjack": ("main", cards("TS 9H AS KD"), "result.dealer_total"),
    "roulette": ("straight:10", [ResultSeen(("10",))], "result.number"),
}


@each("game", PLAYED)
def test_what_is_ruled_is_at_the_end_at_once_without_a_next_event(game: str) -> None:
    on, ending, result = PLAYED[game]
    files = (MemoryCopy("a"), MemoryCopy("b"))
    new = Table(open_game(game, {}), TableRules())
    loop = Loop(new, Ledger(Journal.open(files, STAMP), replace(SETTING, game=game)))
    loop.begin(Millis(0))
    do(loop, CONFIRM, *bet(1, on, 1000), CLOSE)
    announced, locked = (told.ruling for told in tail(JournalReader.over(files), 2))
    assert announced == Announced(Text("announce.no_more_bets"))
    assert isinstance(locked, BetsLocked)
    (current,) = recall(JournalReader.over(files))
    assert [told.ruling for told in current.story[-2:]] == [announced, locked]
    do(loop, *ending)
    said = [
        told.ruling.words.key
        for told in tail(JournalReader.over(files), 3)
        if isinstance(told.ruling, Announced)
    ]
    assert result in said


def test_every_entry_that_may_be_told_is_told() -> None:
    reader = long_evening(3)
    entries = [decode(payload) for _, payload in reader.records()]
    told = tail(reader, ALL)
    events = [entry.event for entry in entries if isinstance(entry, Happened)]
    assert [t.event for t in told if t.event] == [e for e in events if not isinstance(e, CardRead)]
    assert {type(t.event) for t in told} >= {KeyPressed, StackRead, PresenceSeen}
    ruled = [ruling for entry in entries if isinstance(entry, Ruled) for ruling in entry.rulings]
    assert [t.ruling for t in told if t.ruling] == ruled
    assert any(isinstance(ruling, RoundOpened) for ruling in ruled)
    assert [t.setting for t in told if t.setting] == [
        entry.setting for entry in entries if isinstance(entry, Started)
    ]
    assert [t.note for t in told if t.note] == [
        entry.note for entry in entries if isinstance(entry, Noted)
    ]
    assert all(told.wall for told in told)


def test_an_event_of_another_kind_is_told_only_once_somebody_says_that_it_may_be() -> None:
    kinds = {kind.__name__ for kind in AnyEvent.__args__} - {kind.__name__ for kind in PLAIN}
    of_cards = {"CardRead", "DeckDoubted", "HandCompared", "ShoeResult"}
    assert kinds == {*of_cards, "KeyPressed", "TicketAsked", "TicketClaimed"}
    assert set(TOLD) <= set(PLAIN)


def test_a_journal_that_has_just_begun_has_little_to_tell() -> None:
    kept = Kept()
    kept.loop()
    (begun, *_) = tail(JournalReader.over(kept.files), 5)
    assert begun.setting == SETTING


def test_what_the_dealer_took_back_is_marked_whatever_came_of_it() -> None:
    loop = (kept := Kept()).loop()
    do(loop, CONFIRM, *bet(1, "banker", 1000), CLOSE, UNDO, CLOSE)
    told = tail(JournalReader.over(kept.files), ALL)
    (undoing,) = [t for t in told if isinstance(t.ruling, Undone)]
    taken_back = [t for t in told if t.undone]
    assert [t.event for t in taken_back if t.event] == [CLOSE]
    assert all(t.record < undoing.record for t in taken_back)
    assert len([t for t in told if t.event == CLOSE and not t.undone]) == 1


def test_where_the_journal_is_damaged_the_place_is_told_and_what_stands_around_it() -> None:
    class Damaged(Counted):
        def segment_records(self, number: int) -> Iterator[Numbered]:
            last = self.segments()[-2]
            for at, record in enumerate(super().segment_records(number)):
                if number == last and at > 10:
                    raise JournalDamaged(record.number, "lost in both copies")
                yield record

    told = tail(Damaged(long_evening(6)), 60)
    (at,) = [n for n, t in enumerate(told) if t.note and t.note.key == "recall.damaged"]
    assert told[at].record == told[at].note.values["number"]  # type: ignore[union-attr]
    assert 0 < at < len(told) - 1


# cards that nobody has seen

RAISE_OPEN = [
    {"bet": {"spot": 1, "on": "ante", "cents": 1000}},
    {"press": "no_more_bets"},
]
UP = "JD"
DEALS = [
    (["KS", "KH", "3H", "4C", "5S"], ["2S", "2D", "5H", "8C"]),
    (["2C", "3C", "7C", "9C", "JC"], ["QS", "QD", "QH", "QC"]),
    (["AS", "AH", "AD", "AC", "2H"], ["KS", "KH", "KD", "KC"]),
]
FOLD = {"decide": {"spot": 1, "do": "fold"}}


def stud(*steps: dict[str, Any]) -> JournalReader:
    played, _ = evening({"game": "caribbean-stud", "steps": [*RAISE_OPEN, *steps]})
    return reader_of(played)


def faces(told: tuple[Told, ...]) -> list[str | None]:
    return [one.card.card for one in told if one.card]


def test_the_end_is_the_same_whatever_nobody_has_seen() -> None:
    ends = {
        without_times(tail(stud({"cards": [*player, *dealer, UP]}), ALL))
        for player, dealer in DEALS
    }
    assert len(ends) == 1
    assert UP in ends.pop()


def test_no_prefix_of_a_deal_names_a_card_that_lies_face_down() -> None:
    player, dealer = DEALS[0]
    for length in range(1, len(player) + len(dealer) + 1):
        told = tail(stud({"cards": [*player, *dealer][:length]}), ALL)
        assert faces(told) == [None] * length


def test_once_the_shoe_is_out_of_play_its_cards_are_told() -> None:
    player, dealer = DEALS[0]
    deal = [*player, *dealer, UP]
    reader = stud({"cards": deal}, FOLD, {"press": "confirm"})
    assert faces(tail(reader, ALL)) == deal


def test_a_card_is_told_as_the_recall_tells_it_however_little_is_asked_for() -> None:
    reader = long_evening(12)
    recalled = {t.record: t.card for one in recall(reader, 50) for t in one.story if t.card}
    for count in range(1, 120, 7):
        assert all(t.card == recalled[t.record] for t in tail(reader, count) if t.card)


def test_the_keys_that_choose_a_card_are_not_told() -> None:
    loop = (kept := Kept()).loop()
    do(loop, CONFIRM, *bet(1, "banker", 1000), CLOSE, KeySwitchTurned(on=True))
    do(loop, KeyPressed(Key.RANK), KeyPressed(Key.SUIT), KeyPressed(Key.RANK))
    told = tail(JournalReader.over(kept.files), ALL)
    pressed = [t.event.key for t in told if isinstance(t.event, KeyPressed)]
    assert pressed == [Key.CONFIRM, Key.NO_MORE_BETS]


def test_of_a_ticket_the_number_by_which_it_is_paid_is_not_told() -> None:
    played, _ = evening(golden_rounds("keno")[0]["script"])
    reader = reader_of(played)
    entries = [decode(payload) for _, payload in reader.records()]
    events = [entry.event for entry in entries if isinstance(entry, Happened)]
    asked = [event.control for event in events if isinstance(event, TicketAsked)]
    told = msgspec.json.encode(tail(reader, ALL)).decode()
    assert asked
    assert not any(control in told for control in asked)


# the acts


class Little(LinuxGauges):
    """A machine on whose disk so much is free."""

    free = 1 << 40

    def disk(self, path: Path) -> Disk | None:
        return Disk(Octets(self.free), writable=True)


class Office(NamedTuple):
    """A journal that a service holds, the device's state, and what may be asked of them."""

    state: Path
    copies: tuple[Path, Path]
    gauges: Little
    log: LogRing
    acts: Any

    def do(self, request: Any) -> Any:
        return self.acts[type(request)](request)

    @property
    def exports(self) -> Path:
        return self.state / EXPORTS


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    copies = (tmp_path / "a", tmp_path / "b")
    journal = Journal.open((OsCopy(copies[0]), OsCopy(copies[1])), STAMP, SMALL)
    loop = Loop(table(), Ledger(journal, SETTING))
    loop.begin(Millis(0))
    do(loop, CONFIRM, *ROUND * 3, KeyPressed(Key.SHUFFLED), CONFIRM, *ROUND * 2)
    journal.close()
    gauges, log, device = Little(), LogRing(), Device.enrol(tmp_path)
    acts = journal_acts(copies, tmp_path, device, log, gauges)
    yield Office(tmp_path, copies, gauges, log, acts)
    log.close()


def refused(answer: Any) -> str:
    assert isinstance(answer, Refusal), answer
    assert all(words.say(answer.why) for words in WORDS)
    return answer.why.key


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_end_of_a_journal_on_disks_is_told(office: Office) -> None:
    told = office.do(Tail(ANNE, 7))
    assert told == Entries(tail(JournalReader(office.copies), 7))
    read = msgspec.json.decode(msgspec.json.encode(told), type=Entries)
    assert len(read.entries) == 7


def test_an_export_is_sound_its_own_and_the_services_alone(office: Office) -> None:
    found = office.do(Export(ANNE))
    assert isinstance(found, Exported)
    path = Path(found.path)
    assert path.parent == office.exports
    assert path.stat().st_size == found.octets
    assert (mode(office.exports), mode(path)) == (0o700, 0o600)
    found = office.do(Verify(ANNE, path.name))
    assert found == Verified((), Bundle.open(path).stated.end)
    assert [file.name for file in office.exports.iterdir()] == [path.name]


def test_an_export_of_some_rounds_is_named_after_them(office: Office) -> None:
    found = office.do(Export(ANNE, 2, 4))
    assert found.statement.rounds[1] == 4
    assert found.path.endswith("-rounds-2-4.evidence")
    assert office.do(Export(ANNE, last=3)).path.endswith("-rounds-first-3.evidence")


def test_an_export_never_takes_the_place_of_another(office: Office) -> None:
    answers = [office.do(Export(ANNE, 2)) for _ in range(6)]
    bundles = {answer.path for answer in answers if isinstance(answer, Exported)}
    others = [answer for answer in answers if not isinstance(answer, Exported)]
    assert {refused(answer) for answer in others} <= {"evidence.exists"}
    assert {str(path) for path in office.exports.iterdir()} == bundles
    found = [office.do(Verify(ANNE, Path(path).name)) for path in bundles]
    assert found == [Verified((), Bundle.open(Path(path)).stated.end) for path in bundles]


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        (5, 4, "technician.no_range"),
        (-1, None, "technician.no_range"),
        (None, -1, "technician.no_range"),
        pytest.param(1, 10**5000, "technician.no_range", id="huge"),
        (4000, None, "evidence.no_round"),
    ],
)
def test_rounds_that_are_none_are_refused(
    office: Office, first: int | None, last: int | None, why: str
) -> None:
    assert refused(office.do(Export(ANNE, first, last))) == why
    assert list(office.exports.glob("*")) == []


def test_no_export_fills_the_disk(office: Office) -> None:
    sizes = [sum(OsCopy(copy).segments().values()) for copy in office.copies]
    office.gauges.free = 2 * max(sizes) + LEAST_LEFT
    assert isinstance(office.do(Export(ANNE)), Exported)
    office.gauges.free -= 1
    assert refused(office.do(Export(ANNE))) == "technician.no_space"
    assert isinstance(office.do(Export(ANNE, 5)), Exported)


def test_a_journal_that_can_not_be_read_is_said(tmp_path: Path) -> None:
    device = Device.enrol(tmp_path)
    acts = journal_acts([tmp_path / "a", tmp_path / "b"], tmp_path, device, LogRing(), Little())
    for request in (Tail(ANNE), Export(ANNE)):
        assert refused(acts[type(request)](request)) == "journal.refused"


def test_a_record_of_another_program_is_refused_and_not_quoted(tmp_path: Path) -> None:
    journal = Journal.open((OsCopy(tmp_path / "a"), OsCopy(tmp_path / "b")), STAMP)
    read = encode(Happened(0, "", cards("4S")[0]))  # type: ignore[arg-type]
    journal.append(read.replace(b'"4S"', b'"4Z"'))
    journal.commit()
    journal.close()
    device = Device.enrol(tmp_path)
    acts = journal_acts([tmp_path / "a", tmp_path / "b"], tmp_path, device, LogRing(), Little())
    answer = acts[Tail](Tail(ANNE))
    assert answer == Refusal(Text("technician.other_program"))


@pytest.fixture
def bundled(office: Office) -> Office:
    """Return an office with a bundle, and beside it what is none."""
    bundle = Path(office.do(Export(ANNE)).path)
    (office.exports / "linked").symlink_to(bundle)
    (office.exports / "folder").mkdir()
    return office


@each(
    "name",
    [
        *("", ".", "..", "/", "../device.key", "../a/000001.seg", "/etc/passwd", "./x.evidence"),
        *("nothing.evidence", "x\0y", "é", "a\nb", "x" * 65, "linked", "folder", "hidden/../x"),
    ],
)
def test_only_a_bundle_that_lies_there_is_looked_at(bundled: Office, name: str) -> None:
    assert refused(bundled.do(Verify(ANNE, name))) == "technician.no_bundle"


def test_what_is_wrong_with_a_bundle_is_said(office: Office) -> None:
    path = Path(office.do(Export(ANNE)).path)
    data = path.read_bytes()
    for altered, key in [(data[:-1], "truncated"), (data + b"\0", "extended"), (b"", "not_bundle")]:
        path.write_bytes(altered)
        wrong = office.do(Verify(ANNE, path.name)).wrong
        assert wrong[0].key == f"evidence.{key}"
        assert all(words.say(text) for text in wrong for words in WORDS)


# the log


def test_the_last_lines_are_kept_each_in_one_line(office: Office) -> None:
    office.log.install()
    log = logging.getLogger("drivers.test")
    for number in range(KEPT + 9):
        log.warning("line %d\n\x1b[31m%s", number, "x" * 400)
    found = office.do(Logs(ANNE, 500))
    assert isinstance(found, Logged)
    assert len(found.lines) == KEPT
    assert " WARNING drivers.test: line 9·" in found.lines[0]
    assert all(line.isprintable() and len(line) <= 300 for line in found.lines)
    assert office.do(Logs(ANNE, 2)).lines == found.lines[-2:]


def test_of_an_exception_no_more_than_its_kind_is_kept(office: Office) -> None:
    office.log.install()
    log = logging.getLogger("drivers.test")
    log.error("it failed", exc_info=ValueError("KS"))
    office.log.handle(logging.makeLogRecord({"msg": "%d", "args": ("no number",)}))
    (line,) = office.do(Logs(ANNE)).lines
    assert line.endswith("ERROR drivers.test: it failed (builtins.ValueError)")


def test_the_crash_files_are_told_newest_first(office: Office) -> None:
    crashes = CrashFiles(office.state)
    for _ in range(12):
        crashes.write(ValueError())
    (office.state / "crash-x.txt").touch()
    names = [os.path.basename(path) for path in office.do(Logs(ANNE)).crashes]
    assert names == [f"crash-{number}.txt" for number in range(12, 2, -1)]
