"""A round for each line of the bets that a pack declares or amends, as a script to be played."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations_with_replacement, product
from typing import Any, Final

import msgspec

from firmware.core.game.card_game import HANDS_OF_NO_SPOT
from firmware.core.game.card_sets import card_sets
from firmware.core.game.conditions import Facts
from firmware.core.game.course import Decision, SpotCard
from firmware.core.game.declared_bet import BetTerms, DeclaredBet
from firmware.core.game.declared_bets import DeclaredBets
from firmware.core.game.dice_facts import dice_facts
from firmware.core.game.game import DueCard, Game
from firmware.core.games.baccarat import Baccarat
from firmware.core.games.baccarat_hands import THIRD_CARDS, first_pairs, played_out, round_facts
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.games.blackjack.dealer_facts import dealer_facts, finished_hands
from firmware.core.games.craps.craps import Craps
from firmware.core.games.roulette.roulette import Roulette, number_facts
from firmware.core.games.sic_bo import DIE_FACES, SicBo
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.cards import FULL_PACK, parse_card
from firmware.core.vocabulary.events import CardRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.shell.rules.rule_pack import RulePack

Step = Mapping[str, Any]
Deals = Iterator[tuple[Facts, list[Step]]]
"""The facts of possible rounds, each with the steps of a script that brings it about."""
STAKE_CENTS: Final = Cents(1000)
DECLINING_KEYS: Final = (
    *(Key.NO_INSURANCE, Key.STAND, Key.CHECK, Key.FOLD, Key.SURRENDER, Key.RETAIN_BET),
)
TENS_FIRST: Final = sorted(FULL_PACK, key=lambda card: card.rank != "T")
"""So that a dealer of Blackjack soon stands."""
CLOSE: Final[Step] = {"press": "no_more_bets"}


def example_rounds(pack: RulePack, game_name: str, rules: str) -> Iterator[str]:
    """Yield the scripts, a line of JSON each; none for a bet whose rounds are not listed."""
    game_class = pack.game_class(game_name)
    if not issubclass(game_class, DeclaredBets):
        return
    for on, terms in game_class.TERMS.items():
        bets = [*_bets_beside(game_class, terms.bet), on]
        game = pack.open_game(game_name, {})
        if game.clashing_bets(dict.fromkeys(bets, STAKE_CENTS)):
            continue
        for number, steps in _deciding_deals(terms, _deals_of(game, terms)):
            if "cards" in steps[0]:
                cards = steps[0]["cards"]
                names = terms.bet.cards or [f"dealer.{nth}" for nth, _ in enumerate(cards, 1)]
                named_cards = dict(zip(names, cards, strict=True))
                steps = _dealt_round(game, bets, named_cards)
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


def _bets_beside(game_class: type[Game], bet: DeclaredBet) -> list[str]:
    """Return the places of the bet that it stands beside, and if it looks at a hand of the spot,
    of the main ones, for which that is dealt.
    """
    others = {*game_class.SIDE_BETS, *game_class.HIDDEN_SIDE_BETS, *game_class.DECISION_PLACES}
    is_of_hand = any(name.startswith("spot.") for name in bet.cards)
    return [
        place
        for place in game_class.BETS
        if base_bet_name(place) == bet.beside or (is_of_hand and place not in others)
    ]


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


def _deals_of(game: Game, terms: BetTerms) -> Deals:
    if terms.bet.cards:
        return _card_deals(game, terms)
    if isinstance(game, Blackjack):
        return _dealer_deals(game)
    for kind, deals in DEALS.items():
        if isinstance(game, kind):
            return deals()
    return iter(())


def _card_deals(game: Game, terms: BetTerms) -> Deals:
    """Yield sets of the named cards, if each round deals them."""
    count = len(terms.bet.cards)
    if not set(terms.bet.cards) <= set(game.ALWAYS_DEALT):
        return
    ranks = dict.fromkeys(card.rank for card in game.pack)
    for sets in card_sets(ranks, count, terms.facts, game.decks):
        yield sets.facts, [{"cards": [card.name for card in sets.cards]}]


def _dealt_round(game: Game, bets: list[str], named_cards: Mapping[str, str]) -> list[Step]:
    """Return the steps of a round in which the named cards come, and else tens first; the player
    declines whatever he may.
    """
    steps: list[Step] = [CLOSE]
    others = (card for card in TENS_FIRST if card.name not in named_cards.values())
    game.open()
    game.close([Bet(Place(1, on), STAKE_CENTS) for on in bets])
    while not game.finished:
        if game.due is not None:
            name = named_cards.get(_name_of(game.due)) or next(others).name
            game.take(CardRead(parse_card(name)))
            steps.append({"card": name})
        else:
            decision = next(choice for choice in game.choices if choice.do in DECLINING_KEYS)
            game.decide(Decision(decision))
            steps.append({"decide": {"spot": 1, "do": decision.do.value}})
    return [*steps, {"press": "confirm"}]


def _name_of(due: DueCard) -> str:
    """Return the name of a card that is due, at a table whose only bettor is at spot 1."""
    if isinstance(due, SpotCard):
        hands = {number: hand for hand, number in HANDS_OF_NO_SPOT.items()}
        return "" if due.is_burnt else f"{hands.get(due.spot, 'spot')}.{due.nth}"
    return f"{due.drawn}.{due.nth}"


def _baccarat_deals() -> Deals:
    for player_cards, bank_cards in product(first_pairs(), repeat=2):
        for player, bank in played_out(player_cards, bank_cards, THIRD_CARDS):
            thirds = [*player[2:], *bank[2:]]
            order = [player[0], bank[0], player[1], bank[1], *thirds]
            cards = [card.name for card in order]
            yield round_facts(player, bank), [CLOSE, {"cards": cards}, {"press": "confirm"}]


def _dealer_deals(game: Blackjack) -> Deals:
    """Yield the cards of every hand of the dealer's."""
    for hand in finished_hands(stand_all_17=game.options["stand_all_17"]):
        yield dealer_facts(hand), [{"cards": [card.name for card in hand]}]


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
