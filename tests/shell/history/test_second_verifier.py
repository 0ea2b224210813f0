"""A verifier written from the documentation alone agrees with `croupier verify`."""

import ast
import random
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from firmware.shell.evidence.bundle import (
    DIGESTS_PART,
    JOURNAL_PART,
    METERS_PART,
    BundlePart,
    EvidenceBundle,
    NotABundle,
    statement_octets,
)
from firmware.shell.evidence.content import RoundRange
from firmware.shell.evidence.export import export_bundle
from firmware.shell.evidence.verify import bundle_problems
from firmware.shell.journal import ChainHead, DirectoryCopy
from firmware.shell.journal.header import SegmentHeader
from firmware.shell.journal.records import JournalRecord, encode_record
from firmware.shell.trust.keys import DeviceKey, fingerprint
from tests.kits.evidence import second_verifier, vector
from tests.kits.evidence.second_verifier import Wrong, verify
from tests.kits.evidence.short_evening import MADE, leave, play
from tests.kits.games.golden_rounds import golden_rounds
from tests.kits.shell.recorded import evening, reader_of
from tests.shell.history.test_evidence_altered import rechained, split

GAMES = ["blackjack", "craps", "keno", "pai-gow", "roulette", "caribbean-stud"]
Forgery = Callable[[dict[str, bytes]], None]


def ours(data: bytes) -> bool:
    """Return whether `croupier verify` finds nothing."""
    try:
        return not any(bundle_problems(EvidenceBundle.parse(data)))
    except NotABundle:
        return False


def theirs(data: bytes) -> bool:
    try:
        verify(data)
    except Wrong:
        return False
    return True


@pytest.mark.clause("Practice second count")
def test_imports_nothing_of_the_program() -> None:
    tree = ast.parse(Path(second_verifier.__file__).read_text(encoding="utf-8"))
    names = [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    names += [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
    rooms = {name.partition(".")[0] for name in names}
    assert rooms - {"cryptography"} <= sys.stdlib_module_names


def test_example_matches_the_page() -> None:
    data = vector.VECTOR.read_bytes()
    found = verify(data)
    assert ours(data)
    assert vector.page_with(vector.table(found, data)) == vector.PAGE.read_text(encoding="utf-8")
    assert found.fingerprint == fingerprint(EvidenceBundle.parse(data).valid_statement.public_key)


def test_both_notice_every_flipped_octet() -> None:
    data, chance = vector.VECTOR.read_bytes(), random.Random(34)
    start = EvidenceBundle.parse(data).parts_offset
    places = [*range(start), *chance.sample(range(start, len(data)), 150)]
    unnoticed = []
    for at in places:
        flipped = data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
        if theirs(flipped) or ours(flipped):
            unnoticed.append(at)
    assert unnoticed == []


@pytest.mark.parametrize("remaining", [0, 100, -1, -1000])
def test_both_notice_a_cut_bundle(remaining: int) -> None:
    data = vector.VECTOR.read_bytes()
    assert not theirs(data[:remaining])
    assert not ours(data[:remaining])
    assert not theirs(data + b"\0")


@pytest.mark.clause("Practice second count")
@pytest.mark.parametrize("game", GAMES)
def test_both_recount_another_game(game: str, device: DeviceKey, tmp_path: Path) -> None:
    golden = [one for one in golden_rounds(game) if not one.get("refused")]
    played, _ = evening(random.Random(game).choice(golden)["script"])
    export_bundle(reader_of(played)._copies, tmp_path / "bundle", device, MADE)
    data = (tmp_path / "bundle").read_bytes()
    assert ours(data)
    meters = msgspec.json.decode(EvidenceBundle.parse(data).part_octets(METERS_PART))["meters"]
    assert verify(data).meters == second_verifier._whole(meters)


def test_both_take_a_later_bundle(device: DeviceKey, tmp_path: Path) -> None:
    leave(play(tmp_path, 9))
    stated = export_bundle(
        [DirectoryCopy(tmp_path / "a")], tmp_path / "bundle", device, MADE, RoundRange(5, 6)
    )
    data = (tmp_path / "bundle").read_bytes()
    assert stated.first > 0
    assert ours(data)
    assert verify(data).last == stated.first + stated.records - 1


def signed_again(data: bytes, device: DeviceKey, changed: bytes) -> bytes:
    """Return a bundle whose records were changed by someone who has the device's key."""
    bundle = EvidenceBundle.parse(data)
    _, links, stated = split(data)
    raws = rechained([_changed(link.decoded, link.raw, changed) for link in links])
    parts = {part.name: bundle.part_octets(part.name) for part in stated.parts}
    digests = [second_verifier.sha256(raw).digest() for raw in raws]
    parts |= {DIGESTS_PART: b"".join(digests), JOURNAL_PART: b"".join(raws)}
    named = tuple(
        BundlePart(name, len(part), second_verifier.sha256(part).hexdigest())
        for name, part in parts.items()
    )
    forged = replace(stated, device=device.public_key.hex(), head=digests[-1].hex(), parts=named)
    return statement_octets(forged, device.sign_octets(forged.canonical_text())) + b"".join(
        parts.values()
    )


def _changed(what: SegmentHeader | JournalRecord | None, raw: bytes, changed: bytes) -> bytes:
    if not isinstance(what, JournalRecord):
        return raw
    before, after = changed.split(b">")
    payload = what.payload.replace(before, after) if b"Ruled" in what.payload else what.payload
    return encode_record(payload, ChainHead(what.number, what.previous_digest), what.commit_index)[
        0
    ]


@pytest.mark.parametrize(
    "changed", [b'"paid":2500>"paid":2400', b'"commission":150>"commission":15', b'"lose">"lose"']
)
def test_both_notice_changed_money(changed: bytes, device: DeviceKey) -> None:
    forged = signed_again(vector.VECTOR.read_bytes(), device, changed)
    is_changed = changed.split(b">")[0] != changed.split(b">")[1]
    assert ours(forged) == theirs(forged) == (not is_changed)
