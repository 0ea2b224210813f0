"""A table that is seated and served, and somebody who acts at it."""

import random
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any

from firmware.core.vocabulary.rulings import BetSettled, Ruling, Undone
from firmware.core.vocabulary.status import Status
from firmware.shell.history.journal_entries import Entry, Happened, decode
from firmware.shell.history.replay import ReplayTable
from firmware.shell.journal import JournalReader
from firmware.shell.script import TableScript
from firmware.shell.sockets.line_client import ControlError
from firmware.shell.words.words import Words
from sim.play.play import play_script
from sim.play.script_table import script_table
from sim.web.bench.bench import Bench
from sim.web.bench.subprocess_world import BenchWorld
from sim.web.bench.table_dir import Seating, TableDir
from sim.web.hands.dispatcher import Dispatcher
from sim.web.hands.fault_injector import FaultInjector
from sim.web.messages import messages_in as requests
from tests.kits.sim.web.inline_world import InlineWorld
from tests.kits.waiting import until

PATIENCE_MS = 120_000
"""Of the table's time."""
LOOKS_MS = 50
QUICKER = 6.0
LAST = 4000
"""The number of the service's last log characters in a failure's message."""

Line = tuple[object, ...]


class SeatedTable:
    """A table whose service runs, on virtual time unless another `world` is given; leaving it ends
    all. Wheel and balls are accelerated.
    """

    def __init__(
        self, seating: Seating, world: Callable[[TableDir], BenchWorld] = InlineWorld, seed: int = 1
    ) -> None:
        self.bench = Bench(seating, world)
        self.bench.sim_table.set_speed(QUICKER)
        self.breaking = FaultInjector(self.bench)
        self.acting = Dispatcher(self.bench, self.breaking, random.Random(seed))
        self.bench.open()
        self.until(lambda _: True)

    def __enter__(self) -> "SeatedTable":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Send everybody home, and remove everything of the table."""
        self.acting.close()
        self.bench.close()

    def do(self, *acts: requests.PageRequest) -> None:
        """Do one thing after the other. Raises RequestFailed."""
        for act in acts:
            self.acting.execute(act)

    def until(self, shown: Callable[[Status], bool]) -> Status:
        """Return the first status that shows it. Raises AssertionError where none does."""
        seen = (
            self._while_people_play(shown)
            if self.acting.people_message().play
            else self._in_time(shown)
        )
        self.acting.observe_status(seen)
        return seen

    def _while_people_play(self, shown: Callable[[Status], bool]) -> Status:
        """Leave the time to the people, who have a thread of their own."""
        return until("what the table shows", self.glance, lambda seen: seen and shown(seen))

    def _in_time(self, shown: Callable[[Status], bool]) -> Status:
        for _ in range(0, PATIENCE_MS, LOOKS_MS):
            seen = self.glance()
            if seen is not None and shown(seen):
                return seen
            self.bench.hands.wait(LOOKS_MS)
        raise AssertionError(self.account())

    def account(self) -> str:
        """Return the table's state, and the end of its log."""
        seen, log = self.glance(), self.bench.table_dir.path / "service.log"
        said = log.read_text(encoding="utf-8")[-LAST:] if log.exists() else ""
        shown = seen and (seen.phase, seen.ask, seen.dealer, seen.faults, seen.last_fault)
        return f"{shown or 'no service'}\n{said}"

    def glance(self) -> Status | None:
        try:
            return self.bench.read_status()
        except ControlError:
            return None

    def settled(self) -> list[Line]:
        """Return the final settlements of the service, from its journal."""
        config, state = self.bench.config, self.bench.table_dir.state
        paths = [state / path.relative_to(path.anchor) for path in config.journal.copies]
        return settled_by(decode(payload) for _, payload in JournalReader(paths).records())


def settled_by(entries: Iterable[Entry]) -> list[Line]:
    """Return the settlements of a journal, without those that an undo took back."""
    follower, decided = ReplayTable(), list[tuple[Ruling, ...]]()
    for entry in entries:
        rulings = follower.take(entry)
        if isinstance(entry, Happened):
            decided.append(rulings)
            for undone in (r for r in rulings if isinstance(r, Undone)):
                first = len(decided) - 1 - undone.back
                decided[first:-1] = [()] * undone.back
    settled = (r for rulings in decided for r in rulings if isinstance(r, BetSettled))
    return moved(
        (*r.bet.place, r.bet.bettor, r.hand, r.bet.cents, r.outcome, r.returned, r.paid,
         r.commission)
        for r in settled
    )  # fmt: skip


def played(script: TableScript) -> list[Line]:
    """Return the settlements to which `croupier play` brings a script."""
    said: list[Mapping[str, Any]] = []
    table = script_table(script.game, spots=script.spots) if script.spots else None
    play_script(script, 1, table or script_table(script.game), Words.load("en"), said.append)
    lines = (line["settled"] for line in said if "settled" in line)
    return moved(
        (line["spot"], line["on"], line.get("bettor"), line.get("hand"), line["stake"],
         line["outcome"], line["returned"], line["paid"], line["commission"])
        for line in lines
    )  # fmt: skip


def moved(lines: Iterable[Line]) -> list[Line]:
    """Leave away bets that only went back: a script may say so of one that never was laid."""
    return [line for line in lines if line[5] != "push" or line[7:] != (0, 0)]
