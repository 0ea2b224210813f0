"""The class's campaign, small; and that it can fail."""

import msgspec

from sim.classroom.mistakes import Mistake
from sim.web.messages.school_messages import MarkMessage
from sim.web.school.exercise import exercises
from sim.web.school.sheet import SheetLine
from tests.campaigns.classroom import Afternoon, sheet_faults
from tests.kits.examples import examples
from tests.kits.offenders import each

MINUTES = examples(2, 20)
ALL = exercises()
PAYMENTS = {name: ALL[name] for name in ("baccarat.tie", "roulette.dozen", "blackjack.blackjack")}
RIGHT = MarkMessage("pay", "done", verdict="right", millis=2000)
SHORT = MarkMessage("pay", "wrong", verdict="short", millis=2000)
SKIPPED = MarkMessage("pay", "missed", verdict="missed", millis=2000)
EARLY = MarkMessage("pay", "done", verdict="right", millis=2000, remarks=("order",))


def test_every_mistake_is_on_the_sheet() -> None:
    afternoon = Afternoon("1", PAYMENTS)
    afternoon.work(MINUTES * 60_000)
    assert afternoon.faults == []
    assert afternoon.counts["exercises"] > 0


def faults(mark: MarkMessage, *mistakes: Mistake) -> list[str]:
    line = SheetLine("", "Ada", "own", "craps", "pay", (mark,), 2000)
    return [fault.partition(":")[0] for fault in sheet_faults(line, mistakes)]


@each(
    "mark, mistakes, found",
    [
        (RIGHT, [], []),
        (SHORT, [Mistake(0, "short")], []),
        (SKIPPED, [Mistake(0, "skip")], []),
        (EARLY, [Mistake(0, "order")], []),
        (RIGHT, [Mistake(0, "short")], ["missed"]),
        (RIGHT, [Mistake(0, "slow")], ["missed"]),
        (RIGHT, [Mistake(0, "order")], ["missed"]),
        (SHORT, [Mistake(0, "over")], ["missed"]),
        (SHORT, [], ["wronged"]),
        (EARLY, [], ["wronged"]),
        (msgspec.structs.replace(RIGHT, wrong=1), [], ["wronged"]),
    ],
)
def test_sheet_is_compared_with_mistakes(
    mark: MarkMessage, mistakes: list[Mistake], found: list[str]
) -> None:
    assert faults(mark, *mistakes) == found
