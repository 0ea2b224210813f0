"""A hand of poker at a whole table with readers under its seats: wires, journal, every view."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.engine.streets import due_street
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import DIGIT_KEYS, Key
from firmware.core.vocabulary.next_step import Act
from firmware.shell.config.defaults import default_table
from firmware.shell.recall import recall
from firmware.shell.recall.tail import last_items
from sim.bench.seats import card_tag_uid
from tests.kits.cli.outward import Outward
from tests.kits.shell.recorded import reader_of

STUD: dict[str, Any] = {"limit": "fixed", "bets": [200, 400], "bring_in": 100, "ante": 100}
READ_MS = 600
"""Long enough for two sweeps of all antennas."""
STEPS = 80
PRESSED = {
    Act.POST_BLINDS: Key.POST_BLINDS,
    Act.BURN_CARD: Key.BURN_CARD,
    Act.CONFIRM_PAID: Key.CONFIRM,
}
WALL = re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+\+00:00")
ALL = 1000


class Deal(NamedTuple):
    """A hand as it is played: what the players hold, and all that happens in the open."""

    poker: str
    hands: tuple[tuple[Card, ...], ...]
    """Each player's cards face down, from spot 1 on."""
    open_cards: tuple[Card, ...]
    keys: tuple[Key, ...]
    """What players do in turn; a key that is refused is a fold."""
    shown: tuple[bool, ...]
    misnamed: tuple[Card, ...] = ()
    """Cards that the dealer names at first for the first hand that is shown."""

    @property
    def unseen(self) -> set[Card]:
        """The cards of hands that nobody shows."""
        held = zip(self.hands, self.shown, strict=True)
        return {card for hand, shown in held if not shown for card in hand}


class SeatedHand(Outward):
    """Plays a deal; what leaves the table is what its journal holds too, since that is exported."""

    def __init__(self, deal: Deal) -> None:
        more = STUD if deal.poker == "stud" else {}
        spots = len(deal.hands)
        config = default_table("poker-room", spots=spots, poker=deal.poker, readers="seats", **more)
        super().__init__(config, dict(config.game_options), ())
        self.deal = deal
        self.alarms = 0
        self._open = list(deal.open_cards)
        self._keys = list(deal.keys)
        self._misnamed = list(deal.misnamed)
        self._began = False

    def play(self) -> list[tuple[str, object]]:
        with self._listening():
            self.table.power_on()
            self._sit_down()
            for _ in range(STEPS):
                self._look()
                if not self._step():
                    break
            self._look()
            self._draw()
        self.left.append(("plain", self._lines.getvalue()))
        self.left.append(("sounder", tuple(self.table.sim_table.sounds.tone.sounded)))
        reader = reader_of(self.table)
        self.left += [("recall", item) for item in recall(reader, ALL)]
        self.left += [("tail", item) for item in last_items(reader, ALL)]
        for segment in reader.segments():
            self.left += [("journal", record) for record in reader.segment_records(segment)]
        return self.left

    def _sit_down(self) -> None:
        self._press(Key.CONFIRM)
        for spot in range(1, len(self.deal.hands) + 1):
            self._press(Key.EMPTY_PLACE)
            while self.table.core_table.state.key_entry.focus != spot:
                self._press(Key.NEXT_PLACE)
            self._press(*(DIGIT_KEYS[int(digit)] for digit in "100"), Key.SIT_DOWN)

    def _press(self, *keys: Key) -> None:
        for key in keys:
            self.table.hands.press_key(key)

    @property
    def _game(self) -> PokerRoom:
        game = self.table.core_table.state.game
        assert isinstance(game, PokerRoom)
        return game

    def _step(self) -> bool:
        """Do the table's next step; return whether the hand goes on."""
        do = self.table.panel.ask.do
        if do is Act.POST_BLINDS and self._began:
            return False
        self._began = True
        does = {
            Act.DEAL_CARD: self._deal,
            Act.TAKE_DECISION: self._decide,
            Act.SHOW_HANDS: self._show,
            Act.TAKE_CARD_BACK: self._take_back,
        }
        does.get(do, lambda: self._press(PRESSED[do]))()
        return True

    def _take_back(self) -> None:
        self.alarms += 1
        self.table.hands.turn_key_switch(is_on=True)
        self._press(Key.TAKE_CARD_BACK)
        self.table.hands.turn_key_switch(is_on=False)

    def _deal(self) -> None:
        game = self._game.poker_state.game
        assert game is not None
        street = due_street(self._game.terms.variant, game)
        assert street is not None
        if street.down and not game.dealt_down:
            for spot in game.live_spots:
                have = game.hands[spot].down
                for card in self.deal.hands[spot - 1][have : have + street.down]:
                    self.table.sim_table.seats.lay_card(spot, card)
            self.table.hands.wait(READ_MS)
            self._press(Key.CARDS_DEALT)
        else:
            self._turn_up(self._open.pop())

    def _turn_up(self, card: Card) -> None:
        """Pass a card over the reader; in stud it comes to lie before its player."""
        self.table.hands.draw_card(card)
        game = self._game.poker_state.game
        for spot, hand in game.hands.items() if game else ():
            if card in hand.up:
                self.table.sim_table.seats.lay_card(spot, card)

    def _decide(self) -> None:
        key = self._keys.pop() if self._keys else Key.CALL
        for one in (key, Key.CHECK, Key.CALL, Key.BRING_IN, Key.FOLD):
            if one in self.table.panel.keys:
                self._press(one)
                return
        raise AssertionError(self.table.panel.keys)

    def _show(self) -> None:
        spot = self.table.panel.ask.spot
        assert spot is not None
        if not self.deal.shown[spot - 1]:
            self._press(Key.MUCK_HAND)
            return
        named: Sequence[Card] = self.deal.hands[spot - 1]
        if self._misnamed:
            named, self._misnamed = self._misnamed, []
        down = self._game.poker_state.game.hands[spot].down  # type: ignore[union-attr]
        for card in named[:down]:
            self.table.hands.draw_card(card)
        self.table.hands.wait(READ_MS)
        if self.table.panel.ask.do is Act.SHOW_HANDS:
            self._press(Key.SHOW_HAND)


def timeless(left: tuple[str, object]) -> str:
    """Return what has left the table in writing, but for the time of day."""
    channel, reported = left
    return f"{channel}: {WALL.sub('', repr(reported))}"


def names_in(text: str) -> set[str]:
    """Return the cards that a text names, by a name of its own."""
    return set(re.findall(r"(?<![0-9A-Za-z])[A2-9TJQK][SHDC](?![0-9A-Za-z])", text))


def tags_in(text: str, cards: set[Card]) -> set[Card]:
    """Return those of the cards whose tag is in a text."""
    return {card for card in cards if card_tag_uid(card).hex() in text.lower()}
