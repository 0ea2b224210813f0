"""A pit's chain: signed entry by entry, exported as evidence; each alteration is found by name."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine, update

from firmware.cli.commands.pit_export import export_pit
from firmware.cli.commands.replay import replay
from firmware.cli.commands.verify import verify_bundle
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.pit.chain_entries import EntriesMissing, PitEntry
from firmware.floor.pit.chain_store import HEAD_FILE, PIT_ENTRY_TABLE
from firmware.floor.pit.form_store import FORM_TABLE
from firmware.floor.projection.table_alarms import Alarm
from firmware.floor.store import open_database
from firmware.shell.journal import ChainHead
from firmware.shell.journal.records import decode_record, encode_record
from firmware.shell.trust.keys import create_key, fingerprint, public_octets, read_private_key
from firmware.shell.words.words import Words
from tests.kits.floor.pit_kit import facts_of, store_facts
from tests.kits.floor.pit_people import PeoplePit, filing
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import served
from tests.kits.offenders import each

ENGLISH = Words.load("en")
FILL = {"form": "ChipsAsked", "way": "fill", "chips": [[10_000, 20]]}
ENTRY = PIT_ENTRY_TABLE.c


@pytest.fixture(scope="module")
def ledger_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger's database with a table and the chain of an evening, and the pit's key beside it."""
    folder = tmp_path_factory.mktemp("kept")
    create_key(folder / "pit.key")
    store = empty_store(folder / "ledger.db")
    store_facts(store, "table-7", facts_of(served("roulette", 1)))
    pit = PeoplePit(store, folder, key=key(folder))
    visitor = pit.visitor("anne")
    for _ in range(3):
        visitor.post("/forms", filing("table-7", FILL))
    store.dispose()
    return folder


@pytest.fixture
def folder(ledger_file: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(ledger_file, tmp_path / "pit"))


@pytest.fixture
def store(folder: Path) -> Iterator[Engine]:
    store = open_database(f"sqlite:///{folder}/ledger.db")
    yield store
    store.dispose()


def exported(folder: Path, name: str = "pit.evidence") -> int:
    return export_pit(
        ENGLISH,
        ledger=f"sqlite:///{folder}/ledger.db",
        pit_key=folder / "pit.key",
        out=folder / name,
    )


def key(folder: Path) -> Ed25519PrivateKey:
    return read_private_key(folder / "pit.key")


def key_of(folder: Path) -> str:
    return fingerprint(public_octets(key(folder)))


def test_chain_is_exported_and_verified(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exported(folder) == 0
    assert verify_bundle(ENGLISH, folder / "pit.evidence", device=key_of(folder)) == 0
    said = capsys.readouterr().out
    assert "5 entries, forms 1 to 3" in said
    assert "The chain of a pit" in said


def test_later_export_continues_earlier(folder: Path, store: Engine) -> None:
    assert exported(folder, "earlier") == 0
    again = PeoplePit(store, folder, key=key(folder))
    again.visitor("anne").post("/forms", filing("table-7", FILL))
    assert exported(folder, "later") == 0
    paths = (folder / "earlier", folder / "later")
    assert verify_bundle(ENGLISH, *paths, device=key_of(folder)) == 0
    assert verify_bundle(ENGLISH, *reversed(paths), device=key_of(folder)) == 4


@each("offset", [5000, 9000, -20])
def test_altered_octet_is_found(
    offset: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / f"bundle{offset}"
    assert exported(folder, path.name) == 0
    octets = bytearray(path.read_bytes())
    octets[offset % len(octets)] ^= 1
    path.write_bytes(octets)
    assert verify_bundle(ENGLISH, path) == 1
    assert capsys.readouterr().out


def _replaced(store: Engine) -> None:
    with store.begin() as connection:
        record = connection.scalar(ENTRY.record.table.select().with_only_columns(ENTRY.record))
        assert record
        connection.execute(update(PIT_ENTRY_TABLE).where(ENTRY.number == 3).values(record=record))


def _altered(store: Engine) -> None:
    with store.begin() as connection:
        statement = PIT_ENTRY_TABLE.select().where(ENTRY.number == 3)
        record = connection.execute(statement.with_only_columns(ENTRY.record)).scalar_one()
        other = record.replace(b'"anne"', b'"anna"')
        assert other != record
        connection.execute(update(PIT_ENTRY_TABLE).where(ENTRY.number == 3).values(record=other))


def _removed(store: Engine) -> None:
    with store.begin() as connection:
        connection.execute(PIT_ENTRY_TABLE.delete().where(ENTRY.number == 3))


def _inserted(store: Engine) -> None:
    """Have entry 3 copied to the place of 4, and those from 4 on moved up."""
    with store.begin() as connection:
        rows = connection.execute(PIT_ENTRY_TABLE.select().where(ENTRY.number >= 3)).all()
        connection.execute(PIT_ENTRY_TABLE.delete().where(ENTRY.number >= 3))
        copies = [rows[0], *rows]
        connection.execute(
            PIT_ENTRY_TABLE.insert(),
            [
                {"pit": row.pit, "number": 3 + nth, "record": row.record, "form_number": None}
                for nth, row in enumerate(copies)
            ],
        )


def _rechained(store: Engine) -> None:
    """Have entry 3 altered, and the chain from it on made again without the pit's key."""
    with store.begin() as connection:
        statement = PIT_ENTRY_TABLE.select().where(ENTRY.number >= 3).order_by(ENTRY.number)
        rows = connection.execute(statement).all()
        first = decode_record(rows[0].record, 0)
        assert first is not None
        head = ChainHead(first.number, first.previous_digest)
        for row in rows:
            record = decode_record(row.record, 0)
            assert record is not None
            payload = record.payload.replace(b'"anne"', b'"anna"')
            raw, head = encode_record(payload, head, 0)
            is_row = ENTRY.number == row.number
            connection.execute(update(PIT_ENTRY_TABLE).where(is_row).values(record=raw))


TRICKS: dict[Callable[[Engine], None], str] = {
    _replaced: "Entry 3 is none that the pit has signed",
    _altered: "Entry 3 is none that the pit has signed",
    _rechained: "Entry 3 is none that the pit has signed",
    _removed: "entry 3 is not there",
    _inserted: "Entry 4 is none that the pit has signed",
}


@pytest.mark.parametrize("trick", TRICKS)
def test_intruder_without_key_is_found(
    trick: Callable[[Engine], None],
    folder: Path,
    store: Engine,
    capsys: pytest.CaptureFixture[str],
) -> None:
    trick(store)
    assert exported(folder) == 1
    assert TRICKS[trick] in capsys.readouterr().out
    is_bundle_sound = verify_bundle(ENGLISH, folder / "pit.evidence", device=key_of(folder)) == 0
    assert not is_bundle_sound
    pit = PeoplePit(store, folder, key=key(folder))
    kinds = {alarm.alarm_kind for alarm in looked(pit)}
    assert kinds & {"chain_altered", "chain_cut"}


def looked(pit: PeoplePit) -> list[Alarm]:
    """Return the alarms after a whole round through the chain."""
    for _ in range(3):
        pit.chain_watch.look()
    return [*pit.chain_watch.alarms()]


def test_signed_chain_is_no_alarm(folder: Path, store: Engine) -> None:
    pit = PeoplePit(store, folder, key=key(folder))
    assert looked(pit) == []


def test_lost_last_entries_are_named(
    folder: Path, store: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    with store.begin() as connection:
        connection.execute(PIT_ENTRY_TABLE.delete().where(ENTRY.number >= 3))
    pit = PeoplePit(store, folder, key=key(folder))
    lost = next(entry for entry in pit.entries() if isinstance(entry, EntriesMissing))
    assert lost.last == 4
    assert "chain_cut" in {alarm.alarm_kind for alarm in looked(pit)}
    assert exported(folder) == 1
    assert "entry 4 is not there" in capsys.readouterr().out


def test_lost_chain_is_reported(folder: Path, tmp_path: Path) -> None:
    other = empty_store(tmp_path / "other.db")
    pit = PeoplePit(other, folder, key=key(folder))
    assert isinstance(pit.entries()[0], EntriesMissing)
    other.dispose()


@each(
    "values",
    [
        {"body": '{"form":"ChipsAsked","way":"fill","chips":[[10000,25]]}'},
        {"filed_by": "simon"},
        {"second_by": "simon"},
        {"table_name": "table-8"},
    ],
)
def test_altered_form_is_an_alarm(values: dict[str, str], folder: Path, store: Engine) -> None:
    with store.begin() as connection:
        before = connection.execute(FORM_TABLE.select().where(FORM_TABLE.c.number == 2)).one()
        connection.execute(update(FORM_TABLE).where(FORM_TABLE.c.number == 2).values(**values))
    pit = PeoplePit(store, folder, key=key(folder))
    (alarm,) = looked(pit)
    assert (alarm.alarm_kind, alarm.values) == ("form_differs", {"number": 2})
    with store.begin() as connection:
        row = dict(before._mapping)
        connection.execute(update(FORM_TABLE).where(FORM_TABLE.c.number == 2).values(**row))


def test_unsigned_form_is_an_alarm(folder: Path, store: Engine) -> None:
    with store.begin() as connection:
        row = connection.execute(FORM_TABLE.select().where(FORM_TABLE.c.number == 2)).one()
        connection.execute(FORM_TABLE.insert(), [{**row._mapping, "number": 4}])
    pit = PeoplePit(store, folder, key=key(folder))
    (alarm,) = looked(pit)
    assert (alarm.alarm_kind, alarm.values) == ("form_differs", {"number": 4})


def test_each_pit_has_its_own_chain(folder: Path, store: Engine, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = PeoplePit(store, tmp_path / "other")
    assert other.visitor("anne").post("/forms", filing("table-7", FILL)).said == {"number": 4}
    assert len(other.entries()) == 3
    assert exported(folder) == 0
    assert looked(other) == []


def test_key_without_chain_exports_nothing(
    folder: Path,
) -> None:
    create_key(folder / "other.key")
    with pytest.raises(RequestFailed):
        export_pit(
            ENGLISH,
            ledger=f"sqlite:///{folder}/ledger.db",
            pit_key=folder / "other.key",
            out=folder / "nothing",
        )


class LaterEntry(PitEntry, frozen=True):
    """An entry that only a later version knows."""


def test_signed_entry_of_later_version_is_named(
    folder: Path, store: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    pit = PeoplePit(store, folder, key=key(folder))
    pit.chain.record(LaterEntry(0))  # type: ignore[arg-type]
    exported(folder)
    assert verify_bundle(ENGLISH, folder / "pit.evidence", device=key_of(folder)) == 1
    assert "Entry 6 is signed, and this program can't read it" in capsys.readouterr().out


def test_chain_is_not_replayed(folder: Path) -> None:
    exported(folder)
    with pytest.raises(RequestFailed) as refused:
        replay(ENGLISH, folder / "pit.evidence")
    assert refused.value.why.key == "evidence.no_table.pit"


def test_head_noted_for_its_owner_only(folder: Path) -> None:
    assert (folder / HEAD_FILE).stat().st_mode & 0o077 == 0
