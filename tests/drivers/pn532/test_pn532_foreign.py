"""Foreign cards on the reader: reported, and no card is missed, invented or delayed by them."""

import pytest

from drivers.pn532.cards import FIELD_FULL, FOREIGN_CARD, LEFT_BEHIND_MS
from firmware.core.vocabulary.events import CardRead, FaultEnded, FaultRaised
from firmware.core.vocabulary.faults import FAULT_KINDS
from sim.machines.foreign_cards import BANK_CARD, FOREIGN_CARDS, LONG_ATS, PHONE, ForeignCard
from tests.kits.drivers.pn532_bench import HSU, I2C, NAMES, Bench
from tests.kits.offenders import each

WIRES = pytest.mark.parametrize("wire", [HSU, I2C])
ACE, KING = NAMES["AS1"], NAMES["KD1"]
STRANGER = bytes.fromhex("04FEEDFACE0180")
UNKNOWN_TAG = FaultRaised("shoe", "unknown_tag")
FOREIGN_GONE, FULL_GONE = FaultEnded("shoe", "foreign_card"), FaultEnded("shoe", "field_full")


def tags(events: object) -> list[str]:
    return [event.tag for event in events if isinstance(event, CardRead)]  # type: ignore[attr-defined]


@WIRES
@each("card", FOREIGN_CARDS)
def test_cards_are_read_beside_any_foreign_card(wire: str, card: ForeignCard) -> None:
    bench = Bench(wire).start()
    assert bench.lay(card) == [FOREIGN_CARD]
    for uid in (ACE, KING, ACE):
        assert tags(bench.put(uid)) == [uid.hex().upper()]
        assert bench.take(uid) == []
    assert bench.lift(card) == [FOREIGN_GONE]
    assert bench.events[-1] == FOREIGN_GONE
    assert bench.part.health["foreign_cards"] == 1
    assert bench.part.health["bad_looks"] == bench.part.health["unknown"] == 0


@WIRES
def test_phone_for_long_is_one_notice_and_no_loss(wire: str) -> None:
    bench = Bench(wire).start()
    assert bench.lay(PHONE) == [FOREIGN_CARD]
    assert bench.run(20_000) == []
    assert bench.part.answered


def test_a_full_field_alone_stops_the_deal() -> None:
    assert not FAULT_KINDS["foreign_card"].stops_deal
    assert FAULT_KINDS["field_full"].stops_deal


@WIRES
def test_two_foreign_cards_hide_ours(wire: str) -> None:
    bench = Bench(wire).start()
    assert bench.lay(PHONE, BANK_CARD) == [FOREIGN_CARD, FIELD_FULL]
    assert bench.lift(BANK_CARD) == [FULL_GONE]
    assert tags(bench.put(ACE)) == [ACE.hex().upper()]


def test_foreign_card_beside_a_card_that_was_read() -> None:
    bench = Bench().start()
    bench.put(ACE)
    assert bench.lay(PHONE) == [FOREIGN_CARD]
    assert bench.take(ACE) == []
    assert tags(bench.put(ACE)) == [ACE.hex().upper()]


def test_two_cards_beside_each_other_are_still_a_fault() -> None:
    bench = Bench().start()
    assert bench.put(ACE, KING) == [FaultRaised("shoe", "two_cards")]


def test_unregistered_card_is_told_once_and_hides_none() -> None:
    bench = Bench().start()
    assert bench.put(STRANGER) == [UNKNOWN_TAG]
    assert tags(bench.put(ACE)) == [ACE.hex().upper()]
    bench.take(ACE)
    assert bench.run(LEFT_BEHIND_MS) == [FOREIGN_CARD]
    assert tags(bench.put(KING)) == [KING.hex().upper()]
    bench.take(KING)
    assert bench.take(STRANGER) == [FOREIGN_GONE]
    assert bench.events.count(UNKNOWN_TAG) == 1


def test_card_comes_before_the_stranger_that_stops_the_deal() -> None:
    bench = Bench().start()
    card, fault = bench.put(ACE, STRANGER)
    assert (tags([card]), fault) == ([ACE.hex().upper()], UNKNOWN_TAG)


def test_long_reply_on_i2c_is_read_whole() -> None:
    """A bank card's ATS may be longer than what is read at once (Adafruit PN532 library, 70)."""
    bench = Bench(I2C).start()
    assert bench.lay(LONG_ATS) == [FOREIGN_CARD]
    assert tags(bench.put(ACE)) == [ACE.hex().upper()]
    assert bench.part.health["silent"] == bench.part.health["unanswered"] == 0


def test_restart_beside_a_phone_tells_it_again() -> None:
    bench = Bench().start()
    bench.lay(PHONE)
    bench.part.start(bench.now)
    assert bench.run(3000) == [FOREIGN_GONE, FOREIGN_CARD]
    assert bench.lift(PHONE) == [FOREIGN_GONE]
