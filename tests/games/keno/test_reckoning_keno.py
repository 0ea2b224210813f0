"""The independent reckoning of Keno: hits, returns, golden rounds, fair money."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any

from tests.kits.games.kept_rounds import NAMED, TOLD, golden_rounds, kept_examples
from tests.kits.games.naive.table import Bet
from tests.kits.games.reckoning.keno import (
    DRAWN,
    NUMBERS,
    PAYTABLES,
    Ticket,
    chance_of,
    is_alarmed,
    random_script,
    reckon,
    refused,
    returns,
    standing,
)
from tests.kits.offenders import each

# golden rounds and examples


@each("name", [golden["script"]["id"] for golden in golden_rounds("keno")])
def test_a_golden_round_is_reckoned(name: str) -> None:
    golden = NAMED[name]
    script = golden["script"]
    lines = reckon(script)
    assert [[line[told] for told in TOLD] for line in lines] == golden["expect"]
    assert refused(script) == golden.get("refused", [])
    assert is_alarmed(script) == golden.get("alarm", False)
    hits = [line.get("hits") for line in lines]
    assert hits == golden.get("hits", [None] * len(lines))
    stands = [[line["spot"], line["on"], line["stake"]] for line in standing(script)]
    assert stands == golden.get("standing", [])


def test_the_examples_are_reckoned() -> None:
    for one in kept_examples("keno"):
        script, expect = one["script"], one["expect"]
        assert [line["hits"] for line in reckon(script)] == (
            [expect["hits"]] if "hits" in expect else []
        )
        assert set(refused(script)) <= set(expect.get("refused", []))
        assert bool(refused(script)) == ("refused" in expect)


# what paytables return


@each("spots", range(1, 81))
def test_some_count_is_hit(spots: int) -> None:
    assert sum(chance_of(spots, hits) for hits in range(spots + 1)) == 1


@each("spots", [1, 2, 3])
def test_every_ticket_hits_as_often_as_chance_says(spots: int) -> None:
    """All tickets of so many numbers against one draw."""
    balls, paid = list(range(4, 84, 4)), {str(spots): {"0": 1}}
    bet = Bet(1, "ticket:1", 100)
    found = Counter(
        Ticket(bet, spots, set(numbers), 1, is_paid=True).drawn(balls, paid)["hits"]
        for numbers in combinations(NUMBERS, spots)
    )
    tickets = comb(80, spots)
    assert {hits: Fraction(n, tickets) for hits, n in found.items()} == {
        hits: chance_of(spots, hits) for hits in range(spots + 1)
    }


def test_85_what_paytables_return() -> None:
    assert returns({"1": {"1": 3}}) == {1: Fraction(3, 4)}
    assert returns({"2": {"2": 12}}) == {2: Fraction(57, 79)}
    assert returns({"3": {"2": 1, "3": 42}}) == {3: Fraction(57, 79)}
    assert returns({"10": {"10": 1}}) == {10: Fraction(184_756, 1_646_492_110_120)}
    assert returns({"20": {"20": 1}}) == {20: Fraction(1, comb(80, 20))}
    assert returns({"5": {str(hits): 1 for hits in range(6)}}) == {5: 1}


@each("paytable", PAYTABLES)
def test_85_the_paytables_of_chance_may_be_played(paytable: dict[str, dict[str, int]]) -> None:
    assert all(Fraction(65, 100) <= back < Fraction(11, 10) for back in returns(paytable).values())


# chance


@cache
def scripts() -> list[dict[str, Any]]:
    return [random_script(Random(seed)) for seed in range(300)]


def test_chance_leaves_nothing_to_refuse() -> None:
    assert not any(refused(script) or is_alarmed(script) for script in scripts())


def test_chance_reaches_all_that_a_ticket_may_come_to() -> None:
    lines = [line for script in scripts() for line in reckon(script)]
    reached = {(line["outcome"], line["odds"], line["article"]) for line in lines}
    assert reached == {("win", None, "76"), ("lose", None, "76")}
    assert {line["hits"] for line in lines} >= set(range(11))
    assert any(standing(script) for script in scripts())


def test_76_no_cent_is_made_or_lost() -> None:
    """What is paid is what the table says of a stake; a ticket is settled as often as it stands."""
    for script in scripts():
        tickets = [step["ticket"] for step in script["steps"] if "ticket" in step]
        paytable = script["options"]["paytable"]
        for line in reckon(script):
            ticket = tickets[int(line["on"].split(":")[1]) - 1]
            pays = paytable[str(len(ticket["numbers"]))].get(str(line["hits"]), 0)
            assert line["stake"] == ticket["cents"]
            assert (line["returned"], line["commission"]) == (0, 0)
            due = ticket["cents"] * pays
            assert line["paid"] <= due if "max_draw" in script["options"] else line["paid"] == due
            assert line["outcome"] == ("win" if pays else "lose")


def test_80_each_ticket_is_settled_for_its_draws() -> None:
    for script in scripts():
        settled = Counter(line["on"] for line in reckon(script))
        stands = {line["on"] for line in standing(script)}
        tickets = [step["ticket"] for step in script["steps"] if "ticket" in step]
        for place, ticket in enumerate(tickets, start=1):
            on, draws = f"ticket:{place}", ticket.get("draws", 1)
            assert settled[on] < draws if on in stands else settled[on] == draws


def test_75_every_draw_is_of_twenty_numbers() -> None:
    drawn = [step["balls"] for script in scripts() for step in script["steps"] if "balls" in step]
    assert {len(set(balls) & set(NUMBERS)) for balls in drawn} == {DRAWN}
