"""Progressive lots (21.2, 67.21): the supervisor is called to one that is won; and a linked lot.

What the table offers, locks and feeds of a linked lot is in `state.link`. The game only sees how
much its lot is (`show`).
"""

from firmware.core.game.jackpot_link import Link, Winners
from firmware.core.game.limits import Refusal
from firmware.core.table.alarms import OWN, raise_fault
from firmware.core.table.state import State
from firmware.core.table.trouble import Fault
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.jackpot import (
    LotCalled,
    LotGrantTaken,
    LotLocked,
    LotSeen,
    LotTermsTaken,
)
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import base_name


def is_won(state: State) -> bool:
    """Return whether a lot is won to which the supervisor was not called yet."""
    return bool(state.game.lot.won) and not state.round.lot_told


def call_supervisor(state: State) -> None:
    """Show that a lot is won."""
    state.round.lot_told = True
    if state.link.locked:
        state.rule(LotCalled(state.link.table, state.round.number))
    raise_fault(state, Fault(OWN, "lot_won"))


# a linked lot: what its keeper says


def terms_taken(state: State, event: LotTermsTaken) -> None:
    """Take the terms of the lot."""
    _be(state, state.link.took(event.terms, event.table, event.journal))


def heard(state: State, event: LotSeen) -> None:
    """Take a line of the lot; a round in play goes on with what it is locked to."""
    _be(state, state.link.heard(event.shown))


def granted(state: State, event: LotGrantTaken) -> None:
    """Take what the keeper has made of a hit of this table."""
    _be(state, state.link.granted(event.granted))


def lapsed(state: State, _event: Event) -> None:
    """Take no more progressive bets until a line comes."""
    _be(state, state.link.lapsed())


def refusal(state: State, stack: Stack) -> Refusal | None:
    """Return why no bet on a linked lot is taken now; None if it is, or is another bet."""
    game, base = state.game, base_name(stack[0].on)
    if not game.linked or base not in game.HIDDEN_SIDE_BETS or state.link.closed is None:
        return None
    return Refusal(Text(state.link.closed), game.rules.stakes[base].article)


# a linked lot: what a round makes of it


def lock(state: State) -> None:
    """Lock the round to the lot that is shown with its bets. In a test nothing is locked or fed."""
    if not state.game.linked or state.testing:
        return
    _be(state, state.link.lock(state.game.progressive(state.round.bets.locked)))
    locked = state.link.locked
    if locked is not None:
        facts = locked.bets, locked.version, locked.generation, locked.shown
        state.rule(LotLocked(state.round.number, *facts))


def settled(state: State) -> None:
    """The round is over: what it fed and won is final, and can't be undone any more."""
    _over(state, state.game.lot.winners)


def voided(state: State) -> None:
    """The round is voided: nothing of the lot was won, but its bets have fed it."""
    _over(state, ())


def _over(state: State, winners: Winners) -> None:
    state.link, message = state.link.over(state.round.number, winners)
    if message is not None:
        state.forget_undo()
        state.rule(message)


def show(state: State) -> None:
    """Have the game's lot be what the table shows of the linked one, once what it won is over."""
    if state.game.linked and not state.game.lot.winners:
        state.game.lot.follow(state.link.shown)


def _be(state: State, link: Link) -> None:
    state.link = link
    show(state)
