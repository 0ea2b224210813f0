"""The options of a tournament: each limit at its edge, by article or section of 004."""

from typing import Any

import pytest
from msgspec.structs import fields

from firmware.core.game.options import OptionRefused
from firmware.core.tournament.terms import TournamentTerms, read_terms
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.words.words import Words
from tests.kits.offenders import each

LEVEL = {"seconds": 1200, "blinds": [25, 50], "ante": 0}
HOLDEM = {"entry_cents": 5000, "levels": [LEVEL]}
ANY = {**HOLDEM, "of": "blackjack"}
KNOWN = ("blackjack", "poker-grand-prix")


def holdem(**options: Any) -> TournamentTerms:
    bounds = default_pack().rules("holdem-tournament").bounds
    return read_terms("holdem-tournament", HOLDEM | options, KNOWN, bounds=bounds)


def of_any(**options: Any) -> TournamentTerms:
    return read_terms("tournament", ANY | options, KNOWN)


def rebuy(cents: int, chips: int = 10_000) -> dict[str, int]:
    return {"cents": cents, "chips": chips}


@each(
    "allowed, refused",
    [
        ({"rebuy": rebuy(5000)}, {"entry_cents": 5001, "rebuy": rebuy(5000)}),
        ({"rebuy": rebuy(5000)}, {"rebuy": rebuy(5001)}),
        ({"rebuy": rebuy(100, 10_000)}, {"rebuy": rebuy(100, 10_001)}),
        ({"prizes": [50, 50]}, {"prizes": [51, 49]}),
        ({"prize_percent": 85}, {"prize_percent": 86}),
        ({"seats": 10}, {"seats": 11}),
        ({"begins": "11:00", "ends": "23:00"}, {"begins": "10:59", "ends": "23:00"}),
        ({"begins": "20:00", "ends": "01:59"}, {"begins": "20:00", "ends": "02:00"}),
        ({"begins": "00:10", "ends": "01:59"}, {"begins": "00:10", "ends": "02:00"}),
        ({"begins": "02:00", "ends": "05:00"}, {"begins": "21:00", "ends": "05:00"}),
    ],
)
def test_004_7_9_and_11_hold_em_limits(allowed: dict[str, Any], refused: dict[str, Any]) -> None:
    holdem(**allowed)
    with pytest.raises(OptionRefused):
        holdem(**refused)


@each(
    "allowed, refused",
    [
        ({"prize_percent": 30}, {"prize_percent": 29}),
        ({"published_days": 7}, {"published_days": 6}),
        (
            {"of": "poker-grand-prix", "entry_cents": 3000, "bonus_cents": 10_000},
            {"of": "poker-grand-prix", "entry_cents": 2999, "bonus_cents": 10_000},
        ),
        ({"of": "blackjack"}, {"of": "chess"}),
    ],
)
def test_124_125_and_127_any_game_limits(allowed: dict[str, Any], refused: dict[str, Any]) -> None:
    of_any(**allowed)
    with pytest.raises(OptionRefused):
        of_any(**refused)


def test_004_does_not_bind_other_games() -> None:
    terms = of_any(prizes=[60, 40], prize_percent=90, seats=20, begins="20:00", ends="04:00")
    assert terms.duration_s == 8 * 3600


@each(
    "options",
    [
        {"levels": []},
        {"levels": [{"seconds": 60, "break": True}, LEVEL]},
        {"levels": [{**LEVEL, "seconds": 0}]},
        {"levels": [{**LEVEL, "break": True}]},
        {"levels": [{"seconds": 60}]},
        {"levels": [{**LEVEL, "blinds": [50, 25]}]},
        {"entry_cents": 0},
        {"prizes": [50, 30, 10]},
        {"prizes": []},
        {"begins": "24:00"},
        {"ends": "7:00"},
        {"ends": "soon"},
        {"chips": "many"},
        {"dealers": 3},
        {"holdem": True},
        {"of": "blackjack"},
        {"published_days": 7},
        {"role": "bar"},
    ],
)
def test_unknown_option_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionRefused):
        holdem(**options)


@each("missing", ["entry_cents", "levels"])
def test_entry_and_levels_are_required(missing: str) -> None:
    given = {name: value for name, value in HOLDEM.items() if name != missing}
    with pytest.raises(OptionRefused):
        read_terms("holdem-tournament", given, KNOWN)


MANAGERS = {4: 0, 5: 1, 9: 1, 10: 2, 15: 2, 16: 3, 20: 3, 21: 4, 35: 6, 36: 7, 40: 7}


@each("tables, needed", MANAGERS.items())
def test_004_11_managers_per_number_of_tables(tables: int, needed: int) -> None:
    assert holdem().managers_for(tables) == needed
    assert of_any().managers_for(tables) == 0


@each(
    "option, value, allowed",
    [
        ("prizes", [50, 30, 10], "percentages above 0 that make 100"),
        ("entry_cents", "20", "a number of cents above 0"),
        ("ends", "9h", "a time, as 23:00"),
    ],
)
def test_refusal_names_allowed_values(option: str, value: object, allowed: str) -> None:
    with pytest.raises(OptionRefused) as found:
        holdem(**{option: value})
    assert Words.load("en").render(found.value.why).endswith(allowed)


@each("option", [field.name for field in fields(TournamentTerms) if field.name != "holdem"])
def test_each_option_names_its_values(option: str) -> None:
    assert Words.load("en").has_key(f"hall.option.may_be.{option}")
