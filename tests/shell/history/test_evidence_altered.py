"""Whatever is done to a bundle of evidence is noticed and named."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from firmware.shell.evidence.bundle import (
    DIGESTS,
    JOURNAL,
    MAGIC,
    METERS,
    RULES,
    Bundle,
    NoBundle,
    Part,
    Statement,
    front,
)
from firmware.shell.evidence.export import export
from firmware.shell.evidence.links import Link, links
from firmware.shell.evidence.verify import findings
from firmware.shell.journal import Head
from firmware.shell.journal.header import Header
from firmware.shell.journal.records import Record, encode
from firmware.shell.trust.keys import Device
from tests.kits.evidence.short_evening import MADE, copies, leave, play
from tests.kits.offenders import each
from tests.kits.shell.bits import bits_of
from tests.kits.shell.loop_kit import STAMP


@pytest.fixture(scope="module")
def whole(device: Device, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a bundle of three rounds in several segments."""
    place = tmp_path_factory.mktemp("whole")
    leave(play(place, 3))
    export(copies(place), place / "bundle", device, MADE)
    return (place / "bundle").read_bytes()


def wrong(data: bytes) -> list[tuple[str, Any]]:
    """Return what is found of a bundle: the last word of each key, and the record, if any."""
    found = findings(Bundle.of(data))
    return [(text.key.partition(".")[2], text.values.get("number")) for text in found]


def split(data: bytes) -> tuple[bytes, list[Link], Statement]:
    """Return what stands before the journal, its links, and the statement."""
    bundle = Bundle.of(data)
    assert bundle.statement is not None
    start, end = bundle.place(JOURNAL)
    return data[:start], list(links(data, start, end)), bundle.statement


def number(at: int, all_links: list[Link]) -> int:
    """Return the number of a link: of a header, that of the record behind it."""
    return next(link.what.number for link in all_links[at:] if isinstance(link.what, Record))


def named(how: str, at: int, all_links: list[Link]) -> list[tuple[str, Any]]:
    header = "header_" if isinstance(all_links[at].what, Header) else ""
    return [(f"{header}{how}", number(at, all_links))]


def touched(data: bytes) -> list[tuple[str, Any]]:
    """Return what is said of the journal alone."""
    return [found for found in wrong(data) if found[0] not in ("truncated", "extended")]


def joined(before: bytes, raws: list[bytes]) -> bytes:
    return before + b"".join(raws)


def test_a_record_that_was_changed_is_named(whole: bytes) -> None:
    before, all_links, _ = split(whole)
    for at, link in enumerate(all_links):
        raws = [one.raw for one in all_links]
        raws[at] = link.raw[:-1] + bytes([link.raw[-1] ^ 1])
        assert wrong(joined(before, raws)) == named("changed", at, all_links)


def test_a_record_that_was_cut_is_named(whole: bytes) -> None:
    before, all_links, _ = split(whole)
    for at in range(len(all_links)):
        raws = [one.raw for one in all_links]
        del raws[at]
        assert touched(joined(before, raws)) == named("cut", at, all_links)


def test_a_record_that_was_inserted_is_named(whole: bytes) -> None:
    before, all_links, _ = split(whole)
    for at in range(len(all_links)):
        raws = [one.raw for one in all_links]
        raws.insert(at, all_links[(at * 7 + 3) % len(all_links)].raw[:-1] + b"!")
        assert touched(joined(before, raws)) == named("inserted", at, all_links)


def test_records_that_were_reordered_are_named(whole: bytes) -> None:
    before, all_links, _ = split(whole)
    for at in range(len(all_links) - 1):
        raws = [one.raw for one in all_links]
        raws[at], raws[at + 1] = raws[at + 1], raws[at]
        assert wrong(joined(before, raws)) == named("moved", at, all_links)


def rechained(raws: list[bytes]) -> list[bytes]:
    """Return the links as a forger without the key would chain them anew."""
    head, chained = Head(0, b""), []
    for raw in raws:
        (link,) = links(raw, 0, len(raw))
        if isinstance(link.what, Record):
            raw, head = encode(link.what.payload, head, link.what.place)
        elif isinstance(link.what, Header):
            header = link.what
            if chained:
                header = replace_place(header, head)
            raw, head = header.raw, header.genesis
        chained.append(raw)
    return chained


def replace_place(header: Header, head: Head) -> Header:
    before = Header.found(STAMP, header.identity, header.place._replace(began=head))
    assert before.segment == header.segment
    return before


def records_at(all_links: list[Link]) -> Iterator[int]:
    """Yield where there are two records in a row."""
    for at, link in enumerate(all_links[:-1]):
        if isinstance(link.what, Record) and isinstance(all_links[at + 1].what, Record):
            yield at


def test_what_a_forger_has_chained_anew_is_named_as_what_he_did(whole: bytes) -> None:
    before, all_links, _ = split(whole)
    for at in records_at(all_links):
        raws = [one.raw for one in all_links]
        altered = encode(all_links[at].what.payload + b" ", Head(0, b"\0" * 32), 0)[0]  # type: ignore[union-attr]
        changed = [*raws[:at], altered, *raws[at + 1 :]]
        cut = [*raws[:at], *raws[at + 1 :]]
        inserted = [*raws[:at], altered, *raws[at:]]
        moved = [*raws[:at], raws[at + 1], raws[at], *raws[at + 2 :]]
        for how, done in (
            ("changed", changed),
            ("cut", cut),
            ("inserted", inserted),
            ("moved", moved),
        ):
            forged = joined(before, rechained(done))
            assert touched(forged) == named(how, at, all_links), (at, how)


def test_whoever_alters_list_or_statement_is_found_and_the_chain_judges(whole: bytes) -> None:
    before, all_links, _ = split(whole)
    start, _ = Bundle.of(whole).place(DIGESTS)
    raws = [one.raw for one in all_links]
    at = next(records_at(all_links)) + 2
    raws[at] = raws[at][:-1] + b"!"
    listed = bytearray(before)
    listed[start + 40] ^= 1
    assert wrong(joined(bytes(listed), raws)) == [("list", None), ("chain", number(at, all_links))]
    stated = bytearray(before)
    stated[len(MAGIC) + 60] ^= 1
    found = wrong(joined(bytes(stated), raws))
    assert found[0][0] in ("signature", "statement")
    assert found[1:] == [("chain", number(at, all_links))]


def test_a_statement_that_somebody_else_has_signed_is_somebody_elses(
    whole: bytes, tmp_path: Path
) -> None:
    other = Device.enrol(tmp_path)
    bundle = Bundle.of(whole)
    assert bundle.statement is not None
    mine = front(bundle.statement, other.sign(bundle.statement.text()))
    assert wrong(mine + whole[bundle.begins :]) == [("signature", None)]
    claimed = replace(bundle.statement, device=other.public.hex())
    taken = Bundle.of(front(claimed, other.sign(claimed.text())) + whole[bundle.begins :])
    assert list(findings(taken)) == []
    assert taken.statement is not None
    assert taken.statement.public == other.public


def small(whole: bytes, device: Device) -> bytes:
    """Return a sound bundle with few records and a pack of one octet."""
    _, all_links, stated = split(whole)
    bundle = Bundle.of(whole)
    kept = all_links[:4]
    parts = {
        METERS: msgspec.json.encode({"round": 0, "meters": {}}),
        RULES: b"#",
        DIGESTS: b"".join(link.digest for link in kept),
        JOURNAL: b"".join(link.raw for link in kept),
    }
    named = tuple(Part(n, len(data), sha256(data).hexdigest()) for n, data in parts.items())
    assert bundle.statement is not None
    statement = replace(stated, records=3, segments=(0,), head=kept[-1].digest.hex(), parts=named)
    return front(statement, device.sign(statement.text())) + b"".join(parts.values())


@each("states", ({"records": 2}, {"records": 4}, {"head": "00" * 32}))
def test_a_statement_of_another_end_than_that_of_its_records_is_noticed(
    states: dict[str, Any], whole: bytes, device: Device
) -> None:
    bundle = Bundle.of(small(whole, device))
    assert bundle.statement is not None
    stated = replace(bundle.statement, **states)
    forged = front(stated, device.sign(stated.text())) + bytes(bundle.data[bundle.begins :])
    assert ("head", None) in wrong(forged)


def test_every_bit_counts(whole: bytes, device: Device) -> None:
    data = small(whole, device)
    assert wrong(data) == []
    unnoticed = [
        (at, bit)
        for at in range(len(data))
        for bit in bits_of(at)
        if is_sound(data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :])
    ]
    assert unnoticed == []


def is_sound(data: bytes) -> bool:
    try:
        return next(findings(Bundle.of(data)), None) is None
    except NoBundle:
        return False


def test_a_bundle_that_is_cut_anywhere_or_goes_on_is_noticed(whole: bytes, device: Device) -> None:
    data = small(whole, device)
    assert not any(is_sound(data[:length]) for length in range(len(data)))
    assert not is_sound(data + b"\0")
    assert not is_sound(data + data[-100:])


def test_of_a_bundle_that_was_cut_short_the_first_record_that_is_missing_is_named(
    whole: bytes,
) -> None:
    _, all_links, _ = split(whole)
    for at in records_at(all_links):
        for left in (0, 1, len(all_links[at].raw) - 1):
            found = wrong(whole[: all_links[at].start + left])
            assert found == [("truncated", None), ("cut", number(at, all_links))]


@pytest.mark.parametrize("data", [b"", b"\0", b"PK\3\4", MAGIC[:-1], b"x" * 10_000])
def test_what_is_no_bundle_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "bundle").write_bytes(data)
    with pytest.raises(NoBundle):
        Bundle.open(tmp_path / "bundle")


def test_lengths_beyond_the_file_are_only_wrong(whole: bytes, device: Device) -> None:
    assert not is_sound(MAGIC + b"\xff\xff\xff\xff" + whole[len(MAGIC) + 4 :])
    assert not is_sound(MAGIC + b"\0\0\0\0")
    _, _, stated = split(whole)
    for size in (-1, 1 << 62):
        part = replace(stated.parts[0], size=size)
        more = replace(stated, parts=(part, *stated.parts[1:]))
        assert not is_sound(front(more, device.sign(more.text())) + whole[-1000:])
