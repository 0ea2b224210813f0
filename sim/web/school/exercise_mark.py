"""The mark of one act: of a payment or a taking by the chips on the felt."""

from typing import Final, NamedTuple

from firmware.core.vocabulary.money import Cents, fewest_chips
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.places import Stack
from firmware.shell.why.spoken_answer import SpokenSentence
from sim.web.bench.felt_chips import FeltChips, amount_at
from sim.web.messages.school_messages import MarkMessage, MarkState, Verdict
from sim.web.school.exercise import ExamTerms, ExpectedAct
from sim.web.school.settled_stacks import MONEY_ACTS

CHIPS_TOLERANCE: Final = 2
"""Chips above the fewest that a house does not mind."""


class ChipMovement(NamedTuple):
    """A payment or a taking of one stack: its amount before, and the right one after."""

    stack: Stack
    from_cents: Cents
    due_cents: Cents

    def verdict(self, felt_cents: Cents) -> Verdict:
        """Return how far the chips are from the right amount."""
        if felt_cents == self.due_cents:
            return "right"
        distance = self.due_cents - self.from_cents
        moved = felt_cents - self.from_cents
        if not distance:  # nothing was to be moved
            return "over" if moved > 0 else "short"
        if moved * distance <= 0:
            return "missed"
        return "short" if abs(moved) < abs(distance) else "over"


class MovementTerms(NamedTuple):
    """The terms of a movement besides its own amounts."""

    exam: ExamTerms
    denominations: tuple[Cents, ...]
    chips_before: tuple[Cents, ...] = ()
    """The chips of the stack before."""
    settled_cents: Cents | None = None
    """The amount in the end, which is right too: it may hold another payment already."""


class ExerciseMark:
    """One act, and how it went. A `stray` one was not expected: chips where none were due."""

    def __init__(self, expected: ExpectedAct, *, is_stray: bool = False) -> None:
        self.expected = expected
        self.is_stray = is_stray
        self.state: MarkState = "waiting"
        self.wrong = 0
        """Keys that were dark, refused, or not the decision of his exercise."""
        self.duration_ms = 0
        """The time from the prompt until the act was done."""
        self.verdict: Verdict | None = None
        self.movement: ChipMovement | None = None
        self.round = -1
        """The table's round that the movement belongs to."""
        self.remarks: tuple[str, ...] = ()
        self.reckoning: dict[str, tuple[str, ...]] = {}
        self.articles: dict[str, tuple[SpokenSentence, ...]] = {}
        self._felt_cents: Cents | None = None
        self._chips: tuple[int, int] | None = None
        """The chips that were laid, and the fewest for them."""

    @property
    def is_money(self) -> bool:
        """Whether it is marked by the chips on the felt."""
        return self.expected.do in MONEY_ACTS

    @property
    def is_marked(self) -> bool:
        return self.state in ("done", "missed", "wrong")

    def is_lifted_for_change(self, felt: FeltChips) -> bool:
        """Return whether a stack of which a part is taken is lifted whole, to put the rest back."""
        if self.expected.do is not Act.TAKE_CHIPS or self.movement is None:
            return False
        return self.movement.due_cents > 0 and not amount_at(felt, self.movement.stack)

    def finish(self, verdict: Verdict, duration_ms: int = 0) -> None:
        """Mark the act."""
        self.verdict, self.duration_ms = verdict, duration_ms
        self.state = "done" if verdict == "right" else "missed" if verdict == "missed" else "wrong"

    def finish_movement(
        self,
        movement: ChipMovement,
        felt: FeltChips,
        terms: MovementTerms,
        duration_ms: int = 0,
        *,
        is_early: bool = False,
    ) -> None:
        """Mark a movement of chips by its stack now; `is_early` if it came before its turn."""
        self.movement, self.remarks = movement, ()
        self._felt_cents = amount_at(felt, movement.stack)
        verdict = movement.verdict(self._felt_cents)
        if self._felt_cents == terms.settled_cents:
            verdict = "right"
        if verdict == "right":
            self._count_chips(felt.get(movement.stack, ()), terms)
            verdict = self._strict_verdict(terms.exam, is_early=is_early)
        self.finish(verdict, duration_ms)

    def finish_amount(self, movement: ChipMovement, cents: Cents, duration_ms: int) -> None:
        """Mark an amount that was called."""
        self.movement, self._felt_cents = movement, cents
        self.finish(movement.verdict(cents), duration_ms)

    def _strict_verdict(self, exam: ExamTerms, *, is_early: bool) -> Verdict:
        """Return the verdict of a right amount; note faults that the exercise allows."""
        if is_early:
            self.remarks = (*self.remarks, "order")
        if is_early and exam.order:
            return "order"
        return "chips" if "chips" in self.remarks and exam.chips else "right"

    def _count_chips(self, chips: tuple[Cents, ...], terms: MovementTerms) -> None:
        """Count the chips on top of the earlier ones; none if those were exchanged."""
        before = terms.chips_before
        laid = chips[len(before) :] if chips[: len(before)] == before else ()
        if self.expected.do is not Act.PAY_BET or not laid:
            return
        counts = fewest_chips(Cents(sum(laid)), terms.denominations)
        fewest = max(1, sum(count for _, count in counts))
        self._chips = len(laid), fewest
        if len(laid) > fewest + CHIPS_TOLERANCE:
            self.remarks = (*self.remarks, "chips")

    @property
    def mark_message(self) -> MarkMessage:
        expected, movement = self.expected, self.movement
        is_known = movement is not None and self.is_marked
        place, bettor = movement.stack if movement else (None, expected.bettor)
        chips, fewest = self._chips or (None, None)
        return MarkMessage(
            act=str(expected.do) if expected.call is None else f"call_{expected.call}",
            state=self.state,
            wrong=self.wrong,
            millis=self.duration_ms,
            spot=place.spot if place else expected.spot,
            bet_name=place.on if place else expected.on,
            hand=expected.hand,
            key=expected.key and expected.key.value,
            bettor=bettor,
            verdict=self.verdict,
            due_cents=movement.due_cents if movement and is_known else None,
            felt_cents=self._felt_cents,
            from_cents=movement.from_cents if movement and is_known else None,
            chips=chips,
            fewest=fewest,
            remarks=self.remarks,
            reckoning=self.reckoning,
            articles=self.articles,
            stray=self.is_stray,
        )
