"""The lines of the dealer's display about decisions: the spot, its choices, the cards named."""

from collections.abc import Sequence

from firmware.core.game.course import DEALER, Choice
from firmware.core.table.decisions import choices_in_focus, sets, turned_to
from firmware.core.table.state import State
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.rulings import bet_name

NUMBERS = 7
"""The numbers of article 48.1: six positions, and the dealer's."""


def deciding(state: State) -> tuple[Text, ...]:
    """Ask the spot in focus for its decision."""
    choices = choices_in_focus(state)
    if not choices:
        return ()
    named = _named_cards(state)
    if choices[0].do is Key.NUMBER:
        return (Text("prompt.number", {"spot": choices[0].spot or NUMBERS}),)
    if choices[0].do is Key.SHOOTER:
        return (Text("prompt.shooter", {"spot": choices[0].spot}),)
    first = choices[0]
    spot = first.spot or state.game.bank_spot
    values: Values = {"spot": spot, "hand": first.hand or 0, "what": _any_of(choices)}
    if first.about:
        values = {**values, "on": bet_name(first.about)}
    asked = Text(_whose(first, state.game.bank_spot), values)
    may_be_bank = (Text("prompt.may_be_bank"),) if first.do is Key.BANK else ()
    return (asked, *may_be_bank, *named)


def _whose(choice: Choice, bank: int) -> str:
    if choice.spot == DEALER:
        return "prompt.decide_players_bank" if bank else "prompt.decide_bank"
    if choice.about:
        return "prompt.decide_bet"
    return "prompt.decide" if choice.hand is None else "prompt.decide_hand"


def _any_of(choices: Sequence[Choice]) -> Text:
    """Return the choices in words: tirer, arrêter ou doubler."""
    first, *others = [Text(f"do.{do.value}") for do in dict.fromkeys(c.do for c in choices)]
    said = first
    for at, other in enumerate(others, start=1):
        key = "prompt.or" if at == len(others) else "prompt.comma"
        said = Text(key, {"what": said, "other": other})
    return said


def _named_cards(state: State) -> tuple[Text, ...]:
    """Return the cards named so far, and the one that is being named, of a hand that is set."""
    if not sets(state):
        return ()
    named = " ".join(card.name for card in state.gesture.low)
    card = turned_to(state).card.name
    return (Text("prompt.pick", {"card": card, "player": named}),)
