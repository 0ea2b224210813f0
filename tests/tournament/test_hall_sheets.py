"""The sheets of a tournament against values worked by hand, by the articles that ask for them."""

import csv
import io
import re
from datetime import date
from typing import Any

import pytest

from firmware.core.tournament import acts
from firmware.core.tournament.act_log import ActLog
from firmware.core.tournament.terms import TournamentTerms, read_terms
from firmware.core.tournament.tournament import Tournament, new_tournament
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.day_text import day_text
from firmware.shell.words.languages import languages_with
from firmware.shell.words.spreadsheet import csv_text, in_units
from firmware.shell.words.words import Words
from firmware.tournament.incidents import Incident
from firmware.tournament.sheets.report_sheet import report_sheet
from firmware.tournament.sheets.rules_sheet import rules_sheet
from firmware.tournament.sheets.sheet import Amount, Sheet, SheetTable, render_csv, render_html
from firmware.tournament.state import TournamentState
from tests.kits.offenders import each
from tests.kits.tournament.hall_machine import config_of
from tests.kits.tournament_kit import LEVELS, gone, playing, sold

DAY = date(2026, 12, 5)
AT = "2026-12-05T23:00:00.000-04:00"
FRENCH, ENGLISH = (Words.load(language) for language in languages_with("tournament"))
ARTICLE = re.compile(r"004 \d+(, (004 )?\d+)*|12[3-7](, 12[3-7])*")


def any_terms(**options: Any) -> TournamentTerms:
    given = {"entry_cents": 5000, "levels": LEVELS, "of": "blackjack", **options}
    return read_terms("tournament", given, ("blackjack", "poker-grand-prix", "slot-machine"))


def sheet(terms: TournamentTerms | None = None) -> Sheet:
    return rules_sheet(config_of(terms or sold(0).terms, "printemps"), DAY, "en")


def part(paper: Sheet, name: str) -> SheetTable:
    return next(one for one in paper.tables if one.title.key == f"hall.sheet.{name}")


def fact(paper: Sheet, part_name: str, name: str) -> tuple[Any, ...]:
    """Return a row of a part, by the words that it begins with, without them."""
    rows = part(paper, part_name).rows
    return next(row[1:] for row in rows if row[0] == Text(f"hall.sheet.{name}"))


def report(room: Tournament, *incidents: Incident) -> Sheet:
    state = TournamentState("printemps", ActLog(room), AT, incidents=list(incidents))
    return report_sheet(state, config_of(room.terms, "printemps", title="Printemps"))


def minutes(count: int) -> Text:
    return Text("console.span.minutes", {"minutes": count})


def said(paper: Sheet) -> list[str]:
    return [ENGLISH.render(line) for line in paper.lines]


# rules and prizes, a week before


def test_125_posted_a_week_before() -> None:
    assert "28 November 2026" in said(sheet(any_terms()))[0]
    assert "25 November 2026" in said(sheet(any_terms(published_days=10)))[0]
    assert fact(sheet(any_terms()), "facts", "day") == (day_text(DAY), "125")


def test_004_9_charity_sheet_cites_no_quebec_article() -> None:
    assert "given out at the registration" in said(sheet())[0]
    articles = [row[-1] for table in sheet().tables for row in table.rows]
    assert not [one for one in articles if str(one).startswith("12")]


def test_004_9_has_entry_and_rebuy_with_chips() -> None:
    assert fact(sheet(), "facts", "entry") == (Amount(5000), "004 9")
    assert fact(sheet(), "facts", "rebuy") == (Amount(3000), "004 9")
    assert fact(sheet(), "facts", "rebuy_chips") == (8000, "004 9")
    through = Text("hall.sheet.through", {"level": 2})
    assert fact(sheet(), "facts", "rebuy_until") == (through, "004 9")


def test_004_1_levels_have_their_hours() -> None:
    assert part(sheet(), "levels").rows == (
        (1, "19:00", minutes(10), 25, 50, 0),
        (2, "19:10", minutes(10), 50, 100, 0),
        (Text("hall.sheet.break"), "19:20", minutes(5), "", "", ""),
        (3, "19:25", minutes(15), 100, 200, 25),
    )


def test_level_past_the_end_has_no_hour() -> None:
    terms = playing(2, ends="19:20").terms
    assert [row[1] for row in part(sheet(terms), "levels").rows] == ["19:00", "19:10", "", ""]


def test_127_and_004_9_places_have_part_and_prize() -> None:
    """20, 50, 100 and 200 entries at 50 $ give 500, 1250, 2500 and 5000 $."""
    *prizes, _ = part(sheet(), "prizes_by_entries").rows
    assert prizes[0][2:] == (Amount(25_000), Amount(62_500), Amount(125_000), Amount(250_000))
    assert prizes[1][2:] == (Amount(15_000), Amount(37_500), Amount(75_000), Amount(150_000))
    assert [row[:2] for row in prizes] == [
        (place, Text("hall.sheet.percent", {"percent": percent}))
        for place, percent in ((1, 50), (2, 30), (3, 20))
    ]


def test_004_14_has_unit_and_prize_of_each_place() -> None:
    """By 500 $ a place would have less than nine tenths of 1250, 750, 500 $, not of 2500 …"""
    *prizes, units = part(sheet(sold(0, prize_unit=50_000).terms), "prizes_by_entries").rows
    used = (Amount(5000), Amount(5000), Amount(5000), Amount(50_000))
    assert units == (Text("hall.sheet.unit"), "", *used)
    assert prizes[2][2:] == (Amount(10_000), Amount(25_000), Amount(50_000), Amount(100_000))


def test_127_and_004_7_prize_part_has_its_article() -> None:
    percent = Text("hall.sheet.percent", {"percent": 50})
    assert fact(sheet(), "facts", "share") == (percent, "004 7")
    assert fact(sheet(any_terms()), "facts", "share") == (percent, "127")


def test_004_unknown_values_are_blank() -> None:
    assert len(part(sheet(), "fill_in").rows) == 6
    assert "fill_in" not in [one.title.key.rpartition(".")[2] for one in sheet(any_terms()).tables]


@each(
    "terms",
    [
        sold(0).terms,
        playing(2, rebuy=None).terms,
        any_terms(),
        any_terms(of="slot-machine"),
        any_terms(of="poker-grand-prix", bonus_cents=10_000),
    ],
)
def test_every_number_has_article_and_both_languages(
    terms: TournamentTerms,
) -> None:
    paper = sheet(terms)
    for name in ("facts", "rules"):
        assert all(ARTICLE.fullmatch(str(row[-1])) for row in part(paper, name).rows), name
    assert "{" not in render_html(paper, FRENCH).partition("</style>")[2] + render_csv(
        paper, ENGLISH
    )


# the final report


def ended(*done: acts.TournamentAct, **options: Any) -> Tournament:
    """Return the room after A, B and C are out, and D has won: 4 entries at 50 $."""
    return playing(4, *done, gone("A"), gone("B"), gone("C"), **options)


def test_004_13_account_is_complete() -> None:
    """230 $: half are prizes, 115 $; 10 $ are expenses; 15 % are 34,50 $."""
    paper = report(ended(acts.RebuyChips("A", 3000), expenses_cents=1000))
    assert fact(paper, "account", "entries") == (4, Amount(20_000), "004 9")
    assert fact(paper, "account", "rebuys") == (1, Amount(3000), "004 9")
    assert fact(paper, "account", "gross") == ("", Amount(23_000), "004 1")
    assert fact(paper, "account", "given") == (3, Amount(11_500), "004 9, 12")
    assert fact(paper, "account", "expenses") == ("", Amount(1000), "004 8")
    assert fact(paper, "account", "net") == ("", Amount(10_500), "004 1")
    assert fact(paper, "account", "charity_least") == ("", Amount(3450), "004 7")
    assert "met, it gets $105.00" in said(paper)[0]


def test_004_7_low_charity_is_stated() -> None:
    """85 % of 200 $ are 170 $; 1 $ of expenses leaves 29 $, where 30 $ are 15 %."""
    paper = report(ended(prize_percent=85, expenses_cents=100))
    assert "not met, it gets $29.00. Report it" in said(paper)[0]


def test_004_12_shared_place_is_on_the_report() -> None:
    both = acts.ReportEliminated((acts.EliminatedPlayer("B", 100), acts.EliminatedPlayer("C", 100)))
    paper = report(playing(4, gone("A"), both, rebuy=None))
    assert [row[:3] for row in part(paper, "places").rows] == [
        (1, "D", Amount(5000)),
        (2, "B", Amount(2500)),
        (2, "C", Amount(2500)),
        (4, "A", ""),
    ]


def test_124_game_without_blinds_lists_none() -> None:
    assert part(sheet(any_terms()), "levels").rows[0] == (1, "19:00", minutes(10))
    assert len(part(sheet(any_terms()), "levels").columns) == 3


def test_004_9_shared_prizes_count_and_add_up() -> None:
    both = acts.ReportEliminated((acts.EliminatedPlayer("B", 100), acts.EliminatedPlayer("C", 100)))
    paper = report(playing(4, gone("A"), both, rebuy=None, prizes=(50, 50), prize_unit=700))
    assert fact(paper, "account", "given") == (3, Amount(10_000), "004 9, 12")
    assert fact(paper, "account", "net") == ("", Amount(10_000), "004 1")


def test_127_report_has_return_to_participants() -> None:
    room = new_tournament(any_terms(prize_percent=30))
    for act in (
        acts.Register("A", 5000),
        acts.Register("B", 5000),
        acts.DrawSeats(("A", "B")),
        acts.StartPlay(),
    ):
        room.handle_act(act)
    room.handle_act(gone("A"))
    paper = report(room)
    assert fact(paper, "account", "returned_least") == ("", Amount(3000), "127")
    assert said(paper) == [
        "At least 30% of the entries go back to the participants: met, they get $30.00 (127)"
    ]


def test_004_13_and_14_states_retention_and_incidents() -> None:
    paper = report(ended(), Incident(AT, Text("hall.incident.paused")))
    assert any(re.search(r"for six years from [56] December 2026", line) for line in said(paper))
    (incident,) = part(paper, "incidents").rows
    assert re.fullmatch(r"2026-12-0[56] \d\d:00:00", str(incident[0]))
    assert part(report(ended()), "incidents").rows == (("", Text("hall.sheet.no_incident")),)


def test_cancelled_tournament_lists_refunds_no_prizes() -> None:
    paper = report(playing(4, acts.RebuyChips("A", 3000), gone("B"), acts.CancelTournament()))
    assert fact(paper, "account", "paid_back") == (4, Amount(23_000), "004 9")
    assert "hall.sheet.prizes_by_entries" not in [one.title.key for one in paper.tables]


@each("room", [sold(4), playing(4), playing(4, acts.PassTime(20_000))])
def test_no_final_report_before_the_end(room: Tournament) -> None:
    with pytest.raises(RequestFailed) as refused:
        report(room)
    assert refused.value.why.key == "hall.sheet.not_over"


# on paper and in a spreadsheet

ODD = Sheet(
    Text("hall.sheet.prizes_by_entries"),
    (),
    (
        SheetTable(
            Text("hall.sheet.prizes_by_entries"),
            (Text("hall.sheet.head.player"), Text("hall.sheet.head.amount")),
            (("<b>&", Amount(123_450)), ("=1+1", 12_500)),
        ),
    ),
)


def test_money_and_numbers_follow_the_language() -> None:
    assert ">1\u00a0234,50\u00a0$</td>" in render_html(ODD, FRENCH)
    assert ">12\u00a0500</td>" in render_html(ODD, FRENCH)
    assert ">$1,234.50</td>" in render_html(ODD, ENGLISH)


def test_name_is_no_markup_or_formula() -> None:
    assert "&lt;b&gt;&amp;" in render_html(ODD, FRENCH)
    assert list(csv.reader(io.StringIO(render_csv(ODD, ENGLISH))))[-2:] == [
        ["<b>&", "1234.50"],
        ["'=1+1", "12500"],
    ]


@each("start", ["=", "+", "-", "@", "\t", "\r", "＝"])
def test_no_text_cell_is_a_formula(start: str) -> None:
    written = csv_text([[f"{start}1+1"], [f"{start}1+1", 12, in_units(-5, 2), None]])
    rows = [*csv.reader(io.StringIO(written.removeprefix("\ufeff"), newline=""))]
    assert rows == [[f"'{start}1+1"], [f"'{start}1+1", "12", "-0.05", ""]]
