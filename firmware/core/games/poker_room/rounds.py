"""How a game goes on by itself after each act: rounds of bets begin and end, pots are won."""

from collections.abc import Iterator

from firmware.core.games.poker_room.award import award, is_decided
from firmware.core.games.poker_room.limits import least_bet
from firmware.core.games.poker_room.pots import give_back_uncalled, pots_of
from firmware.core.games.poker_room.showing import brings_in, speaks_first
from firmware.core.games.poker_room.state import BETTING, DEALING, OVER, SHOWDOWN, Game, Room
from firmware.core.games.poker_room.streets import is_complete
from firmware.core.games.poker_room.turns import speaker
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling


def go_on(room: Room) -> Iterator[Ruling]:
    """Do what follows until somebody has to do something."""
    game, variant = room.game, room.terms.variant
    if game is None or game.stage is OVER:
        return
    if game.is_left_to_one:
        yield from give_back_uncalled(room, game)
        yield from _end(room, game)
    elif game.stage is DEALING and is_complete(variant, game):
        _begin_bets(room, game)
        yield from go_on(room)
    elif game.stage is BETTING and speaker(room) is None:
        yield from give_back_uncalled(room, game)
        _end_bets(room, game)
        yield from go_on(room)
    elif game.stage is SHOWDOWN and is_decided(game):
        yield from _end(room, game)


def _begin_bets(room: Room, game: Game) -> None:
    """Begin the round; the first one of a game with blinds has begun with them."""
    variant = room.terms.variant
    game.complete += 1
    game.dealt_down = game.burned = False
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
    for spot in game.hands:
        game.change(spot, put=Cents(0), spoken=False, spoke_at=Cents(0))
    game.level = game.full = Cents(0)
    game.raises, game.opens, game.clock = 0, None, None
    if game.complete < len(room.terms.variant.streets):
        game.stage = DEALING
    else:
        game.stage, game.pots = SHOWDOWN, pots_of(game)


def _end(room: Room, game: Game) -> Iterator[Ruling]:
    game.pots = game.pots or pots_of(game)
    game.clock = None
    game.stage, game.result = OVER, tuple(award(room, game))
    yield from game.result
