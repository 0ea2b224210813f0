"""Draws the felt of any table from the definitions of its game."""

from firmware.core.game.game import Game
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.shell.config.settings import Config
from firmware.shell.words.languages import LANGUAGES
from sim.web.felt.dice_cloths import DICE_CLOTHS
from sim.web.felt.plan_boxes import ball_plans, box_places, print_plans, side_by_side
from sim.web.felt.plan_layout import (
    BELOW_WHEEL,
    CLOTH_AREA,
    DICE_PARTS,
    LARGE_WHEEL_PARTS,
    WHEEL_PARTS,
    layout_plan,
)
from sim.web.felt.plan_numbers import number_places
from sim.web.felt.plan_parts import FeltPlan, RenderText
from sim.web.felt.plan_poker_table import poker_table_plan
from sim.web.felt.plan_spots import spots_plan


def draw_felt(config: Config, game: Game) -> FeltPlan:
    """Draw the felt: each place of the table once, in the layout of the game's kind."""
    spots, render = config.table.spots, _text_renderer(config)
    wired_bets = list(dict.fromkeys(place.on for place in config.wiring.places))
    bet_names = [bet_name for bet_name in game.BETS if bet_name in wired_bets]
    if isinstance(game, PokerRoom):
        return poker_table_plan(spots)
    if not game.SHARED_LAYOUT:
        return spots_plan(game, spots, bet_names, render)
    step = game.INSTRUMENT.result_kind if game.INSTRUMENT else ""
    match step:
        case "number":
            return layout_plan(spots, number_places(bet_names, render), parts=WHEEL_PARTS)
        case "balls":
            return layout_plan(spots, (), balls=tuple(ball_plans()))
        case "segment":
            row = box_places(side_by_side(bet_names), BELOW_WHEEL, bet_names, render)
            return layout_plan(spots, tuple(row), parts=LARGE_WHEEL_PARTS)
        case _:
            cloth = DICE_CLOTHS[config.table.game]
            places = tuple(box_places(cloth, CLOTH_AREA, bet_names, render, dice=True))
            return layout_plan(
                spots, places, parts=DICE_PARTS, printed=tuple(print_plans(cloth, CLOTH_AREA))
            )


def _text_renderer(config: Config) -> RenderText:
    """Return a function that renders a text in every language."""
    words_by_language = {language: config.words_in(language) for language in LANGUAGES}
    return lambda text: {
        language: words.render(text)
        for language, words in words_by_language.items()
        if words.has_key(text.key)
    }
