"""The dealer's display: the table's next step, in words."""

from collections.abc import Callable, Mapping
from typing import Final

from firmware.core.display import bank, bets
from firmware.core.display.asks import asked_of_deal
from firmware.core.display.calls import calls
from firmware.core.display.deciding import deciding
from firmware.core.game.wording import score_of
from firmware.core.table.decisions import choices_in_focus
from firmware.core.table.payments import taking
from firmware.core.table.shuffling import shuffler_awaited
from firmware.core.table.state import State
from firmware.core.vocabulary.asks import Act, Ask
from firmware.core.vocabulary.instruments import Keyed
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import BetSettled, base_name, bet_name, named

_CALLED: Final = (Phase.OPEN, Phase.ROUND)
"""The phases in which a call may hold."""


def dealer_lines(state: State, ask: Ask) -> tuple[Text, ...]:
    """Return the lines of the dealer's display: first the next step, then help."""
    lines = LINES[ask.do](state, ask)
    if not state.stopped and state.phase in _CALLED:
        lines = (*lines, *calls(state))
    return lines if state.refused is None else (*lines, state.refused)


def _card_lines(state: State, ask: Ask) -> tuple[Text, ...]:
    """Name the card being entered by hand, or ask for one; then the deal's own prompt."""
    beneath = asked_of_deal(state)
    lines = LINES[beneath.do](state, beneath)
    if ask.do is Act.CHOOSE_CARD or state.gesture.entering is None:
        return (Text("prompt.choose_card"), *lines)
    return (Text("prompt.enter_card", {"card": state.gesture.entering.card.name}), *lines)


# cards and results


def _result_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    thrown = state.phase is Phase.OPEN
    return (_result_line(state), *(bets.betting(state) if thrown else state.game.told()))


def _result_line(state: State) -> Text:
    """Ask for the instrument's result, with the unfinished entry."""
    instrument, keyed = state.game.INSTRUMENT, state.gesture.keyed
    if instrument is None or keyed == Keyed():
        waits = f"prompt.{instrument.step}" if instrument and state.game.THROWN else "prompt.spin"
        return Text(waits)
    what = "prompt.key_dice" if instrument.faces else "prompt.key_number"
    said = " ".join((*keyed.symbols, keyed.digits)).strip() or "–"
    return Text(what if keyed.first is None else f"{what}_again", {"result": said})


def _draw_lines(_state: State, _ask: Ask) -> tuple[Text, ...]:
    return (Text("prompt.drawing"),)


def _deal_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    return _due(state)


def _decide_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    decided = next((_score(state, c.spot, c.hand) for c in choices_in_focus(state)), ())
    return (*deciding(state), *decided, *_due(state))


def _score(state: State, spot: int, hand: int | None) -> tuple[Text, ...]:
    """Return the score of a hand that is face up, which the dealer announces (11)."""
    name = f"{spot}.{hand}" if hand else f"{spot}"
    score = state.game.score(name) if state.game.cards.get(name) else None
    return () if score is None else (score_of(name, score),)


def _due(state: State) -> tuple[Text, ...]:
    due = state.game.due
    if due is None:
        return ()
    if state.shoe.empty:
        return (Text("prompt.shoe_empty"), Text("prompt.void_round"))
    key = "prompt.tile_to" if state.game.REDEALS else "prompt.card_to"
    return (Text(key, {"hand": due.words, "index": due.nth}),)


def _shuffle_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    key = "prompt.shuffle_in_turn" if state.game.in_turn else "prompt.shuffle"
    awaited = (Text("prompt.shuffler_awaited"),) if shuffler_awaited(state) else ()
    return (Text(key), *awaited, *bets.reversing(state), *bets.close_table(state))


# payments


def _pay_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    line = state.round.bets.paying
    if line is None:
        return (state.game.result(),)
    told = _result_and_score(state, line.bet.place.spot, line.hand)
    return (_pay(state, line), *bank.pays(state), *told)


def _pay(state: State, line: BetSettled) -> Text:
    key = "prompt.pay_commission" if line.commission else "prompt.pay"
    if line.odds is None:
        key = "prompt.pay_prize"
    if is_capped(state, line):
        key = "prompt.pay_most"
    owed = {"paid_cents": line.paid, "commission_cents": line.commission}
    values = {**named(line.bet.place, line.hand), "odds": line.odds or "", **owed}
    return state.rules.amounts.words(key, values)


def is_capped(state: State, line: BetSettled) -> bool:
    """Return whether the table's maximum is paid, or may be where amounts are unseen."""
    has_most = base_name(line.bet.place.on) in state.game.caps
    return line.capped if state.rules.amounts.known else has_most and line.outcome == "win"


def _take_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    lost = taking(state)
    if lost is None:
        return (state.game.result(),)
    words = state.rules.amounts.words(lost.key, lost.values)
    told = _result_and_score(state, lost.stack[0].spot, next(iter(lost.hands), None))
    return (words, *bank.takes(state), *told)


def _result_and_score(state: State, spot: int, hand: int | None) -> tuple[Text, ...]:
    """Return the result and the score of a hand; this alone if the result is all the scores."""
    score = _score(state, spot, hand)
    return score if score and not state.game.scores() else (state.game.result(), *score)


def _move_lines(_state: State, ask: Ask) -> tuple[Text, ...]:
    return (Text("prompt.move", {**named(ask.stack[0]), "to": bet_name(ask.to or "")}),)


def _confirm_lines(state: State, _ask: Ask) -> tuple[Text, ...]:
    return (Text("prompt.confirm"), *bank.comes_to(state), state.game.result())


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
    Act.OPEN_TABLE: bets.open_table,
    Act.PLACE_BETS: bets.place_bets,
    Act.PUT_BACK: bets.put_back,
    Act.RETURN_BET: bets.give_back,
    Act.KEY_AMOUNT: bets.key_amount,
    Act.KEY_PRICE: bets.key_price,
    Act.UNREAD_CHIP: bets.unread_chip,
    Act.READ_CHIPS: bets.reading_chips,
    Act.RESOLVE_LATE: bets.resolve_late,
    Act.DEAL: _deal_lines,
    Act.CHOOSE_CARD: _card_lines,
    Act.ENTER_CARD: _card_lines,
    Act.SHUFFLE: _shuffle_lines,
    Act.DECIDE: _decide_lines,
    Act.DRAW_NUMBER: _draw_lines,
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
    """Return the public cards and the bets that should be on the felt."""
    locked = state.round.bets.locked.values() if state.phase is Phase.ROUND else state.felt.bets()
    total = sum(bet.cents for bet in locked)
    values: Values = {"count": len(locked), "total_cents": total}
    dealt = state.game.cards_told() if any(state.game.cards.values()) else ()
    return (*dealt, state.rules.amounts.words("prompt.felt_bets", values))
