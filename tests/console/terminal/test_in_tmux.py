"""The console in a real terminal: tmux, 80 x 24, with the keys that a person presses."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from firmware.console.access.accounts import Accounts
from firmware.shell.technician.requests import Person
from tests.kits.console.served_kit import CHEAP, PASSPHRASE
from tests.kits.examples import examples
from tests.kits.waiting import PATIENCE_S, until
from tools.session_table import ServedTable

TMUX = shutil.which("tmux")
COLUMNS, ROWS = 80, 24
PROMPT = "Baccara 1 >"
LEA = {"fr": "Baccara 1 · lea (technicien) >", "en": "Baccara 1 · lea (technician) >"}

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(TMUX is None, reason="tmux is not installed: apt-get install tmux"),
]


class Pane:
    """The only pane of a tmux of its own, and the person before it."""

    def __init__(self, folder: Path, command: str) -> None:
        self._socket = folder / "tmux"
        size = ("-x", str(COLUMNS), "-y", str(ROWS))
        self._tmux("-f", os.devnull, "new-session", "-d", *size, command)

    def close(self) -> None:
        self._tmux("kill-server")

    def types(self, text: str) -> None:
        self._tmux("send-keys", "-l", text)

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", *keys)

    def enter(self, line: str) -> None:
        """Type a line at the prompt, and wait until the next one is there."""
        self._tmux("clear-history")
        self.press("C-l")
        self.until(lambda rows: rows[0].endswith(">"), "an empty screen")
        self.types(line)
        self.press("Enter")

    def resize(self, columns: int, rows: int) -> None:
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    @property
    def rows(self) -> list[str]:
        """What stands on the screen, down to the last row that is not empty."""
        return self._tmux("capture-pane", "-p").rstrip().splitlines() or [""]

    def shows(self, text: str) -> list[str]:
        """Wait until it stands on the screen."""
        return self.until(lambda rows: text in "\n".join(rows), text)

    def ends_with(self, text: str) -> list[str]:
        """Wait until it stands last on the screen."""
        return self.until(lambda rows: rows[-1].endswith(text), text)

    def until(self, so: Callable[[list[str]], object], what: str) -> list[str]:
        return until(what, lambda: self.rows, so)

    def _tmux(self, *arguments: str) -> str:
        command = [str(TMUX), "-u", "-S", str(self._socket), *arguments]
        done = subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE_S)
        return done.stdout.decode()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    with closing(ServedTable(tmp_path_factory.mktemp("table"))) as served:
        accounts = Accounts(served.accounts, hash_cost=CHEAP)
        accounts.add_account(Person("lea", "technician"), PASSPHRASE)
        served.start()
        yield served


@contextmanager
def in_tmux(table: ServedTable, folder: Path, language: str = "fr") -> Iterator[Pane]:
    places = ("--state", str(table.accounts), "--socket", str(table.socket))
    command = table.command("console", *places, "--lang", language)
    with closing(Pane(folder, shlex.join(command))) as pane:
        pane.ends_with(PROMPT)
        yield pane


@pytest.fixture
def pane(table: ServedTable, tmp_path: Path) -> Iterator[Pane]:
    with in_tmux(table, tmp_path) as shown:
        yield shown


def log_in(pane: Pane) -> None:
    pane.types("login lea")
    pane.press("Enter")
    pane.shows("Phrase de passe")
    pane.types(PASSPHRASE)
    pane.press("Enter")
    pane.ends_with(LEA["fr"])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ("Table      fermée", "Aucune panne", "9 sur 9 vont bien", "copies du journal")),
        ("en", ("Table      closed", "No fault", "9 of 9 are well", "copies of the journal")),
    ],
)
def test_status_is_one_screen(
    table: ServedTable, tmp_path: Path, language: str, words: tuple[str, ...]
) -> None:
    with in_tmux(table, tmp_path, language) as pane:
        pane.enter("status")
        pane.until(lambda rows: len(rows) > 5, "the status")
        rows = pane.ends_with(PROMPT)
    assert rows[0] == f"{PROMPT} status"
    assert len(rows) <= ROWS
    assert max(map(len, rows)) <= COLUMNS
    for word in words:
        assert word in "\n".join(rows).replace("\N{NO-BREAK SPACE}", " ")


def test_fault_is_on_screen_with_remedy(table: ServedTable, pane: Pane) -> None:
    table.wires["shoe"].unplug()
    try:
        table.until(lambda now: now.faults)
        pane.enter("status")
        rows = pane.shows("explain lost")
    finally:
        table.wires["shoe"].plug()
        table.until(lambda now: not now.faults)
    assert any(row.startswith("!! PANNE") for row in rows)
    assert any(row.startswith("   À FAIRE") for row in rows)


def test_tab_completes_or_lists_words(pane: Pane) -> None:
    pane.types("sta")
    pane.press("Tab")
    pane.ends_with("> status")
    pane.press("C-u")
    pane.types("ex")
    pane.press("Tab", "Tab")
    rows = pane.shows("export")
    assert any("explain" in row for row in rows)
    pane.press("C-u")
    pane.types("explain los")
    pane.press("Tab")
    pane.ends_with("> explain lost")


def test_history_can_be_edited(pane: Pane) -> None:
    for line, reported in (("whoami", "Personne"), ("clock", "Réseau")):
        pane.enter(line)
        pane.shows(reported)
        pane.ends_with(PROMPT)
    pane.press("Up", "Up")
    pane.ends_with("> whoami")
    pane.press("Down")
    pane.ends_with("> clock")
    pane.press("Home", "Delete", "End", "BSpace")
    pane.ends_with("> loc")


def test_passphrase_is_never_shown(pane: Pane) -> None:
    log_in(pane)
    assert PASSPHRASE not in "\n".join(pane.rows)
    pane.press("Up")
    pane.types("x")
    pane.shows(f"{LEA['fr']} x")


def test_ctrl_c_drops_only_the_line(pane: Pane) -> None:
    pane.types("shutdown")
    pane.ends_with("shutdown")
    pane.press("C-c")
    pane.ends_with(PROMPT)
    pane.enter("whoami")
    pane.shows("Personne")


def test_ctrl_c_at_a_question_does_nothing(table: ServedTable, pane: Pane) -> None:
    log_in(pane)
    began = table.look().machine
    pane.types("restart")
    pane.press("Enter")
    pane.shows("pour confirmer")
    pane.types("Baccara 1")
    pane.press("C-c")
    pane.ends_with(LEA["fr"])
    now = table.look().machine
    assert began is not None
    assert now is not None
    assert now.started == began.started


def test_ctrl_c_ends_a_live_view(pane: Pane) -> None:
    log_in(pane)
    pane.types("watch keys")
    pane.press("Enter")
    pane.shows("read 0x22")
    pane.press("C-c")
    pane.ends_with(LEA["fr"])
    pane.enter("whoami")
    pane.shows("lea, technicien")


@pytest.mark.parametrize("size", examples([(132, 43), (20, 5)], [(132, 43), (40, 10), (20, 5)]))
def test_resized_window_does_no_harm(pane: Pane, size: tuple[int, int]) -> None:
    pane.types("stat")
    pane.resize(*size)
    pane.types("us")
    pane.press("Enter")
    pane.ends_with(PROMPT)
    pane.resize(COLUMNS, ROWS)
    pane.enter("status")
    pane.until(lambda rows: len(rows) > 5, "the status")
    rows = pane.ends_with(PROMPT)
    assert rows[0] == f"{PROMPT} status"
    assert rows[1].startswith("Baccara 1 (Baccara)")
