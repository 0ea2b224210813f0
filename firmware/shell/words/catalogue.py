"""The catalogue of faults: one source for the console, the displays, the journal and the page."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from firmware.core.table.fault_state import Fault
from firmware.core.vocabulary.fault_text import UNKNOWN_VALUES, part_words
from firmware.core.vocabulary.faults import (
    FAULT_KINDS,
    FAULT_WORDS,
    SHOE_PART,
    FaultCure,
    FaultKind,
)
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.step_keys import LAST_STEP_KEYS, STEP_KEYS

CLEARED_BY_KEYS: Final[Mapping[FaultCure, str]] = {
    FaultCure.CAUSE_ENDS: "console.who.itself",
    FaultCure.CONFIRM_FELT: "console.who.felt",
    FaultCure.SUPERVISOR_CLEARS: "console.who.clear",
    FaultCure.TWO_PERSONS: "console.who.both",
    FaultCure.VOID_ROUND: "console.who.void",
}
"""Who may clear a fault, by its cure."""


class FaultEntry(NamedTuple):
    """The catalogue's entry for a code. `steps` are a technician's steps, in order."""

    code: str
    part_names: tuple[str, ...]
    fault_text: Text
    remedy: Text
    cleared_by: Text
    """Who may clear it."""
    stops_table: bool
    steps: tuple[Text, ...]


def fault_entry(code: str, fault: Fault | None = None) -> FaultEntry:
    """Return the entry of a code, with the values of `fault` if one is given.

    Raises KeyError on an unknown code.
    """
    fault_kind = FAULT_KINDS[code]
    values = _fault_values(fault_kind, fault)
    fault_key, remedy_key = FAULT_WORDS[code]
    return FaultEntry(
        code,
        tuple(sorted(fault_kind.part_names)),
        Text(fault_key, values),
        Text(remedy_key, values),
        Text(cleared_by_key(fault_kind)),
        fault_kind.stops_deal,
        tuple(Text(key, values) for key in (*STEP_KEYS[code], LAST_STEP_KEYS[fault_kind.cure])),
    )


def cleared_by_key(fault_kind: FaultKind) -> str:
    """Return the key of the words for who may clear a fault of that kind."""
    if fault_kind.cure is FaultCure.CAUSE_ENDS and fault_kind.part_names == SHOE_PART:
        return "console.who.shoes_own"
    return CLEARED_BY_KEYS[fault_kind.cure]


def _fault_values(fault_kind: FaultKind, fault: Fault | None) -> dict[str, str | int | Text]:
    only_part = next(iter(fault_kind.part_names)) if len(fault_kind.part_names) == 1 else None
    if fault is not None:
        return {**UNKNOWN_VALUES, "name": fault.part, **fault.words.values}
    if only_part is None:
        return dict(UNKNOWN_VALUES)
    return {**UNKNOWN_VALUES, "part": part_words(only_part), "name": only_part}
