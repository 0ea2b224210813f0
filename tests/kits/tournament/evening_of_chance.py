"""A whole tournament by chance, on virtual time: who wins whose chips, table after table.

Seats and chips are kept apart from the room, by its rulings alone, and held against it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from firmware.core.tournament import acts, rulings
from firmware.core.tournament.acts import AnyTournamentAct
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.core.vocabulary.rulings import Ruling
from tests.kits.tournament.chance_terms import SMALLEST
from tests.kits.tournament.evening_sums import Sums
from tests.kits.tournament.witness import Witness


class Bare:
    """A room without a journal."""

    def __init__(self, room: Tournament) -> None:
        self.room = room

    def handle(self, act: AnyTournamentAct) -> Sequence[Ruling]:
        return self.room.handle_act(act)

    def wait(self, seconds: int) -> Sequence[Ruling]:
        return self.room.handle_act(acts.PassTime(seconds))


@dataclass(kw_only=True)
class Evening(Witness):
    """A tournament from its first entry to its prizes; `play` asserts what must hold."""

    chance: Random

    def play(self) -> Sums:
        """Play to the end."""
        names = [f"P{number:03}" for number in range(1, self.players + 1)]
        for name in names:
            self.do(acts.Register(name, self.room.terms.entry_cents, 30))
            self.stacks[name] = self.room.terms.chips
        self.do(acts.DrawSeats(tuple(self.chance.sample(names, len(names)))))
        self.do(acts.StartPlay())
        while self.room.stage is TournamentStage.PLAY:
            self.round()
        if self.room.stage is TournamentStage.TIME_OVER:
            self.sums.by_hour += 1
            self.do(acts.ReportStacks({name: self.stacks[name] for name in self.room.remaining}))
        return self.sums

    def round(self) -> None:
        """Play a game at each table; hand for hand they are reported together."""
        self.hear(self.served.wait(self.chance.randint(60, 150)))
        if self.room.stage is not TournamentStage.PLAY:
            return
        if self.room.clock.current_period.rest:
            self.colour_up()
            return
        lost: list[acts.EliminatedPlayer] = []
        for number in [*self.room.seating.tables]:
            if (
                number not in self.room.seating.tables
                or self.room.stage is not TournamentStage.PLAY
            ):
                continue
            lost += self.game(number)
            if lost and not self.room.hand_for_hand:
                self.out(lost)
                lost = []
        if lost:
            self.out(lost)

    def game(self, number: int) -> list[acts.EliminatedPlayer]:
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
        return [
            acts.EliminatedPlayer(player, before[player])
            for player in gone
            if not self.rebuys(player)
        ]

    def pot(self, players: list[str]) -> None:
        """One wins what he and some others put in, up to all that the smaller has."""
        winner, *others = self.chance.sample(players, min(len(players), self.chance.randint(2, 3)))
        for other in others:
            most = min(self.stacks[winner], self.stacks[other])
            least = min(most, 20 * self.room.clock.level_number * SMALLEST)
            lost = most if self.chance.random() < 0.4 else least
            self.stacks[other] -= lost
            self.stacks[winner] += lost

    def rebuys(self, player: str) -> bool:
        rebuy, level = self.room.terms.rebuy, self.room.clock.level_number
        if rebuy is None or player in self.again or level > (rebuy.until_level or level):
            return False
        if self.chance.random() < 0.3:
            return False
        self.do(acts.RebuyChips(player, rebuy.cents))
        self.again.add(player)
        self.sums.rebuys += 1
        self.stacks[player] += rebuy.chips
        return True

    def out(self, lost: list[acts.EliminatedPlayer]) -> None:
        self.do(acts.ReportEliminated(tuple(lost)))
        self.sums.outs += len(lost)
        for one in lost:
            assert self.stacks.pop(one.player) == 0
        self.check_seats()

    def colour_up(self) -> None:
        """Change the small chips for those of four times their value."""
        counts = {name: self.stacks[name] // SMALLEST % 4 for name in self.room.remaining}
        ruled = self.do(acts.ColourUp(SMALLEST, 4 * SMALLEST, counts))
        odd = [one for one in ruled if isinstance(one, rulings.ChipsExchanged) and one.odd]
        (race,) = [one for one in ruled if isinstance(one, rulings.OddChipsRaced)]
        for one in odd:
            self.stacks[one.player] -= one.odd * SMALLEST
        for player in self.chance.sample(sorted(self.stacks), race.chips):
            self.stacks[player] += 4 * SMALLEST
        removed = SMALLEST * (sum(one.odd for one in odd) - 4 * race.chips)
        for player in self.room.remaining:  # nobody is out by a race: he keeps one chip
            if not self.stacks[player]:
                self.stacks[player] = 4 * SMALLEST
                removed -= 4 * SMALLEST
        self.sums.removed += removed
