"""The cloths of the games of dice, as they are printed in a casino."""

from typing import Final

from sim.web.felt.cloth import PRINTED, Cloth, Rows, alike, columns, rows

POINTS: Final = (4, 5, 6, 8, 9, 10)
FACES: Final = range(1, 7)
HOPS: Final = [f"hop:{low},{high}" for low in FACES for high in range(low, 7)]


def _number(number: int) -> Rows:
    """A number: bets against it above, the point in the middle, bets on it below."""
    return rows(
        (5, columns(*alike(f"dont_come:{number}", f"dont_come_odds:{number}"))),
        (5, f"lay:{number}"),
        (7, f"{PRINTED}{number}"),
        (6, columns(*alike(f"come:{number}", f"come_odds:{number}"))),
        (6, columns(*alike(f"place:{number}", f"buy:{number}"))),
    )


_NUMBERS: Final = columns(
    (11, rows((10, "dont_come"), (7, f"{PRINTED}off"), (12, ""))),
    *((15.5, _number(number)) for number in POINTS),
)
_LINES: Final = columns(
    (6, "pass"),
    (
        94,
        rows(
            (
                51,
                columns(
                    (6, "dont_pass"),
                    (
                        94,
                        rows(
                            (29, _NUMBERS),
                            (8, "come"),
                            (8, "field"),
                            (6, columns((7, "dont_pass"), (3, "dont_pass_odds"))),
                        ),
                    ),
                ),
            ),
            (7, columns((7, "pass"), (3, "pass_odds"))),
        ),
    ),
)
_PROPOSITIONS: Final = rows(
    (5, "any_7"),
    (8, columns(*alike("hard:4", "hard:6", "hard:8", "hard:10"))),
    (8, columns(*alike("craps:2", "craps:3", "craps:12", "eleven"))),
    (6, columns(*alike("any_craps", "horn", "world", "three_way"))),
    *((7, columns(*alike(*HOPS[first : first + 7]))) for first in (0, 7, 14)),
)
CRAPS: Final[Cloth] = columns((65, _LINES), (1, ""), (34, _PROPOSITIONS))
"""The lines run round the edge; the propositions are in the middle, before the crew."""

SIC_BO: Final[Cloth] = rows(
    (
        17,
        columns(
            (4, "small"),
            *((1.7, f"double:{face}") for face in (1, 2, 3)),
            (
                4.4,
                rows(
                    *alike(
                        columns(*alike("triple:1", "triple:2", "triple:3")),
                        "any_triple",
                        columns(*alike("triple:4", "triple:5", "triple:6")),
                    )
                ),
            ),
            *((1.7, f"double:{face}") for face in (4, 5, 6)),
            (4, "big"),
        ),
    ),
    (10, columns(*alike(*(f"sum:{total}" for total in range(4, 18))))),
    (
        10,
        columns(
            *alike(*(f"duo:{low},{high}" for low in FACES for high in range(low + 1, 7))),
        ),
    ),
    (9, columns(*alike(*(f"single:{face}" for face in FACES)))),
)
"""Small and big at the ends, doubles and triples between; sums, pairs and faces below."""

CLOTHS: Final = {"craps": CRAPS, "sic-bo": SIC_BO}
