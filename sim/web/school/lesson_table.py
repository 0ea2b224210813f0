"""The table of a lesson, as the examiner sees it: its felt, its journal, its reckoning."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled
from firmware.core.vocabulary.status import Status
from firmware.shell.journal import ChainHead, DirectoryCopy, JournalError, JournalReader
from firmware.shell.journal.segments import readable_segments
from firmware.shell.recall import RecalledRound, recall
from firmware.shell.why.spoken_answer import SpokenAnswer, SpokenRounds, spoken_rounds
from firmware.shell.words.languages import LANGUAGES
from sim.web.bench.bench import Bench
from sim.web.bench.felt_chips import FeltChips, chips_on_felt

EXPLAINED_ROUNDS = 2
"""The round under way, and the one before it."""


class Explained(NamedTuple):
    """Answers to why bets were settled as they were, by language, then by round."""

    answers: Mapping[str, Mapping[int, tuple[SpokenAnswer, ...]]]


class LessonTable:
    """Reads a seated table; `read_status` returns None while its service is off."""

    def __init__(
        self,
        bench: Bench,
        read_status: Callable[[], Status | None],
        read_frozen_ms: Callable[[], int] = lambda: 0,
    ) -> None:
        self._bench = bench
        self._read_frozen_ms = read_frozen_ms
        self.read_status = read_status
        self.denominations = bench.config.table.denominations

    def now_ms(self) -> int:
        """Return the trainee's time, which does not pass while the table is frozen."""
        return self._bench.clock.now() - self._read_frozen_ms()

    def felt(self) -> FeltChips:
        """Return the chips on the felt."""
        return chips_on_felt(self._bench)

    def journal_head(self) -> ChainHead | None:
        """Return the end of the table's journal; None if it can't be read now."""
        copies = [DirectoryCopy(path) for path in self._bench.table_dir.journal_copies]
        try:
            segments = readable_segments(copies)
            _, history = segments.read(segments.numbers[-1])
        except (JournalError, OSError):
            return None
        return history.head

    def commissions(self) -> dict[Stack, Cents]:
        """Return the commission on each bet of the round that was settled last."""
        rounds = self._recalled()
        rulings = (item.ruling for item in rounds[-1].story) if rounds else ()
        return {
            line.bet.stack: line.commission
            for line in rulings
            if isinstance(line, BetSettled) and line.commission
        }

    def explained(self) -> Explained:
        """Return the answers for the bets of the last rounds; none if the journal can't be read."""
        rounds, config = self._recalled(), self._bench.config
        spoken = {
            language: spoken_rounds(rounds, config.words_in(language)) for language in LANGUAGES
        }
        return Explained({language: _by_round(said) for language, said in spoken.items()})

    def _recalled(self) -> tuple[RecalledRound, ...]:
        reader = JournalReader(self._bench.table_dir.journal_copies)
        try:
            return tuple(recall(reader, EXPLAINED_ROUNDS))
        except (JournalError, OSError, msgspec.DecodeError):
            return ()


def _by_round(spoken: SpokenRounds) -> dict[int, tuple[SpokenAnswer, ...]]:
    return {spoken_round.round: spoken_round.answers for spoken_round in spoken.rounds}
