"""The acts on the parts: test, restart, send, measure."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from rich.cells import cell_len
from rich.text import Text as StyledText

from firmware.console.command.command import Command, CommandContext, Parameter
from firmware.console.command.outcome import done_notes, marked_line, marked_texts
from firmware.console.command.prompts import confirm, part_names, request_answer, resolve_part
from firmware.console.commands.live_views import frame_line, missing_frames_line
from firmware.console.commands.parts import part_mark, part_name
from firmware.console.text.clean_text import clean_text, clean_words
from firmware.console.text.drawing import SCREEN_WIDTH, StatusMark, fit_text
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.labels import proof_label
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.wheel_acts import WheelAct
from firmware.shell.parts.wire_tap import WireFrame
from firmware.shell.service.overlay import PATTERNS
from firmware.shell.sockets.control import PartsReport
from firmware.shell.technician.answers import (
    ActDone,
    BusDevice,
    BusDevices,
    SensorLevel,
    SensorLevels,
    WireFrames,
)
from firmware.shell.technician.requests import (
    ALLOWED_ROLES,
    READER_ROLES,
    Calibrate,
    OrderWheel,
    ReadLevels,
    RestartPart,
    ScanBus,
    SendFrame,
    ShowPattern,
    WatchWires,
)
from firmware.shell.words.words import Words

PATTERN_OFF: Final = "off"
REPLY_WAIT_S: Final = 1.0
"""The time to wait for a part's answer to a frame."""
LEVEL_INTERVAL_S: Final = 0.2
"""How often the levels are drawn."""
BAR_WIDTH: Final = 32
"""Columns of a bar."""
NAME_WIDTH: Final = 16
"""Columns of a part's name."""

PART_PARAMETER: Final = Parameter("part", choices=part_names)


# self-tests


def _test_parts(context: CommandContext, arguments: Sequence[str]) -> PartsReport:
    named_parts = [resolve_part(context, name) for name in arguments]
    tested_parts = context.table.test().parts
    return PartsReport(
        tuple(part for part in tested_parts if not named_parts or part.name in named_parts)
    )


def _render_test_results(
    context: CommandContext, tested_parts: PartsReport
) -> Iterator[StyledText]:
    for part in tested_parts.parts:
        result_text = clean_words(
            context.words, "console.act.tested", **_test_placeholders(context.words, part)
        )
        yield marked_line(
            part_mark(part), f"{fit_text(clean_text(part.name), NAME_WIDTH)}{result_text}"
        )
    all_well = all(part.up and part.proof for part in tested_parts.parts)
    yield StyledText(
        clean_words(context.words, "health.well" if all_well else "health.unwell"),
        StatusMark.HEAD.style,
    )


def _test_placeholders(words: Words, part: PartStatus) -> dict[str, str | Text]:
    """Return a part's unit and how reliable its test is."""
    unit_name = part.identity or part.kind or part_name(words, part.name)
    if not part.up:
        return {"unit": unit_name, "proof": Text("proof.down", {"reason": part.last_error or "–"})}
    return {"unit": unit_name, "proof": proof_label(part.proof)}


# acts


def _restart_part(context: CommandContext, arguments: Sequence[str]) -> ActDone:
    return request_answer(context, RestartPart(part=resolve_part(context, arguments[0])), ActDone)


def _show_pattern(context: CommandContext, arguments: Sequence[str]) -> ActDone:
    return request_answer(
        context, ShowPattern(name="" if arguments[0] == PATTERN_OFF else arguments[0]), ActDone
    )


def _scan_bus(context: CommandContext, _arguments: Sequence[str]) -> BusDevices:
    return request_answer(context, ScanBus(), BusDevices)


def _render_devices(context: CommandContext, scan_answer: BusDevices) -> Iterator[StyledText]:
    for device in scan_answer.devices:
        yield _device_line(context, device)
    if not scan_answer.devices:
        yield from marked_texts(context, StatusMark.WARN, [Text("console.scan.nobody")])


def _device_line(context: CommandContext, device: BusDevice) -> StyledText:
    device_name = f"{device.part} ({device.kind})" if device.part and device.kind else device.part
    if not device.answers:
        status_mark, state_key = StatusMark.BAD, "console.scan.silent"
    elif device.part:
        status_mark, state_key = StatusMark.GOOD, "console.scan.answers"
    else:
        status_mark, state_key = (
            (StatusMark.PLAIN, "console.scan.answers")
            if device.kind
            else (StatusMark.WARN, "console.scan.stranger")
        )
    device_text = clean_words(context.words, state_key, known=device_name or device.kind)
    return marked_line(status_mark, f"0x{device.address:02X}  {device_text}")


def _order_wheel(context: CommandContext, arguments: Sequence[str]) -> ActDone:
    if arguments[0] not in list(WheelAct):
        raise RequestFailed(
            Text("console.act.wheel", {"value": arguments[0], "orders": ", ".join(WheelAct)})
        )
    return request_answer(context, OrderWheel(order=WheelAct(arguments[0])), ActDone)


class SentFrame(msgspec.Struct, frozen=True):
    """A frame that was sent, and the wire trace since."""

    notes: tuple[Text, ...]
    frames: tuple[WireFrame, ...]
    lost: int = 0


def _send_frame(context: CommandContext, arguments: Sequence[str]) -> SentFrame:
    part = resolve_part(context, arguments[0])
    # where the trace is now, so that only the frames after the sending are shown
    earlier_frames = request_answer(context, WatchWires(parts=(part,)), WireFrames)
    done_answer = request_answer(context, SendFrame(part=part, frame=arguments[1]), ActDone)
    context.pause(REPLY_WAIT_S)
    traced_frames = request_answer(
        context, WatchWires(parts=(part,), after=earlier_frames.next), WireFrames
    )
    return SentFrame(done_answer.notes, traced_frames.frames, traced_frames.lost)


def _render_sent_frame(context: CommandContext, sent_frame: SentFrame) -> Iterator[StyledText]:
    yield from done_notes(context, ActDone(sent_frame.notes))
    yield from missing_frames_line(context, sent_frame.lost)
    for frame in sent_frame.frames:
        yield frame_line(frame)
    if not any(frame.way == "in" for frame in sent_frame.frames):
        yield from marked_texts(context, StatusMark.WARN, [Text("console.act.no_reply")])


# the levels of capacitive sensors


def _watch_levels(context: CommandContext, arguments: Sequence[str]) -> Iterator[SensorLevels]:
    part = resolve_part(context, arguments[0])
    yield request_answer(context, ReadLevels(part=part), SensorLevels)
    while context.pause(LEVEL_INTERVAL_S):
        yield request_answer(context, ReadLevels(part=part), SensorLevels)


def _calibrate_part(context: CommandContext, arguments: Sequence[str]) -> Iterator[SensorLevels]:
    part = resolve_part(context, arguments[0])
    confirm(context, "console.act.calibrate", part=part)
    context.show(done_notes(context, request_answer(context, Calibrate(part=part), ActDone)))
    yield from _watch_levels(context, arguments)


def _render_levels(context: CommandContext, measured_levels: SensorLevels) -> Iterator[StyledText]:
    bar_maximum = max(
        (max(level.value, 2 * level.touch) for level in measured_levels.levels), default=1
    )
    for level in measured_levels.levels:
        yield _level_line(context, level, max(bar_maximum, 1))
    yield from marked_texts(context, StatusMark.FAINT, [Text("console.level.legend")])


def _level_line(context: CommandContext, level: SensorLevel, bar_maximum: int) -> StyledText:
    state_text = clean_words(
        context.words, "console.level.touched" if level.touched else "console.level.free"
    )
    value_text = f" {level.value:>6} {state_text}"
    level_name = fit_text(
        clean_text(level.name), SCREEN_WIDTH - 1 - BAR_WIDTH - 3 - cell_len(value_text)
    )
    bar_style = StatusMark.GOOD.style if level.touched else ""
    return (
        StyledText(f"{level_name} [")
        .append(level_bar(level, bar_maximum), bar_style)
        .append(f"]{value_text}")
    )


def level_bar(level: SensorLevel, bar_maximum: int) -> str:
    """Return a bar that is full at `bar_maximum`: T is the touch threshold, R that of release."""
    bar_cells = [
        "#" if bar_column < _bar_column(level.value, bar_maximum) else " "
        for bar_column in range(BAR_WIDTH)
    ]
    bar_cells[min(_bar_column(level.release, bar_maximum), BAR_WIDTH - 1)] = "R"
    bar_cells[min(_bar_column(level.touch, bar_maximum), BAR_WIDTH - 1)] = "T"
    return "".join(bar_cells)


def _bar_column(level_value: int, bar_maximum: int) -> int:
    return min(max(level_value * BAR_WIDTH // bar_maximum, 0), BAR_WIDTH)


PART_ACTS: Final = (
    Command(
        "test",
        _test_parts,
        _render_test_results,
        (Parameter("part", required=False, choices=part_names),),
        READER_ROLES,
    ),
    Command("reinit", _restart_part, done_notes, (PART_PARAMETER,), ALLOWED_ROLES[RestartPart]),
    Command(
        "pattern",
        _show_pattern,
        done_notes,
        (Parameter("pattern", choices=lambda _: (*PATTERNS, PATTERN_OFF)),),
        ALLOWED_ROLES[ShowPattern],
    ),
    Command(
        "wheel",
        _order_wheel,
        done_notes,
        (Parameter("order", choices=lambda _: tuple(WheelAct)),),
        ALLOWED_ROLES[OrderWheel],
    ),
    Command("scan", _scan_bus, _render_devices, roles=ALLOWED_ROLES[ScanBus]),
    Command(
        "send",
        _send_frame,
        _render_sent_frame,
        (PART_PARAMETER, Parameter("frame")),
        ALLOWED_ROLES[SendFrame],
    ),
    Command(
        "levels",
        _watch_levels,
        _render_levels,
        (PART_PARAMETER,),
        ALLOWED_ROLES[ReadLevels],
        is_live=True,
        redraws_screen=True,
    ),
    Command(
        "calibrate",
        _calibrate_part,
        _render_levels,
        (PART_PARAMETER,),
        ALLOWED_ROLES[Calibrate],
        is_live=True,
        redraws_screen=True,
    ),
)
