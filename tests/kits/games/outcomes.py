"""All that the bets of a game may come to, as its articles say: bet, outcome, odds, article.

Of bets that wait for no card the tests of their own reckonings say it.
"""

Outcome = tuple[str, str, str | None, str]


def _wins(on: str, article: str, *to_one: int) -> set[Outcome]:
    return {(on, "win", f"{odds}:1", article) for odds in to_one}


def _each(outcome: str, article: str, *on: str) -> set[Outcome]:
    odds = "1:1" if outcome == "win" else None
    return {(bet, outcome, odds, article) for bet in on}


REMAINING = ("remaining_under_26", "remaining_26", "remaining_over_26")
LUCKY = tuple(f"lucky:{number}" for number in range(1, 8))

OUTCOMES: dict[str, set[Outcome]] = {
    "casino-war": {
        *_each("win", "67.38", "main"),
        *_each("lose", "67.38", "main"),
        *_each("surrender", "67.38", "main"),
        *_each("win", "67.39", "main", "war"),
        *_each("push", "67.39", "war"),
        *_each("lose", "67.39", "main", "war"),
        *_wins("tie", "67.40", 10),
        *_each("lose", "67.40", "tie"),
    },
    "red-dog": {
        *_each("push", "66", "main"),
        *_each("lose", "66", "main", "raise"),
        *_wins("main", "67", 11, 5, 4, 2, 1),
        *_wins("raise", "67", 5, 4, 2, 1),
    },
    "super-pan-9": {
        *_each("lose", "57", "main"),
        *_each("push", "57", "main"),
        *_each("win", "58", "main"),
    },
    "pai-gow-poker": {
        *_each("lose", "44", "main"),
        *_each("push", "45", "main"),
        *_each("win", "47", "main"),
        *_each("surrender", "52", "main"),
        *_each("win", "48", "remaining_under_26", "remaining_over_26"),
        *_wins("remaining_26", "48", 15),
        *_each("lose", "48", *REMAINING),
        *((on, "win", "11:2", "48.1") for on in LUCKY),
        *_each("lose", "48.1", *LUCKY),
    },
    "pai-gow": {
        *_each("lose", "108", "main"),
        *_each("push", "109", "main"),
        *_each("win", "111", "main"),
        *_each("lose", "113", "main"),
        *_each("surrender", "115", "main"),
    },
    "poker-grand-prix": {
        *_each("push", "67.6", "first", "second"),
        *_each("lose", "67.7", "first", "second", "third"),
        *(
            line
            for on in ("first", "second", "third")
            for line in _wins(on, "67.8", 1000, 200, 50, 11, 8, 5, 3, 2, 1)
        ),
        ("bonus", "win", None, "67.9"),
        ("bonus", "lose", None, "67.9"),
    },
    "caribbean-stud": {
        *_each("lose", "67.16", "ante"),
        *_each("win", "67.17", "ante"),
        *_each("push", "67.17", "raise"),
        *_each("push", "67.19", "ante", "raise"),
        *_each("lose", "67.20", "ante", "raise"),
        *_each("win", "67.20", "ante"),
        *_wins("raise", "67.20", 100, 50, 20, 7, 5, 4, 3, 2, 1),
        ("progressive", "win", None, "67.21"),
        ("progressive", "lose", None, "67.21"),
    },
    "three-card-poker": {
        *_each("lose", "67.28", "ante"),
        *_each("win", "67.29", "ante"),
        *_each("push", "67.29", "raise"),
        *_each("win", "67.30", "ante", "raise"),
        *_each("push", "67.30", "ante", "raise"),
        *_each("lose", "67.30", "ante", "raise"),
        *_wins("ante", "67.31", 5, 4, 1),
        *_wins("pair_plus", "67.32", 40, 30, 6, 4, 1),
        *_each("lose", "67.32", "pair_plus"),
    },
    "poker-3-5-7": {
        *_each("surrender", "67.47", "seven"),
        *_wins("three", "67.48", 40, 25, 6, 4, 1),
        *_each("lose", "67.48", "three"),
        *_wins("five", "67.49", 500, 100, 40, 12, 9, 6, 4, 3, 1),
        *_each("lose", "67.49", "five"),
        *_wins("seven", "67.50", 100, 20, 7, 5, 4, 3, 2, 1),
        *_each("lose", "67.50", "seven"),
    },
    "boston-poker": {
        *_each("lose", "67.58", "ante", "first"),
        *_wins("bonus", "67.59", 40, 30, 6, 4, 1),
        *_each("lose", "67.59", "bonus"),
        *_each("win", "67.62", "first", "second"),
        *_each("push", "67.62", "ante", "first", "second"),
        *_each("lose", "67.62", "ante", "first", "second"),
        *_wins("ante", "67.63", 1000, 200, 100, 25, 15, 8, 5, 2),
    },
    "four-card-poker": {
        *_each("lose", "67.70", "ante"),
        *_each("win", "67.72", "ante", "raise"),
        *_each("lose", "67.72", "ante", "raise"),
        *_wins("ante", "67.73", 25, 20, 2),
        *_wins("aces_up", "67.74", 50, 30, 7, 5, 4, 2, 1),
        *_each("lose", "67.74", "aces_up"),
    },
    "crazy-four-poker": {
        *_each("lose", "67.81", "ante", "super_bonus"),
        *_each("push", "67.82", "ante", "super_bonus"),
        *_each("win", "67.82", "raise"),
        *_each("push", "67.83", "ante", "raise"),
        *_each("win", "67.84", "ante", "raise"),
        *_each("lose", "67.84", "ante", "raise"),
        *_wins("super_bonus", "67.85", 200, 30, 15, 2, 3, 1),
        *_each("push", "67.86", "super_bonus"),
        *_each("lose", "67.86", "super_bonus"),
        *_wins("queens_up", "67.87", 50, 30, 7, 4, 3, 2, 1),
        *_each("lose", "67.87", "queens_up"),
    },
}
