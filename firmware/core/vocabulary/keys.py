"""The keys of the dealer's panel."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Key(StrEnum):
    """A key of the dealer's panel. Those of SUPERVISED obey only under the supervisor's key."""

    NO_MORE_BETS = "no_more_bets"
    CONFIRM = "confirm"
    UNDO = "undo"
    NEXT_PAYMENT = "next"
    CARDS_SHUFFLED = "shuffled"
    VOID_ROUND = "void"
    RESOLVE_LATE = "resolve"
    ENTER_CARD = "enter"
    NEXT_RANK = "rank"
    NEXT_SUIT = "suit"
    CLEAR_FAULTS = "clear"
    CUT_CARD = "cut_card"
    """The cut card has come out, where no reader sees it."""
    START_SHUFFLER = "shuffle"
    """Start the shuffler, where it is started by the table."""
    NEXT_PLACE = "place"
    EMPTY_PLACE = "empty"
    CHIP_1 = "chip_1"
    CHIP_2 = "chip_2"
    CHIP_3 = "chip_3"
    CHIP_4 = "chip_4"
    CHIP_5 = "chip_5"
    CHIP_6 = "chip_6"
    CHIP_7 = "chip_7"
    CHIP_8 = "chip_8"
    # what players decide, and how the dealer says whose decision it is
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    INSURANCE = "insurance"
    NO_INSURANCE = "no_insurance"
    DRAW_CARD = "draw"
    RAISE = "raise"
    CHECK = "check"
    FOLD = "fold"
    RETAIN_BET = "keep"
    WITHDRAW_BET = "withdraw"
    GO_TO_WAR = "war"
    SURRENDER = "surrender"
    SET_LOW_HAND = "set"
    TAKE_BANK = "bank"
    REQUEST_NUMBER = "number"
    CHOOSE_SHOOTER = "shooter"
    """The spot in focus has the dice (95.4, 95.8)."""
    PICK_CARD = "pick"
    """The card chosen by rank and suit belongs to the hand that is being set."""
    # what wheels, dice and balls show, where the dealer says it
    DIGIT_0 = "digit_0"
    DIGIT_1 = "digit_1"
    DIGIT_2 = "digit_2"
    DIGIT_3 = "digit_3"
    DIGIT_4 = "digit_4"
    DIGIT_5 = "digit_5"
    DIGIT_6 = "digit_6"
    DIGIT_7 = "digit_7"
    DIGIT_8 = "digit_8"
    DIGIT_9 = "digit_9"
    END_NUMBER = "result"
    """The number keyed is whole."""
    NO_RESULT = "no_result"
    """The spin or throw does not count (74, 95.3, 121)."""
    TOGGLE_WORKING = "working"
    """The bet laid last works on the come-out too, or no longer does (95.15 to 95.17)."""
    COLOUR_PRICE = "price"
    """The worth of a colour chip (70)."""
    START_SPIN = "spin"
    """Start the wheel, where it is started by the table."""
    DICE_CHANGED = "dice_changed"
    """The dice were changed between two throws (95.4)."""
    COLLECT_COMMISSION = "commission"
    """The next player whose commission is marked pays it: he leaves."""
    # the poker room: what its players do, and how its dealer says how much and who
    CALL = "call"
    BET = "bet"
    ALL_IN = "all_in"
    BRING_IN = "bring_in"
    LEAST_BET = "least"
    """The least bet or raise, as the amount keyed; likewise HALF_POT and POT."""
    HALF_POT = "half_pot"
    POT_BET = "pot"
    POST_BLINDS = "post"
    """The blinds and antes are posted; with a spot chosen, those that its player owes."""
    STRADDLE = "straddle"
    CARDS_DEALT = "dealt"
    """The cards face down are dealt; the number keyed, else as many as are due."""
    BURN_CARD = "burn"
    SHOW_HAND = "show"
    MUCK_HAND = "muck"
    EXPOSE_CARD = "expose"
    MISDEAL = "misdeal"
    TAKE_CARD_BACK = "take_back"
    """The supervisor takes back the last card or result."""
    CORRECT_STACK = "correct"
    """The supervisor sets a stack to the amount keyed; REVIVE gives a hand back (67.110)."""
    REVIVE_HAND = "revive"
    RECALL_GAME = "recall"
    """The disputed game is shown street by street."""
    CALL_CLOCK = "clock"
    """Call the clock on the player whose turn it is (67.101)."""
    SIT_DOWN = "sit_down"
    """A player sits down with the amount keyed, or adds it to his stack."""
    LEAVE_SEAT = "leave"
    TAKE_CHIPS_OFF = "take_off"
    SIT_OUT = "sit_out"
    """A player is not dealt in, or is again."""
    MOVE_BUTTON = "button"


CHIP_KEYS = tuple(key for key in Key if key.startswith("chip_"))
"""Each adds a chip to the amount that is being keyed, by the table's denominations in order."""

DIGIT_KEYS = tuple(key for key in Key if key.startswith("digit_"))

CARD_KEYS = frozenset({Key.CARDS_SHUFFLED, Key.ENTER_CARD, Key.NEXT_RANK, Key.NEXT_SUIT})
"""The keys of a table that deals cards."""

AMOUNT_KEYS = frozenset({Key.NEXT_PLACE, Key.EMPTY_PLACE, *CHIP_KEYS})
"""The keys of a table whose amounts are keyed by the dealer."""

DECISION_WORDS: Final[Mapping[Key, str]] = {
    Key.HIT: "do.hit",
    Key.STAND: "do.stand",
    Key.DOUBLE: "do.double",
    Key.SPLIT: "do.split",
    Key.INSURANCE: "do.insurance",
    Key.NO_INSURANCE: "do.no_insurance",
    Key.DRAW_CARD: "do.draw",
    Key.RAISE: "do.raise",
    Key.CHECK: "do.check",
    Key.FOLD: "do.fold",
    Key.RETAIN_BET: "do.keep",
    Key.WITHDRAW_BET: "do.withdraw",
    Key.GO_TO_WAR: "do.war",
    Key.SURRENDER: "do.surrender",
    Key.SET_LOW_HAND: "do.set",
    Key.TAKE_BANK: "do.bank",
    Key.REQUEST_NUMBER: "do.number",
    Key.CHOOSE_SHOOTER: "do.shooter",
}
"""The message key of each decision of a player."""

DECISION_KEYS = tuple(DECISION_WORDS)
"""The keys of the players' decisions; each game has a few of them."""

INSTRUMENT_KEYS = frozenset(
    (
        *DIGIT_KEYS,
        Key.END_NUMBER,
        Key.NO_RESULT,
        Key.TOGGLE_WORKING,
        Key.COLOUR_PRICE,
        Key.START_SPIN,
        Key.DICE_CHANGED,
    )
)
"""The keys of a table with a wheel, dice or balls."""

POKER_DECISION_KEYS = (
    *(Key.FOLD, Key.CHECK, Key.CALL, Key.BET, Key.RAISE, Key.ALL_IN, Key.BRING_IN),
)
"""The keys of a poker player's decisions."""

POKER_ROOM_KEYS = frozenset(
    (
        *POKER_DECISION_KEYS,
        *(
            Key.LEAST_BET,
            Key.HALF_POT,
            Key.POT_BET,
            Key.POST_BLINDS,
            Key.STRADDLE,
            Key.CARDS_DEALT,
            Key.BURN_CARD,
        ),
        *(Key.SHOW_HAND, Key.MUCK_HAND, Key.EXPOSE_CARD, Key.MISDEAL, Key.CALL_CLOCK),
        *(Key.TAKE_CARD_BACK, Key.CORRECT_STACK, Key.REVIVE_HAND, Key.RECALL_GAME),
        *(Key.SIT_DOWN, Key.LEAVE_SEAT, Key.TAKE_CHIPS_OFF, Key.SIT_OUT, Key.MOVE_BUTTON),
    )
)
"""The keys of a poker table."""

OPTIONAL_KEYS = (
    AMOUNT_KEYS
    | INSTRUMENT_KEYS
    | POKER_ROOM_KEYS
    | {Key.CUT_CARD, Key.START_SHUFFLER, Key.PICK_CARD, Key.COLLECT_COMMISSION, *DECISION_KEYS}
)
"""The keys that not every table has."""

DISPENSABLE_KEYS = frozenset({Key.DICE_CHANGED, Key.RECALL_GAME})
"""The keys of its game that a table may do without."""

SUPERVISOR_KEYS = frozenset(
    {
        *(
            Key.VOID_ROUND,
            Key.RESOLVE_LATE,
            Key.ENTER_CARD,
            Key.NEXT_RANK,
            Key.NEXT_SUIT,
            Key.CLEAR_FAULTS,
        ),
        *(Key.TAKE_CARD_BACK, Key.CORRECT_STACK, Key.REVIVE_HAND),
    }
)

OVERRIDE_KEYS: Final = (Key.VOID_ROUND, Key.RESOLVE_LATE, Key.CLEAR_FAULTS, Key.ENTER_CARD)
"""The supervisor's keys that change something, and are shown in a recalled round."""
