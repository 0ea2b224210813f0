"""`croupier why`: from an article to its sentences, and from a settled bet to the rule it cites."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware.cli.main import main
from firmware.shell.rules.pack_files import default_pack, find_pack
from firmware.shell.rules.rule_book import BookSentence, book_sentences
from tests.kits.evidence.short_evening import leave, play
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, SETTING, bet, cards

Capture = pytest.CaptureFixture[str]

PLAYER_WINS = [
    *bet(1, "player", 10000),
    CLOSE,
    *cards("9S TD TS 5H"),
    *bet(1, "player", 0),
    CONFIRM,
]


def stating(game: str, article: str) -> list[BookSentence]:
    of_game = book_sentences(default_pack(), game)
    return [sentence for sentence in of_game if article in sentence.articles]


def unwrapped(text: str) -> str:
    return " ".join(text.split())


def test_article_has_its_sentences_and_their_rounds(capsys: Capture) -> None:
    assert main(["why", "36", "baccarat", "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert stating("baccarat", "36")
    for sentence in stating("baccarat", "36"):
        assert sentence.id in printed
        assert all(name in unwrapped(printed) for name in sentence.rounds)


def test_article_of_several_games_is_sought_in_all(capsys: Capture) -> None:
    assert main(["why", "8", "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert [game for game in ("Baccarat", "Blackjack") if f"\n{game}" in printed]


def test_table_has_its_game_alone(capsys: Capture) -> None:
    assert main(["why", "36", "--config", "examples/baccarat.toml"]) == 0
    assert main(["why", "36", "--config", "examples/craps.toml"]) == 2


def test_unstated_article_is_refused_with_a_near_one(capsys: Capture) -> None:
    assert main(["why", "67.3999", "casino-war", "--lang", "en"]) == 2
    assert "built on article 67.3999; did you mean" in capsys.readouterr().err


def test_other_house_has_no_sentence_of_its_game(capsys: Capture) -> None:
    assert main(["why", "36", "baccarat", "--rules", "pennsylvania", "--lang", "en"]) == 2
    assert "no sentence of pennsylvania" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("", "no sentence of pennsylvania is built on article 35"),
        ("0" * 64, "The rules pennsylvania (000000000000…) are not here"),
    ],
)
def test_recall_says_that_no_rule_is_there(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, rules: str, said: str
) -> None:
    digest = rules or find_pack("pennsylvania").digest
    setting = replace(SETTING, pack="pennsylvania", rules=digest)
    monkeypatch.setattr("tests.kits.evidence.short_evening.SETTING", setting)
    leave(play(tmp_path, 1, events=PLAYER_WINS))
    command = ["recall", "--round", "1", "--journal", str(tmp_path / "a"), "--lang", "en", "--why"]
    assert main(command) == 0
    assert said in unwrapped(capsys.readouterr().out)


@pytest.mark.clause("ANZ NZ3.8(m)")
@pytest.mark.parametrize("language", ["fr", "en"])
def test_recalled_round_cites_the_rules_of_its_bets(
    tmp_path: Path, capsys: Capture, language: str
) -> None:
    leave(play(tmp_path, 1, events=PLAYER_WINS))
    command = ["recall", "--round", "1", "--journal", str(tmp_path / "a"), "--lang", language]
    assert main(command) == 0
    without = capsys.readouterr().out
    assert main([*command, "--why"]) == 0
    cited = capsys.readouterr().out.removeprefix(without.rstrip("\n"))
    expected = [
        sentence
        for sentence in book_sentences(default_pack(), "baccarat")
        if "35" in sentence.articles or (sentence.part == "result" and "player" in sentence.bets)
    ]
    assert [line.partition(":")[2].strip() for line in cited.split("\n") if line.strip()] == [
        sentence.words(language) for sentence in expected
    ]
