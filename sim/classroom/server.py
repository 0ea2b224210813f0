"""Serves the trainer's page: its files, a WebSocket for each of his browsers, and the sheets."""

import asyncio
import hmac
import socket
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.pages.http_headers import SHARED_FOLDER
from firmware.pages.origin_guard import OriginGuard
from firmware.pages.page_server import UVICORN_OPTIONS
from firmware.pages.state_changes import SentState
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.page_templates import language_names, page_templates
from firmware.shell.words.words import Words
from sim.classroom.classroom import Classroom
from sim.classroom.requests import AnyTrainerRequest, Beat, Enter
from sim.classroom.seat import Seat
from sim.classroom.sheet_files import class_csv, class_lines, class_signed
from sim.web.messages.messages_out import PageAnswer
from sim.web.server.page_files import PageFiles
from sim.web.server.server import PAGE_FOLDER as TABLE_PAGE_FOLDER
from sim.web.server.server import refusal_answer
from sim.web.session.trainer_control import BEARER_SCHEME

PAGE_FOLDER: Final = Path(__file__).parent / "page"
WORDS_FILE: Final = "class"
PAGE_WORD_PREFIXES: Final = ("class.", "game.", "web.school.do.", "bet.", "part.", "seat.")
LONGEST_MESSAGE: Final = 16 << 10
FRAME_S: Final = 0.1
"""The shortest time between two messages to a page."""
MOST_PAGES: Final = 10
TRY_LATER_STATUS: Final = 1013
POLICY_VIOLATION_STATUS: Final = 1008
SHEET_FILES: Final = {
    "/sheet": (class_lines, "application/json"),
    "/sheet.csv": (class_csv, "text/csv"),
    "/sheet.signed": (class_signed, "application/json"),
}
DECODE_ERRORS: Final = (msgspec.DecodeError, ValueError, RecursionError)


class ClassServer:
    """Serves a class. `classroom` is set before `run`."""

    classroom: Classroom

    def __init__(
        self,
        secret: str,
        names: tuple[str, ...],
        simulate: Callable[[Classroom], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        """`simulate` has simulated trainees work at the tables."""
        self._secret = secret
        self._simulate = simulate
        self._pages: set[TrainerConnection] = set()
        self._words = {language: Words.load(language) for language in language_names(WORDS_FILE)}
        config = uvicorn.Config(
            OriginGuard(self._build_app(), names),
            ws="websockets-sansio",
            ws_max_size=LONGEST_MESSAGE,
            ws_per_message_deflate=False,
            **UVICORN_OPTIONS,
        )
        self._uvicorn_server = uvicorn.Server(config)

    def notify(self) -> None:
        """Have every page look at the class."""
        for page in self._pages:
            page.has_news.set()

    def run(self, listening: socket.socket) -> None:
        """Serve until a signal."""
        asyncio.run(self._run(listening))

    async def _run(self, listening: socket.socket) -> None:
        background = [asyncio.create_task(self.classroom.run())]
        if self._simulate is not None:
            background.append(asyncio.create_task(self._simulate(self.classroom)))
        try:
            await self._uvicorn_server.serve(sockets=[listening])
        finally:
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)

    def _build_app(self) -> ASGIApp:
        # the page's own documents come last: they replace those of the same name
        files = PageFiles(TABLE_PAGE_FOLDER, SHARED_FOLDER, PAGE_FOLDER)
        return Starlette(
            routes=[
                WebSocketRoute("/ws", self._serve_trainer),
                *(
                    Route(path, partial(self._serve_sheets, make_file, media_type))
                    for path, (make_file, media_type) in SHEET_FILES.items()
                ),
                Route("/{name:path}", files.serve),
            ]
        )

    async def _serve_sheets(
        self, make_file: Callable[[list[Seat]], bytes], media_type: str, request: Request
    ) -> Response:
        given_secret = request.headers.get("authorization", "").removeprefix(BEARER_SCHEME)
        if not self.is_secret(given_secret):
            return PlainTextResponse("401: the trainer alone, by the secret\n", 401)
        try:
            content = await asyncio.to_thread(make_file, self.classroom.seats)
        except RequestFailed as refused:
            text = Words.load(self.classroom.plan.file.language).render(refused.why)
            return PlainTextResponse(f"409: {text}\n", 409)
        return Response(content, media_type=media_type)

    async def _serve_trainer(self, websocket: WebSocket) -> None:
        await websocket.accept()
        if len(self._pages) >= MOST_PAGES:
            await websocket.close(TRY_LATER_STATUS)
            return
        page = TrainerConnection(websocket, self)
        self._pages.add(page)
        try:
            await page.run()
        finally:
            self._pages.discard(page)

    def state(self, *, is_trainer: bool) -> Mapping[str, Any]:
        """Return the state of a page: the words, and for the trainer the class."""
        state: dict[str, Any] = {"hello": {"words": self._page_words, "in": is_trainer}}
        if is_trainer:
            view: dict[str, Any] = msgspec.to_builtins(self.classroom.view, str_keys=True)
            state[view.pop("topic")] = view
        return state

    @property
    def _page_words(self) -> Mapping[str, Mapping[str, str]]:
        return {
            language: page_templates(language, None, PAGE_WORD_PREFIXES) for language in self._words
        }

    def is_secret(self, given_secret: str) -> bool:
        return hmac.compare_digest(given_secret.encode(), self._secret.encode())

    def refusal(self, ref: int, reason: Text) -> PageAnswer:
        return refusal_answer(ref, reason, self._words)


class TrainerConnection:
    """The conversation with one page of the trainer."""

    def __init__(self, websocket: WebSocket, server: ClassServer) -> None:
        self.has_news = asyncio.Event()
        self._websocket = websocket
        self._server = server
        self._is_trainer = False
        self._decoder: msgspec.json.Decoder[AnyTrainerRequest] = msgspec.json.Decoder(
            AnyTrainerRequest
        )

    async def run(self) -> None:
        """Return when the page has gone."""
        tasks = {
            asyncio.create_task(self._send_states()),
            asyncio.create_task(self._answer_requests()),
        }
        try:
            finished_tasks, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in finished_tasks:
                task.result()  # raises the error that has ended it
        except WebSocketDisconnect:
            pass
        finally:
            for task in tasks:
                task.cancel()

    async def _answer_requests(self) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            answer = await self._answer(message.get("text"))
            await self._websocket.send_text(msgspec.json.encode(answer).decode())

    async def _send_states(self) -> None:
        sent_state = SentState()
        while True:
            self.has_news.clear()
            state = self._server.state(is_trainer=self._is_trainer)
            if message := sent_state.message_for(state):
                await self._websocket.send_text(msgspec.json.encode(message).decode())
            await asyncio.sleep(FRAME_S)
            await self.has_news.wait()

    async def _answer(self, message_text: str | None) -> PageAnswer:
        if message_text is None:
            return self._server.refusal(0, Text("web.binary"))
        try:
            request = self._decoder.decode(message_text)
        except DECODE_ERRORS as error:
            return self._server.refusal(0, Text("web.malformed", {"why": decode_reason(error)}))
        if isinstance(request, Beat):
            return PageAnswer(request.ref)
        try:
            await self._execute(request)
        except RequestFailed as refused:
            return self._server.refusal(request.ref, refused.why)
        self.has_news.set()
        return PageAnswer(request.ref)

    async def _execute(self, request: AnyTrainerRequest) -> None:
        if isinstance(request, Enter):
            if not self._server.is_secret(request.secret):
                raise RequestFailed(Text("class.wrong_secret"))
            self._is_trainer = True
        elif not self._is_trainer:
            raise RequestFailed(Text("class.trainer_only"))
        else:
            await self._server.classroom.execute(request)
