"""State diagrams of a table of rows, from the markup of the library that runs it."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from transitions.extensions.markup import MarkupMachine

from firmware.core.state_machine import Row, guard_name, library_table


class DrawnMachine(MarkupMachine):
    """The machine that a table runs, with its markup; guards go by their names in a diagram."""

    @staticmethod
    def format_references(func: Callable[..., Any]) -> str:
        return guard_name(func)


def diagram(initial_phase: Enum, rows: Sequence[Row]) -> str:
    """Return the table as a mermaid state diagram, event by event."""
    lines = ["stateDiagram-v2", f"    [*] --> {initial_phase.name}"]
    for move in DrawnMachine(**library_table(rows)).markup["transitions"]:
        guard_label = "".join(f" [{guard}]" for guard in move.get("conditions", ()))
        target = move.get("dest", move["source"])
        lines.append(f"    {move['source']} --> {target}: {move['trigger']}{guard_label}")
    return "\n".join(lines) + "\n"
