"""Scripts of a tournament, line by line."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT
from firmware.core.tournament import acts, rulings
from firmware.core.tournament.act_log import new_act_log
from firmware.core.tournament.player_names import resolve_names
from firmware.core.tournament.terms import read_terms
from firmware.core.tournament.tournament import pending_report
from firmware.core.vocabulary.name_spelling import name_resolver
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.script import TournamentScript
from firmware.shell.tournament_script import CorrectStep, RightStep, TournamentStep
from firmware.shell.words.words import Words
from sim.play.line_output import LineMakers, LineOutput, OutputLine, PrintLine, named_line

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

    def alarm_line(_: rulings.CharityShort) -> OutputLine:
        reason = words.render(Text("hall.proceeds"))
        return {"alarm": {"part": "table", "code": "proceeds", "why": reason}}

    line_makers: LineMakers = {**LINE_MAKERS, rulings.CharityShort: alarm_line}
    line_output = LineOutput(words, print_line, line_makers)
    line_output.begin_script(script.game, line if script.id is None else script.id)
    try:
        pack = default_pack()
        bounds = pack.rules(HOLDEM_TOURNAMENT).bounds
        terms = read_terms(script.game, script.options, pack.tournament_games, bounds=bounds)
        act_log = new_act_log(terms)
    except OptionRefused as refused:
        line_output.refuse_options(refused)
        return
    line_output.play_steps(script.steps, execute)
    line_output.finish_script(pending_report(act_log.tournament))


LINE_MAKERS: Final[LineMakers] = {
    rulings.SeatDrawn: named_line("seat"),
    rulings.LevelBegan: named_line("level"),
    rulings.BreakBegan: named_line("break"),
    rulings.PlayerPlaced: named_line("placed"),
    rulings.TableBroken: named_line("broken"),
    rulings.PlayerMoved: lambda moved: {
        "move": {"player": moved.player, "from": moved.origin, "to": moved.to}
    },
    rulings.HandForHandChanged: lambda ruling: {"hand_for_hand": ruling.on},
    rulings.ChipsExchanged: named_line("coloured"),
    rulings.OddChipsRaced: named_line("race"),
    rulings.PaymentRefunded: named_line("returned"),
    rulings.PrizeWon: named_line("prize"),
    rulings.ProceedsReported: named_line("proceeds"),
    rulings.ActCorrected: lambda ruling: {"corrected": {"act": ruling.number}},
    rulings.PlayerRenamed: named_line("renamed"),
    rulings.PaymentDue: named_line("due"),
    rulings.ChipsCorrected: named_line("chips"),
    rulings.PrizeCorrected: named_line("prize_difference"),
}
