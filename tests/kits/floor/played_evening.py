"""An evening of a simulated table at human pace: its facts and its heartbeats, each with its time.

The people are those of `croupier run`; the clock is virtual, so that hours take seconds.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from msgspec.structs import replace

from firmware.floor.facts import Fact, FactExtractor
from firmware.floor.heartbeat import PitTableView, table_view
from firmware.shell.history.journal_entries import Happened, decode
from firmware.shell.journal import JournalReader
from sim.people.by_chance.croupier import MISHAP_RATE
from tests.kits.sim.played_table import PlayedTable

GAMES = ("blackjack", "baccarat", "roulette", "blackjack", "three-card-poker", "sic-bo")
"""The games of a floor, in turn: as in most houses blackjack is the most frequent."""
BEGAN_MS = 1_795_773_600_000


class PlayedEvening(NamedTuple):
    """Times are in ms since the evening began."""

    facts: list[tuple[int, Fact]]
    views: list[tuple[int, PitTableView]]
    """Each view from the time at which it was first seen."""
    rounds: int


def played_evening(
    game: str, seed: int, minutes: int, mishap_rate: float = MISHAP_RATE
) -> PlayedEvening:
    """Have a table played for that time; its people make mistakes at that rate."""
    table = PlayedTable(game=game, seed=seed, speed=1.0, mishaps=mishap_rate)
    views = [(0, table_view(table.look()))]
    while table.clock.now() < minutes * 60_000:
        table.croupier.step()
        view = table_view(table.look())
        if view != views[-1][1]:
            views.append((table.clock.now(), view))
    return PlayedEvening([*_timed_facts(table)], views, table.look().round)


def _timed_facts(table: PlayedTable) -> Iterator[tuple[int, Fact]]:
    extractor, now_ms = FactExtractor(), 0
    for number, record in enumerate(JournalReader.over_copies(table.files).records()):
        entry = decode(record[1])
        if isinstance(entry, Happened):
            now_ms = entry.at
            entry = replace(entry, wall=iso_time(BEGAN_MS + now_ms))
        for fact in extractor.extract(number, entry):
            yield now_ms, fact


def iso_time(epoch_ms: int) -> str:
    return datetime.fromtimestamp(epoch_ms / 1000, UTC).isoformat(timespec="milliseconds")
