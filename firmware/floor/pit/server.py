"""Serves the pit's page: its files, the state of the floor, acknowledgements, forms and reports."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.access import BrowserSessions, RateLimiter
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.pit.requests import AcknowledgeRequest, FileFormRequest, SignInRequest
from firmware.floor.pit.shifts import first_hour
from firmware.floor.pit.takings_reports import (
    REPORT_COLUMN_KEYS,
    ReportLine,
    parse_grouping,
    report_csv,
)
from firmware.pages.static_files import page_files
from firmware.shell.technician.requests import Person
from firmware.shell.words.page_templates import page_templates
from firmware.shell.words.words import LANGUAGES, Words

PAGE_FOLDER: Final = Path(__file__).with_name("page")
SESSION_COOKIE: Final = "croupier-pit"
MAX_BODY_OCTETS: Final = 16 << 10
"""The most octets of a request's body."""
PAGE_WORD_PREFIXES: Final = (
    *("pit.", "game.", "bet.", "fault.", "part.", "floor.alarm.", "console.w", "do."),
    *("hand.", "rank.", "suit.", "ui.door.", "why.lot"),
    *("slots.", "hall.alarm.", "hardware.", "journal.lost", "errno."),
)
"""Prefixes of the message keys that the page may need."""

CheckPassphrase = Callable[[str, str], Person]
"""Returns the person with that name and passphrase. Raises RequestFailed."""
Endpoint = Callable[[Request], Awaitable[Response]]
RequestType = TypeVar("RequestType")


class RequestRefused(Exception):
    """A request is refused; the page shows the reason in its language."""

    def __init__(self, status_code: int, reason: Text) -> None:
        super().__init__(reason.key)
        self.status_code, self.reason = status_code, reason


class PitServer:
    """The floor, served to signed-in users."""

    def __init__(
        self,
        monitor: FloorMonitor,
        check_passphrase: CheckPassphrase,
        sessions: BrowserSessions | None = None,
        rate_limiter: RateLimiter | None = None,
    ) -> None:
        self._monitor, self._check_passphrase = monitor, check_passphrase
        self._sessions, self._rate_limiter = (
            sessions or BrowserSessions(),
            rate_limiter or RateLimiter(),
        )
        # one check at a time: a passphrase's hash is dear on purpose, and guesses come in crowds
        self._passphrase_gate = asyncio.Semaphore(1)

    @property
    def app(self) -> ASGIApp:
        routes = [
            Route("/words/{language}", self._guarded(self._serve_words, signed_in=False)),
            Route(
                "/sign-in", self._guarded(self._serve_sign_in, signed_in=False), methods=["POST"]
            ),
            Route("/sign-out", self._guarded(self._serve_sign_out), methods=["POST"]),
            Route("/state", self._guarded(self._serve_state)),
            Route("/table/{name}", self._guarded(self._serve_table)),
            Route("/acknowledge", self._guarded(self._serve_acknowledge), methods=["POST"]),
            Route("/forms", self._guarded(self._serve_forms)),
            Route("/forms", self._guarded(self._serve_file_form), methods=["POST"]),
            Route("/report", self._guarded(self._serve_report)),
            Route("/report.csv", self._guarded(self._serve_report_csv)),
            Mount("/", page_files(PAGE_FOLDER)),
        ]
        return Starlette(routes=routes)

    def _guarded(self, handler: Endpoint, *, signed_in: bool = True) -> Endpoint:
        """Wrap an endpoint: rate limit, sign-in, and refusals as JSON."""

        async def endpoint(request: Request) -> Response:
            try:
                self._admit(request, signed_in=signed_in)
                return await handler(request)
            except RequestRefused as refused:
                return _json_response(_RefusalBody(refused.reason), refused.status_code)
            except RequestFailed as impossible:
                return _json_response(_RefusalBody(impossible.why), 409)
            except SQLAlchemyError:
                return _json_response(_RefusalBody(Text("pit.silent")), 503)

        return endpoint

    def _admit(self, request: Request, *, signed_in: bool) -> None:
        if not self._rate_limiter.admit(request.client.host if request.client else ""):
            raise RequestRefused(429, Text("pit.too_fast"))
        if signed_in and self._sessions.signed_in_user(_session_token(request)) is None:
            raise RequestRefused(401, Text("pit.sign_in_first"))

    def _acting_user(self, request: Request) -> str:
        """Return the acting user. Raises RequestRefused if he has signed in too long ago."""
        session_token = _session_token(request)
        if not self._sessions.may_act(session_token):
            raise RequestRefused(401, Text("pit.sign_in_again"))
        self._sessions.note_action(session_token)
        return self._sessions.signed_in_user(session_token) or ""

    async def _serve_words(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise RequestRefused(404, Text("pit.nothing_here"))
        return _json_response(page_templates(language, None, PAGE_WORD_PREFIXES))

    async def _serve_sign_in(self, request: Request) -> Response:
        page_request = await _read_request(request, SignInRequest)
        async with self._passphrase_gate:
            person = await asyncio.to_thread(
                self._check_passphrase, page_request.name, page_request.passphrase
            )
        response = _json_response({"name": person.name})
        session_token = self._sessions.sign_in(person.name)
        # a browser drops a secure cookie that comes over plain HTTP
        is_secure = request.url.scheme == "https"
        response.set_cookie(
            SESSION_COOKIE, session_token, httponly=True, samesite="strict", secure=is_secure
        )
        return response

    async def _serve_sign_out(self, request: Request) -> Response:
        self._sessions.sign_out(_session_token(request))
        return _json_response({})

    async def _serve_state(self, _request: Request) -> Response:
        encoded_screen = self._monitor.encoded_screen
        if encoded_screen is None:
            raise RequestRefused(503, Text("pit.silent"))
        return Response(encoded_screen, media_type="application/json")

    async def _serve_table(self, request: Request) -> Response:
        table_detail = await asyncio.to_thread(
            self._monitor.table_detail, request.path_params["name"]
        )
        if table_detail is None:
            raise RequestRefused(404, Text("pit.nothing_here"))
        return _json_response(table_detail)

    async def _serve_acknowledge(self, request: Request) -> Response:
        page_request, user_name = (
            await _read_request(request, AcknowledgeRequest),
            self._acting_user(request),
        )
        await asyncio.to_thread(
            self._monitor.acknowledge, page_request.alarm, user_name, page_request.words
        )
        return _json_response({})

    async def _serve_forms(self, _request: Request) -> Response:
        return _json_response(await asyncio.to_thread(self._monitor.forms_overview))

    async def _serve_file_form(self, request: Request) -> Response:
        page_request, user_name = (
            await _read_request(request, FileFormRequest),
            self._acting_user(request),
        )
        form_number = await asyncio.to_thread(
            self._monitor.file_form, page_request.table, page_request.form, user_name
        )
        return _json_response({"number": form_number})

    async def _serve_report(self, request: Request) -> Response:
        return _json_response(await self._report_lines(request))

    async def _serve_report_csv(self, request: Request) -> Response:
        language = request.query_params.get("lang", "")
        words = Words.load(language if language in LANGUAGES else LANGUAGES[0])
        heading_keys = ("pit.report.group", *REPORT_COLUMN_KEYS.values())
        headings = [words.render(Text(heading_key)) for heading_key in heading_keys]
        file_name = words.render(Text("pit.report.file"))
        headers = {"Content-Disposition": f'attachment; filename="{file_name}.csv"'}
        csv_text = report_csv(await self._report_lines(request), headings)
        return Response(csv_text, media_type="text/csv", headers=headers)

    async def _report_lines(self, request: Request) -> list[ReportLine]:
        query = request.query_params
        try:
            group_by = parse_grouping(query.get("by", ""))
            start_hour = first_hour(query.get("from", ""))
            last_day = date.fromisoformat(query.get("to", ""))
            # not 24 hours later: the day on which the clocks change has 23 or 25
            end_hour = first_hour((last_day + timedelta(days=1)).isoformat())
        except (ValueError, OverflowError):
            raise RequestRefused(400, Text("pit.unreadable")) from None
        return await asyncio.to_thread(
            self._monitor.grouped_takings, group_by, (start_hour, end_hour)
        )


class _RefusalBody(msgspec.Struct, frozen=True):
    why: Text


def _session_token(request: Request) -> str:
    return request.cookies.get(SESSION_COOKIE, "")


def _json_response(value: object, status_code: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status_code, media_type="application/json")


async def _read_request(request: Request, request_type: type[RequestType]) -> RequestType:
    """Return a decoded request. Raises RequestRefused if it is too long, or not of that type."""
    body_octets = b""
    async for body_chunk in request.stream():
        body_octets += body_chunk
        # while reading: a length that the client declares proves nothing
        if len(body_octets) > MAX_BODY_OCTETS:
            raise RequestRefused(413, Text("pit.unreadable"))
    try:
        return msgspec.json.decode(body_octets, type=request_type)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RequestRefused(400, Text("pit.unreadable")) from None
