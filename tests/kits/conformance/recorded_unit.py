"""A simulated unit with its driver, recorded on virtual time as `croupier capture --port` does."""

from collections.abc import Callable
from io import StringIO

from drivers.kind import Registries
from firmware.shell.conformance.capture_file import read_captured_text
from firmware.shell.conformance.capture_writer import CaptureWriter
from firmware.shell.conformance.line_result import LineResult
from firmware.shell.conformance.notices import Notices
from firmware.shell.conformance.part_replay import PartReplay
from firmware.shell.conformance.replay_kinds import replay_kind
from firmware.shell.conformance.unit_recording import RecordedWire, record_unit
from firmware.shell.conformance.unit_registries import NO_TAGS, Tags, unit_registries
from firmware.shell.conformance.wire_recording import WireRecording
from firmware.shell.words.words import Words
from hal.ports import Millis
from sim.bench.board import SimBoard, memory_ports
from tests.kits.shell.part_bench import PartBench

STEP_MS = 5
PORTS = {"baccarat": "shoe", "roulette": "wheel"}


class RecordedUnit:
    """The unit of a section of an example table, alone with its driver and a recorder."""

    def __init__(self, example: str, word: str, options: dict[str, object], tags: Tags) -> None:
        self.bench = PartBench(example)
        self.file = StringIO()
        self.word, self.options, self.tags = word, options, tags
        kind = replay_kind(word)
        clock = self.bench.clock
        self.recording = WireRecording(CaptureWriter(self.file, word), clock)
        registries: Registries = unit_registries(kind, {}, Words.load("en"), tags)
        board = SimBoard(self.bench.sim, clock, memory_ports(self.bench.sim))
        wire = RecordedWire(kind.section, board, registries, self.recording, 1)
        port = getattr(self.bench.wires.wiring, kind.section, None)
        given = {**options, "port": port.port} if hasattr(port, "port") else options
        self.turns = record_unit(kind, given, wire, self._wait)

    def run(self, millis: int, act: Callable[[], None] = lambda: None) -> "RecordedUnit":
        """Let the time pass, after an act."""
        act()
        until = self.bench.clock.now() + millis
        while self.bench.clock.now() < until:
            next(self.turns)
            self.bench.clock.advance(STEP_MS)
        return self

    def capture(self) -> str:
        """Return what was written."""
        self.recording.flush()
        return self.file.getvalue()

    def replayed(self) -> list[LineResult]:
        """Replay the capture."""
        lines = read_captured_text(self.capture(), Notices())
        words = Words.load("en")
        replay = PartReplay(replay_kind(self.word), lines, self.options, words, self.tags)
        return list(replay.results())

    def _wait(self, _pause: Millis) -> None:
        """The time is moved by `run`."""


def recorded_unit(example: str, word: str, tags: Tags = NO_TAGS, **options: object) -> RecordedUnit:
    """Return the unit of that kind on an example table."""
    return RecordedUnit(example, word, options, tags)
