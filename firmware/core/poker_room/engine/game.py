"""The poker room as the game of a table in service (67.88 to 67.110).

Players play against each other: there is no bet against the house, no settlement and no dealer's
hand. Of a `Game` this class therefore has only the part that every table needs: options, the memory
between games, and public cards. The places of the felt are the lines before the seats, where a
reader may count chips. `firmware.core.poker_room.table` turns keys and readings into acts of
`engine`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from firmware.core.game.bounds import NO_BOUNDS, Bounds
from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.poker_room.engine.acts import PassTime, PokerAct, TakeBack
from firmware.core.poker_room.engine.betting_line import BET_LINE
from firmware.core.poker_room.engine.engine import PokerEngine
from firmware.core.poker_room.engine.pots import pots_in_game
from firmware.core.poker_room.engine.rulings import AnyPokerRuling, PotReported
from firmware.core.poker_room.engine.state import (
    BETTING,
    DEALING,
    SHOWDOWN,
    GameStage,
    PlayerHand,
    PokerState,
    public_cards,
)
from firmware.core.poker_room.engine.street_record import (
    PlayedAct,
    StreetRecord,
    extend_record,
    street_number,
)
from firmware.core.poker_room.engine.streets import cards_gone
from firmware.core.poker_room.engine.terms import (
    MAX_SPOTS,
    POKER_ROOM,
    PROGRAM_BOUNDS,
    PokerTerms,
    read_terms,
)
from firmware.core.poker_room.engine.tournament_link import NO_TOURNAMENT
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.events import HandCompared, decode_plain, encode_plain
from firmware.core.vocabulary.keys import DIGIT_KEYS, POKER_ROOM_KEYS, SUPERVISOR_KEYS, Key
from firmware.core.vocabulary.panel import Text

SECOND_MS: Final = 1000
PANEL: Final = frozenset(
    (
        *POKER_ROOM_KEYS,
        *DIGIT_KEYS,
        *(SUPERVISOR_KEYS - {Key.RESOLVE_LATE}),
        *(Key.CONFIRM, Key.UNDO, Key.NEXT_PLACE, Key.EMPTY_PLACE, Key.PICK_CARD),
    )
)


class PokerRoom(Game):
    """The game of one poker table. It converts the table's milliseconds to the engine's seconds."""

    BETS = (BET_LINE,)
    DECISION_PLACES = (BET_LINE,)
    PANEL_KEYS = PANEL
    BOUNDS = PROGRAM_BOUNDS
    MOST_SEATS = MAX_SPOTS
    NAME: ClassVar = POKER_ROOM

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        """Raises OptionRefused on an option that 67.91 or the other articles do not allow."""
        self.terms = self.read_terms(options, rules.bounds)
        super().__init__(rules, {})
        self.pack, self.decks = FULL_PACK, 1
        self.engine = PokerEngine(self.terms)
        self.step = 0
        """The number of the event in hand, counted from the start of the round."""
        self.comparison: HandCompared | None = None
        """The seat reader's comparison of the cards last named for its hand."""
        self.tournament_link = NO_TOURNAMENT
        """The level and moves received from the tournament; `NO_TOURNAMENT` in a cash game."""
        self.street_record: StreetRecord = ()
        """The record of the game in progress, or of the last one."""
        self._counted_until_ms: int | None = None
        """The table's time, in ms, up to which players' time has been counted."""

    @classmethod
    def read_terms(cls, options: Mapping[str, Any], bounds: Bounds = NO_BOUNDS) -> PokerTerms:
        """Return the terms of a table of this house. Raises OptionRefused with the option."""
        return read_terms(cls.NAME, options, bounds=bounds, unit=cls.UNIT)

    @property
    def digit_cents(self) -> int:
        """The value of a keyed digit: a unit of the currency, or one chip in a tournament."""
        return 1 if self.terms.tournament else self.UNIT

    @classmethod
    def unneeded_keys(cls, options: Mapping[str, Any]) -> frozenset[Key]:
        """Return the panel keys that a table with these options does not need."""
        terms = cls.read_terms(options)
        stud = {Key.MOVE_BUTTON, Key.STRADDLE} if terms.variant.stud else {Key.BRING_IN}
        return frozenset(
            stud
            | (set() if terms.straddle else {Key.STRADDLE})
            | (set() if terms.is_fixed_limit else {Key.TAKE_CHIPS_OFF})
            | ({Key.LEAST_BET, Key.HALF_POT, Key.POT_BET} if terms.is_fixed_limit else set())
        )

    def set_spot_count(self, spots: int) -> None:
        """Set the number of spots, before the first act."""
        self.terms = replace(self.terms, spots=spots)
        self.engine = PokerEngine(self.terms)

    @property
    def poker_state(self) -> PokerState:
        """The engine's state, read-only."""
        return self.engine.poker_state

    @property
    def stage(self) -> GameStage | None:
        """The stage of the game in progress; None between games."""
        return self.poker_state.game.stage if self.poker_state.game else None

    def apply_act(self, act: PokerAct) -> tuple[AnyPokerRuling, ...]:
        """Apply an act; return its rulings, and the pots if it ended a round of bets."""
        stage, street = self.stage, street_number(self.poker_state)
        rulings = self.engine.handle(act, self.step)
        if not isinstance(act, TakeBack):
            rulings = (*rulings, *self._pots_after(stage))
        self.street_record = extend_record(
            self.street_record, PlayedAct(self.step, street, act, rulings, self.poker_state)
        )
        return rulings  # type: ignore[return-value]

    def _pots_after(self, stage_before: GameStage | None) -> Iterator[PotReported]:
        """Yield the pots if a betting round has just ended and the game continues."""
        game = None if self.poker_state.alarm else self.poker_state.game
        if stage_before is BETTING and game and game.stage in (DEALING, SHOWDOWN):
            for number, pot in enumerate(pots_in_game(game), start=1):
                yield PotReported(number, pot.cents, pot.spots)

    def cards_gone_unread(self) -> int:
        """Return how many cards of the pack are dealt or burned in the game in progress."""
        game = self.poker_state.game
        return cards_gone(self.terms.variant, game) if game else 0

    # time

    def count_seconds(self, now_ms: int, *, restart: bool) -> tuple[AnyPokerRuling, ...]:
        """Count the whole seconds up to `now_ms`; with `restart` only from then on."""
        if self._counted_until_ms is None or restart:
            self._counted_until_ms = now_ms
        seconds = max(now_ms - self._counted_until_ms, 0) // SECOND_MS
        if not seconds:
            return ()
        self._counted_until_ms += seconds * SECOND_MS
        return self.apply_act(PassTime(seconds))

    @property
    def clock_ends_at_ms(self) -> int | None:
        """The table's time, in ms, at which a called clock runs out; None if none is called."""
        game = self.poker_state.game
        if game is None or game.clock_ends_s is None or self._counted_until_ms is None:
            return None
        return self._counted_until_ms + (game.clock_ends_s - self.poker_state.now_s) * SECOND_MS

    def table_opened(self) -> None:
        """Called when the table opens."""

    def terms_at_level(self, remembered: PokerTerms) -> PokerTerms:  # noqa: ARG002
        """Return the terms to use with a remembered state: the configured ones."""
        return self.terms

    # what every table asks of a game

    @property
    def memory(self) -> dict[str, Any]:
        """The state between two games, as JSON values."""
        memory = {
            "room": self.poker_state,
            "since": self._counted_until_ms,
            "story": self.street_record,
        }
        plain_memory: dict[str, Any] = msgspec.json.decode(
            msgspec.json.encode(memory, enc_hook=encode_plain)
        )
        return plain_memory

    def remember(self, memory: Mapping[str, Any]) -> None:
        self._counted_until_ms = memory.get("since")
        self.street_record = msgspec.convert(memory.get("story", ()), StreetRecord)
        poker_state = remembered_state(memory)
        if poker_state is None:
            self.engine = PokerEngine(self.terms)
            return
        poker_state.terms, poker_state.next_terms = map(
            self.terms_at_level, (poker_state.terms, poker_state.next_terms)
        )
        self.engine = PokerEngine(self.terms, poker_state)

    @property
    def due(self) -> None:
        return None

    @property
    def cards(self) -> Mapping[str, Sequence[Card]]:
        """The public cards: the board, and of each hand those that everybody has seen."""
        game = self.poker_state.game
        if game is None:
            return {}
        seen_cards = {str(spot): tuple(public_cards(hand)) for spot, hand in game.hands.items()}
        return {
            "board": game.board,
            **{hand_name: cards for hand_name, cards in seen_cards.items() if cards},
        }

    @property
    def dealt(self) -> Mapping[str, int]:
        """The number of cards of the board and of each live hand."""
        game = self.poker_state.game
        if game is None:
            return {}
        board = {"board": len(game.board)} if game.board else {}
        hands = game.hands.items()
        return board | {
            str(spot): card_count for spot, hand in hands if (card_count := _cards_held(hand))
        }

    def status_lines(self) -> tuple[Text, ...]:
        return ()


def remembered_state(memory: Mapping[str, Any]) -> PokerState | None:
    """Return the state in a table's memory; None before the first game."""
    remembered = memory.get("room")
    return remembered and msgspec.convert(
        remembered, PokerState, strict=False, dec_hook=decode_plain
    )


def _cards_held(hand: PlayerHand) -> int:
    return 0 if hand.folded else hand.down + len(hand.up)


GAME: Final = PokerRoom
