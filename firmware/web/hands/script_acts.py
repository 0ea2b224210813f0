"""What people do for each step of a round script, at a table in service."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET

from firmware.core.display.prompts import NUMBERS
from firmware.core.game.course import DEALER
from firmware.core.table.decisions import OFFER_MS
from firmware.core.vocabulary.asks import SETTLING, Act
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.instruments import HALF_A_THROW_MS, Symbols
from firmware.core.vocabulary.keys import DECISIONS, Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from firmware.shell.desk.desk import quick_pick
from firmware.shell.desk.socket import Sale
from firmware.shell.script import (
    At,
    BetStep,
    DecideStep,
    EnterStep,
    ResolveStep,
    Step,
    TicketStep,
)
from firmware.web.bench.bench import Floor
from firmware.web.hands.by_hand import ByHand
from firmware.web.messages.card_names import card_of
from sim.people.glance import stage, standing
from sim.people.person import Person

READS_MS: Final = 10_000
"""How long a reader may take to tell what lies where."""
MOST_ACTS: Final = 60
"""Things that a table asks for one after the other that no script tells of, at most."""
MOVED_BACK: Final = (Act.RETURN_BET, Act.PUT_BACK)
"""What is asked for when chips are moved that the table refuses."""


class ScriptActs:
    """Acts by the name of their step. What the table refuses is taken back, as in `play`."""

    def __init__(self, floor: Floor, hands: ByHand) -> None:
        self._floor = floor
        self._by = hands
        self._laid: dict[Stack, Cents] = {}
        """What lay where the last decision cost something, before it did."""
        self._working: set[Stack] = set()
        self._revolutions: int | None = None
        self._acts: Mapping[str, Callable[[Any], None]] = {
            "bet": self._bet,
            "take": self._take,
            "press": self._press,
            "card": lambda card: self._draw((card,)),
            "cards": self._draw,
            "tiles": self._deal,
            "cut": lambda _: self._by.draws.cut(),
            "shuffle": lambda _: self._by.draws.shuffle(),
            "resolve": self._resolve,
            "enter": self._enter,
            "decide": self._decide,
            "bank": lambda bank: self._by.keys.decide(bank.spot, Key.BANK),
            "ticket": self._ticket,
            "dice": lambda dice: self._throw(tuple(map(str, dice))),
            "balls": lambda balls: self._throw(tuple(map(str, balls))),
            "segment": lambda symbol: self._throw((symbol,)),
            "number": self._number,
            "no_roll": lambda _: self._no_roll(),
        }

    def do(self, step: Step) -> None:
        """Do one step. Raises CannotBeDone if nobody could do it, NoSuchChip, ControlError."""
        if step.press != "undo":
            self._laid = {}
        self._revolutions = None if step.revolutions is UNSET else step.revolutions
        self._acts[step.kind](getattr(step, step.kind))

    def see_to_parts(self) -> None:
        """Wait for a part that was lost, and confirm the felt once it is back."""
        self._person.until(lambda seen: seen.ask.fault != "lost", READS_MS)
        if self._floor.look().ask.do is Act.CONFIRM_FELT:
            self._by.croupier.step()

    @property
    def _person(self) -> Person:
        return self._by.croupier.person

    # players

    def _bet(self, bet: BetStep) -> None:
        stack = self._stack(bet)
        lay = self._by.chips.lies(stack)
        self._by.chips.put(bet.spot, bet.on, Cents(bet.cents), bet.bettor)
        if self._is_refused(stack):
            self._by.chips.leave(stack, lay)
            self._wait_until_right()
        elif bet.is_working and (stack in self._working) is not bet.working:
            self._by.keys.press(Key.WORKING)
            self._working ^= {stack}

    def _take(self, at: At) -> None:
        stack = self._stack(at)
        taken = self._by.chips.take(at.spot, at.on, at.bettor)
        if self._is_refused(stack):
            self._floor.rack.lay(stack[0], taken, stack[1])
            self._wait_until_right()

    def _is_refused(self, stack: Stack) -> bool:
        """Wait until the table has seen moved chips; say whether it has them moved back."""
        seen = self._floor.look()
        if seen.phase != "open":
            self._wait_until_late(stack[0])
            return seen.phase != "round"
        self._wait_until_read()
        now = self._floor.look()
        light = now.spots[stack[0].spot].light
        return light == "fault" or now.ask.do in MOVED_BACK

    def _wait_until_read(self) -> None:
        self._person.until(
            lambda seen: standing(seen) == self._floor.rack.lying() or seen.ask.do in MOVED_BACK,
            READS_MS,
        )

    def _wait_until_right(self) -> None:
        """Wait until the table has seen that chips which it refused are as they were."""
        self._person.until(lambda seen: seen.ask.do not in MOVED_BACK, READS_MS)

    def _wait_until_late(self, place: Place) -> None:
        """Wait until chips count as late: those that might be for a decision do after a while."""
        self._person.until(lambda seen: tuple(place) in map(tuple, seen.late), OFFER_MS + READS_MS)

    def _ticket(self, ticket: TicketStep) -> None:
        numbers = ticket.numbers or quick_pick(ticket.quick_pick or 0)
        sale = Sale(ticket.spot, ticket.cents, ticket.draws, tuple(numbers), paid=ticket.paid)
        self._by.draws.sell(sale)

    # the dealer

    def _press(self, key: str) -> None:
        match key:
            case "void":
                self._void()
            case "confirm":
                self._confirm()
            case "undo":
                self._by.keys.press(Key.UNDO)
                for stack, cents in self._laid.items():
                    self._by.chips.leave(stack, cents)
            case _:
                self._by.keys.press(Key(key))

    def _confirm(self) -> None:
        """Pay, take and clear the felt, as far as that is asked for, and confirm."""
        for _ in range(MOST_ACTS):
            seen = self._floor.look()
            if seen.ask.do is Act.RETURN_BET:
                self._by.croupier.tidy()
            elif seen.ask.do in SETTLING:
                self._by.croupier.step()
                if seen.ask.do is Act.CONFIRM:
                    return
            else:
                self._person.press(Key.CONFIRM)
                return

    def _void(self) -> None:
        supervisor = self._by.croupier.supervisor
        supervisor.void()
        if self._floor.look().stopped:
            supervisor.clear()
        self._floor.hands.stand_by()
        self._floor.hands.clear_shoe()
        if self._floor.look().ask.do is Act.RETURN_BET:
            self._by.keys.press(Key.CONFIRM)

    def _draw(self, cards: tuple[Card, ...]) -> None:
        for card in cards:
            if not self._is_dealt(card):
                self._ready_shoe()
                return

    def _is_dealt(self, card: Card) -> bool:
        """Draw a card; say whether the table has it dealt to somebody."""
        self.see_to_parts()
        before = self._floor.look()
        self._by.draws.draw(card.name)
        self._person.until(lambda now: _come(now) != _come(before), READS_MS)
        self.see_to_parts()
        now = self._floor.look()
        return not now.stopped and _dealt(now) != _dealt(before)

    def _ready_shoe(self) -> None:
        if self._floor.sim.shoe.in_error:
            self._floor.hands.clear_shoe()
        else:
            self._floor.hands.stand_by()

    def _deal(self, tiles: list[str]) -> None:
        pack = self._floor.game.pack
        if sorted(tiles) != sorted(tile.name for tile in pack):
            raise CannotBeDone(Text("no_result.tiles", {"card": " ".join(tiles[:1])}))
        self._draw(tuple(card_of(name, self._floor.game) for name in tiles))

    def _decide(self, step: DecideStep) -> None:
        if step.do not in DECISIONS:
            raise CannotBeDone(Text("why.nothing_to_decide"))
        lay = self._floor.rack.lying()
        self._by.keys.decide(
            step.spot, Key(step.do), step.hand, step.bettor, step.cents, step.low or ()
        )
        lie = self._floor.rack.lying()
        self._laid = {
            stack: lay.get(stack, NOTHING) for stack in lie if lie[stack] != lay.get(stack)
        }

    # the supervisor

    def _resolve(self, step: ResolveStep) -> None:
        place, seen = self._stack(step)[0], self._floor.look()
        if tuple(place) not in map(tuple, seen.late):
            raise CannotBeDone(Text("why.nothing_to_resolve"))
        self._by.croupier.supervisor.resolve_at(seen, place)

    def _enter(self, entry: EnterStep) -> None:
        self._by.draws.draw(entry.card.name, readable=False)
        self._by.croupier.supervisor.enter(entry.card)

    # results

    def _number(self, number: str) -> None:
        if Key.NUMBER.value not in self._floor.game.DECISIONS:
            self._throw((number,))
        elif number in map(str, range(1, NUMBERS + 1)):
            spot = DEALER if int(number) == NUMBERS else int(number)
            self._by.keys.decide(spot, Key.NUMBER)
        else:
            raise CannotBeDone(Text("fault.impossible_result", {"result": number}))

    def _throw(self, symbols: Symbols) -> None:
        """Bring a result about, and wait for it; turns that nothing counts the dealer has seen.

        A wheel that the table starts is started though its key is dark, as while chips are late.
        """
        wheel, turns = self._floor.sim.wheel, self._revolutions
        uncounted = turns is not None and not (wheel and wheel.counts)
        if uncounted and self._floor.game.impossible(ResultSeen(symbols, turns)):
            self._by.keys.press(Key.NO_RESULT)
            return
        before = self._floor.look()
        self._by.draws.throw(symbols, turns)
        if wheel and not wheel.turning and Key.SPIN in self._floor.sim.wiring.keys.keys.values():
            self._by.keys.press(Key.SPIN)
        if wheel or self._floor.sim.blower:
            self._by.croupier.thrower.wait_for_result()
        else:
            self._person.until(lambda now: (now.ask, now.round) != (before.ask, before.round))

    def _no_roll(self) -> None:
        self._by.keys.press(Key.NO_RESULT)
        self._floor.hands.wait(HALF_A_THROW_MS)

    def _stack(self, at: At) -> Stack:
        return self._by.chips.place(at.spot, at.on), at.bettor


def _dealt(seen: Status) -> tuple[object, ...]:
    """Return what a card changes that is dealt to somebody; it may but settle some of the bets."""
    outcomes = [bet.outcome for told in seen.spots.values() for bet in told.bets]
    dealt = seen.cards, seen.dealt
    return seen.phase, seen.round, seen.due, *dealt, seen.ask, seen.choices, outcomes


def _come(seen: Status) -> tuple[object, ...]:
    """Return what any card changes."""
    return seen.shoe.left, seen.stopped, stage(seen)
