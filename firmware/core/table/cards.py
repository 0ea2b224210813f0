"""From the shoe to the hands: the table's actions on cards."""

from typing import Final

from msgspec.structs import replace

from firmware.core.game.course import SpotCard
from firmware.core.table.alarms import raise_alarm, raise_fault, stopped_by
from firmware.core.table.card_picker import CardEntry
from firmware.core.table.closing import any_legal, close_bets
from firmware.core.table.decisions import (
    announce_call,
    announce_result,
    current_card_entry,
    lapse_offer,
    names_cards,
)
from firmware.core.table.event_effects import EventRole, ReadingTakenBack, StrayCard
from firmware.core.table.fault_state import Fault
from firmware.core.table.results import no_result
from firmware.core.table.shuffling import note_card_out
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import (
    CardRead,
    DrawnFor,
    FaultRaised,
    KeyPressed,
    ShoeResult,
)
from firmware.core.vocabulary.panel import SoundAlert, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import CardDealt, CardEntered

# cards out of the shoe


def left_the_shoe(state: State, event: CardRead) -> bool:
    """Record that a card has left the shoe; return whether it is a card to be dealt.

    An impossible card stops the deal, except in a game that redeals.
    """
    shoe = state.shoe
    if event.tag is not None and event.tag in shoe.card_tags:
        _tag_read_again(state, event)
        return False
    state.forget_undo()
    state.key_entry = replace(state.key_entry, entering=None)
    note_card_out(state)
    if shoe.take_card(event.card, event.tag) or state.game.REDEALS_IMPOSSIBLE:
        return True
    _note_stopping_card(state)
    raise_alarm(state, "impossible_card")
    return False


def _note_stopping_card(state: State) -> None:
    """Note that the card stops the deal; if that is stopped already, it has no part in it."""
    is_stopped = state.device.trouble.needs_void
    state.effects.role = EventRole.LAID_ASIDE if is_stopped else EventRole.READING


def _tag_read_again(state: State, event: CardRead) -> None:
    """Raise a fault unless the tag is the last one, which may still be in the reader's field."""
    if event.tag != state.shoe.card_tags[-1]:
        raise_fault(state, Fault("shoe", "card_twice"))


def is_burn_card(_state: State, event: CardRead) -> bool:
    """Return whether the shoe burns the card: outside a round it belongs to no hand."""
    return event.drawn is DrawnFor.BURN


def is_for_wrong_hand(state: State, event: CardRead) -> bool:
    """Return whether a shoe that follows the game assigns the card to another hand."""
    due = state.game.due
    if due is None or event.drawn in (None, DrawnFor.OUTSIDE) or state.shoe.out_of_step:
        return False
    if due.drawn is None:
        return False
    return event.drawn is not due.drawn or event.index not in (None, due.nth)


def stop_wrong_hand(state: State) -> None:
    """Stop the deal: the shoe gives the card to another hand than the rules."""
    _note_stopping_card(state)
    raise_alarm(state, "wrong_hand")


def must_redeal(state: State, event: CardRead) -> bool:
    """Return whether an impossible tile ends the deal that is under way."""
    return state.game.due is not None and state.shoe.is_overdrawn(event.card)


def redeal_tiles(state: State) -> None:
    """Gather up an impossible deal, and deal again."""
    state.effects.role = EventRole.READING
    no_result(state, Text("no_result.tiles"))
    state.shoe.refill()
    state.game.redeal()


def lay_aside_stopped(state: State, event: CardRead) -> None:
    """No card is dealt while the deal is stopped."""
    _lay_aside(state, event, stopped_by(state))


def lay_aside_unshuffled(state: State, event: CardRead) -> None:
    """No card is dealt before the shuffle."""
    _lay_aside(state, event, Text("why.shuffle_first"))


def lay_aside(state: State, event: CardRead) -> None:
    """No card is due."""
    _lay_aside(state, event, NO_CARD_DUE)


def _lay_aside(state: State, event: CardRead, why: Text) -> None:
    state.effects.role = EventRole.LAID_ASIDE
    state.shoe.lay_aside(event.card, counted=event.drawn is not DrawnFor.OUTSIDE)
    state.refuse(why)


NO_CARD_DUE: Final = Text("why.no_card_due")


def is_drawn_outside(_state: State, event: CardRead) -> bool:
    """Return whether the shoe was locked, in error or being set up when the card was drawn."""
    return event.drawn is DrawnFor.OUTSIDE


def first_card_closes(state: State) -> bool:
    """Return whether a first card closes the bets here, and there is a bet to deal to."""
    return state.game.CLOSES_ON_FIRST_CARD and any_legal(state)


def is_card_due(state: State) -> bool:
    """Return whether a card would be dealt to a hand now, and not burnt."""
    if state.stopped:
        return False
    if state.phase is Phase.OPEN:
        return first_card_closes(state)
    due = state.game.due
    is_burn = isinstance(due, SpotCard) and due.is_burnt
    return state.phase is Phase.ROUND and due is not None and not is_burn


def close_and_deal(state: State, event: CardRead) -> None:
    """Close the bets with the first card (30); uncounted chips are late."""
    _close_by_card(state)
    deal_card(state, event)


def _close_by_card(state: State) -> None:
    unread, read = state.felt.unread_places(), {place for place, _ in state.felt.stacks}
    close_bets(state)
    for place in unread:
        if place not in read:
            state.add_ruling(
                state.round.bets.record_unread((place, None), state.now), SoundAlert.LATE
            )


def early_card(state: State, event: CardRead) -> None:
    """Handle a card before the close: it is dealt to no hand if there is no bet, else an alarm."""
    if state.game.CLOSES_ON_FIRST_CARD:
        _lay_aside(state, event, Text("why.no_bets"))
    else:
        _note_stopping_card(state)
        raise_alarm(state, "early_card")


def deal_card(state: State, event: CardRead) -> None:
    """Pass the card to the game; a card that the game refuses is dealt to no hand."""
    try:
        _deal_to_game(state, event)
    except Forbidden as forbidden:
        _lay_aside(state, event, forbidden.why)


def _deal_to_game(state: State, event: CardRead) -> None:
    due, previous_call = state.game.due, state.game.current_call
    state.game.take(event)
    state.effects.role = EventRole.READING
    if due is not None:
        state.add_ruling(CardDealt(due.words, due.nth, state.game.is_face_up(due)))
    announce_call(state, previous_call)
    lapse_offer(state)
    announce_result(state)


def shoe_result_differs(state: State, event: ShoeResult) -> bool:
    """Return whether the shoe's own result differs from ours.

    It is not compared after a card out of step, or after the dealer has ended the round by hand.
    """
    our_winner = state.game.winner if state.game.finished else None
    disagrees = event.winner not in ("forced", our_winner)
    return state.game.FOLLOWED_BY_SHOE and not state.shoe.out_of_step and disagrees


def final_result_differs(state: State, event: ShoeResult) -> bool:
    """Compare only after the round: in a stopped deal a card may still have to be entered."""
    return state.game.finished and shoe_result_differs(state, event)


def stop_wrong_result(state: State, event: ShoeResult) -> None:
    """Stop the deal: the shoe's result differs from ours."""
    raise_alarm(state, "wrong_result", winner=event.winner)


def is_unread_first(state: State, event: FaultRaised) -> bool:
    """Return whether a card that the shoe could not read was one that closes the bets."""
    return event.code in UNREAD_FAULTS and first_card_closes(state)


UNREAD_FAULTS: Final = frozenset(
    {
        "burn_mode",
        "card_code",
        "disagreement",
        "missed",
        "part_alarm",
        "two_cards",
        "unknown_message",
        "unknown_tag",
        "unreadable",
        "wrong_batch",
    }
)
"""The shoe's faults after which a card is, or may be, unread."""


# cards and results that are taken back


def note_foreign_card(state: State, event: FaultRaised) -> None:
    """Note a card that is none of the shoe's: no other card is entered for it."""
    if event.part == "shoe" and event.code in FOREIGN_CARD_FAULTS:
        state.effects.role = EventRole.READING


FOREIGN_CARD_FAULTS: Final = frozenset({"card_code", "unknown_tag", "wrong_batch"})


def note_taken_back(state: State, event: ReadingTakenBack) -> None:
    """Record that a shoe which follows the game is no longer in step with it."""
    state.shoe.taken_back = True
    if event.shoe_fault is not None:
        state.clear_shoe([Fault("shoe", event.shoe_fault)])


def has_closed(_state: State, event: ReadingTakenBack) -> bool:
    """Return whether the reading that was taken back had closed the bets."""
    return event.has_closed


def close_again(state: State) -> None:
    """The close stands though the card or throw that was its moment is taken back (30)."""
    if state.game.CLOSES_ON_FIRST_CARD:
        _close_by_card(state)
    else:
        close_bets(state)


def note_reopened(state: State, event: ReadingTakenBack) -> None:
    """Let chips stand that were laid for the next throw."""
    state.round.bets.has_next_bets = event.has_reopened


def take_stray_card(state: State, event: StrayCard) -> None:
    """A card that had been laid aside is still out of the shoe, and still goes to no hand."""
    state.forget_undo()
    note_card_out(state)
    state.shoe.take_card(event.card, event.tag)
    state.shoe.lay_aside(event.card, counted=event.counted)


# cards by hand


def enter_card(state: State) -> None:
    """Begin to enter a card that the shoe could not read, or deal the one that is chosen.

    Raises Forbidden unless one is chosen: no card is dealt by one key pressed twice.
    """
    entering = state.key_entry.entering
    if not may_enter(state):
        raise Forbidden(stopped_by(state) if state.stopped else "why.nothing_to_enter")
    state.effects.role = EventRole.ENTRY
    if entering is None:
        state.key_entry = replace(state.key_entry, entering=CardEntry(state.game.pack))
        return
    if not entering.chosen:
        raise Forbidden("why.choose_first")
    if not state.shoe.take_by_hand(entering.card):
        raise Forbidden("why.impossible_card", card=entering.card.name)
    state.key_entry = replace(state.key_entry, entering=None)
    state.add_ruling(CardEntered())
    state.clear_shoe(state.device.trouble.stopping)
    _deal_to_game(state, CardRead(entering.card))


def may_enter(state: State) -> bool:
    """Return whether a card by hand would be dealt now."""
    if state.stopped and not state.device.trouble.only_shoe:
        return False
    return state.phase is Phase.ROUND and state.game.due is not None


def choose_card(state: State, event: KeyPressed) -> None:
    """Turn to the next rank or suit of the card that is being named."""
    if state.key_entry.entering is None and not names_cards(state):
        raise Forbidden("why.nothing_to_enter")
    if not names_cards(state):
        state.effects.role = EventRole.ENTRY
    following_entry = current_card_entry(state).after_key(event.key)
    state.key_entry = replace(state.key_entry, entering=following_entry)
