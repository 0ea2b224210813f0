"""What leaves a table at once: nothing of a card, and the same wherever the reading begins."""

import re
from collections.abc import Mapping, Sequence
from random import Random

import msgspec
import pytest

from firmware.core.poker_room.engine.terms import POKER_ROOM
from firmware.floor.facts import LANE_START, Fact, FactExtractor
from firmware.shell.history.journal_entries import Carried, Checked, Entry
from tests.kits.examples import examples
from tests.kits.floor_kit import STEPS, disguised, entries, served
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack

SEEDS = range(examples(1, 8))
TURNS = examples(120, STEPS)
every_game = each("game", games_in_pack())
CARD = re.compile(rb'"(?:10|[2-9TJQKA])[SHDC]"')


SERVED = [*games_in_pack(), POKER_ROOM]


def facts_of(evening: Sequence[Entry], begin: int = 0) -> list[Fact]:
    facts = FactExtractor()
    return [f for n, entry in enumerate(evening[begin:], begin) for f in facts.extract(n, entry)]


def as_sent(facts: Sequence[Fact]) -> list[bytes]:
    """Return the facts and their places, with shoes counted: a shoe's number is that of a record
    long given away.
    """
    shoes = {LANE_START.shoe: 0}
    for fact in facts:
        shoes.setdefault(fact.position.shoe, len(shoes))
    return [msgspec.json.encode(_counted(fact, shoes)) for fact in facts]


def _counted(fact: Fact, shoes: Mapping[int, int]) -> object:
    body = fact.body
    if "undone" in body:
        body = {"undone": [(shoes.get(shoe), number) for shoe, number in body["undone"]]}
    return shoes[fact.position.shoe], fact.position.number, body


@pytest.mark.clause("WA 230-16-152")
@every_game
def test_facts_are_independent_of_cards(game: str) -> None:
    for seed in SEEDS:
        evening = entries(game, seed)
        facts = as_sent(facts_of(evening))
        assert len(facts) > 10
        for disguise in range(3):
            other = disguised(evening, Random(disguise))
            assert other != evening
            assert as_sent(facts_of(other)) == facts


@pytest.mark.clause("WA 230-16-152")
@every_game
def test_no_fact_names_a_card(game: str) -> None:
    for seed in SEEDS:
        for fact in facts_of(entries(game, seed)):
            assert not CARD.search(msgspec.json.encode(fact.body)), fact


@every_game
def test_late_start_gives_same_facts(game: str) -> None:
    late = 0
    for seed in SEEDS:
        evening = entries(game, seed)
        whole = facts_of(evening)
        for begin in range(1, len(evening), 17):
            part = facts_of(evening, begin)
            assert part == whole[len(whole) - len(part) :]
            late += bool(part)
    assert late or len({fact.position.shoe for fact in whole}) < 4


@every_game
def test_each_fact_names_the_one_before(game: str) -> None:
    facts = facts_of(entries(game, 1))
    places = [LANE_START, *(fact.position for fact in facts)]
    assert [fact.previous for fact in facts] == places[:-1]
    assert places == sorted(set(places))


@every_game
def test_release_ends_before_present_shoe(game: str) -> None:
    facts, gone = FactExtractor(), 0
    for number, entry in enumerate(entries(game, 1)):
        before = facts.released_records
        facts.extract(number, entry)
        if isinstance(entry, Checked) and (entry.table.shoe.gone or entry.table.aside):
            assert facts.released_records == before
            gone += 1
        assert facts.released_records <= number


@pytest.mark.parametrize("game", ["baccarat", "craps", "blackjack"])
def test_money_is_released_once_final(game: str) -> None:
    """The lines since the last meters are those by which the meters have advanced."""
    rounds = 0
    for seed in SEEDS:
        paid = counted = 0
        for fact in facts_of(entries(game, seed)):
            paid += fact.body.get("BetSettled", {}).get("paid", 0)
            if "meters" in fact.body:
                meters = sum(bet[2] for bet in fact.body["meters"]["bets"].values())
                assert meters - counted == paid
                counted, paid, rounds = meters, 0, rounds + 1
    assert rounds > 3


@each("game", SERVED)
def test_service_mode_reveals_no_card_either(game: str) -> None:
    """Its journal has segments, each of which begins with what the one before has."""
    journal = served(game, 1, TURNS)
    whole = facts_of(journal)
    assert len(whole) > 10
    for seed in range(3):
        assert as_sent(facts_of(disguised(journal, Random(seed)))) == as_sent(whole)
    assert not any(CARD.search(msgspec.json.encode(fact.body)) for fact in whole)
    carried = [n for n, entry in enumerate(journal) if isinstance(entry, Carried)]
    for begin in carried:
        part = facts_of(journal, begin)
        assert part == whole[len(whole) - len(part) :]
