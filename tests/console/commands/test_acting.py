"""The commands that act: rights, requests to the table, confirmations, output."""

import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.console.commands.acting_parts import BAR, bar
from firmware.core.vocabulary.health import FaultStatus, PartStatus
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config_change.candidate import Change
from firmware.shell.parts.tap import Frame
from firmware.shell.sockets.control import Parts
from firmware.shell.technician.answers import (
    Cleared,
    Compared,
    Device,
    Done,
    Found,
    Frames,
    Level,
    Logged,
    Measured,
    Set,
)
from firmware.shell.technician.requests import (
    RIGHTS,
    Apply,
    Calibrate,
    Clear,
    Inspect,
    Levels,
    Pattern,
    Reinit,
    ResetMeters,
    Restart,
    Revert,
    Scan,
    Seal,
    Send,
    Service,
    Shutdown,
    Watch,
)
from firmware.shell.technician.requests import Request as Asked
from tests.kits.console.answers_kit import LANGUAGES, fits, plain, texts, words_of
from tests.kits.console.reading_kit import PARTS, WELL, drawn, without
from tests.kits.console.session_kit import (
    ALL,
    ARGUMENTS,
    CONFIRMED,
    SUPERVISOR,
    looked,
    packed,
    said,
    seat,
    served,
    told,
)
from tests.kits.examples import examples

SERVED = sorted(set(ALL) - {"manifest", "digest"})
"""The commands that need nothing but a table."""
CANDIDATE = 'language = "en"\n'
ASKED_BACK = {
    "restart": Restart,
    "shutdown": Shutdown,
    "meters reset": ResetMeters,
    "calibrate": Calibrate,
    "config apply": Apply,
    "config undo": Revert,
    "seal": Seal,
}


def usual(name: str, **more: Any) -> Any:
    """Somebody who does what a command asks, at a table with something to change."""
    changed = Compared((), (Change("language", '"fr"', '"en"'),))
    wrong = (Text("trust.changed", {"file": "/etc/croupier/table.toml"}),)
    unsealed = Set("/etc/croupier/table.toml", 'language = "fr"\n', sealed=False, wrong=wrong)
    typed = [CONFIRMED[name]] if name in CONFIRMED else []
    return seat(changed, unsealed, typed=typed, candidate=CANDIDATE, **more)


# who may, and what it is called


@pytest.mark.parametrize("name", SERVED)
def test_whoever_may_give_a_command_may_ask_all_that_it_asks(name: str) -> None:
    context, command = usual(name), ALL[name]
    looked(context, name, *ARGUMENTS.get(name, ()))
    for request in context.asked:
        assert command.roles is not None
        assert command.roles <= RIGHTS[type(request)]


@pytest.mark.parametrize("name", sorted({*SERVED} - {"config set", "config load", "config drop"}))
def test_nobody_is_kept_from_a_command_whose_every_request_is_his_right(name: str) -> None:
    context = usual(name)
    looked(context, name, *ARGUMENTS.get(name, ()))
    rights = [RIGHTS[type(request)] for request in context.asked]
    if rights:
        assert ALL[name].roles == frozenset.intersection(*rights)


@pytest.mark.parametrize("name", sorted(ALL))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_and_argument_has_its_words(language: str, name: str) -> None:
    words, command = seat(language=language).words, ALL[name]
    assert len(words.say(Text(f"console.help.{name.replace(' ', '_')}"))) <= 64
    for takes in command.takes:
        assert words.say(Text(f"console.takes.{takes.name}"))


@pytest.mark.parametrize("name", SERVED)
def test_json_is_the_very_struct_that_is_told(name: str) -> None:
    for found in looked(usual(name, pauses=1), name, *ARGUMENTS.get(name, ())):
        assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)) == found


# what is refused


LOCAL = {"test", "watch sensors", "config load", "config drop"}
"""These ask the technician's socket for nothing."""


@pytest.mark.parametrize("name", sorted({*SERVED} - LOCAL))
def test_what_the_service_refuses_is_raised_as_it_says_it(name: str) -> None:
    def refuse(request: Asked) -> None:
        raise CannotBeDone(Text("technician.round_open"))

    before = None if name == "config set" else CANDIDATE
    context = served(refuse, typed=[CONFIRMED.get(name, "")], candidate=before)
    with pytest.raises(CannotBeDone) as refused:
        looked(context, name, *ARGUMENTS.get(name, ()))
    assert refused.value.why.key == "technician.round_open"
    assert context.candidate == before


@pytest.mark.parametrize("name", sorted({*SERVED} - LOCAL))
def test_an_answer_of_another_kind_is_refused(name: str) -> None:
    before = None if name == "config set" else CANDIDATE
    other = [CONFIRMED.get(name, "")]
    context = served(lambda _: Logged(()), typed=other, candidate=before)
    with pytest.raises(CannotBeDone) as refused:
        looked(context, name, *ARGUMENTS.get(name, ()))
    assert refused.value.why.key == "console.ask.other_answer"


@pytest.mark.parametrize("name", ["test", "reinit", "send", "levels", "calibrate", "watch"])
def test_a_part_that_is_none_is_refused_with_all_names_and_nothing_is_asked(name: str) -> None:
    context = seat()
    with pytest.raises(CannotBeDone) as refused:
        looked(context, name, "sohe", *ARGUMENTS.get(name, ("", ""))[1:])
    assert context.asked == []
    why = context.words.say(refused.value.why)
    assert all(part.name in why for part in PARTS)


@pytest.mark.parametrize("word", ["", "maybe", "ON", "0"])
def test_service_is_switched_on_or_off_and_nothing_else(word: str) -> None:
    context = seat()
    with pytest.raises(CannotBeDone):
        looked(context, "service", word)
    assert context.asked == []


# what is asked of the table


@pytest.mark.parametrize(
    ("name", "arguments", "request_"),
    [
        ("reinit", ("presence",), Reinit(part="presence")),
        ("pattern", ("walk",), Pattern(name="walk")),
        ("pattern", ("off",), Pattern(name="")),
        ("scan", (), Scan()),
        ("clear", (), Clear()),
        ("inspect", (), Inspect()),
        ("service", ("on",), Service(on=True)),
        ("service", ("off",), Service(on=False)),
        ("restart", (), Restart()),
        ("shutdown", (), Shutdown()),
        ("meters reset", (), ResetMeters(second=SUPERVISOR)),
        ("levels", ("presence",), Levels(part="presence")),
    ],
)
def test_what_is_typed_is_what_is_asked(
    name: str, arguments: tuple[str, ...], request_: Asked
) -> None:
    context = usual(name)
    looked(context, name, *arguments)
    assert context.asked == [request_]


def test_one_part_alone_is_told_where_one_is_named() -> None:
    assert [part.name for part in looked(seat(), "test", "keys")[0].parts] == ["keys"]
    assert looked(seat(), "test")[0].parts == PARTS


# what is asked back


@pytest.mark.parametrize("name", sorted(ASKED_BACK))
@settings(max_examples=examples(10, 100))
@given(typed=st.text(max_size=20))
def test_nothing_is_done_that_was_not_confirmed(name: str, typed: str) -> None:
    right = {CONFIRMED[name].casefold(), "o"} if CONFIRMED[name] == "oui" else {CONFIRMED[name]}
    if " ".join(typed.split()).casefold() in {one.casefold() for one in right}:
        return
    context = usual(name)
    context.typed = [typed]
    with pytest.raises(CannotBeDone):
        looked(context, name, *ARGUMENTS.get(name, ()))
    assert ASKED_BACK[name] not in map(type, context.asked)
    assert context.candidate == CANDIDATE
    assert len(context.saw("ask")) == 1


@pytest.mark.parametrize("name", sorted(ASKED_BACK))
def test_it_is_asked_back_before_it_is_done(name: str) -> None:
    done: list[int] = []
    context = usual(name)
    usual_answer = context.table.answer

    def answer(request: Asked) -> Any:
        if isinstance(request, ASKED_BACK[name]):
            done.append(len(context.saw("ask")))
        return usual_answer(request)

    context.table.answer = answer
    looked(context, name, *ARGUMENTS.get(name, ()))
    assert done == [1]


@pytest.mark.parametrize("name", ["restart", "shutdown", "meters reset"])
def test_the_name_may_be_typed_with_other_spaces_and_capitals(name: str) -> None:
    context = usual(name)
    context.typed = [f"  {WELL.table.upper().replace(' ', '   ')} "]
    looked(context, name)
    assert [type(request) for request in context.asked] == [ASKED_BACK[name]]


def test_meters_are_shown_and_a_supervisor_is_asked_before_they_are_reset() -> None:
    context = usual("meters reset")
    looked(context, "meters reset")
    assert [kind for kind, _ in context.log] == ["show", "ask", "second"]
    assert context.saw("second") == ["supervisor"]


def test_an_empty_felt_is_asked_for_before_a_calibration_and_levels_follow_it() -> None:
    context = usual("calibrate", pauses=2)
    assert looked(context, "calibrate", "presence") == [Measured(())] * 3
    levels = [Levels(part="presence")] * 3
    assert context.asked == [Calibrate(part="presence"), *levels]
    assert "tapis" in context.saw("ask")[0]


# sending a frame


def test_what_a_frame_brings_back_is_listened_to_before_it_is_sent() -> None:
    frames = (
        Frame(8, 1000, "shoe", "out", "41", "version"),
        Frame(9, 1002, "shoe", "in", "42", "1"),
    )

    def answer(request: Asked) -> Any:
        if isinstance(request, Watch):
            return Frames((), 8) if request.after == -1 else Frames(frames, 10, lost=2)
        return Done((Text("console.act.done"),))

    context = served(answer)
    sent = looked(context, "send", "shoe", "version")[0]
    assert context.asked == [
        Watch(parts=("shoe",)),
        Send(part="shoe", frame="version"),
        Watch(parts=("shoe",), after=8),
    ]
    assert context.saw("pause") == [1.0]
    assert (sent.frames, sent.lost) == (frames, 2)


@pytest.mark.parametrize(("way", "silent"), [("in", False), ("out", True), ("dropped", True)])
def test_where_nothing_came_back_it_is_said(way: Any, silent: bool) -> None:
    def answer(request: Asked) -> Any:
        return (
            Frames((Frame(1, 5, "shoe", way, "", ""),), 2) if isinstance(request, Watch) else Done()
        )

    context = served(answer)
    assert (
        words_of(context, "console.act.no_reply") in told(context, "send", "shoe", "x")
    ) == silent


# levels


LEVELS = st.builds(
    Level,
    name=texts(12),
    value=st.integers(-2000, 2000),
    touch=st.integers(0, 1024),
    release=st.integers(0, 1024),
    touched=st.booleans(),
)


@given(value=st.integers(-500, 3000), touch=st.integers(1, 1023), top=st.integers(1, 4000))
def test_a_bar_marks_both_thresholds_and_is_as_long_as_the_value(
    value: int, touch: int, top: int
) -> None:
    cells = bar(Level("", value, touch, touch // 2, touched=False), max(top, 2 * touch))
    assert len(cells) == BAR
    assert cells.count("T") == 1
    assert set(cells) <= set("#TR ")
    full = max(0, min(BAR, value * BAR // max(top, 2 * touch)))
    assert all(cell != " " for cell in cells[:full])
    assert "#" not in cells[full:]


@given(low=st.integers(0, 400), more=st.integers(0, 400))
def test_a_bar_never_shrinks_as_the_value_grows(low: int, more: int) -> None:
    def full(value: int) -> int:
        return bar(Level("", value, 200, 100, touched=False), 400).count("#")

    assert full(low) <= full(low + more)


@settings(max_examples=examples(20, 100))
@given(levels=st.lists(LEVELS, max_size=8), language=st.sampled_from(LANGUAGES))
def test_every_sensor_has_its_bar_value_and_state(levels: list[Level], language: str) -> None:
    page = said(ALL["levels"], Measured(tuple(levels)), language)
    assert fits(page)
    lines = page.splitlines()
    assert len(lines) == len(levels) + 1
    state = {
        kind: words_of(seat(language=language), f"console.level.{name}")
        for kind, name in ((True, "touched"), (False, "free"))
    }
    for level, line in zip(levels, lines, strict=False):
        assert f"] {level.value:>6} {state[level.touched]}" in line


def test_levels_are_read_five_times_a_second_until_a_key_is_pressed() -> None:
    context = seat(pauses=3)
    assert len(looked(context, "levels", "presence")) == 4
    assert context.saw("pause") == [0.2] * 4
    assert ALL["levels"].live
    assert ALL["levels"].redraws


# what is told of an answer


FAULTS = st.builds(
    FaultStatus,
    part=st.sampled_from(["shoe", "journal"]),
    code=st.just("of_another_program"),
    words=texts(60),
    remedy=texts(80),
)
ADDRESSES = st.builds(
    Device,
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
def test_a_clear_tells_what_is_allowed_who_comes_next_and_what_is_still_wrong(
    faults: list[FaultStatus], still: list[FaultStatus], language: str
) -> None:
    page = said(ALL["clear"], Cleared(tuple(faults), tuple(still)), language)
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
def test_a_scan_tells_every_address_and_marks_who_is_missing(
    devices: list[Device], language: str
) -> None:
    page = said(ALL["scan"], Found(tuple(devices)), language)
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
def test_a_test_tells_of_each_part_how_far_it_can_be_believed(
    parts: list[PartStatus], language: str
) -> None:
    page = said(ALL["test"], Parts(tuple(parts)), language)
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


def test_a_part_that_is_down_is_in_red_and_has_a_sign() -> None:
    page = drawn(seat(), ALL["test"], Parts(without("keys")), colour=True)
    assert re.search(r"\x1b\[1;31m!! keys", page)


@pytest.mark.parametrize("name", ["reinit", "pattern", "inspect", "service", "restart"])
@settings(max_examples=examples(10, 100))
@given(notes=st.lists(texts(50), max_size=3), language=st.sampled_from(LANGUAGES))
def test_every_note_of_what_was_done_is_told(name: str, notes: list[str], language: str) -> None:
    done = Done(tuple(Text("console.happened.other", {"name": note}) for note in notes))
    page = said(ALL[name], done, language)
    assert fits(page)
    assert all(plain(note) in packed(page) for note in notes)
    assert page.strip() or notes


def test_a_note_of_another_version_is_told_by_its_key() -> None:
    assert "technician.brand_new" in said(ALL["inspect"], Done((Text("technician.brand_new"),)))
