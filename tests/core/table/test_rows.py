"""The way of one event through the rows of a table, and the imports allowed."""

import ast
from pathlib import Path

import pytest

import firmware.core
import firmware.core.table
from firmware.core.games.baccarat import Baccarat
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled
from tests.kits.core.results_kit import Felt
from tests.kits.core.table_kit import RULES, STOPPED, Croupier, kinds
from tests.kits.offenders import each


class OneMore(list[BetSettled]):
    """Lines that are said to be one more than they are."""

    def __len__(self) -> int:
        return super().__len__() + 1


class Endless(Baccarat):
    """It always has news: however much is settled, another line is to come."""

    def open(self) -> None:
        super().open()
        self.lines = OneMore()


def test_endless_news_is_an_error() -> None:
    croupier = Croupier(Table(Endless(RULES, {}), TableRules(sensed=False)))
    croupier.chips(1, "banker", 2500)
    with pytest.raises(RuntimeError, match="without end in ROUND"):
        croupier.press(Key.NO_MORE_BETS)


def test_idle_throw_settles_and_opens_next_round() -> None:
    craps = Felt("craps")
    craps.bet(1, "pass", 1000)
    craps.key(2)
    opened = [type(ruling).__name__ for ruling in craps.key(2)][-2:]
    assert (craps.phase, opened) == (Phase.OPEN, ["RoundOpened", "Announced"])
    assert craps.table.state.game.carried == {(Place(1, "pass"), None): 1000}


@each("code", ["unreadable", "card_code", "missed", "two_cards"])
def test_unread_first_card_closes_bets_then_stops(code: str) -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    rulings = croupier.fault("shoe", code)
    assert kinds(rulings) == ["Announced", "BetsLocked", "FaultShown"]
    assert (croupier.phase, croupier.table.state.phase) == (STOPPED, Phase.ROUND)


def test_unread_first_card_under_fault_closes_nothing() -> None:
    croupier = Croupier()
    croupier.chips(1, "banker", 2500)
    croupier.fault("chips", "lost")
    assert kinds(croupier.fault("shoe", "unreadable")) == ["FaultShown"]
    assert croupier.table.state.phase is Phase.OPEN


# who sees what

CORE = sorted(Path(firmware.core.__file__).parent.rglob("*.py"))
OF_THE_TABLE = sorted(Path(firmware.core.table.__file__).parent.glob("*.py"))


def imported(source: str) -> set[str]:
    """Return the modules that are imported, and the names that are taken from them."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        if isinstance(node, ast.ImportFrom):
            found |= {str(node.module), *(f"{node.module}.{name.name}" for name in node.names)}
    return found


@each("path", [path for path in OF_THE_TABLE if path.stem != "table"])
def test_lower_modules_do_not_import_the_table(path: Path) -> None:
    assert "firmware.core.table.table" not in imported(path.read_text(encoding="utf-8"))


@each("path", CORE)
def test_no_core_import_for_types_alone(path: Path) -> None:
    assert "typing.TYPE_CHECKING" not in imported(path.read_text(encoding="utf-8"))


@each(
    "source, found",
    [
        ("from firmware.core.table.table import Table", "firmware.core.table.table"),
        ("from firmware.core.table import table", "firmware.core.table.table"),
        ("import firmware.core.table.table", "firmware.core.table.table"),
        ("def f():\n    from typing import TYPE_CHECKING", "typing.TYPE_CHECKING"),
    ],
)
def test_import_is_found_in_any_form(source: str, found: str) -> None:
    assert found in imported(source)
