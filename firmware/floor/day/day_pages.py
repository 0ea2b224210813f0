"""Serves the gaming days at the pit's page: looking, closing, amending, files and the report."""

import asyncio
from collections.abc import Iterator
from datetime import date
from itertools import chain, islice
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from firmware.core.vocabulary.panel import Text
from firmware.floor.day.day_desk import DayDesk, SignedWords
from firmware.floor.day.day_store import closed_days, sealed_files
from firmware.floor.day.day_views import (
    DaysView,
    DayView,
    GameReportView,
    SignDayRequest,
    draft_view,
    sealed_view,
)
from firmware.floor.day.game_csv import csv_lines
from firmware.floor.day.game_report import GameDay, game_report, parse_game_grouping
from firmware.floor.day.property_day import properties
from firmware.floor.gaming_day import ONE_DAY, GamingCalendar
from firmware.floor.pit.act_desk import refusals_entered
from firmware.floor.pit.acts import PitAct
from firmware.floor.pit.chain_store import PitChain
from firmware.floor.pit.gate import PersonEndpoint, RequestRefused, json_response, read_request
from firmware.floor.pit.report_requests import requested_words
from firmware.floor.pit.server import PitServer
from firmware.shell.technician.requests import Person

DAYS_A_LIST: Final = 60
DAYS_A_PAGE: Final = 31
"""Of the report: more are asked for one after the other, or as a file, which is streamed."""
MAX_DAYS: Final = 3700


class DayPages:
    """The pages of a desk, at a pit's server."""

    def __init__(self, desk: DayDesk, chain: PitChain, shift_starts: tuple[int, ...]) -> None:
        self._desk, self._chain, self._shift_starts = desk, chain, shift_starts

    @property
    def calendar(self) -> GamingCalendar:
        return self._desk.book.calendar

    def routes(self, server: PitServer) -> list[Route]:
        """Return the routes, each for who may read or do it."""
        private = server.gate.private

        def signing(pit_act: PitAct) -> Route:
            async def sign(request: Request, person: Person) -> Response:
                return await self._sign(server, pit_act, request, person)

            return Route(f"/day/{{day}}/{pit_act}", private(sign), methods=["POST"])

        return [
            Route("/days", private(self._serve_days, "days")),
            Route("/day/{day}", private(self._serve_day, "days")),
            Route("/day/{day}/draft", private(self._serve_draft, "days")),
            Route("/day/{day}/file/{number:int}", private(self._serve_file, "days")),
            signing("close_day"),
            signing("amend_day"),
            Route("/game-report", private(self._serve_report, "days")),
            Route("/game-report.csv", private(self._csv_server(server), "days")),
        ]

    async def _serve_days(self, request: Request, _person: Person) -> Response:
        before = request.query_params.get("before", "")
        return json_response(await asyncio.to_thread(self._days_view, request, before))

    def _days_view(self, request: Request, before: str) -> DaysView:
        book, now_ms = self._desk.book, self._chain.wall_clock()
        property_name = self._property(request)
        with book.reading() as connection:
            days = [day.isoformat() for day in closed_days(connection, property_name)]
            names = properties(connection)
        shown = [day for day in days if not before or day < before]
        next_day = book.next_day(property_name, now_ms)
        return DaysView(
            tuple(names),
            property_name,
            book.calendar.gaming_day(now_ms).isoformat(),
            next_day.isoformat(),
            book.calendar.day_hours(next_day).end_ms <= now_ms,
            tuple(shown[:DAYS_A_LIST]),
            len(shown) > DAYS_A_LIST,
        )

    async def _serve_day(self, request: Request, _person: Person) -> Response:
        return json_response(await asyncio.to_thread(self._day_view, request))

    def _day_view(self, request: Request) -> DayView:
        property_name, day = self._property(request), _day(request.path_params["day"])
        with self._desk.book.reading() as connection:
            files = sealed_files(connection, property_name, day)
        (report,) = self._report(request, property_name, (day, day))
        views = [sealed_view(file.opened(), len(file.octets)) for file in reversed(files)]
        return DayView(report, tuple(views))

    async def _serve_draft(self, request: Request, _person: Person) -> Response:
        def draft() -> Response:
            day = _day(request.path_params["day"])
            return json_response(draft_view(self._desk.draft(self._property(request), day)))

        return await asyncio.to_thread(draft)

    async def _serve_file(self, request: Request, _person: Person) -> Response:
        number, day = request.path_params["number"], _day(request.path_params["day"])

        def file() -> Response:
            property_name = self._property(request)
            with self._desk.book.reading() as connection:
                files = sealed_files(connection, property_name, day)
            if number >= len(files):
                raise RequestRefused(404, Text("pit.nothing_here"))
            return _download(f"{property_name}-{day}.{number}.day", files[number].octets)

        return await asyncio.to_thread(file)

    async def _sign(
        self, server: PitServer, pit_act: PitAct, request: Request, person: Person
    ) -> Response:
        page_request = await read_request(request, SignDayRequest)
        server.gate.note_action(request)
        signature = await server.signature(request, person, page_request.second)
        signed = SignedWords(page_request.digest, page_request.exceptions, page_request.words)
        act = self._desk.close if pit_act == "close_day" else self._desk.amend

        def sign() -> str:
            with refusals_entered(self._chain, person, pit_act):
                day = _day(request.path_params["day"])
                return act(self._property(request), day, signed, signature)

        return json_response({"digest": await asyncio.to_thread(sign)})

    async def _serve_report(self, request: Request, _person: Person) -> Response:
        def view() -> GameReportView:
            property_name, (first, last) = self._property(request), _days(request)
            shown_last = min(last, first + (DAYS_A_PAGE - 1) * ONE_DAY)
            days = tuple(self._report(request, property_name, (first, shown_last)))
            is_cut = shown_last < last
            return GameReportView(days, (shown_last + ONE_DAY).isoformat() if is_cut else None)

        return json_response(await asyncio.to_thread(view))

    def _csv_server(self, server: PitServer) -> PersonEndpoint:
        async def serve(request: Request, _person: Person) -> Response:
            words = requested_words(request, server.house)
            property_name, days = await asyncio.to_thread(self._property, request), _days(request)
            lines = csv_lines(self._report(request, property_name, days), words)
            # the first day is made here: a refusal after the head would be half a file
            start = await asyncio.to_thread(lambda: [*islice(lines, 1)])
            file_name = words.render(Text("pit.day.file"))
            headers = {"Content-Disposition": f'attachment; filename="{file_name}.csv"'}
            body = chain(start, lines)
            return StreamingResponse(body, media_type="text/csv", headers=headers)

        return serve

    def _report(
        self, request: Request, property_name: str, days: tuple[date, date]
    ) -> Iterator[GameDay]:
        try:
            grouping = parse_game_grouping(request.query_params.get("by", "table"))
        except ValueError:
            raise RequestRefused(400, Text("pit.unreadable")) from None
        return game_report(self._desk.book, property_name, days, grouping, self._shift_starts)

    def _property(self, request: Request) -> str:
        return self._desk.book.property_named(request.query_params.get("property", ""))


def _day(typed: str) -> date:
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise RequestRefused(400, Text("floor.day.why.no_day")) from None


def _days(request: Request) -> tuple[date, date]:
    first, last = (_day(request.query_params.get(name, "")) for name in ("from", "to"))
    if not 0 <= (last - first).days < MAX_DAYS:
        raise RequestRefused(400, Text("floor.day.why.order"))
    return first, last


def _download(file_name: str, octets: bytes) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{file_name}"'}
    return Response(octets, media_type="application/octet-stream", headers=headers)
