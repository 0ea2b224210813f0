"""Polls the technician's socket: new journal entries, and the wire trace."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import msgspec

from firmware.core.vocabulary.status import Status
from firmware.shell.recall.round_record import RoundItem
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.technician.answers import AnyAnswer, JournalEntries, WireFrames
from firmware.shell.technician.requests import JournalTail, TechnicianRequest, WatchWires
from sim.web.bench.poll_thread import PollThread
from sim.web.session.service_connection import ServiceConnection
from sim.web.session.status_poller import StatusPoller
from sim.web.session.wire_load import WireLoad

POLL_INTERVAL_S: Final = 0.1
"""The polling period of the wire trace, and of a journal that did not answer."""
JOURNAL_TAIL: Final = 200
"""Entries of the journal that are asked for: more than it notes between two looks."""
FROM_NEXT_FRAME: Final = -1

RoundItems = tuple[RoundItem, ...]


class EntriesCallback(Protocol):
    """Is given entries of the journal, and whether all that came before them is void."""

    def __call__(self, entries: RoundItems, *, replaces_all: bool) -> None:
        """Take them."""


class JournalPoller:
    """Polls in a thread while the status poller has an answer; `wake` has it read the
    journal at once, so that an announcement is on the page with the prompt that follows it.

    `on_entries` gets new journal entries, while a page is open; `on_frames` the wire trace and
    the load of each wire, while a page shows them.
    """

    def __init__(
        self,
        socket_path: Path,
        status_poller: StatusPoller,
        on_entries: EntriesCallback,
        on_frames: Callable[[WireFrames, dict[str, float]], None],
        wire_load: WireLoad,
        has_pages: Callable[[], bool],
        frames_shown: Callable[[], bool],
    ) -> None:
        self._connection = ServiceConnection(socket_path)
        self._decoder: msgspec.json.Decoder[AnyAnswer] = msgspec.json.Decoder(AnyAnswer)
        self._status_poller = status_poller
        self._on_entries = on_entries
        self._on_frames = on_frames
        self._wire_load = wire_load
        self._has_pages = has_pages
        self._frames_shown = frames_shown
        self._read_at_status: Status | None = None
        """The status at which the journal was last read."""
        self._last_entries: RoundItems = ()
        self._after_frame = FROM_NEXT_FRAME
        self._poll_thread = PollThread("listener", self._poll)
        self.start = self._poll_thread.start
        self.wake = self._poll_thread.wake

    def close(self) -> None:
        self._poll_thread.close()
        self._connection.close()

    def _poll(self) -> float:
        reported, status = self._status_poller.reported, self._status_poller.status
        # By identity, since two equal statuses may have entries between them.
        if reported and self._has_pages() and reported is not self._read_at_status:
            self._read_journal(reported)
        if status and self._frames_shown():
            self._poll_frames(status)
        else:
            # A page that shows the frames again gets no old ones.
            self._after_frame = FROM_NEXT_FRAME
            self._wire_load.restart()
        return POLL_INTERVAL_S

    def _read_journal(self, status: Status) -> None:
        answer = self._request(JournalTail(count=JOURNAL_TAIL))
        if isinstance(answer, JournalEntries):
            self._read_at_status = status
            added_entries = new_entries(self._last_entries, answer.entries)
            self._last_entries = answer.entries
            if added_entries is None:
                self._on_entries(answer.entries, replaces_all=True)
            elif added_entries:
                self._on_entries(added_entries, replaces_all=False)

    def _poll_frames(self, status: Status) -> None:
        answer = self._request(WatchWires(after=self._after_frame))
        if isinstance(answer, WireFrames):
            self._after_frame = answer.next
            self._on_frames(answer, self._wire_load.busy_shares(status.parts, time.monotonic()))

    def _request(self, request: TechnicianRequest) -> AnyAnswer | None:
        try:
            return self._connection.send_request(request, self._decoder)
        except ControlError:
            return None


def new_entries(previous: RoundItems, current: RoundItems) -> RoundItems | None:
    """Return the new entries at the end of a journal; None if earlier ones are no longer valid.

    Earlier ones are invalid after a return to an earlier state, or if an entry has grown.
    The oldest record is not compared, since the tail may begin in the middle of a record.
    """
    if current == previous:
        return ()
    oldest_record = current[0].record if current else -1
    known_entries = tuple(
        journal_entry for journal_entry in previous if journal_entry.record > oldest_record
    )
    later_entries = tuple(
        journal_entry for journal_entry in current if journal_entry.record > oldest_record
    )
    if not known_entries or later_entries[: len(known_entries)] != known_entries:
        return None
    return later_entries[len(known_entries) :]
