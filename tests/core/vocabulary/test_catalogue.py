"""The catalogue of faults: every fault that can be raised is in it, and no other."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from drivers.angel_eye.messages import ERRORS
from drivers.ball_blower import message_table as blower_table
from drivers.inputs.touch import OVERCURRENT, UNCALIBRATED
from drivers.rr3036 import stacks
from drivers.slingshot import wheel_faults
from firmware.core.table.fault_state import Fault
from firmware.core.vocabulary.events import AnyEvent, FaultRaised
from firmware.core.vocabulary.faults import ASSISTING_PARTS, FAULT_KINDS, REQUIRED_PARTS
from firmware.shell.device import host
from firmware.shell.words.catalogue import fault_entry
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.templates import read_templates
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.paths import ROOT

ROOMS = ("firmware", "drivers", "hal")
BOTH = [Words.load(language) for language in LANGUAGES]

# where a code is no literal, what it may be; anything else that is not one fails the test
FLOORS = {
    floor.fault_code for floor in vars(host).values() if isinstance(floor, host.ShortageThreshold)
}
TABLES: dict[tuple[str, str], set[str]] = {
    ("drivers.angel_eye.messages", "ERRORS[number]"): set(ERRORS.values()),
    ("drivers.angel_eye.copies", "'missed' if frames == 1 else 'disagreement'"): {
        "missed",
        "disagreement",
    },
    ("drivers.slingshot.wheel_faults", "fault"): set(wheel_faults.FAULT_CODES),
    ("drivers.ball_blower.blower", "fault_code(code)"): {
        blower_table.fault_code(code) for code in range(100)
    },
    ("drivers.rr3036.stacks", "code"): set(stacks.STACK_FAULTS),
    ("drivers.inputs.touch", "code"): {OVERCURRENT, UNCALIBRATED},
    ("firmware.shell.parts.attached_part", "new_loss"): {
        "lost",
        "dark",
        "port_taken",
        "wrong_answers",
    },
    ("firmware.shell.device.host", "threshold.fault_code"): FLOORS | {"files_low"},
    ("firmware.cli.serving.table_service", "fault_code"): {
        "journal_lost",
        "journal_damaged",
        "journal_format",
        "journal_unadopted",
    },
}
PLACES: dict[tuple[str, str], set[str]] = {
    ("firmware.shell.parts.bus", "self.name"): {"i2c"},
    ("firmware.shell.service.bus_watch", "self._thread.bus.name"): set(),
    ("firmware.shell.parts.attached_part", "name"): set(),
    ("firmware.shell.parts.attached_part", "self.part.name"): set(),
    ("firmware.shell.device.host", "self.name"): {"host"},
    ("drivers.inputs.inputs", "self.name"): {"keys"},
    ("drivers.power.line", "self.name"): {"power"},
    ("drivers.line_watch", "self._part"): {"balls", "printer", "shoe", "wheel"},
    ("drivers.fortune_wheel.sensor_watch", "self._part"): {"wheel"},
}
"""An empty set is any part that hangs on a wire."""
PASSED_ON = {
    ("firmware.shell.device.inspection", "self.fault_code"),
    ("firmware.console.commands.faults", "fault.code"),
    ("firmware.core.table.device_events", "event.code"),
    ("firmware.shell.recall.text", "event.code"),
    ("firmware.core.table.alarms", "fault.code"),
    ("firmware.core.table.alarms", "code"),
    ("firmware.core.table.cards", "event.shoe_fault"),
}
"""What was raised elsewhere: a check's, an event's, an alarm's, a status's."""


class Raised(NamedTuple):
    """A fault that a line of a module may raise; with no place, any part's."""

    at: str
    code: str
    places: frozenset[str]


@cache
def raised() -> tuple[Raised, ...]:
    paths = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    return tuple(one for path in paths for one in in_module(path))


def in_module(path: Path) -> Iterator[Raised]:
    source = path.read_text(encoding="utf-8")
    if re.search(r"Fault(Raised|Shown)|\bFault\(|DeviceCheck\(|raise_alarm\(", source):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        yield from in_source(source, name)


def in_source(source: str, module: str) -> Iterator[Raised]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args:
            yield from called(node, module)


def called(call: ast.Call, module: str) -> Iterator[Raised]:
    """Yield what a call raises, if it makes an event or a check of a fault, or an alarm."""
    names = {name.id for name in ast.walk(call.func) if isinstance(name, ast.Name)}
    at = f"{module}:{call.lineno}"
    if names & {"Fault", "FaultRaised", "FaultShown"} or names == {"DeviceCheck"}:
        where, what = call.args[:2]
        if (module, ast.unparse(what)) not in PASSED_ON:
            places = possible_values(where, module, PLACES)
            yield from (
                Raised(at, code, frozenset(places))
                for code in possible_values(what, module, TABLES)
            )
    elif names == {"raise_alarm"}:
        codes = possible_values(call.args[1], module, TABLES)
        yield from (Raised(at, code, frozenset({"table"})) for code in codes)


def possible_values(
    node: ast.expr, module: str, tables: dict[tuple[str, str], set[str]]
) -> set[str]:
    """Return what an expression may be: a literal, a constant of its module, or by a table."""
    text = ast.unparse(node)
    if (module, text) in tables:
        return tables[module, text]
    value = node.value if isinstance(node, ast.Constant) else None
    if isinstance(node, ast.Name):
        value = getattr(import_module(module), node.id, None)
    assert isinstance(value, str), f"{module}: what may {text} be? Name it in {__name__}"
    return {str(value)}


def in_order() -> list[Raised]:
    return sorted(raised(), key=lambda one: (one.at, one.code, sorted(one.places)))


@each("one", in_order)
def test_every_raisable_fault_is_listed_with_place(one: Raised) -> None:
    assert one.code in FAULT_KINDS
    assert one.places <= FAULT_KINDS[one.code].part_names


def test_every_listed_fault_is_raisable() -> None:
    assert {one.code for one in raised()} == set(FAULT_KINDS)


def test_every_place_raises_its_fault() -> None:
    by_parts = {one.code for one in raised() if not one.places}
    for code in set(FAULT_KINDS) - by_parts:
        places = {place for one in raised() if one.code == code for place in one.places}
        assert places == FAULT_KINDS[code].part_names, code


@each(
    "source",
    [
        'x = FaultRaised("shoe", "on_fire")',
        'yield (FaultRaised if hot else FaultEnded)("shoe", "on_fire")',
        'DeviceCheck("shoe", "on_fire", look)',
        'raise_fault(state, Fault("shoe", "on_fire"))',
        'raise_alarm(state, "on_fire")',
    ],
)
def test_search_finds_unlisted_fault(source: str) -> None:
    (found,) = in_source(source, "drivers.power.line")
    assert found.code not in FAULT_KINDS


def test_search_refuses_unclear_code() -> None:
    with pytest.raises(AssertionError, match=r"what may self\.fancy be"):
        list(in_source('FaultRaised("shoe", self.fancy)', "drivers.power.line"))


def test_unlisted_fault_makes_no_event() -> None:
    with pytest.raises(ValueError, match="no fault 'on_fire' in the catalogue"):
        FaultRaised("shoe", "on_fire")
    reported = msgspec.json.encode(FaultRaised("shoe", "missed")).replace(b"missed", b"on_fire")
    with pytest.raises(msgspec.ValidationError, match="no fault 'on_fire' in the catalogue"):
        msgspec.json.decode(reported, type=AnyEvent)


def test_lost_part_stops_or_goes_dark() -> None:
    assert not REQUIRED_PARTS & ASSISTING_PARTS
    assert FAULT_KINDS["lost"].part_names == REQUIRED_PARTS
    assert FAULT_KINDS["dark"].part_names == ASSISTING_PARTS


# what there is to say of each


@pytest.mark.parametrize("words", BOTH, ids=LANGUAGES)
def test_active_fault_has_own_names(words: Words) -> None:
    lost = fault_entry("lost", Fault("wheel", "lost"))
    assert "`test wheel`" in words.render(lost.steps[0])
    clock = fault_entry("clock_back", Fault("host", "clock_back", {"seconds": "86400"}))
    assert "86400" in words.render(clock.steps[0])


def test_unlisted_fault_has_no_steps() -> None:
    written = read_templates(LANGUAGES[0])
    steps = {key.split(".")[1] for key in written if re.match(r"steps\.\w+\.\d", key)}
    assert steps == set(FAULT_KINDS)
    with pytest.raises(KeyError):
        fault_entry("on_fire")
