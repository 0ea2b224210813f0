"""The options of a game that a table sets: packs, side bets, caps, lots, and the game's own."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol, TypeGuard

import msgspec

from firmware.core.game.pack import GameRules
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone

DEALS = ("packets", "one-by-one")
LOT = ("progressive_meter", "progressive_increment", "progressive_reset")
"""The initial lot, the increment for each bet, and the lot after a full win."""
LINK = "progressive_link"
"""The name of the lot that the table shares with others; then its keeper has those three."""
MOST_LOT = 10**12
"""In cents; no lot is larger."""
CHIP = "smallest_chip"
"""The table's smallest chip in cents: payments are rounded down to it, commissions up."""

OPTIONS = "options"
"""The key for mistakes that concern no single option."""


class OptionRefused(CannotBeDone):
    """An option that the regulation forbids or that the game does not have."""

    def __init__(self, name: str, value: object, why: Text | None = None) -> None:
        super().__init__(why or Text("why.option", {"name": name, "value": _as_written(value)}))
        self.well_formed = why is not None and name == OPTIONS
        """Whether each option may have its value, and only the regulation forbids them."""


class HasOptions(Protocol):
    """A game's description of its options."""

    SIDE_BETS: Sequence[str]
    HIDDEN_SIDE_BETS: Sequence[str]
    CAPPED: Mapping[str, str]
    OPTIONS: Mapping[str, Sequence[object]]
    NEEDS: Mapping[str, Text]
    REQUIRED: Sequence[str]

    def bets_of(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Return every place that a table with these options has."""
        ...

    def allows(self, name: str, value: object) -> bool:
        """Return whether one of its own options may have this value."""
        ...

    def forbidden(self, options: Mapping[str, Any]) -> Text | None:
        """Return why the regulation forbids options of which each may have its value."""
        ...


def settings(game: HasOptions, rules: GameRules, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return every option with its value, unset ones with the default. Raises OptionRefused."""
    found: dict[str, Any] = {
        **{name: usual[0] for name, usual in game.OPTIONS.items()},
        **({"decks": rules.decks.usual, "deal": DEALS[0]} if rules.decks else {}),
        "side_bets": list(game.SIDE_BETS),
        "max_payout": {},
        **dict.fromkeys(LOT, 0),
        LINK: "",
        CHIP: 1,
    }
    _check_caps(game, options.get("max_payout", {}))
    for name, value in options.items():
        if not _allowed(game, rules, name, value):
            raise OptionRefused(name, value, _needed(game, name, {*found, *game.REQUIRED}))
    for name in game.REQUIRED:
        if name not in options:
            raise OptionRefused(name, "", Text("why.option_missing", {"name": name}))
    chosen = found | dict(options)
    why = _two_lots(options) or game.forbidden(chosen)
    if why is not None:
        raise OptionRefused(OPTIONS, "", why)
    return chosen


def _check_caps(game: HasOptions, caps: object) -> None:
    """Raise OptionRefused on a cap that the game's articles don't know (67.8, 67.20)."""
    for on in caps if isinstance(caps, dict) else ():
        if on not in game.CAPPED:
            raise OptionRefused("max_payout", caps, Text("why.no_cap", {"on": str(on)}))


def _two_lots(options: Mapping[str, Any]) -> Text | None:
    """Return why a table with a linked lot can have none of its own."""
    own = next((name for name in LOT if name in options), None)
    return Text("why.two_lots", {"name": own}) if own and options.get(LINK) else None


def _needed(game: HasOptions, name: str, known: Collection[str]) -> Text | None:
    """Return what an option must be, if that takes more words than its value; or that the game has
    no such option.
    """
    if name not in known:
        names = ", ".join(sorted(known))
        return Text("why.no_option", {"name": name, "names": names})
    if name in LOT and game.HIDDEN_SIDE_BETS:
        return Text("why.option_lot", {"name": name, "most_cents": MOST_LOT})
    return game.NEEDS.get(name)


def _allowed(game: HasOptions, rules: GameRules, name: str, value: object) -> bool:
    match name:
        case "decks":
            return rules.decks is not None and type(value) is int and value in rules.decks.allowed
        case "side_bets":
            return _are_bets(value, (*game.SIDE_BETS, *game.HIDDEN_SIDE_BETS))
        case "max_payout":
            return _are_caps(value)
        case "deal":
            return rules.decks is not None and value in DEALS
    if name == CHIP:
        stakes = (stake.cents for stake in rules.stakes.values())
        return _is_cents(value) and value > 0 and not any(cents % value for cents in stakes)
    if name == LINK:
        return bool(game.HIDDEN_SIDE_BETS) and isinstance(value, str)
    if name in LOT:
        return bool(game.HIDDEN_SIDE_BETS) and _is_cents(value) and value <= MOST_LOT
    return game.allows(name, value)


def _are_bets(value: object, known: Sequence[str]) -> bool:
    return isinstance(value, list) and all(bet in known for bet in value)


def _are_caps(caps: object) -> bool:
    return isinstance(caps, dict) and all(_is_cents(cap) and cap > 0 for cap in caps.values())


def _as_written(value: object) -> str:
    """Return a value as a script or a configuration has it, without the quotes of a text."""
    return value if isinstance(value, str) else msgspec.json.encode(value, enc_hook=str).decode()


def _is_cents(value: object) -> TypeGuard[int]:
    return type(value) is int and value >= 0
