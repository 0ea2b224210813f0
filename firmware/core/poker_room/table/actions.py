"""What the keys and the readers of a poker table do."""

from collections.abc import Callable
from typing import Final

from firmware.core.poker_room.engine import acts
from firmware.core.poker_room.engine.posting import owed
from firmware.core.poker_room.engine.rulings import Burned, DealtAgain, DealtDown
from firmware.core.poker_room.engine.state import Owes, Stage
from firmware.core.poker_room.engine.streets import next_street
from firmware.core.poker_room.engine.turns import speaker
from firmware.core.poker_room.table.apply import act, hand_on, room_of, stage_of
from firmware.core.poker_room.table.chips import check_decision, check_lines, offered, read_before
from firmware.core.poker_room.table.hole_cards import check_compared
from firmware.core.poker_room.table.keying import (
    chosen_spot,
    keep_card,
    named_card,
    spot_of_hand,
    take_amount,
    take_needed_amount,
)
from firmware.core.poker_room.table.tournament import check_runs, hall_of, note_moved, note_over
from firmware.core.table.alarms import stopped_by
from firmware.core.table.state import NOTHING_BEGUN, State
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CardRead, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import CardDealt, CardEntered


def _done(state: State, what: acts.Act) -> None:
    """Do an act; what was keyed for it is used up."""
    act(state, what)
    state.gesture = NOTHING_BEGUN


# between games


def sit_down(state: State) -> None:
    """A player sits down with the amount keyed, or adds it to his stack."""
    spot, cents = chosen_spot(state), take_needed_amount(state)
    move = hall_of(state).move_of(spot, comes=True)
    _done(state, acts.Arrive(spot, cents) if move else acts.SitDown(spot, cents))
    note_moved(state, move)


def leave(state: State) -> None:
    """A player leaves with all he has."""
    spot = chosen_spot(state)
    move = hall_of(state).move_of(spot, comes=False)
    _done(state, acts.Depart(spot) if move else acts.Leave(spot))
    note_moved(state, move)


def take_off(state: State) -> None:
    """A player takes chips off the table."""
    _done(state, acts.TakeOff(chosen_spot(state), take_needed_amount(state)))


def sit_out(state: State) -> None:
    """A player sits out, or plays again."""
    spot = chosen_spot(state)
    seat = room_of(state).seats.get(spot)
    _done(state, acts.SitOut(spot, out=not (seat and seat.out)))


def place_button(state: State) -> None:
    """The button lies at the spot chosen."""
    _done(state, acts.PlaceButton(chosen_spot(state)))


# a game


def post(state: State) -> None:
    """Open a game: the blinds and antes that are due lie there."""
    check_runs(state)
    _done(state, acts.Post())


def post_owed(state: State) -> None:
    """The player at the spot chosen posts all that he owes, or nothing."""
    room, spot = room_of(state), chosen_spot(state)
    if spot not in room.seats:
        raise Forbidden("room.nobody_there", spot=spot)
    if room.seats[spot].owes is Owes.NOTHING:
        raise Forbidden("room.owes_none", spot=spot)
    for on, cents in owed(room, spot).items():
        act(state, acts.PostBlind(spot, on, cents))
    state.gesture = NOTHING_BEGUN


def straddle(state: State) -> None:
    """The player at the spot chosen posts twice the big blind."""
    cents = 2 * room_of(state).terms.blinds[1]
    _done(state, acts.PostBlind(chosen_spot(state), "straddle", cents))


def dealt(state: State) -> None:
    """The cards face down are dealt: so many as are keyed, else as many as are due."""
    game, keyed = hand_on(state), take_amount(state)
    check_lines(state)
    street = next_street(room_of(state).terms.variant, game)
    due = street.down * len(game.live) if street else 0
    count = due if keyed is None else keyed // room_of(state).terms.unit
    _done(state, acts.Deal(count))
    if not room_of(state).alarm:
        state.rule(DealtDown(count))


def decide(state: State, event: KeyPressed) -> None:
    """The player whose turn it is decides; to bet or raise, by the amount keyed."""
    spot = speaker(room_of(state))
    if spot is None:
        raise Forbidden("why.nothing_to_decide")
    sized = event.key in (Key.BET, Key.RAISE)
    cents = take_amount(state) or read_before(state, spot) if sized else None
    _decide(state, acts.Decide(spot, event.key.value, cents))


def decide_by_chips(state: State) -> None:
    """The chips that the player whose turn it is has pushed over the line are his decision."""
    _decide(state, offered(state))


def _decide(state: State, what: acts.Decide) -> None:
    check_decision(state, what)
    _done(state, what)


def muck(state: State) -> None:
    """A hand is thrown in or taken away."""
    _done(state, acts.Muck(spot_of_hand(state)))


def correct(state: State) -> None:
    """The supervisor sets the stack at the spot chosen to the amount keyed."""
    _done(state, acts.Correct(chosen_spot(state), take_needed_amount(state)))


def revive(state: State) -> None:
    """The supervisor gives the hand at the spot chosen back to its player."""
    _done(state, acts.Revive(chosen_spot(state)))


def show(state: State) -> None:
    """A hand is laid open: the cards that were named."""
    spot = spot_of_hand(state)
    check_compared(state, spot)
    _done(state, acts.Show(spot, state.gesture.low))


def expose(state: State) -> None:
    """The card that was named was seen by all; at the spot chosen it stays in that hand."""
    _done(state, acts.Expose(named_card(state), state.gesture.focus))


def card_read(state: State, event: CardRead) -> None:
    """A card came to the reader: the next one face up, or one of a hand that is shown."""
    if state.stopped:
        raise Forbidden(stopped_by(state))  # the card before may not have been read
    if stage_of(state) in (Stage.SHOWDOWN, Stage.OVER):
        keep_card(state, event.card)
    else:
        _turn_up(state, event.card)


def _turn_up(state: State, card: Card) -> None:
    """Deal a card face up, and say where it went."""
    before = hand_on(state)
    act(state, acts.FaceUp(card))
    game = hand_on(state)
    if len(game.board) > len(before.board):
        state.rule(CardDealt(Text("hand.board"), len(game.board), face_up=True))
    for spot, hand in game.hands.items():
        if len(hand.up) > len(before.hands[spot].up):
            state.rule(CardDealt(Text("hand.spot", {"spot": spot}), len(hand.up), face_up=True))


def enter_card(state: State) -> None:
    """The supervisor names a card face up that the reader did not see."""
    _turn_up(state, named_card(state))
    state.gesture = NOTHING_BEGUN
    state.rule(CardEntered())


def burn(state: State) -> None:
    """A card was burned: the chips of the round are in the middle."""
    check_lines(state)
    _done(state, acts.Burn())
    state.rule(Burned())


def misdeal(state: State) -> None:
    """All cards come back, and are dealt again."""
    _done(state, acts.Misdeal())
    state.rule(DealtAgain())


def _doing(what: acts.Act) -> Callable[[State], None]:
    def do(state: State) -> None:
        _done(state, what)

    do.__name__ = type(what).__name__
    return do


take_back: Final = _doing(acts.TakeBack())
call_clock: Final = _doing(acts.CallClock())
void: Final = _doing(acts.Void())


def confirm(state: State) -> None:
    """The pots have been pushed."""
    _done(state, acts.Confirm())
    note_over(state)


def lay_aside(state: State) -> None:
    """A card came while none is due."""
    state.refuse(Forbidden("why.no_card_due").why)
