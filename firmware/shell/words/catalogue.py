"""The catalogue of faults: one source for the console, the displays, the journal and the page."""

from collections.abc import Iterator, Mapping
from itertools import count, takewhile
from typing import Final, NamedTuple

from firmware.core.table.trouble import Fault
from firmware.core.vocabulary.faults import FAULTS, SHOE, Cure, FaultKind
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import LANGUAGES, Words

ANY: Final = "…"
"""The placeholder for values, if no fault of the code is present."""
OF_ANY: Final[Mapping[str, str | Text]] = {
    **dict.fromkeys(("batch", "cards", "code", "file", "name", "on", "other"), ANY),
    **dict.fromkeys(("own", "path", "result", "seconds", "slot", "spot", "wanted"), ANY),
    "part": Text("steps.any_part"),
    "key": Text("steps.any_key"),
    "door": Text("steps.any_door"),
}


class Entry(NamedTuple):
    """The catalogue's entry for a code. `steps` are a technician's steps, in order."""

    code: str
    places: tuple[str, ...]
    words: Text
    remedy: Text
    clears: Text
    """Who may clear it."""
    stops: bool
    steps: tuple[Text, ...]


def entry(code: str, fault: Fault | None = None) -> Entry:
    """Return the entry of a code, with the values of `fault` if one is given.

    Raises KeyError on an unknown code.
    """
    kind = FAULTS[code]
    values = _values(kind, fault)
    return Entry(
        code,
        tuple(sorted(kind.places)),
        Text(f"fault.{code}", values),
        Text(f"remedy.{code}", values),
        Text(clears(kind)),
        kind.stops,
        tuple(Text(key, values) for key in (*_steps(code), f"steps.last.{kind.cure.value}")),
    )


def clears(kind: FaultKind) -> str:
    """Return the key of the words for who may clear a fault of that kind."""
    if kind.cure is Cure.ITSELF and kind.places == SHOE:
        return "console.who.shoes_own"
    return f"console.who.{kind.cure.value}"


def _steps(code: str) -> Iterator[str]:
    keys = (f"steps.{code}.{number}" for number in count(1))
    return takewhile(Words.load(LANGUAGES[0]).knows, keys)


def _values(kind: FaultKind, fault: Fault | None) -> dict[str, str | int | Text]:
    alone = next(iter(kind.places)) if len(kind.places) == 1 else None
    if fault is not None:
        return {**OF_ANY, "name": fault.part, **fault.words.values}
    if alone is None:
        return dict(OF_ANY)
    return {**OF_ANY, "part": Text(f"part.{alone}"), "name": alone}
