"""The meters of every game: counted at the table, from its rulings, and by a third sum."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from firmware.core.game.options import OptionRefused
from firmware.core.table.amounts import Amounts
from firmware.core.table.checkpoint import INITIAL_CHECKPOINT
from firmware.core.table.meters import Meters, is_balanced
from firmware.core.vocabulary.events import CutCardSeen, FaultRaised, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.meters import BetMeters
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import FaultShown, RoundVoided, Ruling, Undone
from tests.kits.examples import examples
from tests.kits.games.any_round import Evening
from tests.kits.games.bare_table import BareTable
from tests.kits.games.golden_rounds import golden_rounds
from tests.kits.games.journaled import (
    Cashier,
    Journaled,
    check_recount,
    journaled,
    journaled_seat,
    sums,
)
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack

SEEDS = range(4, 10)
SHOWN = ("rounds", "overrides", "voids")
"""What the evenings of every game must have."""
TRIALS = examples(4, 1000)
"""How often each key is undone at a game."""
NOISE = (0.3, 0.05, 0.3, 0.0)
every_game = each("game", games_in_pack())

Golden = dict[str, Any]


class Played(BareTable):
    """A script at a table that keeps its entries."""

    def _cut(self, _: bool) -> None:
        self._tell(CutCardSeen())


def plain(golden: Golden) -> bool:
    """Say whether all that is expected of a golden round is what its bets come to."""
    kinds = {name for step in golden["script"]["steps"] for name in step}
    pressed = {step.get("press") for step in golden["script"]["steps"]}
    refused = golden.get("refused") or golden.get("alarm")
    return not (refused or kinds & {"take", "resolve", "enter"} or pressed & {"void", "undo"})


def played(golden: Golden) -> Journaled | None:
    """Return the table at which a golden round was played to its end; None if it has none."""
    try:
        table = journaled_seat(golden["script"])
    except OptionRefused:
        return None
    evening = Played(golden["script"], table).play(golden["script"]["steps"])
    if table.state.running_phase is Phase.ROUND:
        evening._tell(KeyPressed(Key.CONFIRM))
    return table if table.state.running_phase in (Phase.OPEN, Phase.SHOE_CHANGE) else None


def expected(golden: Golden) -> Counter[str]:
    """Return what the golden round says of all its bets together."""
    found: Counter[str] = Counter()
    for spot, on, outcome, returned, paid, commission, odds, article in golden["expect"]:
        del spot, on, outcome, odds, article
        found.update(returned=returned, paid=paid, commission=commission)
    return found


def telling(game: str) -> list[Golden]:
    """Return the plain golden rounds, here one for each way in which all their bets may fare."""
    rounds = list(filter(plain, golden_rounds(game)))
    fared = {
        str(sorted(str([*row[1:3], *row[6:]]) for row in one["expect"])): one for one in rounds
    }
    return examples(list(fared.values()), rounds)


@pytest.mark.clause("25 CFR 547.9(b)(4)")
@every_game
def test_golden_round_moves_meters_by_its_bets(game: str) -> None:
    rounds = 0
    for golden in telling(game):
        table = played(golden)
        if table is not None and table.state.meters.rounds:
            total = sums(table.state.meters)
            total.pop("handle", None)
            assert total == expected(golden), golden["script"]
            assert is_balanced(table.state.meters)
            check_recount(table.entries)
            rounds += 1
    assert rounds > examples(10, 20)


def locked_by_its_accounts(rulings: Iterable[Ruling]) -> bool:
    codes = {ruling.code for ruling in rulings if isinstance(ruling, FaultShown)}
    return bool(codes & {"accounts_wrong", "implausible"})


@cache
def evening(game: str, seed: int) -> Evening:
    return Evening(game, seed, NOISE[seed % len(NOISE)], 240, Amounts.READ)


@cache
def seeds(game: str) -> Sequence[int]:
    """Return the evenings of a game, here no more than it takes until all of it was shown."""
    shown = Counter[str]()
    for most, seed in enumerate(SEEDS, start=1):
        meters = evening(game, seed).croupier.table.state.meters
        shown.update({name: getattr(meters, name) for name in SHOWN})
        if all(shown[name] for name in SHOWN):
            return examples(SEEDS[:most], SEEDS)
    return SEEDS


@pytest.mark.clause("Practice second count")
@every_game
def test_meters_match_rulings_at_every_opening(game: str) -> None:
    held, seen = 0, Counter[str]()
    for seed in seeds(game):
        table = journaled(evening(game, seed).new())
        for step in evening(game, seed).steps:
            rulings = table.handle(step.event, step.now)
            assert is_balanced(table.state.meters)
            assert isinstance(step.event, FaultRaised) or not locked_by_its_accounts(rulings)
        held += check_recount(table.entries)
        meters = table.state.meters
        seen.update(
            rounds=meters.rounds,
            overrides=meters.overrides,
            voids=meters.voids,
            late=meters.late_bets,
        )
    assert held > len(seeds(game))
    assert all(seen[name] for name in SHOWN)


class Moment(msgspec.Struct):
    """An event that no undo has taken back, and the meters before and after it."""

    before: Meters
    rulings: tuple[Ruling, ...]
    after: Meters
    settled: bool
    """Whether all that was won or lost is on the meters."""


@cache
def moments(game: str, seed: int) -> list[Moment]:
    table, found = journaled(evening(game, seed).new()), []
    for step in evening(game, seed).stood:
        state, before = table.state, table.state.meters
        rulings = table.handle(step.event, step.now)
        ended = state.meters.rounds > before.rounds and state.running_phase is Phase.OPEN
        found.append(Moment(before, rulings, state.meters, state.effects.opened or ended))
    return found


@every_game
def test_meters_sum_final_settlements(game: str) -> None:
    for seed in seeds(game):
        cashier = Cashier()
        for moment in moments(game, seed):
            cashier.count_rulings(moment.rulings)
            if moment.settled:
                assert sums(moment.after) == cashier.sums
                if moment.after.banked == BetMeters():
                    every = moment.after.bets.values()
                    assert sum(bet.bets for bet in every) == cashier.bets
                    assert sum(bet.squares for bet in every) == cashier.squares


@every_game
def test_undo_takes_meters_back(game: str) -> None:
    undone = Counter[object]()
    for seed in seeds(game):
        table = journaled(evening(game, seed).new())
        for step in evening(game, seed).stood:
            before = table.state.meters
            rulings = table.handle(step.event, step.now)
            what = step.event.key if isinstance(step.event, KeyPressed) else type(step.event)
            if step.undoable and undone[what] < TRIALS:
                (said,) = table.handle(KeyPressed(Key.UNDO), step.now)
                assert isinstance(said, Undone)
                assert said.back == 1
                assert table.state.meters == before
                assert table.handle(step.event, step.now) == rulings
                undone[what] += 1
        check_recount(table.entries)
    assert undone.total() > len(seeds(game))


@every_game
def test_void_moves_no_handle_or_payment(game: str) -> None:
    voided = 0
    for moment in (moment for seed in seeds(game) for moment in moments(game, seed)):
        if any(isinstance(ruling, RoundVoided) for ruling in moment.rulings):
            before, after, voided = moment.before, moment.after, voided + 1
            assert after.voids == before.voids + 1
            assert after.rounds == before.rounds
            for name in ("handle", "returned", "paid"):
                assert sums(after)[name] == sums(before)[name]
    assert voided


@every_game
def test_unseen_amounts_only_count(game: str) -> None:
    rounds = 0
    for seed in range(1, 1 + examples(1, 3)):
        played_ = Evening(game, seed, 0.02, 240, Amounts.UNSEEN)
        table = journaled(played_.new())
        for step in played_.steps:
            rulings = table.handle(step.event, step.now)
            assert isinstance(step.event, FaultRaised) or not locked_by_its_accounts(rulings)
        assert table.state.meters.bets == {}
        check_recount(table.entries)
        rounds += table.state.meters.rounds
    assert rounds


def test_new_table_is_at_zero() -> None:
    assert INITIAL_CHECKPOINT.meters.bets == {}
