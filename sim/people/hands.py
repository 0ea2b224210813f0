"""The hands of people at a simulated table: they move chips, press keys and draw cards."""

from collections import Counter
from collections.abc import Callable, Collection, MutableMapping, Sequence
from itertools import count

from drivers.tags.chips import Chip
from firmware.core.table.card_picker import keys_to
from firmware.core.vocabulary.cards import PACK, Card
from firmware.core.vocabulary.keys import CHIP_KEYS, DIGITS, Key
from firmware.core.vocabulary.money import Cents, in_chips
from firmware.core.vocabulary.places import Place, Stack
from sim.bench.bench import SimTable

Pass = Callable[[int], None]
"""Lets some milliseconds pass."""

KEY_MS = 30
"""Longer than a contact must be stable, and as long again as between two looks at it."""
HOLD_MS = 900
SHOE_MS = 12
TAG = bytes.fromhex("E004")


class Hands:
    """The acts of a dealer, a supervisor and the players, one at a time."""

    key_ms = KEY_MS
    """How long a key is held down, and then let alone."""

    def __init__(
        self,
        table: SimTable,
        cage: MutableMapping[bytes, Chip],
        pass_time: Pass,
        chips_ms: int,
        pack: Sequence[Card] = PACK,
    ) -> None:
        self.table = table
        self._cage = cage
        self._pass = pass_time
        self._chips_ms = chips_ms
        self._pack = pack
        self._numbers = count(1)

    def wait(self, millis: int) -> None:
        """Let some time pass."""
        self._pass(millis)

    # chips

    def put(self, place: Place, cents: Cents, bettor: str | None = None) -> bytes:
        """Lay one chip of that value on a place; return its tag."""
        tag = self.mint(cents, bettor, place.spot)
        self.table.put(place, tag)
        self.let_read()
        return tag

    def mint(self, cents: Cents, bettor: str | None = None, spot: int | None = None) -> bytes:
        """Make a chip that the house knows, and on a layout of whose it is; return its tag."""
        tag = TAG + next(self._numbers).to_bytes(6, "big")
        self._cage[tag] = Chip(cents, bettor, spot if self.table.felt.shared else None)
        return tag

    def lying(self, place: Place, bettor: str | None) -> list[bytes]:
        """Return the tags of a bettor's chips at a place."""
        at = self.table.felt.at(place)
        return [tag for tag in self.table.felt.stacks[at] if self.whose(at, tag) == (place, bettor)]

    def whose(self, at: Place, tag: bytes) -> Stack:
        """Return a chip's stack, from its place."""
        chip = self._cage[tag]
        return Place(at.spot if chip.spot is None else chip.spot, at.on), chip.owner

    def amount(self, place: Place, bettor: str | None) -> int:
        """Return the worth of a bettor's chips at a place."""
        return sum(self._cage[tag].cents for tag in self.lying(place, bettor))

    def sweep(self, place: Place, bettor: str | None) -> list[bytes]:
        """Take all of a bettor's chips from a place; return their tags."""
        tags = self.lying(place, bettor)
        for tag in tags:
            self.table.take(place, tag)
        if tags:
            self.let_read()
        return tags

    def clear(self, stacks: Collection[Stack] | None = None) -> None:
        """Take all the chips of these stacks, or of every stack, in one sweep."""
        moved = [
            (place, tag)
            for place, tags in self.table.felt.stacks.items()
            for tag in tags
            if stacks is None or self.whose(place, tag) in stacks
        ]
        for place, tag in moved:
            self.table.take(place, tag)
        if moved:
            self.let_read()

    def amounts(self) -> dict[Stack, Cents]:
        """Return the worth of each bettor's chips at each place."""
        worth: Counter[Stack] = Counter()
        for place, tags in self.table.felt.stacks.items():
            for tag in tags:
                worth[self.whose(place, tag)] += self._cage[tag].cents
        return {stack: Cents(cents) for stack, cents in worth.items()}

    def put_back(self, place: Place, tags: list[bytes]) -> None:
        """Put chips back in their places."""
        for tag in tags:
            self.table.put(place, tag)
        self.let_read()

    def take_chip(self, place: Place, tag: bytes) -> None:
        self.table.take(place, tag)
        self.let_read()

    def let_read(self) -> None:
        """Wait until the chips that lie now have been read."""
        self._pass(self._chips_ms)

    # keys

    def press(self, key: Key) -> None:
        """Press a key and let it go; hold the one down that means it when it is held."""
        pressed = self.table.buttons.held.get(key, key)
        self.table.hold(pressed)
        self._let_feel(pressed, self.key_ms if pressed is key else HOLD_MS)
        self.table.release(pressed)
        self._let_go(pressed)

    def _let_go(self, key: Key) -> None:
        """Wait until the table has felt that a key was let go."""
        self._let_feel(key, self.key_ms)

    def _let_feel(self, key: Key, least_ms: int) -> None:  # noqa: ARG002
        """Wait until the table has felt a key as it is now."""
        self._pass(least_ms)

    def turn_key_switch(self, *, on: bool) -> None:
        """Turn the supervisor's key."""
        self.table.turn_key_switch(on=on)
        self._pass(self.key_ms)

    def choose(self, card: Card) -> None:
        """Choose the card that is being entered: the first key shows the first of the pack."""
        self.press(Key.RANK)
        self.turn_to(card)

    def turn_to(self, card: Card) -> None:
        """Turn to a card by rank and suit, from the first of the pack on."""
        for key in keys_to(card, self._pack):
            self.press(key)

    def key_amount(self, cents: Cents, denominations: Sequence[Cents], *, lying: bool) -> None:
        """Key an amount at the place that the table asks for, in the fewest chips, and go on."""
        if lying:
            self.press(Key.EMPTY)
        for value, chips in in_chips(cents, tuple(denominations)):
            for _ in range(chips):
                self.press(CHIP_KEYS[denominations.index(value)])
        self.press(Key.PLACE)

    # dice, numbers, balls

    def key_result(self, symbols: Sequence[str], *, readings: int, faces: bool) -> None:
        """Key the result, as many times as readings are needed."""
        for _ in range(readings):
            for symbol in symbols:
                for digit in symbol:
                    self.press(DIGITS[int(digit)])
                if not faces:
                    self.press(Key.RESULT)

    # cards

    def load_shoe(self) -> None:
        """Load the shuffled pack."""
        self.table.shoe.fill()

    def draw(self, card: Card, *, readable: bool = True) -> None:
        """Draw the next card out of the shoe."""
        self.table.shoe.draw(card, readable=readable)
        self._move_on()

    def cut_card(self) -> None:
        """Draw the cut card; press its key where the shoe doesn't see it."""
        self.table.shoe.cut_card()
        self._move_on()
        if not self.table.shoe.sees_cut_card:
            self.press(Key.CUT_CARD)

    def _move_on(self) -> None:
        self._let_see()
        self.table.shoe.move_on()
        if self.table.shoe.gap_ms:
            self._pass(self.table.shoe.gap_ms)

    def _let_see(self) -> None:
        """Wait until the shoe has seen the card that lies there."""
        self._pass(self.table.shoe.dwell_ms)

    def stand_by(self) -> None:
        """Make a shoe that follows the game ready for the next."""
        self.table.shoe.stand_by()
        if self.table.shoe.follows_the_game:
            self._pass(SHOE_MS)

    def clear_shoe(self) -> None:
        """Press the shoe's own button that ends an error."""
        self.table.shoe.clear_error()
        self._pass(SHOE_MS)
