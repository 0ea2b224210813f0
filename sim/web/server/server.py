"""Serves the page: its files, one WebSocket for each browser, and the recording as a file."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

import firmware.board
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.pages.http_headers import MEDIA_TYPES, SHARED_FOLDER
from firmware.pages.origin_guard import OriginGuard
from firmware.pages.page_server import UVICORN_OPTIONS
from firmware.shell.device.crash import traceback_lines
from firmware.shell.sockets.control import query_rules
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from sim.web.felt.felt_picture import felt_picture
from sim.web.felt.felt_thumbnail import felt_thumbnail
from sim.web.messages.messages_in import AnyPageRequest, SaveScript, SetLanguage
from sim.web.messages.messages_out import PageAnswer
from sim.web.school.sheet import sheet_csv
from sim.web.server.accept_language import preferred_language
from sim.web.server.console import PageConsoles, ServeConsole
from sim.web.server.explanations import Explanations
from sim.web.server.page_files import PageFiles
from sim.web.server.page_websocket import PageConnection
from sim.web.server.voice import VoiceFiles
from sim.web.session.event_texts import render_text
from sim.web.session.host import TableHost
from sim.web.session.pages import OpenPages, encode_json
from sim.web.session.trainer_control import Requester

PAGE_FOLDER: Final = Path(__file__).parents[1] / "page"
BOARD_FOLDER: Final = Path(firmware.board.__file__).parent / "page"
LONGEST_MESSAGE: Final = 512 << 10
PING_S: Final = 5.0
"""How often a browser is asked whether it is still there, and how long it may take to answer."""
TRY_LATER_STATUS: Final = 1013
"""The status of a connection that may be tried again later (IANA registry of RFC 6455)."""
POLICY_VIOLATION_STATUS: Final = 1008
"""The status of a console that is not served (RFC 6455, 7.4.1: a violation of policy)."""
SCRIPT_MEDIA_TYPE: Final = "application/x-ndjson"

PackDocument = Callable[[str, str], str]
"""Returns a document in a language, around the picture of a felt."""

logger = logging.getLogger(__name__)


class TableWebServer:
    """Serves the table of a host to pages, under these names, and a `console` if there is one."""

    def __init__(
        self,
        table_host: TableHost,
        open_pages: OpenPages,
        names: tuple[str, ...],
        serve_console: ServeConsole | None = None,
        pack_page: PackDocument | None = None,
    ) -> None:
        """`pack_page` is the page of a rule pack that is tried."""
        self._table_host = table_host
        self._consoles = PageConsoles(serve_console) if serve_console else None
        self._open_pages = open_pages
        self._pack_page = pack_page
        # One worker, since one act at a time is done at a table.
        self._request_executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="acts")
        config = uvicorn.Config(
            OriginGuard(self._build_app(), names),
            ws="websockets-sansio",
            ws_max_size=LONGEST_MESSAGE,
            ws_ping_interval=PING_S,
            ws_ping_timeout=PING_S,
            ws_per_message_deflate=False,
            **UVICORN_OPTIONS,
        )
        self._uvicorn_server = uvicorn.Server(config)

    def run(self, listening: socket.socket) -> None:
        """Serve at a socket that listens, until a signal ends it, be it before all is set up."""
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(signal_number, self._uvicorn_server.handle_exit)
        self._uvicorn_server.run(sockets=[listening])
        # An act that still waits for the table must not delay the end.
        self._request_executor.shutdown(wait=False, cancel_futures=True)

    def _build_app(self) -> ASGIApp:
        files = PageFiles(PAGE_FOLDER, BOARD_FOLDER, SHARED_FOLDER)

        reasons = self._table_host.reasons
        explanations = Explanations(reasons.explain, reasons.settled_bets)

        async def serve_board(_request: Request) -> Response:
            return files.file_response("board.html")

        return Starlette(
            routes=[
                Route("/script", self._serve_script),
                Route("/board", serve_board),
                Route("/rules", self._serve_rules),
                Route("/sheet.csv", self._serve_sheet),
                Route("/pack", self._serve_pack),
                Route("/felts/{game}.svg", self._serve_thumbnail),
                Route("/why", explanations.serve_page),
                Route("/settled", explanations.serve_board),
                Route("/voice/{record:int}", self._make_voice().serve),
                WebSocketRoute("/ws", self._serve_page),
                WebSocketRoute("/console", self._serve_console),
                Route("/{name:path}", files.serve),
            ]
        )

    def _make_voice(self) -> VoiceFiles:
        table_host, open_pages = self._table_host, self._open_pages
        return VoiceFiles(
            lambda record: open_pages.announced(record, table_host.language),
            lambda: table_host.phrases,
        )

    async def _serve_pack(self, request: Request) -> Response:
        if self._pack_page is None:
            return PlainTextResponse("404: no pack is tried\n", 404)
        language = request.query_params.get("lang", self._table_host.language)
        felt = felt_picture(self._table_host.felt, language)
        document = await asyncio.to_thread(self._pack_page, language, felt)
        return HTMLResponse(document)

    async def _serve_thumbnail(self, request: Request) -> Response:
        """Answer with the picture of a game's felt, to choose its table by."""
        game = request.path_params["game"]
        if game not in self._table_host.served_games:
            return PlainTextResponse("404: no such game\n", 404)
        felt = await asyncio.to_thread(self._table_host.felt_of, game)
        return Response(felt_thumbnail(felt), media_type=MEDIA_TYPES[".svg"])

    async def _serve_rules(self, request: Request) -> Response:
        """Answer with the rules of the table, in the language that the query names: none during a
        blind exercise, since they have the odds.
        """
        language = request.query_params.get("lang", "")
        if language not in LANGUAGES:
            return PlainTextResponse("400: no such language\n", 400)
        if self._table_host.is_dark:
            return JSONResponse(None)
        try:
            rules = await asyncio.to_thread(query_rules, self._table_host.control_socket, language)
        except ControlError:
            return PlainTextResponse("503: the table does not answer\n", 503)
        return Response(msgspec.json.encode(rules), media_type="application/json")

    async def _serve_sheet(self, _request: Request) -> Response:
        """Answer with the sheet of the school, a row for each act."""
        disposition = {"Content-Disposition": 'attachment; filename="school-sheet.csv"'}
        content = sheet_csv(self._table_host.trainee_record.sheet.lines)
        return Response(content, media_type="text/csv", headers=disposition)

    async def _serve_page(self, websocket: WebSocket) -> None:
        await websocket.accept()
        requester = self._table_host.trainer_control.requester(
            websocket.headers.get("authorization", ""), websocket.url.query
        )
        if requester is None:
            await websocket.close(POLICY_VIOLATION_STATUS)
            return
        language = preferred_language(websocket.headers.get("accept-language", ""))
        if language and self._table_host.language_unset:
            # Not awaited: the page is greeted now, and once more in its language.
            self._request_executor.submit(self._execute_now, SetLanguage(language=language))
        page_queue = self._open_pages.open_page()
        if page_queue is None:
            refused = self._refusal(0, Text("web.crowded"))
            await websocket.send_text(encode_json(refused).decode())
            await websocket.close(TRY_LATER_STATUS)
            return
        try:
            execute = partial(self._execute, requester=requester)
            await PageConnection(websocket, page_queue, execute, self._refusal).run()
        finally:
            self._open_pages.close_page(page_queue)

    async def _serve_console(self, websocket: WebSocket) -> None:
        await websocket.accept()
        if self._consoles is None:
            await websocket.close(POLICY_VIOLATION_STATUS)
        else:
            await self._consoles.serve(websocket)

    async def _serve_script(self, _request: Request) -> Response:
        answer = await self._execute(SaveScript())
        if answer.result is None:
            return PlainTextResponse(
                answer.refusal_by_language[self._table_host.language] + "\n", 409
            )
        name = f"{self._table_host.game}.jsonl"
        disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(answer.result, media_type=SCRIPT_MEDIA_TYPE, headers=disposition)

    async def _execute(self, request: AnyPageRequest, requester: Requester = "page") -> PageAnswer:
        event_loop = asyncio.get_running_loop()
        return await event_loop.run_in_executor(
            self._request_executor, self._execute_now, request, requester
        )

    def _execute_now(self, request: AnyPageRequest, requester: Requester = "page") -> PageAnswer:
        try:
            return PageAnswer(request.ref, result=self._table_host.execute(request, requester))
        except RequestFailed as refused:
            return self._refusal(request.ref, refused.why)
        except Exception as error:  # noqa: BLE001 - one act that failed must not end the others
            logger.error("%s: %s", type(request).__name__, " ".join(traceback_lines(error)))  # noqa: TRY400
            return self._refusal(request.ref, Text("web.failed", {"kind": type(error).__name__}))

    def _refusal(self, ref: int, reason: Text) -> PageAnswer:
        return refusal_answer(ref, reason, self._table_host.words)


def refusal_answer(ref: int, reason: Text, words: Mapping[str, Words]) -> PageAnswer:
    """Return the answer to a refused act, in every language."""
    return PageAnswer(
        ref, reason, {language: render_text(spoken, reason) for language, spoken in words.items()}
    )
