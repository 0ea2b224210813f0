"""`croupier odds`: every bet's figures, for a person and for a program."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from firmware.cli.commands.odds_sheet import odds_notes
from firmware.cli.main import main
from firmware.cli.sheets import REDIRECTED_WIDTH, print_sheet
from firmware.core.vocabulary.panel import Text
from firmware.odds.figure import AdviceRow, Figure
from firmware.odds.odds import PIECES
from firmware.shell.config.config import load_config
from firmware.shell.rules.pack_files import home_pack
from firmware.shell.words.ratios import percentage, rounded_decimal
from firmware.shell.words.text_table import PrintedSheet, SheetSection
from firmware.shell.words.words import Words
from tests.kits.paths import EXAMPLES

NEEDING = ("keno", "wheel-of-fortune")
"""Games that need a table."""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, object]]:
    assert main(["odds", *arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_json_is_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    (red,) = lines(capsys, "roulette", "--bet", "red")
    assert red.pop("options")
    assert red == {
        "game": "roulette", "bet": "red", "stake": None, "play": "best", "per": "red",
        "ev": "-1/37", "variance": "1368/1369",
    }  # fmt: skip


def test_baccarat_at_eight_decks(capsys: pytest.CaptureFixture[str]) -> None:
    (player,) = lines(capsys, "baccarat", "--bet", "player")
    assert float(Fraction(str(player["ev"]))) == pytest.approx(-0.012351, abs=5e-7)


@pytest.mark.parametrize("bet", ["pass_odds", "dont_pass_odds"])
def test_95_16_odds_even_at_every_point(bet: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = {line["bet"]: line["ev"] for line in lines(capsys, "craps", "--bet", bet)}
    assert found == dict.fromkeys([bet, *(f"{bet}:{n}" for n in (4, 5, 6, 8, 9, 10))], "0/1")


def test_31_equal_returns_share_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "baccarat", "--lang", "en", "--bet", "banker"]) == 0
    said = capsys.readouterr().out
    assert "$10.00, $20.00, etc." in said
    assert "$40.00" not in said


def test_limits_of_the_table_count(capsys: pytest.CaptureFixture[str]) -> None:
    config = EXAMPLES / "baccarat.toml"
    limits = load_config(config).limits["banker"]
    found = lines(capsys, "--config", str(config), "--bet", "banker")
    stakes = [int(str(line["stake"])) for line in found]
    assert limits.min_cents <= min(stakes) < max(stakes) <= limits.max_cents


@pytest.mark.parametrize(
    ("game", "option"), [("keno", "paytable"), ("wheel-of-fortune", "segments")]
)
def test_game_without_figures_needs_table(
    game: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", game, "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert option in said
    assert "--config" in said


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", [name for name in PIECES if name not in NEEDING])
def test_every_game_prints_its_odds(
    game: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", game, "--rules", home_pack(game).name, "--lang", language]) == 0
    said = capsys.readouterr().out
    assert ("\u00a0%" if language == "fr" else "%") in said
    assert "…" not in said
    assert Words.load(language).render(Text(f"game.{game}")) in said


@pytest.mark.parametrize(
    "arguments",
    [["roulette", "--bet", "nothing"], ["red-dog", "--bet", ""], ["craps", "--bet", "place:7"],
     ["keno"], [], ["no-such-game"], ["--config", str(EXAMPLES / "poker.toml")],
     ["craps", "--config", str(EXAMPLES / "baccarat.toml")]],
)  # fmt: skip
def test_impossible_request_is_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert said.err.startswith("croupier odds: ")


def test_unknown_place_lists_places(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["odds", "craps", "--bet", "place:7", "--lang", "en"]) == 2
    assert "there are place:4, place:5, place:6, place:8" in capsys.readouterr().err


def of_a_place(on: str, won: Fraction, least: Fraction | None = None) -> Figure:
    chances = {Fraction(1): won, Fraction(-1): 1 - won}
    return Figure(on, chances, on, advice=(AdviceRow("A: 9", "hit"),), bound="least", minimum=least)


def test_note_gives_known_best_play() -> None:
    half, more = Fraction(1, 2), Fraction(1, 100)
    alike = [of_a_place(f"main:{nth}", half, more) for nth in (1, 2)]
    said = odds_notes("blackjack-multi-action", alike, Words.load("en"))
    assert said[1:] == [
        "Main bet: if pairs are split again, the best play returns at least 101.0000%."
    ]


def test_note_on_many_bets_one_decision() -> None:
    words = Words.load("en")
    together = words.render(Text("chances.equal_bets"))
    ones = [of_a_place(f"main:{nth}", Fraction(1, 1 + nth)) for nth in (1, 2)]
    assert together in odds_notes("blackjack-multi-action", ones, words)
    assert together not in odds_notes("blackjack-multi-action", ones[:1], words)


def test_decimals_are_rounded_not_cut() -> None:
    words = Words.load("fr")
    assert percentage(Fraction(2, 3), words) == "66,6667\u00a0%"
    assert rounded_decimal(Fraction(-1, 3), 4, words) == "-0,3333"
    assert rounded_decimal(Fraction(123_456_789, 100), 1, words) == "1\u00a0234\u00a0567,9"
    assert rounded_decimal(Fraction(-1, 100_000), 4, words) == "0,0000"


def test_no_figure_cut_on_a_wide_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    long, exact, figure = "second raise of the player", "87889823737/110740169540", "-200,0000 %"
    columns = ("bet", "play", "exactly", "return", "edge", "variance")
    rows = ((long, long, exact, figure, figure, figure),)
    print_sheet(PrintedSheet("odds", (), (SheetSection("returns", columns, rows),)))
    printed = capsys.readouterr().out
    assert printed.count(figure) == 3
    assert "…" not in printed
    assert max(map(len, printed.splitlines())) <= REDIRECTED_WIDTH
