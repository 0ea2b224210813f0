"""A game whose rule pack declares bets itself, or amends bets of the game.

A declared bet is decided by its lines, in order: the first whose condition holds. It looks either
at the facts of the finished round (`Game.facts`), or at those of a few named cards, and is then
decided as soon as the last of them is public; where one never is, the bet goes back. An amended bet
is settled by the game itself unless one of the pack's lines holds.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from firmware.core.game.card_facts import card_facts
from firmware.core.game.conditions import Facts
from firmware.core.game.course import Decision
from firmware.core.game.declared_bet import PUSH, BetTerms, DeclaredBet, DeclaredLine, read_terms
from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.game.pack_terms import BetOdds
from firmware.core.game.wagers import BetClashes
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead, ResultSeen
from firmware.core.vocabulary.money import NO_CENTS, Cents, Odds
from firmware.core.vocabulary.places import Stack


class DeclaredBets(Game):
    """A game whose pack declares bets or amends some of its own.

    The game itself never sees the declared ones: it would not know how to settle them.
    """

    TERMS: Mapping[str, BetTerms] = {}
    MISSING: frozenset[str] = frozenset()
    """Bets of the game that the house doesn't offer."""

    @classmethod
    def places_with(cls, options: Mapping[str, Any]) -> Sequence[str]:
        """Return the places of the game that the house offers, and the declared ones."""
        own_places = super().places_with(options)
        offered = [place for place in own_places if base_bet_name(place) not in cls.MISSING]
        return (*dict.fromkeys((*offered, *declared_names(cls.TERMS))),)

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        self._declared_stakes: dict[Stack, Cents] = {}
        self._public_cards: dict[tuple[str, int], Card] = {}
        """The named cards seen so far, by name and spot: a split takes some out of their hand."""
        super().__init__(rules, options)

    def nominal_stake(self, on: str) -> Cents:
        """Return a nominal amount by which the pack's odds are exact too."""
        cents = super().nominal_stake(on)
        terms = self.TERMS.get(base_bet_name(on))
        is_fixed = base_bet_name(on) in self.rules.stakes
        return cents if terms is None or is_fixed else Cents(cents * terms.bet.parts)

    def paying_lines(self, on: str) -> Iterable[BetOdds]:
        """Yield every line that may pay a bet at odds, those of an amended one too."""
        yield from super().paying_lines(on)
        terms = self.TERMS.get(base_bet_name(on))
        if terms is not None and terms.bet.amends:
            chosen_table = self.options["pay_tables"].get(base_bet_name(on))
            for odds in terms.bet.paying_lines(chosen_table).values():
                yield BetOdds(odds, terms.bet.article)

    # which bets are legal

    def clashing_bets(self, laid_cents: Mapping[str, Cents]) -> BetClashes:
        """Also refuse a declared bet without its main bet, or on the cards of a
        spot without a bet of the game: it is dealt no hand.
        """
        own_bets = {on: cents for on, cents in laid_cents.items() if not self._is_declared(on)}
        missing = {
            on: (reason, terms.bet.article)
            for on in laid_cents.keys() - own_bets.keys()
            if (
                reason := _missing_beside(
                    terms := self.TERMS[base_bet_name(on)], laid_cents, own_bets
                )
            )
        }
        return {**(super().clashing_bets(own_bets) if own_bets else {}), **missing}

    # the round

    def open(self) -> None:
        """Begin a round: no declared bet either."""
        super().open()
        self._declared_stakes, self._public_cards = {}, {}

    def close(self, bets: Iterable[Bet]) -> None:
        """Hand the game its own bets, and hold the declared ones."""
        every_bet = list(bets)
        declared = [bet for bet in every_bet if self._is_declared(bet.place.on)]
        self._declared_stakes = {(bet.place, bet.bettor): bet.cents for bet in declared}
        super().close(bet for bet in every_bet if not self._is_declared(bet.place.on))
        self._settle_declared()

    def take(self, event: CardRead) -> None:
        """Deal one card. Raises Forbidden if none is due."""
        super().take(event)
        self._settle_declared()

    def take_result(self, result_seen: ResultSeen) -> None:
        """Settle by a result that is due and possible."""
        super().take_result(result_seen)
        self._settle_declared()

    def decide(self, decision: Decision) -> None:
        """Take one of `choices`. Raises Forbidden if its check fails."""
        super().decide(decision)
        self._settle_declared()

    def skip_decision(self) -> None:
        """Continue without an answer: the spot declines."""
        super().skip_decision()
        self._settle_declared()

    @property
    def awaits_facts(self) -> bool:
        """Whether a declared bet looks at no card by its name."""
        names = (base_bet_name(place.on) for place, _ in self._declared_stakes)
        return any(not self.TERMS[name].bet.cards for name in names)

    def _is_declared(self, on: str) -> bool:
        terms = self.TERMS.get(base_bet_name(on))
        return terms is not None and not terms.bet.amends

    def _settle_declared(self) -> None:
        for stack, cents in list(self._declared_stakes.items()):
            bet = Bet(stack[0], cents, stack[1])
            facts = self._facts_of(self.TERMS[base_bet_name(bet.place.on)], bet.place.spot)
            if facts is not None or self.finished:
                self.settle_by_facts(bet, facts)
                del self._declared_stakes[stack]

    def settle_by_facts(self, bet: Bet, facts: Facts | None) -> None:
        """Settle a declared bet by the first line that holds; without one it loses, and without
        facts it goes back.
        """
        terms = self.TERMS[base_bet_name(bet.place.on)]
        line = DeclaredLine("", push=True) if facts is None else terms.line_for(facts)
        self._settle_by_line(bet, terms.bet, line or DeclaredLine("", loses=True))

    def _facts_of(self, terms: BetTerms, spot: int) -> Facts | None:
        """Return the facts that decide a bet; None before they are all there."""
        names = terms.bet.cards
        if not names:
            return self.facts(spot) if self.finished else None
        cards = [card for name in names if (card := self._public_card(name, spot)) is not None]
        return card_facts(cards, terms.facts) if len(cards) == len(names) else None

    def _public_card(self, name: str, spot: int) -> Card | None:
        """Return a named card once it is public; a hand that was given up is turned up for it."""
        if self.finished:
            self.turn_up(name, spot)
        card = self._public_cards.get((name, spot)) or self.named_card(name, spot)
        if card is not None:
            self._public_cards[name, spot] = card
        return card

    def _line(
        self,
        bet: Bet,
        outcome: Any,  # noqa: ANN401
        returned: Cents,
        paid: Cents,
        odds: str | None,
        article: str,
        **line_fields: Any,  # noqa: ANN401
    ) -> None:
        terms = self.TERMS.get(base_bet_name(bet.place.on))
        line = terms.line_for(self.facts(bet.place.spot)) if terms and terms.bet.amends else None
        if terms is None or line is None:
            super()._line(bet, outcome, returned, paid, odds, article, **line_fields)
        else:
            self._settle_by_line(bet, terms.bet, line)

    def _settle_by_line(self, bet: Bet, declared: DeclaredBet, line: DeclaredLine) -> None:
        """Append the settlement of a bet by a line of the pack."""
        pays = line.pays
        if not line.outcomes:
            table = self.options["pay_tables"].get(base_bet_name(bet.place.on))
            payment = declared.line_payment(line, table)
            pays = payment if isinstance(payment, Odds) else None
            line = msgspec.structs.replace(line, push=payment == PUSH)
        article = declared.article
        if pays is not None:
            fields = {"commission": self.commission(bet)} if line.commission else {}
            paid = self.payment(bet, pays)
            super()._line(bet, "win", bet.cents, paid, str(pays), article, **fields)
        elif line.push:
            super()._line(bet, PUSH, bet.cents, NO_CENTS, None, article)
        elif line.prize_cents is not None:
            super()._line(bet, "win", NO_CENTS, line.prize_cents, None, article)
        else:
            part = line.back or Odds(0, 1)
            returned = self.rounding.payment(bet.cents * part.win, part.stake)
            super()._line(bet, "lose", returned, NO_CENTS, None, article)


def _missing_beside(
    terms: BetTerms, laid_bets: Iterable[str], own_bets: Mapping[str, Cents]
) -> str | None:
    """Return why a declared bet lacks another; None if it doesn't."""
    beside = terms.bet.beside
    if beside is not None and beside not in map(base_bet_name, laid_bets):
        return "why.beside_missing"
    is_of_hand = any(name.startswith("spot.") for name in terms.bet.cards)
    return "why.main_missing" if is_of_hand and not own_bets else None


def declared_names(terms: Mapping[str, BetTerms]) -> list[str]:
    """Return the bets that a pack adds to the game's own."""
    return [name for name, bet_terms in terms.items() if not bet_terms.bet.amends]


def house_game(game_class: type[Game], rules: GameRules, unit: int) -> type[Game]:
    """Return a game as a house plays it: without the bets that its pack leaves out, with those that
    it declares.

    `unit` is how many cents a unit of its currency has.
    """
    game_class = _with_unit(game_class, unit)
    missing = rules.missing_bets(game_class)
    if not (rules.bets or missing or rules.switches):
        return game_class
    terms = read_terms(game_class, rules.bets)
    added = declared_names(terms)

    def offered(bets: Iterable[str]) -> tuple[str, ...]:
        return tuple(bet for bet in bets if base_bet_name(bet) not in missing)

    traits = {
        "TERMS": terms,
        "MISSING": missing,
        "USUAL_SWITCHES": {name: switch.usual for name, switch in rules.switches.items()},
        "BETS": (*offered(game_class.BETS), *added),
        "SIDE_BETS": (*offered(game_class.SIDE_BETS), *added),
        "HIDDEN_SIDE_BETS": offered(game_class.HIDDEN_SIDE_BETS),
        "BETS_WITH_ODDS": offered(game_class.BETS_WITH_ODDS),
        "PAY_TABLES": {
            name: lines for name, lines in game_class.PAY_TABLES.items() if name in rules.tables
        },
    }
    return type(game_class.__name__, (DeclaredBets, game_class), traits)


def _with_unit(game_class: type[Game], unit: int) -> type[Game]:
    """Return a game in the currency of a house."""
    if unit == game_class.UNIT:
        return game_class
    return type(game_class.__name__, (game_class,), {"UNIT": unit})
