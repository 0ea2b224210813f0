"""A table in memory, without wires: it has the acts as a script's steps, and their journal."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from firmware.core.game.course import DEALER, Choice
from firmware.core.table.card_picker import keys_to_card
from firmware.core.table.checkpoint import INITIAL_CHECKPOINT
from firmware.core.table.decisions import focused_spot, open_choices
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import TILE_SET, Card
from firmware.core.vocabulary.events import (
    CardRead,
    Event,
    KeyPressed,
    ResultSeen,
    StackRead,
    TicketOrdered,
)
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import BetSettled, FaultShown, Refused, Ruling
from firmware.shell.history.journal_entries import Checked, Entry, Happened, Ruled
from sim.web.drills.game_setup import GameSetup

Step = dict[str, Any]
"""An act, as a round script has it."""
LAST_POSITION: Final = 7
"""The number that is written for the dealer's place, where one is drawn (48.1)."""


class ActRefused(Exception):
    """The table has refused an act of people who play by chance."""


class MemoryTable:
    """One table and the acts at it since it was opened."""

    def __init__(self, setup: GameSetup) -> None:
        self._setup = setup
        self._table = Table(setup.open_game(), setup.rules)
        self.reopen()

    def reopen(self) -> None:
        """Begin with an empty table and a full shoe."""
        self._table.resume_from(INITIAL_CHECKPOINT)
        self._now_ms = 0
        self.steps: list[Step] = []
        self._lines: list[BetSettled] = []
        self._entries: list[Entry] = [Checked(self._table.checkpoint(), 0)]
        self._handle(KeyPressed(Key.CONFIRM))

    @property
    def table(self) -> Table:
        """The table, to look at."""
        return self._table

    @property
    def is_settled(self) -> bool:
        """Whether bets are to be taken and paid."""
        return bool(self._lines)

    @property
    def script(self) -> Step:
        """All acts as a round script."""
        return {**self._setup.script_head, "steps": list(self.steps)}

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Its journal."""
        return tuple(self._entries)

    # acts; each raises ActRefused

    def lay_chips(self, stack: Stack, cents: Cents) -> None:
        """Add chips to a stack."""
        place, bettor = stack
        self._put(stack, Cents(self._table.state.felt.amount(stack) + cents))
        self.steps.append({"bet": {"spot": place.spot, "on": place.on, "cents": cents}})
        if bettor:
            self.steps[-1]["bet"]["bettor"] = bettor

    def close_bets(self) -> None:
        self._handle(KeyPressed(Key.NO_MORE_BETS))
        self.steps.append({"press": "no_more_bets"})

    def deal_card(self, card: Card) -> None:
        self._handle(CardRead(card))
        kind = "tiles" if card in TILE_SET else "cards"
        if self.steps and kind in self.steps[-1]:
            self.steps[-1][kind].append(card.name)
        else:
            self.steps.append({kind: [card.name]})

    def sell_ticket(self, spot: int, numbers: tuple[int, ...], cents: Cents) -> None:
        control = str(self._now_ms)
        self._handle(TicketOrdered(spot, numbers, cents, 1, control, paid=True, day=0))
        self.steps.append({"ticket": {"spot": spot, "numbers": list(numbers), "cents": cents}})

    def show_result(self, symbols: Symbols) -> None:
        """Bring a result of the game's instrument."""
        instrument = self._table.state.game.INSTRUMENT
        kind = instrument.result_kind if instrument else ""
        result = list(map(int, symbols)) if kind in ("dice", "balls") else symbols[0]
        self._handle(ResultSeen(symbols))
        self.steps.append({kind: result})

    def decide(self, choice: Choice, cents: Cents | None, low_hand: Sequence[Card]) -> None:
        """Take a choice; `cents` are laid for it where it names no one amount."""
        for stake in choice.stakes:
            stack = Place(choice.spot, stake.on), choice.bettor
            laid = stake.least if stake.least == stake.most else cents or stake.least
            self._put(stack, Cents(self._table.state.felt.amount(stack) + laid))
        self._focus_spot(choice.spot)
        for card in low_hand:
            for key in (*keys_to_card(card, self._table.state.game.pack), Key.PICK_CARD):
                self._handle(KeyPressed(key))
        self._handle(KeyPressed(choice.do))
        self.steps.append(_decision_step(choice, cents, low_hand))

    def confirm_paid(self) -> tuple[BetSettled, ...]:
        """Clear the settled bets, and end the round; return its lines."""
        for line in self._lines:
            if self._table.state.felt.amount(line.bet.stack):
                self._put(line.bet.stack, NO_CENTS)
        bets = self._table.state.round.bets
        for origin, target in dict(bets.stack_moves).items():
            cents = bets.carried_stacks[target]
            self._put(origin, NO_CENTS)
            self._put(target, cents)
        if not self._table.state.game.PAID_ON_CLAIM:
            self._handle(KeyPressed(Key.CONFIRM))
        if not self._table.state.game.REOPENS_SILENTLY:
            self.steps.append({"press": "confirm"})
        lines, self._lines = tuple(self._lines), []
        return lines

    # events

    def _focus_spot(self, spot: int) -> None:
        state = self._table.state
        for _ in open_choices(state):
            if focused_spot(state) != spot:
                self._handle(KeyPressed(Key.NEXT_PLACE))

    def _put(self, stack: Stack, cents: Cents) -> None:
        self._handle(StackRead(stack[0], cents, stack[1]))

    def _handle(self, event: Event) -> None:
        self._now_ms += 1
        rulings = self._table.handle(event, self._now_ms)
        self._entries.append(Happened(self._now_ms, "", event))  # type: ignore[arg-type]
        if rulings:
            self._entries.append(Ruled(rulings))  # type: ignore[arg-type]
        self._lines += (ruling for ruling in rulings if isinstance(ruling, BetSettled))
        if any(map(_is_refusal, rulings)):
            raise ActRefused(str(event))


def _is_refusal(ruling: Ruling) -> bool:
    return isinstance(ruling, Refused | FaultShown)


def _decision_step(choice: Choice, cents: Cents | None, low_hand: Sequence[Card]) -> Step:
    if choice.do is Key.REQUEST_NUMBER:
        return {"number": str(LAST_POSITION if choice.spot == DEALER else choice.spot)}
    return {"decide": dict(_decision_fields(choice, cents, low_hand))}


def _decision_fields(
    choice: Choice, cents: Cents | None, low_hand: Sequence[Card]
) -> Iterator[tuple[str, Any]]:
    yield "spot", choice.spot
    yield "do", choice.do.value
    if choice.hand is not None:
        yield "hand", choice.hand
    if choice.bettor is not None:
        yield "bettor", choice.bettor
    if choice.stakes:
        yield "cents", cents or sum(stake.least for stake in choice.stakes)
    if low_hand:
        yield "low", [card.name for card in low_hand]
