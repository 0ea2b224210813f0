"""Evenings at a table as the numbered entries of its journal, and the same with other secrets."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import count
from random import Random
from typing import Any

from msgspec.structs import replace

from firmware.core.table.amounts import Amounts
from firmware.core.table.checkpoint import INITIAL_CHECKPOINT
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.events import CardRead, HandCompared, KeyPressed, ShoeResult
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, CardDealt, Ruling, Undone
from firmware.floor.withheld import is_withheld
from firmware.shell.history.journal_entries import Checked, Entry, Happened, Ruled, decode
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, JournalReader, MemoryCopy, RetentionPolicy
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.campaigns.powercut.powercut_table import STAMP, Player, seat
from tests.kits.games.any_round import Evening
from tests.kits.games.journaled import journaled

NOISE = (0.02, 0.3)
STEPS = 240


@cache
def entries(game: str, seed: int, steps: int = STEPS) -> Sequence[Entry]:
    """Return the entries of an evening by chance; each event has a time of its own."""
    evening = Evening(game, seed, NOISE[seed % 2], steps, Amounts.READ)
    table = journaled(evening.new())
    for step in evening.steps:
        table.handle(step.event, step.now)
    return tuple(_timed(entry, number) for number, entry in enumerate(table.entries))


@cache
def open_entries(game: str, steps: int) -> Sequence[Entry]:
    """Return an evening that holds neither tags nor the control numbers of tickets."""
    evenings = (entries(game, seed, steps) for seed in count())
    return next(evening for evening in evenings if not any(map(is_withheld, evening)))


def disguised(evening: Sequence[Entry], rng: Random) -> list[Entry]:
    """Return the same evening with other cards, at other times, keyed by other keys."""
    changed = [_disguised(entry, rng) for entry in evening]
    for _ in range(10):
        changed = _keyed_longer(changed, rng.randrange(1, len(changed)))
    return changed


def _disguised(entry: Entry, rng: Random) -> Entry:
    match entry:
        case Happened(event=CardRead() as event):
            card = replace(
                event, card=rng.choice(FULL_PACK), tag=rng.randbytes(rng.randrange(9)).hex()
            )
            return replace(entry, event=card, wall=f"21:{rng.random()}", at=rng.randrange(10**6))
        case Happened(event=HandCompared() as event):
            return replace(
                entry, event=replace(event, cards=tuple(rng.sample(FULL_PACK, 2))), wall=""
            )
        case Happened(event=ShoeResult() as event):
            return replace(entry, event=replace(event, winner="x" * rng.randrange(9)), wall="22")
        case Happened(
            event=KeyPressed(Key.NEXT_RANK | Key.NEXT_SUIT | Key.ENTER_CARD | Key.PICK_CARD)
        ):
            return replace(
                entry, event=KeyPressed(rng.choice((Key.NEXT_RANK, Key.NEXT_SUIT))), wall="23"
            )
        case Ruled(rulings=found):
            return replace(entry, rulings=tuple(_other(ruling, rng) for ruling in found))
        case Checked(table=table) if table.shoe.gone:
            gone = {rng.choice(FULL_PACK).name: rng.randrange(1, 9) for _ in range(3)}
            shoe = replace(table.shoe, gone=gone, stray=tuple(rng.sample(FULL_PACK, 3)))
            return replace(entry, table=replace(table, shoe=shoe, felt=type(table.felt)()))
    return entry


def _other(ruling: Ruling, rng: Random) -> Any:
    match ruling:
        case CardDealt():
            return replace(ruling, nth=rng.randrange(99), face_up=rng.random() < 0.5)
        case Announced():
            return Announced(Text("said", {"card": rng.choice(FULL_PACK).name}))
    return ruling


def _keyed_longer(evening: Sequence[Entry], at: int) -> list[Entry]:
    """Return the evening with RANK pressed once more, and counted wherever events are counted."""
    happened = [n for n, entry in enumerate(evening) if isinstance(entry, Happened)]
    later = [_recounted(entry, n, at, happened) for n, entry in enumerate(evening[at:], at)]
    return [*evening[:at], Happened(0, "24", KeyPressed(Key.NEXT_RANK)), *later]


def _recounted(entry: Entry, number: int, at: int, happened: Sequence[int]) -> Entry:
    before = happened[: bisect_left(happened, number)]
    match entry:
        case Checked(since=since):
            return replace(entry, since=since + _is_passed(before, since, at))
        case Ruled(rulings, back):
            event = before[: len(before) - back]
            found = (
                replace(ruling, back=ruling.back + _is_passed(event, ruling.back + 1, at))
                if isinstance(ruling, Undone) and at <= event[-1]
                else ruling
                for ruling in rulings
            )
            return replace(
                entry, back=back + _is_passed(before, back + 1, at), rulings=tuple(found)
            )
    return entry


def _is_passed(events: Sequence[int], back: int, at: int) -> bool:
    """Return whether counting so many events back passes a place."""
    return 0 < back <= len(events) and events[-back] < at


@cache
def served(game: str, seed: int, turns: int = STEPS) -> Sequence[Entry]:
    """Return the journal that a table in service has written, over several segments."""
    rng = Random(seed)
    setting, table, _ = seat(game, rng)
    copies = MemoryCopy("first"), MemoryCopy("second")
    journal = Journal.open(copies, STAMP, RetentionPolicy(1 << 14))
    table.resume_from(INITIAL_CHECKPOINT)
    loop = TableLoop(table, Ledger(journal, setting, lambda: datetime(2026, 1, 1, tzinfo=UTC)))
    loop.begin(Millis(0))
    player = Player(rng, game, table)
    for turn in range(turns):
        player.act(loop, 100 * turn)
    journal.close()
    found = JournalReader.over_copies(copies).records()
    return tuple(_timed(decode(record), number) for number, record in found)


def _timed(entry: Entry, number: int) -> Entry:
    return replace(entry, wall=f"20:{number}") if isinstance(entry, Happened) else entry
