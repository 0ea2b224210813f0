"""Steps put together to rounds."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from firmware.core.table.state import START, Checkpoint
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import (
    BetSettled,
    BetsLocked,
    CardDealt,
    Decided,
    RoundOpened,
    RoundVoided,
    Ruling,
    TicketIssued,
    TicketPaid,
    base_name,
)
from firmware.shell.history.records import Setting
from firmware.shell.recall.steps import Dealt, Step
from firmware.shell.recall.told import Account, Round, Told

TICKET: Final = "ticket"
"""A bet that is settled without having been locked."""


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
        self._real = _Round(table.real.round)
        self._test = _Round(table.round, test=True) if self._testing else None
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
    def _now(self) -> "_Round":
        """The current round: the real one until the first round of a test."""
        return self._test or self._real

    def _turn(self, step: Step, *, testing: bool) -> None:
        self._end_test(step.wall)
        self._testing = testing
        self._real.add(step, step.rulings)

    def _open(self, number: int, wall: str) -> Iterator[Round]:
        if self._testing:
            self._end_test(wall)
            self._test = _Round(number, wall, test=True)
        else:
            yield from self._end_real(wall)
            self._real = _Round(number, wall)

    def _end_test(self, wall: str | None) -> None:
        if self._test is not None:
            self._tested += self._test.told(self._shoe, wall)
        self._test = None

    def _end_real(self, wall: str | None) -> Iterator[Round]:
        yield from self._real.told(self._shoe, wall)
        yield from self._tested
        self._tested = []


class _Round:
    """A round that is being put together."""

    def __init__(self, number: int, opened: str | None = None, *, test: bool = False) -> None:
        self._number = number
        self._test = test
        self._opened = opened
        self._closed: str | None = None
        self._ended: str | None = None
        self._voided = False
        self._differs = False
        self._setting: Setting | None = None
        self._sum = _Sum()
        self._story: list[Told | tuple[Step, Dealt]] = []

    def add(self, step: Step, rulings: tuple[Ruling, ...]) -> None:
        """Add a step, with these of its rulings."""
        self._setting = self._setting or step.setting
        if step.ends and not step.undone:
            self._ended = step.wall
        closing, rulings = rulings[: step.closing], rulings[step.closing :]
        self.rule(step, closing)
        if step.dealt:
            self._story.append((step, step.dealt))
        if step.note or step.changed:
            setting = step.setting if step.changed else None
            self._story.append(Told(step.record, step.wall, note=step.note, setting=setting))
        if step.told:
            event = Told(step.record, step.wall, event=step.told, undone=step.undone)  # type: ignore[arg-type]
            self._story.append(event)
        self.rule(step, rulings)

    def rule(self, step: Step, rulings: tuple[Ruling, ...]) -> None:
        """Add the rulings of a step."""
        self._setting = self._setting or step.setting
        self._differs |= step.differs
        for ruling in rulings:
            if isinstance(ruling, CardDealt | RoundOpened):
                continue  # the round's heading and its cards say that
            told = Told(step.record, step.wall, ruling=without_control(ruling), undone=step.undone)  # type: ignore[arg-type]
            self._story.append(told)
            if not step.undone:
                self._count(step.wall, ruling)

    def _count(self, wall: str, ruling: Ruling) -> None:
        self._sum.take(ruling)
        match ruling:
            case BetsLocked():
                self._closed = self._closed or wall
            case RoundVoided():
                self._voided, self._ended = True, wall

    def told(self, shoe: int, next_opened: str | None) -> Iterator[Round]:
        """Yield the round if it is one; the opening of another one ends it."""
        if not self._number or self._setting is None:
            return
        ended = self._ended or next_opened
        yield Round(
            number=self._number,
            game=self._setting.game,
            opened=self._opened,
            closed=self._closed,
            ended=ended,
            voided=self._voided,
            account=self._sum.account(),
            decided_by=self._setting,
            differs=self._differs,
            story=tuple(self._named(shoe if ended else 0)),
            test=self._test,
        )

    def _named(self, shoe: int) -> Iterator[Told]:
        """Yield the story; cards of shoes before the `shoe`-th are out of play."""
        order = 0
        for part in self._story:
            if isinstance(part, Told):
                yield part
                continue
            order += 1
            step, dealt = part
            card = dealt.told(order, named=dealt.shoe < shoe)
            yield Told(step.record, step.wall, card=card)


def without_control(ruling: Ruling) -> Ruling:
    """Return a ruling without its control number, which entitles to payment."""
    match ruling:
        case TicketIssued(ticket):
            return TicketIssued(replace(ticket, control=""))
        case TicketPaid():
            return replace(ruling, control="")
    return ruling


class _Sum:
    """The house's account of a round, summed from its rulings."""

    def __init__(self) -> None:
        self._locked: set[Stack] = set()
        self._settled: list[BetSettled] = []
        self._bank = 0
        self._kept = 0
        """Commissions on bets that were taken down unplayed."""

    def take(self, ruling: Ruling) -> None:
        match ruling:
            case BetsLocked(bets=bets, bank=bank):
                self._locked = {(bet.place, bet.bettor) for bet in bets}
                self._bank = bank
            case Decided(spot, _, laid, bettor=bettor):
                self._locked |= {(Place(spot, on), bettor) for on in laid}
            case RoundVoided():
                self._locked.clear()
                self._settled.clear()
            case BetSettled():
                self._settle(ruling)

    def _settle(self, line: BetSettled) -> None:
        place, bettor = line.bet.place, line.bet.bettor
        if base_name(place.on) == TICKET or (place, bettor) in self._locked:
            self._settled.append(line)
        else:
            self._kept += max(line.commission, 0)

    def account(self) -> Account:
        """Return the sums; a negative amount is unknown."""
        lines = self._settled
        columns = (
            [line.bet.cents for line in lines],
            [line.returned for line in lines],
            [line.paid for line in lines],
            [self._kept, *(line.commission for line in lines)],
        )
        if any(min(column, default=0) < 0 for column in columns):
            return Account(None, None, None, None, None, self._bank)
        staked, returned, paid, commission = (Cents(sum(column)) for column in columns)
        gained = Cents(staked - returned - paid)
        if self._bank:
            return Account(staked, returned, paid, commission, commission, self._bank, gained)
        return Account(staked, returned, paid, commission, Cents(gained + commission))
