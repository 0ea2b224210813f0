"""Faults of the words' files: a line each, all at once, and no service starts with one."""

import shutil
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware.cli.args.exits import EXIT_UNAVAILABLE
from firmware.cli.main import main
from firmware.shell.words import templates, word_files
from firmware.shell.words import word_faults as faults_module
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.templates import WordsError, file_templates
from firmware.shell.words.word_faults import WordsUnfit, require_sound_words, word_faults
from firmware.shell.words.words import Words
from tests.kits.paths import ROOT

Change = Callable[[Path], None]
parsed_once = cache(tomllib.loads)
"""Each test reads every file, of which it has changed one."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the words, which the program reads in place of its own."""
    words = tmp_path / "words"
    shutil.copytree(ROOT / "firmware/words", words)
    for module in (word_files, faults_module):
        monkeypatch.setattr(module, "folder_of", lambda language: words / language)
    monkeypatch.setattr(templates, "tomllib", SimpleNamespace(loads=parsed_once))
    for cached in (file_templates, require_sound_words):
        cached.cache_clear()
    yield words
    for cached in (file_templates, require_sound_words):
        cached.cache_clear()


def replace(file: str, old: str, new: str) -> Change:
    def change(folder: Path) -> None:
        text = (folder / file).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")

    return change


def append(file: str, text: str) -> Change:
    def change(folder: Path) -> None:
        with (folder / file).open("a", encoding="utf-8") as opened:
            opened.write(text)

    return change


def write(file: str, content: bytes) -> Change:
    return lambda folder: (folder / file).write_bytes(content) and None


FAULTS: dict[str, tuple[Change, tuple[str, ...]]] = {
    "a missing key": (
        replace("en/bets.toml", 'war = "War"\n', ""),
        ("words/en/bets.toml: bet.war is missing",),
    ),
    "a surplus key": (
        append("fr/jackpot.toml", '\n[linked.more]\nnew = "Neuf"\n'),
        ("words/en/jackpot.toml: linked.more.new is missing",),
    ),
    "other placeholders": (
        replace("fr/bets.toml", 'main_n = "Mise {argument}"', 'main_n = "Mise {number}"'),
        ("words/*/bets.toml: bet.main_n has other placeholders: fr has number; en has argument",),
    ),
    "a key twice in a file": (
        append("en/floor.toml", '\n[floor]\nagain = "x"\n'),
        ("words/en/floor.toml: Cannot declare ('floor',) twice",),
    ),
    "a key in two files": (
        append("en/floor.toml", '\n[bet]\nwar = "War"\n'),
        (
            "words/en/floor.toml: bet.war is in words/en/bets.toml too",
            "words/fr/floor.toml: bet.war is missing",
        ),
    ),
    "a key in the wrong file": (
        append("en/floor.toml", '\n[bet]\nfourth = "4th bet"\n'),
        (
            "words/en/floor.toml: bet.fourth belongs in words/en/bets.toml",
            "words/fr/floor.toml: bet.fourth is missing",
        ),
    ),
    "a table of no file": (
        append("en/floor.toml", '\n[nowhere]\nnew = "x"\n'),
        (
            "words/en/floor.toml: nowhere.new is in a table of no file",
            "words/fr/floor.toml: nowhere.new is missing",
        ),
    ),
    "no phrases": (
        append("en/floor.toml", "\n[floor.more]\na = 3\nb = '{x.y}'\n"),
        (
            "words/en/floor.toml: floor.more.a holds no words",
            "words/en/floor.toml: floor.more.b: a placeholder is a bare name: '{x.y}'",
        ),
    ),
    "no TOML": (write("fr/pit.toml", b"[pit\n"), ("words/fr/pit.toml: Expected ']'",)),
    "no UTF-8": (write("fr/pit.toml", b"\xff"), ("words/fr/pit.toml: 'utf-8' codec can't",)),
    "a missing file": (
        lambda folder: (folder / "fr/pit.toml").unlink(),
        ("words/fr/pit.toml: [Errno 2] No such file",),
    ),
    "a surplus file": (
        write("fr/more.toml", b""),
        ("words/fr/more.toml: no key leads to this file",),
    ),
}


FAULTS |= {
    "a file that a language of tables lacks": (
        lambda folder: (folder / "pt/prompts.toml").unlink(),
        ("words/pt/prompts.toml: [Errno 2] No such file",),
    ),
    "a file that it does not have": (
        write("pt/pit.toml", b""),
        ("words/pt/pit.toml: no key leads to this file",),
    ),
    "a manner that is missing": (
        replace("pt/language.toml", 'decimal = ","\n', ""),
        ("words/pt/language.toml: language.decimal is missing",),
    ),
}


def test_words_have_no_fault() -> None:
    assert word_faults(LANGUAGES) == ()


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_a_line_with_file_and_key(fault: str, folder: Path) -> None:
    change, lines = FAULTS[fault]
    change(folder)
    found = word_faults(LANGUAGES)
    assert len(found) == len(lines)
    for line, begins in zip(found, lines, strict=True):
        assert line.startswith(begins)


def test_all_faults_precede_the_service_start(folder: Path) -> None:
    for name in ("a missing key", "other placeholders", "no TOML", "a surplus file"):
        FAULTS[name][0](folder)
    with pytest.raises(WordsUnfit) as unfit:
        Words.load("en").load_all()
    assert len(unfit.value.faults) == 4


def test_command_lists_faults_and_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write("en/commands.toml", b"[command\n")(folder)
    FAULTS["a surplus file"][0](folder)
    assert main(["--lang", "en", "--help"]) == EXIT_UNAVAILABLE
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(" ")[2].partition(": ")[0] for line in lines] == [
        "words/fr/more.toml",
        "words/en/commands.toml",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_missing_manner_is_named_not_raised(
    language: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    FAULTS["a manner that is missing"][0](folder)
    assert main(["--lang", language, "check", "none.toml"]) == EXIT_UNAVAILABLE
    assert "words/pt/language.toml: language.decimal is missing" in capsys.readouterr().err


def test_sound_file_works_beside_a_faulty_one(folder: Path) -> None:
    write("en/pit.toml", b"[pit\n")(folder)
    words = Words.load("en")
    assert words.has_key("bet.tie")
    with pytest.raises(WordsError, match="Expected"):
        words.has_key("pit.handle")
