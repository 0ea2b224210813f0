"""The poker engine: acts in, rulings out; undo, void, misdeal and alarms.

Each act is applied to a copy of the state. A refused act leaves no trace; an act that raises an
alarm (`AlarmStop`) has no other effect.

Undo at a poker table. No act is applied again: snapshots of the state are restored.

  Post     Decision   Decision   FaceUp    Decision   Muck
   │                               │          │          └─ first undo: the state before Muck
   └─ _before_game: a void         │          └─ second undo: the state before this decision
      restores it                  └─ a card: _undo_stack is emptied, no undo goes behind it

- `_undo_stack`: the states before the `UNDOABLE` keys since the last `IRREVERSIBLE` act. `UndoKey`
  restores the last one. A card on the felt, or a stack that the supervisor counted, cannot be
  undone by a key. An act that is neither, as an owed blind, is undone with the key before it.
- `_before_game`: the state before `Post`, for `VoidGame`.
- `_before_deal`: the state before the first face-down or exposed card, for a misdeal.
- `_before_card`: the state before the last act if that was a card face up. If the readers then
  report a foul deck, that card does not count.

A restored state keeps the present time and the next terms, which no key has set, and the cards seen
under the seats, which no key has moved. The table in service uses this undo in place of the replay
of the house's tables (table/table.py).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar, Final

import msgspec

from firmware.core.poker_room.engine import seats
from firmware.core.poker_room.engine.acts import (
    Burn,
    CallClock,
    Confirm,
    Correct,
    DealDown,
    DoubtCards,
    Expose,
    FaceUp,
    Misdeal,
    Muck,
    PassTime,
    PlayerDecision,
    PokerAct,
    Post,
    Revive,
    SetLevel,
    Show,
    TakeBack,
    UndoKey,
    VoidGame,
)
from firmware.core.poker_room.engine.alarms import RESOLVED_BY_TAKE_BACK, AlarmStop, PokerAlarm
from firmware.core.poker_room.engine.betting_order import player_to_act
from firmware.core.poker_room.engine.handlers import HANDLERS
from firmware.core.poker_room.engine.pack import known_card_set
from firmware.core.poker_room.engine.rounds import advance_game
from firmware.core.poker_room.engine.rulings import (
    AlarmRaised,
    AlarmResolved,
    ChipsReturned,
    KeyUndone,
    StackReported,
)
from firmware.core.poker_room.engine.state import OVER, PokerGame, PokerState, current_game
from firmware.core.poker_room.engine.terms import PokerTerms
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import (
    Announced,
    Refused,
    RoundVoided,
    Ruling,
)

ALWAYS: Final = (PassTime, VoidGame)
"""Acts allowed during an alarm."""
UNDOABLE: Final = frozenset({PlayerDecision, Muck, Post})
"""Acts that undo takes back."""
HOUR_S: Final = 3600
"""In seconds."""
IRREVERSIBLE: Final = frozenset({DealDown, Burn, FaceUp, Show, Expose, Correct, Revive})
"""Acts that end undo: nothing keyed before them can be undone."""
DEALS_HANDS: Final = frozenset({DealDown, Expose})
"""A misdeal restores the state before the first of these."""


class Snapshot(msgspec.Struct, frozen=True, gc=False, rename={"poker_state": "room"}):
    """The state before an act."""

    step: int
    poker_state: PokerState


class PokerEngine:
    """The state of a poker table, and the snapshots that can be restored."""

    def __init__(self, terms: PokerTerms, poker_state: PokerState | None = None) -> None:
        """Begin with empty seats, or with the state of a table at rest."""
        self.poker_state = poker_state or PokerState(terms, terms)
        self._undo_stack: tuple[Snapshot, ...] = ()
        self._before_game: PokerState | None = None
        self._before_deal: PokerState | None = None
        self._before_card: PokerState | None = None
        """Set only if the last act was a card face up."""

    def handle(self, act: PokerAct, step: int) -> tuple[Ruling, ...]:
        """Apply an act; return its rulings, or one `Refused`. `step` is the number of its event."""
        try:
            if self.poker_state.alarm and not isinstance(act, ALWAYS):
                return tuple(self._resolve(act, PokerAlarm(self.poker_state.alarm)))
            state_act = self.STATE_ACTS.get(type(act))
            return tuple(state_act(self, act)) if state_act else self._apply(act, step)
        except Forbidden as forbidden:
            return (Refused(forbidden.why),)

    @property
    def undoable(self) -> bool:
        """Whether a key can be undone."""
        return bool(self._undo_stack)

    @property
    def is_at_rest(self) -> bool:
        """Whether no game is on and no key can be undone: the state alone is enough."""
        return self.poker_state.game is None and not self._undo_stack

    # acts on the game

    def _apply(self, act: PokerAct, step: int) -> tuple[Ruling, ...]:
        state_before, act_type = self.poker_state, type(act)
        poker_state = state_before.copy()
        try:
            rulings = (*HANDLERS[act_type](poker_state, act), *advance_game(poker_state))
        except AlarmStop as stop:
            return self.raise_alarm(act_type, stop.alarm, step)
        self._take_snapshot(act_type, state_before, step)
        # a level may arrive between a card and the readers' doubt of it
        if act_type is not SetLevel:
            self._before_card = state_before if act_type is FaceUp else None
        self.poker_state = poker_state
        return rulings

    def _take_snapshot(self, act: type[PokerAct], state_before: PokerState, step: int) -> None:
        """Store the state before an act, if undo, a misdeal or a void may restore it."""
        if act in IRREVERSIBLE:
            self._undo_stack = ()
            if act in DEALS_HANDS and state_before.game and self._before_deal is None:
                self._before_deal = state_before
        elif act in UNDOABLE:
            self._undo_stack = (*self._undo_stack, Snapshot(step, state_before))
            if act is Post:
                self._before_game, self._before_deal = state_before, None

    def _restore(self, snapshot: PokerState) -> None:
        """Restore a snapshot, at the present time and with the present next terms."""
        now_s, terms = self.poker_state.now_s, self.poker_state.next_terms
        self.poker_state = snapshot.copy()
        self.poker_state.now_s, self.poker_state.next_terms = now_s, terms
        if self.poker_state.game:
            # A clock that was running was called on a decision the snapshot may not have.
            self.poker_state.game.clock_ends_s = None

    def _undo(self, _: UndoKey) -> Iterator[Ruling]:
        if not self._undo_stack:
            raise Forbidden("why.nothing_to_undo")
        *earlier, snapshot = self._undo_stack
        game = self.poker_state.game
        self._restore(snapshot.poker_state)
        _carry_seat_reads(game, self.poker_state.game)
        self._undo_stack = tuple(earlier)
        yield KeyUndone(snapshot.step)

    def _confirm(self, _: Confirm) -> Iterator[Ruling]:
        """Close the game: the pots have been pushed."""
        game = current_game(self.poker_state)
        if game.stage is not OVER:
            raise Forbidden("room.pots_not_won")
        poker_state = self.poker_state = self.poker_state.copy()
        poker_state.game = None
        poker_state.ended_at_s = (
            *ended_within_hour(poker_state.ended_at_s, poker_state.now_s),
            poker_state.now_s,
        )
        self._undo_stack = ()
        if poker_state.terms.tournament:
            # A player without chips is out: the tournament may give the seat to another.
            poker_state.seats = {
                spot: seat for spot, seat in poker_state.seats.items() if seat.cents
            }
        yield from seats.charge_time(poker_state)

    def _void_game(self, _: VoidGame) -> Iterator[Ruling]:
        """Return to every player the stack at the start of the game (67.110)."""
        game = self.poker_state.game
        if game is None or self._before_game is None:
            raise Forbidden("why.nothing_to_void")
        alarm = self.poker_state.alarm
        game_count = self.poker_state.game_count
        self._restore(self._before_game)
        # The journal names a void game by its number, so the next one takes a new number.
        self.poker_state.game_count = game_count
        self._undo_stack = ()
        if alarm:
            yield AlarmResolved(PokerAlarm(alarm))
        yield RoundVoided(game.number)
        yield from _returned_chips(game)
        for spot, seat in self.poker_state.seats.items():
            yield StackReported(spot, seat.cents)
        yield from seats.charge_time(self.poker_state)

    # alarms

    def raise_alarm(self, act: type[PokerAct], alarm: PokerAlarm, step: int) -> tuple[Ruling, ...]:
        """Stop at an act that raised an alarm and had no other effect."""
        self._take_snapshot(act, self.poker_state, step)
        self.poker_state = self.poker_state.copy()
        self.poker_state.alarm = alarm.value
        return (AlarmRaised(alarm, alarm.text),)

    def _doubt_cards(self, act: DoubtCards) -> Iterator[Ruling]:
        """Stop the game. A foul deck removes the card just dealt, unless it ended the game."""
        alarm = PokerAlarm(act.why)
        state_before_card = self._before_card
        is_settled = current_game(self.poker_state).stage is OVER
        if state_before_card is not None and alarm is PokerAlarm.FOUL_DECK and not is_settled:
            self._restore(state_before_card)
        poker_state = self.poker_state = self.poker_state.copy()
        poker_state.alarm = alarm.value
        yield AlarmRaised(alarm, alarm.text)

    def _resolve(self, act: PokerAct, alarm: PokerAlarm) -> Iterator[Ruling]:
        """Resolve the alarm. Raises Forbidden on any act that does not."""
        match act, alarm:
            case Misdeal(), PokerAlarm.MISDEAL:
                return self._deal_again()
            case TakeBack(), _ if alarm in RESOLVED_BY_TAKE_BACK:
                return self._take_card_back(alarm)
        raise Forbidden(Text("why.stopped", {"fault": alarm.text}))

    def _take_card_back(self, alarm: PokerAlarm) -> Iterator[Ruling]:
        """Resume without the card; after a premature card, burns are optional."""
        poker_state = self.poker_state = self.poker_state.copy()
        poker_state.alarm = None
        if alarm is PokerAlarm.PREMATURE_CARD:
            current_game(poker_state).is_burn_optional = True
        yield AlarmResolved(alarm)

    def _misdeal(self, _: Misdeal) -> Iterator[Ruling]:
        game = current_game(self.poker_state)
        if game.stage is OVER or self._before_deal is None:
            raise Forbidden("room.nothing_dealt")
        if game.has_bet:
            raise Forbidden("room.no_misdeal")
        return self._deal_again()

    def _deal_again(self) -> Iterator[Ruling]:
        """Take all cards back. Blinds and antes remain, and everybody is dealt in again."""
        if self._before_deal is None:
            raise Forbidden("room.nothing_dealt")
        alarm, premature = self.poker_state.alarm, current_game(self.poker_state).is_burn_optional
        self._restore(self._before_deal)
        current_game(self.poker_state).is_burn_optional = premature
        self._undo_stack, self._before_deal = (), None
        if alarm:
            yield AlarmResolved(PokerAlarm(alarm))

    # time

    def _wait(self, act: PassTime) -> Iterator[Ruling]:
        if act.seconds < 0:
            raise Forbidden("why.not_now")
        poker_state = self.poker_state = self.poker_state.copy()
        poker_state.now_s += act.seconds
        game = poker_state.game
        if game and game.clock_ends_s is not None and poker_state.now_s >= game.clock_ends_s:
            game.clock_ends_s = None
            yield Announced(Text("announce.time"))
        yield from seats.charge_time(poker_state)

    def _call_clock(self, _: CallClock) -> Iterator[Ruling]:
        """Call the clock; when it runs out that is announced, and the dealer decides (67.101)."""
        if player_to_act(self.poker_state) is None:
            raise Forbidden("why.nothing_to_decide")
        poker_state = self.poker_state = self.poker_state.copy()
        game = current_game(poker_state)
        if game.clock_ends_s is None:
            game.clock_ends_s = poker_state.now_s + poker_state.terms.clock
        yield from ()

    def _refuse_take_back(self, _: TakeBack) -> Iterator[Ruling]:
        raise Forbidden("room.nothing_to_take_back")

    STATE_ACTS: ClassVar[Mapping[type[PokerAct], Callable[..., Iterator[Ruling]]]] = {
        PassTime: _wait,
        VoidGame: _void_game,
        DoubtCards: _doubt_cards,
        UndoKey: _undo,
        Misdeal: _misdeal,
        Confirm: _confirm,
        CallClock: _call_clock,
        TakeBack: _refuse_take_back,
    }
    """Acts that restore a snapshot or concern the whole state, rather than the game in progress."""


def ended_within_hour(ended_at_s: Iterable[int], now_s: int) -> tuple[int, ...]:
    """Return the times that are less than an hour before `now_s`."""
    return tuple(moment for moment in ended_at_s if moment > now_s - HOUR_S)


def _returned_chips(game: PokerGame) -> Iterator[ChipsReturned]:
    for spot, hand in game.hands.items():
        if hand.total + hand.dead:
            yield ChipsReturned(spot, Cents(hand.total + hand.dead), "67.110")


def _carry_seat_reads(game: PokerGame | None, restored: PokerGame | None) -> None:
    """Copy the cards seen under the seats to a restored game: no key has moved a card."""
    if game is None or restored is None:
        return
    for spot in restored.hands.keys() & game.hands.keys():
        restored.change(spot, read=game.hands[spot].read)
    restored.known_cards = known_card_set(restored)
