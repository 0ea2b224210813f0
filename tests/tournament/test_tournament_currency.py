"""A tournament by a rule pack: its currency in commands and sheets, and the law on its price."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.core.tournament.acts import Register
from firmware.shell.config.faults import ConfigError
from firmware.shell.evidence.export import export_bundle
from firmware.shell.journal import DirectoryCopy
from firmware.shell.trust.keys import DeviceKey
from firmware.shell.words.words import Words
from firmware.tournament.config import TournamentConfig, load_config
from firmware.tournament.evidence import TOURNAMENT_CONTENT
from firmware.tournament.process import open_tournament
from firmware.tournament.requests import SOCKET_NAME, ApplyAct
from firmware.tournament.service import TournamentService, TournamentSocket
from firmware.tournament.sheets.sheet import Amount, Sheet, SheetTable, render_csv, sheet_text
from tests.kits.evidence.short_evening import MADE
from tests.kits.offenders import each
from tests.kits.tournament.hall_machine import ROOM_TOML, Machine

DINAR = "{ code = 'KWD', sign = 'KD', before = true, decimals = 3 }"
DONG = "{ code = 'VND', sign = '₫', before = false, decimals = -3 }"
Capture = pytest.CaptureFixture[str]


def configured(folder: Path, currency: str, price: str = "{}", entry: int = 5000) -> Path:
    """Return the file of a tournament by a pack with this currency and price."""
    (folder / "house.toml").write_text(
        f"[pack]\nextends = 'quebec-2007'\ncurrency = {currency}\n"
        f"[holdem-tournament.bounds]\nprice = {price}\n"
    )
    file = folder / "hall.toml"
    options = ROOM_TOML.replace("entry_cents = 5000", f"entry_cents = {entry}")
    file.write_text(f"{options}\n[rules]\npack = 'house.toml'\n")
    return file


@pytest.fixture
def config(tmp_path: Path) -> TournamentConfig:
    return load_config(configured(tmp_path, DINAR))


@pytest.fixture
def state(tmp_path: Path, config: TournamentConfig) -> Iterator[Path]:
    machine = Machine(config.terms)
    machine.config = config
    service = TournamentService(machine.start())
    with closing(TournamentSocket(tmp_path / SOCKET_NAME, service)):
        yield tmp_path


def test_an_entry_is_typed_in_the_currency_of_the_house(state: Path, capsys: Capture) -> None:
    def register(player: str, amount: str) -> int:
        line = ("register", player, "--age", "34", "--amount", amount)
        return main(("tournament", *line, "--state", str(state), "--lang", "en"))

    assert register("Anne", "KD 5.000") == 0
    assert register("Bob", "5") == 0
    assert register("Carl", "50.00") == 2
    assert "KD 50.000" in capsys.readouterr().err.replace("\u00a0", " ")
    assert main(("tournament", "report", "--state", str(state), "--lang", "en")) == 0
    assert "gross KD 10.000" in capsys.readouterr().out.replace("\u00a0", " ")


def test_prizes_are_whole_units(config: TournamentConfig) -> None:
    assert config.terms.prize_unit == 1000


@each(
    "entry, price, most",
    [
        (10_001, "{}", "100.00"),
        (5000, "{ most = 4000, article = 'H 1' }", "40.00"),
    ],
)
def test_004_9_the_price_is_bounded_by_the_pack(
    entry: int, price: str, most: str, tmp_path: Path
) -> None:
    euro = "{ code = 'EUR', sign = '€', before = true }"
    with pytest.raises(ConfigError) as refused:
        load_config(configured(tmp_path, euro, price, entry))
    (said,) = refused.value.rendered_lines(Words.load("en"))
    article = "H 1" if "H 1" in price else "004 9"
    assert f"Entry and rebuy cost €{most} together at most ({article})" in said


def test_a_pack_may_allow_more(tmp_path: Path) -> None:
    free = configured(tmp_path, DONG, "{ most = 1000000 }", 500_000)
    assert load_config(free).terms.entry_cents == 500_000


@each("currency, cell", [(DINAR, "-1.234"), (DONG, "-1234000")])
def test_a_spreadsheet_has_units_of_the_currency(currency: str, cell: str, tmp_path: Path) -> None:
    words = Words.load("en", house=load_config(configured(tmp_path, currency)).rule_pack.words)
    head = sheet_text("hall.sheet.head.amount")
    sheet = Sheet(head, (), (SheetTable(head, (head,), ((Amount(-1234),),)),))
    assert render_csv(sheet, words).split()[-1] == cell


def test_evidence_is_verified_in_its_currency(tmp_path: Path, capsys: Capture) -> None:
    config = load_config(configured(tmp_path, DINAR))
    with open_tournament(config, tmp_path) as service:
        reply = service.answer(ApplyAct(Register("Anne", 5000, 34)))
        assert reply.is_accepted
    bundle = tmp_path / "hall.evidence"
    copies = [DirectoryCopy(tmp_path / copy) for copy in config.copies]
    export_bundle(copies, bundle, DeviceKey.load(tmp_path), MADE, content=TOURNAMENT_CONTENT)
    assert main(("verify", str(bundle), "--lang", "en")) == 4
    assert "gross KD 5.000" in capsys.readouterr().out.replace("\u00a0", " ")
