"""The bets of a round script: laid, taken and put right."""

from typing import Final

from firmware.core.table.decisions import OFFER_MS
from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.script import At, BetStep, ResolveStep
from sim.people.person import Person
from sim.people.status_queries import standing

READS_MS: Final = 10_000
"""The longest time for a reader to report all chips."""
MOVED_BACK: Final = (Act.RETURN_BET, Act.PUT_BACK)
"""The prompts after a refused move of chips."""


class ScriptBets:
    """Players who lay and take as a script says; what the table refuses they move back."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._body = person.body
        self._chips = person.chips
        self._working: set[Stack] = set()

    def bet(self, bet: BetStep) -> None:
        """Lay a bet, and have it work or not as the step says."""
        stack = self._stack(bet)
        lay = self._chips.lies(stack)
        self._chips.lay(stack[0], Cents(bet.cents), bet.bettor)
        if self._is_refused(stack):
            self._chips.leave(stack, lay)
            self._wait_until_right()
        elif bet.is_working and (stack in self._working) is not bet.working:
            self._person.keys.press(Key.WORKING)
            self._working ^= {stack}

    def take(self, at: At) -> None:
        """Take a bet away."""
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
        self.wait_until_read()
        now = self._body.look()
        light = now.spots[stack[0].spot].light
        return light == "fault" or now.ask.do in MOVED_BACK

    def wait_until_read(self) -> None:
        """Wait until the table has read what lies, or asks for some of it back."""
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

    def resolve(self, step: ResolveStep) -> None:
        """Have one late place as it was locked. Raises CannotBeDone."""
        place, seen = self._stack(step)[0], self._body.look()
        if tuple(place) not in map(tuple, seen.late):
            raise CannotBeDone(Text("why.nothing_to_resolve"))
        self._person.supervisor.resolve_at(seen, place)

    def _stack(self, at: At) -> Stack:
        return self._chips.place(at.spot, at.on), at.bettor
