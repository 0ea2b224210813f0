"""What the commands that act tell of an answer: levels, faults, addresses, notes."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.console.commands.part_acts import BAR_WIDTH, level_bar
from firmware.core.vocabulary.health import FaultStatus, PartStatus
from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.control import PartsReport
from firmware.shell.technician.answers import (
    ActDone,
    BusDevice,
    BusDevices,
    ClearedFaults,
    SensorLevel,
    SensorLevels,
)
from tests.kits.console.answers_kit import LANGUAGES, fits, plain, texts, words_of
from tests.kits.console.reading_kit import PARTS, drawn, without
from tests.kits.console.session_kit import (
    ALL,
    looked,
    packed,
    said,
    seat,
)
from tests.kits.examples import examples

# levels

LEVELS = st.builds(
    SensorLevel,
    name=texts(12),
    value=st.integers(-2000, 2000),
    touch=st.integers(0, 1024),
    release=st.integers(0, 1024),
    touched=st.booleans(),
)


@given(value=st.integers(-500, 3000), touch=st.integers(1, 1023), top=st.integers(1, 4000))
def test_bar_marks_both_thresholds(value: int, touch: int, top: int) -> None:
    cells = level_bar(SensorLevel("", value, touch, touch // 2, touched=False), max(top, 2 * touch))
    assert len(cells) == BAR_WIDTH
    assert cells.count("T") == 1
    assert set(cells) <= set("#TR ")
    full = max(0, min(BAR_WIDTH, value * BAR_WIDTH // max(top, 2 * touch)))
    assert all(cell != " " for cell in cells[:full])
    assert "#" not in cells[full:]


@given(low=st.integers(0, 400), more=st.integers(0, 400))
def test_bar_grows_with_its_value(low: int, more: int) -> None:
    def full(value: int) -> int:
        return level_bar(SensorLevel("", value, 200, 100, touched=False), 400).count("#")

    assert full(low) <= full(low + more)


@settings(max_examples=examples(20, 100))
@given(levels=st.lists(LEVELS, max_size=8), language=st.sampled_from(LANGUAGES))
def test_sensors_have_bar_and_state(levels: list[SensorLevel], language: str) -> None:
    page = said(ALL["levels"], SensorLevels(tuple(levels)), language)
    assert fits(page)
    lines = page.splitlines()
    assert len(lines) == len(levels) + 1
    state = {
        kind: words_of(seat(language=language), f"console.level.{name}")
        for kind, name in ((True, "touched"), (False, "free"))
    }
    for level, line in zip(levels, lines, strict=False):
        assert f"] {level.value:>6} {state[level.touched]}" in line


def test_levels_refresh_until_a_key() -> None:
    context = seat(pauses=3)
    assert len(looked(context, "levels", "presence")) == 4
    assert context.saw("pause") == [0.2] * 4
    assert ALL["levels"].is_live
    assert ALL["levels"].redraws_screen


# what is reported of an answer

FAULTS = st.builds(
    FaultStatus,
    part=st.sampled_from(["shoe", "journal"]),
    code=st.just("of_another_program"),
    words=texts(60),
    remedy=texts(80),
)
ADDRESSES = st.builds(
    BusDevice,
    address=st.integers(0, 127),
    answers=st.booleans(),
    part=st.sampled_from(["", "presence", "payout_display"]),
    kind=st.sampled_from(["", "mcp23017"]),
)
TESTED = st.builds(
    PartStatus,
    name=st.sampled_from([part.name for part in PARTS]),
    kind=texts(20),
    up=st.booleans(),
    losses=st.integers(0, 9),
    last_error=texts(60),
    proof=st.sampled_from([None, "proven", "answers", "listens", "blind"]),
    identity=texts(40),
)


@settings(max_examples=examples(20, 100))
@given(
    faults=st.lists(FAULTS, max_size=3),
    still=st.lists(FAULTS, max_size=3),
    language=st.sampled_from(LANGUAGES),
)
def test_clear_lists_allowed_and_rest(
    faults: list[FaultStatus], still: list[FaultStatus], language: str
) -> None:
    page = said(ALL["clear"], ClearedFaults(tuple(faults), tuple(still)), language)
    assert fits(page)
    for fault in faults + still:
        assert plain(fault.words) in packed(page)
    for fault in still:
        assert plain(fault.remedy) in packed(page)
    next_words = packed(words_of(seat(language=language), "technician.clear"))
    assert (next_words in packed(page)) == bool(faults)
    assert page.count("!!") >= len(still)


@settings(max_examples=examples(20, 100))
@given(devices=st.lists(ADDRESSES, max_size=6), language=st.sampled_from(LANGUAGES))
def test_scan_marks_missing_addresses(devices: list[BusDevice], language: str) -> None:
    page = said(ALL["scan"], BusDevices(tuple(devices)), language)
    assert fits(page)
    rows = re.split(r"\n(?=.{3}0x)", page)
    for row, device in zip(rows, devices, strict=False):
        assert row[3:].startswith(f"0x{device.address:02X}  ")
        assert device.part in row
        assert not device.answers or device.kind in row
    assert page.count("!! 0x") == sum(not device.answers for device in devices)
    assert page.count("ok 0x") == sum(device.answers and device.part != "" for device in devices)


@settings(max_examples=examples(20, 100))
@given(parts=st.lists(TESTED, max_size=5), language=st.sampled_from(LANGUAGES))
def test_test_has_proof_of_each_part(parts: list[PartStatus], language: str) -> None:
    page = said(ALL["test"], PartsReport(tuple(parts)), language)
    assert fits(page)
    context = seat(language=language)
    for part in parts:
        assert part.name in page
        proof = (
            words_of(context, f"proof.{part.proof or 'untested'}") if part.up else part.last_error
        )
        assert plain(proof) in packed(page)
    well = all(part.up and part.proof for part in parts)
    assert words_of(context, "health.well" if well else "health.unwell") in page


def test_failed_part_is_red_with_a_sign() -> None:
    page = drawn(seat(), ALL["test"], PartsReport(without("keys")), colour=True)
    assert re.search(r"\x1b\[1;31m!! keys", page)


@pytest.mark.parametrize("name", ["reinit", "pattern", "inspect", "service", "restart"])
@settings(max_examples=examples(10, 100))
@given(notes=st.lists(texts(50), max_size=3), language=st.sampled_from(LANGUAGES))
def test_every_note_is_printed(name: str, notes: list[str], language: str) -> None:
    done = ActDone(tuple(Text("console.happened.other", {"name": note}) for note in notes))
    page = said(ALL[name], done, language)
    assert fits(page)
    assert all(plain(note) in packed(page) for note in notes)
    assert page.strip() or notes


def test_unknown_note_shows_its_key() -> None:
    assert "technician.brand_new" in said(ALL["inspect"], ActDone((Text("technician.brand_new"),)))
