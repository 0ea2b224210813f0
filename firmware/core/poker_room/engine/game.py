"""The poker room as the game of a table in service (67.88 to 67.110).

Players play against each other, so that of a `Game` it has only what every table asks of one: its
options, its memory between games, and its public cards. No bet of the house's is laid here: the
places of its felt are the lines before the seats, where a reader may count the chips. What is
done goes to `engine`, by the acts of `firmware.core.poker_room.table`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.poker_room.engine.acts import PassTime, PokerAct
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
from firmware.core.poker_room.engine.state_line import BET_LINE
from firmware.core.poker_room.engine.street_record import (
    PlayedAct,
    StreetRecord,
    extend_record,
    street_number,
)
from firmware.core.poker_room.engine.terms import POKER_ROOM, PokerTerms, read_terms
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
    """One poker table; it keeps the time of its players, which a table counts in milliseconds."""

    BETS = (BET_LINE,)
    DECISION_PLACES = (BET_LINE,)
    PANEL_KEYS = PANEL
    NAME: ClassVar = POKER_ROOM

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        """Raise OptionRefused on an option that 67.91 or the articles don't know."""
        self.terms = read_terms(self.NAME, options)
        super().__init__(rules, {})
        self.pack, self.decks = FULL_PACK, 1
        self.engine = PokerEngine(self.terms)
        self.step = 0
        """The number of the event that is being handled, since the last game."""
        self.comparison: HandCompared | None = None
        """What the reader under a seat said of the cards that were named last for its hand."""
        self.tournament_link = NO_TOURNAMENT
        """What a tournament's hall has said; nothing in a poker room."""
        self.street_record: StreetRecord = ()
        """What was done in the game that is on, or in the one before it."""
        self._counted_until_ms: int | None = None
        """Until when the table's time was counted, in milliseconds of its clock."""

    @classmethod
    def unneeded_keys(cls, options: Mapping[str, Any]) -> frozenset[Key]:
        """Return the keys of the panel that a table with these options does not need."""
        terms = read_terms(cls.NAME, options)
        stud = {Key.MOVE_BUTTON, Key.STRADDLE} if terms.variant.stud else {Key.BRING_IN}
        return frozenset(
            stud
            | (set() if terms.straddle else {Key.STRADDLE})
            | (set() if terms.is_fixed_limit else {Key.TAKE_CHIPS_OFF})
            | ({Key.LEAST_BET, Key.HALF_POT, Key.POT_BET} if terms.is_fixed_limit else set())
        )

    def set_spot_count(self, spots: int) -> None:
        """Note how many spots the table has."""
        self.terms = replace(self.terms, spots=spots)
        self.engine = PokerEngine(self.terms)

    @property
    def poker_state(self) -> PokerState:
        """The state; nobody changes it."""
        return self.engine.poker_state

    @property
    def stage(self) -> GameStage | None:
        """What the game that is on is at, None if none is."""
        return self.poker_state.game.stage if self.poker_state.game else None

    def apply_act(self, act: PokerAct) -> tuple[AnyPokerRuling, ...]:
        """Do an act; return its rulings, with the pots after each round of bets."""
        stage, street = self.stage, street_number(self.poker_state)
        rulings = (*self.engine.handle(act, self.step), *self._pots_after(stage))
        self.street_record = extend_record(
            self.street_record, PlayedAct(self.step, street, act, rulings, self.poker_state)
        )
        return rulings  # type: ignore[return-value]

    def _pots_after(self, stage_before: GameStage | None) -> Iterator[PotReported]:
        """Yield the pots once a round of bets is over and the game is not."""
        game = None if self.poker_state.alarm else self.poker_state.game
        if stage_before is BETTING and game and game.stage in (DEALING, SHOWDOWN):
            for number, pot in enumerate(pots_in_game(game), start=1):
                yield PotReported(number, pot.cents, pot.spots)

    # time

    def count_seconds(self, now_ms: int, *, restart: bool) -> tuple[AnyPokerRuling, ...]:
        """Let the seconds pass until `now`; with `anew` the count begins there."""
        if self._counted_until_ms is None or restart:
            self._counted_until_ms = now_ms
        seconds = max(now_ms - self._counted_until_ms, 0) // SECOND_MS
        if not seconds:
            return ()
        self._counted_until_ms += seconds * SECOND_MS
        return self.apply_act(PassTime(seconds))

    @property
    def clock_ends_at_ms(self) -> int | None:
        """When the clock that was called has run out."""
        game = self.poker_state.game
        if game is None or game.clock_ends_s is None or self._counted_until_ms is None:
            return None
        return self._counted_until_ms + (game.clock_ends_s - self.poker_state.now_s) * SECOND_MS

    def table_opened(self) -> None:
        """The table was opened."""

    def terms_at_level(self, remembered: PokerTerms) -> PokerTerms:  # noqa: ARG002
        """Return the terms in place of those of a remembered room: they are configured."""
        return self.terms

    # what every table asks of a game

    @property
    def memory(self) -> dict[str, Any]:
        """The room between two games."""
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
        """The board, and of each hand the cards that everybody has seen."""
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
        """How many cards each hand that is in holds."""
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
    """Return the room that a table remembers between two games; None before the first."""
    remembered = memory.get("room")
    return remembered and msgspec.convert(
        remembered, PokerState, strict=False, dec_hook=decode_plain
    )


def _cards_held(hand: PlayerHand) -> int:
    return 0 if hand.folded else hand.down + len(hand.up)


GAME: Final = PokerRoom
