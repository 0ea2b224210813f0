"""A browser's request for a report, as lines or as a CSV file."""

import asyncio
from datetime import date

from starlette.requests import Request
from starlette.responses import Response

from firmware.core.vocabulary.panel import Text
from firmware.floor.gaming_day import GamingCalendar, HourRange
from firmware.floor.pit.gate import RequestRefused
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.pit.takings_reports import (
    REPORT_COLUMN_KEYS,
    ReportLine,
    parse_grouping,
    report_csv,
)
from firmware.floor.projection.fact import EpochMs
from firmware.shell.words.house_words import HouseWords
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words


async def report_lines(
    monitor: FloorMonitor, request: Request, calendar: GamingCalendar
) -> list[ReportLine]:
    """Return the report of the gaming days that are asked for. Raises RequestRefused."""
    query = request.query_params
    try:
        group_by = parse_grouping(query.get("by", ""))
        first_day, last_day = (date.fromisoformat(query.get(name, "")) for name in ("from", "to"))
        hours = calendar.days_hours(first_day, last_day)
    except (ValueError, OverflowError):
        raise RequestRefused(400, Text("pit.unreadable")) from None
    return await asyncio.to_thread(monitor.grouped_takings, group_by, hours)


def csv_response(lines: list[ReportLine], request: Request, house: HouseWords) -> Response:
    """Return a report for a spreadsheet, in the words and the currency of a house."""
    words = requested_words(request, house)
    heading_keys = ("pit.report.group", *REPORT_COLUMN_KEYS.values())
    headings = [words.render(Text(heading_key)) for heading_key in heading_keys]
    file_name = words.render(Text("pit.report.file"))
    headers = {"Content-Disposition": f'attachment; filename="{file_name}.csv"'}
    csv = report_csv(lines, headings, words.money_decimals)
    return Response(csv, media_type="text/csv", headers=headers)


def requested_hours(request: Request, calendar: GamingCalendar, now_ms: EpochMs) -> HourRange:
    """Return the hours of the gaming day that is asked for, else of the present one. Raises
    RequestRefused.
    """
    day_text = request.query_params.get("day", "")
    try:
        return calendar.day_hours(
            date.fromisoformat(day_text) if day_text else calendar.gaming_day(now_ms)
        )
    except (ValueError, OverflowError):
        raise RequestRefused(400, Text("pit.unreadable")) from None


def requested_words(request: Request, house: HouseWords) -> Words:
    """Return the words of a house in the language that a file is asked for in."""
    language, languages = request.query_params.get("lang", ""), languages_with("pit")
    return Words.load(language if language in languages else languages[0], house=house)
