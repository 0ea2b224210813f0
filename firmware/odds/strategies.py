"""Strategies: the best decision at each point, and the return of a constant one."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil
from typing import Final, TypeVar

from firmware.core.game.game import Game
from firmware.core.game.options import JACKPOT_LINK
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL_STAKE, Cents
from firmware.core.vocabulary.places import Place
from firmware.odds.figure import AdviceRow, Chances, Figure, mean_profit, mix_chances
from firmware.odds.walk import Branch, Branches, Knowledge, RoundSetup, Walk

AnyHouseGame = TypeVar("AnyHouseGame", bound=Game)

LARGE_JACKPOT: Final = 10**9
"""A jackpot, in cents, of which every percentage is whole: two amounts give the linear slope."""

CommissionShare = Fraction
"""The commission on a winning bet, in units of its stake."""

NO_COMMISSION: Final = Fraction(0)

STAKES: Final = (
    *(*range(1, 10), *range(10, 100, 5), 100, 150, 200, 250, 300, 400, 500, 750, 1000),
    *(1500, 2000, 2500, 5000, 10_000),
)
"""The stakes shown for a bet whose return depends on them, in units of the currency."""


def constant_play_branches(round_setup: RoundSetup, *keys: Key) -> dict[Key, Branches]:
    """Return the branches of each constant play."""
    return {decision_key: Walk(round_setup, decision_key).branches() for decision_key in keys}


def best_play(
    branches: Mapping[Key, Branches],
    group_index: int = 0,
    commission_share: CommissionShare = NO_COMMISSION,
) -> tuple[Chances, dict[Knowledge, Key]]:
    """Return the chances if each decision is the best one, and those decisions."""
    first_branches = next(iter(branches.values()))
    weighted_chances, best_keys = [], {}
    for knowledge, branch in first_branches.items():
        chances_by_key = {
            decision_key: profit_chances(branches_of_play[knowledge], group_index, commission_share)
            for decision_key, branches_of_play in branches.items()
        }
        best_keys[knowledge] = decision_key = max(
            chances_by_key, key=lambda candidate: mean_profit(chances_by_key[candidate])
        )
        weighted_chances.append((branch.share, chances_by_key[decision_key]))
    return mix_chances(weighted_chances), {
        knowledge: decision_key for knowledge, decision_key in best_keys.items() if knowledge
    }


def constant_play(
    branches: Branches, group_index: int = 0, commission_share: CommissionShare = NO_COMMISSION
) -> Chances:
    """Return the chances of one constant play."""
    return mix_chances(
        (branch.share, profit_chances(branch, group_index, commission_share))
        for branch in branches.values()
    )


def profit_chances(
    branch: Branch, group_index: int, commission_share: CommissionShare
) -> dict[Fraction, Fraction]:
    """Return the probability of each profit of a group of bets, commission deducted."""
    chances_by_profit: dict[Fraction, Fraction] = {}
    for group_profits, chance in branch.group_profits.items():
        profit = (
            group_profits[group_index].profit
            - commission_share * group_profits[group_index].has_commission
        )
        chances_by_profit[profit] = chances_by_profit.get(profit, Fraction(0)) + chance
    return chances_by_profit


def commission_share_at(game: Game, bet_name: str, stake: Cents) -> CommissionShare:
    """Return the game's commission on a stake, in units of the stake."""
    return Fraction(game.commission(Bet(Place(1, bet_name), stake)), stake)


def advice_from_keys(
    best_keys: Mapping[Knowledge, Key], name_of_knowledge: Callable[[Knowledge], str]
) -> tuple[AdviceRow, ...]:
    """Return the decisions in the order of the hands' names, one row for each name."""
    keys_by_name: dict[str, set[str]] = {}
    for knowledge, decision_key in best_keys.items():
        keys_by_name.setdefault(name_of_knowledge(knowledge), set()).add(decision_key.value)
    return tuple(
        AdviceRow(hand, "/".join(sorted(key_names)))
        for hand, key_names in sorted(keys_by_name.items())
    )


def stakes_shown(game: Game) -> tuple[Cents, ...]:
    """Return the stakes shown for a bet whose return depends on them, in cents."""
    return tuple(Cents(units * game.UNIT) for units in STAKES)


def stakes_of(game: Game, *bet_names: str) -> tuple[Cents, ...]:
    """Return the stakes to compute: several if a payment is capped, or rounded to the chip."""
    if game.payment_caps.keys() & set(bet_names):
        return stakes_shown(game)
    if any(map(game.is_rounded, bet_names)):
        return tuple(stake for stake in stakes_shown(game) if not stake % game.rounding.unit)
    return (NOMINAL_STAKE,)


def jackpot_figure(
    game: AnyHouseGame, compute_chances: Callable[[AnyHouseGame], Chances], bet_name: str
) -> Iterator[Figure]:
    """Yield the figure of a progressive bet at the displayed jackpot, with its break-even
    jackpot.
    """
    chances_at_meter = compute_chances(
        _with_jackpot(game, Cents(game.options["progressive_meter"]))
    )
    # the mean is linear in the jackpot, so two points give the break-even
    no_jackpot_gain, jackpot_gain = (
        mean_profit(compute_chances(_with_jackpot(game, Cents(jackpot_cents))))
        for jackpot_cents in (0, LARGE_JACKPOT)
    )
    break_even_cents = Cents(
        max(0, ceil(-no_jackpot_gain * LARGE_JACKPOT / (jackpot_gain - no_jackpot_gain)))
    )
    yield Figure(bet_name, chances_at_meter, bet_name, break_even=break_even_cents)


def _with_jackpot(game: AnyHouseGame, jackpot_cents: Cents) -> AnyHouseGame:
    """Return the game with this jackpot of its own."""
    return type(game)(
        game.rules, {**game.given_options, JACKPOT_LINK: "", "progressive_meter": jackpot_cents}
    )


def bets_at_spot(*bet_names: str, spot: int = 1) -> list[Bet]:
    """Return bets of the nominal stake at one spot."""
    return [Bet(Place(spot, bet_name), NOMINAL_STAKE) for bet_name in bet_names]


def bet_groups(*group_lists: Iterable[str]) -> list[frozenset[str]]:
    """Return the groups of bets that are settled together."""
    return [frozenset(group_names) for group_names in group_lists]
