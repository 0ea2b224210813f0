"""The dealer's calls in force: both displays show them until they are over."""

from firmware.core.table.state import State
from firmware.core.vocabulary.panel import Text


def current_calls(state: State) -> tuple[Text, ...]:
    """Return "coup nul" until the next throw (95.3), "assurance" while it may be taken (25), and
    that this is the last round of the shoe once the cut card has come (8).
    """
    no_roll = None if state.key_entry.no_roll is None else Text("announce.no_roll")
    cut_card = Text("announce.cut_card") if state.shoe.cut_card_out else None
    return tuple(call for call in (no_roll, state.game.current_call, cut_card) if call is not None)
