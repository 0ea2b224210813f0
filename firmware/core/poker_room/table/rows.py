"""The rows of a poker table: those of the house's table that concern no bet, and its own.

A table is closed, open between two games, or in a game; it never changes a shoe. The engine knows
which act is due and which is refused; a row only maps a key to its act.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from firmware.core.poker_room.table import (
    actions,
    chip_reader,
    hole_cards,
    key_entry,
    opening,
    street_display,
    tournament,
)
from firmware.core.state_machine import Machine, Row, always, on_key, row
from firmware.core.table import alarms, corrections, device_events, voiding
from firmware.core.table.rows import DEVICE_STEPS, RUN_ROW, SERVICE_MODE_ROWS, EventNote
from firmware.core.vocabulary.events import (
    CardRead,
    ChipsSwept,
    CorrectionMade,
    DeckDoubted,
    DoorMoved,
    Event,
    FaultRaised,
    HandCompared,
    PowerReturned,
    StackRead,
)
from firmware.core.vocabulary.keys import CHIP_KEYS, DIGIT_KEYS, POKER_DECISION_KEYS, Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.tournament import LevelSeen, TournamentLapsed

CLOSED, OPEN, ROUND = Phase.CLOSED, Phase.OPEN, Phase.ROUND
PHASES: Final = (CLOSED, OPEN, ROUND)
BETWEEN_GAMES: Final = (CLOSED, OPEN)

COMMON_ROWS: Final[tuple[Row, ...]] = (
    *(
        row(p, DoorMoved, p, when=device_events.door_opened, do=device_events.stop_door_open)
        for p in PHASES
    ),
    on_key(ROUND, Key.VOID_ROUND, OPEN, do=opening.void_game),
    row(OPEN, CorrectionMade, OPEN, do=actions.correct_closed_game),
    row(ROUND, CorrectionMade, ROUND, do=opening.refuse_in_game),
    row(CLOSED, CorrectionMade, CLOSED, do=corrections.refuse_closed),
    *(on_key(p, Key.CLEAR_FAULTS, p, do=device_events.clear_faults) for p in PHASES),
    *SERVICE_MODE_ROWS,
)
"""Rows that apply whether the deal is running or stopped."""

RUNNING_ROWS: Final[tuple[Row, ...]] = (
    *COMMON_ROWS,
    on_key(CLOSED, Key.CONFIRM, OPEN, do=opening.open_table),
    # between games
    on_key(OPEN, Key.CONFIRM, CLOSED, when=opening.may_close, do=opening.close_table),
    on_key(OPEN, Key.CONFIRM, OPEN, do=opening.refuse_to_close),
    on_key(OPEN, Key.SIT_DOWN, OPEN, do=actions.sit_down),
    on_key(OPEN, Key.LEAVE_SEAT, OPEN, do=actions.leave),
    on_key(OPEN, Key.TAKE_CHIPS_OFF, OPEN, do=actions.take_off),
    on_key(OPEN, Key.SIT_OUT, OPEN, do=actions.sit_out),
    on_key(OPEN, Key.MOVE_BUTTON, OPEN, do=actions.place_button),
    on_key(OPEN, Key.POST_BLINDS, ROUND, do=actions.post),
    *(on_key(ROUND, key, ROUND, do=opening.refuse_in_game)
      for key in (Key.SIT_DOWN, Key.LEAVE_SEAT, Key.TAKE_CHIPS_OFF, Key.SIT_OUT, Key.MOVE_BUTTON)),
    # what is keyed before an act
    *(on_key(p, key, p, do=key_entry.key_digit) for p in (OPEN, ROUND) for key in DIGIT_KEYS),
    *(on_key(p, key, p, do=key_entry.key_chip) for p in (OPEN, ROUND) for key in CHIP_KEYS),
    *(on_key(p, Key.EMPTY_PLACE, p, do=key_entry.clear_keyed) for p in (OPEN, ROUND)),
    *(on_key(p, Key.NEXT_PLACE, p, do=key_entry.choose_next_spot) for p in (OPEN, ROUND)),
    *(on_key(p, Key.RECALL_GAME, p, do=street_display.show_next_street) for p in (OPEN, ROUND)),
    *(on_key(ROUND, key, ROUND, do=key_entry.key_pot_fraction)
      for key in (Key.LEAST_BET, Key.HALF_POT, Key.POT_BET)),
    *(on_key(ROUND, key, ROUND, do=key_entry.change_named_card)
      for key in (Key.NEXT_RANK, Key.NEXT_SUIT)),
    on_key(ROUND, Key.PICK_CARD, ROUND, do=key_entry.pick_card),
    # a game
    on_key(ROUND, Key.POST_BLINDS, ROUND, do=actions.post_owed_blinds),
    on_key(ROUND, Key.STRADDLE, ROUND, do=actions.straddle),
    on_key(ROUND, Key.CARDS_DEALT, ROUND, do=actions.confirm_dealt),
    on_key(ROUND, Key.BURN_CARD, ROUND, do=actions.burn),
    *(on_key(ROUND, key, ROUND, do=actions.decide) for key in POKER_DECISION_KEYS),
    on_key(ROUND, Key.MUCK_HAND, ROUND, do=actions.muck),
    on_key(ROUND, Key.SHOW_HAND, ROUND, do=actions.show),
    on_key(ROUND, Key.EXPOSE_CARD, ROUND, do=actions.expose),
    on_key(ROUND, Key.CALL_CLOCK, ROUND, do=actions.call_clock),
    on_key(ROUND, Key.MISDEAL, ROUND, do=actions.misdeal),
    on_key(ROUND, Key.TAKE_CARD_BACK, ROUND, do=actions.take_back),
    on_key(ROUND, Key.CORRECT_STACK, ROUND, do=actions.correct),
    on_key(ROUND, Key.REVIVE_HAND, ROUND, do=actions.revive),
    on_key(ROUND, Key.ENTER_CARD, ROUND, do=actions.enter_card),
    on_key(ROUND, Key.CONFIRM, ROUND, when=chip_reader.has_offer, do=actions.decide_by_chips),
    on_key(ROUND, Key.CONFIRM, OPEN, do=opening.confirm_game),
    row(ROUND, CardRead, ROUND, do=actions.card_read),
    *(row(p, CardRead, p, do=actions.refuse_card) for p in BETWEEN_GAMES),
    always(ROUND, OPEN, when=opening.is_game_undone, do=key_entry.clear_keyed),
)  # fmt: skip
"""Rows of a running deal."""

STOPPED_ROWS: Final[tuple[Row, ...]] = (
    *COMMON_ROWS,
    *(on_key(p, Key.CONFIRM, p, do=device_events.confirm_felt) for p in PHASES),
    *(on_key(p, Key.VOID_ROUND, p, do=voiding.clear_voided) for p in BETWEEN_GAMES),
    *(row(p, CardRead, p, do=alarms.refuse_stopped) for p in PHASES),
)
"""Rows of a stopped deal."""

RUNNING_DEAL: Final = Machine(RUNNING_ROWS)
STOPPED_DEAL: Final = Machine(STOPPED_ROWS)

POKER_STEPS: Final[Mapping[type[Event], Sequence[EventNote]]] = {
    CardRead: (RUN_ROW,),
    StackRead: (chip_reader.stack_read,),
    ChipsSwept: (chip_reader.chips_swept,),
    HandCompared: (hole_cards.hand_compared,),
    LevelSeen: (tournament.level_seen,),
    TournamentLapsed: (tournament.tournament_lapsed,),
    DeckDoubted: (hole_cards.doubt_deck,),
    FaultRaised: (device_events.fault_raised,),
    **DEVICE_STEPS,
    PowerReturned: (device_events.power_returned,),
}
"""The steps of each event that is not a key. Events without steps are only journaled."""
