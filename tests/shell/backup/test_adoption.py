"""Adoption: a blank card goes on with a stick, exactly where the dead one was, after any cut."""

from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.core.vocabulary.events import ClearAllowed, Event, KeyPressed, KeySwitchTurned
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from firmware.shell.backup.adoption import adopt, check_adoption
from firmware.shell.backup.backup import BACKUP_FILE, read_backup
from firmware.shell.backup.journal_summary import read_journal
from firmware.shell.backup.refresh import FORMER_KEYS
from firmware.shell.backup.stick import read_stick
from firmware.shell.evidence.bundle import EvidenceBundle
from firmware.shell.evidence.export import export_bundle
from firmware.shell.evidence.succession import compare_bundles
from firmware.shell.evidence.verify import bundle_problems
from firmware.shell.journal import (
    DirectoryCopy,
    JournalDamaged,
    JournalInUse,
    JournalStale,
)
from firmware.shell.service.loop import TableLoop
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.trust.keys import PUBLIC_KEY_FILE, DeviceKey, fingerprint
from firmware.shell.words.words import Words
from tests.kits.shell.loop_kit import CONFIRM, cards, do
from tests.kits.shell.replaced_card import (
    HALF_A_ROUND,
    ROUND,
    TableWithStick,
    dead_table,
    restored,
    table_with_stick,
)
from tests.kits.shell.trust_kit import every_cut

MADE = "2026-11-29T12:00:00+00:00"


def adopted(table: TableWithStick) -> list[str]:
    """Adopt the stick; return the keys of the steps that were taken."""
    stick = read_stick(table.stick, table.config_path)
    check_adoption(stick, table.adopting)
    return [step.key for step in adopt(stick, table.adopting)]


def refusal(table: TableWithStick) -> str:
    """Return the key of the reason for which the stick is refused; nothing has changed then."""
    before = table.content()
    with pytest.raises(RequestFailed) as refused:
        adopted(table)
    assert table.content() == before
    return refused.value.why.key


def shown(loop: TableLoop) -> Status:
    reporter = StatusReporter("Baccara 2", "baccarat", Words.load("en"))
    return reporter.table_status(loop.table, reporter.table_panel(loop.table), ())


def two_persons_clear(*faults: tuple[str, str]) -> list[Event]:
    allowed: list[Event] = [ClearAllowed(*fault) for fault in faults]
    clears = [KeyPressed(Key.CLEAR_FAULTS)] * len(faults)
    return [*allowed, KeySwitchTurned(on=True), *clears, KeySwitchTurned(on=False), CONFIRM]


NEW_KEY = ("configuration", "device_changed")


def test_open_round_goes_on_exactly(tmp_path: Path) -> None:
    with_card, without = (
        table_with_stick(tmp_path / "a"),
        dead_table(tmp_path / "b", *ROUND, *HALF_A_ROUND),
    )
    with_card.play(*ROUND, *HALF_A_ROUND)
    adopted(without)
    with with_card.served() as same, without.served() as new:
        faults = [(fault.part, fault.code) for fault in shown(new).faults]
        assert faults == [NEW_KEY]
        assert new.table.state.meters == same.table.state.meters
        do(same, CONFIRM)
        do(new, *two_persons_clear(NEW_KEY))
        assert shown(new) == shown(same)
        locked = new.table.state.round.bets.locked_bets
        assert {(bet.place, bet.cents) for bet in locked.values()} == {
            ((3, "player"), 12500),
            ((1, "tie"), 500),
        }


def test_everything_but_the_key_comes_back(tmp_path: Path) -> None:
    table = table_with_stick(tmp_path)
    table.play(*ROUND)
    lost = table.lose_card()
    assert set(adopted(table)) == {"adopt.restored"}
    for path in ("etc/table.toml", "etc/chips.csv", "etc/decks/shoe-1.csv"):
        assert (table.card / path).read_bytes() == (lost / path).read_bytes()
    assert not list(table.state.glob("device.*"))
    (former,) = (table.state / FORMER_KEYS).iterdir()
    assert former.read_bytes() == (lost / "state" / PUBLIC_KEY_FILE).read_bytes()


def test_rule_pack_of_the_house_comes_back(tmp_path: Path) -> None:
    table = table_with_stick(tmp_path)
    house = table.config_path.with_name("house.toml")
    house.write_text('[pack]\nname = "house"\nextends = "quebec-2007"\n')
    with table.config_path.open("a") as config:
        config.write('\n[rules]\npack = "house.toml"\n')
    table.play(*HALF_A_ROUND)
    table.lose_card()
    adopted(table)
    assert house.read_text().startswith("[pack]")
    with table.served() as loop:
        assert len(loop.table.state.round.bets.locked_bets) == 2


def test_stick_is_only_read(tmp_path: Path) -> None:
    table = dead_table(tmp_path, *HALF_A_ROUND)
    before = {path: path.read_bytes() for path in table.stick.rglob("*.*")}
    adopted(table)
    assert {path: path.read_bytes() for path in table.stick.rglob("*.*")} == before


def test_second_time_there_is_nothing_to_do(tmp_path: Path) -> None:
    table = dead_table(tmp_path, *HALF_A_ROUND)
    adopted(table)
    after = table.content()
    assert adopted(table) == []
    assert table.content() == after


def test_own_empty_journal_is_set_aside_whole(tmp_path: Path) -> None:
    table = begun_once(dead_table(tmp_path, *HALF_A_ROUND))
    own = {path.name: path.read_bytes() for path in table.copies[0].iterdir()}
    assert adopted(table)[-1] == "adopt.set_aside"
    aside = table.card / "journal.before-adopt-1"
    assert {path.name: path.read_bytes() for path in aside.iterdir()} == own
    with table.served() as loop:
        assert loop.table.state.round.bets.locked_bets
        assert NEW_KEY in {(fault.part, fault.code) for fault in shown(loop).faults}


def begun_once(table: TableWithStick, *events: Event) -> TableWithStick:
    """The new card was configured by hand, and begun with another stick."""
    table.configure()
    config = table.config_path.read_text()
    table.config_path.write_text(f"# by hand\n{config}")
    with table.served(*events, stick=table.folder / "blank"):
        pass
    return table


@pytest.mark.parametrize("is_begun", [False, True], ids=["blank_card", "begun_card"])
def test_any_cut_is_made_good_by_the_same_command(
    is_begun: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = dead_table(tmp_path, *HALF_A_ROUND)
    if is_begun:
        begun_once(table)
    before = table.content()
    adopted(table)
    after = without_halves(table)
    restored(tmp_path, before)
    for _ in every_cut(lambda: adopted(table) and None, monkeypatch):
        assert_no_half_is_started(table)
        adopted(table)
        assert without_halves(table) == after
        restored(tmp_path, before)


def assert_no_half_is_started(table: TableWithStick) -> None:
    """A start in between has a journal of its own, no configuration, or all that the stick has."""
    has_own_journal = table.copies[0].is_dir()
    if not has_own_journal and table.config_path.exists():
        for path in (table.config_path, table.registry_path):
            assert path.read_bytes() == backed_up(table, path)


def without_halves(table: TableWithStick) -> dict[str, bytes]:
    """What is there but for what a cut has left half, which nothing reads."""
    return {path: octets for path, octets in table.content().items() if ".half" not in path}


def backed_up(table: TableWithStick, path: Path) -> bytes:
    backup = read_backup(table.backup_path)
    assert backup is not None
    return backup.files[str(path)]


def test_replaced_file_stays_beside_the_restored_one(tmp_path: Path) -> None:
    table = begun_once(dead_table(tmp_path))
    by_hand = table.config_path.read_bytes()
    adopted(table)
    assert table.config_path.read_bytes() == backed_up(table, table.config_path)
    assert Path(f"{table.config_path}.before-adopt-1").read_bytes() == by_hand


def test_two_histories_are_refused(tmp_path: Path) -> None:
    table = begun_once(dead_table(tmp_path, *ROUND), CONFIRM, *ROUND)
    assert refusal(table) == "adopt.two_histories"


def test_own_journal_that_cant_be_read_is_not_left(tmp_path: Path) -> None:
    table = begun_once(dead_table(tmp_path))
    flip(table.copies[0] / "000001.seg", 4200)
    assert refusal(table) == "adopt.own_unreadable"


def flip(path: Path, offset: int) -> None:
    octets = bytearray(path.read_bytes())
    octets[offset] ^= 1
    path.write_bytes(octets)


def test_own_damaged_copy_is_for_the_start_to_repair(tmp_path: Path) -> None:
    table = table_with_stick(tmp_path)
    table.play(*HALF_A_ROUND)
    flip(table.copies[0] / "000001.seg", 4400)
    (table.config_path).unlink()
    assert adopted(table) == ["adopt.restored"]
    with table.served() as loop:
        assert len(loop.table.state.round.bets.locked_bets) == 2


def test_damaged_state_is_refused_with_its_record(tmp_path: Path) -> None:
    table = dead_table(tmp_path, *ROUND)
    (last,) = sorted(table.copies[1].iterdir())[-1:]
    flip(last, 4400)
    before = table.content()
    with pytest.raises(JournalDamaged) as damaged:
        adopted(table)
    assert damaged.value.why.key == "journal.why.at_record"
    assert table.content() == before


def test_damage_before_the_live_segment_is_reported_and_adopted(tmp_path: Path) -> None:
    table = dead_table(tmp_path, *ROUND * 12, *HALF_A_ROUND)
    whole = read_journal(table.copies[1])
    assert len(list(table.copies[1].iterdir())) > 1
    flip(table.copies[1] / "000001.seg", 4400)
    damaged = read_journal(table.copies[1])
    assert damaged.damage is not None
    assert (damaged.last_record, damaged.last_wall) == (whole.last_record, whole.last_wall)
    assert "adopt.restored" in adopted(table)


def test_stick_that_was_left_behind_is_refused(tmp_path: Path) -> None:
    table = table_with_stick(tmp_path)
    with table.served(CONFIRM, *ROUND) as loop:
        second = loop._ledger._log._copies.all_copies[1]  # type: ignore[attr-defined]
        loop._ledger._log._copies.drop(second, OSError())  # type: ignore[attr-defined]
        do(loop, *HALF_A_ROUND)
    table.lose_card()
    table.configure()
    with pytest.raises(JournalStale):
        adopted(table)


def test_cut_journal_is_adopted_to_its_last_whole_commit(tmp_path: Path) -> None:
    table = dead_table(tmp_path, *HALF_A_ROUND)
    (live,) = sorted(table.copies[1].iterdir())[-1:]
    before = read_journal(table.copies[1]).last_record
    with live.open("r+b") as segment:
        used = len(live.read_bytes().rstrip(b"\0"))
        segment.truncate(used)
        segment.seek(0, 2)
        segment.write(b"\xc7REC torn")
    assert read_journal(table.copies[1]).last_record == before
    assert "adopt.restored" in adopted(table)


@pytest.mark.parametrize("has_folder", [False, True])
def test_stick_without_a_journal_is_refused(has_folder: bool, tmp_path: Path) -> None:
    table = table_with_stick(tmp_path)
    if has_folder:
        table.copies[1].mkdir()
    assert refusal(table) == "adopt.no_stick"
    table.config_path.unlink()
    assert refusal(table) == "adopt.no_stick"


def test_stick_of_an_earlier_version_needs_a_configuration(tmp_path: Path) -> None:
    table = dead_table(tmp_path, *HALF_A_ROUND)
    table.backup_path.unlink()
    assert refusal(table) == "adopt.no_config"
    table.configure()
    assert adopted(table) == []
    with table.served() as loop:
        assert len(loop.table.state.round.bets.locked_bets) == 2


def test_damaged_backup_is_not_used_and_said(tmp_path: Path) -> None:
    table = dead_table(tmp_path, *HALF_A_ROUND)
    flip(table.backup_path, 300)
    table.configure()
    stick = read_stick(table.stick, table.config_path)
    assert stick.backup is None
    assert stick.backup_problem is not None
    assert stick.backup_problem.key == "adopt.bad_backup"


def test_backup_of_another_journal_is_refused(tmp_path: Path) -> None:
    table = dead_table(tmp_path / "a")
    other = dead_table(tmp_path / "b")
    table.backup_path.write_bytes((other.stick / BACKUP_FILE).read_bytes())
    assert refusal(table) == "adopt.other_backup"


def test_backup_puts_nothing_beside_the_keys(tmp_path: Path) -> None:
    table = dead_table(tmp_path)
    moved = AdoptingIn(table, table.card / "etc")
    with pytest.raises(RequestFailed) as refused:
        moved()
    assert refused.value.why.key == "adopt.bad_place"


class AdoptingIn:
    """The same stick, at a device whose keys are where the backup has a registry."""

    def __init__(self, table: TableWithStick, state: Path) -> None:
        self._table, self._state = table, state

    def __call__(self) -> None:
        stick = read_stick(self._table.stick, self._table.config_path)
        device = self._table.adopting
        list(adopt(stick, type(device)(device.config_path, self._state)))


def test_table_in_service_is_refused(tmp_path: Path) -> None:
    table = table_with_stick(tmp_path)
    table.play(*ROUND)
    with table.served(), pytest.raises(JournalInUse):
        adopted(table)


@pytest.mark.parametrize("later", [[], [*cards("7C")]], ids=["at_once", "a_card_later"])
def test_evidence_goes_on_over_both_keys(later: list[Event], tmp_path: Path) -> None:
    table = table_with_stick(tmp_path)
    table.play(*ROUND, *HALF_A_ROUND)
    early = exported(table, "early")
    table.lose_card()
    adopted(table)
    with table.served(*two_persons_clear(NEW_KEY), *later):
        pass
    late = exported(table, "late")
    assert early.valid_statement.public_key != late.valid_statement.public_key
    assert [*bundle_problems(early), *bundle_problems(late)] == []
    verdict = compare_bundles(early, late)
    assert (verdict.outcome, verdict.verdict_text.key) == ("proven", "evidence.adopted")
    assert main(["replay", str(table.copies[0])]) == 0
    assert main(["meters", "--recount", "--journal", str(table.copies[0])]) == 0


def test_copied_journal_is_no_change_of_device(tmp_path: Path) -> None:
    table = table_with_stick(tmp_path)
    table.play(*ROUND)
    early = exported(table, "early")
    (tmp_path / "thief").mkdir()
    late = exported(table, "late", DeviceKey.enrol(tmp_path / "thief"))
    verdict = compare_bundles(early, late)
    assert (verdict.outcome, verdict.verdict_text.key) == ("contradicted", "evidence.other_devices")


def exported(table: TableWithStick, name: str, device: DeviceKey | None = None) -> EvidenceBundle:
    path = table.folder / name
    copies = [DirectoryCopy(copy) for copy in table.copies]
    export_bundle(copies, path, device or DeviceKey.load(table.state), MADE)
    return EvidenceBundle.open(path)


def test_backup_of_the_new_device_names_the_former_one(tmp_path: Path) -> None:
    table = dead_table(tmp_path, *ROUND)
    former = read_journal(table.copies[1]).devices
    adopted(table)
    table.play()
    backup, journal = read_backup(table.backup_path), read_journal(table.copies[1])
    assert backup is not None
    assert journal.devices == (*former, backup.device)
    assert tuple(map(fingerprint, backup.former_keys)) == former
    table.lose_card()
    adopted(table)
    assert len(list((table.state / FORMER_KEYS).iterdir())) == 2
