"""The terms of a poker table: its options, checked."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, Literal

import msgspec

from firmware.core.game.bounds import NO_BOUNDS, PERCENT, Bound, Bounds, house_bounds
from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine.variants import VARIANTS, Variant
from firmware.core.vocabulary.panel import Text

MAX_SPOTS: Final = 10
MIN_SPOTS: Final = 2
COMMISSION: Final = "commission"
JACKPOT_DROP: Final = "jackpot_drop"
"""The option, and its bound in cents of a game."""
PRICE: Final = "price"
"""The bound of a tournament's entry and rebuy together, in cents (004 9)."""
PROGRAM_BOUNDS: Final[Bounds] = {COMMISSION: Bound(0, PERCENT), JACKPOT_DROP: Bound(0)}
"""What this program can, of the numbers that the law of a house may bound."""

POKER_ROOM: Final = "poker-room"
HOLDEM_TOURNAMENT: Final = "holdem-tournament"


AmountSteps = tuple[tuple[int, int], ...]
"""Least pots in cents, each with the cents that are taken of such pots."""


def amount_by_steps(steps: AmountSteps, pots_cents: int) -> int:
    """Return the amount of the last step that pots have reached."""
    return max((cents for least, cents in steps if pots_cents >= least), default=0)


class CommissionTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The commission on a game's pots (67.108)."""

    percent: int = 0
    cap: int | None = None
    without_flop: bool = False
    steps: AmountSteps | msgspec.UnsetType = msgspec.UNSET
    """In place of a percentage: pots from so many cents on, with the commission on them."""

    @property
    def is_taken(self) -> bool:
        """Whether there is a commission on some pot."""
        return bool(self.percent or self.steps)

    @property
    def by_steps(self) -> AmountSteps:
        return self.steps or ()

    def on_pots(self, pots_cents: int, chip_cents: int) -> int:
        """Return the commission on a game's pots together, in whole chips."""
        if self.by_steps:
            return amount_by_steps(self.by_steps, pots_cents)
        commission_cents = pots_cents * self.percent // 100
        commission_cents -= commission_cents % chip_cents
        return commission_cents if self.cap is None else min(commission_cents, self.cap)


class TimeChargeTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The commission on a player's time (67.108)."""

    cents: int
    minutes: int


class PokerTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a table; amounts in cents, all of them whole chips."""

    poker: str = "holdem"
    limit: Literal["none", "pot", "fixed"] = "none"
    blinds: tuple[int, int] = (100, 200)
    bets: tuple[int, int] | None = None
    raises: int = 3
    ante: int = 0
    ante_by: Literal["each", "big_blind"] = "each"
    bring_in: int | None = None
    chip: int = 100
    min_stake: int = 0
    max_stake: int | None = None
    commission: CommissionTerms = CommissionTerms()
    time_charge: TimeChargeTerms | None = None
    straddle: bool = False
    readers: Literal["board", "seats"] = "board"
    clock: int = 30
    spots: int = MAX_SPOTS
    tournament: bool = False
    rejoin_minutes: int = 60
    """Within this time who has left sits down again with at least the same stack (67.95 (2))."""
    jackpot_drop: AmountSteps | msgspec.UnsetType = msgspec.UNSET
    """What a game's pots give to a jackpot of the house beside the commission."""

    @property
    def variant(self) -> Variant:
        """The poker variant that is dealt."""
        return VARIANTS[self.poker]

    @property
    def jackpot_steps(self) -> AmountSteps:
        return self.jackpot_drop or ()

    @property
    def is_fixed_limit(self) -> bool:
        """Whether bets have one fixed size."""
        return self.limit == "fixed"

    @property
    def small_bet(self) -> int:
        """The bet of the first two rounds at fixed limit."""
        return self.bets[0] if self.bets else 0


CASH_GAME_OPTIONS: Final = (COMMISSION, "time_charge", JACKPOT_DROP)
"""Options that a tournament's table does not have."""

TermsCheck = Callable[[PokerTerms], bool]

OPTION_CHECKS: Final[Mapping[str, TermsCheck]] = {
    "chip": lambda t: t.chip > 0,
    "poker": lambda t: t.poker in VARIANTS and not (t.tournament and t.poker != "holdem"),
    "limit": lambda t: t.is_fixed_limit or not t.variant.stud,
    "bets": lambda t: not t.is_fixed_limit or (t.bets is not None and 0 < t.bets[0] <= t.bets[1]),
    "blinds": lambda t: 0 < t.blinds[0] <= t.blinds[1] and _fits_bets(t),
    "raises": lambda t: t.raises >= 0,
    "ante": lambda t: t.ante >= 0,
    "ante_by": lambda t: t.ante_by == "each" or not t.variant.stud,
    "bring_in": lambda t: not t.variant.stud or 0 < (t.bring_in or 0) < t.small_bet,
    "min_stake": lambda t: t.min_stake >= 0,
    "max_stake": lambda t: t.max_stake is None or t.max_stake >= max(t.min_stake, 1),
    COMMISSION: lambda t: (t.commission.cap or 0) >= 0 and _are_steps(t.commission),
    JACKPOT_DROP: lambda t: _are_rising(t.jackpot_steps),
    "time_charge": lambda t: (
        t.time_charge is None or (t.time_charge.cents > 0 and t.time_charge.minutes > 0)
    ),
    "clock": lambda t: t.clock > 0,
    "rejoin_minutes": lambda t: t.rejoin_minutes >= 0,
    "spots": lambda t: MIN_SPOTS <= t.spots <= MAX_SPOTS,
}
"""The check of each option, in order: it may rely on the ones above it."""


def read_terms(
    game: str,
    options: Mapping[str, Any],
    spots: int | None = None,
    *,
    bounds: Bounds = NO_BOUNDS,
    unit: int = 100,
) -> PokerTerms:
    """Return the terms of a table of a house, by the bounds of its law and the cents in a unit of
    its currency. Raises OptionRefused with the option.
    """
    tournament, bounds = game == HOLDEM_TOURNAMENT, house_bounds(PROGRAM_BOUNDS, bounds)
    options_given = dict(options)
    if tournament:
        if options_given.pop("role", None) != "table":
            raise OptionRefused("role", options.get("role", "tournament"))
        _refuse_any(options_given, CASH_GAME_OPTIONS)
    _refuse_any(options_given, ("spots", "tournament"))
    typed: dict[str, Any] = (
        {} if tournament else {"blinds": (unit, 2 * unit), "chip": min(unit, PokerTerms().chip)}
    )
    for option, value in options_given.items():
        typed[option] = _typed_option(option, value)
    terms = PokerTerms(**typed, spots=MAX_SPOTS if spots is None else spots, tournament=tournament)
    for option, is_allowed in OPTION_CHECKS.items():
        if not (is_allowed(terms) and _is_lawful(option, terms, bounds)):
            raise _option_refused(option, options_given, terms, bounds)
        _check_chips(option, terms)
    return terms


def _refuse_any(options_given: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for option in names:
        if option in options_given:
            raise OptionRefused(option, options_given[option])


def _option_refused(
    option: str, options_given: Mapping[str, Any], terms: PokerTerms, bounds: Bounds
) -> OptionRefused:
    value = options_given.get(option, getattr(terms, option))
    if option == "blinds" and not _fits_bets(terms):
        return OptionRefused(
            option, value, Text("room.option_blinds", {"bet_cents": terms.small_bet})
        )
    if option in ("bets", "bring_in") and option not in options_given:
        return OptionRefused(option, "", Text("why.option_missing", {"name": option}))
    if option == COMMISSION:
        key = "room.steps" if terms.commission.by_steps else "room.percent"
        return OptionRefused(option, value, Text(key, bounds[COMMISSION].values))
    if option == JACKPOT_DROP:
        return OptionRefused(option, value, _drop_refusal(terms, bounds[JACKPOT_DROP]))
    return OptionRefused(option, value)


def _drop_refusal(terms: PokerTerms, bound: Bound) -> Text:
    if bound.most is None or not _are_rising(terms.jackpot_steps):
        return Text("room.jackpot_steps")
    amounts = {"least_cents": bound.least or 0, "most_cents": bound.most}
    return Text("room.jackpot_bound", {**amounts, "article": bound.article})


_OPTION_TYPES: Final = {field.name: field.type for field in msgspec.structs.fields(PokerTerms)}


def _typed_option(option: str, value: object) -> object:
    try:
        return msgspec.convert(value, _OPTION_TYPES[option], strict=True)
    except (KeyError, msgspec.ValidationError):
        raise OptionRefused(option, value) from None


def _is_within(bound: Bound, commission: CommissionTerms) -> bool:
    """Return whether a commission is within these per cent of every pot, and none below it."""
    shares = [Fraction(cents, least) for least, cents in commission.by_steps if least]
    return all(map(bound.allows_share, shares or [Fraction(commission.percent, PERCENT)]))


def _is_lawful(option: str, terms: PokerTerms, bounds: Bounds) -> bool:
    """Return whether an option is within the bounds of the house's law."""
    if option == JACKPOT_DROP:
        return all(bounds[JACKPOT_DROP].allows(cents) for _, cents in terms.jackpot_steps)
    return option != COMMISSION or _is_within(bounds[COMMISSION], terms.commission)


def _are_steps(commission: CommissionTerms) -> bool:
    """Return whether a commission is by steps alone, if it is by steps."""
    is_alone = not (commission.percent or commission.cap)
    return not commission.by_steps or (is_alone and _are_rising(commission.by_steps))


def _are_rising(steps: AmountSteps) -> bool:
    """Return whether steps rise, of pots above 0 and of amounts that they hold."""
    is_rising = all(
        before[0] < after[0] and before[1] < after[1] for before, after in pairwise(steps)
    )
    return is_rising and all(0 < cents <= least for least, cents in steps)


def _fits_bets(terms: PokerTerms) -> bool:
    """Return whether the big blind is the small bet, where the game has both."""
    return terms.variant.stud or not terms.is_fixed_limit or terms.blinds[1] == terms.small_bet


def _check_chips(option: str, terms: PokerTerms) -> None:
    if any(cents % terms.chip for cents in _chip_amounts(option, terms)):
        reason = Text("room.option_chips", {"name": option, "chip_cents": terms.chip})
        raise OptionRefused(option, getattr(terms, option), reason)


def _chip_amounts(option: str, terms: PokerTerms) -> Iterable[int]:
    """Return the amounts of an option that must be whole chips."""
    value = getattr(terms, option)
    match option:
        case "blinds" | "bets":
            has_amounts = terms.is_fixed_limit if option == "bets" else not terms.variant.stud
            return value if has_amounts else ()
        case "ante" | "bring_in" | "min_stake" | "max_stake":
            return (value or 0,)
        case "commission":
            return (value.cap or 0, *(cents for _, cents in value.by_steps))
        case "jackpot_drop":
            return [cents for _, cents in terms.jackpot_steps]
        case "time_charge" if value:
            return (value.cents,)
    return ()
