"""Six faults, each found and cured by a technician who uses only the console's own output."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.kits.examples import examples
from tools.session_console import PROMPT, Unheard
from tools.session_record import NAME, PASSPHRASE, Session, at, opened, session
from tools.session_table import ServedTable
from tools.sessions import SESSIONS, RecordedSession, page

pytestmark = [pytest.mark.live, pytest.mark.long]

FIRST, *FAULTS = SESSIONS
SEALED = FAULTS[-1]
"""A text is sealed, the table restarted and its fault cleared by key: what asks most of him."""
CODES = {
    "01-shoe-unplugged": "lost",
    "02-light-chip-dead": "lost",
    "03-stuck-key": "stuck_key",
    "04-wrong-deck": "wrong_batch",
    "05-journal-copy-lost": "copy_lost",
    "06-configuration-mismatch": "config_changed",
}
"""What each was about."""
KEPT = {
    "04-wrong-deck": ("EFFACER",),
    "05-journal-copy-lost": ("Service repris à la demande d'un technicien",),
    "06-configuration-mismatch": (f"Scellé par {NAME}", "EFFACER"),
}
"""What the journal says besides who was there: who did what."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedTable]:
    """A closed table that knows nobody."""
    with closing(ServedTable(tmp_path_factory.mktemp("t"))) as served:
        served.start()
        yield served


@pytest.fixture(scope="module")
def first(table: ServedTable) -> str:
    """What was seen when its first account was made."""
    with at(table) as s:
        FIRST.flow(s)
        return s.text()


@contextmanager
def begun(recording: RecordedSession, request: pytest.FixtureRequest) -> Iterator[Session]:
    """Begin a session at a table of its kind: at the one that all share, where that will do."""
    if recording.kinds:
        with session("fr", **recording.kinds) as s:
            yield s
    else:
        request.getfixturevalue("first")
        with at(request.getfixturevalue("table")) as s:
            yield s
            s.people.close()


def tail(s: Session) -> str:
    """Return the journal's last entries, as somebody reads them who is logged in."""
    before = len(s.console.laptop.lines())
    s.console.answer("tail 200")
    return "\n".join(s.console.laptop.lines()[before:])


@pytest.mark.parametrize(
    "recording", examples([SEALED], FAULTS), ids=lambda recording: recording.name
)
def test_printed_remedy_cures_the_fault(
    recording: RecordedSession, request: pytest.FixtureRequest
) -> None:
    with begun(recording, request) as s:
        rounds = s.table.look().round
        recording.flow(s)
        now = s.table.look()
        assert (now.faults, now.stopped, now.phase) == ((), False, "open")
        assert now.results[-1] == "player"
        assert now.round > rounds
        assert now.last_fault is None or not now.last_fault.is_active
        journaled = tail(s)
        seen = s.text()
        assert f"explain {CODES[recording.name]}" in seen
        assert PASSPHRASE not in seen
        for entry in (f"{NAME} a ouvert une session", *KEPT.get(recording.name, ())):
            assert entry in journaled
        assert "\x1b" not in seen


def test_display_code_enrols_first(first: str) -> None:
    assert PASSPHRASE not in first
    assert f"{NAME}, technicien" == first.splitlines()[-1]


@pytest.mark.usefixtures("first")
def test_unnamed_command_is_not_typed(table: ServedTable) -> None:
    with at(table) as s:
        with pytest.raises(Unheard):
            s.types("shutdown")
        s.types("help")
        with pytest.raises(Unheard):
            s.types("explain lost")


@contextmanager
def shoe_out(s: Session) -> Iterator[None]:
    """The shoe's cable out, and put back."""
    s.table.wires["shoe"].unplug()
    s.stops("lost")
    yield
    s.table.wires["shoe"].plug()
    s.cured("lost")
    s.people.confirm_felt()


@pytest.mark.usefixtures("first")
def test_dumb_terminal_gets_no_escape(table: ServedTable) -> None:
    with at(table) as s, shoe_out(s), opened(table, dumb=True) as console:
        console.do("status")
        console.do("explain lost")
        console.do(f"login {NAME}", asks=":")
        console.answer(PASSPHRASE)
        console.do("parts")
        received = bytes(console.laptop.received)
    assert b"\x1b" not in received
    assert PASSPHRASE.encode() not in received
    plain = received.decode().replace("\r\n", "\n").splitlines()
    assert max(map(len, plain)) <= 80


def test_docs_have_these_sessions(request: pytest.FixtureRequest) -> None:
    folder = request.config.rootpath / "docs" / "reference" / "sessions"
    files = {recording.file(language) for recording in SESSIONS for language in ("fr", "en")}
    assert {path.name for path in folder.iterdir()} == {*files, "README.md"}
    assert (folder / "README.md").read_text() == page()
    for name in files:
        lines = (folder / name).read_text().splitlines()
        assert max(map(len, lines)) <= 80
        assert sum(bool(PROMPT.match(line)) for line in lines) >= 5
        assert PASSPHRASE not in "\n".join(lines)
