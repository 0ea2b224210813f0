"""For any events at a table of any game: every stake and every card is accounted for."""

from collections import Counter
from random import Random

import pytest

from firmware.core.table.table import Table
from firmware.core.table.voiding import voidable
from firmware.core.vocabulary.events import (
    CardRead,
    KeyPressed,
    KeySwitchTurned,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import (
    BetSettled,
    BetsLocked,
    Decided,
    RoundOpened,
    RoundVoided,
    Ruling,
)
from firmware.shell.rules.pack_files import program_games
from tests.kits.core.table_kit import PHASES
from tests.kits.games.any_round import Step
from tests.kits.games.evenings_of_games import (
    SEEDS,
    again,
    evenings,
    every_game,
    every_game_of_cards,
    moments,
    since_opening,
)

CHARGED_LOST = ("95.17", None)
"""Where a commission was taken with the bet: lost, or taken away again."""


class Cage:
    """Keeps account of one table's bets from its rulings alone, none of which was undone."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._counted = table.state.rules.amounts.are_known
        self.locked: Counter[Stack] = Counter()
        self.lines: list[BetSettled] = []
        self.open = True
        self.settled = 0

    def take(self, step: Step) -> None:
        """Have the same happen at a table that is asked what stands over, and where from."""
        game = self._table.state.game
        self._moves = dict(game.bet_moves)
        self._table.handle(step.event, step.now)
        for ruling in step.rulings:
            self._count(ruling)

    def _count(self, ruling: Ruling) -> None:
        match ruling:
            case BetsLocked(bets=bets):
                self.locked = Counter({(bet.place, bet.bettor): bet.cents for bet in bets})
                self.lines, self.open = [], False
            case Decided(laid=laid, spot=spot, bettor=bettor):
                self.locked.update({((spot, on), bettor): cents for on, cents in laid.items()})
            case RoundVoided():
                self.lines = []
            case BetSettled() if (
                not self.open and (ruling.bet.place, ruling.bet.bettor) in self.locked
            ):
                self._line(ruling)
            case RoundOpened():
                self._close()
                self.open = True

    def _line(self, line: BetSettled) -> None:
        self.lines.append(line)
        if self._counted:
            assert 0 <= line.returned <= line.bet.cents
            assert line.paid >= 0 <= line.commission
            assert line.bonus == (line.bet.cents == 0)
        assert line.outcome == "win" or not line.paid
        assert line.outcome == "win" or not line.commission or line.article in CHARGED_LOST
        assert line.outcome != "push" or line.returned == line.bet.cents

    def _close(self) -> None:
        if not self.open:
            self.settled += 1
            stakes: Counter[Stack] = Counter()
            for line in self.lines:
                stakes[line.bet.place, line.bet.bettor] += line.bet.cents
            if not self._table.state.game.PAID_ON_CLAIM:
                self._count_carried(stakes)
            assert stakes.keys() == self.locked.keys()
            assert not self._counted or stakes == self.locked

    def _count_carried(self, stakes: Counter[Stack]) -> None:
        """Count what stands over from here as if it were settled, where it was locked."""
        came_from = {to: origin for origin, to in self._moves.items()}
        for stack, cents in self._table.state.game.carried.items():
            stakes[came_from.get(stack, stack)] += cents


@pytest.mark.clause("ANZ 1.31.20")
@every_game
def test_locked_bet_is_settled_once_or_voided(game: str) -> None:
    rounds = 0
    for played in evenings(game):
        cage = Cage(played.new())
        for step in played.stood:
            cage.take(step)
        rounds += cage.settled
    assert rounds >= len(SEEDS)


@pytest.mark.clause("25 CFR 547.10(a)(3)(iii)")
@every_game
def test_void_returns_every_stake(game: str) -> None:
    voided = 0
    for seed, played in enumerate(evenings(game)):
        for at in moments(Random(seed), played.stood, 8):
            table = again(played, since_opening(played, at))
            laid = list(map(table.state.rules.amounts.mask_bet, voidable(table.state)))
            if laid:
                lines = [r for r in void(table) if isinstance(r, BetSettled)]
                assert Counter(line.bet for line in lines) == Counter(laid)
                assert all(line.returned == line.bet.cents and not line.paid for line in lines)
                assert table.state.phase in (Phase.OPEN, Phase.SHOE_CHANGE)
                voided += 1
    assert voided >= len(SEEDS)


def void(table: Table) -> tuple[Ruling, ...]:
    table.handle(KeySwitchTurned(on=True), 10**6)
    return table.handle(KeyPressed(Key.VOID_ROUND), 10**6)


@every_game_of_cards
def test_every_card_is_accounted_for(game: str) -> None:
    for played in evenings(game):
        table = played.new()
        for step in played.stood:
            before, filled = table.state.shoe.cards_left, opens(step)
            table.handle(step.event, step.now)
            shoe, dealt = table.state.shoe, Counter(c for cards in held(table) for c in cards)
            assert shoe.cards_left + sum(shoe.memory.gone.values()) == shoe.card_count
            assert dealt <= Counter(shoe.memory.gone)
            if filled or step.event == KeyPressed(Key.CARDS_SHUFFLED):
                assert shoe.cards_left in (before, shoe.card_count)
            elif step.event == KeyPressed(Key.ENTER_CARD):
                assert before - 1 <= shoe.cards_left <= before
            elif isinstance(step.event, CardRead) and step.event.tag is None:
                assert shoe.cards_left in (
                    before - 1,
                    *([shoe.card_count] if table.state.game.REDEALS_IMPOSSIBLE else []),
                )
            elif not isinstance(step.event, CardRead):
                assert shoe.cards_left == before


def opens(step: Step) -> bool:
    return any(isinstance(ruling, RoundOpened) for ruling in step.rulings)


def held(table: Table) -> list[list[str]]:
    hands = getattr(table.state.game, "hands", None) or table.state.game.cards
    return [[card.name for card in hand] for hand in hands.values()]


def test_evenings_reach_all_phases_and_void_and_undo() -> None:
    seen: Counter[object] = Counter()
    for game in program_games():
        for played in evenings(game):
            for step in played.steps:
                seen.update(type(ruling).__name__ for ruling in step.rulings)
                seen.update(step.refused)
                seen[step.phase] += 1
    assert set(PHASES) <= set(seen)
    rulings = {"BetsLocked", "BetSettled", "LateBet", "LateResolved", "RoundVoided", "Undone"}
    assert {*rulings, "Decided"} <= set(seen)
