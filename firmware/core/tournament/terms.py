"""The terms of a tournament: its options, checked.

`004` are the New Brunswick terms of a hold'em tournament for charity, cited by section.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec

from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT as HOLDEM_GAME
from firmware.core.vocabulary.panel import Text

ANY_GAME: Final = "tournament"
"""A tournament of any game of the regulation (123)."""
TOURNAMENT_GAMES: Final = (HOLDEM_GAME, ANY_GAME)

MINIMUM_AGE: Final = 19
MAXIMUM_PLAYERS: Final = 400
CHARITY_PERCENT: Final = 15
"""What the charity gets of the gross, at least (004 7)."""
DAY_SECONDS: Final = 24 * 3600


class RebuyTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips bought once more, through a level; without one, to the end."""

    cents: int
    chips: int
    until_level: int | None = None


class ClockPeriod(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level or a break of the clock."""

    seconds: int
    blinds: tuple[int, int] | None = None
    ante: int = 0
    rest: bool = msgspec.field(default=False, name="break")

    @property
    def is_valid(self) -> bool:
        """Whether it is either a level with its blinds or a break, and ends."""
        if self.seconds <= 0 or self.ante < 0 or self.rest is not (self.blinds is None):
            return False
        return self.blinds is None or 0 < self.blinds[0] <= self.blinds[1]


class TournamentTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of a tournament; amounts in cents, chips as such."""

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
    holdem: bool = False
    """Whether the New Brunswick terms hold; no option."""

    @property
    def duration_s(self) -> int:
        """The seconds from beginning to end, past midnight if it ends earlier in the day."""
        return (
            seconds_of_day(self.ends) - seconds_of_day(self.begins)
        ) % DAY_SECONDS or DAY_SECONDS

    def managers_for(self, table_count: int) -> int:
        """Return how many table managers so many tables need (004 11)."""
        if not self.holdem or table_count < 5:
            return 0
        return 1 if table_count < 10 else 2 + max(0, -(-(table_count - 15) // 5))


def seconds_of_day(time_of_day: str) -> int:
    """Return the seconds since midnight of a time as `19:30`. Raises ValueError."""
    hours, _, minutes = time_of_day.partition(":")
    if len(time_of_day) != 5 or not (hours + minutes).isdecimal() or not time_of_day.isascii():
        raise ValueError(time_of_day)
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
    ("entry_cents", lambda t: t.entry_cents > 0),
    ("chips", lambda t: t.chips > 0),
    ("levels", lambda t: bool(t.levels) and all(level.is_valid for level in t.levels)),
    ("levels", lambda t: not (t.levels[0].rest or t.levels[-1].rest)),
    ("rebuy", lambda t: t.rebuy is None or min(t.rebuy.cents, t.rebuy.chips) > 0),
    ("seats", lambda t: t.seats > 1),
    ("managers", lambda t: t.managers >= 0),
    ("prizes", lambda t: min(t.prizes, default=0) > 0 and sum(t.prizes) == 100),
    ("prize_percent", lambda t: 0 < t.prize_percent <= 100),
    ("prize_unit", lambda t: t.prize_unit > 0),
    ("expenses_cents", lambda t: t.expenses_cents >= 0),
    ("begins", lambda t: _is_time_of_day(t.begins)),
    ("ends", lambda t: _is_time_of_day(t.ends)),
)

HOLDEM_LIMITS: Final[tuple[tuple[str, str, TermsCheck], ...]] = (
    ("rebuy", "together", lambda t: t.entry_cents + (t.rebuy.cents if t.rebuy else 0) <= 10_000),
    ("rebuy", "dearer", lambda t: t.rebuy is None or t.rebuy.cents <= t.entry_cents),
    ("rebuy", "more_chips", lambda t: t.rebuy is None or t.rebuy.chips <= t.chips),
    ("prizes", "half", lambda t: max(t.prizes) <= 50),
    ("prize_percent", "charity", lambda t: t.prize_percent <= 100 - CHARITY_PERCENT),
    ("seats", "seats", lambda t: t.seats <= 10),
    ("ends", "twelve_hours", lambda t: t.duration_s <= 12 * 3600),
    ("ends", "two_o_clock", lambda t: not _ends_past_two(t)),
)
"""The limits of the New Brunswick terms (004 7, 9 to 11): the option, and the words for it."""

ANY_GAME_LIMITS: Final[tuple[tuple[str, str, TermsCheck], ...]] = (
    ("prize_percent", "returned", lambda t: t.prize_percent >= 30),
    ("published_days", "published", lambda t: t.published_days >= 7),
    ("entry_cents", "of_bonus", lambda t: _is_bonus_share(t)),
)
"""The limits of the regulation (124, 125, 127)."""

ANY_GAME_OPTIONS: Final = ("published_days", "of", "bonus_cents")
"""What a hold'em tournament has not."""


def _ends_past_two(terms: TournamentTerms) -> bool:
    """Return whether it ends at two in the night or later: after midnight, whenever it began."""
    begins_s, ends_s = seconds_of_day(terms.begins), seconds_of_day(terms.ends)
    ends_at_night = ends_s <= begins_s or begins_s < 2 * 3600
    return ends_at_night and ends_s >= 2 * 3600


def _is_bonus_share(terms: TournamentTerms) -> bool:
    if terms.of != "poker-grand-prix":
        return True
    return terms.bonus_cents is not None and 100 * terms.entry_cents >= 30 * terms.bonus_cents


def read_terms(
    game_name: str, options: Mapping[str, Any], extra_games: tuple[str, ...]
) -> TournamentTerms:
    """Return the terms of a tournament, whose game is one of `games`. Raises OptionRefused."""
    is_holdem = game_name == HOLDEM_GAME
    for option in ("holdem", *(ANY_GAME_OPTIONS if is_holdem else ())):
        if option in options:
            raise OptionRefused(option, options[option])
    terms = _typed_terms(options)
    terms = msgspec.structs.replace(terms, holdem=is_holdem)
    for option, is_allowed in GENERAL_LIMITS:
        if not is_allowed(terms):
            raise _value_refused(option, options.get(option, getattr(terms, option)))
    if not is_holdem and terms.of not in extra_games:
        raise _missing_option("of") if terms.of is None else OptionRefused("of", terms.of)
    for option, reason, is_allowed in HOLDEM_LIMITS if is_holdem else ANY_GAME_LIMITS:
        if not is_allowed(terms):
            raise OptionRefused(option, options.get(option), Text(f"hall.option.{reason}"))
    return terms


def _typed_terms(options: Mapping[str, Any]) -> TournamentTerms:
    for option in ("entry_cents", "levels"):
        if option not in options:
            raise _missing_option(option)
    typed = {}
    for option, value in options.items():
        if option not in _OPTION_TYPES:
            raise OptionRefused(option, value)
        try:
            typed[option] = msgspec.convert(value, _OPTION_TYPES[option])
        except msgspec.ValidationError:
            raise _value_refused(option, value) from None
    return TournamentTerms(**typed)


_OPTION_TYPES: Final = {field.name: field.type for field in msgspec.structs.fields(TournamentTerms)}


def _value_refused(option: str, value: object) -> OptionRefused:
    """Return the refusal of a value, with those that an option may have."""
    refused_value = OptionRefused(option, value).why
    values = {"given": refused_value, "allowed": Text(f"hall.option.may_be.{option}")}
    return OptionRefused(option, value, Text("hall.option.not_allowed", values))


def _missing_option(option: str) -> OptionRefused:
    return OptionRefused(option, "", Text("why.option_missing", {"name": option}))
