"""`croupier play`: round scripts through the whole controller, on simulated parts and time."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.core.game.options import OptionRefused
from firmware.core.table.state import State
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Bet, BetSettled, Ruling, Undone
from firmware.shell.config.settings import Config
from firmware.shell.script import Script
from firmware.shell.words.words import Words
from sim.play.output import Telling
from sim.play.people.people import People
from sim.play.script_table import configured
from sim.play.virtual_table import VirtualTable

TAKEN_BACK: Final = ("decide", "dice", "no_roll")
"""Steps that are keyed, and so may be undone."""

Print = Callable[[Mapping[str, Any]], None]


def play(script: Script, line: int, config: Config, words: Words, say: Print) -> None:
    """Play one script on a table of its own and print its events."""
    words = words.at(script.game)
    say({"script": line if script.id is None else script.id, "game": script.game})
    try:
        evening = Evening(configured(config, script), words, say)
    except OptionRefused as refused:
        say({"refused": {"step": 0, "why": words.say(refused.why)}})
        return
    evening.play(script)


class Evening:
    """One script at a table of its own, and its output."""

    def __init__(self, config: Config, words: Words, say: Print) -> None:
        """Raise OptionRefused on a table that the regulation or the wiring forbids."""
        self._heard: list[Ruling] = []
        self._say = say
        self._table = VirtualTable(config, words, self._hear)
        self._people = People(self._table, self._heard)
        self._telling = Telling(words, self._people.players.written)
        self._unpaid: list[BetSettled] = []

    def play(self, script: Script) -> None:
        """Open the table, do every step, and say how the script ends."""
        self._table.power_on()
        self._table.hands.press(Key.CONFIRM)
        self._tell(0)
        for number, step in enumerate(script.steps, start=1):
            if step.press != "undo":
                self._pay()
            self._people.do(step)
            if any(isinstance(ruling, Undone) for ruling in self._heard):
                self._unpaid.clear()
            if step.kind in TAKEN_BACK:
                self._wait_before_paying()
            self._tell(number)
        self._pay()
        for bet in standing_over(self._table.core):
            self._say(self._telling.standing(bet))
        waiting = _waiting_for(self._table.core.state)
        if waiting is not None:
            self._say({"unfinished": {"waiting_for": waiting}})

    def _hear(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self._heard += rulings

    def _wait_before_paying(self) -> None:
        """Leave the chips that a key settles, since it may yet be taken back."""
        self._unpaid = [ruling for ruling in self._heard if isinstance(ruling, BetSettled)]
        self._heard[:] = [ruling for ruling in self._heard if not isinstance(ruling, BetSettled)]

    def _pay(self) -> None:
        """Pay and take for a key that has settled, before something else follows."""
        if self._unpaid:
            self._heard += self._unpaid
            self._unpaid = []
            self._tell(0)
        self._people.dealer.go_on()
        if self._heard:
            self._tell(0)

    def _tell(self, step: int) -> None:
        for line in self._telling.rulings(self._heard, step):
            self._say(line)
        for line in self._telling.changes(self._table.panel):
            self._say(line)
        self._people.dealer.clear_up()
        self._heard.clear()


def standing_over(table: Table) -> list[Bet]:
    """Return the bets that the rounds played have left standing."""
    over = table.state.in_round and table.state.round.bets.settled
    kept = table.state.game.carries if over else table.state.game.carried
    return [Bet(place, cents, who) for (place, who), cents in kept.items()]


def _waiting_for(state: State) -> str | None:
    """Return what an open round waits for; None if none is open or only `confirm` is missing."""
    if state.device.trouble.needs_void:
        return "void"
    if state.stopped:
        return "repair"
    if state.going is Phase.OPEN:
        fresh = state.felt.stacks.keys() - state.game.carried.keys()
        instrument = state.game.INSTRUMENT
        closes = instrument.step if instrument and state.game.REOPENS else "no_more_bets"
        return closes if fresh else None
    if state.going is not Phase.ROUND:
        return None
    if state.game.choices:
        return "decision"
    if state.game.awaits_result and state.game.INSTRUMENT:
        return state.game.INSTRUMENT.step
    if state.game.due is not None:
        return "card"
    return "resolve" if state.round.bets.late else None
