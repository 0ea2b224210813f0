"""The lit keys, and the chips that each decision of the focused spot costs."""

from typing import Final

from rich.cells import cell_len
from rich.text import Text as StyledText

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.labels import key_label
from firmware.core.vocabulary.money import NO_CENTS
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.status import ChoiceStatus, StakeStatus, Status
from firmware.shell.words.words import Words

DIGIT_KEY_COUNT: Final = 9
"""The number of keys with a digit of the keyboard."""


def lit_keys(status: Status) -> tuple[Key, ...]:
    """Return the lit keys in the order in which they are drawn."""
    return tuple(key for key in Key if key in status.keys)


class KeyRows:
    """Draws the lit keys in a language; `numbered` from 1 they have digits."""

    def __init__(self, words: Words, *, numbered: bool) -> None:
        self._words = words
        self._numbered = numbered

    def draw(self, status: Status, width: int) -> list[StyledText]:
        """Return the rows of the lit keys."""
        key_labels = [self._words.render(key_label(key)) for key in lit_keys(status)]
        if self._numbered:
            key_labels = [
                f"{key_number} {key_label}" if key_number <= DIGIT_KEY_COUNT else key_label
                for key_number, key_label in enumerate(key_labels, 1)
            ]
        key_badges = [
            StyledText(f" {key_label} ", "bold black on white") for key_label in key_labels
        ]
        badge_rows = [StyledText()]
        for key_badge in key_badges:
            if cell_len(f"{badge_rows[-1]} {key_badge}") > width:
                badge_rows.append(StyledText())
            badge_rows[-1].append(" ").append(key_badge)
        return badge_rows

    def choice_costs(self, status: Status) -> StyledText | None:
        """Return the chips that the focused spot's choices cost, and those laid already."""
        priced_choices = [
            (choice, stake)
            for choice in status.choices
            for stake in choice.stakes
            if choice.spot == status.focus and stake.least is not None
        ]
        cost_texts = [self._cost_text(choice, stake) for choice, stake in priced_choices]
        return StyledText("  " + "   ".join(cost_texts), "bold") if cost_texts else None

    def _cost_text(self, choice: ChoiceStatus, stake: StakeStatus) -> str:
        cost_key = "view.costs_by" if stake.step else "view.costs_range"
        if stake.least == stake.most:
            cost_key = "view.costs"
        placeholders: TextValues = {
            "do": key_label(choice.do),
            "least_cents": stake.least or NO_CENTS,
            "most_cents": stake.most or NO_CENTS,
            "step_cents": stake.step or NO_CENTS,
            "laid_cents": stake.laid or NO_CENTS,
        }
        laid_text = f", {self._words.render(Text('view.laid', placeholders))}" if stake.laid else ""
        return f"{self._words.render(Text(cost_key, placeholders))}{laid_text}"
