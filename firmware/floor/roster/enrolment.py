"""Enrolments: which key speaks for which place of the floor, signed by two people.

A key is the identity; name, pit, position and property are its attributes, which the next
enrolment of the same key may change. A key that is retired or revoked speaks for nobody.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.panel import Text, TextValues
from firmware.floor.places import Place
from firmware.shell.config.floor import SUBJECT_TOKEN
from firmware.shell.trust.keys import is_signed_by, public_octets, read_public_key
from firmware.shell.trust.trust_errors import TrustRefused

Role = Literal["table", "bank", "tournament", "ledger", "keeper", "pit"]
SERVICES: Final[frozenset[Role]] = frozenset({"tournament", "ledger", "keeper", "pit"})
EnrolmentState = Literal["enrolled", "retired", "revoked"]
REQUIRED_PERSONS: Final = 2
"""How many people sign an enrolment."""
SIGNED_PREFIX: Final = b"croupier floor enrolment\n"
"""Begins the signed octets, so that no other signature of these people fits."""

Token = Annotated[str, msgspec.Meta(pattern=rf"\A{SUBJECT_TOKEN.pattern}\Z")]
KeyHex = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
SignatureHex = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{128}\Z")]


class Enrolment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What two people say of one key."""

    key: KeyHex
    """The public key of its messages."""
    number: Annotated[int, msgspec.Meta(ge=1, lt=1 << 31)]
    """From 1; the next enrolment of a key replaces the one before."""
    role: Role
    name: Token
    property_name: Token = msgspec.field(name="property")
    pit: Token = "main"
    position: Annotated[str, msgspec.Meta(max_length=80)] = ""
    """Where in the pit, in the house's words."""
    device: KeyHex | None = None
    """Of a table, its device's public key, which signs journals and jackpot messages."""
    state: EnrolmentState = "enrolled"
    since_ms: Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)] = 0
    """When this holds from, by the clock of the first who signed; for people to read."""

    @property
    def place(self) -> Place:
        return Place(self.property_name, self.pit, self.name)


class SignedEnrolment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An enrolment with its signatures, by the signer's public key."""

    enrolment: Enrolment
    signatures: dict[KeyHex, SignatureHex] = {}


def signed_octets(enrolment: Enrolment) -> bytes:
    return SIGNED_PREFIX + msgspec.json.encode(enrolment, order="deterministic")


def sign_enrolment(signed: SignedEnrolment, *person_keys: Ed25519PrivateKey) -> SignedEnrolment:
    """Return the enrolment with these signatures too."""
    octets = signed_octets(signed.enrolment)
    added = {public_octets(key).hex(): key.sign(octets).hex() for key in person_keys}
    return msgspec.structs.replace(signed, signatures={**signed.signatures, **added})


def signers(signed: SignedEnrolment, people: Collection[str]) -> frozenset[str]:
    """Return the public keys of these people whose signatures are valid."""
    octets = signed_octets(signed.enrolment)
    return frozenset(
        person
        for person, signature in signed.signatures.items()
        if person in people
        and is_signed_by(bytes.fromhex(person), octets, bytes.fromhex(signature))
    )


def is_accepted(signed: SignedEnrolment, people: Collection[str]) -> bool:
    """Return whether enough of these people have signed; a key never enrols itself."""
    own_keys = {signed.enrolment.key, signed.enrolment.device}
    return len(signers(signed, people) - own_keys) >= REQUIRED_PERSONS


def read_people(folder: Path) -> frozenset[str]:
    """Return the public keys, hex, of the people in a folder of `*.pub` files. Raises OSError;
    TrustRefused if a file is none, or if they are too few to enrol anybody.
    """
    people = frozenset(read_public_key(key_file).hex() for key_file in sorted(folder.glob("*.pub")))
    if len(people) < REQUIRED_PERSONS:
        values: TextValues = {"path": str(folder), "count": len(people), "least": REQUIRED_PERSONS}
        raise TrustRefused(Text("floor.few_people", values))
    return people
