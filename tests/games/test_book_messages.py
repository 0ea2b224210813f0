"""Every refusal, alarm, prompt and announcement has a sentence behind it, and that its proof."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from firmware.shell.words.templates import UNSEEN_SUFFIX, read_templates
from tests.kits.games.books import (
    BOOKS,
    EVERY_BOOK,
    GAMES,
    ROOM_BOOKS,
    TABLE,
    explained,
    functions_of,
    sentences,
    texts_of,
)
from tests.kits.games.books import texts_of_game as own_texts
from tests.kits.games.messages_of_rounds import messages_of_round, needs_hands
from tests.kits.offenders import each
from tests.kits.paths import ROOT

KINDS: Final = (
    *("why.", "fault.", "prompt.", "announce.", "no_result.", "no_roll."),
    *("result.", "score.", "winner."),
)
"""How the keys of refusals, alarms, prompts and announcements begin, of void throws and results."""
MESSAGES: Final = {
    key.removesuffix(UNSEEN_SUFFIX) for key in read_templates("en") if key.startswith(KINDS)
}
OF_POKER_ROOM: Final = {
    *("why.key_amount_first", "why.too_much_keyed", "why.not_his_card", "why.players_first"),
    *("why.choose_spot_first", "why.choose_card_first"),
    *("announce.time", "fault.other_tournament"),
}
"""The poker room and its tournaments are no games against the house: their books explain them."""
OF_SOME_TABLES: Final[Mapping[tuple[str, ...], set[str]]] = {
    ("craps", "sic-bo"): {
        *("announce.no_roll", "prompt.dice", "why.throw_under_way"),
        *("no_roll.1", "no_roll.2", "no_roll.3", "no_roll.4", "no_roll.5"),
    },
    ("craps",): {"prompt.shooter", "prompt.move", "why.nothing_laid"},
    ("roulette",): {
        *("prompt.price", "why.no_price", "why.no_colours"),
        *("why.colour_taken", "why.value_taken", "why.total_high", "why.total_low"),
        *("no_result.ball_out", "no_result.failed_launch", "no_result.object"),
        *("no_result.rotor_speed", "no_result.same_direction", "no_result.wheel_void"),
        *("no_result.number", "no_result.revolutions"),
    },
    ("wheel-of-fortune",): {
        *("no_result.between_parts", "no_result.turned_back", "no_result.revolutions"),
        *("no_result.segment", "why.return_low"),
    },
    ("keno",): {
        *("prompt.balls", "why.claim_later", "no_result.balls", "why.return_low"),
        *("why.picked", "why.numbers_or_quick_pick"),
    },
    ("pai-gow",): {"no_result.tiles", "prompt.tile_to"},
    ("pai-gow", "pai-gow-poker"): {"prompt.pick"},
    ("pai-gow-poker",): {"prompt.drawing", "prompt.number"},
}
"""What the code of every table and its people have for some games alone, by these games."""


@cache
def core_texts() -> frozenset[str]:
    """Return the keys of texts that the core's code has."""
    return frozenset().union(*map(texts_of, Path(ROOT, "firmware/core").rglob("*.py")))


def test_every_message_is_explained() -> None:
    assert MESSAGES - explained(*BOOKS) == OF_POKER_ROOM
    assert explained(*ROOM_BOOKS) >= OF_POKER_ROOM


@each("game", GAMES)
def test_messages_of_a_game_are_explained_there(game: str) -> None:
    of_some = set().union(*(keys for games, keys in OF_SOME_TABLES.items() if game in games))
    assert (own_texts(game) & MESSAGES) - explained(game, TABLE) == set()
    assert of_some - explained(game) == set()


def test_messages_of_every_table_are_explained_there() -> None:
    of_games = set().union(*map(own_texts, GAMES), *OF_SOME_TABLES.values())
    assert MESSAGES - of_games - OF_POKER_ROOM - explained(TABLE) == set()


@each("book", EVERY_BOOK)
def test_every_sentence_has_a_proof(book: str) -> None:
    for sentence in sentences(book):
        assert sentence.rounds or sentence.tests, sentence.id


@each("book", EVERY_BOOK)
def test_tests_named_as_proof_exist(book: str) -> None:
    for sentence in sentences(book):
        for node in sentence.tests:
            path, _, name = node.partition("::")
            assert name.startswith("test_"), node
            assert name in functions_of(path), (sentence.id, node)


@each("book", BOOKS)
def test_rounds_alone_bring_the_message(book: str) -> None:
    """Where no test proves a sentence, its rounds bring all that it explains."""
    for sentence in sentences(book):
        keys = {*sentence.messages} & core_texts()
        if keys and not sentence.tests and not any(map(needs_hands, sentence.rounds)):
            assert keys <= set().union(*map(messages_of_round, sentence.rounds)), sentence.id
