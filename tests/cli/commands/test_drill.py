"""`croupier drill`: questions at a prompt, marked at once, and the tally at the end."""

import io
from random import Random

import pytest

from firmware.cli.commands.drill import drill
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.words import Words
from sim.web.drills.question_source import QuestionSource

SEED = 3
GAME = "roulette"


def drilled(monkeypatch: pytest.MonkeyPatch, *typed: str, language: str = "en") -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    return drill(Words.load(language), GAME, seed=SEED)


def first_due_cents() -> int:
    return QuestionSource(Random(SEED)).draw((GAME,), 1).solve().solution.cents


def test_a_right_amount_counts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert drilled(monkeypatch, f"{first_due_cents() / 100:.2f}") == 0
    printed = capsys.readouterr().out
    assert "Right\n" in printed
    assert printed.endswith("Right: 1 of 1\n")


def test_a_short_amount_is_explained_with_its_article(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drilled(monkeypatch, "0.01")
    printed = capsys.readouterr().out
    assert "Short by" in printed
    assert "72: A bet wins" in printed
    assert printed.endswith("Right: 0 of 1\n")


def test_other_words_than_an_amount_are_no_payment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drilled(monkeypatch, "a lot", "-5")
    printed = capsys.readouterr().out
    assert printed.count("An amount, please") == 2
    assert printed.endswith("Right: 0 of 0\n")


def test_the_amount_is_not_printed_before_the_payment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    drilled(monkeypatch)
    amount = Words.load("en").format_money(first_due_cents())
    assert amount not in capsys.readouterr().out


def test_a_game_without_a_drill_is_refused() -> None:
    with pytest.raises(RequestFailed):
        drill(Words.load("fr"), "bridge")
