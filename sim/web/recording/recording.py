"""The acts at a table as a round script, derived from its journal.

A script has the acts of people. Chips that the dealer pays and keys that step through payments are
not in it, nor are undone acts. Nor can it have a wheel's invalid spin that only the wheel knows,
the first half of a keyed entry, and the acts of parts and doors.
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.core.display.deciding import NUMBERS
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    Event,
    KeyPressed,
    NoMoreBetsSeen,
    ResultSeen,
    TicketAsked,
)
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import (
    Announced,
    BetMoved,
    BetSettled,
    BetsLocked,
    CardEntered,
    Decided,
    LateBet,
    LateResolved,
    Refused,
    RoundOpened,
    RoundVoided,
    Ruling,
    Undone,
)
from firmware.shell.history.records import Entry, Happened
from firmware.shell.history.replay import Follower
from sim.web.recording.snapshot import Before

Step = dict[str, Any]
Rulings = tuple[Ruling, ...]
Note = Callable[[Any], None]
UNDOABLE: Final = 512
"""Events behind which no undo leads."""
KEYED: Final[Mapping[Key, Step]] = {
    Key.VOID: {"press": "void"},
    Key.SHUFFLED: {"shuffle": True},
    Key.CUT_CARD: {"cut": True},
    Key.DICE_CHANGED: {"press": "dice_changed"},
}
"""Keys that are a step by themselves, unless they are refused."""


class Recording:
    """Follows the entries of a journal, and records their steps."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._follower = Follower()
        self._laid: dict[Stack, Cents] = {}
        """The amounts laid and left by the steps so far, at each bet of this round."""
        self._tiles: list[str] = []
        self._marks: deque[tuple[int, dict[Stack, Cents]]] = deque(maxlen=UNDOABLE)
        """How far the steps had come before each of the last events."""
        self._events: Mapping[type[Event], Note] = {
            CardRead: self._card,
            CutCardSeen: lambda _: self._add({"cut": True}),
            ResultSeen: lambda seen: self._result(seen.symbols, seen.revolutions),
            TicketAsked: self._ticket,
        }
        self._rulings: Mapping[type[Ruling], Note] = {
            BetMoved: lambda moved: self._leave(_stack_of(moved), moved.bet.cents),
            BetSettled: self._withdrawn,
            Decided: self._decided,
            CardEntered: lambda _: self._entered(),
            LateBet: self._late,
            LateResolved: self._resolved,
            RoundVoided: lambda _: self._tiles.clear(),
            RoundOpened: lambda _: self._open(),
            Undone: lambda undone: self._undo(undone.back),
        }

    def take(self, entry: Entry) -> None:
        table = self._follower.table
        if not isinstance(entry, Happened) or table is None:
            self._follower.take(entry)
            return
        self._marks.append((len(self.steps), dict(self._laid)))
        self._before = Before(table, entry.event)
        self._note(entry.event, self._follower.take(entry))

    @property
    def _table(self) -> Table:
        """The table after the event."""
        if self._follower.table is None:
            raise ValueError("no event comes before the table of its journal")
        return self._follower.table

    def _note(self, event: Event, rulings: Rulings) -> None:
        self._close(event, rulings)
        if isinstance(event, KeyPressed):
            self._key(event.key, refused=any(isinstance(r, Refused) for r in rulings))
        elif type(event) in self._events:
            self._events[type(event)](event)
        for ruling in rulings:
            if type(ruling) in self._rulings:
                self._rulings[type(ruling)](ruling)

    def _key(self, key: Key, *, refused: bool) -> None:
        if self._before.result is not None:
            self._result(self._before.result, None)
        elif refused or (key is Key.SHUFFLED and self._before.pack_is_due):
            return
        elif key in KEYED:
            self._add(dict(KEYED[key]))
        elif key is Key.CONFIRM and self._before.ends:
            self._add({"press": "confirm"})
        elif key is Key.NO_RESULT and self._before.is_thrown:
            self._add({"no_roll": True})
        elif key is Key.WORKING:
            self._mark_working()

    def _add(self, step: Step) -> None:
        self.steps.append(step)

    # rounds

    def _open(self) -> None:
        self._laid = dict(self._table.state.game.carried)

    def _close(self, event: Event, rulings: Rulings) -> None:
        """At a close, lay the bets of that moment, locked or given back."""
        told = (r.words.key for r in rulings if isinstance(r, Announced))
        if "announce.no_more_bets" not in told:
            return
        locked = [bet for r in rulings if isinstance(r, BetsLocked) for bet in r.bets]
        settled = (ruling for ruling in rulings if isinstance(ruling, BetSettled))
        returned = [ruling.bet for ruling in settled if ruling.outcome == "push"]
        lay = {(bet.place, bet.bettor): bet.cents for bet in (*returned, *locked)}
        for stack in (*self._laid, *lay):
            self._leave(stack, lay.get(stack, NOTHING))
        if isinstance(event, NoMoreBetsSeen) or event == KeyPressed(Key.NO_MORE_BETS):
            self._add({"press": "no_more_bets"})
        if not locked:
            self._laid.clear()

    def _undo(self, back: int) -> None:
        """Drop the steps of an undone event, and all later ones."""
        if back < len(self._marks):
            length, self._laid = self._marks[-1 - back]
            del self.steps[length:]

    # bets

    def _leave(self, stack: Stack, cents: Cents) -> None:
        """Have `cents` lie at a bet."""
        laid = self._laid.pop(stack, NOTHING)
        if cents < laid:
            self._add({"take": _at(stack)})
            laid = NOTHING
        if cents > laid:
            self._add({"bet": {**_at(stack), "cents": cents - laid}})
        if cents:
            self._laid[stack] = cents

    def _withdrawn(self, settled: BetSettled) -> None:
        if self._before.moves_bets:
            self._leave(_stack_of(settled), NOTHING)

    def _mark_working(self) -> None:
        """Say of the bet that was laid last whether it works."""
        stack = self._table.state.round.laid_last
        for step in reversed(self.steps if stack else ()):
            if stack and "bet" in step and step["bet"].items() >= _at(stack).items():
                step["bet"]["working"] = self._table.state.game.works(stack)
                return

    def _late(self, late: LateBet) -> None:
        stack = late.place, late.bettor
        added = late.cents if late.change == "added" else self._table.state.felt.amount(stack)
        if late.change == "removed":
            self._add({"take": _at(stack)})
        if added:
            self._add({"bet": {**_at(stack), "cents": added}})

    def _resolved(self, resolved: LateResolved) -> None:
        for stack in self._before.late:
            if stack[0] == resolved.place and stack not in self._table.state.round.bets.late:
                self._add({"resolve": {**_at(stack), "do": "return"}})

    def _ticket(self, asked: TicketAsked) -> None:
        ticket = {"spot": asked.spot, "cents": asked.cents, "numbers": list(asked.numbers)}
        draws = {} if asked.draws == 1 else {"draws": asked.draws}
        unpaid = {} if asked.paid else {"paid": False}
        self._add({"ticket": {**ticket, **draws, **unpaid}})

    # cards, decisions, results

    def _card(self, read: CardRead) -> None:
        if not self._before.deals:
            return
        if not self._before.tiles:
            self._add({"card": read.card.name})
            return
        self._tiles.append(read.card.name)
        if len(self._tiles) == self._before.tiles:
            self._add({"tiles": list(self._tiles)})
            self._tiles.clear()

    def _entered(self) -> None:
        if self._before.entering is not None:
            self._add({"enter": {"card": self._before.entering.name}})

    def _decided(self, decided: Decided) -> None:
        if decided.do in (Key.BANK, Key.SHOOTER):
            self._add({decided.do: {"spot": decided.spot}})
            return
        if decided.do == Key.NUMBER:
            self._add({"number": str(decided.spot or NUMBERS)})
            return
        optional = {
            "hand": decided.hand,
            "cents": decided.cost or None,
            "low": [card.name for card in self._before.low] or None,
            "bettor": decided.bettor,
        }
        given = {name: value for name, value in optional.items() if value is not None}
        self._add({"decide": {"spot": decided.spot, "do": decided.do, **given}})

    def _result(self, symbols: Symbols, revolutions: int | None) -> None:
        kind = self._before.instrument
        if self._before.stopped or kind is None:
            return
        if kind in ("dice", "balls"):
            self._add({kind: [int(symbol) for symbol in symbols]})
        else:
            turns = {} if revolutions is None else {"revolutions": revolutions}
            self._add({kind: symbols[0], **turns})


def _stack_of(ruling: BetMoved | BetSettled) -> Stack:
    return ruling.bet.place, ruling.bet.bettor


def _at(stack: Stack) -> dict[str, Any]:
    (spot, on), bettor = stack
    return {"spot": spot, "on": on, **({} if bettor is None else {"bettor": bettor})}
