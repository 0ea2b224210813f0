"""The technician's console of a page: text each way, over a WebSocket of its own."""

import asyncio
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

MAX_CONSOLES: Final = 4
MAX_INPUT: Final = 4096
"""Characters of a message."""
MAX_UNREAD: Final = 64
"""Messages that the console has not read yet; beyond it the page has to wait."""
UNREAD_POLL_S: Final = 0.1
SEND_TIMEOUT_S: Final = 10.0
"""How long a page may take to accept output before it counts as lost."""
TRY_LATER_STATUS: Final = 1013


class ConsoleOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message to the page: text to print, and whether the next input is secret."""

    text: str = ""
    hidden: bool | None = None


class ConsoleLine:
    """The line between a console and a page, for the console's thread.

    Its methods raise ConnectionError once the page has gone.
    """

    def __init__(self, send_text: Callable[[str], None], language: str) -> None:
        self.language = language
        self._send_text = send_text
        self._input_queue: queue.Queue[str | None] = queue.Queue(MAX_UNREAD)
        self._is_lost = threading.Event()

    def read(self, most_s: float) -> str:
        """Return the next message, "" if none comes within `most_s`."""
        if self._is_lost.is_set():
            raise ConnectionError("the page has gone")
        try:
            input_text = self._input_queue.get(timeout=most_s)
        except queue.Empty:
            return ""
        if input_text is None:
            raise ConnectionError("the page has gone")
        return input_text

    def write(self, text: str) -> None:
        self._send_output(ConsoleOutput(text))

    def set_hidden(self, *, hidden: bool) -> None:
        """Say whether the answer that is typed next is secret."""
        self._send_output(ConsoleOutput(hidden=hidden))

    async def take_input(self, text: str) -> None:
        """Take a message of the page, as soon as there is room for it."""
        while self._input_queue.full():
            await asyncio.sleep(UNREAD_POLL_S)
        self._input_queue.put_nowait(text)

    def disconnect(self) -> None:
        """The page has gone."""
        self._is_lost.set()
        # A reader of a full queue needs no end mark: it finds the flag at its next read.
        with suppress(queue.Full):
            self._input_queue.put_nowait(None)

    def _send_output(self, output: ConsoleOutput) -> None:
        if self._is_lost.is_set():
            raise ConnectionError("the page has gone")
        self._send_text(msgspec.json.encode(output).decode())


ServeConsole = Callable[[ConsoleLine], None]
"""Serves the person at a line until he leaves, or the line is lost."""


class PageConsoles:
    """The consoles of all pages, each in a thread of its own."""

    def __init__(self, serve_console: ServeConsole) -> None:
        self._serve_console = serve_console
        self._open_count = 0

    async def serve(self, websocket: WebSocket) -> None:
        """Serve the page at `wire` until the person or the page has gone."""
        if self._open_count >= MAX_CONSOLES:
            await websocket.close(TRY_LATER_STATUS)
            return
        event_loop = asyncio.get_running_loop()

        def send_text(text: str) -> None:
            send_future = asyncio.run_coroutine_threadsafe(websocket.send_text(text), event_loop)
            try:
                send_future.result(SEND_TIMEOUT_S)
            # Whatever has failed in the event loop, the page cannot be reached any more.
            except Exception as error:
                raise ConnectionError("the page has gone") from error

        console_line = ConsoleLine(send_text, websocket.query_params.get("lang", ""))
        self._open_count += 1
        console_task = asyncio.create_task(asyncio.to_thread(self._serve_console, console_line))
        input_task = asyncio.create_task(_forward_input(websocket, console_line))
        try:
            await asyncio.wait({console_task, input_task}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            console_line.disconnect()
            input_task.cancel()
            # The thread ends at its next read or write, and counts as a console until then.
            await console_task
            self._open_count -= 1
        # Starlette raises RuntimeError if the page has closed it already.
        with suppress(RuntimeError):
            await websocket.close()


async def _forward_input(websocket: WebSocket, console_line: ConsoleLine) -> None:
    """Forward the page's input, until it closes or sends an invalid message."""
    with suppress(WebSocketDisconnect, KeyError):
        while len(text := await websocket.receive_text()) <= MAX_INPUT:
            await console_line.take_input(text)
