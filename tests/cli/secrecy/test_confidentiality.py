"""Nothing about an unseen card leaves the table: the output is the same for any such cards.

A round is played twice, with other cards in place of those not face up yet; all output of the table
up to that moment must be equal. The bare core tells which cards those are: cards that can be
exchanged without changing any face-up card. That no more cards are face up than the articles say is
a test of its own.
"""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from firmware.core.game.course import DEALER, Choice
from firmware.core.table.decisions import open_choices
from firmware.core.vocabulary.events import CardRead, Event
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import FaultShown, Ruling
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.config.settings import Config
from firmware.shell.rules.pack_files import home_pack, program_games
from sim.play.script_table import script_table
from tests.kits.cli.outward import Outward, Step
from tests.kits.examples import examples
from tests.kits.games.bare_table import BareTable
from tests.kits.games.reckoning.checks import reckoning
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.quebec import game_rules, open_game

CARD_GAMES = [game for game in program_games() if game != "baccarat" and game_rules(game).decks]
ROUNDS = 10
PAIRS = examples(1, 4)
MOST_ROUNDS = 60
ALL = 99
FACE_UP = {
    "blackjack": (ALL, 1),
    "blackjack-multi-action": (ALL, 1),
    "boston-poker": (0, 0),
    "caribbean-stud": (0, 1),
    "casino-war": (ALL, 1),
    "crazy-four-poker": (0, 0),
    "four-card-poker": (0, 1),
    "pai-gow": (0, 0),
    "pai-gow-poker": (0, 0),
    "poker-3-5-7": (0, 0),
    "poker-grand-prix": (0, 1),
    "red-dog": (0, ALL),
    "super-pan-9": (0, 0),
    "three-card-poker": (0, 0),
    "ultimate-holdem": (0, 0),
}
"""How many of a player's cards, and of the dealer's, lie face up at most while players decide."""
ON_THE_BOARD = {"ultimate-holdem": (0, 3, 5)}
"""How many cards lie on the board, by the time of the decision."""
OPEN = ("blackjack-multi-action", "red-dog")
"""Games whose cards all lie face up as they are dealt; so they do at Baccara."""
HIDDEN = [game for game in CARD_GAMES if game not in OPEN]
ANTE: list[Step] = [{"bet": {"spot": 1, "on": "main", "cents": 1000}}, {"press": "no_more_bets"}]
FIGURES = 0x73
NEVER = 1 << 30


class Round(NamedTuple):
    """A script, its cards each a step of its own."""

    game: str
    options: dict[str, Any]
    steps: list[Step]

    @property
    def drawn(self) -> dict[int, str]:
        """The cards, by their steps."""
        return {at: step["card"] for at, step in enumerate(self.steps) if "card" in step}

    def with_cards(self, cards: dict[int, str]) -> "Round":
        """Return the same round with other cards at these steps."""
        steps = enumerate(self.steps)
        return self._replace(
            steps=[{"card": cards[at]} if at in cards else step for at, step in steps]
        )

    def until(self, end: int) -> "Round":
        """Return its first steps."""
        return self._replace(steps=self.steps[:end])


def random_round(game: str, chance: Random) -> Round:
    script = reckoning(game).random_script(chance)
    return Round(game, script.get("options", {}), list(_one_by_one(script["steps"])))


def _one_by_one(steps: list[Step]) -> Iterator[Step]:
    for step in steps:
        cards = step.get("cards", step.get("tiles"))
        yield from [step] if cards is None else ({"card": card} for card in cards)


class Onlooker(BareTable):
    """The core's table, and what of its cards anybody at it has seen after each step."""

    def __init__(self, played: Round) -> None:
        self.seen: list[Seen] = []
        self._open: list[str] = []
        """The cards that were dealt to an open hand, or were named as none that may be."""
        super().__init__({"game": played.game, "options": played.options})
        for step in played.steps:
            self._see(step.get("card"))
            self.play([step])
            reported = self._face_up(), tuple(self._open), self._turned_over(), tuple(self.refused)
            self.seen.append(reported)

    def _see(self, card: str | None) -> None:
        game = self.table.state.game
        due = game.due
        if card and due is not None and due.spot in game.face_up_spots and not due.is_burnt:
            self._open.append(card)

    def _note(self, ruling: Ruling) -> None:
        super()._note(ruling)
        if isinstance(ruling, FaultShown) and "card" in ruling.why.values:
            self._open.append(str(ruling.why.values["card"]))

    def _face_up(self) -> dict[str, list[str]]:
        return {
            hand: [card.name for card in cards]
            for hand, cards in self.table.state.game.cards.items()
            if cards
        }

    def _turned_over(self) -> list[str]:
        """Article 48: the cards that are left are counted where somebody has bet on them."""
        game = self.table.state.game
        counted = any(place.on.startswith("remaining") for place, _ in game.bets)
        if not (counted and game.finished):
            return []
        dealt = {card for hand in game.hands.values() for card in hand}
        return sorted(card.name for card in {*game.pack} - dealt)


Seen = tuple[dict[str, list[str]], tuple[str, ...], list[str], tuple[int, ...]]
"""What lies face up, what has come to lie so, what was counted, and the decisions that were
refused: who raises to three times his ante says himself that he holds a pair of aces (67.81)."""


def faces(played: Round) -> list[Seen]:
    """Return what of the cards has been seen after each step, on the core alone."""
    return Onlooker(played).seen


def spares(played: Round) -> list[str]:
    """Return the cards of one pack that the round leaves in the shoe."""
    pack = Counter(card.name for card in open_game(played.game, played.options).pack)
    return [*(pack - Counter(played.drawn.values())).elements()]


def turned_up(played: Round, chance: Random) -> dict[int, int]:
    """Return by the step of each card the step at which it lies face up, if it ever does."""
    seen, left = faces(played), spares(played)
    return {at: _turned_up(played, seen, _trade(played, at, left, chance)) for at in played.drawn}


def _trade(played: Round, at: int, left: list[str], chance: Random) -> dict[int, str]:
    """Return another card for one step: one that the shoe has left, or that of another step."""
    card, drawn = played.drawn[at], played.drawn
    if left:
        return {at: chance.choice(left)}
    there = chance.choice([step for step in drawn if drawn[step] != card])
    return {at: drawn[there], there: card}


def _turned_up(played: Round, seen: list[Seen], trade: dict[int, str]) -> int:
    then = faces(played.with_cards(trade))
    return next((n for n, (a, b) in enumerate(zip(seen, then, strict=True)) if a != b), NEVER)


class Pair(NamedTuple):
    """Two rounds that nobody can tell apart yet."""

    one: Round
    other: Round


def pairs(played: Round, chance: Random) -> Iterator[Pair]:
    """Yield pairs that end just before cards are turned up, and at the end of the round."""
    up = turned_up(played, chance)
    ends = {step for step in up.values() if step != NEVER} | {len(played.steps)}
    for end in sorted(ends):
        keyed = {name for step in played.steps[:end] for name in _keyed(step)}
        hidden = [at for at in up if at < end <= up[at] and played.drawn[at] not in keyed]
        pair = _exchanged(played.until(end), hidden, chance)
        if pair is not None:
            yield pair


def _keyed(step: Step) -> list[str]:
    """Return the cards that the dealer names: somebody has turned them up."""
    return list(step.get("decide", {}).get("low", ()))


def _exchanged(one: Round, hidden: list[int], chance: Random) -> Pair | None:
    """Return the round with any other cards at the hidden places, the same lying face up."""
    seen = faces(one)
    for _ in range(10):
        cards = chance.sample([*spares(one), *(one.drawn[at] for at in hidden)], len(hidden))
        other = one.with_cards(dict(zip(hidden, cards, strict=True)))
        if other != one and faces(other) == seen:
            return Pair(one, other)
    return None


def table_of(played: Round) -> Config:
    return script_table(played.game, home_pack(played.game))


def left(played: Round) -> list[tuple[str, object]]:
    return Outward(table_of(played), played.options, played.steps).play()


def difference(pair: Pair) -> tuple[object, object] | None:
    """Return the first thing that left the one table and not the other."""
    one, other = map(left, pair)
    for a, b in zip(one, other, strict=False):
        if a != b:
            return a, b
    return None if len(one) == len(other) else (len(one), len(other))


@pytest.mark.clause("WA 230-16-152")
@pytest.mark.parametrize("game", HIDDEN)
def test_output_ignores_unseen_cards(game: str) -> None:
    chance = Random(f"unseen {game}")
    for pair in islice(_hidden(game, chance), PAIRS):
        assert difference(pair) is None


def _hidden(game: str, chance: Random) -> Iterator[Pair]:
    """Yield pairs of as many rounds as it takes; fail where a game never has any."""
    found = 0
    for _ in range(MOST_ROUNDS):
        for pair in pairs(random_round(game, chance), chance):
            found += 1
            yield pair
    if not found:
        pytest.fail(f"{game} was never dealt with a card that nobody had seen")


@each("game", CARD_GAMES)
def test_face_up_cards_are_as_allowed(game: str) -> None:
    chance, decided = Random(f"face up {game}"), 0
    for _ in range(ROUNDS):
        played = random_round(game, chance)
        decided += sum(_lie_as_they_may(game, played))
    assert decided


def _lie_as_they_may(game: str, played: Round) -> Iterator[bool]:
    """Yield after each card or decision whether players may decide; fail if too much is seen."""
    table = BareTable({"game": game, "options": played.options})
    own, dealers = FACE_UP[game]
    for step in played.steps:
        table.play([step])
        deciding = {choice.spot for choice in open_choices(table.table.state)}
        asked = (
            bool(deciding)
            and DEALER not in deciding
            and table.table.state.running_phase is Phase.ROUND
        )
        if asked:
            up = {hand: len(cards) for hand, cards in table.table.state.game.cards.items()}
            assert up.pop("dealer", 0) <= dealers
            assert up.pop("board", 0) == _board_cards(game, open_choices(table.table.state))
            assert max(up.values(), default=0) <= own
        yield asked


def _board_cards(game: str, choices: Sequence[Choice]) -> int:
    """Return how many cards lie on the board: the first play bet may be three or four antes, the
    second is two, and only the last one may be refused by a fold.
    """
    before_flop, after_flop, at_river = ON_THE_BOARD.get(game, (0, 0, 0))
    if Key.FOLD in {choice.do for choice in choices}:
        return at_river
    stakes = [stake for choice in choices for stake in choice.stakes]
    is_first = any(stake.least < stake.most for stake in stakes)
    return before_flop if is_first else after_flop


# cards that are burnt


BURNT = [
    (DEFAULT_TABLE, ["2D", "KS", "TS"]),
    (EXAMPLES / "odds-only.toml", ["2D", "KS", "TS", "10S"]),
]


@pytest.mark.parametrize(("table", "cards"), BURNT, ids=["angel-eye", "bee-tek"])
def test_burnt_card_leaves_no_trace(table: Path, cards: list[str]) -> None:
    bets: list[Step] = [{"bet": {"spot": 1, "on": "player", "cents": 1000}}]
    streams = [Outward(load_config(table), {}, [{"burn": card}, *bets]).play() for card in cards]
    assert all(stream == streams[0] for stream in streams)


# a leak is seen


class Talkative(Outward):
    """A table that says one thing more than it should."""

    def __init__(self, played: Round, channel: str) -> None:
        super().__init__(table_of(played), played.options, played.steps)
        self._channel = channel

    def _take_rulings(self, event: Event, rulings: tuple[Ruling, ...]) -> None:
        super()._take_rulings(event, rulings)
        if not isinstance(event, CardRead):
            return
        if self._channel == "log":
            logging.getLogger("drivers.shoe").debug("read %r", event)
        elif self._channel == "figures":
            self.table.sim_table.i2c.write(FIGURES, event.card.name.encode())
        elif self._channel == "sounder":
            self.table.sim_table.sounds.tone.sound(1000 + ord(event.card.rank))
        elif self._channel == "mended":
            self.table.buses[0].attached[0].part.health = {event.card.name: 1}


@pytest.mark.clause("WA 230-16-152")
@pytest.mark.parametrize("channel", ["log", "figures", "sounder", "mended"])
def test_leak_by_any_channel_is_found(channel: str) -> None:
    chance = Random("leak")
    pair = next(_hidden("three-card-poker", chance))
    one, other = (Talkative(played, channel).play() for played in pair)
    assert one != other
    quiet = [Talkative(played, "none").play() for played in pair]
    assert quiet[0] == quiet[1]


def test_different_face_up_card_is_found() -> None:
    shown = Round("red-dog", {}, [*ANTE, {"card": "5H"}, {"card": "9C"}])
    other = shown.with_cards({3: "8C"})
    assert difference(Pair(shown, other)) is not None
