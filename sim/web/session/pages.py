"""The open pages, and the pending messages of each.

A slow page gets fewer messages: what changed in the state is found when it reads on, and events and
frames are collected until then. So it uses little memory and delays no other.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from firmware.core.vocabulary.rulings import Announced
from firmware.pages.state_changes import SentState, State, StateMessage
from sim.web.messages.broadcast import Broadcast
from sim.web.messages.messages_in import SetView
from sim.web.messages.messages_out import (
    EventMessage,
    EventsMessage,
    FramesMessage,
    Hello,
    PageAnswer,
)
from sim.web.session.journal_poller import JOURNAL_TAIL

MAX_PAGES: Final = 20
"""Pages at once."""
MAX_FRAMES: Final = 2000
"""Frames that wait for a page; the oldest make room and are counted as lost."""

PICTURES: Final = ("lights", "displays")
"""The topics that a hidden page is not sent."""

ANNOUNCED_NAME: Final = str(Announced.__struct_config__.tag)

encode_json = msgspec.json.Encoder().encode


class OpenPages:
    """Every open page. Messages, from any thread, go to all of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._page_queues: set[PageQueue] = set()
        self._state: State = {}
        self._recent_events: tuple[EventMessage, ...] = ()
        self._table_number: int | None = None

    def has_pages(self) -> bool:
        return bool(self._page_queues)

    def has_viewers(self) -> bool:
        """Return whether any page is looked at: for hidden ones the table is polled less often."""
        with self._lock:
            return any(page_queue.is_visible for page_queue in self._page_queues)

    def frames_shown(self) -> bool:
        """Return whether any page shows the frames."""
        with self._lock:
            return any(page_queue.frames_shown for page_queue in self._page_queues)

    def publish(self, broadcast: Broadcast) -> None:
        """Send to every page; states and events also go to later ones.

        The hello of another table makes all earlier messages void.
        """
        with self._lock:
            match broadcast:
                case EventsMessage():
                    self._add_events(broadcast)
                case FramesMessage():
                    for page_queue in self._page_queues:
                        page_queue.add_frames(broadcast)
                case Hello(table_number=table_number) if table_number != self._table_number:
                    self._table_number = table_number
                    self._forget_all()
                    self._publish_state(broadcast)
                case _:
                    self._publish_state(broadcast)

    def open_page(self) -> "PageQueue | None":
        """Open a page with the present state; None if there are too many."""
        with self._lock:
            if len(self._page_queues) >= MAX_PAGES:
                return None
            page_queue = PageQueue()
            page_queue.set_state(self._state)
            page_queue.add_events(
                EventsMessage(self._recent_events, replaces_all=True), self._recent_events
            )
            self._page_queues.add(page_queue)
            return page_queue

    def announced(self, record: int, language: str) -> str | None:
        """Return the announcement of this record; None if no page got it."""
        with self._lock:
            announcements = [
                recent
                for recent in self._recent_events
                if recent.record == record and recent.name == ANNOUNCED_NAME
            ]
        return announcements[-1].text_by_language[language] if announcements else None

    def close_page(self, page_queue: "PageQueue") -> None:
        with self._lock:
            self._page_queues.discard(page_queue)

    def _publish_state(self, broadcast: Broadcast) -> None:
        self._state = state_with(self._state, broadcast)
        for page_queue in self._page_queues:
            page_queue.set_state(self._state)

    def _add_events(self, new_events: EventsMessage) -> None:
        earlier_events = () if new_events.replaces_all else self._recent_events
        self._recent_events = (*earlier_events, *new_events.events)[-JOURNAL_TAIL:]
        for page_queue in self._page_queues:
            page_queue.add_events(new_events, self._recent_events)

    def _forget_all(self) -> None:
        self._state, self._recent_events = {}, ()
        for page_queue in self._page_queues:
            page_queue.drop_events()


def state_with(state: State, broadcast: Broadcast) -> State:
    """Return a state with another value of the topic of `broadcast`."""
    value = msgspec.to_builtins(broadcast, str_keys=True)
    return {**state, value.pop("topic"): value}


def visible_state(state: State, view: SetView) -> State:
    """Return the part of a state that a page with this view is sent."""
    if view.visible:
        return state
    return {topic: value for topic, value in state.items() if topic not in PICTURES}


class PageQueue:
    """The pending messages of one page; it reads in the event loop in which it was opened."""

    def __init__(self) -> None:
        self._view = SetView(frames_shown=False)
        self._event_loop = asyncio.get_running_loop()
        self._has_message = asyncio.Event()
        self._lock = threading.Lock()
        self._pending_answers: deque[bytes] = deque()
        self._state: State = {}
        self._sent_state = SentState()
        self._pending_events: EventsMessage | None = None
        self._pending_frames: FramesMessage | None = None

    @property
    def is_visible(self) -> bool:
        """Whether it is visible."""
        return self._view.visible

    @property
    def frames_shown(self) -> bool:
        """Whether it shows the frames of the wires."""
        return self._view.frames_shown and self._view.visible

    @property
    def unread_answers(self) -> int:
        """How many answers it has not read."""
        return len(self._pending_answers)

    def answer(self, answer: PageAnswer) -> None:
        with self._lock:
            self._pending_answers.append(encode_json(answer))
        self._wake_reader()

    def set_view(self, view: SetView) -> None:
        """Set what the page shows."""
        self._view = view
        self._wake_reader()

    def set_state(self, state: State) -> None:
        self._state = state
        self._wake_reader()

    def drop_events(self) -> None:
        """Drop its pending events and frames."""
        with self._lock:
            self._pending_events = self._pending_frames = None

    def add_events(self, new_events: EventsMessage, recent_events: Sequence[EventMessage]) -> None:
        """Add events; if more are pending than are stored, replace them by all stored ones."""
        with self._lock:
            if not new_events.replaces_all and self._pending_events is not None:
                pending_events = (*self._pending_events.events, *new_events.events)
                new_events = EventsMessage(pending_events, self._pending_events.replaces_all)
            if len(new_events.events) > len(recent_events):
                new_events = EventsMessage(tuple(recent_events), replaces_all=True)
            self._pending_events = new_events
        self._wake_reader()

    def add_frames(self, new_frames: FramesMessage) -> None:
        """Add frames, if the page shows them."""
        if not self.frames_shown:
            return
        with self._lock:
            if self._pending_frames is not None:
                frames = (*self._pending_frames.frames, *new_frames.frames)
                lost = (
                    self._pending_frames.lost + new_frames.lost + max(0, len(frames) - MAX_FRAMES)
                )
                new_frames = FramesMessage(frames[-MAX_FRAMES:], lost, new_frames.load)
            self._pending_frames = new_frames
        self._wake_reader()

    async def next_messages(self) -> list[bytes]:
        """Return all messages that are pending, at least one."""
        while True:
            # Cleared before it looks, so that a message which comes after the look sets it again.
            self._has_message.clear()
            if messages := self._take_messages():
                return messages
            await self._has_message.wait()

    def _take_messages(self) -> list[bytes]:
        with self._lock:
            # Answers first, since a page's user waits for them.
            answers = list(self._pending_answers)
            self._pending_answers.clear()
            broadcasts = (self._state_message(), self._pending_events, self._pending_frames)
            self._pending_events = self._pending_frames = None
        return [*answers, *(encode_json(pending) for pending in broadcasts if pending)]

    def _state_message(self) -> StateMessage | None:
        return self._sent_state.message_for(visible_state(self._state, self._view))

    def _wake_reader(self) -> None:
        with suppress(RuntimeError):  # the loop has ended, and every page with it
            self._event_loop.call_soon_threadsafe(self._has_message.set)
