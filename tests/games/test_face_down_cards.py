"""At a table of any game nothing depends on a card that lies face down."""

from collections import Counter
from functools import cache
from random import Random

import msgspec

from firmware.core.display.panel import table_panel
from firmware.core.game.course import BOARD, DEALER
from firmware.core.table.amounts import Amounts
from firmware.core.table.decisions import choices_in_focus
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import (
    CardRead,
    Event,
    KeyPressed,
)
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import (
    Ruling,
)
from tests.kits.examples import examples
from tests.kits.games.any_round import Evening, Step, play_again
from tests.kits.games.any_table import shown_choices
from tests.kits.games.evenings_of_games import (
    every_game_of_cards,
)

FIRST_ROUNDS = range(18, 18 + examples(6, 20))
FACE_UP = ("baccarat", "red-dog", "blackjack", "blackjack-multi-action")
"""The games in which few cards or none lie face down."""
Dealt = list[tuple[int, int, str]]
"""Whose each card of a round is, the how-manieth, and the card; burnt cards are left out."""


@cache
def a_first_round(game: str, seed: int) -> tuple[Evening, list[Step]]:
    """Return the steps of the first round that was played out, by people who make no mistakes."""
    played = Evening(game, 1000 + seed, 0, 260, Amounts.READ, 2, limits={}, sensed=False)
    return played, played.stood[:-1]


def face_up(game: str, spot: int, nth: int, *, hole_card: bool) -> bool:
    """Say whether a card is dealt face up (22, 67.15, 67.69)."""
    if game in ("baccarat", "red-dog", "casino-war"):
        return True
    if game.startswith("blackjack"):
        return not (hole_card and (spot, nth) == (DEALER, 2))
    if spot == BOARD:
        return True
    return (game, spot, nth) in (("caribbean-stud", DEALER, 5), ("four-card-poker", DEALER, 6))


def turned_up(game: str, table: Table, dealt: Dealt) -> Counter[str]:
    """Return the cards that may be known now: those dealt face up, or all when it is decided."""
    waits, hole = table.state.game, bool(table.state.game.options.get("hole_card"))
    players_turn = bool(waits.choices) and waits.choices[0].spot != DEALER
    dealers = game.startswith("blackjack") and not players_turn
    dealers |= game == "super-pan-9" and waits.due is not None and waits.due.nth == 4
    hidden = players_turn or (waits.due is not None and not dealers)
    up = {(spot, nth) for spot, nth, _ in dealt if face_up(game, spot, nth, hole_card=hole)}
    if not hidden:
        up = {(spot, nth) for spot, nth, _ in dealt}
    if game == "poker-grand-prix":
        up -= {(DEALER, 3)}
        up |= {(DEALER, 2)} if _first_bets_are_decided(table) else set()
    return Counter(name for spot, nth, name in dealt if (spot, nth) in up)


def _first_bets_are_decided(table: Table) -> bool:
    """Article 67.6: the dealer's hand is down to the two cards that count."""
    hand = table.state.game.hands.get(DEALER, [])  # type: ignore[attr-defined]
    return table.state.game.due is None and len(hand) == 2


def public(table: Table) -> Counter[str]:
    return Counter(card.name for hand in table.state.game.cards.values() for card in hand)


@every_game_of_cards
def test_card_is_known_only_face_up_never_if_burnt(game: str) -> None:
    for seed in FIRST_ROUNDS:
        played, steps = a_first_round(game, seed)
        table, dealt = played.new(), list[tuple[int, int, str]]()
        for step in steps:
            due = table.state.game.due
            if isinstance(step.event, CardRead) and due and not getattr(due, "is_burnt", False):
                spot = getattr(due, "spot", DEALER)
                dealt.append((spot, due.nth, step.event.card.name))
            elif isinstance(step.event, CardRead) and not due:
                first = [*table.state.game.spots(), DEALER][0] if game != "baccarat" else DEALER
                dealt.append((first, 1, step.event.card.name))
            table.handle(step.event, step.now)
            if table.state.running_phase is Phase.ROUND:
                known = turned_up(game, table, dealt)
                assert public(table) <= known, (seed, step.event, public(table) - known)


def facts_of_table(table: Table, rulings: tuple[Ruling, ...]) -> list[object]:
    due = table.state.game.due
    wait = [due, shown_choices(table), table.state.game.may_pass, table.state.game.finished]
    return [rulings, table_panel(table), public(table), wait]


class Swap:
    """Two cards that have changed their places in all that happens."""

    def __init__(self, one: Card, other: Card) -> None:
        self.names = {one.name, other.name}
        self._as = {one: other, other: one}

    def __call__(self, event: Event) -> Event:
        if isinstance(event, CardRead):
            return msgspec.structs.replace(event, card=self._as.get(event.card, event.card))
        return event

    def known(self, table: Table) -> bool:
        return any(
            card.name in self.names for cards in table.state.game.cards.values() for card in cards
        )

    def checked(self, table: Table, event: Event) -> bool:
        """Say whether a decision is held to a hand that has one of them (67.81, 44 (3))."""
        keyed = event.key if isinstance(event, KeyPressed) else None
        spots = {c.spot for c in choices_in_focus(table.state) if c.check and c.do is keyed}
        hands = getattr(table.state.game, "hands", {})
        return any(card.name in self.names for spot in spots for card in hands[spot])

    def turned(self, game: str, table: Table, event: Event) -> bool:
        """Say whether one of them is dealt face up now."""
        due, hole = table.state.game.due, bool(table.state.game.options.get("hole_card"))
        spot, nth = getattr(due, "spot", DEALER), due.nth if due else 1
        dealt = isinstance(event, CardRead) and event.card.name in self.names
        burnt = getattr(due, "is_burnt", False)
        return dealt and not burnt and face_up(game, spot, nth, hole_card=hole)


def same_until_known(game: str, played: Evening, steps: list[Step], swap: Swap) -> int:
    """Hold two rounds that differ in two cards to each other while nobody may know these.

    Until one of the two comes they do not differ.
    """
    comes = next(at for at, step in enumerate(steps) if swap(step.event) != step.event)
    table, other = (play_again(played.spare(nth), steps[:comes]) for nth in range(2))
    for at, step in enumerate(steps[comes:], start=comes):
        if swap.checked(table, step.event) or swap.turned(game, table, step.event):
            return at - comes
        rulings = table.handle(step.event, step.now)
        others = other.handle(swap(step.event), step.now)
        if swap.known(table) or swap.known(other):
            return at - comes
        if game == "pai-gow-poker" and table.state.game.finished:
            return at - comes
        assert facts_of_table(table, rulings) == facts_of_table(other, others), (
            at,
            swap.names,
            step,
        )
    return len(steps) - comes


@every_game_of_cards
def test_output_is_independent_of_face_down_cards(game: str) -> None:
    rng, compared = Random(game), 0
    for seed in FIRST_ROUNDS:
        played, steps = a_first_round(game, seed)
        came = [step.event.card for step in steps if isinstance(step.event, CardRead)]
        for _ in range(6 if came else 0):
            pack = played.croupier.table.state.game.pack
            one, other = rng.choice(came), rng.choice(pack)
            if one is not other and pack.count(one) == pack.count(other):
                compared += same_until_known(game, played, steps, Swap(one, other))
    assert compared > len(FIRST_ROUNDS) or game in FACE_UP
