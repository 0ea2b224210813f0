"""Steps put together to rounds."""

from collections.abc import Iterable, Iterator

from firmware.core.table.checkpoint import INITIAL_CHECKPOINT, Checkpoint
from firmware.shell.recall.round_builder import RoundBuilder
from firmware.shell.recall.round_record import RecalledRound
from firmware.shell.recall.steps import StoryStep


def assembled_rounds(
    steps: Iterable[StoryStep], first_checkpoint: Checkpoint | None, shoe_number: int
) -> Iterator[RecalledRound]:
    """Yield the rounds, starting from the table in `first_checkpoint`; round 0 is not a round.

    Cards of the `shoe_number`-th shoe are still in play. The rounds of a test follow the round that
    they interrupted, which is yielded whole.
    """
    assembler = _RoundAssembler(first_checkpoint, shoe_number)
    for step in steps:
        yield from assembler.take(step)
    yield from assembler.remaining_rounds()


class _RoundAssembler:
    """Puts steps together to rounds: a real one, and those of the tests that interrupt it."""

    def __init__(self, first_checkpoint: Checkpoint | None, shoe_number: int) -> None:
        self._shoe_number = shoe_number
        self._begin(first_checkpoint or INITIAL_CHECKPOINT)

    def _begin(self, table: Checkpoint) -> None:
        self._testing = table.aside is not None
        self._real_round = RoundBuilder(table.real.round)
        self._test_round = RoundBuilder(table.round, is_test=True) if self._testing else None
        self._finished_tests: list[RecalledRound] = []

    def take(self, step: StoryStep) -> Iterator[RecalledRound]:
        """Take the next step; yield the rounds that it completes."""
        if step.restart_table is not None:
            yield from self.remaining_rounds()
            self._begin(step.restart_table)
        if step.test_change is not None:
            self._switch_mode(step, testing=step.test_change)
        elif step.opened_round is None:
            self._current_round.add_step(step, step.rulings)
        else:
            number, rulings_before = step.opened_round
            self._current_round.add_step(step, step.rulings[:rulings_before])
            yield from self._open_round(number, step.wall)
            self._current_round.add_rulings(step, step.rulings[rulings_before:])

    def remaining_rounds(self) -> Iterator[RecalledRound]:
        """Yield the remaining rounds."""
        self._end_test(None)
        yield from self._end_real(None)

    @property
    def _current_round(self) -> RoundBuilder:
        """The current round: the real one until the first round of a test."""
        return self._test_round or self._real_round

    def _switch_mode(self, step: StoryStep, *, testing: bool) -> None:
        self._end_test(step.wall)
        self._testing = testing
        self._real_round.add_step(step, step.rulings)

    def _open_round(self, number: int, wall: str) -> Iterator[RecalledRound]:
        if self._testing:
            self._end_test(wall)
            self._test_round = RoundBuilder(number, wall, is_test=True)
        else:
            yield from self._end_real(wall)
            self._real_round = RoundBuilder(number, wall)

    def _end_test(self, wall: str | None) -> None:
        if self._test_round is not None:
            self._finished_tests += self._test_round.finished_round(self._shoe_number, wall)
        self._test_round = None

    def _end_real(self, wall: str | None) -> Iterator[RecalledRound]:
        yield from self._real_round.finished_round(self._shoe_number, wall)
        yield from self._finished_tests
        self._finished_tests = []
