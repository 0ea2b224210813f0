"""Serves the page: its files, one WebSocket for each browser, and the recording as a file."""

import asyncio
import logging
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

import firmware.board
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.pages.answers import SHARED
from firmware.pages.guard import Guard
from firmware.pages.page_server import UVICORN
from firmware.shell.device.crash import told
from hal.pi.phrases import Phrases
from sim.web.messages.messages_in import AnyAct, Save, Speak
from sim.web.messages.messages_out import Answer
from sim.web.server.console import Console, Consoles
from sim.web.server.page_connection import Talk
from sim.web.server.page_files import PageFiles
from sim.web.server.preferred import preferred
from sim.web.server.voice import Voice
from sim.web.session.host import Host
from sim.web.session.pages import Pages, encode
from sim.web.session.session import WORDS
from sim.web.session.translations import said

PAGE: Final = Path(__file__).parents[1] / "page"
BOARD: Final = Path(firmware.board.__file__).parent / "page"
LONGEST_MESSAGE: Final = 512 << 10
PING_S: Final = 5.0
"""How often a browser is asked whether it is still there, and how long it may take to answer."""
CROWDED: Final = 1013
"""The status of a connection that may be tried again later (IANA registry of RFC 6455)."""
NOT_HERE: Final = 1008
"""The status of a console that is not served (RFC 6455, 7.4.1: a violation of policy)."""
SCRIPT: Final = "application/x-ndjson"

log = logging.getLogger(__name__)


class Server:
    """Serves the table of a host to pages, under these names, and a `console` if there is one."""

    def __init__(
        self, host: Host, pages: Pages, names: tuple[str, ...], console: Console | None = None
    ) -> None:
        self._host = host
        self._consoles = Consoles(console) if console else None
        self._pages = pages
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="acts")
        config = uvicorn.Config(
            Guard(self._app(), names),
            ws="websockets-sansio",
            ws_max_size=LONGEST_MESSAGE,
            ws_ping_interval=PING_S,
            ws_ping_timeout=PING_S,
            ws_per_message_deflate=False,
            **UVICORN,
        )
        self._server = uvicorn.Server(config)

    def run(self, listening: socket.socket) -> None:
        """Serve at a socket that listens, until a signal ends it, be it before all is set up."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._server.handle_exit)
        self._server.run(sockets=[listening])
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _app(self) -> ASGIApp:
        files = PageFiles(PAGE, BOARD, SHARED)

        async def board(_request: Request) -> Response:
            return files.served("board.html")

        return Starlette(
            routes=[
                Route("/script", self._script),
                Route("/board", board),
                Route("/voice/{record:int}", self._voice().serve),
                WebSocketRoute("/ws", self._talk),
                WebSocketRoute("/console", self._console),
                Route("/{name:path}", files.serve),
            ]
        )

    def _voice(self) -> Voice:
        host, pages = self._host, self._pages
        return Voice(
            lambda record: pages.announced(record, host.language),
            lambda: Phrases(host.language, host.voice),
        )

    async def _talk(self, wire: WebSocket) -> None:
        await wire.accept()
        language = preferred(wire.headers.get("accept-language", ""))
        if language and self._host.asks_language:
            self._worker.submit(self._done, Speak(language=language))
        page = self._pages.come()
        if page is None:
            refused = refusal(0, Text("web.crowded"))
            await wire.send_text(encode(refused).decode())
            await wire.close(CROWDED)
            return
        try:
            await Talk(wire, page, self._do, refusal).run()
        finally:
            self._pages.go(page)

    async def _console(self, wire: WebSocket) -> None:
        await wire.accept()
        if self._consoles is None:
            await wire.close(NOT_HERE)
        else:
            await self._consoles.serve(wire)

    async def _script(self, _request: Request) -> Response:
        answer = await self._do(Save())
        if answer.done is None:
            return PlainTextResponse(answer.said[self._host.language] + "\n", 409)
        name = f"{self._host.game}.jsonl"
        disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(answer.done, media_type=SCRIPT, headers=disposition)

    async def _do(self, act: AnyAct) -> Answer:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._worker, self._done, act)

    def _done(self, act: AnyAct) -> Answer:
        try:
            return Answer(act.ref, done=self._host.do(act))
        except CannotBeDone as unfit:
            return refusal(act.ref, unfit.why)
        except Exception as error:  # noqa: BLE001 - one act that failed must not end the others
            log.error("%s: %s", type(act).__name__, " ".join(told(error)))  # noqa: TRY400
            return refusal(act.ref, Text("web.failed", {"kind": type(error).__name__}))


def refusal(ref: int, why: Text) -> Answer:
    """Return the answer to a refused act, in every language."""
    return Answer(ref, why, {language: said(words, why) for language, words in WORDS.items()})
