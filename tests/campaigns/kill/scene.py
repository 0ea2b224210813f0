"""A table as the kill campaign meets it: its far ends, its people, and who judges them."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from firmware.core.vocabulary.next_step import Act
from tests.campaigns.kill.chip_box import ChipBox
from tests.campaigns.kill.dealer import Dealer
from tests.campaigns.kill.floor import Floor
from tests.campaigns.kill.history import Replica
from tests.campaigns.kill.judge import Judge
from tests.campaigns.kill.lit import Renderer
from tests.campaigns.kill.meddler import Meddler
from tests.campaigns.kill.plans import ACTS
from tests.campaigns.kill.powered_table import PoweredTable, default_source


class People(Protocol):
    """Who plays; `archive` has the rounds that they know to be over."""

    number: int
    archive: Mapping[int, Any]

    def step(self) -> None:
        """Do the next thing. Raises PowerOff."""
        ...


class Scene(NamedTuple):
    """One table of the campaign."""

    power: PoweredTable
    replica: Replica
    judge: Judge
    floor: Floor
    people: People
    meddle: Callable[[], None]
    """What happens on the felt while the service is dead."""
    acts: Sequence[Act]
    """Before which the service is killed."""


def baccarat_scene(room: Path, seed: str) -> Scene:
    """Return a table of Baccara: shoe, chip reader, sensors."""
    chips = ChipBox(Random(f"{seed} chips"))
    power = PoweredTable(room, chips.chips, default_source(room))
    renderer, replica = Renderer(power.config), Replica(power.config)
    judge = Judge(power.table, renderer, replica)
    floor = Floor(power.table, chips, power, judge.reads, Random(f"{seed} people"))
    dealer = Dealer(floor, renderer.words)
    meddler = Meddler(dealer, judge, Random(f"{seed} meddler"))
    return Scene(power, replica, judge, floor, dealer, meddler.meddle, ACTS)
