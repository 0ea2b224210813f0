"""The commands that act: rights, requests to the table, confirmations, output."""

from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.wheel_acts import WheelAct
from firmware.shell.config_change.candidate import KeyChange
from firmware.shell.parts.wire_tap import WireFrame
from firmware.shell.technician.answers import (
    ActDone,
    ConfigComparison,
    CurrentConfig,
    LogLines,
    SensorLevels,
    WireFrames,
)
from firmware.shell.technician.requests import (
    ALLOWED_ROLES,
    ApplyConfiguration,
    Calibrate,
    CheckCorrection,
    ClearFaults,
    CorrectRound,
    EndService,
    InspectDevice,
    OrderWheel,
    ReadLevels,
    ResetMeters,
    RestartPart,
    RestartService,
    RevertConfiguration,
    ScanBus,
    SealConfiguration,
    SendFrame,
    ServiceMode,
    ShowPattern,
    WatchWires,
)
from firmware.shell.technician.requests import TechnicianRequest as Asked
from tests.kits.console.answers_kit import LANGUAGES, words_of
from tests.kits.console.reading_kit import PARTS, WELL
from tests.kits.console.session_kit import (
    ALL,
    ARGUMENTS,
    CONFIRMED,
    SUPERVISOR,
    looked,
    printed,
    seat,
    served,
)
from tests.kits.examples import examples
from tests.kits.offenders import each

SERVED = sorted(set(ALL) - {"manifest", "digest"})
"""The commands that need nothing but a table."""
CANDIDATE = 'language = "en"\n'
ASKED_BACK = {
    "restart": RestartService,
    "shutdown": EndService,
    "meters reset": ResetMeters,
    "calibrate": Calibrate,
    "config apply": ApplyConfiguration,
    "config undo": RevertConfiguration,
    "seal": SealConfiguration,
}


def usual(name: str, **more: Any) -> Any:
    """Somebody who does what a command asks, at a table with something to change."""
    changed = ConfigComparison((), (KeyChange("language", '"fr"', '"en"'),))
    wrong = (Text("trust.changed", {"file": "/etc/croupier/table.toml"}),)
    unsealed = CurrentConfig(
        "/etc/croupier/table.toml", 'language = "fr"\n', sealed=False, wrong=wrong
    )
    typed = [CONFIRMED[name]] if name in CONFIRMED else []
    return seat(changed, unsealed, typed=typed, candidate=CANDIDATE, **more)


# who may, and what it is called


@each("name", SERVED)
def test_roles_may_make_its_requests(name: str) -> None:
    context, command = usual(name), ALL[name]
    looked(context, name, *ARGUMENTS.get(name, ()))
    for request in context.asked:
        assert command.roles is not None
        assert command.roles <= ALLOWED_ROLES[type(request)]


@each("name", sorted({*SERVED} - {"config set", "config load", "config drop"}))
def test_no_entitled_role_is_excluded(name: str) -> None:
    context = usual(name)
    looked(context, name, *ARGUMENTS.get(name, ()))
    rights = [ALLOWED_ROLES[type(request)] for request in context.asked]
    if rights:
        assert ALL[name].roles == frozenset.intersection(*rights)


@each("language, name", product(LANGUAGES, sorted(ALL)))
def test_commands_have_words(language: str, name: str) -> None:
    words, command = seat(language=language).words, ALL[name]
    assert len(words.render(Text(f"console.help.{name.replace(' ', '_')}"))) <= 64
    for parameter in command.parameters:
        assert words.render(Text(f"console.takes.{parameter.name}"))


@each("name", SERVED)
def test_json_is_the_printed_struct(name: str) -> None:
    for found in looked(usual(name, pauses=1), name, *ARGUMENTS.get(name, ())):
        assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)) == found


# what is refused

LOCAL = {"test", "watch sensors", "config load", "config drop"}
"""These ask the technician's socket for nothing."""


@each("name", sorted({*SERVED} - LOCAL))
def test_refusal_is_raised_unchanged(name: str) -> None:
    def refuse(request: Asked) -> None:
        raise RequestFailed(Text("technician.round_open"))

    before = None if name == "config set" else CANDIDATE
    context = served(refuse, typed=[CONFIRMED.get(name, "")], candidate=before)
    with pytest.raises(RequestFailed) as refused:
        looked(context, name, *ARGUMENTS.get(name, ()))
    assert refused.value.why.key == "technician.round_open"
    assert context.candidate == before


@each("name", sorted({*SERVED} - LOCAL))
def test_answer_of_another_kind_refused(name: str) -> None:
    before = None if name == "config set" else CANDIDATE
    other = [CONFIRMED.get(name, "")]
    context = served(lambda _: LogLines(()), typed=other, candidate=before)
    with pytest.raises(RequestFailed) as refused:
        looked(context, name, *ARGUMENTS.get(name, ()))
    assert refused.value.why.key == "console.ask.other_answer"


@pytest.mark.parametrize("name", ["test", "reinit", "send", "levels", "calibrate", "watch"])
def test_unknown_part_lists_names(name: str) -> None:
    context = seat()
    with pytest.raises(RequestFailed) as refused:
        looked(context, name, "sohe", *ARGUMENTS.get(name, ("", ""))[1:])
    assert context.asked == []
    why = context.words.render(refused.value.why)
    assert all(part.name in why for part in PARTS)


@pytest.mark.parametrize("word", ["", "maybe", "ON", "0"])
def test_service_is_only_on_or_off(word: str) -> None:
    context = seat()
    with pytest.raises(RequestFailed):
        looked(context, "service", word)
    assert context.asked == []


# what is asked of the table


@pytest.mark.parametrize(
    ("name", "arguments", "request_"),
    [
        ("reinit", ("presence",), RestartPart(part="presence")),
        ("pattern", ("walk",), ShowPattern(name="walk")),
        ("pattern", ("off",), ShowPattern(name="")),
        ("wheel", ("open",), OrderWheel(order=WheelAct.OPEN)),
        ("wheel", ("close",), OrderWheel(order=WheelAct.CLOSE)),
        ("wheel", ("mode",), OrderWheel(order=WheelAct.SET_MODE)),
        ("scan", (), ScanBus()),
        ("clear", (), ClearFaults()),
        ("inspect", (), InspectDevice()),
        ("service", ("on",), ServiceMode(on=True)),
        ("service", ("off",), ServiceMode(on=False)),
        ("restart", (), RestartService()),
        ("shutdown", (), EndService()),
        ("meters reset", (), ResetMeters(second=SUPERVISOR)),
        ("levels", ("presence",), ReadLevels(part="presence")),
    ],
)
def test_arguments_become_the_request(
    name: str, arguments: tuple[str, ...], request_: Asked
) -> None:
    context = usual(name)
    looked(context, name, *arguments)
    assert context.asked == [request_]


@each(
    "typed, fields",
    [
        (("3", "1", "main@B", "-2.50", "two", "chips"), ("main", -250, "two chips", "B")),
        (("3", "1", "main", "5", "x"), ("main", 500, "x", None)),
    ],
)
def test_correction_checked_first(typed: tuple[str, ...], fields: tuple[Any, ...]) -> None:
    context = usual("correct")
    looked(context, "correct", *typed)
    assert context.asked == [
        CheckCorrection(None, 3, 1, *fields),
        CorrectRound(None, 3, 1, *fields, SUPERVISOR),
    ]


def test_refused_correction_needs_no_passphrase() -> None:
    def refuse(request: Asked) -> None:
        raise RequestFailed(Text("why.round_open"))

    context = served(refuse)
    with pytest.raises(RequestFailed):
        looked(context, "correct", *ARGUMENTS["correct"])
    assert context.saw("second") == []


def test_named_part_is_reported_alone() -> None:
    assert [part.name for part in looked(seat(), "test", "keys")[0].parts] == ["keys"]
    assert looked(seat(), "test")[0].parts == PARTS


# what is asked back


@pytest.mark.parametrize("name", sorted(ASKED_BACK))
@settings(max_examples=examples(10, 100))
@given(typed=st.text(max_size=20))
def test_unconfirmed_act_is_not_done(name: str, typed: str) -> None:
    right = {CONFIRMED[name].casefold(), "o"} if CONFIRMED[name] == "oui" else {CONFIRMED[name]}
    if " ".join(typed.split()).casefold() in {one.casefold() for one in right}:
        return
    context = usual(name)
    context.typed = [typed]
    with pytest.raises(RequestFailed):
        looked(context, name, *ARGUMENTS.get(name, ()))
    assert ASKED_BACK[name] not in map(type, context.asked)
    assert context.candidate == CANDIDATE
    assert len(context.saw("ask")) == 1


@pytest.mark.parametrize("name", sorted(ASKED_BACK))
def test_act_confirmed_before_execution(name: str) -> None:
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
def test_name_ignores_spacing_and_case(name: str) -> None:
    context = usual(name)
    context.typed = [f"  {WELL.table.upper().replace(' ', '   ')} "]
    looked(context, name)
    assert [type(request) for request in context.asked] == [ASKED_BACK[name]]


def test_meters_are_shown_before_reset() -> None:
    context = usual("meters reset")
    looked(context, "meters reset")
    assert [kind for kind, _ in context.log] == ["show", "ask", "second"]
    assert context.saw("second") == ["supervisor"]


def test_calibration_needs_empty_felt() -> None:
    context = usual("calibrate", pauses=2)
    assert looked(context, "calibrate", "presence") == [SensorLevels(())] * 3
    levels = [ReadLevels(part="presence")] * 3
    assert context.asked == [Calibrate(part="presence"), *levels]
    assert "tapis" in context.saw("ask")[0]


# sending a frame


def test_send_listens_before_it_sends() -> None:
    frames = (
        WireFrame(8, 1000, "shoe", "out", "41", "version"),
        WireFrame(9, 1002, "shoe", "in", "42", "1"),
    )

    def answer(request: Asked) -> Any:
        if isinstance(request, WatchWires):
            return WireFrames((), 8) if request.after == -1 else WireFrames(frames, 10, lost=2)
        return ActDone((Text("console.act.done"),))

    context = served(answer)
    sent = looked(context, "send", "shoe", "version")[0]
    assert context.asked == [
        WatchWires(parts=("shoe",)),
        SendFrame(part="shoe", frame="version"),
        WatchWires(parts=("shoe",), after=8),
    ]
    assert context.saw("pause") == [1.0]
    assert (sent.frames, sent.lost) == (frames, 2)


@pytest.mark.parametrize(("way", "silent"), [("in", False), ("out", True), ("dropped", True)])
def test_missing_reply_is_reported(way: Any, silent: bool) -> None:
    def answer(request: Asked) -> Any:
        return (
            WireFrames((WireFrame(1, 5, "shoe", way, "", ""),), 2)
            if isinstance(request, WatchWires)
            else ActDone()
        )

    context = served(answer)
    assert (
        words_of(context, "console.act.no_reply") in printed(context, "send", "shoe", "x")
    ) == silent
