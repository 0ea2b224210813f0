"""The players' decisions, as keyed by the dealer: turn, cost and cards of each."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from firmware.core.game.course import Choice, Decision, Stake
from firmware.core.table.card_picker import Entry
from firmware.core.table.state import State
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import KeyPressed, NumberDrawn
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Alert, Text
from firmware.core.vocabulary.phase import OPEN, ROUND
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import Announced, Decided, LateBet, named

OFFER_MS: Final = 10_000
"""How long chips may lie for a decision without its key."""


def open_choices(state: State) -> Sequence[Choice]:
    """Return the open choices; before any bet is laid those of the bank, between two rolls those
    of the shooter.
    """
    phase = state.phase
    if phase is ROUND:
        return state.game.choices
    if phase is not OPEN or (state.felt.stacks and not state.game.THROWN):
        return ()
    return [choice for choice in state.game.choices if choice.spot in state.felt.spots]


def focus(state: State) -> int | None:
    """Return the spot of a decision key: the one in focus, or the next one that is asked."""
    return focus_of(state, open_choices(state))


def focus_of(state: State, choices: Sequence[Choice]) -> int | None:
    """Return the same of these open choices."""
    if not choices:
        return None
    chosen = state.gesture.focus
    if chosen is not None and any(choice.spot == chosen for choice in choices):
        return chosen
    return choices[0].spot if state.game.asks else None


def choices_in_focus(state: State) -> list[Choice]:
    """Return the open choices of the spot in focus."""
    choices = open_choices(state)
    spot = focus_of(state, choices)
    return [choice for choice in choices if choice.spot == spot] if choices else []


def next_spot(state: State) -> None:
    """Go on to the next spot that may decide something."""
    spots = list(dict.fromkeys(choice.spot for choice in open_choices(state)))
    if not spots:
        raise Forbidden("why.not_now")
    at = focus(state)
    chosen = spots[(spots.index(at) + 1) % len(spots)] if at in spots else spots[0]
    state.gesture = replace(state.gesture, focus=chosen)
    state.remember_undo()


def decide(state: State, event: KeyPressed) -> None:
    """Take the decision of the spot in focus, with the chips laid for it."""
    choice = _chosen(state, event.key)
    low = state.gesture.low if choice.picks else ()
    decision = Decision(choice, _laid(state, choice), low)
    state.gesture = replace(state.gesture, low=(), entering=None)
    called = state.game.call
    state.game.decide(decision)
    state.gesture = replace(state.gesture, focus=None)
    _lock(state, decision)
    state.remember_undo()
    state.rule(Decided(choice.spot, choice.do, dict(decision.laid), choice.hand, choice.bettor))
    announce_call(state, called)
    lapse_offer(state)
    announce_result(state)


def number_drawn(state: State, event: NumberDrawn) -> None:
    """Take the number that the shell has drawn (48.1); from then on no key is undone."""
    state.forget_undo()
    drawn = state.game.take_number(event.number)
    state.rule(Decided(drawn.spot, drawn.do))


def announce_call(state: State, before: Text | None) -> None:
    """Announce what the dealer must call from now on."""
    call = state.game.call
    if call is not None and call != before:
        state.rule(Announced(call), Alert.CALL)


def announce_result(state: State) -> None:
    """Announce each result as soon as the game has it, and before the first the scores (11)."""
    results = state.game.results
    scores = state.game.scores() if results and not state.round.announced else ()
    for score in scores:
        state.rule(Announced(score))
    for words in results[state.round.announced :]:
        state.rule(Announced(words), Alert.RESULT)
    state.round.announced = len(results)


def _chosen(state: State, key: Key) -> Choice:
    """Return the choice that the key means: of several bettors' the one who has laid chips."""
    found = [choice for choice in choices_in_focus(state) if choice.do is key]
    if not found:
        raise Forbidden(_why_not(state, key))
    return next((c for c in found if _offered(state, c)), found[0])


def _why_not(state: State, key: Key) -> Text:
    spot = focus(state)
    if spot is None:
        return Text("why.nothing_to_decide")
    return Text("why.not_this_decision", {"spot": spot, "do": Text(f"do.{key.value}")})


def may_pass(state: State) -> bool:
    """Return whether the dealer may go on without an answer."""
    return state.game.may_pass


def pass_on(state: State) -> None:
    """Go on; a spot without an answer declines."""
    state.game.pass_on()
    state.gesture = replace(state.gesture, focus=None)
    state.remember_undo()
    lapse_offer(state)
    announce_result(state)


# chips laid for a decision


def _offered(state: State, choice: Choice) -> bool:
    return any(offered(state, _stack(choice, stake)) for stake in choice.stakes)


def _stack(choice: Choice, stake: Stake) -> Stack:
    return Place(choice.spot, stake.on), choice.bettor


def offered(state: State, stack: Stack) -> Cents:
    """Return the chips at a place above its stake that are not late."""
    bets = state.round.bets
    above = state.felt.amount(stack) - bets.stake(stack)
    return NOTHING if stack in bets.late else Cents(max(0, above))


def may_be_offered(state: State, stack: Stack) -> bool:
    """Return whether chips at a place may pay for an open decision: its locked stake is whole."""
    bets = state.round.bets
    asked = (
        _stack(choice, stake) == stack for choice in open_choices(state) for stake in choice.stakes
    )
    enough = state.felt.amount(stack) >= bets.stake(stack)
    return enough and stack not in bets.late and any(asked)


def lapse_offer(state: State) -> None:
    """Take chips that were offered, and no decision has claimed, for late bets."""
    if state.round.offered_at is None:
        return
    state.round.offered_at = None
    bets = state.round.bets
    for stack in list(state.felt.stacks):
        cents = offered(state, stack)
        if cents and not bets.decided(stack) and stack not in bets.returning:
            bets.late[stack] = bets.stake(stack)
            after = state.now - bets.locked_at
            state.rule(LateBet(stack[0], cents, "added", stack[1], after), Alert.LATE)


def _laid(state: State, choice: Choice) -> dict[str, Cents]:
    """Return the chips laid for a choice. Raises Forbidden unless their amount is its cost."""
    return {stake.on: _amount(state, choice, stake) for stake in choice.stakes}


def _amount(state: State, choice: Choice, stake: Stake) -> Cents:
    cents = offered(state, _stack(choice, stake))
    if not state.rules.amounts.by_reader:
        return stake.least
    if stake.least <= cents <= stake.most:
        return cents
    key = "why.stake" if stake.least == stake.most else "why.stake_range"
    limits = {"least_cents": stake.least, "most_cents": stake.most, "cents": cents}
    raise Forbidden(key, **named(Place(choice.spot, stake.on)), **limits)


def _lock(state: State, decision: Decision) -> None:
    bets = state.round.bets
    for on, cents in decision.laid.items():
        stack = Place(decision.spot, on), decision.choice.bettor
        bets.add(stack, cents)
        if not state.rules.amounts.by_reader:
            state.felt.put(stack, bets.stake(stack))


# naming the cards of a hand that is set


def sets(state: State) -> bool:
    """Return whether the spot in focus names cards."""
    return any(choice.picks for choice in choices_in_focus(state))


def turned_to(state: State) -> Entry:
    """Return the card that is being named: of a hand that is set, at first the pack's first."""
    return state.gesture.entering or Entry(state.game.pack, chosen=True)


def pick(state: State) -> None:
    """Add the card chosen by rank and suit to the hand that is being set.

    Once it is named as often as the pack has it, it is taken out again.
    """
    if not sets(state):
        raise Forbidden("why.not_now")
    card, low = turned_to(state).card, state.gesture.low
    if low.count(card) < state.game.pack.count(card):
        low = (*low, card)
    else:
        low = tuple(other for other in low if other is not card)
    state.gesture = replace(state.gesture, low=low, entering=None)
    state.remember_undo()
