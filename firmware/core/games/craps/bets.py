"""The bets of craps, articles 95.14 to 95.17: the effect of each roll on each of them.

A bet with a number carries it in its name, `come:6`; so does a bet on the table's point, `pass:6`.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, Literal, NamedTuple

from firmware.core.game.pack import GameRules
from firmware.core.game.pack_terms import BetOdds
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import EVEN_ODDS, Odds

DiceRoll = tuple[int, int]
DIE_FACES: Final = range(1, 7)
ALL_ROLLS: Final = tuple(
    (first_die, second_die) for first_die in DIE_FACES for second_die in DIE_FACES
)
DICE_TOTALS: Final = range(2, 13)
NUMBERS: Final = (4, 5, 6, 8, 9, 10)
"""The totals that may be a point."""
CRAPS_TOTALS: Final = (2, 3, 12)
NATURALS: Final = (7, 11)
FIELD_TOTALS: Final = (2, 3, 4, 9, 10, 11, 12)
HARD_TOTALS: Final = (4, 6, 8, 10)


class RollEffect(NamedTuple):
    """The effect of a roll on a bet."""

    outcome: Literal["win", "lose", "push", "move"]
    name: str = ""
    """For a win the name of its payment in the pack; for a move the bet's new name."""


EffectByRoll = Mapping[DiceRoll, RollEffect]
"""On any other roll the bet is carried over."""
LOSING_EFFECT: Final = RollEffect("lose")
PUSH_EFFECT: Final = RollEffect("push")


def wins_on(*totals: int, bet_name: str) -> dict[int, RollEffect]:
    """Return a win on these totals, paid under `name`."""
    return dict.fromkeys(totals, RollEffect("win", bet_name))


def loses_on(*totals: int) -> dict[int, RollEffect]:
    """Return a loss on these totals."""
    return dict.fromkeys(totals, LOSING_EFFECT)


def moves_on(bet_name: str) -> dict[int, RollEffect]:
    """Return a move: the total becomes the bet's number."""
    return {
        point_number: RollEffect("move", f"{bet_name}:{point_number}") for point_number in NUMBERS
    }


def effects_by_total(roll_effects: Mapping[int, RollEffect]) -> EffectByRoll:
    """Return the effects of a bet by roll, given those by total."""
    return {
        dice_roll: roll_effects[sum(dice_roll)]
        for dice_roll in ALL_ROLLS
        if sum(dice_roll) in roll_effects
    }


def pass_effects(bet_name: str) -> EffectByRoll:
    """Article 95.14 (1) and (3): pass and come, on their first roll."""
    return effects_by_total(
        wins_on(*NATURALS, bet_name=bet_name) | loses_on(*CRAPS_TOTALS) | moves_on(bet_name)
    )


def dont_pass_effects(bet_name: str, barred_total: int = 12) -> EffectByRoll:
    """Article 95.14 (2) and (4): don't pass and don't come, on their first roll; the total of craps
    that is barred pushes.
    """
    return effects_by_total(
        wins_on(*CRAPS_TOTALS, bet_name=bet_name)
        | loses_on(*NATURALS)
        | {barred_total: PUSH_EFFECT}
        | moves_on(bet_name)
    )


def before_seven(bet_name: str, payment_name: str) -> dict[str, EffectByRoll]:
    """Return a bet on each number that it is rolled before a seven."""
    return {
        f"{bet_name}:{point_number}": effects_by_total(
            wins_on(point_number, bet_name=payment_name.format(point_number)) | loses_on(7)
        )
        for point_number in NUMBERS
    }


def after_seven(bet_name: str, payment_name: str) -> dict[str, EffectByRoll]:
    """Return a bet on each number that a seven is rolled first."""
    return {
        f"{bet_name}:{point_number}": effects_by_total(
            wins_on(7, bet_name=payment_name.format(point_number)) | loses_on(point_number)
        )
        for point_number in NUMBERS
    }


def one_roll_effects(bet_names: Mapping[int, str]) -> EffectByRoll:
    """Return the effects of a one-roll bet that wins on these totals."""
    return effects_by_total(
        loses_on(*DICE_TOTALS)
        | {dice_total: RollEffect("win", bet_names[dice_total]) for dice_total in bet_names}
    )


def hard_total_effects(dice_total: int) -> EffectByRoll:
    """Article 95.15 (1): it loses to seven and to its own total rolled the easy way."""
    winning_fate = RollEffect("win", f"hard:{dice_total}")
    return {
        (first_die, second_die): winning_fate if first_die == second_die else LOSING_EFFECT
        for first_die, second_die in ALL_ROLLS
        if first_die + second_die in (dice_total, 7)
    }


def hop(lower_face: int, higher_face: int) -> EffectByRoll:
    """Article 95.15 (9), read as a bet on the combination, not on its total."""
    winning_fate = RollEffect("win", "hop:pair" if lower_face == higher_face else "hop:mixed")
    return {
        dice_roll: winning_fate if sorted(dice_roll) == [lower_face, higher_face] else LOSING_EFFECT
        for dice_roll in ALL_ROLLS
    }


HORN_PAYMENTS: Final = {2: "craps:2", 3: "craps:3", 11: "eleven", 12: "craps:12"}
THREE_WAY_PAYMENTS: Final = {dice_total: HORN_PAYMENTS[dice_total] for dice_total in CRAPS_TOTALS}
WORLD_PAYMENTS: Final = {**HORN_PAYMENTS, 7: "any_7"}
HOP_PAIRS: Final = tuple(combinations_with_replacement(DIE_FACES, 2))

BET_EFFECTS: Final[Mapping[str, EffectByRoll]] = {
    # 95.14
    "pass": pass_effects("pass"),
    "come": pass_effects("come"),
    "dont_pass": dont_pass_effects("dont_pass"),
    "dont_come": dont_pass_effects("dont_come"),
    **before_seven("pass", "pass"),
    **before_seven("come", "come"),
    **after_seven("dont_pass", "dont_pass"),
    **after_seven("dont_come", "dont_come"),
    "field": one_roll_effects({total: f"field:{total}" for total in FIELD_TOTALS}),
    # 95.15
    **{f"hard:{total}": hard_total_effects(total) for total in HARD_TOTALS},
    "any_7": one_roll_effects({7: "any_7"}),
    "eleven": one_roll_effects({11: "eleven"}),
    "any_craps": one_roll_effects(dict.fromkeys(CRAPS_TOTALS, "any_craps")),
    **{f"craps:{total}": one_roll_effects({total: f"craps:{total}"}) for total in CRAPS_TOTALS},
    "horn": one_roll_effects(HORN_PAYMENTS),
    "world": one_roll_effects(WORLD_PAYMENTS),
    "three_way": one_roll_effects(THREE_WAY_PAYMENTS),
    **{
        f"hop:{lower_face},{higher_face}": hop(lower_face, higher_face)
        for lower_face, higher_face in HOP_PAIRS
    },
    # 95.16
    **before_seven("pass_odds", "pass_odds:{}"),
    **before_seven("come_odds", "pass_odds:{}"),
    **after_seven("dont_pass_odds", "dont_pass_odds:{}"),
    **after_seven("dont_come_odds", "dont_pass_odds:{}"),
    # 95.17
    **before_seven("place", "place:{}"),
    **before_seven("buy", "buy:{}"),
    **after_seven("lay", "lay:{}"),
}
"""Every bet, at each number that it may have."""

ON_THE_POINT: Final = ("pass", "pass_odds", "dont_pass", "dont_pass_odds")
"""Bets whose number is the table's point."""

ALL_BETS: Final = (
    *ON_THE_POINT,
    *(bet_key for bet_key in BET_EFFECTS if base_bet_name(bet_key) not in ON_THE_POINT),
)
"""Every bet, as laid or moved."""

_ARTICLES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("pass", "dont_pass", "come", "dont_come", "field"), "95.14"),
    **dict.fromkeys(("hard", "any_7", "eleven", "any_craps", "craps"), "95.15"),
    **dict.fromkeys(("horn", "world", "three_way", "hop"), "95.15"),
    **dict.fromkeys(("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds"), "95.16"),
    **dict.fromkeys(("place", "buy", "lay"), "95.17"),
}
ARTICLES: Final[Mapping[str, str]] = {
    bet_name: _ARTICLES[base_bet_name(bet_name)] for bet_name in ALL_BETS
}
"""The article that decides each bet."""

OFF_ON_COME_OUT: Final = frozenset({"hard", "come_odds", "place", "buy"})
"""Bets that are off on the come-out, unless their player turns them on (95.15 to 95.17)."""

BET_PARTS: Final = {
    "horn": len(HORN_PAYMENTS),
    "world": len(WORLD_PAYMENTS),
    "three_way": len(THREE_WAY_PAYMENTS),
}
"""In how many equal parts a bet is split (95.15)."""


PAYMENT_NAMES: Final = frozenset(
    effect.name
    for roll_effects in BET_EFFECTS.values()
    for effect in roll_effects.values()
    if effect.outcome == "win"
)
"""The names of payments in the pack."""


@cache
def payment_names(bet_name: str, point_number: int | None) -> tuple[str, ...]:
    """Return the names of the payments by which a bet may win; of odds before a point, at any."""
    numbers = (point_number,) if point_number else NUMBERS
    numbered_names = [f"{bet_name}:{number}" for number in numbers]
    roll_effects = (
        effect
        for name in ((bet_name,) if bet_name in BET_EFFECTS else numbered_names)
        for effect in BET_EFFECTS[name].values()
    )
    return tuple(sorted({effect.name for effect in roll_effects if effect.outcome == "win"}))


@cache
def effects_at_point(
    point_number: int | None, *, is_working: bool = False, barred_total: int = 12
) -> Mapping[str, EffectByRoll]:
    """Return the effect of each roll on every bet that exists with this point, or without one."""
    first_dont = {
        bet_name: dont_pass_effects(bet_name, barred_total)
        for bet_name in ("dont_pass", "dont_come")
    }
    effects_on_point = {
        bet_name: BET_EFFECTS[f"{bet_name}:{point_number}"]
        for bet_name in ON_THE_POINT
        if point_number
    }
    effects_by_bet = {
        bet_name: BET_EFFECTS[bet_name] for bet_name in ALL_BETS if bet_name in BET_EFFECTS
    }
    effects_by_bet |= first_dont | effects_on_point
    return (
        effects_by_bet
        if point_number or is_working
        else {
            bet_name: _effects_on_come_out(bet_name, effects_by_bet[bet_name])
            for bet_name in effects_by_bet
        }
    )


def _effects_on_come_out(bet_name: str, effects_by_roll: EffectByRoll) -> EffectByRoll:
    """Odds that are off when their come bet is settled are returned (95.16)."""
    if base_bet_name(bet_name) not in OFF_ON_COME_OUT:
        return effects_by_roll
    return (
        dict.fromkeys(effects_by_roll, PUSH_EFFECT)
        if base_bet_name(bet_name) == "come_odds"
        else {}
    )


def payment_of(rules: GameRules, bet_name: str) -> BetOdds:
    """Return the pack's payment of this name: a single one or, with an argument, a table's line."""
    bare_name, _, table_line = bet_name.partition(":")
    if not table_line:
        return rules.pays[bare_name]
    pay_table = rules.tables[bare_name]
    return BetOdds(pay_table.odds[table_line], pay_table.article)


def charged(rules: GameRules, bet_name: str) -> Odds:
    """Return the odds of the commission's base: the stake, or the possible win of a lay bet
    (95.17).
    """
    return payment_of(rules, bet_name).odds if base_bet_name(bet_name) == "lay" else EVEN_ODDS
