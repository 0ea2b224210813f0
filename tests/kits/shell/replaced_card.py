"""A table of tagged cards whose card can be taken away: its stick, and what a blank card has."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from firmware.cli.serving.assembly import configured_table, journal_setting
from firmware.core.vocabulary.events import Event
from firmware.shell.backup.adoption import AdoptingDevice
from firmware.shell.backup.backup import BACKUP_FILE
from firmware.shell.backup.refresh import refresh_backup
from firmware.shell.config.config import load_config
from firmware.shell.config.settings import Config
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import DirectoryCopy, Journal, JournalStamp, RetentionPolicy
from firmware.shell.service.loop import TableLoop
from firmware.shell.trust.keys import DeviceKey, fingerprint
from hal.ports import Millis
from tests.kits.paths import EXAMPLES
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, bet, cards, do

EVENING = datetime(2026, 11, 28, 22, tzinfo=UTC)
ROUND = [*bet(1, "banker", 1000), CLOSE, *cards("4S KD 2H 7C"), *bet(1, "banker", 0), CONFIRM]
HALF_A_ROUND = [*bet(3, "player", 12500), *bet(1, "tie", 500), CLOSE, *cards("4S KD 2H")]
"""Two bets are locked, and the fourth card is due."""
DECK = "deck,batch,jokers,cut\nshoe-1,2026-11,0,0\n"


@dataclass(frozen=True)
class TableWithStick:
    """All that a table has below one folder: `card` dies, `stick` stays."""

    folder: Path

    @property
    def card(self) -> Path:
        return self.folder / "card"

    @property
    def stick(self) -> Path:
        return self.folder / "stick"

    @property
    def state(self) -> Path:
        return self.card / "state"

    @property
    def config_path(self) -> Path:
        return self.card / "etc" / "table.toml"

    @property
    def registry_path(self) -> Path:
        return self.card / "etc" / "chips.csv"

    @property
    def copies(self) -> tuple[Path, Path]:
        return self.card / "journal", self.stick / "journal"

    @property
    def backup_path(self) -> Path:
        return self.stick / BACKUP_FILE

    @property
    def adopting(self) -> AdoptingDevice:
        return AdoptingDevice(self.config_path, self.state)

    @property
    def config(self) -> Config:
        return load_config(self.config_path)

    def put_card_in(self) -> None:
        """A card with the program, and no table."""
        self.state.mkdir(parents=True)
        (self.card / "etc").mkdir()
        self.stick.mkdir(exist_ok=True)

    def configure(self) -> None:
        """The configuration and the registries of this table."""
        text = (EXAMPLES / "rfid.toml").read_text()
        for path, place in (
            ("/var/lib/croupier/journal", self.copies[0]),
            ("/media/croupier/journal", self.copies[1]),
            ("/etc/croupier/", f"{self.card / 'etc'}/"),
        ):
            text = text.replace(path, str(place) + ("/" if path.endswith("/") else ""))
        self.config_path.write_text(text)
        self.registry_path.write_bytes((EXAMPLES / "chips.csv").read_bytes())
        (self.card / "etc" / "decks").mkdir()
        (self.card / "etc" / "decks" / "shoe-1.csv").write_text(DECK)

    def lose_card(self) -> Path:
        """Take the card away, and put a blank one in; return where the lost one is."""
        lost = self.folder / f"lost-{len(list(self.folder.glob('lost-*')))}"
        self.card.rename(lost)
        self.put_card_in()
        return lost

    @contextmanager
    def served(self, *events: Event, stick: Path | None = None) -> Iterator[TableLoop]:
        """Serve the table, with its stick or another; the power goes as the block is left."""
        config, device = self.config, DeviceKey.enrol(self.state)
        table = configured_table(config, simulated=False)
        setting = journal_setting(config, table, fingerprint(device.public_key))
        stamp = JournalStamp(
            "pi", setting.version, setting.program, setting.rules, setting.game, setting.device
        )
        copies = (DirectoryCopy(self.copies[0]), DirectoryCopy(stick or self.copies[1]))
        moments = (EVENING + timedelta(seconds=second) for second in count())
        with closing(Journal.open(copies, stamp, RetentionPolicy(segment_bytes=9000))) as journal:
            loop = TableLoop(table, Ledger(journal, setting, read_time=moments.__next__))
            loop.begin(Millis(0))
            do(loop, *events)
            yield loop

    def play(self, *events: Event, stick: Path | None = None) -> None:
        with self.served(CONFIRM, *events, stick=stick):
            refresh_backup(self.config_path, self.state, self.copies)

    def content(self) -> dict[str, bytes]:
        """Every file of the card and of the stick."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for folder in (self.card, self.stick)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }


def table_with_stick(folder: Path) -> TableWithStick:
    """A configured table that has not started yet."""
    table = TableWithStick(folder)
    table.put_card_in()
    table.configure()
    return table


def dead_table(folder: Path, *events: Event) -> TableWithStick:
    """A table that has played these events, in the hands of who has just put a blank card in."""
    table = table_with_stick(folder)
    table.play(*events)
    table.lose_card()
    return table


def restored(folder: Path, content: dict[str, bytes]) -> None:
    """Put the files of a folder back as they were."""
    for name in ("card", "stick"):
        shutil.rmtree(folder / name)
    TableWithStick(folder).put_card_in()
    for name, octets in content.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(octets)
        (folder / name).chmod(0o600)
