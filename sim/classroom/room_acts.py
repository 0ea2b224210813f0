"""The acts of a poker dealer by the prompt of his table, as requests of its page."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from firmware.core.poker_room.engine.closed_games import POT
from firmware.core.table.card_picker import keys_to_card
from firmware.core.vocabulary.cards import FULL_PACK, parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from sim.classroom.payments_due import Stack, Topics
from sim.people.pot_chips import DROP_BOX
from sim.web.messages import messages_in as requests

SEEN_CARDS: Final = ("9D", "QS")
"""Two cards that all have seen, which is a misdeal."""
PROMPT_KEYS: Final[Mapping[str, Key]] = {
    Act.POST_BLINDS: Key.POST_BLINDS,
    Act.BURN_CARD: Key.BURN_CARD,
    Act.DEAL_AGAIN: Key.MISDEAL,
}


def room_acts(status: Topics, lesson: Topics) -> list[requests.PageRequest]:
    """Return the acts that a poker table asks for now; none if it asks for none of poker's own."""
    prompt, keys = status["ask"]["do"], status["keys"]
    if prompt == Act.SHOW_HANDS and Key.SHOW_HAND not in keys:
        return [requests.DrawCard()]
    return [requests.PressKey(key=key) for key in _prompted_keys(prompt, keys, lesson)]


def pot_amounts(status: Topics) -> dict[Stack, int]:
    """Return where the chips of won pots go, as the table says it."""
    room = status["room"]
    drop = room["commission"] + room["for_jackpot"]
    amounts: dict[Stack, int] = {(*DROP_BOX, None): drop} if drop else {}
    for share in room["won"]:
        stack = share["spot"], POT, None
        amounts[stack] = amounts.get(stack, 0) + share["cents"]
    return amounts


def winner_calls(amounts: Collection[Stack]) -> Iterator[requests.MakeCall]:
    """Yield the calls of the seats to which a pot is pushed."""
    for spot, on, _ in amounts:
        if on == POT:
            yield requests.MakeCall(call="winner", spot=spot)


def _prompted_keys(prompt: str, keys: Collection[str], lesson: Topics) -> list[Key]:
    if prompt == Act.TAKE_DECISION:
        return _decision_keys(keys, lesson)
    if prompt == Act.SHOW_HANDS:
        return [Key.SHOW_HAND]
    if prompt == Act.DEAL_CARD and Key.CARDS_DEALT in keys:
        return [Key.CARDS_DEALT]
    return [PROMPT_KEYS[prompt]] if prompt in PROMPT_KEYS else []


def _decision_keys(keys: Collection[str], lesson: Topics) -> list[Key]:
    """Return the decision that the exercise demands, else a passive one; a misdeal comes first."""
    marks = lesson["marks"]
    if any(mark["do"] == Act.DEAL_AGAIN and not mark.get("verdict") for mark in marks):
        return [*_exposing_keys()]
    demanded = (Key(mark["key"]) for mark in marks if mark["state"] == "asked" and mark.get("key"))
    key = next(demanded, Key.CHECK if Key.CHECK in keys else Key.CALL)
    return [Key.LEAST_BET, key] if key is Key.RAISE else [key]


def _exposing_keys() -> Iterator[Key]:
    for name in SEEN_CARDS:
        yield Key.NEXT_RANK
        yield from keys_to_card(parse_card(name), FULL_PACK)
        yield Key.EXPOSE_CARD
