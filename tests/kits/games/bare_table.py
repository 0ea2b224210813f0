"""Plays round scripts on the core's table alone, without wires: hundreds of thousands of them."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from firmware.core.display.decision_lines import POSITION_NUMBERS
from firmware.core.game.course import DEALER, Choice
from firmware.core.game.limits import BetLimits
from firmware.core.game.pack import GameRules
from firmware.core.table.checkpoint import INITIAL_CHECKPOINT
from firmware.core.table.decisions import focused_spot, open_choices
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import Card, parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    Event,
    KeyPressed,
    KeySwitchTurned,
    ResultSeen,
    StackRead,
    TicketOrdered,
    TimeUp,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import BetSettled, FaultShown, Refused, Ruling
from firmware.shell.rules.pack_files import find_pack, home_pack
from firmware.shell.script import SCRIPTED_OPTIONS

Line = dict[str, Any]


class BareTable:
    """One table and the people of its scripts; every settled bet is cleared at once."""

    def __init__(self, script: dict[str, Any], table: Table | None = None) -> None:
        """Sit down at a table of one's own, or at one that was played at by the same rules."""
        self.table = table or seat(script)
        self.table.resume_from(INITIAL_CHECKPOINT)
        self.settled: list[Line] = []
        self.refused: list[int] = []
        self.alarm = False
        self._written: dict[Stack, str] = {}
        """How the place of each bet was written when it was laid."""
        self._step = 0
        self._now = 0
        self._tell(KeyPressed(Key.CONFIRM))

    def play(self, steps: Iterable[dict[str, Any]]) -> "BareTable":
        for self._step, step in enumerate(steps, start=1):
            self.play_step(step)
        return self

    def play_step(self, step: dict[str, Any]) -> None:
        kind = next(name for name in step if name != "revolutions")
        instrument = self.table.state.game.INSTRUMENT
        if instrument and kind == instrument.result_kind:
            self._show(step[kind], step.get("revolutions"))
        else:
            getattr(self, f"_{kind}")(step[kind])

    @property
    def standing(self) -> list[Line]:
        """The carried-over bets, as the script's contract prints them."""
        return [
            {"spot": stack[0].spot, "on": self._as_written(stack), "stake": cents}
            | ({"bettor": stack[1]} if stack[1] else {})
            for stack, cents in self.table.state.game.carried.items()
        ]

    def _as_written(self, stack: Stack) -> str:
        return self._written.get(stack, stack[0].on)

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
            on = self._as_written((ruling.bet.place, ruling.bet.bettor))
            self.settled.append({**as_line(ruling), "on": on})
        elif isinstance(ruling, Refused) and self._step not in self.refused:
            self.refused.append(self._step)
        elif isinstance(ruling, FaultShown):
            self.alarm |= ruling.code != "lot_won"

    def _confirm_lot(self) -> None:
        self._tell(KeySwitchTurned(on=True))
        self._tell(KeyPressed(Key.CLEAR_FAULTS))
        self._tell(KeyPressed(Key.CONFIRM))
        self._tell(KeySwitchTurned(on=False))

    def _clear(self, rulings: tuple[Ruling, ...]) -> None:
        for stack in {(r.bet.place, r.bet.bettor) for r in rulings if isinstance(r, BetSettled)}:
            if self.table.state.felt.amount(stack):
                self._tell(StackRead(stack[0], NO_CENTS, stack[1]))

    def _put(self, stack: Stack, cents: int) -> bool:
        return self._tell(StackRead(stack[0], Cents(cents), stack[1]))

    def _bet(self, bet: dict[str, Any]) -> None:
        stack = self._stack(bet)
        before = self.table.state.felt.amount(stack)
        if not before:
            self._written[stack] = bet["on"]
        if not self._put(stack, before + bet["cents"]):
            self._quietly(stack, before)
        elif bet.get("working") and not self.table.state.game.is_working(stack):
            self._tell(KeyPressed(Key.TOGGLE_WORKING))
        if self.table.deadline is not None:
            self._tell(TimeUp())

    def _quietly(self, stack: Stack, cents: int) -> None:
        refused, settled = list(self.refused), list(self.settled)
        self._put(stack, cents)
        self.refused, self.settled = refused, settled

    def _stack(self, at: dict[str, Any]) -> Stack:
        return Place(at["spot"], self.table.state.game.canonical_name(at["on"])), at.get("bettor")

    def _take(self, at: dict[str, Any]) -> None:
        stack = self._stack(at)
        before = self.table.state.felt.amount(stack)
        if not self._put(stack, 0):
            self._quietly(stack, before)

    def _press(self, key: str) -> None:
        if key == Key.VOID_ROUND:
            self._tell(KeySwitchTurned(on=True))
        passed = self._tell(KeyPressed(Key(key))) and key == Key.CONFIRM
        if passed and self.table.state.round.bets.settled:
            self._tell(KeyPressed(Key.CONFIRM))
        state = self.table.state
        if state.running_phase is Phase.SHOE_CHANGE and not state.shoe.cut_card_out:
            self._tell(KeyPressed(Key.CARDS_SHUFFLED))

    def _card(self, name: str) -> None:
        self._tell(CardRead(parse_card(name)))

    def _cards(self, names: list[str]) -> None:
        for name in names:
            if not self._tell(CardRead(parse_card(name))):
                return

    def _tiles(self, names: list[str]) -> None:
        self._cards(names)

    def _show(self, result: Any, revolutions: int | None) -> None:
        """Let the instrument show a result."""
        symbols = (result,) if isinstance(result, str) else tuple(map(str, result))
        self._tell(ResultSeen(symbols, revolutions))
        self._reopen()

    def _reopen(self) -> None:
        """Where bets reopen without a word, pay and move the chips."""
        bets = self.table.state.round.bets
        if self.table.state.game.REOPENS_SILENTLY and bets.settled:
            for (origin, to), cents in [
                (m, bets.carried_stacks[m[1]]) for m in bets.stack_moves.items()
            ]:
                self._put(origin, 0)
                self._put(to, cents)
            self._tell(KeyPressed(Key.CONFIRM))

    def _no_roll(self, _: bool) -> None:
        self._tell(KeyPressed(Key.NO_RESULT))

    def _ticket(self, ticket: dict[str, Any]) -> None:
        numbers = tuple(ticket.get("numbers", range(1, ticket.get("quick_pick", 0) + 1)))
        draws, paid = ticket.get("draws", 1), ticket.get("paid", True)
        cents, control = Cents(ticket["cents"]), str(self._now)
        self._tell(TicketOrdered(ticket["spot"], numbers, cents, draws, control, paid, day=0))

    def _shuffle(self, _: bool) -> None:
        self._tell(KeyPressed(Key.CARDS_SHUFFLED))

    def _number(self, number: str) -> None:
        if number not in map(str, range(1, POSITION_NUMBERS + 1)):
            self.alarm = True
            return
        spot = DEALER if int(number) == POSITION_NUMBERS else int(number)
        self._decide({"spot": spot, "do": Key.REQUEST_NUMBER})

    def _bank(self, bank: dict[str, Any]) -> None:
        self._decide({"spot": bank["spot"], "do": Key.TAKE_BANK})

    def _shooter(self, shooter: dict[str, Any]) -> None:
        if shooter["spot"] not in self.table.state.felt.spots:
            self.refused.append(self._step)
            return
        while focused_spot(self.table.state) != shooter["spot"]:
            self._tell(KeyPressed(Key.NEXT_PLACE))
        self._tell(KeyPressed(Key.CHOOSE_SHOOTER))

    def _decide(self, step: dict[str, Any]) -> None:
        found = [
            c
            for c in open_choices(self.table.state)
            if (c.spot, c.do) == (step["spot"], step["do"])
        ]
        found = [c for c in found if step.get("hand") in (None, c.hand)]
        if self.table.state.game.SOLE_BETTOR_ARTICLE is None:
            found = [c for c in found if c.bettor == step.get("bettor")]
        if not found:
            self.refused.append(self._step)
            return
        before = self._lay(found[0], step.get("cents"))
        self._turn_to(step["spot"], tuple(map(parse_card, step.get("low", ()))))
        if not self._tell(KeyPressed(Key(step["do"]))):
            for stack, cents in before.items():
                self._quietly(stack, cents)

    def _turn_to(self, spot: int, low: tuple[Card, ...]) -> None:
        """Choose whose decision it is, and the cards that it names."""
        state = self.table.state
        state.key_entry = replace(state.key_entry, focus=spot, low=low)

    def _lay(self, choice: Choice, cents: int | None) -> dict[Stack, int]:
        before = {}
        fixed = all(stake.least == stake.most for stake in choice.stakes)
        shared = cents == sum(stake.least for stake in choice.stakes)
        for stake in choice.stakes:
            stack = Place(choice.spot, stake.on), choice.bettor
            before[stack] = self.table.state.felt.amount(stack)
            alone = stake is choice.stakes[0]
            amount = stake.least if fixed and (cents is None or shared) else (cents or 0) * alone
            self._put(stack, before[stack] + amount)
        return before


def seat(script: dict[str, Any], numbers: GameRules | None = None) -> Table:
    """Return the table that a script is played at, by these numbers or those of the pack."""
    pack = find_pack(script["rules"]) if "rules" in script else home_pack(script["game"])
    numbers = numbers or pack.rules(script["game"])
    options = SCRIPTED_OPTIONS.get(script["game"], {}) | script.get("options", {})
    game = pack.game_class(script["game"])(numbers, options)
    limits = {bet: BetLimits(*map(Cents, ends)) for bet, ends in script.get("limits", {}).items()}
    rules = TableRules(
        spots=script.get("spots", min(7, numbers.seats.most)), limits=limits, sensed=False
    )
    return Table(game, rules)


def as_line(line: BetSettled) -> Line:
    """Return a settled bet as the script's contract prints it."""
    values: Line = {
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
    extra["hits"] = line.hits
    return values | {name: value for name, value in extra.items() if value is not None}
