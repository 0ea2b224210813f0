"""A simulated trainee: he works at exercises through his table's page, with mistakes at a rate.

He has the hands of a trainee: he lays and takes chips, draws, and presses keys. He notes each
mistake that he makes on purpose, so that the marks of an exercise can be compared with them.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.refusal import RequestFailed
from sim.classroom.acts_by_prompt import (
    ACTS_BY_PROMPT,
    CHIP_ACTS,
    SUPERVISOR_ACTS,
    call_acts,
    decision_acts,
    is_blind_payment,
    repair_acts,
)
from sim.classroom.blind_payments import LearntPayments
from sim.classroom.mistakes import SLOW_MS, Mistake, MistakeSource, Skill, paid_cents
from sim.classroom.payments_due import (
    Stack,
    Topics,
    amounts_due,
    felt_cents,
    stack_of,
    unpaid_stack,
    wrong_by_cents,
)
from sim.classroom.room_acts import pot_amounts, room_acts, winner_calls
from sim.classroom.trainee_hands import LOOK_MS, TraineeHands
from sim.classroom.trainee_page import TraineePage
from sim.web.messages import messages_in as requests

DRILL_QUESTIONS: Final = 10
"""The questions of a drill that is no exam's, which has no end of its own."""
ACTS_BEFORE_RESTART: Final = 120
"""Looks at one exercise, after which it is begun again: nothing can be done there."""


class SimulatedTrainee:
    """Works at exercises in their order, again and again, each begun by its request."""

    def __init__(
        self,
        page: TraineePage,
        beginnings: Sequence[requests.PageRequest],
        skill: Skill,
        random_source: Random,
    ) -> None:
        self._page, self._hands = page, TraineeHands(page)
        self._beginnings = beginnings
        self._skill, self._random = skill, random_source
        self._mistake_source = MistakeSource(skill, random_source)
        self._learnt_payments = LearntPayments()
        self._position = 0
        self._is_working = False
        """Whether the exercise under way is one that he has begun."""
        self._has_seen_it = False
        """Whether the page has shown the exercise or drill under way."""
        self._called: set[tuple[str, int | None]] = set()
        """The calls made in this exercise."""
        self._looks = 0
        self.finished_count = 0

    @property
    def mistakes(self) -> Sequence[Mistake]:
        """Those that he has made in the present exercise."""
        return self._mistake_source.mistakes

    async def work(self, exercise_count: int | None = None) -> None:
        """Work at so many exercises; without a number until cancelled."""
        while exercise_count is None or self.finished_count < exercise_count:
            try:
                await self._look()
            except RequestFailed:
                # frozen, or too early: he looks again
                await self._page.wait(LOOK_MS)

    async def _look(self) -> None:
        school = self._page.topics.get("school") or {}
        lesson = school.get("lesson")
        if "hello" not in self._page.topics:
            await self._page.wait(LOOK_MS)
        elif self._is_working and school.get("drill"):
            await self._drill(school["drill"], in_exam=bool(school.get("exam")))
        elif not self._is_working or self._looks > ACTS_BEFORE_RESTART:
            await self._begin_next()
        elif lesson is None or lesson["over"]:
            await self._finish(lesson)
        elif not lesson["begun"]:
            self._has_seen_it = True
            await self._page.wait(LOOK_MS)
        else:
            self._has_seen_it = True
            self._looks += 1
            await self._pause()
            await self._act()

    async def _finish(self, lesson: Topics | None) -> None:
        """Be done with an exercise or an exam's drill, unless the page does not show it yet."""
        if not self._has_seen_it:
            self._looks += 1
            await self._page.wait(LOOK_MS)
            return
        self._is_working = False
        self.finished_count += 1
        if lesson is not None:
            self._learnt_payments.learn(lesson)
        await self._page.wait(2 * self._skill.pause_ms[1])

    async def _begin_next(self) -> None:
        """Begin the next one, once the page shows no drill."""
        if (self._page.topics.get("school") or {}).get("drill"):
            await self._page.request(requests.EndDrill())
            await self._page.wait(LOOK_MS)
            return
        self._looks, self._has_seen_it = 0, False
        self._mistake_source.begin_exercise()
        self._called.clear()
        beginning = self._beginnings[self._position % len(self._beginnings)]
        self._position += 1
        await self._page.request(beginning)
        self._is_working = True
        await self._page.wait(LOOK_MS)

    async def _drill(self, drill: Topics, *, in_exam: bool) -> None:
        """Pay a drill's question, or go on; an exam's drill ends by itself."""
        self._has_seen_it = True
        await self._pause()
        match drill["state"]:
            case "open":
                cents = await self._reckoned_cents()
                await self._page.request(requests.PayDrill(number=drill["number"], cents=cents))
            case "marked" if in_exam or drill["number"] < DRILL_QUESTIONS:
                await self._page.request(requests.ContinueDrill())
            case "marked" | "failed":
                await self._page.request(requests.EndDrill())
                self._is_working = False
                self.finished_count += 1
        await self._page.wait(LOOK_MS)

    async def _reckoned_cents(self) -> int:
        """Return what he pays for a question, with the mistakes of his skill."""
        due_cents, mistake = await self._page.reckon_drill(), self._mistake_source.choose_blind()
        if mistake == "skip":
            return 0
        chip_cents = wrong_by_cents(self._page.topics, due_cents)
        return max(0, paid_cents(mistake, due_cents, chip_cents))

    async def _act(self) -> None:
        """Answer the table's prompt, after repairs."""
        topics = self._page.topics
        scene, status = topics["scene"], topics["status"]["status"]
        if not scene["powered"]:
            await self._page.request(requests.SwitchPower(is_on=True))
        elif status is None:
            await self._page.wait(LOOK_MS)
        elif repairs := repair_acts(scene):
            await self._hands.do(*repairs)
        else:
            await self._answer_prompt(status)

    async def _answer_prompt(self, status: Topics) -> None:
        lesson = self._page.topics["school"]["lesson"]
        await self._call(lesson)
        if is_blind_payment(status, lesson):
            await self._settle_blind(lesson["id"])
        elif status.get("room"):
            await self._deal_poker(status, lesson)
        else:
            await self._deal(status, lesson)

    async def _deal(self, status: Topics, lesson: Topics) -> None:
        """Do what a table of the house asks for."""
        prompt = status["ask"]["do"]
        if prompt in CHIP_ACTS:
            await self._move_chips(status)
        elif prompt == Act.TAKE_DECISION:
            *stakes, decision = decision_acts(lesson, status["choices"])
            for stake in stakes:
                await self._page.request(stake)
            await self._hands.do(decision)
        elif prompt in SUPERVISOR_ACTS:
            await self._hands.do_under_key(*SUPERVISOR_ACTS[prompt])
        elif prompt == Act.BRING_RESULT and self._page.topics["scene"]["turning"]:
            await self._page.wait(LOOK_MS)
        else:
            if self._mistake_source.choose(self._page.topics) == "slow":
                await self._dawdle()
            await self._hands.do(*ACTS_BY_PROMPT.get(prompt, ()))

    async def _call(self, lesson: Topics) -> None:
        """Make the calls of the exercise whose time has come, each once."""
        expected_calls = {
            call
            for exercise in self._page.topics["hello"].get("exercises", ())
            if exercise["id"] == lesson["id"]
            for call in exercise.get("calls", ())
        }
        amounts = self._pot_amounts(lesson)
        for call in (*call_acts(self._page.topics), *winner_calls(amounts)):
            # a winner is called for each seat, everything else once
            name = call.call, call.spot if call.call == "winner" else None
            if call.call in expected_calls and name not in self._called:
                self._called.add(name)
                await self._page.request(call)

    async def _move_chips(self, status: Topics) -> None:
        """Pay or take the prompted bet, by the chips that are due, or wrongly."""
        topics, stack = self._page.topics, stack_of(status["ask"])
        due_cents = amounts_due(status).get(stack)
        mistake = self._mistake_source.choose(topics)
        if mistake == "slow":
            await self._dawdle()
        if due_cents is None or mistake == "skip":
            await self._hands.press_next()
            return
        chip_cents = wrong_by_cents(topics, due_cents - felt_cents(topics, stack))
        laid_cents = paid_cents(mistake, due_cents, chip_cents)
        if mistake == "order" and (other := unpaid_stack(topics, status, stack)):
            await self._hands.set_stack(other, amounts_due(status)[other])
        await self._hands.set_stack(stack, laid_cents)
        await self._hands.await_next_prompt(status)
        if laid_cents != due_cents:
            await self._hands.press_next()

    def _pot_amounts(self, lesson: Topics) -> dict[Stack, int]:
        """Return where a poker table's won pots go, as far as he knows it."""
        status = self._page.topics["status"]["status"]
        if not status.get("room") or status["ask"]["do"] != Act.CONFIRM_PAID:
            return {}
        learnt = self._learnt_payments.amounts(lesson["id"])
        return learnt if lesson.get("dark") else pot_amounts(status)

    async def _deal_poker(self, status: Topics, lesson: Topics) -> None:
        """Do what a poker table asks for; push its pots before they are confirmed."""
        prompt = status["ask"]["do"]
        for stack, cents in self._pot_amounts(lesson).items():
            await self._hands.set_stack(stack, cents)
        if prompt in SUPERVISOR_ACTS:
            await self._hands.do_under_key(*SUPERVISOR_ACTS[prompt])
        else:
            await self._hands.do(*(room_acts(status, lesson) or ACTS_BY_PROMPT.get(prompt, ())))

    async def _settle_blind(self, exercise: str) -> None:
        """Pay and take by the amounts he has learnt, some wrongly, then confirm."""
        for stack, due_cents in self._learnt_payments.amounts(exercise).items():
            mistake = self._mistake_source.choose_blind()
            payment_cents = due_cents - felt_cents(self._page.topics, stack)
            if mistake != "skip" and payment_cents:
                chip_cents = wrong_by_cents(self._page.topics, payment_cents)
                await self._pause()
                await self._hands.set_stack(
                    stack, max(0, paid_cents(mistake, due_cents, chip_cents))
                )
        await self._hands.do(requests.PressKey(key=Key.CONFIRM))

    async def _pause(self) -> None:
        await self._page.wait(self._random.randint(*self._skill.pause_ms))

    async def _dawdle(self) -> None:
        await self._page.wait(self._random.randint(*SLOW_MS))
