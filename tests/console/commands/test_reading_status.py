"""The status screen: one screen, the worst first, the remedy beside it, and nothing obeyed."""

import re

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st
from rich.cells import cell_len

from firmware.cli.commands.status import status_text
from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.health import DiskWear, FaultStatus, HostStatus, LastFault, PartStatus
from firmware.core.vocabulary.next_step import Act, NextStep
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words
from tests.kits.console.reading_kit import (
    MACHINE,
    PARTS,
    WELL,
    WIDTH,
    WORDS,
    at,
    fault,
    screen,
    stopped,
    without,
)
from tests.kits.examples import examples
from tests.kits.faults.standing import VALUES

LINES = 22
LANGUAGES = tuple(WORDS)
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
SHOE_LOST = stopped(fault("shoe", "lost"), parts=without("shoe"))


def of(code: str, *, gone: bool = False, part: str = "shoe") -> FaultStatus:
    return fault(part, code, gone=gone, **VALUES)


def flat(page: str) -> str:
    """The words of a page, whatever line they stand on."""
    return " ".join(page.split())


def say(language: str, key: str, /, **values: str | int | Text) -> str:
    return flat(WORDS[language].render(Text(key, values)))


hostile = st.text(st.characters() | st.sampled_from("\x1b\x07\r\n\t\x9b\u202e\u0301 "), max_size=90)
faults = st.builds(
    FaultStatus,
    part=hostile | st.sampled_from(["shoe", "journal"]),
    code=hostile | st.sampled_from(sorted(FAULT_KINDS)),
    words=hostile,
    remedy=hostile,
    gone=st.booleans(),
    values=st.dictionaries(st.sampled_from(sorted(VALUES)), hostile) | st.just(VALUES),
)
parts = st.builds(
    PartStatus,
    name=hostile | st.sampled_from([part.name for part in PARTS]),
    kind=hostile,
    up=st.booleans(),
    losses=st.integers(0, 10**9),
    last_error=hostile,
    proof=st.none() | hostile | st.just("proven"),
)
mebibytes = st.none() | st.integers(0, 10**9)
machines = st.builds(
    HostStatus,
    started=hostile | st.just(MACHINE.started),
    up_s=st.integers(0, 10**9),
    free_mib=st.dictionaries(hostile, mebibytes, max_size=4),
    available_mib=mebibytes,
    held_mib=mebibytes,
)
lasts = st.builds(
    LastFault,
    fault=faults,
    at=hostile | st.just("2026-11-21T01:50:00Z") | st.just("2026-11-21T01:50:00"),
    is_active=st.booleans(),
)


@st.composite
def statuses(draw: st.DrawFn) -> Status:
    return at(
        WELL,
        version=draw(hostile),
        board=draw(st.sampled_from(["sim", "pi"])),
        table=draw(hostile),
        game=draw(hostile | st.just("baccarat")),
        phase=draw(hostile | st.sampled_from(["closed", "open", "round", "shoe_change"])),
        stopped=draw(st.booleans()),
        testing=draw(st.booleans()),
        round=draw(st.integers(0, 10**12)),
        dealer=tuple(draw(st.lists(hostile, max_size=3))),
        doors_open=tuple(draw(st.lists(hostile | st.sampled_from(["logic", "shoe"]), max_size=3))),
        key_switch=draw(st.booleans()),
        faults=tuple(draw(st.lists(faults, max_size=7))),
        parts=tuple(draw(st.lists(parts, max_size=12))),
        last_fault=draw(st.none() | lasts),
        machine=draw(st.none() | machines),
    )


@settings(max_examples=examples(15, 150))
@for_all(statuses(), st.sampled_from(LANGUAGES))
def test_status_is_one_harmless_screen(status: Status, language: str) -> None:
    plain, coloured = screen(status, language), screen(status, language, colour=True)
    lines = plain.split("\n")
    assert lines.pop() == ""
    assert len(lines) <= LINES
    assert all(cell_len(line) < WIDTH for line in lines)
    assert all(
        character.isprintable() or character == "\xa0" for line in lines for character in line
    )
    assert ESCAPES.sub("", coloured) == plain


@for_all(statuses(), st.sampled_from(LANGUAGES))
@settings(max_examples=examples(15, 50))
def test_every_colour_has_a_sign(status: Status, language: str) -> None:
    signs = {"31": "!!", "33": "! ", "32": "ok"}
    head, *lines = screen(status, language, colour=True).split("\n")
    assert not colours_of(head) & signs.keys() or "SIMULATION" in head
    sign = "  "
    for line in lines:
        plain = ESCAPES.sub("", line)
        sign = plain[:2] if plain[:14].strip() else sign
        assert {signs[colour] for colour in colours_of(line) & signs.keys()} <= {sign}


def colours_of(line: str) -> set[str]:
    return {number for sgr in re.findall(r"\x1b\[([0-9;]*)m", line) for number in sgr.split(";")}


def test_oldest_equal_fault_is_first() -> None:
    page = screen(stopped(of("lost"), of("missed")))
    assert page.index("explain lost") < page.index("explain missed")


def test_faults_without_room_counted() -> None:
    codes = [code for code in FAULT_KINDS if FAULT_KINDS[code].stops_deal][:7]
    page = flat(screen(stopped(*map(of, codes)), "en"))
    assert "and 3 more faults" in page


@pytest.mark.parametrize(
    ("standing", "needed"),
    [
        (of("lost"), "the dealer"),
        (of("unreadable"), "nobody; it clears itself"),
        (of("missed", gone=True), "his key, CLEAR"),
        (of("door_open"), "once repaired, the supervisor"),
        (of("door_open", gone=True), "the supervisor, at the table: his key, CLEAR"),
        (of("journal_damaged", part="journal"), "the technician, here: clear"),
        (of("journal_damaged", part="journal", gone=True), "the supervisor, at the table"),
        (of("impossible_card", part="table"), "VOID the round"),
        (of("of_another_program"), "a technician"),
    ],
)
def test_status_names_the_person_needed(standing: FaultStatus, needed: str) -> None:
    assert needed in flat(screen(stopped(standing), "en"))


def test_status_dates_the_latest_fault() -> None:
    assert "10 min ago" in screen(SHOE_LOST, "en")
    page = screen(stopped(of("impossible_card"), of("missed")), "en")
    assert "ago" not in page


def test_unconfirmed_felt_has_remedy() -> None:
    page = flat(screen(at(WELL, stopped=True), "en"))
    assert say("en", "prompt.confirm_felt") in page
    assert "the dealer, at the table" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_starting_part_is_named(language: str) -> None:
    part = Text("part.chips")
    asked = say(language, "prompt.starting", part=part)
    waits = at(WELL, stopped=True, ask=NextStep(Act.AWAIT_PART), dealer=(asked,))
    page = flat(screen(waits, language))
    assert page.count(asked) == 2, "as the display says it, and to do"
    assert say(language, "prompt.confirm_felt") not in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_last_fault_shown_with_remedy(language: str) -> None:
    last = LastFault(of("lost"), "2026-11-21T01:50:00+00:00", is_active=False)
    page = flat(screen(at(WELL, last_fault=last), language))
    assert say(language, "status.no_fault") in page
    assert say(language, "fault.lost", part=Text("part.shoe")) in page
    assert say(language, "remedy.lost") in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_silence_is_measured(language: str) -> None:
    assert say(language, "status.unanswered", seconds=7) in flat(
        screen(at(WELL, unanswered_s=7), language)
    )
    assert status_text(at(WELL, unanswered_s=7), Words.load(language)).startswith(
        say(language, "status.unanswered", seconds=7)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_simulation_is_shown(language: str) -> None:
    testing = say(language, "console.status.testing")
    assert "SIMULATION" in screen(WELL, language).split("\n")[0]
    assert "SIMULATION" not in screen(at(WELL, board="pi"), language)
    assert testing in screen(at(WELL, testing=True), language)
    assert testing not in screen(WELL, language)


def test_long_names_displace_nothing() -> None:
    head = screen(at(WELL, table="Table " * 20), "en").split("\n")[0]
    assert head.endswith("SIMULATION  croupier 0.6.0  up 3 h 12 min")
    assert "…" in head


def test_only_unwell_parts_are_named() -> None:
    untested = tuple(at(one, proof=None) if one.name == "keys" else one for one in without("shoe"))
    page = screen(at(WELL, parts=untested), "en")
    assert "9 of 11 are well; not tested: Key panel" in page
    assert re.search(r"^!! Missing +Shoe ", page, re.MULTILINE)


@pytest.mark.parametrize(
    ("free_mib", "sign"), [(12345, "ok"), (256, "ok"), (255, "! "), (31, "!!"), (None, "!!")]
)
def test_disk_is_as_bad_as_its_fault(free_mib: int | None, sign: str) -> None:
    machine = at(MACHINE, free_mib={"/media/croupier/journal": free_mib})
    page = screen(at(WELL, machine=machine), "en")
    (line,) = [line for line in page.split("\n") if "/media/croupier/journal" in line]
    assert line.startswith(sign)


@pytest.mark.parametrize(
    ("standing", "used"),
    [((), "2 of 2"), (("copy_lost",), "1 of 2"), (("journal_damaged", "copy_lost"), "0 of 2")],
)
def test_journal_copies_in_use_counted(standing: tuple[str, ...], used: str) -> None:
    lost = tuple(of(code, part="journal") for code in standing)
    assert f"copies of the journal: {used}" in screen(at(WELL, faults=lost), "en")


@pytest.mark.parametrize(
    ("weak", "slowed", "reported"),
    [
        (False, False, r"^ok Board +61 degrees$"),
        (True, False, r"^!  Board +61 degrees; weak supply$"),
        (True, True, r"^!  Board +61 degrees; weak supply; slowed down$"),
    ],
)
def test_board_says_what_slows_it(weak: bool, slowed: bool, reported: str) -> None:
    machine = at(MACHINE, celsius=61, under_voltage=weak, slowed=slowed)
    assert re.search(reported, screen(at(WELL, machine=machine), "en"), re.MULTILINE)
    assert "Board" not in screen(WELL, "en")


def test_wear_of_each_disk_is_reported() -> None:
    card = DiskWear(38 * 1024, 4_600_000, "2026-10-02", life_used_percent=20)
    stick = DiskWear(1234, 90, "2026-11-03")
    machine = at(MACHINE, disks={"/a": card, "/b": stick, "/c": None})
    pattern = (
        r"^ok Wear +38 GiB since 2026-10-02 \(20% of its life\), 1,234 MiB since\n +2026-11-03$"
    )
    assert re.search(pattern, screen(at(WELL, machine=machine), "en"), re.MULTILINE)
    worn = at(MACHINE, disks={"/a": at(card, life_used_percent=90)})
    assert re.search(r"^!  Wear ", screen(at(WELL, machine=worn), "en"), re.MULTILINE)
    assert "Wear" not in screen(WELL, "en")
