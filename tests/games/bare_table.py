"""Plays round scripts on the core's table alone, without wires: hundreds of thousands of them."""

from collections.abc import Iterable
from typing import Any

from firmware.core.cards import parse_card
from firmware.core.checkpoint import START, TableRules
from firmware.core.course import DEALER, Choice
from firmware.core.deciding import open_choices
from firmware.core.events import (
    CardRead,
    Event,
    Key,
    KeyPressed,
    KeySwitchTurned,
    TimeUp,
    Place,
    StackRead,
)
from firmware.core.felt import Stack
from firmware.core.limits import BetLimits
from firmware.core.money import NOTHING, Cents
from firmware.core.pack import GameRules
from firmware.core.prompts import NUMBERS
from firmware.core.rulings import BetSettled, FaultShown, Refused, Ruling
from firmware.core.table import Table
from firmware.shell.rules import game_kind, game_rules

Line = dict[str, Any]


class BareTable:
    """One table and the people of its scripts; every settled bet is cleared at once."""

    def __init__(self, script: dict[str, Any], table: Table | None = None) -> None:
        """Sit down at a table of one's own, or at one that was played at by the same rules."""
        self.table = table or seat(script)
        self.table.resume_from(START)
        self.settled: list[Line] = []
        self.refused: list[int] = []
        self.alarm = False
        self._step = 0
        self._now = 0
        self._tell(KeyPressed(Key.CONFIRM))

    def play(self, steps: Iterable[dict[str, Any]]) -> "BareTable":
        for self._step, step in enumerate(steps, start=1):
            kind = next(name for name in step if name != "revolutions")
            getattr(self, f"_{kind}")(step[kind])
        return self

    def _tell(self, event: Event) -> bool:
        """Handle an event; return whether nothing was refused."""
        self._now += 1
        rulings = self.table.handle(event, self._now)
        for ruling in rulings:
            self._note(ruling)
        self._clear(rulings)
        faults = {ruling.code for ruling in rulings if isinstance(ruling, FaultShown)}
        if "lot_won" in faults:
            self._confirm_lot()
        refused = any(isinstance(ruling, Refused) for ruling in rulings)
        return not refused and not faults - {"lot_won"}

    def _note(self, ruling: Ruling) -> None:
        if isinstance(ruling, BetSettled):
            self.settled.append(as_line(ruling))
        elif isinstance(ruling, Refused) and self._step not in self.refused:
            self.refused.append(self._step)
        elif isinstance(ruling, FaultShown):
            self.alarm |= ruling.code != "lot_won"

    def _confirm_lot(self) -> None:
        self._tell(KeySwitchTurned(on=True))
        self._tell(KeyPressed(Key.CLEAR))
        self._tell(KeyPressed(Key.CONFIRM))
        self._tell(KeySwitchTurned(on=False))

    def _clear(self, rulings: tuple[Ruling, ...]) -> None:
        for stack in {(r.bet.place, r.bet.bettor) for r in rulings if isinstance(r, BetSettled)}:
            if self.table.felt.amount(stack):
                self._tell(StackRead(stack[0], NOTHING, stack[1]))

    def _put(self, stack: Stack, cents: int) -> bool:
        return self._tell(StackRead(stack[0], Cents(cents), stack[1]))

    def _bet(self, bet: dict[str, Any]) -> None:
        stack = Place(bet["spot"], bet["on"]), bet.get("bettor")
        before = self.table.felt.amount(stack)
        if not self._put(stack, before + bet["cents"]):
            self._quietly(stack, before)
        if self.table.deadline is not None:
            self._tell(TimeUp())

    def _quietly(self, stack: Stack, cents: int) -> None:
        refused, settled = list(self.refused), list(self.settled)
        self._put(stack, cents)
        self.refused, self.settled = refused, settled

    def _take(self, at: dict[str, Any]) -> None:
        self._put((Place(at["spot"], at["on"]), at.get("bettor")), 0)

    def _press(self, key: str) -> None:
        if key == Key.VOID:
            self._tell(KeySwitchTurned(on=True))
        passed = self._tell(KeyPressed(Key(key))) and key == Key.CONFIRM
        if passed and self.table.bets.settled:
            self._tell(KeyPressed(Key.CONFIRM))

    def _card(self, name: str) -> None:
        self._tell(CardRead(parse_card(name)))

    def _cards(self, names: list[str]) -> None:
        for name in names:
            if not self._tell(CardRead(parse_card(name))):
                return

    def _shuffle(self, _: bool) -> None:
        self._tell(KeyPressed(Key.SHUFFLED))

    def _number(self, number: str) -> None:
        if number not in map(str, range(1, NUMBERS + 1)):
            self.alarm = True
            return
        spot = DEALER if int(number) == NUMBERS else int(number)
        self._decide({"spot": spot, "do": Key.NUMBER})

    def _bank(self, bank: dict[str, Any]) -> None:
        self._decide({"spot": bank["spot"], "do": Key.BANK})

    def _decide(self, step: dict[str, Any]) -> None:
        found = [
            c for c in open_choices(self.table) if (c.spot, c.do) == (step["spot"], step["do"])
        ]
        found = [c for c in found if step.get("hand") in (None, c.hand)]
        if self.table.game.ONE_BETTOR_A_SPOT is None:
            found = [c for c in found if c.bettor == step.get("bettor")]
        if not found:
            self.refused.append(self._step)
            return
        before = self._lay(found[0], step.get("cents"))
        self.table.focus = step["spot"]
        self.table.low = tuple(map(parse_card, step.get("low", ())))
        if not self._tell(KeyPressed(Key(step["do"]))):
            for stack, cents in before.items():
                self._quietly(stack, cents)

    def _lay(self, choice: Choice, cents: int | None) -> dict[Stack, int]:
        before = {}
        fixed = all(stake.least == stake.most for stake in choice.stakes)
        shared = cents == sum(stake.least for stake in choice.stakes)
        for stake in choice.stakes:
            stack = Place(choice.spot, stake.on), choice.bettor
            before[stack] = self.table.felt.amount(stack)
            alone = stake is choice.stakes[0]
            amount = stake.least if fixed and (cents is None or shared) else (cents or 0) * alone
            self._put(stack, before[stack] + amount)
        return before


def seat(script: dict[str, Any], numbers: GameRules | None = None) -> Table:
    """Return the table that a script is played at, by these numbers or those of the pack."""
    numbers = numbers or game_rules(script["game"])
    game = game_kind(script["game"])(numbers, dict(script.get("options", {})))
    limits = {bet: BetLimits(*map(Cents, ends)) for bet, ends in script.get("limits", {}).items()}
    rules = TableRules(
        spots=script.get("spots", min(7, numbers.seats.most)), limits=limits, sensed=False
    )
    return Table(game, rules)


def as_line(line: BetSettled) -> Line:
    """Return a settled bet as the script's contract prints it."""
    told: Line = {
        "spot": line.bet.place.spot,
        "on": line.bet.place.on,
        "stake": line.bet.cents,
        "outcome": line.outcome,
        "returned": line.returned,
        "paid": line.paid,
        "commission": line.commission,
        "odds": line.odds,
        "article": line.article,
    }
    extra = {"bettor": line.bet.bettor, "hand": line.hand, "bonus": line.bonus or None}
    return told | {name: value for name, value in extra.items() if value is not None}
