"""The lines of the dealer's display about bets; the first line of each is the prompt."""

from firmware.core.display.bank_lines import bank_covers
from firmware.core.display.decision_lines import decision_lines
from firmware.core.table.amount_entry import place_being_keyed
from firmware.core.table.closing import may_end_play
from firmware.core.table.colours import current_pricing
from firmware.core.table.commissions import mark_lines
from firmware.core.table.legality import touched_bets, why_illegal
from firmware.core.table.state import State
from firmware.core.vocabulary.bets import place_values
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.next_step import NextStep
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Stack


def open_table_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    return (Text("prompt.open_table"), *_journal_head_lines(state))


def _journal_head_lines(state: State) -> tuple[Text, ...]:
    """Show the journal's head of the last closing, to be written down."""
    head = state.device.head
    return (Text("prompt.journal_head", {"head": head.shown}),) if head else ()


def place_bets_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    if state.felt.unread_places():
        return (Text("prompt.place_bets"),)
    return (Text("prompt.place_bets"), *open_bet_lines(state))


def open_bet_lines(state: State) -> tuple[Text, ...]:
    """Return the other possible acts while bets are open."""
    return (
        *_keyed_amount_lines(state),
        *state.game.status_lines(),
        *decision_lines(state),
        *reversal_lines(state),
        *bank_covers(state),
        *mark_lines(state),
        *close_table_lines(state),
    )


def close_table_lines(state: State) -> tuple[Text, ...]:
    """Return how the supervisor closes the table, if he may and has turned his key."""
    return (Text("prompt.close_table"),) if may_end_play(state) else ()


def _keyed_amount_lines(state: State) -> tuple[Text, ...]:
    """Return the amount that is being keyed, and why it would be no legal bet."""
    place = place_being_keyed(state)
    if place is None:
        return ()
    stack = place, None
    amount_cents, bet_refusal = state.felt.amount(stack), why_illegal(state, stack)
    amount = Text("prompt.key_amount", {**place_values(place), "cents": amount_cents})
    return (amount, bet_refusal.why) if bet_refusal and amount_cents else (amount,)


def key_amount_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    return (*_keyed_amount_lines(state), Text("prompt.place_bets"))


def key_price_lines(state: State, ask: NextStep) -> tuple[Text, ...]:
    priced_colour = current_pricing(state)
    values: TextValues = {
        "spot": ask.spot or 0,
        "cents": priced_colour.cents if priced_colour else NO_CENTS,
    }
    return (Text("prompt.price", values), *state.game.status_lines())


def put_back_lines(state: State, ask: NextStep) -> tuple[Text, ...]:
    return (_chips_words(state, "prompt.put_back", ask, touched_bets(state)[ask.stack]),)


def give_back_lines(state: State, ask: NextStep) -> tuple[Text, ...]:
    return_reason = _return_reason(state, ask.stack)
    # the last refusal is shown anyway (`dealer_lines`): the same reason is not repeated
    is_shown = return_reason is None or return_reason == state.last_refusal
    reason_lines = () if return_reason is None or is_shown else (return_reason,)
    return (_return_words(state, ask), *reason_lines, *reversal_lines(state), *mark_lines(state))


def _return_words(state: State, ask: NextStep) -> Text:
    """Return the parts of a stack that go back: to the house first, then to the player."""
    present_cents, bet_amounts = state.felt.amount(ask.stack), state.rules.amounts
    stack_reversal = next(
        (reversal for reversal in state.round.reversals if reversal.stack == ask.stack), None
    )
    if stack_reversal is None:
        return _chips_words(state, "prompt.return_bet", ask, present_cents)
    stake, paid_back_cents = stack_reversal.stake, stack_reversal.paid
    if bet_amounts.by_reader:  # the reader follows the dealer: some chips may be gone already
        paid_back_cents = Cents(present_cents - stack_reversal.stake)
        stake = min(present_cents, stack_reversal.stake)
    if paid_back_cents <= 0 and bet_amounts.are_known:
        return _chips_words(state, "prompt.return_bet", ask, stake)
    key = "prompt.return_paid" if stake else "prompt.collect_paid"
    return bet_amounts.amount_words(
        key, {**place_values(ask.stack[0]), "cents": stake, "paid_cents": paid_back_cents}
    )


def reversal_lines(state: State) -> tuple[Text, ...]:
    """Return the chips to give or collect that are not on the felt, until the dealer confirms."""
    return tuple(
        state.rules.amounts.amount_words(
            key, {**place_values(reversal.stack[0]), "cents": amount_cents}
        )
        for reversal in state.round.reversals
        for key, amount_cents in (
            ("prompt.give_taken", reversal.gives),
            ("prompt.collect_from_player", reversal.collects),
        )
        if amount_cents
    )


def _return_reason(state: State, stack: Stack) -> Text | None:
    """Return why chips are no bet: illegal now, illegal at the close, or of a voided round."""
    bet_refusal = why_illegal(state, stack) if state.phase is Phase.OPEN else None
    if bet_refusal is not None:
        return bet_refusal.why
    voided = Text("why.round_voided") if state.round.voided else None
    return state.round.bets.return_reasons.get(stack, voided)


def unread_chip_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    return tuple(
        Text("prompt.chip_unread", place_values(place)) for place in state.felt.unread_places()
    )


def reading_chips_lines(_state: State, ask: NextStep) -> tuple[Text, ...]:
    return () if ask.spot is None else (Text("prompt.reading_chips", place_values(ask.stack[0])),)


def resolve_late_lines(state: State, ask: NextStep) -> tuple[Text, ...]:
    bets = state.round.bets
    before_words = _chips_words(state, "prompt.resolve_late", ask, bets.late_stacks[ask.stack])
    paid_cents = bets.paid_amount(ask.stack)
    if paid_cents is None:
        return (before_words,)
    return before_words, _chips_words(state, "prompt.or_paid", ask, paid_cents)


def _chips_words(state: State, key: str, ask: NextStep, amount_cents: Cents) -> Text:
    """Return words about chips at a place, their amount masked if it is unseen."""
    return state.rules.amounts.amount_words(
        key, {**place_values(ask.stack[0]), "cents": amount_cents}
    )
