"""Enrolments that nobody should admit: absurd, unsigned, signed by one or by strangers."""

from collections.abc import Callable, Iterator
from random import Random

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from firmware.floor.roster.enrolment import SignedEnrolment, sign_enrolment
from tests.campaigns.fuzz.floor.absurd_json import absurd_text
from tests.kits.floor.enrolled import House
from tests.kits.floor.far_engine import Delivery


def hostile_enrolments(
    chance: Random, house: House, subject_of: Callable[[str], str]
) -> Iterator[Delivery]:
    """Yield enrolments without end, each as its engine would deliver it."""
    strangers = [Ed25519PrivateKey.generate() for _ in range(2)]
    revocations = [
        replace(signed.enrolment, number=signed.enrolment.number + 1, state="revoked")
        for signed in house.roster
    ]
    signers = ([], [house.people[0]], strangers, [house.people[0], strangers[0]])
    forged = [
        msgspec.json.encode(sign_enrolment(SignedEnrolment(enrolment), *keys))
        for enrolment in revocations
        for keys in signers
    ]
    known = [msgspec.json.encode(signed) for signed in house.roster]
    while True:
        octets = chance.choice(chance.choice((forged, forged, known)))
        if chance.random() < 0.7:
            octets = absurd_text(chance, octets)
        yield Delivery(subject_of("ab" * 32), octets)
