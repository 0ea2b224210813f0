"""The technician's pages are equal in both languages, and their commands exist."""

import re
from collections import Counter
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path
from typing import get_args

import pytest

from firmware.cli.main import main
from firmware.console.access.accounts import Accounts
from firmware.console.command.command import Command
from firmware.console.session.session import Session
from firmware.console.terminal.terminal import Terminal
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import parse_config
from firmware.shell.config.settings import ConsoleSetting
from firmware.shell.technician.requests import Role
from firmware.shell.words.word_files import file_content
from firmware.shell.words.words import Words
from tests.console.terminal.test_typed import Tape
from tests.docs.test_indexes import TWINS
from tests.kits.console.served_kit import Service
from tests.kits.offenders import each
from tests.kits.paths import ROOT
from tools.make_deb import of_a_real_table

DOCS = ROOT / "docs"
ENGLISH = {DOCS / french: DOCS / english for english, french in TWINS.items()}
PAGES = {"en": DOCS / "en" / "technician.md", "fr": DOCS / "fr" / "technicien.md"}
TEXTS = {language: page.read_text(encoding="utf-8") for language, page in PAGES.items()}
BOTH = pytest.mark.parametrize("language", PAGES)
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EVERYBODY = {"en": "anybody", "fr": "tout le monde"}
"""The first row of the table of who may do what."""
PROGRAM = re.compile(
    r"(?:^|&& |; )(?:sudo (?:-u [\w-]+ )?)?(?:\.venv/bin/)?croupier"
    r" ([a-z]+(?: [a-z]+(?![\w./-]))*)(.*)"
)
RULE = re.compile(
    r'(?:ACTION|SUBSYSTEM|KERNEL|ENV\{\w+\})=="[^"]+"'
    r'(?:, (?:SUBSYSTEM|KERNEL|DRIVER|ENV\{\w+\})=="[^"]+")*'
    r'(?:, (?:(?:GROUP|MODE|ATTR\{\w+\})="\w+"|SYMLINK\+="[\w-]+"))+'
)


def blocks(language: str, kind: str) -> list[list[str]]:
    """Return the lines of each fenced block of a kind."""
    found = FENCED.findall(TEXTS[language])
    return [text.splitlines() for is_kind, text in found if is_kind == kind]


def shell(language: str) -> list[str]:
    """Return the lines of the shell blocks without their comments, a dash behind each block."""
    lines = [line for block in blocks(language, "sh") for line in [*block, "-"]]
    return [bare for line in lines if (bare := re.sub(r"(^|\s+)#.*", "", line))]


def prose(language: str) -> str:
    return FENCED.sub("", TEXTS[language])


def spans(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def typed(language: str) -> list[str]:
    """Return all that the page has a person type at a shell."""
    return [*shell(language), *spans(prose(language))]


def nameless(command: str) -> str:
    """Return a command without the capitals for what a person puts there himself."""
    return re.sub(r"\b[^\W\d_a-z]{3,}\b", "…", command)


def headings(page: Path) -> list[tuple[str, str]]:
    return re.findall(r"^(#+) (.+)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.M)


def anchors(page: Path) -> list[str]:
    """Return what the headings of a page are linked by, in their order."""
    titles = (title for _, title in headings(page))
    return [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]


def links(language: str) -> list[tuple[Path, int | None]]:
    """Return where each link leads: a file, and which heading of it where one is named.

    A page and its twin count as one file. Raises ValueError where there is no such heading.
    """
    found = []
    for target in re.findall(r"\]\(([^)]+)\)", TEXTS[language]):
        name, _, anchor = target.partition("#")
        path = (PAGES[language].parent / name).resolve() if name else PAGES[language]
        heading = anchors(path).index(anchor) if anchor else None
        found.append((ENGLISH.get(path, path), heading))
    return found


def commands(folder: Path) -> dict[str, Command]:
    made = Session(Terminal(Tape([])), Service(), lambda: Accounts(folder), "fr")
    return dict(made.commands_by_name)


def who_may(language: str) -> list[tuple[str, frozenset[str] | None]]:
    """Return each command that the table of who may do what names, with its roles."""
    says = Words.load(language).render
    roles = {says(Text(f"role.{role}")): role for role in get_args(Role)}
    table = prose(language).partition(f"| {EVERYBODY[language]} |")
    found: list[tuple[str, frozenset[str] | None]] = []
    for row in "".join(table[1:]).partition("\n\n")[0].splitlines():
        _, who, may, _ = row.split("|")
        named = frozenset(roles[one] for one in who.strip().split(", ") if one in roles)
        found += [(name, named or None) for name in spans(may)]
    return found


def shape(language: str) -> list[str]:
    """Return the sections, numbered steps, points and rows of a page, without their words."""
    found = []
    for line in prose(language).splitlines():
        if start := re.match(r"#+ |\*\*\d\. |\d\. |- ", line):
            found.append(start[0])
        elif line.startswith("|"):
            found.append("|" * line.count("|"))
    return found


# one page in two languages


@each("of", [shape, shell, links])
def test_both_pages_have_the_same_parts(of: Callable[[str], list[object]]) -> None:
    assert of("fr") == of("en")
    assert len(of("en")) > 10


def test_both_pages_type_the_same() -> None:
    en, fr = (sorted(map(nameless, spans(prose(language)))) for language in ("en", "fr"))
    assert fr == en


def test_both_pages_show_the_same_rules() -> None:
    en, fr = (
        [[nameless(re.split(r"\s{2,}", line)[0]) for line in block] for block in blocks(of, "text")]
        for of in ("en", "fr")
    )
    assert fr == en


@BOTH
def test_every_link_has_a_target(language: str) -> None:
    assert [path for path, _ in links(language) if not path.exists()] == []


def test_each_page_links_the_other_first() -> None:
    for language, other in (("en", "fr/technicien.md"), ("fr", "en/technician.md")):
        assert f"[{Path(other).name}](../{other})" in TEXTS[language].splitlines()[2]


# who may do what


@BOTH
def test_console_commands_listed_once(language: str, tmp_path: Path) -> None:
    real = [(command.name, command.roles) for command in commands(tmp_path).values()]
    assert sorted(who_may(language), key=itemgetter(0)) == sorted(real, key=itemgetter(0))


# what is typed exists


@BOTH
def test_every_program_option_exists(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    given = [match for line in typed(language) if (match := PROGRAM.search(line))]
    assert len(given) > 10
    for match in given:
        status = main([*match[1].split(), "--help"])
        output = capsys.readouterr()
        assert status == 0, output.err
        assert all(option in output.out for option in re.findall(r"--[a-z]+", match[2])), match[0]


@BOTH
def test_every_packaged_table_exists(language: str) -> None:
    named = re.findall(r"/usr/share/croupier/tables/([\w.-]+)", TEXTS[language])
    assert len(named) == 2
    for name in named:
        assert (ROOT / "examples" / name).is_file()
    config = parse_config(
        of_a_real_table((ROOT / "examples/baccarat.toml").read_text(encoding="utf-8"))
    )
    assert str(config.trust) == "/etc/croupier/maker.pub"
    assert isinstance(config.console, ConsoleSetting)
    assert config.console.port in {f"/dev/{name}" for name in symlinks(language)}


@BOTH
def test_units_and_users_are_the_project_s(language: str) -> None:
    text = "\n".join(typed(language))
    units = set(re.findall(r"systemctl (?:re)?start ([\w-]+)", text))
    there = {path.name.removesuffix(".service") for path in (ROOT / "systemd").glob("*.service")}
    assert units <= there
    assert "croupier" in units
    made = re.findall(r"^u (\S+)", (ROOT / "systemd/croupier.sysusers").read_text(), re.M)
    assert set(re.findall(r"(?:sudo -u|-o|chown(?: -R)?) ([\w-]+)", text)) - {"root"} == set(made)


@BOTH
@pytest.mark.parametrize(("column", "table"), [(1, "baccarat"), (2, "budget"), (3, "rfid")])
def test_shopping_list_matches_the_wiring(language: str, column: int, table: str) -> None:
    wired = Counter(
        row.split("|")[2].strip()
        for row in (DOCS / "reference" / "wiring" / f"{table}.md")
        .read_text()
        .partition("# Wiring")[0]
        .splitlines()
        if re.match(r"\| 0x\w\w \| [a-z]|\| .* \| `/dev/", row)
    )
    del wired["at24c32"]  # on the clock's module
    rows = [line.split("|")[1:-1] for line in TEXTS[language].splitlines() if line.startswith("|")]
    bought = {
        chip[1]: int(row[column])
        for row in rows
        if len(row) == 4 and (chip := re.search(r"`([\w-]+)`", row[0])) and row[3].strip().isdigit()
    }
    assert {chip: count for chip, count in bought.items() if count} == wired


@BOTH
def test_twelve_commands_suffice(language: str) -> None:
    start = TEXTS[language].partition("\n## ")[2].partition("\n## ")[0]
    there = [line for block in FENCED.findall(start) if block[0] == "sh" for line in [block[1]]]
    commands = re.sub(r"<<'END'\n.*?^END$", "", "".join(there), flags=re.M | re.DOTALL)
    assert 5 < len(re.split(r"&&|;|\n", commands.strip())) <= 12


@BOTH
@pytest.mark.parametrize("heading", [0, 1], ids=["card", "stick"])
def test_six_commands_replace_a_dead_medium(language: str, heading: int) -> None:
    headings = {"en": ("The Pi or its card is dead", "The stick is dead")}
    headings["fr"] = ("Le Pi ou sa carte est mort", "La clé USB est morte")
    section = TEXTS[language].partition(f"\n## {headings[language][heading]}\n")[2]
    ((_, commands),) = FENCED.findall(section.partition("\n## ")[0])
    assert 1 < len(re.split(r"&&|;|\n", commands.strip())) <= 6


@BOTH
def test_guide_names_no_mkfs(language: str) -> None:
    assert "mkfs" not in TEXTS[language]


@BOTH
def test_udev_rules_are_valid(language: str) -> None:
    rules = [line for block in blocks(language, "text") for line in block if "==" in line]
    shipped = (ROOT / "systemd/croupier.rules").read_text().splitlines()
    rules += [line for line in shipped if not line.startswith("#")]
    assert len(rules) > 5
    assert [rule for rule in rules if not RULE.fullmatch(rule)] == []
    named = set(re.findall(r"/dev/(croupier-\w+)", TEXTS[language]))
    assert named <= symlinks(language)


def symlinks(language: str) -> set[str]:
    return set(re.findall(r'SYMLINK\+="([\w-]+)"', TEXTS[language]))


@BOTH
def test_step_for_a_taken_port_exists(language: str) -> None:
    words = file_content(language, "fault_steps")
    (number,) = re.findall(rf"docs/{language}/{PAGES[language].name}, (?:step|étape) (\d)", words)
    step = TEXTS[language].partition(f"\n**{number}. ")[2].partition(f"\n**{int(number) + 1}. ")[0]
    assert "sudo fuser -v PORT" in step
