"""The dealer's display: the table's next step, in words."""

from collections.abc import Callable, Mapping
from typing import Final

from firmware.core.display import bank_lines, bet_lines
from firmware.core.display.calls import current_calls
from firmware.core.display.decision_lines import decision_lines
from firmware.core.display.next_step import next_step_of_deal
from firmware.core.game.pack_terms import TOTALS
from firmware.core.game.score_text import score_of
from firmware.core.table.cards import may_enter
from firmware.core.table.commissions import are_marked, current_debtor, mark_lines, mark_values
from firmware.core.table.decisions import choices_in_focus
from firmware.core.table.felt_check import stacks_to_check
from firmware.core.table.opening_burn import burns_left
from firmware.core.table.payments import next_taking, unseen_payments
from firmware.core.table.shuffling import shuffler_awaited
from firmware.core.table.state import State
from firmware.core.vocabulary.bets import base_bet_name, bet_words, place_values
from firmware.core.vocabulary.fault_text import part_words
from firmware.core.vocabulary.instruments import KeyedResult
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act, NextStep
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled

_CALL_PHASES: Final = (Phase.OPEN, Phase.ROUND)
"""The phases in which a call may hold."""

CARD_ALARMS: Final = ("impossible_card", "wrong_hand", "early_card", "wrong_result")
"""The alarms of a card, which ends with the card that is taken back."""
THROW_PROMPTS: Final[Mapping[str, str]] = {"dice": "prompt.dice", "balls": "prompt.balls"}
"""The prompts of instruments whose result closes the bets, by the kind of result."""


def dealer_lines(state: State, ask: NextStep) -> tuple[Text, ...]:
    """Return the lines of the dealer's display: first the next step, then help, then a refusal."""
    lines = STEP_LINES[ask.do](state, ask)
    if not state.stopped and state.phase in _CALL_PHASES:
        lines = (*lines, *current_calls(state))
    return lines if state.last_refusal is None else (*lines, state.last_refusal)


def _card_lines(state: State, ask: NextStep) -> tuple[Text, ...]:
    """Name the card being entered by hand, or ask for one; then the deal's own prompt."""
    deal_step = next_step_of_deal(state)
    lines = STEP_LINES[deal_step.do](state, deal_step)
    if ask.do is Act.CHOOSE_CARD or state.key_entry.entering is None:
        return (Text("prompt.choose_card"), *lines)
    return (Text("prompt.enter_card", {"card": state.key_entry.entering.card.name}), *lines)


# cards and results


def _result_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    is_throw = state.phase is Phase.OPEN
    return (
        _result_line(state),
        *(bet_lines.open_bet_lines(state) if is_throw else state.game.status_lines()),
    )


def _result_line(state: State) -> Text:
    """Ask for the instrument's result, with the unfinished entry."""
    instrument, keyed_result = state.game.INSTRUMENT, state.key_entry.keyed
    if instrument is None or keyed_result == KeyedResult():
        if instrument is None or not state.game.THROW_CLOSES_BETS:
            return Text("prompt.spin")
        return Text(THROW_PROMPTS[instrument.result_kind])
    result_text = " ".join((*keyed_result.symbols, keyed_result.digits)).strip() or "–"
    again = keyed_result.first is not None
    if instrument.keyed_by_face:
        prompt_key = "prompt.key_dice_again" if again else "prompt.key_dice"
    else:
        prompt_key = "prompt.key_number_again" if again else "prompt.key_number"
    return Text(prompt_key, {"result": result_text})


def _draw_lines(_state: State, _ask: NextStep) -> tuple[Text, ...]:
    return (Text("prompt.drawing"),)


def _deal_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    # a card that was only read wrong is on the felt already: it leaves the shoe no second time
    is_named = state.key_entry.entering is not None
    by_hand = state.device.key_switch and may_enter(state) and not is_named
    entry_lines = (Text("prompt.or_enter_card"),) if by_hand else ()
    return (*_due_card_lines(state), *entry_lines)


def _decide_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    choices = choices_in_focus(state)
    score_lines = _score_lines(state, choices[0].spot, choices[0].hand) if choices else ()
    return (*decision_lines(state), *score_lines, *_due_card_lines(state))


def _score_lines(state: State, spot: int, hand: int | None) -> tuple[Text, ...]:
    """Return the score of a hand that is face up, which the dealer announces (11)."""
    hand_name = f"{spot}.{hand}" if hand else f"{spot}"
    score = state.game.score(hand_name) if state.game.cards.get(hand_name) else None
    return () if score is None else (score_of(hand_name, score),)


def _due_card_lines(state: State) -> tuple[Text, ...]:
    if state.phase is Phase.OPEN:
        return (Text("prompt.burn", {"count": burns_left(state)}),)
    due = state.game.due
    if due is None:
        return ()
    if state.shoe.is_empty:  # the round can't be dealt to its end
        return (Text("prompt.shoe_empty"), Text("prompt.void_round"))
    key = "prompt.tile_to" if state.game.REDEALS_IMPOSSIBLE else "prompt.card_to"
    return (Text(key, {"hand": due.words, "index": due.nth}),)


def _shuffle_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    key = "prompt.shuffle_in_turn" if state.game.packs_alternate else "prompt.shuffle"
    shuffler_lines = (Text("prompt.shuffler_awaited"),) if shuffler_awaited(state) else ()
    return (
        Text(key),
        *shuffler_lines,
        *bet_lines.reversal_lines(state),
        *bet_lines.close_table_lines(state),
    )


def _commission_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    debtor = current_debtor(state)
    if debtor is None:
        return mark_lines(state)
    return (Text("prompt.collect_commission", mark_values(state, debtor)),)


# payments


def _pay_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    settled_line = state.round.bets.next_payment
    if settled_line is None:
        return (state.game.result(),)
    game_lines = _result_and_score(state, settled_line.bet.place.spot, settled_line.hand)
    return (
        _payment_line(state, settled_line),
        *_unseen_lines(state),
        *bank_lines.bank_pays(state),
        *game_lines,
    )


def _payment_line(state: State, settled_line: BetSettled) -> Text:
    key = "prompt.pay"
    if settled_line.commission:
        key = "prompt.pay_marked" if are_marked(state) else "prompt.pay_commission"
    if settled_line.odds is None:
        key = "prompt.pay_prize"
    if is_capped(state, settled_line):
        key = "prompt.pay_most"
    owed_amounts = {"paid_cents": settled_line.paid, "commission_cents": settled_line.commission}
    values = {
        **place_values(settled_line.bet.place, settled_line.hand),
        "odds": settled_line.odds or "",
        **owed_amounts,
    }
    return state.rules.amounts.amount_words(key, values)


def is_capped(state: State, settled_line: BetSettled) -> bool:
    """Return whether the table's maximum is paid, or may be where amounts are unseen."""
    capped_names = {base_bet_name(settled_line.bet.place.on), *TOTALS}
    has_maximum = not capped_names.isdisjoint(state.game.payment_caps)
    if state.rules.amounts.are_known:
        return settled_line.capped
    # the size of the bet is unseen: the dealer compares the payment with the maximum himself
    return has_maximum and settled_line.outcome == "win"


def _take_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    lost = next_taking(state)
    if lost is None:
        return (state.game.result(),)
    taking_words = state.rules.amounts.amount_words(lost.prompt_key, lost.prompt_values)
    first_hand = next(iter(lost.losing_hands), None)
    game_lines = _result_and_score(state, lost.stack[0].spot, first_hand)
    return (taking_words, *bank_lines.bank_takes(state), *game_lines)


def _result_and_score(state: State, spot: int, hand: int | None) -> tuple[Text, ...]:
    """Return the result and the score of a hand; this alone if the result is all the scores."""
    score = _score_lines(state, spot, hand)
    return score if score and not state.game.scores() else (state.game.result(), *score)


def _move_lines(_state: State, ask: NextStep) -> tuple[Text, ...]:
    return (Text("prompt.move", {**place_values(ask.stack[0]), "to": bet_words(ask.to or "")}),)


def _confirm_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    return (Text("prompt.confirm"), *bank_lines.bank_balance(state), state.game.result())


def _confirm_unseen_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    """Say how many payments were not seen, instead of asking for them again; then each of them."""
    unseen_lines = _unseen_lines(state)
    key = "prompt.confirm_unseen"
    if state.rules.payments == "seen":
        key = "prompt.supervisor_unseen"
    return (
        Text(key, {"count": len(unseen_lines)}),
        *unseen_lines,
        *bank_lines.bank_balance(state),
        state.game.result(),
    )


def _unseen_lines(state: State) -> tuple[Text, ...]:
    return tuple(Text("prompt.payment_unseen", unseen.values) for unseen in unseen_payments(state))


# a stopped deal


def _mending_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    stopping_fault = state.device.trouble.stopping[0]
    if state.device.trouble.needs_void:
        has_key = Key.TAKE_CARD_BACK in state.rules.keys and state.phase in _CALL_PHASES
        by_card = has_key and stopping_fault.code in CARD_ALARMS
        void_key = "prompt.take_back_or_void" if by_card else "prompt.void_round"
        return (stopping_fault.words, Text(void_key))
    return (
        stopping_fault.words,
        Text("prompt.supervisor_clear") if stopping_fault.gone else stopping_fault.remedy,
    )


def _start_lines(_state: State, ask: NextStep) -> tuple[Text, ...]:
    return (Text("prompt.starting", {"part": part_words(ask.part or "")}),)


def _felt_lines(state: State, _ask: NextStep) -> tuple[Text, ...]:
    return (Text("prompt.confirm_felt"), *felt_check_lines(state), *mark_lines(state))


STEP_LINES: Final[Mapping[Act, Callable[[State, NextStep], tuple[Text, ...]]]] = {
    Act.OPEN_TABLE: bet_lines.open_table_lines,
    Act.PLACE_BETS: bet_lines.place_bets_lines,
    Act.PUT_BET_BACK: bet_lines.put_back_lines,
    Act.RETURN_BET: bet_lines.give_back_lines,
    Act.KEY_AMOUNT: bet_lines.key_amount_lines,
    Act.KEY_PRICE: bet_lines.key_price_lines,
    Act.UNREAD_CHIP: bet_lines.unread_chip_lines,
    Act.READ_CHIPS: bet_lines.reading_chips_lines,
    Act.RESOLVE_LATE: bet_lines.resolve_late_lines,
    Act.DEAL_CARD: _deal_lines,
    Act.CHOOSE_CARD: _card_lines,
    Act.ENTER_CARD: _card_lines,
    Act.SHUFFLE_CARDS: _shuffle_lines,
    Act.TAKE_DECISION: _decide_lines,
    Act.DRAW_NUMBER: _draw_lines,
    Act.BRING_RESULT: _result_lines,
    Act.KEY_RESULT: _result_lines,
    Act.KEY_AGAIN: _result_lines,
    Act.PAY_BET: _pay_lines,
    Act.TAKE_CHIPS: _take_lines,
    Act.MOVE_BET: _move_lines,
    Act.CONFIRM_PAID: _confirm_lines,
    Act.CONFIRM_UNSEEN: _confirm_unseen_lines,
    Act.COLLECT_COMMISSION: _commission_lines,
    Act.MEND_FAULT: _mending_lines,
    Act.CLEAR_FAULTS: _mending_lines,
    Act.VOID_ROUND: _mending_lines,
    Act.AWAIT_PART: _start_lines,
    Act.CONFIRM_FELT: _felt_lines,
}


def felt_check_lines(state: State) -> tuple[Text, ...]:
    """Return the public cards, the locked bets, and what must lie on the felt if it differs."""
    dealt_lines = state.game.card_lines() if any(state.game.cards.values()) else ()
    present = stacks_to_check(state)
    if state.phase is not Phase.ROUND:
        return (*dealt_lines, _felt_bets_line(state, present))
    locked = {stack: bet.cents for stack, bet in state.round.bets.locked_bets.items()}
    if present == locked:
        return (*dealt_lines, _felt_bets_line(state, locked))
    return (*dealt_lines, *_differing_felt_lines(state, locked, present))


def _felt_bets_line(state: State, stacks: Mapping[Stack, Cents]) -> Text:
    values: TextValues = {"count": len(stacks), "total_cents": sum(stacks.values())}
    return state.rules.amounts.amount_words("prompt.felt_bets", values)


def _differing_felt_lines(
    state: State, locked: Mapping[Stack, Cents], present: Mapping[Stack, Cents]
) -> tuple[Text, ...]:
    """Return the locked bets, and beside them each stack that lies there: some are taken or paid
    already.
    """
    amounts = state.rules.amounts
    values: TextValues = {
        "count": len(locked),
        "locked_cents": sum(locked.values()),
        "total_cents": sum(present.values()),
    }
    stack_lines = (
        amounts.amount_words("prompt.felt_stack", {**place_values(place), "cents": cents})
        for (place, _), cents in present.items()
    )
    key = "prompt.felt_differs" if present else "prompt.felt_bare"
    return (amounts.amount_words(key, values), *stack_lines)
