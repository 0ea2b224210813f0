"""Builds a recalled round from the steps of its story."""

from collections.abc import Iterator

from msgspec.structs import replace

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import (
    BetsLocked,
    CardDealt,
    RoundOpened,
    RoundVoided,
    Ruling,
    TicketIssued,
    TicketPaid,
)
from firmware.shell.history.journal_entries import Setting
from firmware.shell.recall.account import RoundAccounting
from firmware.shell.recall.round_record import RecalledRound, RoundItem
from firmware.shell.recall.steps import DealtCard, StoryStep


class RoundBuilder:
    """A round that is being put together."""

    def __init__(self, number: int, opened_at: str | None = None, *, is_test: bool = False) -> None:
        self._number = number
        self._is_test = is_test
        self._opened_at = opened_at
        self._closed_at: str | None = None
        self._ended_at: str | None = None
        self._is_voided = False
        self._differs = False
        self._setting: Setting | None = None
        self._jackpot: Cents | None = None
        self._accounting = RoundAccounting()
        self._story_items: list[RoundItem | tuple[StoryStep, DealtCard]] = []

    def add_step(self, step: StoryStep, rulings: tuple[Ruling, ...]) -> None:
        """Add a step, with these of its rulings."""
        self._setting = self._setting or step.setting
        if step.ends_round and not step.is_undone:
            self._ended_at = step.wall
        closing_rulings, rulings = rulings[: step.closing_count], rulings[step.closing_count :]
        self.add_rulings(step, closing_rulings)
        if step.dealt_card:
            self._story_items.append((step, step.dealt_card))
        if step.note or step.setting_changed:
            setting = step.setting if step.setting_changed else None
            self._story_items.append(
                RoundItem(step.record_number, step.wall, note=step.note, setting=setting)
            )
        if step.shown_event:
            event = RoundItem(
                step.record_number,
                step.wall,
                event=step.shown_event,  # type: ignore[arg-type]
                undone=step.is_undone,
            )
            self._story_items.append(event)
        self.add_rulings(step, rulings)

    def add_rulings(self, step: StoryStep, rulings: tuple[Ruling, ...]) -> None:
        """Add the rulings of a step."""
        self._setting = self._setting or step.setting
        self._differs |= step.replay_differs
        for ruling in rulings:
            if isinstance(ruling, CardDealt | RoundOpened):
                continue  # the round's heading and its cards say that
            round_item = RoundItem(
                step.record_number,
                step.wall,
                ruling=without_control(ruling),  # type: ignore[arg-type]
                undone=step.is_undone,
            )
            self._story_items.append(round_item)
            if not step.is_undone:
                self._count_ruling(step, ruling)

    def _count_ruling(self, step: StoryStep, ruling: Ruling) -> None:
        self._accounting.add_ruling(ruling)
        match ruling:
            case BetsLocked():
                self._closed_at = self._closed_at or step.wall
                self._jackpot = step.jackpot
            case RoundVoided():
                self._is_voided, self._ended_at = True, step.wall

    def finished_round(self, shoe_number: int, next_opened: str | None) -> Iterator[RecalledRound]:
        """Yield the round if it is one; the opening of another one ends it."""
        if not self._number or self._setting is None:
            return
        ended_at = self._ended_at or next_opened
        yield RecalledRound(
            number=self._number,
            game=self._setting.game,
            opened=self._opened_at,
            closed=self._closed_at,
            ended=ended_at,
            voided=self._is_voided,
            account=self._accounting.account(),
            decided_by=self._setting,
            differs=self._differs,
            story=tuple(self._revealed_story(shoe_number if ended_at else 0)),
            test=self._is_test,
            jackpot=self._jackpot,
        )

    def _revealed_story(self, shoe_number: int) -> Iterator[RoundItem]:
        """Yield the story; cards of shoes before the `shoe_number`-th are out of play."""
        card_order = 0
        for story_item in self._story_items:
            if isinstance(story_item, RoundItem):
                yield story_item
                continue
            card_order += 1
            step, dealt_card = story_item
            card = dealt_card.recalled_card(
                card_order, is_named=dealt_card.shoe_number < shoe_number
            )
            yield RoundItem(step.record_number, step.wall, card=card, undone=step.is_undone)


def without_control(ruling: Ruling) -> Ruling:
    """Return a ruling without its control number, which entitles to payment."""
    match ruling:
        case TicketIssued(ticket):
            return TicketIssued(replace(ticket, control=""))
        case TicketPaid():
            return replace(ruling, control="")
    return ruling
