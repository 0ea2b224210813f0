"""Files of enrolments: written by the first person, signed by the second, then admitted."""

from pathlib import Path

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.roster.enrolment import SignedEnrolment, read_people, sign_enrolment
from firmware.floor.roster.roster import Roster
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.trust.keys import read_public_key

CERTIFICATE_START = b"-----BEGIN CERTIFICATE-----"


def read_message_key(path: Path) -> str:
    """Return the public key, hex, of a certificate or of a public key's file. Raises OSError;
    RequestFailed if it is neither, or no Ed25519 key.
    """
    pem = path.read_bytes()
    if not pem.startswith(CERTIFICATE_START):
        return read_public_key(path).hex()
    try:
        public_key = x509.load_pem_x509_certificate(pem).public_key()
    except ValueError:
        raise RequestFailed(Text("trust.no_key", {"path": str(path)})) from None
    if not isinstance(public_key, Ed25519PublicKey):
        raise RequestFailed(Text("trust.no_key", {"path": str(path)}))
    return public_key.public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def read_enrolment(path: Path) -> SignedEnrolment:
    """Return the enrolment of a file. Raises OSError; RequestFailed if the file is none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=SignedEnrolment)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RequestFailed(Text("floor.enrolment.no_enrolment", {"path": str(path)})) from None


def read_roster(people_folder: Path) -> Roster:
    """Return the roster of a folder: its people's public keys (`*.pub`), and the enrolments there
    (`*.enrolment`), from which a process begins that has no database. Raises OSError; TrustRefused;
    RequestFailed if a file is not what its name says.
    """
    enrolments = map(read_enrolment, sorted(people_folder.glob("*.enrolment")))
    return Roster(read_people(people_folder), enrolments)


def write_signed(
    signed: SignedEnrolment, path: Path, person_key: Ed25519PrivateKey
) -> SignedEnrolment:
    """Write an enrolment with a person's signature too, and return it. Raises OSError."""
    with_signature = sign_enrolment(signed, person_key)
    write_atomically(path, msgspec.json.encode(with_signature) + b"\n")
    return with_signature
