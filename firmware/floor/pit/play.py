"""A table in play, by those of its facts that the dealer may still take back."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from firmware.core.table.cards import UNREAD
from firmware.floor.pit.alarms import Alarm, sounded
from firmware.floor.pit.fact import HOUR_MS, Moment, Told

Phase = Literal["away", "open", "locked", "void", "test", "dark"]
IN_DOUBT: Final = UNREAD | {"card_twice", "shoe_restarted", "wrong_count"}
"""The faults after which a card was not read for certain, or is missing."""
MOST_DOUBTS: Final = 1_000


class Shuffle(msgspec.Struct, frozen=True):
    """How many cards the shuffler counted, None if it does not count, and how many of them it could
    not recognise.
    """

    cards: int | None
    unread: int


class Play(msgspec.Struct, frozen=True):
    """A table after some facts of its journal."""

    table: str
    game: str = ""
    lot: str = ""
    """The linked lot that it shares, if it shares one."""
    limits: dict[str, dict[str, int]] = {}
    """The smallest and the largest stake of each bet that has limits."""
    tournament: bool = False
    """Whether its chips have no value."""
    round: int = 0
    phase: Phase = "away"
    opened: Moment = 0
    """When the present round was opened."""
    last: Moment = 0
    """When the table was heard of last."""
    bets: tuple[dict[str, Any], ...] = ()
    """Of the last round that was closed, as `BetsLocked` has them."""
    before: Phase = "away"
    """The phase before the present test or power cut."""
    alarms: tuple[Alarm, ...] = ()
    doubts: tuple[Moment, ...] = ()
    """When a card was not read for certain, or may be lost."""
    shuffle: Shuffle | None = None
    """The shuffler's last one."""

    def in_doubt(self, begin: int, end: int) -> int:
        """Return how often that was in the hours from `begin` on, before `end`."""
        return sum(begin <= at // HOUR_MS < end for at in self.doubts)

    @property
    def spots(self) -> int:
        """How many spots had a bet when the last round was closed."""
        return len({bet["place"][0] for bet in self.bets})


def step(play: Play, told: Told) -> Play:
    """Return the table after its next fact; of what is played in a test nothing counts."""
    if play.phase == "test" and told.name not in ("TestClosed", "started"):
        return replace(play, last=told.at)
    play = replace(play, last=told.at, alarms=sounded(play.alarms, told, play.table))
    change = STEPS.get(told.name)
    return change(play, told) if change else play


def _started(play: Play, told: Told) -> Play:
    rules = told.what.get("table", {})
    limits, tournament = rules.get("limits", {}), rules.get("tournament", False)
    back = play.before if play.phase in ("test", "dark", "away") else play.phase
    lot = told.what.get("options", {}).get("progressive_link", "")
    game = told.what["game"]
    return replace(play, game=game, lot=lot, limits=limits, tournament=tournament, phase=back)


def _opened(play: Play, told: Told) -> Play:
    return replace(play, round=told.what["round"], phase="open", opened=told.at)


def _locked(play: Play, told: Told) -> Play:
    bets = tuple(told.what["bets"])
    return replace(play, round=told.what["round"], phase="locked", bets=bets)


def _voided(play: Play, told: Told) -> Play:
    return replace(play, round=told.what["round"], phase="void")


def _fault(play: Play, told: Told) -> Play:
    if told.what["code"] not in IN_DOUBT:
        return play
    return replace(play, doubts=(*play.doubts, told.at)[-MOST_DOUBTS:])


def _shuffled(play: Play, told: Told) -> Play:
    return replace(play, shuffle=msgspec.convert(told.what, Shuffle))


def _aside(phase: Phase) -> Callable[[Play, Told], Play]:
    """The table is set aside: it goes on where it was."""
    return lambda play, _: replace(play, phase=phase, before=play.phase)


def _back(play: Play, _: Told) -> Play:
    return replace(play, phase=play.before)


STEPS: Final[Mapping[str, Callable[[Play, Told], Play]]] = {
    "started": _started,
    "RoundOpened": _opened,
    "BetsLocked": _locked,
    "RoundVoided": _voided,
    "FaultShown": _fault,
    "ShuffleEnded": _shuffled,
    "TestOpened": _aside("test"),
    "TestClosed": _back,
    "PowerLost": _aside("dark"),
    "PowerReturned": _back,
    "ServiceEnded": _aside("away"),
}
