"""The sentences of each game's book and of every table, and what the code of a game has."""

import ast
from functools import cache
from pathlib import Path
from typing import Final

from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_book import (
    OTHER_BOOKS,
    BookSentence,
    book_sentences,
    table_sentences,
)
from firmware.shell.rules.rule_pack import POKER_GAMES
from tests.kits.paths import ROOT

GAMES: Final = sorted(default_pack().games)
TABLE: Final = "table"
"""Stands for every table among the books."""
BOOKS: Final = [*GAMES, TABLE]
ROOM_BOOKS: Final = (*POKER_GAMES, *OTHER_BOOKS)
"""Of what is no game against the house."""
EVERY_BOOK: Final = [*BOOKS, *ROOM_BOOKS]
GAME_FILES: Final = frozenset(ROOT.glob("firmware/core/games/**/*.py"))
SHARED_FOLDERS: Final = ("games", "poker")
"""The folders of the games' code that several games share."""


def sentences(book: str) -> tuple[BookSentence, ...]:
    return table_sentences() if book == TABLE else book_sentences(default_pack(), book)


def explained(*books: str) -> set[str]:
    """Return the messages that the sentences of these books explain."""
    return {key for book in books for sentence in sentences(book) for key in sentence.messages}


def stated_articles(book: str) -> set[str]:
    return {article for sentence in sentences(book) for article in sentence.articles}


@cache
def texts_of(path: Path) -> frozenset[str]:
    """Return the texts in quotes of a file of Python."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return frozenset(
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def texts_of_game(game: str) -> set[str]:
    """Return the texts in quotes of a game's own code: its class, those above it up to what all
    games have, and the files of its folder that are no other game's.
    """
    own = {*map(module_file, default_pack().game_class(game).__mro__)} & GAME_FILES
    own_folder = module_file(default_pack().game_class(game)).parent
    if own_folder.name not in SHARED_FOLDERS:
        own |= {*own_folder.glob("*.py")} - {
            module_file(default_pack().game_class(other)) for other in GAMES
        }
    return set().union(*map(texts_of, own))


def module_file(owner: type) -> Path:
    return ROOT / f"{owner.__module__.replace('.', '/')}.py"


@cache
def functions_of(path: str) -> frozenset[str]:
    """Return the names of the functions of a file; none if there is no such file."""
    file = ROOT / path
    if not file.is_file():
        return frozenset()
    statements = ast.parse(file.read_text(encoding="utf-8")).body
    return frozenset(
        statement.name
        for statement in statements
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
    )
