"""Which view a watcher gets: the picture on a terminal, else plain lines."""

import os
import threading
from collections.abc import Iterator

import pytest

from firmware.cli.terminal.view import open_view
from firmware.shell.words.words import Words
from tests.kits.cli.drawn_table import paying
from tests.kits.paths import ROOT


def test_non_terminal_gets_plain_lines() -> None:
    reader, writer = os.pipe()
    with open(reader, encoding="utf-8") as read, open(writer, "w", encoding="utf-8") as stream:
        with open_view(Words.load("fr"), plain=False, output_stream=stream) as view:
            view.show(paying("fr"))
        stream.close()
        said = read.read()
    assert "\x1b" not in said
    assert "SIMULATION" in said


class Terminal:
    """A pseudo-terminal, and all that was written to it."""

    def __init__(self) -> None:
        self._master, slave = os.openpty()
        self.stream = open(slave, "w", encoding="utf-8")  # noqa: SIM115
        self.said = b""
        self.seen = threading.Event()
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def hang_up(self) -> None:
        self.stream.close()
        self._thread.join()
        os.close(self._master)

    def _read(self) -> None:
        try:
            while data := os.read(self._master, 4096):
                self.said += data
                if b"SIMULATION" in self.said:
                    self.seen.set()
        except OSError:
            return


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    found = Terminal()
    yield found
    if not found.stream.closed:
        found.hang_up()


def test_terminal_picture_then_restored(terminal: Terminal) -> None:
    with open_view(Words.load("fr"), plain=False, output_stream=terminal.stream) as view:
        view.take_rulings([])
        view.show(paying("fr"))
        assert terminal.seen.wait(10)
    terminal.hang_up()
    assert terminal.said.count(b"\x1b[?1049h") == 1
    assert terminal.said.index(b"\x1b[?1049h") < terminal.said.index(b"\x1b[?1049l")
    assert terminal.said.rindex(b"\x1b[?25l") < terminal.said.rindex(b"\x1b[?25h")


@pytest.mark.parametrize("wish", ["plain", "dumb"])
def test_plain_lines_on_request(
    terminal: Terminal, wish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if wish == "dumb":
        monkeypatch.setenv("TERM", "dumb")
    with open_view(Words.load("fr"), plain=wish == "plain", output_stream=terminal.stream) as view:
        view.show(paying("fr"))
    terminal.hang_up()
    assert b"SIMULATION" in terminal.said
    assert b"\x1b" not in terminal.said


def test_only_drawing_imports_rich() -> None:
    source = ROOT / "firmware" / "cli"
    importers = {path.name for path in source.rglob("*.py") if "from rich" in path.read_text()}
    layouts = {"boards.py", "chip_marks.py", "roulette_board.py"}
    around = {"alarms.py", "displays.py", "instrument_row.py", "key_rows.py", "results.py"}
    drawing = {"felt.py", "hands.py", "live_view.py", "picture.py"} | layouts | around
    telling = {"deck.py", "health.py", "progress.py", "round_printer.py", "why_round.py"}
    telling |= {"conform_output.py", "odds.py", "sheets.py"}
    assert importers == telling | drawing
