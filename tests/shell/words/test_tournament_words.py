"""A tournament's table says that it is one, on every display, and its chips are no money (126)."""

import pytest

from drivers.displays.typesetting import lay_out_rows
from firmware.core.display.panel import table_panel
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.defaults import default_table
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from tests.kits.games.keyed_poker import KeyedPoker

GAME = "holdem-tournament"
SAYS = {"fr": ("TOURNOI", "Jetons sans valeur"), "en": ("TOURNAMENT", "Chips have no value")}
BOTH = pytest.mark.parametrize("language", list(SAYS))


def words(language: str) -> Words:
    return Words.load(language, GAME, chips=True)


@BOTH
def test_126_both_displays_say_tournament_on_every_screen_and_chips_without_value(
    language: str,
) -> None:
    screens, (mark, worth) = DisplayScreens(words(language)), SAYS[language]
    shown = table_panel(KeyedPoker(default_table(GAME)).table)
    standing = screens.footer_line(testing=False, simulated=False)
    for lines in (screens.dealer_lines(shown), screens.player_lines(shown)):
        assert lines[-1] == worth
        assert all(rows[-1] == mark for rows in lay_out_rows(lines, standing).screens)


@BOTH
def test_126_a_simulated_display_has_room_for_both_words(language: str) -> None:
    standing = DisplayScreens(words(language)).footer_line(testing=False, simulated=True)
    assert standing.startswith(SAYS[language][0])
    assert lay_out_rows(("-",), standing).size.width(standing) <= 122


def test_what_is_played_in_a_test_is_no_tournament() -> None:
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
def test_126_amounts_are_chips_and_no_dollars(language: str, cents: int, said: str) -> None:
    assert words(language).format_money(cents) == said


def test_a_tournament_s_table_is_called_as_in_the_poker_room() -> None:
    raises = Text("ui.key.raise")
    assert words("fr").render(raises) == Words.load("fr", "poker-room").render(raises) == "RELANCER"
