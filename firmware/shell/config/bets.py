"""Which bets and keys a table of a game has."""

from collections.abc import Iterable, Mapping
from typing import Any

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.games.blackjack.switches import NO_SURRENDER, SURRENDER
from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.instruments import Instrument
from firmware.core.vocabulary.keys import CHIP_KEYS, DIGIT_KEYS, Key

SPOT_DECISIONS = frozenset({Key.INSURANCE, Key.TAKE_BANK, Key.REQUEST_NUMBER, Key.CHOOSE_SHOOTER})
"""Decisions that several spots may answer: the dealer chooses the spot."""


GameOptions = Mapping[str, Any]


def limited_bets(game_class: type[Game], rules: GameRules, options: GameOptions) -> list[str]:
    """Return the bets, without argument, that the house sets limits for (3, 9)."""
    base_names = dict.fromkeys(map(base_bet_name, game_class.places_with(options)))
    return [
        bet
        for bet in base_names
        if bet not in game_class.DECISION_PLACES and bet not in rules.stakes
    ]


def places_are_read(game_class: type[Game], options: GameOptions, amounts: Amounts) -> bool:
    """Return whether parts look at the places of bets; among players only a chip reader does."""
    return bool(game_class.places_with(options)) and (
        amounts.by_reader or not game_class.PANEL_KEYS
    )


def wired_bets(
    game_class: type[Game], rules: GameRules, limits: Iterable[str], options: GameOptions
) -> list[str]:
    """Return the bets of a spot in the order in which they are wired.

    Those with limits come first, as they are written; then those that need none, if the table has
    them: places of decisions, and fixed stakes that it offers.
    """
    offered_side_bets = options.get("side_bets", game_class.SIDE_BETS)
    places = game_class.places_with(options)
    side_bets = {*game_class.SIDE_BETS, *game_class.HIDDEN_SIDE_BETS}
    unlimited_bets = [
        bet
        for bet in dict.fromkeys(map(base_bet_name, places))
        if bet in game_class.DECISION_PLACES
        or (bet in rules.stakes and (bet not in side_bets or bet in offered_side_bets))
    ]
    bets_by_base: dict[str, list[str]] = {}
    for bet in places:
        bets_by_base.setdefault(base_bet_name(bet), []).append(bet)
    return [
        bet for base_key in (*limits, *unlimited_bets) for bet in bets_by_base.get(base_key, ())
    ]


def game_keys(
    game_class: type[Game],
    options: GameOptions,
    *,
    result_is_read: bool = False,
    is_started: bool = False,
    chip_count: int = 0,
) -> list[Key]:
    """Return the keys that a game needs.

    `result_is_read` is whether a part reads its results, `is_started` whether the table starts that
    part, `chip_count` how many denominations there are.
    """
    if game_class.PANEL_KEYS:
        unneeded = game_class.unneeded_keys(options)
        panel_keys = [key for key in Key if key in game_class.PANEL_KEYS and key not in unneeded]
        return [*panel_keys, *CHIP_KEYS[:chip_count]]
    decisions = [
        key
        for key in (*game_class.DECISIONS, *game_class.MARK_KEYS)
        if _is_keyed(key, game_class, options)
    ]
    if game_class.INSTRUMENT is not None:
        decisions += [Key.NO_RESULT] if result_is_read else _result_keys(game_class.INSTRUMENT)
        decisions += [Key.START_SPIN] if is_started else []
    if game_class.COLOUR_CHIPS:
        decisions += [Key.COLOUR_PRICE, *CHIP_KEYS[:chip_count]]
    if SPOT_DECISIONS.intersection(decisions):
        decisions.append(Key.NEXT_PLACE)
    if game_class.marks_commission(options):
        decisions.append(Key.COLLECT_COMMISSION)
    if Key.SET_LOW_HAND in decisions:
        decisions.append(Key.PICK_CARD)
    return decisions


def _is_keyed(key: Key, game_class: type[Game], options: GameOptions) -> bool:
    """Return whether the dealer decides it: a number only if another generator shows it (48.1), a
    surrender that a house may have or not only where it has it.
    """
    if key is Key.SURRENDER and SURRENDER in game_class.SWITCHES:
        return game_class.switch_value(SURRENDER, options) != NO_SURRENDER
    return key is not Key.REQUEST_NUMBER or options.get("generator") == "keyed"


def _result_keys(instrument: Instrument) -> list[Key]:
    """Return the keys for an instrument's result."""
    if instrument.keyed_by_face:
        return [*DIGIT_KEYS[1:7], Key.NO_RESULT, Key.DICE_CHANGED]
    return [*DIGIT_KEYS, Key.END_NUMBER, Key.NO_RESULT]
