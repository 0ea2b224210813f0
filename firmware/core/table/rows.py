"""The table's state machine.

Four phases: closed, open for bets, in a round, changing the shoe. A fault is not a phase: it can
occur in any, and replaces the rows of a running deal by those of a stopped one:

event ──> STEPS: notes, in any phase ──> one row of RUNNING_ROWS or, while the deal is
              stopped, of STOPPED_ROWS ──> one row for each stack that changed
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
    amount_entry,
    betting,
    cards,
    closing,
    colours,
    commissions,
    corrections,
    decisions,
    device_events,
    dice,
    jackpot,
    legality,
    opening_burn,
    payments,
    results,
    service_mode,
    shuffling,
    tickets,
    voiding,
    wheel_acts,
)
from firmware.core.table.event_effects import ChipsMoved, ReadingTakenBack, StrayCard
from firmware.core.table.state import State
from firmware.core.vocabulary.events import (
    CardRead,
    ChipsSwept,
    ClearAllowed,
    CorrectionMade,
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
    TicketClaimed,
    TicketOrdered,
    TimeUp,
    WheelOrdered,
    WheelRefused,
)
from firmware.core.vocabulary.jackpot import (
    JackpotGrantReceived,
    JackpotLeaseExpired,
    JackpotTermsReceived,
    JackpotUpdateReceived,
)
from firmware.core.vocabulary.keys import CHIP_KEYS, DECISION_KEYS, DIGIT_KEYS, Key
from firmware.core.vocabulary.phase import Phase

CLOSED, OPEN, ROUND, SHOE_CHANGE = Phase

RESULT_KEYS: Final = (*DIGIT_KEYS, Key.END_NUMBER)
"""The keys of which the dealer composes a result."""

WHEEL_KEYS: Final = (Key.CONFIRM, Key.START_SPIN)
"""The keys that end a fault of the wheel, where the display says so."""

SERVICE_MODE_ROWS: Final = (
    row(CLOSED, TestBegun, CLOSED, do=service_mode.begin_test),
    row(OPEN, TestBegun, OPEN, do=service_mode.begin_test),
    row(ROUND, TestBegun, ROUND, do=service_mode.refuse_begin_in_round),
    *(row(p, TestEnded, p, do=service_mode.end_test) for p in (CLOSED, OPEN)),
    row(ROUND, TestEnded, ROUND, do=service_mode.refuse_end_in_round),
    row(CLOSED, MetersReset, CLOSED, do=service_mode.reset_meters),
    *(row(p, MetersReset, p, do=service_mode.refuse_reset) for p in (OPEN, ROUND)),
)
"""Tests and meters' resets, in the phases that every table has."""

COMMON_ROWS: Final[tuple[Row, ...]] = (
    *(always(p, p, when=jackpot.is_won, do=jackpot.call_supervisor) for p in Phase),
    # chips on the felt
    *(row(p, PresenceSeen, p, when=betting.sensor_is_clear, do=betting.clear_place) for p in Phase),
    row(ROUND, PresenceSeen, ROUND, do=betting.infer_locked),
    *(row(p, PresenceSeen, p, do=betting.infer_nominal) for p in (CLOSED, OPEN, SHOE_CHANGE)),
    # doors
    *(row(p, DoorMoved, p, when=device_events.door_opened, do=device_events.stop_door_open)
      for p in (CLOSED, OPEN, ROUND)),
    row(SHOE_CHANGE, DoorMoved, SHOE_CHANGE, when=device_events.forbidden_door_opened,
        do=device_events.stop_door_open),
    # the supervisor voids
    on_key(OPEN, Key.VOID_ROUND, SHOE_CHANGE, when=shuffling.shuffle_due,
        do=voiding.void_before_shuffle),
    on_key(OPEN, Key.VOID_ROUND, OPEN, do=voiding.void_round),
    on_key(ROUND, Key.VOID_ROUND, SHOE_CHANGE, when=shuffling.shuffle_due,
        do=voiding.void_before_shuffle),
    on_key(ROUND, Key.VOID_ROUND, OPEN, do=voiding.void_round),
    # cards by hand
    on_key(ROUND, Key.ENTER_CARD, ROUND, do=cards.enter_card),
    on_key(ROUND, Key.NEXT_RANK, ROUND, do=cards.choose_card),
    on_key(ROUND, Key.NEXT_SUIT, ROUND, do=cards.choose_card),
    # the money of a closed round
    *(row(p, CorrectionMade, p, do=corrections.correct_round) for p in (OPEN, SHOE_CHANGE)),
    row(ROUND, CorrectionMade, ROUND, do=corrections.refuse_in_round),
    row(CLOSED, CorrectionMade, CLOSED, do=corrections.refuse_closed),
    # the service mode
    *SERVICE_MODE_ROWS,
    row(SHOE_CHANGE, TestBegun, SHOE_CHANGE, do=service_mode.refuse_unshuffled),
    row(SHOE_CHANGE, TestEnded, SHOE_CHANGE, do=service_mode.end_test_before_shuffle),
    row(SHOE_CHANGE, MetersReset, SHOE_CHANGE, do=service_mode.refuse_reset),
)  # fmt: skip
"""Rows of both machines."""

LATE_CHIP_ROWS: Final = (
    row(ROUND, ChipsMoved, ROUND, when=betting.may_be_offer, do=betting.note_offer),
    row(ROUND, ChipsMoved, ROUND, do=betting.chips_moved_late),
    row(CLOSED, ChipsMoved, CLOSED, when=betting.chips_added, do=betting.refuse_closed),
    row(SHOE_CHANGE, ChipsMoved, SHOE_CHANGE, when=betting.chips_added,
        do=betting.refuse_unshuffled),
)  # fmt: skip

RUNNING_ROWS: Final[tuple[Row, ...]] = (
    *COMMON_ROWS,
    # before the bets
    on_key(CLOSED, Key.CONFIRM, SHOE_CHANGE, when=shuffling.shuffle_due),
    on_key(CLOSED, Key.CONFIRM, OPEN, do=payments.open_round),
    # bets are open
    on_key(OPEN, Key.NO_MORE_BETS, ROUND, when=closing.any_legal, do=closing.close_by_key),
    on_key(OPEN, Key.NO_MORE_BETS, OPEN, do=closing.reopen_bets),
    on_key(OPEN, Key.CONFIRM, OPEN, when=commissions.has_debtor,
        do=commissions.collect_commission),
    on_key(OPEN, Key.CONFIRM, OPEN, when=voiding.is_giving_back, do=voiding.confirm_given_back),
    on_key(OPEN, Key.CONFIRM, CLOSED, when=closing.may_end_play, do=closing.end_play),
    on_key(OPEN, Key.CONFIRM, OPEN, when=commissions.prevents_closing,
        do=commissions.check_collected),
    *(on_key(p, Key.COLLECT_COMMISSION, p, do=commissions.choose_debtor)
      for p in (OPEN, SHOE_CHANGE)),
    *(on_key(OPEN, key, OPEN, when=colours.has_colour_chips, do=colours.add_to_price)
      for key in CHIP_KEYS),
    *(on_key(OPEN, key, OPEN, do=amount_entry.add_keyed_chip) for key in CHIP_KEYS),
    on_key(OPEN, Key.COLOUR_PRICE, OPEN, do=colours.next_price),
    on_key(OPEN, Key.EMPTY_PLACE, OPEN, do=amount_entry.empty_place),
    on_key(OPEN, Key.NEXT_PLACE, OPEN, when=amount_entry.amounts_are_keyed,
        do=amount_entry.next_place),
    on_key(OPEN, Key.NEXT_PLACE, OPEN, do=decisions.next_spot),
    on_key(OPEN, Key.TAKE_BANK, OPEN, do=decisions.take_decision),
    on_key(OPEN, Key.CHOOSE_SHOOTER, OPEN, do=decisions.take_decision),
    on_key(OPEN, Key.CARDS_SHUFFLED, OPEN, do=shuffling.load_shoe),
    on_key(OPEN, Key.START_SHUFFLER, OPEN, do=shuffling.start_shuffler_between),
    row(OPEN, ChipsMoved, OPEN, do=betting.take_bet),
    row(OPEN, TicketOrdered, OPEN, do=tickets.sell_ticket),
    *(row(p, TicketOrdered, p, do=betting.refuse_closed) for p in (CLOSED, ROUND, SHOE_CHANGE)),
    # cards: a wrong hand is an alarm before anything is redealt, dealt or laid aside
    *(row(p, CardRead, p, when=cards.is_burn_card) for p in (CLOSED, OPEN, SHOE_CHANGE)),
    row(OPEN, CardRead, OPEN, when=opening_burn.is_opening_burn,
        do=opening_burn.burn_card),
    *(row(p, CardRead, p, when=cards.is_for_wrong_hand, do=cards.stop_wrong_hand)
      for p in (OPEN, ROUND)),
    row(ROUND, CardRead, ROUND, when=cards.must_redeal, do=cards.redeal_tiles),
    *(row(p, CardRead, p, when=cards.is_drawn_outside, do=cards.lay_aside) for p in (OPEN, ROUND)),
    row(CLOSED, CardRead, CLOSED, do=cards.lay_aside),
    row(OPEN, CardRead, ROUND, when=cards.first_card_closes, do=cards.close_and_deal),
    row(OPEN, CardRead, OPEN, do=cards.early_card),
    row(ROUND, CardRead, ROUND, do=cards.deal_card),
    row(SHOE_CHANGE, CardRead, SHOE_CHANGE, do=cards.lay_aside_unshuffled),
    row(OPEN, FaultRaised, ROUND, when=cards.is_unread_first, do=closing.close_bets),
    row(OPEN, ReadingTakenBack, ROUND, when=cards.has_closed, do=cards.close_again),
    row(ROUND, ShoeResult, ROUND, when=cards.shoe_result_differs, do=cards.stop_wrong_result),
    row(OPEN, CutCardSeen, SHOE_CHANGE, when=legality.no_legal_bet),
    # wheels, dice and balls
    row(OPEN, NoMoreBetsSeen, ROUND, when=closing.any_legal, do=closing.close_bets),
    *(row(p, ResultSeen, p, when=results.has_no_instrument, do=results.refuse_undue)
      for p in (OPEN, ROUND)),
    row(OPEN, ResultSeen, ROUND, when=results.throw_closes_bets, do=results.close_and_take),
    row(OPEN, ResultSeen, OPEN, do=results.early_result),
    *(on_key(OPEN, key, ROUND, when=results.throw_closes_bets, do=results.close_and_take)
      for key in RESULT_KEYS),
    *(on_key(OPEN, key, OPEN, do=results.key_early_result) for key in RESULT_KEYS),
    on_key(OPEN, Key.NO_RESULT, OPEN, do=results.no_result_keyed),
    on_key(OPEN, Key.TOGGLE_WORKING, OPEN, do=betting.mark_working),
    on_key(OPEN, Key.START_SPIN, OPEN, do=results.start_instrument),
    row(ROUND, ResultSeen, ROUND, do=results.take_result),
    *(row(p, ResultSeen, p, do=results.refuse_undue) for p in (CLOSED, SHOE_CHANGE)),
    *(on_key(ROUND, key, ROUND, do=results.key_result) for key in RESULT_KEYS),
    on_key(ROUND, Key.NO_RESULT, ROUND, do=results.no_result_keyed),
    on_key(ROUND, Key.START_SPIN, ROUND, do=results.start_instrument),
    *(on_key(p, Key.DICE_CHANGED, p, do=dice.change_dice) for p in (OPEN, ROUND)),
    # decisions
    *(on_key(ROUND, key, ROUND, do=decisions.take_decision) for key in DECISION_KEYS),
    on_key(ROUND, Key.NEXT_PLACE, ROUND, do=decisions.next_spot),
    on_key(ROUND, Key.PICK_CARD, ROUND, do=decisions.pick_card),
    row(ROUND, NumberDrawn, ROUND, do=decisions.number_drawn),
    on_key(ROUND, Key.CONFIRM, ROUND, when=decisions.may_skip_decision, do=decisions.skip_decision),
    # paying, and the end of the round
    always(ROUND, ROUND, when=payments.has_new_lines, do=payments.settle_round),
    always(ROUND, OPEN, when=payments.leaves_nothing_to_do, do=payments.end_and_open),
    on_key(ROUND, Key.CONFIRM, SHOE_CHANGE, when=shuffling.shuffle_due_next,
        do=payments.finish_round),
    on_key(ROUND, Key.CONFIRM, OPEN, do=payments.finish_and_open),
    on_key(ROUND, Key.RESOLVE_LATE, ROUND, do=payments.resolve_late_bets),
    on_key(ROUND, Key.NEXT_PAYMENT, ROUND, do=payments.skip_movement),
    # the shoe is changed
    on_key(SHOE_CHANGE, Key.CONFIRM, SHOE_CHANGE, when=commissions.has_debtor,
        do=commissions.collect_commission),
    on_key(SHOE_CHANGE, Key.CONFIRM, CLOSED, when=closing.may_end_play, do=closing.end_play),
    on_key(SHOE_CHANGE, Key.CARDS_SHUFFLED, OPEN, do=shuffling.load_and_open),
    on_key(SHOE_CHANGE, Key.START_SHUFFLER, SHOE_CHANGE, do=shuffling.start_shuffler),
    *LATE_CHIP_ROWS,
)  # fmt: skip
"""Rows of a running deal."""

STOPPED_ROWS: Final[tuple[Row, ...]] = (
    *COMMON_ROWS,
    *(on_key(p, key, p, when=wheel_acts.has_keyed_act, do=wheel_acts.key_act)
      for p in Phase for key in WHEEL_KEYS),
    *(on_key(p, Key.CONFIRM, p, do=device_events.confirm_felt) for p in Phase),
    *(on_key(p, Key.CLEAR_FAULTS, p, do=device_events.clear_faults) for p in Phase),
    *(on_key(p, Key.VOID_ROUND, p, do=voiding.clear_voided) for p in (CLOSED, SHOE_CHANGE)),
    *(row(p, CardRead, p, when=cards.is_burn_card) for p in (CLOSED, OPEN, SHOE_CHANGE)),
    *(row(p, CardRead, p, do=cards.lay_aside_stopped) for p in Phase),
    *(row(p, CutCardSeen, p, when=alarms.needs_void, do=alarms.refuse_stopped) for p in Phase),
    row(ROUND, ShoeResult, ROUND, when=cards.final_result_differs, do=cards.stop_wrong_result),
    *(row(p, ResultSeen, p, do=alarms.refuse_stopped) for p in Phase),
    *(row(p, TicketOrdered, p, do=alarms.refuse_stopped) for p in Phase),
    row(OPEN, ChipsMoved, OPEN, do=alarms.refuse_stopped),
    *(row(p, ChipsMoved, p, when=alarms.needs_void, do=alarms.refuse_stopped)
      for p in (CLOSED, ROUND, SHOE_CHANGE)),
    *LATE_CHIP_ROWS,
)  # fmt: skip
"""Rows of a deal that is stopped."""

DEAL_RUNNING: Final = Machine(RUNNING_ROWS)
DEAL_STOPPED: Final = Machine(STOPPED_ROWS)


def RUN_ROW(_state: State, _event: Event) -> None:  # noqa: N802
    """Placeholder for the row in STEPS."""


EventNote = Callable[[State, Any], bool | None]
"""Record a fact, in any phase. Returns False if the event's row must not run."""

DEVICE_STEPS: Final[Mapping[type[Event], Sequence[EventNote]]] = {
    KeySwitchTurned: (device_events.key_switch_turned,),
    DoorMoved: (device_events.door_moved, RUN_ROW),
    FaultEnded: (device_events.fault_ended,),
    PartAwaited: (device_events.part_awaited,),
    PartAnswered: (device_events.part_answered,),
    ClearAllowed: (device_events.clear_allowed,),
    CorrectionMade: (RUN_ROW,),
    TestBegun: (RUN_ROW,),
    TestEnded: (RUN_ROW,),
    MetersReset: (RUN_ROW,),
    HeadTaken: (closing.head_taken,),
}
"""The steps of events of the device and of people at the console, at any table."""
STEPS: Final[Mapping[type[Event], Sequence[EventNote]]] = {
    CardRead: (cards.left_the_shoe, RUN_ROW),
    ReadingTakenBack: (cards.note_taken_back, RUN_ROW, cards.note_reopened),
    StrayCard: (cards.take_stray_card,),
    CutCardSeen: (shuffling.cut_card_seen, RUN_ROW),
    ShoeResult: (RUN_ROW,),
    ShoeRestarted: (device_events.shoe_restarted,),
    ShuffleEnded: (shuffling.shuffle_ended,),
    StackRead: (betting.stack_read,),
    ChipsSwept: (betting.chips_swept,),
    PresenceSeen: (betting.presence_seen, RUN_ROW),
    # an unread first card closes the bets
    FaultRaised: (RUN_ROW, cards.note_foreign_card, device_events.fault_raised),
    **DEVICE_STEPS,
    NoMoreBetsSeen: (device_events.physical_event, RUN_ROW),
    ResultSeen: (results.result_seen, RUN_ROW),
    NoResultSeen: (results.no_result_seen,),
    WheelOrdered: (wheel_acts.order_act,),
    WheelRefused: (wheel_acts.refused,),
    NumberDrawn: (RUN_ROW,),
    TicketOrdered: (device_events.physical_event, RUN_ROW),
    TicketClaimed: (tickets.claim_ticket,),
    TimeUp: (results.time_up,),
    PowerReturned: (device_events.power_returned, jackpot.expire_lease),
    JackpotTermsReceived: (jackpot.take_terms,),
    JackpotUpdateReceived: (jackpot.take_update,),
    JackpotLeaseExpired: (jackpot.expire_lease,),
    JackpotGrantReceived: (jackpot.take_grant,),
}
"""The steps of each event but a key. Other events are only journaled."""
