"""The poker engine: acts in, rulings out; undo, take back, void, misdeal and alarms.

Each act is applied to a copy of the state. A refused act leaves no trace; an act that raises an
alarm (`AlarmStop`) has no other effect.

No act is applied again: the state before each act of a game is stored (snapshots.py), and restored.
Undo takes back the last key that no card has followed. TAKE BACK takes back the last cards that no
decision has followed, with what came of them. Each may be pressed again, until `Confirm`.

A restored state keeps the present time and the next terms, which no key has set, and the cards seen
under the seats, which no key has moved. The table in service uses this in place of the replay of
the house's tables (table/table.py).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar, Final

from firmware.core.poker_room.engine.acts import (
    CallClock,
    Confirm,
    DoubtCards,
    FaceUp,
    Misdeal,
    PassTime,
    PokerAct,
    ReadHole,
    Scramble,
    SetLevel,
    TakeBack,
    UndoKey,
    VoidGame,
)
from firmware.core.poker_room.engine.alarms import RESOLVED_BY_TAKE_BACK, AlarmStop, PokerAlarm
from firmware.core.poker_room.engine.betting_order import player_to_act
from firmware.core.poker_room.engine.closed_games import record_game
from firmware.core.poker_room.engine.handlers import HANDLERS, Handler
from firmware.core.poker_room.engine.pack import known_card_set
from firmware.core.poker_room.engine.playing_time import (
    charge_time,
    count_playing_time,
    forget_playing_times,
)
from firmware.core.poker_room.engine.rounds import advance_game
from firmware.core.poker_room.engine.rulings import (
    AlarmRaised,
    AlarmResolved,
    ChipsReturned,
    FlopScrambled,
    KeyUndone,
    StackReported,
)
from firmware.core.poker_room.engine.seats import free_seat
from firmware.core.poker_room.engine.snapshots import (
    Snapshot,
    Snapshots,
    before_deal,
    before_flop,
    can_take_back,
    last_taken_back,
    last_undoable,
)
from firmware.core.poker_room.engine.state import OVER, PokerGame, PokerState, current_game
from firmware.core.poker_room.engine.streets import redeal_flop, scramble_flop
from firmware.core.poker_room.engine.terms import PokerTerms
from firmware.core.vocabulary.cards import Card
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
UNSEEN: Final = frozenset({SetLevel, ReadHole})
"""Acts that nobody at the table does: a level may arrive between a card and the doubt of it."""
HOUR_S: Final = 3600
"""In seconds."""


class PokerEngine:
    """The state of a poker table, and the snapshots that can be restored."""

    def __init__(self, terms: PokerTerms, poker_state: PokerState | None = None) -> None:
        """Begin with empty seats, or with the state of a table at rest."""
        self.poker_state = poker_state or PokerState(terms, terms)
        self._snapshots: Snapshots = ()
        """The states before the acts of the game in progress."""
        self._step = 0
        """The number of the event in hand."""

    def handle(self, act: PokerAct, step: int) -> tuple[Ruling, ...]:
        """Apply an act; return its rulings, or one `Refused`. `step` is the number of its event."""
        self._step = step
        try:
            if self.poker_state.alarm and not isinstance(act, ALWAYS):
                return tuple(self._resolve(act, PokerAlarm(self.poker_state.alarm)))
            handler = HANDLERS.get(type(act))
            if handler:
                return self._apply(handler, act)
            return tuple(self.STATE_ACTS[type(act)](self, act))
        except Forbidden as forbidden:
            return (Refused(forbidden.why),)

    @property
    def undoable(self) -> bool:
        """Whether a key can be undone."""
        return last_undoable(self._snapshots) is not None

    @property
    def may_take_back(self) -> bool:
        """Whether the supervisor can take back cards outside an alarm."""
        return can_take_back(self._snapshots)

    @property
    def is_at_rest(self) -> bool:
        """Whether no game is on: the state alone is enough."""
        return self.poker_state.game is None

    def forget_past_rounds(self) -> None:
        """The table closes: no closed game is corrected any more."""
        self.poker_state = self.poker_state.copy()
        self.poker_state.past_rounds = ()

    # acts on the game

    def _apply(self, handler: Handler, act: PokerAct) -> tuple[Ruling, ...]:
        state_before, act_type = self.poker_state, type(act)
        poker_state = state_before.copy()
        try:
            rulings = (*handler(poker_state, act), *advance_game(poker_state))
        except AlarmStop as stop:
            return self.raise_alarm(act_type, stop.alarm, self._step, stop.card)
        if poker_state.game is not None and act_type not in UNSEEN:
            self._snapshots += (Snapshot(self._step, act_type, state_before),)
        self.poker_state = poker_state
        return rulings

    def _restore(self, snapshot: PokerState) -> None:
        """Restore a snapshot, at the present time and with the present next terms."""
        present, game = self.poker_state, self._game
        self.poker_state = snapshot.copy()
        self.poker_state.now_s, self.poker_state.next_terms = present.now_s, present.next_terms
        self.poker_state.playing_times = present.playing_times
        if self._game:
            # A clock that was running was called on a decision the snapshot may not have.
            self._game.clock_ends_s = None
            self._game.is_burn_optional = game is not None and game.is_burn_optional

    @property
    def _game(self) -> PokerGame | None:
        return self.poker_state.game

    def _undo(self, _: UndoKey) -> Iterator[Ruling]:
        place = last_undoable(self._snapshots)
        if place is None:
            raise Forbidden("why.nothing_to_undo")
        snapshot, game = self._snapshots[place], self._game
        self._restore(snapshot.poker_state)
        _carry_seat_reads(game, self._game)
        self._snapshots = self._snapshots[:place]
        yield KeyUndone(snapshot.step)

    def _take_back(self, act: TakeBack) -> Iterator[Ruling]:
        """Take back the last shown hand or face-up cards, or cards that were keyed wrong."""
        game = current_game(self.poker_state)
        taken_back = last_taken_back(self._snapshots, game, whole_street=act.whole_street)
        self._restore(taken_back.poker_state)
        # who was first dealt in by a deal that is taken back has not played yet
        forget_playing_times(self.poker_state, but=taken_back.poker_state.playing_times)
        _carry_seat_reads(game, self._game)
        self._snapshots = taken_back.earlier
        yield KeyUndone(taken_back.step, taken_back.first_step)

    def _confirm(self, act: Confirm) -> Iterator[Ruling]:
        """Close the game: the pots have been pushed."""
        game = current_game(self.poker_state)
        if game.stage is not OVER:
            raise Forbidden("room.pots_not_won")
        poker_state = self.poker_state = self.poker_state.copy()
        record_game(poker_state, game, act.round_number or game.number)
        poker_state.game = None
        poker_state.ended_at_s = (
            *ended_within_hour(poker_state.ended_at_s, poker_state.now_s),
            poker_state.now_s,
        )
        self._snapshots = ()
        if poker_state.terms.tournament:
            # A player without chips is out: the tournament may give the seat to another.
            for spot in [spot for spot, seat in poker_state.seats.items() if not seat.cents]:
                free_seat(poker_state, spot)
        yield from charge_time(poker_state)

    def _void_game(self, _: VoidGame) -> Iterator[Ruling]:
        """Return to every player the stack at the start of the game (67.110)."""
        game = self._game
        if game is None:
            raise Forbidden("why.nothing_to_void")
        alarm = self.poker_state.alarm
        game_count = self.poker_state.game_count
        self._restore(self._snapshots[0].poker_state)
        # The journal names a void game by its number, so the next one takes a new number.
        self.poker_state.game_count = game_count
        self._snapshots = ()
        if alarm:
            yield AlarmResolved(PokerAlarm(alarm))
        yield RoundVoided(game.number)
        yield from _returned_chips(game)
        for spot, seat in self.poker_state.seats.items():
            yield StackReported(spot, seat.cents)
        yield from charge_time(self.poker_state)

    # alarms

    def raise_alarm(
        self, act: type[PokerAct], alarm: PokerAlarm, step: int, card: Card | None = None
    ) -> tuple[Ruling, ...]:
        """Stop at an act that raised an alarm; of its effects only a flop's fourth card is kept."""
        self._snapshots += (Snapshot(step, act, self.poker_state, is_alarm=True),)
        poker_state = self.poker_state = self.poker_state.copy()
        poker_state.alarm = alarm.value
        current_game(poker_state).fourth_card = card
        return (AlarmRaised(alarm, alarm.text),)

    def _doubt_cards(self, act: DoubtCards) -> Iterator[Ruling]:
        """Stop the game. A foul deck removes the card just dealt, unless it ended the game."""
        alarm, snapshot = PokerAlarm(act.why), self._snapshots[-1]
        is_settled = current_game(self.poker_state).stage is OVER
        if snapshot.act is FaceUp and alarm is PokerAlarm.FOUL_DECK and not is_settled:
            self._restore(snapshot.poker_state)
            self._snapshots = self._snapshots[:-1]
        poker_state = self.poker_state = self.poker_state.copy()
        poker_state.alarm = alarm.value
        yield AlarmRaised(alarm, alarm.text)

    def _resolve(self, act: PokerAct, alarm: PokerAlarm) -> Iterator[Ruling]:
        """Resolve the alarm. Raises Forbidden on any act that does not."""
        match act, alarm:
            case Misdeal(), PokerAlarm.MISDEAL:
                return self._deal_again()
            case TakeBack(), PokerAlarm.FOUR_CARD_FLOP:
                return self._take_flop_back(alarm)
            case Scramble(card), PokerAlarm.FOUR_CARD_FLOP:
                return self._scramble_flop(alarm, card)
            case TakeBack(), _ if alarm in RESOLVED_BY_TAKE_BACK:
                return self._take_card_back(alarm)
        raise Forbidden(Text("why.stopped", {"fault": alarm.text}))

    def _take_card_back(self, alarm: PokerAlarm) -> Iterator[Ruling]:
        """Resume without the card; after a premature card, burns are optional."""
        self._end_alarm()
        if alarm is PokerAlarm.PREMATURE_CARD:
            current_game(self.poker_state).is_burn_optional = True
        yield AlarmResolved(alarm)

    def _take_flop_back(self, alarm: PokerAlarm) -> Iterator[Ruling]:
        """Take all four cards of the flop back; a hand mucked since then stays mucked."""
        self._end_alarm()
        self._snapshots = before_flop(self._snapshots)
        game = current_game(self.poker_state)
        redeal_flop(game)
        game.known_cards = known_card_set(game)
        yield AlarmResolved(alarm)

    def _scramble_flop(self, alarm: PokerAlarm, burn: Card) -> Iterator[Ruling]:
        scramble_flop(current_game(self.poker_state.copy()), burn)
        self._end_alarm()
        game = current_game(self.poker_state)
        scramble_flop(game, burn)
        game.known_cards = known_card_set(game)
        yield AlarmResolved(alarm)
        yield FlopScrambled(burn, game.board)

    def _end_alarm(self) -> None:
        poker_state = self.poker_state = self.poker_state.copy()
        poker_state.alarm = None
        if self._snapshots[-1].is_alarm:
            self._snapshots = self._snapshots[:-1]

    def _misdeal(self, _: Misdeal) -> Iterator[Ruling]:
        game = current_game(self.poker_state)
        if game.stage is OVER or before_deal(self._snapshots) is None:
            raise Forbidden("room.nothing_dealt")
        if game.has_bet:
            raise Forbidden("room.no_misdeal")
        return self._deal_again()

    def _deal_again(self) -> Iterator[Ruling]:
        """Take all cards back. Blinds and antes remain, and everybody is dealt in again."""
        place = before_deal(self._snapshots)
        if place is None:
            raise Forbidden("room.nothing_dealt")
        alarm = self.poker_state.alarm
        self._restore(self._snapshots[place].poker_state)
        misdeal = Snapshot(self._step, Misdeal, self.poker_state)
        self._snapshots = (*self._snapshots[:place], misdeal)
        if alarm:
            yield AlarmResolved(PokerAlarm(alarm))

    # time

    def _wait(self, act: PassTime) -> Iterator[Ruling]:
        if act.seconds < 0:
            raise Forbidden("why.not_now")
        poker_state = self.poker_state = self.poker_state.copy()
        poker_state.now_s += act.seconds
        count_playing_time(poker_state, act.seconds)
        game = poker_state.game
        if game and game.clock_ends_s is not None and poker_state.now_s >= game.clock_ends_s:
            game.clock_ends_s = None
            yield Announced(Text("announce.time"))
        yield from charge_time(poker_state)

    def _call_clock(self, _: CallClock) -> Iterator[Ruling]:
        """Call the clock; when it runs out that is announced, and the dealer decides (67.101)."""
        if player_to_act(self.poker_state) is None:
            raise Forbidden("why.nothing_to_decide")
        poker_state = self.poker_state = self.poker_state.copy()
        game = current_game(poker_state)
        if game.clock_ends_s is None:
            game.clock_ends_s = poker_state.now_s + poker_state.terms.clock
        yield from ()

    def _refuse_scramble(self, _: Scramble) -> Iterator[Ruling]:
        raise Forbidden("room.no_scramble")

    STATE_ACTS: ClassVar[Mapping[type[PokerAct], Callable[..., Iterator[Ruling]]]] = {
        PassTime: _wait,
        VoidGame: _void_game,
        DoubtCards: _doubt_cards,
        UndoKey: _undo,
        Misdeal: _misdeal,
        Confirm: _confirm,
        CallClock: _call_clock,
        TakeBack: _take_back,
        Scramble: _refuse_scramble,
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
        # fewer cards lie there if those that were dealt are taken back
        if restored.hands[spot].down == game.hands[spot].down:
            restored.change(spot, read=game.hands[spot].read)
    restored.known_cards = known_card_set(restored)
