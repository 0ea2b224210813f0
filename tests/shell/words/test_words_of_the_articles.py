"""The regulation's own terms, at the table whose articles use them, and their English."""

import pytest

from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words

FRENCH, ENGLISH = Words.load("fr"), Words.load("en")

TERMS = [
    ("8", "baccarat", "announce.cut_card", "Carte d'arrêt : dernier jeu", "Cut card: last hand"),
    ("22", "blackjack", "do.stand", "arrêter", "stand"),
    ("22", "blackjack", "ui.key.stand", "ARRÊTER", "STAND"),
    ("66", "red-dog", "bet.raise", "Augmentation", "Raise"),
    ("66", "red-dog", "result.consecutive", "Cartes consécutives, jeu nul", "Consecutive cards"),
    ("66", "red-dog", "result.pair", "Paire, jeu nul", "Pair, no game"),
    ("67.12", "caribbean-stud", "combination.high_card", "carte la plus élevée", "high card"),
    ("67.12", "caribbean-stud", "line.high_card", "Carte la plus élevée", "High card"),
    ("67.16", "caribbean-stud", "bet.raise", "Mise additionnelle", "Additional bet"),
    ("67.28", "three-card-poker", "do.raise", "mise additionnelle", "additional bet"),
    ("67.40", "casino-war", "bet.tie", "Mise supplémentaire", "Tie bet"),
    ("67.58", "boston-poker", "bet.second", "2e mise additionnelle", "2nd additional bet"),
    ("67.68", "four-card-poker", "bet.aces_up", "Paire d'as ou plus", "Aces up"),
    ("67.87", "crazy-four-poker", "bet.queens_up", "Paire de dames ou plus", "Queens up"),
    ("67.88", "poker-room", "room.do.raise", "relancer", "raise"),
    ("76", "keno", "sheet.prizes", "Lots, mise comprise", "Prizes, stake included"),
    ("82", "keno", "ticket.control", "Numéro de contrôle : ", "Control number: "),
    ("95.3", "craps", "announce.no_roll", "Coup nul", "No roll"),
    ("95.15", "craps", "ui.key.working", "EN JEU", "WORKING"),
    ("115", "pai-gow", "do.surrender", "abandonner la mise", "surrender the bet"),
]
"""Article, game, key, and the French and English words, or how they begin or end."""


@pytest.mark.parametrize(("article", "game", "key", "french", "english"), TERMS)
def test_term_is_that_of_the_article(
    article: str, game: str, key: str, french: str, english: str
) -> None:
    values = {"article": article, "control": ""}
    for words, term in ((FRENCH, french), (ENGLISH, english)):
        said = words.for_game(game).render(Text(key, values)).replace("\u00a0", " ")
        assert said.startswith(term) or said.endswith(term), article


PLACES = [
    ("48", "pai-gow-poker", "remaining_under_26", "Inférieur à 26", "Last four under 26"),
    ("48.1", "pai-gow-poker", "lucky", "Numéro tiré", "Number drawn"),
    ("72", "roulette", "six_line:1,2,3,4,5,6", "Sexain", "Six line"),
    ("72.1", "roulette", "twice", "Doublé", "Same number twice running"),
    ("95.16", "craps", "pass_odds", "Chance associée du pass", "Pass odds"),
    ("117", "wheel-of-fortune", "on:20", "Partie 20", "Segment 20"),
]


@pytest.mark.parametrize(("article", "game", "on", "french", "english"), PLACES)
def test_bet_has_its_name_of_the_article(
    article: str, game: str, on: str, french: str, english: str
) -> None:
    for words, name in ((FRENCH, french), (ENGLISH, english)):
        said = words.for_game(game).render(bet_words(on))
        assert said.startswith(name), article


@pytest.mark.parametrize("words", [FRENCH, ENGLISH])
def test_72_first_numbers_name_fits_00(words: Words) -> None:
    said = words.for_game("roulette").render(bet_words("top_line"))
    assert not any(sign.isdecimal() for sign in said)
