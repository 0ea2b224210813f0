"""`croupier meters --theory`: a journal's bets beside their expectation."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware.cli.args.exits import EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_UNAVAILABLE
from firmware.cli.commands.theory import ExpectationCount
from firmware.cli.commands.theory_sheet import theory_sheet
from firmware.cli.main import main
from firmware.core.vocabulary.money import Cents
from firmware.odds.edges import Edge
from firmware.odds.expected_hold import Wager
from firmware.odds.hold_statistics import HoldStatistics
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store
from firmware.shell.history.journal_entries import Happened, decode
from firmware.shell.journal import JournalReader
from firmware.shell.rules.pack_files import default_pack, recorded_pack
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.words.words import Words
from tests.kits.evidence.short_evening import EVENING, leave, play
from tests.kits.offenders import each
from tests.kits.quebec import open_game
from tests.kits.shell.loop_kit import CONFIRM, bet, do

NEXT = bet(1, "banker", 1000)
"""After it the journal has the meters of the rounds before."""
LATER = "2026-11-22T12:00:00+00:00"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    loop = play(tmp_path, 3)
    do(loop, *NEXT)
    leave(loop)
    return tmp_path


def line(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main(["meters", "--json", *arguments]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@each("by", ["bet", "day", "hour"])
def test_handle_and_hold_are_the_meters(
    by: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = ("--journal", str(place / "a"))
    meters = line(capsys, *journal)["meters"]
    theory = line(capsys, *journal, "--theory", by)
    assert isinstance(meters, dict)
    assert isinstance(theory["total"], dict)
    assert isinstance(theory["groups"], list)
    rows = [theory["total"], *theory["groups"]] if by != "bet" else [theory["total"]]
    for row in rows:
        assert row["rounds"] == meters["rounds"] == 3
        assert row["handle"] == sum(bet[0] for bet in meters["bets"].values())
        held = sum(bet[4] for bet in meters["bets"].values())
        assert (row["held"] - held) % 10**10 == 0
    if by == "bet":
        for row in theory["groups"]:
            assert row["handle"] == meters["bets"][row["name"]][0]


def test_expectation_is_edge_times_stakes(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    theory = line(capsys, "--journal", str(place / "a"), "--theory")
    figures = stored_figures("baccarat", open_game("baccarat", {}), Store(None, SHIPPED))
    ev = {one.bet: one.expected_profit for one in figures if one.stake in (None, 1000)}
    assert isinstance(theory["groups"], list)
    assert theory["groups"]
    for row in theory["groups"]:
        assert row["expected"] == round(-ev[row["name"]] * row["handle"])


def test_round_counts_at_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for name, more in (("ended", []), ("next", NEXT)):
        loop = play(tmp_path / name, 1)
        do(loop, *more)
        leave(loop)
        found.append(line(capsys, "--journal", str(tmp_path / name / "a"), "--theory"))
    ended, later = found
    assert ended == later
    assert isinstance(ended["total"], dict)
    assert ended["total"]["rounds"] == 1


def test_round_counts_on_day_of_end(tmp_path: Path) -> None:
    """Though its meters are recorded with the next event, two days later."""
    loop = play(tmp_path, 1)
    do(loop, *NEXT)
    leave(loop)
    entries = [decode(payload) for _, payload in JournalReader([tmp_path / "a"]).records()]
    happened = [at for at, entry in enumerate(entries) if isinstance(entry, Happened)]
    end = max(at for at in happened if entries[at].event == CONFIRM)  # type: ignore[union-attr]
    found = ExpectationCount("day")
    for at, entry in enumerate(entries):
        late = isinstance(entry, Happened) and at > end
        found.take(replace(entry, wall=LATER) if late else entry)  # type: ignore[type-var]
    assert list(found.outcome.holds_by_group) == [f"{EVENING.astimezone():%Y-%m-%d}"]


@each("language", ["fr", "en"])
def test_drift_and_missing_figure_reported(language: str) -> None:
    outcome = HoldStatistics()
    (tie,) = (
        one
        for one in stored_figures("baccarat", open_game("baccarat", {}), Store(None, SHIPPED))
        if one.bet == "tie"
    )
    for number in range(1, 40):
        bets = [
            Wager("tie", Cents(100), -800, Edge(tie.chances)),
            Wager("main", Cents(100), 0, None),
        ]
        outcome.add_round(number, bets, lambda bet: bet.bet_name)
    assert not [drift for drift in outcome.drift_notes if drift.is_excess]
    notes = theory_sheet("baccarat", outcome, "bet", Words.load(language, "baccarat")).lines
    round_word = "Coup" if language == "fr" else "Round"
    assert notes[0].startswith(f"{round_word} {outcome.drift_notes[0].note_round}")
    assert ("39,00" if language == "fr" else "39.00") in notes[-1]


def test_empty_or_damaged_journal_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "damaged"
    leave(play(place, 3))
    leave(play(tmp_path / "empty", 0))
    assert (
        main(["meters", "--theory", "--journal", str(tmp_path / "empty" / "a")]) == EXIT_UNAVAILABLE
    )
    assert "aucune mise réglée" in capsys.readouterr().err
    last = list(JournalReader([place / "a"]).records())[-12][1]
    (segment,) = (one for one in (place / "a").glob("*.seg") if last in one.read_bytes())
    octets = bytearray(segment.read_bytes())
    octets[octets.index(last) + 3] ^= 1
    segment.write_bytes(octets)
    assert main(["meters", "--theory", "--journal", str(place / "a")]) == EXIT_FINDINGS
    said = capsys.readouterr()
    assert "Espérance" in said.out
    assert "abîmé" in said.err


def test_records_are_judged_by_a_named_pack(place: Path) -> None:
    """One that is not beside the journal, nor in the house's folder."""
    file = place / "elsewhere.toml"
    file.write_text("[pack]\nname = 'elsewhere'\nextends = 'quebec-2007'\n")
    digest = RulePack("elsewhere", file.read_bytes(), default_pack()).digest
    assert main(["meters", "--journal", str(place / "a"), "--rules", str(file)]) == 0
    assert recorded_pack("elsewhere", digest).digest == digest


def test_named_pack_that_is_nowhere(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["meters", "--journal", str(place / "a"), "--rules", "nowhere.toml"]) == EXIT_BAD_INPUT
    )
    assert "nowhere.toml" in capsys.readouterr().err
