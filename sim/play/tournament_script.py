"""Scripts without a table: a tournament's room and a bank of slot machines, line by line."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from firmware.core.game.options import OptionRefused
from firmware.core.games import slot_bank
from firmware.core.poker_room.engine.terms import POKER_ROOM
from firmware.core.tournament import acts, rulings
from firmware.core.tournament.act_log import new_act_log
from firmware.core.tournament.player_names import resolve_names
from firmware.core.tournament.terms import read_terms
from firmware.core.tournament.tournament import pending_report
from firmware.core.vocabulary.name_spelling import name_resolver
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.rules.rules import games_in_pack
from firmware.shell.script import BankScript, TournamentScript
from firmware.shell.tournament_script import BankStep, CorrectStep, RightStep, TournamentStep
from firmware.shell.words.words import Words
from sim.play.output import LineWriter

OutputLine = dict[str, Any]
PrintLine = Callable[[Mapping[str, Any]], None]

PRESSES: Final[Mapping[str, acts.AnyTournamentAct]] = {
    "start": acts.StartPlay(),
    "pause": acts.PauseClock(),
    "resume": acts.ResumeClock(),
    "void": acts.CancelTournament(),
}

ACT_MAKERS: Final[Mapping[str, Callable[[Any], acts.AnyTournamentAct]]] = {
    "register": lambda of: acts.Register(of.player, of.cents, of.age),
    "draw": acts.DrawSeats,
    "press": lambda key: PRESSES[key],
    "wait": acts.PassTime,
    "rebuy": lambda of: acts.RebuyChips(of.player, of.cents),
    "button": lambda of: acts.ReportButton(of.table, of.spot),
    "out": acts.ReportEliminated,
    "stacks": acts.ReportStacks,
    "colour_up": lambda of: acts.ColourUp(of.of, of.to, of.counts),
}


def _made_act(step: TournamentStep | RightStep) -> acts.AnyTournamentAct:
    if isinstance(step, TournamentStep) and isinstance(step.correct, CorrectStep):
        of = step.correct
        right_act = None if of.to is None else _made_act(of.to)
        return acts.CorrectAct(of.act, of.by, of.why, right_act)  # type: ignore[arg-type]
    return ACT_MAKERS[step.kind](getattr(step, step.kind))


def play_tournament(
    script: TournamentScript, line: int, words: Words, print_line: PrintLine
) -> None:
    """Play the script of a tournament's room, and print its lines."""

    def execute(step: TournamentStep) -> tuple[Ruling, ...]:
        # as a served tournament: every spelling of a name is the same player
        known_names = (*act_log.tournament.payments, *act_log.tournament.terms.staff)
        try:
            act = resolve_names(_made_act(step), name_resolver(known_names))
            return act_log.handle_act(act, by_operator=True)
        except RequestFailed as refusal:
            return (Refused(refusal.why),)

    line_output = LineOutput(words, print_line)
    line_output.begin_script(script.game, line if script.id is None else script.id)
    try:
        known = (*games_in_pack(), POKER_ROOM, slot_bank.GAME)
        act_log = new_act_log(read_terms(script.game, script.options, known))
    except OptionRefused as refused:
        line_output.refuse_options(refused)
        return
    line_output.play_steps(script.steps, execute)
    line_output.finish_script(pending_report(act_log.tournament))


def play_bank(script: BankScript, line: int, words: Words, print_line: PrintLine) -> None:
    """Play the script of a bank of slot machines, and print its lines."""

    def execute(step: BankStep) -> tuple[Ruling, ...]:
        return bank.apply_act(getattr(step, step.kind))

    line_output = LineOutput(words, print_line)
    line_output.begin_script(script.game, line if script.id is None else script.id)
    try:
        bank = slot_bank.bank_of(script.options)
    except OptionRefused as refused:
        line_output.refuse_options(refused)
        return
    line_output.play_steps(script.steps, execute)
    line_output.finish_script("result" if bank.pending else None)


class LineOutput:
    """Prints the lines of a room's script."""

    def __init__(self, words: Words, print_line: PrintLine) -> None:
        self._words, self._print_line = words, print_line
        self._line_writer = LineWriter(words, {})

    def begin_script(self, game: str, name: str | int) -> None:
        """Print which script it is."""
        self._print_line({"script": name, "game": game})

    def refuse_options(self, refused: OptionRefused) -> None:
        """Print that its options are refused."""
        self._print_line({"refused": {"step": 0, "why": self._words.render(refused.why)}})

    def play_steps(
        self, steps: Iterable[Any], execute: Callable[[Any], tuple[Ruling, ...]]
    ) -> None:
        """Do every step, and print the rulings on each."""
        for number, step in enumerate(steps, start=1):
            for ruling in execute(step):
                own_line = LINE_MAKERS.get(type(ruling))
                for line in [own_line(ruling)] if own_line else self._ruling_lines(ruling, number):
                    self._print_line(line)

    def finish_script(self, pending_step: str | None) -> None:
        """Print the step that an unfinished script waits for."""
        if pending_step is not None:
            self._print_line({"unfinished": {"waiting_for": pending_step}})

    def _ruling_lines(self, ruling: Ruling, step: int) -> Iterable[OutputLine]:
        if isinstance(ruling, rulings.CharityShort):
            reason = self._words.render(Text("hall.proceeds"))
            return [{"alarm": {"part": "table", "code": "proceeds", "why": reason}}]
        return self._line_writer.rulings([ruling], step)


def _named_line(name: str) -> Callable[[Any], OutputLine]:
    def line(ruling: Ruling) -> OutputLine:
        return {name: {field: getattr(ruling, field) for field in ruling.__struct_fields__}}

    return line


LINE_MAKERS: Final[Mapping[type[Ruling], Callable[[Any], OutputLine]]] = {
    rulings.SeatDrawn: _named_line("seat"),
    rulings.LevelBegan: _named_line("level"),
    rulings.BreakBegan: _named_line("break"),
    rulings.PlayerPlaced: _named_line("placed"),
    rulings.TableBroken: _named_line("broken"),
    rulings.PlayerMoved: lambda moved: {
        "move": {"player": moved.player, "from": moved.origin, "to": moved.to}
    },
    rulings.HandForHandChanged: lambda ruling: {"hand_for_hand": ruling.on},
    rulings.ChipsExchanged: _named_line("coloured"),
    rulings.OddChipsRaced: _named_line("race"),
    rulings.PaymentRefunded: _named_line("returned"),
    rulings.PrizeWon: _named_line("prize"),
    rulings.ProceedsReported: _named_line("proceeds"),
    rulings.ActCorrected: lambda ruling: {"corrected": {"act": ruling.number}},
    rulings.PlayerRenamed: _named_line("renamed"),
    rulings.PaymentDue: _named_line("due"),
    rulings.ChipsCorrected: _named_line("chips"),
    rulings.PrizeCorrected: _named_line("prize_difference"),
    slot_bank.Settled: _named_line("settled"),
    slot_bank.JackpotAmount: _named_line("progressive"),
}
