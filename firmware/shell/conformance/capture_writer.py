"""Writes a capture: what goes over one wire, in both directions, with its times."""

from typing import TextIO

from firmware import __version__
from firmware.shell.conformance.captured_line import CapturedLine, Direction, render_line
from firmware.shell.conformance.tag_pseudonyms import TagPseudonyms
from hal.ports import Millis


class CaptureWriter:
    """Writes the lines of a unit of this kind, with other numbers in place of those of its tags."""

    def __init__(self, file: TextIO, kind: str) -> None:
        self.line_count = 0
        self._file = file
        self._began_at: Millis | None = None
        self._rewrite = TagPseudonyms().rewriters.get(kind)
        file.write(
            f"# croupier {__version__}: {kind}\n"
            "# milliseconds, in from the unit or out to it, octets: docs/en/parts/conformance.md\n"
        )

    def write(
        self,
        at: Millis,
        direction: Direction,
        octets: bytes | None,
        address: int | None = None,
        comment: str = "",
    ) -> None:
        """Write a line; octets that are None are masked. The first line is at 0 ms."""
        if octets is not None and direction == "in" and self._rewrite:
            octets = self._rewrite(octets)
        self.line_count += 1
        line = CapturedLine(self.line_count, self._since_start(at), direction, octets, address)
        self._file.write(render_line(line, comment) + "\n")

    def write_missed(self, count: int) -> None:
        """Write that lines are missing here."""
        self._file.write(f"# {count} lines were not recorded\n")

    def write_comment(self, at: Millis, comment: str) -> None:
        """Write what is no line, such as a transfer that failed."""
        self._file.write(f"# {self._since_start(at)} {comment}\n")

    def _since_start(self, at: Millis) -> Millis:
        if self._began_at is None:
            self._began_at = at
        return Millis(max(at - self._began_at, 0))
