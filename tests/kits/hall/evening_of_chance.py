"""A whole tournament by chance, on virtual time: who wins whose chips, table after table.

Seats and chips are kept apart from the room, by its rulings alone, and held against it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Protocol

from firmware.core.games.tournament import acts
from firmware.core.games.tournament import rulings as r
from firmware.core.games.tournament.acts import AnyHallAct
from firmware.core.games.tournament.room import Room, Stage
from firmware.core.games.tournament.terms import Terms, terms_of
from firmware.core.vocabulary.rulings import Refused, Ruling
from tests.kits.games.tournament_room.prize_money import Placing, by_place
from tests.kits.games.tournament_room.prize_money import prizes as prize_money
from tests.kits.games.tournament_room.prize_money import won as prize_won

SMALLEST: Final = 25
SHARES: Final = ([50, 30, 20], [50, 50], [40, 30, 20, 10], [34, 33, 33], [20] * 5, [5] * 20)


class Served(Protocol):
    """A room, in service or not."""

    @property
    def room(self) -> Room: ...
    def handle(self, act: AnyHallAct) -> Sequence[Ruling]:
        """Do an act."""
        ...

    def wait(self, seconds: int) -> Sequence[Ruling]:
        """Let time pass."""
        ...


class Bare:
    """A room without a journal."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def handle(self, act: AnyHallAct) -> Sequence[Ruling]:
        return self.room.handle(act)

    def wait(self, seconds: int) -> Sequence[Ruling]:
        return self.room.handle(acts.Wait(seconds))


def any_terms(chance: Random) -> Terms:
    """Return random terms: levels and breaks, with a rebuy or without, short or to the end."""
    entry, levels = chance.choice((5000, 4999, 1234)), []
    for number in range(1, chance.randint(4, 30)):
        blinds = [SMALLEST * number, 2 * SMALLEST * number]
        level: dict[str, Any] = {"seconds": chance.randint(60, 1800), "blinds": blinds}
        levels += [level, *[{"seconds": 600, "break": True}] * (chance.random() < 0.3)]
    options: dict[str, Any] = {"entry_cents": entry, "managers": 99, "levels": levels}
    options["levels"] += [{"seconds": 60, "blinds": [5000, 10_000]}]
    options["seats"] = chance.choice((10, 10, 9, 6))
    options["prizes"] = chance.choice(SHARES)
    options["prize_unit"] = chance.choice((1, 100, 500))
    options["prize_percent"] = chance.choice((30, 50, 85))
    options["ends"] = chance.choice(("20:15", "23:00", "01:45", "01:45"))
    options["chips"] = chance.choice((10_000, 9975))
    if chance.random() < 0.5:
        until = chance.choice((None, 1, 4))
        options["rebuy"] = {"cents": entry, "chips": 7525, "until_level": until}
    return terms_of("holdem-tournament", options, ())


@dataclass
class Sums:
    """What a tournament, or many, came to."""

    games: int = 0
    outs: int = 0
    moves: int = 0
    broken: int = 0
    rebuys: int = 0
    removed: int = 0
    """Chips out of play by colour-ups, added ones counted off."""
    by_hour: int = 0
    """Tournaments that ended by the hour."""
    cuts: int = 0
    cents: int = 0
    """Of prizes."""
    kept_back: int = 0
    """Cents that no place could take: each would have passed half of all (004 9)."""

    def add(self, other: "Sums") -> None:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass
class Evening:
    """A tournament from its first entry to its prizes; `play` asserts what must hold."""

    served: Served
    chance: Random
    players: int
    stacks: dict[str, int] = field(default_factory=dict)
    seats: dict[str, r.At] = field(default_factory=dict)
    places: Placing = field(default_factory=dict)
    again: set[str] = field(default_factory=set)
    """Who has bought chips once more."""
    sums: Sums = field(default_factory=Sums)

    @property
    def room(self) -> Room:
        return self.served.room

    def play(self) -> Sums:
        """Play to the end."""
        names = [f"P{number:03}" for number in range(1, self.players + 1)]
        for name in names:
            self.do(acts.Register(name, self.room.terms.entry_cents, 30))
            self.stacks[name] = self.room.terms.chips
        self.do(acts.Draw(tuple(self.chance.sample(names, len(names)))))
        self.do(acts.Start())
        while self.room.stage is Stage.PLAY:
            self.round()
        if self.room.stage is Stage.TIME_OVER:
            self.sums.by_hour += 1
            self.do(acts.ReportStacks({name: self.stacks[name] for name in self.room.left}))
        return self.sums

    def round(self) -> None:
        """Play a game at each table; hand for hand they are reported together."""
        self.hear(self.served.wait(self.chance.randint(60, 150)))
        if self.room.stage is not Stage.PLAY:
            return
        if self.room.clock.period.rest:
            self.colour_up()
            return
        lost: list[acts.Lost] = []
        for number in [*self.room.seating.tables]:
            if number not in self.room.seating.tables or self.room.stage is not Stage.PLAY:
                continue
            lost += self.game(number)
            if lost and not self.room.hand_for_hand:
                self.out(lost)
                lost = []
        if lost:
            self.out(lost)

    def game(self, number: int) -> list[acts.Lost]:
        """Play a game; return who lost his last chips and buys no more."""
        table = self.room.seating.tables[number]
        taken = sorted(table.players)
        if len(taken) < 2:
            return []
        after = [spot for spot in taken if spot > table.button]
        self.do(acts.ReportButton(number, (after or taken)[0]))
        before = dict(self.stacks)
        self.pot([player for player in table.players.values() if self.stacks[player]])
        self.sums.games += 1
        self.check_chips()
        gone = [player for player in table.players.values() if not self.stacks[player]]
        return [acts.Lost(player, before[player]) for player in gone if not self.rebuys(player)]

    def pot(self, players: list[str]) -> None:
        """One wins what he and some others put in, up to all that the smaller has."""
        winner, *others = self.chance.sample(players, min(len(players), self.chance.randint(2, 3)))
        for other in others:
            most = min(self.stacks[winner], self.stacks[other])
            least = min(most, 20 * self.room.clock.number * SMALLEST)
            lost = most if self.chance.random() < 0.4 else least
            self.stacks[other] -= lost
            self.stacks[winner] += lost

    def rebuys(self, player: str) -> bool:
        rebuy, level = self.room.terms.rebuy, self.room.clock.number
        if rebuy is None or player in self.again or level > (rebuy.until_level or level):
            return False
        if self.chance.random() < 0.3:
            return False
        self.do(acts.BuyAgain(player, rebuy.cents))
        self.again.add(player)
        self.sums.rebuys += 1
        self.stacks[player] += rebuy.chips
        return True

    def out(self, lost: list[acts.Lost]) -> None:
        self.do(acts.ReportOut(tuple(lost)))
        self.sums.outs += len(lost)
        for one in lost:
            assert self.stacks.pop(one.player) == 0
        self.check_seats()

    def colour_up(self) -> None:
        """Change the small chips for those of four times their value."""
        counts = {name: self.stacks[name] // SMALLEST % 4 for name in self.room.left}
        ruled = self.do(acts.ColourUp(SMALLEST, 4 * SMALLEST, counts))
        odd = [one for one in ruled if isinstance(one, r.Coloured) and one.odd]
        (race,) = [one for one in ruled if isinstance(one, r.Raced)]
        for one in odd:
            self.stacks[one.player] -= one.odd * SMALLEST
        for player in self.chance.sample(sorted(self.stacks), race.chips):
            self.stacks[player] += 4 * SMALLEST
        removed = SMALLEST * (sum(one.odd for one in odd) - 4 * race.chips)
        for player in self.room.left:  # nobody is out by a race: he keeps one chip
            if not self.stacks[player]:
                self.stacks[player] = 4 * SMALLEST
                removed -= 4 * SMALLEST
        self.sums.removed += removed

    # what is heard, and what must hold

    def do(self, act: AnyHallAct) -> Sequence[Ruling]:
        return self.hear(self.served.handle(act))

    def hear(self, ruled: Sequence[Ruling]) -> Sequence[Ruling]:
        for ruling in ruled:
            assert not isinstance(ruling, Refused), ruling
            self.follow(ruling)
        given = [one for one in ruled if isinstance(one, r.PrizeWon)]
        for one in ruled:
            if isinstance(one, r.ProceedsTold):
                self.check_prizes(given, one)
        return ruled

    def follow(self, ruling: Ruling) -> None:
        match ruling:
            case r.Seated(player, table, spot):
                assert player not in self.seats
                assert (table, spot) not in self.seats.values()
                self.seats[player] = (table, spot)
            case r.Moved(player, origin, to):
                assert self.seats[player] == origin
                assert to not in self.seats.values()
                self.seats[player] = to
                self.sums.moves += 1
            case r.TableBroken():
                self.sums.broken += 1
            case r.Placed(player, place):
                self.seats.pop(player)
                self.places[player] = place

    def check_chips(self) -> None:
        terms = self.room.terms
        again = len(self.again) * (terms.rebuy.chips if terms.rebuy else 0)
        sold = self.players * terms.chips + again - self.sums.removed
        assert sum(self.stacks.values()) == sold

    def check_seats(self) -> None:
        tables = self.room.seating.tables
        if self.room.stage is Stage.OVER:
            return
        sitting = dict(_sitting(self.room))
        assert sitting == self.seats
        assert sorted(sitting) == sorted(self.stacks) == sorted(self.room.left)
        sizes = [len(table.players) for table in tables.values()]
        assert max(sizes) - min(sizes) <= 1
        assert len(sizes) == -(-len(sitting) // self.room.terms.seats)

    def check_prizes(self, given: list[r.PrizeWon], told: r.ProceedsTold) -> None:
        terms = self.room.terms
        again = len(self.again) * (terms.rebuy.cents if terms.rebuy else 0)
        gross = self.players * terms.entry_cents + again
        shares = list(terms.prizes)
        each = prize_money(
            gross, terms.prize_percent, shares, terms.prize_unit, self.players, holdem=True
        )
        assert sorted(self.places) == sorted(self.room.paid)
        assert [*prize_won(self.in_order(), each)] == [(o.player, o.place, o.cents) for o in given]
        assert told.gross == gross
        assert sum(one.cents for one in given) == told.prizes == sum(each)
        whole = gross * terms.prize_percent // 100
        assert told.prizes <= whole
        assert told.net == gross - told.prizes
        self.sums.cents += told.prizes
        self.sums.kept_back += whole - told.prizes

    def in_order(self) -> Placing:
        """Return the places; who share one in the order in which they were reported."""
        return {name: self.places[name] for name in by_place(self.places)}


def _sitting(room: Room) -> Iterator[tuple[str, r.At]]:
    for number, table in room.seating.tables.items():
        for spot, player in table.players.items():
            yield player, (number, spot)
