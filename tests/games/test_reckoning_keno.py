"""The second reckoning of Keno: what each ticket hits, returns, golden rounds, fair money."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import pytest

from tests.games.kept_rounds import TOLD, examples, golden_rounds
from tests.games.naive_table import Bet
from tests.games.reckoning_keno import (
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

HITS: dict[str, tuple[int | None, ...]] = {
    "75-twenty-numbers-are-drawn": (3,),
    "75-in-any-order": (3,),
    "75-the-lowest-and-the-highest": (1, 1),
    "75-nineteen-balls": (3,),
    "75-twenty-one-balls": (3,),
    "75-a-ball-twice": (3,),
    "75-ball-81": (3,),
    "75-ball-0": (3,),
    "75-a-wrong-draw-uses-no-draw-up": (3, 0),
    "75-void-uses-the-draw-up": (None, 3),
    "75-the-next-draw-after-a-void": (None, 1),
    "76-one-of-one": (1,),
    "76-none-of-one": (0,),
    "76-two-of-two": (2,),
    "76-one-of-two": (1,),
    "76-none-of-two": (0,),
    "76-three-of-three": (3,),
    "76-two-of-three-its-stake": (2,),
    "76-one-of-three": (1,),
    "76-five-of-five": (5,),
    "76-four-of-five": (4,),
    "76-three-of-five": (3,),
    "76-two-of-five": (2,),
    "76-0-of-ten": (0,),
    "76-1-of-ten": (1,),
    "76-4-of-ten": (4,),
    "76-5-of-ten": (5,),
    "76-6-of-ten": (6,),
    "76-7-of-ten": (7,),
    "76-8-of-ten": (8,),
    "76-9-of-ten": (9,),
    "76-10-of-ten": (10,),
    "76-by-the-stake": (3, 3, 3),
    "76-nothing-where-the-table-says-nothing": (1, 2),
    "76-for-no-hit": (0,),
    "77-a-number-of-spots-that-is-not-offered": (3,),
    "77-no-number": (3,),
    "78-one-number": (1,),
    "78-ten-numbers": (10,),
    "78-eleven-numbers-unless-the-table-says-so": (1,),
    "78-eleven-numbers-where-the-table-says-so": (3,),
    "78-no-more-than-the-table-says": (3,),
    "78-as-many-as-the-table-says": (5,),
    "79-several-tickets-at-a-spot": (3, 0, 2),
    "79-the-same-numbers-again": (3, 3),
    "79-tickets-of-several-spots": (3, 0),
    "80-a-number-twice": (3,),
    "80-number-0": (3,),
    "80-number-81": (3,),
    "80-a-number-under-nothing": (3,),
    "80-neither-numbers-nor-a-quick-pick": (3,),
    "80-both-numbers-and-a-quick-pick": (3,),
    "80-no-stake": (3,),
    "80-less-than-no-stake": (3,),
    "80-no-draw": (3,),
    "80-less-than-no-draw": (3,),
    "80-a-quick-pick-of-none": (3,),
    "80-a-quick-pick-of-a-number-that-is-not-offered": (3,),
    "80-a-quick-pick-of-too-many": (3,),
    "80-a-quick-pick": (None, 3),
    "80-one-draw": (3, 1),
    "80-two-draws": (2, 1),
    "80-three-draws-of-which-one-is-left": (3, 0),
    "80-the-stake-is-for-each-draw": (None, 1),
    "80-draws-of-several-tickets": (1, 0, 0, 1, 0),
    "80-two-left-standing": (1, 0, 1),
    "81-sold-after-a-draw-is-for-the-next": (3, 0),
    "81-a-refused-ticket-keeps-its-place": (3, 1),
    "81-no-chips": (3,),
    "81-no-chips-on-a-ticket": (3,),
    "81-nothing-closes-but-the-balls": (3, 1),
    "81-nothing-to-confirm": (3, 1),
    "81-no-dice": (3,),
    "83-not-paid": (),
    "83-not-paid-beside-one-that-is": (3,),
    "83-paid": (3,),
    "85-just-65-percent": (9,),
    "85-more-than-is-staked": (1, 0),
}
"""What each settled line of a golden round has hit; None where it is void or a quick pick."""

STANDING: dict[str, list[tuple[int, str, int]]] = {
    "80-three-draws-of-which-one-is-left": [(1, "ticket:1", 200)],
    "80-two-left-standing": [(1, "ticket:1", 100), (3, "ticket:3", 150)],
}
"""The tickets that golden rounds leave standing: spot, name, stake."""

GOLDEN = golden_rounds("keno")


# golden rounds and examples


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["script"]["id"])
def test_a_golden_round_is_reckoned(golden: dict[str, Any]) -> None:
    script = golden["script"]
    lines, name = reckon(script), script["id"].removeprefix("keno-")
    assert [[line[told] for told in TOLD] for line in lines] == golden["expect"]
    assert refused(script) == golden.get("refused", [])
    assert is_alarmed(script) == golden.get("alarm", False)
    hits = tuple(line.get("hits") for line in lines)
    assert hits == HITS.get(name, (None,) * len(lines))
    stands = [(line["spot"], line["on"], line["stake"]) for line in standing(script)]
    assert stands == STANDING.get(name, [])


def test_no_hits_are_told_of_a_round_that_there_is_none_of() -> None:
    names = {golden["script"]["id"].removeprefix("keno-") for golden in GOLDEN}
    assert HITS.keys() | STANDING.keys() <= names


def test_the_examples_are_reckoned() -> None:
    for one in examples("keno"):
        script, expect = one["script"], one["expect"]
        assert [line["hits"] for line in reckon(script)] == (
            [expect["hits"]] if "hits" in expect else []
        )
        assert set(refused(script)) <= set(expect.get("refused", []))
        assert bool(refused(script)) == ("refused" in expect)


# what paytables return


@pytest.mark.parametrize("spots", range(1, 81))
def test_some_count_is_hit(spots: int) -> None:
    assert sum(chance_of(spots, hits) for hits in range(spots + 1)) == 1


@pytest.mark.parametrize("spots", [1, 2, 3])
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


@pytest.mark.parametrize("paytable", PAYTABLES)
def test_85_the_paytables_of_chance_may_be_played(paytable: dict[str, dict[str, int]]) -> None:
    assert all(Fraction(65, 100) <= back < Fraction(11, 10) for back in returns(paytable).values())


# chance

SCRIPTS = [random_script(Random(seed)) for seed in range(300)]


def test_chance_leaves_nothing_to_refuse() -> None:
    assert not any(refused(script) or is_alarmed(script) for script in SCRIPTS)


def test_chance_reaches_all_that_a_ticket_may_come_to() -> None:
    lines = [line for script in SCRIPTS for line in reckon(script)]
    reached = {(line["outcome"], line["odds"], line["article"]) for line in lines}
    assert reached == {("win", None, "76"), ("lose", None, "76")}
    assert {line["hits"] for line in lines} >= set(range(11))
    assert any(standing(script) for script in SCRIPTS)


def test_76_no_cent_is_made_or_lost() -> None:
    """What is paid is what the table says of a stake; a ticket is settled as often as it stands."""
    for script in SCRIPTS:
        tickets = [step["ticket"] for step in script["steps"] if "ticket" in step]
        paytable = script["options"]["paytable"]
        for line in reckon(script):
            ticket = tickets[int(line["on"].split(":")[1]) - 1]
            pays = paytable[str(len(ticket["numbers"]))].get(str(line["hits"]), 0)
            assert line["stake"] == ticket["cents"]
            assert (line["returned"], line["commission"]) == (0, 0)
            assert line["paid"] == ticket["cents"] * pays
            assert line["outcome"] == ("win" if pays else "lose")


def test_80_each_ticket_is_settled_for_its_draws() -> None:
    for script in SCRIPTS:
        settled = Counter(line["on"] for line in reckon(script))
        stands = {line["on"] for line in standing(script)}
        tickets = [step["ticket"] for step in script["steps"] if "ticket" in step]
        for place, ticket in enumerate(tickets, start=1):
            on, draws = f"ticket:{place}", ticket.get("draws", 1)
            assert settled[on] < draws if on in stands else settled[on] == draws


def test_75_every_draw_is_of_twenty_numbers() -> None:
    drawn = [step["balls"] for script in SCRIPTS for step in script["steps"] if "balls" in step]
    assert {len(set(balls) & set(NUMBERS)) for balls in drawn} == {DRAWN}
