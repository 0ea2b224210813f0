"""`croupier play`: round scripts through the whole controller, on simulated parts and time."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.core.game.options import OptionRefused
from firmware.core.table.legality import laid_bets
from firmware.core.table.state import State
from firmware.core.table.table import Table
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import BetSettled, Ruling, Undone
from firmware.shell.config.settings import Config
from firmware.shell.script import TableScript
from firmware.shell.words.words import Words
from sim.play.output import LineWriter, StepTakenBack
from sim.play.people.people import TAKING_BACK, ScriptPeople
from sim.play.script_table import configure_table
from sim.play.virtual_table import VirtualTable

UNDOABLE_STEPS: Final = ("decide", "dice", "no_roll")
"""Steps that are keyed, and so may be undone."""

PrintLine = Callable[[Mapping[str, Any]], None]


def play_script(
    script: TableScript, line: int, config: Config, words: Words, print_line: PrintLine
) -> None:
    """Play one script on a table of its own and print its events."""
    words = words.for_house(config.house_words).for_game(script.game)
    print_line({"script": line if script.id is None else script.id, "game": script.game})
    try:
        script_run = ScriptRun(configure_table(config, script), words, print_line)
    except OptionRefused as refused:
        print_line({"refused": {"step": 0, "why": words.render(refused.why)}})
        return
    script_run.play_steps(script)


class ScriptRun:
    """One script at a table of its own, and its output."""

    def __init__(self, config: Config, words: Words, print_line: PrintLine) -> None:
        """Raise OptionRefused on a table that the regulation or the wiring forbids."""
        self._rulings: list[Ruling] = []
        self._print_line = print_line
        self._table = VirtualTable(config, words, self._add_rulings)
        self._people = ScriptPeople(self._table, self._rulings)
        self._line_writer = LineWriter(words, self._people.players.written_bets)
        self._unpaid_bets: list[BetSettled] = []
        """Settled by a key, and not printed yet: it may be undone."""
        self._uncleared_rulings: list[Ruling] = []
        """Printed, by which the dealer has still to pay and take."""

    def play_steps(self, script: TableScript) -> None:
        """Open the table, do every step, and say how the script ends."""
        self._table.power_on()
        self._table.hands.press_key(Key.CONFIRM)
        self._print_rulings(0)
        for number, step in enumerate(script.steps, start=1):
            if step.press in TAKING_BACK:
                self._print_rest()
            else:
                self._pay_settled()
            self._people.do_step(step, number)
            # The settlements of what was undone are not paid.
            if any(isinstance(ruling, Undone | StepTakenBack) for ruling in self._rulings):
                self._unpaid_bets.clear()
                self._uncleared_rulings.clear()
            if step.kind in UNDOABLE_STEPS:
                self._hold_settlements()
            self._print_rulings(number, is_paid=False)
        self._pay_settled()
        bets_carried = carried_bets(self._table.core_table)
        for bet in bets_carried:
            self._print_line(self._line_writer.carried_bet_line(bet))
        state = self._table.core_table.state
        pending_step = _waiting_for(state)
        if pending_step is not None:
            open_bets = [bet for bet in _open_bets(state) if bet not in bets_carried]
            self._print_line(self._line_writer.unfinished_line(pending_step, open_bets))

    def _add_rulings(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self._rulings += rulings

    def _hold_settlements(self) -> None:
        """Leave the chips that a key settles, since it may yet be taken back."""
        self._unpaid_bets = [ruling for ruling in self._rulings if isinstance(ruling, BetSettled)]
        self._rulings[:] = [
            ruling for ruling in self._rulings if not isinstance(ruling, BetSettled)
        ]

    def _pay_settled(self) -> None:
        """Pay and take the settled bets before the next act."""
        self._clear_felt()
        self._rulings += self._unpaid_bets
        self._unpaid_bets = []
        while self._rulings:
            self._print_rulings(0)
        self._people.dealer.move_carried_bets()
        while self._rulings:
            self._print_rulings(0)

    def _print_rest(self) -> None:
        """Print the settlements since the last step, without paying."""
        while self._rulings:
            self._print_rulings(0, is_paid=False)

    def _print_rulings(self, step: int, *, is_paid: bool = True) -> None:
        """Print the rulings, then clear the felt, unless the settlement may yet be taken back."""
        for line in self._line_writer.rulings(self._rulings, step):
            self._print_line(line)
        for line in self._line_writer.panel_lines(self._table.panel):
            self._print_line(line)
        self._uncleared_rulings += self._rulings
        self._rulings.clear()
        if is_paid or not self._table.core_table.state.round.bets.settled:
            self._clear_felt()

    def _clear_felt(self) -> None:
        """Clear the felt; settlements by this are left to print. Nothing is paid of a round that
        must be voided.
        """
        rulings, self._uncleared_rulings = self._uncleared_rulings, []
        if not self._table.core_table.state.device.trouble.needs_void:
            self._people.dealer.clear_felt(rulings)


def carried_bets(table: Table) -> list[Bet]:
    """Return the bets that the rounds played have left standing."""
    is_over = table.state.in_round and table.state.round.bets.settled
    carried_amounts = table.state.game.carries if is_over else table.state.game.carried
    return [Bet(place, cents, bettor) for (place, bettor), cents in carried_amounts.items()]


def _waiting_for(state: State) -> str | None:
    """Return the step that a round waits for; None without one, or if only CONFIRM is due."""
    if state.device.trouble.needs_void:
        return "void"
    if state.stopped:
        return "repair"
    if state.running_phase is Phase.OPEN:
        return _closing_step(state)
    if state.running_phase is not Phase.ROUND:
        return None
    return _round_step(state)


def _closing_step(state: State) -> str | None:
    """Return the step that closes the bets, if new ones are laid."""
    instrument = state.game.INSTRUMENT
    closing_step = (
        instrument.result_kind if instrument and state.game.REOPENS_SILENTLY else "no_more_bets"
    )
    new_stacks = {*state.felt.stacks, *(ticket.stack for ticket in state.game.at_stake)}
    return closing_step if new_stacks - state.game.carried.keys() else None


def _round_step(state: State) -> str | None:
    if state.game.choices:
        return "decision"
    if state.game.awaits_result and state.game.INSTRUMENT:
        return state.game.INSTRUMENT.result_kind
    if state.game.due is not None:
        return "card"
    if state.round.bets.late_stacks:
        return "resolve"
    return None if state.round.bets.settled else "return"


def _open_bets(state: State) -> list[Bet]:
    """Return the bets that no line has settled: those that are laid, and then those locked."""
    if state.phase is Phase.ROUND:
        bets = state.round.bets
        return [] if bets.settled else [*bets.locked_bets.values(), *bets.tickets.values()]
    return [*laid_bets(state), *state.game.at_stake]
