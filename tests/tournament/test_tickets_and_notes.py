"""Tickets of the entries (004 9) and what the director notes (004 11), over power cuts."""

from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.core.tournament import acts
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from firmware.tournament.config import TournamentConfig, load_config
from firmware.tournament.requests import SOCKET_NAME, GetTickets
from firmware.tournament.service import TournamentService, TournamentSocket
from firmware.tournament.sheets.report_sheet import report_sheet
from firmware.tournament.sheets.rules_sheet import rules_sheet
from firmware.tournament.sheets.sheet import BLANK_LINE
from firmware.tournament.sheets.tickets import tickets_html, tickets_text
from firmware.tournament.status import report_texts
from tests.kits.offenders import each
from tests.kits.tournament.hall_machine import ENTRY, ROOM_TOML, Machine, config_of
from tests.kits.tournament_kit import gone
from tests.tournament.test_hall_sheets import DAY, fact

FRENCH, ENGLISH = (Words.load(language) for language in languages_with("tournament"))
LICENSED = {"licence": "NB-0123", "too_few": "Cancelled, and the entry is paid back"}


def machine(**config: str) -> Machine:
    """Return a machine whose tournament has this in its file."""
    made = Machine()
    made.config = config_of(made.config.terms, made.config.tournament, **config)
    return made


def sold(to: Machine, *players: str) -> TournamentService:
    service = TournamentService(to.start())
    for player in players:
        service.journaled.handle_acts(acts.Register(player, ENTRY, 40))
    return service


def ticket_numbers(service: TournamentService) -> list[int]:
    return [ticket.number for ticket in service.answer(GetTickets()).tickets]


def text_of(service: TournamentService, *players: str) -> str:
    return tickets_text(service.answer(GetTickets(players)).tickets, ENGLISH)


# tickets


def test_004_9_ticket_is_complete() -> None:
    lines = text_of(sold(machine(**LICENSED), "Anne"), "Anne")
    assert "Ticket 1\n" in lines
    assert "Player: Anne\n" in lines
    assert "Entry fee: $50.00, 10000 chips\n" in lines
    assert "Sold on 27 November 2026 at " in lines
    assert "Licence: NB-0123\n" in lines
    assert "expected: Cancelled, and the entry is paid back" in lines.replace("\n", " ")
    assert "To be shown at the entrance" in lines
    assert max(map(len, lines.splitlines())) <= 42


def test_004_9_missing_values_are_blank_fields() -> None:
    lines = text_of(sold(machine(), "Anne"))
    assert lines.replace("\n", "").count("_" * 30) == 2


@each("words", [FRENCH, ENGLISH])
def test_sheet_has_every_sale_and_escapes_names(words: Words) -> None:
    service = sold(machine(**LICENSED), "Anne", "<b>", "Zoé")
    sheet = tickets_html(service.answer(GetTickets()).tickets, words)
    assert sheet.count("<section>") == 3
    assert "&lt;b&gt;" in sheet
    assert "{" not in sheet.partition("</style>")[2]


def test_number_is_unique_after_undo_and_power_cut() -> None:
    disks = machine()
    service = sold(disks, "Anne", "Bob")
    service.journaled.undo_last_act()
    assert ticket_numbers(service) == [1]
    after_cut = TournamentService(disks.start())
    assert ticket_numbers(after_cut) == [1]
    after_cut.journaled.handle_acts(acts.Register("Bob", ENTRY, 40))
    assert ticket_numbers(after_cut) == [1, 3]


def test_refused_sale_has_no_ticket() -> None:
    service = sold(machine(), "Anne")
    service.journaled.handle_acts(acts.Register("Bob", ENTRY - 1, 40))
    assert ticket_numbers(service) == [1]
    reply = service.answer(GetTickets(("Bob",)))
    assert not reply.is_accepted
    assert ENGLISH.render(reply.texts[0]) == "No ticket was sold to Bob"


def test_rules_show_measures_and_licence(tmp_path: Path) -> None:
    path = tmp_path / "room.toml"
    path.write_text('licence = "NB-0123"\ntoo_few = "Cancelled"\n' + ROOM_TOML)
    config: TournamentConfig = load_config(path)
    paper = rules_sheet(config, DAY, "en")
    assert fact(paper, "fill_in", "blank.licence") == ("NB-0123", "004 9, 14")
    assert fact(paper, "fill_in", "blank.too_few") == ("Cancelled", "004 9")
    assert fact(paper, "fill_in", "blank.director") == (BLANK_LINE, "004 11")


# notes

NOTE = acts.NoteIncident("The raise stands", ("Anne", "Luc Roy"), "Marie Roy")
NOTED = "Noted: The raise stands (persons: Anne, Luc Roy), noted by Marie Roy"


def noted(service: TournamentService) -> list[str]:
    texts = map(ENGLISH.render, report_texts(service.journaled.state))
    return [text for text in texts if "Noted" in text]


def test_004_11_report_has_note_with_time_and_persons() -> None:
    disks = machine()
    sold(disks, "Anne").journaled.handle_acts(NOTE)
    (note,) = noted(TournamentService(disks.start()))
    assert note.endswith(f": {NOTED}")
    assert note.startswith("2026-11-2")


def test_004_11_undo_skips_the_note() -> None:
    service = sold(machine(), "Anne")
    service.journaled.handle_acts(NOTE)
    service.journaled.undo_last_act()
    assert service.journaled.tournament.payments == {}
    assert len(noted(service)) == 1
    service.journaled.undo_last_act()
    assert len(noted(service)) == 1


def test_004_11_note_at_any_stage_is_in_final_report() -> None:
    service = sold(machine(), "Anne", "Bob")
    service.journaled.draw_seats()
    for act in (acts.StartPlay(), NOTE, gone("Anne"), acts.NoteIncident("The till was counted")):
        service.journaled.handle_acts(act)
    rows = fact_rows(service)
    assert rows[0] == NOTED
    assert rows[-1] == "Noted: The till was counted"


def fact_rows(service: TournamentService) -> list[str]:
    paper = report_sheet(service.journaled.state, service.journaled.config)
    return [ENGLISH.render(row[1]) for row in paper.tables[-1].rows if not isinstance(row[1], str)]  # type: ignore[arg-type]


# by command


def test_note_and_tickets_by_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def room(*line: str) -> int:
        return main(("tournament", *line, "--state", str(tmp_path), "--lang", "en"))

    service = sold(machine(), "Anne Roy")
    with closing(TournamentSocket(tmp_path / SOCKET_NAME, service)):
        assert room("register", "Bob", "--age", "34", "--cents", "5000") == 0
        assert "Ticket 2" in capsys.readouterr().out
        assert room("note", "A dispute", "--who", "anne  ROY", "Bob", "--who", "Eve") == 0
        assert room("note", "") == 2
        assert "1 to 500" in capsys.readouterr().err
        assert room("report") == 0
        assert "Noted: A dispute (persons: Anne Roy, Bob, Eve)" in capsys.readouterr().out
        assert room("sheet", "tickets", "anne roy", "--text") == 0
        assert "Player: Anne Roy" in capsys.readouterr().out
        assert room("sheet", "tickets") == 0
        assert capsys.readouterr().out.count("<section>") == 2
        assert room("sheet", "tickets", "Eve") == 1
