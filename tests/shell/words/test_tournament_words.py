"""A tournament's table says that it is one, on every display, and its chips are no money (126)."""

from typing import Any

import pytest

from drivers.displays.typesetting import lay_out_rows
from firmware.core.display.panel import table_panel
from firmware.core.poker_room.engine.terms import read_terms
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.defaults import default_table
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.sheets.room_sheet import poker_sheet
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from tests.kits.games.keyed_poker import KeyedPoker

GAME = "holdem-tournament"
ROLE = {"role": "table"}
SAYS = {"fr": ("TOURNOI", "Jetons sans valeur"), "en": ("TOURNAMENT", "Chips have no value")}
BOTH = pytest.mark.parametrize("language", list(SAYS))


def words(language: str) -> Words:
    return Words.load(language, GAME, chips=True)


@BOTH
def test_126_displays_show_tournament(
    language: str,
) -> None:
    screens, (mark, worth) = DisplayScreens(words(language)), SAYS[language]
    shown = table_panel(KeyedPoker(default_table(GAME)).table)
    standing = screens.footer_line(testing=False, simulated=False)
    for lines in (screens.dealer_lines(shown), screens.player_lines(shown)):
        assert lines[-1] == worth
        assert all(rows[-1] == mark for rows in lay_out_rows(lines, standing).screens)


@BOTH
def test_126_simulated_display_has_both_words(language: str) -> None:
    standing = DisplayScreens(words(language)).footer_line(testing=False, simulated=True)
    assert standing.startswith(SAYS[language][0])
    assert lay_out_rows(("-",), standing).size.width(standing) <= 122


def test_test_is_no_tournament() -> None:
    assert DisplayScreens(words("fr")).footer_line(testing=True, simulated=False) == "ESSAI"


@pytest.mark.parametrize(
    ("language", "cents", "said"),
    [
        ("fr", 123_450, "123\u00a0450"),
        ("en", 123_450, "123,450"),
        ("en", -5, "-5"),
        ("fr", -1, "–"),
    ],
)
def test_126_amounts_are_chips_not_dollars(language: str, cents: int, said: str) -> None:
    assert words(language).format_money(cents) == said


def test_tournament_is_in_poker_room_words() -> None:
    raises = Text("ui.key.raise")
    assert words("fr").render(raises) == Words.load("fr", "poker-room").render(raises) == "RELANCER"


@pytest.mark.parametrize(
    ("combination", "tournament", "poker_room"),
    [
        ("combination.royal_flush", "quinte royale", "quinte royale"),
        ("combination.straight_flush", "quinte couleur", "quinte"),
        ("combination.flush", "couleur", "couleur"),
        ("combination.straight", "quinte", "séquence"),
    ],
)
def test_004_12_67_103_hand_names_by_law(
    combination: str, tournament: str, poker_room: str
) -> None:
    assert words("fr").render(Text(combination)) == tournament
    assert Words.load("fr", "poker-room").render(Text(combination)) == poker_room
    assert words("en").render(Text(combination)) == Words.load("en").render(Text(combination))


def sheet_of(limit: str, **options: Any) -> str:
    terms = read_terms(GAME, {"role": "table", "limit": limit, **options}, None)
    sheet = poker_sheet(words("fr"), default_pack(), terms)
    rows = [cell for section in sheet.sections for row in section.rows for cell in row]
    return "\n".join([*sheet.lines, *(section.title for section in sheet.sections), *rows])


def test_004_sheet_has_its_own_law() -> None:
    sheet = sheet_of("none")
    assert "Rang des mains, de la plus haute (004 12)" in sheet
    for other in (
        "67.",
        "stud",
        "razz",
        "haut-bas",
        "imposée",
        "séquence",
        "Salon de poker",
        "aveuglette",
        "rondelle",
        "cagnotte",
        "tout en jeu",
    ):
        assert other not in sheet
    own = poker_sheet(words("fr"), default_pack(), read_terms(GAME, ROLE, None))
    ranks = [row[1] for row in own.sections[-1].rows]
    assert ranks == [
        "quinte royale",
        "quinte couleur",
        "carré",
        "main pleine",
        "couleur",
        "quinte",
        "brelan",
        "double paire",
        "paire",
        "carte la plus élevée",
    ]


def test_004_1_sheet_has_only_its_bet_limit() -> None:
    no_limit, pot, fixed = sheet_of("none"), sheet_of("pot"), sheet_of("fixed", bets=[200, 400])
    assert ["limite du pot" in sheet for sheet in (no_limit, pot, fixed)] == [False, True, False]
    assert ["limite fixe" in sheet for sheet in (no_limit, pot, fixed)] == [False, False, True]
    assert ["Une mise est au moins" in sheet for sheet in (no_limit, pot, fixed)] == [
        True,
        True,
        False,
    ]
