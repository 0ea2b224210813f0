"""How a game goes on by itself after each act: rounds of bets begin and end, pots are won."""

from collections.abc import Iterator

from msgspec.structs import replace

from firmware.core.poker_room.engine.award import award, is_decided
from firmware.core.poker_room.engine.limits import least_bet
from firmware.core.poker_room.engine.pots import give_back_uncalled, pots_of
from firmware.core.poker_room.engine.showing import brings_in, speaks_first
from firmware.core.poker_room.engine.state import BETTING, DEALING, OVER, SHOWDOWN, Game, Room
from firmware.core.poker_room.engine.streets import is_complete
from firmware.core.poker_room.engine.turns import next_to_speak
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling


def go_on(room: Room) -> list[Ruling]:
    """Do what follows until somebody has to do something, and return what is ruled."""
    game, variant = room.game, room.terms.variant
    ruled: list[Ruling] = []
    while game and game.stage is not OVER:
        if game.stage is BETTING:
            game.turn = next_to_speak(room, game)
            if game.turn is not None:
                break
        if game.is_left_to_one:
            ruled += give_back_uncalled(room, game)
            ruled += _end(room, game)
        elif game.stage is BETTING:
            ruled += give_back_uncalled(room, game)
            _end_bets(room, game)
        elif game.stage is DEALING and is_complete(variant, game):
            _begin_bets(room, game)
        elif game.stage is SHOWDOWN and is_decided(game):
            ruled += _end(room, game)
        else:
            break
    return ruled


def _begin_bets(room: Room, game: Game) -> None:
    """Begin the round; the first one of a game with blinds has begun with them."""
    variant = room.terms.variant
    game.complete += 1
    game.dealt_down = game.burned = False
    game.faced = 0
    game.stage = BETTING
    if variant.stud and game.complete == 1:
        game.opens = game.start = brings_in(variant, game)
    elif variant.stud:
        game.start = speaks_first(variant, game)
    elif game.complete > 1:
        game.start = game.button + 1
        game.increment = least_bet(room.terms)


def _end_bets(room: Room, game: Game) -> None:
    """Bring the chips to the middle; then cards follow, or the showdown."""
    for spot, hand in game.hands.items():
        if hand.put or hand.spoken:
            game.hands[spot] = replace(hand, put=Cents(0), spoken=False, spoke_at=Cents(0))
    game.level = game.full = Cents(0)
    game.raises, game.opens, game.clock = 0, None, None
    if game.complete < len(room.terms.variant.streets):
        game.stage = DEALING
    else:
        game.stage, game.pots = SHOWDOWN, pots_of(game)


def _end(room: Room, game: Game) -> Iterator[Ruling]:
    game.pots = game.pots or pots_of(game)
    game.clock = game.turn = None
    game.stage, game.result = OVER, tuple(award(room, game))
    yield from game.result
