"""`croupier why`: an article of the rules, and all that is built on it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from firmware.cli.args.errors import did_you_mean
from firmware.cli.args.signature import Option
from firmware.cli.args.types import GameWord
from firmware.cli.rule_packs import RulesFile, config_and_pack
from firmware.cli.sheets import print_sheet
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.rules.rule_book import book_sentences
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.words.text_table import PrintedSheet, SheetSection, column_headings
from firmware.shell.words.words import Words


def why(
    words: Words,
    article: Annotated[str, Option(value_key="command.value.article")],
    game: GameWord | None = None,
    *,
    config: Path | None = None,
    rules: RulesFile | None = None,
) -> int:
    """Print the sentences that state an article, game by game, and the rounds that prove them."""
    table_config, rule_pack = config_and_pack(config, rules)
    game = table_config.table.game if table_config else game
    games = (game,) if game else rule_pack.games
    sections = tuple(
        section for name in games for section in _game_sections(rule_pack, name, article, words)
    )
    if not sections:
        raise RequestFailed(_unstated(rule_pack, games, article))
    print_sheet(
        PrintedSheet(words.render(Text("sheet.cited.title", {"article": article})), (), sections)
    )
    return 0


def _game_sections(
    rule_pack: RulePack, game: str, article: str, words: Words
) -> Iterator[SheetSection]:
    rows = tuple(
        (sentence.words(words.language), sentence.id, "\n".join(sentence.rounds))
        for sentence in book_sentences(rule_pack, game)
        if article in sentence.articles
    )
    if rows:
        columns = column_headings(words, "sheet.rule", "sheet.cited.sentence", "sheet.cited.rounds")
        yield SheetSection(words.render(game_label(game)), columns, rows)


def _unstated(rule_pack: RulePack, games: tuple[str, ...], article: str) -> Text:
    """Return the refusal of an article that no sentence states, with the most similar one."""
    stated = {
        stated_article
        for game in games
        for sentence in book_sentences(rule_pack, game)
        for stated_article in sentence.articles
    }
    values: TextValues = {"article": article, "pack": rule_pack.name}
    nearest = did_you_mean(article, sorted(stated))
    if nearest is None:
        return Text("sheet.cited.none", values)
    return Text("sheet.cited.none_but", {**values, "hint": nearest})
