"""Draws the felt of any table from the definitions of its game."""

from firmware.core.game.game import Game
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.shell.config.settings import Config
from firmware.shell.words.words import LANGUAGES, Words
from sim.web.felt.cloths import CLOTHS
from sim.web.felt.plan_boxes import balls, box_places, in_a_row, prints
from sim.web.felt.plan_layout import (
    BELOW_WHEEL,
    CLOTH,
    LARGE_WHEEL,
    WITH_DICE,
    WITH_WHEEL,
    layout_plan,
)
from sim.web.felt.plan_numbers import number_places
from sim.web.felt.plan_parts import FeltPlan, Say
from sim.web.felt.plan_room import room_plan
from sim.web.felt.plan_spots import spots_plan


def plan(config: Config, game: Game) -> FeltPlan:
    """Draw the felt: each place of the table once, in the layout of the game's kind."""
    spots, say = config.table.spots, _sayer(config.table.game)
    wired = list(dict.fromkeys(place.on for place in config.wiring.places))
    bets = [on for on in game.BETS if on in wired]
    if isinstance(game, PokerRoom):
        return room_plan(spots)
    if not game.LAYOUT:
        return spots_plan(game, spots, bets, say)
    step = game.INSTRUMENT.step if game.INSTRUMENT else ""
    match step:
        case "number":
            return layout_plan(spots, number_places(bets, say), parts=WITH_WHEEL)
        case "balls":
            return layout_plan(spots, (), balls=tuple(balls()))
        case "segment":
            row = box_places(in_a_row(bets), BELOW_WHEEL, bets, say)
            return layout_plan(spots, tuple(row), parts=LARGE_WHEEL)
        case _:
            cloth = CLOTHS[config.table.game]
            places = tuple(box_places(cloth, CLOTH, bets, say, dice=True))
            return layout_plan(spots, places, parts=WITH_DICE, printed=tuple(prints(cloth, CLOTH)))


def _sayer(game: str) -> Say:
    """Return a function that renders a text in every language."""
    every = {language: Words.load(language, game) for language in LANGUAGES}
    return lambda text: {
        language: words.say(text) for language, words in every.items() if words.knows(text.key)
    }
