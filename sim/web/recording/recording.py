"""The acts at a table as a round script, derived from its journal.

A script has the acts of people. Chips that the dealer pays and keys that step through payments are
not in it, nor are undone acts. Nor can it have a wheel's invalid spin that only the wheel knows,
the first half of a keyed entry, and the acts of parts and doors.
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.core.display.decision_lines import POSITION_NUMBERS
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    Event,
    KeyPressed,
    NoMoreBetsSeen,
    ResultSeen,
    TicketOrdered,
)
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import (
    Announced,
    BetMoved,
    BetSettled,
    BetsLocked,
    CardEntered,
    CommissionCollected,
    Decided,
    LateBet,
    LateResolved,
    Refused,
    RoundCorrected,
    RoundOpened,
    RoundVoided,
    Ruling,
    Undone,
)
from firmware.shell.history.journal_entries import Entry, Happened
from firmware.shell.history.replay import ReplayTable
from sim.web.recording.snapshot import TableBefore

ScriptStep = dict[str, Any]
Rulings = tuple[Ruling, ...]
NoteHandler = Callable[[Any], None]
MAX_UNDO_EVENTS: Final = 512
"""Events behind which no undo leads."""
KEY_STEPS: Final[Mapping[Key, ScriptStep]] = {
    Key.VOID_ROUND: {"press": "void"},
    Key.CARDS_SHUFFLED: {"shuffle": True},
    Key.CUT_CARD: {"cut": True},
    Key.DICE_CHANGED: {"press": "dice_changed"},
}
"""Keys that are a step by themselves, unless they are refused."""


class ScriptRecording:
    """Follows the entries of a journal, and records their steps."""

    def __init__(self) -> None:
        self.steps: list[ScriptStep] = []
        self._follower = ReplayTable()
        self._amounts_laid: dict[Stack, Cents] = {}
        """The amounts laid and left by the steps so far, at each bet of this round."""
        self._tile_names: list[str] = []
        self._undo_marks: deque[tuple[int, dict[Stack, Cents]]] = deque(maxlen=MAX_UNDO_EVENTS)
        """How far the steps had come before each of the last events."""
        self._event_handlers: Mapping[type[Event], NoteHandler] = {
            CardRead: self._record_card,
            CutCardSeen: lambda _: self._add_step({"cut": True}),
            ResultSeen: lambda result_seen: self._record_result(
                result_seen.symbols, result_seen.revolutions
            ),
            TicketOrdered: self._record_ticket,
        }
        self._ruling_handlers: Mapping[type[Ruling], NoteHandler] = {
            BetMoved: lambda bet_moved: self._set_amount(_stack_of(bet_moved), bet_moved.bet.cents),
            BetSettled: self._record_withdrawn,
            Decided: self._record_decision,
            CardEntered: lambda _: self._record_entry(),
            LateBet: self._record_late_bet,
            LateResolved: self._record_resolved,
            RoundVoided: lambda _: self._tile_names.clear(),
            RoundOpened: lambda _: self._open_round(),
            RoundCorrected: self._record_correction,
            CommissionCollected: self._record_commission,
            Undone: lambda undone: self._record_undo(undone.back),
        }

    def take_entry(self, entry: Entry) -> None:
        table = self._follower.table
        if not isinstance(entry, Happened) or table is None:
            self._follower.take(entry)
            return
        self._undo_marks.append((len(self.steps), dict(self._amounts_laid)))
        # The replay changes the table in place.
        self._table_before = TableBefore(table, entry.event)
        self._record_event(entry.event, self._follower.take(entry))

    @property
    def _table_after(self) -> Table:
        """The table after the event."""
        if self._follower.table is None:
            raise ValueError("no event comes before the table of its journal")
        return self._follower.table

    def _record_event(self, event: Event, rulings: Rulings) -> None:
        # The bets of a close are steps before the one that closed them.
        self._record_close(event, rulings)
        if isinstance(event, KeyPressed):
            self._record_key(
                event.key, is_refused=any(isinstance(candidate, Refused) for candidate in rulings)
            )
        elif type(event) in self._event_handlers:
            self._event_handlers[type(event)](event)
        if any(isinstance(ruling, Undone) and _is_taken_back(ruling) for ruling in rulings):
            # what is ruled again on chips and faults that stand is recorded already
            self._record_take_back()
            return
        for ruling in rulings:
            if type(ruling) in self._ruling_handlers:
                self._ruling_handlers[type(ruling)](ruling)

    def _record_key(self, key: Key, *, is_refused: bool) -> None:
        if self._table_before.result is not None:
            self._record_result(self._table_before.result, None)
        elif is_refused or (key is Key.CARDS_SHUFFLED and self._table_before.pack_is_due):
            return
        elif key in KEY_STEPS:
            self._add_step(dict(KEY_STEPS[key]))
        elif key is Key.CONFIRM and self._table_before.confirm_ends:
            self._add_step({"press": "confirm"})
        elif key is Key.NO_RESULT and self._table_before.is_thrown:
            self._add_step({"no_roll": True})
        elif key is Key.TOGGLE_WORKING:
            self._mark_working()

    def _add_step(self, step: ScriptStep) -> None:
        self.steps.append(step)

    # rounds

    def _open_round(self) -> None:
        self._amounts_laid = dict(self._table_after.state.game.carried)

    def _record_close(self, event: Event, rulings: Rulings) -> None:
        """At a close, add the bets of that moment, locked or returned."""
        announced_keys = (
            candidate.words.key for candidate in rulings if isinstance(candidate, Announced)
        )
        if "announce.no_more_bets" not in announced_keys:
            return
        locked_bets = [
            bet
            for candidate in rulings
            if isinstance(candidate, BetsLocked)
            for bet in candidate.bets
        ]
        settled = (ruling for ruling in rulings if isinstance(ruling, BetSettled))
        returned = [ruling.bet for ruling in settled if ruling.outcome == "push"]
        closing_amounts = {(bet.place, bet.bettor): bet.cents for bet in (*returned, *locked_bets)}
        for stack in (*self._amounts_laid, *closing_amounts):
            self._set_amount(stack, closing_amounts.get(stack, NO_CENTS))
        if isinstance(event, NoMoreBetsSeen) or event == KeyPressed(Key.NO_MORE_BETS):
            self._add_step({"press": "no_more_bets"})
        if not locked_bets:
            self._amounts_laid.clear()

    def _record_take_back(self) -> None:
        """Add the step that takes back the last card or result; of a set of tiles only the last."""
        if not self._tile_names and self.steps and "tiles" in self.steps[-1]:
            self._tile_names = self.steps.pop()["tiles"]
        if self._tile_names:
            self._tile_names.pop()
        else:
            self._add_step({"press": "take_back"})

    def _record_correction(self, corrected: RoundCorrected) -> None:
        place_fields = _stack_fields((corrected.place, corrected.bettor))
        amount_fields = {"cents": corrected.cents, "why": corrected.reason}
        self._add_step({"correct": {"round": corrected.round, **place_fields, **amount_fields}})

    def _record_commission(self, collected: CommissionCollected) -> None:
        bettor_fields = {} if collected.bettor is None else {"bettor": collected.bettor}
        self._add_step({"commission": {"spot": collected.spot, **bettor_fields}})

    def _record_undo(self, event_count: int) -> None:
        """Drop the steps of an undone event, and all later ones."""
        if event_count < len(self._undo_marks):
            step_count, self._amounts_laid = self._undo_marks[-1 - event_count]
            del self.steps[step_count:]

    # bets

    def _set_amount(self, stack: Stack, cents: Cents) -> None:
        """Add the steps that change a bet to `cents`."""
        laid_cents = self._amounts_laid.pop(stack, NO_CENTS)
        # A script cannot take a part of a bet: all is taken, and the rest laid again.
        if cents < laid_cents:
            self._add_step({"take": _stack_fields(stack)})
            laid_cents = NO_CENTS
        if cents > laid_cents:
            self._add_step({"bet": {**_stack_fields(stack), "cents": cents - laid_cents}})
        if cents:
            self._amounts_laid[stack] = cents

    def _record_withdrawn(self, settled: BetSettled) -> None:
        if self._table_before.moves_bets:
            self._set_amount(_stack_of(settled), NO_CENTS)

    def _mark_working(self) -> None:
        """Say of the bet that was laid last whether it works."""
        stack = self._table_after.state.round.last_laid
        for step in reversed(self.steps if stack else ()):
            # A superset, since the step has an amount too.
            if stack and "bet" in step and step["bet"].items() >= _stack_fields(stack).items():
                step["bet"]["working"] = self._table_after.state.game.is_working(stack)
                return

    def _record_late_bet(self, late_bet: LateBet) -> None:
        stack = late_bet.place, late_bet.bettor
        added_cents = (
            late_bet.cents
            if late_bet.change == "added"
            else self._table_after.state.felt.amount(stack)
        )
        if late_bet.change == "removed":
            self._add_step({"take": _stack_fields(stack)})
        if added_cents:
            self._add_step({"bet": {**_stack_fields(stack), "cents": added_cents}})

    def _record_resolved(self, resolved: LateResolved) -> None:
        for stack in self._table_before.late_stacks:
            if (
                stack[0] == resolved.place
                and stack not in self._table_after.state.round.bets.late_stacks
            ):
                self._add_step({"resolve": {**_stack_fields(stack), "do": "return"}})

    def _record_ticket(self, ticket_order: TicketOrdered) -> None:
        ticket = {
            "spot": ticket_order.spot,
            "cents": ticket_order.cents,
            "numbers": list(ticket_order.numbers),
        }
        draws = {} if ticket_order.draws == 1 else {"draws": ticket_order.draws}
        unpaid = {} if ticket_order.paid else {"paid": False}
        self._add_step({"ticket": {**ticket, **draws, **unpaid}})

    # cards, decisions, results

    def _record_card(self, card_read: CardRead) -> None:
        if not self._table_before.deals_card:
            return
        if not self._table_before.tiles_per_set:
            self._add_step({"card": card_read.card.name})
            return
        self._tile_names.append(card_read.card.name)
        if len(self._tile_names) == self._table_before.tiles_per_set:
            self._add_step({"tiles": list(self._tile_names)})
            self._tile_names.clear()

    def _record_entry(self) -> None:
        if self._table_before.entering is not None:
            self._add_step({"enter": {"card": self._table_before.entering.name}})

    def _record_decision(self, decided: Decided) -> None:
        if decided.do in (Key.TAKE_BANK, Key.CHOOSE_SHOOTER):
            self._add_step({decided.do: {"spot": decided.spot}})
            return
        if decided.do == Key.REQUEST_NUMBER:
            self._add_step({"number": str(decided.spot or POSITION_NUMBERS)})
            return
        optional = {
            "hand": decided.hand,
            "cents": decided.cost or None,
            "low": [card.name for card in self._table_before.low_cards] or None,
            "bettor": decided.bettor,
        }
        optional_fields = {name: value for name, value in optional.items() if value is not None}
        self._add_step({"decide": {"spot": decided.spot, "do": decided.do, **optional_fields}})

    def _record_result(self, symbols: Symbols, revolutions: int | None) -> None:
        instrument_step = self._table_before.instrument
        if self._table_before.stopped or instrument_step is None:
            return
        if instrument_step in ("dice", "balls"):
            self._add_step({instrument_step: [int(symbol) for symbol in symbols]})
        else:
            revolution_fields = {} if revolutions is None else {"revolutions": revolutions}
            self._add_step({instrument_step: symbols[0], **revolution_fields})


def _stack_of(ruling: BetMoved | BetSettled) -> Stack:
    return ruling.bet.place, ruling.bet.bettor


def _is_taken_back(undone: Undone) -> bool:
    return undone.key == Key.TAKE_CARD_BACK


def _stack_fields(stack: Stack) -> dict[str, Any]:
    (spot, bet_name), bettor = stack
    return {"spot": spot, "on": bet_name, **({} if bettor is None else {"bettor": bettor})}
