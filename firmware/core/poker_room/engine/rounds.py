"""Advances a game after each act: rounds of bets begin and end, pots are awarded.

DEALING ──> BETTING ──> DEALING ──> BETTING … ──> SHOWDOWN ──> OVER
   │           │  bets over before the last street: cards are dealt without betting
   └───────────┴── one live hand left: its player wins unseen ──────> OVER

The betting round (67.88 (16) to (19), 67.91). Its state is in `PokerGame`; amounts are a player's
whole bet of the round, not the chips that are added.

bet_level        the bet to match
minimum_raise    size of the last full bet or raise; at first the big blind
full_bet         fixed limit: level of the last full bet; raise_count counts them against the cap
next_from_spot   where the search for the next player starts: left of the last one who acted

Who is to act (betting_order.py): the first live hand clockwise that has chips, and has not acted or
has not matched `bet_level`. If nobody could answer its bet, it is not asked, and the round is over.
The first round starts left of the last blind or straddle, later ones left of the button; in stud
the lowest up card brings it in, later the highest showing hand starts.

Minimum raise (limits.py): a raise adds at least `minimum_raise`. Only an all-in may be less. Such a
short all-in raises `bet_level`, but not `minimum_raise` (betting.py, `_record_raise`).

Reopening: a player who has only checked may raise whatever is bet later (67.100). Who has called,
bet or raised may raise again only when facing a full raise, that is an `amount_to_call` of at least
`minimum_raise`. Several short all-ins may add up to one. At fixed limit an all-in of half a bet or
more counts as a full raise, and reopens the betting. Nobody raises whom no other could answer: who
has all in less than the bet to match can only call it.
"""

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
from firmware.core.vocabulary.money import NO_CENTS
from firmware.core.vocabulary.rulings import Ruling


def advance_game(poker_state: PokerState) -> list[Ruling]:
    """Advance the game until a player or the dealer must act; return the rulings."""
    game = poker_state.game
    rulings: list[Ruling] = []
    # each step may make the next one due: with all players all in, rounds end at once
    while game:
        if game.stage is BETTING:
            game.to_act = next_to_act(poker_state, game)
            if game.to_act is not None:
                break
            rulings += give_back_uncalled(poker_state, game)
            if game.has_single_live_hand:
                rulings += _end_game(poker_state, game)
            else:
                _end_betting(poker_state, game)
        elif game.stage is DEALING:
            if not is_street_complete(poker_state.terms.variant, game):
                break
            _begin_betting(poker_state, game)
        elif game.stage is SHOWDOWN and are_pots_decided(poker_state, game):
            rulings += _end_game(poker_state, game)
        else:
            break
    return rulings


def _begin_betting(poker_state: PokerState, game: PokerGame) -> None:
    """Begin a round of bets. The first round of a game with blinds has begun with them."""
    variant = poker_state.terms.variant
    game.streets_complete += 1
    # flags of the street that is now complete
    game.dealt_down = game.is_burned = False
    game.cards_faced = 0
    game.stage = BETTING
    if variant.stud and game.streets_complete == 1:
        game.bring_in_spot = game.next_from_spot = bring_in_seat(variant, game)
    elif variant.stud:
        game.next_from_spot = first_by_showing(variant, game)
    elif game.streets_complete > 1:
        game.next_from_spot = game.button_spot + 1
        game.minimum_raise = minimum_bet(poker_state.terms)


def _end_betting(poker_state: PokerState, game: PokerGame) -> None:
    """Collect the bets of the round; then come cards, or the showdown."""
    for spot, hand in game.hands.items():
        if hand.put or hand.spoken:
            game.hands[spot] = replace(
                hand, put=NO_CENTS, spoken=False, spoke_at=NO_CENTS, has_only_checked=False
            )
    game.bet_level = game.full_bet = NO_CENTS
    game.raise_count, game.bring_in_spot, game.clock_ends_s = 0, None, None
    if game.streets_complete < len(poker_state.terms.variant.streets):
        game.stage = DEALING
    else:
        game.stage, game.pots = SHOWDOWN, pots_in_game(game)


def _end_game(poker_state: PokerState, game: PokerGame) -> tuple[Ruling, ...]:
    game.pots = game.pots or pots_in_game(game)
    game.clock_ends_s = game.to_act = None
    game.stage, game.end_rulings = OVER, tuple(award(poker_state, game))
    return game.end_rulings
