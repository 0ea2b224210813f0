"""How a game goes on by itself after each act: rounds of bets begin and end, pots are won."""

from collections.abc import Iterator

from msgspec.structs import replace

from firmware.core.poker_room.engine.award import are_pots_decided, award
from firmware.core.poker_room.engine.betting_order import next_to_act
from firmware.core.poker_room.engine.limits import minimum_bet
from firmware.core.poker_room.engine.pots import give_back_uncalled, pots_in_game
from firmware.core.poker_room.engine.state import (
    BETTING,
    DEALING,
    OVER,
    SHOWDOWN,
    PokerGame,
    PokerState,
)
from firmware.core.poker_room.engine.streets import is_street_complete
from firmware.core.poker_room.engine.stud_order import bring_in_seat, first_by_showing
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling


def advance_game(poker_state: PokerState) -> list[Ruling]:
    """Do what follows until somebody has to do something, and return what is ruled."""
    game, variant = poker_state.game, poker_state.terms.variant
    rulings: list[Ruling] = []
    while game and game.stage is not OVER:
        if game.stage is BETTING:
            game.to_act = next_to_act(poker_state, game)
            if game.to_act is not None:
                break
        if game.has_single_live_hand:
            rulings += give_back_uncalled(poker_state, game)
            rulings += _end_game(poker_state, game)
        elif game.stage is BETTING:
            rulings += give_back_uncalled(poker_state, game)
            _end_betting(poker_state, game)
        elif game.stage is DEALING and is_street_complete(variant, game):
            _begin_betting(poker_state, game)
        elif game.stage is SHOWDOWN and are_pots_decided(game):
            rulings += _end_game(poker_state, game)
        else:
            break
    return rulings


def _begin_betting(poker_state: PokerState, game: PokerGame) -> None:
    """Begin the round; the first one of a game with blinds has begun with them."""
    variant = poker_state.terms.variant
    game.streets_complete += 1
    game.dealt_down = game.is_burned = False
    game.cards_faced = 0
    game.stage = BETTING
    if variant.stud and game.streets_complete == 1:
        game.bring_in_spot = game.next_from_spot = bring_in_seat(variant, game)
    elif variant.stud:
        game.next_from_spot = first_by_showing(variant, game)
    elif game.streets_complete > 1:
        game.next_from_spot = game.button_spot + 1
        game.increment = minimum_bet(poker_state.terms)


def _end_betting(poker_state: PokerState, game: PokerGame) -> None:
    """Bring the chips to the middle; then cards follow, or the showdown."""
    for spot, hand in game.hands.items():
        if hand.put or hand.spoken:
            game.hands[spot] = replace(hand, put=Cents(0), spoken=False, spoke_at=Cents(0))
    game.bet_level = game.full_bet = Cents(0)
    game.raise_count, game.bring_in_spot, game.clock_ends_s = 0, None, None
    if game.streets_complete < len(poker_state.terms.variant.streets):
        game.stage = DEALING
    else:
        game.stage, game.pots = SHOWDOWN, pots_in_game(game)


def _end_game(poker_state: PokerState, game: PokerGame) -> Iterator[Ruling]:
    game.pots = game.pots or pots_in_game(game)
    game.clock_ends_s = game.to_act = None
    game.stage, game.end_rulings = OVER, tuple(award(poker_state, game))
    yield from game.end_rulings
