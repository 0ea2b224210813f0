"""The device's seal: its configuration and registries, as an authorised person last left them."""

import hashlib
from collections.abc import Iterator, Mapping
from os.path import abspath
from pathlib import Path
from typing import Final

import msgspec

from firmware.shell.config.settings import Config
from firmware.shell.device.atomic_file import write_whole
from firmware.shell.trust import errors
from firmware.shell.trust.errors import Mismatch, Untrusted
from firmware.shell.trust.keys import Device, fingerprint, verify

SEAL: Final = "seal.json"
KIND: Final = "croupier seal 1"


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The SHA-256 of each sealed file, by path; the signature covers the text without itself."""

    kind: str
    device: str
    files: dict[str, str]
    signature: bytes = b""

    def text(self) -> bytes:
        """Return the one text that this seal has."""
        return msgspec.json.format(msgspec.json.encode(self, order="sorted"), indent=1) + b"\n"

    def unsigned(self) -> bytes:
        """Return the signed text."""
        return msgspec.structs.replace(self, signature=b"").text()


def sealed_paths(path: Path, config: Config) -> tuple[Path, ...]:
    """Return every file to seal: the configuration at `path`, and the files that it names."""
    found = [path]
    if config.trust is not None:
        found.append(config.trust)
    if config.lot is not None:
        found += [config.lot.keeper, *config.lot.people.glob("*.pub")]
    if config.wiring.chips is not None:
        found.append(config.wiring.chips.registry)
    for directory in config.wiring.decks():
        found += directory.glob("*.csv")
    return tuple(sorted(Path(abspath(one)) for one in found))


def seal(path: Path, config: Config, device: Device, directory: Path) -> None:
    """Seal the present files, into `directory`. Raises OSError if one of them can't be read."""
    seal_as(digests(path, config), device, directory)


def digests(path: Path, config: Config) -> dict[str, str]:
    """Return the SHA-256, hex, of every file that is sealed. Raises OSError."""
    return {str(one): _digest(one) for one in sealed_paths(path, config)}


def seal_as(files: Mapping[str, str], device: Device, directory: Path) -> None:
    """Seal files that have these digests. Raises OSError."""
    unsigned = Seal(KIND, fingerprint(device.public), dict(files))
    signature = device.sign(unsigned.text())
    write_whole(directory / SEAL, msgspec.structs.replace(unsigned, signature=signature).text())


def seal_file(
    changed: Path, path: Path, config: Config, device: Device, directory: Path
) -> tuple[Mismatch, ...]:
    """Seal one file that was rightly changed, unless any other differs: then return those."""
    found = check_seal(path, config, device.public, directory)
    others = tuple(mismatch for mismatch in found if mismatch.file != abspath(changed))
    if not others:
        seal(path, config, device, directory)
    return others


def check_seal(path: Path, config: Config, public: bytes, directory: Path) -> tuple[Mismatch, ...]:
    """Return every file that is not as the device sealed it: changed, missing or added."""
    try:
        sealed = read_seal(directory, public)
    except Untrusted as refused:
        return (refused.mismatch,)
    return tuple(_mismatches(sealed.files, sealed_paths(path, config)))


def read_seal(directory: Path, public: bytes) -> Seal:
    """Return the seal once its signature is proven. Raises Untrusted."""
    try:
        text = (directory / SEAL).read_bytes()
    except FileNotFoundError:
        raise _untrusted(errors.ABSENT) from None
    except OSError:
        raise _untrusted(errors.MALFORMED) from None
    try:
        found = msgspec.json.decode(text, type=Seal)
    except ValueError:
        raise _untrusted(errors.MALFORMED) from None
    if found.kind != KIND or found.text() != text:
        raise _untrusted(errors.MALFORMED)
    if not verify(public, found.unsigned(), found.signature):
        raise _untrusted(errors.FORGED if found.device == fingerprint(public) else errors.FOREIGN)
    return found


def _mismatches(sealed: Mapping[str, str], paths: tuple[Path, ...]) -> Iterator[Mismatch]:
    there = {str(path): path for path in paths}
    for name in sorted({*sealed, *there}):
        why = errors.SURPLUS if name not in sealed else _wrong(there.get(name), sealed[name])
        if why is not None:
            yield Mismatch("configuration", why, name)


def _wrong(path: Path | None, digest: str) -> str | None:
    """Return the problem of a sealed file; one that is no longer named counts as missing."""
    if path is None:
        return errors.MISSING
    try:
        return None if _digest(path) == digest else errors.CHANGED
    except FileNotFoundError:
        return errors.MISSING
    except OSError:
        return errors.CHANGED


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _untrusted(why: str) -> Untrusted:
    return Untrusted(Mismatch("configuration", why, SEAL))
