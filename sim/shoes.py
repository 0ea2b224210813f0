"""The far end of whatever reads the cards, and the hands that draw past it."""

from collections.abc import Mapping

from drivers.decks import Tagged
from drivers.wiring import AngelEye, BeeTek, CardWiring
from sim.angel_eye import SimAngelEye
from sim.bee_tek import SimBeeTek
from sim.card_source import CardSource
from sim.far_end import FarEnd
from sim.i2c import Chip


class SimShoe:
    """A shoe for the hands, and what of it stands at the end of which wire."""

    def __init__(self, wiring: CardWiring, tags: Mapping[bytes, Tagged]) -> None:
        self.far_ends: dict[str, FarEnd] = {}
        self.chips: list[Chip] = []
        self.source = self._source(wiring, tags)

    def _source(self, wiring: CardWiring, tags: Mapping[bytes, Tagged]) -> CardSource:
        match wiring:
            case AngelEye():
                shoe = SimAngelEye()
                self.far_ends["shoe"] = shoe
                return shoe
            case BeeTek():
                self.far_ends["shoe"] = bee_tek = SimBeeTek(wiring.repeat_ms)
                return bee_tek
        raise NotImplementedError
