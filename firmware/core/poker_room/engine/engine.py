"""A poker table: acts go in, rulings come out; keys are taken back, games voided, alarms resolved.

Each act is done on a copy of the room. One that is refused leaves no trace; one that raises an
alarm leaves the alarm alone. The states before the game, before the deal and before each key are
kept: to void, deal again or undo is to go back to one of them, at the time that it is now.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar, Final

import msgspec

from firmware.core.poker_room.engine import seats
from firmware.core.poker_room.engine.acts import (
    Act,
    Burn,
    CallClock,
    Confirm,
    Correct,
    Deal,
    Decide,
    Doubt,
    Expose,
    FaceUp,
    Level,
    Misdeal,
    Muck,
    Post,
    Revive,
    Show,
    TakeBack,
    Undo,
    Void,
    Wait,
)
from firmware.core.poker_room.engine.alarms import TAKEN_BACK, Alarm, Stops
from firmware.core.poker_room.engine.handlers import HANDLERS
from firmware.core.poker_room.engine.pack import known_in
from firmware.core.poker_room.engine.rounds import go_on
from firmware.core.poker_room.engine.rulings import (
    AlarmOver,
    AlarmRaised,
    GaveBack,
    StackIs,
    TakenBack,
)
from firmware.core.poker_room.engine.state import OVER, Game, Room, game_of
from firmware.core.poker_room.engine.terms import Terms
from firmware.core.poker_room.engine.turns import speaker
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import (
    Announced,
    Refused,
    RoundVoided,
    Ruling,
)

ALWAYS: Final = (Wait, Void)
"""What an alarm does not stop."""
KEYED: Final = frozenset({Decide, Muck, Post})
"""What may be taken back."""
HOUR: Final = 3600
"""In seconds."""
PHYSICAL: Final = frozenset({Deal, Burn, FaceUp, Show, Expose, Correct, Revive})
"""What no key takes back, nor what was keyed before it."""
OF_HANDS: Final = frozenset({Deal, Expose})
"""What a misdeal goes back to: the first of these."""


class Kept(msgspec.Struct, frozen=True, gc=False):
    """The state before an act."""

    step: int
    room: Room


class PokerTable:
    """The table's state, and the states to go back to."""

    def __init__(self, terms: Terms, room: Room | None = None) -> None:
        """Begin, or go on with the room of a table at rest."""
        self.room = room or Room(terms, terms)
        self._keys: tuple[Kept, ...] = ()
        self._before_game: Room | None = None
        self._before_deal: Room | None = None
        self._before_card: Room | None = None
        """If the last act was a card face up, the state before it."""

    def handle(self, act: Act, step: int) -> tuple[Ruling, ...]:
        """Do an act, the `step`-th; return what the table rules on it."""
        try:
            if self.room.alarm and not isinstance(act, ALWAYS):
                return tuple(self._resolve(act, Alarm(self.room.alarm)))
            own = self.OWN.get(type(act))
            return tuple(own(self, act)) if own else self._do(act, step)
        except Forbidden as forbidden:
            return (Refused(forbidden.why),)

    @property
    def undoable(self) -> bool:
        """Whether a key can be taken back."""
        return bool(self._keys)

    @property
    def at_rest(self) -> bool:
        """Whether no game is on and no key can be taken back: the room is all that counts."""
        return self.room.game is None and not self._keys

    # acts on the game

    def _do(self, act: Act, step: int) -> tuple[Ruling, ...]:
        before, kind = self.room, type(act)
        room = before.copy()
        try:
            ruled = (*HANDLERS[kind](room, act), *go_on(room))
        except Stops as stops:
            return self.stop(kind, stops.alarm, step)
        self._keep_before(kind, before, step)
        if kind is not Level:
            self._before_card = before if kind is FaceUp else None
        self.room = room
        return ruled

    def _keep_before(self, act: type[Act], before: Room, step: int) -> None:
        """Keep the state to which a key, a deal or a game may go back."""
        if act in PHYSICAL:
            self._keys = ()
            if act in OF_HANDS and before.game and self._before_deal is None:
                self._before_deal = before
        elif act in KEYED:
            self._keys = (*self._keys, Kept(step, before))
            if act is Post:
                self._before_game, self._before_deal = before, None

    def _back_to(self, kept: Room) -> None:
        """Go back to a state that was kept; time goes on, and a new level stays."""
        now, terms = self.room.now, self.room.next_terms
        self.room = kept.copy()
        self.room.now, self.room.next_terms = now, terms
        if self.room.game:
            self.room.game.clock = None

    def _undo(self, _: Undo) -> Iterator[Ruling]:
        if not self._keys:
            raise Forbidden("why.nothing_to_undo")
        *keys, last = self._keys
        game = self.room.game
        self._back_to(last.room)
        _still_seen(game, self.room.game)
        self._keys = tuple(keys)
        yield TakenBack(last.step)

    def _confirm(self, _: Confirm) -> Iterator[Ruling]:
        """Close the game: the pots have been pushed."""
        game = game_of(self.room)
        if game.stage is not OVER:
            raise Forbidden("room.pots_not_won")
        room = self.room = self.room.copy()
        room.game = None
        room.ended = (*within_hour(room.ended, room.now), room.now)
        self._keys = ()
        if room.terms.tournament:
            room.seats = {spot: seat for spot, seat in room.seats.items() if seat.cents}
        yield from seats.charge_time(room)

    def _void(self, _: Void) -> Iterator[Ruling]:
        """Give every player what he had when the game was posted (67.110)."""
        game = self.room.game
        if game is None or self._before_game is None:
            raise Forbidden("why.nothing_to_void")
        alarm = self.room.alarm
        games = self.room.games
        self._back_to(self._before_game)
        self.room.games = games
        self._keys = ()
        if alarm:
            yield AlarmOver(Alarm(alarm))
        yield RoundVoided(game.number)
        yield from _put_in(game)
        for spot, seat in self.room.seats.items():
            yield StackIs(spot, seat.cents)
        yield from seats.charge_time(self.room)

    # alarms

    def stop(self, act: type[Act], alarm: Alarm, step: int) -> tuple[Ruling, ...]:
        """Stop at an act that raised an alarm, and did nothing else."""
        self._keep_before(act, self.room, step)
        self.room = self.room.copy()
        self.room.alarm = alarm.value
        return (AlarmRaised(alarm, alarm.why),)

    def _doubt(self, act: Doubt) -> Iterator[Ruling]:
        """Stop; a card that has just come is then as if it had not, unless it ended the game."""
        alarm = Alarm(act.why)
        before, won = self._before_card, game_of(self.room).stage is OVER
        if before is not None and alarm is Alarm.FOUL_DECK and not won:
            self._back_to(before)
        room = self.room = self.room.copy()
        room.alarm = alarm.value
        yield AlarmRaised(alarm, alarm.why)

    def _resolve(self, act: Act, alarm: Alarm) -> Iterator[Ruling]:
        """Do what resolves the alarm. Raises Forbidden on anything else."""
        match act, alarm:
            case Misdeal(), Alarm.MISDEAL:
                return self._deal_again()
            case TakeBack(), _ if alarm in TAKEN_BACK:
                return self._take_back(alarm)
        raise Forbidden(Text("why.stopped", {"fault": alarm.why}))

    def _take_back(self, alarm: Alarm) -> Iterator[Ruling]:
        """Go on as if the card had not come; after a premature one burns are not counted."""
        room = self.room = self.room.copy()
        room.alarm = None
        if alarm is Alarm.PREMATURE_CARD:
            game_of(room).burn_as_you_like = True
        yield AlarmOver(alarm)

    def _misdeal(self, _: Misdeal) -> Iterator[Ruling]:
        game = game_of(self.room)
        if game.stage is OVER or self._before_deal is None:
            raise Forbidden("room.nothing_dealt")
        if game.bet_made:
            raise Forbidden("room.no_misdeal")
        return self._deal_again()

    def _deal_again(self) -> Iterator[Ruling]:
        """Take all cards back; blinds and antes stand, and everybody is dealt in again."""
        if self._before_deal is None:
            raise Forbidden("room.nothing_dealt")
        alarm, premature = self.room.alarm, game_of(self.room).burn_as_you_like
        self._back_to(self._before_deal)
        game_of(self.room).burn_as_you_like = premature
        self._keys, self._before_deal = (), None
        if alarm:
            yield AlarmOver(Alarm(alarm))

    # time

    def _wait(self, act: Wait) -> Iterator[Ruling]:
        if act.seconds < 0:
            raise Forbidden("why.not_now")
        room = self.room = self.room.copy()
        room.now += act.seconds
        game = room.game
        if game and game.clock is not None and room.now >= game.clock:
            game.clock = None
            yield Announced(Text("announce.time"))
        yield from seats.charge_time(room)

    def _call_clock(self, _: CallClock) -> Iterator[Ruling]:
        """Call the clock; when it has run out that is said, and the dealer decides (67.101)."""
        if speaker(self.room) is None:
            raise Forbidden("why.nothing_to_decide")
        room = self.room = self.room.copy()
        game = game_of(room)
        if game.clock is None:
            game.clock = room.now + room.terms.clock
        yield from ()

    def _nothing_to_take_back(self, _: TakeBack) -> Iterator[Ruling]:
        raise Forbidden("room.nothing_to_take_back")

    OWN: ClassVar[Mapping[type[Act], Callable[..., Iterator[Ruling]]]] = {
        Wait: _wait,
        Void: _void,
        Doubt: _doubt,
        Undo: _undo,
        Misdeal: _misdeal,
        Confirm: _confirm,
        CallClock: _call_clock,
        TakeBack: _nothing_to_take_back,
    }
    """What is no act on the game that is on, but on the states that are kept."""


def within_hour(ended: Iterable[int], now: int) -> tuple[int, ...]:
    """Return those of these moments that the last hour has."""
    return tuple(moment for moment in ended if moment > now - HOUR)


def _put_in(game: Game) -> Iterator[GaveBack]:
    for spot, hand in game.hands.items():
        if hand.total + hand.dead:
            yield GaveBack(spot, Cents(hand.total + hand.dead), "67.110")


def _still_seen(game: Game | None, back: Game | None) -> None:
    """Keep what the readers under the seats see: a key that is taken back moves no card."""
    if game is None or back is None:
        return
    for spot in back.hands.keys() & game.hands.keys():
        back.change(spot, read=game.hands[spot].read)
    back.known = known_in(back)
