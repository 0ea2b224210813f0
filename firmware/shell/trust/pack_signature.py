"""The signature of a rule pack, by a regulator's or a house's rules office: `FILE.toml.sig`.

It is of the pack's digest, hence of every pack that it extends too. The rules key is not the
maker's: who signs the program does not sign the rules.
"""

from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.rules.pack_files import HOUSE_PACKS, PACK_SUFFIX
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.trust.keys import DeviceKey, is_signed_by, read_public_key

SIGNATURE_SUFFIX: Final = ".sig"
KIND: Final = "Croupier rules 1"


def signature_path(pack: RulePack) -> Path:
    """Return the path of a pack's signature: next to its file, or in the house's folder for the
    program's own packs.
    """
    file = pack.path or HOUSE_PACKS / f"{pack.name}{PACK_SUFFIX}"
    return file.with_name(file.name + SIGNATURE_SUFFIX)


def sign_pack(pack: RulePack, key: DeviceKey) -> Path:
    """Write the signature of a pack; return its file. Raises OSError."""
    path = signature_path(pack)
    write_atomically(path, key.sign_octets(_signed_text(pack)))
    return path


def signature_fault(pack: RulePack, public_key: Path) -> Text | None:
    """Return why a pack is not signed by the owner of a key; None if it is. Raises OSError or
    TrustRefused if the key can't be read.
    """
    owner, path = read_public_key(public_key), signature_path(pack)
    try:
        signature = path.read_bytes()
    except OSError:
        return Text("pack.unsigned", {"pack": pack.name, "path": str(path)})
    if is_signed_by(owner, _signed_text(pack), signature):
        return None
    return Text("pack.signed_otherwise", {"pack": pack.name, "path": str(path)})


def _signed_text(pack: RulePack) -> bytes:
    return f"{KIND}\n{pack.name}\n{pack.digest}\n".encode()
