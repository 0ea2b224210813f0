"""The payments of a blind exercise: a simulated trainee makes them by the marks of before."""

from sim.classroom.acts_by_prompt import CHIP_ACTS
from sim.classroom.payments_due import Stack, Topics, stack_of


class LearntPayments:
    """The amounts due in each exercise that he has done before."""

    def __init__(self) -> None:
        self._amounts: dict[str, dict[Stack, int]] = {}

    def learn(self, lesson: Topics) -> None:
        """Learn the amounts due in an exercise from its marks."""
        self._amounts[lesson["id"]] = {
            stack_of(mark): mark["due_cents"]
            for mark in lesson["marks"]
            if mark["do"] in CHIP_ACTS and mark.get("due_cents") is not None
        }

    def amounts(self, exercise: str) -> dict[Stack, int]:
        """Return the amount due on each bet; none the first time."""
        return self._amounts.get(exercise, {})
