"""After a power cut the dealer is check_lines what lay on the felt, beside what was locked."""

import pytest

from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.events import PowerReturned
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words
from tests.kits.core.table_kit import PLAYER_WINS, Croupier
from tests.kits.offenders import each

CHECK = {"fr": "Vérifier le tapis, puis CONFIRMER", "en": "Check the felt, then CONFIRM"}


def won(**rules: object) -> Croupier:
    """Return a table at which spot 1 has won on Player and lost on Banker and Tie, 25 $ each."""
    croupier = Croupier(**rules)
    for on in ("player", "banker", "tie"):
        croupier.chips(1, on, 2500)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(PLAYER_WINS)
    return croupier


def cut(croupier: Croupier) -> Croupier:
    croupier.tell(PowerReturned())
    return croupier


def check_lines(croupier: Croupier, language: str = "en") -> list[str]:
    words = Words.load(language)
    assert croupier.panel.ask.do is Act.CONFIRM_FELT
    said = [words.render(text).replace(NO_BREAK, " ") for text in croupier.panel.dealer]
    assert said[0] == CHECK[language]
    return [line for line in said[1:] if "♠" not in line]


@pytest.mark.clause("Practice felt check")
@each(
    "language, lines",
    [
        (
            "fr",
            ["3 mises bloquées, 75,00 $ ; sur le tapis 50,00 $", "Place 1, Joueur : 50,00 $"],
        ),
        ("en", ["3 bets locked, $75.00; on the felt $50.00", "Spot 1, Player: $50.00"]),
    ],
)
def test_after_taking_and_paying_shows_the_rest(language: str, lines: list[str]) -> None:
    croupier = won()
    for on, cents in (("banker", 0), ("tie", 0), ("player", 5000)):
        croupier.chips(1, on, cents)
    assert check_lines(cut(croupier), language) == lines


@pytest.mark.clause("Practice felt check")
def test_unmoved_felt_shows_locked_bets() -> None:
    assert check_lines(cut(won())) == ["3 bets on the felt, $75.00"]
    assert check_lines(cut(won()), "fr") == ["3 mises sur le tapis, 75,00 $"]


def test_after_partial_taking_names_each_stack() -> None:
    croupier = won()
    croupier.chips(1, "tie", 0)
    assert check_lines(cut(croupier)) == [
        "3 bets locked, $75.00; on the felt $50.00",
        "Spot 1, Player: $25.00",
        "Spot 1, Banker: $25.00",
    ]


@each(
    "language, line",
    [
        ("fr", "1 mise bloquée, 25,00 $ ; plus rien sur le tapis"),
        ("en", "1 bet locked, $25.00; nothing left on the felt"),
    ],
)
def test_all_taken_leaves_nothing(language: str, line: str) -> None:
    croupier = Croupier()
    croupier.bet_and_close(1, "tie", 2500)
    croupier.cards(PLAYER_WINS)
    croupier.chips(1, "tie", 0)
    assert check_lines(cut(croupier), language) == [line]


def test_moves_in_the_dark_are_ignored() -> None:
    croupier = cut(won())
    croupier.chips(1, "player", 0)
    assert check_lines(croupier) == ["3 bets on the felt, $75.00"]
    croupier.press(Key.CONFIRM)
    assert croupier.panel.ask.do is not Act.CONFIRM_FELT


def test_second_cut_shows_its_own_felt() -> None:
    croupier = cut(won())
    croupier.press(Key.CONFIRM)
    for on, cents in (("banker", 0), ("tie", 0)):
        croupier.chips(1, on, cents)
    assert check_lines(cut(croupier)) == [
        "3 bets locked, $75.00; on the felt $25.00",
        "Spot 1, Player: $25.00",
    ]


def test_open_bets_are_shown_as_laid() -> None:
    croupier = Croupier()
    croupier.chips(1, "player", 2500)
    assert check_lines(cut(croupier)) == ["1 bet on the felt, $25.00"]


def test_keyed_amounts_follow_done_acts() -> None:
    croupier = won(amounts=Amounts.KEYED)
    assert check_lines(cut(croupier)) == ["3 bets on the felt, $75.00"]
    croupier.press(Key.CONFIRM)
    while croupier.panel.ask.do in (Act.TAKE_CHIPS, Act.PAY_BET):
        croupier.press(Key.NEXT_PAYMENT)
    assert croupier.panel.ask.do is Act.CONFIRM_PAID
    assert check_lines(cut(croupier)) == [
        "3 bets locked, $75.00; on the felt $50.00",
        "Spot 1, Player: $50.00",
    ]


@each(
    "language, lines",
    [
        ("fr", ["2 mises bloquées ; sur le tapis", "Place 1, Joueur"]),
        ("en", ["2 bets locked; on the felt", "Spot 1, Player"]),
    ],
)
def test_unseen_amounts_are_not_shown(language: str, lines: list[str]) -> None:
    croupier = Croupier(amounts=Amounts.UNSEEN, sensed=True)
    for on in ("player", "tie"):
        croupier.sense(1, on, covered=True)
    croupier.press(Key.NO_MORE_BETS)
    croupier.cards(PLAYER_WINS)
    croupier.sense(1, "tie", covered=False)
    assert check_lines(cut(croupier), language) == lines
