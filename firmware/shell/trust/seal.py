"""The device's seal: its configuration and registries, as an authorised person last left them."""

import hashlib
from collections.abc import Iterator, Mapping
from os.path import abspath
from pathlib import Path
from typing import Final

import msgspec

from firmware.shell.config.settings import Config
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.trust import trust_errors
from firmware.shell.trust.keys import DeviceKey, fingerprint, is_signed_by
from firmware.shell.trust.trust_errors import Mismatch, UntrustedText

SEAL_FILE: Final = "seal.json"
SEAL_KIND: Final = "croupier seal 1"


class DeviceSeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The SHA-256 of each sealed file, by path; the signature covers the text without itself."""

    kind: str
    device: str
    files: dict[str, str]
    signature: bytes = b""

    def canonical_text(self) -> bytes:
        """Return the one text that this seal has."""
        return msgspec.json.format(msgspec.json.encode(self, order="sorted"), indent=1) + b"\n"

    def unsigned_text(self) -> bytes:
        """Return the signed text."""
        return msgspec.structs.replace(self, signature=b"").canonical_text()


def sealed_paths(config_path: Path, config: Config) -> tuple[Path, ...]:
    """Return every file to seal: the configuration at `config_path`, and those that it names."""
    paths_to_seal = [config_path]
    paths_to_seal += config.rule_pack.house_files
    if config.trust is not None:
        paths_to_seal.append(config.trust)
    if config.rules_key is not None:
        paths_to_seal.append(config.rules_key)
    if config.jackpot is not None:
        paths_to_seal += [config.jackpot.keeper, *config.jackpot.people.glob("*.pub")]
    if config.floor is not None:
        paths_to_seal += config.floor.people.glob("*.pub")
    if config.wiring.chips is not None:
        paths_to_seal.append(config.wiring.chips.registry)
    for directory in config.wiring.deck_directories():
        paths_to_seal += directory.glob("*.csv")
    return tuple(sorted(Path(abspath(sealed_path)) for sealed_path in {*paths_to_seal}))


def seal_config(config_path: Path, config: Config, device: DeviceKey, directory: Path) -> None:
    """Seal the present files, into `directory`. Raises OSError if one of them can't be read."""
    seal_digests(file_digests(config_path, config), device, directory)


def file_digests(config_path: Path, config: Config) -> dict[str, str]:
    """Return the SHA-256, hex, of every file that is sealed. Raises OSError."""
    return {
        str(sealed_path): _file_digest(sealed_path)
        for sealed_path in sealed_paths(config_path, config)
    }


def seal_digests(files: Mapping[str, str], device: DeviceKey, directory: Path) -> None:
    """Seal files that have these digests. Raises OSError."""
    unsigned_seal = DeviceSeal(SEAL_KIND, fingerprint(device.public_key), dict(files))
    signature = device.sign_octets(unsigned_seal.canonical_text())
    write_atomically(
        directory / SEAL_FILE,
        msgspec.structs.replace(unsigned_seal, signature=signature).canonical_text(),
    )


def seal_file(
    changed_path: Path, config_path: Path, config: Config, device: DeviceKey, directory: Path
) -> tuple[Mismatch, ...]:
    """Seal one file that was rightly changed, unless any other differs: then return those."""
    mismatches = check_seal(config_path, config, device.public_key, directory)
    other_mismatches = tuple(
        mismatch for mismatch in mismatches if mismatch.file != abspath(changed_path)
    )
    if not other_mismatches:
        seal_config(config_path, config, device, directory)
    return other_mismatches


def check_seal(
    config_path: Path, config: Config, public_key: bytes, directory: Path
) -> tuple[Mismatch, ...]:
    """Return every file that is not as the device sealed it: changed, missing or added."""
    try:
        device_seal = read_seal(directory, public_key)
    except UntrustedText as untrusted:
        return (untrusted.mismatch,)
    return tuple(_file_mismatches(device_seal.files, sealed_paths(config_path, config)))


def read_seal(directory: Path, public_key: bytes) -> DeviceSeal:
    """Return the seal once its signature is proven. Raises UntrustedText."""
    try:
        text = (directory / SEAL_FILE).read_bytes()
    except FileNotFoundError:
        raise _untrusted(trust_errors.ABSENT) from None
    except OSError:
        raise _untrusted(trust_errors.MALFORMED) from None
    try:
        device_seal = msgspec.json.decode(text, type=DeviceSeal)
    except ValueError:
        raise _untrusted(trust_errors.MALFORMED) from None
    # as for the manifest: one text for one seal
    if device_seal.kind != SEAL_KIND or device_seal.canonical_text() != text:
        raise _untrusted(trust_errors.MALFORMED)
    if not is_signed_by(public_key, device_seal.unsigned_text(), device_seal.signature):
        raise _untrusted(
            trust_errors.FORGED
            if device_seal.device == fingerprint(public_key)
            else trust_errors.FOREIGN
        )
    return device_seal


def _file_mismatches(
    sealed_digests: Mapping[str, str], paths: tuple[Path, ...]
) -> Iterator[Mismatch]:
    present_paths = {str(config_path): config_path for config_path in paths}
    for name in sorted({*sealed_digests, *present_paths}):
        reason = (
            trust_errors.SURPLUS
            if name not in sealed_digests
            else _file_problem(present_paths.get(name), sealed_digests[name])
        )
        if reason is not None:
            yield Mismatch("configuration", reason, name)


def _file_problem(config_path: Path | None, digest: str) -> str | None:
    """Return the problem of a sealed file; one that is no longer named counts as missing."""
    if config_path is None:
        return trust_errors.MISSING
    try:
        return None if _file_digest(config_path) == digest else trust_errors.CHANGED
    except FileNotFoundError:
        return trust_errors.MISSING
    except OSError:
        return trust_errors.CHANGED


def _file_digest(config_path: Path) -> str:
    return hashlib.sha256(config_path.read_bytes()).hexdigest()


def _untrusted(reason: str) -> UntrustedText:
    return UntrustedText(Mismatch("configuration", reason, SEAL_FILE))
