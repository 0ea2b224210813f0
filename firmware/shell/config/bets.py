"""Which bets and keys a table of a game has."""

from collections.abc import Iterable, Mapping
from typing import Any

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.instruments import Instrument
from firmware.core.vocabulary.keys import CHIP_KEYS, DIGITS, Key
from firmware.core.vocabulary.rulings import base_name

FOR_SEVERAL = frozenset({Key.INSURANCE, Key.BANK, Key.NUMBER, Key.SHOOTER})
"""Decisions that several spots may answer: the dealer chooses the spot."""


Options = Mapping[str, Any]


def limited(kind: type[Game], rules: GameRules, options: Options) -> list[str]:
    """Return the bets, without argument, that the house sets limits for (3, 9)."""
    bases = dict.fromkeys(map(base_name, kind.bets_of(options)))
    return [bet for bet in bases if bet not in kind.IN_PLAY and bet not in rules.stakes]


def has_felt(kind: type[Game], options: Options, amounts: Amounts) -> bool:
    """Return whether parts look at the places of bets; among players only a chip reader does."""
    return bool(kind.bets_of(options)) and (amounts.by_reader or not kind.PANEL)


def wired(kind: type[Game], rules: GameRules, limits: Iterable[str], options: Options) -> list[str]:
    """Return the bets of a spot in the order in which they are wired.

    Those with limits come first, as they are written; then those that need none, if the table has
    them: places of decisions, and fixed stakes that it offers.
    """
    shown = options.get("side_bets", kind.SIDE_BETS)
    places = kind.bets_of(options)
    side = {*kind.SIDE_BETS, *kind.HIDDEN_SIDE_BETS}
    free = [
        bet
        for bet in dict.fromkeys(map(base_name, places))
        if bet in kind.IN_PLAY or (bet in rules.stakes and (bet not in side or bet in shown))
    ]
    by_base: dict[str, list[str]] = {}
    for bet in places:
        by_base.setdefault(base_name(bet), []).append(bet)
    return [bet for base in (*limits, *free) for bet in by_base.get(base, ())]


def keys_of(
    kind: type[Game],
    options: Options,
    *,
    read: bool = False,
    started: bool = False,
    chips: int = 0,
) -> list[Key]:
    """Return the keys that a game needs.

    `read` is whether a part reads its results, `started` whether the table starts that part,
    `chips` how many denominations there are.
    """
    if kind.PANEL:
        unneeded = kind.keys_without(options)
        own = [key for key in Key if key in kind.PANEL and key not in unneeded]
        return [*own, *CHIP_KEYS[:chips]]
    decisions = [key for key in (*kind.DECISIONS, *kind.MARKS) if _is_keyed(key, options)]
    if kind.INSTRUMENT is not None:
        decisions += [Key.NO_RESULT] if read else _result_keys(kind.INSTRUMENT)
        decisions += [Key.SPIN] if started else []
    if kind.COLOURS:
        decisions += [Key.PRICE, *CHIP_KEYS[:chips]]
    if FOR_SEVERAL.intersection(decisions):
        decisions.append(Key.PLACE)
    if Key.SET in decisions:
        decisions.append(Key.PICK)
    return decisions


def _is_keyed(key: Key, options: Options) -> bool:
    """Return whether the dealer decides it: a number only if another generator shows it (48.1)."""
    return key is not Key.NUMBER or options.get("generator") == "keyed"


def _result_keys(instrument: Instrument) -> list[Key]:
    """Return the keys for an instrument's result."""
    if instrument.faces:
        return [*DIGITS[1:7], Key.NO_RESULT, Key.DICE_CHANGED]
    return [*DIGITS, Key.RESULT, Key.NO_RESULT]
