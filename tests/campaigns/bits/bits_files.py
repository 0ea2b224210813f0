"""One flipped bit of a manifest, a rule pack, a sealed configuration or a bundle of evidence."""

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.shell.rules.rule_pack import RulePack, RulesError, parsed_tables
from firmware.shell.trust.keys import fingerprint, public_octets
from firmware.shell.trust.manifest import (
    MANIFEST_FILE,
    MANIFEST_KIND,
    SIGNATURE_FILE,
    Manifest,
    SignedFile,
    verify_tree,
)
from tests.campaigns.bits.bits_journal import flipped
from tests.kits.paths import ROOT
from tests.kits.quebec import game_rules

PACK: Final = "firmware/rules/quebec-2007.toml"
SMALL: Final = ("firmware/start.py", "firmware/__init__.py")


class MemoryTree:
    """Implements `firmware.shell.trust.trees.Tree` in memory."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)

    def paths(self) -> list[str]:
        """Every file."""
        return list(self.files)

    def size(self, path: str) -> int:
        """Of a file."""
        return len(self._file(path))

    def blocks(self, path: str) -> Iterator[bytes]:
        """What a file holds, in one."""
        yield self._file(path)

    def _file(self, path: str) -> bytes:
        if path not in self.files:
            raise FileNotFoundError(2, "gone", path)
        return self.files[path]


def signed(files: Mapping[str, bytes], key: Ed25519PrivateKey) -> dict[str, bytes]:
    """Return files with the manifest that a maker signs over them."""
    entries = tuple(
        SignedFile(path, len(data), hashlib.sha256(data).hexdigest())
        for path, data in sorted(files.items())
    )
    text = Manifest(
        MANIFEST_KIND, "1.0.0", fingerprint(public_octets(key)), entries
    ).canonical_text()
    return {**files, MANIFEST_FILE: text, SIGNATURE_FILE: key.sign(text)}


class TreeCase:
    """Flips in some files of a signed program."""

    def __init__(self, name: str, sources: tuple[str, ...], spoilt: tuple[str, ...]) -> None:
        self.name = name
        key = Ed25519PrivateKey.generate()
        self._maker = public_octets(key)
        self._files = signed({path: (ROOT / path).read_bytes() for path in sources}, key)
        self._spoilt = spoilt
        self.bits = sum(len(self._files[path]) * 8 for path in spoilt)
        assert verify_tree(MemoryTree(self._files), self._maker) == ()

    def verdicts(self, bits: range) -> Iterator[str]:
        """Say of each bit what came of its flip."""
        tree = MemoryTree(self._files)
        for bit in bits:
            path, at = place(self._files, self._spoilt, bit)
            tree.files[path] = flipped(self._files[path], at)
            found = verify_tree(tree, self._maker)
            tree.files[path] = self._files[path]
            yield f"noticed: {found[0].why}" if found else f"unnoticed: {path}, bit {at}"


def place(files: Mapping[str, bytes], names: tuple[str, ...], bit: int) -> tuple[str, int]:
    """Return which file a bit is of, and its place there."""
    for name in names:
        if bit < len(files[name]) * 8:
            return name, bit
        bit -= len(files[name]) * 8
    raise IndexError(bit)


class RulesCase:
    """Flips in the rule pack where nothing but its own reader looks: what a signature is for."""

    def __init__(self) -> None:
        self.name = "rule pack, by its own reader alone"
        self._text = (ROOT / PACK).read_bytes()
        self.bits = len(self._text) * 8
        self._whole = tomllib.loads(self._text.decode())
        self._sections = _sections(self._text)

    def verdicts(self, bits: range) -> Iterator[str]:
        """Say of each bit what came of its flip; "unsigned" is what no reader can notice."""
        for bit in bits:
            start, end, game = next(s for s in self._sections if bit // 8 < s[1])
            yield self._verdict(flipped(self._text[start:end], bit - start * 8), game)

    def _verdict(self, section: bytes, game: str) -> str:
        """The touched game is read with those that are like each other; no flip makes another
        game's name.
        """
        try:
            found = tomllib.loads(section.decode())
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            return f"noticed: {type(error).__name__}"
        assert not found.keys() & (self._whole.keys() - {game})
        base = self._whole[game].get("like", game)
        alike = [name for name, rows in self._whole.items() if base in (name, rows.get("like"))]
        others = [self._text[one:end] for one, end, n in self._sections if n in alike and n != game]
        parsed_tables.cache_clear()  # it would retain each flipped text
        try:
            flipped_pack = RulePack("flipped", b"".join((section, *others)))
            same = all(flipped_pack.rules(name) == game_rules(name) for name in (game, *alike))
        except RulesError as error:
            return f"noticed: {type(error).__name__}"
        return "harmless: a comment, a space or the like" if same else "unsigned: other numbers"


def _sections(text: bytes) -> list[tuple[int, int, str]]:
    """Return where each game's tables begin and end; what stands before belongs to the first."""
    found = [(m.start(), m[1].decode()) for m in re.finditer(rb"(?m)^\[([a-z0-9-]+)[.\]]", text)]
    starts = [at for n, at in enumerate(found) if n == 0 or at[1] != found[n - 1][1]]
    ends = [start for start, _ in starts[1:]] + [len(text)]
    begins = [0, *ends[:-1]]
    return [(one, end, game) for one, end, (_, game) in zip(begins, ends, starts, strict=True)]
