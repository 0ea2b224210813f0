"""Polls the technician's socket: new journal entries, and the wire trace."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import msgspec

from firmware.core.vocabulary.status import Status
from firmware.shell.recall.round_record import Told
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.technician.answers import AnyAnswer, Entries, Frames
from firmware.shell.technician.requests import Request, Tail, Watch
from sim.web.bench.polling import Polling
from sim.web.session.line import Line
from sim.web.session.load import Load
from sim.web.session.watching import Watcher

EVERY_S: Final = 0.1
"""The polling period of the wire trace, and of a journal that did not answer."""
KEPT: Final = 200
"""Entries of the journal that are asked for: more than it notes between two looks."""
ANYTHING_NEXT: Final = -1

Entered = tuple[Told, ...]


class Noted(Protocol):
    """Is given entries of the journal, and whether all that came before them is void."""

    def __call__(self, entries: Entered, *, anew: bool) -> None:
        """Hear of them."""


class Listener:
    """Polls in a thread, as long as the watcher sees a service that answers; `wake` has it read the
    journal at once, so that an announcement is on the page with the prompt that follows it.

    `noted` receives new entries of the journal, while a page is open; `carried` the wire trace and
    the load of each wire, while a page shows them.
    """

    def __init__(
        self,
        socket: Path,
        watcher: Watcher,
        noted: Noted,
        carried: Callable[[Frames, dict[str, float]], None],
        load: Load,
        watched: Callable[[], bool],
        inside: Callable[[], bool],
    ) -> None:
        self._line = Line(socket)
        self._decoder: msgspec.json.Decoder[AnyAnswer] = msgspec.json.Decoder(AnyAnswer)
        self._watcher = watcher
        self._noted = noted
        self._carried = carried
        self._load = load
        self._watched = watched
        self._inside = inside
        self._read_at: Status | None = None
        """The status at which the journal was last read."""
        self._entries: Entered = ()
        self._after = ANYTHING_NEXT
        self._polling = Polling("listener", self._look)
        self.start = self._polling.start
        self.wake = self._polling.wake

    def close(self) -> None:
        self._polling.close()
        self._line.close()

    def _look(self) -> float:
        told, status = self._watcher.told, self._watcher.status
        if told and self._watched() and told is not self._read_at:
            self._read(told)
        if status and self._inside():
            self._tap(status)
        else:
            self._after = ANYTHING_NEXT
            self._load.forget()
        return EVERY_S

    def _read(self, status: Status) -> None:
        answer = self._asked(Tail(count=KEPT))
        if isinstance(answer, Entries):
            self._read_at = status
            fresh = new_entries(self._entries, answer.entries)
            self._entries = answer.entries
            if fresh is None:
                self._noted(answer.entries, anew=True)
            elif fresh:
                self._noted(fresh, anew=False)

    def _tap(self, status: Status) -> None:
        answer = self._asked(Watch(after=self._after))
        if isinstance(answer, Frames):
            self._after = answer.next
            self._carried(answer, self._load.shares(status.parts, time.monotonic()))

    def _asked(self, request: Request) -> AnyAnswer | None:
        try:
            return self._line.ask(request, self._decoder)
        except ControlError:
            return None


def new_entries(before: Entered, now: Entered) -> Entered | None:
    """Return the new entries at the end of a journal; None if earlier ones are no longer valid.

    They are not after a return to an earlier state, or if an entry is now more complete. The oldest
    record is not compared, since part of it may be cut off.
    """
    if now == before:
        return ()
    oldest = now[0].record if now else -1
    held = tuple(told for told in before if told.record > oldest)
    rest = tuple(told for told in now if told.record > oldest)
    if not held or rest[: len(held)] != held:
        return None
    return rest[len(held) :]
