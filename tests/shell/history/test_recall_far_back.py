"""How far back rounds are recalled: over segments, damaged places, notes and other programs."""

from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from firmware.core.vocabulary.cards import TILES_BY_NAME
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import (
    BetSettled,
)
from firmware.shell.history.journal_entries import Noted, Ruled, decode, encode
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import (
    Journal,
    JournalDamaged,
    JournalReader,
    MemoryCopy,
    NumberedRecord,
    RetentionPolicy,
)
from firmware.shell.recall import RecalledRounds, recall
from firmware.shell.service.loop import TableLoop
from firmware.shell.words.templates import NO_BREAK
from hal.ports import Millis
from tests.kits.games.golden_rounds import golden_rounds
from tests.kits.shell import loop_kit
from tests.kits.shell.loop_kit import SETTING, STAMP, Disks, do, table
from tests.kits.shell.recalled import Counted, faces, lines, rulings_of
from tests.kits.shell.recorded import evening, reader_of


def long_evening(rounds: int) -> JournalReader:
    files = (MemoryCopy("a"), MemoryCopy("b"))
    journal = Journal.open(files, STAMP, RetentionPolicy(segment_bytes=20_000))
    loop = TableLoop(table(), Ledger(journal, SETTING))
    loop.begin(Millis(0))
    do(loop, loop_kit.CONFIRM)
    for _ in range(rounds):
        do(loop, *loop_kit.bet(1, "banker", 1000), loop_kit.CLOSE)
        do(loop, *loop_kit.cards("4S KD 2H 7C"), *loop_kit.bet(1, "banker", 0))
        do(loop, loop_kit.CONFIRM)
        if loop.table.state.shoe.cards_left < 400:
            do(loop, KeyPressed(Key.CARDS_SHUFFLED))
    return JournalReader.over_copies(files)


@pytest.mark.clause("OK 3A-275 A 4(b)")
def test_last_ten_rounds_need_few_segments() -> None:
    reader = Counted(long_evening(60))
    for asked in (1, 2, 5, 10, 17):
        reader.read.clear()
        rounds = recall(reader, asked)
        last = rounds[-1].number
        assert [recalled.number for recalled in rounds] == list(range(last - asked + 1, last + 1))
        for recalled in rounds[:-1]:
            assert recalled.opened
            assert recalled.ended
            assert faces(recalled) == ["4S", "KD", "2H", "7C"]
            assert recalled.account.held == Cents(-950)
            assert not recalled.differs
        assert len(reader.read) <= 2 + asked // 4
    assert len(reader.segments()) > 10


def test_journal_without_round_recalls_none() -> None:
    disks = Disks()
    disks.loop()
    assert recall(JournalReader.over_copies(disks.files)) == ()


@pytest.mark.clause("AGCO 13.1.3")
def test_damage_named_after_earlier_rounds() -> None:
    class Damaged(Counted):
        def segment_records(self, number: int) -> Iterator[NumberedRecord]:
            for record in super().segment_records(number):
                if record.number > 12:
                    raise JournalDamaged(13, "lost in both copies")
                yield record

    rounds = recall(Damaged(long_evening(2)))
    assert rounds
    assert any("13 :" in line.replace(NO_BREAK, " ") for line in lines(rounds[-1]))


@pytest.mark.clause("AGCO 13.1.3")
def test_rounds_after_damage_recalled() -> None:
    class Damaged(Counted):
        def segment_records(self, number: int) -> Iterator[NumberedRecord]:
            for at, record in enumerate(super().segment_records(number)):
                if number == 2 and at > 10:
                    raise JournalDamaged(record.number, "lost in both copies")
                yield record

    whole, rounds = recall(long_evening(12), 50), recall(Damaged(long_evening(12)), 50)
    numbers = [recalled.number for recalled in rounds]
    missing = {recalled.number for recalled in whole} - {*numbers}
    assert numbers == sorted({*numbers})
    assert missing
    assert [faces(recalled) for recalled in rounds[-3:-1]] == [["4S", "KD", "2H", "7C"]] * 2
    assert not any(recalled.differs for recalled in rounds)


def test_record_goes_before_different_ruling() -> None:
    reader = long_evening(3)

    class Altered(Counted):
        def segment_records(self, number: int) -> Iterator[NumberedRecord]:
            for record, payload in super().segment_records(number):
                entry = decode(payload)
                if isinstance(entry, Ruled):
                    more = (
                        replace(r, paid=Cents(1)) if isinstance(r, BetSettled) else r
                        for r in entry.rulings
                    )
                    payload = encode(replace(entry, rulings=tuple(more)))
                yield NumberedRecord(record, payload)

    rounds = recall(Altered(reader))
    assert rounds[0].differs
    assert {r.paid for r in rulings_of(rounds) if isinstance(r, BetSettled)} == {1}
    assert "croupier replay" in lines(rounds[0])[-1]


def test_unknown_note_is_shown_by_key() -> None:
    reader = long_evening(1)

    class WithNote(Counted):
        def segment_records(self, number: int) -> Iterator[NumberedRecord]:
            yield from super().segment_records(number)
            note = Noted(0, "2026-11-21T12:00:00+00:00", Text("x.y"))
            yield NumberedRecord(10_000, encode(note))

    assert "x.y" in lines(recall(WithNote(reader))[-1])[-2]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_recall_survives_transport(language: str) -> None:
    rounds = recall(long_evening(3))
    read = msgspec.json.decode(msgspec.json.encode(RecalledRounds(rounds)), type=RecalledRounds)
    assert [lines(recalled, language) for recalled in read.rounds] == [
        lines(t, language) for t in rounds
    ]


def test_tiles_named_by_their_two_sides() -> None:
    golden = next(g for g in golden_rounds("pai-gow") if not g.get("refused") and g["expect"])
    played, _ = evening(golden["script"])
    (recalled, *_) = recall(reader_of(played))
    assert set(faces(recalled)) <= {*TILES_BY_NAME, None}
