"""A whole tournament by chance, on virtual time: who wins whose chips, table after table.

Seats and chips are counted apart from the room, by its rulings alone, and held against it. Now and
then a person errs: an entry that never was, a rebuy or an elimination under a wrong name. Two
people correct it some games later, and from then on all is as if nobody had erred.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware.core.tournament import acts, rulings
from firmware.core.tournament.act_log import new_act_log
from firmware.core.tournament.acts import AnyTournamentAct
from firmware.core.tournament.terms import MAXIMUM_PLAYERS, TournamentTerms
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.core.vocabulary.rulings import Ruling
from tests.kits.tournament.chance_terms import SMALLEST
from tests.kits.tournament.evening_sums import Sums
from tests.kits.tournament.witness import Witness

GHOST: Final = "Nobody"
PERSONS: Final = ("Marie", "Jean")


class Bare:
    """A room without a journal."""

    def __init__(self, terms: TournamentTerms) -> None:
        self.log = new_act_log(terms)

    @property
    def room(self) -> Tournament:
        return self.log.tournament

    def handle(self, act: AnyTournamentAct) -> Sequence[Ruling]:
        return self.log.handle_act(act, by_operator=True)

    def wait(self, seconds: int) -> Sequence[Ruling]:
        return self.log.handle_act(acts.PassTime(seconds), by_operator=False)


class Mistake(NamedTuple):
    """A wrong act by its number, the right one, and whose it is."""

    number: int
    right: acts.CorrectableAct | None
    names: frozenset[str]


@dataclass(kw_only=True)
class Evening(Witness):
    """A tournament from its first entry to its prizes; `play` asserts what must hold."""

    chance: Random
    errs: float = 0.0
    """How often a person errs."""
    mistakes: list[Mistake] = field(default_factory=list)

    def play(self) -> Sums:
        """Play to the end."""
        names = [f"P{number:03}" for number in range(1, self.players + 1)]
        for name in names:
            self.do(acts.Register(name, self.room.terms.entry_cents, 30))
            self.stacks[name] = self.room.terms.chips
        if self.errs and self.players < MAXIMUM_PLAYERS and self.chance.random() < 0.5:
            self.do(acts.Register(GHOST, self.room.terms.entry_cents, 30))
            self.err(None, GHOST)
            names.append(GHOST)
        self.do(acts.DrawSeats(tuple(self.chance.sample(names, len(names)))))
        self.do(acts.StartPlay())
        while self.room.stage is TournamentStage.PLAY:
            self.round()
        self.put_right()
        if self.room.stage is TournamentStage.TIME_OVER:
            self.sums.by_hour += 1
            self.do(acts.ReportStacks({name: self.stacks[name] for name in self.room.remaining}))
        return self.sums

    def round(self) -> None:
        """Play a game at each table; hand for hand they are reported together."""
        self.check_rulings(self.served.wait(self.chance.randint(60, 150)))
        if self.room.stage is not TournamentStage.PLAY:
            return
        if self.mistakes and self.chance.random() < 0.3:
            self.put_right(self.chance.choice(self.mistakes).names)
        if self.room.clock.current_period.rest:
            self.put_right()
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
        players = [player for player in table.players.values() if self.stacks.get(player)]
        if len(players) < 2:
            return []
        self.pot(players)
        self.sums.games += 1
        self.check_chips()
        gone = [player for player in players if not self.stacks[player]]
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
        self.put_right({player})
        buyer = self.other_name([player], self.again) or player
        self.do(acts.RebuyChips(buyer, rebuy.cents))
        if buyer != player:
            self.err(acts.RebuyChips(player, rebuy.cents), buyer, player)
        self.again.add(player)
        self.sums.rebuys += 1
        self.stacks[player] += rebuy.chips
        return True

    def out(self, lost: list[acts.EliminatedPlayer]) -> None:
        names = [one.player for one in lost]
        self.put_right(names if len(self.room.remaining) > 6 + len(lost) else None)
        right = acts.ReportEliminated(tuple(lost))
        if wrong := len(self.room.remaining) > 6 + len(lost) and self.other_name(names):
            self.do(acts.ReportEliminated((replace(lost[0], player=wrong), *lost[1:])))
            self.err(right, wrong, names[0])
        else:
            self.do(right)
        self.sums.outs += len(lost)
        for one in lost:
            assert self.stacks.pop(one.player) == 0
        self.check_seats()

    @property
    def concerned(self) -> set[str]:
        return {name for mistake in self.mistakes for name in mistake.names}

    def other_name(self, names: Sequence[str], but: Collection[str] = ()) -> str | None:
        """Return the name that a person keys in place of one of these; None if it is right."""
        if self.chance.random() >= self.errs:
            return None
        taken = {*names, *but, *self.concerned}
        others = [one for one in self.room.remaining if one not in taken and self.stacks[one]]
        return self.chance.choice(others) if others else None

    def err(self, right: acts.CorrectableAct | None, *names: str) -> None:
        """Note that the last act was wrong."""
        self.mistakes.append(Mistake(self.served.log.numbers_given, right, frozenset(names)))

    def put_right(self, names: Collection[str] | None = None) -> None:
        """Correct the mistakes that concern these names; all of them if none are given."""
        for mistake in [*self.mistakes]:
            if names is None or mistake.names & {*names}:
                self.mistakes.remove(mistake)
                self.do(acts.CorrectAct(mistake.number, PERSONS, "seen", mistake.right))
                self.sums.corrected += 1
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
