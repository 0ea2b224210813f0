"""An uplink believes how far the ledger is from an enrolled ledger of its house alone."""

import msgspec
import pytest
from nats.aio.client import Client

from firmware.core.vocabulary.panel import Text
from firmware.floor.facts import LanePosition
from firmware.floor.places import place_subject
from firmware.floor.quarantine import LoggedQuarantine
from firmware.floor.run_sender import RunSender
from firmware.floor.uplink.watermark_reader import WatermarkReader
from firmware.floor.wire import Watermark
from tests.kits.floor.enrolled import House, house_of
from tests.kits.floor_wire import place

SUBJECT = place_subject("kept", place())
FAR = Watermark("ab" * 16, LanePosition(5, 6), LanePosition(0, 7))


@pytest.fixture
def house() -> House:
    return house_of(("table-7", "table-8"))


def sealed(sender: RunSender, watermark: Watermark = FAR, subject: str = SUBJECT) -> bytes:
    return sender.seal(subject, msgspec.json.encode(watermark))


def reader(house: House) -> tuple[WatermarkReader, LoggedQuarantine]:
    quarantine = LoggedQuarantine(lambda _: None)
    return WatermarkReader(Client(), place(), house.roster, quarantine), quarantine


def test_later_watermark_replaces_earlier(house: House) -> None:
    found, quarantine = reader(house)
    ledger = RunSender(house.sender("ledger"))
    first = sealed(ledger, Watermark("ab" * 16))
    second = sealed(ledger)
    found.take(second)
    found.take(first)
    assert found._watermark == FAR
    assert not quarantine.counts


@pytest.mark.parametrize(
    ("who", "subject", "reason"),
    [
        ("table-8", SUBJECT, "not_allowed"),
        ("table-7", SUBJECT, "not_allowed"),
        ("keeper", SUBJECT, "not_allowed"),
        ("ledger", place_subject("kept", place("table-8")), "other_subject"),
        ("stranger", SUBJECT, "unknown_key"),
    ],
)
def test_foreign_watermark_is_rejected(house: House, who: str, subject: str, reason: str) -> None:
    found, quarantine = reader(house)
    found.take(sealed(RunSender(house.sender(who)), subject=subject))
    assert found._watermark is None
    assert {why for _, why in quarantine.counts} == {reason}


@pytest.mark.parametrize("payload", [b"", b"{}", b"[" * 100_000, b'{"journal":1}', b"\xff"])
def test_unreadable_watermark_rejected(house: House, payload: bytes) -> None:
    said = list[Text]()
    found = WatermarkReader(Client(), place(), house.roster, LoggedQuarantine(said.append))
    found.take(RunSender(house.sender("ledger")).seal(SUBJECT, payload))
    assert found._watermark is None
    assert [text.key for text in said] == ["floor.set_aside"]


def test_revoked_ledger_is_not_believed(house: House) -> None:
    ledger = RunSender(house.sender("ledger"))
    house.enrol("ledger", "ledger", state="revoked")
    found, quarantine = reader(house)
    found.take(sealed(ledger))
    assert found._watermark is None
    assert {why for _, why in quarantine.counts} == {"revoked"}
