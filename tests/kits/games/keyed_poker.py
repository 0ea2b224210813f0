"""A poker table in service without wires: keys and cards go in, rulings come out."""

from firmware.cli.serving.assembly import configured_table
from firmware.core.display.panel import table_panel
from firmware.core.poker_room.engine.betting_line import BET_LINE
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.engine.state import PokerState
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    Event,
    KeyPressed,
    KeySwitchTurned,
    StackRead,
)
from firmware.core.vocabulary.keys import DIGIT_KEYS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import default_table
from firmware.shell.config.settings import Config
from tests.kits.paths import EXAMPLES

KEY_MS = 100


class KeyedPoker:
    """A table whose dealer keys; each event is `KEY_MS` after the one before."""

    def __init__(self, config: Config | None = None, **options: object) -> None:
        config = config or default_table("poker-room", **options)
        self.table = configured_table(config, simulated=True)
        self.now = 0
        self.said: list[Ruling] = []

    @property
    def room(self) -> PokerState:
        game = self.table.state.game
        assert isinstance(game, PokerRoom)
        return game.poker_state

    @property
    def panel(self) -> Panel:
        return table_panel(self.table)

    def tell(self, event: Event, after_ms: int = KEY_MS) -> tuple[Ruling, ...]:
        self.now += after_ms
        ruled = self.table.handle(event, self.now)
        self.said += ruled
        return ruled

    def press(self, *keys: Key) -> tuple[Ruling, ...]:
        """Press keys in order; return what was ruled on the last."""
        ruled: tuple[Ruling, ...] = ()
        for key in keys:
            ruled = self.tell(KeyPressed(key))
        return ruled

    def refused(self, *keys: Key) -> str | None:
        """Press keys; return why the last was refused, None if it was not."""
        found = (ruling for ruling in self.press(*keys) if isinstance(ruling, Refused))
        return next((ruling.why.key for ruling in found), None)

    def card(self, *names: str) -> tuple[Ruling, ...]:
        ruled: tuple[Ruling, ...] = ()
        for name in names:
            ruled = self.tell(CardRead(parse_card(name)))
        return ruled

    def supervise(self, key: Key) -> tuple[Ruling, ...]:
        self.tell(KeySwitchTurned(on=True))
        ruled = self.press(key)
        self.tell(KeySwitchTurned(on=False))
        return ruled

    def amount(self, dollars: int) -> None:
        self.press(*(DIGIT_KEYS[int(digit)] for digit in str(dollars)))

    def at(self, spot: int) -> None:
        """Choose a spot."""
        self.press(Key.EMPTY_PLACE)
        while self.table.state.key_entry.focus != spot:
            self.press(Key.NEXT_PLACE)

    def seat(self, *dollars: int) -> None:
        """Open the table and seat players with these stacks, from spot 1 on."""
        if self.panel.closed:
            self.press(Key.CONFIRM)
        for spot, stack in enumerate(dollars, start=1):
            self.at(spot)
            self.amount(stack)
            self.press(Key.SIT_DOWN)

    def push(self, spot: int, cents: int, after_ms: int = KEY_MS) -> tuple[Ruling, ...]:
        """Have so much lie before a player, as the chip reader counts it."""
        return self.tell(StackRead(Place(spot, BET_LINE), Cents(cents)), after_ms)

    def rake_in(self) -> None:
        """Gather all chips that lie before the players."""
        for place, _ in tuple(self.table.state.felt.stacks):
            self.push(place.spot, 0)

    def lay_bets(self) -> None:
        """Lay before each player what the table knows of, as after a POST."""
        for spot, hand in (self.room.game.hands if self.room.game else {}).items():
            self.push(spot, hand.put)

    def chips(self) -> int:
        """Return all the chips of the table, in cents."""
        game = self.room.game
        lying = 0 if game is None or game.end_rulings else game.total_pot_cents
        return sum(seat.cents for seat in self.room.seats.values()) + lying


def three_on_the_flop() -> KeyedPoker:
    """Return a table of three players with 100 $, each with 2 $ in the pot, at the flop."""
    keyed = KeyedPoker()
    keyed.seat(100, 100, 100)
    keyed.press(Key.POST_BLINDS, Key.CARDS_DEALT, Key.CALL, Key.CALL, Key.CHECK, Key.BURN_CARD)
    keyed.card("7H", "8D", "2C")
    return keyed


def three_with_a_reader() -> KeyedPoker:
    """Return a table with a chip reader, its three players with 100 $ before the flop."""
    keyed = KeyedPoker(load_config(EXAMPLES / "poker.toml"))
    keyed.seat(100, 100, 100)
    keyed.press(Key.POST_BLINDS)
    keyed.lay_bets()
    keyed.press(Key.CARDS_DEALT)
    return keyed
