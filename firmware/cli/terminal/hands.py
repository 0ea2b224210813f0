"""Hands of cards drawn for a terminal: two tall ones, or a row for each of many."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as StyledText

from firmware.core.vocabulary.cards import TILE_SET, Card, parse_card
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status, hand_words
from firmware.shell.words.words import Words

MIN_HAND_WIDTH: Final = 40
"""Columns of a hand of seven cards, with its name."""

CardFaces = Sequence[tuple[Card, str]]


class HandGrid:
    """Draws the dealer's hand and those of the spots, as many to a row as fit."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def row_count(self, status: Status, width: int) -> int:
        """Return how many rows all hands need."""
        return ceil(len(_dealt_hands(status)) / (width // MIN_HAND_WIDTH))

    def draw(self, status: Status, width: int, row_count: int) -> RenderableType:
        """Return the hands that fit, and the number of hidden ones."""
        column_count = width // MIN_HAND_WIDTH
        dealt_hands = _dealt_hands(status)
        shown_hands = _hands_to_show(dealt_hands, status.focus, row_count * column_count)
        hand_cells = [
            self._hand_row(hand_key, dealt_hands[hand_key], status) for hand_key in shown_hands
        ]
        if len(shown_hands) < len(dealt_hands):
            more_text = Text("view.more", {"number": len(dealt_hands) - len(shown_hands)})
            hand_cells.append(StyledText(f" {self._words.render(more_text)}", "bold"))
        hand_grid = Table.grid()
        for _ in range(column_count):
            hand_grid.add_column(width=width // column_count)
        for row_index in range(row_count):
            hand_grid.add_row(
                *hand_cells[row_index * column_count : (row_index + 1) * column_count]
            )
        return hand_grid

    def _hand_row(self, hand_key: str, card_names: Sequence[str], status: Status) -> StyledText:
        hand_label = self._words.render(hand_words(hand_key, status.bank))
        if "." in hand_key:
            hand_label = (
                f"{self._words.render(hand_words(hand_key.partition('.')[0]))}.{hand_key[-1]}"
            )
        is_focused = hand_key.partition(".")[0] == str(status.focus)
        styled_label = StyledText(f" {hand_label:<9}", "bold reverse" if is_focused else "bold")
        cards = [parse_card(styled_label) for styled_label in card_names]
        return styled_label + flat_cards(
            [(card, self._face_text(card)) for card in cards], MIN_HAND_WIDTH - 10
        )

    def _face_text(self, card: Card) -> str:
        """Return a card's name; a tile's two sides."""
        return card.name if card in TILE_SET else self._words.card_face(card)


def _dealt_hands(status: Status) -> dict[str, Sequence[str]]:
    """Return the hands, the dealer's first even if empty, so that no hand moves later."""
    dealt_cards = {
        hand_key: card_names for hand_key, card_names in status.cards.items() if card_names
    }
    return {"dealer": (), **dealt_cards} if dealt_cards else {}


def _hands_to_show(
    dealt_hands: Mapping[str, Sequence[str]], focus_spot: int | None, max_hands: int
) -> list[str]:
    """Return the hands to show, in their order; the dealer's, the board's and the focused spot's
    come first.
    """
    if len(dealt_hands) <= max_hands:
        return list(dealt_hands)
    focused_keys = ("dealer", "board", str(focus_spot))
    by_priority = sorted(
        dealt_hands, key=lambda hand_key: hand_key.partition(".")[0] not in focused_keys
    )
    return [hand_key for hand_key in dealt_hands if hand_key in by_priority[: max_hands - 1]]


def flat_cards(card_faces: CardFaces, width: int) -> StyledText:
    """Return cards in one row; if not all fit, the last ones."""
    styled_cards = [StyledText(f"{face_text} ", card_style(card)) for card, face_text in card_faces]
    while sum(cell_len(card.plain) for card in styled_cards) > width:
        del styled_cards[0]
    return StyledText().join(styled_cards)


def spaced_cards(card_faces: CardFaces) -> RenderableType:
    """Return cards of one row, with room around them."""
    return StyledText(" ").join(
        StyledText(f" {face_text:<3} ", card_style(card)) for card, face_text in card_faces
    )


def tall_cards(card_faces: CardFaces) -> RenderableType:
    """Return cards of two rows: the rank above, the suit below."""
    rank_and_suit = [StyledText(), StyledText()]
    for card, face_text in card_faces:
        rank_and_suit[0].append(f" {face_text[:-1]:<3}", card_style(card)).append(" ")
        rank_and_suit[1].append(f"  {face_text[-1]} ", card_style(card)).append(" ")
    return Group(*rank_and_suit, "")


def card_style(card: Card) -> str:
    """Return the colours of a card."""
    return f"bold {'#c00000' if card.suit in 'HD' else 'black'} on #f2efe6"
