"""Reads the Poker Hand History notation: files, amounts and cards, refused where they are none.

The specification is of the University of Toronto's poker group (github.com/uoftcprg/phh-std).
"""

import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

UNKNOWN: Final = "??"
"""A card that was not recorded."""


class NoHand(Exception):
    """What is no hand of the notation, or none that the poker room plays; the message says why."""


def hands(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each hand of a file with its name. Raises NoHand."""
    try:
        text = path.read_text(encoding="utf-8")
        read = tomllib.loads(text, parse_float=Decimal)
    except (OSError, ValueError) as error:
        raise NoHand(f"{path}: {error}") from None
    found = {path.stem: read}
    if "variant" not in read:
        found = {
            f"{path.stem}-{name}": hand_name
            for name, hand_name in read.items()
            if isinstance(hand_name, dict)
        }
    if not found:
        raise NoHand(f"{path}: there is no hand in it")
    yield from found.items()


def check_kinds(hand: Mapping[str, Any]) -> None:
    """Raise NoHand for a field that is not of its kind."""
    for name in ("antes", "blinds_or_straddles", "starting_stacks", "actions"):
        kind: Any = str if name == "actions" else (int, Decimal)
        listed = hand.get(name, [])
        if not isinstance(listed, list) or not all(
            isinstance(listed_hand, kind) for listed_hand in listed
        ):
            raise NoHand(f"{name} is no list of {'actions' if kind is str else 'amounts'}")
    for name in ("bring_in", "small_bet", "big_bet"):
        if not isinstance(hand.get(name, 0), int | Decimal):
            raise NoHand(f"{name} is no amount")
    if not isinstance(hand["variant"], str):
        raise NoHand("variant is no name")


def cents(amount: int | Decimal) -> int:
    """Return an amount of the notation in cents. Raises NoHand unless it is whole cents."""
    found = Decimal(amount) * 100
    if not found.is_finite() or found != int(found):
        raise NoHand(f"{amount} is no whole cents")
    return int(found)


def split_cards(text: str) -> list[str]:
    """Return cards written one after the other, `As??`; those not recorded are UNKNOWN."""
    return [text[at : at + 2].upper() for at in range(0, len(text), 2)]


def known_cards(text: str) -> list[str]:
    """Return cards as `split_cards` does. Raises ValueError if one is unknown."""
    found = split_cards(text)
    if UNKNOWN in found:
        raise ValueError("a card that must be known is not")
    return found
