"""The win by a table's forms, beside the win by its own records between the same moments."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from firmware.cli.main import main
from firmware.core.vocabulary.meters import METER_MODULO, Meters
from firmware.floor.pit.forms import (
    AnyForm,
    ChipsReceived,
    ChipsRequested,
    ChipsSent,
    DropCounted,
    FormCorrected,
    TrayCounted,
)
from firmware.floor.pit.forms_audit import AuditedSitting, audit_sittings
from firmware.floor.sound_bundle import sound_bundle
from firmware.shell.evidence.export import export_bundle
from tests.campaigns.floor.month_floor import BEGAN_MS
from tests.campaigns.floor.month_table import BEGAN, MonthTable
from tests.kits.floor.enrolled import register
from tests.kits.floor.pit_people import Filer
from tests.kits.floor.stores import empty_store

AFTER = BEGAN.replace(day=2).isoformat()
OPENER = TrayCounted("opener", ((100, 500),))
CLOSER = TrayCounted("closer", ((100, 400),))
FILL, CREDIT = (ChipsRequested(kind, ((100, n),)) for kind, n in (("fill", 30), ("credit", 20)))  # type: ignore[arg-type]


class PlayedTable:
    """A table whose people play, and file forms with a pit."""

    def __init__(self, folder: Path) -> None:
        self.store = empty_store(folder / "ledger.db")
        self.table = MonthTable("table-7", "roulette", folder / "table", Random(3), {})
        self._filer, self._bundle = Filer(self.store, folder), folder / "table.evidence"
        with self.store.begin() as connection:
            register(connection, "table-7", self.table.journal.identity)

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            self.table.play([("red", 1000), ("straight:7", 500)])

    def file(self, form: AnyForm, first: str, second: str = "") -> int:
        """File a form between the table's last record and its next one."""
        self._filer.now = BEGAN_MS + self.table.now + 50
        return self._filer.file(form, first, second)

    def move(self, asked: ChipsRequested) -> None:
        number, cage, floor = self.file(asked, "anne"), ("cleo", "remi"), ("simon", "dora")
        self.file(ChipsSent(number), *(cage if asked == FILL else floor))
        self.file(ChipsReceived(number), *(floor if asked == FILL else cage))

    @property
    def held(self) -> int:
        meters: Meters = self.table.table.state.meters
        return sum(bet.held for bet in meters.bets.values())

    def bundle(self, made: str = AFTER) -> Path:
        self.table.close()
        export_bundle(self.table.copies, self._bundle, self.table.device, made)
        return self._bundle

    def audited(self, made: str = AFTER) -> list[AuditedSitting]:
        return [*audit_sittings(self.store, sound_bundle(self.bundle(made)))]


def won(before: int, after: int) -> int:
    """Return a meter's advance; one that runs below nothing has wrapped."""
    half = METER_MODULO // 2
    return (after - before + half) % METER_MODULO - half


@pytest.fixture
def played(tmp_path: Path) -> Iterator[PlayedTable]:
    played = PlayedTable(tmp_path)
    yield played
    played.store.dispose()


def test_both_wins_are_of_the_same_moments(played: PlayedTable) -> None:
    played.play(3)
    opener, before = played.file(OPENER, "anne", "dora"), played.held
    played.play(4)
    played.move(FILL)
    played.play(4)
    played.move(CREDIT)
    after = played.held
    played.file(CLOSER, "anne", "dora")
    played.play(3)
    played.file(DropCounted(opener, 20_000), "cleo", "anne")
    played.file(FormCorrected(opener, "miscounted", ((100, 510),)), "anne", "simon")
    (audited,) = played.audited()
    assert audited.win == 40_000 + 2_000 + 20_000 - 51_000 - 3_000
    assert audited.held == won(before, after)


def test_sitting_counts_its_last_round(played: PlayedTable) -> None:
    played.play(1)
    opener, before = played.file(OPENER, "anne", "dora"), played.held
    played.play(5)
    played.file(CLOSER, "anne", "dora")
    played.file(DropCounted(opener, 20_000), "cleo", "anne")
    (audited,) = played.audited()
    assert audited.held == won(before, played.held)


def test_sitting_outside_bundle_is_not_judged(played: PlayedTable) -> None:
    played.play(1)
    opener = played.file(OPENER, "anne", "dora")
    played.play(1)
    made = BEGAN.isoformat()
    played.file(CLOSER, "anne", "dora")
    played.file(DropCounted(opener, 20_000), "cleo", "anne")
    assert played.audited(made) == []


def test_the_command_says_both_wins_and_the_sums(
    played: PlayedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    played.play(1)
    opener = played.file(OPENER, "anne", "dora")
    played.file(CLOSER, "anne", "dora")
    played.file(DropCounted(opener, 20_000), "cleo", "anne")
    command = ["floor", "audit", str(played.bundle()), "--database", str(played.store.url)]
    main([*command, "--lang", "en"])
    said = capsys.readouterr().out
    assert "table-7, forms 1 to 2: the house has won $100.00 by the forms and $0.00" in said
    main([*command, "--lang", "fr"])
    said = capsys.readouterr().out.replace("\xa0", " ")
    assert "table-7, fiches 1 à 2 : la maison a gagné 100,00 $ selon les fiches" in said
