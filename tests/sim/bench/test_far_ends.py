"""Every part on a wire has a far end, found by the part's word."""

from importlib import import_module

from firmware.shell.config.parts import PARTS
from tests.kits.offenders import each

ON_WIRES = {
    (kind.word, "chips" if kind.chip and kind.chip.word == kind.word else "machines")
    for kinds in PARTS.values()
    for kind in kinds
    if kind.hangs_on in ("i2c", "serial", "wheel")
}


@each("word, folder", sorted(ON_WIRES))
def test_a_part_has_a_far_end_in_the_module_of_its_word(word: str, folder: str) -> None:
    module = import_module(f"sim.{folder}.{word.replace('-', '_')}")
    assert callable(module.far_end)


@each("section", PARTS)
def test_each_word_of_a_section_is_there_once(section: str) -> None:
    words = [kind.word for kind in PARTS[section]]
    assert len(set(words)) == len(words)
