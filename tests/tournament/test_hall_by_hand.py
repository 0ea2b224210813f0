"""What people type at a hall: names however they are spelt, chips that can be, answers that say
what was done.
"""

import unicodedata
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.core.tournament import acts
from firmware.tournament.pending_move import PendingMove
from firmware.tournament.requests import SOCKET_NAME, ApplyAct
from firmware.tournament.service import TournamentService, TournamentSocket
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.tournament.hall_machine import ENTRY, Machine, terms

Capture = pytest.CaptureFixture[str]
REBUY = {"cents": ENTRY, "chips": 9000}


class Typed:
    """A hall at a socket, and a person at a terminal."""

    def __init__(self, state: Path, capsys: Capture) -> None:
        self.state, self.capsys = state, capsys
        self.machine = Machine(terms(rebuy=REBUY, staff=["Marie Roy"], seats=2))
        self.tournament = self.machine.start()
        self.service = TournamentService(self.tournament)

    def says(self, *line: str) -> str:
        """Return what a command says, if it is not refused."""
        status = main(("tournament", *line, "--state", str(self.state), "--lang", "en"))
        out, err = self.capsys.readouterr()
        assert (status, err) == (0, "")
        return out

    def refuses(self, *line: str) -> str:
        """Return how a command is refused."""
        assert main(("tournament", *line, "--state", str(self.state), "--lang", "en")) in (1, 2)
        out, err = self.capsys.readouterr()
        assert out == ""
        return err

    def register(self, *names: str) -> None:
        for name in names:
            self.says("register", name, *PAID)

    def begun(self, *names: str) -> None:
        self.register(*names)
        self.says("draw")
        self.says("start")


PAID = ("--age", "34", "--cents", str(ENTRY))


@pytest.fixture
def typed(tmp_path: Path, capsys: Capture) -> Iterator[Typed]:
    typed = Typed(tmp_path, capsys)
    with closing(TournamentSocket(tmp_path / SOCKET_NAME, typed.service)):
        yield typed


def test_any_spelling_is_the_same_name(typed: Typed) -> None:
    typed.register("Zoé Roy")
    for same in ("zoé roy", " Zoé   Roy ", unicodedata.normalize("NFD", "Zoé Roy")):
        assert "Zoé Roy has an entry already" in typed.refuses("register", same, *PAID)
    assert "may not play" in typed.refuses("register", "marie  roy", *PAID)
    typed.begun("Anne")
    typed.says("rebuy", "ANNE", "--cents", str(ENTRY))
    assert "Anne: place 2" in typed.says("out", "anne=100")
    assert typed.tournament.tournament.payments == {"Zoé Roy": ENTRY, "Anne": 2 * ENTRY}


LOOK_ALIKES = (
    "PAUL TREMBLAY",
    "PauI Tremblay",  # an upper-case i for an l
    "Pau1 Tremblay",
    "Paul Trernblay",
    "Ｐａｕｌ Ｔｒｅｍｂｌａｙ",
    "Paul-Tremblay",
    "Paul Tremblay.",
)


def test_lookalike_buys_no_second_entry(typed: Typed) -> None:
    typed.register("Paul Tremblay")
    for look_alike in LOOK_ALIKES:
        assert "Paul Tremblay has an entry already" in typed.refuses("register", look_alike, *PAID)


@each(
    "name",
    [
        "\u0410nne",
        "Ann\u0435",
        "\u0391nne",
        "Anne\u034f",
        "A\u0301\u0301nne",
        "Anne\u200b",
        "...",
        "Anne\n",
    ],
)
def test_foreign_or_invisible_letters_are_refused(typed: Typed, name: str) -> None:
    assert "of the Latin alphabet" in typed.refuses("register", name, *PAID)


@each(
    "name",
    [
        "Zoë Ångström",
        "Łukasz Çelik",
        "İbrahim Şahin",
        "Nguyễn Thị",
        "Weiß",
        "D'Arcy-O’Neil",
        "Tewenhní:tonte",
    ],
)
def test_name_of_any_latin_alphabet_is_accepted(typed: Typed, name: str) -> None:
    assert f"{name}: entry sold" in typed.says("register", name, *PAID)


@each("age", [-3, 17, 151, 10**9])
def test_impossible_age_is_refused(typed: Typed, age: int) -> None:
    reply = typed.service.answer(ApplyAct(acts.Register("Anne", ENTRY, age)))
    assert [text.key for text in reply.texts] == ["hall.age_span"]


@each("name", ["", "   ", "A\x1b[31mB", "A\x00B", "x" * 61, "\u202eevil", "\udcff\udcfe"])
def test_undisplayable_name_is_refused(typed: Typed, name: str) -> None:
    assert "1 to 60 printable letters" in typed.refuses("register", name, *PAID)
    assert not typed.tournament.tournament.payments


@each("age", ["17", "151", "1" + "0" * 21, "-3"])
def test_age_is_a_person_s(typed: Typed, age: str) -> None:
    assert "18 to 150" in typed.refuses("register", "A", "--cents", str(ENTRY), "--age", age)


def test_sale_states_buyer_and_count(typed: Typed) -> None:
    typed.register("Anne")
    assert "Bob: entry sold, $50.00; 2 entries in all" in typed.says("register", "Bob", *PAID)
    typed.begun()
    assert "Bob: rebuy sold, $50.00; 1 in all" in typed.says("rebuy", "Bob", "--cents", str(ENTRY))


def test_late_entry_warns_of_a_redraw(typed: Typed) -> None:
    typed.register("Anne", "Bob")
    typed.says("draw")
    assert "croupier tournament draw" in typed.says("register", "Carl", *PAID)
    status = typed.says("status")
    assert "croupier tournament draw" in status
    assert "Table 1" not in status


def test_chips_never_exceed_those_sold(typed: Typed) -> None:
    typed.begun("Anne", "Bob", "Carl")
    assert "No more than 30000 chips" in typed.refuses("out", "Carl=999999999")
    typed.says("rebuy", "Bob", "--cents", str(ENTRY))
    assert "39000" in typed.refuses("out", "Carl=39001")
    typed.machine.wait(600)
    assert "39000" in typed.refuses("colour-up", "Bob=1561", "--from", "25", "--to", "100")
    typed.says("colour-up", "Bob=1560", "--from", "25", "--to", "100")
    typed.machine.wait(3000)
    stacks = ("Anne=20000", "Bob=19051", "Carl=0")
    assert "39000" in typed.refuses("stacks", *stacks)  # a race brings 50 at the most
    assert typed.tournament.tournament.places == {}


def test_missing_chips_are_reported(typed: Typed) -> None:
    typed.begun("Anne", "Bob")
    typed.machine.wait(3600)
    answer = typed.says("stacks", "Anne=300", "Bob=200")
    assert "Chips counted: 500, sold: 20000" in answer
    assert "Taken back: Stacks counted" in typed.says("undo")
    assert "Chips counted" not in typed.says("stacks", "Anne=10001", "Bob=9999")


def test_player_is_counted_once(typed: Typed) -> None:
    typed.begun("Anne", "Bob")
    typed.machine.wait(3600)
    assert "anne is named twice" in typed.refuses("stacks", "Anne=1", "anne=2", "Bob=5")


def test_losing_without_initial_chips_is_refused(typed: Typed) -> None:
    typed.begun("Anne", "Bob")
    assert "one at least" in typed.refuses("out", "Anne=0")


def test_last_entry_typed_is_undone(typed: Typed) -> None:
    typed.register("Anne", "Bob")
    answer = typed.says("undo")
    assert "Taken back: Entry of Bob" in answer
    assert "Bob: give back $50.00" in answer
    typed.says("undo")
    assert "Nothing to take back" in typed.refuses("undo")
    assert "Taken back: Entry of Bob" in typed.says("report")


def test_undo_of_the_end_warns_of_stopped_clock(typed: Typed) -> None:
    typed.begun("Anne", "Bob")
    typed.says("out", "Anne=5")
    assert "The clock does not run" in typed.says("undo")
    typed.says("resume")


def test_break_states_its_seconds_once(typed: Typed) -> None:
    typed.begun("Anne", "Bob")
    typed.machine.wait(700)
    status = typed.says("status")
    assert "Break after level 1: 3 min 20 s" in status
    assert "Level 1: blinds" not in status


def test_unknown_absence_offers_resume(typed: Typed) -> None:
    typed.begun("Anne", "Bob")
    typed.service.journaled = typed.machine.cut(10, shows=-50)
    status = typed.says("status")
    assert "Go on from there: croupier tournament resume" in status
    assert "--count-away" not in status


def test_moved_player_is_listed_once_with_seat(
    typed: Typed,
) -> None:
    typed.begun("Anne", "Bob")
    typed.tournament.state.pending_moves["Anne"] = PendingMove(((4, 3), (3, 4), (1, 1)))
    status = typed.says("status")
    assert "Anne: from table 4, spot 3, to table 1, spot 1" in status
    assert "Anne: or from table 3, spot 4, if already there" in status


def test_report_has_all_places(typed: Typed) -> None:
    typed.begun(*"ABCDE")
    for player in "ABCD":
        typed.says("out", f"{player}=5")
    report = typed.says("report")
    assert "A: place 5" in report
    assert "Place 1, E" in report


@each("day", ["0001-01-03", "1999-12-31"])
def test_date_long_ago_is_refused(capsys: Capture, day: str) -> None:
    assert main(("tournament", "sheet", "rules", "--config", CONFIG, "--day", day)) == 2
    assert "2026-12-05" in capsys.readouterr().err


CONFIG = str(EXAMPLES / "tournament" / "tournament.toml")


def test_125_late_posting_warns(tmp_path: Path, capsys: Capture) -> None:
    text = Path(CONFIG).read_text().replace("holdem-tournament", "tournament")
    config = tmp_path / "any.toml"
    config.write_text(text.replace("entry_cents", 'of = "blackjack"\nentry_cents', 1))
    sheet_of = ("tournament", "sheet", "rules", "--config")
    assert main((*sheet_of, str(config), "--day", "2020-12-05")) == 0
    assert "28 novembre 2020" in capsys.readouterr().err
    assert main((*sheet_of, str(config), "--day", "9999-12-05")) == 0
    assert capsys.readouterr().err == ""
    # 004 sets no such day
    assert main((*sheet_of, CONFIG, "--day", "2020-12-05")) == 0
    assert capsys.readouterr().err == ""
