"""A person's acts for each step of a round script."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET

from firmware.core.vocabulary.keys import DECISION_KEYS, Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.next_step import CONFIRM_ACTS, SETTLEMENT_ACTS, Act
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.desk.desk import quick_pick
from firmware.shell.script import DecideStep, TableStep, TicketStep
from sim.people.by_script.script_bets import ScriptBets
from sim.people.by_script.script_cards import ScriptCards
from sim.people.by_script.script_results import ScriptResults
from sim.people.decisions import DecisionRequest
from sim.people.person import Person

MAX_UNSCRIPTED_ACTS: Final = 60
"""The maximum number of consecutive prompts without a step in the script."""


class ScriptActs:
    """Acts by the name of their step. Refused acts are taken back, as in `croupier play`."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._actor = person.actor
        self._player_chips = person.player_chips
        script_bets, cards, script_results = (
            ScriptBets(person),
            ScriptCards(person),
            ScriptResults(person),
        )
        self._script_bets, self._script_results = script_bets, script_results
        self._amounts_before: dict[Stack, Cents] = {}
        """The chips at the places of the last decision's cost, from before it."""
        self._step_handlers: Mapping[str, Callable[[Any], None]] = {
            "bet": script_bets.bet,
            "take": script_bets.take_bet,
            "press": self._press_key,
            "card": lambda card: cards.draw_cards((card,)),
            "cards": cards.draw_cards,
            "tiles": cards.deal_tiles,
            "cut": lambda _: person.require_cards().draw_cut_card(),
            "shuffle": lambda _: cards.shuffle(),
            "resolve": script_bets.resolve_late_bet,
            "enter": cards.enter_card,
            "decide": self._key_decision,
            "bank": lambda bank_step: person.decisions.decide(
                DecisionRequest(bank_step.spot, Key.TAKE_BANK)
            ),
            "shooter": lambda shooter_step: person.decisions.decide(
                DecisionRequest(shooter_step.spot, Key.CHOOSE_SHOOTER)
            ),
            "ticket": self._sell_ticket,
            "dice": lambda dice: script_results.throw_symbols(tuple(map(str, dice))),
            "balls": lambda balls: script_results.throw_symbols(tuple(map(str, balls))),
            "segment": lambda symbol: script_results.throw_symbols((symbol,)),
            "number": script_results.bring_number,
            "no_roll": lambda _: script_results.key_no_roll(),
        }

    def do_step(self, step: TableStep) -> None:
        """Do one step. Raises RequestFailed, ControlError."""
        if step.press != "undo":
            self._amounts_before = {}
        self._script_results.revolutions = None if step.revolutions is UNSET else step.revolutions
        step_kind = step.kind
        self._step_handlers[step_kind](getattr(step, step_kind))

    def _sell_ticket(self, ticket: TicketStep) -> None:
        numbers = ticket.numbers or quick_pick(ticket.quick_pick or 0)
        draws, paid = ticket.draws, ticket.paid
        self._person.sell_ticket(ticket.spot, numbers, ticket.cents, draws, paid=paid)

    # the dealer

    def _press_key(self, key: str) -> None:
        match key:
            case "void":
                self._void_round()
            case "confirm":
                self._settle_and_confirm()
            case "undo":
                self._person.panel_keys.press_key(Key.UNDO)
                for stack, cents in self._amounts_before.items():
                    self._player_chips.change_bet(stack, cents)
            case _:
                self._person.panel_keys.press_key(Key(key))

    def _settle_and_confirm(self) -> None:
        """Pay, take and clear the felt, as far as that is asked for, and confirm."""
        for _ in range(MAX_UNSCRIPTED_ACTS):
            status = self._actor.read_status()
            if status.ask.do is Act.RETURN_BET:
                self._person.tidy_step()
            elif status.ask.do in SETTLEMENT_ACTS:
                self._person.answer_prompt(status)
                if status.ask.do in CONFIRM_ACTS:
                    self._script_bets.wait_until_read()
                    return
            else:
                self._actor.press_key(Key.CONFIRM)
                return

    def _void_round(self) -> None:
        supervisor = self._person.supervisor
        supervisor.void_round()
        if self._actor.read_status().stopped:
            supervisor.clear_faults()
        self._actor.hands.stand_by()
        self._actor.hands.clear_shoe()
        if self._actor.read_status().ask.do is Act.RETURN_BET:
            self._person.panel_keys.press_key(Key.CONFIRM)

    def _key_decision(self, step: DecideStep) -> None:
        if step.do not in DECISION_KEYS:
            raise RequestFailed(Text("why.nothing_to_decide"))
        amounts_before = self._player_chips.amounts_on_felt()
        request = DecisionRequest(step.spot, Key(step.do), step.hand, step.bettor)
        cents = None if step.cents is None else Cents(step.cents)
        self._person.decisions.decide(request, cents, step.low or ())
        amounts_after = self._player_chips.amounts_on_felt()
        self._amounts_before = {
            stack: amounts_before.get(stack, NO_CENTS)
            for stack in amounts_after
            if amounts_after[stack] != amounts_before.get(stack)
        }
