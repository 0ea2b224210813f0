"""The maker's manifest of a card's image: its packages, and a digest of each part of it, signed.

The parts cover every octet of the image: what is before the first partition, then each partition.
"""

import hashlib
import lzma
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.shell.trust.keys import fingerprint, is_signed_by, public_octets
from tools.image.debian import Package

KIND: Final = "croupier image 1"
TABLE: Final = "partition table"
NAMES: Final = ("firmware", "root")
"""The partitions of an image, in their order."""
_SECTOR: Final = 512
_ENTRIES: Final = slice(446, 510)
_ENTRY: Final = struct.Struct("<8xII")
COMPRESSED: Final = ".xz"
_BLOCK: Final = 1 << 20


class Refused(Exception):
    """The image or its manifest is not as the maker has made it; the message says where."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some octets of the image; the digest is hex."""

    name: str
    offset: int
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An image, by a maker's fingerprint; `table` is the SHA-256 of the table's Debian package."""

    kind: str
    maker: str
    table: str
    sha256: str
    parts: tuple[Part, ...]
    packages: tuple[Package, ...]

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    def signed_text(self) -> bytes:
        """Return the one text that this manifest has."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def place_of(image: Path) -> Path:
    """Return where the manifest of an image is: beside it, whether that is compressed or not."""
    plain = image.with_suffix("") if image.suffix == COMPRESSED else image
    return plain.with_name(f"{plain.name}.json")


def sign(image: Path, table: Path, packages: tuple[Package, ...], key: Ed25519PrivateKey) -> None:
    """Write the manifest of an image beside it, and its signature. Raises OSError."""
    with image.open("rb") as octets:
        whole = hashlib.file_digest(octets, "sha256").hexdigest()
        octets.seek(0)
        places = list(_layout(octets.read(_SECTOR), image.stat().st_size))
        octets.seek(0)
        parts = tuple(Part(*place, _digest(octets, place[-1])[0]) for place in places)
    maker = fingerprint(public_octets(key))
    deb = hashlib.sha256(table.read_bytes()).hexdigest()
    text = Manifest(KIND, maker, deb, whole, parts, packages).signed_text()
    place_of(image).write_bytes(text)
    _signature(place_of(image)).write_bytes(key.sign(text))


def read(place: Path, maker: bytes) -> Manifest:
    """Return a manifest that `maker` has signed. Raises OSError or Refused."""
    text = place.read_bytes()
    if not is_signed_by(maker, text, _signature(place).read_bytes()):
        raise Refused(f"{place}: not signed by the maker {fingerprint(maker)}")
    try:
        manifest = msgspec.json.decode(text, type=Manifest)
    except msgspec.DecodeError as error:
        raise Refused(f"{place}: no manifest of an image: {error}") from None
    if manifest.kind != KIND:
        raise Refused(f"{place}: of the kind {manifest.kind}, not {KIND}")
    return manifest


def verify(image: Path, manifest: Manifest) -> Iterator[str]:
    """Yield what is wrong with an image, or with a card that it was written to.

    A card may be longer, and has a partition more after its first start. Raises OSError.
    """
    is_card = image.is_block_device()
    with _opened(image) as octets:
        for part in manifest.parts:
            digest, size = _digest(octets, part.size)
            if size < part.size:
                yield f"cut after octet {part.offset + size} of {manifest.size}, in the {part.name}"
                return
            if digest != part.sha256 and not (is_card and part.name == TABLE):
                end = part.offset + part.size - 1
                yield f"not as signed in the {part.name}, octets {part.offset} to {end}"
        if not is_card and octets.read(1):
            yield f"longer than the {manifest.size} octets that are signed"


def _layout(first_sector: bytes, size: int) -> Iterator[tuple[str, int, int]]:
    """Yield name, offset and size of each part of an image. Raises Refused if they leave a gap."""
    end = 0
    for name, (first, count) in zip(
        NAMES, _ENTRY.iter_unpack(first_sector[_ENTRIES]), strict=False
    ):
        if not end:
            yield TABLE, 0, (end := first * _SECTOR)
        if first * _SECTOR != end:
            raise Refused(f"the {name} begins at octet {first * _SECTOR}, not at {end}")
        yield name, end, count * _SECTOR
        end += count * _SECTOR
    if end != size:
        raise Refused(f"the image has {size} octets, its partitions end at {end}")


def _digest(octets: IO[bytes], size: int) -> tuple[str, int]:
    """Return the digest of the next octets, at most `size`, and how many there were."""
    digest, count = hashlib.sha256(), 0
    try:
        while block := octets.read(min(size - count, _BLOCK)):
            digest.update(block)
            count += len(block)
    except (EOFError, lzma.LZMAError):
        pass  # a compressed file that is cut or damaged ends here
    return digest.hexdigest(), count


def _opened(image: Path) -> IO[bytes]:
    return lzma.open(image) if image.suffix == COMPRESSED else image.open("rb")


def _signature(place: Path) -> Path:
    return place.with_name(f"{place.name}.sig")
