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
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.floor.pit.access import Pace, Sessions
from firmware.floor.pit.monitor import Watch
from firmware.floor.pit.reports import COLUMNS, Line, as_csv, grouping
from firmware.floor.pit.requests import Acknowledge, FileForm, SignIn
from firmware.floor.pit.shifts import first_hour
from firmware.pages.files import page_files
from firmware.shell.technician.requests import Person
from firmware.shell.words.spoken import spoken
from firmware.shell.words.words import LANGUAGES, Words

PAGE: Final = Path(__file__).with_name("page")
COOKIE: Final = "croupier-pit"
LONGEST: Final = 16 << 10
"""Octets of a request's body."""
SPOKEN: Final = (
    *("pit.", "game.", "bet.", "fault.", "part.", "floor.alarm.", "console.w", "do."),
    *("hand.", "rank.", "suit.", "ui.door.", "why.lot"),
    *("slots.", "hall.alarm.", "hardware.", "journal.lost", "errno."),
)
"""The words that the page may need begin with one of these."""

Prove = Callable[[str, str], Person]
"""Returns who has that name and that passphrase. Raises CannotBeDone."""
Endpoint = Callable[[Request], Awaitable[Response]]
Wanted = TypeVar("Wanted")


class Refused(Exception):
    """A request is not served, for a reason that the page says in its language."""

    def __init__(self, status: int, why: Text) -> None:
        super().__init__(why.key)
        self.status, self.why = status, why


class Pit:
    """The floor that is watched, to those who are signed in."""

    def __init__(
        self, watch: Watch, prove: Prove, sessions: Sessions | None = None, pace: Pace | None = None
    ) -> None:
        self._watch, self._prove = watch, prove
        self._sessions, self._pace = sessions or Sessions(), pace or Pace()
        self._proving = asyncio.Semaphore(1)

    @property
    def app(self) -> ASGIApp:
        routes = [
            Route("/words/{language}", self._served(self._words, signed_in=False)),
            Route("/sign-in", self._served(self._sign_in, signed_in=False), methods=["POST"]),
            Route("/sign-out", self._served(self._sign_out), methods=["POST"]),
            Route("/state", self._served(self._state)),
            Route("/table/{name}", self._served(self._table)),
            Route("/acknowledge", self._served(self._acknowledge), methods=["POST"]),
            Route("/forms", self._served(self._forms)),
            Route("/forms", self._served(self._file), methods=["POST"]),
            Route("/report", self._served(self._report)),
            Route("/report.csv", self._served(self._csv)),
            Mount("/", page_files(PAGE)),
        ]
        return Starlette(routes=routes)

    def _served(self, answer: Endpoint, *, signed_in: bool = True) -> Endpoint:
        """Return an endpoint that paces, asks for a sign-in, and says why it refuses."""

        async def endpoint(request: Request) -> Response:
            try:
                self._check(request, signed_in=signed_in)
                return await answer(request)
            except Refused as refused:
                return _json(_Why(refused.why), refused.status)
            except CannotBeDone as unfit:
                return _json(_Why(unfit.why), 409)
            except SQLAlchemyError:
                return _json(_Why(Text("pit.silent")), 503)

        return endpoint

    def _check(self, request: Request, *, signed_in: bool) -> None:
        if not self._pace.may(request.client.host if request.client else ""):
            raise Refused(429, Text("pit.too_fast"))
        if signed_in and self._sessions.reader(_token(request)) is None:
            raise Refused(401, Text("pit.sign_in_first"))

    def _actor(self, request: Request) -> str:
        """Return who acts. Raises Refused if he has signed in too long ago."""
        token = _token(request)
        if not self._sessions.may_act(token):
            raise Refused(401, Text("pit.sign_in_again"))
        self._sessions.acted(token)
        return self._sessions.reader(token) or ""

    async def _words(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise Refused(404, Text("pit.nothing_here"))
        return _json(spoken(language, None, SPOKEN))

    async def _sign_in(self, request: Request) -> Response:
        asked = await _read(request, SignIn)
        async with self._proving:
            person = await asyncio.to_thread(self._prove, asked.name, asked.passphrase)
        answer = _json({"name": person.name})
        token = self._sessions.begin(person.name)
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure)
        return answer

    async def _sign_out(self, request: Request) -> Response:
        self._sessions.end(_token(request))
        return _json({})

    async def _state(self, _request: Request) -> Response:
        state = self._watch.state
        if state is None:
            raise Refused(503, Text("pit.silent"))
        return Response(state, media_type="application/json")

    async def _table(self, request: Request) -> Response:
        found = await asyncio.to_thread(self._watch.table, request.path_params["name"])
        if found is None:
            raise Refused(404, Text("pit.nothing_here"))
        return _json(found)

    async def _acknowledge(self, request: Request) -> Response:
        asked, who = await _read(request, Acknowledge), self._actor(request)
        await asyncio.to_thread(self._watch.acknowledge, asked.alarm, who, asked.words)
        return _json({})

    async def _forms(self, _request: Request) -> Response:
        return _json(await asyncio.to_thread(self._watch.forms))

    async def _file(self, request: Request) -> Response:
        asked, who = await _read(request, FileForm), self._actor(request)
        number = await asyncio.to_thread(self._watch.file, asked.table, asked.form, who)
        return _json({"number": number})

    async def _report(self, request: Request) -> Response:
        return _json(await self._lines(request))

    async def _csv(self, request: Request) -> Response:
        asked = request.query_params.get("lang", "")
        words = Words.load(asked if asked in LANGUAGES else LANGUAGES[0])
        heads = [words.say(Text(f"pit.report.{name}")) for name in ("group", *COLUMNS)]
        name = Text("pit.report.file")
        headers = {"Content-Disposition": f'attachment; filename="{words.say(name)}.csv"'}
        text = as_csv(await self._lines(request), heads)
        return Response("\ufeff" + text, media_type="text/csv", headers=headers)

    async def _lines(self, request: Request) -> list[Line]:
        query = request.query_params
        try:
            by, days = grouping(query.get("by", "")), [query.get("from", ""), query.get("to", "")]
            begin, last = first_hour(days[0]), date.fromisoformat(days[1])
            end = first_hour((last + timedelta(days=1)).isoformat())
        except (ValueError, OverflowError):
            raise Refused(400, Text("pit.unreadable")) from None
        return await asyncio.to_thread(self._watch.report, by, (begin, end))


class _Why(msgspec.Struct, frozen=True):
    why: Text


def _token(request: Request) -> str:
    return request.cookies.get(COOKIE, "")


def _json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def _read(request: Request, kind: type[Wanted]) -> Wanted:
    """Return what a request asks. Raises Refused if it is too long, or not of that kind."""
    octets = b""
    async for more in request.stream():
        octets += more
        if len(octets) > LONGEST:
            raise Refused(413, Text("pit.unreadable"))
    try:
        return msgspec.json.decode(octets, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refused(400, Text("pit.unreadable")) from None
