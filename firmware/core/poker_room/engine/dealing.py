"""The cards of a game as they are dealt, burned, exposed and read (67.88 (4), (17))."""

from collections.abc import Iterable

from msgspec.structs import replace

from firmware.core.poker_room.engine.acts import Burn, Deal, Expose, FaceUp, ReadHole
from firmware.core.poker_room.engine.alarms import Alarm, Stops
from firmware.core.poker_room.engine.pack import face_down, note_known
from firmware.core.poker_room.engine.posting import part_posted
from firmware.core.poker_room.engine.state import BETTING, DEALING, Game, Hand, Room, game_of
from firmware.core.poker_room.engine.streets import lacks_up, next_street
from firmware.core.poker_room.engine.variants import Street
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.rulings import Ruling


def deal(room: Room, act: Deal) -> Iterable[Ruling]:
    """Note that the cards face down were dealt. Raises Stops on a wrong number."""
    game = game_of(room)
    street = next_street(room.terms.variant, game)
    if game.stage is not DEALING or game.dealt_down or not (street and street.down):
        raise Forbidden("room.no_deal_due")
    if not game.complete and part_posted(room):
        raise Forbidden("room.part_posted", spot=part_posted(room)[0])
    _check_burned(game, street)
    if act.count != street.down * len(game.live):
        raise Stops(Alarm.WRONG_LAST_CARD if game.complete else Alarm.MISDEAL)
    for spot, hand in game.hands.items():
        if not hand.folded:
            game.hands[spot] = replace(hand, down=hand.down + street.down)
    game.dealt_down = True
    return ()


def burn(room: Room, _: Burn) -> Iterable[Ruling]:
    """Note that a card was burned; before the bets are over too, since that shows nothing."""
    game = game_of(room)
    due = game.complete > 0 and not game.burned and not game.faced
    if not game.burn_as_you_like and not (due and next_street(room.terms.variant, game)):
        raise Forbidden("room.no_burn_due")
    game.burned = True
    return ()


def face_up(room: Room, act: FaceUp) -> Iterable[Ruling]:
    """Deal a card face up: to the board, or in stud to the next hand. Raises Stops."""
    game = game_of(room)
    street = next_street(room.terms.variant, game)
    if street is None:
        raise Forbidden("why.no_card_due")
    if not street.up or (street.down and not game.dealt_down):
        raise Forbidden("room.face_down_due")
    _check_burned(game, street)
    note_known(game, [act.card])
    if game.stage is BETTING:
        raise Stops(Alarm.PREMATURE_CARD)
    spot = None if street.board else lacks_up(game)
    game.faced += 1
    if spot is None:
        game.board = (*game.board, act.card)
    else:
        hand = game.hands[spot]
        game.hands[spot] = replace(hand, up=(*hand.up, act.card))
    return ()


def _check_burned(game: Game, street: Street) -> None:
    """Raise Forbidden if a card must be burned before the first one of a street."""
    if street.burn and not (game.burned or game.burn_as_you_like or game.faced):
        raise Forbidden("room.burn_first")


# cards face down that somebody sees


def expose(room: Room, act: Expose) -> Iterable[Ruling]:
    """Note a card that was seen by all. Raises Stops if it is the second before any bet."""
    game = game_of(room)
    if act.spot is None:
        note_known(game, [act.card])
        game.exposed = (*game.exposed, act.card)
    else:
        _expose_in(room, game, act.spot, act.card)
    seen = len(game.exposed) + sum(len(hand.exposed) for hand in game.hands.values())
    if seen > 1 and not game.bet_made and game.stage in (DEALING, BETTING):
        raise Stops(Alarm.MISDEAL)
    return ()


def _expose_in(room: Room, game: Game, spot: int, card: Card) -> None:
    hand = hand_at(game, spot)
    most = hand.down or room.terms.variant.streets[0].down
    if len(hand.exposed) == most or len({*face_down(hand), card}) > most:
        raise Forbidden("room.not_his_cards", spot=spot)
    note_known(game, [card, *hand.exposed], own=spot)
    game.change(spot, exposed=(*hand.exposed, card))


def read_hole(room: Room, act: ReadHole) -> Iterable[Ruling]:
    """Keep the card that the reader under a seat sees; it is not published. Raises Stops."""
    if room.terms.readers != "seats":
        raise Forbidden("room.no_readers")
    game = game_of(room)
    hand = hand_at(game, act.spot)
    read = tuple(dict.fromkeys((*hand.read, *act.cards)))
    if hand.folded or len({*read, *hand.exposed, *hand.shown}) > hand.down:
        raise Forbidden("room.not_his_cards", spot=act.spot)
    note_known(game, act.cards, own=act.spot)
    game.change(act.spot, read=read)
    return ()


def hand_at(game: Game, spot: int) -> Hand:
    """Return a hand that is dealt in. Raises Forbidden if there is none."""
    if spot not in game.hands:
        raise Forbidden("room.not_dealt_in", spot=spot)
    return game.hands[spot]
