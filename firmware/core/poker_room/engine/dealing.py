"""The cards of a game: dealt, burned, exposed and read (67.88 (4), (17))."""

from collections.abc import Iterable

from msgspec.structs import replace

from firmware.core.poker_room.engine.acts import Burn, DealDown, Expose, FaceUp, ReadHole
from firmware.core.poker_room.engine.alarms import AlarmStop, PokerAlarm
from firmware.core.poker_room.engine.pack import known_down_cards, note_down_cards, note_known
from firmware.core.poker_room.engine.playing_time import begin_playing_time
from firmware.core.poker_room.engine.posting import partly_posted
from firmware.core.poker_room.engine.state import (
    BETTING,
    DEALING,
    PlayerHand,
    PokerGame,
    PokerState,
    current_game,
)
from firmware.core.poker_room.engine.streets import (
    due_street,
    is_fourth_of_flop,
    next_without_up_card,
)
from firmware.core.poker_room.engine.variants import Street
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.rulings import Ruling


def deal_down(poker_state: PokerState, act: DealDown) -> Iterable[Ruling]:
    """Record that the face-down cards were dealt. Raises AlarmStop on a wrong number."""
    game = current_game(poker_state)
    street = due_street(poker_state.terms.variant, game)
    if game.stage is not DEALING or game.dealt_down or not (street and street.down):
        raise Forbidden("room.no_deal_due")
    if not game.streets_complete and (owing_spots := partly_posted(poker_state)):
        raise Forbidden("room.part_posted", spot=owing_spots[0])
    if not _is_burn_made(game, street):
        raise Forbidden("room.burn_first")
    live_spots = game.live_spots
    if act.count != street.down * len(live_spots):
        raise AlarmStop(PokerAlarm.WRONG_LAST_CARD if game.streets_complete else PokerAlarm.MISDEAL)
    for spot in live_spots:
        hand = game.hands[spot]
        game.hands[spot] = replace(hand, down=hand.down + street.down)
    game.dealt_down = True
    begin_playing_time(poker_state, game.hands)
    return ()


def burn(poker_state: PokerState, _: Burn) -> Iterable[Ruling]:
    """Record a burn. It is allowed before the bets are over, since it shows no card."""
    game = current_game(poker_state)
    is_burn_due = game.streets_complete > 0 and not game.is_burned and not game.cards_faced
    if not game.is_burn_optional and not (
        is_burn_due and due_street(poker_state.terms.variant, game)
    ):
        raise Forbidden("room.no_burn_due")
    game.is_burned = True
    return ()


def face_up(poker_state: PokerState, act: FaceUp) -> Iterable[Ruling]:
    """Deal a card face up: to the board, or in stud to the next hand.

    A card that lies face up is a fact: if it should not, that is an alarm. Raises AlarmStop.
    """
    game, variant = current_game(poker_state), poker_state.terms.variant
    # a foul deck is the graver alarm, and is raised first
    note_known(game, act.card)
    street = due_street(variant, game)
    if (
        street is None
        or not street.up
        or game.stage is not DEALING
        or (street.down and not game.dealt_down)
        or not _is_burn_made(game, street)
    ):
        if is_fourth_of_flop(variant, game):
            raise AlarmStop(PokerAlarm.FOUR_CARD_FLOP, act.card)
        raise AlarmStop(PokerAlarm.PREMATURE_CARD)
    spot = None if street.board else next_without_up_card(game)
    game.cards_faced += 1
    if spot is None:
        game.board = (*game.board, act.card)
    else:
        hand = game.hands[spot]
        game.hands[spot] = replace(hand, up=(*hand.up, act.card))
    return ()


def _is_burn_made(game: PokerGame, street: Street) -> bool:
    """Return whether no burn is due before the next card of a street."""
    return not street.burn or game.is_burned or game.is_burn_optional or game.cards_faced > 0


# face-down cards that are seen


def expose(poker_state: PokerState, act: Expose) -> Iterable[Ruling]:
    """Record an exposed card. Raises AlarmStop if it is the second one before any bet."""
    game = current_game(poker_state)
    if act.spot is None:
        note_known(game, act.card)
        game.exposed = (*game.exposed, act.card)
    else:
        _expose_in(poker_state, game, act.spot, act.card)
    exposed_count = len(game.exposed) + sum(len(hand.exposed) for hand in game.hands.values())
    if exposed_count > 1 and not game.has_bet and game.stage in (DEALING, BETTING):
        raise AlarmStop(PokerAlarm.MISDEAL)
    return ()


def _expose_in(poker_state: PokerState, game: PokerGame, spot: int, card: Card) -> None:
    hand = dealt_in_hand(game, spot)
    most_cards = hand.down or poker_state.terms.variant.streets[0].down
    if len(hand.exposed) == most_cards or len({*known_down_cards(hand), card}) > most_cards:
        raise Forbidden("room.not_his_cards", spot=spot)
    if card in hand.exposed:
        return  # reported twice
    note_down_cards(game, spot, [card, *hand.exposed])
    game.change(spot, exposed=(*hand.exposed, card))


def read_hole(poker_state: PokerState, act: ReadHole) -> Iterable[Ruling]:
    """Record cards seen by the reader under a seat; they are not published. Raises AlarmStop."""
    if poker_state.terms.readers != "seats":
        raise Forbidden("room.no_readers")
    game = current_game(poker_state)
    hand = dealt_in_hand(game, act.spot)
    cards_read = tuple(dict.fromkeys((*hand.read, *act.cards)))
    if hand.folded or len({*cards_read, *hand.exposed, *hand.shown}) > hand.down:
        raise Forbidden("room.not_his_cards", spot=act.spot)
    note_down_cards(game, act.spot, act.cards)
    game.change(act.spot, read=cards_read)
    return ()


def dealt_in_hand(game: PokerGame, spot: int) -> PlayerHand:
    """Return a hand that was dealt in. Raises Forbidden if there is none."""
    if spot not in game.hands:
        raise Forbidden("room.not_dealt_in", spot=spot)
    return game.hands[spot]
