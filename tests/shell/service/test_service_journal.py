"""A test in the journal: not counted, reported as a test, and never taken for a real round."""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from drivers.displays.characters import COLUMNS
from drivers.displays.typesetting import WIDTH, lay_out_rows
from firmware.console.table.rounds import RoundRenderer
from firmware.core.table.meters import Meters, with_count
from firmware.core.vocabulary.events import (
    CardRead,
    Door,
    DoorMoved,
    DrawnFor,
    Event,
    KeyPressed,
    KeySwitchTurned,
    MetersReset,
    PowerReturned,
    TestBegun,
    TestEnded,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import MetersBegan, TestClosed, TestOpened
from firmware.shell.evidence.content import ALL_ROUNDS, BundleEnd, RoundRange
from firmware.shell.evidence.export import _LinkCopier
from firmware.shell.evidence.table_evidence import RoundsExtent
from firmware.shell.history.journal_entries import Carried, Checked, Entry, Ruled, decode
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.recount import MeterRecount
from firmware.shell.history.replay import Replay
from firmware.shell.journal import Journal, JournalReader, MemoryCopy, RetentionPolicy
from firmware.shell.journal.segments import readable_segments
from firmware.shell.recall import RecalledRound, recall
from firmware.shell.recall.index import RoundIndex
from firmware.shell.recall.lookup import RoundLookup
from firmware.shell.service.loop import TableLoop
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, SETTING, STAMP, UNDO, bet, cards, do, table

BEGUN, ENDED = TestBegun(), TestEnded()
REAL = [*bet(1, "banker", 1000), CLOSE, *cards("4S KD 2H 7C"), *bet(1, "banker", 0), CONFIRM]
"""The bank wins."""
TRIED = [*bet(2, "tie", 500), CLOSE, *cards("9S 9D TS TH"), *bet(2, "tie", 0), CONFIRM]
"""A tie."""
TEST = [BEGUN, CONFIRM, *TRIED, UNDO, CONFIRM, *TRIED, *TRIED, ENDED]
EVENING: list[Event] = [CONFIRM, *REAL, *REAL, *TEST, *REAL, *REAL, *bet(3, "tie", 500)]
"""Four rounds, and within the third a test of three."""


class Disks:
    """Two copies in memory, with segments of some size, on which tables are started and cut off."""

    def __init__(self, segment_bytes: int = 1 << 20) -> None:
        self.files = MemoryCopy("a"), MemoryCopy("b")
        self._policy = RetentionPolicy(segment_bytes=segment_bytes)

    def loop(self) -> TableLoop:
        loop = TableLoop(table(), Ledger(Journal.open(self.files, STAMP, self._policy), SETTING))
        loop.begin(Millis(0))
        return loop

    @property
    def reader(self) -> JournalReader:
        return JournalReader.over_copies(self.files)

    @property
    def entries(self) -> list[tuple[int, Entry]]:
        return [(number, decode(payload)) for number, payload in self.reader.records()]


def played(events: list[Event], segment_bytes: int = 1 << 20) -> Disks:
    disks = Disks(segment_bytes)
    loop = disks.loop()
    do(loop, *events)
    return disks


def agrees(disks: Disks) -> None:
    """Hold the journal to its recount, and to what a fresh table decides."""
    recount, replay = MeterRecount(), Replay()
    for number, entry in disks.entries:
        assert recount.take(entry) is None
        assert replay.take(number, entry) is None


def numbers(rounds: tuple[RecalledRound, ...]) -> list[tuple[int, bool]]:
    return [(recalled.number, recalled.test) for recalled in rounds]


# the meters, and the recount


@each("segment_bytes", [1, 3000, 9000, 1 << 20])
def test_test_not_counted_across_segments(segment_bytes: int) -> None:
    disks = played(EVENING, segment_bytes)
    agrees(disks)
    last = [entry.table for _, entry in disks.entries if isinstance(entry, Checked)][-1]
    assert (last.meters.rounds, last.meters.bets.keys()) == (4, {"banker"})


def test_segment_starting_in_a_test_resumes() -> None:
    disks = played(EVENING[: -2 * len(REAL) - 3], segment_bytes=1)
    segments = disks.reader.segments()
    first = decode(next(disks.reader.segment_records(segments[-1])).payload)
    assert isinstance(first, Carried)
    assert first.table.aside is not None
    loop = disks.loop()
    assert loop.table.state.testing
    assert loop.panel.testing
    do(loop, CONFIRM, ENDED, CONFIRM, *REAL)
    assert (loop.table.state.round.number, loop.table.state.meters.rounds) == (4, 3)
    agrees(disks)


@each("seed", range(examples(3, 25)))
def test_power_cuts_change_no_meter(seed: int) -> None:
    """The power goes again and again, with one event or several not ruled on."""
    rng, at, stood = Random(seed), 0, False
    disks = Disks(segment_bytes=rng.choice([1, 5000, 1 << 20]))
    while at < len(EVENING):
        loop = disks.loop()
        assert loop.table.state.testing is stood
        lying = [
            bet(place.spot, place.on, c) for (place, _), c in loop.table.state.felt.stacks.items()
        ]
        do(loop, *(event for recalled in lying for event in recalled), CONFIRM)
        for _ in range(rng.randint(1, 9)):
            together = EVENING[at : at + rng.randint(1, 3)]
            loop.handle_and_follow(together, Millis(at))
            at += len(together)
        stood = loop.table.state.testing
        assert loop.table.state.device.trouble.find_fault("meters", "meters_differ") is None
    agrees(disks)


@pytest.mark.clause("ANZ 1.31.25")
def test_meter_moving_in_a_test_locks() -> None:
    loop = Disks().loop()
    do(loop, CONFIRM, *REAL, BEGUN, CONFIRM)
    loop.table.state.meters = with_count(loop.table.state.meters, "rounds")
    do(loop, *TRIED, *bet(1, "tie", 500))
    assert loop.table.state.device.trouble.find_fault("meters", "meters_differ") is not None


def test_meters_changed_by_a_test_lock() -> None:
    disks = Disks()
    loop = disks.loop()
    do(loop, CONFIRM, *REAL, BEGUN)
    loop.table.state.table_set_aside = None
    do(loop, CONFIRM, *TRIED, *bet(1, "tie", 500))
    assert loop.table.state.device.trouble.find_fault("meters", "meters_differ") is not None


OVERRIDE = [
    *(KeySwitchTurned(on=True), DoorMoved(Door.LOGIC, open=True)),
    *(DoorMoved(Door.LOGIC, open=False), KeyPressed(Key.CLEAR_FAULTS), CONFIRM),
]
"""The supervisor clears a fault at a closed table."""


@pytest.mark.parametrize("right", [True, False])
def test_count_restarts_with_the_meters(right: bool) -> None:
    disks = Disks()
    loop = disks.loop()
    do(loop, *OVERRIDE)
    before = loop.table.state.meters
    assert before == Meters(overrides=1)
    do(loop, MetersReset())
    loop.table.state.meters = Meters() if right else before
    do(loop, CONFIRM, *REAL, *bet(1, "tie", 500))
    found = loop.table.state.device.trouble.find_fault("meters", "meters_differ")
    assert (found is None) is right
    if right:
        agrees(disks)
        assert any(Ruled((MetersBegan(before),)) == entry for _, entry in disks.entries)


# the recall


def test_test_recalled_after_its_round() -> None:
    rounds = recall(played(EVENING).reader)
    real, test = [(n, False) for n in range(1, 6)], [(n, True) for n in range(1, 5)]
    assert numbers(rounds) == [*real[:3], *test, *real[3:]]
    assert all(recalled.ended for recalled in rounds[:-1])
    (third,) = [recalled for recalled in rounds if (recalled.number, recalled.test) == (3, False)]
    ruled = [type(part.ruling) for part in third.story if part.ruling]
    assert [kind for kind in ruled if kind in (TestOpened, TestClosed)] == [TestOpened, TestClosed]
    assert third.account.held == -950
    assert not any(recalled.differs for recalled in rounds)


@each("segment_bytes", [1, 3000, 9000])
@each("cut", range(0, len(EVENING) + 1, examples(25, 5)))
def test_recall_ignores_segments_and_cuts(cut: int, segment_bytes: int) -> None:
    whole, small = (recall(played(EVENING[:cut], size).reader) for size in (1 << 20, segment_bytes))
    assert numbers(small) == numbers(whole)
    assert [recalled.account for recalled in small] == [recalled.account for recalled in whole]


@each("asked", [1, 2, 3, 8])
def test_test_rounds_are_not_last_rounds(asked: int) -> None:
    disks = played([CONFIRM, *REAL * 7, BEGUN, CONFIRM, *TRIED * 7, ENDED, *REAL], 3000)
    rounds = recall(disks.reader, asked)
    assert [recalled.number for recalled in rounds if not recalled.test] == list(
        range(10 - asked, 10)
    )
    assert sum(recalled.test for recalled in rounds) == (8 if asked > 1 else 0)


def test_starts_without_rounds_hide_no_round() -> None:
    disks = played([CONFIRM, *REAL * 3], 4000)
    for _ in range(20):
        do(disks.loop(), CONFIRM)
    assert [recalled.number for recalled in recall(disks.reader, 4)] == [1, 2, 3, 4]


@pytest.mark.parametrize("language", LANGUAGES)
def test_test_named_in_its_first_line(language: str) -> None:
    words = Words.load(language)
    said = words.render(Text("recall.test"))
    for recalled in recall(played(EVENING).reader):
        first, *others = (line.plain for line in RoundRenderer(words).round_lines(recalled))
        assert (first == said) is recalled.test
        assert said not in others


def test_hidden_cards_stay_hidden_in_a_test() -> None:
    """The test's own full shoe is no new shoe: the real one is in play, and comes back."""
    burnt = [CardRead(card.card, DrawnFor.BURN) for card in cards("7H 8H 9H")]
    events = [CONFIRM, *burnt, *bet(1, "banker", 1000), CLOSE, *cards("4S KD 2H 7C")]
    evening = [*events, *bet(1, "banker", 0), CONFIRM, BEGUN, CONFIRM, *TRIED, ENDED]
    for so_far in (len(evening) - len(TRIED) - 3, len(evening) - 1, len(evening)):
        before = recall(played(evening[: len(events) + 3]).reader)[0]
        after = recall(played(evening[:so_far]).reader)[0]
        faces = [[p.card.card for p in recalled.story if p.card] for recalled in (before, after)]
        assert faces[0] == faces[1]
        assert None in faces[0]


# the index


def test_round_number_never_finds_a_test(tmp_path: Path) -> None:
    for segment_bytes in (1, 3000, 1 << 20):
        disks = played([*EVENING, BEGUN, CONFIRM, *TRIED * 6, ENDED, *REAL], segment_bytes)
        recalled = {one.number: one for one in recall(disks.reader, 100) if not one.test}
        lookup = RoundLookup(disks.reader, tmp_path / f"index-{segment_bytes}")
        for number in range(1, 12):
            assert lookup.by_number(number) == recalled.get(number)


def test_index_has_no_test_round() -> None:
    disks = played([CONFIRM, *REAL, BEGUN, CONFIRM, *TRIED * 6, ENDED, *REAL], 3000)
    with RoundIndex() as index:
        index.update(disks.reader, lambda _: None)
        assert index.round_count()[0] <= 3
        assert index._query("SELECT max(round) FROM rounds")[0][0] <= 3


# the evidence


def ended(
    disks: Disks, folder: Path, wanted: RoundRange = ALL_ROUNDS, *, in_use: bool = False
) -> BundleEnd:
    """Return where a bundle of these rounds ends."""
    extent = RoundsExtent(wanted)
    with (folder / "d").open("wb") as digests, (folder / "j").open("wb") as journal:
        copying = _LinkCopier(digests, journal)
        copying.copy_links(readable_segments(disks.files), extent)
        return extent.bundle_end(copying.position, in_use=in_use)


def test_evidence_bounded_by_real_rounds(tmp_path: Path) -> None:
    disks = played([CONFIRM, *REAL, BEGUN, CONFIRM, *TRIED * 6, ENDED, *REAL, *REAL], 3000)
    closed = next(n for n, entry in disks.entries if entry == Ruled((TestClosed(),)))
    for last in (1, 2):
        end = ended(disks, tmp_path, RoundRange(1, last))
        assert (end.meters.round, end.reason) == (last, "round")
        assert (end.position.record_count > closed) is (last == 2)


def test_full_test_shoe_reveals_no_card(tmp_path: Path) -> None:
    marks = []
    for events in ([CONFIRM, *REAL], [CONFIRM, *REAL, BEGUN, CONFIRM, *TRIED, *TRIED]):
        marks.append(ended(played(events), tmp_path, in_use=True).position.record_count)
    assert marks[0] == marks[1]


def test_table_restarting_in_a_test_says_so() -> None:
    disks = played([CONFIRM, BEGUN, CONFIRM, *bet(1, "tie", 500), CLOSE, *cards("9S")])
    loop = disks.loop()
    do(loop, PowerReturned())
    assert loop.panel.testing
    assert loop.panel.players[0] == Text("players.testing")


# the displays


@pytest.mark.clause("ANZ 1.31.24")
@each("language, simulated", list(product(LANGUAGES, (True, False))))
def test_test_is_named_on_every_screen(language: str, *, simulated: bool) -> None:
    words = Words.load(language)
    loop = Disks().loop()
    do(loop, CONFIRM, BEGUN)
    says = DisplayScreens(words)
    said = says.footer_line(testing=loop.panel.testing, simulated=simulated)
    assert words.render(Text("ui.test")) in said
    assert (words.render(Text("ui.simulation")) in said) is simulated
    assert len(said) <= COLUMNS
    for lines in (says.dealer_lines(loop.panel), says.player_lines(loop.panel), ("a " * 99,)):
        size, screens = lay_out_rows(lines, said)
        assert {screen[-1] for screen in screens} == {said}
        assert size.width(said) < WIDTH - 2


def test_test_payment_follows_the_notice() -> None:
    loop = Disks().loop()
    do(loop, CONFIRM, BEGUN, CONFIRM, *TRIED[:-3])
    words = Words.load("fr")
    assert loop.panel.payout is not None
    notice, place, *_ = DisplayScreens(words).player_lines(loop.panel)
    assert notice == words.render(Text("players.testing"))
    assert "2" in place
