"""The sentences in force at a table: of poker those of its structure."""

import pytest

from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled
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


@pytest.mark.parametrize("game", ["blackjack", "blackjack-multi-action"])
@pytest.mark.parametrize(
    ("special_hands", "first"), [(False, "pays"), (True, "pays_special_hands")]
)
def test_sentence_on_the_odds_is_first(game: str, *, special_hands: bool, first: str) -> None:
    rules = game_rules(default_pack(), game, {"special_hands": special_hands})
    bet = Bet(Place(1, "main"), Cents(1000))
    line = BetSettled(bet, "win", Cents(1000), Cents(1500), odds="3:2", article="21")
    cited = [sentence.id for sentence in rules.sentences_on(line, ("win",), (), voided=False)]
    assert cited[0] == first
    assert "wins" in cited
