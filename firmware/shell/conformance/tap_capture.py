"""Writes down the wire of a running table, as a technician may see it: its cards are masked."""

import re
from typing import Final

from drivers.trace import BLANK_OCTETS
from firmware.shell.conformance.capture_writer import CaptureWriter
from firmware.shell.conformance.captured_line import Direction
from firmware.shell.parts.wire_tap import WireFrame
from hal.ports import Millis

KIND_OF_SECTION: Final = {"chips": "rr3036"}
"""Kinds whose traces show the numbers of tags, by the section: a capture has others."""
_ADDRESS: Final = re.compile(r"(?:read|write) 0x([0-9A-F]{2})\b")


def write_frame(frame: WireFrame, writer: CaptureWriter) -> None:
    """Write one frame of a trace, with its description as a comment."""
    at, comment = Millis(frame.at_ms), "".join(filter(str.isprintable, frame.said))
    match = _ADDRESS.match(frame.said)
    address = int(match[1], 16) if match else None
    if not frame.octets:
        writer.write_comment(at, comment)
        return
    if frame.request:
        writer.write(at, "out", bytes.fromhex(frame.request), address)
    octets = None if BLANK_OCTETS in frame.octets else bytes.fromhex(frame.octets)
    direction: Direction = "out" if frame.way == "out" else "in"
    writer.write(at, direction, octets, address, comment)
