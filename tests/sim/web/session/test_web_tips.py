"""The tip of each place: the same figures as `croupier odds`, in every language."""

from firmware.core.vocabulary.bets import base_bet_name
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store
from firmware.shell.config.defaults import default_table
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.ratios import percentage
from firmware.shell.words.words import Words
from sim.web.felt.tips import place_tips
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack, open_game

WITHOUT_ONE = {"raise", "war"}
"""What a decision adds: it counts with the bet that it follows."""


@each("game", games_in_pack())
def test_every_place_has_a_tip(game: str) -> None:
    config = default_table(game)
    tips = place_tips(config, open_game(game, dict(config.game_options)))
    for place in {one.on for one in config.wiring.places}:
        travelled = base_bet_name(place) in ("come", "dont_come") and ":" in place
        if base_bet_name(place) not in WITHOUT_ONE and not travelled:
            assert all(tips[place][language] for language in LANGUAGES), place


@each("language", LANGUAGES)
def test_tip_has_the_figure_of_the_odds(language: str) -> None:
    config, words = default_table("three-card-poker"), Words.load(language)
    game = open_game("three-card-poker", dict(config.game_options))
    tips = place_tips(config, game)
    found = stored_figures("three-card-poker", game, Store(None, SHIPPED))
    for best in (figure for figure in found if figure.play == "best"):
        assert percentage(1 + best.expected_profit, words) in tips[best.bet][language]
