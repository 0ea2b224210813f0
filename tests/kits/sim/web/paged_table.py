"""A page in a browser and its table in this process, on virtual time: the test is the server."""

import msgspec
from playwright.sync_api import Page, WebSocketRoute

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from firmware.pages.state_changes import SentState, State, StateMessage
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.words.languages import LANGUAGES
from sim.web.bench.scene import SceneReader
from sim.web.bench.table_dir import Seating
from sim.web.messages.messages_in import AnyPageRequest, OpenTable, PlayStep, SetView
from sim.web.messages.messages_out import EventsMessage, FramesMessage, PageAnswer, StatusMessage
from sim.web.server.server import refusal_answer
from sim.web.session.hello import make_hello
from sim.web.session.pages import encode_json, state_with, visible_state
from tests.kits.sim.web.person import MOUNTED
from tests.kits.sim.web.seated_table import SeatedTable

SLICE_MS = 200
QUIET_MS = 600
"""Without a change for so long, the table is at rest."""
MOST_MS = 60_000
TURNS_MS = 2000
"""The time between two signs of life of the page."""


class PagedTable:
    """Executes the page's requests, lets the table come to rest, and sends the page its state.

    The page's files are at `host`.
    """

    def __init__(self, page: Page, host: str, seating: Seating) -> None:
        self.page = page
        self._wire: WebSocketRoute | None = None
        self._decoder: msgspec.json.Decoder[AnyPageRequest] = msgspec.json.Decoder(AnyPageRequest)
        self._sent_state = SentState()
        self._view = SetView(frames_shown=False)
        self.is_still = False
        """Whether no time passes with the page's signs of life."""
        self._loses_change = False
        self._seat = self.connections = 0
        self._sit_down(seating)
        page.route_web_socket(f"{host.replace('http', 'ws')}ws", self._connect)
        page.goto(host)
        page.wait_for_selector(MOUNTED)

    def account(self) -> str:
        """Say how the table is."""
        return self.table.account()

    def seat(self, seating: Seating) -> None:
        """Open another table, and send it to the page."""
        self.close()
        self._sit_down(seating)
        self._tell()

    def play_steps(self, steps: int) -> None:
        """Have people do what is prompted, so many times, each of which is sent to the page."""
        for _ in range(steps):
            self.table.acting.execute(PlayStep())
            self._come_to_rest()
            self._tell()

    def lose_change(self) -> None:
        """Keep the next change from the page."""
        self._loses_change = True

    def close(self) -> None:
        """Remove the table."""
        self.table.close()

    def _sit_down(self, seating: Seating) -> None:
        self._seat += 1
        self.table = SeatedTable(seating)
        self._eyes = SceneReader(
            self.table.bench, self.table.breaking.active_faults, self.table.acting.count_cards_left
        )
        self._hello = make_hello(self.table.bench, self.table.breaking.parts, self._seat)

    def _connect(self, wire: WebSocketRoute) -> None:
        self._wire, self._sent_state = wire, SentState()
        self.connections += 1
        wire.on_message(self._receive_request)
        self._tell()

    def _receive_request(self, said: str | bytes) -> None:
        act = self._decoder.decode(said)
        answer = self._answer(act)
        self._tell()
        self.say(answer)

    def _answer(self, act: AnyPageRequest) -> PageAnswer:
        match act:
            case SetView():
                self._view = act
                self.table.bench.hands.wait(0 if self.is_still else TURNS_MS)
                return PageAnswer(act.ref)
            case OpenTable():
                language = self.table.bench.config.language
                self.close()
                self._sit_down(Seating(act.game, language=language))
                return PageAnswer(act.ref)
        try:
            answer = PageAnswer(act.ref, result=self.table.acting.execute(act))
        except RequestFailed as unfit:
            config = self.table.bench.config
            words = {language: config.words_in(language) for language in LANGUAGES}
            answer = refusal_answer(act.ref, unfit.why, words)
        self._come_to_rest()
        return answer

    def _come_to_rest(self) -> None:
        """Let time pass until the table is at rest."""
        before, quiet_ms = self._look(), 0
        for _ in range(0, MOST_MS, SLICE_MS):
            self.table.bench.hands.wait(SLICE_MS)
            now = self._look()
            quiet_ms = quiet_ms + SLICE_MS if _steady(now) == _steady(before) else 0
            before = now
            if quiet_ms >= QUIET_MS and not (self._turning or self._comes_back(now)):
                return

    @property
    def _turning(self) -> bool:
        wheel = self.table.bench.sim_table.wheel
        return wheel is not None and wheel.is_spinning

    def _comes_back(self, now: Status | None) -> bool:
        """Return whether a part is lost that will come back by itself."""
        lost = now is not None and not all(part.up for part in now.parts)
        return lost and not self.table.breaking.active_faults()

    def _look(self) -> Status | None:
        try:
            seen = self.table.bench.read_status()
        except ControlError:
            return None
        self.table.acting.observe_status(seen)
        return seen

    def _tell(self) -> None:
        """Send what has changed since the page's last state."""
        eyes = self._eyes
        state: State = {}
        for part in (
            self._hello,
            StatusMessage(self._look()),
            eyes.scene(),
            eyes.lights(),
            eyes.displays(),
            self.table.acting.people_message(),
        ):
            state = state_with(state, part)
        message = self._sent_state.message_for(visible_state(state, self._view))
        if message and not self._loses_change:
            self.say(message)
        self._loses_change = self._loses_change and message is None

    def say(self, message: EventsMessage | FramesMessage | PageAnswer | StateMessage) -> None:
        """Send the page a message."""
        if self._wire is not None:
            self._wire.send(encode_json(message).decode())


def _steady(seen: Status | None) -> Status | None:
    """Return a status without its meters, which never rest."""
    return seen and msgspec.structs.replace(seen, parts=tuple((p.name, p.up) for p in seen.parts))
