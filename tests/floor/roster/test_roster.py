"""Who is on the floor is what two people have signed, and each change of it likewise."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from firmware.core.vocabulary.panel import Text
from firmware.floor.places import Place, clock_subject, place_subject, query_subject
from firmware.floor.roster.enrolment import Role, SignedEnrolment, read_people, sign_enrolment
from firmware.floor.roster.enrolment_file import read_roster
from firmware.floor.roster.roster import Roster, may_send
from firmware.shell.trust.trust_errors import TrustRefused
from tests.kits.floor.enrolled import PROPERTY, House, house_of

OWN = Place(PROPERTY, "main", "table-7")
OTHER = Place(PROPERTY, "main", "table-8")
ELSEWHERE = Place("quebec", "main", "table-7")


def test_enrolment_needs_two_signatures() -> None:
    house = House()
    signed = house.signed("table-7")
    one = dict([*signed.signatures.items()][:1])
    stranger = House().signed("table-7").signatures
    for signatures in ({}, one, {**one, **stranger}, stranger):
        roster = Roster(house.people_keys)
        assert not roster.admit(SignedEnrolment(signed.enrolment, signatures))
        assert roster.enrolment(signed.enrolment.key) is None


def test_nobody_enrols_his_own_key() -> None:
    house = House()
    anne = next(iter(sorted(house.people_keys)))
    enrolment = replace(house.signed("table-7").enrolment, key=anne)
    signed = sign_enrolment(SignedEnrolment(enrolment), *house.people)
    assert not Roster(house.people_keys).admit(signed)


def test_signature_covers_every_field() -> None:
    house = House()
    signed = house.signed("table-7")
    for field, value in {"name": "table-8", "pit": "east", "number": 2, "role": "ledger"}.items():
        altered = replace(signed, enrolment=replace(signed.enrolment, **{field: value}))
        assert not Roster(house.people_keys).admit(altered), field


def test_newest_enrolment_of_a_key_counts() -> None:
    house = House()
    first = house.signed("table-7")
    house.roster.admit(first)
    moved = house.signed("table-7", pit="east")
    for order in ((first, moved), (moved, first)):
        roster = Roster(house.people_keys, order)
        assert [signed.enrolment.pit for signed in roster] == ["east"]


def test_revoked_key_stays_revoked() -> None:
    house = House()
    house.enrol("table-7")
    enrolled = next(iter(house.roster))
    house.enrol("table-7", state="revoked")
    assert not house.roster.admit(enrolled)
    (known,) = house.roster
    assert known.enrolment.state == "revoked"


ALLOWED: dict[Role, set[str]] = {
    "table": {"fact own", "record own", "seen own", "up own", "ask own"},
    "bank": {"seen own"},
    "tournament": {"seen own", "clock own", "clock other"},
    "ledger": {"kept own", "kept other"},
    "keeper": {"shown", "ask own", "ask other"},
    "pit": set(),
}


@pytest.mark.parametrize("role", ALLOWED)
def test_role_sends_on_own_subjects(role: Role) -> None:
    house = House()
    house.enrol("table-7", role)
    (signed,) = house.roster
    subjects = {"shown": "floor.lot.grand.shown", "nothing": "floor", "other root": "x.y.z"}
    for whose, place in (("own", OWN), ("other", OTHER), ("elsewhere", ELSEWHERE)):
        for kind in ("fact", "record", "kept", "seen", "up"):
            subjects[f"{kind} {whose}"] = place_subject(kind, place)
        subjects[f"clock {whose}"] = clock_subject(place)
        subjects[f"ask {whose}"] = query_subject("grand", place)
    allowed = {what for what, subject in subjects.items() if may_send(signed.enrolment, subject)}
    assert allowed == ALLOWED[role]


def test_each_table_is_enrolled_once() -> None:
    house = house_of(["table-7", "table-8"])
    assert [signed.enrolment.name for signed in house.roster] == [
        "keeper",
        "ledger",
        "table-7",
        "table-8",
    ]


def test_a_folder_without_two_people_is_refused_and_named(tmp_path: Path) -> None:
    folder = house_of([]).people_folder(tmp_path)
    next(folder.glob("*.pub")).unlink()
    with pytest.raises(TrustRefused) as refused:
        read_people(folder)
    assert refused.value.why == Text(
        "floor.few_people", {"path": str(folder), "count": 1, "least": 2}
    )


def test_roster_is_read_from_files(tmp_path: Path) -> None:
    house = house_of(["table-7"])
    folder = house.people_folder(tmp_path)
    for signed in house.roster:
        (folder / f"{signed.enrolment.name}.enrolment").write_bytes(msgspec.json.encode(signed))
    unsigned = SignedEnrolment(house.signed("table-9").enrolment)
    (folder / "table-9.enrolment").write_bytes(msgspec.json.encode(unsigned))
    assert [*read_roster(folder)] == [*house.roster]
