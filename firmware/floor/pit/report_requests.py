"""A browser's request for a report, as lines or as a CSV file."""

import asyncio
from datetime import date, timedelta

from starlette.requests import Request
from starlette.responses import Response

from firmware.core.vocabulary.panel import Text
from firmware.floor.pit.gate import RequestRefused
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.pit.shifts import first_hour
from firmware.floor.pit.takings_reports import (
    REPORT_COLUMN_KEYS,
    ReportLine,
    parse_grouping,
    report_csv,
)
from firmware.shell.words.house_words import HouseWords
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words


async def report_lines(monitor: FloorMonitor, request: Request) -> list[ReportLine]:
    """Return the report of the days that are asked for. Raises RequestRefused."""
    query = request.query_params
    try:
        group_by = parse_grouping(query.get("by", ""))
        start_hour = first_hour(query.get("from", ""))
        last_day = date.fromisoformat(query.get("to", ""))
        # not 24 hours later: the day on which the clocks change has 23 or 25
        end_hour = first_hour((last_day + timedelta(days=1)).isoformat())
    except (ValueError, OverflowError):
        raise RequestRefused(400, Text("pit.unreadable")) from None
    return await asyncio.to_thread(monitor.grouped_takings, group_by, (start_hour, end_hour))


def csv_response(lines: list[ReportLine], request: Request, house: HouseWords) -> Response:
    """Return a report for a spreadsheet, in the words and the currency of a house."""
    language = request.query_params.get("lang", "")
    languages = languages_with("pit")
    words = Words.load(language if language in languages else languages[0], house=house)
    heading_keys = ("pit.report.group", *REPORT_COLUMN_KEYS.values())
    headings = [words.render(Text(heading_key)) for heading_key in heading_keys]
    file_name = words.render(Text("pit.report.file"))
    headers = {"Content-Disposition": f'attachment; filename="{file_name}.csv"'}
    csv = report_csv(lines, headings, words.money_decimals)
    return Response(csv, media_type="text/csv", headers=headers)
