"""A poker table's script at the core alone, without words, in the lines of the second one."""

from collections.abc import Iterator
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
from tests.kits.games.poker_room.said import in_order, line_of
from tests.kits.games.poker_room.table import Line


def core_lines(script: dict[str, Any]) -> list[Line]:
    """Return the lines of a script whose options the table takes."""
    table = PokerEngine(terms(script))
    lines: list[Line] = []
    ended = 0
    for number, act in numbered_acts(script):
        if number == ended:
            continue
        ruled = table.handle(act, number)
        lines += (line for ruling in ruled if (line := line_said(ruling, number)))
        if any(isinstance(ruling, Refused | AlarmRaised) for ruling in ruled):
            ended = number
    last = table.handle(Confirm(), 0)
    lines += (line for ruling in last if (line := line_said(ruling, 0)) and line[0] != "refused")
    return in_order(lines)


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
        told = line_of(found)
        return told and [list(one) if isinstance(one, tuple) else one for one in told]
    return ["voided"] if isinstance(ruling, RoundVoided) else None
