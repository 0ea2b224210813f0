"""Ed25519 keys: the maker's, which signs releases, and each device's own.

Keys are PEM files and signatures 64 octets, so that OpenSSL can check them too. All randomness is
the operating system's.
"""

import base64
import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cryptography.exceptions import InternalError, InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from firmware.core.vocabulary.panel import Text
from firmware.shell.device.atomic_file import create_whole
from firmware.shell.trust.errors import TrustError

KEY: Final = "device.key"
PUBLIC: Final = "device.pub"
SIGNATURE_BYTES: Final = 64
_FINGERPRINT_BYTES: Final = 20
_GROUP: Final = 4
_UNFIT: Final = (ValueError, TypeError, UnsupportedAlgorithm, InternalError)
"""The library's errors on a file without a key; the last one on some damaged files."""


@dataclass(frozen=True)
class Device:
    """The key of one device; `new` if it was just made, at the device's first start."""

    public: bytes
    new: bool
    _key: Ed25519PrivateKey = field(repr=False)

    @classmethod
    def enrol(cls, directory: Path) -> "Device":
        """Return the key in `directory`, made if there is none. Raises OSError or TrustError."""
        new = not (directory / KEY).exists()
        if new:
            make_key(directory / KEY)
        return cls.load(directory, new=new)

    @classmethod
    def load(cls, directory: Path, *, new: bool = False) -> "Device":
        """Return the key in `directory`. Raises OSError if there is none, TrustError if unfit."""
        key = read_key(directory / KEY)
        public = public_of(key)
        if not (directory / PUBLIC).exists():
            write_public(directory / PUBLIC, public)
        elif read_public(directory / PUBLIC) != public:
            raise TrustError(Text("trust.other_public", {"path": str(directory / PUBLIC)}))
        return cls(public, new, key)

    def sign(self, data: bytes) -> bytes:
        """Return the signature of `data`, 64 octets. The data must identify its own kind."""
        return self._key.sign(data)


def verify(public: bytes, data: bytes, signature: bytes) -> bool:
    """Return whether `signature` is of `data` by the owner of `public`, 32 octets."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, data)
    except InvalidSignature:
        return False
    return True


def fingerprint(public: bytes) -> str:
    """Return 160 bits of the key's SHA-256 in eight groups of four letters and digits 2 to 7."""
    digest = hashlib.sha256(public).digest()[:_FINGERPRINT_BYTES]
    text = base64.b32encode(digest).decode()
    return " ".join(text[at : at + _GROUP] for at in range(0, len(text), _GROUP))


def make_key(path: Path) -> None:
    """Make a key that its owner alone can read. Raises FileExistsError, never overwriting one."""
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    create_whole(path, pem, 0o600)


def read_key(path: Path) -> Ed25519PrivateKey:
    """Return a private key. Raises OSError, or TrustError if it is none or others can read it."""
    data = path.read_bytes()
    if path.stat().st_mode & 0o077:
        raise TrustError(Text("trust.open_key", {"path": str(path)}))
    try:
        key = load_pem_private_key(data, password=None)
    except _UNFIT:
        raise TrustError(Text("trust.no_key", {"path": str(path)})) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise TrustError(Text("trust.no_key", {"path": str(path)}))
    return key


def public_of(key: Ed25519PrivateKey) -> bytes:
    """Return the public half, 32 octets."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def write_public(path: Path, public: bytes) -> None:
    """Write a public key if there is none. Raises OSError."""
    key = Ed25519PublicKey.from_public_bytes(public)
    create_whole(path, key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))


def read_public(path: Path) -> bytes:
    """Return a public key, 32 octets. Raises OSError, or TrustError if it is none."""
    try:
        key = load_pem_public_key(path.read_bytes())
    except _UNFIT:
        raise TrustError(Text("trust.no_key", {"path": str(path)})) from None
    if not isinstance(key, Ed25519PublicKey):
        raise TrustError(Text("trust.no_key", {"path": str(path)}))
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw)
