"""The open pages, and the pending messages of each.

A slow page gets fewer messages: it has one slot for each snapshot, which holds the newest, and
events and frames are collected until it reads on. So it uses little memory and delays no other.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from firmware.core.vocabulary.rulings import Announced
from sim.web.messages.messages_out import Answer, Broadcast, Events, EventTold, FramesTold, Hello
from sim.web.session.listening import KEPT

MOST: Final = 20
"""Pages at once."""
MOST_FRAMES: Final = 2000
"""Frames that wait for a page; the oldest make room and are counted as lost."""

ANNOUNCED: Final = Announced.__name__

encode = msgspec.json.Encoder().encode


class Pages:
    """Every open page. Messages, from any thread, go to all of them."""

    def __init__(self) -> None:
        self._alone = threading.Lock()
        self._open: set[Page] = set()
        self._latest: dict[str, bytes] = {}
        self._events: tuple[EventTold, ...] = ()
        self._seat: int | None = None

    def watched(self) -> bool:
        return bool(self._open)

    def inside(self) -> bool:
        """Return whether anybody looks inside."""
        with self._alone:
            return any(page.inside for page in self._open)

    def tell(self, told: Broadcast) -> None:
        """Send to every page; snapshots and events also go to later ones.

        The hello of another table makes all earlier messages void.
        """
        with self._alone:
            match told:
                case Events():
                    self._note(told)
                case FramesTold():
                    for page in self._open:
                        page.carry(told)
                case Hello(seat=seat):
                    if seat != self._seat:
                        self._forget()
                    self._seat = seat
                    self._show(told)
                case _:
                    self._show(told)

    def come(self) -> "Page | None":
        """Open a page with the present state; None if there are too many."""
        with self._alone:
            if len(self._open) >= MOST:
                return None
            page = Page()
            for topic, message in self._latest.items():
                page.show(topic, message)
            page.note(Events(self._events, anew=True), self._events)
            self._open.add(page)
            return page

    def announced(self, record: int, language: str) -> str | None:
        """Return what the table announced with this record; None if no page was told of it."""
        with self._alone:
            told = [one for one in self._events if one.record == record and one.name == ANNOUNCED]
        return told[-1].said[language] if told else None

    def go(self, page: "Page") -> None:
        with self._alone:
            self._open.discard(page)

    def _show(self, told: Broadcast) -> None:
        topic, message = str(told.__struct_config__.tag), encode(told)
        self._latest[topic] = message
        for page in self._open:
            page.show(topic, message)

    def _note(self, told: Events) -> None:
        before = () if told.anew else self._events
        self._events = (*before, *told.events)[-KEPT:]
        for page in self._open:
            page.note(told, self._events)

    def _forget(self) -> None:
        self._latest.clear()
        self._events = ()
        for page in self._open:
            page.forget()


class Page:
    """The pending messages of one page; it reads in the event loop in which it was opened."""

    def __init__(self) -> None:
        self.inside = False
        """Whether it looks inside."""
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._alone = threading.Lock()
        self._answers: deque[bytes] = deque()
        self._slots: dict[str, bytes] = {}
        self._events: Events | None = None
        self._frames: FramesTold | None = None

    @property
    def unread(self) -> int:
        """How many answers it has not read."""
        return len(self._answers)

    def answer(self, answer: Answer) -> None:
        with self._alone:
            self._answers.append(encode(answer))
        self._wake()

    def show(self, topic: str, snapshot: bytes) -> None:
        """Replace its pending snapshot of a topic."""
        with self._alone:
            self._slots[topic] = snapshot
        self._wake()

    def forget(self) -> None:
        """Drop its pending messages, except answers."""
        with self._alone:
            self._slots.clear()
            self._events = self._frames = None

    def note(self, told: Events, all_of_them: Sequence[EventTold]) -> None:
        """Add events; if more are pending than are kept, replace them by all that are kept."""
        with self._alone:
            if not told.anew and self._events is not None:
                waiting = (*self._events.events, *told.events)
                told = Events(waiting, self._events.anew)
            if len(told.events) > len(all_of_them):
                told = Events(tuple(all_of_them), anew=True)
            self._events = told
        self._wake()

    def carry(self, told: FramesTold) -> None:
        """Tell it frames, if it looks inside."""
        if not self.inside:
            return
        with self._alone:
            if self._frames is not None:
                frames = (*self._frames.frames, *told.frames)
                lost = self._frames.lost + told.lost + max(0, len(frames) - MOST_FRAMES)
                told = FramesTold(frames[-MOST_FRAMES:], lost, told.load)
            self._frames = told
        self._wake()

    async def read(self) -> bytes:
        """Return the next message."""
        while True:
            self._news.clear()
            message = self._next()
            if message is not None:
                return message
            await self._news.wait()

    def _next(self) -> bytes | None:
        with self._alone:
            if self._answers:
                return self._answers.popleft()
            if self._slots:
                return self._slots.pop(next(iter(self._slots)))
            told: Broadcast | None = self._events
            if told is not None:
                self._events = None
            else:
                told, self._frames = self._frames, None
        return None if told is None else encode(told)

    def _wake(self) -> None:
        with suppress(RuntimeError):  # the loop has ended, and every page with it
            self._loop.call_soon_threadsafe(self._news.set)
