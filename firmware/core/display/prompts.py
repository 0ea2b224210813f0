"""The dealer's display: what the table waits for, in words."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from firmware.core.display.asks import asked_of_deal
from firmware.core.game.course import DEALER, Choice
from firmware.core.table.closing import may_end_play
from firmware.core.table.colours import pricing
from firmware.core.table.decisions import choices_in_focus, sets, turned_to
from firmware.core.table.keying import place_being_keyed
from firmware.core.table.legality import touched_bets, why_illegal
from firmware.core.table.state import State
from firmware.core.vocabulary.asks import Act, Ask
from firmware.core.vocabulary.instruments import Keyed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import BetSettled, bet_name, named

NUMBERS = 7
"""The numbers of article 48.1: six positions, and the dealer's."""


def dealer_lines(state: State, ask: Ask) -> tuple[Text, ...]:
    """Return what the dealer's display says: what the table waits for first, then what helps."""
    lines = LINES[ask.do](state, ask)
    return lines if state.refused is None else (*lines, state.refused)


def _card_lines(state: State, ask: Ask) -> tuple[Text, ...]:
    """Name the card that is entered by hand, or ask for one; then what the deal waits for."""
    beneath = asked_of_deal(state)
    lines = LINES[beneath.do](state, beneath)
    if ask.do is Act.CHOOSE_CARD or state.gesture.entering is None:
        return (Text("prompt.choose_card"), *lines)
    return (Text("prompt.enter_card", {"card": state.gesture.entering.card.name}), *lines)


# bets


def _open_table_lines(_state: State, _ask: Ask) -> tuple[Text, ...]:
    return (Text("prompt.open_table"),)


def _place_bets_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    if state.felt.unread():
        return (Text("prompt.place_bets"),)
    return (Text("prompt.place_bets"), *_betting_lines(state))


def _betting_lines(state: State) -> tuple[Text, ...]:
    """Return what else may be done while bets are open."""
    return (*_being_keyed(state), *_deciding(state), *state.game.told(), *_close_line(state))


def _close_line(state: State) -> tuple[Text, ...]:
    """Say how the supervisor closes the table, if he may and has turned his key."""
    return (Text("prompt.close_table"),) if may_end_play(state) else ()


def _being_keyed(state: State) -> tuple[Text, ...]:
    """Return the amount that is being keyed, and why it would be no legal bet."""
    place = place_being_keyed(state)
    if place is None:
        return ()
    stack = place, None
    cents, refusal = state.felt.amount(stack), why_illegal(state, stack)
    amount = Text("prompt.key_amount", {**named(place), "cents": cents})
    return (amount, refusal.why) if refusal and cents else (amount,)


def _key_amount_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    return (*_being_keyed(state), Text("prompt.place_bets"))


def _key_price_lines(state: State, ask: Ask) -> tuple[Text, ...]:
    priced = pricing(state)
    values: Values = {"spot": ask.spot or 0, "cents": priced.cents if priced else NOTHING}
    return (Text("prompt.price", values), *state.game.told())


def _put_back_lines(state: State, ask: Ask) -> tuple[Text, ...]:
    return (_money(state, "prompt.put_back", ask, touched_bets(state)[ask.stack]),)


def _return_lines(state: State, ask: Ask) -> tuple[Text, ...]:
    line = _money(state, "prompt.return_bet", ask, state.felt.amount(ask.stack))
    refusal = why_illegal(state, ask.stack) if state.phase is Phase.OPEN else None
    return (line, refusal.why) if refusal and not state.refused else (line,)


def _unread_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    return tuple(Text("prompt.chip_unread", named(place)) for place in state.felt.unread())


def _reading_lines(_state: State, ask: Ask) -> tuple[Text, ...]:
    return () if ask.spot is None else (Text("prompt.reading_chips", named(ask.stack[0])),)


def _late_lines(state: State, ask: Ask) -> tuple[Text, ...]:
    return (_money(state, "prompt.resolve_late", ask, state.round.bets.late[ask.stack]),)


def _money(state: State, key: str, ask: Ask, cents: Cents) -> Text:
    """Return words about chips at a place, their amount masked if it is unseen."""
    return state.rules.amounts.words(key, {**named(ask.stack[0]), "cents": cents})


# cards and results


def _result_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    thrown = state.phase is Phase.OPEN
    return (_result_line(state), *(_betting_lines(state) if thrown else state.game.told()))


def _result_line(state: State) -> Text:
    """Say what is waited for of an instrument, and what is keyed of it so far."""
    instrument, keyed = state.game.INSTRUMENT, state.gesture.keyed
    if instrument is None or keyed == Keyed():
        waits = f"prompt.{instrument.step}" if instrument and state.game.THROWN else "prompt.spin"
        return Text(waits)
    what = "prompt.key_dice" if instrument.faces else "prompt.key_number"
    said = " ".join((*keyed.symbols, keyed.digits)).strip() or "–"
    return Text(what if keyed.first is None else f"{what}_again", {"result": said})


def _deal_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    return (*_due(state), *_last_of_shoe(state))


def _decide_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    return (*_deciding(state), *_due(state), *_last_of_shoe(state))


def _due(state: State) -> tuple[Text, ...]:
    due = state.game.due
    if due is None:
        return ()
    key = "prompt.tile_to" if state.game.REDEALS else "prompt.card_to"
    return (Text(key, {"hand": due.words, "index": due.nth}),)


def _last_of_shoe(state: State) -> tuple[Text, ...]:
    return (Text("prompt.cut_last"),) if state.shoe.cut else ()


def _shuffle_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    return (Text("prompt.shuffle"), *_close_line(state))


# decisions


def _deciding(state: State) -> tuple[Text, ...]:
    """Ask the spot in focus what it decides."""
    choices = choices_in_focus(state)
    if not choices:
        return ()
    named = _named_cards(state)
    if choices[0].do is Key.NUMBER:
        return (Text("prompt.number", {"spot": choices[0].spot or NUMBERS}),)
    first = choices[0]
    values: Values = {"spot": first.spot, "hand": first.hand or 0, "what": _any_of(choices)}
    if first.about:
        values = {**values, "on": bet_name(first.about)}
    return (Text(_whose(first), values), *named)


def _whose(choice: Choice) -> str:
    if choice.spot == DEALER:
        return "prompt.decide_bank"
    if choice.about:
        return "prompt.decide_bet"
    return "prompt.decide" if choice.hand is None else "prompt.decide_hand"


def _any_of(choices: Sequence[Choice]) -> Text:
    """Return what may be decided, in words: tirer, rester ou doubler."""
    first, *others = [Text(f"do.{do.value}") for do in dict.fromkeys(c.do for c in choices)]
    said = first
    for at, other in enumerate(others, start=1):
        key = "prompt.or" if at == len(others) else "prompt.comma"
        said = Text(key, {"what": said, "other": other})
    return said


def _named_cards(state: State) -> tuple[Text, ...]:
    """Return the cards named so far, and the one that is being named, of a hand that is set."""
    if not sets(state):
        return ()
    named = " ".join(card.name for card in state.gesture.low)
    card = turned_to(state).card.name
    return (Text("prompt.pick", {"card": card, "player": named}),)


# payments


def _pay_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    line = state.round.bets.paying
    return (state.game.result(),) if line is None else (_pay(state, line), state.game.result())


def _pay(state: State, line: BetSettled) -> Text:
    key = "prompt.pay_commission" if line.commission else "prompt.pay"
    if line.odds is None:
        key = "prompt.pay_prize"
    owed = {"paid_cents": line.paid, "commission_cents": line.commission}
    values = {**named(line.bet.place), "odds": line.odds or "", **owed}
    return state.rules.amounts.words(key, values)


def _take_lines(state: State, ask: Ask) -> tuple[Text, ...]:
    return (Text("prompt.take", named(ask.stack[0])), state.game.result())


def _move_lines(_state: State, ask: Ask) -> tuple[Text, ...]:
    return (Text("prompt.move", {**named(ask.stack[0]), "to": bet_name(ask.to or "")}),)


def _confirm_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    return (Text("prompt.confirm"), state.game.result())


# a stopped deal


def _mending_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    fault = state.device.trouble.stopping[0]
    if state.device.trouble.needs_void:
        return (fault.words, Text("prompt.void_round"))
    return (fault.words, Text("prompt.supervisor_clear") if fault.gone else fault.remedy)


def _start_lines(_state: State, ask: Ask) -> tuple[Text, ...]:
    return (Text("prompt.starting", {"part": Text(f"part.{ask.part}")}),)


def _felt_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    return (Text("prompt.confirm_felt"), *felt_lines(state))


LINES: Final[Mapping[Act, Callable[[State, Ask], tuple[Text, ...]]]] = {
    Act.OPEN_TABLE: _open_table_lines,
    Act.PLACE_BETS: _place_bets_lines,
    Act.PUT_BACK: _put_back_lines,
    Act.RETURN_BET: _return_lines,
    Act.KEY_AMOUNT: _key_amount_lines,
    Act.KEY_PRICE: _key_price_lines,
    Act.UNREAD_CHIP: _unread_lines,
    Act.READ_CHIPS: _reading_lines,
    Act.RESOLVE_LATE: _late_lines,
    Act.DEAL: _deal_lines,
    Act.CHOOSE_CARD: _card_lines,
    Act.ENTER_CARD: _card_lines,
    Act.SHUFFLE: _shuffle_lines,
    Act.DECIDE: _decide_lines,
    Act.BRING_RESULT: _result_lines,
    Act.KEY_RESULT: _result_lines,
    Act.KEY_AGAIN: _result_lines,
    Act.PAY: _pay_lines,
    Act.TAKE: _take_lines,
    Act.MOVE: _move_lines,
    Act.CONFIRM: _confirm_lines,
    Act.MEND: _mending_lines,
    Act.CLEAR: _mending_lines,
    Act.VOID: _mending_lines,
    Act.START: _start_lines,
    Act.CONFIRM_FELT: _felt_lines,
}


def felt_lines(state: State) -> tuple[Text, ...]:
    """Say what should lie on the felt: the public cards and the bets."""
    locked = state.round.bets.locked.values() if state.phase is Phase.ROUND else state.felt.bets()
    total = sum(bet.cents for bet in locked)
    values: Values = {"count": len(locked), "total_cents": total}
    dealt = state.game.cards_told() if any(state.game.cards.values()) else ()
    return (*dealt, state.rules.amounts.words("prompt.felt_bets", values))
