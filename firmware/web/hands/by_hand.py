"""The hands of somebody at a seated table: chips, keys, cards and whatever is thrown."""

from firmware.web.bench.bench import Floor
from firmware.web.hands.chips_by_hand import ChipsByHand
from firmware.web.hands.draws_by_hand import DrawsByHand
from firmware.web.hands.keys_by_hand import KeysByHand
from sim.people.croupier import SimCroupier
from sim.people.deal import Deal


class ByHand:
    """Whoever has the hands of `croupier` does with them what he is told, one thing at a time."""

    def __init__(self, floor: Floor, croupier: SimCroupier, deal: Deal) -> None:
        self.croupier = croupier
        self.chips = ChipsByHand(floor, croupier)
        self.keys = KeysByHand(floor, croupier, self.chips)
        self.draws = DrawsByHand(floor, croupier, deal)
