"""A round for each line of the bets that a pack declares or amends, as a script to be played."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations_with_replacement, product
from typing import Any, Final

import msgspec

from firmware.core.game.card_facts import card_facts
from firmware.core.game.conditions import Facts
from firmware.core.game.course import Decision
from firmware.core.game.declared_bet import BetTerms
from firmware.core.game.declared_bets import DeclaredBets
from firmware.core.game.dice_facts import dice_facts
from firmware.core.game.game import Game
from firmware.core.games.baccarat import Baccarat
from firmware.core.games.baccarat_hands import THIRD_CARDS, first_pairs, played_out, round_facts
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.games.craps.craps import Craps
from firmware.core.games.roulette.roulette import Roulette, number_facts
from firmware.core.games.sic_bo import DIE_FACES, SicBo
from firmware.core.vocabulary.cards import FULL_PACK, parse_card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet, base_bet_name
from firmware.shell.rules.rule_pack import RulePack

Step = Mapping[str, Any]
Deals = Iterator[tuple[Facts, list[Step]]]
"""The facts of possible rounds, each with the steps of a script that brings it about."""
STAKE_CENTS: Final = 1000
DECLINING_KEYS: Final = (Key.NO_INSURANCE, Key.STAND)
LAST_CARD: Final = parse_card("TD")
CLOSE: Final[Step] = {"press": "no_more_bets"}


def example_rounds(pack: RulePack, game_name: str, rules: str) -> Iterator[str]:
    """Yield the scripts, a line of JSON each; none for a bet whose rounds are not listed."""
    game_class = pack.game_class(game_name)
    if not issubclass(game_class, DeclaredBets):
        return
    for on, terms in game_class.TERMS.items():
        bets = [*_places_of(game_class, terms.bet.beside), on]
        for number, steps in _deciding_deals(terms, _deals_of(game_class, terms)):
            if terms.bet.cards:
                steps = [*steps, *_played_to_its_end(pack.open_game(game_name, {}), bets, steps)]
            script = {
                "id": f"{game_name}.{on}.{terms.bet.lines[number].name or number + 1}",
                "game": game_name,
                "rules": rules,
                "steps": [
                    *({"bet": {"spot": 1, "on": bet, "cents": STAKE_CENTS}} for bet in bets),
                    *steps,
                ],
            }
            yield msgspec.json.encode(script).decode()


def _places_of(game_class: type[Game], bet: str | None) -> list[str]:
    """Return the places of a bet: three for the main one of Blackjack Multi-Action."""
    return [place for place in game_class.BETS if base_bet_name(place) == bet]


def _deciding_deals(terms: BetTerms, deals: Deals) -> Iterator[tuple[int, list[Step]]]:
    """Yield for each line the first deal that it decides."""
    waiting = dict(enumerate(terms.bet.lines))
    for facts, steps in deals:
        line = terms.line_for(facts)
        number = next((number for number in waiting if waiting[number] is line), None)
        if number is not None:
            del waiting[number]
            yield number, steps
        if not waiting:
            return


def _deals_of(game_class: type[DeclaredBets], terms: BetTerms) -> Deals:
    if terms.bet.cards:
        return _card_deals(game_class, terms)
    for kind, deals in DEALS.items():
        if issubclass(game_class, kind):
            return deals()
    return iter(())


def _card_deals(game_class: type[DeclaredBets], terms: BetTerms) -> Deals:
    """Yield sets of the first cards of Blackjack: spot 1's, and the dealer's between them."""
    names = terms.bet.cards
    if not issubclass(game_class, Blackjack) or not {"spot.1", "spot.2", "dealer.1"} >= {*names}:
        return
    for cards in combinations_with_replacement(FULL_PACK, len(names)):
        dealt = {"spot.1": FULL_PACK[0], "dealer.1": FULL_PACK[0], "spot.2": FULL_PACK[0]}
        dealt |= dict(zip(names, cards, strict=True))
        order = [dealt[name].name for name in ("spot.1", "dealer.1", "spot.2")]
        yield card_facts(cards), [CLOSE, {"cards": order}]


def _played_to_its_end(game: Game, bets: list[str], steps: list[Step]) -> Iterator[Step]:
    """Yield the steps after the first cards: the player stands, and the dealer gets tens."""
    game.open()
    game.close([Bet(Place(1, on), Cents(STAKE_CENTS)) for on in bets])
    for name in steps[-1]["cards"]:
        game.take(CardRead(parse_card(name)))
    while not game.finished:
        declining = [choice for choice in game.choices if choice.do in DECLINING_KEYS]
        if declining:
            game.decide(Decision(declining[0]))
            yield {"decide": {"spot": 1, "do": declining[0].do.value}}
        else:
            game.take(CardRead(LAST_CARD))
            yield {"cards": [LAST_CARD.name]}
    yield {"press": "confirm"}


def _baccarat_deals() -> Deals:
    for player_cards, bank_cards in product(first_pairs(), repeat=2):
        for player, bank in played_out(player_cards, bank_cards, THIRD_CARDS):
            thirds = [*player[2:], *bank[2:]]
            order = [player[0], bank[0], player[1], bank[1], *thirds]
            cards = [card.name for card in order]
            yield round_facts(player, bank), [CLOSE, {"cards": cards}, {"press": "confirm"}]


def _roulette_deals() -> Deals:
    for number in map(str, range(37)):
        yield number_facts(number), [CLOSE, {"number": number}, {"press": "confirm"}]


def _throws(dice_count: int) -> Deals:
    for faces in combinations_with_replacement(DIE_FACES, dice_count):
        throw: Step = {"dice": [int(face) for face in faces]}
        yield dice_facts(faces), [throw, {"press": "confirm"}]


DEALS: Final[Mapping[type, Callable[[], Deals]]] = {
    Baccarat: _baccarat_deals,
    Roulette: _roulette_deals,
    SicBo: lambda: _throws(3),
    Craps: lambda: _throws(2),
}
