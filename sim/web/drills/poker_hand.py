"""A hand of poker by chance, with short stacks, played by the poker room's engine."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from firmware.core.poker_room.engine import acts
from firmware.core.poker_room.engine.betting_order import player_to_act
from firmware.core.poker_room.engine.engine import PokerEngine
from firmware.core.poker_room.engine.limits import amount_to_call
from firmware.core.poker_room.engine.prompts import pending_step
from firmware.core.poker_room.engine.showdown import next_to_show
from firmware.core.poker_room.engine.state import current_game
from firmware.core.poker_room.engine.streets import due_down_count
from firmware.core.poker_room.engine.terms import POKER_ROOM, read_terms
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Refused, Ruling
from sim.web.drills.leaning_deck import leaning_deck
from sim.web.drills.memory_table import ActRefused, Step

FEWEST_PLAYERS: Final = 3
MOST_PLAYERS: Final = 6
MOST_STACK: Final = 60
"""In small blinds: short, so that players are all in for different amounts."""
VARIANTS: Final = ("holdem", "holdem", "omaha", "omaha-hi-lo")
ODD_CHIPS: Final = (1, 2)
"""By how many chips the small blind may be more than its unit, so that pots do not divide."""
WEIGHTS: Final[Mapping[str, int]] = {"fold": 2, "check": 4, "call": 5, "all_in": 4}
CHIP_CENTS: Final = 100


@dataclass(frozen=True)
class PlayedHand:
    """A hand as it was played, with all rulings up to its end."""

    script: Step
    stakes: Mapping[int, Cents]
    """The first stack of each player, by spot."""
    folded: frozenset[int]
    board: tuple[Card, ...]
    rulings: tuple[Ruling, ...]


class ChanceHand:
    """One hand, played at an engine of its own."""

    def __init__(self, chance: Random, small_blind: Cents) -> None:
        self._chance = chance
        blind = small_blind // CHIP_CENTS * CHIP_CENTS or CHIP_CENTS
        big = blind + blind + CHIP_CENTS * chance.choice(ODD_CHIPS)
        self._options: dict[str, Any] = {
            "poker": chance.choice(VARIANTS),
            "blinds": [blind, big],
            "chip": CHIP_CENTS,
            "commission": {"percent": 5, "cap": 20 * CHIP_CENTS},
        }
        self._terms = read_terms(POKER_ROOM, {**self._options, "blinds": (blind, big)})
        self._engine = PokerEngine(self._terms)
        self._deck = leaning_deck(FULL_PACK, 1, chance)
        self._steps: list[Step] = []
        self._rulings: list[Ruling] = []
        self._stakes: dict[int, Cents] = {}

    @property
    def options(self) -> Mapping[str, Any]:
        """The options of its table."""
        return self._options

    def play(self) -> PlayedHand:
        """Play it to its end. Raises ActRefused if chance has led to an illegal act."""
        self._seat_players()
        self._do({"button": min(self._stakes)}, acts.PlaceButton(min(self._stakes)))
        self._do({"press": "post"}, acts.Post())
        down_cards: dict[int, tuple[Card, ...]] = {}
        while step := pending_step(self._engine.poker_state):
            self._do_step(step, down_cards)
        game = current_game(self._engine.poker_state)
        folded = frozenset(spot for spot, hand in game.hands.items() if hand.folded)
        script = {"game": POKER_ROOM, "options": self._options, "steps": self._steps}
        return PlayedHand(script, self._stakes, folded, game.board, tuple(self._rulings))

    def _seat_players(self) -> None:
        blind = self._terms.blinds[0]
        for spot in range(1, self._chance.randint(FEWEST_PLAYERS, MOST_PLAYERS) + 1):
            most = MOST_STACK * blind // CHIP_CENTS
            cents = Cents(CHIP_CENTS * self._chance.randint(most // 10, most))
            self._stakes[spot] = cents
            self._do({"seat": {"spot": spot, "cents": cents}}, acts.SitDown(spot, cents))

    def _do_step(self, step: str, down_cards: dict[int, tuple[Card, ...]]) -> None:
        game = current_game(self._engine.poker_state)
        match step:
            case "deal":
                count = due_down_count(self._terms.variant, game)
                self._do({"deal": count}, acts.DealDown(count))
                for spot in game.live_spots:
                    each = count // len(game.live_spots)
                    down_cards[spot] = tuple(self._deck.pop() for _ in range(each))
            case "burn":
                self._do({"burn": True}, acts.Burn())
            case "card":
                card = self._deck.pop()
                self._do({"card": card.name}, acts.FaceUp(card))
            case "decision":
                self._decide()
            case "show":
                self._show(next_to_show(game) or 0, down_cards)
            case _:
                raise ActRefused(step)

    def _decide(self) -> None:
        poker_state = self._engine.poker_state
        spot, game = player_to_act(poker_state) or 0, current_game(poker_state)
        to_call = amount_to_call(game, game.hands[spot])
        words = ("fold", "call", "all_in") if to_call else ("check", "all_in")
        word = self._chance.choices(words, [WEIGHTS[word] for word in words])[0]
        decision = {"decide": {"spot": spot, "do": word}}
        if not self._try(decision, acts.PlayerDecision(spot, word, None)):
            passive = "call" if to_call else "check"
            passed = {"decide": {"spot": spot, "do": passive}}
            self._do(passed, acts.PlayerDecision(spot, passive, None))

    def _show(self, spot: int, down_cards: Mapping[int, tuple[Card, ...]]) -> None:
        cards = down_cards[spot]
        names = [card.name for card in cards]
        self._do({"show": {"spot": spot, "cards": names}}, acts.Show(spot, cards))

    def _do(self, step: Step, act: acts.PokerAct) -> None:
        if not self._try(step, act):
            raise ActRefused(str(step))

    def _try(self, step: Step, act: acts.PokerAct) -> bool:
        rulings = self._engine.handle(act, len(self._steps) + 1)
        is_refused = any(isinstance(ruling, Refused) for ruling in rulings)
        if not is_refused:
            self._steps.append(step)
            self._rulings += rulings
        return not is_refused
