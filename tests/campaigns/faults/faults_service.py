"""A table whose service may lose its disks and its power; people and far ends outlive it."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from drivers.kind import Registries
from drivers.tags.chip_registry import ChipRegistry, RegisteredChip
from drivers.tags.deck_registry import DeckRegistry
from firmware.cli.serving.assembly import configured_table, journal_setting, make_buses, ticket_desk
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.rulings import Announced, Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.config.settings import Config
from firmware.shell.desk.desk import KenoDesk
from firmware.shell.history.finding_text import finding_fault
from firmware.shell.history.journal_entries import Happened, decode
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.replay import setting_game
from firmware.shell.history.resume_point import StateReader
from firmware.shell.journal import (
    CopyUnmarked,
    Journal,
    JournalError,
    JournalReader,
    JournalStamp,
    RetentionPolicy,
)
from firmware.shell.journal.segments import copy_position
from firmware.shell.parts.wires import TableWires
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from sim.bench.board import SimBoard, memory_ports
from sim.bench.tagged_decks import game_tags
from sim.machines.slingshot import SimSlingShot
from sim.play.inline_table import InlineTable
from sim.play.virtual_table import _speed_up
from sim.world.virtual_clock import VirtualClock
from tests.campaigns.faults.faults_disk import Disk
from tests.campaigns.faults.faults_watched import WatchedHands, WatchedTable
from tests.campaigns.kill.history import Difference

SPEED: Final = 1000.0
CHIPS_MS: Final = 200
RETRY_MS: Final = 1000
"""How long after a stop the service is started again, and again."""
POLICY: Final = RetentionPolicy(segment_bytes=1 << 16)
"""A segment is full after a few rounds."""
RESULTS: Final = 4


class Fallen(list[str]):
    """What fell in a wheel that a host may start too, when nobody has spun it to a number."""

    def __init__(self, came: list[tuple[str, ...]]) -> None:
        self._came = came

    def append(self, number: str) -> None:
        """Keep it as what came last, if it isn't already."""
        if self._came[-1:] != [(number,)]:
            self._came.append((number,))
        super().append(number)


class FaultyService:
    """The service at a table; `on_event` gets each event with its rulings, `seen` of each turn.

    People who let time pass while the service is down get it back when the service is.
    """

    def __init__(
        self,
        config: Config,
        chance: Random,
        on_event: Callable[[Event, tuple[Ruling, ...]], None],
        seen: Callable[[], None],
    ) -> None:
        self.config = config
        self.chance = chance
        self.words = Words.load("fr")
        self.clock = VirtualClock()
        self.counts: Counter[str] = Counter()
        self._on_event, self._seen = on_event, seen
        self._tags = game_tags(
            config.wiring.shoe, configured_table(config, simulated=True).state.game
        )
        self._cage: dict[bytes, RegisteredChip] = {}
        self.sim = WatchedTable(config.wiring, self._tags, self.clock.now)
        self.sim.watch(self.clock.now)
        _speed_up(self.sim)
        self.ports = memory_ports(self.sim)
        self.section_port = {
            section: self.ports[part.port] for section, part in config.wiring.serial_parts().items()
        }
        self.disks = Disk("a"), Disk("b")
        self.came: list[tuple[str, ...]] = []
        """What the wheel, the dice and the balls have come to, and the table has not taken yet."""
        self.acknowledged: list[Event] = []
        self.schedule: list[tuple[int, Callable[[], None]]] = []
        self.results: list[str] = []
        self._reporter = StatusReporter(config.table.name, config.table.game, self.words)
        self.inline: InlineTable | None = None
        self.core: Table
        """The controller's table."""
        self.desk: KenoDesk | None = None
        self._start_at = 0
        self._journal: Journal | None = None
        self.starting: Callable[[Journal], None] | None = None
        """What the next start that succeeds is held to, once."""
        self._warned: set[str] = set()
        """The copies that people were warned never to start the table with alone."""
        self._status: tuple[object, Status] | None = None
        self._checked = 0
        self._start()
        self._watch_instruments()
        game = self.core.state.game
        self.hands = WatchedHands(self.sim, self._cage, self.run_for, CHIPS_MS, game.pack)
        self.hands.service = self

    def _watch_instruments(self) -> None:
        """Keep what a wheel is spun to and what balls are loaded."""
        wheel, blower = self.sim.wheel, self.sim.blower
        if wheel:
            spin = wheel.spin
            wheel.spin = lambda symbol, turns: (self.came.append((symbol,)), spin(symbol, turns))
            if isinstance(wheel.far_end, SimSlingShot):
                wheel.far_end.slingshot_games.fallen_numbers = Fallen(self.came)
        if blower:
            load = blower.load_balls
            blower.load_balls = lambda balls: (
                self.came.append(tuple(map(str, balls))),
                load(balls),
            )

    # time

    def run_for(self, millis: int) -> None:
        """Let the time pass, and what is scheduled happen; return when the service is there."""
        end = self.clock.now() + millis
        while True:
            self._happen()
            if self.inline is not None and self.clock.now() >= end:
                return
            self._pass(min([max(end, self.clock.now() + 1), *(at for at, _ in self.schedule)]))
            if self.inline is None and self.clock.now() >= self._start_at:
                self._start()

    def at(self, millis: int, happens: Callable[[], None]) -> None:
        """Have something happen so many milliseconds from now."""
        self.schedule.append((self.clock.now() + millis, happens))
        self.schedule.sort(key=lambda one: one[0])

    def _happen(self) -> None:
        while self.schedule and self.schedule[0][0] <= self.clock.now():
            self.schedule.pop(0)[1]()

    def _pass(self, until: int) -> None:
        if self.inline is None:
            until = min(until, max(self._start_at, self.clock.now() + 1))
            self.clock.advance_to(until)
            return
        try:
            while self.clock.now() < until:
                self.inline.run_until(lambda: True, until - self.clock.now())
                self.inline.run_for(0)
                self._seen()
        except JournalError:
            self._stop()

    # power

    def cut_power(self, off_ms: int) -> None:
        """The power fails, and is back after a while; what was not synced is lost in part."""
        for disk in self.disks:
            disk.lose_power(self.chance)
        if self.chance.random() < 0.5:
            for chip in self.sim.i2c.chips:
                chip.reset()
        self._leave()
        self._start_at = self.clock.now() + off_ms
        self.counts["power cuts"] += 1

    def restart(self) -> None:
        """End the service in order and start it again."""
        self._stop()
        self.counts["stops"] -= 1
        self._start_at = self.clock.now()
        self.run_for(1)

    def between(self, happens: Callable[[], None]) -> None:
        """Stop the service, if it isn't; something happens before it is started again."""
        if self.inline is not None:
            self._stop()
            self.counts["stops"] -= 1
        happens()

    def take(self, events: Sequence[Event]) -> None:
        """Have the service take events that no part sends."""
        assert self.inline is not None
        self.inline.loop.handle_and_follow(events, self.clock.now())

    def _stop(self) -> None:
        """The journal is lost: nothing more is said, and all is dark."""
        assert self.inline is not None
        for bus in self.inline.buses:
            bus.blank()
        if self._journal is not None:
            self._journal.close()
        self._leave()
        self.counts["stops"] += 1
        self._start_at = self.clock.now() + RETRY_MS

    def _leave(self) -> None:
        if self._journal is not None:
            self.be_warned(self._journal)
        self.inline = self._journal = None

    def be_warned(self, journal: Journal) -> None:
        """Keep in mind of which copies this journal has warned."""
        found = journal.findings
        self._warned |= {one.copy for one in found if isinstance(one, CopyUnmarked)}

    def _only_unmarked_left(self) -> bool:
        """A copy that was left behind and could not be marked can't know it; people were warned."""
        there = [disk for disk in self.disks if "read" not in disk.acts]
        if len(there) != 1 or there[0].name not in self._warned:
            return False
        return copy_position(there[0]).stale_mark is None

    def _start(self) -> None:
        config = self.config
        if self._only_unmarked_left():
            self.counts["starts put off: the copy that is there could not be marked"] += 1
            self._start_at = self.clock.now() + RETRY_MS
            return
        try:
            table = configured_table(config, simulated=True)
            journal = self.open_journal()
            ledger = Ledger(journal, journal_setting(config, table))
            self.core = table
            self.desk = ticket_desk(config)
            board = SimBoard(self.sim, self.clock, self.ports)
            screens = DisplayScreens(self.words)
            stock = Registries(ChipRegistry(self._cage), DeckRegistry(self._tags), screens)
            wires = TableWires(config.wiring, board, stock, self.desk)
            inline = InlineTable(table, ledger, wires, self.clock, [self.take_rulings])
            inline.buses = make_buses(wires, table.state.device.trouble.lost_parts)
            if found := list(filter(None, map(finding_fault, journal.findings))):
                inline.loop.handle_and_follow(found, self.clock.now())
            self.inline, self._journal = inline, journal
            if self.starting:
                self.starting(journal)
                self.starting = None
            if not self.alone:
                self._warned.clear()
        except JournalError:
            self.counts["starts refused"] += 1
            self._start_at = self.clock.now() + RETRY_MS

    def open_journal(self) -> Journal:
        """Open the journal, and hold it to what was acknowledged. Raises JournalError."""
        game = self.config.table.game
        journal = Journal.open(self.disks, JournalStamp("sim", "", "", "", game), POLICY)
        self._hold_to_journal()
        return journal

    @property
    def alone(self) -> bool:
        """Whether a copy of the journal is out of use."""
        assert self.inline is not None
        return self.inline.loop._ledger.is_single_copy

    # what is kept

    def take_rulings(self, event: Event, rulings: tuple[Ruling, ...]) -> None:
        """Take an event as acknowledged, with its rulings."""
        self.acknowledged.append(event)
        said = (ruling.words for ruling in rulings if isinstance(ruling, Announced))
        self.results += filter(None, map(self._reporter.short_result, said))
        del self.results[:-RESULTS]
        self._on_event(event, rulings)

    def _hold_to_journal(self) -> None:
        """Hold the journal to what was acknowledged; hear of what became durable and no more."""
        journaled = list(self._journaled_events())
        known = len(self.acknowledged)
        if journaled[:known] != self.acknowledged:
            raise Difference("what was acknowledged is not in the journal")
        if journaled[known:]:
            self._hear_of_tail()
        self.counts["journals held to what was acknowledged"] += 1

    def _journaled_events(self) -> Iterator[Event]:
        for record in JournalReader.over_copies(self.disks).records():
            entry = decode(record.payload)
            if isinstance(entry, Happened):
                yield entry.event

    def _hear_of_tail(self) -> None:
        """Hear of the events after the acknowledged ones: a checkpoint may follow them."""
        reading, tail, known = StateReader(), list[Happened](), len(self.acknowledged)
        for record in JournalReader.over_copies(self.disks).records():
            entry = decode(record.payload)
            if isinstance(entry, Happened):
                if not known:
                    tail.append(entry)
                known = max(0, known - 1)
            if not tail:
                reading.take(entry, record.number)
        past = reading.resume_point()
        if past is None:
            return
        self.core = table = Table(setting_game(past.setting), past.setting.table)
        table.resume_from(past.checkpoint)
        for happened in past.events_since:
            table.handle(happened.event, happened.at)
        for happened in tail:
            self.take_rulings(happened.event, table.handle(happened.event, happened.at))
        self.counts["events durable, not yet acted on"] += len(tail)

    # what people see

    def look(self) -> Status:
        """Return the latest status."""
        assert self.inline is not None
        panel = self.inline.loop.panel
        if self._status is None or self._status[0] is not panel:
            status = self._reporter.table_status(self.core, panel, tuple(self.results))
            self._status = panel, status
        return self._status[1]

    def order_ticket(self, *args, **kwargs) -> str:
        """Ask for a ticket at the desk that there is now."""
        assert self.desk is not None
        return self.desk.order_ticket(*args, **kwargs)

    def present_ticket(self, control: str) -> None:
        """Present a ticket there."""
        assert self.desk is not None
        self.desk.present_ticket(control)
