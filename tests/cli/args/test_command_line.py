"""`croupier` in words: languages, help, complaints; every command and option explained in both."""

import os
import shutil
import subprocess
from itertools import product
from pathlib import Path

import pytest

from firmware import __version__
from firmware.cli.args.argument_keys import ARGUMENT_KEYS, SHARED_ARGUMENT_KEYS
from firmware.cli.args.commands import COMMANDS, load_command
from firmware.cli.args.help import argument_rows, command_summary
from firmware.cli.args.help_keys import SECTION_KEYS, SUMMARY_KEYS
from firmware.cli.args.language import LOCALE_VARIABLES, requested_language
from firmware.cli.main import main
from firmware.shell.words.languages import languages_with
from firmware.shell.words.templates import read_templates
from firmware.shell.words.words import Words
from tests.kits.cli.languages import foreign
from tests.kits.offenders import each
from tests.kits.processes import CROUPIER
from tests.kits.quebec import games_in_pack

Capture = pytest.CaptureFixture[str]
GAMES = sorted(games_in_pack())
RULED = sorted([*GAMES, "holdem-tournament", "poker-room"])


def said(captured: Capture, *line: str) -> tuple[int, str, str]:
    status = main(line)
    return status, *(text.replace("\u00a0", " ") for text in captured.readouterr())


# the language

FILELESS = ("run", "test")
"""Those that take no file."""
AMISS = [
    *([name, "--frob"] for name in COMMANDS),
    *([*name.split(), "/none/at/all"] for name in COMMANDS if name not in FILELESS),
    *([*name.split()] for name in ("deck enrol", "ticket sell", "ticket claim", "status", "test")),
    *(["run", "--speed", "x"], ["run", "--web", "80a"], ["run", "--config", "none.toml"]),
    *(["run", "--game", "chess"], ["run", "--board", "pi"]),
    *(["recall", "x"], ["recall", "--journal", "/none"], ["recall"], ["meters"], ["export"]),
    *(["replay", "{folder}"], ["verify", "{folder}"], ["check", "{folder}"], ["play", "{folder}"]),
    *(["check", "{junk}"], ["verify", "{junk}"], ["run", "--config", "{junk}"], ["seal", "{junk}"]),
    *(["deck", "check", "{folder}"], ["play", "{junk}"], ["replay", "{junk}"]),
    *(["rules", "chess"], ["frob"], ["help", "frob"], ["deck", "frob"], ["console", "frob"]),
]


@pytest.mark.parametrize("language", languages_with("commands"))
def test_no_command_mixes_languages(
    language: str, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (junk := tmp_path / "junk").write_bytes(b"\xff\x00")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    helped = (["help", *name.split()] for name in COMMANDS)
    mixed = []
    for line in (["help"], *helped, *AMISS):
        words = [word.format(folder=tmp_path, junk=junk) for word in line]
        status, *printed = said(capsys, *words, "--lang", language)
        assert status == 0 or (printed[1] and line not in helped), line
        mixed += [(line, word) for word in foreign(" ".join(printed), language)]
    assert mixed == []


@each(
    "set_to, spoken",
    [
        ({}, "fr"),
        ({"LANG": ""}, "fr"),
        ({"LANG": "C"}, "fr"),
        ({"LANG": "POSIX"}, "fr"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "fr"),
        ({"LANG": "en_CA.UTF-8"}, "en"),
        ({"LANG": "pt_MO.UTF-8"}, "pt"),
        ({"LANG": "en"}, "en"),
        ({"LC_MESSAGES": "en_GB", "LANG": "fr_CA"}, "en"),
        ({"LC_ALL": "C", "LC_MESSAGES": "en_GB", "LANG": "en_GB"}, "fr"),
        ({"LC_ALL": "", "LC_MESSAGES": "en_GB"}, "en"),
    ],
)
def test_environment_sets_language(
    set_to: dict[str, str], spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in LOCALE_VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    for variable, value in set_to.items():
        monkeypatch.setenv(variable, value)
    assert requested_language(["check", "x"]) == spoken


LINES = [
    "--lang {} ticket claim",
    "--lang={} ticket claim",
    "ticket --lang {} claim",
    "ticket claim --lang {}",
    "ticket claim --la {}",
    "--lang {} ticket clam",
    "tickt --lang={}",
    "--lang {}",
]


@each("line, asked, environment", product(LINES, languages_with("commands"), ("en_CA", "fr_CA")))
def test_option_overrides_environment(
    line: str, asked: str, environment: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("LC_ALL", environment)
    status, out, err = said(capsys, *line.format(asked).split())
    assert (status, out) == (2, "")
    of = {"fr": ("il manque", "pas de", "quelle"), "en": ("is missing", "no command", "which")}
    assert any(words in err for words in of[asked])
    assert len(err.splitlines()) == 1


HELPED = [
    "--lang {lang} help {name}",
    "help --lang {lang} {name}",
    "help {name} --lang {lang}",
    "help {name} --lang={lang}",
    "--lang {lang} {name} -h",
    "{name} --lang {lang} -h",
    "{name} -h --lang {lang}",
]


@pytest.mark.parametrize("lang", languages_with("commands"))
def test_language_in_any_position(lang: str, capsys: Capture) -> None:
    for name in COMMANDS:
        pages = {said(capsys, *line.format(lang=lang, name=name).split()) for line in HELPED}
        ((status, page, err),) = pages
        assert (status, err) == (0, ""), name
        assert command_summary(name, Words.load(lang)).split()[0] in page


def test_play_prints_same_in_any_locale(monkeypatch: pytest.MonkeyPatch, capfd: Capture) -> None:
    lines = []
    for environment in ("C", "en_CA.UTF-8"):
        monkeypatch.setenv("LC_ALL", environment)
        assert main(["play", "examples/round.jsonl"]) == 0
        lines.append(capfd.readouterr().out)
    assert lines[0] == lines[1]
    assert main(["play", "examples/round.jsonl", "--lang", "en"]) == 0
    assert capfd.readouterr().out != lines[0]


@each("line", ["--version", "--lang en --version", "--version status"])
def test_version(line: str, capsys: Capture) -> None:
    assert said(capsys, *line.split()) == (0, f"croupier {__version__}\n", "")


# help


@each("language", languages_with("commands"))
def test_commands_and_arguments_explained(language: str) -> None:
    words = Words.load(language)
    for name in COMMANDS:
        found = load_command(name)
        assert command_summary(name, words).endswith("."), name
        assert len(argument_rows(found, words)) == len(found.arguments), name


def test_no_words_for_missing_arguments() -> None:
    names = {name: {a.plain_name for a in load_command(name).arguments} for name in COMMANDS}
    assert [key for key in ARGUMENT_KEYS if key[1] not in names.get(key[0], ())] == []
    assert set(SHARED_ARGUMENT_KEYS) <= set().union(*names.values())


def test_help_keys_match_the_words() -> None:
    tables = (SECTION_KEYS, SUMMARY_KEYS, ARGUMENT_KEYS, SHARED_ARGUMENT_KEYS)
    literal = {key for table in tables for key in table.values()}
    apart = ("command.manual.", "command.value.", "command.wanted.", "command.wrong.")
    words = {key for key in read_templates("fr") if key.startswith("command.")}
    assert {key for key in words if key.count(".") > 1 and not key.startswith(apart)} == literal


@each(
    "line, same",
    [
        (["help"], ["--help"]),
        (["help"], ["-h"]),
        (["help", "run"], ["run", "--help"]),
        (["help", "deck"], ["deck", "--help"]),
        (["help", "deck", "enrol"], ["deck", "enrol", "-h"]),
        (["help", "console"], ["console", "--help"]),
    ],
)
def test_all_forms_of_help_are_the_same(line: list[str], same: list[str], capsys: Capture) -> None:
    one, other = said(capsys, *line), said(capsys, *same)
    assert one == other
    assert one[0] == 0
    assert one[1].startswith("Usage : croupier")
    assert one[2] == ""


def test_help_names_every_command(capsys: Capture) -> None:
    _, out, _ = said(capsys, "help", "--lang", "en")
    assert [name for name in COMMANDS if f"\n  {name} " not in out] == []


@each("columns", [40, 60, 100])
def test_help_fits_the_terminal(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    _, out, _ = said(capsys, "help", "run")
    longest = max((line for line in out.splitlines() if " " in line.strip()), key=len)
    assert len(longest) <= columns


# complaints


@each(
    "line, complaint",
    [
        ("", "croupier: quelle commande ? voir : croupier help"),
        ("chek", "croupier: pas de commande « chek » ; vouliez-vous dire « check » ?"),
        ("xyzzy", "croupier: pas de commande « xyzzy » ; voir : croupier help"),
        (
            "explain lost",
            "croupier: pas de commande « explain » ; c'est une commande de la console : "
            "croupier console explain",
        ),
        ("version", "croupier: pas de commande « version » ; vouliez-vous dire « croupier --v"),
        ("deck", "croupier: quelle commande ? voir : croupier help deck"),
        ("deck enroll", "croupier: pas de commande « enroll » ; vouliez-vous dire « enrol » ?"),
        ("help chek", "croupier help: pas de commande « chek » ; vouliez-vous dire « check » ?"),
        ("run --sped 2", "croupier run: pas d'option --sped ; vouliez-vous dire « --speed » ?"),
        ("--vers", "croupier: pas d'option --vers ; voir : croupier help"),
        ("check", "croupier check: il manque FICHIER ; voir : croupier help check"),
        ("seal", "croupier seal: il manque --config ; voir : croupier help seal"),
        ("run --speed 0", "croupier run: --speed : « 0 » ne convient pas ; il faut : un nombre"),
        ("run --speed 1001", "croupier run: --speed : « 1001 » ne convient pas"),
        ("rules bacarat", "croupier rules: pas de jeu bacarat ; vouliez-vous dire « baccarat » ?"),
        ("rules chess", "croupier rules: pas de jeu chess ; il y a baccarat, "),
        ("run --game bacarat", "croupier run: pas de jeu bacarat ; vouliez-vous dire"),
        ("console --serve --port /dev/x", "croupier console: --serve ne va pas avec --port"),
        ("manifest --root a --package b", "croupier manifest: --root ne va pas avec --package"),
        ("recall 3 --round 1", "croupier recall: N ne va pas avec --round"),
        ("ticket sell --cents 5", "croupier ticket sell: il faut --numbers ou --quick-pick"),
    ],
)
def test_unreadable_line_refused(line: str, complaint: str, capsys: Capture) -> None:
    status, out, err = said(capsys, *line.split())
    assert (status, out) == (2, "")
    assert err.startswith(complaint)
    assert len(err.splitlines()) == 1


def test_rules_without_game_lists_games(capsys: Capture) -> None:
    status, out, _ = said(capsys, "rules", "--lang", "en")
    assert status == 0
    assert sorted(line.split()[0] for line in out.splitlines()) == RULED
    assert "casino-war              Casino war" in out


# completion


@each("shell", ["bash", "zsh", "fish"])
def test_completion_script_is_complete(shell: str, capsys: Capture) -> None:
    status, out, err = said(capsys, "completion", shell)
    assert (status, err) == (0, "")
    names = {word for name in COMMANDS for word in name.split()}
    dashes = "-l " if shell == "fish" else "--"
    options = {dashes + a.option_name[2:] for name in COMMANDS for a in load_command(name).options}
    assert [word for word in sorted(names | options | set(GAMES)) if word not in out] == []


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("completion") / "croupier.bash"
    done = subprocess.run([*CROUPIER, "completion", "bash"], capture_output=True, check=True)
    path.write_bytes(done.stdout)
    return path


@each(
    "typed, offered",
    [
        ("r", {"run", "rules", "recall", "replay"}),
        ("run --bo", {"--board"}),
        ("run --board ", {"sim", "pi"}),
        ("run --game ba", {"baccarat"}),
        ("rules three", {"three-card-poker"}),
        ("rules --config ", set()),
        ("deck ", {"enrol", "check"}),
        ("deck enrol --j", {"--jokers"}),
        ("--lang en st", {"status"}),
        ("help ch", {"check"}),
        ("completion ", {"bash", "zsh", "fish"}),
        ("check exam", set()),
    ],
)
def test_bash_completes_begun_word(typed: str, offered: set[str], script: Path) -> None:
    words = ["croupier", *typed.split(" ")]
    asked = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _croupier'
    shown = asked + '; printf "%s\\n" "${COMPREPLY[@]}"'
    command = ["bash", "-c", shown, "bash", script, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (set(done.stdout.split()), done.stderr) == (offered, "")


FISH = {
    "r": {"run", "rules", "recall", "replay"},
    "run --bo": {"--board"},
    "run --board ": {"sim", "pi"},
    "run --game ba": {"baccarat"},
    "rules three": {"three-card-poker"},
    "deck ": {"enrol", "check"},
    "deck enrol --j": {"--jokers"},
    "--lang ": {"fr", "en"},
    "completion ": {"bash", "zsh", "fish"},
}


@pytest.mark.skipif(not shutil.which("fish"), reason="fish is not installed")
def test_fish_completes_begun_word(tmp_path: Path) -> None:
    script = tmp_path / "croupier.fish"
    done = subprocess.run([*CROUPIER, "completion", "fish"], capture_output=True, check=True)
    script.write_bytes(done.stdout)
    each_line = "complete -C $line | string split -f 1 \\t; echo"
    asked = f"source $argv[1]; for line in $argv[2..]; {each_line}; end"
    lines = [f"croupier {typed}" for typed in FISH]
    command = ["fish", "--no-config", "-c", asked, script, *lines]
    home = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=home)
    offered = [set(one.split()) for one in done.stdout.split("\n\n")[: len(FISH)]]
    assert dict(zip(FISH, offered, strict=True)) == FISH


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
def test_zsh_accepts_the_script(tmp_path: Path) -> None:
    script = tmp_path / "croupier.zsh"
    done = subprocess.run([*CROUPIER, "completion", "zsh"], capture_output=True, check=True)
    script.write_bytes(done.stdout)
    command = ["zsh", "-f", "-c", 'source "$1" && echo $_comps[croupier]', "zsh", script]
    home = {**os.environ, "HOME": str(tmp_path), "ZDOTDIR": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=home)
    assert done.stdout == "_bash_complete -o default -F _croupier\n"
