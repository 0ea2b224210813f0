"""The words of a ReShuffled's line, in both directions.

Published: `IN` (make ready) and `SH` (shuffle), answered by `OK` or an error `E1` to `E3` of
unknown meaning. The published words `D<n>`, `A<n>` (deal) and `XX` (switch off) are never sent.

Our own, in no public firmware: the queries and their answers.

- `ST` is answered by the state: `SR` ready, `SS` shuffling, `SD` a shuffle has ended and is not
  noted yet, `SO` a door is open, `SJ<n>` jammed, with a code of one to three digits. From the `OK`
  to an `SH` until that shuffle is noted the state is never `SR`.
- `CT` is answered by the count of that shuffle: `C<cards>U<unread>`, one to three digits each.
- `CA` notes it, is answered by `OK`, and may come again; the state is then `SR`.

The published program also prints plain lines: a request again, and what is wrong with its form.
Anything else is unknown. It is never shown, as it may be the order of the cards; but an error of
another number is.
"""

import re
from enum import Enum, StrEnum
from typing import Final, NamedTuple


class ShufflerCommand(Enum):
    """Words to the shuffler."""

    MAKE_READY = b"IN"
    SHUFFLE = b"SH"
    STATE = b"ST"
    COUNT = b"CT"
    ACKNOWLEDGE_END = b"CA"


class ShufflerState(StrEnum):
    """The shuffler's state."""

    READY = "R"
    SHUFFLING = "S"
    DONE = "D"
    DOOR_OPEN = "O"
    JAMMED = "J"
    UNREPORTED = ""
    """It answers `OK` to the query, as the published firmware does to everything."""


class OkReply(NamedTuple):
    """`OK`."""

    word: str = "OK"


class CommandRefused(NamedTuple):
    """An error; the meaning of the code is not public."""

    code: str


class ShufflerStatus(NamedTuple):
    """Its state, and the code of a jam."""

    state: ShufflerState
    jam_code: str = ""


class CardCount(NamedTuple):
    """The cards that went through, and how many of them were not recognised."""

    cards: int
    unread_cards: int


class BoardText(NamedTuple):
    """A plain line of the published program; it answers no word."""

    text: str


ShufflerReply = OkReply | CommandRefused | ShufflerStatus | CardCount | BoardText

ERROR_CODES: Final = ("E1", "E2", "E3")
REQUEST_REPEATED: Final = "Received a request"
BOARD_TEXTS: Final = {
    "Fehler: 1": "a frame of another size came to the board: it is sent again",
    "Fehler: 2": "a frame without its colon came to the board: it is sent again",
    "Fehler: 3": "a frame without its end came to the board: it is sent again",
    "Fehler: 4": "a frame of other characters came to the board: it is sent again",
    "request check ok": "the board has taken a frame's form",
    REQUEST_REPEATED: "the board repeats a frame that came to it",
}
"""The plain lines, and why each changes nothing."""

_ERROR_REPLY: Final = re.compile(rb"E[1-3]")
_UNKNOWN_ERROR: Final = re.compile(rb"E[0-9]{1,3}")
_REQUESTS: Final = frozenset(command.value for command in ShufflerCommand)
_STATE_REPLY: Final = re.compile(rb"S([RSDO](?!.)|J(?=.))([0-9]{0,3})")
_COUNT_REPLY: Final = re.compile(rb"C([0-9]{1,3})U([0-9]{1,3})")


def parse(data: bytes) -> ShufflerReply | None:
    """Decode `data`, or a plain line; None if it is no known reply, such as the order of cards."""
    if data == b"OK":
        return OkReply()
    if data.decode("latin-1") in BOARD_TEXTS:
        return BoardText(data.decode("ascii"))
    if _ERROR_REPLY.fullmatch(data):
        return CommandRefused(data.decode("ascii"))
    if match := _STATE_REPLY.fullmatch(data):
        return ShufflerStatus(ShufflerState(match[1].decode("ascii")), match[2].decode("ascii"))
    if match := _COUNT_REPLY.fullmatch(data):
        return CardCount(int(match[1]), int(match[2]))
    return None


def is_request(data: bytes) -> bool:
    """Return whether the board has repeated one of our own words."""
    return data in _REQUESTS


def unknown_code(data: bytes) -> str:
    """Return as much of an unknown word as may be shown: an error's number, or a first letter."""
    if _UNKNOWN_ERROR.fullmatch(data):
        return data.decode("ascii")
    return f"{data[:1].decode('latin-1')}?" if data[:1] in (b"S", b"C") else "?"
