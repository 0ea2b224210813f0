"""The table's state machine, and what takes each event."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from firmware.core.state_machine import Row, on_key, row
from firmware.core.table import betting, closing, colours, keying, results, tickets, voiding
from firmware.core.table import cards as dealing
from firmware.core.table import decisions as deciding
from firmware.core.table import payments as paying
from firmware.core.table import service_mode as servicing
from firmware.core.table import stops as mending
from firmware.core.vocabulary.events import (
    CardRead,
    ChipsSwept,
    ClearAllowed,
    CutCardSeen,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    KeySwitchTurned,
    MetersReset,
    NoMoreBetsSeen,
    NoResultSeen,
    PartAnswered,
    PartAwaited,
    PowerLost,
    PowerReturned,
    PresenceSeen,
    ResultSeen,
    ServiceEnded,
    ShoeResult,
    ShuffleEnded,
    StackRead,
    TestBegun,
    TestEnded,
    TicketAsked,
    TicketClaimed,
    TimeUp,
)
from firmware.core.vocabulary.keys import CHIP_KEYS, DECISIONS, DIGITS, Key
from firmware.core.vocabulary.phase import Phase

if TYPE_CHECKING:
    from firmware.core.table.table import Table


class Stopped(Event, frozen=True):
    """A fault stops the deal; the table's own event."""


class Mended(Event, frozen=True):
    """Nothing stops the deal any more; the table's own event."""


def shuffle_due(table: "Table", _event: Event) -> bool:
    """No other round opens before the shuffle (8)."""
    return table.shuffle_due


def no_bet_stands(table: "Table", event: Event) -> bool:
    """Nobody has bet yet."""
    return not closing.standing(table, event)


class Idle(Event, frozen=True):
    """A throw has left the dealer nothing to do; the table's own event."""


CLOSED, OPEN, ROUND, FAULT, SHOE_CHANGE = Phase

KEYED = (*DIGITS, Key.RESULT)
"""The keys that say what dice, balls or a wheel show."""

ROWS: Final[tuple[Row, ...]] = (
    on_key(CLOSED, Key.CONFIRM, SHOE_CHANGE, when=shuffle_due),
    on_key(CLOSED, Key.CONFIRM, OPEN, do=paying.open_round),
    on_key(OPEN, Key.NO_MORE_BETS, ROUND, when=closing.standing, do=closing.close_by_key),
    on_key(OPEN, Key.NO_MORE_BETS, OPEN, do=closing.reopen),
    on_key(OPEN, Key.CONFIRM, OPEN, when=voiding.given_back, do=voiding.confirm_given_back),
    on_key(OPEN, Key.CONFIRM, CLOSED, when=closing.may_end_play, do=closing.end_play),
    *(on_key(OPEN, key, OPEN, when=colours.has, do=colours.add) for key in CHIP_KEYS),
    *(on_key(OPEN, key, OPEN, do=keying.add_chip) for key in CHIP_KEYS),
    on_key(OPEN, Key.PRICE, OPEN, do=colours.next_price),
    on_key(OPEN, Key.EMPTY, OPEN, do=keying.empty),
    on_key(OPEN, Key.PLACE, OPEN, when=keying.is_keyed, do=keying.next_place),
    on_key(OPEN, Key.PLACE, OPEN, do=deciding.next_spot),
    on_key(OPEN, Key.BANK, OPEN, do=deciding.decide),
    on_key(OPEN, Key.SHUFFLED, OPEN, do=dealing.load_shoe),
    on_key(OPEN, Key.VOID, SHOE_CHANGE, when=shuffle_due, do=voiding.void),
    on_key(OPEN, Key.VOID, OPEN, do=voiding.void),
    row(OPEN, CardRead, ROUND, when=dealing.first_card_closes, do=dealing.close_and_deal),
    row(OPEN, CardRead, OPEN, do=dealing.early),
    row(OPEN, FaultRaised, ROUND, when=dealing.unread_first_card, do=closing.close),
    row(OPEN, NoMoreBetsSeen, ROUND, when=closing.standing, do=closing.close),
    row(OPEN, NoMoreBetsSeen, OPEN, do=closing.nobody_bets),
    row(OPEN, ResultSeen, ROUND, when=results.closes, do=results.close_and_take),
    row(OPEN, ResultSeen, OPEN, do=results.early),
    *(on_key(OPEN, key, ROUND, when=results.closes, do=results.close_and_take) for key in KEYED),
    *(on_key(OPEN, key, OPEN, do=results.key) for key in KEYED),
    on_key(OPEN, Key.NO_RESULT, OPEN, do=results.no_result_keyed),
    on_key(OPEN, Key.WORKING, OPEN, do=betting.mark_working),
    on_key(OPEN, Key.SPIN, OPEN, do=results.spin),
    row(OPEN, CutCardSeen, SHOE_CHANGE, when=no_bet_stands),
    row(OPEN, CutCardSeen, OPEN),
    row(ROUND, CardRead, ROUND, do=dealing.deal),
    row(ROUND, NoMoreBetsSeen, ROUND),
    row(ROUND, ResultSeen, ROUND, do=results.take),
    *(on_key(ROUND, key, ROUND, do=results.key) for key in KEYED),
    on_key(ROUND, Key.NO_RESULT, ROUND, do=results.no_result_keyed),
    on_key(ROUND, Key.SPIN, ROUND, do=results.spin),
    row(ROUND, Idle, OPEN, do=paying.end_and_open),
    on_key(ROUND, Key.CONFIRM, ROUND, when=deciding.may_pass, do=deciding.pass_on),
    on_key(ROUND, Key.CONFIRM, SHOE_CHANGE, when=shuffle_due, do=paying.finish),
    on_key(ROUND, Key.CONFIRM, OPEN, do=paying.finish_and_open),
    on_key(ROUND, Key.VOID, SHOE_CHANGE, when=shuffle_due, do=voiding.void),
    on_key(ROUND, Key.VOID, OPEN, do=voiding.void),
    on_key(ROUND, Key.RESOLVE, ROUND, do=paying.resolve),
    on_key(ROUND, Key.NEXT, ROUND, do=paying.pass_on),
    on_key(ROUND, Key.ENTER, ROUND, do=dealing.enter),
    *(on_key(ROUND, key, ROUND, do=deciding.decide) for key in DECISIONS),
    on_key(ROUND, Key.PLACE, ROUND, do=deciding.next_spot),
    on_key(ROUND, Key.PICK, ROUND, do=deciding.pick),
    on_key(ROUND, Key.RANK, ROUND, do=dealing.choose),
    on_key(ROUND, Key.SUIT, ROUND, do=dealing.choose),
    on_key(SHOE_CHANGE, Key.CONFIRM, CLOSED, when=closing.may_end_play, do=closing.end_play),
    on_key(SHOE_CHANGE, Key.SHUFFLED, OPEN, do=dealing.load_and_open),
    on_key(SHOE_CHANGE, Key.SHUFFLE, SHOE_CHANGE, do=dealing.shuffle),
    on_key(OPEN, Key.SHUFFLE, OPEN, do=dealing.shuffle),
    row(CLOSED, Stopped, FAULT, do=mending.remember_phase),
    row(OPEN, Stopped, FAULT, do=mending.remember_phase),
    row(ROUND, Stopped, FAULT, do=mending.remember_phase),
    row(SHOE_CHANGE, Stopped, FAULT, do=mending.remember_phase),
    on_key(FAULT, Key.CONFIRM, FAULT, do=mending.confirm_felt),
    on_key(FAULT, Key.CLEAR, FAULT, do=mending.clear),
    on_key(FAULT, Key.VOID, FAULT, do=voiding.void),
    on_key(FAULT, Key.ENTER, FAULT, do=dealing.enter),
    on_key(FAULT, Key.RANK, FAULT, do=dealing.choose),
    on_key(FAULT, Key.SUIT, FAULT, do=dealing.choose),
    row(FAULT, Mended, CLOSED, when=mending.was_closed),
    row(FAULT, Mended, OPEN, when=mending.was_open),
    row(FAULT, Mended, ROUND, when=mending.was_round),
    row(FAULT, Mended, SHOE_CHANGE, when=mending.was_shoe_change),
)

HANDLERS: Final[Mapping[type[Event], Callable[["Table", Any], None]]] = {
    CardRead: dealing.card_read,
    CutCardSeen: dealing.cut_card_seen,
    ShoeResult: dealing.shoe_result,
    ShuffleEnded: dealing.shuffle_ended,
    StackRead: betting.stack_read,
    ChipsSwept: betting.chips_swept,
    PresenceSeen: betting.presence_seen,
    KeySwitchTurned: mending.key_switch_turned,
    DoorMoved: mending.door_moved,
    FaultRaised: mending.fault_raised,
    FaultEnded: mending.fault_ended,
    PartAwaited: mending.part_awaited,
    PartAnswered: mending.part_answered,
    ClearAllowed: mending.clear_allowed,
    TestBegun: servicing.begin_test,
    TestEnded: servicing.end_test,
    MetersReset: servicing.reset_meters,
    NoMoreBetsSeen: results.no_more_bets_seen,
    ResultSeen: results.result_seen,
    NoResultSeen: results.no_result_seen,
    TicketAsked: tickets.asked,
    TicketClaimed: tickets.claimed,
    TimeUp: results.time_up,
    PowerLost: mending.recorded,
    PowerReturned: mending.power_returned,
    ServiceEnded: mending.recorded,
}
"""What takes each event but a key; keys go to the machine by themselves."""
