"""Nine clocks and a STOP, against a part that holds the data line low and counts clocks."""

import os
from ast import literal_eval
from pathlib import Path

import pytest

from hal.errors import BoardUnfit, BusStuck
from hal.pi import recovery

HELD = {"2": {"function": "a0", "low": False}, "3": {"function": "a0", "low": False}}

PINCTRL = """#!{python} -IS
import sys
with open({state!r}) as state_file:
    state = eval(state_file.read())
command, pin, *options = sys.argv[1:]
pins, was_low = state["pins"], state["pins"]["3"]["low"]
data_was_low = pins["2"]["low"] or state["bits"] > 0
if command == "get":
    print(f" {{pin}}: {{pins[pin]['function']}}    pu | hi // GPIO{{pin}}")
elif command == "lev":
    print(int(not (data_was_low if pin == "2" else was_low)))
else:
    state["said"].append(" ".join([pin, *options]))
    pins[pin]["low"] = options == ["op", "dl"]
    pins[pin]["function"] = options[0]
    if was_low and not pins["3"]["low"] and state["bits"] > 0:
        state["bits"] -= 1
    if data_was_low and not pins["2"]["low"] and not pins["3"]["low"] and pin == "2":
        state["stops"] += 1
    with open({state!r}, "w") as state_file:
        state_file.write(repr(state))
"""


class HeldBus:
    """A stand-in for the program pinctrl, with a part that owes `bits` clocks at its lines."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, bits: int) -> None:
        self._state = folder / "state"
        self._state.write_text(repr({"pins": HELD, "bits": bits, "stops": 0, "said": []}))
        program = folder / "pinctrl"
        python = os.path.realpath("/proc/self/exe")
        program.write_text(PINCTRL.format(python=python, state=str(self._state)))
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))

    def __getitem__(self, name: str) -> object:
        return literal_eval(self._state.read_text())[name]


def clocks(bus: HeldBus) -> int:
    said = bus["said"]
    assert isinstance(said, list)
    return said.count("3 op dl") - 1  # the last one makes the STOP


def given_back(bus: HeldBus) -> bool:
    """Say whether both pins are the adapter's again."""
    said = bus["said"]
    assert isinstance(said, list)
    return said[-2:] == ["2 a0", "3 a0"]


@pytest.mark.parametrize("bits", [0, 1, 9])
def test_clocks_and_stop_free_the_pins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bits: int
) -> None:
    bus = HeldBus(tmp_path, monkeypatch, bits)
    recovery.clock_out(1)
    assert (bus["bits"], clocks(bus)) == (0, bits)
    assert bus["stops"] == 1
    assert given_back(bus)


def test_stuck_line_is_reported_after_nine_clocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus = HeldBus(tmp_path, monkeypatch, 100)
    with pytest.raises(BusStuck, match="cut the power"):
        recovery.clock_out(1)
    assert clocks(bus) == 9
    assert given_back(bus)


def test_missing_program_names_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BoardUnfit, match="raspi-utils"):
        recovery.clock_out(1)


def test_failing_program_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "pinctrl"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BoardUnfit, match="GPIO 2"):
        recovery.clock_out(1)


def test_bus_on_unknown_pins_untouched() -> None:
    with pytest.raises(BoardUnfit, match="bus 3"):
        recovery.clock_out(3)
