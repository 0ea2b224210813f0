"""One table served to pages: its bench, its acts, its observers."""

import random
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Final

from firmware.core.vocabulary.status import Status
from firmware.shell.technician.answers import Frames
from firmware.shell.technician.client import SOCKET as TECHNICIAN
from firmware.shell.words.words import LANGUAGES, Words
from sim.web.bench.bench import Bench
from sim.web.bench.looking import Looker
from sim.web.bench.scene import Eyes
from sim.web.bench.table_dir import Seating
from sim.web.hands.breaking import Breaking
from sim.web.hands.dispatcher import Acting
from sim.web.messages.messages_out import Events, ExerciseTold, FramesTold, StatusTold
from sim.web.recording.event_origin import Causes
from sim.web.session.hello import hello
from sim.web.session.listening import Entered, Listener
from sim.web.session.load import Load
from sim.web.session.pages import Pages
from sim.web.session.translations import events_told
from sim.web.session.watching import Watcher

WORDS: Final = {language: Words.load(language) for language in LANGUAGES}


class Session:
    """The `seat`-th table. No page sees it until it is opened.

    Raises CannotBeDone, ConfigError, RulesError or OSError if there can't be such a table.
    """

    def __init__(
        self,
        seating: Seating,
        seat: int,
        pages: Pages,
        chance: random.Random,
        seated: Callable[[Seating], Bench],
        exercises: tuple[ExerciseTold, ...] = (),
    ) -> None:
        self._pages = pages
        self._observers = ExitStack()
        with ExitStack() as stack:
            self.bench = seated(seating)
            stack.callback(self.bench.close)
            breaking = Breaking(self.bench)
            self.acting = Acting(self.bench, breaking, chance)
            stack.callback(self.acting.close)
            self._hello = partial(hello, self.bench, breaking.parts, seat, exercises)
            config = self.bench.config
            chips = config.tournament is not None
            self._words = {
                one: words.at(config.table.game, chips=chips) for one, words in WORDS.items()
            }
            self._causes = Causes(self.bench.config.wiring)
            eyes = Eyes(self.bench, breaking.broken, self.acting.left)
            looks = eyes.scene, eyes.lights, self.acting.told, self.acting.school
            self._looker = Looker(looks, pages.tell, pages.watched)
            room = self.bench.room
            self._watcher = Watcher(room.socket(), self.acting.watch, self._show, pages.watched)
            self._listener = Listener(
                room.socket(TECHNICIAN),
                self._watcher,
                self._note,
                self._carry,
                Load(self.bench.config.wiring),
                pages.watched,
                pages.inside,
            )
            self._stack = stack.pop_all()

    def open(self) -> None:
        """Switch the table on, and tell of it."""
        self.bench.open()  # the service starts while the pages are greeted
        self._pages.tell(self._hello())
        self._pages.tell(StatusTold(None))
        for thread in (self._looker, self._watcher, self._listener):
            thread.start()
            self._observers.callback(thread.close)

    def speak(self, language: str) -> None:
        """Have the service start again in another language; its round goes on."""
        self.bench.speak(language)
        self._pages.tell(self._hello())

    def leave(self) -> None:
        """Tell the pages no more of it."""
        self._observers.close()

    def close(self) -> None:
        """End the service, and remove everything of the table."""
        self.leave()
        self._stack.close()

    def _show(self, status: Status | None) -> None:
        self._pages.tell(StatusTold(status))
        self._listener.wake()

    def _note(self, entries: Entered, *, anew: bool) -> None:
        told = tuple(events_told(entries, self._words, self._causes))
        self._pages.tell(Events(told, anew=anew))

    def _carry(self, frames: Frames, load: dict[str, float]) -> None:
        self._pages.tell(FramesTold(frames.frames, frames.lost, load))
