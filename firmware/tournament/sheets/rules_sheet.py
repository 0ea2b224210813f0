"""The rules and prizes of a tournament as the public has them a week before it (125)."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from firmware.core.games import slot_bank
from firmware.core.poker_room.engine.terms import ROOM
from firmware.core.tournament.prizes import prizes
from firmware.core.tournament.terms import CHARITY_PERCENT, LEAST_AGE, MOST_PLAYERS, Terms, clock_s
from firmware.core.vocabulary.panel import Text
from firmware.tournament.sheets.paper import Amount, Cell, Paper, Part, Row, heads, text

SOLD: Final = (20, 50, 100, 200)
"""The numbers of entries for which the prizes are shown."""
BLANK: Final = "_" * 40

OF_HOLDEM: Final = (
    ("one_price", "004 9"),
    ("no_credit", "004 9"),
    ("age", "004 9"),
    ("staff", "004 11"),
    ("sale", "004 9"),
    ("draw", "004 12"),
    ("no_value", "004 12"),
    ("on_the_table", "004 12"),
    ("devices", "004 9"),
    ("spectators", "004 11"),
    ("moving", "004 12"),
    ("hand_for_hand", "004 1"),
    ("colour_up", "004 1"),
    ("odd_chip", "004 12"),
    ("out", "004 12"),
    ("hour", "004 12"),
    ("half", "004 9"),
    ("shared", "004 12"),
    ("all_given", "004 14"),
    ("charity", "004 7"),
    ("disputes", "004 11"),
    ("rules_there", "004 9"),
)
"""The rules of a hold'em tournament by their words, with the section that has or asks for them."""

OF_ANY: Final = (
    ("entry_for_bets", "124"),
    ("rules_of_game", "124"),
    ("marked", "126"),
    ("draw", "125"),
    ("as_many", "125"),
    ("hand_for_hand", "125"),
    ("colour_up", "125"),
    ("out", "125"),
    ("hour", "125"),
    ("rest_to_first", "125"),
    ("shared", "125"),
    ("least_returned", "127"),
    ("rules_there", "125"),
)
"""Those of a tournament of any game."""

TO_FILL_IN: Final = (
    ("licence", "004 9, 14"),
    ("director", "004 11"),
    ("cause", "004 7"),
    ("bet_limit", "004 1"),
    ("language", "004 1"),
    ("too_few", "004 9"),
)
"""The blanks to fill in by hand: 004 demands them, and the room does not know them."""


def rules_sheet(terms: Terms, name: str, day: date) -> Paper:
    """Return the sheet of a tournament on that day."""
    rules = OF_HOLDEM if terms.holdem else OF_ANY
    parts = [
        Part(text("facts"), heads("what", "value", "article"), (*_facts(terms, day),)),
        Part(text("prizes_by_entries"), _prize_heads(), _prizes(terms)),
        _level_part(terms),
        Part(text("rules"), heads("rule", "article"), tuple(map(_rule, rules))),
    ]
    if terms.holdem:
        parts.append(Part(text("fill_in"), heads("what", "value", "article"), _to_fill_in()))
    return Paper(text("rules_title", name=name), _lines(terms, day), tuple(parts))


def publish_by(terms: Terms, day: date) -> date:
    """Return the last day on which the rules of a tournament on that day can be posted (125)."""
    return day - timedelta(days=terms.published_days)


def _lines(terms: Terms, day: date) -> tuple[Text, ...]:
    return (text("publish", day=publish_by(terms, day).isoformat()),)


def _facts(terms: Terms, day: date) -> Iterator[Row]:
    holdem = terms.holdem
    yield text("day"), day.isoformat(), "125"
    hours = text("hours", begins=terms.begins, ends=terms.ends)
    yield text("licensed_hours"), hours, "004 9" if holdem else "125"
    yield text("game"), _game(terms), "123"
    yield text("entry"), Amount(terms.entry_cents), "004 9" if holdem else "124"
    yield text("entry_chips"), terms.chips, "004 12" if holdem else "125"
    yield from _rebuy(terms)
    if holdem:
        yield text("most_players"), MOST_PLAYERS, "004 9"
        yield text("managers"), terms.managers, "004 11"
        yield text("expenses"), Amount(terms.expenses_cents), "004 8"
    elif terms.bonus_cents is not None:
        yield text("bonus"), Amount(terms.bonus_cents), "124"
    yield text("seats"), terms.seats, "004 10" if holdem else "125"
    yield text("share"), text("percent", percent=terms.prize_percent), _of_share(terms)
    yield text("unit"), Amount(terms.prize_unit), "125"


def _game(terms: Terms) -> Text:
    if terms.holdem:
        return Text("posted.poker.holdem")
    return text("slots") if terms.of == slot_bank.GAME else Text(f"game.{terms.of}")


def _of_share(terms: Terms) -> str:
    return "004 7" if terms.holdem else "127"


def _rebuy(terms: Terms) -> Iterator[Row]:
    again, article = terms.rebuy, "004 9" if terms.holdem else "125"
    if again is None:
        yield text("rebuy"), text("none"), article
        return
    yield text("rebuy"), Amount(again.cents), article
    yield text("rebuy_chips"), again.chips, article
    until = again.until_level
    through = text("to_the_end") if until is None else text("through", level=until)
    yield text("rebuy_until"), through, article


def _prize_heads() -> tuple[Text, ...]:
    examples = (text("with_entries", count=sold) for sold in SOLD)
    return (*heads("place", "part"), *examples)


def _prizes(terms: Terms) -> tuple[Row, ...]:
    """Return each place's part of all prizes, and the prize by the entries sold."""
    given = [prizes(terms, sold * terms.entry_cents, sold) for sold in SOLD]
    return tuple(
        (
            place,
            text("percent", percent=percent),
            *(Amount(each[place - 1]) if place <= len(each) else "" for each in given),
        )
        for place, percent in enumerate(terms.prizes, start=1)
    )


LEVEL_HEADS: Final = ("level", "from", "minutes")
BLIND_HEADS: Final = ("small", "big", "ante")


def _level_part(terms: Terms) -> Part:
    """Return the levels, with blinds and antes if the game has any."""
    blinds = BLIND_HEADS if terms.holdem or terms.of == ROOM else ()
    columns = heads(*LEVEL_HEADS, *blinds)
    return Part(text("levels"), columns, tuple(row[: len(columns)] for row in _levels(terms)))


def _levels(terms: Terms) -> Iterator[Row]:
    """Yield each level and break with the time at which it begins if nothing is paused."""
    number, passed = 0, 0
    for period in terms.levels:
        at = _time(clock_s(terms.begins) + passed) if passed < terms.lasts_s else ""
        small, big = period.blinds or ("", "")
        number += not period.rest
        name: Cell = text("break") if period.rest else number
        ante: Cell = "" if period.rest else period.ante
        yield name, at, _minutes(period.seconds), small, big, ante
        passed += period.seconds


def _time(seconds: int) -> str:
    return f"{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}"


def _minutes(seconds: int) -> str:
    whole, rest = divmod(seconds, 60)
    return f"{whole}:{rest:02}"


def _rule(one: tuple[str, str]) -> Row:
    rule, article = one
    values = {"least": LEAST_AGE, "percent": CHARITY_PERCENT}
    return Text(f"hall.sheet.rule.{rule}", values), article


def _to_fill_in() -> tuple[Row, ...]:
    return tuple((text(f"blank.{what}"), BLANK, article) for what, article in TO_FILL_IN)
