"""What a table sets of a game: packs, side bets, caps, lots, and the game's own options."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from firmware.core.pack import GameRules
from firmware.core.panel import Text
from firmware.core.rulings import base_name

DEALS = ("packets", "one-by-one")
LOT = ("progressive_meter", "progressive_increment", "progressive_reset")
"""A lot as displayed at first, what each bet adds to it, and what it begins with again."""


class OptionRefused(Exception):
    """An option that the regulation forbids or that the game does not have."""

    def __init__(self, name: str, value: object) -> None:
        super().__init__(f"{name} = {value!r}")
        self.why = Text("why.option", {"name": name, "value": str(value)})


class HasOptions(Protocol):
    """What a game says of its options."""

    BETS: Sequence[str]
    SIDE_BETS: Sequence[str]
    HIDDEN_SIDE_BETS: Sequence[str]
    OPTIONS: Mapping[str, Sequence[object]]


def settings(game: HasOptions, rules: GameRules, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return every option with its value, the usual one where none is set. Raises OptionRefused."""
    found: dict[str, Any] = {
        **{name: usual[0] for name, usual in game.OPTIONS.items()},
        "decks": rules.decks.usual,
        "deal": DEALS[0],
        "side_bets": list(game.SIDE_BETS),
        "max_payout": {},
        **dict.fromkeys(LOT, 0),
    }
    for name, value in options.items():
        if not _allowed(game, rules, name, value):
            raise OptionRefused(name, value)
    return found | dict(options)


def _allowed(game: HasOptions, rules: GameRules, name: str, value: object) -> bool:
    match name:
        case "decks":
            return type(value) is int and value in rules.decks.allowed
        case "side_bets":
            return _are_bets(value, (*game.SIDE_BETS, *game.HIDDEN_SIDE_BETS))
        case "max_payout":
            return isinstance(value, dict) and _are_caps(value, map(base_name, game.BETS))
        case "deal":
            return value in DEALS
    if name in LOT:
        return bool(game.HIDDEN_SIDE_BETS) and _is_cents(value)
    return any(type(value) is type(one) and value == one for one in game.OPTIONS.get(name, ()))


def _are_bets(value: object, known: Sequence[str]) -> bool:
    return isinstance(value, list) and all(bet in known for bet in value)


def _are_caps(caps: Mapping[object, object], bets: Any) -> bool:  # noqa: ANN401
    return set(caps) <= set(bets) and all(map(_is_cents, caps.values()))


def _is_cents(value: object) -> bool:
    return type(value) is int and value >= 0
