"""`status`: one screen of 22 lines with the faults, and the next step."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text as StyledText

from firmware.console.command.command import Command, CommandContext
from firmware.console.commands.faults import (
    code_text,
    fault_mark,
    fault_text,
    remedy_text,
    responsible_text,
    stops_deal,
    worst_first,
)
from firmware.console.commands.status_health import machine_rows, part_rows
from firmware.console.text.clean_text import clean_text, clean_words
from firmware.console.text.drawing import (
    SCREEN_WIDTH,
    ConsoleOutput,
    StatusMark,
    clip_text,
    fit_text,
    labelled_row,
)
from firmware.console.text.measures import local_time_text, seconds_since, span_text
from firmware.core.vocabulary.health import FaultStatus, HostStatus, LastFault
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words

SCREEN_LINES: Final = 22
"""Of 24 rows: the typed command and the next prompt need one each."""
MAX_OTHER_FAULTS: Final = 3
"""The number of faults shown after the worst."""
VERSION_WIDTH: Final = 12
"""Columns of the version."""
MINUTE_FORMAT: Final = "%Y-%m-%d %H:%M"
PHASE_KEYS: Final = {
    "closed": "console.phase.closed",
    "open": "console.phase.open",
    "round": "console.phase.round",
    "shoe_change": "console.phase.shoe_change",
}
"""The phase of the table."""


def _look_up_status(context: CommandContext, _arguments: Sequence[str]) -> Status:
    return context.table.status()


def _render_status(context: CommandContext, status: Status) -> ConsoleOutput:
    words = context.words
    sections = [
        [_heading_line(words, status), *_table_rows(words, status)],
        list(_fault_rows(words, status)),
        [*part_rows(words, status), *machine_rows(words, status)],
    ]
    spare_lines = SCREEN_LINES - sum(
        section_line.plain.count("\n") + 1 for section in sections for section_line in section
    )
    # empty lines between the sections, the first ones first, as far as the screen has room
    for section_index, section in enumerate(sections):
        if 0 < section_index <= spare_lines:
            yield StyledText()
        yield from section


def _heading_line(words: Words, status: Status) -> StyledText:
    """Return the heading: table and game, cut to the room that board, version and uptime leave."""
    board_text = clean_words(words, "ui.simulation") if status.board == "sim" else ""
    version_text = f"croupier {clip_text(clean_text(status.version), VERSION_WIDTH)}"
    heading_end = "  ".join(
        filter(None, [board_text, version_text, _uptime_text(words, status.machine)])
    )
    game_text = clean_words(words, game_label(status.game).key)
    table_name = f"{clean_text(status.table)} ({game_text})"
    heading = StyledText(
        f"{fit_text(table_name, SCREEN_WIDTH - 3 - cell_len(heading_end))}  {heading_end}",
        StatusMark.HEAD.style,
    )
    if board_text:
        heading.highlight_words([board_text], StatusMark.WARN.style)
    return heading


def _uptime_text(words: Words, machine: HostStatus | None) -> str:
    return (
        clean_words(words, "console.status.up", span=span_text(words, machine.up_s))
        if machine
        else ""
    )


# the game


def _table_rows(words: Words, status: Status) -> Iterator[StyledText]:
    is_halted = status.stopped or status.unanswered_s
    status_mark = (
        StatusMark.BAD if is_halted else StatusMark.WARN if status.testing else StatusMark.GOOD
    )
    state_texts = [
        clean_words(words, PHASE_KEYS.get(status.phase, status.phase), round=status.round)
    ]
    if not status.known:
        state_texts = [clean_words(words, "console.status.unknown")]
    elif status.locked:
        state_texts.append(clean_words(words, "console.status.locked"))
    if status.testing:
        state_texts.insert(0, clean_words(words, "console.status.testing"))
    if status.stopped:
        state_texts.insert(0, clean_words(words, "console.status.stopped"))
    if status.unanswered_s:
        state_texts.insert(0, clean_words(words, "status.unanswered", seconds=status.unanswered_s))
    yield labelled_row(
        status_mark,
        clean_words(words, "console.status.table"),
        ", ".join(state_texts),
        1,
        is_loud=True,
    )
    prompt_text = " / ".join(clean_text(prompt_line) for prompt_line in status.dealer[:2])
    yield labelled_row(
        StatusMark.PLAIN, clean_words(words, "console.status.display"), prompt_text, 2
    )
    open_texts = [
        clean_words(words, "console.status.door", door=door) for door in status.doors_open
    ]
    if status.key_switch:
        open_texts.append(clean_words(words, "console.status.key_turned"))
    if open_texts:
        yield labelled_row(
            StatusMark.WARN, clean_words(words, "console.status.open"), ", ".join(open_texts), 1
        )


# faults


def _fault_rows(words: Words, status: Status) -> Iterator[StyledText]:
    faults = worst_first(status.faults)
    if status.stopped and not any(map(stops_deal, faults)):
        yield from _pending_step(words, status)
        yield from _other_fault_rows(words, faults)
    elif faults:
        yield from _worst_fault_rows(words, status, faults[0])
        yield from _other_fault_rows(words, faults[1:])
    else:
        yield labelled_row(
            StatusMark.GOOD,
            clean_words(words, "console.status.faults"),
            clean_words(words, "status.no_fault"),
        )
    if not faults and status.last_fault:
        yield from _last_fault_rows(words, status, status.last_fault)


def _pending_step(words: Words, status: Status) -> Iterator[StyledText]:
    """Yield the next step of a table that is stopped without a fault."""
    if status.ask.do is Act.AWAIT_PART:
        for dealer_prompt in status.dealer[:1]:
            yield _to_do_row(words, clean_text(dealer_prompt))
        return
    yield _to_do_row(words, clean_words(words, "prompt.confirm_felt"))
    yield _responsible_row(words, clean_words(words, "console.who.dealer"))


def _worst_fault_rows(words: Words, status: Status, fault: FaultStatus) -> Iterator[StyledText]:
    status_mark = fault_mark(fault)
    yield labelled_row(
        status_mark, _fault_label(words, fault), fault_text(words, fault), 2, is_loud=True
    )
    yield _to_do_row(words, remedy_text(words, fault))
    yield _responsible_row(words, responsible_text(words, fault))
    last_fault = status.last_fault
    if (
        last_fault
        and last_fault.is_active
        and (last_fault.fault.part, last_fault.fault.code) == (fault.part, fault.code)
    ):
        since_text = _since_text(words, status, last_fault)
        yield labelled_row(
            StatusMark.PLAIN, clean_words(words, "console.status.since"), since_text, 1
        )
    explain_command = f"explain {code_text(fault)}"
    yield labelled_row(
        StatusMark.HEAD, clean_words(words, "console.status.type"), explain_command, is_loud=True
    )


def _fault_label(words: Words, fault: FaultStatus) -> str:
    return clean_words(words, "console.fault.stops" if stops_deal(fault) else "console.fault.shows")


def _to_do_row(words: Words, remedy: str) -> StyledText:
    return labelled_row(
        StatusMark.HEAD, clean_words(words, "console.fault.to_do"), remedy, 2, is_loud=True
    )


def _responsible_row(words: Words, person_text: str) -> StyledText:
    return labelled_row(StatusMark.PLAIN, clean_words(words, "console.fault.who"), person_text, 2)


def _other_fault_rows(words: Words, faults: Sequence[FaultStatus]) -> Iterator[StyledText]:
    for fault in faults[:MAX_OTHER_FAULTS]:
        fault_line, explain_command = fault_text(words, fault), f"explain {code_text(fault)}"
        yield labelled_row(
            fault_mark(fault), _fault_label(words, fault), fault_line, 1, explain_command
        )
    if hidden_faults := faults[MAX_OTHER_FAULTS:]:
        fault_line = clean_words(words, "console.status.more", count=len(hidden_faults))
        yield labelled_row(fault_mark(hidden_faults[0]), "", fault_line, 1, "faults")


def _last_fault_rows(words: Words, status: Status, last_fault: LastFault) -> Iterator[StyledText]:
    ended_text = f"{fault_text(words, last_fault.fault)}, {_since_text(words, status, last_fault)}"
    yield labelled_row(StatusMark.PLAIN, clean_words(words, "console.status.last"), ended_text, 2)
    over_text = clean_words(
        words, "console.status.over", remedy=remedy_text(words, last_fault.fault)
    )
    yield labelled_row(StatusMark.PLAIN, "", over_text, 2)


def _since_text(words: Words, status: Status, last_fault: LastFault) -> str:
    time_text, machine = local_time_text(last_fault.at, MINUTE_FORMAT), status.machine
    seconds_ago = seconds_since(machine.started, machine.up_s, last_fault.at) if machine else None
    if seconds_ago is None:
        return time_text
    return clean_words(
        words, "console.status.ago", at=time_text, span=span_text(words, seconds_ago)
    )


COMMANDS: Final = (Command("status", _look_up_status, _render_status),)
