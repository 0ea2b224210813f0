"""The sheets of games of wheels, dice, balls and tiles: bets, payments and returns (2)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from firmware.core.returns import bet_worths
from firmware.core.vocabulary.bets import base_bet_name
from firmware.shell.config.defaults import default_table
from firmware.shell.config.settings import Config
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.sheets.rule_sheet import rule_sheet
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.ratios import percentage
from firmware.shell.words.text_table import PrintedSheet, SheetSection
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.quebec import game_class, game_rules, games_in_pack

ENGLISH = Words.load("en")
WITHOUT_CARDS = [name for name in games_in_pack() if game_class(name).INSTRUMENT]
MOST_ROWS = 40


def table(game: str, **options: object) -> Config:
    usual = default_table(game)
    return replace(usual, game_options={**usual.game_options, **options})


def cells(section: SheetSection, column: int) -> dict[str, str]:
    return {row[0]: row[column] for row in section.rows}


def return_cells(ratio: Fraction, words: Words = ENGLISH) -> tuple[str, str]:
    return f"{ratio.numerator}/{ratio.denominator}", percentage(ratio, words)


def returns(section: SheetSection) -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in section.rows}


def titled(sheet: PrintedSheet, title: str) -> SheetSection:
    (section,) = [section for section in sheet.sections if section.title.startswith(title)]
    return section


@each("language", LANGUAGES)
@each("game", WITHOUT_CARDS)
def test_returns_are_fractions_and_per_cent(game: str, language: str) -> None:
    words, here = Words.load(language), default_table(game)
    worth = bet_worths(game_class(game), game_rules(game), here.game_options)
    laid = [on for on in worth if on == base_bet_name(on) or base_bet_name(on) not in worth]
    assert laid
    printed = {row[1:] for row in rule_sheet(game, words, default_pack(), here).sections[-1].rows}
    assert printed == {return_cells(worth[on].back, words) for on in laid}


@each("game", WITHOUT_CARDS)
def test_layout_is_listed_by_bets(game: str) -> None:
    for here in (None, default_table(game)):
        for section in rule_sheet(game, ENGLISH, default_pack(), here).sections:
            assert 0 < len(section.rows) <= MOST_ROWS
            assert len({row[:2] for row in section.rows}) == len(section.rows)


def test_72_1_twice_alone_or_with_thrice() -> None:
    sheet = rule_sheet("roulette", ENGLISH, default_pack())
    pays = cells(titled(sheet, "Bets"), 2)
    assert (
        pays["Same number twice running"],
        pays["Same number twice running, beside three times"],
    ) == (
        "1200\u00a0to\u00a01",
        "1000\u00a0to\u00a01",
    )
    for numbers in (37, 38):
        back = returns(titled(sheet, f"Returns, {numbers}"))
        assert back["Same number twice running"] == return_cells(Fraction(1201, numbers**2))
        assert back["Same number twice running, beside three times"] == return_cells(
            Fraction(1001, numbers**2)
        )
        assert back["Straight up"] == return_cells(Fraction(36, numbers))


def test_72_1_own_payouts_are_printed() -> None:
    here = table("roulette", numbers=38, twice=True, thrice=True)
    here = replace(here, limits=dict.fromkeys(("straight", "twice"), here.limits["straight"]))
    sheet = rule_sheet("roulette", ENGLISH, default_pack(), here)
    assert cells(titled(sheet, "Bets"), 2)["Same number twice running"] == "1000\u00a0to\u00a01"
    assert returns(titled(sheet, "Returns")) == {
        "Straight up": ("18/19", "94.7368%"),
        "Same number twice running": ("1001/1444", "69.3213%"),
    }


def test_117_122_own_wheel_is_printed() -> None:
    here = table("wheel-of-fortune", segments={"a": [11, 1], "b": [1, 8]})
    sheet = rule_sheet("wheel-of-fortune", ENGLISH, default_pack(), here)
    assert titled(sheet, "Segments of the wheel: 12").rows == (
        ("a", "11", "1\u00a0to\u00a01"),
        ("b", "1", "8\u00a0to\u00a01"),
    )
    assert returns(titled(sheet, "Returns")) == {
        "Segment a": ("11/6", "183.3333%"),
        "Segment b": ("3/4", "75.0000%"),
    }
    assert cells(titled(sheet, "Bets"), 2) == {
        "Segment a": "1\u00a0to\u00a01",
        "Segment b": "8\u00a0to\u00a01",
    }


def test_76_85_own_prizes_are_printed() -> None:
    here = table("keno", paytable={"1": {"1": 3}, "2": {"2": 12}})
    sheet = rule_sheet("keno", ENGLISH, default_pack(), here)
    assert titled(sheet, "Prizes").rows == (("1", "1", "3"), ("2", "2", "12"))
    assert returns(titled(sheet, "Returns")) == {
        "1 number picked": ("3/4", "75.0000%"),
        "2 numbers picked": ("57/79", "72.1519%"),
    }


@pytest.mark.parametrize(
    "game", [name for name in WITHOUT_CARDS if game_class(name).REQUIRED_OPTIONS]
)
def test_table_matters_are_left_to_it(game: str) -> None:
    sheet = rule_sheet(game, ENGLISH, default_pack())
    assert sheet.lines[1].startswith("Each table has its own")
    assert {section.columns for section in sheet.sections} == {("Rule", "Article")}


def test_95_17_commission_names_its_base() -> None:
    commission = cells(titled(rule_sheet("craps", ENGLISH, default_pack()), "Bets"), 4)
    assert commission["Buy"] == "5% of the stake (article 95.17)"
    assert commission["Lay"] == "5% of what it may win (article 95.17)"


def test_100_pai_gow_has_tiles_no_packs() -> None:
    assert (
        rule_sheet("pai-gow", ENGLISH, default_pack()).lines[0] == "A set of 32 tiles (article 100)"
    )
