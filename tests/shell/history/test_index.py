"""An older round is read from the journal, in any state of the index."""

import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from firmware.core.game.past_rounds import CORRECTABLE_ROUNDS
from firmware.core.vocabulary.events import CutCardSeen, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.shell.journal import (
    JournalDamaged,
    JournalReader,
    NumberedRecord,
    RetentionPolicy,
)
from firmware.shell.recall import RecalledRound, RoundsAtTime, recall
from firmware.shell.recall.card_moves import BURNT_HAND
from firmware.shell.recall.index import RoundIndex
from firmware.shell.recall.recent_rounds import recall_from
from tests.kits.cli.play_kit import CLOSE, bet
from tests.kits.cli.play_kit import CONFIRM as CONFIRM_KEY
from tests.kits.evidence.short_evening import ROUND
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.shell.indexed_journal import (
    SMALL,
    START,
    Clock,
    CountingReader,
    LookUps,
    play,
    playing,
    take,
)
from tests.kits.shell.loop_kit import CONFIRM
from tests.kits.shell.recorded import evening, reader_of

ROUNDS = 40
SEEDS = range(examples(2, 200))
CUT_EACH = examples(13 * 512, 512)


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where a journal of many segments is, and its index."""
    place = tmp_path_factory.mktemp("indexed")
    play(place, ROUNDS, Clock())
    LookUps(place).lookup.rebuild()
    return place


@pytest.fixture(scope="module")
def recalled(indexed: Path) -> dict[int, RecalledRound]:
    """Return what all rounds are when the whole journal is read."""
    return {one.number: one for one in recall(JournalReader([indexed / "a", indexed / "b"]), 1000)}


@pytest.fixture
def place(indexed: Path, tmp_path: Path) -> Path:
    """Return the same with an index to be spoilt."""
    place = tmp_path / "copy"
    place.mkdir()
    for copy in "ab":
        (place / copy).symlink_to(indexed / copy)
    shutil.copy2(indexed / "index", place)
    return place


@pytest.fixture
def own(indexed: Path, tmp_path: Path) -> Path:
    """Return the same, to be played on."""
    return Path(shutil.copytree(indexed, tmp_path / "own"))


def some(recalled: dict[int, RecalledRound], seed: int) -> list[int]:
    return random.Random(seed).sample(sorted(recalled), 2)


def opened(one: RecalledRound, seconds: float = 0) -> datetime:
    return datetime.fromisoformat(one.opened or "") + timedelta(seconds=seconds)


def check(looked: LookUps, recalled: dict[int, RecalledRound], numbers: list[int]) -> None:
    """Hold what is looked up to what the whole journal tells."""
    for number in numbers:
        assert looked.lookup.by_number(number) == recalled[number]
        assert looked.lookup.by_time(opened(recalled[number], 0.5)) == RoundsAtTime(
            (recalled[number],)
        )


# what is found


def test_round_found_by_number_and_time(indexed: Path, recalled: dict[int, RecalledRound]) -> None:
    looked = LookUps(indexed)
    assert len(looked.reader.segments()) > 10
    assert sorted(recalled) == list(range(1, ROUNDS + 2))
    check(looked, recalled, sorted(recalled))
    assert looked.said == []


def test_look_up_reads_few_segments(indexed: Path, recalled: dict[int, RecalledRound]) -> None:
    """For a time it reads the live one too."""
    looked = LookUps(indexed)
    segments = looked.reader.segments()
    live, most = segments[-1], 3 + len(segments) * CORRECTABLE_ROUNDS // ROUNDS
    assert most < len(segments) / 2
    for number in sorted(recalled)[:: examples(3, 1)]:
        looked.reader.read.clear()
        looked.lookup.by_number(number)
        assert 1 <= len(looked.reader.read) <= most
        looked.reader.read.clear()
        looked.lookup.by_time(opened(recalled[number], 0.5))
        assert len({*looked.reader.read} - {live}) <= most


def test_sealed_segment_is_indexed_once(own: Path) -> None:
    looked = LookUps(own, "new")
    looked.lookup.by_number(1)
    *sealed, _ = looked.reader.segments()
    assert looked.reader.read[: len(sealed)] == sealed
    looked.reader.read.clear()
    play(own, 10, Clock())
    looked.lookup.by_number(1)
    *now, _ = looked.reader.segments()
    newly_sealed = now[len(sealed) :]
    for_index, for_round = (
        looked.reader.read[: len(newly_sealed)],
        looked.reader.read[len(newly_sealed) :],
    )
    assert for_index == newly_sealed
    assert for_round == sealed[: len(for_round)]


def test_unknown_round_rebuilds_nothing(indexed: Path, recalled: dict[int, RecalledRound]) -> None:
    looked = LookUps(indexed)
    for number in (0, max(recalled) + 1, 10**12):
        assert looked.lookup.by_number(number) is None
    assert looked.said == []


def test_time_between_rounds_names_both(tmp_path: Path) -> None:
    clock = Clock()
    with playing(tmp_path, clock) as loop:
        take(loop, clock, *ROUND * 4, *ROUND[:3], CutCardSeen(), *ROUND[3:], *ROUND)
        ended = clock.now
        clock.now += timedelta(hours=1)
        take(loop, clock, KeyPressed(Key.CARDS_SHUFFLED), CONFIRM, *ROUND * 6)
    looked = LookUps(tmp_path)
    last, following = (one.number for one in recall(looked.reader, 1000)[4:6])
    between = RoundsAtTime(previous=last, next=following)
    assert looked.lookup.by_time(ended + timedelta(minutes=1)) == between
    assert looked.lookup.by_time(START - timedelta(days=1)) == RoundsAtTime(next=1)


def test_no_round_after_the_last(tmp_path: Path) -> None:
    clock = Clock()
    with playing(tmp_path, clock) as loop:
        take(loop, clock, *ROUND * 4, *ROUND[:3], CutCardSeen(), *ROUND[3:], *ROUND)
    looked = LookUps(tmp_path)
    *_, last = recall(looked.reader, 1000)
    assert last.ended
    later = clock.now + timedelta(days=1)
    assert looked.lookup.by_time(later) == RoundsAtTime(previous=last.number)


@pytest.mark.parametrize("seconds", [-3600, -10, 3600])
def test_time_finds_round_after_clock_sets(seconds: int, tmp_path: Path) -> None:
    clock = Clock()
    for _ in range(3):
        play(tmp_path, 6, clock)
        clock.now += timedelta(seconds=seconds)
    looked = LookUps(tmp_path)
    for one in recall(looked.reader, 1000):
        if one.opened and one.ended and one.opened < one.ended:
            assert one in looked.lookup.by_time(opened(one, 0.5)).rounds


def test_retired_rounds_leave_the_index(own: Path) -> None:
    looked = LookUps(own)
    play(own, 10, Clock(), RetentionPolicy(SMALL.segment_bytes, keep_bytes=200_000))
    oldest = looked.reader.segments()[0]
    assert oldest > 3
    rounds = recall(looked.reader, 1000)
    for one in rounds:
        assert looked.lookup.by_number(one.number) == one
    assert looked.lookup.by_number(1) is None
    with closing(sqlite3.connect(looked.path)) as file:
        assert file.execute("SELECT min(segment) FROM rounds").fetchone() == (oldest,)
    assert looked.said == []


# cards that nobody has seen


TIED = [bet(2, "main", 1000), CLOSE, {"cards": ["8S", "8D"]}]
WAR = [
    {"decide": {"spot": 2, "do": "war"}},
    {"cards": ["2S", "3S", "4S", "KS", "2H", "3H", "4H", "5H"]},
    CONFIRM_KEY,
]
PLAIN = [bet(2, "main", 1000), CLOSE, {"cards": ["KS", "8D"]}, CONFIRM_KEY]


def burnt(*steps: dict[str, Any]) -> set[str | None]:
    """Return what is recalled of the cards that were burnt in the first round."""
    played, _ = evening({"game": "casino-war", "steps": [*TIED, *WAR, *steps]})
    (recalled,), whole = recall_from(reader_of(played), 1, 1, 1)
    assert whole
    return {part.card.card for part in recalled.story if part.card and part.card.to == BURNT_HAND}


def test_hidden_card_recalled_after_shoe() -> None:
    shuffled = {"shuffle": True}
    assert burnt() == burnt(*PLAIN) == burnt(*PLAIN * 3) == {None}
    assert burnt(*PLAIN * 3, shuffled, *PLAIN * 2) == {"2S", "3S", "4S", "2H", "3H", "4H"}


# whatever has become of the file


@each("seed", SEEDS)
def test_flipped_bit_changes_no_result(
    seed: int, indexed: Path, place: Path, recalled: dict[int, RecalledRound]
) -> None:
    looked = LookUps(place)
    data = bytearray((indexed / "index").read_bytes())
    bit = random.Random(seed).randrange(len(data) * 8)
    data[bit // 8] ^= 1 << bit % 8
    looked.path.write_bytes(data)
    check(looked, recalled, some(recalled, seed))
    assert looked.said in ([], ["remade"])


def test_cut_index_changes_no_result(place: Path, recalled: dict[int, RecalledRound]) -> None:
    looked = LookUps(place)
    data = looked.path.read_bytes()
    for size in range(0, len(data), CUT_EACH):
        looked.path.write_bytes(data[:size])
        check(looked, recalled, some(recalled, size))


@each(
    "lie",
    [
        "UPDATE rounds SET segment = segment + 5",
        "UPDATE rounds SET round = round + 100",
        "UPDATE rounds SET round = 1000 - round",
        "UPDATE rounds SET begins = begins + 60000, until = until + 60000",
        "UPDATE rounds SET begins = 0, until = 1",
        "UPDATE rounds SET until = NULL",
        "DELETE FROM rounds WHERE round % 3",
        "DELETE FROM rounds",
        "DELETE FROM segments WHERE number % 2",
        "UPDATE segments SET link = x'00'",
        "UPDATE segments SET number = number + 100",
        "DROP TABLE rounds",
        "CREATE TABLE more (a)",
        "PRAGMA journal_mode = WAL",
    ],
)
def test_false_index_changes_no_result(
    lie: str, indexed: Path, place: Path, recalled: dict[int, RecalledRound]
) -> None:
    looked = LookUps(place)
    for number in examples([7, 33], [1, 7, 20, 33, 40]):
        shutil.copy2(indexed / "index", place)
        with closing(sqlite3.connect(looked.path)) as file, file:
            file.execute(lie)
        check(looked, recalled, [number])
    assert {path.name for path in place.iterdir()} == {"a", "b", "index"}


def test_foreign_index_is_discarded(
    place: Path, recalled: dict[int, RecalledRound], tmp_path: Path
) -> None:
    other = tmp_path / "other"
    play(other, ROUNDS, Clock())
    LookUps(other).lookup.rebuild()
    looked = LookUps(place)
    shutil.copy(other / "index", looked.path)
    check(looked, recalled, [3, 30])
    assert looked.said == ["remade"]


@pytest.mark.parametrize("made", [b"not an index", b"SQLite format 3\0" * 300])
def test_invalid_index_is_discarded(
    made: bytes, place: Path, recalled: dict[int, RecalledRound]
) -> None:
    looked = LookUps(place)
    looked.path.write_bytes(made)
    check(looked, recalled, [2])
    assert looked.said == ["remade"]


# where there can be no file


def nowhere(looked: LookUps) -> None:
    looked.path.unlink()
    looked.path.mkdir()


def a_link(looked: LookUps) -> None:
    looked.path.unlink()
    looked.path.symlink_to("elsewhere")


def no_folder(looked: LookUps) -> None:
    looked.lookup = replace(looked.lookup, path=looked.path.parent / "no" / "index")


@pytest.mark.parametrize("spoil", [nowhere, a_link, no_folder])
def test_no_index_file_reads_the_journal(
    spoil: Callable[[LookUps], None], place: Path, recalled: dict[int, RecalledRound]
) -> None:
    looked = LookUps(place)
    spoil(looked)
    check(looked, recalled, [2])
    assert looked.said == ["without", "without"]


def test_full_disk_reads_the_journal(
    place: Path, recalled: dict[int, RecalledRound], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = LookUps(place, "new")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, hard))
    try:
        check(looked, recalled, [2])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert set(looked.said) == {"without"}


def test_locked_index_is_bypassed(
    place: Path, recalled: dict[int, RecalledRound], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.shell.recall.index.PATIENCE_S", 0.01)
    looked = LookUps(place)
    with closing(sqlite3.connect(looked.path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        check(looked, recalled, [5])
    assert looked.said == ["without", "without"]


SEVENTH = """
import sys
from pathlib import Path
from firmware.shell.journal import JournalReader
from firmware.shell.recall.lookup import RoundLookup

place, said = Path(sys.argv[1]), []
source = JournalReader([place / "a", place / "b"])
found = RoundLookup(source, place / "index", on_message=said.append).by_number(7)
print(found and found.number, said)
"""


def test_two_builders_both_succeed(place: Path) -> None:
    (place / "index").unlink()
    command = [sys.executable, "-c", SEVENTH, str(place)]
    made = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in "ab"]
    assert [process.communicate()[0].split() for process in made] == [[b"7", b"[]"]] * 2
    with RoundIndex(place / "index") as index:
        assert not index.was_made


def test_index_is_private_to_its_owner(indexed: Path) -> None:
    assert (indexed / "index").stat().st_mode & 0o777 == 0o600


# where the journal itself is damaged


class Damaged(CountingReader):
    """A journal of which the second segment is lost in both copies from its sixth record on."""

    def segment_records(self, number: int) -> Iterator[NumberedRecord]:
        for at, record in enumerate(super().segment_records(number)):
            if number == 2 and at > 5:
                raise JournalDamaged(record.number, "lost in both copies")
            yield record


def test_remains_of_damaged_journal_found(place: Path, recalled: dict[int, RecalledRound]) -> None:
    looked = LookUps(place, "new")
    looked.lookup = replace(looked.lookup, source=Damaged(place))
    found = [looked.lookup.by_number(number) for number in recalled]
    left = {one.number for one in recall(Damaged(place), 1000)}
    assert {one.number for one in found if one} == left
    assert 40 > len(left) > 30
    assert found[29:] == [recalled[number] for number in sorted(recalled)[29:]]
