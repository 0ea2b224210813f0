"""The sentences in force at a table: of poker those of its structure."""

import pytest

from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_book import book_sentences
from firmware.shell.why.rules_in_force import game_rules


@pytest.mark.parametrize("limit", ["none", "pot"])
def test_poker_has_sentences_of_its_limit(limit: str) -> None:
    rules = game_rules(default_pack(), "poker-room", {"limit": limit})
    conditions = [found.when["limit"] for found in rules.sentences if "limit" in found.when]
    assert conditions
    for condition in conditions:
        assert limit in (condition if isinstance(condition, list) else [condition])


@pytest.mark.parametrize(
    ("game", "options"), [("poker-room", {}), ("holdem-tournament", {"role": "table"})]
)
def test_sentence_of_other_structures_is_absent(game: str, options: dict[str, str]) -> None:
    all_sentences = book_sentences(default_pack(), game)
    rules = game_rules(default_pack(), game, options)
    assert 0 < sum(found in rules.sentences for found in all_sentences) < len(all_sentences)
