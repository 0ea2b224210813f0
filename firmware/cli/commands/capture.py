"""`croupier capture`: records the lines of a real unit, for `croupier conform` and for a report."""

import re
import time
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TextIO, TypeVar

from firmware.cli.args.signature import Option, mutually_exclusive
from firmware.cli.args.types import SocketPath
from firmware.cli.commands.conform import Settings, quiet_drivers
from firmware.cli.commands.progress import CaptureProgress
from firmware.cli.commands.status import default_socket
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.conformance.capture_writer import CaptureWriter
from firmware.shell.conformance.replay_kinds import REPLAY_KINDS, parse_options, replay_kind
from firmware.shell.conformance.tap_capture import KIND_OF_SECTION, write_frame
from firmware.shell.conformance.unit_recording import RecordedWire, record_unit
from firmware.shell.conformance.unit_registries import unit_registries
from firmware.shell.conformance.wire_recording import WireRecording
from firmware.shell.sockets.control import query_status
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.technician.answers import ActDone, Refusal, WireFrames
from firmware.shell.technician.client import TECHNICIAN_SOCKET, send_technician_request
from firmware.shell.technician.requests import RestartPart, TechnicianRequest, WatchWires
from firmware.shell.words.words import Words
from hal.pi.board import PiBoard

DEFAULT_SECONDS: Final = 600
FETCH_INTERVAL_S: Final = 0.5
"""Between two requests to a table: its tap holds 2000 frames, and closes after ten seconds."""
UNITS: Final = {"s": 1, "m": 60, "h": 3600, "": 1}
LONGEST_S: Final = 7 * 24 * 3600
CLOSED: Final = "closed"
"""The phase of a closed table."""
NO_BUS: Final = 0
_DURATION: Final = re.compile(r"(\d{1,6})([smh]?)")
_I2C_PATH: Final = re.compile(r"/dev/i2c-(\d{1,3})")


def _kind_words() -> tuple[str, ...]:
    return tuple(REPLAY_KINDS)


def parse_duration(typed_text: str) -> int:
    """Return the seconds in `90s`, `10m` or `2h`."""
    match = _DURATION.fullmatch(typed_text)
    seconds = int(match[1]) * UNITS[match[2]] if match else 0
    if not 0 < seconds <= LONGEST_S:
        raise ValueError(typed_text)
    return seconds


Duration = Annotated[
    int | None,
    Option(
        parse=parse_duration,
        expected_key="command.wanted.duration",
        value_key="command.value.duration",
    ),
]
AnswerT = TypeVar("AnswerT")
UnitName = Annotated[str, Option(value_key="command.value.part", completions=_kind_words)]
WirePath = Annotated[str | None, Option(value_key="command.value.port")]


@mutually_exclusive("restart", "port")
def capture(
    words: Words,
    part: UnitName,
    *,
    for_: Duration = None,
    to: Path | None = None,
    restart: bool = False,
    port: WirePath = None,
    set_: Settings = (),
    socket: SocketPath | None = None,
) -> int:
    """Record a part of the running table, or the unit of that kind on a wire of its own."""
    path = to or Path(f"{part}-{datetime.now(UTC):%Y%m%d-%H%M%S}.capture")
    control_socket = socket or default_socket()
    progress = CaptureProgress(words.render(Text("capture.recording")), for_ or DEFAULT_SECONDS)
    kind = KIND_OF_SECTION.get(part, part) if port is None else part
    with _new_file(path) as file, progress:
        writer = CaptureWriter(file, kind)
        recording = (
            _record_table(part, writer, control_socket, restart=restart)
            if port is None
            else _record_wire(part, writer, port, set_, control_socket, words)
        )
        # Ctrl-C ends a recording in order: what was recorded is kept
        with suppress(KeyboardInterrupt), closing(recording):
            for _ in recording:
                progress.show_lines(writer.line_count)
                if progress.is_over():
                    break
    print(words.render(Text("capture.written", {"path": str(path), "count": writer.line_count})))
    # a table names its parts by their sections: the kind of unit is in its configuration
    known_kind = kind if kind in REPLAY_KINDS else Text("command.value.kind")
    print(words.render(Text("capture.next", {"kind": known_kind, "path": str(path)})))
    return 0


def _record_table(
    part: str, writer: CaptureWriter, socket: Path, *, restart: bool
) -> Generator[None, None, None]:
    """Record a part of the running table, from its restart on if wanted; yield twice a second."""
    ask_table = partial(_ask_table, socket.with_name(TECHNICIAN_SOCKET))
    after = ask_table(WatchWires(parts=(part,)), WireFrames).next
    if restart:
        ask_table(RestartPart(part=part), ActDone)
    while True:
        traced = ask_table(WatchWires(parts=(part,), after=after), WireFrames)
        after = traced.next
        if traced.lost:
            writer.write_missed(traced.lost)
        for frame in traced.frames:
            write_frame(frame, writer)
        yield
        time.sleep(FETCH_INTERVAL_S)


def _ask_table(socket: Path, request: TechnicianRequest, answer_type: type[AnswerT]) -> AnswerT:
    """Return the table's answer. Raises RequestFailed if it refuses."""
    answer = send_technician_request(socket, request)
    if isinstance(answer, Refusal):
        raise RequestFailed(answer.why)
    if not isinstance(answer, answer_type):
        raise TypeError(answer)
    return answer


def _record_wire(
    kind_word: str,
    writer: CaptureWriter,
    wire_path: str,
    settings: tuple[str, ...],
    socket: Path,
    words: Words,
) -> Generator[None, None, None]:
    """Record a unit on a wire that no table uses; yield after each turn of its driver."""
    quiet_drivers()
    kind, options = replay_kind(kind_word), parse_options(settings)
    bus = _I2C_PATH.fullmatch(wire_path)
    if kind.part_kind.bus_type == "serial":
        options["port"] = wire_path
    elif bus is None:
        raise RequestFailed(Text("capture.no_bus", {"given": wire_path}))
    else:
        _require_closed(socket)
    with closing(PiBoard()) as board:
        recording = WireRecording(writer, board.clock)
        registries = unit_registries(kind, options, words)
        wire = RecordedWire(
            kind.section, board, registries, recording, int(bus[1]) if bus else NO_BUS
        )
        try:
            yield from record_unit(kind, options, wire, lambda pause: time.sleep(pause / 1000))
        finally:
            recording.flush()


def _require_closed(socket: Path) -> None:
    """Raise RequestFailed if a table on this machine is not closed: a bus is nobody's alone."""
    try:
        phase = query_status(socket).phase
    except ControlError:
        return
    if phase != CLOSED:
        raise RequestFailed(Text("capture.table_open"))


@contextmanager
def _new_file(path: Path) -> Iterator[TextIO]:
    """Give a new file; it is removed if nothing can be recorded."""
    try:
        file = path.open("x", encoding="utf-8", buffering=1)
    except FileExistsError:
        raise RequestFailed(Text("evidence.exists", {"path": str(path)})) from None
    try:
        with file:
            yield file
    except Exception:
        path.unlink()
        raise
