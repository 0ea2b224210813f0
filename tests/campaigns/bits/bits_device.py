"""One flipped bit in the device's signed files: its configuration, its registries, its evidence."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.game.options import OptionRefused
from firmware.shell.config.config import load_config
from firmware.shell.config.faults import ConfigError
from firmware.shell.evidence.bundle import EvidenceBundle, NotABundle
from firmware.shell.evidence.export import export_bundle
from firmware.shell.evidence.verify import bundle_problems
from firmware.shell.journal import MemoryCopy
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.trust.keys import PUBLIC_KEY_FILE, DeviceKey, public_octets, write_public_key
from firmware.shell.trust.seal import SEAL_FILE, sealed_paths
from firmware.shell.trust.trust_checks import enrol_device, verify_signatures
from tests.campaigns.bits.bits_files import place, signed
from tests.campaigns.bits.bits_journal import Pair, flipped
from tests.kits.paths import EXAMPLES

SAME: Final = "harmless: all that is read is the same"


class ConfigurationCase:
    """Flips in a configuration, what it names, its seal and the public keys."""

    def __init__(self) -> None:
        self.name = "configuration, registries, seal and public keys"
        with tempfile.TemporaryDirectory() as folder:
            self.bits = sum(path.stat().st_size * 8 for path in _House(Path(folder)).files)

    def verdicts(self, bits: range) -> Iterator[str]:
        """Say of each bit what came of its flip; each share has a house of its own."""
        with tempfile.TemporaryDirectory() as folder:
            house = _House(Path(folder))
            files = {str(path): path.read_bytes() for path in house.files}
            for bit in bits:
                name, at = place(files, tuple(files), bit % self.bits)
                Path(name).write_bytes(flipped(files[name], at))
                verdict = house.verdict()
                Path(name).write_bytes(files[name])
                named = f"{verdict}: {Path(name).name}, bit {at}"
                yield named if verdict == "unnoticed" else verdict


class _House:
    """A table that trusts a maker, with its device."""

    def __init__(self, folder: Path) -> None:
        key = Ed25519PrivateKey.generate()
        self._path, self._state = folder / "table.toml", folder / "state"
        self._root = folder / "program"
        for made in (self._state, self._root, folder / "decks"):
            made.mkdir()
        for name, data in signed({"empty.py": b""}, key).items():
            (self._root / name).write_bytes(data)
        write_public_key(folder / "maker.pub", public_octets(key))
        source = (EXAMPLES / "rfid.toml").read_text().replace("/etc/croupier", str(folder))
        trust = f'\n[trust]\nmaker = "{folder / "maker.pub"}"\n'
        self._path.write_text(source + trust)
        (folder / "chips.csv").write_bytes((EXAMPLES / "chips.csv").read_bytes())
        (folder / "decks" / "1.csv").write_text("deck,batch,jokers,cut\n1,2026-11,0,no\nuid,card\n")
        config = load_config(self._path)
        self._truth = config, enrol_device(config, self._path, self._state).public_key
        assert self.verdict() == SAME
        sealed = sealed_paths(self._path, config)
        self.files = [*sealed, self._state / SEAL_FILE, self._state / PUBLIC_KEY_FILE]

    def verdict(self) -> str:
        """Start as a service does: read the configuration, then verify all."""
        try:
            config = load_config(self._path)
        except (ConfigError, RulesError, OptionRefused) as error:
            return f"noticed: {type(error).__name__}"
        found = verify_signatures(config, self._path, self._state, self._root)
        if found:
            return f"noticed: {found[0].part} {found[0].why}"
        same = self._truth == (config, DeviceKey.load(self._state).public_key)
        return SAME if same else "unnoticed"


class BundleCase:
    """Flips in a bundle of evidence."""

    def __init__(self, pair: Pair) -> None:
        self.name = "bundle of evidence"
        with tempfile.TemporaryDirectory() as folder:
            out, device = Path(folder) / "evidence", DeviceKey.enrol(Path(folder))
            export_bundle([MemoryCopy("a", pair[0]), MemoryCopy("b", pair[1])], out, device, "now")
            self._data = out.read_bytes()
        self.bits = len(self._data) * 8

    def verdicts(self, bits: range) -> Iterator[str]:
        """Say of each bit what came of its flip."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "evidence"
            path.write_bytes(self._data)
            assert next(bundle_problems(EvidenceBundle.open(path)), None) is None
            for bit in bits:
                path.write_bytes(flipped(self._data, bit))
                try:
                    found = next(bundle_problems(EvidenceBundle.open(path)), None)
                except NotABundle:
                    yield "noticed: NoBundle"
                    continue
                yield f"noticed: {found.key}" if found else f"unnoticed: bit {bit}"
