"""A table's first evening in an emulated Pi, from power-on to the death of its card."""

import re
from typing import Final

import pytest

from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.status import Status
from tests.kits.kernel.guest_table import faults
from tests.kits.paths import ROOT
from tests.kits.pi.pi_table import PATIENCE_S, PiTable
from tests.kits.pi.releases import release_that_fails
from tests.kits.waiting import until

GUIDE: Final = ROOT / "docs" / "en" / "technician.md"
BLOCK: Final = re.compile(r"(?ms)^```sh\n(.*?)^```")


def test_power_on_leads_to_a_closed_table(table: PiTable) -> None:
    status = table.power_on()
    assert (status.board, status.phase, status.round) == ("pi", "closed", 0)
    assert faults(table.until_well()) == set()
    assert table.unit("ActiveState") == "active"


def test_release_is_accepted(table: PiTable) -> None:
    accepted = table.sh("cat /var/lib/croupier/version.accepted").strip()
    assert accepted == table.look().version


@pytest.mark.parametrize(
    "command", ["check /etc/croupier/table.toml", "manifest", "status", "test"]
)
def test_guide_command_succeeds(table: PiTable, command: str) -> None:
    said = table.sh(f"bash -c 'TIMEFORMAT=%R; time croupier {command}'")
    print(f"$ croupier {command}\n{said}")  # noqa: T201 - shown with its time


def test_first_account_by_the_code_on_the_display(table: PiTable) -> None:
    table.enrol("lea")
    assert "lea" in table.log_in("lea")


def test_release_that_does_not_start_leaves_the_one_before(table: PiTable) -> None:
    before = table.look()
    table.machine.put(release_that_fails("99.0.0"), "/run/next.croupier")
    table.sh("croupier update /run/next.croupier")
    table.sh("systemctl restart --no-block croupier")
    table.until_logged("this release does not start")
    after = table.until_well()
    assert (after.version, after.phase) == (before.version, before.phase)


def test_three_rounds_are_played(table: PiTable) -> None:
    before = table.open().round
    status = table.play(3)
    assert status.round == before + 3
    assert faults(status) == set()


def test_console_answers_by_serial(table: PiTable) -> None:
    assert "Aucune panne" in table.say("status", "Machine")


@pytest.mark.parametrize("part", ["shoe", "chips"])
def test_pulled_cable_named_and_comes_back(table: PiTable, part: str) -> None:
    before = table.look().round
    table.unplug(part)
    table.until_fault(part, "lost")
    table.plug(part)
    table.until_well()
    assert table.open().round == before


def test_killed_service_resumes(table: PiTable) -> None:
    before, starts = table.look().round, table.starts()
    table.world.kill()
    until("a new start", lambda: table.starts() > starts, most_s=PATIENCE_S)
    assert table.until(lambda now: now.ask.do is Act.CONFIRM_FELT).round == before
    table.open()


def test_power_cut_in_a_round_resumes_at_the_same_card(table: PiTable) -> None:
    dealt = table.deal_until(_is_in_mid_round)
    table.cut_power()
    resumed = table.power_on()
    assert _what_lasts(resumed) == _what_lasts(dealt)
    assert table.play(1).round == dealt.round + 1


def test_journal_replays_alike(table: PiTable) -> None:
    table.sh("croupier replay /var/lib/croupier/journal")


def test_dead_card_is_replaced_without_changing_the_stick(table: PiTable) -> None:
    """By the guide's own commands, on a card that has no table yet."""
    dealt = table.deal_until(_is_in_mid_round)
    table.cut_power()
    table.replace_card()
    table.machine.more_arguments = "systemd.unit=basic.target"
    table.machine.power_on()
    table.sh("systemctl start croupier-disk; rm /etc/croupier/table.toml /etc/croupier/chips.csv")
    for command in _guide("croupier adopt"):
        table.sh(command)
    assert _what_lasts(table.look()) == _what_lasts(dealt)
    table.clear()
    assert table.play(1).round == dealt.round + 1
    assert "lea" in table.log_in("lea")


def _is_in_mid_round(status: Status) -> bool:
    return status.ask.do is Act.DEAL_CARD and any(status.cards.values())


def _what_lasts(status: Status) -> tuple[object, ...]:
    """Return what a start must have of the round before it: cards, and bets as they are locked."""
    bets = {number: spot.bets for number, spot in status.spots.items()}
    return status.round, status.phase, status.cards, bets


def _guide(word: str) -> list[str]:
    """Return the guide's commands of the block in which a word occurs; the agent is root."""
    (found,) = (text for text in BLOCK.findall(GUIDE.read_text()) if word in text)
    return [line.split("#")[0].replace("sudo ", "").strip() for line in found.splitlines()]
