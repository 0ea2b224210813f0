"""The rows of a poker table: those of the house's table that know no bet, and its own.

A table is closed, open between two games, or in a game; it never changes a shoe. What is due in a
game, and what is refused, its engine knows: here a key is only given its act.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from firmware.core.poker_room.table import (
    actions,
    chips,
    hole_cards,
    keying,
    opening,
    street_display,
    tournament,
)
from firmware.core.state_machine import Machine, Row, always, on_key, row
from firmware.core.table import alarms, closing, stops, voiding
from firmware.core.table.rows import ROW, SERVICE_MODE, Note
from firmware.core.vocabulary.events import (
    CardRead,
    ChipsSwept,
    ClearAllowed,
    DeckDoubted,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    HandCompared,
    HeadTaken,
    KeySwitchTurned,
    MetersReset,
    PartAnswered,
    PartAwaited,
    PowerReturned,
    StackRead,
    TestBegun,
    TestEnded,
)
from firmware.core.vocabulary.hall import HallLapsed, LevelSeen
from firmware.core.vocabulary.keys import CHIP_KEYS, DIGITS, POKER_DECISIONS, Key
from firmware.core.vocabulary.phase import Phase

CLOSED, OPEN, ROUND = Phase.CLOSED, Phase.OPEN, Phase.ROUND
PHASES: Final = (CLOSED, OPEN, ROUND)
BESIDE: Final = (CLOSED, OPEN)

EITHER: Final[tuple[Row, ...]] = (
    *(row(p, DoorMoved, p, when=stops.is_opened, do=stops.stop_door_open) for p in PHASES),
    on_key(ROUND, Key.VOID, OPEN, do=opening.void),
    *(on_key(p, Key.CLEAR, p, do=stops.clear) for p in PHASES),
    *SERVICE_MODE,
)
"""Rows that count while the deal goes on and while it is stopped."""

GOING: Final[tuple[Row, ...]] = (
    *EITHER,
    on_key(CLOSED, Key.CONFIRM, OPEN, do=opening.open_table),
    # between games
    on_key(OPEN, Key.CONFIRM, CLOSED, when=opening.may_close, do=opening.close_table),
    on_key(OPEN, Key.CONFIRM, OPEN, do=opening.refuse_to_close),
    on_key(OPEN, Key.SIT_DOWN, OPEN, do=actions.sit_down),
    on_key(OPEN, Key.LEAVE, OPEN, do=actions.leave),
    on_key(OPEN, Key.TAKE_OFF, OPEN, do=actions.take_off),
    on_key(OPEN, Key.SIT_OUT, OPEN, do=actions.sit_out),
    on_key(OPEN, Key.BUTTON, OPEN, do=actions.place_button),
    on_key(OPEN, Key.POST, ROUND, do=actions.post),
    *(on_key(ROUND, key, ROUND, do=opening.refuse_in_game)
      for key in (Key.SIT_DOWN, Key.LEAVE, Key.TAKE_OFF, Key.SIT_OUT, Key.BUTTON)),
    # what is keyed before an act
    *(on_key(p, key, p, do=keying.key_digit) for p in (OPEN, ROUND) for key in DIGITS),
    *(on_key(p, key, p, do=keying.key_chip) for p in (OPEN, ROUND) for key in CHIP_KEYS),
    *(on_key(p, Key.EMPTY, p, do=keying.empty) for p in (OPEN, ROUND)),
    *(on_key(p, Key.PLACE, p, do=keying.next_spot) for p in (OPEN, ROUND)),
    *(on_key(p, Key.RECALL, p, do=street_display.next_street) for p in (OPEN, ROUND)),
    *(on_key(ROUND, key, ROUND, do=keying.key_part)
      for key in (Key.LEAST, Key.HALF_POT, Key.POT)),
    *(on_key(ROUND, key, ROUND, do=keying.turn_card) for key in (Key.RANK, Key.SUIT)),
    on_key(ROUND, Key.PICK, ROUND, do=keying.pick_card),
    # a game
    on_key(ROUND, Key.POST, ROUND, do=actions.post_owed),
    on_key(ROUND, Key.STRADDLE, ROUND, do=actions.straddle),
    on_key(ROUND, Key.DEALT, ROUND, do=actions.dealt),
    on_key(ROUND, Key.BURN, ROUND, do=actions.burn),
    *(on_key(ROUND, key, ROUND, do=actions.decide) for key in POKER_DECISIONS),
    on_key(ROUND, Key.MUCK, ROUND, do=actions.muck),
    on_key(ROUND, Key.SHOW, ROUND, do=actions.show),
    on_key(ROUND, Key.EXPOSE, ROUND, do=actions.expose),
    on_key(ROUND, Key.CLOCK, ROUND, do=actions.call_clock),
    on_key(ROUND, Key.MISDEAL, ROUND, do=actions.misdeal),
    on_key(ROUND, Key.TAKE_BACK, ROUND, do=actions.take_back),
    on_key(ROUND, Key.CORRECT, ROUND, do=actions.correct),
    on_key(ROUND, Key.REVIVE, ROUND, do=actions.revive),
    on_key(ROUND, Key.ENTER, ROUND, do=actions.enter_card),
    on_key(ROUND, Key.CONFIRM, ROUND, when=chips.offers, do=actions.decide_by_chips),
    on_key(ROUND, Key.CONFIRM, OPEN, do=opening.confirm),
    row(ROUND, CardRead, ROUND, do=actions.card_read),
    *(row(p, CardRead, p, do=actions.lay_aside) for p in BESIDE),
    always(ROUND, OPEN, when=opening.is_gone, do=keying.empty),
)  # fmt: skip
"""Rows of a deal that goes on."""

STOPPED: Final[tuple[Row, ...]] = (
    *EITHER,
    *(on_key(p, Key.CONFIRM, p, do=stops.confirm_felt) for p in PHASES),
    *(on_key(p, Key.VOID, p, do=voiding.clear_voided) for p in BESIDE),
    *(row(p, CardRead, p, do=alarms.refuse_stopped) for p in PHASES),
)
"""Rows of a deal that is stopped."""

DEAL_GOES_ON: Final = Machine(GOING)
DEAL_IS_STOPPED: Final = Machine(STOPPED)

STEPS: Final[Mapping[type[Event], Sequence[Note]]] = {
    CardRead: (ROW,),
    StackRead: (chips.stack_read,),
    ChipsSwept: (chips.chips_swept,),
    HandCompared: (hole_cards.hand_compared,),
    LevelSeen: (tournament.level_seen,),
    HallLapsed: (tournament.lapsed,),
    DeckDoubted: (hole_cards.deck_doubted,),
    KeySwitchTurned: (stops.key_switch_turned,),
    DoorMoved: (stops.door_moved, ROW),
    FaultRaised: (stops.fault_raised,),
    FaultEnded: (stops.fault_ended,),
    PartAwaited: (stops.part_awaited,),
    PartAnswered: (stops.part_answered,),
    ClearAllowed: (stops.clear_allowed,),
    TestBegun: (ROW,),
    TestEnded: (ROW,),
    MetersReset: (ROW,),
    HeadTaken: (closing.head_taken,),
    PowerReturned: (stops.power_returned,),
}
"""The steps of each event but a key. Other events are only journaled."""
