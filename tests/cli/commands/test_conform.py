"""`croupier conform`: what each line became, the account, and the exit status."""

import json
import os
from pathlib import Path

import pytest

from firmware.cli.args.exits import EXIT_BAD_INPUT, EXIT_FINDINGS, EXIT_UNAVAILABLE
from firmware.cli.main import main
from tests.kits.offenders import each

GAME = "".join(
    f'{at} in "*X;{state};012;{winner};0;172;0\\r\\n"\n'
    for at, (state, winner) in enumerate(
        [(2, "31")] * 2 + [(3, "31")] * 2 + [(4, "31")] * 2 + [(5, "17")] * 2 + [(1, "17")] * 2
    )
)
GAME = "\n".join(
    f"{int(at) * 500} {rest}" for at, _, rest in (row.partition(" ") for row in GAME.splitlines())
)
UNKNOWN = '0 in "*X;9;012;31;0;172;0\\r\\n"\n500 in "*X;9;012;31;0;172;0\\r\\n"\n'
Run = tuple[int, str, str]


def conform(
    folder: Path,
    content: str | bytes,
    capsys: pytest.CaptureFixture[str],
    *more: str,
    kind: str = "slingshot",
    lang: str = "en",
) -> Run:
    path = folder / "capture"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    status = main(["--lang", lang, "conform", kind, str(path), *more])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_game_is_told_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = conform(tmp_path, GAME, capsys)
    assert (status, err) == (0, "")
    assert "Result read: 17 [ResultSeen symbols=17]" in out
    assert "state 4 warnings 0" in out
    assert "Nothing is unknown" in out


def test_what_was_seen_and_never_seen_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = conform(tmp_path, GAME, capsys)
    seen, _, never_seen = out.partition("never seen")
    assert "2 × state 3 warnings 0" in seen
    assert "  state 6 warnings 0" in never_seen


def test_unknown_message_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = conform(tmp_path, UNKNOWN, capsys)
    assert status == EXIT_FINDINGS
    assert "UNKNOWN: 2A 58 3B 39" in out
    assert "messages are unknown" in out


@each("kind", ("slingshot", "angel-eye", "reshuffled", "rr3036", "mcp23017"))
def test_capture_of_nothing_of_the_kind_is_a_finding(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = conform(tmp_path, b"\x00\x80\x81" * 500, capsys, kind=kind)
    assert status == EXIT_FINDINGS
    assert "is it of another one" in out


@each("kind", ("bee-tek", "angel-eye", "reshuffled", "rr3036", "pn532-hsu", "blower", "sas"))
def test_capture_of_another_unit_is_a_finding(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = conform(tmp_path, GAME, capsys, kind=kind)
    assert status == EXIT_FINDINGS
    assert "is it of another one" in out


def test_json_has_an_object_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = conform(tmp_path, GAME, capsys, "--json")
    *lines, account = map(json.loads, out.splitlines())
    events = [event for line in lines for event in line.get("events", ())]
    assert events == ["NoMoreBetsSeen", "ResultSeen symbols=17"]
    assert [line["line"] for line in lines if "line" in line] == [*range(1, 11)]
    assert (account["lines"], account["unknown"], account["recognised"]) == (10, 0, True)


@each("lang", ("fr", "en"))
def test_page_needs_nothing_else(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    content = GAME + '\n5000 in "<script>&"\n'
    conform(tmp_path, content, capsys, "--html", str(page), lang=lang)
    text = page.read_text(encoding="utf-8")
    assert f'<html lang="{lang}">' in text
    assert "ResultSeen symbols=17" in text
    assert "&lt;script&gt;&amp;" in text
    assert "<script" not in text
    assert "http" not in text
    assert text.endswith("</html>\n")


@each("content, words", (("0 in 41\n1 in 4\n2 in 42\n", "line 2: not"), ("", "nothing in it")))
def test_bad_capture_is_refused_with_its_remedy(
    content: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = conform(tmp_path, content, capsys)
    assert status == EXIT_BAD_INPUT
    assert words in err


@each(
    "arguments, words",
    (
        (("nosuch", "x"), "those that can: angel-eye"),
        (("slingshot", "x", "--set", "numbers"), "is not `key=value`"),
        (("slingshot", "x", "--set", "hots_started=true"), "hots_started"),
        (("angel-eye", "x", "--set", "baud=1"), "4800 / 9600"),
        (("sas", "x", "--set", "address=128"), "from 1 to 127"),
        (("mcp23017", "x", "--set", "spots=many"), "spots"),
    ),
)
def test_wrong_argument_is_refused_with_those_that_can_be(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", "conform", *arguments]) == EXIT_BAD_INPUT
    assert words in capsys.readouterr().err


def test_folder_or_missing_file_is_unavailable(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (tmp_path, tmp_path / "missing"):
        assert main(["conform", "slingshot", str(path)]) == EXIT_UNAVAILABLE
        assert str(path) in capsys.readouterr().err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read all")
def test_forbidden_file_is_unavailable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "secret"
    path.touch(mode=0)
    assert main(["conform", "slingshot", str(path)]) == EXIT_UNAVAILABLE
    assert "secret" in capsys.readouterr().err


def test_options_are_those_of_the_section(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other_numbers = GAME.replace(";17;", ";00;")
    _, out, _ = conform(tmp_path, other_numbers, capsys, "--set", "numbers=38")
    assert "ResultSeen symbols=00" in out
    _, out, _ = conform(tmp_path, other_numbers, capsys)
    assert "fault spin_unknown" in out
