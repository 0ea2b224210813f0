"""The far end of whatever reads the cards, and the hands that draw past it."""

from collections.abc import Mapping

from drivers.angel_eye.kind import AngelEye
from drivers.bee_tek.kind import BeeTek
from drivers.pn532.kind import Pn532Hsu, Pn532I2c
from drivers.tags.decks import Tagged
from drivers.wiring import PartWiring
from firmware.core.vocabulary.cards import Card
from sim.chips.i2c import Chip
from sim.machines.angel_eye import SimAngelEye
from sim.machines.bee_tek import SimBeeTek
from sim.machines.card_source import NONE, CardSource
from sim.machines.pn532 import SimPn532
from sim.machines.pn532_wires import SimPn532Hsu, SimPn532I2c
from sim.machines.punto_banco import PuntoBanco
from sim.machines.rfid_shoe import SimRfidShoe
from sim.wires.far_end import FarEnd


class NoShoe:
    """Where no cards are dealt; nothing that a hand does to it is seen."""

    dwell_ms = 0
    gap_ms = 0
    follows_the_game = False
    sees_cut_card = True
    in_error = False
    told_all = True

    def power_on(self) -> None:
        """Nothing comes up."""

    def take_up(self, game: PuntoBanco) -> None:
        """No game goes on in it."""

    def fill(self, gone: Mapping[Card, int] = NONE) -> None:
        """No pack goes in."""

    def draw(self, card: Card, *, readable: bool = True) -> None:
        """No card comes out."""

    def move_on(self) -> None:
        """No card lies there."""

    def cut_card(self) -> None:
        """Nor a cut card."""

    def stand_by(self) -> None:
        """It is never in a game."""

    def clear_error(self) -> None:
        """It has no error."""


class SimShoe:
    """A shoe for the hands, and what of it stands at the end of which wire."""

    def __init__(self, wiring: PartWiring | None, tags: Mapping[bytes, Tagged]) -> None:
        self.far_ends: dict[str, FarEnd] = {}
        self.chips: list[Chip] = []
        self.source = self._source(wiring, tags)

    def _source(self, wiring: PartWiring | None, tags: Mapping[bytes, Tagged]) -> CardSource:
        match wiring:
            case AngelEye():
                shoe = SimAngelEye()
                self.far_ends["shoe"] = shoe
                return shoe
            case BeeTek():
                self.far_ends["shoe"] = bee_tek = SimBeeTek(wiring.repeat_ms)
                return bee_tek
            case Pn532Hsu():
                chip = SimPn532()
                self.far_ends["shoe"] = SimPn532Hsu(chip)
                return SimRfidShoe(chip, tags)
            case Pn532I2c():
                chip = SimPn532()
                self.chips = [SimPn532I2c(chip)]
                return SimRfidShoe(chip, tags)
        return NoShoe()
