"""A poker table's script at the core alone, without words, in the lines of the second one."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from firmware.core.poker_room.engine.acts import Confirm, PokerAct
from firmware.core.poker_room.engine.engine import PokerEngine
from firmware.core.poker_room.engine.rulings import AlarmRaised
from firmware.core.poker_room.engine.terms import PokerTerms, read_terms
from firmware.core.vocabulary.events import decode_plain
from firmware.core.vocabulary.rulings import Announced, Refused, RoundVoided, Ruling
from firmware.shell.script import PokerScript
from sim.play.poker_lines import poker_line as printed
from sim.play.poker_script import ACT_MAKERS
from tests.kits.games.any_poker import chips
from tests.kits.games.poker_room.said import in_order, line_of
from tests.kits.games.poker_room.table import Line

ENDS = ("pot", "won", "removed", "stack", "out")
"""Lines of the end of a game."""


@dataclass
class Run:
    """A script that was played; numbers are those of steps."""

    terms: PokerTerms
    cuts: Collection[int] = ()
    """Steps before which the power fails: the table plays again what it was given."""
    lines: list[Line] = field(default_factory=list)
    chips: dict[int, int] = field(default_factory=dict)
    """What lay on the table after each step."""
    ends: list[list[Line]] = field(default_factory=list)
    """How each game ended whose pots were pushed."""
    acts: list[tuple[PokerAct, int]] = field(default_factory=list)
    table: PokerEngine = field(init=False)

    def __post_init__(self) -> None:
        self.table = PokerEngine(self.terms)

    def play(self, script: dict[str, Any]) -> None:
        stopped = 0
        for number, act in numbered_acts(script):
            if number in self.cuts and number - 1 in self.chips and number not in self.chips:
                self._restore()
            if number != stopped and self._do(act, number):
                stopped = number
        last = self.table.handle(Confirm(), 0)
        if not any(isinstance(ruling, Refused) for ruling in last):
            self._confirmed(last, 0)

    def _do(self, act: PokerAct, number: int) -> bool:
        """Do an act; return whether the rest of its step lapses."""
        self.acts.append((act, number))
        ruled = self.table.handle(act, number)
        is_refused = any(isinstance(ruling, Refused) for ruling in ruled)
        if isinstance(act, Confirm) and not is_refused:
            self._confirmed(ruled, number)
        else:
            self._take_rulings(ruled, number)
        self.chips[number] = chips(self.table.poker_state)
        return is_refused or any(isinstance(ruling, AlarmRaised) for ruling in ruled)

    def _confirmed(self, ruled: tuple[Ruling, ...], number: int) -> None:
        began = max(at for at, line in enumerate(self.lines) if line[:2] == ["pot", 1])
        self.ends.append([line for line in in_order(self.lines[began:]) if line[0] in ENDS])
        self._take_rulings(ruled, number)

    def _take_rulings(self, ruled: tuple[Ruling, ...], number: int) -> None:
        self.lines += (line for ruling in ruled if (line := line_said(ruling, number)))

    def _restore(self) -> None:
        """Begin again and play all acts again, as the journal has them."""
        again = PokerEngine(self.terms)
        for act, number in self.acts:
            again.handle(act, number)
        if again.poker_state != self.table.poker_state:
            self.lines.append(["another table after a power cut", len(self.acts)])
        self.table = again


def play_core(script: dict[str, Any], cuts: Collection[int] = ()) -> Run:
    """Play a script whose options the table takes."""
    run = Run(terms(script), cuts)
    run.play(script)
    run.lines = in_order(run.lines)
    return run


def core_lines(script: dict[str, Any]) -> list[Line]:
    return play_core(script).lines


def terms(script: dict[str, Any]) -> PokerTerms:
    return read_terms(script["game"], script["options"], script.get("spots"))


def numbered_acts(script: dict[str, Any]) -> Iterator[tuple[int, PokerAct]]:
    """Yield the acts of a script with the numbers of their steps; cards come one by one."""
    read = msgspec.convert(script, PokerScript, dec_hook=decode_plain)
    for number, step in enumerate(read.steps, start=1):
        for act in ACT_MAKERS[step.kind](getattr(step, step.kind)):
            yield number, act


def line_said(ruling: Ruling, number: int) -> Line | None:
    """Return the line of a ruling on the act of a step; None if nothing is printed."""
    if isinstance(ruling, Refused):
        return ["refused", number]
    if isinstance(ruling, AlarmRaised):
        return ["alarm", ruling.code]
    if isinstance(ruling, Announced):
        return ["time"]
    found = printed(ruling)
    if found is not None:
        reported = line_of(found)
        return reported and [list(one) if isinstance(one, tuple) else one for one in reported]
    return ["voided"] if isinstance(ruling, RoundVoided) else None
