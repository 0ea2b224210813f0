"""`croupier play` as a command: valid and invalid scripts, and the output."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.cli.main import main
from tests.kits.cli.languages import foreign
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.paths import ROOT

GOOD = json.dumps(
    {
        "id": "good",
        "game": "baccarat",
        "steps": [
            {"bet": {"spot": 1, "on": "banker", "cents": 2500}},
            {"press": "no_more_bets"},
            {"cards": ["4S", "KD", "2H", "7C"]},
            {"press": "confirm"},
        ],
    }
)


def script(*steps: str, rest: str = "") -> str:
    return '{"game": "baccarat", "steps": [' + ", ".join(steps) + "]" + rest + "}"


def play(
    capfdbinary: pytest.CaptureFixture[bytes], *paths: Path, lang: str = "fr"
) -> tuple[int, list[dict[str, object]], str]:
    status = main(["play", "--lang", lang, *map(str, paths)])
    out, err = capfdbinary.readouterr()
    return status, [json.loads(line) for line in out.decode().splitlines()], err.decode()


NO_SCRIPTS = {
    "not JSON": "hello",
    "half a line": GOOD[:-3],
    "two on a line": f"{GOOD} {GOOD}",
    "no object": "[1, 2]",
    "null": "null",
    "no game": '{"steps": []}',
    "no steps": '{"game": "baccarat"}',
    "another game": '{"game": "whist", "steps": []}',
    "a game that is a path": '{"game": "../rules", "steps": []}',
    "steps no list": '{"game": "baccarat", "steps": {}}',
    "unknown key": script(rest=', "tempo": 3'),
    "unknown step": script('{"sing": true}'),
    "unknown key of a step": script('{"bet": {"spot": 1, "on": "tie", "cents": 5, "why": 1}}'),
    "unknown press": script('{"press": "panic"}'),
    "nothing done": script("{}"),
    "two things done": script('{"press": "confirm", "card": "AS"}'),
    "cut false": script('{"cut": false}'),
    "cut 1": script('{"cut": 1}'),
    "revolutions of a bet": script(
        '{"bet": {"spot": 1, "on": "tie", "cents": 5}, "revolutions": 5}'
    ),
    "revolutions alone": script('{"revolutions": 5}'),
    "cents a float": script('{"bet": {"spot": 1, "on": "tie", "cents": 5.5}}'),
    "cents a whole float": script('{"bet": {"spot": 1, "on": "tie", "cents": 5.0}}'),
    "cents a text": script('{"bet": {"spot": 1, "on": "tie", "cents": "5"}}'),
    "cents of 5000 digits": script(
        '{"bet": {"spot": 1, "on": "tie", "cents": 1' + 5000 * "0" + "}}"
    ),
    "spot a text": script('{"take": {"spot": "1", "on": "tie"}}'),
    "no bet named": script('{"take": {"spot": 1}}'),
    "unknown card": script('{"card": "1S"}'),
    "card in small letters": script('{"cards": ["AS", "kd"]}'),
    "card a number": script('{"card": 7}'),
    "no card entered": script('{"enter": {}}'),
    "resolved otherwise": script('{"resolve": {"spot": 1, "on": "tie", "do": "keep"}}'),
    "spots a text": script(rest=', "spots": "7"'),
    "spots a float": script(rest=', "spots": 7.5'),
    "limits of one": script(rest=', "limits": {"tie": [1]}'),
    "limits a float": script(rest=', "limits": {"tie": [1, 2.5]}'),
    "the same key twice": script('{"press": "confirm", "press": "void"}'),
    "the same option twice": script(rest=', "options": {"decks": 6, "decks": 8}'),
    "nested deeply": script(rest=', "options": {"a": ' + 50_000 * "[" + 50_000 * "]" + "}"),
    "not a number": script(rest=', "options": {"a": NaN}'),
    "half a surrogate": script(rest=', "id": "\\ud800"'),
}


@each("kind", NO_SCRIPTS)
def test_invalid_script_names_line(
    kind: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text(f"{GOOD}\n\n{NO_SCRIPTS[kind]}\n")
    for language, space in (("fr", "\u00a0"), ("en", "")):
        status, said, err = play(capfdbinary, path, lang=language)
        assert (status, said) == (2, [])
        place, _, reason = err.partition(f"{path}:3{space}: ")
        assert place == "croupier play: "
        assert len(reason.strip()) > 5
        assert foreign(reason, language) == []
        assert err.count("\n") == 1


NOTHING_IN_IT = (
    b"",
    b"\n \r\n",
    b"\x00\xff\xfe",
    b"\xef\xbb\xbf" + GOOD.encode(),
    GOOD.encode("utf-16"),
    GOOD.replace("good", "é").encode("latin-1"),
    bytes(range(256)),
)


@each("data", NOTHING_IN_IT)
def test_file_without_scripts_refused(
    data: bytes, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_bytes(data)
    status, said, err = play(capfdbinary, path)
    assert (status, said) == (2, [])
    assert f"{path}:1\u00a0: " in err


def test_unreadable_file_is_refused(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    good = tmp_path / "good.jsonl"
    good.write_text(GOOD)
    for path in (tmp_path, tmp_path / "missing.jsonl"):
        status, said, err = play(capfdbinary, good, path)
        assert (status, said) == (2, [])
        assert err.startswith(f"croupier play: {path}\u00a0: ")


def test_files_are_played_in_order(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    nameless = GOOD.replace('"id": "good", ', "")
    first.write_bytes(f"{GOOD}\r\n\r\n{nameless}\r\n".encode())
    second.write_text(nameless)
    status, said, err = play(capfdbinary, first, second)
    assert (status, err) == (0, "")
    assert [line["script"] for line in said if "script" in line] == ["good", 3, 1]
    assert [line for line in said if "refused" in line or "unfinished" in line] == []
    assert len([line for line in said if "settled" in line]) == 3


def test_long_line_is_a_script_too(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "long.jsonl"
    path.write_text(script('{"dice": [' + "1, " * 300_000 + "1]}"))
    status, said, _ = play(capfdbinary, path)
    assert (status, sum("refused" in line for line in said)) == (0, 1)


def test_refusal_exits_with_0(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text(script('{"press": "confirm"}') + "\n" + script(rest=', "spots": 99'))
    status, said, *_ = play(capfdbinary, path)
    assert status == 0
    why = said[-1]["refused"]["why"]
    assert why == "Cette table a de 1 à 14 places\u00a0: 99 est impossible"


def test_english_on_request(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text(GOOD)
    french, english = (play(capfdbinary, path, lang=lang)[1] for lang in ("fr", "en"))
    assert {"announce": "Rien ne va plus", "key": "no_more_bets"} in french
    assert {"announce": "No more bets", "key": "no_more_bets"} in english


def command(path: Path, tail: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    croupier = f"{sys.executable} -m firmware.cli.main play {path} {tail}"
    root = str(ROOT)
    env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": root, **environment}
    return subprocess.run(["/bin/bash", "-c", croupier], capture_output=True, env=env, check=False)


def test_output_is_always_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text(GOOD)
    done = command(path, LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "à" in done.stdout.decode("utf-8")


def test_closed_reader_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text(f"{GOOD}\n" * 20)
    done = command(path, "| head -n 1; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == {"script": "good", "game": "baccarat"}


def test_full_output_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text(GOOD)
    done = command(path, "> /dev/full")
    assert done.returncode == 1
    assert done.stderr.startswith(b"croupier play: ")
    assert done.stderr.count(b"\n") == 1


def mutated(chance: st.DrawFn) -> bytes:
    line = bytearray(GOOD.encode())
    for _ in range(chance(st.integers(1, 4))):
        at = chance(st.integers(0, len(line) - 1))
        cut = chance(st.integers(0, 12))
        line[at : at + cut] = chance(
            st.one_of(
                st.binary(max_size=3),
                st.sampled_from(
                    [b"0", b"-1", b"1e9", b"null", b"[]", b"{}", b'"JK"', b'"void"', b'"undo"',
                     b"true", b'"AS"', b"99999999999999999999", b",", b"\\ud800", b'"\\u0000"']
                ),
            )
        )  # fmt: skip
    return bytes(line)


@settings(max_examples=examples(15, 150), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.composite(mutated)())
def test_mangled_script_is_harmless(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], line: bytes
) -> None:
    path = tmp_path / "mangled.jsonl"
    path.write_bytes(line)
    status, said, err = play(capfdbinary, path)
    assert status in (0, 2)
    assert bool(said) == (status == 0)
    assert bool(err) == (status == 2)
