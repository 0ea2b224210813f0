"""Draws the felt of any table from the definitions of its game."""

from collections.abc import Iterator, Sequence

from firmware.core.game.declared_bets import DeclaredBets, declared_names
from firmware.core.game.game import Game
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.shell.config.settings import Config
from firmware.shell.words.languages import LANGUAGES
from sim.web.felt.dice_cloths import DICE_CLOTHS
from sim.web.felt.plan_boxes import ball_plans, box_places, print_plans, side_by_side
from sim.web.felt.plan_layout import (
    ABOVE_CLOTH,
    ABOVE_NUMBERS,
    BELOW_WHEEL,
    CLOTH_AREA,
    DICE_PARTS,
    LARGE_WHEEL_PARTS,
    WHEEL_PARTS,
    layout_plan,
)
from sim.web.felt.plan_numbers import number_places
from sim.web.felt.plan_parts import FeltPlan, PlacePlan, Rectangle, RenderText
from sim.web.felt.plan_poker_table import poker_table_plan
from sim.web.felt.plan_spots import spots_plan
from sim.web.felt.plan_title import place_odds


def draw_felt(config: Config, game: Game) -> FeltPlan:
    """Draw the felt: each place of the table once, in the layout of the game's kind."""
    spots, render = config.table.spots, _text_renderer(config)
    wired_bets = list(dict.fromkeys(place.on for place in config.wiring.places))
    every_bet = [bet_name for bet_name in game.BETS if bet_name in wired_bets]
    declared = _declared_bets(game, every_bet) if game.SHARED_LAYOUT else []
    bet_names = [bet_name for bet_name in every_bet if bet_name not in declared]
    if isinstance(game, PokerRoom):
        return poker_table_plan(spots, render, has_board=not game.terms.variant.stud)
    if not game.SHARED_LAYOUT:
        return spots_plan(game, spots, bet_names, render)
    step = game.INSTRUMENT.result_kind if game.INSTRUMENT else ""
    match step:
        case "number":
            places = number_places(bet_names, render)
            own_row = tuple(_row_of(declared, ABOVE_NUMBERS, render))
            return layout_plan(spots, (*places, *own_row), parts=WHEEL_PARTS)
        case "balls":
            return layout_plan(spots, (), balls=tuple(ball_plans()))
        case "segment":
            odds = place_odds(game, bet_names, render)
            row = box_places(side_by_side(bet_names), BELOW_WHEEL, bet_names, render, odds=odds)
            return layout_plan(spots, tuple(row), parts=LARGE_WHEEL_PARTS)
        case _:
            cloth = DICE_CLOTHS[config.table.game]
            own_row_area, cloth_area = ABOVE_CLOTH if declared else (CLOTH_AREA, CLOTH_AREA)
            own_row = tuple(_row_of(declared, own_row_area, render))
            odds = place_odds(game, bet_names, render)
            boxes = box_places(cloth, cloth_area, bet_names, render, dice=True, odds=odds)
            places = (*boxes, *own_row)
            printed = tuple(print_plans(cloth, cloth_area))
            return layout_plan(spots, places, parts=DICE_PARTS, printed=printed)


def _declared_bets(game: Game, bet_names: Sequence[str]) -> list[str]:
    """Return the bets of a shared layout that a rule pack declares: no cloth has a box for them."""
    added = declared_names(game.TERMS) if isinstance(game, DeclaredBets) else ()
    return [bet_name for bet_name in bet_names if bet_name in added]


def _row_of(bet_names: Sequence[str], area: Rectangle, render: RenderText) -> Iterator[PlacePlan]:
    if bet_names:
        yield from box_places(side_by_side(bet_names), area, bet_names, render)


def _text_renderer(config: Config) -> RenderText:
    """Return a function that renders a text in every language."""
    words_by_language = {language: config.words_in(language) for language in LANGUAGES}
    return lambda text: {
        language: words.render(text)
        for language, words in words_by_language.items()
        if words.has_key(text.key)
    }
