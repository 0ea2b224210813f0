"""The terms of a poker table: its options, checked."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec

from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine.variants import VARIANTS, Variant
from firmware.core.vocabulary.panel import Text

MOST_PERCENT: Final = 10
"""Article 67.108."""
MOST_SPOTS: Final = 10
FEWEST_SPOTS: Final = 2
DOLLAR: Final = 100

ROOM: Final = "poker-room"
TOURNAMENT: Final = "holdem-tournament"


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The commission on a game's pots (67.108)."""

    percent: int = 0
    cap: int | None = None
    without_flop: bool = False


class TimeCharge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The commission on a player's time (67.108)."""

    cents: int
    minutes: int


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    commission: Share = Share()
    time_charge: TimeCharge | None = None
    straddle: bool = False
    readers: Literal["board", "seats"] = "board"
    clock: int = 30
    spots: int = MOST_SPOTS
    tournament: bool = False

    @property
    def variant(self) -> Variant:
        """The game that is dealt."""
        return VARIANTS[self.poker]

    @property
    def fixed(self) -> bool:
        """Whether bets have one amount."""
        return self.limit == "fixed"

    @property
    def small_bet(self) -> int:
        """The bet of the first two rounds at fixed limit."""
        return self.bets[0] if self.bets else 0

    @property
    def unit(self) -> int:
        """What a digit keyed counts, in cents: a dollar, or a tournament's chip of one."""
        return 1 if self.tournament else DOLLAR


OF_ROOMS: Final = ("commission", "time_charge")
"""What a table of a tournament does not take."""

Check = Callable[[Terms], bool]

CHECKS: Final[Mapping[str, Check]] = {
    "chip": lambda t: t.chip > 0,
    "poker": lambda t: t.poker in VARIANTS and not (t.tournament and t.poker != "holdem"),
    "limit": lambda t: t.fixed or not t.variant.stud,
    "bets": lambda t: not t.fixed or (t.bets is not None and 0 < t.bets[0] <= t.bets[1]),
    "blinds": lambda t: 0 < t.blinds[0] <= t.blinds[1] and _fits_bets(t),
    "raises": lambda t: t.raises >= 0,
    "ante": lambda t: t.ante >= 0,
    "ante_by": lambda t: t.ante_by == "each" or not t.variant.stud,
    "bring_in": lambda t: not t.variant.stud or 0 < (t.bring_in or 0) < t.small_bet,
    "min_stake": lambda t: t.min_stake >= 0,
    "max_stake": lambda t: t.max_stake is None or t.max_stake >= max(t.min_stake, 1),
    "commission": lambda t: (
        0 <= t.commission.percent <= MOST_PERCENT and (t.commission.cap or 0) >= 0
    ),
    "time_charge": lambda t: (
        t.time_charge is None or (t.time_charge.cents > 0 and t.time_charge.minutes > 0)
    ),
    "clock": lambda t: t.clock > 0,
    "spots": lambda t: FEWEST_SPOTS <= t.spots <= MOST_SPOTS,
}
"""Whether an option may have its value; those above it may."""


def terms_of(game: str, options: Mapping[str, Any], spots: int | None = None) -> Terms:
    """Return the terms of a table. Raises OptionRefused with the option."""
    tournament = game == TOURNAMENT
    given = dict(options)
    if tournament:
        if given.pop("role", None) != "table":
            raise OptionRefused("role", options.get("role", "room"))
        _refuse_any(given, OF_ROOMS)
    _refuse_any(given, ("spots", "tournament"))
    found: dict[str, Any] = {}
    for name, value in given.items():
        found[name] = _typed(name, value)
    terms = Terms(**found, spots=MOST_SPOTS if spots is None else spots, tournament=tournament)
    for name, allows in CHECKS.items():
        if not allows(terms):
            raise _refused(name, given, terms)
        _check_chips(name, terms)
    return terms


def _refuse_any(given: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for name in names:
        if name in given:
            raise OptionRefused(name, given[name])


def _refused(name: str, given: Mapping[str, Any], terms: Terms) -> OptionRefused:
    value = given.get(name, getattr(terms, name))
    if name == "blinds" and not _fits_bets(terms):
        return OptionRefused(
            name, value, Text("room.option_blinds", {"bet_cents": terms.small_bet})
        )
    if name in ("bets", "bring_in") and name not in given:
        return OptionRefused(name, "", Text("why.option_missing", {"name": name}))
    if name == "commission":
        return OptionRefused(name, value, Text("room.percent", {"most": MOST_PERCENT}))
    return OptionRefused(name, value)


_TYPES: Final = {field.name: field.type for field in msgspec.structs.fields(Terms)}


def _typed(name: str, value: object) -> object:
    try:
        return msgspec.convert(value, _TYPES[name], strict=True)
    except (KeyError, msgspec.ValidationError):
        raise OptionRefused(name, value) from None


def _fits_bets(terms: Terms) -> bool:
    """Return whether the big blind is the small bet, where there are both."""
    return terms.variant.stud or not terms.fixed or terms.blinds[1] == terms.small_bet


def _check_chips(name: str, terms: Terms) -> None:
    value = getattr(terms, name)
    match name:
        case "blinds" if terms.variant.stud:
            return
        case "bets" if not terms.fixed:
            return
        case "ante" | "bring_in" | "min_stake" | "max_stake":
            amounts = (value or 0,)
        case "blinds" | "bets":
            amounts = value
        case "commission":
            amounts = (value.cap or 0,)
        case "time_charge" if value:
            amounts = (value.cents,)
        case _:
            return
    if any(cents % terms.chip for cents in amounts):
        why = Text("room.option_chips", {"name": name, "chip_cents": terms.chip})
        raise OptionRefused(name, value, why)
