"""`croupier why`: from an article to its sentences, and from a settled bet to the rule it cites."""

import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from firmware.cli.main import main
from firmware.core.vocabulary.events import KeyPressed, KeySwitchTurned
from firmware.core.vocabulary.keys import Key
from firmware.shell.rules.pack_files import default_pack, find_pack
from firmware.shell.rules.rule_book import BookSentence, book_sentences, table_sentences
from firmware.shell.trust.keys import DeviceKey
from firmware.shell.why.answer import RoundAnswers
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
BANKER_WINS = [
    *bet(1, "banker", 11050),
    CLOSE,
    *cards("2S TD TS 5H TH"),
    *bet(1, "banker", 0),
    CONFIRM,
]


VOID = [KeySwitchTurned(on=True), KeyPressed(Key.VOID_ROUND)]


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


@pytest.mark.parametrize("subject", ["67.96", "004 12", "room.not_reopened", "93", "127"])
def test_rooms_and_machines_have_their_sentences(subject: str, capsys: Capture) -> None:
    assert main(["why", subject, "--lang", "en"]) == 0
    names = "Poker room|Hold'em tournament|Tournament|Slot machines"
    assert re.search(rf"\n({names}) *\n", capsys.readouterr().out)


def test_table_has_its_game_alone(capsys: Capture) -> None:
    assert main(["why", "36", "--config", "examples/baccarat.toml"]) == 0
    assert main(["why", "36", "--config", "examples/craps.toml"]) == 2


def test_unstated_article_is_refused_with_a_near_one(capsys: Capture) -> None:
    assert main(["why", "67.3999", "casino-war", "--lang", "en"]) == 2
    assert "about 67.3999; did you mean" in capsys.readouterr().err


def test_other_house_has_no_sentence_of_its_game(capsys: Capture) -> None:
    assert main(["why", "36", "baccarat", "--rules", "pennsylvania", "--lang", "en"]) == 2
    assert "no sentence of pennsylvania" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("", "No sentence of these rules explains it"),
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
def test_recalled_round_has_the_answers_of_its_bets(
    tmp_path: Path, capsys: Capture, language: str
) -> None:
    leave(play(tmp_path, 1, events=PLAYER_WINS))
    command = ["recall", "--round", "1", "--journal", str(tmp_path / "a"), "--lang", language]
    assert main([*command, "--why"]) == 0
    printed = capsys.readouterr().out
    of_game = book_sentences(default_pack(), "baccarat")
    about_player = [each for each in of_game if each.part == "result" and "player" in each.bets]
    assert {"win" in each.outcomes for each in about_player} == {True, False}
    for sentence in about_player:
        assert (sentence.words(language) in printed) == ("win" in sentence.outcomes), sentence.id


def of_round(journal: Path, *arguments: str) -> list[str]:
    return ["why", "--round", "1", "--journal", str(journal), "--lang", "en", *arguments]


def test_round_has_its_reckoning(tmp_path: Path, capsys: Capture) -> None:
    leave(play(tmp_path, 1, events=BANKER_WINS))
    assert main(of_round(tmp_path / "a")) == 0
    printed = capsys.readouterr().out
    for step in (
        "Banker wins, 5 over 2",
        "$110.50 at 1\u00a0to\u00a01 is $110.50",
        "The commission counts $110.50 as $120.00, the next multiple of $10.00",
        "Commission: 5% of $120.00 is $6.00",
        "Stake and payment, less the commission: $215.00",
    ):
        assert step in printed


def test_one_bet_of_a_round(tmp_path: Path, capsys: Capture) -> None:
    leave(play(tmp_path, 1, events=[*bet(2, "tie", 1000), *BANKER_WINS]))
    assert main(of_round(tmp_path / "a", "--bet", "2/tie")) == 0
    printed = capsys.readouterr().out
    assert "The stake of $10.00 is lost" in printed
    assert "Commission" not in printed.split("Art. 34")[0]


def test_unsettled_bet_is_refused_with_those_of_the_round(tmp_path: Path, capsys: Capture) -> None:
    leave(play(tmp_path, 1, events=BANKER_WINS))
    assert main(of_round(tmp_path / "a", "--bet", "4/tie")) == 2
    assert "no bet 4/tie was settled in round 1; there are: 1/banker" in capsys.readouterr().err


def test_voided_round_says_so_first(tmp_path: Path, capsys: Capture) -> None:
    events = [*bet(1, "banker", 11050), CLOSE, *cards("9S TD"), *VOID]
    leave(play(tmp_path, 1, events=events))
    assert main(of_round(tmp_path / "a")) == 0
    assert "The bet was not played: its $110.50 goes back" in capsys.readouterr().out


def test_bundle_answers_as_its_journal(tmp_path: Path, capsys: Capture) -> None:
    leave(play(tmp_path, 1, events=BANKER_WINS))
    assert main(of_round(tmp_path / "a", "--json")) == 0
    answers = capsys.readouterr().out
    bundle = tmp_path / "bundle"
    DeviceKey.enrol(tmp_path)
    journal = ["--journal", str(tmp_path / "a"), "--state", str(tmp_path)]
    assert main(["export", "-o", str(bundle), *journal]) == 0
    capsys.readouterr()
    assert main(["why", str(bundle), "--round", "1", "--json"]) == 0
    assert capsys.readouterr().out == answers
    assert msgspec.json.decode(answers, type=RoundAnswers).answers


def test_file_that_is_no_bundle_is_refused(tmp_path: Path, capsys: Capture) -> None:
    for content in (b"", b"no evidence", b"Croupier evidence 1\n"):
        (tmp_path / "file").write_bytes(content)
        assert main(["why", str(tmp_path / "file"), "--round", "1", "--lang", "en"]) == 2
        assert capsys.readouterr().err.startswith("croupier why: ")


def test_damaged_bundle_has_no_traceback(tmp_path: Path, capsys: Capture) -> None:
    leave(play(tmp_path, 1, events=BANKER_WINS))
    DeviceKey.enrol(tmp_path)
    journal = ["--journal", str(tmp_path / "a"), "--state", str(tmp_path)]
    assert main(["export", "-o", str(tmp_path / "bundle"), *journal]) == 0
    whole = (tmp_path / "bundle").read_bytes()
    capsys.readouterr()
    for at in range(25, len(whole), 997):
        (tmp_path / "bundle").write_bytes(whole[:at] + b"X" + whole[at + 1 :])
        assert main(["why", str(tmp_path / "bundle"), "--round", "1"]) in (0, 2, 3)


def test_round_of_a_pack_that_is_nowhere_is_refused(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    setting = replace(SETTING, pack="pennsylvania", rules="0" * 64)
    monkeypatch.setattr("tests.kits.evidence.short_evening.SETTING", setting)
    leave(play(tmp_path, 1, events=PLAYER_WINS))
    assert main(of_round(tmp_path / "a")) == 2
    assert "The rules pennsylvania (000000000000…) are not here" in capsys.readouterr().err


def test_round_that_is_not_there_is_refused(tmp_path: Path, capsys: Capture) -> None:
    leave(play(tmp_path, 1, events=PLAYER_WINS))
    assert main(["why", "--round", "77", "--journal", str(tmp_path / "a")]) == 2
    assert "77" in capsys.readouterr().err


def test_round_of_two_journals_is_refused(tmp_path: Path, capsys: Capture) -> None:
    command, *options = of_round(tmp_path)
    assert main([command, "bundle", *options]) == 2
    assert "leave one of them out" in capsys.readouterr().err


def test_nothing_named_is_refused(capsys: Capture) -> None:
    assert main(["why", "--lang", "en"]) == 2
    assert "croupier why --round 12" in capsys.readouterr().err


def test_sentence_is_found_by_its_id_and_by_its_message(capsys: Capture) -> None:
    sentence = next(each for each in table_sentences() if each.messages)
    for subject in (sentence.id, sentence.messages[0]):
        assert main(["why", subject, "baccarat", "--lang", "en"]) == 0
        assert sentence.en[:20] in unwrapped(capsys.readouterr().out)


def test_article_has_the_code_that_cites_it(capsys: Capture) -> None:
    assert main(["why", "67.39", "casino-war", "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert "CasinoWar._settle_war" in printed
    assert "[casino-war.pays.war]" in printed


@pytest.mark.parametrize(
    ("article", "said"),
    [("35", "Last applied at this table: "), ("36", "Not applied at this table")],
)
def test_article_was_last_applied(tmp_path: Path, capsys: Capture, article: str, said: str) -> None:
    leave(play(tmp_path, 1, events=PLAYER_WINS))
    command = ["why", article, "baccarat", "--journal", str(tmp_path / "a"), "--lang", "en"]
    assert main(command) == 0
    assert said in capsys.readouterr().out
