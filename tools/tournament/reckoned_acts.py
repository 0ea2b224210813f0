"""The acts of a tournament's hall, ruled once more by the second formulation of the tests."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT
from firmware.core.tournament import acts
from firmware.core.tournament.rulings import CharityShort
from firmware.core.vocabulary.rulings import Announced, Refused
from firmware.shell.history.journal_entries import TournamentActed, TournamentAlarm, TournamentBegan
from firmware.tournament.state import is_refused
from sim.play.tournament_script import LINE_MAKERS
from tests.kits.games.tournament_room.hall import reckon
from tools.tournament.chips import Differs, Evening, entries

STEPS: Final[dict[type[acts.TournamentAct], Callable[[Any], dict[str, Any]]]] = {
    acts.Register: lambda a: {"register": {"player": a.player, "cents": a.cents, "age": a.age}},
    acts.DrawSeats: lambda a: {"draw": a.players},
    acts.StartPlay: lambda _: {"press": "start"},
    acts.PauseClock: lambda _: {"press": "pause"},
    acts.ResumeClock: lambda _: {"press": "resume"},
    acts.PassTime: lambda a: {"wait": a.seconds},
    acts.RebuyChips: lambda a: {"rebuy": {"player": a.player, "cents": a.cents}},
    acts.ReportButton: lambda a: {"button": {"table": a.table, "spot": a.spot}},
    acts.ReportEliminated: lambda a: {"out": a.lost},
    acts.ReportStacks: lambda a: {"stacks": a.stacks},
    acts.ColourUp: lambda a: {"colour_up": {"from": a.of, "to": a.to, "counts": a.counts}},
}
"""The steps of a script by the acts that they are."""


BOUGHT_AGAIN: Final = "hall.incident.rebuy"
"""Of a player who has lost all at his table, and is not out."""


def hold_hall(copies: Sequence[Path], tables: Iterable[Evening]) -> int:
    """Return how many acts of a hall the second formulation rules as the hall has. Raises Differs,
    also if others are out at the tables than in the hall.
    """
    began, *later = entries(copies)
    if not isinstance(began, TournamentBegan):
        raise Differs("no hall")
    did = [entry for entry in later if isinstance(entry, TournamentActed)]
    steps = [_plain(STEPS[type(recorded_act.act)](recorded_act.act)) for recorded_act in did]
    expected_lines = reckon(
        {"game": HOLDEM_TOURNAMENT, "options": _plain(began.terms), "steps": steps}
    )
    ruled = [line for number, one in enumerate(did, start=1) for line in _lines(number, one)]
    for ours, second in zip(ruled, expected_lines, strict=True):
        if ours != second:
            raise Differs(f"the hall ruled {ours}, the second formulation {second}")
    held_in = sum(
        isinstance(entry, TournamentAlarm) and entry.why.key == BOUGHT_AGAIN for entry in later
    )
    _hold_out(did, tables, held_in)
    return len(did)


def _hold_out(did: Iterable[TournamentActed], tables: Iterable[Evening], held_in: int) -> None:
    """Hold who is out in the hall against the tables; of those whom people name the stack is not
    known, and so many had bought again.
    """
    outs = [
        (recorded_act.act, recorded_act.by_hand)
        for recorded_act in did
        if isinstance(recorded_act.act, acts.ReportEliminated)
        and not is_refused(recorded_act.rulings)
    ]
    named = sum(len(act.lost) for act, by_hand in outs if by_hand)
    in_hall = Counter(lost.stack for act, by_hand in outs if not by_hand for lost in act.lost)
    at_tables = Counter(stack for table in tables for stack in table.out)
    if in_hall - at_tables or (at_tables - in_hall).total() != named + held_in:
        raise Differs(f"out in the hall with {in_hall}, at the tables with {at_tables}")


def _lines(number: int, recorded_act: TournamentActed) -> Iterator[Any]:
    """Yield the lines of a script for what was ruled, without words."""
    for ruling in recorded_act.rulings:
        match ruling:
            case Refused():
                yield {"refused": {"step": number}}
            case Announced(words):
                yield {"announce": words.key.rpartition(".")[2]}
            case CharityShort():
                yield {"alarm": "proceeds"}
            case _:
                yield _plain(LINE_MAKERS[type(ruling)](ruling))


def _plain(value: object) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(msgspec.json.encode(value))
    return plain
