"""A poker table's script: its steps as acts, and the rulings on them as lines."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import UNSET

from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine import acts
from firmware.core.poker_room.engine.prompts import dealer_lines, pending_step
from firmware.core.poker_room.engine.rulings import AlarmRaised
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT, PokerTerms, read_terms
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.config.settings import Config
from firmware.shell.journal import Journal, JournalStamp, MemoryCopy
from firmware.shell.poker_room.journaled_table import JournaledTable
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.script import PokerScript, PokerStep
from firmware.shell.words.words import Words
from sim.play.output import LineWriter
from sim.play.people.supervisor import correction_of
from sim.play.poker_lines import OutputLine, poker_line
from sim.play.script_table import script_of_house

PrintLine = Callable[[Mapping[str, Any]], None]

PRESSES: Final[Mapping[str, acts.PokerAct]] = {
    "post": acts.Post(),
    "misdeal": acts.Misdeal(),
    "take_back": acts.TakeBack(),
    "clock": acts.CallClock(),
    "undo": acts.UndoKey(),
    "void": acts.VoidGame(),
    "confirm": acts.Confirm(),
}

ACT_MAKERS: Final[Mapping[str, Callable[[Any], list[acts.PokerAct]]]] = {
    "seat": lambda at: [acts.SitDown(at.spot, at.cents, at.player)],
    "leave": lambda at: [acts.Leave(at.spot)],
    "take": lambda at: [acts.TakeOff(at.spot, at.cents)],
    "sit_out": lambda at: [acts.SitOut(at.spot, out=True)],
    "sit_in": lambda at: [acts.SitOut(at.spot, out=False)],
    "button": lambda spot: [acts.PlaceButton(spot)],
    "wait": lambda seconds: [acts.PassTime(seconds)],
    "level": lambda level: [acts.SetLevel(level.blinds, level.ante)],
    "bet": lambda bet: [acts.PostBlind(bet.spot, bet.on, bet.cents)],
    "deal": lambda count: [acts.DealDown(count)],
    "hole": lambda hand: [acts.ReadHole(hand.spot, hand.cards)],
    "decide": lambda step: [acts.PlayerDecision(step.spot, step.do, step.cents)],
    "muck": lambda at: [acts.Muck(at.spot, supervised=at.supervised)],
    "burn": lambda _: [acts.Burn()],
    "card": lambda card: [acts.FaceUp(card)],
    "cards": lambda cards: [acts.FaceUp(card) for card in cards],
    "enter": lambda enter_step: [acts.FaceUp(enter_step.card)],
    "show": lambda hand: [acts.Show(hand.spot, hand.cards)],
    "scramble": lambda card: [acts.Scramble(card)],
    "expose": lambda seen: [acts.Expose(seen.card, seen.spot)],
    "correct": lambda step: [acts.CorrectClosedGame(correction_of(step))],
    "press": lambda key: [PRESSES[key]] if key in PRESSES else [],
}
"""The acts of each step; cards are dealt one by one."""


def play_poker(
    script: PokerScript,
    line: int,
    words: Words,
    print_line: PrintLine,
    house: Config | None = None,
    rule_pack: RulePack | None = None,
) -> None:
    """Play a poker table's script, at the house's table and by a rule pack if they are given; print
    its lines.
    """
    rule_pack = rule_pack or default_pack()
    print_line({"script": line if script.id is None else script.id, "game": script.game})
    words = words.for_house(rule_pack.words)
    words = words.for_game(script.game, chips=script.game == HOLDEM_TOURNAMENT)
    try:
        terms = _script_terms(script, rule_pack, house)
        table = JournaledTable(terms, _memory_journal(script.game))
    except OptionRefused as refused:
        print_line({"refused": {"step": 0, "why": words.render(refused.why)}})
        return
    script_run = PokerScriptRun(table, words, print_line)
    for number, step in enumerate(script.steps, start=1):
        script_run.do_step(step, number)
    script_run.finish_script(len(script.steps) + 1)


def _memory_journal(game: str) -> Journal:
    """Return a new journal in memory."""
    return Journal.open((MemoryCopy("a"), MemoryCopy("b")), JournalStamp("sim", "", "", "", game))


def _script_terms(script: PokerScript, rule_pack: RulePack, house: Config | None) -> PokerTerms:
    """Return the terms of the script's table, which has no limits by bet. Raises OptionRefused."""
    for bet, limits in script.limits.items():
        raise OptionRefused(f"limits.{bet}", list(limits))
    bounds = rule_pack.rules(script.game).bounds
    options: Mapping[str, Any] = script.options
    spots = script.spots
    if house is not None:
        options, spots = _of_house(script, house)
    return read_terms(script.game, options, spots, bounds=bounds, unit=rule_pack.unit)


def _of_house(script: PokerScript, house: Config) -> tuple[Mapping[str, Any], int]:
    """Return the options and the spots of a script at the house's table. Raises OptionRefused."""
    if script.game != house.table.game:
        raise OptionRefused("game", script.game)
    spots = house.table.spots if script.spots is None else script.spots
    return script_of_house(script, house).options, spots


class PokerScriptRun:
    """One script at a table of its own."""

    def __init__(self, table: JournaledTable, words: Words, print_line: PrintLine) -> None:
        self._table, self._words, self._print_line = table, words, print_line
        self._line_writer = LineWriter(words, {})
        self._last_prompt: tuple[Text, ...] = ()

    def do_step(self, step: PokerStep, number: int) -> None:
        """Do one step; of several cards the first that is not taken ends it."""
        step_kind = step.kind
        step_acts = (
            ACT_MAKERS[step_kind](getattr(step, step_kind)) if step_kind in ACT_MAKERS else []
        )
        if not step_acts:
            self._print_rulings(
                [Refused(Text("why.not_this_game", {"step": _step_name(step)}))], number
            )
        for act in step_acts:
            rulings = self._table.handle(act, number)
            self._print_rulings(rulings, number)
            if any(isinstance(ruling, Refused | AlarmRaised) for ruling in rulings):
                break
        self._prompt()

    def finish_script(self, number: int) -> None:
        """Confirm a game that is won, or print the step that an open one waits for."""
        # CONFIRM is refused if the script has confirmed its last game itself.
        rulings = self._table.handle(acts.Confirm(), number)
        self._print_rulings(
            [ruling for ruling in rulings if not isinstance(ruling, Refused)], number
        )
        next_step = pending_step(self._table.poker_state)
        if next_step is not None:
            self._print_line({"unfinished": {"waiting_for": next_step}})

    def _print_rulings(self, rulings: Iterable[Ruling], step: int) -> None:
        for ruling in rulings:
            own_line = self._alarm_line(ruling) or poker_line(ruling)
            for line in [own_line] if own_line else self._line_writer.rulings([ruling], step):
                self._print_line(line)

    def _alarm_line(self, ruling: Ruling) -> OutputLine | None:
        if not isinstance(ruling, AlarmRaised):
            return None
        reason = self._words.render(ruling.why)
        return {"alarm": {"part": "table", "code": ruling.code, "why": reason}}

    def _prompt(self) -> None:
        prompt = dealer_lines(self._table.poker_state)
        if prompt != self._last_prompt:
            self._last_prompt = prompt
            self._print_line({"prompt": [self._words.render(text) for text in prompt]})


def _step_name(step: PokerStep) -> str:
    return step.kind if step.press is UNSET else str(step.press)
