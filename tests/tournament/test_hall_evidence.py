"""The evidence of a hall says what it proves: who has which place, and which prize."""

from pathlib import Path

import pytest

from firmware.core.tournament import acts
from firmware.core.tournament.acts import Lost
from firmware.core.vocabulary.panel import Text
from firmware.shell.evidence.bundle import Bundle
from firmware.shell.evidence.content import Account
from firmware.shell.evidence.export import export
from firmware.shell.history.records import Entry, HallDid, HallSeated, Noted, encode
from firmware.shell.trust.keys import Device
from firmware.shell.words.words import Words
from firmware.tournament.evidence import HALL
from firmware.tournament.journaled_tournament import KeptHall
from tests.kits.evidence.short_evening import MADE
from tests.kits.tournament.hall_machine import Machine, began

NOW = "2026-11-27T19:00:00.000+00:00"


def over(machine: Machine) -> KeptHall:
    """Return a hall in which Anne has won, before Bob and Carl."""
    kept = began(machine, "Anne", "Bob", "Carl")
    for player in ("Carl", "Bob"):
        kept.handle(acts.ReportOut((Lost(player, 5000),)))
    return kept


def account(machine: Machine, folder: Path) -> Account:
    export(machine.copies, folder / "hall.evidence", Device.enrol(folder), MADE, content=HALL)
    return HALL.account(Bundle.open(folder / "hall.evidence"))


def test_places_prizes_and_the_account_are_told(tmp_path: Path) -> None:
    machine = Machine()
    over(machine)
    found, words = account(machine, tmp_path), Words.load("en")
    assert not found.wrong
    told = [words.say(one) for one in found.told]
    assert told == [
        "Acts of the tournament that were ruled on again, alike: 7",
        "lions: over",
        "Entries: 3, rebuys: 0, gross $150.00",
        "Place 1, Anne: $37.00",
        "Place 2, Bob: $23.00",
        "Place 3, Carl: $15.00",
        "Gross $150.00, prizes $75.00, expenses $0.00, net $75.00",
    ]


def test_before_the_end_only_who_is_out_has_a_place(tmp_path: Path) -> None:
    machine = Machine()
    began(machine, "Anne", "Bob", "Carl").handle(acts.ReportOut((Lost("Carl", 5000),)))
    *_, sold, out = account(machine, tmp_path).told
    assert sold.key == "hall.report.sold"
    assert Words.load("en").say(out) == "Carl: place 3"


@pytest.mark.parametrize(
    "entry",
    [
        HallDid(NOW, acts.Pause(), (), by_hand=True),
        HallSeated(NOW, "Nobody", 1, 1),
        Noted(0, NOW, Text("journal.begun")),
    ],
    ids=lambda entry: type(entry).__name__,
)
def test_what_no_hall_has_written_is_named_with_its_record(tmp_path: Path, entry: Entry) -> None:
    machine = Machine()
    kept = over(machine)
    kept._log.append(encode(entry))
    kept.commit()
    (wrong,) = account(machine, tmp_path).wrong
    assert wrong.key == "evidence.acts"
