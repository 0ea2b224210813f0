"""The acts on the parts: test, restart, send, measure."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from rich.cells import cell_len
from rich.text import Text as Ink

from firmware.console.command.command import Command, Context, Takes
from firmware.console.command.outcome import line, told, told_done
from firmware.console.command.prompts import agreed, asked, part_named, parts
from firmware.console.commands.part_reading import mark_of, part_name
from firmware.console.commands.watching import tell_frame, tell_lost
from firmware.console.text.clean import clean, said
from firmware.console.text.drawing import WIDTH, Mark, fitted
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.panel import Text
from firmware.shell.parts.tap import Frame
from firmware.shell.service.overlay import PATTERNS
from firmware.shell.sockets.control import Parts
from firmware.shell.technician.answers import Device, Done, Found, Frames, Level, Measured
from firmware.shell.technician.requests import (
    READERS,
    RIGHTS,
    Calibrate,
    Levels,
    Pattern,
    Reinit,
    Scan,
    Send,
    Watch,
)
from firmware.shell.words.words import Words

OFF: Final = "off"
LISTEN_S: Final = 1.0
"""The time to wait for a part's answer to a frame."""
EVERY_S: Final = 0.2
"""How often the levels are drawn."""
BAR: Final = 32
"""Columns of a bar."""
NAME: Final = 16
"""Columns of a part's name."""

PART: Final = Takes("part", choices=parts)


# how they are


def _test(context: Context, args: Sequence[str]) -> Parts:
    wanted = [part_named(context, name) for name in args]
    found = context.table.test().parts
    return Parts(tuple(part for part in found if not wanted or part.name in wanted))


def _tell_parts(context: Context, found: Parts) -> Iterator[Ink]:
    for part in found.parts:
        told = said(context.words, "console.act.tested", **_tested(context.words, part))
        yield line(mark_of(part), f"{fitted(clean(part.name), NAME)}{told}")
    well = all(part.up and part.proof for part in found.parts)
    yield Ink(said(context.words, "health.well" if well else "health.unwell"), Mark.HEAD.style)


def _tested(words: Words, part: PartStatus) -> dict[str, str | Text]:
    """Return a part's unit and how reliable its test is."""
    unit = part.identity or part.kind or part_name(words, part.name)
    if not part.up:
        return {"unit": unit, "proof": Text("proof.down", {"reason": part.last_error or "–"})}
    return {"unit": unit, "proof": Text(f"proof.{part.proof or 'untested'}")}


# acts


def _reinit(context: Context, args: Sequence[str]) -> Done:
    return asked(context, Reinit(part=part_named(context, args[0])), Done)


def _pattern(context: Context, args: Sequence[str]) -> Done:
    return asked(context, Pattern(name="" if args[0] == OFF else args[0]), Done)


def _scan(context: Context, _args: Sequence[str]) -> Found:
    return asked(context, Scan(), Found)


def _tell_devices(context: Context, found: Found) -> Iterator[Ink]:
    for device in found.devices:
        yield _device(context, device)
    if not found.devices:
        yield from told(context, Mark.WARN, [Text("console.scan.nobody")])


def _device(context: Context, device: Device) -> Ink:
    known = f"{device.part} ({device.kind})" if device.part and device.kind else device.part
    if not device.answers:
        mark, key = Mark.BAD, "silent"
    elif device.part:
        mark, key = Mark.GOOD, "answers"
    else:
        mark, key = (Mark.PLAIN, "answers") if device.kind else (Mark.WARN, "stranger")
    words = said(context.words, f"console.scan.{key}", known=known or device.kind)
    return line(mark, f"0x{device.address:02X}  {words}")


class Sent(msgspec.Struct, frozen=True):
    """A frame that was sent, and the wire trace since."""

    notes: tuple[Text, ...]
    frames: tuple[Frame, ...]
    lost: int = 0


def _send(context: Context, args: Sequence[str]) -> Sent:
    part = part_named(context, args[0])
    begun = asked(context, Watch(parts=(part,)), Frames)
    done = asked(context, Send(part=part, frame=args[1]), Done)
    context.pause(LISTEN_S)
    found = asked(context, Watch(parts=(part,), after=begun.next), Frames)
    return Sent(done.notes, found.frames, found.lost)


def _tell_sent(context: Context, sent: Sent) -> Iterator[Ink]:
    yield from told_done(context, Done(sent.notes))
    yield from tell_lost(context, sent.lost)
    for frame in sent.frames:
        yield tell_frame(frame)
    if not any(frame.way == "in" for frame in sent.frames):
        yield from told(context, Mark.WARN, [Text("console.act.no_reply")])


# how strongly their sensors are touched


def _levels(context: Context, args: Sequence[str]) -> Iterator[Measured]:
    part = part_named(context, args[0])
    yield asked(context, Levels(part=part), Measured)
    while context.pause(EVERY_S):
        yield asked(context, Levels(part=part), Measured)


def _calibrate(context: Context, args: Sequence[str]) -> Iterator[Measured]:
    part = part_named(context, args[0])
    agreed(context, "console.act.calibrate", part=part)
    context.show(told_done(context, asked(context, Calibrate(part=part), Done)))
    yield from _levels(context, args)


def _tell_levels(context: Context, found: Measured) -> Iterator[Ink]:
    top = max((max(level.value, 2 * level.touch) for level in found.levels), default=1)
    for level in found.levels:
        yield _level(context, level, max(top, 1))
    yield from told(context, Mark.FAINT, [Text("console.level.legend")])


def _level(context: Context, level: Level, top: int) -> Ink:
    state = said(context.words, "console.level.touched" if level.touched else "console.level.free")
    after = f" {level.value:>6} {state}"
    name = fitted(clean(level.name), WIDTH - 1 - BAR - 3 - cell_len(after))
    style = Mark.GOOD.style if level.touched else ""
    return Ink(f"{name} [").append(bar(level, top), style).append(f"]{after}")


def bar(level: Level, top: int) -> str:
    """Return a bar that is full at `top`: T marks the touch threshold, R the release threshold."""
    cells = ["#" if at < _at(level.value, top) else " " for at in range(BAR)]
    cells[min(_at(level.release, top), BAR - 1)] = "R"
    cells[min(_at(level.touch, top), BAR - 1)] = "T"
    return "".join(cells)


def _at(value: int, top: int) -> int:
    return min(max(value * BAR // top, 0), BAR)


PART_ACTS: Final = (
    Command("test", _test, _tell_parts, (Takes("part", required=False, choices=parts),), READERS),
    Command("reinit", _reinit, told_done, (PART,), RIGHTS[Reinit]),
    Command(
        "pattern",
        _pattern,
        told_done,
        (Takes("pattern", choices=lambda _: (*PATTERNS, OFF)),),
        RIGHTS[Pattern],
    ),
    Command("scan", _scan, _tell_devices, roles=RIGHTS[Scan]),
    Command("send", _send, _tell_sent, (PART, Takes("frame")), RIGHTS[Send]),
    Command("levels", _levels, _tell_levels, (PART,), RIGHTS[Levels], live=True, redraws=True),
    Command(
        "calibrate", _calibrate, _tell_levels, (PART,), RIGHTS[Calibrate], live=True, redraws=True
    ),
)
