"""A round that is being put together from its steps, in the words that are kept of it."""

from collections.abc import Iterator

from msgspec.structs import replace

from firmware.core.vocabulary.rulings import (
    BetsLocked,
    CardDealt,
    RoundOpened,
    RoundVoided,
    Ruling,
    TicketIssued,
    TicketPaid,
)
from firmware.shell.history.records import Setting
from firmware.shell.recall.account import Sum
from firmware.shell.recall.round_record import Round, Told
from firmware.shell.recall.steps import Dealt, Step


class OneRound:
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
        self._sum = Sum()
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
