"""Hand pays, as a machine reports them (7.8).

- `1B` has 24 octets in all: progressive group, level, amount (5), partial pay (2), reset methods,
  ten reserved (A; the reserved ones may be missing, B). The level is that of the highest
  progressive win, 01 to 20; 00 is a win, 40 a top win, 80 cancelled credits. All are zeros if no
  hand pay is to be reported.
- The amount of a hand pay with a progressive win is in cents, of any other in credits, and the
  partial pay is always in credits (B).
- Secure reporting (7.8.1) is the standard: a queue of five or more. 51 is a priority exception,
  sent again every 15 s until the host has polled `1B`; 52 comes once that was acknowledged and the
  hand pay reset, and the next 51 only then. Some machines answer `1B` once for each hand pay, and
  with zeros from then on; others until the hand pay is reset.
- Legacy reporting (7.8.2), which an operator may set: 51 and 52 are queued as any other exception,
  and `1B` gives the present hand pay or zeros. Older machines ignore `1B`.
"""

from typing import Final, NamedTuple

from drivers.sas.crc_bcd import decode_bcd

LOWEST_PROGRESSIVE_LEVEL: Final = 0x20
TOP_WIN_LEVEL: Final = 0x40
CANCELLED_CREDITS_LEVEL: Final = 0x80
RESET_TO_CREDITS: Final = 0x01
"""The reset methods: the attendant may put the win on the credit meter."""


class HandPayReport(NamedTuple):
    """The answer to `1B`, in the machine's units."""

    group: int
    level: int
    amount: int
    partial_pay: int
    reset_methods: int

    @property
    def is_none(self) -> bool:
        """Whether no hand pay is to be reported."""
        return not (self.group or self.level or self.amount)

    @property
    def is_progressive(self) -> bool:
        return 0 < self.level <= LOWEST_PROGRESSIVE_LEVEL


def decode_hand_pay(response: bytes) -> HandPayReport:
    """Return the hand pay in a checked response to `1B`. Raises BadReply."""
    return HandPayReport(
        response[2],
        response[3],
        decode_bcd(response[4:9]),
        decode_bcd(response[9:11]),
        response[11],
    )
