"""The kill campaign's poker table with readers of the board, of the chips and of the hands.

Its dealer passes the board over the reader, its players push chips over the line, and their cards
lie over the antennas. While the service is dead somebody may move chips before a seat: the table
must find them, and take no decision before they are put right.
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from drivers.tags.deck_registry import Deck, TaggedCard
from firmware.core.poker_room.engine.betting_line import BET_LINE
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.poker_status import PokerStatus
from firmware.core.vocabulary.status import Status
from sim.bench.seats import seat_tags
from sim.bench.tagged_decks import tagged_decks
from sim.people.hands import TableHands
from sim.people.rack import Rack, house_chips
from tests.campaigns.kill.chip_box import ChipBox
from tests.campaigns.kill.floor import Floor
from tests.campaigns.kill.history import Replica
from tests.campaigns.kill.kill_poker import ACTS, Deliberate, PokerJudge, PokerPeople, changed
from tests.campaigns.kill.lit import Renderer
from tests.campaigns.kill.powered_table import PoweredTable
from tests.campaigns.kill.scene import Scene
from tests.kits.paths import EXAMPLES

BATCH: Final = "2026-11"
DENOMINATIONS: Final = tuple(map(Cents, (100000, 10000, 2500, 500, 100)))
MOVES: Final = 0.2
"""How often somebody moves chips while the service is dead."""


def read_poker_scene(room: Path, seed: str) -> Scene:
    """Return a poker table with three readers whose service is to be killed."""
    chips, tags = house_chips(DENOMINATIONS, (None,)), tagged_decks(1, FULL_PACK, BATCH)
    source = _source(room)
    power = PoweredTable(room, chips, source, tags)
    _enrol(room / "decks", tags)
    _enrol(room / "hands", seat_tags(power.config.wiring.seats))
    renderer, replica = Renderer(power.config), Replica(power.config)
    judge = ReadPokerJudge(power.table, renderer, replica)
    chance = Random(f"{seed} people")
    box = ChipBox(Random(0))
    box.chips = chips
    floor = Floor(power.table, box, power, judge.reads, chance)
    hands = Deliberate(power.table, chips, power.rest, 100)
    rack = Rack(hands, DENOMINATIONS, chips)
    people = PokerPeople(floor, power, hands, chance, rack)
    power.table.shoe.power_on()
    meddler = Meddler(floor, hands, Random(f"{seed} meddler"))
    return Scene(power, replica, judge, floor, people, meddler.meddle, ACTS)


def _source(room: Path) -> str:
    """Return the example's table with all its readers, on wires of its own."""
    source = (EXAMPLES / "poker.toml").read_text(encoding="utf-8")
    serial = "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_{}001-if00-port0"
    return changed(
        source,
        (
            ("\nclock = 30\n", '\nclock = 30\nreaders = "seats"\n'),
            ("[keys]\n", SEATS.format(port=room / "seats", registry=room / "hands")),
            (serial.format("CARDS"), str(room / "shoe")),
            (serial.format("CHIPS"), str(room / "chips")),
            ("/etc/croupier/decks", str(room / "decks")),
            ("/etc/croupier/chips.csv", str(room / "chips.csv")),
        ),
    )


SEATS: Final = """[seats]
part = "rr3036"
port = "{port}"
baud = 19200
registry = "{registry}"
batch = "2026-11"

[keys]
"""


def _enrol(folder: Path, tags: Mapping[bytes, TaggedCard]) -> None:
    deck = Deck("1", BATCH, cut_card=any(tagged.card is None for tagged in tags.values()))
    deck.cards = {tag: tagged.card for tag, tagged in tags.items()}
    folder.mkdir()
    (folder / "1.csv").write_text(deck.text(), encoding="utf-8")


class Meddler:
    """Lays a chip before a player, or takes one away, while the table is dead."""

    def __init__(self, floor: Floor, hands: TableHands, chance: Random) -> None:
        self._floor, self._hands, self._chance = floor, hands, chance

    def meddle(self) -> None:
        if self._chance.random() > MOVES:
            return
        table = self._floor.table
        full = [place for place, tags in table.felt.stacks.items() if tags]
        if not full:
            return
        self._floor.counts["chips moved while it was down"] += 1
        place = self._chance.choice(full)
        chip = self._chance.choice(table.felt.stacks[place])
        table.felt.take_chip(place, chip)
        table.felt.put_chip(Place(self._chance.choice(range(1, 11)), BET_LINE), chip)


class ReadPokerJudge(PokerJudge):
    """Does not hold the first word to chips: they lie as they lie, and are read again."""

    def back(self, first: Status) -> None:
        if self._expected is not None:
            self._expected = self._expected._replace(room=_unread(self._expected.room))
        super().back(msgspec.structs.replace(first, room=_unread(first.room)))


def _unread(room: object) -> PokerStatus | None:
    if not isinstance(room, PokerStatus):
        return None
    seats = {s: msgspec.structs.replace(seat, read=None) for s, seat in room.seats.items()}
    return msgspec.structs.replace(room, seats=seats)
