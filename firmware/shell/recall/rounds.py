"""Steps put together to rounds."""

from collections.abc import Iterable, Iterator

from firmware.core.table.state import START, Checkpoint
from firmware.shell.recall.one_round import OneRound
from firmware.shell.recall.round_record import Round
from firmware.shell.recall.steps import Step


def rounds_of(steps: Iterable[Step], began: Checkpoint | None, shoe: int) -> Iterator[Round]:
    """Yield the rounds, starting from the table in `began`; round 0 is not a round.

    Cards of the `shoe`-th shoe are still in play. The rounds of a test follow the round that they
    interrupted, which is yielded whole.
    """
    telling = _Telling(began, shoe)
    for step in steps:
        yield from telling.take(step)
    yield from telling.end()


class _Telling:
    """Puts steps together to rounds: a real one, and those of the tests that interrupt it."""

    def __init__(self, began: Checkpoint | None, shoe: int) -> None:
        self._shoe = shoe
        self._begin(began or START)

    def _begin(self, table: Checkpoint) -> None:
        self._testing = table.aside is not None
        self._real = OneRound(table.real.round)
        self._test = OneRound(table.round, test=True) if self._testing else None
        self._tested: list[Round] = []

    def take(self, step: Step) -> Iterator[Round]:
        """Take the next step; yield the rounds that it completes."""
        if step.begins is not None:
            yield from self.end()
            self._begin(step.begins)
        if step.tests is not None:
            self._turn(step, testing=step.tests)
        elif step.opens is None:
            self._now.add(step, step.rulings)
        else:
            number, before = step.opens
            self._now.add(step, step.rulings[:before])
            yield from self._open(number, step.wall)
            self._now.rule(step, step.rulings[before:])

    def end(self) -> Iterator[Round]:
        """Yield the remaining rounds."""
        self._end_test(None)
        yield from self._end_real(None)

    @property
    def _now(self) -> OneRound:
        """The current round: the real one until the first round of a test."""
        return self._test or self._real

    def _turn(self, step: Step, *, testing: bool) -> None:
        self._end_test(step.wall)
        self._testing = testing
        self._real.add(step, step.rulings)

    def _open(self, number: int, wall: str) -> Iterator[Round]:
        if self._testing:
            self._end_test(wall)
            self._test = OneRound(number, wall, test=True)
        else:
            yield from self._end_real(wall)
            self._real = OneRound(number, wall)

    def _end_test(self, wall: str | None) -> None:
        if self._test is not None:
            self._tested += self._test.told(self._shoe, wall)
        self._test = None

    def _end_real(self, wall: str | None) -> Iterator[Round]:
        yield from self._real.told(self._shoe, wall)
        yield from self._tested
        self._tested = []
