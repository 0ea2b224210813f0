"""Replays a capture to the real driver of its unit."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from drivers.message_log import MessageRow
from firmware.shell.conformance.bus_replay import BusReplay
from firmware.shell.conformance.captured_line import CapturedLine
from firmware.shell.conformance.exchange_window import ExchangeWindow
from firmware.shell.conformance.exchanges import group_exchanges
from firmware.shell.conformance.line_result import LineResult
from firmware.shell.conformance.observed_part import ObservedPart
from firmware.shell.conformance.replay_board import ReplayBoard, ReplayContext
from firmware.shell.conformance.replay_kinds import ReplayKind
from firmware.shell.conformance.serial_replay import SerialReplay
from firmware.shell.conformance.unit_registries import NO_TAGS, Tags, unit_registries
from firmware.shell.words.words import Words


class UnitReplay(Protocol):
    """A capture that is replayed, once."""

    unanswered: Counter[bytes]
    """The driver's requests that the capture does not answer, and how often each."""
    rows: tuple[MessageRow, ...]
    """The table of the unit's protocol."""

    def results(self) -> Iterator[LineResult]:
        """Replay, and yield what became of each line."""
        ...


class PartReplay:
    """The replay to a part of a table."""

    def __init__(
        self,
        kind: ReplayKind,
        lines: Iterable[CapturedLine],
        options: Mapping[str, Any],
        words: Words,
        tags: Tags = NO_TAGS,
    ) -> None:
        """Raise ConfigError, RegistryError or OSError on options that no such unit can have."""
        board = ReplayBoard()
        context = ReplayContext(kind.section, board, unit_registries(kind, options, words, tags))
        part = kind.part_kind.build_part(kind.read_wiring(options), context)
        self.rows = tuple(part.messages.rows.values()) if part.messages else ()
        window = ExchangeWindow(group_exchanges(lines), is_queried=kind.is_queried)
        self.unanswered = window.unanswered
        self._replay = (
            SerialReplay(ObservedPart(part), board.port, board.clock, window)
            if kind.part_kind.bus_type == "serial"
            else BusReplay(ObservedPart(part), board.bus, board.clock, group_exchanges(lines))
        )

    def results(self) -> Iterator[LineResult]:
        """Replay, and yield what became of each line."""
        return self._replay.results()
