"""A short evening of Baccara, its journal on two disks in segments that hold few rounds."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from firmware.core.vocabulary.events import Event
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import DirectoryCopy, Journal, RetentionPolicy
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, SETTING, STAMP, bet, cards, do, table

MADE = "2026-11-21T12:00:00+00:00"
EVENING = datetime(2026, 11, 20, 20, tzinfo=UTC)
ROUND = [*bet(1, "banker", 1000), CLOSE, *cards("4S KD 2H 7C"), *bet(1, "banker", 0), CONFIRM]
SMALL = RetentionPolicy(segment_bytes=7000)


def play(
    place: Path,
    rounds: int,
    policy: RetentionPolicy = SMALL,
    events: Sequence[Event] | None = None,
    began: datetime = EVENING,
) -> TableLoop:
    """Play so many rounds with a journal in `place`, left open; each entry has its own second."""
    copies = (DirectoryCopy(place / "a"), DirectoryCopy(place / "b"))
    moments = (began + timedelta(seconds=n) for n in count())
    ledger = Ledger(Journal.open(copies, STAMP, policy), SETTING, read_time=moments.__next__)
    loop = TableLoop(table(), ledger)
    loop.begin(Millis(0))
    do(loop, CONFIRM, *list(events or ROUND) * rounds)
    return loop


def leave(loop: TableLoop) -> None:
    loop._ledger._log.close()  # type: ignore[attr-defined]


def copies(place: Path) -> list[DirectoryCopy]:
    return [DirectoryCopy(place / name) for name in "ab"]
