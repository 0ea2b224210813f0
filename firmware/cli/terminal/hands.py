"""Hands of cards drawn for a terminal: two tall ones, or a row for each of many."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Ink

from firmware.core.vocabulary.cards import TILE_SET, Card, parse_card
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status, hand_name
from firmware.shell.words.words import Words

NARROWEST: Final = 40
"""Columns of a hand of seven cards, with its name."""

Faces = Sequence[tuple[Card, str]]


class Hands:
    """Draws the dealer's hand and those of the spots, as many side by side as there is room for."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def rows(self, status: Status, width: int) -> int:
        """Return how many rows all hands need."""
        return ceil(len(_shown(status)) / (width // NARROWEST))

    def draw(self, status: Status, width: int, rows: int) -> RenderableType:
        """Return as many hands as fit, and how many do not."""
        columns = width // NARROWEST
        hands = _shown(status)
        kept = _foremost(hands, status.focus, rows * columns)
        cells = [self._hand(hand, hands[hand], status) for hand in kept]
        if len(kept) < len(hands):
            more = Text("view.more", {"number": len(hands) - len(kept)})
            cells.append(Ink(f" {self._words.say(more)}", "bold"))
        grid = Table.grid()
        for _ in range(columns):
            grid.add_column(width=width // columns)
        for row in range(rows):
            grid.add_row(*cells[row * columns : (row + 1) * columns])
        return grid

    def _hand(self, hand: str, names: Sequence[str], status: Status) -> Ink:
        said = self._words.say(hand_name(hand, status.bank))
        if "." in hand:
            said = f"{self._words.say(hand_name(hand.partition('.')[0]))}.{hand[-1]}"
        asked = hand.partition(".")[0] == str(status.focus)
        name = Ink(f" {said:<9}", "bold reverse" if asked else "bold")
        cards = [parse_card(name) for name in names]
        return name + flat([(card, self._face(card)) for card in cards], NARROWEST - 10)

    def _face(self, card: Card) -> str:
        """Return a card's name; a tile's two sides."""
        return card.name if card in TILE_SET else self._words.card(card)


def _shown(status: Status) -> dict[str, Sequence[str]]:
    """Return the hands, the dealer's first, so that no hand moves as others are dealt."""
    dealt = {hand: names for hand, names in status.cards.items() if names}
    return {"dealer": (), **dealt} if dealt else {}


def _foremost(hands: Mapping[str, Sequence[str]], focus: int | None, most: int) -> list[str]:
    """Return the hands to be shown, in their order: before all others those that are asked for."""
    if len(hands) <= most:
        return list(hands)
    asked = ("dealer", str(focus))
    order = sorted(hands, key=lambda hand: hand.partition(".")[0] not in asked)
    return [hand for hand in hands if hand in order[: most - 1]]


def flat(faces: Faces, width: int) -> Ink:
    """Return cards in one row, the last ones where not all fit."""
    cards = [Ink(f"{said} ", ink(card)) for card, said in faces]
    while sum(cell_len(card.plain) for card in cards) > width:
        del cards[0]
    return Ink().join(cards)


def spaced(faces: Faces) -> RenderableType:
    """Return cards of one row, with room around them."""
    return Ink(" ").join(Ink(f" {said:<3} ", ink(card)) for card, said in faces)


def tall(faces: Faces) -> RenderableType:
    """Return cards of two rows: the rank above, the suit below."""
    rows = [Ink(), Ink()]
    for card, said in faces:
        rows[0].append(f" {said[:-1]:<3}", ink(card)).append(" ")
        rows[1].append(f"  {said[-1]} ", ink(card)).append(" ")
    return Group(*rows, "")


def ink(card: Card) -> str:
    """Return the colours of a card."""
    return f"bold {'#c00000' if card.suit in 'HD' else 'black'} on #f2efe6"
