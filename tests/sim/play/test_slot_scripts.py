"""Scripts of slot machines, through the host that serves them: 87 to 95 as `play` prints them."""

from random import Random
from typing import Any

import pytest

from tests.kits.offenders import each
from tests.kits.slots.bank_reckoning import ReckonedBank
from tests.kits.tournament.script_lines import Line, printed

MACHINE = {"denomination": 25, "return": 8300}
LINKED = {**MACHINE, "coins": 3, "odds": 1_000_000}
LOT = {"machines": [1, 2], "base": 1_000_000, "permille": 10}
OPTIONS: Line = {"machines": {"1": LINKED, "2": LINKED, "3": MACHINE}, "progressive": LOT}


def play(machine: int, cents: int) -> Line:
    return {"play": {"machine": machine, "cents": cents}}


def result(machine: int, cents: int = 0, **more: bool) -> Line:
    return {"result": {"machine": machine, "cents": cents, **more}}


def defect(machine: int, by: str) -> Line:
    return {"defect": {"machine": machine, "by": by}}


def lines(*steps: Line, **options: Any) -> list[Line]:
    script = {"game": "slot-machine", "options": OPTIONS | options, "steps": list(steps)}
    return printed(script)[1:]


def settled(machine: int, stake: int, outcome: str, returned: int, paid: int, article: str) -> Line:
    line = {"machine": machine, "stake": stake, "outcome": outcome}
    return {"settled": {**line, "returned": returned, "paid": paid, "article": article}}


def lot(cents: int) -> Line:
    return {"progressive": {"cents": cents}}


PENDING = {"unfinished": {"waiting_for": "result"}}


def test_89_play_settles_on_its_result() -> None:
    assert lines(play(3, 75), result(3, 500)) == [settled(3, 75, "win", 0, 500, "89")]
    assert lines(play(3, 25), result(3)) == [settled(3, 25, "lose", 0, 0, "89")]
    assert lines(play(3, 25)) == [PENDING]


def test_91_jackpot_shown_by_the_cent() -> None:
    # three quarters of a cent, twice; the third machine feeds nothing
    assert lines(play(1, 75), play(2, 75), play(3, 7500)) == [lot(1_000_001), PENDING]


def test_91_jackpot_pays_whole_cents() -> None:
    won = lines(play(1, 150), result(1, jackpot=True), play(2, 50), result(2))
    assert won == [
        lot(1_000_001),
        settled(1, 150, "win", 0, 1_000_001, "91"),
        lot(1_000_000),
        # half a cent had stayed in it
        lot(1_000_001),
        settled(2, 50, "lose", 0, 0, "89"),
    ]


def test_91_jackpot_is_won_twice() -> None:
    small = {**LOT, "permille": 1}
    won = lines(*[play(1, 75), result(1, jackpot=True)] * 2, progressive=small)
    assert won == [settled(1, 75, "win", 0, 1_000_000, "91")] * 2


def test_95_defect_returns_the_stake() -> None:
    void = lines(play(3, 75), result(3, 500), defect(3, "machine"), defect(3, "machine"))
    assert void[1] == settled(3, 75, "push", 75, 0, "95")
    assert void[2]["refused"]["step"] == 4


def test_94_disturber_loses_his_stake() -> None:
    assert lines(play(3, 75), defect(3, "player")) == [settled(3, 75, "lose", 0, 0, "94")]


def test_95_defective_jackpot_not_won() -> None:
    void = lines(play(1, 150), result(1, jackpot=True), defect(1, "machine"))
    assert void[-2:] == [settled(1, 150, "push", 150, 0, "95"), lot(1_000_001)]


@each(
    "options",
    [
        {"machines": {"1": {**MACHINE, "return": 8299}}, "progressive": None},
        {"machines": {"0": MACHINE}, "progressive": None},
        {"machines": {"128": MACHINE}, "progressive": None},
        {"machines": {}, "progressive": None},
        {"machines": {"one": MACHINE}, "progressive": None},
        {"machines": {"1": LINKED, "2": {**LINKED, "coins": 2}}},
        {"machines": {"1": LINKED, "2": {**LINKED, "odds": 999_999}}},
        {"machines": {"1": MACHINE, "2": MACHINE}},
        {"machines": {"1": LINKED}},
        {"machines": {"1": 3}},
        {"machines": 3},
        {"machines": None},
        {"progressive": {**LOT, "machines": []}},
        {"progressive": {**LOT, "machines": 1}},
        {"progressive": {**LOT, "permille": 0}},
        {"progressive": {**LOT, "permille": 1001}},
        {"machines": {"1": {**MACHINE, "return": 10_001}}, "progressive": None},
        {"machines": {"1": LINKED, "2": {**LINKED, "denomination": 100}}},
        {"machines": {"1": {**LINKED, "denomination": 30}, "2": {**LINKED, "denomination": 15}}},
        {"lights": True},
    ],
)
def test_92_93_bad_machines_are_refused(options: Line) -> None:
    (refused,) = lines(play(1, 75), **options)
    assert refused["refused"]["step"] == 0


def test_93_full_return_is_allowed() -> None:
    machines = {"1": {**LINKED, "return": 10_000}, "2": LINKED, "3": MACHINE}
    taken = lines(play(1, 75), machines=machines, progressive={**LOT, "permille": 1000})
    assert taken == [lot(1_000_075), PENDING]


@each("cents, wins", [(25, False), (50, False), (75, True), (100, True)])
def test_92_jackpot_needs_every_coin(cents: int, wins: bool) -> None:
    shown = lines(play(1, cents), result(1, jackpot=True))
    assert any("settled" in line for line in shown) is wins
    assert (shown[-1] == PENDING) is not wins


@each(
    "step",
    [
        play(9, 25),
        play(1, 30),
        play(1, 0),
        result(1, 25),
        defect(1, "player"),
        result(3, jackpot=True),
        result(3, -25),
        play(3, 25),
        play(1, 25 * 10**9),
        result(3, 25 * 10**9),
    ],
)
def test_refused_step_changes_nothing(step: Line) -> None:
    rest = [result(3, 50), play(1, 100), result(1)]
    refused, *after = lines(play(3, 25), step, *rest)
    assert refused["refused"]["step"] == 2
    assert after == lines(play(3, 25), *rest)


@each("coin, cents", [(25, 40), (30, 30), (7, 1), (500, 1)])
def test_win_may_be_no_multiple_of_coin(coin: int, cents: int) -> None:
    machines = {"3": {**MACHINE, "denomination": coin}}
    paid = lines(play(3, 3 * coin), result(3, cents), machines=machines, progressive=None)
    assert paid == [settled(3, 3 * coin, "win", 0, cents, "89")]


def test_jackpot_past_meter_is_paid() -> None:
    penny = {**LINKED, "denomination": 1}
    rich = {"machines": [1], "base": 60_000_000, "permille": 1000}
    paid = lines(play(1, 4), result(1, 7, jackpot=True), machines={"1": penny}, progressive=rich)
    assert paid[1] == settled(1, 4, "win", 0, 60_000_000 + 4 + 7, "91")


def any_steps(rng: Random, machines: dict[str, Line]) -> list[Line]:
    """Return what may happen at these machines, some of it what they do not take."""
    steps = []
    for _ in range(rng.randint(4, 16)):
        machine = rng.randint(1, len(machines))
        coin, coins = (machines[str(machine)].get(key, 3) for key in ("denomination", "coins"))
        stake = play(machine, coin * rng.choice([1, 2, coins, coins, 7]))
        won = result(machine, rng.choice([0, 0, coin, 20 * coin, 7]), jackpot=rng.random() < 0.3)
        void = defect(machine, rng.choice(["machine", "player"]))
        steps += rng.choice([[stake, won], [stake, won], [stake, won, void], [stake, void], [won]])
    return steps


@pytest.mark.parametrize("seed", range(25))
def test_host_settles_by_the_articles(seed: int) -> None:
    rng = Random(seed)
    coin, coins = rng.choice([1, 5, 25, 100, 500]), rng.randint(1, 5)
    linked = {**MACHINE, "denomination": coin, "coins": coins, "odds": 1000}
    alone = {**MACHINE, "denomination": rng.choice([5, 30, 200])}
    machines = {"1": linked, "2": alone, "3": linked}
    shares = rng.choice([1, 7, 10, 999])
    progressive = {"machines": [1, 3], "base": rng.choice([0, 12_345]), "permille": shares}
    steps = any_steps(rng, machines)
    found = lines(*steps, machines=machines, progressive=progressive)
    for line in found:
        if "refused" in line:
            line["refused"] = line["refused"]["step"]
    assert found == ReckonedBank(machines, progressive).lines(steps)
