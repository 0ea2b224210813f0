"""A simulated trainee: he works at exercises through his table's page, with mistakes at a rate.

He has the hands of a trainee: he lays and takes chips, draws, and presses keys. He notes each
mistake that he makes on purpose, so that the marks of an exercise can be compared with them.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, Literal, NamedTuple

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.refusal import RequestFailed
from sim.classroom.trainee_page import TraineePage
from sim.web.messages import messages_in as requests

MistakeKind = Literal["short", "over", "order", "skip", "slow"]
"""`skip`: NEXT without chips."""
LOOK_MS: Final = 300
READING_MS: Final = 1500
"""How long the table may take to read the chips of an act."""
COMMISSION_PER_CENT: Final = 5
TURNING_MS: Final = 60_000
"""How long a wheel may turn."""
ACTS_BEFORE_RESTART: Final = 120
"""Looks at one exercise, after which it is begun again: nothing can be done there."""
Topics = Mapping[str, Any]
Stack = tuple[int, str, str | None]
"""Spot, bet and bettor."""
WRONG_CHIPS: Final = ("short", "over", "skip")

ACTS_BY_PROMPT: Final[Mapping[str, tuple[requests.PageRequest, ...]]] = {
    Act.OPEN_TABLE: (requests.PressKey(key=Key.CONFIRM),),
    Act.PLACE_BETS: (requests.PressKey(key=Key.NO_MORE_BETS),),
    Act.KEY_AMOUNT: (requests.KeyAmount(),),
    Act.DEAL_CARD: (requests.DrawCard(),),
    Act.SHUFFLE_CARDS: (requests.ShuffleCards(),),
    Act.CONFIRM_PAID: (requests.PressKey(key=Key.CONFIRM),),
    Act.CONFIRM_UNSEEN: (requests.PressKey(key=Key.CONFIRM),),
    Act.COLLECT_COMMISSION: (requests.PressKey(key=Key.CONFIRM),),
    Act.CONFIRM_FELT: (requests.PressKey(key=Key.CONFIRM),),
    Act.BRING_RESULT: (requests.ThrowResult(),),
    **dict.fromkeys(
        (Act.MOVE_BET, Act.RETURN_BET, Act.PUT_BET_BACK, Act.UNREAD_CHIP), (requests.TidyChips(),)
    ),
}
SUPERVISOR_KEYS: Final[Mapping[str, Key]] = {
    Act.RESOLVE_LATE: Key.RESOLVE_LATE,
    Act.CLEAR_FAULTS: Key.CLEAR_FAULTS,
    Act.VOID_ROUND: Key.VOID_ROUND,
}
CHIP_ACTS: Final = (Act.PAY_BET, Act.TAKE_CHIPS)


class Skill(NamedTuple):
    """How well somebody deals: the chance of each mistake at an act, and the pause before acts."""

    name: str
    mistakes: Mapping[MistakeKind, float]
    pause_ms: tuple[int, int]


class Mistake(NamedTuple):
    """A mistake made on purpose, at one act of an exercise."""

    mark_index: int
    kind: MistakeKind


SKILLS: Final = (
    Skill("expert", {}, (700, 1500)),
    Skill("steady", {"slow": 0.03, "over": 0.04, "short": 0.04}, (1200, 3500)),
    Skill("hasty", {"short": 0.15, "over": 0.12, "skip": 0.15, "order": 0.1}, (500, 1200)),
    Skill("lost", {"slow": 0.25, "skip": 0.1, "short": 0.1}, (2500, 7000)),
)
SLOW_MS: Final = (25_000, 80_000)


class SimulatedTrainee:
    """Works at exercises in their order, again and again, each begun by its request. `mistakes` has
    those that he has made in the present exercise.
    """

    def __init__(
        self,
        page: TraineePage,
        beginnings: Sequence[requests.PageRequest],
        skill: Skill,
        random_source: Random,
    ) -> None:
        self._page = page
        self._beginnings = beginnings
        self._skill = skill
        self._random = random_source
        self._position = 0
        self._is_working = False
        """Whether the exercise under way is one that he has begun."""
        self._known_amounts: dict[str, dict[Stack, int]] = {}
        """The amounts due in each exercise that he has done before, by which he pays blind."""
        self._called: set[str] = set()
        """The calls made in this exercise."""
        self._looks = 0
        self._considered: tuple[str, int] | None = None
        """The act for which a mistake has been chosen or not."""
        self.mistakes: list[Mistake] = []
        self.finished_count = 0

    async def work(self, exercise_count: int | None = None) -> None:
        """Work at so many exercises; without a number until cancelled."""
        while exercise_count is None or self.finished_count < exercise_count:
            try:
                await self._look()
            except RequestFailed:
                # frozen, or too early: he looks again
                await self._page.wait(LOOK_MS)

    async def _look(self) -> None:
        lesson = (self._page.topics.get("school") or {}).get("lesson")
        if "hello" not in self._page.topics:
            await self._page.wait(LOOK_MS)
        elif lesson is not None and lesson["over"] and self._is_working:
            self._is_working = False
            self.finished_count += 1
            self._learn(lesson)
            await self._page.wait(2 * self._skill.pause_ms[1])
        elif lesson is None or not self._is_working or self._looks > ACTS_BEFORE_RESTART:
            await self._begin_next()
        elif not lesson["begun"]:
            await self._page.wait(LOOK_MS)
        else:
            self._looks += 1
            await self._page.wait(self._random.randint(*self._skill.pause_ms))
            await self._act()

    async def _begin_next(self) -> None:
        self._looks, self._considered, self.mistakes = 0, None, []
        self._called.clear()
        beginning = self._beginnings[self._position % len(self._beginnings)]
        self._position += 1
        if (self._page.topics.get("school") or {}).get("drill"):
            await self._page.request(requests.EndDrill())  # he does no drills
        await self._page.request(beginning)
        self._is_working = True
        await self._page.wait(LOOK_MS)

    async def _act(self) -> None:
        """Answer the table's prompt, after repairs."""
        topics = self._page.topics
        scene, status = topics["scene"], topics["status"]["status"]
        if not scene["powered"]:
            await self._page.request(requests.SwitchPower(is_on=True))
        elif status is None:
            await self._page.wait(LOOK_MS)
        elif repairs := _repairs(scene):
            await self._do(*repairs)
        else:
            await self._answer_prompt(status)

    async def _answer_prompt(self, status: Topics) -> None:
        prompt, lesson = status["ask"]["do"], self._page.topics["school"]["lesson"]
        await self._call(status, lesson)
        if prompt == Act.CONFIRM_PAID and lesson.get("dark"):
            await self._settle_blind(lesson["id"])
        elif prompt in CHIP_ACTS:
            await self._move_chips(status)
        elif prompt == Act.TAKE_DECISION:
            await self._decide(status)
        elif prompt in SUPERVISOR_KEYS:
            late_chips = (requests.TidyChips(),) if prompt == Act.RESOLVE_LATE else ()
            await self._under_key(*late_chips, requests.PressKey(key=SUPERVISOR_KEYS[prompt]))
        elif prompt == Act.BRING_RESULT and self._page.topics["scene"]["turning"]:
            await self._page.wait(LOOK_MS)
        else:
            if self._considers_mistake() == "slow":
                await self._page.wait(self._random.randint(*SLOW_MS))
            await self._do(*ACTS_BY_PROMPT.get(prompt, ()))

    async def _call(self, status: Topics, lesson: Topics) -> None:
        """Make the calls of the exercise whose time has come, each once."""
        prompt = status["ask"]["do"]
        exercises = self._page.topics["hello"].get("exercises", ())
        expected_calls = {
            call
            for exercise in exercises
            if exercise["id"] == lesson["id"]
            for call in exercise.get("calls", ())
        }
        settles = prompt in CHIP_ACTS or (prompt == Act.CONFIRM_PAID and lesson.get("dark"))
        due_calls = [
            *([requests.MakeCall(call="no_more_bets")] if prompt == Act.PLACE_BETS else ()),
            *([requests.MakeCall(call="result")] if settles else ()),
            *([self._commission_call(status)] if prompt == Act.PAY_BET else ()),
        ]
        for call in due_calls:
            if call.call in expected_calls - self._called:
                self._called.add(call.call)
                await self._page.request(call)

    def _commission_call(self, status: Topics) -> requests.MakeCall:
        """Return the call of the commission on the prompted payment, of even money."""
        stack = _stack(status["ask"])
        won_cents = _amounts_due(status).get(stack, 0) - self._felt_cents(stack)
        return requests.MakeCall(
            call="commission", spot=stack[0], bet_name=stack[1],
            cents=max(1, won_cents * COMMISSION_PER_CENT // 100),
        )  # fmt: skip

    # chips

    async def _move_chips(self, status: Topics) -> None:
        """Pay or take the prompted bet, by the chips that are due, or wrongly."""
        stack = _stack(status["ask"])
        due_cents = _amounts_due(status).get(stack)
        felt_cents = self._felt_cents(stack)
        mistake = self._considers_mistake()
        if mistake == "slow":
            await self._page.wait(self._random.randint(*SLOW_MS))
        if due_cents is None or mistake == "skip":
            await self._press_next()
            return
        chip_cents = self._wrong_by_cents(due_cents - felt_cents)
        laid_cents = due_cents + {"short": -chip_cents, "over": chip_cents}.get(mistake or "", 0)
        if mistake == "order":
            await self._pay_another_first(status, stack)
        await self._set_stack(stack, felt_cents, laid_cents)
        await self._await_next_prompt(status)
        if laid_cents != due_cents:
            await self._press_next()

    async def _settle_blind(self, exercise: str) -> None:
        """Pay and take what he knows of this exercise, some of it wrongly, and say so."""
        kinds = [kind for kind in self._skill.mistakes if kind in WRONG_CHIPS]
        rates = [self._skill.mistakes[kind] for kind in kinds]
        for stack, due_cents in self._known_amounts.get(exercise, {}).items():
            (kind,) = self._random.choices([*kinds, None], [*rates, 1 - sum(rates)])
            felt_cents = self._felt_cents(stack)
            chip_cents = self._wrong_by_cents(due_cents - felt_cents)
            cents = due_cents + {"short": -chip_cents, "over": chip_cents}.get(kind or "", 0)
            if kind != "skip" and due_cents != felt_cents:
                await self._page.wait(self._random.randint(*self._skill.pause_ms))
                await self._set_stack(stack, felt_cents, max(0, cents))
        await self._do(requests.PressKey(key=Key.CONFIRM))

    def _learn(self, lesson: Topics) -> None:
        """Learn from the marks of an exercise what was due in it."""
        self._known_amounts[lesson["id"]] = {
            _stack(mark): mark["due_cents"]
            for mark in lesson["marks"]
            if mark["do"] in CHIP_ACTS and mark.get("due_cents") is not None
        }

    async def _pay_another_first(self, status: Topics, stack: Stack) -> None:
        other, due_cents = next(
            (other, cents)
            for other, cents in _amounts_due(status).items()
            if other != stack and cents > self._felt_cents(other)
        )
        await self._set_stack(other, self._felt_cents(other), due_cents)

    async def _set_stack(self, stack: Stack, felt_cents: int, cents: int) -> None:
        spot, bet_name, bettor = stack
        if cents < felt_cents:
            await self._page.request(
                requests.TakeChips(spot=spot, bet_name=bet_name, bettor=bettor)
            )
            felt_cents = 0
        if cents > felt_cents:
            await self._page.request(
                requests.LayChips(
                    spot=spot, bet_name=bet_name, bettor=bettor, cents=cents - felt_cents
                )
            )

    async def _press_next(self) -> None:
        status = self._page.topics["status"]["status"]
        if status and Key.NEXT_PAYMENT in status["keys"]:
            await self._page.request(requests.PressKey(key=Key.NEXT_PAYMENT))
            await self._await_next_prompt(status)

    def _felt_cents(self, stack: Stack) -> int:
        return sum(
            chips["cents"]
            for chips in self._page.topics["scene"]["chips"]
            if _stack(chips) == stack
        )

    def _wrong_by_cents(self, payment_cents: int) -> int:
        """Return by how much a wrong payment is wrong: a chip that leaves something of it."""
        chips: list[int] = self._page.topics["hello"]["denominations"]
        return max((chip for chip in chips if chip < payment_cents), default=min(chips))

    def _considers_mistake(self) -> MistakeKind | None:
        """Return the mistake to be made at the present act, and note it; once for each act."""
        lesson = self._page.topics["school"]["lesson"]
        indexes = [index for index, mark in enumerate(lesson["marks"]) if mark["state"] == "asked"]
        if not indexes or self._considered == (lesson["id"], indexes[0]):
            return None
        self._considered = lesson["id"], indexes[0]
        kinds, rates = [*self._skill.mistakes], [*self._skill.mistakes.values()]
        (kind,) = self._random.choices([*kinds, None], [*rates, 1 - sum(rates)])
        if kind is None or not self._is_possible(kind):
            return None
        self.mistakes.append(Mistake(indexes[0], kind))
        return kind

    def _is_possible(self, kind: MistakeKind) -> bool:
        """Return whether a mistake can be made at the present prompt."""
        status = self._page.topics["status"]["status"]
        if kind == "slow":
            return True
        if status["ask"]["do"] != Act.PAY_BET:
            return False
        stack, amounts_due = _stack(status["ask"]), _amounts_due(status)
        payment_cents = amounts_due.get(stack, 0) - self._felt_cents(stack)
        if kind == "order":
            return any(
                other != stack and cents > self._felt_cents(other)
                for other, cents in amounts_due.items()
            )
        if kind == "short":
            return payment_cents > self._wrong_by_cents(payment_cents)
        return payment_cents > 0

    # keys

    async def _decide(self, status: Topics) -> None:
        """Key the decision that the exercise demands, else the first that is open."""
        lesson, choices = self._page.topics["school"]["lesson"], status["choices"]
        keys = [mark.get("key") for mark in lesson["marks"] if mark["state"] == "asked"]
        fitting = [choice for choice in choices if choice["do"] in keys]
        choice = (fitting or choices)[0]
        for stake in choice["stakes"]:
            if stake["least"] and stake["least"] != stake["most"] and not stake["laid"]:
                await self._page.request(
                    requests.LayChips(
                        spot=choice["spot"], bet_name=stake["on"], cents=stake["least"],
                        bettor=choice["bettor"],
                    )
                )  # fmt: skip
        await self._do(
            requests.KeyDecision(
                spot=choice["spot"], decision=Key(choice["do"]), hand=choice["hand"],
                bettor=choice["bettor"],
            )
        )  # fmt: skip

    async def _under_key(self, *acts: requests.PageRequest) -> None:
        await self._page.request(requests.TurnKeySwitch(is_on=True))
        try:
            await self._do(*acts)
        finally:
            await self._page.request(requests.TurnKeySwitch(is_on=False))

    async def _do(self, *acts: requests.PageRequest) -> None:
        status = self._page.topics["status"]["status"]
        for act in acts:
            await self._page.request(act)
        throws = any(isinstance(act, requests.ThrowResult) for act in acts)
        await self._await_next_prompt(status, TURNING_MS if throws else READING_MS)

    async def _await_next_prompt(
        self, status: Topics | None, patience_ms: int = READING_MS
    ) -> None:
        """Wait for the table to ask for something else, but not longer."""
        before = _prompt(status)
        for _ in range(patience_ms // LOOK_MS):
            await self._page.wait(LOOK_MS)
            if _prompt((self._page.topics.get("status") or {}).get("status")) != before:
                return


def _prompt(status: Topics | None) -> object:
    return status and (status["ask"], status["due"], status["choices"], status["round"])


def _stack(where: Topics) -> Stack:
    return where["spot"], where["on"], where.get("bettor")


def _amounts_due(status: Topics) -> dict[Stack, int]:
    """Return the amount that must be on each bet after the dealer's next movement."""
    return {
        (int(spot), bet["on"], bet["bettor"]): bet["due"]
        for spot, spot_status in status["spots"].items()
        for bet in spot_status["bets"]
        if bet["due"] is not None
    }


def _repairs(scene: Topics) -> Sequence[requests.PageRequest]:
    """Return how the parts that are broken, and the doors that are open, are put right."""
    return [
        *(
            requests.InjectFault(part=part, fault_name=fault_name, active=False)
            for part, fault_names in scene["broken"].items()
            for fault_name in fault_names
        ),
        *(requests.MoveDoor(door=door, open=False) for door in scene["doors"]),
    ]
