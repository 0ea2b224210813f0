"""The cut card, the shuffler, and when the cards are shuffled (articles 7 and 8)."""

from typing import Final

from msgspec.structs import replace

from firmware.core.table.alarms import raise_fault
from firmware.core.table.checkpoint import ShuffleCount
from firmware.core.table.commissions import check_collected
from firmware.core.table.fault_state import Fault
from firmware.core.table.key_entry import NO_KEY_ENTRY
from firmware.core.table.legality import has_legal_bet
from firmware.core.table.payments import open_round
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CutCardSeen, Door, ShuffleEnded
from firmware.core.vocabulary.panel import SoundAlert, Text
from firmware.core.vocabulary.rulings import Announced

ROUNDS_OF_A_PACK: Final = 2
"""Article 8: a single pack is shuffled after so many rounds, if they were of few players."""
MANY_PLAYERS: Final = 4
"""Article 8: with so many players a single pack is shuffled after each round."""

# the cut card


def cut_card_seen(state: State, _event: CutCardSeen) -> None:
    """The cut card: this round is the last of the shoe (8)."""
    state.forget_undo()
    if not state.shoe.cut_card_out:
        state.shoe.cut_card_out = True
        state.add_ruling(Announced(Text("announce.cut_card")), SoundAlert.CALL)


def check_cut_card(state: State) -> None:
    """Raise Forbidden if the cut card has come already."""
    if state.shoe.cut_card_out:
        raise Forbidden("why.cut_already")


# when the shuffle is due


def shuffle_due(state: State) -> bool:
    """Return whether the cards must be shuffled before a round opens (8)."""
    return _shuffle_due_after(state, state.shoe.rounds_settled, state.shoe.last_players)


def shuffle_due_next(state: State) -> bool:
    """Return whether they must be once the round in play is settled."""
    return _shuffle_due_after(state, state.shoe.rounds_settled + 1, len(state.round.bets.bettors))


def _shuffle_due_after(state: State, rounds: int, players: int) -> bool:
    """Article 8, of a shoe that so many rounds were settled from, the last with so many players.

    Voided rounds, which do not count, may have emptied it.
    """
    shoe, game = state.shoe, state.game
    if shoe.cut_card_out or shoe.is_empty or game.decks != 1:
        return shoe.cut_card_out or shoe.is_empty
    if game.shuffled_each_round:
        return not shoe.is_full
    return rounds >= ROUNDS_OF_A_PACK or players >= MANY_PLAYERS


# the shuffler


def start_shuffler(state: State) -> None:
    """Start the shuffler, once; chips laid during the shoe change are no bets."""
    state.device = replace(state.device, shuffle=state.device.shuffle + 1)


def start_shuffler_between(state: State) -> None:
    """Start the shuffler between two rounds."""
    _check_no_bets(state)
    start_shuffler(state)


def _check_no_bets(state: State) -> None:
    if has_legal_bet(state):
        raise Forbidden("why.bets_standing")


def shuffle_ended(state: State, event: ShuffleEnded) -> None:
    """Keep the count; a wrong one takes the deck out of play."""
    before, card_count = state.device.shuffles, state.shoe.card_count
    shuffles = ShuffleCount(before.done + 1, event.cards, before.unread + event.unread)
    state.device = replace(state.device, shuffles=shuffles)
    if event.cards not in (None, card_count):
        values = {"cards": str(event.cards), "wanted": str(card_count)}
        raise_fault(state, Fault("shuffler", "wrong_count", values))


def note_card_out(state: State) -> None:
    """A card leaves the shoe: of a single pack, no shuffle ended before is one of all its cards.

    While more packs, or two in turn, are dealt, others may be in the shuffler.
    """
    game = state.game
    if game.decks == 1 and not game.packs_alternate:
        state.shoe.shuffles_seen = state.device.shuffles.done


def shuffler_awaited(state: State) -> bool:
    """Return whether a shuffler that reports its shuffles has still to shuffle these cards.

    One that is out of order is not waited for.
    """
    shuffles_done, trouble = state.device.shuffles.done, state.device.trouble
    out_of_order = any(fault.part == "shuffler" for fault in trouble.faults)
    return 0 < shuffles_done == state.shoe.shuffles_seen and not out_of_order


# a full shoe


def load_shoe(state: State) -> None:
    """The dealer has shuffled and loaded a full shoe between two rounds (7, 8)."""
    _check_no_bets(state)
    _change_shoe(state)


def load_and_open(state: State) -> None:
    """Load the shoe and open the first round of it."""
    if Door.SHOE in state.device.doors_open:
        raise Forbidden(Text("fault.door_open", {"door": Door.SHOE.value}))
    _change_shoe(state)
    state.game.open()
    state.key_entry = NO_KEY_ENTRY
    open_round(state)


def _change_shoe(state: State) -> None:
    """Raise Forbidden if the shuffler has not shuffled these cards, or a commission is marked."""
    check_collected(state)
    if shuffler_awaited(state):
        raise Forbidden("why.not_shuffled")
    state.shoe.change_shoe(state.device.shuffles.done)
