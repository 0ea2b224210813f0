"""Every kind of chip with lights serves a table: from its configuration to the drawn wiring."""

import re
from pathlib import Path

import pytest

from drivers.i2c_chip import chips_of
from drivers.lights import CHIPS
from drivers.lights.chip import LightChip
from firmware.cli.main import main
from firmware.core.vocabulary.panel import Light, Panel
from firmware.shell.config.config import load
from firmware.shell.technician.answers import Found
from firmware.shell.technician.requests import Scan
from firmware.shell.words.words import LANGUAGES, Words
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.shell.part_bench import PartBench
from tools.wiring_drawing import drawing
from tools.wiring_tables import Wires

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


def test_a_table_that_it_lights_is_accepted(table: Path) -> None:
    assert main(["check", str(table)]) == 0


def test_a_round_is_played_as_with_any_other(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for config in (table, EXAMPLE):
        assert main(["play", str(ROUND), "--config", str(config)]) == 0
        said.append(capsys.readouterr().out)
    assert '"settled"' in said[0]
    assert '"win"' in said[0]
    assert said[0] == said[1]


@each("language", LANGUAGES)
def test_what_it_can_not_be_is_refused_in_words(
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
            told = "".join(capsys.readouterr())
            assert "lights.addresses" in told
            assert said in told


def test_a_scan_of_the_bus_names_it(chip: LightChip, table: Path) -> None:
    found = PartBench(str(table.with_suffix(""))).run(100).ask(Scan())
    assert isinstance(found, Found)
    named = {at.address: at for at in found.devices if at.part == "lights"}
    assert tuple(named) == enough(chip)
    assert all(at.answers and at.kind == chip.word for at in named.values())


def test_its_wire_is_traced_by_the_names_of_its_registers(table: Path) -> None:
    bench = PartBench(str(table.with_suffix("")))
    bench.wires.tap.frames((), -1)
    bench.run(100)
    for bus in bench.buses:
        bus.wanted = Panel({1: Light.WIN, 7: Light.FAULT})
    bench.run(1500)
    said = [frame.said for frame in bench.wires.tap.frames(("lights",), 0).frames]
    assert len(said) > 5
    assert [one for one in said if UNNAMED.search(one)] == []


@each("language", LANGUAGES)
def test_the_drawn_wiring_shows_it(chip: LightChip, table: Path, language: str) -> None:
    wires = Wires(load(table).wiring, Words.load(language))
    lights = [at for at in wires.devices() if at.kind == chip.word]
    assert [at.address for at in lights] == list(enough(chip))
    assert len({at.straps for at in lights}) == len(lights)
    assert {at.name for at in wires.outputs()} <= {*chip.terminals}
    assert len(wires.outputs()) == CHANNELS
    drawn = drawing(wires, "")
    assert chip.word in drawn
