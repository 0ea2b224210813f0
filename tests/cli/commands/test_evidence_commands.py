"""The commands that read the journal: their output, and their exit statuses."""

import json
from pathlib import Path

import pytest
from msgspec import to_builtins

from firmware.cli.args.exits import EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_UNAVAILABLE
from firmware.cli.main import main
from firmware.cli.serving.simulations import SimulatedTable, write_table_file
from firmware.core.vocabulary.events import CorrectionMade
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import Status
from firmware.shell.journal import JournalReader
from firmware.shell.recall import RecalledRounds, recall
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.trust.keys import DeviceKey, fingerprint
from tests.kits.cli.drawn_table import paying
from tests.kits.evidence.short_evening import leave, play
from tests.kits.shell.loop_kit import do


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where a journal of three rounds is, in copies a and b, beside a device's key."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    leave(play(tmp_path, 3))
    DeviceKey.enrol(tmp_path)
    return tmp_path


def test_recall_prints_last_rounds(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recall", "2", "--journal", str(place / "a")]) == 0
    printed = capsys.readouterr().out
    assert "Coup 3, Baccara," in printed
    assert "Coup 4, Baccara," in printed
    assert "Coup 2" not in printed
    assert "La Banque gagne, 7 contre 6" in printed
    assert main(["recall", "--json", "--journal", str(place / "a"), str(place / "b")]) == 0
    rounds = json.loads(capsys.readouterr().out)["rounds"]
    assert [one["number"] for one in rounds] == [1, 2, 3, 4]


def test_recall_reads_the_running_table(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rounds = recall(JournalReader([place / "a"]), 1)
    asked: list[dict[str, object]] = []

    def answer(line: bytes, _uid: int) -> RecalledRounds | Status:
        asked.append(json.loads(line))
        return RecalledRounds(rounds) if asked[-1]["get"] == "recall" else paying("en")

    write_table_file(place, SimulatedTable("baccarat", None, ("a", "b"), "croupier.sock"))
    socket = LineSocket(place / "croupier.sock", 0o600, answer)
    try:
        assert main(["recall", "1", "--lang", "en"]) == 0
    finally:
        socket.close()
    assert "Round 4, Baccarat," in capsys.readouterr().out
    assert asked[0] == {"rounds": 1, "get": "recall"}
    assert [query["get"] for query in asked] == ["recall", "status"]


def test_old_round_by_number_or_time(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = ["--journal", str(place / "a"), str(place / "b")]
    assert main(["recall", "--round", "2", *journal]) == 0
    printed = capsys.readouterr().out
    assert "Coup 2, Baccara," in printed
    assert "Coup 3" not in printed
    assert main(["recall", "--round", "2", "--json", *journal]) == 0
    (one,) = json.loads(capsys.readouterr().out)["rounds"]
    assert one["number"] == 2
    assert main(["recall", "--at", one["closed"], "--json", *journal]) == 0
    assert json.loads(capsys.readouterr().out) == {"rounds": [one], "previous": None, "next": None}
    assert main(["recall", "--at", "2001-01-01 12:00", "--lang", "en", *journal]) == 0
    assert "before round 1" in capsys.readouterr().out


def test_index_is_in_state_directory(
    place: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    carried = tmp_path_factory.mktemp("carried")
    (place / "a").rename(carried / "a")
    assert main(["recall", "--rebuild-index", "--journal", str(carried / "a")]) == 0
    assert "coups : 3" in capsys.readouterr().out.replace("\u00a0", " ")
    assert [path.name for path in carried.iterdir()] == ["a"]
    assert (place / "carried.index").exists()


def test_index_of_other_journal_rebuilt(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "carried.index").write_bytes(b"something else")
    assert main(["recall", "--round", "3", "--lang", "en", "--journal", str(place / "a")]) == 0
    output = capsys.readouterr()
    assert "Round 3, Baccarat," in output.out
    assert "being rebuilt" in output.err


@pytest.mark.parametrize("asked", [["--round", "0"], ["--at", "tomorrow"], ["--at", "2999-01-01"]])
def test_impossible_request_is_reported(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["recall", *asked]) == EXIT_BAD_INPUT
    assert asked[0] in capsys.readouterr().err


def test_recounted_meters_agree(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = ["--journal", str(place / "a")]
    assert main(["meters", *journal]) == 0
    assert "0000000003  Coups réglés" in capsys.readouterr().out
    assert main(["meters", "--recount", *journal]) == 0
    assert "identiques" in capsys.readouterr().out
    assert main(["meters", "--json", *journal]) == 0
    assert json.loads(capsys.readouterr().out)["meters"]["rounds"] == 3


def test_meters_include_corrections(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of many corrections most begin segments without an opening of their own."""
    loop = play(tmp_path, 2)
    correction = CorrectionMade(1, Place(1, "banker"), 500, "x" * 200, ("anne", "luc"))
    do(loop, *[correction] * 40)
    leave(loop)
    for options in (["--json"], ["--json", "--recount"]):
        assert main(["meters", *options, "--journal", str(tmp_path / "a")]) == 0
        printed = json.loads(capsys.readouterr().out)["meters"]
        assert printed == to_builtins(loop.table.state.meters)
        assert printed["overrides"] == 40


def test_journal_and_bundle_replayed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle = place / "bundle"
    assert main(["export", "-o", str(bundle), "--journal", str(place / "a")]) == 0
    capsys.readouterr()
    for journal in (place / "b", bundle):
        assert main(["replay", str(journal), "--lang", "en"]) == 0
        printed = capsys.readouterr().out.splitlines()
        assert printed[0].startswith("The journal is another program's: croupier 0 (00)")
        assert printed[-1].startswith("The same: ")


def test_export_verified_by_device_key(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle = place / "bundle"
    device = DeviceKey.load(place)
    assert main(["export", "-o", str(bundle), "--journal", str(place / "a")]) == 0
    assert fingerprint(device.public_key) in capsys.readouterr().out
    spoken = fingerprint(device.public_key).lower().replace(" ", "")
    for key in (str(place / "device.pub"), fingerprint(device.public_key), spoken):
        assert main(["verify", str(bundle), "--device", key]) == 0
    assert "Intact" in capsys.readouterr().out
    assert main(["verify", str(bundle), "--device", "AAAA BBBB " * 4]) == EXIT_FINDINGS
    assert "autre appareil" in capsys.readouterr().out


def test_altered_bundle_is_no_success(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundle = place / "bundle"
    assert main(["export", "-o", str(bundle), "--journal", str(place / "a")]) == 0
    data = bytearray(bundle.read_bytes())
    data[-1] ^= 1
    bundle.write_bytes(data)
    capsys.readouterr()
    assert main(["verify", str(bundle), "--lang", "en"]) == EXIT_FINDINGS
    printed = capsys.readouterr().out
    assert "ALTERED" in printed
    assert "First record touched" in printed


def test_copies_of_two_journals_refused(
    place: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path_factory.mktemp("other")
    leave(play(other, 1))
    named = [str(place / "a"), str(other / "b")]
    out = place / "out"
    assert main(["export", "-o", str(out), "--journal", *named, "--lang", "en"]) == EXIT_BAD_INPUT
    assert "are copies of different journals" in capsys.readouterr().err
    assert not out.exists()


def test_unwritable_file_named_as_typed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(place / "no" / "out")
    assert main(["export", "-o", out, "--journal", str(place / "a")]) == EXIT_UNAVAILABLE
    assert f"{out} :" in capsys.readouterr().err.replace("\u00a0", " ")


def test_export_needs_the_device_key(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "device.key").unlink()
    assert (
        main(["export", "-o", str(place / "out"), "--journal", str(place / "a")])
        == EXIT_UNAVAILABLE
    )
    assert "Clé de l'appareil illisible" in capsys.readouterr().err
    assert not (place / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["recall", "--journal", "{}/none"], EXIT_UNAVAILABLE),
        (["recall", "--round", "3", "--journal", "{}/none"], EXIT_UNAVAILABLE),
        (["recall", "--at", "2026-01-01", "--journal", "{}/none"], EXIT_UNAVAILABLE),
        (["recall", "--rebuild-index", "--journal", "{}/none"], EXIT_UNAVAILABLE),
        (["recall", "--round", "99", "--journal", "{}/a"], EXIT_BAD_INPUT),
        (["meters", "--journal", "{}/none"], EXIT_UNAVAILABLE),
        (["meters", "--recount", "--journal", "{}/none"], EXIT_UNAVAILABLE),
        (["replay", "{}/none"], EXIT_BAD_INPUT),
        (["replay", "{}/device.pub"], EXIT_BAD_INPUT),
        (["replay", "{}"], EXIT_BAD_INPUT),
        (["verify", "{}/device.pub"], EXIT_BAD_INPUT),
        (["verify", "{}/none"], EXIT_UNAVAILABLE),
        (["verify", "{}"], EXIT_UNAVAILABLE),
        (["export", "--journal", "{}/none", "-o", "{}/out"], EXIT_UNAVAILABLE),
        (["export", "--journal", "{}/a", "-o", "{}/no/out"], EXIT_UNAVAILABLE),
        (["export", "--journal", "{}/a", "-o", "{}/device.pub"], EXIT_BAD_INPUT),
        (["export", "--journal", "{}/a", "-o", "{}/out", "--from", "99"], EXIT_BAD_INPUT),
        (["recall", "--config", "{}/none.toml"], EXIT_BAD_INPUT),
    ],
    ids=str,
)
def test_unreadable_file_in_one_line(
    arguments: list[str], status: int, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [argument.format(place) for argument in arguments]
    assert main(given) == status
    output = capsys.readouterr()
    assert output.err.startswith(f"croupier {given[0]}: ")
    assert "Traceback" not in output.err
    assert output.out == ""
    assert not (place / "out").exists()
