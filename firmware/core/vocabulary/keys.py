"""The keys of the dealer's panel."""

from enum import StrEnum


class Key(StrEnum):
    """A key of the dealer's panel. Those of SUPERVISED obey only under the supervisor's key."""

    NO_MORE_BETS = "no_more_bets"
    CONFIRM = "confirm"
    UNDO = "undo"
    NEXT = "next"
    SHUFFLED = "shuffled"
    VOID = "void"
    RESOLVE = "resolve"
    ENTER = "enter"
    RANK = "rank"
    SUIT = "suit"
    CLEAR = "clear"
    CUT_CARD = "cut_card"
    """The cut card has come out, where no reader sees it."""
    SHUFFLE = "shuffle"
    """Start the shuffler, where it is started by the table."""
    PLACE = "place"
    EMPTY = "empty"
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
    DRAW = "draw"
    RAISE = "raise"
    CHECK = "check"
    FOLD = "fold"
    KEEP = "keep"
    WITHDRAW = "withdraw"
    WAR = "war"
    SURRENDER = "surrender"
    SET = "set"
    BANK = "bank"
    NUMBER = "number"
    SHOOTER = "shooter"
    """The spot in focus has the dice (95.4, 95.8)."""
    PICK = "pick"
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
    RESULT = "result"
    """The number keyed is whole."""
    NO_RESULT = "no_result"
    """The spin or throw does not count (74, 95.3, 121)."""
    WORKING = "working"
    """The bet laid last works on the come-out too, or no longer does (95.15 to 95.17)."""
    PRICE = "price"
    """The worth of a colour chip (70)."""
    SPIN = "spin"
    """Start the wheel, where it is started by the table."""
    DICE_CHANGED = "dice_changed"
    """The dice were changed between two throws (95.4)."""
    # the poker room: what its players do, and how its dealer says how much and who
    CALL = "call"
    BET = "bet"
    ALL_IN = "all_in"
    BRING_IN = "bring_in"
    LEAST = "least"
    """The least bet or raise, as the amount keyed; likewise HALF_POT and POT."""
    HALF_POT = "half_pot"
    POT = "pot"
    POST = "post"
    """The blinds and antes lie there; with a spot chosen, those that its player owes."""
    STRADDLE = "straddle"
    DEALT = "dealt"
    """The cards face down are dealt; the number keyed, else as many as are due."""
    BURN = "burn"
    SHOW = "show"
    MUCK = "muck"
    EXPOSE = "expose"
    MISDEAL = "misdeal"
    TAKE_BACK = "take_back"
    """The supervisor takes a card back."""
    CORRECT = "correct"
    """The supervisor sets a stack to the amount keyed; REVIVE gives a hand back (67.110)."""
    REVIVE = "revive"
    RECALL = "recall"
    """The disputed game is shown street by street."""
    CLOCK = "clock"
    """Call the clock on the player whose turn it is (67.101)."""
    SIT_DOWN = "sit_down"
    """A player sits down with the amount keyed, or adds it to his stack."""
    LEAVE = "leave"
    TAKE_OFF = "take_off"
    SIT_OUT = "sit_out"
    """A player is not dealt in, or is again."""
    BUTTON = "button"


CHIP_KEYS = tuple(key for key in Key if key.startswith("chip_"))
"""Each adds a chip to the amount that is being keyed, by the table's denominations in order."""

DIGITS = tuple(key for key in Key if key.startswith("digit_"))

CARD_KEYS = frozenset({Key.SHUFFLED, Key.ENTER, Key.RANK, Key.SUIT})
"""The keys of a table that deals cards."""

KEYING = frozenset({Key.PLACE, Key.EMPTY, *CHIP_KEYS})
"""The keys of a table whose amounts are keyed by the dealer."""

DECISIONS = (
    *(Key.HIT, Key.STAND, Key.DOUBLE, Key.SPLIT, Key.INSURANCE, Key.NO_INSURANCE),
    *(Key.DRAW, Key.RAISE, Key.CHECK, Key.FOLD, Key.KEEP, Key.WITHDRAW, Key.WAR),
    *(Key.SURRENDER, Key.SET, Key.BANK, Key.NUMBER, Key.SHOOTER),
)
"""The keys of the players' decisions; each game has a few of them."""

INSTRUMENT_KEYS = frozenset(
    (*DIGITS, Key.RESULT, Key.NO_RESULT, Key.WORKING, Key.PRICE, Key.SPIN, Key.DICE_CHANGED)
)
"""The keys of a table with a wheel, dice or balls."""

POKER_DECISIONS = (*(Key.FOLD, Key.CHECK, Key.CALL, Key.BET, Key.RAISE, Key.ALL_IN, Key.BRING_IN),)
"""The keys of what a player at a poker table decides."""

ROOM_KEYS = frozenset(
    (
        *POKER_DECISIONS,
        *(Key.LEAST, Key.HALF_POT, Key.POT, Key.POST, Key.STRADDLE, Key.DEALT, Key.BURN),
        *(Key.SHOW, Key.MUCK, Key.EXPOSE, Key.MISDEAL, Key.CLOCK),
        *(Key.TAKE_BACK, Key.CORRECT, Key.REVIVE, Key.RECALL),
        *(Key.SIT_DOWN, Key.LEAVE, Key.TAKE_OFF, Key.SIT_OUT, Key.BUTTON),
    )
)
"""The keys of a poker table."""

OPTIONAL = KEYING | INSTRUMENT_KEYS | ROOM_KEYS | {Key.CUT_CARD, Key.SHUFFLE, Key.PICK, *DECISIONS}
"""The keys that not every table has."""

NOT_REQUIRED = frozenset({Key.DICE_CHANGED, Key.RECALL})
"""The keys of its game that a table may do without."""

SUPERVISED = frozenset(
    {
        *(Key.VOID, Key.RESOLVE, Key.ENTER, Key.RANK, Key.SUIT, Key.CLEAR),
        *(Key.TAKE_BACK, Key.CORRECT, Key.REVIVE),
    }
)
