"""A table that is wired and can be served, with its directories."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from drivers.kind import Stock
from firmware.cli.args.errors import CannotServe
from firmware.cli.serving.assembly import setting_of
from firmware.core.table.table import Table
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.settings import Config
from firmware.shell.device.directories import journal_directories, runtime_directory
from firmware.shell.device.log_ring import LogRing
from firmware.shell.history.records import Setting
from firmware.shell.journal import Journal, OsCopy, Policy, Stamp, TimelyCopy
from firmware.shell.trust.errors import TrustError
from firmware.shell.trust.keys import Device, fingerprint
from firmware.shell.words.words import Words
from hal.ports import Board

if TYPE_CHECKING:  # a table's release has no simulation
    from firmware.cli.serving.simulation import Simulation


@dataclass(frozen=True)
class Opened:
    """A table that is wired and can be served."""

    config: Config
    board: Board
    table: Table
    stock: Stock
    words: Words
    plain: bool
    rounds: int | None
    path: Path | None
    """The configuration's file, where it has one."""
    unfit: Callable[[], Text | None]
    """Returns why the table can't be served with the file's present text, if it can't."""
    log: LogRing
    state: Path
    """The state directory."""
    simulation: "Simulation | None" = None

    @property
    def journal(self) -> tuple[Path, Path]:
        """Where the two copies are."""
        return journal_directories(
            self.config.journal.copies, self.state, simulated=self.board.simulated
        )

    @property
    def socket(self) -> Path:
        """The control socket; the others are beside it."""
        control = self.config.control
        return runtime_directory(self.state) / (control.name if self.board.simulated else control)

    @cached_property
    def device(self) -> Device | None:
        """The device's key, None without a fit one: only a start that plays makes one."""
        try:
            return Device.load(self.state)
        except (OSError, TrustError):
            return None

    @property
    def setting(self) -> Setting:
        """By what the table decides, for the journal."""
        known_by = fingerprint(self.device.public) if self.device else ""
        return setting_of(self.config, self.table, known_by)

    @property
    def stamp(self) -> Stamp:
        """Who begins a journal here."""
        setting = self.setting
        return Stamp(
            board="sim" if self.board.simulated else "pi",
            version=setting.version,
            program=setting.program,
            rules=setting.rules,
            game=setting.game,
            device=setting.device,
        )

    @cached_property
    def copies(self) -> tuple[TimelyCopy, TimelyCopy]:
        """The two copies: the same ones at every try, so that a slow disk holds up one thread."""
        first, second = self.journal
        return TimelyCopy(OsCopy(first)), TimelyCopy(OsCopy(second))

    def open_journal(self) -> Journal:
        """Open both copies. Raises any JournalError; CannotServe on the journal of another game."""
        first, second = self.copies
        kept = self.config.journal
        policy = Policy(segment_bytes=kept.segment_bytes, keep_bytes=kept.keep_bytes)
        journal = Journal.open((first, second), self.stamp, policy)
        if journal.stamp.game != self.stamp.game:
            journal.close()
            games = {"game": self.stamp.game, "other": journal.stamp.game}
            raise CannotServe(Text("takeover.game", dict(games)))
        return journal
