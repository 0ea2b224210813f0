"""The room of a tournament: acts go in, rulings come out. A refused act leaves no trace.

entries ──> draw ──> start ──> games: levels, outs, moves ──> places and prizes
                                    └──> the hour has come: stacks ──┘
"""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum, auto
from typing import Any, Final

import msgspec

from firmware.core.tournament import acts as a
from firmware.core.tournament import prizes
from firmware.core.tournament.clock import Clock
from firmware.core.tournament.colouring import exchanged
from firmware.core.tournament.rulings import HandForHand, PaidBack, ProceedsShort
from firmware.core.tournament.seating import Seating
from firmware.core.tournament.terms import LEAST_AGE, MOST_PLAYERS, Terms
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Announced, Refused, Ruling


class Stage(Enum):
    """What the room is at."""

    SALE = auto()
    PLAY = auto()
    TIME_OVER = auto()
    """Play has stopped: the stacks are counted."""
    OVER = auto()


class Room(msgspec.Struct):
    """One tournament, from the sale of entries to the prizes."""

    terms: Terms
    clock: Clock
    seating: Seating
    stage: Stage = Stage.SALE
    paid: dict[str, int] = {}
    """What each player has paid, entry and rebuy."""
    places: prizes.Places = {}
    hand_for_hand: bool = False

    @property
    def left(self) -> list[str]:
        """The players who are not out."""
        out = {player for players in self.places.values() for player in players}
        return [player for player in self.paid if player not in out]

    @property
    def drawn(self) -> bool:
        """Whether everybody who has paid has a seat."""
        return bool(self.paid) and self.seating.count == len(self.paid)

    @property
    def rebuys(self) -> int:
        """How many players have bought chips once more."""
        return sum(cents > self.terms.entry_cents for cents in self.paid.values())

    @property
    def chips(self) -> int:
        """The chips of all entries and rebuys."""
        again = self.terms.rebuy
        return len(self.paid) * self.terms.chips + (self.rebuys * again.chips if again else 0)

    @property
    def cancelled(self) -> bool:
        """Whether it is over with nobody in the first place."""
        return self.stage is Stage.OVER and 1 not in self.places

    def handle(self, act: a.Act) -> tuple[Ruling, ...]:
        """Do what is done, and return what follows from it, in order."""
        try:
            return tuple(HANDLERS[type(act)](self, act))
        except Forbidden as forbidden:
            return (Refused(forbidden.why),)


def room_of(terms: Terms) -> Room:
    """Return a room in which nobody has paid yet."""
    return Room(terms, Clock(terms.levels, terms.lasts_s), Seating(terms.seats))


def waiting_for(room: Room) -> str | None:
    """Return what a tournament that has begun waits for."""
    return {Stage.PLAY: "out", Stage.TIME_OVER: "stacks"}.get(room.stage)


def _demand(*, that: bool, why: str, **values: str | int | Text) -> None:
    if not that:
        raise Forbidden(f"hall.{why}", **values)


def _register(room: Room, act: a.Register) -> Iterator[Ruling]:
    terms = room.terms
    _demand(that=room.stage is Stage.SALE, why="sale_over")
    _demand(that=act.cents == terms.entry_cents, why="entry", entry_cents=terms.entry_cents)
    _demand(that=act.player not in room.paid, why="twice", who=act.player)
    _demand(that=act.player not in terms.staff, why="staff", who=act.player)
    if terms.holdem:
        _demand(that=act.age is not None and act.age >= LEAST_AGE, why="age", least=LEAST_AGE)
        _demand(that=len(room.paid) < MOST_PLAYERS, why="full", most=MOST_PLAYERS)
    room.paid[act.player] = act.cents
    return iter(())


def _draw(room: Room, act: a.Draw) -> Iterator[Ruling]:
    _demand(that=room.stage is Stage.SALE, why="sale_over")
    _demand(that=not room.drawn, why="drawn_already")
    _demand(that=bool(room.paid), why="nobody")
    _demand(that=sorted(act.players) == sorted(room.paid), why="all_once")
    return room.seating.seat_all(act.players)


def _start(room: Room, _act: a.Start) -> Iterator[Ruling]:
    terms, tables = room.terms, len(room.seating.tables)
    _demand(that=room.stage is Stage.SALE, why="sale_over")
    _demand(that=room.drawn, why="draw_first")
    _demand(that=len(room.paid) > 1, why="two_players")
    needed = terms.managers_for(tables)
    _demand(that=terms.managers >= needed, why="managers", tables=tables, count=needed)
    room.stage = Stage.PLAY
    yield room.clock.began()
    yield from _hand_for_hand(room)


def _pause(room: Room, _act: a.Pause) -> Iterator[Ruling]:
    _demand(that=room.stage is Stage.PLAY and room.clock.runs, why="clock_stands")
    room.clock.runs = False
    return iter(())


def _resume(room: Room, _act: a.Resume) -> Iterator[Ruling]:
    _demand_play(room)
    _demand(that=not room.clock.runs, why="clock_runs")
    room.clock.runs = True
    return iter(())


def _wait(room: Room, act: a.Wait) -> Iterator[Ruling]:
    _demand(that=act.seconds > 0, why="seconds")
    if room.stage is not Stage.PLAY:
        return
    yield from room.clock.pass_time(act.seconds)
    if room.clock.is_over:
        room.stage = Stage.TIME_OVER
        yield Announced(Text("announce.time"))


def _buy_again(room: Room, act: a.BuyAgain) -> Iterator[Ruling]:
    _demand_play(room)
    _demand_left(room, act.player)
    again = room.terms.rebuy
    if again is None:
        raise Forbidden("hall.no_rebuy")
    _demand(that=act.cents == again.cents, why="rebuy", rebuy_cents=again.cents)
    paid = room.paid[act.player]
    _demand(that=paid == room.terms.entry_cents, why="rebuy_once", who=act.player)
    until = again.until_level
    _demand(that=until is None or room.clock.number <= until, why="rebuy_late", level=until or 0)
    room.paid[act.player] = paid + act.cents
    return iter(())


def _button(room: Room, act: a.ReportButton) -> Iterator[Ruling]:
    _demand_play(room)
    _demand(that=act.table in room.seating.tables, why="no_table", table=act.table)
    _demand(that=0 < act.spot <= room.terms.seats, why="no_spot", spot=act.spot)
    room.seating.tables[act.table].button = act.spot
    return iter(())


def _out(room: Room, act: a.ReportOut) -> Iterator[Ruling]:
    _demand_play(room)
    left, names = room.left, [lost.player for lost in act.lost]
    for player in names:
        _demand_left(room, player)
        _demand(that=names.count(player) == 1, why="out_twice", who=player)
    _demand(that=bool(names) and all(lost.stack > 0 for lost in act.lost), why="had_chips")
    _demand(that=len(names) < len(left), why="somebody_wins")
    stacks = [(lost.player, lost.stack) for lost in act.lost]
    found = prizes.placed(stacks, best=len(left) - len(names) + 1)
    room.places |= found
    for player in names:
        room.seating.remove(player)
    yield from prizes.told(found)
    if len(room.left) > 1:
        yield from room.seating.put_right()
    yield from _hand_for_hand(room)
    if len(room.left) == 1:
        yield from _last(room, {1: room.left})


def _stacks(room: Room, act: a.ReportStacks) -> Iterator[Ruling]:
    _demand(that=room.stage is Stage.TIME_OVER, why="not_yet")
    _demand(that=sorted(act.stacks) == sorted(room.left), why="stacks_of_all")
    _demand(that=min(act.stacks.values()) >= 0, why="stack")
    return _last(room, prizes.placed(list(act.stacks.items()), best=1))


def _colour_up(room: Room, act: a.ColourUp) -> Iterator[Ruling]:
    _demand(that=room.stage is Stage.PLAY and room.clock.period.rest, why="in_a_break")
    _demand(that=0 < act.of < act.to and act.to % act.of == 0, why="chip_values")
    for player, count in act.counts.items():
        _demand_left(room, player)
        _demand(that=count >= 0, why="stack")
    return exchanged(act)


def _void(room: Room, _act: a.Void) -> Iterator[Ruling]:
    _demand(that=room.stage is not Stage.OVER, why="over")
    room.stage = Stage.OVER
    for player, cents in room.paid.items():
        yield PaidBack(player, cents)


def _demand_play(room: Room) -> None:
    _demand(that=room.stage is Stage.PLAY, why="no_play")


def _demand_left(room: Room, player: str) -> None:
    _demand(that=player in room.left, why="not_in", who=player)


def _hand_for_hand(room: Room) -> Iterator[Ruling]:
    """One player more than there are prizes, at several tables, until one less is left."""
    prizes_given, left = len(room.terms.prizes), len(room.left)
    begins = left == prizes_given + 1 and len(room.seating.tables) > 1
    is_on = begins or (room.hand_for_hand and left > prizes_given)
    if is_on is not room.hand_for_hand:
        room.hand_for_hand = is_on
        yield HandForHand(is_on)


def _last(room: Room, found: prizes.Places) -> Iterator[Ruling]:
    """Place the last players, give the prizes, and tell the account."""
    room.places |= found
    room.stage = Stage.OVER
    yield from prizes.told(found)
    terms = room.terms
    told = prizes.proceeds(terms, room.paid)
    yield from prizes.won_in(terms, room.paid, room.places)
    yield told
    if prizes.falls_short(terms, told):
        yield ProceedsShort()


HANDLERS: Final[Mapping[type[a.Act], Callable[[Room, Any], Iterator[Ruling]]]] = {
    a.Register: _register,
    a.Draw: _draw,
    a.Start: _start,
    a.Pause: _pause,
    a.Resume: _resume,
    a.Wait: _wait,
    a.BuyAgain: _buy_again,
    a.ReportButton: _button,
    a.ReportOut: _out,
    a.ReportStacks: _stacks,
    a.ColourUp: _colour_up,
    a.Void: _void,
}
