"""`croupier rules`: the public sheet of each game, in both languages (article 2)."""

from pathlib import Path

import pytest
import tomlkit

from firmware.cli.main import main
from firmware.core.poker_room.engine.terms import POKER_ROOM, PokerTerms, read_terms
from firmware.core.vocabulary.bets import bet_words
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store
from firmware.shell.config.config import read_config
from firmware.shell.config.defaults import default_document, default_table
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.poker_structure import poker_structure
from firmware.shell.rules.rule_book import book_sentences
from firmware.shell.sheets.room_sheet import poker_sheet
from firmware.shell.sheets.rule_sheet import rule_sheet
from firmware.shell.words.ratios import percentage
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.quebec import game_rules, games_in_pack, open_game


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", games_in_pack())
def test_every_game_prints_its_numbers(
    game: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", game, "--lang", language]) == 0
    said, words, rules = capsys.readouterr().out, Words.load(language), game_rules(game)
    spaced = said.replace(NO_BREAK, " ")
    for table in rules.tables.values():
        assert f"(article {table.article})" in spaced
        assert all(words.format_money(cents) in said for cents in table.prizes.values())
        assert all(words.format_percent(str(percent)) in said for percent in table.lot.values())
        assert all(f"{odds.win}\u00a0" in said for odds in table.odds.values())
    assert "…" not in said


@pytest.mark.parametrize("language", ["fr", "en"])
def test_card_game_prints_its_returns(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "caribbean-stud", "--lang", language]) == 0
    rules = capsys.readouterr().out
    words = Words.load(language)
    game = open_game("caribbean-stud", {})
    ante = [
        f for f in stored_figures("caribbean-stud", game, Store(None, SHIPPED)) if f.bet == "ante"
    ]
    assert ante
    assert all(percentage(-figure.expected_profit, words) in rules for figure in ante)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_67_91_poker_room_document(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "poker-room", "--lang", language]) == 0
    said = capsys.readouterr().out
    for sentence in book_sentences(default_pack(), POKER_ROOM):
        if sentence.holds(poker_structure(PokerTerms())):
            assert ", ".join(sentence.articles) in said.replace(NO_BREAK, " ")
    assert Words.load(language).format_money(200) in said


@pytest.mark.parametrize("language", ["fr", "en"])
def test_poker_table_prints_own_amounts(language: str) -> None:
    words = Words.load(language)
    options = {"limit": "fixed", "bets": [200, 400], "ante": 300, "bring_in": 100}
    options |= {"commission": {"percent": 5, "cap": 700}, "min_stake": 2000, "max_stake": 90000}
    options |= {"time_charge": {"cents": 500, "minutes": 30}}
    for game in ("stud", "stud-hi-lo", "razz", "omaha-hi-lo"):
        said = "\n".join(
            poker_sheet(
                words, default_pack(), read_terms(POKER_ROOM, {**options, "poker": game})
            ).lines
        )
        amounts = [200, 400, 300, 700, 2000, 90000, 500]
        assert all(words.format_money(cents) in said for cents in amounts)


def test_table_limits_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "baccarat", "--config", str(EXAMPLES / "budget.toml")]) == 0
    said = capsys.readouterr().out.replace("\u00a0", " ")
    assert "de 10,00 $ à 2 000,00 $" in said
    assert "Paquets de cartes : 6 (article 27)" in said


def posted(game: str, language: str, **table: object) -> dict[str, tuple[str, ...]]:
    """Return the rows of the bets of a table, by their names, and its other lines."""
    document = default_document(game, spots=4)
    document["table"] |= {"denominations_cents": [10000, 2500, 500, 100], **table}
    sheet = rule_sheet(game, Words.load(language), default_pack(), read_config(document))
    (bets,) = (table for table in sheet.sections if table.columns[0] == table.title[:-1])
    plain = [[cell.replace(NO_BREAK, " ") for cell in row] for row in bets.rows]
    lines = {line.replace(NO_BREAK, " "): () for line in sheet.lines}
    return lines | {row[0]: tuple(row[1:]) for row in plain}


def test_step_of_each_bet_is_printed() -> None:
    rows = posted("blackjack", "fr", smallest_chip_cents=100)
    assert rows["Mise"][:2] == ("de 2,00 $ à 10 000,00 $", "par 2,00 $")
    assert rows["12 à 16"][1] == "par 1,00 $"
    assert rows["Sept"][1] == rows["Assurance"][1] == ""
    rows = posted("baccarat", "en", smallest_chip_cents=100)
    assert rows["Banker"][1], rows["Player"][1] == ("by $20.00", "by $1.00")
    rows = posted("craps", "fr", smallest_chip_cents=100)
    assert rows["Right bet 6 · 8"][:2] == ("de 6,00 $ à 9 996,00 $", "par 6,00 $")
    assert rows["Right bet 4 · 5 · 9 · 10"][1] == "par 5,00 $"
    assert rows["Chance associée du pass 5 · 9"][1] == "par 2,00 $"
    assert rows["Horn"][1] == "par 4,00 $"
    rows = posted("red-dog", "fr", smallest_chip_cents=100)
    assert rows["Augmentation"][1] == "par 1,00 $"


def test_player_rounding_has_no_steps() -> None:
    rows = posted("blackjack", "fr", smallest_chip_cents=100, rounding="player")
    assert rows["Mise"][1] == "1 à 1"
    assert any(line.startswith("Arrondi au jeton de 1,00 $ en faveur du joueur") for line in rows)
    rows = posted("blackjack", "en", smallest_chip_cents=100, rounding="player")
    assert any(line.startswith("Rounded to the chip of $1.00 in the player's") for line in rows)


def test_no_amount_is_broken(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "craps", "--config", str(EXAMPLES / "craps.toml")]) == 0
    said = capsys.readouterr().out
    assert not [line for line in said.splitlines() if line.rstrip().endswith((",00", " 2"))]
    assert "4\u00a0000,00\u00a0$" in said


def test_bet_not_offered_is_not_printed() -> None:
    words, config = Words.load("en"), default_table("blackjack")
    whole = rule_sheet("blackjack", words, default_pack(), config)
    assert [section.title for section in whole.sections if "Progressive" in section.title] == [
        "Progressive 1 (article 21.2)"
    ]
    without = rule_sheet("blackjack", words, default_pack())
    assert len([section for section in without.sections if "Progressive" in section.title]) == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["whist"], "pas de jeu whist"),
        (["blackjack", "--config", str(EXAMPLES / "budget.toml")], "cette table joue à baccarat"),
        (["baccarat", "--config", "/none.toml"], "n'existe pas"),
    ],
)
def test_impossible_sheet_refused(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_poker_table_prints_its_blinds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "poker.toml"
    path.write_text(tomlkit.dumps(default_document(POKER_ROOM, blinds=[200, 500])))
    assert main(["rules", "--config", str(path), "--lang", "en"]) == 0
    assert "$2.00 and $5.00" in capsys.readouterr().out


@each(
    "language, payment",
    [
        ("fr", "1 à 1 si la bataille est nulle ; remise si elle est gagnée"),
        ("en", "1 to 1 if the war is drawn; returned if it is won"),
    ],
)
def test_67_39_war_bet_not_posted_as_paid(language: str, payment: str) -> None:
    sheet = rule_sheet("casino-war", Words.load(language), default_pack())
    rows = {row[0]: row for section in sheet.sections for row in section.rows}
    war = rows[Words.load(language).render(bet_words("war"))]
    assert (war[2].replace(NO_BREAK, " "), war[3]) == (payment, "67.39")
