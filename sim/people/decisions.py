"""Keying the players' decisions: put down the chips, focus the spot, press the key."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import DECISION_KEYS, DECISION_WORDS, Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import ChoiceStatus, StakeStatus, Status
from sim.people.actor import REACTION_MS, Actor
from sim.people.chips import PlayerChips
from sim.people.keys import PanelKeys
from sim.people.layout import TableLayout
from sim.people.status_queries import bets_shown, rival_choices, round_progress

DECIDED_MS: Final = 1500
"""How long the table may take to show that something was decided."""


class DecisionRequest(NamedTuple):
    """A decision to key; by default for any hand, and any permitted bettor at the spot."""

    spot: int
    decision_key: Key
    hand_number: int | None = None
    bettor: str | None = None


class Decisions:
    """Keys decisions with the chips that they cost."""

    def __init__(
        self, actor: Actor, player_chips: PlayerChips, panel_keys: PanelKeys, layout: TableLayout
    ) -> None:
        self._actor = actor
        self._player_chips = player_chips
        self._panel_keys = panel_keys
        self._layout = layout

    def decide(
        self, request: DecisionRequest, cents: Cents | None = None, low_cards: Sequence[Card] = ()
    ) -> None:
        """Key a decision with its chips; if it is refused, take them back.

        `cents` are put down for it; by default its cost, if only one amount is possible. Raises
        RequestFailed if the decision is not open.
        """
        if request.decision_key not in DECISION_KEYS:
            raise RequestFailed(Text("why.nothing_to_decide"))
        status = self._actor.read_status()
        choice = self._find_choice(status, request)
        amounts_before = {
            stack: self._player_chips.amount_at(stack) for stack in _stake_stacks(choice)
        }
        for (place, bettor), amount in self._missing_chips(status, choice, cents).items():
            self._player_chips.bet(place, amount, bettor)
        self._wait_for_chips(choice)
        if not self.key_choice(status, choice, low_cards, DECIDED_MS):
            for stack, amount in amounts_before.items():
                self._player_chips.change_bet(stack, amount)

    def key_choice(
        self,
        status: Status,
        choice: ChoiceStatus,
        low_cards: Sequence[Card] = (),
        max_ms: int = REACTION_MS,
    ) -> bool:
        """Turn to the spot, name the cards of a low hand and press; return whether it counts."""
        self._focus_spot(status, choice.spot)
        self._panel_keys.name_low_hand(low_cards)
        status_before = self._actor.read_status()
        self._actor.hands.press_key(Key(choice.do))
        return self._actor.wait_until(
            lambda current: round_progress(current) != round_progress(status_before), max_ms
        )

    def _focus_spot(self, status: Status, spot: int) -> None:
        """Turn to a spot that may decide something."""
        for _ in status.spots:
            focused_spot = self._actor.read_status().focus
            if focused_spot == spot:
                return
            self._actor.hands.press_key(Key.NEXT_PLACE)
            self._actor.wait_until(partial(_is_elsewhere, focused_spot))

    def _find_choice(self, status: Status, request: DecisionRequest) -> ChoiceStatus:
        spot, decision_key, hand_number, bettor = request
        single_bettor = self._layout.game.SOLE_BETTOR_ARTICLE is not None and bettor is None
        for choice in status.choices:
            bettor_matches = single_bettor or choice.bettor == bettor
            if (
                bettor_matches
                and (choice.spot, choice.do) == (spot, decision_key)
                and hand_number in (None, choice.hand)
            ):
                return choice
        if not status.choices:
            raise RequestFailed(Text("why.nothing_to_decide"))
        if all(choice.spot != spot for choice in status.choices):
            raise RequestFailed(Text("why.not_its_turn", {"spot": status.choices[0].spot}))
        refusal_values: TextValues = {"spot": spot, "do": Text(DECISION_WORDS[decision_key])}
        raise RequestFailed(Text("why.not_this_decision", refusal_values))

    # the chips that a decision costs

    def lay_minimum(self, status: Status, choice: ChoiceStatus) -> None:
        """Put down the minimum cost of a choice, and nothing for the alternatives."""
        needed_cents = dict.fromkeys(
            (
                rival_stake.on
                for rival in rival_choices(status, choice)
                for rival_stake in rival.stakes
            ),
            NO_CENTS,
        )
        needed_cents |= {stake.on: self._lowest_cost(stake) for stake in choice.stakes}
        shown_bets = bets_shown(status)
        for bet_name, cents in needed_cents.items():
            place = Place(choice.spot, bet_name)
            present_cents = shown_bets.get((place, choice.bettor)) or NO_CENTS
            self._player_chips.set_amount(place, Cents(present_cents + cents), choice.bettor)
        self._actor.wait_until(lambda current: _cents_laid(current, choice) == needed_cents)

    def _lowest_cost(self, stake: StakeStatus) -> Cents:
        lowest_cents, highest_cents = stake.least or NO_CENTS, stake.most or NO_CENTS
        return max(lowest_cents, min(self._player_chips.rack.smallest_chip, highest_cents))

    def _missing_chips(
        self, status: Status, choice: ChoiceStatus, cents: Cents | None
    ) -> dict[Stack, Cents]:
        """Return the missing chips, and their places."""
        chips_offered = self._chips_offered(status, choice)
        is_fixed = all(stake.least == stake.most for stake in choice.stakes)
        total_cents = sum(stake.least or 0 for stake in choice.stakes)
        if cents is not None and not (is_fixed and cents == total_cents):
            needed_cents = dict.fromkeys(list(chips_offered)[:1], int(cents))
        else:
            stake_costs = (stake.least or NO_CENTS for stake in choice.stakes if is_fixed)
            needed_cents = {
                offered_stack: stake_cost - chips_offered[offered_stack]
                for offered_stack, stake_cost in zip(chips_offered, stake_costs, strict=False)
            }
        return {stack: Cents(amount) for stack, amount in needed_cents.items() if amount > 0}

    def _chips_offered(self, status: Status, choice: ChoiceStatus) -> dict[Stack, int]:
        """Return the chips laid for a decision beyond the stake, in the order of its costs."""
        amounts_on_felt, shown_bets = self._player_chips.amounts_on_felt(), bets_shown(status)
        return {
            stack: amounts_on_felt.get(stack, NO_CENTS) - (shown_bets.get(stack) or NO_CENTS)
            for stack in _stake_stacks(choice)
        }

    def _wait_for_chips(self, choice: ChoiceStatus) -> None:
        """Wait until the table has read a decision's chips, if it reads any."""
        if choice.stakes and self._layout.amounts.by_reader:
            self._actor.wait_until(lambda current: self._are_chips_read(current, choice))

    def _are_chips_read(self, status: Status, choice: ChoiceStatus) -> bool:
        return self._chips_offered(status, choice) == {
            (Place(open_choice.spot, stake.on), open_choice.bettor): stake.laid
            for open_choice in status.choices
            if (open_choice.spot, open_choice.do, open_choice.bettor)
            == (choice.spot, choice.do, choice.bettor)
            for stake in open_choice.stakes
        }


def _stake_stacks(choice: ChoiceStatus) -> list[Stack]:
    return [(Place(choice.spot, stake.on), choice.bettor) for stake in choice.stakes]


def _cents_laid(status: Status, choice: ChoiceStatus) -> dict[str, Cents]:
    """Return the chips laid for any choice of the same bettor."""
    return {
        rival_stake.on: rival_stake.laid or NO_CENTS
        for rival in rival_choices(status, choice)
        for rival_stake in rival.stakes
    }


def _is_elsewhere(focused_spot: int | None, status: Status) -> bool:
    return status.focus != focused_spot
