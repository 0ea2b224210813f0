"""The hands of people at a simulated table: they move chips, press keys and draw cards."""

from collections import Counter
from collections.abc import Callable, Collection, MutableMapping, Sequence
from itertools import count

from drivers.tags.chip_registry import RegisteredChip
from firmware.core.table.card_picker import keys_to_card
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.keys import CHIP_KEYS, DIGIT_KEYS, Key
from firmware.core.vocabulary.money import NO_CENTS, Cents, fewest_chips
from firmware.core.vocabulary.places import Place, Stack
from sim.bench.sim_table import SimTable

PassTime = Callable[[int], None]
"""Lets some milliseconds pass."""

KEY_PRESS_MS = 30
"""Longer than a contact must be stable, and as long again as between two looks at it."""
KEY_HOLD_MS = 900
SHOE_SETTLE_MS = 12
TAG_PREFIX = bytes.fromhex("E004")
"""The first octets of an ISO 15693 tag's UID: E0, and NXP as the maker (04)."""


def chip_tag(number: int) -> bytes:
    """Return the UID of the `number`-th simulated chip."""
    return TAG_PREFIX + number.to_bytes(6, "big")


class TableHands:
    """The acts of a dealer, a supervisor and the players, one at a time."""

    key_press_ms = KEY_PRESS_MS
    """How long a key is held down, and then let alone."""

    def __init__(
        self,
        table: SimTable,
        registered_chips: MutableMapping[bytes, RegisteredChip],
        pass_time: PassTime,
        chip_read_ms: int,
        pack: Sequence[Card] = FULL_PACK,
    ) -> None:
        self.table = table
        self._registered_chips = registered_chips
        self._pass_time = pass_time
        self._chip_read_ms = chip_read_ms
        self._card_pack = pack
        self._tag_numbers = count(len(registered_chips) + 1)
        self.colour_worth: dict[int, Cents] = {}
        """What a chip of a spot's colour is worth, as its player has said (70)."""

    def wait(self, duration_ms: int) -> None:
        """Let some time pass."""
        self._pass_time(duration_ms)

    # chips

    def lay_chip(self, place: Place, cents: Cents, bettor: str | None = None) -> bytes:
        """Put one chip of that value on a place, and wait until it is read; return its tag."""
        tag = self.make_chip(cents, bettor, place.spot)
        self.table.felt.put_chip(place, tag)
        self.await_chip_read()
        return tag

    def make_chip(self, cents: Cents, bettor: str | None = None, spot: int | None = None) -> bytes:
        """Make a chip that the house knows, and on a layout of whose it is; return its tag."""
        tag = chip_tag(next(self._tag_numbers))
        self._registered_chips[tag] = RegisteredChip(
            cents, bettor, spot if self.table.felt.shares_layout else None
        )
        return tag

    def chip_cents(self, tag: bytes) -> Cents:
        """Return what a chip is worth."""
        chip = self._registered_chips[tag]
        return chip.cents or self.colour_worth.get(chip.spot or 0, NO_CENTS)

    def tags_at(self, place: Place, bettor: str | None) -> list[bytes]:
        """Return the tags of a bettor's chips at a place."""
        felt_place = self.table.felt.shared_place(place)
        return [
            tag
            for tag in self.table.felt.stacks[felt_place]
            if self.stack_of(felt_place, tag) == (place, bettor)
        ]

    def stack_of(self, felt_place: Place, tag: bytes) -> Stack:
        """Return a chip's stack, from its place."""
        chip = self._registered_chips[tag]
        return Place(felt_place.spot if chip.spot is None else chip.spot, felt_place.on), chip.owner

    def amount_at(self, place: Place, bettor: str | None) -> int:
        """Return the worth of a bettor's chips at a place."""
        return sum(map(self.chip_cents, self.tags_at(place, bettor)))

    def sweep_chips(self, place: Place, bettor: str | None) -> list[bytes]:
        """Take all of a bettor's chips from a place; return their tags."""
        tags = self.tags_at(place, bettor)
        for tag in tags:
            self.table.felt.take_chip(place, tag)
        if tags:
            self.await_chip_read()
        return tags

    def clear_stacks(self, stacks: Collection[Stack] | None = None) -> None:
        """Take all the chips of these stacks, or of every stack, in one sweep."""
        moved_tags = [
            (place, tag)
            for place, tags in self.table.felt.stacks.items()
            for tag in tags
            if stacks is None or self.stack_of(place, tag) in stacks
        ]
        for place, tag in moved_tags:
            self.table.felt.take_chip(place, tag)
        if moved_tags:
            self.await_chip_read()

    def amounts_on_felt(self) -> dict[Stack, Cents]:
        """Return the worth of each bettor's chips at each place."""
        stack_cents: Counter[Stack] = Counter()
        for place, tags in self.table.felt.stacks.items():
            for tag in tags:
                stack_cents[self.stack_of(place, tag)] += self.chip_cents(tag)
        return {stack: Cents(cents) for stack, cents in stack_cents.items()}

    def change_chips(self, place: Place, bettor: str | None, cents: Cents) -> None:
        """Have a bettor's chips at a place be worth so much, in one move."""
        for tag in self.tags_at(place, bettor):
            self.table.felt.take_chip(place, tag)
        if cents:
            self.table.felt.put_chip(place, self.make_chip(cents, bettor, place.spot))
        self.await_chip_read()

    def return_chips(self, place: Place, tags: list[bytes]) -> None:
        """Put chips back in their places."""
        for tag in tags:
            self.table.felt.put_chip(place, tag)
        self.await_chip_read()

    def take_chip(self, place: Place, tag: bytes) -> None:
        self.table.felt.take_chip(place, tag)
        self.await_chip_read()

    def await_chip_read(self) -> None:
        """Wait until the chip reader has read the felt."""
        self._pass_time(self._chip_read_ms)

    # keys

    def press_key(self, key: Key) -> None:
        """Press a key and let it go; hold the one down that means it when it is held."""
        pressed_key = self.table.buttons.long_press_keys.get(key, key)
        self.table.hold_key(pressed_key)
        self._await_key_read(pressed_key, self.key_press_ms if pressed_key is key else KEY_HOLD_MS)
        self.table.release_key(pressed_key)
        self._await_release(pressed_key)

    def _await_release(self, key: Key) -> None:
        """Wait until the table has felt that a key was let go."""
        self._await_key_read(key, self.key_press_ms)

    def _await_key_read(self, key: Key, minimum_ms: int) -> None:  # noqa: ARG002
        """Wait until the table has felt a key as it is now."""
        self._pass_time(minimum_ms)

    def turn_key_switch(self, *, is_on: bool) -> None:
        """Turn the supervisor's key."""
        self.table.set_key_switch(on=is_on)
        self._pass_time(self.key_press_ms)

    def choose_card(self, card: Card) -> None:
        """Choose the card that is being entered: the first key shows the first of the pack."""
        self.press_key(Key.NEXT_RANK)
        self.select_card(card)

    def select_card(self, card: Card) -> None:
        """Turn to a card by rank and suit, from the first of the pack on."""
        for key in keys_to_card(card, self._card_pack):
            self.press_key(key)

    def key_amount(self, cents: Cents, denominations: Sequence[Cents], *, has_amount: bool) -> None:
        """Key an amount at the prompted place, in the fewest chips, and press PLACE."""
        if has_amount:
            self.press_key(Key.EMPTY_PLACE)
        for chip_value, chip_count in fewest_chips(cents, tuple(denominations)):
            for _ in range(chip_count):
                self.press_key(CHIP_KEYS[denominations.index(chip_value)])
        self.press_key(Key.NEXT_PLACE)

    # dice, numbers, balls

    def key_result(self, symbols: Sequence[str], *, readings: int, faces: bool) -> None:
        """Key the result, as many times as readings are needed."""
        for _ in range(readings):
            for symbol in symbols:
                for digit in symbol:
                    self.press_key(DIGIT_KEYS[int(digit)])
                # A die's face is one digit, so the table knows its end without a key.
                if not faces:
                    self.press_key(Key.END_NUMBER)

    # cards

    def load_shoe(self) -> None:
        """Load the shuffled pack."""
        self.table.shoe.load_pack()

    def draw_card(self, card: Card, *, readable: bool = True) -> None:
        """Draw the next card out of the shoe."""
        self.table.shoe.draw(card, readable=readable)
        self._clear_reader()

    def cut_card(self) -> None:
        """Draw the cut card; press its key where the shoe doesn't see it."""
        self.table.shoe.cut_card()
        self._clear_reader()
        if not self.table.shoe.sees_cut_card:
            self.press_key(Key.CUT_CARD)

    def _clear_reader(self) -> None:
        self._await_card_read()
        self.table.shoe.remove_card()
        if self.table.shoe.gap_ms:
            self._pass_time(self.table.shoe.gap_ms)

    def _await_card_read(self) -> None:
        """Wait until the shoe has read the card in it."""
        self._pass_time(self.table.shoe.dwell_ms)

    def stand_by(self) -> None:
        """Make a shoe that follows the game ready for the next."""
        self.table.shoe.prepare_game()
        if self.table.shoe.follows_the_game:
            self._pass_time(SHOE_SETTLE_MS)

    def clear_shoe(self) -> None:
        """Press the shoe's own button that ends an error."""
        self.table.shoe.clear_error()
        self._pass_time(SHOE_SETTLE_MS)
