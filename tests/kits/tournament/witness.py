"""What is known of a tournament by its rulings and its chips alone, and what must hold of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from firmware.core.tournament import rulings
from firmware.core.tournament.act_log import ActLog
from firmware.core.tournament.acts import AnyTournamentAct
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.core.vocabulary.rulings import Refused, Ruling
from tests.kits.games.tournament_room.prize_money import Placing, by_place
from tests.kits.games.tournament_room.prize_money import prizes as prize_money
from tests.kits.games.tournament_room.prize_money import won as prize_won
from tests.kits.tournament.evening_sums import Sums


class Served(Protocol):
    """A room, in service or not."""

    @property
    def room(self) -> Tournament: ...
    @property
    def log(self) -> ActLog: ...
    def handle(self, act: AnyTournamentAct) -> Sequence[Ruling]:
        """Do an act."""
        ...

    def wait(self, seconds: int) -> Sequence[Ruling]:
        """Let time pass."""
        ...


@dataclass(kw_only=True)
class Witness:
    """Keeps seats, chips and places apart from the room, and holds them against it."""

    served: Served
    players: int
    stacks: dict[str, int] = field(default_factory=dict)
    seats: dict[str, rulings.TableSpot] = field(default_factory=dict)
    places: Placing = field(default_factory=dict)
    again: set[str] = field(default_factory=set)
    """Who has bought chips once more."""
    sums: Sums = field(default_factory=Sums)

    @property
    def room(self) -> Tournament:
        return self.served.room

    @property
    def concerned(self) -> set[str]:
        """Those whose acts are wrong until they are corrected."""
        return set()

    def do(self, act: AnyTournamentAct) -> Sequence[Ruling]:
        return self.check_rulings(self.served.handle(act))

    def check_rulings(self, ruled: Sequence[Ruling]) -> Sequence[Ruling]:
        for ruling in ruled:
            assert not isinstance(ruling, Refused), ruling
            self.follow(ruling)
        given = [one for one in ruled if isinstance(one, rulings.PrizeWon)]
        for one in ruled:
            if isinstance(one, rulings.ProceedsReported):
                self.check_prizes(given, one)
        return ruled

    def follow(self, ruling: Ruling) -> None:
        match ruling:
            case rulings.SeatDrawn(player, table, spot):
                assert player not in self.seats
                assert (table, spot) not in self.seats.values()
                self.seats[player] = (table, spot)
                self.places.pop(player, None)
            case rulings.PlayerMoved(player, origin, to):
                if self.places.pop(player, None) is None:  # else he is back
                    assert self.seats[player] == origin
                assert to not in self.seats.values()
                self.seats[player] = to
                self.sums.moves += 1
            case rulings.TableBroken():
                self.sums.broken += 1
            case rulings.PlayerPlaced(player, place):
                assert (player in self.seats) is (player not in self.places)
                self.seats.pop(player, None)
                self.places[player] = place
            case rulings.ChipsCorrected(player) if player not in self.room.payments:
                self.seats.pop(player)

    def check_chips(self) -> None:
        terms = self.room.terms
        again = len(self.again) * (terms.rebuy.chips if terms.rebuy else 0)
        sold = self.players * terms.chips + again - self.sums.removed
        assert sum(self.stacks.values()) == sold

    def check_seats(self) -> None:
        tables = self.room.seating.tables
        if self.room.stage is TournamentStage.OVER:
            return
        sitting = dict(_sitting(self.room))
        assert sitting == self.seats
        assert sorted(sitting) == sorted(self.room.remaining)
        assert sitting.keys() ^ self.stacks.keys() <= self.concerned
        if self.room.stage is TournamentStage.TIME_OVER:
            return  # nobody moves any more: chips are counted
        sizes = [len(table.players) for table in tables.values()]
        assert max(sizes) - min(sizes) <= 1
        assert len(sizes) == -(-len(sitting) // self.room.terms.seats)

    def check_prizes(
        self, given: list[rulings.PrizeWon], account: rulings.ProceedsReported
    ) -> None:
        terms = self.room.terms
        again = len(self.again) * (terms.rebuy.cents if terms.rebuy else 0)
        gross = self.players * terms.entry_cents + again
        shares = list(terms.prizes)
        each = prize_money(
            gross, terms.prize_percent, shares, terms.prize_unit, self.players, holdem=True
        )
        assert sorted(self.places) == sorted(self.room.payments)
        assert [*prize_won(self.in_order(), each)] == [(o.player, o.place, o.cents) for o in given]
        assert account.gross == gross
        assert sum(one.cents for one in given) == account.prizes == sum(each)
        assert account.prizes == gross * terms.prize_percent // 100
        assert account.net == gross - account.prizes
        self.sums.cents += account.prizes

    def in_order(self) -> Placing:
        """Return the places; who share one in the order in which they were reported."""
        return {name: self.places[name] for name in by_place(self.places)}


def _sitting(room: Tournament) -> Iterator[tuple[str, rulings.TableSpot]]:
    for number, table in room.seating.tables.items():
        for spot, player in table.players.items():
            yield player, (number, spot)
