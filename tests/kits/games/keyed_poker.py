"""A poker table in service without wires: keys and cards go in, rulings come out."""

from firmware.cli.serving.assembly import seat_table
from firmware.core.display.show import panel
from firmware.core.games.poker_room.poker_room import PokerRoom
from firmware.core.games.poker_room.state import Room
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, Event, KeyPressed, KeySwitchTurned
from firmware.core.vocabulary.keys import DIGITS, Key
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.config.config import default_table

KEY_MS = 100


class KeyedPoker:
    """A table whose dealer keys; each event is `KEY_MS` after the one before."""

    def __init__(self, **options: object) -> None:
        self.table = seat_table(default_table("poker-room", **options), simulated=True)
        self.now = 0
        self.said: list[Ruling] = []

    @property
    def room(self) -> Room:
        game = self.table.state.game
        assert isinstance(game, PokerRoom)
        return game.room

    @property
    def panel(self) -> Panel:
        return panel(self.table)

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
        self.press(*(DIGITS[int(digit)] for digit in str(dollars)))

    def at(self, spot: int) -> None:
        """Choose a spot."""
        self.press(Key.EMPTY)
        while self.table.state.gesture.focus != spot:
            self.press(Key.PLACE)

    def seat(self, *dollars: int) -> None:
        """Open the table and seat players with these stacks, from spot 1 on."""
        if self.panel.closed:
            self.press(Key.CONFIRM)
        for spot, stack in enumerate(dollars, start=1):
            self.at(spot)
            self.amount(stack)
            self.press(Key.SIT_DOWN)

    def chips(self) -> int:
        """Return all the chips of the table, in cents."""
        game = self.room.game
        lying = 0 if game is None or game.result else game.in_the_middle
        return sum(seat.cents for seat in self.room.seats.values()) + lying


def three_on_the_flop() -> KeyedPoker:
    """Return a table of three players with 100 $, each with 2 $ in the pot, at the flop."""
    keyed = KeyedPoker()
    keyed.seat(100, 100, 100)
    keyed.press(Key.POST, Key.DEALT, Key.CALL, Key.CALL, Key.CHECK, Key.BURN)
    keyed.card("7H", "8D", "2C")
    return keyed
