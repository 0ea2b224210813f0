"""The lines of the dealer's display about decisions: the spot, its choices, the cards named."""

from collections.abc import Sequence

from firmware.core.game.course import DEALER, Choice
from firmware.core.table.decisions import choices_in_focus, current_card_entry, names_cards
from firmware.core.table.state import State
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.keys import DECISION_WORDS, Key
from firmware.core.vocabulary.panel import Text, TextValues

POSITION_NUMBERS = 7
"""The numbers of article 48.1: six positions, and the dealer's."""


def decision_lines(state: State) -> tuple[Text, ...]:
    """Ask the spot in focus for its decision."""
    choices = choices_in_focus(state)
    if not choices:
        return ()
    card_lines = _named_cards(state)
    if choices[0].do is Key.REQUEST_NUMBER:
        return (Text("prompt.number", {"spot": choices[0].spot or POSITION_NUMBERS}),)
    if choices[0].do is Key.CHOOSE_SHOOTER:
        return (Text("prompt.shooter", {"spot": choices[0].spot}),)
    first_choice = choices[0]
    spot = first_choice.spot or state.game.bank_spot
    values: TextValues = {
        "spot": spot,
        "hand": first_choice.hand or 0,
        "what": _choices_text(choices),
    }
    if first_choice.about_bet:
        values = {**values, "on": bet_words(first_choice.about_bet)}
    decision_prompt = Text(_decision_prompt_key(first_choice, state.game.bank_spot), values)
    may_be_bank = (Text("prompt.may_be_bank"),) if first_choice.do is Key.TAKE_BANK else ()
    return (decision_prompt, *may_be_bank, *card_lines)


def _decision_prompt_key(choice: Choice, bank: int) -> str:
    if choice.spot == DEALER:
        return "prompt.decide_players_bank" if bank else "prompt.decide_bank"
    if choice.about_bet:
        return "prompt.decide_bet"
    return "prompt.decide" if choice.hand is None else "prompt.decide_hand"


def _choices_text(choices: Sequence[Choice]) -> Text:
    """Return the choices in words: tirer, arrêter ou doubler."""
    # two bettors at a spot have the same choices: each is named once
    keys = dict.fromkeys(choice.do for choice in choices)
    first_text, *following_texts = [Text(DECISION_WORDS[key]) for key in keys]
    joined_text = first_text
    for position, next_text in enumerate(following_texts, start=1):
        joiner = "prompt.or" if position == len(following_texts) else "prompt.comma"
        joined_text = Text(joiner, {"what": joined_text, "other": next_text})
    return joined_text


def _named_cards(state: State) -> tuple[Text, ...]:
    """Return the cards named so far, and the one that is being named, of a hand that is set."""
    if not names_cards(state):
        return ()
    named_cards = " ".join(card.name for card in state.key_entry.low)
    card = current_card_entry(state).card.name
    return (Text("prompt.pick", {"card": card, "player": named_cards}),)
