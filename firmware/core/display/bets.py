"""The lines of the dealer's display about bets; the first line of each is the prompt."""

from firmware.core.display.bank import covers
from firmware.core.display.deciding import deciding
from firmware.core.table.closing import may_end_play
from firmware.core.table.colours import pricing
from firmware.core.table.keying import place_being_keyed
from firmware.core.table.legality import touched_bets, why_illegal
from firmware.core.table.state import State
from firmware.core.vocabulary.asks import Ask
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import named


def open_table(state: State, _ask: Ask) -> tuple[Text, ...]:
    return (Text("prompt.open_table"), *_head(state))


def _head(state: State) -> tuple[Text, ...]:
    """Show the journal's head of the last closing, to be written down."""
    head = state.device.head
    return (Text("prompt.journal_head", {"head": head.shown}),) if head else ()


def place_bets(state: State, _ask: Ask) -> tuple[Text, ...]:
    if state.felt.unread():
        return (Text("prompt.place_bets"),)
    return (Text("prompt.place_bets"), *betting(state))


def betting(state: State) -> tuple[Text, ...]:
    """Return the other possible acts while bets are open."""
    return (
        *_being_keyed(state),
        *state.game.told(),
        *deciding(state),
        *reversing(state),
        *covers(state),
        *close_table(state),
    )


def close_table(state: State) -> tuple[Text, ...]:
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


def key_amount(state: State, _ask: Ask) -> tuple[Text, ...]:
    return (*_being_keyed(state), Text("prompt.place_bets"))


def key_price(state: State, ask: Ask) -> tuple[Text, ...]:
    priced = pricing(state)
    values: Values = {"spot": ask.spot or 0, "cents": priced.cents if priced else NOTHING}
    return (Text("prompt.price", values), *state.game.told())


def put_back(state: State, ask: Ask) -> tuple[Text, ...]:
    return (_money(state, "prompt.put_back", ask, touched_bets(state)[ask.stack]),)


def give_back(state: State, ask: Ask) -> tuple[Text, ...]:
    why = _why_given_back(state, ask.stack)
    whys = () if why is None or why == state.refused else (why,)
    return (_goes_back(state, ask), *whys, *reversing(state))


def _goes_back(state: State, ask: Ask) -> Text:
    """Say what of a stack goes back to the player, and before it what to the house."""
    lies, amounts = state.felt.amount(ask.stack), state.rules.amounts
    moved = next((one for one in state.round.reversals if one.stack == ask.stack), None)
    if moved is None:
        return _money(state, "prompt.return_bet", ask, lies)
    paid = Cents(lies - moved.stake) if amounts.by_reader else moved.paid
    stake = min(lies, moved.stake) if amounts.by_reader else moved.stake
    if paid <= 0 and amounts.known:
        return _money(state, "prompt.return_bet", ask, stake)
    key = "prompt.return_paid" if stake else "prompt.collect_paid"
    return amounts.words(key, {**named(ask.stack[0]), "cents": stake, "paid_cents": paid})


def reversing(state: State) -> tuple[Text, ...]:
    """Say which chips go back besides those on the felt, until the dealer confirms it."""
    return tuple(
        state.rules.amounts.words(key, {**named(one.stack[0]), "cents": cents})
        for one in state.round.reversals
        for key, cents in (
            ("prompt.give_taken", one.gives),
            ("prompt.collect_from_player", one.collects),
        )
        if cents
    )


def _why_given_back(state: State, stack: Stack) -> Text | None:
    """Return why chips are no bet: as they lie now, as they lay at the close, or after a void."""
    refusal = why_illegal(state, stack) if state.phase is Phase.OPEN else None
    if refusal is not None:
        return refusal.why
    voided = Text("why.round_voided") if state.round.voided else None
    return state.round.bets.reasons.get(stack, voided)


def unread_chip(state: State, _ask: Ask) -> tuple[Text, ...]:
    return tuple(Text("prompt.chip_unread", named(place)) for place in state.felt.unread())


def reading_chips(_state: State, ask: Ask) -> tuple[Text, ...]:
    return () if ask.spot is None else (Text("prompt.reading_chips", named(ask.stack[0])),)


def resolve_late(state: State, ask: Ask) -> tuple[Text, ...]:
    return (_money(state, "prompt.resolve_late", ask, state.round.bets.late[ask.stack]),)


def _money(state: State, key: str, ask: Ask, cents: Cents) -> Text:
    """Return words about chips at a place, their amount masked if it is unseen."""
    return state.rules.amounts.words(key, {**named(ask.stack[0]), "cents": cents})
