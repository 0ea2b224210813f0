"""The terms of a tournament: its options, checked.

`004` are the New Brunswick terms of a hold'em tournament for charity, cited by section.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec

from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine.terms import TOURNAMENT as HOLDEM
from firmware.core.vocabulary.panel import Text

ANY: Final = "tournament"
"""A tournament of any game of the regulation (123)."""
GAMES: Final = (HOLDEM, ANY)

LEAST_AGE: Final = 19
MOST_PLAYERS: Final = 400
CHARITY_PERCENT: Final = 15
"""What the charity gets of the gross, at least (004 7)."""
DAY_S: Final = 24 * 3600


class Rebuy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips bought once more, through a level; without one, to the end."""

    cents: int
    chips: int
    until_level: int | None = None


class Period(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level or a break of the clock."""

    seconds: int
    blinds: tuple[int, int] | None = None
    ante: int = 0
    rest: bool = msgspec.field(default=False, name="break")

    @property
    def fits(self) -> bool:
        """Whether it is either a level with its blinds or a break, and ends."""
        if self.seconds <= 0 or self.ante < 0 or self.rest is not (self.blinds is None):
            return False
        return self.blinds is None or 0 < self.blinds[0] <= self.blinds[1]


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of a tournament; amounts in cents, chips as such."""

    entry_cents: int
    levels: tuple[Period, ...]
    chips: int = 10_000
    rebuy: Rebuy | None = None
    seats: int = 10
    managers: int = 0
    staff: tuple[str, ...] = ()
    prize_percent: int = 50
    prizes: tuple[int, ...] = (50, 30, 20)
    prize_unit: int = 100
    expenses_cents: int = 0
    begins: str = "19:00"
    ends: str = "23:00"
    published_days: int = 7
    of: str | None = None
    bonus_cents: int | None = None
    role: Literal["room"] = "room"
    holdem: bool = False
    """Whether the New Brunswick terms hold; no option."""

    @property
    def lasts_s(self) -> int:
        """The seconds from beginning to end, past midnight if it ends earlier in the day."""
        return (clock_s(self.ends) - clock_s(self.begins)) % DAY_S or DAY_S

    def managers_for(self, tables: int) -> int:
        """Return how many table managers so many tables need (004 11)."""
        if not self.holdem or tables < 5:
            return 0
        return 1 if tables < 10 else 2 + max(0, -(-(tables - 15) // 5))


def clock_s(told: str) -> int:
    """Return the seconds since midnight of a time as `19:30`. Raises ValueError."""
    hours, _, minutes = told.partition(":")
    if len(told) != 5 or not (hours + minutes).isdecimal() or not told.isascii():
        raise ValueError(told)
    if int(hours) > 23 or int(minutes) > 59:
        raise ValueError(told)
    return int(hours) * 3600 + int(minutes) * 60


def _is_time(told: str) -> bool:
    try:
        clock_s(told)
    except ValueError:
        return False
    return True


Check = Callable[[Terms], bool]

ALWAYS: Final[tuple[tuple[str, Check], ...]] = (
    ("entry_cents", lambda t: t.entry_cents > 0),
    ("chips", lambda t: t.chips > 0),
    ("levels", lambda t: bool(t.levels) and all(level.fits for level in t.levels)),
    ("levels", lambda t: not (t.levels[0].rest or t.levels[-1].rest)),
    ("rebuy", lambda t: t.rebuy is None or min(t.rebuy.cents, t.rebuy.chips) > 0),
    ("seats", lambda t: t.seats > 1),
    ("managers", lambda t: t.managers >= 0),
    ("prizes", lambda t: min(t.prizes, default=0) > 0 and sum(t.prizes) == 100),
    ("prize_percent", lambda t: 0 < t.prize_percent <= 100),
    ("prize_unit", lambda t: t.prize_unit > 0),
    ("expenses_cents", lambda t: t.expenses_cents >= 0),
    ("begins", lambda t: _is_time(t.begins)),
    ("ends", lambda t: _is_time(t.ends)),
)

OF_HOLDEM: Final[tuple[tuple[str, str, Check], ...]] = (
    ("rebuy", "together", lambda t: t.entry_cents + (t.rebuy.cents if t.rebuy else 0) <= 10_000),
    ("rebuy", "dearer", lambda t: t.rebuy is None or t.rebuy.cents <= t.entry_cents),
    ("rebuy", "more_chips", lambda t: t.rebuy is None or t.rebuy.chips <= t.chips),
    ("prizes", "half", lambda t: max(t.prizes) <= 50),
    ("prize_percent", "charity", lambda t: t.prize_percent <= 100 - CHARITY_PERCENT),
    ("seats", "seats", lambda t: t.seats <= 10),
    ("ends", "twelve_hours", lambda t: t.lasts_s <= 12 * 3600),
    ("ends", "two_o_clock", lambda t: not _past_two(t)),
)
"""The limits of the New Brunswick terms (004 7, 9 to 11): the option, and the words for it."""

OF_ANY: Final[tuple[tuple[str, str, Check], ...]] = (
    ("prize_percent", "returned", lambda t: t.prize_percent >= 30),
    ("published_days", "published", lambda t: t.published_days >= 7),
    ("entry_cents", "of_bonus", lambda t: _is_of_bonus(t)),
)
"""The limits of the regulation (124, 125, 127)."""

ONLY_ANY: Final = ("published_days", "of", "bonus_cents")
"""What a hold'em tournament has not."""


def _past_two(terms: Terms) -> bool:
    """Return whether it ends at two in the night or later: after midnight, whenever it began."""
    begins, ends = clock_s(terms.begins), clock_s(terms.ends)
    at_night = ends <= begins or begins < 2 * 3600
    return at_night and ends >= 2 * 3600


def _is_of_bonus(terms: Terms) -> bool:
    if terms.of != "poker-grand-prix":
        return True
    return terms.bonus_cents is not None and 100 * terms.entry_cents >= 30 * terms.bonus_cents


def terms_of(game: str, options: Mapping[str, Any], games: tuple[str, ...]) -> Terms:
    """Return the terms of a tournament, whose game is one of `games`. Raises OptionRefused."""
    holdem = game == HOLDEM
    for name in ("holdem", *(ONLY_ANY if holdem else ())):
        if name in options:
            raise OptionRefused(name, options[name])
    terms = _typed(options)
    terms = msgspec.structs.replace(terms, holdem=holdem)
    for name, allows in ALWAYS:
        if not allows(terms):
            raise _not_allowed(name, options.get(name, getattr(terms, name)))
    if not holdem and terms.of not in games:
        raise _missing("of") if terms.of is None else OptionRefused("of", terms.of)
    for name, why, allows in OF_HOLDEM if holdem else OF_ANY:
        if not allows(terms):
            raise OptionRefused(name, options.get(name), Text(f"hall.option.{why}"))
    return terms


def _typed(options: Mapping[str, Any]) -> Terms:
    for name in ("entry_cents", "levels"):
        if name not in options:
            raise _missing(name)
    found = {}
    for name, value in options.items():
        if name not in _TYPES:
            raise OptionRefused(name, value)
        try:
            found[name] = msgspec.convert(value, _TYPES[name])
        except msgspec.ValidationError:
            raise _not_allowed(name, value) from None
    return Terms(**found)


_TYPES: Final = {field.name: field.type for field in msgspec.structs.fields(Terms)}


def _not_allowed(name: str, value: object) -> OptionRefused:
    """Return the refusal of a value, with those that an option may have."""
    given = OptionRefused(name, value).why
    words = {"given": given, "allowed": Text(f"hall.option.may_be.{name}")}
    return OptionRefused(name, value, Text("hall.option.not_allowed", words))


def _missing(name: str) -> OptionRefused:
    return OptionRefused(name, "", Text("why.option_missing", {"name": name}))
