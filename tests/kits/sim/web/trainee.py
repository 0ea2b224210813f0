"""A trainee of ours at a table in this process: he does what the table asks, by a page's acts."""

import msgspec

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from sim.classroom.room_acts import room_acts
from sim.people.status_queries import amounts_due, carried_bets
from sim.web.bench.felt_chips import amount_at, chips_on_felt
from sim.web.bench.script_seating import seating_of
from sim.web.messages import messages_in as requests
from sim.web.messages.school_messages import LessonMessage
from sim.web.school.exercise import Exercise, prompt_fields
from sim.web.school.pot_shares import with_pot_shares
from sim.web.school.settled_stacks import settled_stacks
from tests.kits.sim.web.seated_table import SeatedTable

MOST_ACTS = 150
QUIET_MS = 400

BY_HAND: dict[Act, tuple[requests.PageRequest, ...]] = {
    Act.OPEN_TABLE: (requests.PressKey(key=Key.CONFIRM),),
    Act.PLACE_BETS: (requests.PressKey(key=Key.NO_MORE_BETS),),
    Act.KEY_AMOUNT: (requests.KeyAmount(),),
    Act.DEAL_CARD: (requests.DrawCard(),),
    Act.SHUFFLE_CARDS: (requests.ShuffleCards(),),
    Act.CONFIRM_PAID: (requests.PressKey(key=Key.CONFIRM),),
    Act.CONFIRM_FELT: (requests.PressKey(key=Key.CONFIRM),),
    Act.RETURN_BET: (requests.TidyChips(),),
    **dict.fromkeys((Act.PUT_BET_BACK, Act.UNREAD_CHIP), (requests.TidyChips(),)),
    **dict.fromkeys((Act.BRING_RESULT, Act.KEY_RESULT, Act.KEY_AGAIN), (requests.ThrowResult(),)),
}
SUPERVISED: dict[Act, Key] = {
    Act.RESOLVE_LATE: Key.RESOLVE_LATE,
    Act.CLEAR_FAULTS: Key.CLEAR_FAULTS,
    Act.VOID_ROUND: Key.VOID_ROUND,
    Act.CHOOSE_CARD: Key.ENTER_CARD,
    Act.ENTER_CARD: Key.ENTER_CARD,
    Act.TAKE_CARD_BACK: Key.TAKE_CARD_BACK,
}


class Trainee:
    """Works off one exercise."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.table = SeatedTable(seating_of(exercise.situation))
        self.table.acting.teach_exercise(exercise)
        self.seen: list[Status] = []
        """The table as it was before each of his acts."""

    def close(self) -> None:
        self.table.close()

    @property
    def lesson(self) -> LessonMessage:
        lesson = self.table.acting.school_message().lesson
        assert lesson is not None
        return lesson

    def await_situation(self) -> None:
        """Wait until the people have laid out the situation."""
        self.table.until(lambda _: not self.table.acting.people_message().play)
        assert self.table.acting.people_message().step == len(self.exercise.situation.steps)
        self.rest()

    def work(self) -> LessonMessage:
        """Do what is asked until the exercise is over, or nothing more can be done."""
        self.await_situation()
        for _ in range(MOST_ACTS):
            if self.lesson.is_over:
                break
            self._make_calls()
            self._answer()
            self.rest()
        return self.lesson

    def rest(self) -> None:
        """Let the table see and hear what was done."""
        for _ in range(4):
            self.table.bench.hands.wait(QUIET_MS // 4)
            self.table.acting.observe_status(self.table.glance())

    def _make_calls(self) -> None:
        """Make the calls whose time has come."""
        lesson = self.table.acting._lesson
        assert lesson is not None
        commissions = lesson._table.commissions()
        assessment = lesson._assessment
        for mark, position in assessment._calls._positions:
            call, cents = mark.expected.call, None
            is_due = bool(commissions) if call == "commission" else assessment._position >= position
            if mark.is_marked or call is None or not is_due:
                continue
            if call == "commission":
                cents = next(iter(commissions.values()))
            self.table.do(requests.MakeCall(call=call, spot=mark.expected.spot, cents=cents))

    def _answer(self) -> None:
        seen = self.table.glance()
        if seen is None:
            self.table.do(requests.SwitchPower(is_on=True))
            return
        self.seen.append(seen)
        try:
            for act in self._acts(seen):
                self.table.do(act)
                self.rest()
                if isinstance(act, requests.ThrowResult):
                    self._await_result(seen)
        except RequestFailed as refused:
            if seen.ask.do not in (Act.PAY_BET, Act.TAKE_CHIPS):
                raise AssertionError(f"{seen.ask}: {refused.why}") from refused
            self.table.do(requests.PressKey(key=Key.NEXT_PAYMENT))

    def _acts(self, seen: Status) -> tuple[requests.PageRequest, ...]:
        for part, hows in self.table.breaking.active_faults().items():
            return tuple(
                requests.InjectFault(part=part, fault_name=how, active=False) for how in hows
            )
        if seen.doors_open:
            return tuple(requests.MoveDoor(door=door, open=False) for door in seen.doors_open)
        if self.table.acting.hides(seen) and not seen.stopped:
            return self.settlement(seen)
        return self._room_acts(seen) or self._prompted_acts(seen)

    def _room_acts(self, seen: Status) -> tuple[requests.PageRequest, ...]:
        """Return the acts that are a poker table's own."""
        if seen.room is None:
            return ()
        return tuple(room_acts(msgspec.to_builtins(seen), msgspec.to_builtins(self.lesson)))

    def _prompted_acts(self, seen: Status) -> tuple[requests.PageRequest, ...]:
        match seen.ask.do:
            case Act.PAY_BET | Act.TAKE_CHIPS:
                return self.movement(seen.ask.stack, amounts_due(seen).get(seen.ask.stack))
            case Act.MOVE_BET:
                return self._move(seen)
            case Act.TAKE_DECISION:
                return self._decision(seen)
            case Act.MEND_FAULT:
                return self._entry() if seen.ask.fault == "unreadable" else ()
            case Act.RESOLVE_LATE:
                return self._supervised(seen, requests.TidyChips())
        if seen.ask.do in SUPERVISED:
            return self._supervised(seen)
        return BY_HAND[seen.ask.do]

    def settlement(self, seen: Status) -> tuple[requests.PageRequest, ...]:
        """Return all that a settlement moves, the lost chips first, and that it is done."""
        due = {
            stack: settled
            for stack, settled in settled_stacks(with_pot_shares(seen)).items()
            if self.on_felt(stack) != settled.owed
        }
        takings = [
            act
            for stack, settled in due.items()
            if settled.has_taking
            for act in self.movement(stack, settled.remaining)
        ]
        payments = [
            act
            for stack, settled in due.items()
            if settled.has_payment
            for act in self.movement(
                stack, settled.owed, settled.remaining if settled.has_taking else None
            )
        ]
        return (*takings, *payments, requests.PressKey(key=Key.CONFIRM))

    def movement(
        self, stack: Stack, due: int | None, present: int | None = None
    ) -> tuple[requests.PageRequest, ...]:
        """Return the acts by which a stack gets to an amount; NEXT if nothing says which."""
        (spot, on), bettor = stack
        cents = self.on_felt(stack) if present is None else present
        if due is None:
            return (requests.PressKey(key=Key.NEXT_PAYMENT),)
        taken = (requests.TakeChips(spot=spot, bet_name=on, bettor=bettor),) if due < cents else ()
        missing = due if taken else due - cents
        laid = (
            (requests.LayChips(spot=spot, bet_name=on, cents=missing, bettor=bettor),)
            if missing
            else ()
        )
        return (*taken, *laid)

    def on_felt(self, stack: Stack) -> int:
        return amount_at(chips_on_felt(self.table.bench), stack)

    def _move(self, seen: Status) -> tuple[requests.PageRequest, ...]:
        (spot, on), bettor = seen.ask.stack
        target = seen.ask.to or on
        cents = carried_bets(seen)[Place(spot, target), bettor]
        return (
            requests.LayChips(spot=spot, bet_name=target, cents=cents, bettor=bettor),
            requests.TakeChips(spot=spot, bet_name=on, bettor=bettor),
        )

    def _supervised(
        self, seen: Status, *first: requests.PageRequest
    ) -> tuple[requests.PageRequest, ...]:
        key = SUPERVISED[seen.ask.do]
        return (
            *first,
            requests.TurnKeySwitch(is_on=True),
            requests.PressKey(key=key),
            requests.TurnKeySwitch(is_on=False),
        )

    def _decision(self, seen: Status) -> tuple[requests.PageRequest, ...]:
        reported = next((mark for mark in self.lesson.marks if mark.state == "asked"), None)
        wanted = reported and reported.key
        one = next((c for c in seen.choices if c.do == wanted), seen.choices[0])
        laid = tuple(
            requests.LayChips(
                spot=one.spot, bet_name=stake.on, cents=stake.least, bettor=one.bettor
            )
            for stake in one.stakes
            if stake.least != stake.most and stake.least and not stake.laid
        )
        return *laid, requests.KeyDecision(
            spot=one.spot, decision=Key(one.do), hand=one.hand, bettor=one.bettor
        )

    def _entry(self) -> tuple[requests.PageRequest, ...]:
        unread = self.table.acting._dealt_cards.unread_card
        enter = requests.PressKey(key=Key.ENTER_CARD)
        named = requests.NameCards(cards=(str(unread),))
        return (
            requests.TurnKeySwitch(is_on=True),
            enter,
            named,
            enter,
            requests.TurnKeySwitch(is_on=False),
        )

    def _await_result(self, before: Status) -> None:
        """Wait until the wheel is at rest, and the table has seen where."""
        asked = prompt_fields(before)
        self.table.until(lambda now: prompt_fields(now) != asked or self.lesson.is_over)
