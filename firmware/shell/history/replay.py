"""A replay of the journal: a fresh table gets the recorded events and decides again."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from firmware.core.game.game import Game
from firmware.core.game.past_rounds import PastRound
from firmware.core.poker_room.table.make_table import make_table
from firmware.core.table.checkpoint import INITIAL_CHECKPOINT, Checkpoint
from firmware.core.table.table import Table
from firmware.core.tournament.act_log import ActLog, new_act_log
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.history.journal_entries import (
    Carried,
    Checked,
    Entry,
    Happened,
    Ruled,
    Setting,
    Started,
    TournamentActed,
    TournamentBegan,
    decode,
    encode,
)
from firmware.shell.history.takeover import changed_keys, takeover_checkpoint
from firmware.shell.rules.pack_files import recorded_pack

Rulings = tuple[Ruling, ...]


PastRounds = tuple[PastRound, ...] | msgspec.UnsetType


def setting_game(setting: Setting) -> Game:
    """Return the game of a setting, by this program and the setting's rule pack. Raises RulesError
    or OptionRefused.
    """
    return recorded_pack(setting.pack, setting.rules).open_game(setting.game, setting.options)


class ReplayTable:
    """A fresh table fed with the entries of a journal, starting anywhere.

    If it has the `setting` of that place, it starts with the first usable `Checked` or `Carried`;
    without one, with the first entry of a journal or a segment.
    """

    def __init__(self, setting: Setting | None = None) -> None:
        self.table: Table | None = None
        self.setting = setting
        self._starts_midway = setting is not None
        self._checkpoint: Checkpoint | None = None
        self._events_since: list[Happened] = []

    def take(self, entry: Entry) -> Rulings:
        """Take one entry; return the table's rulings on it, none if it is not an event.

        Raises RulesError or OptionRefused on a setting that this program can't play.
        """
        match entry:
            case Happened():
                self._events_since.append(entry)
                return self.table.handle(entry.event, entry.at) if self.table else ()
            case Started(setting=setting):
                self._start(setting)
            case Checked(table, events_since):
                self._take_checkpoint(table, events_since)
            case Carried(setting, table, carried_events) if self.table is None:
                self.setting, self._events_since = setting, list(carried_events)
                self._resume(table)
        return ()

    def differing_groups(self, entry: Checked) -> tuple[str, ...]:
        """Return the groups of the table's state that differ from the record of
        the round's opening.
        """
        if self.table is None:
            return ()
        own_table, own_since = _recorded_opening(self.table, entry)
        past_rounds = _as_recorded(own_table.past_rounds, entry.table.past_rounds)
        own_record = Checked(msgspec.structs.replace(own_table, past_rounds=past_rounds), own_since)
        decoded_record = decode(encode(own_record))
        if decoded_record == entry or not isinstance(decoded_record, Checked):
            return ()
        return tuple(_differing_fields(decoded_record.table, entry.table)) or ("since",)

    def _start(self, setting: Setting) -> None:
        if self.table and self.setting and changed_keys(self.setting, setting):
            self._checkpoint, self._events_since = (
                takeover_checkpoint(self.table, self.setting, setting),
                [],
            )
        self.setting = setting
        if self._checkpoint is not None:
            self._resume(self._checkpoint)
        elif not self._starts_midway:
            self._resume(INITIAL_CHECKPOINT)

    def _take_checkpoint(self, checkpoint: Checkpoint, events_since: int) -> None:
        is_known = events_since <= len(self._events_since)
        is_different = self.table is None or self.differing_groups(
            Checked(checkpoint, events_since)
        )
        self._events_since = (
            self._events_since[len(self._events_since) - events_since :] if is_known else []
        )
        self._checkpoint = checkpoint if is_known else None
        # from here on as recorded, so that one difference is reported once and not at every round
        if is_known and is_different:
            self._resume(checkpoint)

    def _resume(self, checkpoint: Checkpoint) -> None:
        """Restore the table as a service does that starts here."""
        if self.setting is None:
            return
        self._checkpoint = checkpoint
        self.table = make_table(setting_game(self.setting), self.setting.table, checkpoint)
        for happened in self._events_since:
            self.table.handle(happened.event, happened.at)


def _as_recorded(own_rounds: PastRounds, recorded_rounds: PastRounds) -> PastRounds:
    """Return the past rounds as an older journal has them: none from before money could be
    corrected, and no swings from before corrections were bounded by them.
    """
    if own_rounds is msgspec.UNSET or recorded_rounds is msgspec.UNSET:
        return recorded_rounds
    unbounded = {past_round.number for past_round in recorded_rounds if not past_round.swings}
    return tuple(
        msgspec.structs.replace(past_round, swings=())
        if past_round.number in unbounded
        else past_round
        for past_round in own_rounds
    )


def _recorded_opening(table: Table, entry: Checked) -> tuple[Checkpoint, int]:
    """Return the opening that a record is of; a program before could record the one in hand."""
    opening = table.final_opening
    if opening[0].round == entry.table.round:
        return opening
    return table.history.since(table.history.round_point)


def _differing_fields(own_fields: msgspec.Struct, recorded_fields: msgspec.Struct) -> Iterator[str]:
    """Yield the fields that are not alike, those of a group behind its name: `shoe.cut`."""
    for field_name in own_fields.__struct_fields__:
        own_value, recorded_value = (
            getattr(own_fields, field_name),
            getattr(recorded_fields, field_name),
        )
        if isinstance(own_value, msgspec.Struct) and isinstance(recorded_value, type(own_value)):
            yield from (
                f"{field_name}.{inner_name}"
                for inner_name in _differing_fields(own_value, recorded_value)
            )
        elif own_value != recorded_value:
            yield field_name


class Difference(NamedTuple):
    """The first ruling that differs from the recorded one."""

    record_number: int
    """The number of the event's record; of the checkpoint's, if the table itself differs."""
    happened: Happened | TournamentActed | None
    recorded: Rulings = ()
    decided: Rulings = ()
    parts: tuple[str, ...] = ()
    """The groups of the table that differ, if no ruling does."""


class _PendingEvent(NamedTuple):
    record_number: int
    happened: Happened
    decided: Rulings


class Replay:
    """Compares a fresh table's rulings with the recorded ones, entry by entry."""

    def __init__(self, follower: ReplayTable | None = None) -> None:
        self.follower = follower or ReplayTable()
        self.event_count = 0
        self.decided: Rulings = ()
        """The rulings on the last entry."""
        self._pending: list[_PendingEvent] = []
        self._act_log: ActLog | None = None
        """That of a tournament's journal."""

    def take(self, number: int, entry: Entry) -> Difference | None:
        """Take the next entry; return the difference that it shows, if it shows one."""
        difference = self._compare(number, entry)
        self.decided = self.follower.take(entry)
        if isinstance(entry, Happened):
            self.event_count += 1
            self._pending.append(_PendingEvent(number, entry, self.decided))
        return difference

    def _compare(self, number: int, entry: Entry) -> Difference | None:
        match entry:
            case Ruled():
                return self._compare_rulings(number, entry)
            case Happened(clock_ms, wall):
                earlier_events = [
                    pending
                    for pending in self._pending
                    if (pending.happened.at, pending.happened.wall) != (clock_ms, wall)
                ]
                self._pending = self._pending[len(earlier_events) :]
                return _first_unruled(earlier_events)
            case Checked():
                parts = self.follower.differing_groups(entry)
                return Difference(number, None, parts=parts) if parts else None
            case TournamentBegan(terms=terms) if self._act_log:
                self._act_log.tournament.terms = terms
            case TournamentBegan(terms=terms):
                self._act_log = new_act_log(terms)
            case TournamentActed() if self._act_log:
                return self._replay_act(self._act_log, number, entry)
        return None

    def _replay_act(
        self, act_log: ActLog, number: int, recorded_act: TournamentActed
    ) -> Difference | None:
        self.event_count += 1
        decided = act_log.handle_act(recorded_act.act, by_operator=recorded_act.by_hand)
        is_same = decided == recorded_act.rulings
        return None if is_same else Difference(number, recorded_act, recorded_act.rulings, decided)

    def _compare_rulings(self, number: int, ruled: Ruled) -> Difference | None:
        """Compare a ruling with its event's; one lost in a power cut is recorded again later."""
        event_index = len(self._pending) - 1 - ruled.back
        if event_index < 0:
            return Difference(number, None, recorded=ruled.rulings)
        passed_events, ruled_event = self._pending[:event_index], self._pending[event_index]
        self._pending = [
            _PendingEvent(ruled_event.record_number, ruled_event.happened, ()),
            *self._pending[event_index + 1 :],
        ]
        if not _rulings_match(ruled_event.decided, ruled.rulings):
            return Difference(
                ruled_event.record_number, ruled_event.happened, ruled.rulings, ruled_event.decided
            )
        return _first_unruled(passed_events)


def _first_unruled(pending: Iterable[_PendingEvent]) -> Difference | None:
    """Return the first event with rulings now but none recorded."""
    differences = (
        Difference(event.record_number, event.happened, (), event.decided)
        for event in pending
        if event.decided
    )
    return next(differences, None)


def _rulings_match(decided: Rulings, recorded: Rulings) -> bool:
    if decided == recorded:
        return True
    decoded_record = decode(encode(Ruled(decided)))  # type: ignore[arg-type]
    return isinstance(decoded_record, Ruled) and decoded_record.rulings == recorded
