"""A round of any game at the core's table, up to its settlement, and the dealer's hands."""

from collections.abc import Mapping, Sequence
from typing import Any

from firmware.core.display.panel import table_panel
from firmware.core.table.amount_entry import place_being_keyed
from firmware.core.table.amounts import Amounts
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    KeyPressed,
    KeySwitchTurned,
    PresenceSeen,
    StackRead,
)
from firmware.core.vocabulary.keys import CHIP_KEYS, DIGIT_KEYS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import LateBet, Refused, Ruling
from firmware.shell.words.words import Words
from tests.kits.quebec import open_game

CHIPS = tuple(map(Cents, (2500, 500, 250, 100, 50)))
WORDS = Words.load("fr")


class PlayedRound:
    """A table with sensors; spot 1 plays. `said` are its rulings."""

    def __init__(
        self, game: str, amounts: Amounts, options: Mapping[str, Any] | None = None
    ) -> None:
        rules = TableRules(amounts=amounts, denominations=CHIPS, keys=tuple(Key))
        self.table = Table(open_game(game, dict(options or {})), rules)
        self.said: list[Ruling] = []
        self.press(Key.CONFIRM)

    def tell(self, event: Any) -> list[Ruling]:
        self.said += (now := self.table.handle(event, len(self.said)))
        return list(now)

    def press(self, *keys: Key) -> list[Ruling]:
        return [ruling for key in keys for ruling in self.tell(KeyPressed(key))]

    def chips(self, on: str, cents: int, bettor: str | None = None) -> None:
        """Have so much lie at a place, as the table learns of it."""
        state, place = self.table.state, Place(self.spot, on)
        if state.rules.amounts.by_reader:
            self.tell(StackRead(place, Cents(cents), bettor))
        covered = any(stack[0] == place for stack in state.felt.stacks) or bool(cents)
        if state.rules.amounts.by_reader or (place in state.felt.covered) is not bool(cents):
            self.tell(PresenceSeen(place, covered=covered and bool(cents)))
        if state.rules.amounts.by_dealer and state.phase.name == "OPEN":
            while place_being_keyed(state) != place:
                self.press(Key.NEXT_PLACE)
            for value in CHIPS:
                count, cents = divmod(cents, value)
                self.press(*[CHIP_KEYS[CHIPS.index(value)]] * count)

    @property
    def spot(self) -> int:
        """The spot that plays: of a layout whose chips nothing tells apart, nobody's."""
        return min(1, max(self.table.state.felt.betting_spots))

    def deal(self, names: str) -> list[Ruling]:
        cards = map(parse_card, names.split())
        return [ruling for card in cards for ruling in self.tell(CardRead(card))]

    def supervise(self, *keys: Key) -> list[Ruling]:
        self.tell(KeySwitchTurned(on=True))
        said = self.press(*keys)
        self.tell(KeySwitchTurned(on=False))
        return said

    def roll(self, *faces: int) -> None:
        self.press(*(DIGIT_KEYS[face] for face in faces))

    @property
    def panel(self) -> Panel:
        return table_panel(self.table)

    @property
    def prompt(self) -> str:
        """The first line of the dealer's display, with ordinary spaces."""
        return WORDS.render(self.panel.dealer[0]).replace("\u00a0", " ")

    @property
    def late(self) -> list[LateBet]:
        return [ruling for ruling in self.said if isinstance(ruling, LateBet)]


def refused(said: Sequence[Ruling]) -> list[str]:
    return [WORDS.render(r.why).replace("\u00a0", " ") for r in said if isinstance(r, Refused)]
