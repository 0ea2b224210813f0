"""Scripts without a table: a tournament's room and a bank of slot machines, line by line."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from firmware.core.game.options import OptionRefused
from firmware.core.games import slot_bank
from firmware.core.poker_room.engine.terms import ROOM
from firmware.core.tournament import acts
from firmware.core.tournament import rulings as r
from firmware.core.tournament.terms import terms_of
from firmware.core.tournament.tournament import room_of, waiting_for
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.hall_script import BankStep, TournamentStep
from firmware.shell.rules.rules import games
from firmware.shell.script import BankScript, TournamentScript
from firmware.shell.words.words import Words
from sim.play.output import Telling

Line = dict[str, Any]
Say = Callable[[Mapping[str, Any]], None]

PRESSES: Final[Mapping[str, acts.Act]] = {
    "start": acts.Start(),
    "pause": acts.Pause(),
    "resume": acts.Resume(),
    "void": acts.Void(),
}

ACTS: Final[Mapping[str, Callable[[Any], acts.Act]]] = {
    "register": lambda of: acts.Register(of.player, of.cents, of.age),
    "draw": acts.Draw,
    "press": lambda key: PRESSES[key],
    "wait": acts.Wait,
    "rebuy": lambda of: acts.BuyAgain(of.player, of.cents),
    "button": lambda of: acts.ReportButton(of.table, of.spot),
    "out": acts.ReportOut,
    "stacks": acts.ReportStacks,
    "colour_up": lambda of: acts.ColourUp(of.of, of.to, of.counts),
}


def play_tournament(script: TournamentScript, line: int, words: Words, say: Say) -> None:
    """Play the script of a tournament's room, and print its lines."""

    def do(step: TournamentStep) -> tuple[Ruling, ...]:
        return room.handle(ACTS[step.kind](getattr(step, step.kind)))

    hall = Hall(words, say)
    hall.begin(script.game, line if script.id is None else script.id)
    try:
        known = (*games(), ROOM, slot_bank.GAME)
        room = room_of(terms_of(script.game, script.options, known))
    except OptionRefused as refused:
        hall.refuse_options(refused)
        return
    hall.play(script.steps, do)
    hall.end(waiting_for(room))


def play_bank(script: BankScript, line: int, words: Words, say: Say) -> None:
    """Play the script of a bank of slot machines, and print its lines."""

    def do(step: BankStep) -> tuple[Ruling, ...]:
        return bank.handle(getattr(step, step.kind))

    hall = Hall(words, say)
    hall.begin(script.game, line if script.id is None else script.id)
    try:
        bank = slot_bank.bank_of(script.options)
    except OptionRefused as refused:
        hall.refuse_options(refused)
        return
    hall.play(script.steps, do)
    hall.end("result" if bank.pending else None)


class Hall:
    """Prints the lines of a room's script."""

    def __init__(self, words: Words, say: Say) -> None:
        self._words, self._say = words, say
        self._telling = Telling(words, {})

    def begin(self, game: str, name: str | int) -> None:
        """Print which script it is."""
        self._say({"script": name, "game": game})

    def refuse_options(self, refused: OptionRefused) -> None:
        """Print that its options are refused."""
        self._say({"refused": {"step": 0, "why": self._words.say(refused.why)}})

    def play(self, steps: Iterable[Any], do: Callable[[Any], tuple[Ruling, ...]]) -> None:
        """Do every step, and print what follows."""
        for number, step in enumerate(steps, start=1):
            for ruling in do(step):
                own = LINES.get(type(ruling))
                for line in [own(ruling)] if own else self._told(ruling, number):
                    self._say(line)

    def end(self, waiting: str | None) -> None:
        """Print what an unfinished one waits for."""
        if waiting is not None:
            self._say({"unfinished": {"waiting_for": waiting}})

    def _told(self, ruling: Ruling, step: int) -> Iterable[Line]:
        if isinstance(ruling, r.ProceedsShort):
            why = self._words.say(Text("hall.proceeds"))
            return [{"alarm": {"part": "table", "code": "proceeds", "why": why}}]
        return self._telling.rulings([ruling], step)


def _named(name: str) -> Callable[[Any], Line]:
    def line(ruling: Ruling) -> Line:
        return {name: {field: getattr(ruling, field) for field in ruling.__struct_fields__}}

    return line


LINES: Final[Mapping[type[Ruling], Callable[[Any], Line]]] = {
    r.Seated: _named("seat"),
    r.LevelBegan: _named("level"),
    r.BreakBegan: _named("break"),
    r.Placed: _named("placed"),
    r.TableBroken: _named("broken"),
    r.Moved: lambda m: {"move": {"player": m.player, "from": m.origin, "to": m.to}},
    r.HandForHand: lambda ruling: {"hand_for_hand": ruling.on},
    r.Coloured: _named("coloured"),
    r.Raced: _named("race"),
    r.PaidBack: _named("returned"),
    r.PrizeWon: _named("prize"),
    r.ProceedsTold: _named("proceeds"),
    slot_bank.Settled: _named("settled"),
    slot_bank.LotIs: _named("progressive"),
}
