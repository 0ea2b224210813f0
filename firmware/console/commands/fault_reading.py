"""`faults` and `explain`: the current faults, the meaning of a code, its clearance and steps."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

import msgspec
from rich.text import Text as Ink

from firmware.console.command.command import Command, Context, Takes
from firmware.console.commands.part_reading import part_name
from firmware.console.text.clean import clean, said
from firmware.console.text.drawing import Mark, Told, clipped, row
from firmware.core.table.trouble import Fault
from firmware.core.vocabulary.faults import FAULTS, Cure
from firmware.core.vocabulary.health import FaultStatus
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.words.catalogue import clears, entry
from firmware.shell.words.templates import WordsError
from firmware.shell.words.words import Words

NEAR: Final = 0.5
"""The minimum similarity for suggesting a code, of 1."""
CODE: Final = 20
"""Columns of a code."""


class Faults(msgspec.Struct, frozen=True):
    """The current faults, the worst first."""

    faults: tuple[FaultStatus, ...]


def worst_first(faults: Iterable[FaultStatus]) -> tuple[FaultStatus, ...]:
    """Return faults in the order of the dealer's display; those that don't stop the deal last."""
    return tuple(sorted(faults, key=lambda f: (not stops(f), not _costs_the_round(f))))


def stops(fault: FaultStatus) -> bool:
    """Return whether a fault stops the deal; an unknown code may."""
    return fault.code not in FAULTS or FAULTS[fault.code].stops


def mark_of(fault: FaultStatus) -> Mark:
    """Return how bad a fault is."""
    return Mark.BAD if stops(fault) else Mark.WARN


def fault_said(words: Words, fault: FaultStatus) -> str:
    """Return the fault in the language of `words`; in the table's own words if that fails."""
    return _said(words, _raised(fault).words, fault.words)


def remedy_said(words: Words, fault: FaultStatus) -> str:
    """Return the next step; if only the supervisor's clear is missing, that."""
    kind = FAULTS.get(fault.code)
    if kind and fault.gone and not kind.passing:
        return said(words, "prompt.supervisor_clear")
    return _said(words, _raised(fault).remedy, fault.remedy)


def who_said(words: Words, fault: FaultStatus) -> str:
    """Return who has to do with a fault before play goes on."""
    kind = FAULTS.get(fault.code)
    if kind is None:
        return said(words, "console.who.unknown")
    if fault.gone and kind.cure is not Cure.VOID:
        return said(words, "console.who.gone")
    return said(words, clears(kind))


def code_said(fault: FaultStatus) -> str:
    """Return the code of a fault, for `explain`."""
    return clipped(clean(fault.code), CODE)


def place_said(words: Words, part: str) -> str:
    """Return the place of a fault: the part in words, and its name for commands."""
    return f"{part_name(words, part)} ({clean(part)})"


def _costs_the_round(fault: FaultStatus) -> bool:
    return fault.code in FAULTS and FAULTS[fault.code].cure is Cure.VOID


def _raised(fault: FaultStatus) -> Fault:
    return Fault(fault.part, fault.code, fault.values, fault.gone)


def _said(words: Words, text: Text, otherwise: str) -> str:
    try:
        return clean(words.say(text))
    except WordsError:
        return clean(otherwise)


def _faults(context: Context, _arguments: Sequence[str]) -> Faults:
    return Faults(worst_first(context.table.status().faults))


def _tell_faults(context: Context, found: Faults) -> Told:
    words = context.words
    if not found.faults:
        yield row(Mark.GOOD, "", said(words, "status.no_fault"))
    for fault in found.faults:
        mark = mark_of(fault)
        label = said(words, "console.fault.stops" if stops(fault) else "console.fault.shows")
        yield row(mark, label, fault_said(words, fault), end=code_said(fault), loud=True)
        yield row(Mark.PLAIN, said(words, "console.fault.place"), place_said(words, fault.part))
        yield row(Mark.PLAIN, said(words, "console.fault.to_do"), remedy_said(words, fault))
        yield row(Mark.PLAIN, said(words, "console.fault.who"), who_said(words, fault))
        yield Ink()


class Explanation(msgspec.Struct, frozen=True):
    """The catalogue's entry for a code, in the language of the session."""

    code: str
    stops: bool
    words: str
    places: tuple[str, ...]
    clears: str
    remedy: str
    steps: tuple[str, ...]
    standing: tuple[FaultStatus, ...] = ()
    """The current faults of this code."""


class Explained(msgspec.Struct, frozen=True):
    """The explanations asked for; without a code, those of the current faults."""

    codes: tuple[Explanation, ...]


def _explain(context: Context, arguments: Sequence[str]) -> Explained:
    faults = worst_first(context.table.status().faults)
    asked = [arguments[0].lower()] if arguments else [fault.code for fault in faults]
    codes = dict.fromkeys(asked)
    return Explained(tuple(_explanation(context.words, code, faults) for code in codes))


def _explanation(words: Words, code: str, faults: Iterable[FaultStatus]) -> Explanation:
    if code not in FAULTS:
        near = get_close_matches(code, FAULTS, n=3, cutoff=NEAR) or FAULTS
        raise CannotBeDone(
            Text("console.read.no_code", {"code": clean(code), "near": ", ".join(near)})
        )
    standing = tuple(fault for fault in faults if fault.code == code)
    found = entry(code, _raised(standing[0]) if len(standing) == 1 else None)
    places = tuple(dict.fromkeys(fault.part for fault in standing)) or found.places
    return Explanation(
        code,
        found.stops,
        _text(words, found.words),
        tuple(place_said(words, place) for place in places),
        _text(words, found.clears),
        _text(words, found.remedy),
        tuple(_text(words, step) for step in found.steps),
        standing,
    )


def _text(words: Words, text: Text) -> str:
    return said(words, text.key, **text.values)


def _codes(_context: Context) -> Sequence[str]:
    return tuple(FAULTS)


def _tell_explained(context: Context, found: Explained) -> Told:
    if not found.codes:
        yield row(Mark.GOOD, "", said(context.words, "status.no_fault"))
        yield row(Mark.PLAIN, "", said(context.words, "console.read.explain_code"))
    for explained in found.codes:
        yield from _told_code(context.words, explained)
        yield Ink()


def _told_code(words: Words, explained: Explanation) -> Told:
    mark = Mark.BAD if explained.stops else Mark.WARN
    label = said(words, "console.fault.stops" if explained.stops else "console.fault.shows")
    yield row(mark, label, explained.words, end=explained.code, loud=True)
    places = ", ".join(explained.places)
    yield row(Mark.PLAIN, said(words, "console.fault.place"), places)
    if len(explained.standing) > 1:
        now = said(words, "console.fault.now")
        yield from (row(Mark.PLAIN, now, fault_said(words, one)) for one in explained.standing)
    yield row(Mark.HEAD, said(words, "console.fault.to_do"), explained.remedy, loud=True)
    for number, step in enumerate(explained.steps, start=1):
        yield row(Mark.PLAIN, f"{number}.", step)
    yield row(Mark.PLAIN, said(words, "console.fault.who"), explained.clears)


COMMANDS: Final = (
    Command("faults", _faults, _tell_faults),
    Command("explain", _explain, _tell_explained, (Takes("code", required=False, choices=_codes),)),
)
