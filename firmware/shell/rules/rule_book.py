"""How each game is played, sentence by sentence, as a casino posts it (article 2).

The sentences are of the program's own packs, in `firmware/rules/book/PACK/GAME.toml`. A pack that
says anything of a game has it otherwise: it has none of its parent's sentences. Of poker among
players a pack has but bounds and articles, and the sentences stay. The rules of every table, the
reasons of its refusals, alarms and prompts, are in `book/table.toml`.
"""

from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

import msgspec

from firmware.core.games import slot_machine
from firmware.core.tournament.terms import ANY_GAME
from firmware.shell.rules.rule_pack import POKER_GAMES, RulePack, parsed_tables

BookPart = Literal["bets", "play", "result", "irregular", "device"]
PARTS: Final[tuple[BookPart, ...]] = ("bets", "play", "result", "irregular", "device")
"""In the order of a sheet."""

OptionValue = str | int | bool
OTHER_BOOKS: Final = (ANY_GAME, slot_machine.GAME)
"""Of what no table plays: the rooms of tournaments of any game, and slot machines."""

BetOutcome = Literal[
    "win",
    "lose",
    "push",
    "surrender",
    "commission",
    "maximum",
    "rounding",
    "share",
    "fold",
    "shared",
    "rake",
]
"""How a bet was settled; that it owed a commission, that a maximum was paid, that an amount was
rounded, that it won a share of the jackpot, and that its player gave up his hand. Of a pot: that
several hands share it, and that the house takes a part of it.
"""


class BookSentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule, its articles, and the golden rounds that would fail if it were otherwise."""

    id: str
    part: BookPart
    articles: list[str]
    """None if no article says it: the table protects cards, money and parts by itself."""
    fr: str
    en: str
    rounds: list[str] = []
    tests: list[str] = []
    """Where no round shows it: tests, as `tests/FILE.py::NAME`."""
    when: dict[str, OptionValue | list[OptionValue]] = {}
    """By option, the values at which it holds; empty if it always does."""
    bets: list[str] = []
    """The bets that it is about, by name; empty if it is about all."""
    outcomes: list[BetOutcome] = []
    """Those that it explains, of a settled bet or of a pot; empty if all, or none."""
    messages: list[str] = []
    """The keys of the refusals, alarms, prompts and announcements that it explains. One that names
    announced results (`result.`) is on bets of rounds with one of these results alone.
    """

    def holds(self, options: Mapping[str, Any]) -> bool:
        """Return whether it holds at a table with these options, all of them."""
        return all(
            options[name] in (values if isinstance(values, list) else [values])
            for name, values in self.when.items()
        )

    def concerns(self, bets: Collection[str]) -> bool:
        """Return whether it is about one of these bets, or about all."""
        return not self.bets or not {*self.bets}.isdisjoint(bets)

    def words(self, language: str) -> str:
        """Return it in a language; in English for a reader of another than these two."""
        return self.fr if language == "fr" else self.en


class _Book(msgspec.Struct, forbid_unknown_fields=True):
    sentence: list[BookSentence]


def book_sentences(pack: RulePack, game: str) -> tuple[BookSentence, ...]:
    """Return the sentences of a game by a pack, in the order of a sheet; none if it has no book.
    They cite no article at a house that has its own.
    """
    sentences = _inherited_sentences(pack, game)
    if "articles" in pack.tables.get(game, {}):
        return tuple(msgspec.structs.replace(sentence, articles=[]) for sentence in sentences)
    return sentences


def _inherited_sentences(pack: RulePack, game: str) -> tuple[BookSentence, ...]:
    for ancestor in pack.lineage:
        if ancestor.path is None and (sentences := _own_sentences(ancestor.name, game)):
            return sentences
        if game in parsed_tables(ancestor.name, ancestor.source) and game not in POKER_GAMES:
            return ()
    return ()


def table_sentences() -> tuple[BookSentence, ...]:
    """Return the sentences that hold at every table."""
    return _read_sentences("table.toml")


def _own_sentences(pack_name: str, game: str) -> tuple[BookSentence, ...]:
    return _read_sentences(pack_name, f"{game}.toml")


@cache
def _read_sentences(*path: str) -> tuple[BookSentence, ...]:
    file = files("firmware").joinpath("rules", "book", *path)
    if not file.is_file():
        return ()
    book = msgspec.toml.decode(file.read_bytes(), type=_Book)
    return tuple(sorted(book.sentence, key=lambda sentence: PARTS.index(sentence.part)))
