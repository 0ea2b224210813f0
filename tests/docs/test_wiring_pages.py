"""The wiring pages are those of the example tables, and leave nothing of them out."""

from pathlib import Path

from firmware.shell.config.config import load_config
from firmware.shell.wiring.table_wires import HEADER, Wires
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tools.wiring_pages import EXAMPLE_FILES, PAGES, pages


def test_pages_match_the_examples() -> None:
    stale = [n for n, text in pages().items() if (PAGES / n).read_text(encoding="utf-8") != text]
    assert stale == [], "run make pages"


@each("file", EXAMPLE_FILES)
def test_everything_has_own_terminal(file: Path) -> None:
    wiring = load_config(file).wiring
    wires = Wires(wiring, Words.load("en"))
    places = wiring.presence.places if wiring.presence else ()
    contacts = [*places, *wiring.keys.keys, *wiring.keys.doors]
    shuffler = 3 if file.stem == "budget" else 0
    assert len(wires.inputs()) == len(contacts) + 1 + shuffler
    assert len(wires.outputs()) == 3 * len(wiring.lights.spots) + len(
        {*wiring.lights.keys.values()}
    )
    for terminals in (wires.inputs(), wires.outputs()):
        assert len({(terminal.address, terminal.name) for terminal in terminals}) == len(terminals)


def test_header_pin_has_one_number() -> None:
    assert sorted(HEADER) == list(range(2, 28))
    assert len(set(HEADER.values())) == len(HEADER)
    grounds_and_supplies = {1, 2, 4, 6, 9, 14, 17, 20, 25, 27, 28, 30, 34, 39}
    assert grounds_and_supplies | set(HEADER.values()) == set(range(1, 41))


def test_bus_addresses_are_unique() -> None:
    for file in EXAMPLE_FILES:
        wires = Wires(load_config(file).wiring, Words.load("fr"))
        addresses = [device.address for device in wires.devices()]
        assert len(set(addresses)) == len(addresses)
