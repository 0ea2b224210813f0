"""Walks through rounds of any game at random, to draw what it can wait for and what may follow."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Final

from firmware.core.display.decision_lines import POSITION_NUMBERS as POSITIONS
from firmware.core.game.course import DEALER, Choice, Decision, SpotCard
from firmware.core.game.game import DueCard, Game
from firmware.core.games.keno.keno import Keno
from firmware.core.games.keno.prizes import DRAWN_COUNT, NUMBERS
from firmware.core.games.roulette.roulette import Roulette
from firmware.core.games.sic_bo import DIE_FACES
from firmware.core.games.wheel_of_fortune import WheelOfFortune
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.cards import CARD_RANKS, JOKER_CARD, Card
from firmware.core.vocabulary.events import CardRead, ResultSeen, TicketOrdered
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place

UNITS: Final = (1000, 2000)
SPOTS: Final = (1, 3)
OVER: Final = "The round is over"
CLOSED: Final = "The bets are closed"
BETS_CARRIED: Final = "Bets stand over to the next round"
AT_TIMES: Final = (Key.DOUBLE, Key.SPLIT)
"""What may be decided about a hand at times: no other wait, so that a diagram can be read."""
NATURAL: Final = "AK"
LAID: Final = 6
"""How many bets are tried on a layout."""


def walk(game: Game, chance: Random) -> Iterator[str]:
    """Play one round; yield what is waited for at every step, the end included."""
    game.open()
    game.close(_tickets(game, chance) if game.PAID_ON_CLAIM else _bets(game, chance))
    shoe = _shoe(game, chance)
    yield CLOSED
    while not game.finished:
        choices, due = game.choices, game.due
        yield waits_for(game, choices, due)
        if game.awaits_number:
            game.take_number(chance.randint(1, POSITIONS))
        elif game.awaits_result:
            game.take_result(ResultSeen(_shown(game, chance)))
        elif choices and (due is None or chance.random() < 1 / 2):
            _decide(game, chance.choice(choices), chance)
        else:
            game.take(CardRead(shoe.pop()))
    if game.carries:
        yield BETS_CARRIED
    yield OVER


def waits_for(game: Game, choices: Sequence[Choice], due: DueCard | None) -> str:
    """Return in words what the game waits for."""
    requested = " / ".join(_requested_acts(choices))
    card = _card(due) if isinstance(due, SpotCard) else ""
    result = (
        f"Result: {game.INSTRUMENT.result_kind}" if game.awaits_result and game.INSTRUMENT else ""
    )
    drawn = "Number drawn" if game.awaits_number else ""
    return " or ".join(
        filter(None, (card, f"Decision: {requested}" if requested else "", result, drawn))
    )


def _requested_acts(choices: Sequence[Choice]) -> list[str]:
    requested = dict.fromkeys(choice.do for choice in choices)
    always = [key.value for key in requested if key not in AT_TIMES]
    return always + [
        f"{key.value}?" for key in AT_TIMES if Key.HIT in requested or key in requested
    ]


def _card(due: SpotCard) -> str:
    if due.is_burnt:
        return "Card to burn"
    return "Card to the dealer" if due.spot == DEALER else "Card to a spot"


def _shown(game: Game, chance: Random) -> Symbols:
    """Return what the game's instrument may show."""
    match game:
        case Roulette():
            return (chance.choice(game.numbers_on_table),)
        case WheelOfFortune():
            return (chance.choice(list(game.options["segments"])),)
        case Keno():
            return tuple(map(str, chance.sample(NUMBERS, DRAWN_COUNT)))
    return tuple(chance.choices(DIE_FACES, k=game.INSTRUMENT.symbols if game.INSTRUMENT else 0))


def _tickets(game: Game, chance: Random) -> Iterable[Bet]:
    """Sell a ticket, so late that no ended one can be claimed; return all that are at stake."""
    picked = int(chance.choice(list(game.options["paytable"])))
    numbers, draws = tuple(chance.sample(NUMBERS, picked)), chance.randint(1, 3)
    control, day = f"{chance.random()}", (game.options["claim_days"] + 1) * game.memory["draw"]
    game.sell_ticket(TicketOrdered(1, numbers, UNITS[0], draws, control, day=day), spot_exists=True)
    return game.at_stake


def _bets(game: Game, chance: Random) -> list[Bet]:
    """Return bets that can stand together, with those that stand over."""
    while True:
        laid, eager = dict(game.carried), chance.random()
        for place in _places(game, chance):
            cents = _stake(game, place.on, chance) if chance.random() < eager else 0
            stack = place, None
            if cents and stack not in laid and game.chips_refusal(stack, cents) is None:
                laid[stack] = cents
        for stack in game.illegal_together(laid):
            del laid[stack]
        if laid:
            return [Bet(place, cents, bettor) for (place, bettor), cents in laid.items()]


def _places(game: Game, chance: Random) -> list[Place]:
    """Return every place of some spots; of a layout a few, of every kind alike."""
    if not game.SHARED_LAYOUT:
        return [Place(spot, on) for spot in SPOTS for on in game.BETS]
    by_name: dict[str, list[str]] = {}
    for on in game.BETS:
        by_name.setdefault(base_bet_name(on), []).append(on)
    names = chance.choices(list(by_name), k=LAID)
    return [Place(chance.choice(SPOTS), chance.choice(by_name[name])) for name in names]


def _stake(game: Game, on: str, chance: Random) -> Cents:
    fixed = game.rules.stakes.get(base_bet_name(on))
    return Cents(fixed.cents if fixed else chance.choice(UNITS))


def _shoe(game: Game, chance: Random) -> list[Card]:
    """Return a shuffled shoe, leaning towards few ranks, so that rare hands come."""
    cards = [card for card in game.pack for _ in range(game.decks)]
    chance.shuffle(cards)
    few = [chance.sample(CARD_RANKS, count) for count in (1, 2, 4, len(CARD_RANKS))]
    ranks = chance.choice((NATURAL, *few))
    cards.sort(key=lambda card: card.rank in ranks or card is JOKER_CARD)
    return cards


def _decide(game: Game, choice: Choice, chance: Random) -> None:
    laid = {stake.on: stake.least for stake in choice.stakes}
    low = tuple(getattr(game, "hands", {}).get(choice.spot, ())[:2]) if choice.names_cards else ()
    decision = Decision(choice, laid, low)
    if choice.check is None or choice.check(decision) is None:
        game.decide(decision)
    else:
        alternatives = [alternative for alternative in game.choices if alternative is not choice]
        _decide(game, chance.choice(alternatives), chance)
