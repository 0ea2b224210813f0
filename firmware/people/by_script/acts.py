"""A person's acts for each step of a round script."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET

from firmware.core.display.deciding import NUMBERS
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
from firmware.people.decisions import Wanted
from firmware.people.glance import stage, standing
from firmware.people.keys import card_of
from firmware.people.person import Person
from firmware.shell.desk.desk import quick_pick
from firmware.shell.script import (
    At,
    BetStep,
    DecideStep,
    EnterStep,
    ResolveStep,
    Step,
    TicketStep,
)

READS_MS: Final = 10_000
"""The longest time for a reader to report all chips."""
MOST_ACTS: Final = 60
"""The maximum number of consecutive prompts without a step in the script."""
MOVED_BACK: Final = (Act.RETURN_BET, Act.PUT_BACK)
"""The prompts after a refused move of chips."""


class ScriptActs:
    """Acts by the name of their step. Refused acts are taken back, as in `play`."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._body = person.body
        self._chips = person.chips
        self._game = person.layout.game
        self._laid: dict[Stack, Cents] = {}
        """The chips at the places of the last decision's cost, from before it."""
        self._working: set[Stack] = set()
        self._revolutions: int | None = None
        self._acts: Mapping[str, Callable[[Any], None]] = {
            "bet": self._bet,
            "take": self._take,
            "press": self._press,
            "card": lambda card: self._draw((card,)),
            "cards": self._draw,
            "tiles": self._deal,
            "cut": lambda _: person.at_shoe().cut(),
            "shuffle": lambda _: person.at_shoe().shuffle(self._body.look()),
            "resolve": self._resolve,
            "enter": self._enter,
            "decide": self._decide,
            "bank": lambda bank: self._key(bank.spot, Key.BANK),
            "ticket": self._ticket,
            "dice": lambda dice: self._throw(tuple(map(str, dice))),
            "balls": lambda balls: self._throw(tuple(map(str, balls))),
            "segment": lambda symbol: self._throw((symbol,)),
            "number": self._number,
            "no_roll": lambda _: self._no_roll(),
        }

    def do(self, step: Step) -> None:
        """Do one step. Raises CannotBeDone, ControlError."""
        if step.press != "undo":
            self._laid = {}
        self._revolutions = None if step.revolutions is UNSET else step.revolutions
        self._acts[step.kind](getattr(step, step.kind))

    def see_to_parts(self) -> None:
        """Wait for a part that was lost, and confirm the felt once it is back."""
        self._body.until(lambda seen: seen.ask.fault != "lost", READS_MS)
        if self._body.look().ask.do is Act.CONFIRM_FELT:
            self._person.confirm_felt()

    # players

    def _bet(self, bet: BetStep) -> None:
        stack = self._stack(bet)
        lay = self._chips.lies(stack)
        self._chips.lay(stack[0], Cents(bet.cents), bet.bettor)
        if self._is_refused(stack):
            self._chips.leave(stack, lay)
            self._wait_until_right()
        elif bet.is_working and (stack in self._working) is not bet.working:
            self._person.keys.press(Key.WORKING)
            self._working ^= {stack}

    def _take(self, at: At) -> None:
        stack = self._stack(at)
        taken = self._chips.take(*stack)
        if self._is_refused(stack):
            self._chips.rack.lay(stack[0], taken, stack[1])
            self._wait_until_right()

    def _is_refused(self, stack: Stack) -> bool:
        """Wait until the table has seen moved chips; say whether it has them moved back."""
        seen = self._body.look()
        if seen.phase != "open":
            self._wait_until_late(stack[0])
            return seen.phase != "round"
        self._wait_until_read()
        now = self._body.look()
        light = now.spots[stack[0].spot].light
        return light == "fault" or now.ask.do in MOVED_BACK

    def _wait_until_read(self) -> None:
        self._body.until(
            lambda seen: standing(seen) == self._chips.rack.lying() or seen.ask.do in MOVED_BACK,
            READS_MS,
        )

    def _wait_until_right(self) -> None:
        """Wait until the table has seen that chips which it refused are as they were."""
        self._body.until(lambda seen: seen.ask.do not in MOVED_BACK, READS_MS)

    def _wait_until_late(self, place: Place) -> None:
        """Wait until chips count as late: those that might be for a decision do after a while."""
        self._body.until(lambda seen: tuple(place) in map(tuple, seen.late), OFFER_MS + READS_MS)

    def _ticket(self, ticket: TicketStep) -> None:
        numbers = ticket.numbers or quick_pick(ticket.quick_pick or 0)
        draws, paid = ticket.draws, ticket.paid
        self._person.sell(ticket.spot, numbers, ticket.cents, draws, paid=paid)

    # the dealer

    def _press(self, key: str) -> None:
        match key:
            case "void":
                self._void()
            case "confirm":
                self._confirm()
            case "undo":
                self._person.keys.press(Key.UNDO)
                for stack, cents in self._laid.items():
                    self._chips.leave(stack, cents)
            case _:
                self._person.keys.press(Key(key))

    def _confirm(self) -> None:
        """Pay, take and clear the felt, as far as that is asked for, and confirm."""
        for _ in range(MOST_ACTS):
            seen = self._body.look()
            if seen.ask.do is Act.RETURN_BET:
                self._person.tidy_once()
            elif seen.ask.do in SETTLING:
                self._person.answer(seen)
                if seen.ask.do is Act.CONFIRM:
                    return
            else:
                self._body.press(Key.CONFIRM)
                return

    def _void(self) -> None:
        supervisor = self._person.supervisor
        supervisor.void()
        if self._body.look().stopped:
            supervisor.clear()
        self._body.hands.stand_by()
        self._body.hands.clear_shoe()
        if self._body.look().ask.do is Act.RETURN_BET:
            self._person.keys.press(Key.CONFIRM)

    def _draw(self, cards: tuple[Card, ...]) -> None:
        for card in cards:
            if not self._is_dealt(card):
                self._ready_shoe()
                return

    def _is_dealt(self, card: Card) -> bool:
        """Draw a card; return whether it was dealt to a hand."""
        self.see_to_parts()
        before = self._body.look()
        self._person.at_shoe().draw(card)
        self._body.until(lambda now: _come(now) != _come(before), READS_MS)
        self.see_to_parts()
        now = self._body.look()
        return not now.stopped and _dealt(now) != _dealt(before)

    def _ready_shoe(self) -> None:
        if self._body.hands.table.shoe.in_error:
            self._body.hands.clear_shoe()
        else:
            self._body.hands.stand_by()

    def _deal(self, tiles: list[str]) -> None:
        pack = self._game.pack
        if sorted(tiles) != sorted(tile.name for tile in pack):
            raise CannotBeDone(Text("no_result.tiles", {"card": " ".join(tiles[:1])}))
        self._draw(tuple(card_of(name, self._game) for name in tiles))

    def _decide(self, step: DecideStep) -> None:
        if step.do not in DECISIONS:
            raise CannotBeDone(Text("why.nothing_to_decide"))
        lay = self._chips.rack.lying()
        wanted = Wanted(step.spot, Key(step.do), step.hand, step.bettor)
        cents = None if step.cents is None else Cents(step.cents)
        self._person.decisions.decide(wanted, cents, step.low or ())
        lie = self._chips.rack.lying()
        self._laid = {
            stack: lay.get(stack, NOTHING) for stack in lie if lie[stack] != lay.get(stack)
        }

    def _key(self, spot: int, do: Key) -> None:
        self._person.decisions.decide(Wanted(spot, do))

    # the supervisor

    def _resolve(self, step: ResolveStep) -> None:
        place, seen = self._stack(step)[0], self._body.look()
        if tuple(place) not in map(tuple, seen.late):
            raise CannotBeDone(Text("why.nothing_to_resolve"))
        self._person.supervisor.resolve_at(seen, place)

    def _enter(self, entry: EnterStep) -> None:
        self._person.at_shoe().draw(entry.card, readable=False)
        self._person.supervisor.enter(entry.card)

    # results

    def _number(self, number: str) -> None:
        if Key.NUMBER.value not in self._game.DECISIONS:
            self._throw((number,))
        elif number in map(str, range(1, NUMBERS + 1)):
            spot = DEALER if int(number) == NUMBERS else int(number)
            self._key(spot, Key.NUMBER)
        else:
            raise CannotBeDone(Text("fault.impossible_result", {"result": number}))

    def _throw(self, symbols: Symbols) -> None:
        """Bring a result about, and wait for it; turns that nothing counts the dealer has seen.

        A wheel that the table starts is started though its key is dark, as while chips are late.
        """
        table, turns = self._body.hands.table, self._revolutions
        wheel = table.wheel
        uncounted = turns is not None and not (wheel and wheel.counts)
        if uncounted and self._game.impossible(ResultSeen(symbols, turns)):
            self._person.keys.press(Key.NO_RESULT)
            return
        before = self._body.look()
        self._person.throws.throw(symbols, turns)
        if wheel and not wheel.turning and Key.SPIN in table.wiring.keys.keys.values():
            self._person.keys.press(Key.SPIN)
        if wheel or table.blower:
            self._person.throws.wait_for_result()
        else:
            self._body.until(lambda now: (now.ask, now.round) != (before.ask, before.round))

    def _no_roll(self) -> None:
        self._person.keys.press(Key.NO_RESULT)
        self._body.hands.wait(HALF_A_THROW_MS)

    def _stack(self, at: At) -> Stack:
        return self._chips.place(at.spot, at.on), at.bettor


def _dealt(seen: Status) -> tuple[object, ...]:
    """Return the parts of a status that a dealt card changes, at least by settling bets."""
    outcomes = [bet.outcome for told in seen.spots.values() for bet in told.bets]
    dealt = seen.cards, seen.dealt
    return seen.phase, seen.round, seen.due, *dealt, seen.ask, seen.choices, outcomes


def _come(seen: Status) -> tuple[object, ...]:
    """Return the parts of a status that any card changes."""
    return seen.shoe.left, seen.stopped, stage(seen)
