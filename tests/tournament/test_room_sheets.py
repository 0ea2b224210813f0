"""`croupier room sheet`, and the screens of a hall that is served."""

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware.cli.args.errors import CannotServe
from firmware.cli.commands.tournament_screens import ScreensAddress, start_screens
from firmware.cli.main import main
from firmware.core.tournament import acts
from firmware.core.vocabulary.panel import Text
from firmware.shell.journal import JournalLost
from firmware.tournament.requests import SOCKET_NAME
from firmware.tournament.screens.refresh import refresh
from firmware.tournament.screens.server import TournamentScreens
from firmware.tournament.screens.view import ScreenViews
from firmware.tournament.service import TournamentService, TournamentSocket
from tests.kits.offenders import each
from tests.kits.tournament.hall_machine import ROOM_TOML, Machine, config_of
from tests.kits.tournament_kit import gone

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "room.toml"
    path.write_text(ROOM_TOML)
    return path


class Shown(TournamentScreens):
    """Screens that nobody looks at: the last view and how often one was shown."""

    def __init__(self) -> None:
        super().__init__(config_of())
        self.times = 0
        self.view: Any = None

    def update(self, view: ScreenViews) -> None:
        self.times, self.view = self.times + 1, view


class Evening:
    """A hall with three players at play, and the clocks of its machine."""

    def __init__(self) -> None:
        self.machine = Machine()
        tournament = self.machine.start()
        for name in "ABC":
            tournament.handle_acts(acts.Register(name, 5000, 40))
        tournament.draw_seats()
        tournament.handle_acts(acts.StartPlay())
        self.service = TournamentService(tournament)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening()
    with closing(TournamentSocket(tmp_path / SOCKET_NAME, evening.service)):
        yield evening


def test_rules_are_printed_from_tournament_file(file: Path, capsys: Capture) -> None:
    line = ("tournament", "sheet", "rules", "--config", str(file), "--day", "2026-12-05")
    assert main(line) == 0
    assert "À remettre à l" in capsys.readouterr().out
    assert main((*line, "--csv", "--lang", "en")) == 0
    assert "Entry fee,50.00,004 9" in capsys.readouterr().out.splitlines()


@each("day", ["", "5 décembre", "2026-02-30"])
def test_invalid_day_is_refused(day: str, file: Path, capsys: Capture) -> None:
    assert main(("tournament", "sheet", "rules", "--config", str(file), "--day", day)) == 2
    assert "un jour, comme 2026-12-05" in capsys.readouterr().err


def test_final_report_follows_the_end(evening: Evening, tmp_path: Path, capsys: Capture) -> None:
    line = ("tournament", "sheet", "report", "--csv", "--lang", "en", "--state", str(tmp_path))
    assert main(line) == 1
    assert "not over" in capsys.readouterr().err
    for name in "CB":
        evening.service.journaled.handle_acts(gone(name))
    assert main(line) == 0
    rows = capsys.readouterr().out.splitlines()
    assert 'Prizes given,3,75.00,"004 9, 12"' in rows
    assert '1,A,37.00,"004 9, 12"' in rows


def test_screens_run_between_entries(evening: Evening) -> None:
    screens = Shown()
    evening.machine.wait(7)
    refresh(evening.service, screens)
    assert screens.view.clock.seconds_left == 593


def test_lost_journal_blanks_screens(evening: Evening) -> None:
    screens = Shown()
    evening.service.failure = JournalLost(Text("journal.found_again"))
    refresh(evening.service, screens)
    assert screens.times == 0


def test_no_port_no_screens_and_busy_port_is_named(evening: Evening) -> None:
    assert (
        start_screens(evening.service, evening.service.journaled.config, ScreensAddress()) is None
    )
    with socket.create_server(("127.0.0.1", 0)) as taken:
        on = ScreensAddress(port=taken.getsockname()[1])
        with pytest.raises(CannotServe) as refused:
            start_screens(evening.service, evening.service.journaled.config, on)
    assert refused.value.why.key == "page.no_port"
