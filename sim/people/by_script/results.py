"""The results of a round script: thrown, spun, drawn or keyed."""

from firmware.core.display.deciding import NUMBERS
from firmware.core.game.course import DEALER
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.instruments import HALF_A_THROW_MS, Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from sim.people.decisions import Wanted
from sim.people.person import Person


class ScriptResults:
    """Somebody who brings about the results that a script names.

    `revolutions` are the turns of the wheel, if the step says how many.
    """

    def __init__(self, person: Person) -> None:
        self.revolutions: int | None = None
        self._person = person
        self._body = person.body
        self._game = person.layout.game

    def number(self, number: str) -> None:
        """Key a number that was drawn, or bring it about. Raises CannotBeDone."""
        if Key.NUMBER.value not in self._game.DECISIONS:
            self.throw((number,))
        elif number in map(str, range(1, NUMBERS + 1)):
            spot = DEALER if int(number) == NUMBERS else int(number)
            self._person.decisions.decide(Wanted(spot, Key.NUMBER))
        else:
            raise CannotBeDone(Text("fault.impossible_result", {"result": number}))

    def throw(self, symbols: Symbols) -> None:
        """Bring a result about, and wait for it; turns that nothing counts the dealer has seen.

        A wheel that the table starts is started though its key is dark, as while chips are late.
        """
        table, turns = self._body.hands.table, self.revolutions
        wheel = table.wheel
        uncounted = turns is not None and not (wheel and wheel.counts)
        if uncounted and self._game.impossible(ResultSeen(symbols, turns)):
            self._person.keys.press(Key.NO_RESULT)
            return
        before = self._body.look()
        if before.phase == "open" and not self._game.THROWN:
            raise CannotBeDone(Text("why.bets_open"))
        self._person.throws.throw(symbols, turns)
        if wheel and not wheel.turning and Key.SPIN in table.wiring.keys.keys.values():
            self._person.keys.press(Key.SPIN)
        if wheel or table.blower:
            self._person.throws.wait_for_result()
        else:
            self._body.until(lambda now: (now.ask, now.round) != (before.ask, before.round))

    def no_roll(self) -> None:
        """Key a throw that is none, and leave it at that."""
        self._person.keys.press(Key.NO_RESULT)
        self._body.hands.wait(HALF_A_THROW_MS)
