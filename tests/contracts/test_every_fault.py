"""What is promised of every fault of the catalogue: at the table, in words, on the screens."""

import re
from itertools import product

import msgspec
import pytest
from rich.cells import cell_len

from firmware.cli.terminal.picture import MIN_TERMINAL_SIZE
from firmware.console.commands import (
    configuration,
    journal,
    live_views,
    people,
    read_only,
    stick,
    table_acts,
)
from firmware.core.table.fault_state import Fault, Trouble
from firmware.core.vocabulary.events import ClearAllowed, PowerReturned
from firmware.core.vocabulary.faults import FAULT_KINDS, FaultCure
from firmware.core.vocabulary.health import FaultStatus
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.shell.words.catalogue import fault_entry
from tests.kits.cli.drawn_table import BIG, drawn, paying, shows
from tests.kits.console.reading_kit import (
    WELL,
    WIDTH,
    WORDS,
    fault,
    given,
    screen,
    session,
    stopped,
)
from tests.kits.core.table_kit import STOPPED, Croupier, as_it_was, at_phase, refusals
from tests.kits.examples import examples
from tests.kits.faults.standing import VALUES, words_of
from tests.kits.offenders import each
from tools import error_pages

CODES = sorted(FAULT_KINDS)
STOPPING = [code for code in CODES if FAULT_KINDS[code].stops_deal]
CURABLE = [code for code in STOPPING if FAULT_KINDS[code].cure is not FaultCure.VOID_ROUND]
IN_BOTH = each("code, language", product(CODES, WORDS))


# what it does to the table, and what cures it


@pytest.mark.clause("AGCO 11.1.2", "AGCO 11.1.2(2) hash")
@each("code, phase", product(CODES, Phase))
def test_stops_deal_as_catalogued(code: str, phase: Phase) -> None:
    croupier = at_phase(phase)
    croupier.fault("keys", code)
    assert (croupier.phase is STOPPED) is FAULT_KINDS[code].stops_deal
    assert croupier.table.state.phase is phase
    if FAULT_KINDS[code].stops_deal:
        assert croupier.panel.players[0].key == "players.stopped"
        assert croupier.panel.shoe_locked


@pytest.mark.clause("AGCO 11.1.2")
@each("code, phase", product(CURABLE, Phase))
def test_cure_restores_everything(code: str, phase: Phase) -> None:
    croupier = at_phase(phase)
    before = as_it_was(croupier)
    croupier.fault("keys", code)
    cure(croupier, "keys", code)
    assert as_it_was(croupier) == before


def cure(croupier: Croupier, part: str, code: str) -> None:
    croupier.mend(part, code)
    if FAULT_KINDS[code].cure is FaultCure.TWO_PERSONS:
        assert refusals(croupier.supervise(Key.CLEAR_FAULTS)) == ["why.nothing_to_clear"]
        croupier.tell(ClearAllowed(part, code))
    if FAULT_KINDS[code].cure in (FaultCure.SUPERVISOR_CLEARS, FaultCure.TWO_PERSONS):
        croupier.supervise(Key.CLEAR_FAULTS)
    if FAULT_KINDS[code].cure is not FaultCure.CAUSE_ENDS:
        assert croupier.panel.dealer[0].key == "prompt.confirm_felt"
        croupier.press(Key.CONFIRM)


@pytest.mark.clause("AGCO 11.1.2")
@each("code, phase", product(CURABLE, Phase))
def test_blocks_until_its_cause_is_gone(code: str, phase: Phase) -> None:
    croupier = at_phase(phase)
    croupier.fault("keys", code)
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.stopped"]
    cleared = refusals(croupier.supervise(Key.CLEAR_FAULTS))
    assert cleared == ([] if FAULT_KINDS[code].is_momentary else ["why.nothing_to_clear"])
    assert croupier.phase is STOPPED


@pytest.mark.clause("ANZ 1.17.3")
@each("code", STOPPING)
def test_stops_table_after_power_cut(code: str) -> None:
    croupier = at_phase(Phase.ROUND)
    croupier.fault("keys", code)
    croupier.tell(PowerReturned())
    assert refusals(croupier.press(Key.CONFIRM)) == ["why.stopped"]


# how it is kept


def troubled(code: str, part: str = "chips") -> Trouble:
    fault = Fault(part, code)
    assert Trouble().is_new(fault)
    return Trouble().with_raised(fault)


def is_clearable(trouble: Trouble) -> bool:
    """Say whether the supervisor may clear the one fault; he takes away that and nothing else."""
    left = [fault for fault in trouble.faults if fault not in trouble.clearable]
    assert list(trouble.with_cleared().faults) == left
    return bool(trouble.clearable)


@each("code", CODES)
def test_is_new_once_for_each_part(code: str) -> None:
    trouble, other = troubled(code), Fault("lights", code)
    assert not trouble.is_new(Fault("chips", code))
    assert trouble.is_new(other)
    both = trouble.with_raised(Fault("chips", code)).with_raised(other)
    assert [(fault.part, fault.code) for fault in both.faults] == [
        ("chips", code),
        ("lights", code),
    ]


@each("code", CODES)
def test_trouble_stops_as_catalogued(code: str) -> None:
    trouble = troubled(code)
    assert trouble.stopped is FAULT_KINDS[code].stops_deal
    assert bool(trouble.stopping) is FAULT_KINDS[code].stops_deal


@each("code", CODES)
def test_end_of_cause_cures_as_catalogued(code: str) -> None:
    trouble, cured_by = troubled(code).with_ended("chips", code), FAULT_KINDS[code].cure
    assert (trouble.faults == ()) is (cured_by in (FaultCure.CAUSE_ENDS, FaultCure.CONFIRM_FELT))
    assert trouble.felt_unconfirmed is (cured_by is FaultCure.CONFIRM_FELT)
    assert trouble.stopped is (cured_by is not FaultCure.CAUSE_ENDS)


@each("code", CODES)
def test_supervisor_clears_if_it_waits(code: str) -> None:
    trouble, kind = troubled(code), FAULT_KINDS[code]
    assert is_clearable(trouble) is kind.is_momentary
    assert is_clearable(trouble.with_ended("chips", code)) is (
        kind.cure is FaultCure.SUPERVISOR_CLEARS
    )


@each("code", [code for code in CODES if FAULT_KINDS[code].cure is FaultCure.CAUSE_ENDS])
def test_supervisor_clears_if_of_the_shoe(code: str) -> None:
    trouble = troubled(code, part="shoe")
    assert is_clearable(trouble)
    assert trouble.with_cleared().felt_unconfirmed


@each("code", CODES)
def test_void_cures_only_if_needed(code: str) -> None:
    trouble = troubled(code)
    voided = FAULT_KINDS[code].cure is FaultCure.VOID_ROUND
    assert trouble.needs_void is bool(trouble.voidable) is voided
    assert (trouble.with_voided().faults == ()) is voided


@pytest.mark.clause("ANZ 1.17.3")
@each("code", CODES)
def test_outlasts_power_cut(code: str) -> None:
    trouble = troubled(code).with_power_returned(must_confirm=True)
    waits = FAULT_KINDS[code].cure is not FaultCure.TWO_PERSONS
    assert [(f.code, f.gone) for f in trouble.faults] == [(code, waits)]
    assert trouble.felt_unconfirmed
    assert is_clearable(trouble) is (
        FAULT_KINDS[code].cure not in (FaultCure.VOID_ROUND, FaultCure.TWO_PERSONS)
    )


@pytest.mark.clause("AGCO 12 two persons")
@each("code", CODES)
def test_two_person_fault_allowed_once(code: str) -> None:
    trouble, both = troubled(code), FAULT_KINDS[code].cure is FaultCure.TWO_PERSONS
    assert trouble.waits_for_technician("chips", code) is both
    allowed = trouble.with_allowed("chips", code)
    assert not allowed.waits_for_technician("chips", code)
    assert is_clearable(allowed if both else trouble) is (both or FAULT_KINDS[code].is_momentary)


# what there is to say of it


@pytest.mark.clause("ANZ 1.29.8", "ANZ 1.29.10")
@IN_BOTH
def test_has_words_remedy_and_steps(code: str, language: str) -> None:
    say, found = WORDS[language].render, fault_entry(code)
    assert 2 <= len(found.steps) <= 5
    for text in (
        found.fault_text,
        found.remedy,
        found.cleared_by,
        *found.steps,
        *words_of(code, "shoe"),
    ):
        assert say(text)
    for place in found.part_names:
        assert say(Fault(place, code).words if code in ("lost", "dark") else found.fault_text)


@each("code", CODES)
def test_commands_equal_in_both_languages(code: str) -> None:
    for step in fault_entry(code).steps:
        french, english = (sorted(commands(words.render(step))) for words in WORDS.values())
        assert french == english, step.key


def commands(said: str) -> list[str]:
    return re.findall(r"`([^`]+)`", said)


@each("code", CODES)
def test_names_clear_only_for_two_persons(code: str) -> None:
    last = WORDS["en"].render(fault_entry(code).steps[-1])
    assert ("`clear`" in last) is (FAULT_KINDS[code].cure is FaultCure.TWO_PERSONS)
    assert ("VOID" in last) is (FAULT_KINDS[code].cure is FaultCure.VOID_ROUND)


ROOMS = (table_acts, configuration, journal, people, read_only, stick, live_views)
NAMES = [f"{command.name} " for room in ROOMS for command in room.COMMANDS]
OF_THE_SHELL = ("croupier ", "sudo ", "device.key", "chips.csv", "baud", "repeat_ms", "idle")
OF_THE_CONFIGURATION = ("chips.antennas", "game.numbers", "implausible_cents")


@each("code", CODES)
def test_names_only_console_commands(code: str) -> None:
    typed = [
        name for step in fault_entry(code).steps for name in commands(WORDS["en"].render(step))
    ]
    ours = [name for name in typed if not name.startswith(OF_THE_SHELL)]
    left = [name for name in ours if name not in OF_THE_CONFIGURATION]
    assert [name for name in left if not f"{name} ".startswith(tuple(NAMES))] == []


@pytest.mark.clause("ANZ 1.8.4(h)")
@each("code", CODES)
def test_has_its_section_in_the_errors(code: str) -> None:
    section = PAGE.partition(f"\n## {code}\n")[2].partition("\n## ")[0]
    assert "- Place:" in section
    assert "- Lieu\u00a0:" in section


PAGE = error_pages.page()


# where it is shown


def flat(page: str) -> str:
    """The words of a page, whatever line they stand on; what was cut at 80 columns is whole."""
    return re.sub(r"[ \n]+", " ", page)


SHOWN = [
    *product(CODES, WORDS, [MIN_TERMINAL_SIZE]),
    *product(CODES[:: examples(8, 1)], WORDS, [BIG]),
]
"""Each fault where room is scarce; where there is plenty, some."""


@pytest.mark.clause("ANZ 1.29.8", "AGCO 11.1.1")
@each("code, language, size", SHOWN)
def test_view_shows_it_with_remedy(code: str, language: str, size: tuple[int, int]) -> None:
    found = FaultStatus(
        "table", code, *map(WORDS[language].render, words_of(code, "payout_display"))
    )
    rows = drawn(msgspec.structs.replace(paying(language), faults=(found,), stopped=True), size)
    assert len(rows) == size[1]
    assert shows(rows, found.words)
    assert shows(rows, found.remedy)
    assert shows(rows, WORDS[language].render(Text("ui.stopped")))


@IN_BOTH
def test_status_shows_remedy_and_explain(code: str, language: str) -> None:
    standing = stopped(fault("shoe", code, **VALUES), stopped=FAULT_KINDS[code].stops_deal)
    page = " ".join(screen(standing, language).split())
    for text in words_of(code, "shoe"):
        assert " ".join(WORDS[language].render(text).split()) in page
    assert f"explain {code}" in page
    assert "<" not in page


def gravity(code: str) -> int:
    """Return 0 for what costs the round, 1 for what stops the deal, 2 for the rest."""
    return (
        0
        if FAULT_KINDS[code].cure is FaultCure.VOID_ROUND
        else 1
        if FAULT_KINDS[code].stops_deal
        else 2
    )


UNLIKE = [pair for pair in product(CODES, CODES) if gravity(pair[0]) < gravity(pair[1])]
"""A fault and a less grave one."""
SOME_UNLIKE = {(code, gravity(other)): (code, other) for code, other in UNLIKE} | {
    (gravity(code), other): (code, other) for code, other in UNLIKE[::-1]
}
"""Each fault with one of each gravity that is not its own."""


@each("code, other", examples(SOME_UNLIKE.values(), UNLIKE))
def test_status_shows_it_before_less_grave(code: str, other: str) -> None:
    page = screen(stopped(fault("shoe", other, **VALUES), fault("shoe", code, **VALUES)))
    assert page.index(f"explain {code}") < page.index(f"explain {other}")


@pytest.mark.clause("ANZ 1.29.10")
@IN_BOTH
def test_console_explains_it_on_80_columns(code: str, language: str) -> None:
    page, found = given(session(WELL, language), "explain", code), fault_entry(code)
    assert all(cell_len(line) < WIDTH for line in page.split("\n"))
    assert code in page
    for text in (found.fault_text, found.remedy, found.cleared_by, *found.steps):
        assert flat(WORDS[language].render(text)) in flat(page)
