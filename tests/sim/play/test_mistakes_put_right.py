"""Mistakes put right in round scripts: cards and results taken back, closed rounds corrected."""

from typing import Any

import msgspec

from firmware.core.vocabulary.events import decode_plain
from firmware.shell.script import TableScript
from firmware.shell.words.words import Words
from sim.play.play import play_script
from sim.play.script_table import script_table
from tests.kits.offenders import each

WORDS = Words.load("en")
SHOWN = ("settled", "undone", "refused", "corrected", "late", "alarm", "voided", "unfinished")
CLOSE, BACK, CONFIRM, UNDO, SUPERVISED = (
    {"press": key} for key in ("no_more_bets", "take_back", "confirm", "undo", "supervised_undo")
)
KENO = {"paytable": {"1": {"1": 3}}}
WHEEL = {"segments": {"1": [24, 1], "2": [20, 2], "20": [10, 4]}}


def bet(spot: int, on: str, cents: int = 1000) -> dict[str, Any]:
    return {"bet": {"spot": spot, "on": on, "cents": cents}}


def cards(names: str) -> dict[str, Any]:
    return {"cards": names.split()}


def decide(spot: int, do: str) -> dict[str, Any]:
    return {"decide": {"spot": spot, "do": do}}


def correct(number: int, spot: int, on: str, cents: int, why: str = "a chip") -> dict[str, Any]:
    return {"correct": {"round": number, "spot": spot, "on": on, "cents": cents, "why": why}}


def script(game: str, *steps: dict[str, Any], **options: Any) -> TableScript:
    fields = {"game": game, "steps": list(steps), "options": options}
    return msgspec.convert(fields, TableScript, dec_hook=decode_plain)


def lines(script: TableScript) -> list[tuple[str, Any]]:
    """Return all that a script prints, each with its kind."""
    printed: list[dict[str, Any]] = []
    table = script_table(script.game)
    play_script(script, 1, table, WORDS, lambda line: printed.append(dict(line)))
    return [kind_and_fields for line in printed for kind_and_fields in line.items()]


def short(kind: str, what: Any) -> str:
    """Return a printed line; of a bet what it returned and paid, less its commission."""
    match kind:
        case "settled":
            player = what["returned"] + what["paid"] - what["commission"]
            return f"{what['on']} {what['outcome']} {player}"
        case "undone":
            return f"undone {what['step'] if isinstance(what, dict) else what}"
        case "corrected":
            assert what["why"] == "a chip"
            return f"corrected {what['round']} {what['spot']} {what['on']} {what['cents']}"
        case "refused":
            return f"refused {what['step']}"
        case "alarm":
            return f"alarm {what['code']}"
        case "late":
            return f"late {what['spot']} {what['on']} {what['change']}"
        case "unfinished":
            return f"waiting for {what['waiting_for']}"
    return f"{kind} {what}"


TWO_HANDS = "2S 3S 4S 5S 7H 2H 3H 4H 5H 7S 9S TS JS QS AH"
ROYAL, DEALER = "AS KS QS JS TS", "3C 4D 6D 8C TC"
LOT = {"progressive_meter": 10_000_001, "side_bets": ["progressive"]}
LOT_LAID = (bet(1, "ante", 500), bet(1, "progressive", 100), CLOSE)
BANK_7, BANK_8 = cards("4S KD 2H 7C"), cards("4S KD 2H 8C")

SCRIPTS: dict[str, tuple[TableScript, list[str]]] = {
    # what decided nothing yet, and what has settled: other cards, or the same
    "a card of Baccara that was read wrong": (
        script("baccarat", bet(1, "banker"), CLOSE, BANK_7, BACK, cards("4S KD 2H 3C 9C")),
        ["banker win 1950", "undone 3", "banker lose 0"],
    ),
    "the same cards again": (
        script("baccarat", bet(1, "banker"), CLOSE, BANK_7, BACK, BANK_7, CONFIRM),
        ["banker win 1950", "undone 3", "banker win 1950"],
    ),
    "step by step, back to the close and no further": (
        script(
            *("baccarat", bet(1, "player"), CLOSE, cards("4S KD"), cards("2H 3C")),
            *(BACK, BACK, BACK, BANK_7, CONFIRM),
        ),
        ["undone 4", "undone 3", "refused 7", "player lose 0"],
    ),
    "the card that closes stays the close (30)": (
        script("baccarat", bet(1, "player"), cards("4S"), BACK, bet(2, "tie"), BANK_7, CONFIRM),
        ["undone 2", "late 2 tie added", "refused 6", "waiting for resolve"],
    ),
    "not after the confirmation": (
        script("baccarat", bet(1, "player"), CLOSE, BANK_7, CONFIRM, BACK),
        ["player lose 0", "refused 5"],
    ),
    # a decision since
    "a decision goes first": (
        script(
            *("blackjack", bet(1, "main"), cards("TS 9D 7H"), decide(1, "stand"), BACK, UNDO, BACK),
            *(cards("TS 9D AH 8D"), CONFIRM),
        ),
        ["refused 4", "undone stand", "undone 2", "main win 2500"],
    ),
    "cards and decisions in turn, back to the close": (
        script(
            *("blackjack", bet(1, "main"), cards("TS 9D 4H"), decide(1, "hit"), cards("5H")),
            *(
                decide(1, "stand"),
                BACK,
                UNDO,
                BACK,
                BACK,
                UNDO,
                BACK,
                cards("TS 9D AH 8D"),
                CONFIRM,
            ),
        ),
        [
            *("refused 6", "undone stand", "undone 4", "refused 9", "undone hit", "undone 2"),
            "main win 2500",
        ],
    ),
    "the supervisor undoes two raises whose chips lie there, then the cards": (
        script(
            *("caribbean-stud", bet(1, "ante"), bet(2, "ante"), CLOSE, cards(TWO_HANDS)),
            *(decide(1, "raise"), decide(2, "raise"), UNDO, UNDO, SUPERVISED, SUPERVISED, BACK),
            *(cards(TWO_HANDS), decide(1, "fold"), decide(2, "raise"), CONFIRM),
        ),
        [
            *("undone raise", "refused 8", "undone raise", "refused 10", "undone 4"),
            *("ante lose 0", "ante win 2000", "raise push 2000"),
        ],
    ),
    # chips that are taken when they should be are no late bets
    "the lost hand of a split, while the other waits for the dealer's second hand (26.7)": (
        script(
            *("blackjack-multi-action", bet(1, "main:1"), bet(1, "main:2"), cards("8S 5D 8H")),
            *(decide(1, "split"), cards("5H"), decide(1, "hit"), cards("TD TC")),
            *(decide(1, "stand"), cards("TH 2S TS 3C"), CONFIRM),
            hands=2,
        ),
        ["main:1 lose 0", "main:2 lose 0", "main:1 win 2000", "main:2 push 1000"],
    ),
    # a lot won by a card that was misread
    "a royal flush that was none, and an additional bet on it": (
        script(
            *("caribbean-stud", *LOT_LAID, cards(f"{ROYAL} {DEALER}"), decide(1, "raise"), BACK),
            *(UNDO, BACK, cards(f"AC KS QS JS TS {DEALER}"), decide(1, "fold"), CONFIRM),
            **LOT,
        ),
        ["refused 6", "undone raise", "undone 4", "ante lose 0", "progressive lose 0"],
    ),
    "a royal flush that was one is won again": (
        script(
            *("caribbean-stud", *LOT_LAID, cards(f"{ROYAL} {DEALER}"), decide(1, "fold"), UNDO),
            *(decide(1, "raise"), UNDO, BACK, cards(f"{ROYAL} {DEALER}"), decide(1, "raise")),
            CONFIRM,
            **LOT,
        ),
        [
            *("undone fold", "undone raise", "undone 4"),
            *("ante win 1000", "raise push 1000", "progressive win 10000001"),
        ],
    ),
    # alarms
    "a card that the shoe can't hold": (
        script(
            *("blackjack", bet(1, "main"), cards("TS 9D 7H"), cards("TS"), CONFIRM, BACK),
            *(decide(1, "stand"), cards("8D"), CONFIRM),
            decks=1,
        ),
        ["alarm unknown_tag", "refused 4", "undone 3", "main push 1000"],
    ),
    "a joker at a shoe that follows the game": (
        script("baccarat", bet(1, "player"), cards("TS 9D JK"), BACK, cards("TS 9D 8S 2D")),
        ["alarm card_code", "undone 2", "player win 2000"],
    ),
    "a card before the close": (
        script(
            *("three-card-poker", bet(1, "ante"), cards("TS"), BACK, CLOSE),
            *(cards("TS 9D 2D 3D 4D 6D"), decide(1, "fold")),
        ),
        ["alarm early_card", "undone 2", "ante lose 0"],
    ),
    # cards entered by hand; a card that was refused stays where it lies
    "a card entered wrong": (
        script(
            *("blackjack", bet(1, "main"), cards("TS 9D"), {"enter": {"card": "7C"}}, BACK),
            *({"enter": {"card": "AC"}}, cards("8D"), CONFIRM),
        ),
        ["undone 3", "main win 2500"],
    ),
    "a refused card is not taken back": (
        script(
            *("red-dog", bet(1, "main"), CLOSE, cards("4S 9D"), cards("8H"), BACK),
            *(cards("4S 9D"), decide(1, "check"), cards("7C"), CONFIRM),
        ),
        ["refused 4", "undone 3", "main win 2000"],
    ),
    "chips that are late stay late": (
        script(
            *("baccarat", bet(1, "banker"), CLOSE, BANK_7, bet(2, "tie"), BACK, BANK_8),
            *({"resolve": {"spot": 2, "on": "tie", "do": "return"}}, CONFIRM),
        ),
        ["banker win 1950", "late 2 tie added", "undone 3", "banker win 1950"],
    ),
    # results
    "a number of Roulette": (
        script(
            *("roulette", bet(1, "straight:17"), CLOSE, {"number": "17"}, BACK, {"number": "18"}),
            *(BACK, {"number": "17"}, CONFIRM),
        ),
        [
            *("straight:17 win 36000", "undone 3", "straight:17 lose 0", "undone 5"),
            "straight:17 win 36000",
        ],
    ),
    "a throw of Craps that settled": (
        script("craps", bet(1, "pass"), {"dice": [3, 4]}, BACK, {"dice": [6, 6]}),
        ["undone 2", "pass lose 0"],
    ),
    "a throw of Craps after which bets were open again": (
        script("craps", bet(1, "pass"), {"dice": [3, 3]}, BACK, {"dice": [5, 6]}),
        ["undone 2", "pass win 2000"],
    ),
    "a throw of Craps though a bet lies for the next, which is none on the right one": (
        script(
            *("craps", bet(1, "pass"), {"dice": [3, 3]}, bet(1, "field"), BACK, {"dice": [5, 4]}),
            *({"dice": [5, 4]},),
        ),
        ["undone 2", "pass win 2000", "field win 2000"],
    ),
    "dice of Sic bo": (
        script("sic-bo", bet(1, "small"), CLOSE, {"dice": [1, 2, 2]}, BACK, {"dice": [6, 6, 5]}),
        ["undone 3", "small lose 0"],
    ),
    "a symbol of the wheel": (
        script(
            *(
                "wheel-of-fortune",
                bet(1, "on:20"),
                CLOSE,
                {"segment": "20"},
                BACK,
                {"segment": "1"},
            ),
            **WHEEL,
        ),
        ["on:20 win 5000", "undone 3", "on:20 lose 0"],
    ),
    "balls of Keno": (
        script(
            "keno",
            {"ticket": {"spot": 1, "numbers": [1], "cents": 100}},
            *({"balls": list(range(1, 21))}, BACK, {"balls": list(range(2, 22))}),
            **KENO,
        ),
        ["ticket:1 win 300", "undone 2", "ticket:1 lose 0"],
    ),
    # closed rounds
    "a closed round is corrected, as its place was written": (
        script(
            *("roulette", bet(1, "split:17,20"), CLOSE, {"number": "17"}, CONFIRM, bet(2, "red")),
            correct(1, 1, "split:20,17", -500),
        ),
        [
            "split:17,20 win 18000",
            "corrected 1 1 split:20,17 -500",
            "waiting for no_more_bets",
        ],
    ),
    "no round is corrected while one is open, nor without a reason": (
        script(
            *("baccarat", bet(1, "player"), CLOSE, BANK_7, CONFIRM, bet(1, "tie"), CLOSE),
            *(correct(1, 1, "player", 500), BANK_8, CONFIRM, correct(1, 1, "player", 500, "")),
            *(correct(1, 1, "player", 0), correct(1, 1, "tie", 500), correct(3, 1, "tie", 500)),
            correct(1, 2, "nothing", 500),
        ),
        [
            *("player lose 0", "refused 7", "tie lose 0", "refused 10", "refused 11"),
            *("refused 12", "refused 13", "refused 14"),
        ],
    ),
    "a round found wrong after the next bet lies there": (
        script(
            *("baccarat", bet(1, "player"), CLOSE, BANK_7, CONFIRM, bet(1, "tie"), UNDO),
            *(correct(1, 1, "player", 2000), BACK),
        ),
        [
            *("player lose 0", "refused 6"),
            "corrected 1 1 player 2000",
            *("refused 8", "waiting for no_more_bets"),
        ],
    ),
}


def test_jackpot_restored_by_take_back() -> None:
    misread = script(
        *("caribbean-stud", *LOT_LAID, cards(f"{ROYAL} {DEALER}"), decide(1, "raise"), UNDO, BACK),
        *(cards(f"AC KS QS JS TS {DEALER}"), decide(1, "fold"), CONFIRM),
        **LOT,
    )
    displays = [what for kind, what in lines(misread) if kind == "display"]
    assert {display[-1] for display in displays} == {"Progressive jackpot: $100,000.01"}


@each("name", SCRIPTS)
def test_mistake_is_corrected(name: str) -> None:
    mistaken, expected = SCRIPTS[name]
    assert [short(kind, what) for kind, what in lines(mistaken) if kind in SHOWN] == expected
