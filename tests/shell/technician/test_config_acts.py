"""The configuration from a console: one text whole and sealed, or the other, and never neither."""

import json
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import load_config, parse_config
from firmware.shell.config.settings import Config
from firmware.shell.config.source import LARGEST_BYTES
from firmware.shell.config_change.candidate import (
    KeyChange,
    config_faults,
    key_changes,
    with_value,
)
from firmware.shell.config_change.config_file import PREVIOUS_SUFFIX, ConfigFile
from firmware.shell.technician.answers import ActDone, ConfigComparison, CurrentConfig, Refusal
from firmware.shell.technician.config_acts import config_acts
from firmware.shell.technician.requests import (
    ApplyConfiguration,
    CompareConfiguration,
    Configuration,
    Person,
    RevertConfiguration,
    SealConfiguration,
    TechnicianRequest,
)
from firmware.shell.trust.keys import DEVICE_KEY_FILE
from firmware.shell.trust.seal import SEAL_FILE
from firmware.shell.trust.trust_checks import enrol_device, trust_checks
from firmware.shell.words.templates import NO_BREAK
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.shell.config_texts import TEXTS, said
from tests.kits.shell.trust_kit import Maker, every_cut
from tools.release import write_public_key

MARIE = Person("marie", "technician")


class House:
    """A sealed table's configuration and its device, as the service has them."""

    def __init__(self, folder: Path, *, sealed: bool = True) -> None:
        self.folder, self.state = folder, folder / "state"
        self.path, self.previous = folder / "table.toml", folder / f"table.toml{PREVIOUS_SUFFIX}"
        self.maker, self.chips = folder / "maker.pub", folder / "chips.csv"
        self.state.mkdir()
        shutil.copy(EXAMPLES / "chips.csv", self.chips)
        write_public_key(self.maker, Maker(folder).public)
        text = TEXTS["baccarat.toml"].replace("/etc/croupier", str(folder))
        self.old = text + (f'\n[trust]\nmaker = "{self.maker}"\n' if sealed else "")
        self.new = with_value(self.old, "table.name", '"Baccara 9"')
        self.path.write_text(self.old)
        self.between_rounds = True
        self.recorded: list[tuple[Text, str]] = []
        """With the text that stood there then."""
        self.served_again: list[Text] = []
        self.backups = 0
        """How often the backup on the stick was asked for."""
        enrol_device(load_config(self.path), self.path, self.state)

    def served(self) -> Config:
        return load_config(self.path)

    def do(self, request: TechnicianRequest) -> Any:
        file = ConfigFile(self.path, self.state, self.served())
        acts = config_acts(
            file,
            lambda: self.between_rounds,
            self._record,
            self.served_again.append,
            self._back_up,
        )
        return acts[type(request)](request)

    def _back_up(self) -> None:
        self.backups += 1

    def _record(self, note: Text) -> None:
        self.recorded.append((note, self.path.read_text()))

    def tamper_with_chips(self) -> None:
        with self.chips.open("a") as file:
            file.write("E004015012349999,100,\n")

    @property
    def wrong(self) -> list[str]:
        """What the next start finds of the configuration."""
        found = trust_checks(self.served(), self.path, self.state, self.folder)
        wrong = (check.run_check() for check in found if check.part == "configuration")
        return [values["file"] for values in wrong if values]

    @property
    def files(self) -> dict[str, bytes]:
        paths = (self.path, self.previous, self.state / SEAL_FILE)
        return {path.name: path.read_bytes() for path in paths if path.exists()}

    def put_back(self, files: dict[str, bytes]) -> None:
        for path in (self.path, self.previous, self.state / SEAL_FILE):
            path.unlink(missing_ok=True)
            if path.name in files:
                path.write_bytes(files[path.name])


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def refused(answer: Any) -> str:
    assert isinstance(answer, Refusal), answer
    said([answer.why])
    return answer.why.key


# what stands, and what would change


def test_configuration_has_its_seal(house: House) -> None:
    assert house.do(Configuration(MARIE)) == CurrentConfig(str(house.path), house.old, sealed=True)
    house.do(ApplyConfiguration(MARIE, house.new))
    house.path.write_text(house.new + "\n")
    answer = house.do(Configuration(MARIE))
    assert answer.text == house.new + "\n"
    assert (answer.sealed, answer.before) == (False, True)
    assert said(answer.wrong) == [f"{house.path}{NO_BREAK}: altéré"]


def test_untrusting_table_seals_nothing(tmp_path: Path) -> None:
    house = House(tmp_path, sealed=False)
    assert not house.do(Configuration(MARIE)).sealed
    assert refused(house.do(SealConfiguration(MARIE))) == "trust.no_trust"
    assert isinstance(house.do(ApplyConfiguration(MARIE, house.new)), ActDone)
    assert set(house.files) == {"table.toml", "table.toml.before"}
    assert isinstance(house.do(RevertConfiguration(MARIE)), ActDone)
    assert house.path.read_text() == house.old


@each(
    "request_",
    [
        Configuration,
        CompareConfiguration,
        ApplyConfiguration,
        RevertConfiguration,
        SealConfiguration,
    ],
)
def test_table_without_a_file_names_remedy(request_: type[TechnicianRequest]) -> None:
    acts = config_acts(None, lambda: True, lambda _: None, lambda _: None, lambda: None)
    assert refused(acts[request_](request_(MARIE))) == "technician.no_file"


def test_comparison_changes_nothing(house: House) -> None:
    text = house.new.replace("spots = 7", "spots = 99").replace('"fr"', '"de"')
    before = house.files
    found = house.do(CompareConfiguration(MARIE, text))
    assert isinstance(found, ConfigComparison)
    assert [line.split(NO_BREAK)[0] for line in said(found.faults)] == ["language", "table.spots"]
    assert found.changes == (
        KeyChange("language", '"fr"', '"de"'),
        KeyChange("table.name", '"Baccara 1"', '"Baccara 9"'),
        KeyChange("table.spots", "7", "99"),
    )
    assert (house.files, house.recorded, house.served_again) == (before, [], [])


def test_added_and_removed_keys_are_changes(house: House) -> None:
    text = with_value(house.old, "journal.keep_mib", "100").replace("[figures]", "[figuren]")
    found = {change.key: change for change in house.do(CompareConfiguration(MARIE, text)).changes}
    assert found["journal.keep_mib"] == KeyChange("journal.keep_mib", None, "100")
    assert found["figures.part"].after is None
    assert found["figuren.part"].before is None


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "config.at"),
        ("table = [", "config.syntax"),
        ("\ufeff", "config.syntax"),
        ("a = " + "[" * 9999, "config.beyond"),
        ("\ud800", "config.syntax"),
        ("# é" + "é" * (LARGEST_BYTES // 2), "config.too_large"),
    ],
)
def test_every_comparison_is_answered(house: House, text: str, fault: str) -> None:
    found = house.do(CompareConfiguration(MARIE, text))
    assert found.faults[0].key == fault
    said(found.faults)
    json.dumps(said(found.faults))


@given(st.text(max_size=60))
def test_any_text_can_be_checked(text: str) -> None:
    served = parse_config(TEXTS["baccarat.toml"])
    assert config_faults(text, served)
    assert key_changes(text, text) == ()


# what is applied


def test_applied_text_is_sealed(house: House) -> None:
    house.path.chmod(0o640)
    done = house.do(ApplyConfiguration(MARIE, house.new))
    note, again = done.notes
    assert note.values["who"] == "marie"
    assert note.values["keys"] == "table.name"
    assert house.recorded == [(note, house.old)]
    assert house.served_again == [again]
    assert house.path.read_text() == house.new
    assert house.previous.read_text() == house.old
    assert house.wrong == []
    assert {stat.S_IMODE(p.stat().st_mode) for p in (house.path, house.previous)} == {0o640}
    said(done.notes)


def test_undo_swaps_the_two_texts(house: House) -> None:
    house.do(ApplyConfiguration(MARIE, house.new))
    for here, previous in [(house.old, house.new), (house.new, house.old)] * 2:
        done = house.do(RevertConfiguration(MARIE))
        assert done.notes[0].key == "technician.reverted"
        assert (house.path.read_text(), house.previous.read_text()) == (here, previous)
        assert house.wrong == []
    assert len(house.served_again) == 5


def unchanged(house: House, request: TechnicianRequest) -> str:
    before = house.files
    why = refused(house.do(request))
    assert (house.files, house.served_again) == (before, [])
    return why


@pytest.mark.clause("NJ 13:69E-1.28B")
def test_open_round_prevents_changes(house: House) -> None:
    house.between_rounds = False
    assert unchanged(house, ApplyConfiguration(MARIE, house.new)) == "technician.round_open"
    house.previous.write_text(house.new)
    assert unchanged(house, RevertConfiguration(MARIE)) == "technician.round_open"
    assert house.recorded == []


def by_hand(house: House) -> Iterator[tuple[str, str]]:
    yield house.old.replace("baccarat", "red-dog"), "technician.unfit"
    yield house.old.replace("/var/lib/croupier", "/var/lib/other"), "technician.by_hand"
    yield with_value(house.old, "journal.keep_mib", "64"), "technician.by_hand"
    yield with_value(house.old, "control.socket", '"/tmp/x.sock"'), "technician.by_hand"
    yield with_value(house.old, "trust.maker", '"/tmp/x.pub"'), "technician.by_hand"
    yield house.old.partition("[trust]")[0], "technician.by_hand"
    yield house.old, "technician.same"
    yield house.old.replace(str(house.chips), "/nowhere.csv"), "technician.registry"


def test_unchangeable_setting_refused(house: House) -> None:
    for text, why in by_hand(house):
        assert unchanged(house, ApplyConfiguration(MARIE, text)) == why
    assert house.recorded == []


def test_another_game_is_refused(house: House) -> None:
    served = parse_config(TEXTS["roulette.toml"])
    found = config_faults(TEXTS["craps.toml"], served)
    assert found[0] == Text("technician.other_game", {"game": "roulette", "other": "craps"})
    said(found)


def test_unsealed_text_is_not_replaced(house: House) -> None:
    house.path.write_text(house.old + "\n")
    assert unchanged(house, ApplyConfiguration(MARIE, house.new)) == "technician.not_sealed"
    assert isinstance(house.do(SealConfiguration(MARIE)), ActDone)
    assert isinstance(house.do(ApplyConfiguration(MARIE, house.new)), ActDone)


def test_undo_seals_no_other_changed_file(house: House) -> None:
    house.do(ApplyConfiguration(MARIE, house.new))
    house.served_again.clear()
    house.tamper_with_chips()
    assert unchanged(house, RevertConfiguration(MARIE)) == "technician.seal_first"
    assert unchanged(house, ApplyConfiguration(MARIE, house.old)) == "technician.not_sealed"


def test_undo_cures_an_unsealed_text(house: House) -> None:
    house.do(ApplyConfiguration(MARIE, house.new))
    house.path.write_text(house.new + "\n")
    assert isinstance(house.do(RevertConfiguration(MARIE)), ActDone)
    assert house.path.read_text() == house.old
    assert house.wrong == []


def test_no_earlier_text_no_undo(house: House) -> None:
    assert unchanged(house, RevertConfiguration(MARIE)) == "technician.nothing_before"


@pytest.mark.parametrize("before", [b"nonsense", b"\xff", b""])
def test_invalid_earlier_text_refused(house: House, before: bytes) -> None:
    house.previous.write_bytes(before)
    unchanged(house, RevertConfiguration(MARIE))


def test_seal_brings_the_backup_up_to_date(house: House) -> None:
    house.tamper_with_chips()
    house.do(SealConfiguration(MARIE))
    assert house.backups == 1


def test_sealing_lists_the_changes(house: House) -> None:
    assert said(house.do(SealConfiguration(MARIE)).notes) == [
        f"Déjà scellé{NO_BREAK}: rien à faire"
    ]
    house.tamper_with_chips()
    done = house.do(SealConfiguration(MARIE))
    assert said(done.notes) == [f"{house.chips}{NO_BREAK}: altéré", "Scellé à nouveau"]
    assert house.wrong == []
    ((note, _),) = house.recorded
    assert note.values == {"who": "marie", "files": str(house.chips)}
    said([note])


def test_no_device_key_no_change(house: House) -> None:
    (house.state / DEVICE_KEY_FILE).unlink()
    assert unchanged(house, ApplyConfiguration(MARIE, house.new)) == "technician.not_sealed"
    assert unchanged(house, SealConfiguration(MARIE)) == "trust.no_device"


# what goes wrong on the way


@pytest.mark.parametrize("name", ["table.toml", "table.toml.before", "seal.json"])
@pytest.mark.parametrize("undo", [False, True], ids=["apply", "revert"])
def test_unwritable_file_prevents_change(house: House, name: str, undo: bool) -> None:
    """A folder stands where the new content is to be written first."""
    house.do(ApplyConfiguration(MARIE, house.new))
    house.served_again.clear()
    folder = house.state if name == SEAL_FILE else house.folder
    (folder / f"{name}.half").mkdir()
    request = RevertConfiguration(MARIE) if undo else ApplyConfiguration(MARIE, house.new + "\n")
    assert unchanged(house, request) == "technician.unwritten"
    assert house.wrong == []


def test_power_cut_leaves_one_curable_text(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.do(ApplyConfiguration(MARIE, house.new))
    newest = house.new + "# newest\n"
    for request, texts in (
        (ApplyConfiguration(MARIE, newest), [house.new, newest]),
        (RevertConfiguration(MARIE), [house.new, house.old]),
    ):
        whole, outcomes = house.files, []
        for _ in every_cut(lambda request=request: house.do(request) and None, monkeypatch):
            outcomes.append((texts.index(house.path.read_text()), len(house.wrong)))
            assert house.previous.read_text() in (house.old, house.new)
            assert outcomes[-1][0] == 0 or house.recorded[-1][1] == texts[0]
            _is_cured(house)
            house.put_back(whole)
        assert list(dict.fromkeys(outcomes)) == [(0, 0), (1, 1), (1, 0)]


def _is_cured(house: House) -> None:
    """Both cures lead to a sealed text."""
    before = house.files
    for cure in (SealConfiguration(MARIE), RevertConfiguration(MARIE)):
        answer = house.do(cure)
        same = isinstance(answer, Refusal) and answer.why.key == "technician.same"
        assert same or (isinstance(answer, ActDone) and house.wrong == [])
        house.put_back(before)
