"""What the bets that a rule pack declares are called, and names that two bets would share."""

from collections.abc import Iterator, Mapping
from typing import Any

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.vocabulary.bet_keys import BET_WORDS
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.templates import TemplateTable

Phrases = Mapping[str, Mapping[str, str]]
"""By language and message key."""


def declared_phrases(game: str, bets: object) -> Phrases:
    """Return the names of a game's declared bets and of their lines, from a pack as it is written:
    what is no bet there has none.
    """
    phrases: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    for on, bet in _tables(bets):
        _add_name(phrases, f"at.{game}.bet.{on}", bet.get("said"))
        lines = bet.get("lines")
        for line in lines if isinstance(lines, list) else ():
            if isinstance(line, dict):
                line_key = line.get("name") or line.get("when")
                _add_name(phrases, f"at.{game}.line.{on}.{line_key}", line.get("said"))
    return phrases


def _tables(value: object) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, table in value.items() if isinstance(value, dict) else ():
        if isinstance(table, dict):
            yield name, table


def _add_name(phrases: dict[str, dict[str, str]], key: str, said: object) -> None:
    if isinstance(said, dict) and said:
        for language in LANGUAGES:
            # in a language that has none, another's name is better than the key
            phrases[language][key] = said.get(language) or next(iter(said.values()))


def same_name_faults(
    game: str, game_class: type[Game], rules: GameRules, phrases: Phrases
) -> Iterator[Text]:
    """Yield the bets of a game that are called alike in a language, with both places; the program's
    own names are its own matter.
    """
    offered = {base_bet_name(on) for on in game_class.BETS} - rules.missing_bets(game_class)
    declared = [on for on, bet in rules.bets.items() if not bet.amends]
    for language in LANGUAGES:
        own_phrases = phrases.get(language, {})
        templates = TemplateTable(language, game, own_phrases)
        places: dict[str, str] = {}
        for on in (*sorted(offered), *declared):
            key = BET_WORDS.get(on, f"bet.{on}")
            template = templates[key]
            place = _place_of_name(key, on, language, own_phrases, is_declared=on in declared)
            name = template.singular if template else on
            other = places.setdefault(name.casefold(), place)
            if other != place and not (_is_programs(other) and _is_programs(place)):
                values = {"where": place, "other": other, "name": name, "language": language}
                yield Text("pack.same_name", values)


def _place_of_name(
    key: str, on: str, language: str, phrases: Mapping[str, str], *, is_declared: bool
) -> str:
    if is_declared:
        return f"bets.{on}.said.{language}"
    return f"[pack.words.{language}] {key}" if key in phrases else key


def _is_programs(place: str) -> bool:
    """Return whether a name is the program's own: its place is a message key."""
    return place.startswith("bet.")
