"""The seal: the device vouches for its configuration; only a person can renew it."""

import shutil
from pathlib import Path

import pytest

from firmware.shell.config.config import load_config
from firmware.shell.config.settings import Config
from firmware.shell.trust.keys import DEVICE_KEY_FILE, PUBLIC_KEY_FILE, DeviceKey
from firmware.shell.trust.manifest import MANIFEST_FILE
from firmware.shell.trust.seal import (
    SEAL_FILE,
    check_seal,
    read_seal,
    seal_config,
    seal_digests,
    seal_file,
)
from firmware.shell.trust.trust_checks import enrol_device, trust_checks, verify_signatures
from firmware.shell.trust.trust_errors import (
    ABSENT,
    CHANGED,
    FOREIGN,
    FORGED,
    MALFORMED,
    MISSING,
    SURPLUS,
    Mismatch,
    UntrustedText,
)
from tests.kits.paths import EXAMPLES
from tests.kits.shell.trust_kit import Maker, every_cut, every_flip

DECK = "deck,batch,jokers,cut\n{name},2026-11,0,no\nuid,card\n"


class House:
    """A table's configuration with its registries, and the directory of its device."""

    def __init__(self, folder: Path) -> None:
        self.state = folder / "state"
        self.path = folder / "table.toml"
        self.chips = folder / "chips.csv"
        self.decks = folder / "decks"
        self.maker = Maker(folder)
        self.state.mkdir()
        self.decks.mkdir()
        source = (EXAMPLES / "rfid.toml").read_text().replace("/etc/croupier", str(folder))
        maker = self.maker.folder / "maker.pub"
        (maker).write_bytes(b"-")
        self.path.write_text(f'{source}\n[trust]\nmaker = "{maker}"\n')
        shutil.copy(EXAMPLES / "chips.csv", self.chips)
        for name in ("1", "2"):
            (self.decks / f"{name}.csv").write_text(DECK.format(name=name))
        self.config: Config = load_config(self.path)

    @property
    def sealed(self) -> list[Path]:
        decks = (self.decks / "1.csv", self.decks / "2.csv")
        return [self.path, self.chips, *decks, self.maker.folder / "maker.pub"]

    def start(self) -> DeviceKey:
        return enrol_device(self.config, self.path, self.state)

    def found(self) -> tuple[Mismatch, ...]:
        public = DeviceKey.load(self.state).public_key
        return check_seal(self.path, self.config, public, self.state)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def wrong(why: str, file: Path | str) -> tuple[Mismatch, ...]:
    return (Mismatch("configuration", why, str(file)),)


def test_first_start_seals_everything(house: House) -> None:
    assert house.start().is_new
    assert house.found() == ()


@pytest.mark.clause("OAC 325:85-15-21(2)(A)")
def test_every_sealed_bit_is_noticed(house: House) -> None:
    house.start()
    for path in (house.chips, house.decks / "1.csv"):
        for _ in every_flip(path):
            assert house.found() == wrong(CHANGED, path)
    assert house.found() == ()


def test_different_files_are_named(house: House) -> None:
    house.start()
    for path in house.sealed:
        data = path.read_bytes()
        path.write_bytes(data + b"\n")
        assert house.found() == wrong(CHANGED, path)
        path.unlink()
        assert house.found() == wrong(MISSING, path)
        path.write_bytes(data)
    added = house.decks / "3.csv"
    added.write_bytes(b"")
    assert house.found() == wrong(SURPLUS, added)


def test_rule_packs_of_the_house_are_sealed(house: House) -> None:
    pack, parent = (house.path.with_name(name) for name in ("table-7.toml", "house.toml"))
    pack.write_text('[pack]\nextends = "house.toml"\n')
    parent.write_text('[pack]\nextends = "quebec-2007"\n')
    house.path.write_text(f'{house.path.read_text()}\n[rules]\npack = "table-7.toml"\n')
    config = load_config(house.path)
    device = enrol_device(config, house.path, house.state)
    parent.write_text('[pack]\nextends = "quebec-2007"\n# changed\n')
    assert check_seal(house.path, config, device.public_key, house.state) == (
        Mismatch("configuration", CHANGED, str(parent)),
    )


def test_another_configuration_not_sealed(house: House) -> None:
    house.start()
    other = house.path.with_name("other.toml")
    shutil.copy(house.path, other)
    found = check_seal(other, house.config, DeviceKey.load(house.state).public_key, house.state)
    assert set(found) == {*wrong(SURPLUS, other), *wrong(MISSING, house.path)}


def test_every_bit_of_the_seal_noticed(tmp_path: Path) -> None:
    device = DeviceKey.enrol(tmp_path)
    seal_digests({"/etc/croupier/table.toml": "0" * 64}, device, tmp_path)
    read_seal(tmp_path, device.public_key)
    for _ in every_flip(tmp_path / SEAL_FILE):
        with pytest.raises(UntrustedText):
            read_seal(tmp_path, device.public_key)


def test_other_device_is_no_forgery(house: House, tmp_path: Path) -> None:
    house.start()
    (tmp_path / "other").mkdir()
    other = DeviceKey.enrol(tmp_path / "other")
    seal_config(house.path, house.config, other, house.state)
    assert house.found() == wrong(FOREIGN, SEAL_FILE)
    own = DeviceKey.load(house.state)
    seal_config(house.path, house.config, own, house.state)
    text = (house.state / SEAL_FILE).read_text()
    (house.state / SEAL_FILE).write_text(text.replace("2.csv", "9.csv"))
    assert house.found() == wrong(FORGED, SEAL_FILE)
    (house.state / SEAL_FILE).write_text("{")
    assert house.found() == wrong(MALFORMED, SEAL_FILE)


def test_old_key_never_seals_by_itself(house: House) -> None:
    house.start()
    (house.state / SEAL_FILE).unlink()
    assert not house.start().is_new
    assert house.found() == wrong(ABSENT, SEAL_FILE)


def test_new_key_never_replaces_a_seal(house: House) -> None:
    house.start()
    for name in (DEVICE_KEY_FILE, PUBLIC_KEY_FILE):
        (house.state / name).unlink()
    assert house.start().is_new
    assert house.found() == wrong(FOREIGN, SEAL_FILE)


def test_missing_registry_leaves_it_new(house: House) -> None:
    data = house.chips.read_bytes()
    house.chips.unlink()
    with pytest.raises(FileNotFoundError):
        house.start()
    house.chips.write_bytes(data)
    assert house.start().is_new
    assert house.found() == ()


def test_cut_first_start_leaves_nothing_unsealed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes = set()
    for _ in every_cut(lambda: house.start() and None, monkeypatch):
        house.start()
        outcomes.add(house.found())
        shutil.rmtree(house.state)
        house.state.mkdir()
    assert outcomes == {(), wrong(ABSENT, SEAL_FILE)}


def test_cut_sealing_leaves_old_or_new_seal(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    device = house.start()
    before = (house.state / SEAL_FILE).read_bytes()
    house.chips.write_bytes(house.chips.read_bytes() + b"\n")
    outcomes = []
    for _ in every_cut(
        lambda: seal_config(house.path, house.config, device, house.state), monkeypatch
    ):
        outcomes.append(house.found())
        (house.state / SEAL_FILE).write_bytes(before)
    assert set(outcomes) == {(), wrong(CHANGED, house.chips)}


def test_enrolled_deck_is_sealed_alone(house: House) -> None:
    device, deck = house.start(), house.decks / "3.csv"
    deck.write_text(DECK.format(name="3"))
    assert seal_file(deck, house.path, house.config, device, house.state) == ()
    assert house.found() == ()
    deck.write_text(DECK.format(name="3") + "\n")
    house.chips.write_bytes(b"uid,cents\n")
    others = seal_file(deck, house.path, house.config, device, house.state)
    assert others == wrong(CHANGED, house.chips)
    assert set(house.found()) == {*others, *wrong(CHANGED, deck)}


# the table's own checks


def test_untrusting_table_checks_nothing(tmp_path: Path) -> None:
    config = load_config(EXAMPLES / "rfid.toml")
    assert config.trust is None
    assert verify_signatures(config, EXAMPLES / "rfid.toml", tmp_path, tmp_path) == ()
    assert trust_checks(config, EXAMPLES / "rfid.toml", tmp_path, tmp_path) == ()


@pytest.mark.clause("AGCO 11.1.2(2) hash")
def test_mismatch_is_a_fault_of_its_part(house: House, tmp_path: Path) -> None:
    from tools.release import write_public_key

    house.sealed[-1].unlink()
    write_public_key(house.sealed[-1], house.maker.public)
    house.start()
    program, configuration = trust_checks(house.config, house.path, house.state, tmp_path)
    assert (program.part, program.fault_code) == ("program", "program_changed")
    assert program.run_check() == {"file": MANIFEST_FILE, "count": "1"}
    assert (configuration.part, configuration.fault_code) == ("configuration", "config_changed")
    assert configuration.run_check() is None
    house.chips.unlink()
    (house.decks / "1.csv").unlink()
    assert configuration.run_check() == {"file": str(house.chips), "count": "2"}
    assert len(verify_signatures(house.config, house.path, house.state, tmp_path)) == 3


@pytest.mark.parametrize(
    ("name", "why"), [(DEVICE_KEY_FILE, MISSING), (PUBLIC_KEY_FILE, MALFORMED)]
)
def test_missing_key_proves_nothing(house: House, tmp_path: Path, name: str, why: str) -> None:
    house.start()
    if why == MISSING:
        (house.state / name).unlink()
    else:
        (house.state / name).write_bytes(b"")
    *_, found = verify_signatures(house.config, house.path, house.state, tmp_path)
    assert found == Mismatch("configuration", why, DEVICE_KEY_FILE)


@pytest.mark.clause("Practice forged signature")
def test_invalid_maker_key_proves_no_program(house: House, tmp_path: Path) -> None:
    house.start()
    maker = house.sealed[-1]
    first, *_ = verify_signatures(house.config, house.path, house.state, tmp_path)
    assert first == Mismatch("program", MALFORMED, str(maker))
    maker.unlink()
    first, *_ = verify_signatures(house.config, house.path, house.state, tmp_path)
    assert first == Mismatch("program", MISSING, str(maker))
