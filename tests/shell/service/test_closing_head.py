"""At each closing the journal's head is shown, printed and kept in the status."""

from pathlib import Path

from firmware.core.vocabulary.events import Event, HeadTaken, KeySwitchTurned, PowerReturned
from firmware.core.vocabulary.events import TestBegun as Begun
from firmware.core.vocabulary.panel import JournalHead, Text
from firmware.shell.evidence.bundle import EvidenceBundle
from firmware.shell.evidence.export import export_bundle
from firmware.shell.evidence.links import bundle_records
from firmware.shell.evidence.succession import NotedHead, contains_head
from firmware.shell.history.journal_entries import Happened, decode
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import DirectoryCopy, Journal
from firmware.shell.service.loop import TableLoop
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.trust.keys import DeviceKey
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.kits.evidence.short_evening import ROUND, leave, play
from tests.kits.shell.loop_kit import CONFIRM, SETTING, STAMP, Disks, do, table

END = [KeySwitchTurned(True), CONFIRM, KeySwitchTurned(False)]


class Evening:
    """A table whose journal can be looked into."""

    def __init__(self, disks: Disks) -> None:
        self.journal = Journal.open(disks.files, STAMP)
        self.loop = TableLoop(table(), Ledger(self.journal, SETTING))
        self.loop.begin(Millis(0))

    def do(self, *events: Event) -> None:
        do(self.loop, *events)

    @property
    def head(self) -> JournalHead | None:
        return self.loop.panel.head

    def taken(self) -> list[tuple[int, HeadTaken]]:
        """Return the heads in the journal, each with its record's number."""
        entries = enumerate(map(decode, self.journal.records()))
        happened = ((at, e.event) for at, e in entries if isinstance(e, Happened))
        return [(at, event) for at, event in happened if isinstance(event, HeadTaken)]


def test_only_a_closed_table_shows_the_head() -> None:
    evening = Evening(Disks())
    assert evening.head is None
    evening.do(CONFIRM, *ROUND)
    assert evening.head is None
    evening.do(KeySwitchTurned(True))
    evening.do(CONFIRM)
    ((at, event),) = evening.taken()
    assert event.record < at
    assert evening.head == JournalHead(2, event.record, event.digest)
    shown = Text("prompt.journal_head", {"head": f"{event.record}-{event.digest[:8]}"})
    assert shown in evening.loop.panel.dealer
    evening.do(KeySwitchTurned(False), CONFIRM)
    assert evening.head is None
    assert shown not in evening.loop.panel.dealer


def test_bundle_has_every_shown_head(tmp_path: Path) -> None:
    loop = play(tmp_path, 3, events=[*ROUND, *END, CONFIRM])
    leave(loop)
    device = DeviceKey.enrol(tmp_path)
    export_bundle(
        [DirectoryCopy(tmp_path / "a")], tmp_path / "bundle", device, "2026-11-23T06:00:00+00:00"
    )
    bundle = EvidenceBundle.open(tmp_path / "bundle")
    entries = [decode(payload) for _, payload in bundle_records(bundle)]
    taken = [e.event for e in entries if isinstance(e, Happened) and isinstance(e.event, HeadTaken)]
    heads = [NotedHead(event.record, event.digest[:8]) for event in taken]
    assert len(heads) == 3
    assert [contains_head(bundle, head).outcome for head in heads] == ["proven"] * 3
    assert (
        contains_head(bundle, NotedHead(heads[0].number, heads[1].digest_digits)).outcome
        == "contradicted"
    )


def test_every_closing_records_its_own_head() -> None:
    evening = Evening(Disks())
    evening.do(CONFIRM, *ROUND, *END, CONFIRM, *ROUND, *END)
    taken = [event.record for _, event in evening.taken()]
    assert len(taken) == 2
    assert taken[0] < taken[1]
    assert evening.head is not None
    assert evening.head.record == taken[1]


def test_head_survives_a_restart() -> None:
    disks = Disks()
    evening = Evening(disks)
    evening.do(CONFIRM, *ROUND, *END)
    shown = evening.head
    evening.loop.end_service(Millis(100))
    evening.journal.close()
    again = Evening(disks)
    assert again.head == shown
    assert len(again.taken()) == 1


def test_late_power_cut_costs_no_head() -> None:
    disks = Disks()
    evening = Evening(disks)
    evening.do(CONFIRM, *ROUND, KeySwitchTurned(True))
    evening.loop._watch_closing = lambda _now: None  # type: ignore[method-assign]
    evening.do(CONFIRM)
    assert evening.head is None
    evening.journal.close()
    again = Evening(disks)
    assert again.head is not None
    assert PowerReturned in {
        type(decode(r).event) for r in again.journal.records() if isinstance(decode(r), Happened)
    }  # type: ignore[union-attr]


def test_closing_in_a_test_shows_no_head() -> None:
    evening = Evening(Disks())
    evening.do(Begun(), CONFIRM, *ROUND, *END)
    assert evening.taken() == []


def test_slip_and_status_have_the_head() -> None:
    evening = Evening(Disks())
    words = Words.load("en", "baccarat")
    evening.do(CONFIRM, *ROUND)
    assert DisplayScreens(words).ticket_lines(evening.loop.panel) == ()
    evening.do(*END)
    head = evening.head
    assert head is not None
    (slip,) = DisplayScreens(words).ticket_lines(evening.loop.panel)
    number, (closed, shown, digest) = slip
    assert number == head.shown
    assert closed == "Table closed after round 2"
    assert shown.endswith(head.shown)
    assert digest.replace(" ", "").endswith(head.digest)
    reporter = StatusReporter("Table 1", "baccarat", words)
    evening.do(CONFIRM)
    assert reporter.table_status(evening.loop.table, evening.loop.panel, ()).head == head
