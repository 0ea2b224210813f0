"""`faults` and `explain`: the current faults, the meaning of a code, its clearance and steps."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

import msgspec
from rich.text import Text as StyledText

from firmware.console.command.command import Command, CommandContext, Parameter
from firmware.console.commands.parts import part_name
from firmware.console.text.clean_text import clean_text, clean_words
from firmware.console.text.drawing import ConsoleOutput, StatusMark, clip_text, labelled_row
from firmware.core.table.fault_state import Fault
from firmware.core.vocabulary.faults import FAULT_KINDS, FaultCure
from firmware.core.vocabulary.health import FaultStatus
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.catalogue import cleared_by_key, fault_entry
from firmware.shell.words.templates import WordsError
from firmware.shell.words.words import Words

MIN_SIMILARITY: Final = 0.5
"""The minimum similarity for suggesting a code, of 1."""
CODE_WIDTH: Final = 20
"""Columns of a code."""


class CurrentFaults(msgspec.Struct, frozen=True):
    """The current faults, the worst first."""

    faults: tuple[FaultStatus, ...]


def worst_first(faults: Iterable[FaultStatus]) -> tuple[FaultStatus, ...]:
    """Return faults in the order of the dealer's display; those that don't stop the deal last."""
    return tuple(
        sorted(
            faults,
            key=lambda ranked_fault: (
                not stops_deal(ranked_fault),
                not _costs_the_round(ranked_fault),
            ),
        )
    )


def stops_deal(fault: FaultStatus) -> bool:
    """Return whether a fault stops the deal; an unknown code may."""
    return fault.code not in FAULT_KINDS or FAULT_KINDS[fault.code].stops_deal


def fault_mark(fault: FaultStatus) -> StatusMark:
    """Return the severity of a fault."""
    return StatusMark.BAD if stops_deal(fault) else StatusMark.WARN


def fault_text(words: Words, fault: FaultStatus) -> str:
    """Return the fault in the language of `words`; in the table's own words if that fails."""
    return _text_or_fallback(words, _raised_fault(fault).words, fault.words)


def remedy_text(words: Words, fault: FaultStatus) -> str:
    """Return the next step; if only the supervisor's clear is missing, that."""
    fault_kind = FAULT_KINDS.get(fault.code)
    if fault_kind and fault.gone and not fault_kind.is_momentary:
        return clean_words(words, "prompt.supervisor_clear")
    return _text_or_fallback(words, _raised_fault(fault).remedy, fault.remedy)


def responsible_text(words: Words, fault: FaultStatus) -> str:
    """Return who must act on a fault before play resumes."""
    fault_kind = FAULT_KINDS.get(fault.code)
    if fault_kind is None:
        return clean_words(words, "console.who.unknown")
    if fault.gone and fault_kind.cure is not FaultCure.VOID_ROUND:
        return clean_words(words, "console.who.gone")
    return clean_words(words, cleared_by_key(fault_kind))


def code_text(fault: FaultStatus) -> str:
    """Return the code of a fault, for `explain`."""
    return clip_text(clean_text(fault.code), CODE_WIDTH)


def place_text(words: Words, part_key: str) -> str:
    """Return the place of a fault: the part in words, and its name for commands."""
    return f"{part_name(words, part_key)} ({clean_text(part_key)})"


def _costs_the_round(fault: FaultStatus) -> bool:
    return fault.code in FAULT_KINDS and FAULT_KINDS[fault.code].cure is FaultCure.VOID_ROUND


def _raised_fault(fault: FaultStatus) -> Fault:
    return Fault(fault.part, fault.code, fault.values, fault.gone)


def _text_or_fallback(words: Words, text: Text, fallback: str) -> str:
    try:
        return clean_text(words.render(text))
    except WordsError:
        return clean_text(fallback)


def _current_faults(context: CommandContext, _arguments: Sequence[str]) -> CurrentFaults:
    return CurrentFaults(worst_first(context.table.status().faults))


def _render_faults(context: CommandContext, current_faults: CurrentFaults) -> ConsoleOutput:
    words = context.words
    if not current_faults.faults:
        yield labelled_row(StatusMark.GOOD, "", clean_words(words, "status.no_fault"))
    for fault in current_faults.faults:
        status_mark = fault_mark(fault)
        fault_label = clean_words(
            words, "console.fault.stops" if stops_deal(fault) else "console.fault.shows"
        )
        yield labelled_row(
            status_mark,
            fault_label,
            fault_text(words, fault),
            end_text=code_text(fault),
            is_loud=True,
        )
        yield labelled_row(
            StatusMark.PLAIN,
            clean_words(words, "console.fault.place"),
            place_text(words, fault.part),
        )
        yield labelled_row(
            StatusMark.PLAIN, clean_words(words, "console.fault.to_do"), remedy_text(words, fault)
        )
        yield labelled_row(
            StatusMark.PLAIN,
            clean_words(words, "console.fault.who"),
            responsible_text(words, fault),
        )
        yield StyledText()


class FaultExplanation(msgspec.Struct, frozen=True, rename={"current_faults": "standing"}):
    """The catalogue's entry for a code, in the language of the session."""

    code: str
    stops: bool
    words: str
    places: tuple[str, ...]
    clears: str
    remedy: str
    steps: tuple[str, ...]
    current_faults: tuple[FaultStatus, ...] = ()
    """The current faults of this code."""


class ExplainedFaults(msgspec.Struct, frozen=True):
    """The explanations asked for; without a code, those of the current faults."""

    codes: tuple[FaultExplanation, ...]


def _explain_codes(context: CommandContext, arguments: Sequence[str]) -> ExplainedFaults:
    faults = worst_first(context.table.status().faults)
    requested_codes = [arguments[0].lower()] if arguments else [fault.code for fault in faults]
    distinct_codes = dict.fromkeys(requested_codes)
    return ExplainedFaults(
        tuple(
            _fault_explanation(context.words, fault_code, faults) for fault_code in distinct_codes
        )
    )


def _fault_explanation(
    words: Words, fault_code: str, faults: Iterable[FaultStatus]
) -> FaultExplanation:
    if fault_code not in FAULT_KINDS:
        similar_codes = (
            get_close_matches(fault_code, FAULT_KINDS, n=3, cutoff=MIN_SIMILARITY) or FAULT_KINDS
        )
        raise RequestFailed(
            Text(
                "console.read.no_code",
                {"code": clean_text(fault_code), "near": ", ".join(similar_codes)},
            )
        )
    current_faults = tuple(fault for fault in faults if fault.code == fault_code)
    catalogue_entry = fault_entry(
        fault_code, _raised_fault(current_faults[0]) if len(current_faults) == 1 else None
    )
    fault_places = (
        tuple(dict.fromkeys(fault.part for fault in current_faults)) or catalogue_entry.part_names
    )
    return FaultExplanation(
        fault_code,
        catalogue_entry.stops_table,
        _clean_text(words, catalogue_entry.fault_text),
        tuple(place_text(words, fault_place) for fault_place in fault_places),
        _clean_text(words, catalogue_entry.cleared_by),
        _clean_text(words, catalogue_entry.remedy),
        tuple(_clean_text(words, remedy_step) for remedy_step in catalogue_entry.steps),
        current_faults,
    )


def _clean_text(words: Words, text: Text) -> str:
    return clean_words(words, text.key, **text.values)


def _known_codes(_context: CommandContext) -> Sequence[str]:
    return tuple(FAULT_KINDS)


def _render_explained(context: CommandContext, explained_faults: ExplainedFaults) -> ConsoleOutput:
    if not explained_faults.codes:
        yield labelled_row(StatusMark.GOOD, "", clean_words(context.words, "status.no_fault"))
        yield labelled_row(
            StatusMark.PLAIN, "", clean_words(context.words, "console.read.explain_code")
        )
    for explanation in explained_faults.codes:
        yield from _explanation_rows(context.words, explanation)
        yield StyledText()


def _explanation_rows(words: Words, explanation: FaultExplanation) -> ConsoleOutput:
    status_mark = StatusMark.BAD if explanation.stops else StatusMark.WARN
    fault_label = clean_words(
        words, "console.fault.stops" if explanation.stops else "console.fault.shows"
    )
    yield labelled_row(
        status_mark, fault_label, explanation.words, end_text=explanation.code, is_loud=True
    )
    places_text = ", ".join(explanation.places)
    yield labelled_row(StatusMark.PLAIN, clean_words(words, "console.fault.place"), places_text)
    if len(explanation.current_faults) > 1:
        now_label = clean_words(words, "console.fault.now")
        yield from (
            labelled_row(StatusMark.PLAIN, now_label, fault_text(words, current_fault))
            for current_fault in explanation.current_faults
        )
    yield labelled_row(
        StatusMark.HEAD, clean_words(words, "console.fault.to_do"), explanation.remedy, is_loud=True
    )
    for step_number, remedy_step in enumerate(explanation.steps, start=1):
        yield labelled_row(StatusMark.PLAIN, f"{step_number}.", remedy_step)
    yield labelled_row(
        StatusMark.PLAIN, clean_words(words, "console.fault.who"), explanation.clears
    )


COMMANDS: Final = (
    Command("faults", _current_faults, _render_faults),
    Command(
        "explain",
        _explain_codes,
        _render_explained,
        (Parameter("code", required=False, choices=_known_codes),),
    ),
)
