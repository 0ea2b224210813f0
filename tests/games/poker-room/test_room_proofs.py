"""Each sentence of a poker table is proven at a table where it holds, by hands that bring it."""

from functools import cache
from typing import Final

from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT, POKER_ROOM, PokerTerms
from firmware.shell.rules.poker_structure import Structure, poker_structure
from tests.kits.games.books import TABLE as BOOK_OF_TABLES
from tests.kits.games.books import explained
from tests.kits.games.golden_hands import HANDS
from tests.kits.games.hand_messages import hand_messages
from tests.kits.games.poker import played
from tests.kits.games.poker_room.said import in_order, lines_of
from tests.kits.games.poker_tables import GAMES, TABLE, poker_sentences, tables, terms_of
from tests.kits.offenders import each


@each("game", GAMES)
def test_each_sentence_holds_at_some_table(game: str) -> None:
    structures = [poker_structure(terms) for terms in tables(game)]
    drop = poker_structure(PokerTerms(jackpot_drop=((1000, 100),)))
    for sentence in poker_sentences(game):
        assert any(map(sentence.holds, [*structures, drop])), sentence.id


def named_hands(game: str) -> list[str]:
    """Return the hands that the sentences of a game name."""
    return sorted({name for sentence in poker_sentences(game) for name in sentence.rounds})


@each("name", named_hands(POKER_ROOM))
def test_hand_is_of_a_table_where_its_sentence_holds(name: str) -> None:
    """A hand whose table is refused proves the refusal."""
    script = HANDS[name]["script"]
    terms = terms_of(POKER_ROOM, script.get("options", {}))
    structure: Structure | None = terms and poker_structure(terms)
    for sentence in poker_sentences(POKER_ROOM):
        if name in sentence.rounds and structure:
            assert sentence.holds(structure), sentence.id


SHARED: Final = [
    name for name in named_hands(HOLDEM_TOURNAMENT) if HANDS[name]["script"]["game"] == POKER_ROOM
]
"""Hands of the poker room that prove a rule of a tournament's table."""


@each("name", SHARED)
def test_hand_of_the_room_is_alike_at_a_tournament(name: str) -> None:
    script = HANDS[name]["script"]
    options = {**script.get("options", {}), **TABLE}
    lines = lines_of(played({**script, "game": HOLDEM_TOURNAMENT, "options": options}))
    assert [line for line in lines if line[0] != "out"] == in_order(HANDS[name]["expect"])


SERVED_ALONE: Final = {"room.did.dealt_down", "room.did.burned", "room.did.dealt_again"}
"""What only the table in service brings: its keys say that cards lie there."""


@each("game", GAMES)
def test_hands_alone_bring_the_message(game: str) -> None:
    """Where no test proves a sentence, its hands bring all that it explains."""
    for sentence in poker_sentences(game):
        if not sentence.tests:
            found = set().union(*(brought(name, game) for name in sentence.rounds))
            assert {*sentence.messages} - SERVED_ALONE <= found, sentence.id


@cache
def brought(name: str, game: str) -> frozenset[str]:
    """Return the messages of a golden hand at a table of this game."""
    script = HANDS[name]["script"]
    role = TABLE if game == HOLDEM_TOURNAMENT else {}
    options = {**script.get("options", {}), **role}
    return frozenset(hand_messages({**script, "game": game, "options": options}))


@each("name", HANDS)
def test_messages_of_a_hand_are_explained_at_its_table(name: str) -> None:
    script = HANDS[name]["script"]
    terms = terms_of(script["game"], script.get("options", {}))
    if terms is None:
        return
    structure = poker_structure(terms)
    in_force = (
        sentence for sentence in poker_sentences(script["game"]) if sentence.holds(structure)
    )
    explained_there = {key for sentence in in_force for key in sentence.messages}
    decided = {key for key in brought(name, script["game"]) if not key.startswith("room.told.")}
    assert decided - explained_there <= explained(BOOK_OF_TABLES)
