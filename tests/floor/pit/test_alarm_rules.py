"""The rules behind an alarm at the pit: sentences that hold at every table, in its language."""

import pytest

from firmware.core.vocabulary.faults import FAULT_WORDS
from firmware.floor.pit.alarm_rules import RULE_MESSAGES, rule_message, spoken_rules
from firmware.floor.pit.alarms import PIT_ALARM_KEYS
from firmware.shell.rules.rule_book import table_sentences

OF_A_GAME = {"fault.other_tournament"}
"""Explained in the book of its game alone."""


def test_every_fault_has_its_rule() -> None:
    fault_keys = {words for words, _ in FAULT_WORDS.values()}
    assert {key for key in fault_keys if rule_message("fault", key) != key} == OF_A_GAME


@pytest.mark.parametrize("kind", sorted(RULE_MESSAGES))
def test_alarm_without_fault_has_its_rule(kind: str) -> None:
    assert kind in PIT_ALARM_KEYS
    assert rule_message(kind, None) == RULE_MESSAGES[kind]


@pytest.mark.parametrize("fault_key", [None, "fault.of_a_newer_program"])
def test_alarm_of_no_rule_has_none(fault_key: str | None) -> None:
    assert rule_message("silent", fault_key) is None


@pytest.mark.parametrize("language", ["fr", "en"])
def test_sentence_is_in_its_language(language: str) -> None:
    words_by_id = {sentence.id: sentence.words(language) for sentence in table_sentences()}
    (spoken,) = spoken_rules("prompt.resolve_late", language)
    assert spoken.articles
    assert spoken.words == words_by_id[spoken.id]
