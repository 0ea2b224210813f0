"""Follows the journal of a table, so that its game can be saved."""

import json
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.history.journal_entries import decode
from firmware.shell.journal import JournalError, JournalReader
from firmware.shell.rules.pack_files import pack_reference
from firmware.shell.rules.rule_pack import POKER_GAMES
from sim.web.bench.table_dir import TableDir
from sim.web.recording.recording import ScriptRecording

SCRIPT_ID: Final = "played"


class GameRecorder:
    """Records from the journal of a table directory while its service runs."""

    def __init__(self, table_dir: TableDir) -> None:
        self._config = table_dir.config
        self._journal_paths = table_dir.journal_copies
        self.restart()

    def restart(self) -> None:
        """Follow the journal from its beginning, after it has changed."""
        self._recording = ScriptRecording()
        self._segment = self._next_record = 0

    @property
    def steps(self) -> int:
        return len(self._recording.steps)

    def catch_up(self) -> None:
        """Record the new entries; none if the journal can't be read now."""
        if self._config.table.game in POKER_GAMES:
            return
        reader = JournalReader(self._journal_paths)
        try:
            for segment in reader.segments():
                if segment >= self._segment:
                    self._follow_segment(reader, segment)
        # The service may be writing, or may not have founded the journal yet.
        except (JournalError, FileNotFoundError):
            return

    def script(self) -> str:
        """Return the round script of the game, on one line.

        Raises RequestFailed at a poker table, which is not recorded.
        """
        table = self._config.table
        if table.game in POKER_GAMES:
            raise RequestFailed(Text("web.act.no_script"))
        self.catch_up()
        limits = self._config.limits.items()
        script = {
            "id": SCRIPT_ID,
            "game": table.game,
            "options": dict(self._config.game_options),
            "limits": {bet: [limit.min_cents, limit.max_cents] for bet, limit in limits},
            "spots": table.spots,
            "steps": self._recording.steps,
        }
        rules = pack_reference(self._config.rule_pack)
        return json.dumps(script | ({"rules": rules} if rules else {}))

    def _follow_segment(self, reader: JournalReader, segment: int) -> None:
        for number, payload in reader.segment_records(segment):
            # The segment that grows is read again from its beginning.
            if number >= self._next_record:
                self._recording.take_entry(decode(payload))
                self._next_record = number + 1
        self._segment = segment
