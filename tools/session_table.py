"""A simulated table whose far ends stay where they are, and the real service that is served at it.

The far ends live in this process: the session holds them, pulls cables, silences chips, jams keys.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from drivers.tags.deck_registry import COLUMNS, CUT_CARD_MARK, DECK_HEADER, TaggedCard
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.status import Status
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.device.directories import simulation_name
from firmware.shell.sockets.control import query_status
from firmware.shell.sockets.line_client import ControlError
from sim.bench.sim_table import SimTable
from sim.bench.tagged_decks import tagged_decks
from sim.people.confirming_hands import ConfirmingHands
from sim.wires.pty import PtyWire
from sim.world.remote_board import time_beside
from sim.world.table_server import TableServer
from sim.world.world_clock import WorldPulse
from tools.session_maker import Maker

PATIENCE_S: Final = 120.0
"""Longer than anything takes on a busy machine: who waits so long waits for what hangs."""
LOOK_S: Final = 0.05
CHIP: Final = Cents(2500)
BATCH, FOREIGN_BATCH = "2026-11", "2026-03"
DECKS: Final = 8

TAGGED: Final = """[shoe]
part = "pn532-hsu"
port = "{port}"
registry = "{registry}"
batch = "{batch}"
"""


class Unlike(AssertionError):
    """What was waited for has not come."""


class ServedTable:
    """A table in `room`, and its service; `tagged` has tags in its cards, `trusted` a maker.

    Nothing counts its chips: a reader's answers would have to come within milliseconds from this
    process too, however busy the machine is.
    """

    def __init__(
        self, room: Path, language: str = "fr", *, tagged: bool = False, trusted: bool = False
    ) -> None:
        self.room = room
        self.language = language
        self.maker = Maker(room) if trusted else None
        self.tags = _tags() if tagged else {}
        self.config_path = self._write_config(tagged=tagged)
        self.config = load_config(self.config_path)
        self.wires: dict[str, PtyWire] = {}
        self._far_end = room / "far-end"
        self._pulse = WorldPulse(
            lambda: [wire.own_time for wire in self.wires.values()], time_beside(self._far_end)
        )
        self.sim = SimTable(self.config.wiring, self.tags, self._pulse.now)
        ports = self.config.wiring.serial_parts()
        self.wires = {
            section: PtyWire(end, ports[section].baud, Path(ports[section].port))
            for section, end in self.sim.far_ends.items()
        }
        self._pulse.start()
        self.hands = ConfirmingHands(self.sim, {}, self._pulse.wait_for, 0)
        self.accounts = room / "accounts"
        self.accounts.mkdir(mode=0o700)
        self.environment = {
            **os.environ,
            "XDG_STATE_HOME": str(room),
            "TERM": "xterm-256color",
            "PYTHONDONTWRITEBYTECODE": "1",  # byte code beside a signed program is a file too many
        }
        self._disk = room / "disk"
        self._server = TableServer(self.sim, self._far_end)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def state(self) -> Path:
        """Where the service keeps what must last."""
        return self.room / "croupier/simulation" / simulation_name(self.config_path, None)

    @property
    def copies(self) -> tuple[Path, Path]:
        """Where the two copies of the journal are."""
        first, second = (self.state / path for path in self.config.journal.copies)
        return first, second

    @property
    def socket(self) -> Path:
        """Where the service answers."""
        return self.state / self.config.control

    def command(self, *arguments: str) -> list[str]:
        """Return how `croupier` is started."""
        return [sys.executable, "-m", "firmware.cli.main", *arguments]

    @property
    def program(self) -> Path:
        """The folder of the program: the tree, or where a trusted maker's release was unpacked."""
        return self.maker.root if self.maker else Path(__file__).parents[1]

    def start(self) -> None:
        """Start the service, and wait until it answers."""
        config, far_end = str(self.config_path), str(self._far_end)
        arguments = ["run", "--plain", "--config", config, "--far-end", far_end]
        with (self.room / "service.log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603
                self.command(*arguments), cwd=self.program, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, env=self.environment,
            )  # fmt: skip
        self.until(lambda status: all(part.proof or not part.up for part in status.parts))

    def stop(self) -> None:
        """Have the service end in order."""
        if self._process is not None:
            ended(self._process)
            self._process = None

    def close(self) -> None:
        """End everything, the service first."""
        with ExitStack() as stack:
            for held in (*self.wires.values(), self._pulse, self._server):
                stack.callback(held.close)
            stack.callback(self.stop)

    # eyes

    def look(self) -> Status:
        """Return the status. Raises ControlError where nobody answers."""
        return query_status(self.socket)

    def until(self, so: Callable[[Status], object], seconds: float = PATIENCE_S) -> Status:
        """Return the status once it is `so`. Raises Unlike."""
        end, last_line = time.monotonic() + seconds, ""
        while time.monotonic() < end:
            try:
                status = self.look()
            except ControlError as error:
                last_line = str(error)
            else:
                if so(status):
                    return status
                last_line = str(status)
            time.sleep(LOOK_S)
        raise Unlike(f"{last_line}\n{(self.room / 'service.log').read_text()[-2000:]}")

    # what befalls a machine

    def pull_disk(self) -> None:
        """Pull the disk of the journal's second copy: its place names nothing any more."""
        place = self.copies[1].parent
        place.rename(self._disk)
        place.symlink_to(self.room / "no-disk")

    def plug_disk(self) -> None:
        """Put that disk back."""
        place = self.copies[1].parent
        place.unlink()
        self._disk.rename(place)

    def edit(self, before: str, after: str) -> None:
        """Change the configuration's file by hand."""
        source = self.config_path.read_text()
        assert before in source, before  # noqa: S101
        self.config_path.write_text(source.replace(before, after))

    # what a table is given

    def _write_config(self, *, tagged: bool) -> Path:
        before, _, behind = DEFAULT_TABLE.read_text().partition("[chips]")
        source = before + behind[behind.index("[i2c]") :]
        display = '[dealer_display]\npart = "hd44780"\naddress = 0x27'
        for before, after in (
            ('language = "fr"', f'language = "{self.language}"'),
            ("/dev/croupier-shoe", str(self.room / "shoe")),
            ('amounts = "read"', 'amounts = "unseen"'),
            ("commands = false", "commands = true"),
            ('[dealer_display]\npart = "ssd1306"\naddress = 0x3C', display),
        ):
            assert before in source, before  # noqa: S101
            source = source.replace(before, after)
        if tagged:
            source = self._with_tags(source)
        source = source.replace('"journal/second"', '"disk/second"')
        if self.maker:
            source += f'\n[trust]\nmaker = "{self.maker.public}"\n'
        path = self.room / "table.toml"
        path.write_text(source)
        return path

    def _with_tags(self, source: str) -> str:
        """Return the configuration with a PN532 in place of the shoe; enrol the decks."""
        registry, before, behind = self.room / "decks", *source.split("[shoe]\n")
        registry.mkdir()
        for deck in sorted({tagged.deck for tagged in self.tags.values()}):
            cards = {uid: tagged for uid, tagged in self.tags.items() if tagged.deck == deck}
            (registry / f"{deck}.csv").write_text(_enrolled(deck, cards))
        shoe = TAGGED.format(port=self.room / "shoe", registry=registry, batch=BATCH)
        return f"{before}{shoe}\n[{behind.partition('[')[2]}"


def ended(process: subprocess.Popen[bytes]) -> int:
    """End a process, in order if it can; return its status. Raises Unlike where it can't."""
    process.terminate()
    try:
        return process.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise Unlike(f"{process.args!r} does not end") from None


def _tags() -> dict[bytes, TaggedCard]:
    """Return the tags of the decks in play, and of one deck of another batch."""
    tags = tagged_decks(DECKS, FULL_PACK, BATCH)
    foreign_deck = tagged_decks(DECKS + 1, FULL_PACK, FOREIGN_BATCH)
    foreign = {uid: card for uid, card in foreign_deck.items() if card.deck == f"deck-{DECKS + 1}"}
    return {uid: tagged for uid, tagged in tags.items() if tagged.card} | foreign


def _enrolled(deck: str, cards: Mapping[bytes, TaggedCard]) -> str:
    """Return a deck as its file has it."""
    batch = next(iter(cards.values())).batch
    rows = (
        f"{uid.hex().upper()},{t.card.name if t.card else CUT_CARD_MARK}"
        for uid, t in cards.items()
    )
    return "\n".join((DECK_HEADER, f"{deck},{batch},0,no", COLUMNS, *rows, ""))
