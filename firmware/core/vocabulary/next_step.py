"""The table's next step: one act, its actor, and the bet, card or part concerned."""

from enum import StrEnum

import msgspec

from firmware.core.vocabulary.places import Place, Stack


class Act(StrEnum):
    """Everything that a table can wait for."""

    OPEN_TABLE = "open_table"
    # bets
    PLACE_BETS = "place_bets"
    PUT_BET_BACK = "put_back"
    """Restore a carried-over bet: chips were added to it, or taken."""
    RETURN_BET = "return_bet"
    """Give chips back that are no legal bet."""
    KEY_AMOUNT = "key_amount"
    KEY_PRICE = "key_price"
    """Key the worth of a colour chip."""
    UNREAD_CHIP = "unread_chip"
    """Move chips that the reader senses but can't read."""
    READ_CHIPS = "read_chips"
    """Nothing: the reader is on its way to a locked bet."""
    RESOLVE_LATE = "resolve_late"
    # cards and results
    DEAL_CARD = "deal"
    CHOOSE_CARD = "choose_card"
    """Choose the card to be entered by hand."""
    ENTER_CARD = "enter_card"
    """Press ENTER: the card is chosen."""
    SHUFFLE_CARDS = "shuffle"
    TAKE_DECISION = "decide"
    DRAW_NUMBER = "draw_number"
    """Nothing: the random generator draws a number."""
    BRING_RESULT = "bring_result"
    """Spin, throw or draw, or key the result if no part sees it."""
    KEY_RESULT = "key_result"
    """Key the rest of a result."""
    KEY_AGAIN = "key_again"
    """Key a result a second time: both readings must agree."""
    # a poker table
    POST_BLINDS = "post"
    """Have the blinds and antes laid, or seat players first."""
    BURN_CARD = "burn"
    SHOW_HANDS = "show"
    """Show the hands that are left, or give them up."""
    DEAL_AGAIN = "deal_again"
    """Take all cards back, and MISDEAL."""
    TAKE_CARD_BACK = "take_back"
    """Take a card back that came at the wrong time, or is known already."""
    # payments
    PAY_BET = "pay"
    TAKE_CHIPS = "take"
    MOVE_BET = "move"
    """Move a bet to the place that it is carried over to."""
    CONFIRM_PAID = "confirm"
    """Press CONFIRM: all is paid and taken."""
    CONFIRM_UNSEEN = "confirm_unseen"
    """Press CONFIRM, or pay first: a payment was passed over and not seen."""
    COLLECT_COMMISSION = "collect"
    """Collect the commissions that are marked at a seat, then press CONFIRM."""
    # a stopped deal
    MEND_FAULT = "mend"
    """See to the cause of a fault."""
    CLEAR_FAULTS = "clear"
    VOID_ROUND = "void"
    AWAIT_PART = "start"
    """Nothing: a part is still starting."""
    CONFIRM_FELT = "confirm_felt"


class Role(StrEnum):
    """The actor of the next step. Players act through the dealer's keys."""

    DEALER = "dealer"
    PLAYERS = "players"
    SUPERVISOR = "supervisor"
    TECHNICIAN = "technician"
    DEVICE = "device"


FAULT_ACTS = frozenset({Act.MEND_FAULT, Act.CLEAR_FAULTS, Act.VOID_ROUND})
"""The steps of a fault."""
CONFIRM_ACTS = frozenset({Act.CONFIRM_PAID, Act.CONFIRM_UNSEEN})
"""The last step of a settled round."""
SETTLEMENT_ACTS = frozenset({Act.PAY_BET, Act.TAKE_CHIPS, Act.MOVE_BET, *CONFIRM_ACTS})
"""The steps left once a round is settled."""


class NextStep(msgspec.Struct, frozen=True):
    """One thing that the table waits for. Two asks are equal only if the same thing is meant."""

    do: Act
    of: Role = Role.DEALER
    spot: int | None = None
    on: str | None = None
    """The bet that it is about."""
    bettor: str | None = None
    hand: int | None = None
    """The number of the hand that is paid, if the spot has several."""
    to: str | None = None
    """The bet that a moved one becomes."""
    part: str | None = None
    fault: str | None = None
    """The code of the fault of `part`."""

    @property
    def stack(self) -> Stack:
        """The chips that it is about. Raises ValueError if it is about no bet."""
        if self.spot is None or self.on is None:
            raise ValueError(f"{self.do} is about no bet")
        return Place(self.spot, self.on), self.bettor


def step_about(
    act: Act,
    stack: Stack,
    of: Role = Role.DEALER,
    *,
    hand: int | None = None,
    to: str | None = None,
) -> NextStep:
    """Ask for something to be done with a stack."""
    (spot, on), bettor = stack
    return NextStep(act, of, spot, on, bettor, hand, to)
