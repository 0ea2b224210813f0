"""The public cards of a table's last rounds, by replaying its released records.

The game says which of a round's cards are public; no other is named.
"""

import threading
from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Engine, func, select

from firmware.core.game.game import Game
from firmware.core.game.options import OptionRefused
from firmware.floor.store import RECORD_TABLE, WATERMARK_TABLE
from firmware.shell.history.journal_entries import decode
from firmware.shell.history.replay import ReplayTable
from firmware.shell.rules.rule_pack import RulesError

CardsByHand = dict[str, tuple[str, ...]]
"""By hand, as a status names it: its cards."""
RECORDS_FOR_LAST_ROUNDS: Final = 1_000
"""A number of records that certainly contains the last rounds."""
REMEMBERED_ROUNDS: Final = 30
"""Rounds that are remembered: a screen lags behind the records by a few."""


class _PlayedJournal(NamedTuple):
    last_record: int
    cards_by_round: dict[int, CardsByHand]


class PublicCards:
    """The public cards of all journals of a database; a journal is replayed only if more of it was
    released.
    """

    def __init__(self, database: Engine) -> None:
        self._database = database
        self._played_journals: dict[str, _PlayedJournal] = {}
        self._replay_lock = threading.Lock()

    def cards_by_round(self, journal_identity: str) -> dict[int, CardsByHand]:
        """Return the cards by round, as far as records are released; none of a table that this
        program can't play. Raises SQLAlchemyError.
        """
        with self._replay_lock:
            last_record, played_journal = (
                self._last_record(journal_identity),
                self._played_journals.get(journal_identity),
            )
            if played_journal is None or played_journal.last_record != last_record:
                cards_by_round = replay_cards(self._record_payloads(journal_identity, last_record))
                played_journal = _PlayedJournal(last_record, cards_by_round)
                self._played_journals[journal_identity] = played_journal
        return played_journal.cards_by_round

    def _last_record(self, journal_identity: str) -> int:
        """Return the record watermark; -1 if there is none."""
        own_rows = (
            WATERMARK_TABLE.c.journal == journal_identity,
            WATERMARK_TABLE.c.lane == "record",
        )
        with self._database.connect() as connection:
            selected_number = connection.scalar(select(WATERMARK_TABLE.c.number).where(*own_rows))
        return -1 if selected_number is None else int(selected_number)

    def _record_payloads(self, journal_identity: str, last_record: int) -> Iterator[bytes]:
        """Yield the records from the beginning of a segment on."""
        own_rows = (
            RECORD_TABLE.c.journal == journal_identity,
            RECORD_TABLE.c.number <= last_record,
        )
        segment_starts = (
            *own_rows,
            RECORD_TABLE.c.header.is_not(None),
            RECORD_TABLE.c.number <= max(0, last_record - RECORDS_FOR_LAST_ROUNDS),
        )
        with self._database.connect() as connection:
            first_record = connection.scalar(
                select(func.max(RECORD_TABLE.c.number)).where(*segment_starts)
            )
            statement = select(RECORD_TABLE.c.payload).where(
                *own_rows, RECORD_TABLE.c.number >= (first_record or 0)
            )
            yield from connection.scalars(statement.order_by(RECORD_TABLE.c.number))


def replay_cards(record_payloads: Iterator[bytes]) -> dict[int, CardsByHand]:
    """Return the cards of the last rounds in these records, the first of which begins a segment."""
    follower, hands_by_round = ReplayTable(), dict[int, CardsByHand]()
    try:
        for record_payload in record_payloads:
            follower.take(decode(record_payload))
            table_state = follower.table.state if follower.table else None
            if (
                table_state
                and not table_state.testing
                and (named_hands := _named_hands(table_state.game))
            ):
                hands_by_round[table_state.round.number] = named_hands
    except (RulesError, OptionRefused, msgspec.DecodeError):
        return {}
    return {
        round_number: hands_by_round[round_number]
        for round_number in sorted(hands_by_round)[-REMEMBERED_ROUNDS:]
    }


def _named_hands(game: Game) -> CardsByHand:
    return {
        hand_name: tuple(hand_card.name for hand_card in hand_cards)
        for hand_name, hand_cards in game.cards.items()
        if hand_cards
    }
