"""The options of a game that a table sets: packs, side bets, caps, jackpots, the game's own."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol, TypeGuard

import msgspec

from firmware.core.game.pack import GameRules
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed

DEAL_ORDERS = ("packets", "one-by-one")
JACKPOT_OPTIONS = ("progressive_meter", "progressive_increment", "progressive_reset")
"""The initial jackpot, the increment for each bet, and the jackpot after a full win."""
JACKPOT_LINK = "progressive_link"
"""The name of the jackpot that the table shares; its keeper then has those three options."""
MAX_JACKPOT_CENTS = 10**12
"""In cents; no jackpot is larger."""
SMALLEST_CHIP = "smallest_chip"
"""The table's smallest chip in cents; 0 where amounts are exact to the cent."""
ROUNDING = "rounding"
FOR_THE_PLAYER = "player"
ROUNDINGS = ("", FOR_THE_PLAYER)
"""How an amount that no chips make is paid: by no such stake, or in the player's favour."""

OPTIONS_KEY = "options"
"""The key for mistakes that concern no single option."""


class OptionRefused(RequestFailed):
    """An option that the regulation forbids or that the game does not have."""

    def __init__(self, name: str, value: object, why: Text | None = None) -> None:
        super().__init__(why or Text("why.option", {"name": name, "value": _as_written(value)}))
        self.name = name
        self.well_formed = why is not None and name == OPTIONS_KEY
        """Whether each option may have its value, and only the regulation forbids them."""


class GameOptions(Protocol):
    """A game's description of its options."""

    SIDE_BETS: Sequence[str]
    HIDDEN_SIDE_BETS: Sequence[str]
    OWN_OPTIONS: Mapping[str, Sequence[object]]
    SWITCHES: Mapping[str, Sequence[object]]
    REPLACED_BY: Mapping[str, str]
    REQUIRED_OPTIONS: Sequence[str]

    def switch_value(self, name: str, options: Mapping[str, Any]) -> object:
        """Return the value of a switch at a table with these options."""
        ...

    def places_with(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Return every place that a table with these options has."""
        ...

    def allows_option(self, name: str, value: object) -> bool:
        """Return whether one of its own options may have this value."""
        ...

    def option_hint(self, name: str) -> Text | None:
        """Return the allowed values of an option in words, for its refusal."""
        ...

    def options_refusal(self, options: Mapping[str, Any]) -> Text | None:
        """Return why the regulation forbids options of which each may have its value."""
        ...


def option_values(
    game: GameOptions, rules: GameRules, options: Mapping[str, Any]
) -> dict[str, Any]:
    """Return every option with its value, unset ones with the default. Raises OptionRefused."""
    default_values: dict[str, Any] = {
        **{name: allowed_values[0] for name, allowed_values in game.OWN_OPTIONS.items()},
        **{name: game.switch_value(name, {}) for name in game.SWITCHES},
        **{name: switch.usual for name, switch in rules.switches.items()},
        **({"decks": rules.decks.usual, "deal": DEAL_ORDERS[0]} if rules.decks else {}),
        "side_bets": list(game.SIDE_BETS),
        "max_payout": {},
        "pay_tables": {},
        **dict.fromkeys(JACKPOT_OPTIONS, 0),
        JACKPOT_LINK: "",
        SMALLEST_CHIP: 0,
        ROUNDING: ROUNDINGS[0],
    }
    _check_caps(rules, options.get("max_payout", {}))
    for name, value in options.items():
        if not _is_allowed(game, rules, name, value):
            known_names = {*default_values, *game.REQUIRED_OPTIONS} - _hidden_names(game, rules)
            raise OptionRefused(
                name, value, _option_hint(game, name, known_names) or _switch_hint(rules, name)
            )
    for name in game.REQUIRED_OPTIONS:
        if name not in options:
            raise OptionRefused(name, "", Text("why.option_missing", {"name": name}))
    table_caps = {"max_payout": rules.payment_caps | options.get("max_payout", {})}
    chosen_options = default_values | dict(options) | table_caps
    why = (
        _two_jackpots(options)
        or _unpayable_cap(chosen_options)
        or game.options_refusal(chosen_options)
    )
    if why is not None:
        raise OptionRefused(OPTIONS_KEY, "", why)
    return chosen_options


def _hidden_names(game: GameOptions, rules: GameRules) -> set[str]:
    """Return the options that tables of this house don't have."""
    hidden_names = {*game.SWITCHES} - {*rules.switches}
    hidden_names |= {own for own, by in game.REPLACED_BY.items() if by in rules.switches}
    return hidden_names | (set() if rules.pay_table_names else {"pay_tables"})


def _check_caps(rules: GameRules, payment_caps: object) -> None:
    """Raise OptionRefused on a cap that the rule pack has not (67.8, 67.20), or above its own."""
    for on, cents in payment_caps.items() if isinstance(payment_caps, dict) else ():
        limit = rules.max_payout.get(on)
        if limit is None:
            raise OptionRefused("max_payout", payment_caps, Text("why.no_cap", {"on": str(on)}))
        if limit.cents is not None and _is_cents(cents) and cents > limit.cents:
            high = Text(
                "why.cap_high",
                {"on": bet_words(on), "most_cents": limit.cents, "article": limit.article},
            )
            raise OptionRefused("max_payout", payment_caps, high)


def _unpayable_cap(options: Mapping[str, Any]) -> Text | None:
    """Return why the table's chips can't pay the maximum of a bet."""
    chip_cents = options[SMALLEST_CHIP]
    if not chip_cents or options[ROUNDING] == FOR_THE_PLAYER:
        return None
    unpayable_caps = (cents for cents in options["max_payout"].values() if cents % chip_cents)
    return next(
        (
            Text("why.cap_of_chip", {"cents": Cents(cents), "least_cents": Cents(chip_cents)})
            for cents in unpayable_caps
        ),
        None,
    )


def _two_jackpots(options: Mapping[str, Any]) -> Text | None:
    """Return why a table with a linked jackpot can't have its own."""
    own_option = next((name for name in JACKPOT_OPTIONS if name in options), None)
    return (
        Text("why.two_lots", {"name": own_option})
        if own_option and options.get(JACKPOT_LINK)
        else None
    )


def _option_hint(game: GameOptions, name: str, known_names: Collection[str]) -> Text | None:
    """Return a hint if an option's value needs explaining; or that the game has
    no such option.
    """
    if name not in known_names:
        option_names = ", ".join(sorted(known_names))
        return Text("why.no_option", {"name": name, "names": option_names})
    if name in JACKPOT_OPTIONS and game.HIDDEN_SIDE_BETS:
        return Text("why.option_lot", {"name": name, "most_cents": MAX_JACKPOT_CENTS})
    return game.option_hint(name)


def _switch_hint(rules: GameRules, name: str) -> Text | None:
    """Return the values that the rule pack allows, of an option that it names."""
    if name not in rules.switches:
        return None
    allowed_values = ", ".join(map(_as_written, rules.switches[name].allowed))
    return Text("why.option_switch", {"name": name, "values": allowed_values})


def _is_allowed(game: GameOptions, rules: GameRules, name: str, value: object) -> bool:
    if name in rules.switches or name in game.SWITCHES:
        return _is_switched(rules, name, value)
    if game.REPLACED_BY.get(name) in rules.switches:
        return False
    match name:
        case "pay_tables":
            return _are_pay_tables(rules, value)
        case "decks":
            return rules.decks is not None and type(value) is int and value in rules.decks.allowed
        case "side_bets":
            return _are_bets(value, (*game.SIDE_BETS, *game.HIDDEN_SIDE_BETS))
        case "deal":
            return rules.decks is not None and value in DEAL_ORDERS
    return _is_allowed_amount(game, name, value)


def _is_switched(rules: GameRules, name: str, value: object) -> bool:
    """Return whether the pack allows this value of an option that it may allow."""
    allowed_values = rules.switches[name].allowed if name in rules.switches else ()
    return any(type(value) is type(allowed) and value == allowed for allowed in allowed_values)


def _are_pay_tables(rules: GameRules, value: object) -> bool:
    names = rules.pay_table_names
    return isinstance(value, dict) and all(
        on in names and table in names[on] for on, table in value.items()
    )


def _is_allowed_amount(game: GameOptions, name: str, value: object) -> bool:
    match name:
        case "max_payout":
            return _are_caps(value)
        case "smallest_chip":
            return _is_cents(value) and value > 0
        case "rounding":
            return value == FOR_THE_PLAYER
    if name == JACKPOT_LINK:
        return bool(game.HIDDEN_SIDE_BETS) and isinstance(value, str)
    if name in JACKPOT_OPTIONS:
        return bool(game.HIDDEN_SIDE_BETS) and _is_cents(value) and value <= MAX_JACKPOT_CENTS
    return game.allows_option(name, value)


def _are_bets(value: object, known_names: Sequence[str]) -> bool:
    return isinstance(value, list) and all(bet in known_names for bet in value)


def _are_caps(payment_caps: object) -> bool:
    return isinstance(payment_caps, dict) and all(
        _is_cents(payment_cap) and payment_cap > 0 for payment_cap in payment_caps.values()
    )


def _as_written(value: object) -> str:
    """Return a value as a script or a configuration has it, without the quotes of a text."""
    return value if isinstance(value, str) else msgspec.json.encode(value, enc_hook=str).decode()


def _is_cents(value: object) -> TypeGuard[int]:
    return type(value) is int and value >= 0  # `isinstance` would take true for 1
