"""`croupier deck` from end to end, on a simulated reader."""

from pathlib import Path

import pytest

from drivers.tags.deck_registry import load_deck, load_decks
from firmware.cli.commands import deck
from firmware.cli.main import main
from hal.errors import PortTaken
from tests.kits.cli.steered_deck import steer
from tests.kits.paths import EXAMPLES


@pytest.fixture(autouse=True)
def _steered(monkeypatch: pytest.MonkeyPatch) -> None:
    steer(monkeypatch)


def enrol(registry: Path, *more: str, example: str = "rfid", name: str = "7") -> int:
    config = ("--config", str(EXAMPLES / f"{example}.toml"), "--registry", str(registry))
    return main(["deck", "enrol", *config, "--deck", name, "--batch", "2026-11", *more])


def test_whole_deck_is_enrolled_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert enrol(tmp_path, "--cut") == 0
    assert len(load_decks(tmp_path)) == 53
    assert "Jeu complet" in capsys.readouterr().out
    assert enrol(tmp_path, "--cut", "--lang", "en") == 0
    assert "enrolled\n" not in capsys.readouterr().out
    assert main(["deck", "check", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "Jeu 7, lot 2026-11\u00a0: 53 cartes\n"


def test_interrupted_enrolment_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = []

    def interrupted(found: object, path: Path) -> None:
        saved.append(path)
        if len(saved) == 11:
            raise KeyboardInterrupt
        real(found, path)  # type: ignore[arg-type]

    real = deck.save_deck
    with monkeypatch.context() as patched:
        patched.setattr(deck, "save_deck", interrupted)
        assert enrol(tmp_path) == 130
    assert "reprend" in capsys.readouterr().out
    assert len(load_deck(tmp_path / "7.csv").cards) == 10
    assert enrol(tmp_path) == 0
    assert len(load_decks(tmp_path)) == 52


@pytest.mark.parametrize(
    ("more", "example", "name", "said"),
    [
        ((), "baccarat", "7", "pn532"),
        ((), "rfid", "a/b", "lettres"),
        ((), "none", "7", "n'existe pas"),
    ],
)
def test_impossible_enrolment_exits_2(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    more: tuple[str, ...],
    example: str,
    name: str,
    said: str,
) -> None:
    assert enrol(tmp_path, *more, example=example, name=name) == 2
    assert said in capsys.readouterr().err


def test_deck_of_another_batch_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "7.csv").write_text("deck,batch,jokers,cut\n7,2025-01,0,no\nuid,card\n")
    assert enrol(tmp_path) == 2
    assert "2025-01" in capsys.readouterr().err


def test_reader_in_use_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def taken(*_: object) -> None:
        raise PortTaken("taken")

    monkeypatch.setattr(deck, "_open_reader", taken)
    assert enrol(tmp_path) == 3
    assert "systemctl stop croupier" in capsys.readouterr().err


def test_registry_faults_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "7.csv").write_text("deck,batch,jokers,cut\n7,2025-01,0,no\nuid,card\nX,AS\n")
    assert main(["deck", "check", str(tmp_path)]) == 2
    assert "7.csv:4\u00a0: " in capsys.readouterr().err
    assert main(["deck", "check", str(tmp_path / "none")]) == 2
