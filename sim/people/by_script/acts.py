"""A person's acts for each step of a round script."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET

from firmware.core.vocabulary.asks import SETTLING, Act
from firmware.core.vocabulary.keys import DECISIONS, Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.desk.desk import quick_pick
from firmware.shell.script import DecideStep, Step, TicketStep
from sim.people.by_script.bets import ScriptBets
from sim.people.by_script.cards import ScriptCards
from sim.people.by_script.results import ScriptResults
from sim.people.decisions import Wanted
from sim.people.person import Person

MOST_ACTS: Final = 60
"""The maximum number of consecutive prompts without a step in the script."""


class ScriptActs:
    """Acts by the name of their step. Refused acts are taken back, as in `play`."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._body = person.body
        self._chips = person.chips
        bets, cards, results = ScriptBets(person), ScriptCards(person), ScriptResults(person)
        self._bets, self._results = bets, results
        self._laid: dict[Stack, Cents] = {}
        """The chips at the places of the last decision's cost, from before it."""
        self._acts: Mapping[str, Callable[[Any], None]] = {
            "bet": bets.bet,
            "take": bets.take,
            "press": self._press,
            "card": lambda card: cards.draw((card,)),
            "cards": cards.draw,
            "tiles": cards.deal,
            "cut": lambda _: person.at_shoe().cut(),
            "shuffle": lambda _: cards.shuffle(),
            "resolve": bets.resolve,
            "enter": cards.enter,
            "decide": self._decide,
            "bank": lambda bank: person.decisions.decide(Wanted(bank.spot, Key.BANK)),
            "shooter": lambda to: person.decisions.decide(Wanted(to.spot, Key.SHOOTER)),
            "ticket": self._ticket,
            "dice": lambda dice: results.throw(tuple(map(str, dice))),
            "balls": lambda balls: results.throw(tuple(map(str, balls))),
            "segment": lambda symbol: results.throw((symbol,)),
            "number": results.number,
            "no_roll": lambda _: results.no_roll(),
        }

    def do(self, step: Step) -> None:
        """Do one step. Raises CannotBeDone, ControlError."""
        if step.press != "undo":
            self._laid = {}
        self._results.revolutions = None if step.revolutions is UNSET else step.revolutions
        kind = step.kind
        self._acts[kind](getattr(step, kind))

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
                    self._bets.wait_until_read()
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
