"""A Bee-Tek's words and their meanings: `[mode]<text>`, or a warning without its mode.

Sources: three public field programs for this shoe and the set-up guide of one of them; no paper of
the maker's is public. The programs take the words in any case; line ends differ between them. So
the form is free, in its case and in the blanks around its brackets and colon, and the card is
strict: a rank of 2 to 9, T or 10, J, Q, K, A and a suit of C, D, H, S, side by side, in one case.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from firmware.core.vocabulary.cards import Card, parse_card
from hal.ports import Millis

GAME_MODE: Final = "Game"
ALARM_MODE: Final = "GameAlarm"
BURN_MODE: Final = "Manual Burn Cards"
"""The mode in which each card is a burnt one, or comes at once: see `every_card` of the section."""
NO_MODE: Final = ""
UNKNOWN_PART: Final = "?"
LONGEST_CODE: Final = 20
"""Characters of an alarm's code: a line of the dealer's display."""


@dataclass(frozen=True)
class _Word:
    row: str = field(default="", kw_only=True, compare=False)
    """Its row in `drivers.bee_tek.message_table`."""


@dataclass(frozen=True)
class CardSighted(_Word):
    """A card was read as it left the shoe, in a game or in the mode for burning by hand."""

    card: Card
    was_burnt: bool


@dataclass(frozen=True)
class CardUnread(_Word):
    """A card left the shoe and could not be read."""


@dataclass(frozen=True)
class ShoeAlarm(_Word):
    """An alarm of the shoe: its code, such as E3, or the first word of its text; "?" if that may
    name a card.
    """

    code: str


@dataclass(frozen=True)
class ShoeWarning(_Word):
    """A warning of the shoe, such as W0x01; their meaning is not public."""

    code: str


@dataclass(frozen=True)
class DamagedText:
    """Bytes that are no whole word, and may have been one; the last byte came at `received_at`."""

    received_at: Millis


@dataclass(frozen=True)
class UnknownWord:
    """A whole word that is none of the shoe's known ones; a card may have been lost in it.

    `form` is as much of it as is known, without any text that might name a card.
    """

    form: str
    text: bytes
    received_at: Millis


KnownWord = CardSighted | CardUnread | ShoeAlarm | ShoeWarning
BeeTekMessage = KnownWord | DamagedText | UnknownWord

WORD_SHAPE: Final = re.compile(rb"(?:\[(?P<mode>[^\[\]<>]*)\]\s*)?<(?P<text>[^\[\]<>]*)>\Z")
"""A word at the end of a text."""

_CARD_MODES: Final = (GAME_MODE, BURN_MODE)
_MODE_LABELS: Final = {GAME_MODE: "Game", ALARM_MODE: "GameAlarm", BURN_MODE: "Burn"}
_CARD: Final = re.compile(
    r"(?i:card)\s*:\s*(?P<card>(?:10|[2-9TJQKA])[CDHS]|(?:10|[2-9tjqka])[cdhs])"
)
"""Its letters have one case: one flipped bit makes a `t` of a `4`."""
_UNREAD: Final = re.compile(r"game", re.IGNORECASE)
_ALARM: Final = re.compile(r"alarm\s*:\s*(?P<text>[0-9A-Z][ -~]*)", re.IGNORECASE)
_CARD_NOT_READ: Final = re.compile(r"E3|E3 .*|.*\bcard not read", re.IGNORECASE)
_NAMES_CARD: Final = re.compile(r"(10|[2-9TJQKA])[CDHS]\b|\b[CDHS](10|[2-9TJQKA])", re.IGNORECASE)
_WARNING: Final = re.compile(r"(?P<code>W0x[0-9A-F]+)|W[0-9A-F]+|warn(ing)?\b.*", re.IGNORECASE)
_TEXT_KINDS: Final = {"card": "Card", "alarm": "Alarm", "game": "Game"}
"""The beginnings of a text that are shown of an unknown word."""


def decode(word: bytes) -> KnownWord | None:
    """Decode a word; None if it is none of the shoe's."""
    match = WORD_SHAPE.fullmatch(word)
    if match is None or not word.isascii():
        return None
    mode = _mode_of(match)
    text = match["text"].decode("ascii").strip()
    if warning_match := _WARNING.fullmatch(text):
        return _decode_warning(mode, warning_match)
    for pattern, modes, decoder in _DECODERS:
        if mode in modes and (text_match := pattern.fullmatch(text)):
            return decoder(mode, text_match)
    return None


def unknown_form(word: bytes) -> str:
    """Return as much of an unknown word as is known, in 20 characters: `[Game]<?>`."""
    match = WORD_SHAPE.fullmatch(word)
    if match is None:
        return UNKNOWN_PART
    mode = _mode_of(match)
    kind = match["text"].strip().partition(b":")[0].strip().lower().decode("latin-1")
    prefix = f"[{_MODE_LABELS.get(mode, UNKNOWN_PART)}]" if mode != NO_MODE else ""
    return f"{prefix}<{_TEXT_KINDS.get(kind, UNKNOWN_PART)}>"


def _mode_of(match: re.Match[bytes]) -> str:
    """Return the mode as the shoe writes it, `NO_MODE` without one, `UNKNOWN_PART` if unknown."""
    if match["mode"] is None:
        return NO_MODE
    return _MODES_BY_LETTERS.get(_letters(match["mode"].decode("latin-1")), UNKNOWN_PART)


def _letters(mode: str) -> str:
    """Return a mode's name without its blanks and case."""
    return "".join(mode.split()).lower()


_MODES_BY_LETTERS: Final = {_letters(mode): mode for mode in _MODE_LABELS}


def _decode_warning(mode: str, match: re.Match[str]) -> KnownWord:
    code = match["code"]
    # The words of a warning are never shown: nobody knows what they may name.
    kind = "W0x" if code else "warning in words"
    row = f"[{mode}]<{kind}>" if mode in _MODE_LABELS else f"<{kind}>"
    return ShoeWarning(f"W0x{code[3:].upper()}" if code else "W", row=row)


def _decode_card(mode: str, match: re.Match[str]) -> KnownWord:
    card = parse_card(match["card"].upper().replace("10", "T"))
    return CardSighted(card, was_burnt=mode == BURN_MODE, row=f"[{mode}]<Card>")


def _decode_unread(mode: str, _match: re.Match[str]) -> KnownWord:
    return CardUnread(row=f"[{mode}]<Game>")


def _decode_alarm(mode: str, match: re.Match[str]) -> KnownWord:
    text = match["text"].strip()
    if _CARD_NOT_READ.fullmatch(text):  # the one alarm whose meaning is public
        return CardUnread(row=f"[{mode}]<Alarm:E3>")
    code = text.partition(" ")[0][:LONGEST_CODE]
    if _NAMES_CARD.search(code):
        code = UNKNOWN_PART
    return ShoeAlarm(code.upper() if code[1:].isdigit() else code, row=f"[{mode}]<Alarm>")


_DECODERS: Final[
    tuple[tuple[re.Pattern[str], tuple[str, ...], Callable[[str, re.Match[str]], KnownWord]], ...]
] = (
    (_CARD, _CARD_MODES, _decode_card),
    (_UNREAD, _CARD_MODES, _decode_unread),
    (_ALARM, (*_CARD_MODES, ALARM_MODE), _decode_alarm),
)
