"""Every kind of chip with lights serves a table: from its configuration to the drawn wiring."""

import re
from itertools import cycle
from pathlib import Path

import pytest

from drivers.i2c_chip import chips_of
from drivers.lights import CHIPS
from drivers.lights.chip import LightChip
from firmware.cli.main import main
from firmware.core.vocabulary.panel import Panel, SpotLight
from firmware.shell.config.config import load_config
from firmware.shell.technician.answers import AnyAnswer
from firmware.shell.technician.requests import TechnicianRequest
from firmware.shell.wiring.drawing import drawing
from firmware.shell.wiring.table_wires import Wires
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from tests.kits.console.session_kit import Seat, printed, served
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.shell.part_bench import PartBench

EXAMPLE = EXAMPLES / "baccarat.toml"
CHANNELS = 7 * 3 + 11
ROUND = EXAMPLES / "round.jsonl"
UNNAMED = re.compile(r" [0-9A-F]{2}h\b")

pytestmark = pytest.mark.parametrize("chip", chips_of("drivers.lights", CHIPS), ids=CHIPS)


def enough(chip: LightChip) -> tuple[int, ...]:
    """Return the addresses of as many chips as the example takes."""
    return tuple(chip.addresses[: -(-CHANNELS // len(chip.terminals))])


def written(path: Path, chip: LightChip, addresses: tuple[int, ...]) -> Path:
    """Write the example with its lights on such chips."""
    lights = f'[lights]\npart = "{chip.word}"\naddresses = {list(addresses)}\n\n'
    text = EXAMPLE.read_text(encoding="utf-8")
    path.write_text(re.sub(r"\[lights\].*?\n\n", lights, text, count=1, flags=re.DOTALL))
    return path


@pytest.fixture
def table(chip: LightChip, tmp_path: Path) -> Path:
    return written(tmp_path / "table.toml", chip, enough(chip))


def test_configured_table_is_accepted(table: Path) -> None:
    assert main(["check", str(table)]) == 0


def test_round_plays_as_with_any_other(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for config in (table, EXAMPLE):
        assert main(["play", str(ROUND), "--config", str(config)]) == 0
        said.append(capsys.readouterr().out)
    assert '"settled"' in said[0]
    assert '"win"' in said[0]
    assert said[0] == said[1]


@each("language", languages_with("commands"))
def test_impossible_set_up_is_refused(
    chip: LightChip, tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = {
        (chip.addresses[-1] + 1,): f"un {chip.word.upper()} répond à 0x",
        enough(chip)[:-1]: f"canaux pour {CHANNELS} voyants",
    }
    if language == "en":
        words = {
            (chip.addresses[-1] + 1,): f"a {chip.word.upper()} answers at 0x",
            enough(chip)[:-1]: f"channels for {CHANNELS} lights",
        }
    for addresses, said in words.items():
        if addresses:  # one chip may be enough
            path = written(tmp_path / "table.toml", chip, addresses)
            assert main(["check", "--lang", language, str(path)]) != 0
            refusal = "".join(capsys.readouterr())
            assert "lights.addresses" in refusal
            assert said in refusal


def at_the_console(table: Path) -> Seat:
    """Return a technician at the console of the table, which starts and runs as he waits."""
    bench = PartBench(str(table.with_suffix("")))
    panels = cycle([Panel({1: SpotLight.WIN, 7: SpotLight.FAULT}), Panel({3: SpotLight.LOSE})])

    def answer(request: TechnicianRequest) -> AnyAnswer:
        answered, panel = bench.ask(request), next(panels)
        for bus in bench.buses:
            bus.target_panel = panel
        bench.run(1500)
        return answered

    return served(answer, language="en", pauses=4)


def test_console_names_it_in_a_bus_scan(chip: LightChip, table: Path) -> None:
    said = printed(at_the_console(table), "scan")
    for address in enough(chip):
        assert f"0x{address:02X}  answers: lights ({chip.word})" in said


def test_console_trace_names_registers(chip: LightChip, table: Path) -> None:
    said = printed(at_the_console(table), "watch", "lights")
    for address in enough(chip):
        assert f" 0x{address:02X} " in said
    assert [line for line in said.splitlines() if UNNAMED.search(line)] == []


@each("language", languages_with("wiring"))
def test_drawn_wiring_shows_it(chip: LightChip, table: Path, language: str) -> None:
    wires = Wires(load_config(table).wiring, Words.load(language))
    lights = [at for at in wires.devices() if at.kind == chip.word]
    assert [at.address for at in lights] == list(enough(chip))
    assert len({at.straps for at in lights}) == len(lights)
    assert {at.name for at in wires.outputs()} <= {*chip.terminals}
    assert len(wires.outputs()) == CHANNELS
    drawn = drawing(wires, "")
    assert chip.word in drawn
