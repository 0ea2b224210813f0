"""The last entries of a journal from a console: in their order, without private data."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.disclosure import RecallScope
from firmware.core.vocabulary.events import (
    AnyEvent,
    CardRead,
    Event,
    KeyPressed,
    KeySwitchTurned,
    PresenceSeen,
    ResultSeen,
    StackRead,
    TicketOrdered,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, BetsLocked, RoundOpened, Undone
from firmware.shell.history.journal_entries import Happened, Noted, Ruled, Started, decode
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import (
    Journal,
    JournalDamaged,
    JournalReader,
    MemoryCopy,
    NumberedRecord,
)
from firmware.shell.recall import RoundItem, recall
from firmware.shell.recall.tail import last_items
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.kits.evidence.short_evening import ROUND, SMALL
from tests.kits.games.golden_rounds import golden_rounds
from tests.kits.offenders import each
from tests.kits.quebec import open_game
from tests.kits.shell.loop_kit import (
    CLOSE,
    CONFIRM,
    SETTING,
    STAMP,
    UNDO,
    Disks,
    bet,
    cards,
    do,
    table,
)
from tests.kits.shell.recalled import Counted
from tests.kits.shell.recorded import evening, reader_of

ALL = 1000


# the last entries


def long_evening(rounds: int) -> JournalReader:
    files = (MemoryCopy("a"), MemoryCopy("b"))
    loop = TableLoop(table(), Ledger(Journal.open(files, STAMP, SMALL), SETTING))
    loop.begin(Millis(0))
    do(loop, CONFIRM)
    for _ in range(rounds):
        do(loop, *ROUND)
        if loop.table.state.shoe.cards_left < 400:
            do(loop, KeyPressed(Key.CARDS_SHUFFLED))
    return JournalReader.over_copies(files)


def without_times(items: tuple[RoundItem, ...]) -> str:
    """Return all items without the times and the program, which may be being changed."""
    times = {"wall": "", "at_ms": 0, "setting": None}
    plain = [msgspec.to_builtins(one) | times for one in items]
    return json.dumps(plain)


def test_tail_is_in_order() -> None:
    reader = Counted(long_evening(40))
    whole = last_items(reader, ALL)
    assert len(reader.segments()) > 10
    assert [item.record for item in whole] == sorted(item.record for item in whole)
    for count in (1, 2, 20, 33, 60):
        reader.read.clear()
        assert last_items(reader, count) == whole[-count:]
        assert len({*reader.read}) <= 8 + count // 10


PLAYED: dict[str, tuple[str, list[Event], str]] = {
    "baccarat": ("banker", cards("4S KD 5H 7C"), "winner.player"),
    "blackjack": ("main", cards("TS 9H AS KD"), "result.dealer_total"),
    "roulette": ("straight:10", [ResultSeen(("10",))], "result.number"),
}


@each("game", PLAYED)
def test_ruling_is_at_the_end_at_once(game: str) -> None:
    on, ending, result = PLAYED[game]
    files = (MemoryCopy("a"), MemoryCopy("b"))
    new = Table(open_game(game, {}), TableRules())
    loop = TableLoop(new, Ledger(Journal.open(files, STAMP), replace(SETTING, game=game)))
    loop.begin(Millis(0))
    do(loop, CONFIRM, *bet(1, on, 1000), CLOSE)
    announced, locked = (item.ruling for item in last_items(JournalReader.over_copies(files), 2))
    assert announced == Announced(Text("announce.no_more_bets"))
    assert isinstance(locked, BetsLocked)
    (current,) = recall(JournalReader.over_copies(files))
    assert [item.ruling for item in current.story[-2:]] == [announced, locked]
    do(loop, *ending)
    said = [
        item.ruling.words.key
        for item in last_items(JournalReader.over_copies(files), 3)
        if isinstance(item.ruling, Announced)
    ]
    assert result in said


def test_every_public_entry_is_listed() -> None:
    reader = long_evening(3)
    entries = [decode(payload) for _, payload in reader.records()]
    items = last_items(reader, ALL)
    events = [entry.event for entry in entries if isinstance(entry, Happened)]
    assert [t.event for t in items if t.event] == [e for e in events if not isinstance(e, CardRead)]
    assert {type(t.event) for t in items} >= {KeyPressed, StackRead, PresenceSeen}
    ruled = [ruling for entry in entries if isinstance(entry, Ruled) for ruling in entry.rulings]
    assert [t.ruling for t in items if t.ruling] == ruled
    assert any(isinstance(ruling, RoundOpened) for ruling in ruled)
    assert [t.setting for t in items if t.setting] == [
        entry.setting for entry in entries if isinstance(entry, Started)
    ]
    assert [t.note for t in items if t.note] == [
        entry.note for entry in entries if isinstance(entry, Noted)
    ]
    assert all(items.wall for items in items)


def test_new_events_are_hidden() -> None:
    kinds = {
        kind.__name__ for kind in AnyEvent.__args__ if kind.DISCLOSURE.recall is RecallScope.HIDDEN
    }
    of_cards = {"CardRead", "DeckDoubted", "HandCompared", "ShoeResult"}
    assert kinds == {*of_cards, "TicketOrdered", "TicketClaimed"}


def test_new_journal_has_few_entries() -> None:
    disks = Disks()
    disks.loop()
    (begun, *_) = last_items(JournalReader.over_copies(disks.files), 5)
    assert begun.setting == SETTING


def test_taken_back_event_is_marked() -> None:
    loop = (disks := Disks()).loop()
    do(loop, CONFIRM, *bet(1, "banker", 1000), CLOSE, UNDO, CLOSE)
    items = last_items(JournalReader.over_copies(disks.files), ALL)
    (undoing,) = [t for t in items if isinstance(t.ruling, Undone)]
    taken_back = [t for t in items if t.undone]
    assert [t.event for t in taken_back if t.event] == [CLOSE]
    assert all(t.record < undoing.record for t in taken_back)
    assert len([t for t in items if t.event == CLOSE and not t.undone]) == 1


def test_damage_named_between_entries() -> None:
    class Damaged(Counted):
        def segment_records(self, number: int) -> Iterator[NumberedRecord]:
            last = self.segments()[-2]
            for at, record in enumerate(super().segment_records(number)):
                if number == last and at > 10:
                    raise JournalDamaged(record.number, "lost in both copies")
                yield record

    items = last_items(Damaged(long_evening(6)), 60)
    (at,) = [n for n, t in enumerate(items) if t.note and t.note.key == "recall.damaged"]
    assert items[at].record == items[at].note.values["number"]  # type: ignore[union-attr]
    assert 0 < at < len(items) - 1


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


def faces(items: tuple[RoundItem, ...]) -> list[str | None]:
    return [one.card.card for one in items if one.card]


def test_tail_ignores_unseen_cards() -> None:
    ends = {
        without_times(last_items(stud({"cards": [*player, *dealer, UP]}), ALL))
        for player, dealer in DEALS
    }
    assert len(ends) == 1
    assert UP in ends.pop()


def test_partial_deal_hides_cards() -> None:
    player, dealer = DEALS[0]
    for length in range(1, len(player) + len(dealer) + 1):
        items = last_items(stud({"cards": [*player, *dealer][:length]}), ALL)
        assert faces(items) == [None] * length


def test_cards_named_after_their_shoe() -> None:
    player, dealer = DEALS[0]
    deal = [*player, *dealer, UP]
    reader = stud({"cards": deal}, FOLD, {"press": "confirm"})
    assert faces(last_items(reader, ALL)) == deal


def test_tail_shows_cards_as_recall() -> None:
    reader = long_evening(12)
    recalled = {t.record: t.card for one in recall(reader, 50) for t in one.story if t.card}
    for count in range(1, 120, 7):
        assert all(t.card == recalled[t.record] for t in last_items(reader, count) if t.card)


def test_card_entry_keys_are_hidden() -> None:
    loop = (disks := Disks()).loop()
    do(loop, CONFIRM, *bet(1, "banker", 1000), CLOSE, KeySwitchTurned(on=True))
    do(loop, KeyPressed(Key.NEXT_RANK), KeyPressed(Key.NEXT_SUIT), KeyPressed(Key.NEXT_RANK))
    items = last_items(JournalReader.over_copies(disks.files), ALL)
    pressed = [t.event.key for t in items if isinstance(t.event, KeyPressed)]
    assert pressed == [Key.CONFIRM, Key.NO_MORE_BETS]


def test_ticket_payment_number_is_hidden() -> None:
    played, _ = evening(golden_rounds("keno")[0]["script"])
    reader = reader_of(played)
    entries = [decode(payload) for _, payload in reader.records()]
    events = [entry.event for entry in entries if isinstance(entry, Happened)]
    asked = [event.control for event in events if isinstance(event, TicketOrdered)]
    reported = msgspec.json.encode(last_items(reader, ALL)).decode()
    assert asked
    assert not any(control in reported for control in asked)
