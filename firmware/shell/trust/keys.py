"""Ed25519 keys: the maker's, which signs releases, and each device's own.

Keys are PEM files and signatures 64 octets, so that OpenSSL can check them too. All randomness is
the operating system's.
"""

import base64
import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
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
from firmware.shell.device.atomic_file import create_atomically
from firmware.shell.trust.trust_errors import TrustRefused

DEVICE_KEY_FILE: Final = "device.key"
PUBLIC_KEY_FILE: Final = "device.pub"
SIGNATURE_BYTES: Final = 64
_FINGERPRINT_BYTES: Final = 20
_GROUP_LETTERS: Final = 4
_KEY_ERRORS: Final = (ValueError, TypeError, UnsupportedAlgorithm, InternalError)
"""The library's errors on a file without a key; the last one on some damaged files."""


@dataclass(frozen=True)
class DeviceKey:
    """The key of one device; `is_new` if it was just made, at the device's first start."""

    public_key: bytes
    is_new: bool
    _private_key: Ed25519PrivateKey = field(repr=False)

    @classmethod
    def enrol(cls, directory: Path) -> "DeviceKey":
        """Return the key in `directory`, made if there is none. Raises OSError or TrustRefused."""
        is_new = not (directory / DEVICE_KEY_FILE).exists()
        if is_new:
            create_key(directory / DEVICE_KEY_FILE)
        return cls.load(directory, is_new=is_new)

    @classmethod
    def load(cls, directory: Path, *, is_new: bool = False) -> "DeviceKey":
        """Return the key in `directory`. Raises OSError if there is none, TrustRefused if unfit."""
        private_key = read_private_key(directory / DEVICE_KEY_FILE)
        public_key = public_octets(private_key)
        if not (directory / PUBLIC_KEY_FILE).exists():
            write_public_key(directory / PUBLIC_KEY_FILE, public_key)
        # a public half from elsewhere would make a verifier trust another device
        elif read_public_key(directory / PUBLIC_KEY_FILE) != public_key:
            raise TrustRefused(
                Text("trust.other_public", {"path": str(directory / PUBLIC_KEY_FILE)})
            )
        return cls(public_key, is_new, private_key)

    @classmethod
    def read(cls, path: Path) -> "DeviceKey":
        """Return the key in a file of any name. Raises OSError or TrustRefused."""
        private_key = read_private_key(path)
        return cls(public_octets(private_key), is_new=False, _private_key=private_key)

    def sign_octets(self, data: bytes) -> bytes:
        """Return the signature of `data`, 64 octets. The data must identify its own kind."""
        return self._private_key.sign(data)


def is_signed_by(public_key: bytes, data: bytes, signature: bytes) -> bool:
    """Return whether `signature` is of `data` by the owner of `public_key`, 32 octets."""
    try:
        _verifier(public_key).verify(signature, data)
    except InvalidSignature:
        return False
    return True


# a floor has some hundred keys, each of which signs again and again
@lru_cache(maxsize=1024)
def _verifier(public_key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public_key)


def fingerprint(public_key: bytes) -> str:
    """Return 160 bits of the key's SHA-256 in eight groups of four letters and digits 2 to 7."""
    digest = hashlib.sha256(public_key).digest()[:_FINGERPRINT_BYTES]
    text = base64.b32encode(digest).decode()
    return " ".join(
        text[position : position + _GROUP_LETTERS]
        for position in range(0, len(text), _GROUP_LETTERS)
    )


def create_key(path: Path) -> None:
    """Make a key that its owner alone can read. Raises FileExistsError, never overwriting one."""
    private_key = Ed25519PrivateKey.generate()
    pem_octets = private_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    create_atomically(path, pem_octets, 0o600)


def read_private_key(path: Path) -> Ed25519PrivateKey:
    """Return a private key. Raises OSError, or TrustRefused on another file or one that others can
    read.
    """
    data = path.read_bytes()
    # as OpenSSH does: a key that others can read proves nothing
    if path.stat().st_mode & 0o077:
        raise TrustRefused(Text("trust.open_key", {"path": str(path)}))
    try:
        private_key = load_pem_private_key(data, password=None)
    except _KEY_ERRORS:
        raise TrustRefused(Text("trust.no_key", {"path": str(path)})) from None
    if not isinstance(private_key, Ed25519PrivateKey):
        raise TrustRefused(Text("trust.no_key", {"path": str(path)}))
    return private_key


def public_octets(private_key: Ed25519PrivateKey) -> bytes:
    """Return the public half, 32 octets."""
    return private_key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def write_public_key(path: Path, public_octets: bytes) -> None:
    """Write a public key if there is none. Raises OSError."""
    public_key = Ed25519PublicKey.from_public_bytes(public_octets)
    create_atomically(
        path, public_key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    )


def read_public_key(path: Path) -> bytes:
    """Return a public key, 32 octets. Raises OSError, or TrustRefused on another file."""
    try:
        public_key = load_pem_public_key(path.read_bytes())
    except _KEY_ERRORS:
        raise TrustRefused(Text("trust.no_key", {"path": str(path)})) from None
    if not isinstance(public_key, Ed25519PublicKey):
        raise TrustRefused(Text("trust.no_key", {"path": str(path)}))
    return public_key.public_bytes(Encoding.Raw, PublicFormat.Raw)
