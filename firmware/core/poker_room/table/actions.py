"""The actions of keys and readers at a poker table; rows.py says when each is run."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from firmware.core.poker_room.engine import acts
from firmware.core.poker_room.engine.alarms import PokerAlarm
from firmware.core.poker_room.engine.award import must_show
from firmware.core.poker_room.engine.betting_order import player_to_act
from firmware.core.poker_room.engine.posting import owed_blinds
from firmware.core.poker_room.engine.rulings import CardBurned, DealtAgain, DealtDown
from firmware.core.poker_room.engine.state import GameStage, OwedBlinds
from firmware.core.poker_room.engine.streets import due_down_count
from firmware.core.poker_room.table.apply import (
    apply_act,
    game_in_progress,
    game_stage_of,
    poker_room_of,
    poker_state_of,
)
from firmware.core.poker_room.table.chip_reader import (
    check_decision,
    check_lines,
    chips_read_before,
    offered_decision,
)
from firmware.core.poker_room.table.hole_cards import check_compared
from firmware.core.poker_room.table.key_entry import (
    add_named_card,
    chosen_spot,
    named_card,
    spot_of_hand,
    take_amount,
    take_needed_amount,
)
from firmware.core.poker_room.table.tournament import (
    check_may_begin,
    note_game_over,
    note_move_made,
    note_rebuy_laid,
    tournament_link_of,
)
from firmware.core.table.alarms import stopped_by
from firmware.core.table.key_entry import NO_KEY_ENTRY
from firmware.core.table.state import State
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CardRead, CorrectionMade, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import CardDealt, CardEntered
from firmware.core.vocabulary.tournament import SeatRebuy


def _apply_keyed(state: State, poker_act: acts.PokerAct) -> None:
    """Apply an act, and clear everything keyed for it. Raises Forbidden."""
    apply_act(state, poker_act)
    state.key_entry = NO_KEY_ENTRY


# between games


def sit_down(state: State) -> None:
    """A player sits down with the keyed amount, or adds it to the stack; or the chips of a rebuy
    that the tournament has sold are laid.

    Under the supervisor's key it is another player than the one who left the spot.
    """
    spot = chosen_spot(state)
    if rebuy := tournament_link_of(state).open_rebuy(spot):
        _lay_rebuy(state, rebuy)
        return
    cents = take_needed_amount(state)
    move = tournament_link_of(state).open_move(spot, is_arrival=True)
    sitting_down = acts.SitDown(spot, cents, is_other_player=state.device.key_switch)
    _apply_keyed(state, acts.Arrive(spot, cents) if move else sitting_down)
    note_move_made(state, move)


def _lay_rebuy(state: State, rebuy: SeatRebuy) -> None:
    """Lay the chips of a rebuy; the amount need not be keyed."""
    if take_amount(state) not in (None, rebuy.chips):
        raise Forbidden("room.hall.rebuy_is", spot=rebuy.spot, cents=Cents(rebuy.chips))
    _apply_keyed(state, acts.LayRebuy(rebuy.spot, rebuy.chips))
    note_rebuy_laid(state, rebuy)


def leave(state: State) -> None:
    """A player leaves with the whole stack."""
    spot = chosen_spot(state)
    # a player takes all his chips along: the tournament counts on it
    if tournament_link_of(state).open_rebuy(spot):
        raise Forbidden("room.hall.rebuy_first", spot=spot)
    move = tournament_link_of(state).open_move(spot, is_arrival=False)
    _apply_keyed(state, acts.Depart(spot) if move else acts.Leave(spot))
    note_move_made(state, move)


def take_off(state: State) -> None:
    """A player takes chips off the table."""
    _apply_keyed(state, acts.TakeOff(chosen_spot(state), take_needed_amount(state)))


def sit_out(state: State) -> None:
    """A player sits out, or plays again."""
    spot = chosen_spot(state)
    seat = poker_state_of(state).seats.get(spot)
    _apply_keyed(state, acts.SitOut(spot, out=not (seat and seat.out)))


def place_button(state: State) -> None:
    """The button is placed at the chosen spot."""
    _apply_keyed(state, acts.PlaceButton(chosen_spot(state)))


# a game


def post(state: State) -> None:
    """Open a game: the blinds and antes due are posted."""
    check_may_begin(state)
    _apply_keyed(state, acts.Post())


def post_owed_blinds(state: State) -> None:
    """The player at the chosen spot posts all owed blinds, or none."""
    poker_state, spot = poker_state_of(state), chosen_spot(state)
    if spot not in poker_state.seats:
        raise Forbidden("room.nobody_there", spot=spot)
    if poker_state.seats[spot].owes is OwedBlinds.NOTHING:
        raise Forbidden("room.owes_none", spot=spot)
    for blind_name, cents in owed_blinds(poker_state, spot).items():
        apply_act(state, acts.PostBlind(spot, blind_name, cents))
    state.key_entry = NO_KEY_ENTRY


def straddle(state: State) -> None:
    """The player at the chosen spot posts twice the big blind."""
    cents = 2 * poker_state_of(state).terms.blinds[1]
    _apply_keyed(state, acts.PostBlind(chosen_spot(state), "straddle", cents))


def confirm_dealt(state: State) -> None:
    """The face-down cards are dealt: the keyed number of them, or else the number due."""
    game, keyed_amount = game_in_progress(state), take_amount(state)
    check_lines(state)
    due_count = due_down_count(poker_state_of(state).terms.variant, game)
    # the digits key an amount; here it is a number of cards
    digit_cents = poker_room_of(state).digit_cents
    count = due_count if keyed_amount is None else keyed_amount // digit_cents
    _apply_keyed(state, acts.DealDown(count))
    # a wrong number is a misdeal
    if not poker_state_of(state).alarm:
        state.add_ruling(DealtDown(count))


def decide(state: State, event: KeyPressed) -> None:
    """The player to act decides; a bet or raise takes the keyed amount, or the chips read."""
    spot = player_to_act(poker_state_of(state))
    if spot is None:
        raise Forbidden("why.nothing_to_decide")
    needs_amount = event.key in (Key.BET, Key.RAISE)
    cents = take_amount(state) or chips_read_before(state, spot) if needs_amount else None
    _apply_decision(state, acts.PlayerDecision(spot, event.key.value, cents))


def decide_by_chips(state: State) -> None:
    """The chips that the player to act has pushed over the line are the decision."""
    _apply_decision(state, offered_decision(state))


def _apply_decision(state: State, decision: acts.PlayerDecision) -> None:
    check_decision(state, decision)
    _apply_keyed(state, decision)


def muck(state: State) -> None:
    """A hand is mucked, or taken away; by the supervisor though it must be shown.

    Of an all-in hand the key must be pressed again.
    """
    spot = spot_of_hand(state)
    if _is_muck_doubtful(state, spot):
        state.key_entry = replace(state.key_entry, mucking=spot)
        return
    _apply_keyed(state, acts.Muck(spot, supervised=state.device.key_switch))


def _is_muck_doubtful(state: State, spot: int) -> bool:
    """Return whether a hand is all in, and its muck was not keyed before nor is the supervisor's.

    Hands that must be shown, or are out of play, are refused by the engine.
    """
    poker_state, game = poker_state_of(state), game_in_progress(state)
    if state.device.key_switch or state.key_entry.mucking == spot or spot not in game.live_spots:
        return False
    is_in_play = not game.hands[spot].shown and spot not in game.mucked_spots
    is_all_in = not poker_state.seats[spot].cents and game.hands[spot].down > 0
    return is_in_play and is_all_in and not must_show(poker_state, spot)


def correct(state: State) -> None:
    """The supervisor corrects the stack at the chosen spot to the keyed amount."""
    _apply_keyed(state, acts.Correct(chosen_spot(state), take_needed_amount(state)))


def correct_closed_game(state: State, event: CorrectionMade) -> None:
    """Two persons correct the stack of a player of a closed game."""
    apply_act(state, acts.CorrectClosedGame(event))


def revive(state: State) -> None:
    """The supervisor revives the hand at the chosen spot."""
    _apply_keyed(state, acts.Revive(chosen_spot(state)))


def show(state: State) -> None:
    """The hand with the named cards is shown."""
    spot = spot_of_hand(state)
    check_compared(state, spot)
    _apply_keyed(state, acts.Show(spot, state.key_entry.low))


def expose(state: State) -> None:
    """The named card was exposed; if a spot is chosen, it stays in that hand."""
    _apply_keyed(state, acts.Expose(named_card(state), state.key_entry.focus))


def card_read(state: State, event: CardRead) -> None:
    """A card at the reader is the next one face up; at the showdown it is one of the shown hand."""
    if state.stopped:
        raise Forbidden(stopped_by(state))  # the card before may not have been read
    if game_stage_of(state) in (GameStage.SHOWDOWN, GameStage.OVER):
        add_named_card(state, event.card)
    else:
        _deal_face_up(state, event.card)


def _deal_face_up(state: State, card: Card) -> None:
    """Deal a card face up, and rule where it went."""
    # the engine says no place: it is where one card more is than before
    game_before = game_in_progress(state)
    apply_act(state, acts.FaceUp(card))
    game = game_in_progress(state)
    if len(game.board) > len(game_before.board):
        state.add_ruling(CardDealt(Text("hand.board"), len(game.board), face_up=True))
    for spot, hand in game.hands.items():
        if len(hand.up) > len(game_before.hands[spot].up):
            state.add_ruling(
                CardDealt(Text("hand.spot", {"spot": spot}), len(hand.up), face_up=True)
            )


def enter_card(state: State) -> None:
    """The supervisor names a face-up card that the reader missed."""
    _deal_face_up(state, named_card(state))
    state.key_entry = NO_KEY_ENTRY
    state.add_ruling(CardEntered())


def burn(state: State) -> None:
    """A card is burned; the bets of the round must have been collected.

    Of a flop of four, the supervisor burns the named card.
    """
    if poker_state_of(state).alarm == PokerAlarm.FOUR_CARD_FLOP:
        _scramble(state)
        return
    check_lines(state)
    _apply_keyed(state, acts.Burn())
    state.add_ruling(CardBurned())


def _scramble(state: State) -> None:
    if not state.device.key_switch:
        raise Forbidden("why.supervisor_key")
    _apply_keyed(state, acts.Scramble(named_card(state)))


def take_back(state: State) -> None:
    """The supervisor takes back an alarm's card, or the last street or shown hand."""
    _apply_keyed(state, acts.TakeBack(whole_street=True))


def misdeal(state: State) -> None:
    """All cards are taken back, to be dealt again."""
    _apply_keyed(state, acts.Misdeal())
    state.add_ruling(DealtAgain())


def _key_action(poker_act: acts.PokerAct) -> Callable[[State], None]:
    def action(state: State) -> None:
        _apply_keyed(state, poker_act)

    action.__name__ = str(type(poker_act).__struct_config__.tag)
    return action


call_clock: Final = _key_action(acts.CallClock())
apply_void: Final = _key_action(acts.VoidGame())


def confirm_pots(state: State) -> None:
    """The pots have been pushed."""
    _apply_keyed(state, acts.Confirm(state.round.number))
    note_game_over(state)


def refuse_card(state: State) -> None:
    """Refuse a card if none is due."""
    state.refuse(Forbidden("why.no_card_due").why)
