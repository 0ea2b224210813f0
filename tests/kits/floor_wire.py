"""The far ends of the floor: a journal on a disk that grows, and an engine in memory."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from firmware.core.table.rules import TableRules
from firmware.floor.ledger.ledger import Ledger, Sent
from firmware.floor.uplink.outbox import AskLast, Identity, Lane, Publish
from firmware.floor.uplink.sources import FactSource, RecordSource
from firmware.floor.wire import Kept
from firmware.shell.history.records import Carried, Checked, Entry, Setting, Started, encode
from firmware.shell.journal import Journal, OsCopy, Policy
from tests.kits.shell.journal_copies import STAMP

HOUSE = "montreal"
TABLE = "table-7"
USUAL = Policy()
SETTING = Setting("1.0", "ab", "cd", "quebec-2007", "game", {}, TableRules())


class Disk:
    """A journal in two directories, written as a table writes it."""

    def __init__(self, folder: Path, policy: Policy = USUAL) -> None:
        self.copies = (folder / "first", folder / "second")
        first, second = map(OsCopy, self.copies)
        self.journal = Journal.open((first, second), STAMP, policy)

    def write(self, entries: Sequence[Entry]) -> None:
        """Append the entries; each is durable before the next one."""
        for entry in entries:
            self.journal.append(encode(entry))
            self.journal.commit()
            if isinstance(entry, Checked) and self.journal.full:
                self.journal.rotate(encode(Carried(SETTING, entry.table, ())))

    @property
    def identity(self) -> str:
        return self.journal._live.identity.hex()

    def close(self) -> None:
        self.journal.close()


def started() -> Entry:
    return Started(0, "20:00", SETTING)


class Uplink:
    """Both lanes of a table's journal, as a process has them from its start on."""

    def __init__(self, disk: Disk, table: str = TABLE, house: str = HOUSE) -> None:
        whose = Identity(house, table, disk.identity)
        facts = FactSource(disk.copies)
        self.fact = Lane("fact", whose, facts)
        self.record = Lane("record", whose, RecordSource(disk.copies, facts))
        self.lanes = (self.fact, self.record)

    def kept(self, kept: Kept, now: float = 0.0) -> None:
        for lane in self.lanes:
            lane.kept(kept, now)


class Engine:
    """A stream for each subject, whose sequence each publisher must know."""

    def __init__(self) -> None:
        self.subjects: dict[str, list[bytes]] = {}
        self.sent = 0

    def do(self, lane: Lane, *, lost: bool = False, unheard: bool = False) -> bool:
        """Do the lane's next act: `lost` on its way, or with an answer that is; False if none."""
        act = lane.next()
        if act is None:
            return False
        stored = self.subjects.setdefault(act.subject, [])
        if lost:
            return True
        if isinstance(act, AskLast):
            lane.found(stored[-1] if stored else None, len(stored))
        else:
            self._publish(lane, act, stored, unheard=unheard)
        return True

    def _publish(self, lane: Lane, act: Publish, stored: list[bytes], *, unheard: bool) -> None:
        if act.expected != len(stored):
            lane.refused()
            return
        stored.append(act.octets)
        self.sent += 1
        if not unheard:
            lane.acknowledged(len(stored))

    def drain(self, uplink: Uplink) -> None:
        """Let the uplink send all that it has."""
        while sum(self.do(lane) for lane in uplink.lanes):
            pass

    def deliver(self, ledger: Ledger, rng: Random | None = None, table: str = TABLE) -> list[Kept]:
        """Give the ledger every message; with `rng` shuffled, some of them twice, and several at
        once. Return what it has said.
        """
        messages = [m for name in ("fact", "record") for m in self.of(name, table)]
        if rng is None:
            return [found for m in messages if (found := take(ledger, m, table))]
        messages += [m for m in messages if rng.random() < 0.3]
        rng.shuffle(messages)
        said = list[Kept]()
        while messages:
            some = rng.randint(1, 8)
            taken = ledger.take([Sent(table, message) for message in messages[:some]])
            said, messages = [*said, *taken.kept.values()], messages[some:]
        return said

    def of(self, lane: str, table: str = TABLE) -> Sequence[bytes]:
        return self.subjects.get(f"floor.{lane}.{table}", ())


def take(ledger: Ledger, octets: bytes, table: str = TABLE) -> Kept | None:
    """Give the ledger one message; return up to where its journal is kept, if it was taken."""
    return next(iter(ledger.take([Sent(table, octets)]).kept.values()), None)
