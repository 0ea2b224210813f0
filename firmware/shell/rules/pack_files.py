"""Where rule packs are: the house's folder, the program's own, or a file that is named."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from firmware.core.games import MODULES
from firmware.core.vocabulary.panel import Text
from firmware.shell.rules.rule_pack import (
    HEADER,
    POKER_GAMES,
    RulePack,
    RulesError,
    parsed_tables,
    read_header,
)
from firmware.shell.words.os_words import os_failure

DEFAULT_PACK: Final = "quebec-2007"
HOUSE_PACKS: Final = Path("/etc/croupier/rules")
PACK_SUFFIX: Final = ".toml"
MOST_PARENTS: Final = 8

ReadFile = Callable[[Path], bytes]


def find_pack(
    reference: str, beside: Path | None = None, read: ReadFile = Path.read_bytes
) -> RulePack:
    """Return a pack by its name, or by the path of its file from the folder `beside`.

    `read` reads a file of the house, raising FileNotFoundError if there is none. Raises RulesError.
    """
    return _found_pack(reference, beside, read, ())


@cache
def default_pack() -> RulePack:
    """Return the pack of a table that names none."""
    return find_pack(DEFAULT_PACK)


def program_games() -> tuple[str, ...]:
    """Return the games that a rule pack may have, first those of a table that names no pack."""
    others = [game for game in MODULES if game not in POKER_GAMES]
    return tuple(dict.fromkeys((*default_pack().games, *others)))


@cache
def home_pack(game: str) -> RulePack:
    """Return the first of the program's own packs that has a game, before all that of a table that
    names none; that one too for a game that none has.
    """
    packs = (find_pack(name) for name in (DEFAULT_PACK, *_own_packs()))
    return next((pack for pack in packs if game in pack.games), default_pack())


def pack_reference(pack: RulePack) -> str | None:
    """Return by what a configuration or a script names a pack; None for that of one that names
    none.
    """
    if pack == default_pack():
        return None
    return str(pack.path.resolve()) if pack.path else pack.name


def _found_pack(
    reference: str, beside: Path | None, read: ReadFile, children: tuple[str, ...]
) -> RulePack:
    if reference in children or len(children) > MOST_PARENTS:
        chain = " → ".join((*children, reference))
        raise RulesError(Text("pack.circle", {"pack": children[0], "chain": chain}))
    name, source, path = _read_pack_file(reference, beside, read)
    header = read_header(name, parsed_tables(name, source).get(HEADER, {}))
    folder = path.parent if path else None
    parent = (
        _found_pack(header.extends, folder, read, (*children, reference))
        if header.extends
        else None
    )
    return made_pack(name, source, parent, path)


@cache
def made_pack(
    name: str, source: bytes, parent: RulePack | None, path: Path | None = None
) -> RulePack:
    """Return the pack of a source. Raises RulesError."""
    pack = RulePack(name, source, parent, path)
    _packs_by_digest[pack.digest] = pack
    return pack


_packs_by_digest: Final[dict[str, RulePack]] = {}
"""Every pack that this process has read."""


def recorded_pack(name: str, digest: str) -> RulePack:
    """Return the pack that a record names by its digest. Raises RulesError if it is missing.

    Of the program's own pack an earlier text may be lost, since they have not always been archived:
    then it is today's, and `replay` notes the difference.
    """
    present = default_pack()
    if digest not in _packs_by_digest and name in known_packs():
        find_pack(name)
    if digest not in _packs_by_digest and name == present.name:
        return present
    if digest not in _packs_by_digest:
        raise RulesError(Text("pack.not_recorded", {"pack": name, "digits": digest[:12]}))
    return _packs_by_digest[digest]


def _read_pack_file(
    reference: str, beside: Path | None, read: ReadFile
) -> tuple[str, bytes, Path | None]:
    """Return the name of a pack, its octets and its file, None for the program's own.

    Raises RulesError.
    """
    name = Path(reference).stem if reference.endswith(PACK_SUFFIX) else reference
    try:
        if reference.endswith(PACK_SUFFIX):
            path = (beside or Path()) / reference
            return name, read(path), path
        house_file = HOUSE_PACKS / f"{name}{PACK_SUFFIX}"
        if "/" not in name:
            with suppress(FileNotFoundError):
                return name, read(house_file), house_file
        return name, (_own_folder() / f"{name}{PACK_SUFFIX}").read_bytes(), None
    except FileNotFoundError:
        known = ", ".join(known_packs())
        raise RulesError(Text("pack.not_found", {"pack": reference, "packs": known})) from None
    except OSError as error:
        raise RulesError(os_failure(error, reference)) from None


def _own_folder() -> Traversable:
    return files("firmware") / "rules"


def known_packs() -> list[str]:
    """Return the names of the house's packs and of the program's own."""
    house = [file.stem for file in HOUSE_PACKS.glob(f"*{PACK_SUFFIX}")]
    return sorted({*_own_packs(), *house})


def _own_packs() -> list[str]:
    """Return the names of the program's own packs."""
    pack_files = (file.name for file in _own_folder().iterdir() if file.is_file())
    return sorted(name.removesuffix(PACK_SUFFIX) for name in pack_files)
