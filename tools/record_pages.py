"""Writes docs/reference/records.md from the records' types; --check says if it is stale."""

import inspect
import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Literal,
    NewType,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import AnyEvent
from firmware.core.vocabulary.jackpot import AnyJackpotEvent, AnyJackpotRuling
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.meters import BetMeters
from firmware.core.vocabulary.rulings import AnyRuling
from firmware.core.vocabulary.tournament import AnyTournamentEvent
from firmware.shell.evidence.bundle import BundleStatement, MetersAtRound
from firmware.shell.history.journal_entries import Entry
from tools.made_pages import write_or_check

PAGE: Final = Path(__file__).parent.parent / "docs" / "reference" / "records.md"
HEAD: Final = """\
# Records, field by field

Written by `python -m tools.record_pages` from the program's types; don't edit.
[evidence.md](../en/evidence.md) describes the bundle, the chain and the recount; this page says
what their JSON contains.

A record's payload is one JSON object in UTF-8. An object's type is in its field `type`, of an event
in `event`, of a ruling in `ruling`; the other structures have no type in them. A field with a
default (`=`) may be absent. `number` is a whole number, `cents` a number of cents (−1: unknown),
`card` a text of rank and suit, such as `TD` or `9H`. A structure marked *array* is a JSON array of
its fields, in this order.
"""
ROOTS: Final = {
    "Entries": Entry,
    "Events": AnyEvent | AnyJackpotEvent | AnyTournamentEvent,
    "Rulings": AnyRuling | AnyJackpotRuling,
}
UNTAGGED_RECORDS: Final = (BundleStatement, MetersAtRound)
"""The types that are not in records."""
FEW: Final = 10
"""An enumeration with more values has a line of its own."""
PLAIN: Final[dict[Any, str]] = {int: "number", str: "text", bool: "boolean", NoneType: "null"}


def page() -> str:
    """Return the whole page."""
    groups = {title: list(get_args(root)) for title, root in ROOTS.items()}
    tagged = [kind for kinds in groups.values() for kind in kinds]
    inner = sorted(_reached([*tagged, *UNTAGGED_RECORDS]) - {*tagged}, key=_order)
    sections = [
        line
        for title, kinds in {**groups, "Other structures": inner}.items()
        for line in _section(title, kinds)
    ]
    return "\n".join((HEAD, *sections, f"`Key` is {_values(Key)}.")) + "\n"


def _order(kind: type) -> tuple[str, str]:
    return _type_name(kind), kind.__module__


def _type_name(kind: type) -> str:
    """Return the type as it is in the JSON; a structure without one there has its class's name."""
    tag = kind.__struct_config__.tag if issubclass(kind, msgspec.Struct) else None
    return str(tag) if tag is not None else kind.__name__


def _section(title: str, kinds: list[type]) -> Iterator[str]:
    yield from (f"## {title}", "", "| type | fields | |", "|---|---|---|")
    yield from map(_row, kinds)
    yield ""


def _row(kind: type) -> str:
    array = "*array* " if _is_array(kind) else ""
    fields = "; ".join(f"`{name}` {field_text}" for name, field_text in _fields(kind))
    meaning = inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
    return f"| `{_type_name(kind)}` | {array}{fields or '–'} | {meaning} |".replace(" |  |", " | |")


def _is_array(kind: type) -> bool:
    return kind is BetMeters or issubclass(kind, tuple)


def _fields(kind: type) -> Iterator[tuple[str, str]]:
    hints = get_type_hints(kind)
    if not issubclass(kind, msgspec.Struct):
        yield from ((name, _type_text(hints[name])) for name in kind._fields)  # type: ignore[attr-defined]
        return
    for field in msgspec.structs.fields(kind):
        yield field.encode_name, _type_text(hints[field.name]) + ("" if field.required else "=")


def _type_text(hint: object) -> str:
    origin, arguments = get_origin(hint), get_args(hint)
    if isinstance(hint, NewType):
        return hint.__name__.lower()
    if origin in (Union, UnionType):
        return _union(arguments)
    if origin is Literal:
        return " or ".join(f"`{value}`" for value in arguments)
    if origin is tuple and arguments[-1] is not Ellipsis:
        return f"[{', '.join(map(_type_text, arguments))}]"
    if origin in (dict, Mapping):
        return f"object of {_type_text(arguments[1])}"
    if origin is not None:
        return f"array of {_type_text(arguments[0])}"
    return "any" if hint is Any else _class_text(cast(type, hint))


def _union(arguments: tuple[Any, ...]) -> str:
    for title, root in ROOTS.items():
        if get_args(root) == arguments:
            return f"one of the [{title.lower()}](#{title.lower()})"
    return " or ".join(map(_type_text, arguments))


def _class_text(kind: type) -> str:
    if kind in PLAIN:
        return PLAIN[kind]
    if kind is Card:
        return "card"
    if issubclass(kind, Enum) and len(kind) <= FEW:
        return _values(kind)
    return f"`{_type_name(kind)}`"


def _values(kind: type[Enum]) -> str:
    return " or ".join(f"`{member.value}`" for member in kind)


def _reached(kinds: list[type]) -> set[type]:
    """Return the structures in the fields of these, and in theirs."""
    found: set[type] = set()
    left = list(kinds)
    while left:
        kind = left.pop()
        if kind not in found:
            found.add(kind)
            left += [
                structure
                for hint in get_type_hints(kind).values()
                for structure in _structures(hint)
            ]
    return found


def _structures(hint: object) -> Iterator[type]:
    for argument in get_args(hint):
        yield from _structures(argument)
    if isinstance(hint, type) and get_origin(hint) is None and _is_structure(hint):
        yield hint


def _is_structure(kind: type) -> bool:
    return kind is not Card and (issubclass(kind, msgspec.Struct) or hasattr(kind, "_fields"))


def main(arguments: list[str]) -> int:
    """Write the page, or say that it is stale."""
    return write_or_check({PAGE: page()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
