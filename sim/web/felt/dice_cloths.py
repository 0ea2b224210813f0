"""The cloths of the games of dice, as they are printed in a casino."""

from typing import Final

from sim.web.felt.cloth import PRINT_MARK, Cloth, Rows, equal_parts, split_columns, split_rows

POINT_NUMBERS: Final = (4, 5, 6, 8, 9, 10)
DICE_FACES: Final = range(1, 7)
HOP_BETS: Final = [
    f"hop:{low_face},{high_face}" for low_face in DICE_FACES for high_face in range(low_face, 7)
]


def _number_cloth(number: int) -> Rows:
    """A number: bets against it above, the point in the middle, bets on it below."""
    return split_rows(
        (5, split_columns(*equal_parts(f"dont_come:{number}", f"dont_come_odds:{number}"))),
        (5, f"lay:{number}"),
        (7, f"{PRINT_MARK}{number}"),
        (6, split_columns(*equal_parts(f"come:{number}", f"come_odds:{number}"))),
        (6, split_columns(*equal_parts(f"place:{number}", f"buy:{number}"))),
    )


_NUMBERS_CLOTH: Final = split_columns(
    (11, split_rows((10, "dont_come"), (7, f"{PRINT_MARK}off"), (12, ""))),
    *((15.5, _number_cloth(number)) for number in POINT_NUMBERS),
)
_CRAPS_LINES: Final = split_columns(
    (6, "pass"),
    (
        94,
        split_rows(
            (
                51,
                split_columns(
                    (6, "dont_pass"),
                    (
                        94,
                        split_rows(
                            (29, _NUMBERS_CLOTH),
                            (8, "come"),
                            (8, "field"),
                            (6, split_columns((7, "dont_pass"), (3, "dont_pass_odds"))),
                        ),
                    ),
                ),
            ),
            (7, split_columns((7, "pass"), (3, "pass_odds"))),
        ),
    ),
)
_PROPOSITIONS: Final = split_rows(
    (5, "any_7"),
    (8, split_columns(*equal_parts("hard:4", "hard:6", "hard:8", "hard:10"))),
    (8, split_columns(*equal_parts("craps:2", "craps:3", "craps:12", "eleven"))),
    (6, split_columns(*equal_parts("any_craps", "horn", "world", "three_way"))),
    *(
        (7, split_columns(*equal_parts(*HOP_BETS[first_index : first_index + 7])))
        for first_index in (0, 7, 14)
    ),
)
CRAPS_CLOTH: Final[Cloth] = split_columns((65, _CRAPS_LINES), (1, ""), (34, _PROPOSITIONS))
"""The lines run round the edge; the propositions are in the middle, before the crew."""

SIC_BO_CLOTH: Final[Cloth] = split_rows(
    (
        17,
        split_columns(
            (4, "small"),
            *((1.7, f"double:{face}") for face in (1, 2, 3)),
            (
                4.4,
                split_rows(
                    *equal_parts(
                        split_columns(*equal_parts("triple:1", "triple:2", "triple:3")),
                        "any_triple",
                        split_columns(*equal_parts("triple:4", "triple:5", "triple:6")),
                    )
                ),
            ),
            *((1.7, f"double:{face}") for face in (4, 5, 6)),
            (4, "big"),
        ),
    ),
    (10, split_columns(*equal_parts(*(f"sum:{total}" for total in range(4, 18))))),
    (
        10,
        split_columns(
            *equal_parts(
                *(f"duo:{low},{high}" for low in DICE_FACES for high in range(low + 1, 7))
            ),
        ),
    ),
    (9, split_columns(*equal_parts(*(f"single:{face}" for face in DICE_FACES)))),
)
"""Small and big at the ends, doubles and triples between; sums, pairs and faces below."""

DICE_CLOTHS: Final = {"craps": CRAPS_CLOTH, "sic-bo": SIC_BO_CLOTH}
