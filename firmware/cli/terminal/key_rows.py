"""The lit keys, and the chips that a decision of the spot in focus costs."""

from typing import Final

from rich.cells import cell_len
from rich.text import Text as Ink

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.status import ChoiceStatus, StakeStatus, Status
from firmware.shell.words.words import Words

DIGITS: Final = 9
"""So many keys have a digit of the keyboard."""


def lit_keys(status: Status) -> tuple[Key, ...]:
    """Return the lit keys in the order in which they are drawn."""
    return tuple(key for key in Key if key in status.keys)


class KeyRows:
    """Draws the lit keys in a language; `numbered` from 1 they have digits."""

    def __init__(self, words: Words, *, numbered: bool) -> None:
        self._words = words
        self._numbered = numbered

    def draw(self, status: Status, width: int) -> list[Ink]:
        """Return the lit keys, in as many rows as they need."""
        said = [self._words.say(Text(f"ui.key.{key}")) for key in lit_keys(status)]
        if self._numbered:
            said = [f"{n} {word}" if n <= DIGITS else word for n, word in enumerate(said, 1)]
        badges = [Ink(f" {word} ", "bold black on white") for word in said]
        rows = [Ink()]
        for badge in badges:
            if cell_len(f"{rows[-1]} {badge}") > width:
                rows.append(Ink())
            rows[-1].append(" ").append(badge)
        return rows

    def asked(self, status: Status) -> Ink | None:
        """Return the chips for the choices of the spot in focus, and those laid."""
        costs = [
            (choice, stake)
            for choice in status.choices
            for stake in choice.stakes
            if choice.spot == status.focus and stake.least is not None
        ]
        said = [self._cost(choice, stake) for choice, stake in costs]
        return Ink("  " + "   ".join(said), "bold") if said else None

    def _cost(self, choice: ChoiceStatus, stake: StakeStatus) -> str:
        range_ = "view.costs" if stake.least == stake.most else "view.costs_range"
        values: Values = {
            "do": Text(f"ui.key.{choice.do}"),
            "least_cents": stake.least or NOTHING,
            "most_cents": stake.most or NOTHING,
            "laid_cents": stake.laid or NOTHING,
        }
        laid = f", {self._words.say(Text('view.laid', values))}" if stake.laid else ""
        return f"{self._words.say(Text(range_, values))}{laid}"
