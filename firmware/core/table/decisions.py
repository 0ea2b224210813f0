"""The players' decisions, as keyed by the dealer: turn, cost and cards of each."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from firmware.core.game.course import Choice, Decision, DecisionStake
from firmware.core.table.card_picker import CardEntry
from firmware.core.table.event_effects import EventRole
from firmware.core.table.state import State
from firmware.core.vocabulary.bets import place_values
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import KeyPressed, NumberDrawn
from firmware.core.vocabulary.keys import DECISION_WORDS, Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import SoundAlert, Text
from firmware.core.vocabulary.phase import OPEN, ROUND
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import Announced, Decided, LateBet

OFFER_MS: Final = 10_000
"""How long chips may wait for the key of their decision."""


def open_choices(state: State) -> Sequence[Choice]:
    """Return the open choices; before any bet is laid those of the bank, between two rolls those
    of the shooter.
    """
    phase = state.phase
    if phase is ROUND:
        return state.game.choices
    if phase is not OPEN or (state.felt.stacks and not state.game.THROW_CLOSES_BETS):
        return ()
    return [choice for choice in state.game.choices if choice.spot in state.felt.spots]


def focused_spot(state: State) -> int | None:
    """Return the spot of a decision key: the one in focus, or the next one that is asked."""
    return focused_spot_of(state, open_choices(state))


def focused_spot_of(state: State, choices: Sequence[Choice]) -> int | None:
    """Return the same of these open choices."""
    if not choices:
        return None
    chosen = state.key_entry.focus
    if chosen is not None and any(choice.spot == chosen for choice in choices):
        return chosen
    return choices[0].spot if state.game.asks_in_order else None


def choices_in_focus(state: State) -> list[Choice]:
    """Return the open choices of the spot in focus."""
    choices = open_choices(state)
    spot = focused_spot_of(state, choices)
    return [choice for choice in choices if choice.spot == spot] if choices else []


def next_spot(state: State) -> None:
    """Choose the next spot that may decide something."""
    spots = list(dict.fromkeys(choice.spot for choice in open_choices(state)))
    if not spots:
        raise Forbidden("why.not_now")
    current = focused_spot(state)
    chosen = spots[(spots.index(current) + 1) % len(spots)] if current in spots else spots[0]
    state.key_entry = replace(state.key_entry, focus=chosen)
    state.remember_undo()


def take_decision(state: State, event: KeyPressed) -> None:
    """Take the decision of the spot in focus, with the chips laid for it."""
    choice = _chosen_choice(state, event.key)
    low_hand = state.key_entry.low if choice.names_cards else ()
    decision = Decision(choice, _laid_by_place(state, choice), low_hand)
    state.key_entry = replace(state.key_entry, low=(), entering=None)
    previous_call = state.game.current_call
    state.game.decide(decision)
    if state.phase is ROUND:  # the bank and the shooter are chosen before
        state.effects.role = EventRole.DECISION
    state.key_entry = replace(state.key_entry, focus=None)
    _lock_decision(state, decision)
    state.remember_undo()
    state.add_ruling(
        Decided(choice.spot, choice.do, dict(decision.laid_cents), choice.hand, choice.bettor)
    )
    announce_call(state, previous_call)
    lapse_offer(state)
    announce_result(state)


def number_drawn(state: State, event: NumberDrawn) -> None:
    """Take the number that the shell has drawn (48.1); from then on the supervisor undoes it."""
    state.forget_undo()
    number_decision = state.game.take_number(event.number)
    state.effects.role = EventRole.DECISION
    state.add_ruling(Decided(number_decision.spot, number_decision.do))


def announce_call(state: State, before: Text | None) -> None:
    """Announce a call that the dealer must make from now on."""
    call = state.game.current_call
    if call is not None and call != before:
        state.add_ruling(Announced(call), SoundAlert.CALL)


def announce_result(state: State) -> None:
    """Announce each result as soon as the game has it, and before the first the scores (11)."""
    results = state.game.results
    scores = state.game.scores() if results and not state.round.results_announced else ()
    for score in scores:
        state.add_ruling(Announced(score))
    for words in results[state.round.results_announced :]:
        state.add_ruling(Announced(words), SoundAlert.RESULT)
    state.round.results_announced = len(results)


def _chosen_choice(state: State, key: Key) -> Choice:
    """Return the choice of this key: of several bettors' that of the one who offers chips."""
    matching_choices = [choice for choice in choices_in_focus(state) if choice.do is key]
    if not matching_choices:
        raise Forbidden(_refusal_reason(state, key))
    offered = (choice for choice in matching_choices if _has_offer(state, choice))
    return next(offered, matching_choices[0])


def _refusal_reason(state: State, key: Key) -> Text:
    spot = focused_spot(state)
    if spot is None:
        return Text("why.nothing_to_decide")
    return Text("why.not_this_decision", {"spot": spot, "do": Text(DECISION_WORDS[key])})


def may_skip_decision(state: State) -> bool:
    """Return whether the dealer may continue without an answer."""
    return state.game.may_pass


def skip_decision(state: State) -> None:
    """Continue without an answer: the spot declines."""
    state.game.skip_decision()
    state.effects.role = EventRole.DECISION
    state.key_entry = replace(state.key_entry, focus=None)
    state.remember_undo()
    lapse_offer(state)
    announce_result(state)


# chips laid for a decision


def _has_offer(state: State, choice: Choice) -> bool:
    return any(offered_cents(state, _stake_stack(choice, stake)) for stake in choice.stakes)


def _stake_stack(choice: Choice, stake: DecisionStake) -> Stack:
    return Place(choice.spot, stake.on), choice.bettor


def offered_cents(state: State, stack: Stack) -> Cents:
    """Return the chips at a place above its stake that are not late."""
    bets = state.round.bets
    above = state.felt.amount(stack) - bets.stake(stack)
    return NO_CENTS if stack in bets.late_stacks else Cents(max(0, above))


def may_be_offered(state: State, stack: Stack) -> bool:
    """Return whether chips at a place may pay for an open decision: its locked stake is whole."""
    bets = state.round.bets
    open_stakes = (
        _stake_stack(choice, stake) == stack
        for choice in open_choices(state)
        for stake in choice.stakes
    )
    stake_is_whole = state.felt.amount(stack) >= bets.stake(stack)
    return stake_is_whole and stack not in bets.late_stacks and any(open_stakes)


def lapse_offer(state: State) -> None:
    """Take chips that were offered, and no decision has claimed, for late bets."""
    if state.round.offered_at_ms is None:
        return
    state.round.offered_at_ms = None
    bets = state.round.bets
    for stack in list(state.felt.stacks):
        cents = offered_cents(state, stack)
        if cents and not bets.is_decided(stack) and stack not in bets.returning_stacks:
            bets.late_stacks[stack] = bets.stake(stack)
            after = state.now - bets.locked_at
            state.add_ruling(LateBet(stack[0], cents, "added", stack[1], after), SoundAlert.LATE)


def _laid_by_place(state: State, choice: Choice) -> dict[str, Cents]:
    """Return the chips laid for a choice. Raises Forbidden unless their amount is its cost."""
    return {stake.on: _checked_amount(state, choice, stake) for stake in choice.stakes}


def _checked_amount(state: State, choice: Choice, stake: DecisionStake) -> Cents:
    cents = offered_cents(state, _stake_stack(choice, stake))
    if not state.rules.amounts.by_reader:
        return stake.least  # nothing sees the chips: the dealer answers for them
    if stake.allows(cents):
        return cents
    limit_values = {"least_cents": stake.least, "most_cents": stake.most, "cents": cents}
    raise Forbidden(
        _amount_refusal_key(stake),
        **place_values(Place(choice.spot, stake.on)),
        **limit_values,
        step_cents=stake.step,
    )


def _amount_refusal_key(stake: DecisionStake) -> str:
    """Return the key of the amounts that are allowed; a least of one cent limits nothing."""
    if stake.least == stake.most:
        return "why.stake"
    if stake.step > 1:
        return "why.stake_step"
    return "why.stake_range" if stake.least > 1 else "why.stake_most"


def _lock_decision(state: State, decision: Decision) -> None:
    bets = state.round.bets
    for bet_name, cents in decision.laid_cents.items():
        stack = Place(decision.spot, bet_name), decision.choice.bettor
        bets.add_stake(stack, cents)
        if not state.rules.amounts.by_reader:
            state.felt.set_amount(stack, bets.stake(stack))


# naming the cards of a hand that is set


def names_cards(state: State) -> bool:
    """Return whether the spot in focus names cards."""
    return any(choice.names_cards for choice in choices_in_focus(state))


def current_card_entry(state: State) -> CardEntry:
    """Return the card that is being named: of a hand that is set, at first the pack's first."""
    return state.key_entry.entering or CardEntry(state.game.pack, chosen=True)


def pick_card(state: State) -> None:
    """Add the card chosen by rank and suit to the hand that is being set.

    Once it is named as often as the pack has it, it is taken out again.
    """
    if not names_cards(state):
        raise Forbidden("why.not_now")
    card, low_hand = current_card_entry(state).card, state.key_entry.low
    if low_hand.count(card) < state.game.pack.count(card):
        low_hand = (*low_hand, card)
    else:
        low_hand = tuple(named_card for named_card in low_hand if named_card is not card)
    state.key_entry = replace(state.key_entry, low=low_hand, entering=None)
    state.remember_undo()
