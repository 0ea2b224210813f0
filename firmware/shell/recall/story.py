"""The records, replayed by a fresh table and retold round by round."""

from collections.abc import Iterator

from msgspec.structs import replace

from firmware.core.game.options import OptionRefused
from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import CardRead, Event
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Undone
from firmware.shell.history.journal_entries import (
    Carried,
    Checked,
    Entry,
    Happened,
    Noted,
    Ruled,
    Setting,
    Started,
)
from firmware.shell.history.replay import Replay, ReplayTable, Rulings
from firmware.shell.recall.card_moves import CardMove, CardTracker, face_up_indices
from firmware.shell.recall.round_record import RecalledRound
from firmware.shell.recall.rounds import assembled_rounds
from firmware.shell.recall.steps import DealtCard, StoryStep
from firmware.shell.rules.rule_pack import RulesError


class ReplayedStory:
    """Takes entries from any place on, with the `setting` there, and returns the rounds."""

    def __init__(self, setting: Setting | None = None) -> None:
        self._replay: Replay | None = Replay(ReplayTable(setting))
        self._setting = setting
        self._story_steps: list[StoryStep] = []
        self._event_steps: list[StoryStep] = []
        self._first_checkpoint: Checkpoint | None = None
        self._shoe_number = 1
        self._dealt_cards: list[DealtCard] = []
        self._has_gap = False
        """Whether there was a gap in the records."""
        self._replay_differs = False
        """Whether the replaying table differs from the recorded one."""

    def take(self, number: int, entry: Entry) -> None:
        match entry:
            case Happened():
                self._add_event(number, entry)
            case Ruled(rulings, events_after):
                self._replay_entry(number, entry)
                self._add_rulings(rulings, events_after)
            case Started(wall=wall, setting=setting):
                self._replay_entry(number, entry)
                self._change_setting(number, wall, setting)
            case Checked(table=table):
                self._replay_entry(number, entry)
                self._replay_differs = self._table is None
                self._first_checkpoint = self._first_checkpoint or table
            case Carried() if self._first_checkpoint is None or self._has_gap:
                self._begin_segment(number, entry)
            case Noted(wall=wall, note=note):
                self._story_steps.append(StoryStep(number, wall, self._setting, note=note))

    def restart_after_gap(self, number: int) -> None:
        """Restart after a gap at a record, from the next recorded table."""
        note = Text("recall.damaged", {"number": number})
        self._story_steps.append(StoryStep(number, "", self._setting, note=note))
        self._replay, self._has_gap = Replay(ReplayTable(self._setting)), True
        self._event_steps, self._dealt_cards = [], []

    def assemble_rounds(self, *, shoe_out: bool = False) -> Iterator[RecalledRound]:
        """Return the rounds so far, the oldest first; empty for a table that was never opened.

        The last shoe is in play, unless it is known to be out.
        """
        return assembled_rounds(
            self._story_steps, self._first_checkpoint, self._shoe_number + shoe_out
        )

    def _begin_segment(self, number: int, carried: Carried) -> None:
        if self._has_gap:
            self._story_steps.append(
                StoryStep(number, "", carried.setting, restart_table=carried.table)
            )
        self._setting, self._has_gap = carried.setting, False
        self._first_checkpoint = self._first_checkpoint or carried.table
        self._replay_entry(number, replace(carried, since=()))
        for happened in carried.since:
            self._add_event(number, happened)

    @property
    def _table(self) -> Table | None:
        return self._replay.follower.table if self._replay else None

    def _replay_entry(self, number: int, entry: Entry) -> Rulings:
        """Let the table handle an entry; return its rulings."""
        if self._replay is None:
            return ()
        try:
            differs = self._replay.take(number, entry) is not None
        except (RulesError, OptionRefused):
            self._replay, differs = None, True
        if differs and self._event_steps:
            self._replay_differs = self._event_steps[-1].replay_differs = True
        return self._replay.decided if self._replay else ()

    def _add_event(self, number: int, happened: Happened) -> None:
        step = StoryStep(number, happened.wall, self._setting, happened.event)
        self._story_steps.append(step)
        self._event_steps.append(step)
        table = self._table
        if table is None:
            self._replay_entry(number, happened)
            self._deal_unknown(step, happened.event)
            return
        was_round, cards_left, was_test = (
            table.state.phase is Phase.ROUND,
            table.state.shoe.cards_left,
            table.state.testing,
        )
        card_tracker = CardTracker(table, happened.event)
        rulings = self._replay_entry(number, happened)
        self._drop_taken_back(rulings)
        self._deal_card(step, card_tracker.card_move(rulings))
        step.ends_round = was_round and table.state.phase is not Phase.ROUND
        self._shoe_number += table.state.shoe.cards_left > cards_left and not (
            was_test or table.state.testing
        )
        self._note_shown(table)
        if table.state.game.offers_jackpot and not self._replay_differs:
            step.jackpot = table.state.game.jackpot.cents

    def _deal_unknown(self, step: StoryStep, event: Event) -> None:
        """Record a card of an unknown hand."""
        if isinstance(event, CardRead):
            self._deal_card(step, CardMove(event.card, event.tag))

    def _deal_card(self, step: StoryStep, card_move: CardMove | None) -> None:
        if card_move is not None:
            # shown cards are named, but only while the replay agrees with the records on who saw
            # them
            step.dealt_card = DealtCard(
                card_move,
                self._shoe_number,
                shown=card_move.dealt_open and not self._replay_differs,
            )
            self._dealt_cards.append(step.dealt_card)

    def _drop_taken_back(self, rulings: Rulings) -> None:
        """Drop the cards that the last event takes back."""
        event_index = len(self._event_steps) - 1
        cards_back = [
            self._event_steps[event_index - events_ago].dealt_card
            for ruling in rulings
            if isinstance(ruling, Undone)
            for events_ago in ruling.undone_events
            if events_ago <= event_index
        ]
        self._dealt_cards = [
            dealt_card
            for dealt_card in self._dealt_cards
            if not any(dealt_card is card_back for card_back in cards_back)
        ]

    def _note_shown(self, table: Table) -> None:
        """Record which cards are face up, as far as the replaying table knows."""
        current_cards = [
            dealt_card
            for dealt_card in self._dealt_cards
            if dealt_card.shoe_number == self._shoe_number
        ]
        self._dealt_cards = current_cards if table.state.phase is Phase.ROUND else []
        if not self._replay_differs:
            for card_index in face_up_indices(
                table.state.game, [dealt_card.card_move for dealt_card in self._dealt_cards]
            ):
                self._dealt_cards[card_index].shown = True

    def _add_rulings(self, rulings: Rulings, events_after: int) -> None:
        event_index = len(self._event_steps) - 1 - events_after
        if event_index < 0:
            return
        self._event_steps[event_index].rulings = rulings
        for ruling in rulings:
            if isinstance(ruling, Undone):
                self._mark_undone(event_index, ruling)

    def _mark_undone(self, event_index: int, undone: Undone) -> None:
        """Mark the undone steps; what is ruled now on those that stand is in the undoing one."""
        for events_ago in range(1, min(undone.back, event_index) + 1):
            step = self._event_steps[event_index - events_ago]
            step.rulings = step.rulings if events_ago in undone.undone_events else ()
            step.is_undone = events_ago in undone.undone_events

    def _change_setting(self, number: int, wall: str, setting: Setting) -> None:
        has_changed = self._setting not in (None, setting)
        self._setting = setting
        if has_changed:
            self._story_steps.append(StoryStep(number, wall, setting, setting_changed=True))
