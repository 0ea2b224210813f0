"""Six faults, each found and cured by a technician who knows nothing but what the console says."""

from collections.abc import Iterator

import pytest

from tools.session_console import PROMPT, Unheard
from tools.session_record import NAME, PASSPHRASE, Session, opened, session
from tools.sessions import SESSIONS, Kept, page

pytestmark = pytest.mark.live

FIRST, *FAULTS = SESSIONS
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


def tail(s: Session) -> str:
    """Return the journal's last entries, as somebody reads them who is logged in."""
    before = len(s.console.laptop.lines())
    s.console.answer("tail 200")
    return "\n".join(s.console.laptop.lines()[before:])


@pytest.mark.parametrize("kept", FAULTS, ids=[kept.name for kept in FAULTS])
def test_what_the_console_says_cures_the_fault(kept: Kept) -> None:
    with session("fr", **kept.kinds) as s:
        kept.flow(s)
        now = s.table.look()
        assert (now.faults, now.stopped, now.phase) == ((), False, "open")
        assert now.results == ("player",)
        assert now.last_fault is None or not now.last_fault.stands
        kept_by_journal = tail(s)
        seen = s.text()
        assert f"explain {CODES[kept.name]}" in seen
        assert PASSPHRASE not in seen
        for entry in (f"{NAME} a ouvert une session", *KEPT.get(kept.name, ())):
            assert entry in kept_by_journal
        assert "\x1b" not in seen


@pytest.fixture(scope="module")
def well() -> Iterator[Session]:
    with session("fr") as s:
        yield s


def test_the_first_account_is_made_by_the_code_on_the_display() -> None:
    with session("fr", **FIRST.kinds) as s:
        FIRST.flow(s)
        seen = s.text()
    assert PASSPHRASE not in seen
    assert f"{NAME}, technicien" == seen.splitlines()[-1]


def test_a_command_that_was_never_named_is_not_typed(well: Session) -> None:
    with pytest.raises(Unheard):
        well.types("shutdown")
    well.types("help")
    with pytest.raises(Unheard):
        well.types("explain lost")


def test_a_dumb_terminal_gets_no_escape_sequence(well: Session) -> None:
    well.table.wires["shoe"].unplug()
    well.stops("lost")
    with opened(well.table, dumb=True) as console:
        console.do("status")
        console.do("explain lost")
        console.do(f"login {NAME}", asks=":")
        console.answer(PASSPHRASE)
        console.do("parts")
        heard = bytes(console.laptop.heard)
    assert b"\x1b" not in heard
    assert PASSPHRASE.encode() not in heard
    plain = heard.decode().replace("\r\n", "\n").splitlines()
    assert max(map(len, plain)) <= 80


def test_the_sessions_in_the_docs_are_those(request: pytest.FixtureRequest) -> None:
    folder = request.config.rootpath / "docs" / "sessions"
    files = {kept.file(language) for kept in SESSIONS for language in ("fr", "en")}
    assert {path.name for path in folder.iterdir()} == {*files, "README.md"}
    assert (folder / "README.md").read_text() == page()
    for name in files:
        lines = (folder / name).read_text().splitlines()
        assert max(map(len, lines)) <= 80
        assert sum(bool(PROMPT.match(line)) for line in lines) >= 5
        assert PASSPHRASE not in "\n".join(lines)
