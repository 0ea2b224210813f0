"""The facts of a journal: all that leaves the table of a shoe in play. Pure, alike at both ends.

A fact holds listed fields of a listed ruling or event, and nothing else of a record. Of any other
record nothing leaves the table, not even that it exists: a card that is keyed takes as many keys as
its rank is far from the first, so the number of records would give the card away. So facts have
numbers of their own, which begin again with each shoe: a place is the number of the record with
which the shoe began, which may be known by then, and the number of the fact since.

At once: what players and pit see anyway. When the round is over, and can't be taken back any more:
results, decisions, settlements, and the meters. The messages of a linked lot are signed when a
round is over, and told at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from firmware.core.poker_room.engine import rulings as room
from firmware.core.vocabulary import events, jackpot, rulings
from firmware.core.vocabulary.events import Event, KeyPressed, to_plain
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Ruling, Undone
from firmware.shell.history.records import (
    Attested,
    Checked,
    Entry,
    Happened,
    Ruled,
    Setting,
    Started,
)
from firmware.shell.history.shoes import Shoes

Body = dict[str, Any]
Number = Annotated[int, msgspec.Meta(ge=-1, lt=1 << 62)]


class Place(NamedTuple):
    """A fact's place in its lane; of a record the number alone counts."""

    shoe: Number
    number: Number


START: Final = Place(0, -1)
"""Before the first one."""

AT_ONCE: Final[Mapping[type, Sequence[str]]] = {
    rulings.RoundOpened: ("round",),
    rulings.BetsLocked: ("round", "bets", "bank"),
    rulings.BetMoved: ("bet",),
    rulings.LateBet: ("place", "cents", "change", "bettor"),
    rulings.LateResolved: ("place",),
    rulings.RoundVoided: ("round",),
    rulings.Refused: (),
    rulings.FaultShown: ("part", "code"),
    rulings.FaultCleared: ("part", "code"),
    rulings.TestOpened: (),
    rulings.TestClosed: (),
    rulings.MetersBegan: ("before",),
    jackpot.LotLocked: jackpot.LotLocked.__struct_fields__,
    jackpot.LotCalled: ("table", "round"),
    events.FaultRaised: ("part", "code"),
    events.FaultEnded: ("part", "code"),
    events.PartAwaited: ("part",),
    events.PartAnswered: ("part",),
    events.ClearAllowed: ("part", "code"),
    events.KeySwitchTurned: ("on",),
    events.DoorMoved: ("door", "open"),
    events.ClockStepped: ("seconds",),
    events.ShuffleEnded: ("cards", "unread"),
    events.PowerLost: (),
    events.PowerReturned: (),
    events.ServiceEnded: (),
}
ROUND_OVER: Final[Mapping[type, Sequence[str]]] = {
    events.ResultSeen: ("symbols",),
    events.NoResultSeen: ("reason",),
    rulings.Decided: ("spot", "do", "laid", "hand", "bettor"),
    rulings.BetSettled: rulings.BetSettled.__struct_fields__,
    room.PotClosed: ("number", "cents", "commission", "spots"),
    room.PotWon: ("pot", "spot", "cents", "half"),
    room.Charged: ("spot", "cents"),
}
OF_ROUND: Final = (rulings.BetsLocked, rulings.RoundVoided, rulings.RoundOpened)
SETTING: Final = ("version", "program", "rules", "game", "options", "table", "device")

UNTIMED: Final = (
    *(events.CardRead, events.HandCompared, events.DeckDoubted),
    *(events.ShoeResult, events.TicketAsked, events.TicketClaimed),
)
"""Events whose time does not leave the table."""
UNTIMED_KEYS: Final = frozenset({Key.RANK, Key.SUIT, Key.ENTER, Key.PICK})


class Fact(NamedTuple):
    """One fact; `after` is the place of the one before it."""

    place: Place
    after: Place
    body: Body


@dataclass(slots=True)
class _Happening:
    """An event of the present round, with the places of its facts and those that it will have."""

    wall: str | None
    told: list[Place] = field(default_factory=list)
    later: list[Body] = field(default_factory=list)
    rounds: list[type] = field(default_factory=list)
    """Its effects on the round: bets locked, voided, the next one opened."""


class Facts:
    """The facts of a journal's entries, fed in order.

    If they begin in the middle of a journal, it makes none before the second shoe whose beginning
    it has seen: so the same facts get the same places, wherever it began.
    """

    def __init__(self) -> None:
        self.released = 0
        """How many records may be given away as they are: where the present shoe began."""
        self.last = START
        """The place of the last fact."""
        self._shoes = Shoes[int]()
        self._since: list[_Happening] = []
        self._unseen: int | None = None
        """How many more shoes must begin before facts are made; None before the first entry."""

    def take(self, number: int, entry: Entry) -> list[Fact]:
        """Take the next record; return the facts that it adds."""
        if self._unseen is None:
            self._unseen = 2 if number else 0
        self._shoes.take(entry, number)
        found = list(self._facts(entry))
        told = [] if self._unseen else found
        self._turn()
        return told

    def _facts(self, entry: Entry) -> Iterator[Fact]:
        match entry:
            case Started(wall=wall, setting=setting):
                yield self._next(_started(setting) | {"wall": wall})
            case Happened(wall=wall, event=event):
                happening = _Happening(None if _is_untimed(event) else wall)
                self._since.append(happening)
                yield from self._told(happening, event)
            case Ruled(found, back) if back < len(self._since):
                yield from self._ruled(len(self._since) - 1 - back, found)
            case Checked():
                yield from self._checked(entry)
            case Attested():
                yield self._next({"Attested": msgspec.to_builtins(entry)})

    def _ruled(self, at: int, found: Sequence[Ruling]) -> Iterator[Fact]:
        for ruling in found:
            if isinstance(ruling, Undone):
                yield from self._undone(self._since[max(at - ruling.back, 0) : at])
            else:
                yield from self._told(self._since[at], ruling)

    def _told(self, happening: _Happening, what: Event | Ruling) -> Iterator[Fact]:
        wall = {"wall": happening.wall} if happening.wall else {}
        if (names := AT_ONCE.get(type(what))) is not None:
            fact = self._next(_listed(what, names) | wall)
            happening.told.append(fact.place)
            happening.rounds += [type(what)] if type(what) in OF_ROUND else []
            yield fact
        elif (names := ROUND_OVER.get(type(what))) is not None:
            happening.later.append(_listed(what, names) | wall)

    def _undone(self, taken_back: Sequence[_Happening]) -> Iterator[Fact]:
        places = [place for happening in taken_back for place in happening.told]
        for happening in taken_back:
            happening.told, happening.later, happening.rounds = [], [], []
        if places:
            yield self._next({"undone": places})

    def _checked(self, entry: Checked) -> Iterator[Fact]:
        opened = max(len(self._since) - entry.since, 0)
        over, self._since = self._since[:opened], self._since[opened:]
        yield from map(self._next, _settled(over))
        table = entry.table
        if not table.aside:
            meters = msgspec.to_builtins(table.meters)
            yield self._next({"round": table.round, "meters": meters})

    def _next(self, body: Body) -> Fact:
        after, number = self.last, self.last.number + 1
        self.last = Place(self.released, number if after.shoe == self.released else 0)
        return Fact(self.last, after, body)

    def _turn(self) -> None:
        """Turn to the next shoe, if one has begun."""
        began = self._shoes.began or 0
        if began > self.released:
            self.released = began
            self._unseen = max((self._unseen or 0) - 1, 0)


def _settled(over: Sequence[_Happening]) -> list[Body]:
    """Return the facts of rounds that are over; of a voided one, those from before its close."""
    told: list[Body] = []
    closed = 0
    for happening in over:
        if rulings.RoundVoided in happening.rounds:
            del told[closed:]
        if rulings.BetsLocked in happening.rounds:
            closed = len(told)
        told += happening.later
        if rulings.RoundOpened in happening.rounds:
            closed = len(told)
    return told


def _started(setting: Setting) -> Body:
    return {"started": {name: getattr(setting, name) for name in SETTING}}


def _listed(what: Event | Ruling, names: Sequence[str]) -> Body:
    plain = msgspec.to_builtins(what, enc_hook=to_plain)
    return {type(what).__name__: {name: plain[name] for name in names}}


def _is_untimed(event: Event) -> bool:
    if isinstance(event, KeyPressed):
        return event.key in UNTIMED_KEYS
    return isinstance(event, UNTIMED)
