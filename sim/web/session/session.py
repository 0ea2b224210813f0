"""One table served to pages: its bench, its dispatcher, its pollers.

Theory of operation. There is one table for all pages, not one for each: a page is a view
and a keyboard, and holds no state that another page could miss.

    browser ⇄ WebSocket ⇄ PageQueue ◀── OpenPages ◀─ publish ── ScenePoller, StatusPoller,
                  │                                             JournalPoller
                  └─── request ──▶ Dispatcher (one at a time) ──▶ Bench (the table)

- Joining: `OpenPages.open_page` gives the page a queue that already has the state, one value
  a topic (hello, status, scene, lights, displays, people, school, classroom), and the recent
  events. So
  a page needs no request to be up to date. Over MAX_PAGES a page is refused.
- Sending: a page is sent the whole state once, then what changed in it since its last message
  (`firmware/pages/state_changes.py`), at most once a frame of a screen; events and frames
  accumulate. A slow page therefore gets fewer messages and delays no other. Frames of the
  wires are sent only to pages that show them, lights and displays only to visible ones.
- Reconnecting: `shared/socket.js` tries again after 0.25 s, at last every 3 s, and joins as a
  new page; so it does if a message is missing. It sends a heartbeat every 2 s, since a
  browser does not notice a dead network.
- Another table: a hello with another number makes every earlier message void (`OpenPages`).
- Threads: each poller has its own; a request is executed in a worker thread, never in the
  event loop. While no page is visible the pollers look at the table twice a second.
"""

import random
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import TypeVar

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.technician.answers import WireFrames
from firmware.shell.technician.client import TECHNICIAN_SOCKET
from firmware.shell.words.languages import LANGUAGES
from sim.web.bench.bench import Bench
from sim.web.bench.scene import SceneReader
from sim.web.bench.scene_poller import ScenePoller
from sim.web.bench.table_dir import Seating
from sim.web.hands.dispatcher import Dispatcher
from sim.web.hands.fault_injector import FaultInjector
from sim.web.messages.messages_out import EventsMessage, FramesMessage, StatusMessage
from sim.web.messages.school_messages import School
from sim.web.recording.event_origin import EventOrigins
from sim.web.school.trainee_record import TraineeRecord
from sim.web.school.veil import (
    hello_without_odds,
    status_without_outcomes,
    veiled_displays,
    veiled_lights,
    veiled_scene,
    veiled_status,
)
from sim.web.session.event_texts import event_messages
from sim.web.session.hello import NO_LISTS, SchoolLists, make_hello
from sim.web.session.journal_poller import JournalPoller, RoundItems
from sim.web.session.pages import OpenPages
from sim.web.session.status_poller import StatusPoller
from sim.web.session.trainer_control import TrainerControl
from sim.web.session.wire_load import WireLoad

Shown = TypeVar("Shown")


class TableSession:
    """The table with this number. No page gets it until it is opened.

    Raises RequestFailed, ConfigError, RulesError or OSError if there can't be such a table.
    """

    _are_odds_hidden = False
    """Whether the pages have got a greeting without odds."""

    def __init__(
        self,
        seating: Seating,
        table_number: int,
        open_pages: OpenPages,
        random_source: random.Random,
        make_bench: Callable[[Seating], Bench],
        trainee_record: TraineeRecord,
        school_lists: SchoolLists = NO_LISTS,
        trainer_control: TrainerControl | None = None,
    ) -> None:
        trainer_control = trainer_control or TrainerControl()
        self._class_message = trainer_control.class_message
        self._open_pages = open_pages
        self._trainee_record = trainee_record
        self._observers = ExitStack()
        self._is_veiled = False
        """Whether the pages have got a veiled status."""
        with ExitStack() as stack:
            self.bench = make_bench(seating)
            stack.callback(self.bench.close)
            fault_injector = FaultInjector(self.bench)
            self.dispatcher = Dispatcher(
                self.bench,
                fault_injector,
                random_source,
                trainee_record.enter,
                trainer_control.frozen_ms,
            )
            stack.callback(self.dispatcher.close)
            self._make_hello = partial(
                make_hello, self.bench, fault_injector.parts, table_number, school_lists
            )
            self.words = {language: self.bench.config.words_in(language) for language in LANGUAGES}
            self._event_origins = EventOrigins(self.bench.config.wiring)
            self._scene_poller = self._make_scene_poller(fault_injector)
            self._status_poller = self._make_status_poller()
            self._journal_poller = self._make_journal_poller()
            self._exit_stack = stack.pop_all()

    def _make_status_poller(self) -> StatusPoller:
        return StatusPoller(
            self.bench.table_dir.socket_path(),
            self._observe_status,
            self._publish_status,
            self._open_pages.has_viewers,
        )

    def _make_scene_poller(self, fault_injector: FaultInjector) -> ScenePoller:
        scene_reader = SceneReader(
            self.bench, fault_injector.active_faults, self.dispatcher.count_cards_left
        )
        message_sources = (
            partial(self._unless_dark, scene_reader.scene, veiled_scene),
            partial(self._unless_dark, scene_reader.lights, veiled_lights),
            partial(self._unless_dark, scene_reader.displays, veiled_displays),
            self.dispatcher.people_message,
            self._school_message,
            lambda: self._trainee_record.sheet.message,
            self._class_message,
        )
        return ScenePoller(message_sources, self._open_pages.publish, self._open_pages.has_viewers)

    def _school_message(self) -> School:
        return self._trainee_record.in_school(self.dispatcher.school_message())

    def _make_journal_poller(self) -> JournalPoller:
        return JournalPoller(
            self.bench.table_dir.socket_path(TECHNICIAN_SOCKET),
            self._status_poller,
            self._publish_events,
            self._publish_frames,
            WireLoad(self.bench.config.wiring),
            lambda: self._open_pages.has_pages() and not self.dispatcher.is_dark,
            lambda: self._open_pages.frames_shown() and not self.dispatcher.is_dark,
        )

    def _unless_dark(self, read: Callable[[], Shown], veil: Callable[[Shown], Shown]) -> Shown:
        """Return what a part shows, veiled during a blind exercise."""
        shown = read()
        return veil(shown) if self.dispatcher.is_dark else shown

    def open(self) -> None:
        """Switch the table on, and start its observers."""
        self.bench.open()  # the service starts while the pages are greeted
        self._publish_hello()
        self._open_pages.publish(StatusMessage(None))
        for thread in (self._scene_poller, self._status_poller, self._journal_poller):
            thread.start()
            self._observers.callback(thread.close)

    def set_language(self, language: str) -> None:
        """Restart the service in another language; its round continues."""
        self.bench.set_language(language)
        self._publish_hello()

    def stop_observing(self) -> None:
        """Stop sending its state to the pages."""
        self._observers.close()

    def close(self) -> None:
        """End the service, and remove the table's files."""
        self.stop_observing()
        self._exit_stack.close()

    def _observe_status(self, status: Status | None) -> None:
        self.dispatcher.observe_status(status)
        if self.dispatcher.is_dark != self._are_odds_hidden:
            self._publish_hello()
        if self.dispatcher.hides(status) != self._is_veiled:
            # The status itself may stay the same.
            self._publish_status(status)

    def _publish_hello(self) -> None:
        self._are_odds_hidden = self.dispatcher.is_dark
        hello = self._make_hello()
        self._open_pages.publish(hello_without_odds(hello) if self._are_odds_hidden else hello)

    def _publish_status(self, status: Status | None) -> None:
        self._is_veiled = self.dispatcher.hides(status)
        self._open_pages.publish(StatusMessage(self._shown_status(status)))
        self._journal_poller.wake()

    def _shown_status(self, status: Status | None) -> Status | None:
        if status is None or not self.dispatcher.is_dark:
            return status
        if not self._is_veiled:
            return status_without_outcomes(status)
        key = "school.blind_prompt" if status.room is None else "school.blind_pots_prompt"
        prompt = self.words[status.language].render(Text(key))
        return veiled_status(status, prompt)

    def _publish_events(self, entries: RoundItems, *, replaces_all: bool) -> None:
        messages = tuple(event_messages(entries, self.words, self._event_origins))
        self._open_pages.publish(EventsMessage(messages, replaces_all=replaces_all))

    def _publish_frames(self, frames: WireFrames, load: dict[str, float]) -> None:
        self._open_pages.publish(FramesMessage(frames.frames, frames.lost, load))
