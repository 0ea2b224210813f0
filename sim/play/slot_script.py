"""Scripts of slot machines, line by line."""

from typing import Final

from firmware.core.game.options import OptionRefused
from firmware.shell.script import BankScript
from firmware.shell.words.words import Words
from sim.play.line_output import LineMakers, LineOutput, PrintLine, named_line
from sim.play.slot_options import read_script_bank
from sim.play.slot_people import JackpotShown, PlaySettled, SlotPeople

LINE_MAKERS: Final[LineMakers] = {
    PlaySettled: named_line("settled"),
    JackpotShown: named_line("progressive"),
}


def play_bank(script: BankScript, line: int, words: Words, print_line: PrintLine) -> None:
    """Play the script of a bank of slot machines, and print its lines."""
    line_output = LineOutput(words, print_line, LINE_MAKERS)
    line_output.begin_script(script.game, line if script.id is None else script.id)
    try:
        script_bank = read_script_bank(script)
    except OptionRefused as refused:
        line_output.refuse_options(refused)
        return
    people = SlotPeople(script_bank)
    line_output.play_steps(script.steps, people.do_step)
    line_output.finish_script("result" if people.awaits_result else None)
