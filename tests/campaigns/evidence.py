"""What the far ends show, and what the journal says: do they tell the same history?"""

import hashlib
import shutil
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from drivers.chips import ChipRegistry
from drivers.text_display import TextDisplay
from firmware.cli.assembly import seat_table, wiring
from firmware.core.events import Event, PowerReturned
from firmware.core.panel import Panel
from firmware.core.phase import Phase
from firmware.core.rulings import BetSettled, RoundOpened, RoundVoided, Ruling
from firmware.core.show import panel
from firmware.core.table import Table
from firmware.shell.config import Config
from firmware.shell.journal import Journal, OsFile, Stamp
from firmware.shell.ledger import Checked, Happened, Ledger, Ruled, _decoder
from firmware.shell.parts import Wires
from firmware.shell.screens import Screens
from firmware.shell.status import Reporter, Status
from firmware.shell.words import Words
from hal.ports import Millis
from sim.board import SimBoard
from sim.clock import VirtualClock
from sim.table import SimTable
from sim.wire import MemoryPort

PARTS: Final = ("lights", "figures", "dealer_display", "payout_display")
"""In the order in which their bus shows them."""

Atoms = tuple[object, ...]
Look = Mapping[str, Atoms]
State = Mapping[str, frozenset[Atoms]]
"""All the ways in which each part may show one state: steps of a pulse, screens of a text."""


class Difference(AssertionError):
    """The recovered table is not what the far ends showed."""


# what is lit


def lit(table: SimTable) -> Look:
    """Return what stands in the registers and memories, in pieces that are written whole."""
    figures = table.figures
    return {
        "lights": tuple(chip.duty(channel) for chip in table.lamps for channel in range(16)),
        "figures": (figures.on, bytes(figures.ram)),
        "dealer_display": _glass(table.dealer_display),
        "payout_display": _glass(table.payout_display),
    }


def _glass(display: Any) -> Atoms:
    pieces = (bytes(page[at : at + 32]) for page in display.ram for at in range(0, 128, 32))
    return (display.lit, *pieces)


def as_it_is(look: Look) -> State:
    return {part: frozenset({look[part]}) for part in PARTS}


class Renderer:
    """A second table's far ends, on which the real drivers show a state."""

    def __init__(self, config: Config) -> None:
        self.words = Words.load(config.language)
        self._screens = Screens(self.words)
        self._table = SimTable(wiring(config))
        self._now = 0
        ports = {
            config.shoe.port: MemoryPort(self._table.shoe),
            config.chips.port: MemoryPort(self._table.reader),
        }
        board = SimBoard(self._table, VirtualClock(), ports)
        wires = Wires(config, board, ChipRegistry({}), self._screens)
        self._parts = {part.name: part for part in wires.i2c if part.name in PARTS}
        for part in self._parts.values():
            part.start(Millis(0))
        dark = lit(self._table)
        self.dark: State = {
            name: frozenset({atoms, (False, *atoms[1:])} if name != "lights" else {atoms})
            for name, atoms in dark.items()
        }
        self._known: dict[object, frozenset[Atoms]] = {}
        self._lines: tuple[str, ...] = ()
        self._probe = TextDisplay(
            board.i2c(config.i2c_bus),
            config.dealer_display,
            lambda _panel: self._lines,
            "probe",
            self._screens.standing(simulated=True),
        )

    def state(self, shown: Panel) -> State:
        keys = {
            "lights": ("l", tuple(sorted(shown.spots.items())), shown.pulsing, shown.keys),
            "figures": ("f", shown.figures),
            "dealer_display": ("d", self._screens.dealer(shown)),
            "payout_display": ("p", self._screens.players(shown)),
        }
        for name, key in keys.items():
            if key not in self._known:
                self._known[key] = self._looks(name, shown)
        return {name: self._known[key] for name, key in keys.items()}

    def glass(self, lines: tuple[str, ...]) -> frozenset[Atoms]:
        """Return the ways in which a display shows these lines."""
        key = ("d", lines)
        if key not in self._known:
            self._lines = lines
            self._probe.start(self._later(1000))
            self._known[key] = self._screenfuls(self._probe, "dealer_display", Panel({}))
            self._parts["dealer_display"].start(self._later(1000))
        return self._known[key]

    def _looks(self, name: str, shown: Panel) -> frozenset[Atoms]:
        part = self._parts[name]
        if name != "lights":
            return self._screenfuls(part, name, shown)
        looks = set()
        for _ in range(20):
            part.show(shown, self._later(50))
            looks.add(lit(self._table)[name])
        return frozenset(looks)

    def _screenfuls(self, part: Any, name: str, shown: Panel) -> frozenset[Atoms]:
        part.show(shown, self._later(1000))
        looks = {lit(self._table)[name]}
        while name != "figures":
            part.poll(self._later(3000))
            before = len(looks)
            looks.add(lit(self._table)[name])
            if len(looks) == before:
                break
        return frozenset(looks)

    def _later(self, millis: int) -> Millis:
        self._now += millis
        return Millis(self._now)


class Explained(NamedTuple):
    """The states between which the far ends stood: the parts up to `torn` had the newer one."""

    older: int
    newer: int
    torn: str | None


def explained(seen: Look, states: Sequence[State]) -> Explained | None:
    """Find the latest states that show just this: at most one part is between two of them."""
    exact = {p: {i for i, s in enumerate(states) if seen[p] in s[p]} for p in PARTS}
    whole = set.intersection(*exact.values())
    if whole:
        return Explained(max(whole), max(whole), None)
    for turn, part in enumerate(PARTS):
        newer = set(range(len(states))).intersection(*(exact[p] for p in PARTS[:turn]))
        older = set(range(len(states))).intersection(*(exact[p] for p in PARTS[turn + 1 :]))
        for new in sorted(newer, reverse=True):
            for old in sorted((i for i in older if i <= new), reverse=True):
                if _between(seen[part], states[old][part] | states[new][part]):
                    return Explained(old, new, part)
    return None


def _between(seen: Atoms, looks: Iterable[Atoms]) -> bool:
    return all(piece in choices for piece, *choices in zip(seen, *looks, strict=True))


# what the journal says


def records(copies: Iterable[Path], scratch: Path) -> list[bytes]:
    """Read a dead service's journal from copies of its files, which stay as they are."""
    files = []
    for number, path in enumerate(copies):
        aside = scratch / f"aside-{number}"
        aside.unlink(missing_ok=True)
        if path.exists():
            shutil.copyfile(path, aside)
        files.append(OsFile(aside))
    journal = Journal.open((files[0], files[1]), Stamp("sim", "", "", "", ""))
    try:
        return list(journal.records())
    finally:
        journal.close()


class Told(NamedTuple):
    """What a status says of the table's own state."""

    phase: str
    stopped: bool
    round: int
    act: str
    spots: object
    cards: object
    shoe: object
    dealer: tuple[str, ...]
    players: tuple[str, ...]
    figures: int | None
    keys: tuple[str, ...]
    late: object

    @classmethod
    def of(cls, status: Status) -> "Told":
        return cls(*(getattr(status, name) for name in cls._fields))


class Moment(NamedTuple):
    """The table after one event of the journal."""

    event: Event
    rulings: tuple[Ruling, ...]
    panel: Panel
    told: Told
    ended: int | None
    """The number of the round that the event ended."""


class Finished(NamedTuple):
    """How a round ended, by the journal; no lines in a voided one."""

    cards: dict[str, list[str]]
    lines: tuple[BetSettled, ...] | None


class _List:
    def __init__(self, found: list[bytes]) -> None:
        self._found = found

    def records(self) -> Iterable[bytes]:
        return iter(self._found)


class Replica:
    """A table that goes through the whole journal, record by record, and is never restarted."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._reporter = Reporter(config.table.name, config.table.game, Words.load(config.language))
        self.table = seat_table(config, simulated=True)
        self.finished: dict[int, Finished] = {}
        self.events = 0
        self._read = 0
        self._digest = hashlib.sha256()
        self._unheard: deque[tuple[Ruling, ...]] = deque()

    def told(self, table: Table) -> Told:
        return Told.of(self._reporter.status(table, panel(table), ()))

    def follow(self, found: list[bytes]) -> list[Moment]:
        """Go on through what is new; all that was read before must still be there."""
        before = hashlib.sha256(b"".join(found[: self._read]))
        if len(found) < self._read or before.digest() != self._digest.digest():
            raise Difference("the journal has changed in what was read before")
        fresh = found[self._read :]
        self._read = len(found)
        self._digest = hashlib.sha256(b"".join(found))
        moments = []
        for record in map(_decoder.decode, fresh):
            if isinstance(record, Happened):
                moments.append(self._handle(record))
            elif isinstance(record, Ruled):
                self._hear(record)
        return moments

    def _handle(self, record: Happened) -> Moment:
        if isinstance(record.event, PowerReturned):
            self._unheard.clear()
        table = self.table
        number, under, lines = table.round, table.under, table.bets.lines
        cards = {hand: [c.name for c in dealt] for hand, dealt in table.game.cards.items()}
        rulings = table.handle(record.event, record.at)
        self.events += 1
        if rulings:
            self._unheard.append(rulings)
        left = table.under is not Phase.ROUND and under is Phase.ROUND
        voided = any(isinstance(r, RoundVoided) for r in rulings)
        ended = number if voided or (left and lines is not None) else None
        if ended is not None:
            self.finished[number] = Finished(cards, None if voided else lines)
        elif any(isinstance(r, RoundOpened) for r in rulings) and number:
            self.finished.setdefault(number, Finished(cards, lines))
        return Moment(record.event, rulings, panel(table), self.told(table), ended)

    def _hear(self, record: Ruled) -> None:
        replayed = self._unheard.popleft() if self._unheard else None
        if replayed != record.rulings:
            raise Difference(f"ruled was {record.rulings}, the replay rules {replayed}")

    def restarted(self, found: list[bytes]) -> Table:
        """Return the table as a service makes it from the last checkpoint of the journal."""
        table = seat_table(self._config, simulated=True)
        past = Ledger(_List(found)).past()  # type: ignore[arg-type]
        if past is None:
            return table
        table.resume_from(past.checkpoint)
        for happened in past.since:
            table.handle(happened.event, happened.at)
        if self.told(table) != self.told(self.table):
            raise Difference(
                f"from the checkpoint: {self.told(table)}\nfrom the start: {self.told(self.table)}"
            )
        return table


def checkpoints(found: Iterable[bytes]) -> int:
    return sum(isinstance(_decoder.decode(record), Checked) for record in found)


def plain(value: object) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()
