"""The packages of a Debian root, with the digests by which apt has fetched them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import unquote

import msgspec

_FIELD: Final = re.compile(r"(?m)^(Package|Version|Architecture|SHA256): (.+)$")


class Package(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A package of Debian; `sha256` is that of its file, as the signed index has it."""

    name: str
    version: str
    architecture: str
    sha256: str


def fetched(root: Path) -> Iterator[Package]:
    """Yield the packages that apt has fetched for a root, and not removed yet, by their names.

    Raises OSError, or KeyError if the index lacks one.
    """
    digests = {
        (fields["Package"], fields["Version"], fields["Architecture"]): fields["SHA256"]
        for index in sorted((root / "var/lib/apt/lists").glob("*_Packages"))
        for fields in _stanzas(index)
    }
    for deb in sorted((root / "var/cache/apt/archives").glob("*.deb")):
        name, version, architecture = unquote(deb.stem).split("_")
        yield Package(name, version, architecture, digests[name, version, architecture])


def _stanzas(path: Path) -> Iterator[dict[str, str]]:
    for stanza in path.read_text().split("\n\n"):
        if stanza.strip():
            yield dict(_FIELD.findall(stanza))
