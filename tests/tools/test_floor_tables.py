"""What `make floor` sets up: tables that can be served, a lot to play for, and one visitor."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from firmware.console.access.accounts import Accounts
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.floor.jackpot.terms import read_signed
from firmware.floor.roster.enrolment_file import read_roster
from firmware.shell.config.config import load_config
from firmware.shell.jackpot.jackpot_inbox import TrustedKeys
from firmware.shell.jackpot.signed_messages import REQUIRED_PERSONS, valid_signers
from firmware.shell.trust.keys import DeviceKey
from tools.floor.enrolled import people_folder
from tools.floor.jackpot import keeper, terms
from tools.floor.jackpot_table import ROYAL, LuckyPack
from tools.floor.people import PEOPLE, accounts, passphrase
from tools.floor.tables import GAMES, set_up


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def test_tables_are_sound_and_known(
    folder: Path,
) -> None:
    for table in set_up(folder, "nats://127.0.0.1:4222"):
        config = load_config(table.config)
        assert config.floor is not None
        assert config.floor.name == config.table.name == table.name
        assert config.table.game == GAMES[table.name]
        assert (config.jackpot is not None) == table.shares
        device = DeviceKey.load(table.socket.parent).public_key.hex()
        place = read_roster(people_folder(folder)).place_of_device(device)
        assert place is not None
        assert place.name == table.name


def test_second_start_reuses_keys(folder: Path) -> None:
    set_up(folder, "nats://127.0.0.1:4222")
    before = {file: file.read_bytes() for file in folder.rglob("*.key")}
    set_up(folder, "nats://127.0.0.1:4222")
    assert {file: file.read_bytes() for file in folder.rglob("*.key")} == before


def test_two_people_signed_the_terms(folder: Path) -> None:
    set_up(folder, "nats://127.0.0.1:4222")
    trusted = TrustedKeys.read(keeper(folder), people_folder(folder))
    assert len(valid_signers(read_signed(terms(folder))) & trusted.people) == REQUIRED_PERSONS


def test_passphrase_signs_in_at_the_pit(folder: Path) -> None:
    said = passphrase(folder)
    assert passphrase(folder) == said
    known = Accounts(accounts(folder))
    assert {name: known.authenticate(name, said).role for name in PEOPLE} == PEOPLE


def test_pack_begins_with_a_royal_flush() -> None:
    pack = LuckyPack(1, Random(1))
    LuckyPack.promise()
    pack.shuffle()
    assert Counter(pack.pack_order[0]) == Counter(FULL_PACK)
    assert {pack.draw_card() for _ in ROYAL} == set(ROYAL)
    pack.shuffle()
    assert {pack.draw_card() for _ in ROYAL} != set(ROYAL)
