"""The technician's console of a page: text each way, over a WebSocket of its own."""

import asyncio
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

MOST_CONSOLES: Final = 4
LONGEST: Final = 4096
"""Characters of a message."""
MOST_UNREAD: Final = 64
"""Messages that the console has not read yet; beyond it the page has to wait."""
UNREAD_S: Final = 0.1
SENT_S: Final = 10.0
"""How long a page may take to accept output before it counts as lost."""
CROWDED: Final = 1013


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message to the page: text to print, and whether what is typed from here on is secret."""

    text: str = ""
    hidden: bool | None = None


class Line:
    """The line between a console and a page, for the console's thread.

    Its methods raise ConnectionError once the page has gone.
    """

    def __init__(self, send: Callable[[str], None], language: str) -> None:
        self.language = language
        self._send = send
        self._heard: queue.Queue[str | None] = queue.Queue(MOST_UNREAD)
        self._lost = threading.Event()

    def read(self, most_s: float) -> str:
        """Return the next message, "" if none comes within `most_s`."""
        if self._lost.is_set():
            raise ConnectionError("the page has gone")
        try:
            heard = self._heard.get(timeout=most_s)
        except queue.Empty:
            return ""
        if heard is None:
            raise ConnectionError("the page has gone")
        return heard

    def write(self, text: str) -> None:
        self._tell(Said(text))

    def hide(self, *, hidden: bool) -> None:
        """Say whether the answer that is typed next is secret."""
        self._tell(Said(hidden=hidden))

    async def hear(self, text: str) -> None:
        """Take a message of the page, as soon as there is room for it."""
        while self._heard.full():
            await asyncio.sleep(UNREAD_S)
        self._heard.put_nowait(text)

    def lose(self) -> None:
        """The page has gone."""
        self._lost.set()
        with suppress(queue.Full):
            self._heard.put_nowait(None)

    def _tell(self, said: Said) -> None:
        if self._lost.is_set():
            raise ConnectionError("the page has gone")
        self._send(msgspec.json.encode(said).decode())


Console = Callable[[Line], None]
"""Serves the person at a line until he leaves, or the line is lost."""


class Consoles:
    """The consoles of all pages, each in a thread of its own."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._open = 0

    async def serve(self, wire: WebSocket) -> None:
        """Serve the page at `wire` until the person or the page has gone."""
        if self._open >= MOST_CONSOLES:
            await wire.close(CROWDED)
            return
        loop = asyncio.get_running_loop()

        def send(text: str) -> None:
            sending = asyncio.run_coroutine_threadsafe(wire.send_text(text), loop)
            try:
                sending.result(SENT_S)
            except Exception as error:
                raise ConnectionError("the page has gone") from error

        line = Line(send, wire.query_params.get("lang", ""))
        self._open += 1
        served = asyncio.create_task(asyncio.to_thread(self._console, line))
        heard = asyncio.create_task(_hear(wire, line))
        try:
            await asyncio.wait({served, heard}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            line.lose()
            heard.cancel()
            await served
            self._open -= 1
        with suppress(RuntimeError):
            await wire.close()


async def _hear(wire: WebSocket, line: Line) -> None:
    """Pass on what the page says, until it has gone or talks nonsense."""
    with suppress(WebSocketDisconnect, KeyError):
        while len(text := await wire.receive_text()) <= LONGEST:
            await line.hear(text)
