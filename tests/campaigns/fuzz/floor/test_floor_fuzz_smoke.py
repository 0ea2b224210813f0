"""The floor's fuzz, small; and that it can fail."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from firmware.floor.places import place_subject
from tests.campaigns.fuzz.floor.campaign import RECEIVERS, fuzz, fuzz_named
from tests.campaigns.fuzz.floor.tournament import NORTH, FedTournament, house_of_tournament
from tests.kits.examples import examples

REASONS = {
    "ledger": {"unreadable", "other_position", "in doubt"},
    "keeper": {"unreadable", "not_allowed", "shown"},
    "pit": {"unreadable", "repeated", "forged", "revoked"},
    "tournament": {"unreadable", "repeated", "forged", "unsigned_enrolment"},
    "slots": {"RequestRefused", "journal entries"},
    "uplink": {"unreadable", "jump", "forged", "unsigned_enrolment"},
}


@pytest.mark.parametrize("name", RECEIVERS)
def test_no_absurd_message_costs_a_good_one(name: str) -> None:
    found = fuzz_named(name, examples(350, 5000), seed=7)
    assert found.faults == ()
    assert found.good
    assert REASONS[name] <= found.reasons.keys()


class Mortal(FedTournament):
    """A tournament that ends at a message."""

    def feed(self, deliveries: Sequence[object]) -> None:
        raise IndexError("planted")


class Forgetful(FedTournament):
    """A tournament that does not get the messages of its honest table."""

    def feed(self, deliveries: Sequence[object]) -> None:
        subject = place_subject("up", NORTH)
        super().feed([one for one in deliveries if getattr(one, "subject", "") != subject])


@pytest.mark.parametrize(
    ("faulty", "fault"), [(Mortal, "death: IndexError: planted"), (Forgetful, "stall: report 0")]
)
def test_a_death_and_a_lost_message_are_found(faulty: type[FedTournament], fault: str) -> None:
    @contextmanager
    def open_faulty(chance: Random, _: Path) -> Iterator[FedTournament]:
        tournament = faulty(chance, house_of_tournament())
        yield tournament
        tournament.close()

    found = fuzz(open_faulty, 100, seed=7)
    assert any(line.startswith(fault) for line in found.faults)
