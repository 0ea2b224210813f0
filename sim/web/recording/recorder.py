"""Follows the journal of a table, so that its game can be saved."""

import json
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.history.records import decode
from firmware.shell.journal import JournalError, JournalReader
from firmware.shell.rules.rules import AMONG_PLAYERS
from sim.web.bench.table_dir import TableDir
from sim.web.recording.recording import Recording

ID: Final = "played"


class Recorder:
    """Records from the journal of a room, beside its running service."""

    def __init__(self, room: TableDir) -> None:
        self._config = room.config
        copies = [path.relative_to(path.anchor) for path in room.config.journal.copies]
        self._paths: list[Path] = [room.state / path for path in copies]
        self.begin_again()

    def begin_again(self) -> None:
        """Follow the journal from its beginning, after it has changed."""
        self._recording = Recording()
        self._segment = self._next = 0

    @property
    def steps(self) -> int:
        return len(self._recording.steps)

    def catch_up(self) -> None:
        """Record the new entries; none if the journal can't be read now."""
        if self._config.table.game in AMONG_PLAYERS:
            return
        reader = JournalReader(self._paths)
        try:
            for segment in reader.segments():
                if segment >= self._segment:
                    self._follow(reader, segment)
        except (JournalError, FileNotFoundError):
            return

    def script(self) -> str:
        """Return the round script of the game, on one line.

        Raises CannotBeDone at a poker table, which is not recorded.
        """
        table = self._config.table
        if table.game in AMONG_PLAYERS:
            raise CannotBeDone(Text("web.act.no_script"))
        self.catch_up()
        limits = self._config.limits.items()
        script = {
            "id": ID,
            "game": table.game,
            "options": dict(self._config.game_options),
            "limits": {bet: [limit.min_cents, limit.max_cents] for bet, limit in limits},
            "spots": table.spots,
            "steps": self._recording.steps,
        }
        return json.dumps(script)

    def _follow(self, reader: JournalReader, segment: int) -> None:
        for number, payload in reader.segment_records(segment):
            if number >= self._next:
                self._recording.take(decode(payload))
                self._next = number + 1
        self._segment = segment
