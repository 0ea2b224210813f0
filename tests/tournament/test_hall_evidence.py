"""The evidence of a hall says what it proves: who has which place, and which prize."""

from pathlib import Path

import pytest

from firmware.core.tournament import acts
from firmware.core.tournament.acts import EliminatedPlayer
from firmware.core.vocabulary.panel import Text
from firmware.shell.evidence.bundle import EvidenceBundle
from firmware.shell.evidence.content import ContentAccount
from firmware.shell.evidence.export import export_bundle
from firmware.shell.history.journal_entries import (
    Entry,
    Noted,
    PlayerSeated,
    TournamentActed,
    encode,
)
from firmware.shell.trust.keys import DeviceKey
from firmware.shell.words.words import Words
from firmware.tournament.evidence import TOURNAMENT_CONTENT
from firmware.tournament.journaled_tournament import JournaledTournament
from tests.kits.evidence.short_evening import MADE
from tests.kits.tournament.hall_machine import Machine, began

NOW = "2026-11-27T19:00:00.000+00:00"


def over(machine: Machine) -> JournaledTournament:
    """Return a hall in which Anne has won, before Bob and Carl."""
    tournament = began(machine, "Anne", "Bob", "Carl")
    for player in ("Carl", "Bob"):
        tournament.handle_acts(acts.ReportEliminated((EliminatedPlayer(player, 5000),)))
    return tournament


def account(machine: Machine, folder: Path) -> ContentAccount:
    export_bundle(
        machine.copies,
        folder / "hall.evidence",
        DeviceKey.enrol(folder),
        MADE,
        content=TOURNAMENT_CONTENT,
    )
    return TOURNAMENT_CONTENT.account(EvidenceBundle.open(folder / "hall.evidence"))


def test_places_prizes_and_account_are_stated(tmp_path: Path) -> None:
    machine = Machine()
    over(machine)
    found, words = account(machine, tmp_path), Words.load("en")
    assert not found.problems
    texts = [words.render(one) for one in found.statements]
    assert texts == [
        "Acts of the tournament that were ruled on again, alike: 7",
        "lions: over",
        "Entries: 3, rebuys: 0, gross $150.00",
        "Place 1, Anne: $37.00",
        "Place 2, Bob: $23.00",
        "Place 3, Carl: $15.00",
        "Gross $150.00, prizes $75.00, expenses $0.00, net $75.00",
    ]


def test_before_the_end_only_eliminated_have_places(tmp_path: Path) -> None:
    machine = Machine()
    began(machine, "Anne", "Bob", "Carl").handle_acts(
        acts.ReportEliminated((EliminatedPlayer("Carl", 5000),))
    )
    *_, sold, out = account(machine, tmp_path).statements
    assert sold.key == "hall.report.sold"
    assert Words.load("en").render(out) == "Carl: place 3"


@pytest.mark.parametrize(
    "entry",
    [
        TournamentActed(NOW, acts.PauseClock(), (), by_hand=True),
        PlayerSeated(NOW, "Nobody", 1, 1),
        Noted(0, NOW, Text("journal.begun")),
    ],
    ids=lambda entry: type(entry).__name__,
)
def test_foreign_record_is_named(tmp_path: Path, entry: Entry) -> None:
    machine = Machine()
    tournament = over(machine)
    tournament._journal.append(encode(entry))
    tournament.commit()
    (wrong,) = account(machine, tmp_path).problems
    assert wrong.key == "evidence.acts"
