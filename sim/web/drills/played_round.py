"""Rounds by chance, played at a table in memory for one player."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from firmware.core.game.course import Choice, SpotCard
from firmware.core.game.game import Game
from firmware.core.games.keno.keno import Keno
from firmware.core.games.keno.prizes import NUMBERS
from firmware.core.games.roulette.roulette import Roulette
from firmware.core.games.wheel_of_fortune import WheelOfFortune
from firmware.core.table.decisions import open_choices
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.history.journal_entries import Entry
from firmware.shell.recall import RecalledRound
from firmware.shell.recall.story import ReplayedStory
from sim.people.by_chance.dealer import choose_low_hand
from sim.people.result_maker import DICE_FACES
from sim.web.drills.chance_bets import SPOT, layout_stakes, spot_stakes
from sim.web.drills.game_setup import GameSetup
from sim.web.drills.leaning_deck import leaning_deck
from sim.web.drills.memory_table import ActRefused, MemoryTable

MOST_ACTS: Final = 120
"""Of a round's cards and decisions: no game needs so many for one player."""
MOST_THROWS: Final = 6
FAVOURITE_PROBABILITY: Final = 0.6
"""How often the instrument shows the symbol on which many bets are."""
CHOICE_WEIGHTS: Final = {Key.FOLD: 1, Key.SURRENDER: 1, Key.HIT: 2, Key.TAKE_BANK: 0}
"""Of decisions that are taken less often than others, which weigh 4; the bank is the house's."""
USUAL_WEIGHT: Final = 4


@dataclass(frozen=True)
class PlayedRound:
    """A round as it was played and settled."""

    setup: GameSetup
    script: dict[str, Any]
    """All acts at its table, as a round script."""
    steps_before: int
    """How many of these belong to earlier rounds."""
    lines: tuple[BetSettled, ...]
    entries: tuple[Entry, ...]
    """The journal of its table."""
    shown: tuple[Text, ...] = ()
    """The values that the table showed before the result: the point."""

    def recalled(self) -> RecalledRound:
        """Return the round as its journal recalls it."""
        story = ReplayedStory(self.setup.setting)
        for number, entry in enumerate(self.entries, start=1):
            story.take(number, entry)
        return [recalled for recalled in story.assemble_rounds() if _is_settled(recalled)][-1]


def _is_settled(recalled: RecalledRound) -> bool:
    return any(isinstance(item.ruling, BetSettled) for item in recalled.story)


class ChanceTable:
    """A table at which one player's rounds are played by chance, each from a full shoe on."""

    def __init__(self, setup: GameSetup, chance: Random) -> None:
        self._setup, self._chance = setup, chance
        self._memory_table = MemoryTable(setup)
        self._game = self._memory_table.table.state.game

    @property
    def game(self) -> Game:
        """Its game, after the last round."""
        return self._game

    @property
    def has_colour_chips(self) -> bool:
        return self._game.has_colour_chips

    def play(self, unit: Cents) -> PlayedRound | None:
        """Play a round with bets in a unit; None if no bet was settled, or an act was illegal."""
        table = self._memory_table
        table.reopen()
        lines: tuple[BetSettled, ...] = ()
        shown: tuple[Text, ...] = ()
        steps_before = 0
        try:
            for _ in range(self._chance.randint(1, MOST_THROWS)):
                steps_before, shown = len(table.steps), self._game.status_lines()
                lines = self._play_round(unit)
                if not self._game.REOPENS_SILENTLY:
                    break
        except ActRefused:
            return None
        if not lines:
            return None
        return PlayedRound(self._setup, table.script, steps_before, lines, table.entries, shown)

    def _play_round(self, unit: Cents) -> tuple[BetSettled, ...]:
        if self._game.INSTRUMENT is None:
            self._play_cards(unit)
        elif isinstance(self._game, Keno):
            self._play_draw(self._game, unit)
        else:
            self._play_throw(unit)
        return self._memory_table.confirm_paid() if self._memory_table.is_settled else ()

    # cards

    def _play_cards(self, unit: Cents) -> None:
        table, game = self._memory_table, self._game
        for stake in spot_stakes(game, self._chance, unit):
            table.lay_chips((stake.place, stake.bettor), stake.cents)
        table.close_bets()
        deck = leaning_deck(game.pack, game.decks, self._chance)
        hands: dict[int, list[Card]] = {}
        for _ in range(MOST_ACTS):
            if game.finished:
                return
            choices = open_choices(table.table.state)
            due = game.due
            if due is not None and not (choices and self._chance.random() < 1 / 2):
                card = deck.pop()
                table.deal_card(card)
                if isinstance(due, SpotCard):
                    hands.setdefault(due.spot, []).append(card)
            elif choices:
                self._decide(choices, hands, unit)
        raise ActRefused

    def _decide(self, choices: Sequence[Choice], hands: dict[int, list[Card]], unit: Cents) -> None:
        open_now = [choice for choice in choices if choice.spot == choices[0].spot]
        weights = [CHOICE_WEIGHTS.get(choice.do, USUAL_WEIGHT) for choice in open_now]
        choice = self._chance.choices(open_now, weights)[0]
        low_hand = choose_low_hand(hands[choice.spot]) if choice.names_cards else ()
        self._memory_table.decide(choice, self._free_amount(choice, unit), low_hand)

    def _free_amount(self, choice: Choice, unit: Cents) -> Cents | None:
        """Return the chips for a decision that does not fix them; None if it does."""
        free = [stake for stake in choice.stakes if stake.least != stake.most]
        if not free:
            return None
        least, most, step = free[0].least, free[0].most, free[0].step
        multiple = max(1, least // unit + (least % unit > 0))
        most_multiple = max(multiple, most // unit)
        cents = unit * self._chance.randint(multiple, most_multiple)
        return Cents(max(least, min(most, cents) // step * step))

    # wheels, dice and balls

    def _play_throw(self, unit: Cents) -> None:
        table, game = self._memory_table, self._game
        favourite, symbols = self._drawn_symbols()
        for stake in layout_stakes(game, self._chance, unit, favourite):
            table.lay_chips((stake.place, stake.bettor), stake.cents)
        if not game.THROW_CLOSES_BETS:
            table.close_bets()
        table.show_result(symbols)

    def _play_draw(self, game: Keno, unit: Cents) -> None:
        picks = int(self._chance.choice(list(game.paytable)))
        numbers = tuple(sorted(self._chance.sample(NUMBERS, picks)))
        self._memory_table.sell_ticket(SPOT, numbers, Cents(unit * self._chance.randint(1, 4)))
        hits = self._chance.sample(numbers, self._chance.randint((picks + 1) // 2, picks))
        misses = [number for number in NUMBERS if number not in numbers]
        count = game.INSTRUMENT.symbols - len(hits) if game.INSTRUMENT else 0
        balls = [*hits, *self._chance.sample(misses, count)]
        self._chance.shuffle(balls)
        self._memory_table.show_result(tuple(map(str, balls)))

    def _drawn_symbols(self) -> tuple[str, Symbols]:
        """Return a favourite symbol, and those of the result."""
        match self._game:
            case Roulette(numbers_on_table=symbols):
                count = 1
            case WheelOfFortune(options={"segments": segments}):
                symbols, count = tuple(segments), 1
            case _:
                symbols = tuple(DICE_FACES)
                count = self._game.INSTRUMENT.symbols if self._game.INSTRUMENT else 0
        favourite = self._chance.choice(symbols)
        shown = (
            favourite
            if self._chance.random() < FAVOURITE_PROBABILITY
            else self._chance.choice(symbols)
            for _ in range(count)
        )
        return favourite, tuple(shown)
