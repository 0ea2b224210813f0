"""The amount of a drill's question found again: by the second reckonings, and by its own steps."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sim.web.drills.played_round import PlayedRound
from sim.web.drills.poker_hand import PlayedHand
from sim.web.drills.pot_questions import PotTask
from sim.web.drills.prize_questions import Prizes
from sim.web.drills.question_source import Drawn
from sim.web.drills.round_questions import RoundTask
from tests.kits.games.answer_sums import AnswerSum
from tests.kits.games.bare_table import Line, as_line
from tests.kits.games.poker_room.evening import reckon as reckon_poker
from tests.kits.games.reckoning.checks import reckoning
from tests.kits.games.tournament_room.prize_money import prizes

AMOUNTS = {
    "drill.task.pay": ("paid",),
    "drill.task.pay_net": ("paid", "-commission"),
    "drill.task.commission": ("commission",),
    "drill.task.left": ("returned", "paid", "-commission"),
}
NO_ARTICLE = None
"""Of a bet that was withdrawn: no question is about it."""


def difference(drawn: Drawn) -> str | None:
    """Return in what a question's amount differs from those found again; None if in nothing."""
    solution = drawn.solve().solution
    wanted = list(_amounts(drawn))
    if any(answer.differs for answer in solution.answers) or not solution.answers:
        return f"its own reckoning differs: {drawn}"
    wrong = [cents for cents in wanted if cents != solution.cents]
    return f"{solution.cents} is {wrong} by another reckoning: {drawn}" if wrong else None


def _amounts(drawn: Drawn) -> Iterator[int]:
    match drawn.played, drawn.task:
        case PlayedRound() as played, RoundTask() as asked:
            yield _by_second_reckoning(played, asked)
            yield _by_own_steps(drawn, asked)
        case PlayedHand() as hand, PotTask() as asked_of_pot:
            yield _of_pot(hand, asked_of_pot)
        case Prizes() as prize, None:
            yield _of_prize(prize)
        case _:
            raise AssertionError(drawn)


def _part(task: str, amounts: dict[str, int]) -> int:
    signs = ((name.lstrip("-"), -1 if name.startswith("-") else 1) for name in AMOUNTS[task])
    return sum(sign * amounts[name] for name, sign in signs)


def _by_second_reckoning(played: PlayedRound, task: RoundTask) -> int:
    """Reckon the evening with and without its last round, whose lines are the difference."""
    second = reckoning(played.setup.game)
    before = {**played.script, "steps": played.script["steps"][: played.steps_before]}
    earlier = second.reckon(before) if played.steps_before else []
    last = list((_counted(second.reckon(played.script)) - _counted(earlier)).elements())
    assert _counted(map(as_line, played.lines)) == Counter(last), played.script
    places = {_place(as_line(line)) for line in task.lines}
    lines = [dict(line) for line in last if _place(dict(line)) in places]
    lines = [line for line in lines if line.get("article") is not NO_ARTICLE]
    assert len(lines) == len(task.lines), (lines, task)
    return sum(_part(task.key, line) for line in lines)


def _counted(lines: Any) -> Counter[tuple[tuple[str, Any], ...]]:
    """Count lines, each as its fields that have a value."""
    return Counter(
        tuple(sorted((name, value) for name, value in line.items() if value is not None))
        for line in lines
    )


def _place(line: Line) -> tuple[Any, ...]:
    return line["spot"], line["on"], line.get("bettor"), line.get("hand")


def _by_own_steps(drawn: Drawn, task: RoundTask) -> int:
    total = 0
    answers = drawn.solve().solution.answers
    for line, answer in zip(task.lines, answers, strict=True):
        returned, paid, commission = AnswerSum(answer.reckoning).amounts
        if line.bonus:  # of a second payment the stake is on another line
            returned = 0
        amounts = {"returned": returned, "paid": paid, "commission": commission}
        total += _part(task.key, amounts)
    return total


def _of_pot(hand: PlayedHand, asked: PotTask) -> int:
    lines, values = reckon_poker(hand.script), asked.text.values
    pots = [line for line in lines if line[0] == "pot"]
    match asked.text.key:
        case "drill.task.pot":
            return sum(line[2] for line in pots if line[1] == values["number"])
        case "drill.task.rake":
            return sum(line[3] for line in pots)
    return sum(line[3] for line in lines if line[0] == "won" and line[2] == values["spot"])


def _of_prize(prize: Prizes) -> int:
    terms, place = prize.terms, prize.won.place
    shares, unit = list(terms.prizes), terms.prize_unit
    gross, percent = prize.players * terms.entry_cents, terms.prize_percent
    given = prizes(gross, percent, shares, unit, prize.players, holdem=True)
    return (given[place - 1] + given[place]) // 2 if prize.shared else given[place - 1]
