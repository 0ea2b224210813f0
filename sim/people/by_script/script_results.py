"""The results of a round script: thrown, spun, drawn or keyed."""

from firmware.core.display.decision_lines import POSITION_NUMBERS
from firmware.core.game.course import DEALER
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.instruments import HALF_A_THROW_MS, Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from sim.people.decisions import DecisionRequest
from sim.people.person import Person


class ScriptResults:
    """Somebody who brings about the results that a script names.

    `revolutions` are those of the wheel, if the step gives a number.
    """

    def __init__(self, person: Person) -> None:
        self.revolutions: int | None = None
        self._person = person
        self._actor = person.actor
        self._game = person.layout.game

    def bring_number(self, number: str) -> None:
        """Key a number that was drawn, or bring it about. Raises RequestFailed."""
        if Key.REQUEST_NUMBER.value not in self._game.DECISIONS:
            self.throw_symbols((number,))
        elif number in map(str, range(1, POSITION_NUMBERS + 1)):
            spot = DEALER if int(number) == POSITION_NUMBERS else int(number)
            self._person.decisions.decide(DecisionRequest(spot, Key.REQUEST_NUMBER))
        else:
            raise RequestFailed(Text("fault.impossible_result", {"result": number}))

    def throw_symbols(self, symbols: Symbols) -> None:
        """Bring a result about, and wait for it; turns that nothing counts the dealer has seen.

        A wheel that the table starts is started though its key is dark, as while chips are late.
        """
        table, revolutions = self._actor.hands.table, self.revolutions
        wheel = table.wheel
        uncounted = revolutions is not None and not (wheel and wheel.counts_revolutions)
        if uncounted and self._game.result_refusal(ResultSeen(symbols, revolutions)):
            self._person.panel_keys.press_key(Key.NO_RESULT)
            return
        status_before = self._actor.read_status()
        if status_before.phase == "open" and not self._game.THROW_CLOSES_BETS:
            raise RequestFailed(Text("why.bets_open"))
        self._person.result_maker.throw_result(symbols, revolutions)
        if wheel and not wheel.is_spinning and Key.START_SPIN in table.wiring.keys.keys.values():
            self._person.panel_keys.press_key(Key.START_SPIN)
        if wheel or table.blower:
            self._person.result_maker.wait_for_result()
        else:
            self._actor.wait_until(
                lambda current: (
                    (current.ask, current.round) != (status_before.ask, status_before.round)
                )
            )

    def key_no_roll(self) -> None:
        """Key a void throw, and let the time of a half-keyed throw pass."""
        self._person.panel_keys.press_key(Key.NO_RESULT)
        self._actor.hands.wait(HALF_A_THROW_MS)
