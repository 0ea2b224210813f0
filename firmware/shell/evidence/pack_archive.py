"""Every rule pack that a table has played by: `rules/DIGEST.json` next to each copy of its journal.

So a record is judged by the rules of its time, even if the house has changed them since, and after
the loss of either medium.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.rules.pack_files import made_pack
from firmware.shell.rules.rule_pack import RulePack, RulesError

FOLDER: Final = "rules"
SUFFIX: Final = ".json"


class ArchivedPack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pack as it was: its name and source, and the digest of the pack that it extends."""

    name: str
    source: str
    parent: str | None = None


def encoded_lineage(pack: RulePack) -> dict[str, bytes]:
    """Return the pack and those that it extends, by digest."""
    return {
        member.digest: msgspec.json.encode(
            ArchivedPack(
                member.name,
                member.source.decode(),
                None if member.parent is None else member.parent.digest,
            )
        )
        for member in pack.lineage
    }


def archive_pack(pack: RulePack, copy_directories: Iterable[Path]) -> Iterator[OSError]:
    """Write a pack next to each copy that has not got it; yield each error that prevents it."""
    for copy_directory in copy_directories:
        folder = copy_directory.parent / FOLDER
        try:
            # the folder of a medium that is not there is not made: it would be on another one
            if copy_directory.is_dir():
                folder.mkdir(exist_ok=True)
                _write_missing(folder, pack)
        except OSError as error:
            yield error


def _write_missing(folder: Path, pack: RulePack) -> None:
    for digest, content in encoded_lineage(pack).items():
        path = folder / f"{digest}{SUFFIX}"
        if not path.exists() or path.read_bytes() != content:
            write_atomically(path, content)


def read_archives(copy_directories: Iterable[Path]) -> None:
    """Read the packs next to these copies, so that records which name them can be judged."""
    read_packs(archived_contents(copy_directories))


def archived_contents(copy_directories: Iterable[Path]) -> dict[str, bytes]:
    """Return the archived packs next to these copies, by digest."""
    contents: dict[str, bytes] = {}
    for copy_directory in copy_directories:
        for path in (copy_directory.parent / FOLDER).glob(f"*{SUFFIX}"):
            try:
                contents.setdefault(path.stem, path.read_bytes())
            except OSError:
                continue  # the other copy may have it
    return contents


def read_packs(contents: Mapping[str, bytes]) -> None:
    """Read packs by their digests; those that are damaged, or of another program, are passed over:
    a record that names one is not judged.
    """
    for digest in contents:
        _read_pack(digest, contents)


def _read_pack(
    digest: str, contents: Mapping[str, bytes], children: frozenset[str] = frozenset()
) -> RulePack | None:
    if digest not in contents or digest in children:
        return None
    try:
        archived = msgspec.json.decode(contents[digest], type=ArchivedPack)
        parent = None
        if archived.parent is not None:
            parent = _read_pack(archived.parent, contents, children | {digest})
            if parent is None:
                return None
        pack = made_pack(archived.name, archived.source.encode(), parent)
    except (msgspec.MsgspecError, RulesError, UnicodeError):
        return None
    return pack if pack.digest == digest else None
