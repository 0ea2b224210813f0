"""From the shoe to the hands: the table's actions on cards."""

from typing import Final

from msgspec.structs import replace

from firmware.core.table.alarms import alarm, raise_fault, stopped_by
from firmware.core.table.card_picker import Entry
from firmware.core.table.closing import any_legal, close
from firmware.core.table.decisions import (
    announce_call,
    announce_result,
    lapse_offer,
    sets,
    turned_to,
)
from firmware.core.table.results import no_result
from firmware.core.table.shuffling import note_card_out
from firmware.core.table.state import State
from firmware.core.table.trouble import Fault
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import (
    CardRead,
    Drawn,
    FaultRaised,
    KeyPressed,
    ShoeResult,
)
from firmware.core.vocabulary.panel import Alert, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import CardDealt, CardEntered

# cards out of the shoe


def left_the_shoe(state: State, event: CardRead) -> bool:
    """Record that a card has left the shoe; return whether it is a card to be dealt.

    An impossible card stops the deal, but in a game that redeals.
    """
    shoe = state.shoe
    if event.tag is not None and event.tag in shoe.tags:
        _read_again(state, event)
        return False
    state.forget_undo()
    state.gesture = replace(state.gesture, entering=None)
    note_card_out(state)
    if shoe.take(event.card, event.tag) or state.game.REDEALS:
        return True
    alarm(state, "impossible_card")
    return False


def _read_again(state: State, event: CardRead) -> None:
    """A tag that has left already: the last one is still in the field, any
    other is a second card.
    """
    if event.tag != state.shoe.tags[-1]:
        raise_fault(state, Fault("shoe", "card_twice"))


def is_burnt(_state: State, event: CardRead) -> bool:
    """Return whether the shoe burns the card: outside a round it belongs to no hand."""
    return event.drawn is Drawn.BURN


def is_for_another(state: State, event: CardRead) -> bool:
    """Return whether the shoe's own account of the card, if it keeps one, contradicts ours."""
    due = state.game.due
    if due is None or event.drawn in (None, Drawn.OUTSIDE) or state.shoe.out_of_step:
        return False
    if due.drawn is None:
        return False
    return event.drawn is not due.drawn or event.index not in (None, due.nth)


def stop_wrong_hand(state: State) -> None:
    """Stop the deal: the shoe gives the card to another hand than the rules."""
    alarm(state, "wrong_hand")


def must_redeal(state: State, event: CardRead) -> bool:
    """Return whether an impossible tile ends the deal that is under way."""
    return state.game.due is not None and state.shoe.overdrawn(event.card)


def redeal(state: State) -> None:
    """Gather up an impossible deal, and deal again."""
    no_result(state, Text("no_result.tiles"))
    state.shoe.fill()
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
    state.shoe.lay_aside(event.card, counted=event.drawn is not Drawn.OUTSIDE)
    state.refuse(why)


NO_CARD_DUE: Final = Text("why.no_card_due")


def is_outside(_state: State, event: CardRead) -> bool:
    """Return whether the shoe was locked, in error or being set up when the card was drawn."""
    return event.drawn is Drawn.OUTSIDE


def first_card_closes(state: State) -> bool:
    """Return whether a first card closes the bets here, and there is a bet to deal to."""
    return state.game.CLOSES_ON_FIRST_CARD and any_legal(state)


def close_and_deal(state: State, event: CardRead) -> None:
    """Close the bets with the first card (30); uncounted chips are late."""
    unread, read = state.felt.unread(), {place for place, _ in state.felt.stacks}
    close(state)
    for place in unread:
        if place not in read:
            state.rule(state.round.bets.unread((place, None), state.now), Alert.LATE)
    deal(state, event)


def early(state: State, event: CardRead) -> None:
    """Take a card before the close: lay it aside if there is no bet to close,
    else raise an alarm.
    """
    if state.game.CLOSES_ON_FIRST_CARD:
        _lay_aside(state, event, Text("why.no_bets"))
    else:
        alarm(state, "early_card")


def deal(state: State, event: CardRead) -> None:
    """Pass the card to the game, or lay it aside if the game refuses it."""
    try:
        _give(state, event)
    except Forbidden as refused:
        _lay_aside(state, event, refused.why)


def _give(state: State, event: CardRead) -> None:
    due, called = state.game.due, state.game.call
    state.game.take(event)
    if due is not None:
        state.rule(CardDealt(due.words, due.nth, state.game.lies_open(due)))
    announce_call(state, called)
    lapse_offer(state)
    announce_result(state)


def contradicts(state: State, event: ShoeResult) -> bool:
    """Return whether the shoe's own result differs from ours.

    It is not compared after a card out of step, or after the dealer has ended the round by hand.
    """
    ours = state.game.winner if state.game.finished else None
    heard = event.winner not in ("forced", ours)
    return state.game.FOLLOWED and not state.shoe.out_of_step and heard


def contradicts_a_result(state: State, event: ShoeResult) -> bool:
    """Compare only after the round: in a stopped deal a card may still have to be entered."""
    return state.game.finished and contradicts(state, event)


def stop_wrong_result(state: State, event: ShoeResult) -> None:
    """Stop the deal: the shoe's result differs from ours."""
    alarm(state, "wrong_result", winner=event.winner)


def is_unread_first(state: State, event: FaultRaised) -> bool:
    """Return whether a card that the shoe could not read was one that closes the bets."""
    return event.code in UNREAD and first_card_closes(state)


UNREAD: Final = frozenset(
    {
        "card_code",
        "disagreement",
        "missed",
        "part_alarm",
        "two_cards",
        "unknown_tag",
        "unreadable",
        "wrong_batch",
    }
)
"""The shoe's faults after which a card is, or may be, unread."""


# cards by hand


def enter(state: State) -> None:
    """Begin to enter a card that the shoe could not read, or deal the one that is chosen.

    Raises Forbidden unless one is chosen: no card is dealt by one key pressed twice.
    """
    entering = state.gesture.entering
    if not may_enter(state):
        raise Forbidden(stopped_by(state) if state.stopped else "why.nothing_to_enter")
    if entering is None:
        state.gesture = replace(state.gesture, entering=Entry(state.game.pack))
        return
    if not entering.chosen:
        raise Forbidden("why.choose_first")
    if not state.shoe.take_by_hand(entering.card):
        raise Forbidden("why.impossible_card", card=entering.card.name)
    state.gesture = replace(state.gesture, entering=None)
    state.rule(CardEntered())
    state.clear_shoe(state.device.trouble.stopping)
    _give(state, CardRead(entering.card))


def may_enter(state: State) -> bool:
    """Return whether a card by hand would be dealt now."""
    if state.stopped and not state.device.trouble.only_shoe:
        return False
    return state.phase is Phase.ROUND and state.game.due is not None


def choose(state: State, event: KeyPressed) -> None:
    """Turn to the next rank or suit of the card that is being named."""
    if state.gesture.entering is None and not sets(state):
        raise Forbidden("why.nothing_to_enter")
    turned = turned_to(state).turned(event.key)
    state.gesture = replace(state.gesture, entering=turned)
