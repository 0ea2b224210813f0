"""Live views: the sensors and keys, and the wire trace."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec
from rich.cells import cell_len
from rich.text import Text as StyledText

from firmware.console.command.command import Command, CommandContext, Parameter
from firmware.console.command.outcome import marked_line
from firmware.console.command.prompts import part_names, request_answer, resolve_part
from firmware.console.text.clean_text import clean_text, clean_words
from firmware.console.text.drawing import (
    SCREEN_WIDTH,
    ConsoleOutput,
    StatusMark,
    fit_text,
    fold_text,
)
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.labels import DOOR_LABELS, key_label
from firmware.core.vocabulary.status import BetStatus, SpotStatus
from firmware.shell.parts.wire_tap import WireFrame
from firmware.shell.technician.answers import WireFrames
from firmware.shell.technician.requests import ALLOWED_ROLES, READER_ROLES, WatchWires

REFRESH_INTERVAL_S: Final = 0.2
"""Seconds between two reads of a live view."""
SHOE_PARTS: Final = ("shoe",)
ALL_PARTS: Final[tuple[str, ...]] = ()

TIME_WIDTH: Final = 10
PART_WIDTH: Final = 14
DIRECTION_ARROWS: Final = {"out": "->", "in": "<-", "dropped": "x "}
DIRECTION_STYLES: Final = {"out": "cyan", "in": "green", "dropped": StatusMark.WARN.style}


# the wires


class MissingFrames(msgspec.Struct, frozen=True):
    """The number of frames that were dropped before they were fetched."""

    lost: int


def _trace_of(
    traced_parts: Sequence[str],
) -> Callable[[CommandContext, Sequence[str]], Iterator[WireFrame | MissingFrames]]:
    def look_up(
        context: CommandContext, _arguments: Sequence[str]
    ) -> Iterator[WireFrame | MissingFrames]:
        return wire_trace(context, tuple(traced_parts))

    return look_up


def _trace_part(
    context: CommandContext, arguments: Sequence[str]
) -> Iterator[WireFrame | MissingFrames]:
    return wire_trace(context, (resolve_part(context, arguments[0]),))


def wire_trace(
    context: CommandContext, traced_parts: tuple[str, ...]
) -> Iterator[WireFrame | MissingFrames]:
    """Yield the frames of these parts from now on, until a key is pressed; () are all parts."""
    last_frame = -1  # start with the next frame
    while True:
        traced_frames = request_answer(
            context, WatchWires(parts=traced_parts, after=last_frame), WireFrames
        )
        last_frame = traced_frames.next
        if traced_frames.lost:
            yield MissingFrames(traced_frames.lost)
        yield from traced_frames.frames
        if not context.pause(REFRESH_INTERVAL_S):
            return


def _render_trace(context: CommandContext, traced: WireFrame | MissingFrames) -> ConsoleOutput:
    if isinstance(traced, MissingFrames):
        return missing_frames_line(context, traced.lost)
    return (frame_line(traced),)


def missing_frames_line(context: CommandContext, frame_count: int) -> Iterator[StyledText]:
    """Yield a line with the number of missing frames, if any are."""
    if frame_count:
        yield marked_line(
            StatusMark.WARN, clean_words(context.words, "console.watch.lost", count=frame_count)
        )


def frame_line(frame: WireFrame) -> StyledText:
    """Return a frame on one line, or on more if its text needs them; octets are cut first."""
    direction_arrow, direction_style = DIRECTION_ARROWS[frame.way], DIRECTION_STYLES[frame.way]
    part_text = fit_text(clean_text(frame.part), PART_WIDTH)
    frame_heading = f"{_seconds_text(frame.at_ms):>{TIME_WIDTH}} {part_text} {direction_arrow} "
    frame_text = clean_text(frame.said)
    octets_text = fitting_octets(
        frame.octets, SCREEN_WIDTH - cell_len(frame_heading) - cell_len(frame_text) - 2
    )
    text_column = cell_len(frame_heading) + cell_len(octets_text) + 1
    folded_lines = fold_text(frame_text, max(SCREEN_WIDTH - 1 - text_column, 1))
    styled_frame = (
        StyledText(frame_heading, StatusMark.FAINT.style)
        .append(f"{octets_text} ")
        .append(folded_lines[0], direction_style)
    )
    for folded_line in folded_lines[1:]:
        styled_frame.append(f"\n{' ' * text_column}{folded_line}", direction_style)
    return styled_frame


def fitting_octets(hex_octets: str, free_width: int) -> str:
    """Return as many octets as fit, and how many more there are."""
    hex_digits = clean_text("".join(hex_octets.split()))
    hex_pairs = [
        hex_digits[digit_index : digit_index + 2] for digit_index in range(0, len(hex_digits), 2)
    ]
    if len(all_pairs := " ".join(hex_pairs)) <= max(free_width, 0):
        return all_pairs
    fitting_count = max((free_width - len(f"+{len(hex_pairs)}")) // 3, 0)
    return " ".join([*hex_pairs[:fitting_count], f"+{len(hex_pairs) - fitting_count}"])


def _seconds_text(millis: int) -> str:
    seconds, rest_ms = divmod(millis, 1000)
    return f"{seconds}.{rest_ms:03}"


# the felt


class SensorReading(msgspec.Struct, frozen=True):
    """The covered places by their sensors, and the contacts of doors, key-switch and keys."""

    spots: dict[int, SpotStatus]
    doors_open: tuple[str, ...]
    key_switch: bool
    keys: tuple[str, ...]
    """The lit keys."""


def _watch_sensors(context: CommandContext, _arguments: Sequence[str]) -> Iterator[SensorReading]:
    yield (previous_reading := _read_sensors(context))
    while context.pause(REFRESH_INTERVAL_S):
        if (current_reading := _read_sensors(context)) != previous_reading:
            yield current_reading
            previous_reading = current_reading


def _read_sensors(context: CommandContext) -> SensorReading:
    table_status = context.table.status()
    return SensorReading(
        table_status.spots, table_status.doors_open, table_status.key_switch, table_status.keys
    )


def _render_sensors(context: CommandContext, sensor_reading: SensorReading) -> Iterator[StyledText]:
    for spot_number, spot_status in sorted(sensor_reading.spots.items()):
        yield marked_line(StatusMark.PLAIN, _spot_text(context, spot_number, spot_status))
    yield from _contact_lines(context, sensor_reading)


def _spot_text(context: CommandContext, spot_number: int, spot_status: SpotStatus) -> str:
    bets_text = ", ".join(_bet_text(context, bet_status) for bet_status in spot_status.bets)
    free_text = clean_words(context.words, "console.watch.free")
    return clean_words(
        context.words, "console.watch.spot", spot=spot_number, what=bets_text or free_text
    )


def _bet_text(context: CommandContext, bet_status: BetStatus) -> str:
    words = context.words
    amount_text = (
        clean_words(words, "console.watch.covered")
        if bet_status.cents is None
        else words.format_money(bet_status.cents)
    )
    bet_text = clean_words(
        words, "console.watch.bet", on=bet_words(bet_status.on), what=amount_text
    )
    return f"{bet_text} ({clean_text(bet_status.bettor)})" if bet_status.bettor else bet_text


def _contact_lines(context: CommandContext, sensor_reading: SensorReading) -> Iterator[StyledText]:
    words = context.words
    doors_text = ", ".join(
        clean_words(words, DOOR_LABELS.get(open_door, open_door))
        for open_door in sensor_reading.doors_open
    )
    shut_text = clean_words(words, "console.watch.doors_shut")
    open_text = clean_words(words, "console.watch.doors_open", doors=doors_text)
    yield marked_line(
        StatusMark.WARN if doors_text else StatusMark.GOOD, open_text if doors_text else shut_text
    )
    switch_key = "console.watch.key_on" if sensor_reading.key_switch else "console.watch.key_off"
    yield marked_line(
        StatusMark.WARN if sensor_reading.key_switch else StatusMark.PLAIN,
        clean_words(words, switch_key),
    )
    key_texts = (clean_words(words, key_label(lit_key).key) for lit_key in sensor_reading.keys)
    keys_text = ", ".join(key_texts) or "–"
    yield marked_line(StatusMark.PLAIN, clean_words(words, "console.watch.keys", keys=keys_text))


WATCH_ROLES: Final = ALLOWED_ROLES[WatchWires]

COMMANDS: Final = (
    Command(
        "watch sensors",
        _watch_sensors,
        _render_sensors,
        roles=READER_ROLES,
        is_live=True,
        redraws_screen=True,
    ),
    Command("watch shoe", _trace_of(SHOE_PARTS), _render_trace, roles=WATCH_ROLES, is_live=True),
    Command("watch bus", _trace_of(ALL_PARTS), _render_trace, roles=WATCH_ROLES, is_live=True),
    Command(
        "watch",
        _trace_part,
        _render_trace,
        (Parameter("part", choices=part_names),),
        WATCH_ROLES,
        is_live=True,
    ),
)
