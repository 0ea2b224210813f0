"""`croupier recall --unseen`: the payments that no reader saw, out of the journal's records."""

import json
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.core.vocabulary.events import Event, KeyPressed, KeySwitchTurned, TestBegun, TestEnded
from firmware.core.vocabulary.keys import Key
from firmware.shell.words.templates import NO_BREAK
from tests.kits.evidence.short_evening import leave, play
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, UNDO, bet, cards

NEXT = KeyPressed(Key.NEXT_PAYMENT)
WON = [*bet(1, "player", 10000), CLOSE, *cards("9S TD TS 5H")]
PAID = [*bet(1, "player", 20000), *bet(1, "player", 0)]
UNSEEN = [*WON, NEXT, CONFIRM, *bet(1, "player", 0)]
SEEN = [*WON, *PAID, CONFIRM]
UNDONE = [*WON, NEXT, CONFIRM, UNDO, *PAID, CONFIRM]


def recalled(
    place: Path, capsys: pytest.CaptureFixture[str], events: list[Event], *options: str
) -> str:
    leave(play(place, 1, events=events))
    assert main(["recall", "--unseen", *options, "--journal", str(place / "a")]) == 0
    return capsys.readouterr().out.replace(NO_BREAK, " ")


def test_each_is_a_line_with_its_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = recalled(tmp_path, capsys, [*SEEN, *UNSEEN, *SEEN, *UNSEEN], "--lang", "en")
    words = [line.partition(", ")[2] for line in lines.splitlines()]
    assert words == [
        "round 2. Payment not seen, spot 1, Player: $200.00 due, $100.00 lay there",
        "round 4. Payment not seen, spot 1, Player: $200.00 due, $100.00 lay there",
    ]


def test_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (payment,) = json.loads(recalled(tmp_path, capsys, UNSEEN, "--json"))["payments"]
    assert payment["wall"].startswith("20")
    assert payment["payment"] == {
        "ruling": "PaymentUnseen", "round": 1, "place": [1, "player"],
        "due_cents": 20000, "lies_cents": 10000, "bettor": None,
    }  # fmt: skip


def test_undone_payment_is_not_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert recalled(tmp_path, capsys, UNDONE) == "Aucun paiement n'a échappé au lecteur\n"


def test_test_round_is_not_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun = [KeySwitchTurned(on=True), TestBegun(), CONFIRM]
    said = recalled(tmp_path, capsys, [*begun, *UNSEEN, TestEnded()], "--lang", "en")
    assert said == "No payment went unseen\n"


def test_recalled_round_lists_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    leave(play(tmp_path, 1, events=[*UNSEEN, *SEEN]))
    assert main(["recall", "--round", "1", "--journal", str(tmp_path / "a"), "--lang", "en"]) == 0
    said = capsys.readouterr().out.replace(NO_BREAK, " ")
    assert "Payment not seen, spot 1, Player: $200.00 due, $100.00 lay there" in said


def test_socket_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recall", "--unseen", "--socket", "/run/croupier/control.sock"]) == 2
    assert "--socket" in capsys.readouterr().err
