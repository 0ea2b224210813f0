"""The bets of a round script: laid, taken and put right."""

from typing import Final

from msgspec import UNSET

from firmware.core.table.decisions import OFFER_MS
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.script import BetPosition, BetStep, ResolveStep
from sim.people.person import Person
from sim.people.status_queries import bets_shown

ALL_CHIPS_READ_MS: Final = 10_000
"""The longest time for a reader to report all chips."""
RETURN_PROMPTS: Final = (Act.RETURN_BET, Act.PUT_BET_BACK)
"""The prompts after a refused move of chips."""


class ScriptBets:
    """Players who bet and take bets back as scripted; they undo a move that the table refuses."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._actor = person.actor
        self._player_chips = person.player_chips
        self._working_bets: set[Stack] = set()

    def bet(self, bet: BetStep) -> None:
        """Make a bet, and switch whether it works (Craps) as the step demands."""
        stack = self._stack_at(bet)
        if bet.colour is not UNSET:
            self._player_chips.bet_colour_chips(
                stack[0], bet.cents // bet.colour, Cents(bet.colour)
            )
            return
        cents_before = self._player_chips.amount_at(stack)
        self._player_chips.bet(stack[0], Cents(bet.cents), bet.bettor)
        if self._is_refused(stack):
            self._player_chips.change_bet(stack, cents_before)
            self._wait_until_restored()
        elif bet.is_working and (stack in self._working_bets) is not bet.working:
            self._person.panel_keys.press_key(Key.TOGGLE_WORKING)
            self._working_bets ^= {stack}

    def take_bet(self, place_step: BetPosition) -> None:
        """Take a bet away."""
        stack = self._stack_at(place_step)
        taken_cents = self._player_chips.take_bet(*stack)
        if self._is_take_refused(stack):
            self._player_chips.lay(stack[0], taken_cents, stack[1])
            self._wait_until_restored()

    def _is_take_refused(self, stack: Stack) -> bool:
        """Say whether the table has chips put back; odds that go back for them are another bet."""
        if self._actor.read_status().phase != "open":
            return self._is_refused(stack)
        self.wait_until_read()
        current = self._actor.read_status()
        is_put_back = current.ask.do is Act.PUT_BET_BACK and current.ask.stack == stack
        return is_put_back or current.refused is not None

    def _is_refused(self, stack: Stack) -> bool:
        """Wait until the table has seen moved chips; say whether it has them moved back."""
        status = self._actor.read_status()
        if status.phase != "open":
            self._wait_until_late(stack[0])
            # In a round they stay, as late chips that the supervisor resolves.
            return status.phase != "round"
        self.wait_until_read()
        current = self._actor.read_status()
        spot_light = current.spots[stack[0].spot].light
        return spot_light == "fault" or current.ask.do in RETURN_PROMPTS

    def wait_until_read(self) -> None:
        """Wait until the table has read all chips, or prompts to return some."""
        self._actor.wait_until(
            lambda status: (
                bets_shown(status) == self._player_chips.amounts_on_felt()
                or status.ask.do in RETURN_PROMPTS
            ),
            ALL_CHIPS_READ_MS,
        )

    def _wait_until_restored(self) -> None:
        """Wait until the table has seen that chips which it refused are as they were."""
        self._actor.wait_until(
            lambda status: status.ask.do not in RETURN_PROMPTS, ALL_CHIPS_READ_MS
        )

    def _wait_until_late(self, place: Place) -> None:
        """Wait until chips count as late: those that might be for a decision do after a while."""
        self._actor.wait_until(
            lambda status: tuple(place) in map(tuple, status.late), OFFER_MS + ALL_CHIPS_READ_MS
        )

    def resolve_late_bet(self, step: ResolveStep) -> None:
        """Have one late place as it was locked. Raises RequestFailed."""
        place, status = self._stack_at(step)[0], self._actor.read_status()
        if tuple(place) not in map(tuple, status.late):
            raise RequestFailed(Text("why.nothing_to_resolve"))
        self._person.supervisor.resolve_late_place(status, place)

    def _stack_at(self, place_step: BetPosition) -> Stack:
        return self._player_chips.place(place_step.spot, place_step.on), place_step.bettor
