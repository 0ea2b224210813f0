"""`croupier rules try --web`: what a rule pack changes, as a page beside a table of that pack."""

import threading
from collections.abc import Iterator
from html import escape
from pathlib import Path
from urllib.parse import quote

import msgspec

from firmware.cli.commands.pack_trial import BetReturn, bet_returns
from firmware.cli.commands.rules_with_odds import rules_with_odds
from firmware.cli.serving.run_options import RunOptions
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.panel import Text
from firmware.odds.store import SHIPPED, Store, user_folder
from firmware.pages.printed.document import html_table
from firmware.shell.rules.differences import changed_games, differences
from firmware.shell.rules.example_rounds import example_rounds
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.words.languages import languages_with
from firmware.shell.words.page_templates import language_names
from firmware.shell.words.text_table import PrintedSheet, SheetSection, filled_columns
from firmware.shell.words.words import Words

REFRESH_S = 3
"""How often the page is asked for again while odds are counted."""


def serve_trial(
    file: Path, pack: RulePack, present: RulePack, words: Words, typed_address: str
) -> int:
    """Serve a table of the first game that a pack changes, and the pack's page, until stopped."""
    from firmware.cli.commands.web import serve_web

    games = changed_games(present, pack)
    options = RunOptions(
        game=games[0] if games else pack.games[0],
        rules=file,
        lang=words.language,
        idle=True,
        web=typed_address,
    )
    page = PackPage(file, pack, present, games)
    threading.Thread(target=page.count, name="odds", daemon=True).start()
    return serve_web(options, typed_address, page.document)


class PackPage:
    """A pack beside the one in force: its differences, and of each changed game the sheet, exact
    returns and a round a line. The returns are counted meanwhile; safe from any thread.
    """

    def __init__(self, file: Path, pack: RulePack, present: RulePack, games: list[str]) -> None:
        self._pack, self._present, self._games = pack, present, games
        self._rounds = {game: [*example_rounds(pack, game, str(file.resolve()))] for game in games}
        self._returns: dict[str, list[BetReturn]] = {game: [] for game in games}
        self._counted: set[str] = set()

    def count(self) -> None:
        """Count the returns, game by game; it may take minutes."""
        for game in self._games:
            for found in bet_returns(self._pack, game):
                self._returns[game].append(found)
            self._counted.add(game)

    def document(self, language: str, felt: str) -> str:
        """Return the page in a language; `felt` is the picture of the table's."""
        language = language if language in languages_with("rule_packs") else "en"
        words = Words.load(language, house=self._pack.words)
        is_counted = self._counted >= {*self._games}
        refresh = "" if is_counted else f'<meta http-equiv="refresh" content="{REFRESH_S}">'
        title = escape(words.render(Text("pack.page.title", {"pack": self._pack.name})))
        body = "".join((*self._head(words, felt), *self._trials(words), *self._changes(words)))
        return (
            f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">{refresh}'
            f"<title>{title}</title>"
            '<link rel="stylesheet" href="fonts.css"><link rel="stylesheet" href="pack.css"></head>'
            f"<body><h1>{title}</h1>{body}</body></html>"
        )

    def _head(self, words: Words, felt: str) -> Iterator[str]:
        for language, name in language_names("rule_packs").items():
            yield f'<a href="?lang={language}" lang="{language}">{escape(name)}</a> '
        table = escape(words.render(Text("pack.page.table")))
        yield f'<p class="digest">{self._pack.digest}</p>'
        yield f'<figure>{felt}<figcaption><a href="./">{table}</a></figcaption></figure>'

    def _changes(self, words: Words) -> Iterator[str]:
        yield _heading(words, "pack.page.changes", pack=self._present.name)
        changes = map(words.render, differences(self._present, self._pack))
        yield f"<pre>{escape(chr(10).join(changes))}</pre>"

    def _trials(self, words: Words) -> Iterator[str]:
        store = Store(user_folder(), SHIPPED)
        for game in self._games:
            game_words = words.for_game(game)
            yield from _sheet(rules_with_odds(game, words, store, self._pack))
            yield _heading(words, "pack.page.returns", game=game_label(game))
            for found in [*self._returns[game]]:
                kind = ' class="generous"' if found.is_generous else ""
                yield f"<p{kind}>{escape(game_words.render(found.text(game, game_words)))}</p>"
            if game not in self._counted:
                yield f'<p class="wait">{escape(words.render(Text("pack.counting")))}</p>'
            yield _heading(words, "pack.page.rounds", game=game_label(game))
            yield from map(_round, self._rounds[game])


def _heading(words: Words, key: str, **values: str | Text) -> str:
    return f"<h2>{escape(words.render(Text(key, {**values})))}</h2>"


def _sheet(sheet: PrintedSheet) -> Iterator[str]:
    yield f"<h2>{escape(sheet.title)}</h2>"
    yield from (f"<p>{escape(line)}</p>" for line in sheet.lines)
    yield from map(_section, sheet.sections)


def _section(section: SheetSection) -> str:
    filled = filled_columns(section)
    columns = [section.columns[column] for column in filled]
    rows = [[row[column] for column in filled] for row in section.rows]
    notes = "".join(f"<p>{escape(note)}</p>" for note in section.notes)
    return f"<h3>{escape(section.title)}</h3>{notes}{html_table(columns, rows)}"


def _round(script: str) -> str:
    """Return a round that is dealt on the table beside by a click."""
    name = escape(msgspec.json.decode(script)["id"])
    return (
        f'<details><summary><a href="./#script={quote(script)}">{name}</a></summary>'
        f"<pre>{escape(script)}</pre></details>"
    )
