"""The table's state machine.

Four phases: closed, open for bets, in a round, changing the shoe. A fault is not a phase: it can
occur in any, and replaces the rows of a running deal by those of a stopped one:

    event ──> STEPS: notes, in any phase ──> one row of GOING or, while the deal is stopped,
              of STOPPED ──> one row for each stack that changed
              ──> `always` rows, until no guard holds

A note never tests the phase, and a row never tests anything else about it: the phase is its first
column, and each of the two machines has rows of its own. An event without a row has no effect in
its phase; a key without one is refused, with the reason.

One event runs its row before its note: a fault by which a first card may have left the shoe unread
closes the bets (30), and only then stops the deal.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from firmware.core.state_machine import Machine, Row, always, on_key, row
from firmware.core.table import (
    alarms,
    betting,
    cards,
    closing,
    colours,
    decisions,
    dice,
    jackpot,
    keying,
    legality,
    payments,
    results,
    service_mode,
    shuffling,
    stops,
    tickets,
    voiding,
)
from firmware.core.table.state import ChipsMoved, State
from firmware.core.vocabulary.events import (
    CardRead,
    ChipsSwept,
    ClearAllowed,
    CutCardSeen,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    HeadTaken,
    KeySwitchTurned,
    MetersReset,
    NoMoreBetsSeen,
    NoResultSeen,
    NumberDrawn,
    PartAnswered,
    PartAwaited,
    PowerReturned,
    PresenceSeen,
    ResultSeen,
    ShoeRestarted,
    ShoeResult,
    ShuffleEnded,
    StackRead,
    TestBegun,
    TestEnded,
    TicketAsked,
    TicketClaimed,
    TimeUp,
)
from firmware.core.vocabulary.jackpot import LotGrantTaken, LotLapsed, LotSeen, LotTermsTaken
from firmware.core.vocabulary.keys import CHIP_KEYS, DECISIONS, DIGITS, Key
from firmware.core.vocabulary.phase import Phase

CLOSED, OPEN, ROUND, SHOE_CHANGE = Phase

KEYED: Final = (*DIGITS, Key.RESULT)
"""The keys of which the dealer composes a result."""

SERVICE_MODE: Final = (
    row(CLOSED, TestBegun, CLOSED, do=service_mode.begin_test),
    row(OPEN, TestBegun, OPEN, do=service_mode.begin_test),
    row(ROUND, TestBegun, ROUND, do=service_mode.refuse_begin_in_round),
    *(row(p, TestEnded, p, do=service_mode.end_test) for p in (CLOSED, OPEN)),
    row(ROUND, TestEnded, ROUND, do=service_mode.refuse_end_in_round),
    row(CLOSED, MetersReset, CLOSED, do=service_mode.reset_meters),
    *(row(p, MetersReset, p, do=service_mode.refuse_reset) for p in (OPEN, ROUND)),
)
"""Tests and meters' resets, in the phases that every table has."""

EITHER: Final[tuple[Row, ...]] = (
    *(always(p, p, when=jackpot.is_won, do=jackpot.call_supervisor) for p in Phase),
    # chips on the felt
    *(row(p, PresenceSeen, p, when=betting.sensor_is_clear, do=betting.clear) for p in Phase),
    row(ROUND, PresenceSeen, ROUND, do=betting.infer_locked),
    *(row(p, PresenceSeen, p, do=betting.infer_nominal) for p in (CLOSED, OPEN, SHOE_CHANGE)),
    # doors
    *(row(p, DoorMoved, p, when=stops.is_opened, do=stops.stop_door_open)
      for p in (CLOSED, OPEN, ROUND)),
    row(SHOE_CHANGE, DoorMoved, SHOE_CHANGE, when=stops.is_opened_but_the_shoes,
        do=stops.stop_door_open),
    # the supervisor voids
    on_key(OPEN, Key.VOID, SHOE_CHANGE, when=shuffling.shuffle_due,
        do=voiding.void_before_shuffle),
    on_key(OPEN, Key.VOID, OPEN, do=voiding.void),
    on_key(ROUND, Key.VOID, SHOE_CHANGE, when=shuffling.shuffle_due,
        do=voiding.void_before_shuffle),
    on_key(ROUND, Key.VOID, OPEN, do=voiding.void),
    # cards by hand
    on_key(ROUND, Key.ENTER, ROUND, do=cards.enter),
    on_key(ROUND, Key.RANK, ROUND, do=cards.choose),
    on_key(ROUND, Key.SUIT, ROUND, do=cards.choose),
    # the service mode
    *SERVICE_MODE,
    row(SHOE_CHANGE, TestBegun, SHOE_CHANGE, do=service_mode.refuse_unshuffled),
    row(SHOE_CHANGE, TestEnded, SHOE_CHANGE, do=service_mode.end_test_before_shuffle),
    row(SHOE_CHANGE, MetersReset, SHOE_CHANGE, do=service_mode.refuse_reset),
)  # fmt: skip
"""Rows that count while the deal goes on and while it is stopped."""

CHIPS_LATE: Final = (
    row(ROUND, ChipsMoved, ROUND, when=betting.may_be_an_offer, do=betting.offer),
    row(ROUND, ChipsMoved, ROUND, do=betting.bet_late),
    row(CLOSED, ChipsMoved, CLOSED, when=betting.has_grown, do=betting.refuse_closed),
    row(SHOE_CHANGE, ChipsMoved, SHOE_CHANGE, when=betting.has_grown,
        do=betting.refuse_unshuffled),
)  # fmt: skip

GOING: Final[tuple[Row, ...]] = (
    *EITHER,
    # before the bets
    on_key(CLOSED, Key.CONFIRM, SHOE_CHANGE, when=shuffling.shuffle_due),
    on_key(CLOSED, Key.CONFIRM, OPEN, do=payments.open_round),
    # bets are open
    on_key(OPEN, Key.NO_MORE_BETS, ROUND, when=closing.any_legal, do=closing.close_by_key),
    on_key(OPEN, Key.NO_MORE_BETS, OPEN, do=closing.reopen),
    on_key(OPEN, Key.CONFIRM, OPEN, when=voiding.is_giving_back, do=voiding.confirm_given_back),
    on_key(OPEN, Key.CONFIRM, CLOSED, when=closing.may_end_play, do=closing.end_play),
    *(on_key(OPEN, key, OPEN, when=colours.has, do=colours.add) for key in CHIP_KEYS),
    *(on_key(OPEN, key, OPEN, do=keying.add_chip) for key in CHIP_KEYS),
    on_key(OPEN, Key.PRICE, OPEN, do=colours.next_price),
    on_key(OPEN, Key.EMPTY, OPEN, do=keying.empty),
    on_key(OPEN, Key.PLACE, OPEN, when=keying.is_keyed, do=keying.next_place),
    on_key(OPEN, Key.PLACE, OPEN, do=decisions.next_spot),
    on_key(OPEN, Key.BANK, OPEN, do=decisions.decide),
    on_key(OPEN, Key.SHOOTER, OPEN, do=decisions.decide),
    on_key(OPEN, Key.SHUFFLED, OPEN, do=shuffling.load_shoe),
    on_key(OPEN, Key.SHUFFLE, OPEN, do=shuffling.shuffle_between),
    row(OPEN, ChipsMoved, OPEN, do=betting.bet),
    row(OPEN, TicketAsked, OPEN, do=tickets.sell),
    *(row(p, TicketAsked, p, do=betting.refuse_closed) for p in (CLOSED, ROUND, SHOE_CHANGE)),
    # cards
    *(row(p, CardRead, p, when=cards.is_burnt) for p in (CLOSED, OPEN, SHOE_CHANGE)),
    *(row(p, CardRead, p, when=cards.is_for_another, do=cards.stop_wrong_hand)
      for p in (OPEN, ROUND)),
    row(ROUND, CardRead, ROUND, when=cards.must_redeal, do=cards.redeal),
    *(row(p, CardRead, p, when=cards.is_outside, do=cards.lay_aside) for p in (OPEN, ROUND)),
    row(CLOSED, CardRead, CLOSED, do=cards.lay_aside),
    row(OPEN, CardRead, ROUND, when=cards.first_card_closes, do=cards.close_and_deal),
    row(OPEN, CardRead, OPEN, do=cards.early),
    row(ROUND, CardRead, ROUND, do=cards.deal),
    row(SHOE_CHANGE, CardRead, SHOE_CHANGE, do=cards.lay_aside_unshuffled),
    row(OPEN, FaultRaised, ROUND, when=cards.is_unread_first, do=closing.close),
    row(ROUND, ShoeResult, ROUND, when=cards.contradicts, do=cards.stop_wrong_result),
    row(OPEN, CutCardSeen, SHOE_CHANGE, when=legality.nobody_bets),
    # wheels, dice and balls
    row(OPEN, NoMoreBetsSeen, ROUND, when=closing.any_legal, do=closing.close),
    *(row(p, ResultSeen, p, when=results.has_no_instrument, do=results.refuse_undue)
      for p in (OPEN, ROUND)),
    row(OPEN, ResultSeen, ROUND, when=results.closes, do=results.close_and_take),
    row(OPEN, ResultSeen, OPEN, do=results.early),
    *(on_key(OPEN, key, ROUND, when=results.closes, do=results.close_and_take) for key in KEYED),
    *(on_key(OPEN, key, OPEN, do=results.key_early) for key in KEYED),
    on_key(OPEN, Key.NO_RESULT, OPEN, do=results.no_result_keyed),
    on_key(OPEN, Key.WORKING, OPEN, do=betting.mark_working),
    on_key(OPEN, Key.SPIN, OPEN, do=results.spin),
    row(ROUND, ResultSeen, ROUND, do=results.take),
    *(row(p, ResultSeen, p, do=results.refuse_undue) for p in (CLOSED, SHOE_CHANGE)),
    *(on_key(ROUND, key, ROUND, do=results.key) for key in KEYED),
    on_key(ROUND, Key.NO_RESULT, ROUND, do=results.no_result_keyed),
    on_key(ROUND, Key.SPIN, ROUND, do=results.spin),
    *(on_key(p, Key.DICE_CHANGED, p, do=dice.change) for p in (OPEN, ROUND)),
    # decisions
    *(on_key(ROUND, key, ROUND, do=decisions.decide) for key in DECISIONS),
    on_key(ROUND, Key.PLACE, ROUND, do=decisions.next_spot),
    on_key(ROUND, Key.PICK, ROUND, do=decisions.pick),
    row(ROUND, NumberDrawn, ROUND, do=decisions.number_drawn),
    on_key(ROUND, Key.CONFIRM, ROUND, when=decisions.may_pass, do=decisions.pass_on),
    # paying, and the end of the round
    always(ROUND, ROUND, when=payments.has_news, do=payments.settle),
    always(ROUND, OPEN, when=payments.nothing_to_do, do=payments.end_and_open),
    on_key(ROUND, Key.CONFIRM, SHOE_CHANGE, when=shuffling.shuffle_due_next, do=payments.finish),
    on_key(ROUND, Key.CONFIRM, OPEN, do=payments.finish_and_open),
    on_key(ROUND, Key.RESOLVE, ROUND, do=payments.resolve),
    on_key(ROUND, Key.NEXT, ROUND, do=payments.pass_on),
    # the shoe is changed
    on_key(SHOE_CHANGE, Key.CONFIRM, CLOSED, when=closing.may_end_play, do=closing.end_play),
    on_key(SHOE_CHANGE, Key.SHUFFLED, OPEN, do=shuffling.load_and_open),
    on_key(SHOE_CHANGE, Key.SHUFFLE, SHOE_CHANGE, do=shuffling.shuffle),
    *CHIPS_LATE,
)  # fmt: skip
"""Rows of a deal that goes on."""

STOPPED: Final[tuple[Row, ...]] = (
    *EITHER,
    *(on_key(p, Key.CONFIRM, p, do=stops.confirm_felt) for p in Phase),
    *(on_key(p, Key.CLEAR, p, do=stops.clear) for p in Phase),
    *(on_key(p, Key.VOID, p, do=voiding.clear_voided) for p in (CLOSED, SHOE_CHANGE)),
    *(row(p, CardRead, p, when=cards.is_burnt) for p in (CLOSED, OPEN, SHOE_CHANGE)),
    *(row(p, CardRead, p, do=cards.lay_aside_stopped) for p in Phase),
    *(row(p, CutCardSeen, p, when=alarms.needs_void, do=alarms.refuse_stopped) for p in Phase),
    row(ROUND, ShoeResult, ROUND, when=cards.contradicts_a_result, do=cards.stop_wrong_result),
    *(row(p, ResultSeen, p, do=alarms.refuse_stopped) for p in Phase),
    *(row(p, TicketAsked, p, do=alarms.refuse_stopped) for p in Phase),
    row(OPEN, ChipsMoved, OPEN, do=alarms.refuse_stopped),
    *(row(p, ChipsMoved, p, when=alarms.needs_void, do=alarms.refuse_stopped)
      for p in (CLOSED, ROUND, SHOE_CHANGE)),
    *CHIPS_LATE,
)  # fmt: skip
"""Rows of a deal that is stopped."""

DEAL_GOES_ON: Final = Machine(GOING)
DEAL_IS_STOPPED: Final = Machine(STOPPED)


def ROW(_state: State, _event: Event) -> None:  # noqa: N802
    """Placeholder for the row in STEPS."""


Note = Callable[[State, Any], bool | None]
"""Record a fact, in any phase. Returns False if the event's row must not run."""

STEPS: Final[Mapping[type[Event], Sequence[Note]]] = {
    CardRead: (cards.left_the_shoe, ROW),
    CutCardSeen: (shuffling.cut_card_seen, ROW),
    ShoeResult: (ROW,),
    ShoeRestarted: (stops.shoe_restarted,),
    ShuffleEnded: (shuffling.shuffle_ended,),
    StackRead: (betting.stack_read,),
    ChipsSwept: (betting.chips_swept,),
    PresenceSeen: (betting.presence_seen, ROW),
    KeySwitchTurned: (stops.key_switch_turned,),
    DoorMoved: (stops.door_moved, ROW),
    FaultRaised: (ROW, stops.fault_raised),
    FaultEnded: (stops.fault_ended,),
    PartAwaited: (stops.part_awaited,),
    PartAnswered: (stops.part_answered,),
    ClearAllowed: (stops.clear_allowed,),
    TestBegun: (ROW,),
    TestEnded: (ROW,),
    MetersReset: (ROW,),
    HeadTaken: (closing.head_taken,),
    NoMoreBetsSeen: (stops.physical, ROW),
    ResultSeen: (results.result_seen, ROW),
    NoResultSeen: (results.no_result_seen,),
    NumberDrawn: (ROW,),
    TicketAsked: (stops.physical, ROW),
    TicketClaimed: (tickets.claimed,),
    TimeUp: (results.time_up,),
    PowerReturned: (stops.power_returned, jackpot.lapsed),
    LotTermsTaken: (jackpot.terms_taken,),
    LotSeen: (jackpot.heard,),
    LotLapsed: (jackpot.lapsed,),
    LotGrantTaken: (jackpot.granted,),
}
"""The steps of each event but a key. Other events are only journaled."""
