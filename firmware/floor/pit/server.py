"""Serves the pit's page: its files, the state of the floor, acknowledgements, forms and reports."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from firmware.core.vocabulary.panel import Text
from firmware.floor.gaming_day import USUAL_CALENDAR, GamingCalendar
from firmware.floor.pit.access import RateLimiter
from firmware.floor.pit.act_desk import ActDesk
from firmware.floor.pit.acts import PitAct, acts_of, second_roles
from firmware.floor.pit.alarm_rules import spoken_rules
from firmware.floor.pit.gate import (
    SESSION_COOKIE,
    Gate,
    RequestRefused,
    json_response,
    read_request,
    visit_of,
)
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.pit.report_requests import csv_response, report_lines, requested_hours
from firmware.floor.pit.requests import (
    AcknowledgeRequest,
    FileFormRequest,
    HistoryQuery,
    ShelveRequest,
    SignInRequest,
    UnshelveRequest,
)
from firmware.floor.pit.sign_in import PeopleDesk
from firmware.floor.pit.signature import FormSignature
from firmware.floor.pit.watch import FloorWatch
from firmware.pages.static_files import page_files
from firmware.shell.technician.requests import Person, Role
from firmware.shell.words.house_words import NO_HOUSE, HouseWords
from firmware.shell.words.languages import languages_with
from firmware.shell.words.page_templates import language_names, page_templates

PAGE_FOLDER: Final = Path(__file__).with_name("page")
PAGE_WORD_PREFIXES: Final = (
    *("pit.", "game.", "bet.", "fault.", "part.", "floor.alarm.", "floor.day.", "console.w"),
    *("hand.", "rank.", "suit.", "ui.door.", "why.lot", "linked.refused.", "role."),
    *("web.why.", "slots.", "hall.alarm.", "hardware.", "journal.lost", "errno.", "do."),
)
"""Prefixes of the message keys that the page may need."""


EVENT_HEADERS: Final = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
"""Have a proxy pass each event on at once."""


class SessionView(msgspec.Struct, frozen=True):
    """The signed-in person, and his acts, each with the roles of its second signer."""

    name: str
    role: Role
    acts: dict[PitAct, tuple[Role, ...]]
    day_starts: str
    """When the gaming day begins, `06:00`."""


class PitDesks(NamedTuple):
    """Where people sign in, and where they act."""

    people: PeopleDesk
    acts: ActDesk


class PitServer:
    """The floor, served to signed-in people by their roles. Of a house that names its
    cage's addresses, each act is done at its own place.
    """

    def __init__(
        self,
        watch: FloorWatch,
        monitor: FloorMonitor,
        desks: PitDesks,
        rate_limiter: RateLimiter | None = None,
        cage_addresses: Collection[str] = (),
        house: HouseWords = NO_HOUSE,
        calendar: GamingCalendar = USUAL_CALENDAR,
        more_pages: "MorePages | None" = None,
    ) -> None:
        self._watch, self._monitor, self._desks = watch, monitor, desks
        self._cage_addresses, self.house = frozenset(cage_addresses), house
        self._calendar, self._more_pages = calendar, more_pages
        self.gate = Gate(desks.people, rate_limiter or RateLimiter())

    @property
    def app(self) -> ASGIApp:
        public, private = self.gate.public, self.gate.private
        routes = [
            Route("/healthz", self._serve_health),
            Route("/languages", public(self._serve_languages)),
            Route("/words/{language}", public(self._serve_words)),
            Route("/sign-in", public(self._serve_sign_in), methods=["POST"]),
            Route("/sign-in/proxy", public(self._serve_proxy_sign_in), methods=["POST"]),
            Route("/sign-out", private(self._serve_sign_out), methods=["POST"]),
            Route("/session", private(self._serve_session)),
            Route("/state", private(self._serve_state, "floor")),
            Route("/changes", private(self._serve_changes, "floor")),
            Route("/changes/now", private(self._serve_whole, "floor")),
            Route("/table/{name}", private(self._serve_table, "floor")),
            Route("/history", private(self._serve_history, "floor")),
            Route("/rules/{message}", private(self._serve_rules, "floor")),
            Route("/acknowledge", private(self._serve_acknowledge), methods=["POST"]),
            Route("/shelve", private(self._serve_shelve), methods=["POST"]),
            Route("/unshelve", private(self._serve_unshelve), methods=["POST"]),
            Route("/forms", private(self._serve_forms, "forms")),
            Route("/forms", private(self._serve_file_form), methods=["POST"]),
            Route("/report", private(self._serve_report, "report")),
            Route("/report.csv", private(self._serve_report_csv, "report")),
            *(self._more_pages(self) if self._more_pages else ()),
            Mount("/", page_files(PAGE_FOLDER)),
        ]
        return Starlette(routes=routes)

    async def _serve_health(self, _request: Request) -> Response:
        """Answer without a login; 503 if the floor has not been monitored for some time."""
        health = {
            "age_s": round(self._watch.age_s, 1),
            "database": self._monitor.screen is not None,
        }
        return json_response(health, 503 if self._watch.is_stale else 200)

    async def _serve_languages(self, _request: Request) -> Response:
        return json_response(language_names("pit"))

    async def _serve_words(self, request: Request) -> Response:
        language = request.path_params["language"]
        if language not in languages_with("pit"):
            raise RequestRefused(404, Text("pit.nothing_here"))
        phrases = self.house.get(language, {})
        return json_response(page_templates(language, None, PAGE_WORD_PREFIXES, phrases))

    async def _serve_history(self, request: Request, _person: Person) -> Response:
        """Answer with the alarms of the last hours, of all tables or of those named alike."""
        try:
            query = msgspec.convert(dict(request.query_params), HistoryQuery, strict=False)
        except msgspec.ValidationError:
            raise RequestRefused(400, Text("pit.unreadable")) from None
        alarms = await asyncio.to_thread(self._monitor.past_alarms, query.hours, query.table)
        return json_response(alarms)

    async def _serve_rules(self, request: Request, _person: Person) -> Response:
        """Answer with the sentences on a message; with none if no rule is on it."""
        language = request.query_params.get("lang", "")
        return json_response(spoken_rules(request.path_params["message"], language))

    async def _serve_sign_in(self, request: Request) -> Response:
        page_request = await read_request(request, SignInRequest)
        session_token = await self._desks.people.sign_in(
            page_request.name, page_request.passphrase, visit_of(request).address
        )
        return _signed_in(request, session_token)

    async def _serve_proxy_sign_in(self, request: Request) -> Response:
        return _signed_in(request, await self._desks.people.sign_in_by_proxy(visit_of(request)))

    async def _serve_sign_out(self, request: Request, person: Person) -> Response:
        await self._desks.people.sign_out(visit_of(request).session_token, person)
        return json_response({})

    async def _serve_session(self, _request: Request, person: Person) -> Response:
        acts = {pit_act: second_roles(person.role, pit_act) for pit_act in acts_of(person.role)}
        starts = self._calendar.starts_text
        return json_response(SessionView(person.name, person.role, acts, starts))

    async def _serve_state(self, _request: Request, _person: Person) -> Response:
        encoded_screen = self._monitor.encoded_screen
        if encoded_screen is None:
            raise RequestRefused(503, Text("pit.silent"))
        return Response(encoded_screen, media_type="application/json")

    async def _serve_changes(self, request: Request, _person: Person) -> Response:
        """Answer with the changes of the state as events, for as long as the session lasts."""
        events = self.gate.while_signed_in(request, self._monitor.changes.events())
        return StreamingResponse(events, headers=EVENT_HEADERS, media_type="text/event-stream")

    async def _serve_whole(self, _request: Request, _person: Person) -> Response:
        """Answer with all of the state as a message of `/changes`, for a page to which no event
        comes through.
        """
        message = self._monitor.changes.whole_message()
        if message is None:
            raise RequestRefused(503, Text("pit.silent"))
        return Response(message, media_type="application/json")

    async def _serve_table(self, request: Request, _person: Person) -> Response:
        table_detail = await asyncio.to_thread(
            self._monitor.table_detail, request.path_params["name"]
        )
        if table_detail is None:
            raise RequestRefused(404, Text("pit.nothing_here"))
        return json_response(table_detail)

    async def _serve_acknowledge(self, request: Request, person: Person) -> Response:
        page_request = await read_request(request, AcknowledgeRequest)
        self.gate.note_action(request)
        await asyncio.to_thread(
            self._desks.acts.acknowledge,
            page_request.alarm,
            person,
            page_request.words,
            page_request.newest,
        )
        return json_response({})

    async def _serve_shelve(self, request: Request, person: Person) -> Response:
        page_request = await read_request(request, ShelveRequest)
        self.gate.note_action(request)
        await asyncio.to_thread(
            self._desks.acts.shelve,
            page_request.alarm,
            page_request.minutes,
            person,
            page_request.reason,
        )
        return json_response({})

    async def _serve_unshelve(self, request: Request, person: Person) -> Response:
        page_request = await read_request(request, UnshelveRequest)
        self.gate.note_action(request)
        await asyncio.to_thread(
            self._desks.acts.unshelve, page_request.kind, page_request.table, person
        )
        return json_response({})

    async def _serve_forms(self, request: Request, _person: Person) -> Response:
        hours = requested_hours(request, self._calendar, self._monitor.now_ms)
        return json_response(await asyncio.to_thread(self._monitor.forms_overview, hours))

    async def _serve_file_form(self, request: Request, person: Person) -> Response:
        page_request = await read_request(request, FileFormRequest)
        self.gate.note_action(request)
        signature = await self.signature(request, person, page_request.second)
        form_number = await asyncio.to_thread(
            self._desks.acts.file_form, page_request.table, page_request.form, signature
        )
        return json_response({"number": form_number})

    async def signature(
        self, request: Request, person: Person, second: SignInRequest | None
    ) -> FormSignature:
        """Return who signs at a request, and at which station. Raises RequestFailed."""
        address = visit_of(request).address
        is_cage = address in self._cage_addresses if self._cage_addresses else None
        if second is None:
            return FormSignature(person, None, address, is_cage)
        second_person = await self._desks.people.checked_person(
            second.name, second.passphrase, address
        )
        return FormSignature(person, second_person, address, is_cage)

    async def _serve_report(self, request: Request, _person: Person) -> Response:
        return json_response(await report_lines(self._monitor, request, self._calendar))

    async def _serve_report_csv(self, request: Request, _person: Person) -> Response:
        return csv_response(
            await report_lines(self._monitor, request, self._calendar), request, self.house
        )


MorePages = Callable[[PitServer], Sequence[Route]]
"""Returns further pages of a server."""


def _signed_in(request: Request, session_token: str) -> Response:
    response = json_response({})
    # a browser drops a secure cookie that comes over plain HTTP
    is_secure = request.url.scheme == "https"
    response.set_cookie(
        SESSION_COOKIE, session_token, httponly=True, samesite="strict", secure=is_secure
    )
    return response
