"""Every part on a wire has a far end, found by the part's word."""

from importlib import import_module

from firmware.shell.config.parts import PART_KINDS
from tests.kits.offenders import each

ON_WIRES = {
    (kind.word, "chips" if kind.chip and kind.chip.word == kind.word else "machines")
    for kinds in PART_KINDS.values()
    for kind in kinds
    if kind.bus_type in ("i2c", "serial", "wheel")
}


@each("word, folder", sorted(ON_WIRES))
def test_part_has_a_far_end_in_its_module(word: str, folder: str) -> None:
    module = import_module(f"sim.{folder}.{word.replace('-', '_')}")
    assert callable(module.far_end)


@each("section", PART_KINDS)
def test_word_is_unique_in_its_section(section: str) -> None:
    words = [kind.word for kind in PART_KINDS[section]]
    assert len(set(words)) == len(words)
