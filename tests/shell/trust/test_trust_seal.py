"""The seal: the device vouches for its configuration; only a person can renew it."""

import shutil
from pathlib import Path

import pytest

from firmware.shell.config.config import load
from firmware.shell.config.settings import Config
from firmware.shell.trust.errors import (
    ABSENT,
    CHANGED,
    FOREIGN,
    FORGED,
    MALFORMED,
    MISSING,
    SURPLUS,
    Mismatch,
    Untrusted,
)
from firmware.shell.trust.keys import KEY, PUBLIC, Device
from firmware.shell.trust.manifest import MANIFEST
from firmware.shell.trust.seal import SEAL, check_seal, read_seal, seal, seal_as, seal_file
from firmware.shell.trust.selftest import checks, first_start, verify_all
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
        self.config: Config = load(self.path)

    @property
    def sealed(self) -> list[Path]:
        decks = (self.decks / "1.csv", self.decks / "2.csv")
        return [self.path, self.chips, *decks, self.maker.folder / "maker.pub"]

    def start(self) -> Device:
        return first_start(self.config, self.path, self.state)

    def found(self) -> tuple[Mismatch, ...]:
        public = Device.load(self.state).public
        return check_seal(self.path, self.config, public, self.state)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def wrong(why: str, file: Path | str) -> tuple[Mismatch, ...]:
    return (Mismatch("configuration", why, str(file)),)


def test_the_first_start_seals_what_is_there(house: House) -> None:
    assert house.start().new
    assert house.found() == ()


def test_every_bit_of_what_is_sealed_is_noticed(house: House) -> None:
    house.start()
    for path in (house.chips, house.decks / "1.csv"):
        for _ in every_flip(path):
            assert house.found() == wrong(CHANGED, path)
    assert house.found() == ()


def test_every_changed_missing_and_added_file_is_named(house: House) -> None:
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


def test_another_configuration_is_not_the_sealed_one(house: House) -> None:
    house.start()
    other = house.path.with_name("other.toml")
    shutil.copy(house.path, other)
    found = check_seal(other, house.config, Device.load(house.state).public, house.state)
    assert set(found) == {*wrong(SURPLUS, other), *wrong(MISSING, house.path)}


def test_every_bit_of_the_seal_is_noticed(tmp_path: Path) -> None:
    device = Device.enrol(tmp_path)
    seal_as({"/etc/croupier/table.toml": "0" * 64}, device, tmp_path)
    read_seal(tmp_path, device.public)
    for _ in every_flip(tmp_path / SEAL):
        with pytest.raises(Untrusted):
            read_seal(tmp_path, device.public)


def test_a_seal_of_another_device_is_told_from_a_forged_one(house: House, tmp_path: Path) -> None:
    house.start()
    (tmp_path / "other").mkdir()
    other = Device.enrol(tmp_path / "other")
    seal(house.path, house.config, other, house.state)
    assert house.found() == wrong(FOREIGN, SEAL)
    own = Device.load(house.state)
    seal(house.path, house.config, own, house.state)
    text = (house.state / SEAL).read_text()
    (house.state / SEAL).write_text(text.replace("2.csv", "9.csv"))
    assert house.found() == wrong(FORGED, SEAL)
    (house.state / SEAL).write_text("{")
    assert house.found() == wrong(MALFORMED, SEAL)


def test_an_old_key_never_seals_by_itself(house: House) -> None:
    house.start()
    (house.state / SEAL).unlink()
    assert not house.start().new
    assert house.found() == wrong(ABSENT, SEAL)


def test_a_new_key_never_replaces_a_seal(house: House) -> None:
    house.start()
    for name in (KEY, PUBLIC):
        (house.state / name).unlink()
    assert house.start().new
    assert house.found() == wrong(FOREIGN, SEAL)


def test_a_registry_that_is_missing_leaves_the_device_new(house: House) -> None:
    data = house.chips.read_bytes()
    house.chips.unlink()
    with pytest.raises(FileNotFoundError):
        house.start()
    house.chips.write_bytes(data)
    assert house.start().new
    assert house.found() == ()


def test_wherever_the_power_goes_at_the_first_start_nothing_unsealed_passes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes = set()
    for _ in every_cut(lambda: house.start() and None, monkeypatch):
        house.start()
        outcomes.add(house.found())
        shutil.rmtree(house.state)
        house.state.mkdir()
    assert outcomes == {(), wrong(ABSENT, SEAL)}


def test_wherever_the_power_goes_a_seal_is_the_old_or_the_new_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = house.start()
    before = (house.state / SEAL).read_bytes()
    house.chips.write_bytes(house.chips.read_bytes() + b"\n")
    outcomes = []
    for _ in every_cut(lambda: seal(house.path, house.config, device, house.state), monkeypatch):
        outcomes.append(house.found())
        (house.state / SEAL).write_bytes(before)
    assert set(outcomes) == {(), wrong(CHANGED, house.chips)}


def test_an_enrolled_deck_is_sealed_and_nothing_else_with_it(house: House) -> None:
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


def test_a_table_that_trusts_nobody_has_nothing_to_check(tmp_path: Path) -> None:
    config = load(EXAMPLES / "rfid.toml")
    assert config.trust is None
    assert verify_all(config, EXAMPLES / "rfid.toml", tmp_path, tmp_path) == ()
    assert checks(config, EXAMPLES / "rfid.toml", tmp_path, tmp_path) == ()


def test_what_is_wrong_raises_the_fault_of_its_part(house: House, tmp_path: Path) -> None:
    from tools.release import write_public

    house.sealed[-1].unlink()
    write_public(house.sealed[-1], house.maker.public)
    house.start()
    program, configuration = checks(house.config, house.path, house.state, tmp_path)
    assert (program.part, program.code) == ("program", "program_changed")
    assert program.look() == {"file": MANIFEST, "count": "1"}
    assert (configuration.part, configuration.code) == ("configuration", "config_changed")
    assert configuration.look() is None
    house.chips.unlink()
    (house.decks / "1.csv").unlink()
    assert configuration.look() == {"file": str(house.chips), "count": "2"}
    assert len(verify_all(house.config, house.path, house.state, tmp_path)) == 3


@pytest.mark.parametrize(("name", "why"), [(KEY, MISSING), (PUBLIC, MALFORMED)])
def test_without_the_devices_key_the_configuration_is_not_proven(
    house: House, tmp_path: Path, name: str, why: str
) -> None:
    house.start()
    if why == MISSING:
        (house.state / name).unlink()
    else:
        (house.state / name).write_bytes(b"")
    *_, found = verify_all(house.config, house.path, house.state, tmp_path)
    assert found == Mismatch("configuration", why, KEY)


def test_a_makers_key_that_is_none_proves_no_program(house: House, tmp_path: Path) -> None:
    house.start()
    maker = house.sealed[-1]
    first, *_ = verify_all(house.config, house.path, house.state, tmp_path)
    assert first == Mismatch("program", MALFORMED, str(maker))
    maker.unlink()
    first, *_ = verify_all(house.config, house.path, house.state, tmp_path)
    assert first == Mismatch("program", MISSING, str(maker))
