"""The terms of a tournament: the options of its file, checked.

`004` are the New Brunswick terms of a charity hold'em tournament, cited by section.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec

from firmware.core.game.bounds import NO_BOUNDS, Bound, Bounds
from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT as HOLDEM_GAME
from firmware.core.poker_room.engine.terms import PRICE
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text

ANY_GAME: Final = "tournament"
"""The name of a tournament of any game of the regulation (123)."""
TOURNAMENT_GAMES: Final = (HOLDEM_GAME, ANY_GAME)

MINIMUM_AGE: Final = 19
MAXIMUM_PLAYERS: Final = 400
CHARITY_PERCENT: Final = 15
"""The least share of the gross for the charity (004 7)."""
DAY_SECONDS: Final = 24 * 3600
ROLE: Final = "tournament"
"""The option `role` of a tournament itself; a table of one has `table`."""
FORMER_ROLE: Final = "room"


class RebuyTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rebuy: its price, its chips, and the last level in which it is sold, if there is one."""

    cents: int
    chips: int
    until_level: int | None = None
    """None if there is no last level for rebuys."""


class ClockPeriod(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level or a break of the clock."""

    seconds: int
    blinds: tuple[int, int] | None = None
    ante: int = 0
    rest: bool = msgspec.field(default=False, name="break")

    @property
    def is_valid(self) -> bool:
        """Whether it has a duration, and is either a level with its blinds or a break."""
        if self.seconds <= 0 or self.ante < 0 or self.rest is not (self.blinds is None):
            return False
        return self.blinds is None or 0 < self.blinds[0] <= self.blinds[1]


class TournamentTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of a tournament: amounts in cents, stacks in chips."""

    entry_cents: int
    levels: tuple[ClockPeriod, ...]
    chips: int = 10_000
    rebuy: RebuyTerms | None = None
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
    """Written `tournament` in a file or a script; journals have the former name."""
    holdem: bool = False
    """Whether the New Brunswick terms apply. Derived from the game; not an option."""

    @property
    def duration_s(self) -> int:
        """Seconds from `begins` to `ends`, which is on the next day if it is not later."""
        return (
            seconds_of_day(self.ends) - seconds_of_day(self.begins)
        ) % DAY_SECONDS or DAY_SECONDS

    def managers_for(self, table_count: int) -> int:
        """Return how many table managers a number of tables needs (004 11)."""
        if not self.holdem or table_count < 5:
            return 0
        return 1 if table_count < 10 else 2 + max(0, -(-(table_count - 15) // 5))


def seconds_of_day(time_of_day: str) -> int:
    """Return the seconds since midnight of a time such as `19:30`. Raises ValueError."""
    hours, _, minutes = time_of_day.partition(":")
    if len(time_of_day) != 5 or not (hours + minutes).isdecimal() or not time_of_day.isascii():
        raise ValueError(time_of_day)  # isdecimal() alone would allow digits of other scripts
    if int(hours) > 23 or int(minutes) > 59:
        raise ValueError(time_of_day)
    return int(hours) * 3600 + int(minutes) * 60


def _is_time_of_day(time_of_day: str) -> bool:
    try:
        seconds_of_day(time_of_day)
    except ValueError:
        return False
    return True


TermsCheck = Callable[[TournamentTerms], bool]

GENERAL_LIMITS: Final[tuple[tuple[str, TermsCheck], ...]] = (
    ("entry_cents", lambda terms: terms.entry_cents > 0),
    ("chips", lambda terms: terms.chips > 0),
    ("levels", lambda terms: bool(terms.levels) and all(level.is_valid for level in terms.levels)),
    ("levels", lambda terms: not (terms.levels[0].rest or terms.levels[-1].rest)),
    ("rebuy", lambda terms: terms.rebuy is None or min(terms.rebuy.cents, terms.rebuy.chips) > 0),
    ("seats", lambda terms: terms.seats > 1),
    ("managers", lambda terms: terms.managers >= 0),
    ("prizes", lambda terms: min(terms.prizes, default=0) > 0 and sum(terms.prizes) == 100),
    ("prize_percent", lambda terms: 0 < terms.prize_percent <= 100),
    ("prize_unit", lambda terms: terms.prize_unit > 0),
    ("expenses_cents", lambda terms: terms.expenses_cents >= 0),
    ("begins", lambda terms: _is_time_of_day(terms.begins)),
    ("ends", lambda terms: _is_time_of_day(terms.ends)),
)

HOLDEM_LIMITS: Final[tuple[tuple[tuple[str, ...], str, TermsCheck], ...]] = (
    (
        ("rebuy", "entry_cents"),
        "hall.option.dearer",
        lambda terms: terms.rebuy is None or terms.rebuy.cents <= terms.entry_cents,
    ),
    (
        ("rebuy", "chips"),
        "hall.option.more_chips",
        lambda terms: terms.rebuy is None or terms.rebuy.chips <= terms.chips,
    ),
    (("prizes",), "hall.option.half", lambda terms: max(terms.prizes) <= 50),
    (
        ("prize_percent",),
        "hall.option.charity",
        lambda terms: terms.prize_percent <= 100 - CHARITY_PERCENT,
    ),
    (("seats",), "hall.option.seats", lambda terms: terms.seats <= 10),
    (("ends", "begins"), "hall.option.twelve_hours", lambda terms: terms.duration_s <= 12 * 3600),
    (("ends", "begins"), "hall.option.two_o_clock", lambda terms: not _ends_past_two(terms)),
)
"""Limits of the New Brunswick terms (004 7, 9 to 11): the option and those it is compared with, the
key of its refusal, the check.
"""

ANY_GAME_LIMITS: Final[tuple[tuple[tuple[str, ...], str, TermsCheck], ...]] = (
    (("prize_percent",), "hall.option.returned", lambda terms: terms.prize_percent >= 30),
    (("published_days",), "hall.option.published", lambda terms: terms.published_days >= 7),
    (
        ("entry_cents", "of", "bonus_cents"),
        "hall.option.of_bonus",
        lambda terms: _is_bonus_share(terms),
    ),
)
"""Limits of the regulation (124, 125, 127)."""

REQUIRED_OPTIONS: Final = ("entry_cents", "levels")
STAND_INS: Final[dict[str, Any]] = {"entry_cents": 0, "levels": ()}
"""In place of those that are missing, to judge the others."""
ANY_GAME_OPTIONS: Final = ("published_days", "of", "bonus_cents")
"""Options that a hold'em tournament does not have."""


def _ends_past_two(terms: TournamentTerms) -> bool:
    """Return whether it ends at 2:00 or later in the night, on whichever day it began."""
    begins_s, ends_s = seconds_of_day(terms.begins), seconds_of_day(terms.ends)
    ends_at_night = ends_s <= begins_s or begins_s < 2 * 3600
    return ends_at_night and ends_s >= 2 * 3600


def _is_bonus_share(terms: TournamentTerms) -> bool:
    if terms.of != "poker-grand-prix":
        return True
    return terms.bonus_cents is not None and 100 * terms.entry_cents >= 30 * terms.bonus_cents


def read_terms(
    game_name: str,
    options: Mapping[str, Any],
    extra_games: tuple[str, ...],
    *,
    bounds: Bounds = NO_BOUNDS,
    unit: int = 100,
) -> TournamentTerms:
    """Return the terms of a tournament; `extra_games` may be played in one of any game, `bounds`
    are those of the law at hold'em, and `unit` is how many cents a unit of the currency has.

    Raises OptionRefused with the first option that is not allowed.
    """
    for refusal in terms_refusals(game_name, options, extra_games, bounds):
        raise refusal
    return _typed_terms(game_name, {"prize_unit": unit} | _typed_options(options, []))


def terms_refusals(
    game_name: str,
    options: Mapping[str, Any],
    extra_games: tuple[str, ...],
    bounds: Bounds = NO_BOUNDS,
) -> list[OptionRefused]:
    """Return the refusal of each option that is not allowed, and of each that is missing."""
    refusals = [
        OptionRefused(option, options[option])
        for option in (ANY_GAME_OPTIONS if game_name == HOLDEM_GAME else ())
        if option in options
    ]
    refusals += [_missing_option(option) for option in REQUIRED_OPTIONS if option not in options]
    typed_options = _typed_options(options, refusals)
    terms = _typed_terms(game_name, STAND_INS | typed_options)
    for option, is_allowed in GENERAL_LIMITS:
        if _are_sound(refusals, option) and not is_allowed(terms):
            refusals.append(_value_refused(option, options.get(option, getattr(terms, option))))
    if not terms.holdem and terms.of not in extra_games and _are_sound(refusals, "of"):
        refusals.append(
            _missing_option("of") if terms.of is None else OptionRefused("of", terms.of)
        )
    why = _price_refusal(terms, bounds.get(PRICE, Bound())) if terms.holdem else None
    if why is not None and _are_sound(refusals, "rebuy", "entry_cents"):
        refusals.append(OptionRefused("rebuy", options.get("rebuy"), why))
    for (option, *compared), key, is_allowed in HOLDEM_LIMITS if terms.holdem else ANY_GAME_LIMITS:
        if _are_sound(refusals, option, *compared) and not is_allowed(terms):
            refusals.append(OptionRefused(option, options.get(option), Text(key)))
    return refusals


def _price_refusal(terms: TournamentTerms, bound: Bound) -> Text | None:
    """Return why an entry and a rebuy together cost too little or too much (004 9)."""
    cents = terms.entry_cents + (terms.rebuy.cents if terms.rebuy else 0)
    if bound.allows(cents):
        return None
    if bound.most is not None and cents > bound.most:
        most = Cents(bound.most)
        return Text("hall.option.together", {"most_cents": most, "article": bound.article})
    least = Cents(bound.least or 0)
    return Text("hall.option.together_low", {"least_cents": least, "article": bound.article})


def _are_sound(refusals: list[OptionRefused], *option_names: str) -> bool:
    return {refusal.name for refusal in refusals}.isdisjoint(option_names)


def _typed_terms(game_name: str, typed_options: Mapping[str, Any]) -> TournamentTerms:
    return TournamentTerms(**{**typed_options, "holdem": game_name == HOLDEM_GAME})


def _typed_options(options: Mapping[str, Any], refusals: list[OptionRefused]) -> dict[str, Any]:
    """Return the options with values of their types; add the refusals of the others."""
    typed_options = {}
    for option, value in options.items():
        if option not in OPTION_TYPES:
            refusals.append(OptionRefused(option, value))
            continue
        if (option, value) == ("role", ROLE):  # journals have the former one
            value = FORMER_ROLE
        try:
            typed_options[option] = msgspec.convert(value, OPTION_TYPES[option])
        except msgspec.ValidationError:
            refusals.append(_value_refused(option, value))
    return typed_options


OPTION_TYPES: Final = {
    field.name: field.type
    for field in msgspec.structs.fields(TournamentTerms)
    if field.name != "holdem"
}

ALLOWED_VALUES: Final = {
    "entry_cents": "hall.option.may_be.entry_cents",
    "levels": "hall.option.may_be.levels",
    "chips": "hall.option.may_be.chips",
    "rebuy": "hall.option.may_be.rebuy",
    "seats": "hall.option.may_be.seats",
    "managers": "hall.option.may_be.managers",
    "staff": "hall.option.may_be.staff",
    "prize_percent": "hall.option.may_be.prize_percent",
    "prizes": "hall.option.may_be.prizes",
    "prize_unit": "hall.option.may_be.prize_unit",
    "expenses_cents": "hall.option.may_be.expenses_cents",
    "begins": "hall.option.may_be.begins",
    "ends": "hall.option.may_be.ends",
    "published_days": "hall.option.may_be.published_days",
    "of": "hall.option.may_be.of",
    "bonus_cents": "hall.option.may_be.bonus_cents",
    "role": "hall.option.may_be.role",
}
"""The key of the message that says which values an option allows."""


def _value_refused(option: str, value: object) -> OptionRefused:
    """Return the refusal of a value, with the values that are allowed."""
    shown_value = _wrong_level(value) if option == "levels" else value
    refused_value = OptionRefused(option, shown_value).why
    values = {"given": refused_value, "allowed": Text(ALLOWED_VALUES[option])}
    return OptionRefused(option, value, Text("hall.option.not_allowed", values))


def _wrong_level(levels: object) -> object:
    """Return the first of the levels that is wrong by itself; if none is, all of them."""
    for level in levels if isinstance(levels, list) else ():
        try:
            is_valid = msgspec.convert(level, ClockPeriod).is_valid
        except msgspec.ValidationError:
            is_valid = False
        if not is_valid:
            return level
    return levels


def _missing_option(option: str) -> OptionRefused:
    return OptionRefused(option, "", Text("why.option_missing", {"name": option}))
