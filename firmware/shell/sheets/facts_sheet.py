"""What the conditions of a rule pack may look at, for its author."""

from collections.abc import Mapping
from typing import Final

import msgspec

from firmware.core.game.card_facts import CARD_FACTS
from firmware.core.game.conditions import FactKind
from firmware.core.game.game import Game
from firmware.core.ranks.rank import Combination
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.text_table import PrintedSheet, SheetSection, column_headings
from firmware.shell.words.words import Words

MEANINGS: Final[Mapping[str, str]] = {
    "winner": "fact.round.winner",
    "margin": "fact.round.margin",
    "cards": "fact.round.cards",
    "number": "fact.round.number",
    "zero": "fact.round.zero",
    "colour": "fact.round.colour",
    "total": "fact.round.total",
    "dice": "fact.round.dice",
    "symbol": "fact.round.symbol",
    "triple": "fact.round.triple",
    "pair": "fact.round.pair",
}
"""By fact of a finished round, its message key."""
HAND_MEANINGS: Final[Mapping[str, str]] = {
    "points": "fact.hand.points",
    "cards": "fact.hand.cards",
    "natural": "fact.hand.natural",
    "pair": "fact.hand.pair",
    "suited_pair": "fact.hand.suited_pair",
    "total": "fact.hand.total",
    "bust": "fact.hand.bust",
    "blackjack": "fact.hand.blackjack",
    "up": "fact.hand.up",
}
"""By fact of a hand, without the hand's name."""
CARD_MEANINGS: Final[Mapping[str, str]] = {
    "ranks": "fact.card.ranks",
    "suits": "fact.card.suits",
    "colours": "fact.card.colours",
    "in_a_row": "fact.card.in_a_row",
    "total": "fact.card.total",
    "hand": "fact.card.hand",
    "pair": "fact.card.pair",
    "low": "fact.card.low",
    "high": "fact.card.high",
}
KINDS: Final[Mapping[FactKind, str]] = {
    FactKind.TRUTH: "fact.kind.truth",
    FactKind.NUMBER: "fact.kind.number",
    FactKind.WORD: "fact.kind.word",
    FactKind.NUMBERS: "fact.kind.numbers",
}


def facts_sheet(game_name: str, game_class: type[Game], words: Words) -> PrintedSheet:
    """Return the names, kinds and meanings of a game's facts, and the names of its cards."""
    sections = []
    if game_class.FACTS:
        meanings = {fact: Text(_meaning_key(fact)) for fact in game_class.FACTS}
        sections.append(_section("fact.of_round", game_class.FACTS, meanings, words))
    if game_class.CARD_NAMES:
        hands = ", ".join(f"'{combination.value}'" for combination in Combination)
        meanings = {fact: Text(CARD_MEANINGS[fact], {"hands": hands}) for fact in CARD_FACTS}
        names = Text("fact.names", {"names": ", ".join(game_class.CARD_NAMES)})
        section = _section("fact.of_cards", CARD_FACTS, meanings, words)
        sections.append(msgspec.structs.replace(section, notes=(words.render(names),)))
    title = Text("fact.title" if sections else "fact.none", {"game": game_label(game_name)})
    return PrintedSheet(words.render(title), (), tuple(sections))


def _meaning_key(fact: str) -> str:
    """Return the message key of a fact of a round, or of one of its hands."""
    _, hand_dot, hand_fact = fact.partition(".")
    return HAND_MEANINGS[hand_fact] if hand_dot else MEANINGS[fact]


def _section(
    title_key: str, kinds: Mapping[str, FactKind], meanings: Mapping[str, Text], words: Words
) -> SheetSection:
    return SheetSection(
        words.render(Text(title_key)),
        column_headings(words, "fact.column.name", "fact.column.kind", "fact.column.meaning"),
        tuple(
            (fact, words.render(Text(KINDS[kind])), words.render(meanings[fact]))
            for fact, kind in kinds.items()
        ),
    )
