"""What players decide, as the dealer keys it: whose turn it is, the chips it costs, the cards."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from firmware.core.course import Choice, Decision, Stake
from firmware.core.entry import Entry
from firmware.core.errors import Forbidden
from firmware.core.events import Event, Key, KeyPressed, Place
from firmware.core.felt import Stack
from firmware.core.money import Cents
from firmware.core.panel import Alert, Text
from firmware.core.phase import Phase
from firmware.core.rulings import Announced, Decided, LateBet, bet_name

OFFER_MS: Final = 10_000
"""How long chips may lie for a decision that the dealer has not keyed."""

if TYPE_CHECKING:
    from firmware.core.table import Table


def open_choices(table: "Table") -> Sequence[Choice]:
    """Return what may be decided now; who is the bank, before any bet is laid."""
    under = table.under
    if under is Phase.OPEN and table.felt.stacks:
        return ()
    return table.game.choices if under in (Phase.OPEN, Phase.ROUND) else ()


def focus(table: "Table") -> int | None:
    """Return the spot that a decision key counts for: the one chosen, or whose turn it is."""
    spots = [choice.spot for choice in open_choices(table)]
    if table.focus in spots:
        return table.focus
    return spots[0] if spots else None


def choices_in_focus(table: "Table") -> list[Choice]:
    """Return what the spot in focus may decide."""
    spot = focus(table)
    return [choice for choice in open_choices(table) if choice.spot == spot]


def next_spot(table: "Table", _event: KeyPressed) -> None:
    """Go on to the next spot that may decide something."""
    spots = list(dict.fromkeys(choice.spot for choice in open_choices(table)))
    if not spots:
        raise Forbidden("why.not_now")
    at = focus(table)
    table.focus = spots[(spots.index(at) + 1) % len(spots)] if at in spots else spots[0]
    table.remember_undo()


def decide(table: "Table", event: KeyPressed) -> None:
    """Take the decision of the spot in focus, with the chips that lie there for it."""
    choice = _chosen(table, event.key)
    decision = Decision(choice, _laid(table, choice), table.low if choice.picks else ())
    try:
        table.game.decide(decision)
    finally:
        table.low = ()
        table.entering = None
    table.focus = None
    _lock(table, decision)
    table.remember_undo()
    table.rule(Decided(choice.spot, choice.do, dict(decision.laid), choice.hand, choice.bettor))
    if table.offered_at is not None:
        lapse(table, event)
    _announce(table)


def _announce(table: "Table") -> None:
    if table.game.finished:
        table.rule(Announced(table.game.result()), Alert.RESULT)


def _chosen(table: "Table", key: Key) -> Choice:
    """Return the choice that the key means: of several bettors' the one who has laid chips."""
    found = [choice for choice in choices_in_focus(table) if choice.do is key]
    if not found:
        raise Forbidden(_why_not(table, key))
    return next((c for c in found if _offered(table, c)), found[0])


def _why_not(table: "Table", key: Key) -> Text:
    spot = focus(table)
    if spot is None:
        return Text("why.nothing_to_decide")
    return Text("why.not_this_decision", {"spot": spot, "do": Text(f"do.{key.value}")})


def _offered(table: "Table", choice: Choice) -> bool:
    return any(offered(table, _stack(choice, stake)) for stake in choice.stakes)


def _stack(choice: Choice, stake: Stake) -> Stack:
    return Place(choice.spot, stake.on), choice.bettor


def offered(table: "Table", stack: Stack) -> Cents:
    """Return the chips that lie at a place above what stands there, and are not late."""
    above = table.felt.amount(stack) - table.bets.standing(stack)
    return Cents(0 if stack in table.bets.late else max(0, above))


def may_be_offered(table: "Table", stack: Stack) -> bool:
    """Say whether chips may be laid there now, for a decision that is due, and are none too few."""
    asked = (
        _stack(choice, stake) == stack for choice in open_choices(table) for stake in choice.stakes
    )
    enough = table.felt.amount(stack) >= table.bets.standing(stack)
    return enough and stack not in table.bets.late and any(asked)


def lapse(table: "Table", _event: Event) -> None:
    """Take chips that no decision has claimed for a late bet, where an offer stands."""
    if table.offered_at is None:
        return
    table.offered_at = None
    for stack in list(table.felt.stacks):
        cents = offered(table, stack)
        if cents and not table.bets.decided(stack) and stack not in table.bets.returning:
            table.bets.late[stack] = table.bets.standing(stack)
            after = table.now - table.bets.locked_at
            table.rule(LateBet(stack[0], cents, "added", stack[1], after), Alert.LATE)


def _laid(table: "Table", choice: Choice) -> dict[str, Cents]:
    """Return the chips laid for a choice. Raises Forbidden where they are not what it costs."""
    return {stake.on: _amount(table, choice, stake) for stake in choice.stakes}


def _amount(table: "Table", choice: Choice, stake: Stake) -> Cents:
    cents = offered(table, _stack(choice, stake))
    if table.rules.amounts != "read":
        return stake.least
    if stake.least <= cents <= stake.most:
        return cents
    key = "why.stake" if stake.least == stake.most else "why.stake_range"
    limits = {"least_cents": stake.least, "most_cents": stake.most, "cents": cents}
    raise Forbidden(key, **_named(Place(choice.spot, stake.on)), **limits)


def _named(place: Place) -> dict[str, str | int | Text]:
    return {"spot": place.spot, "on": bet_name(place.on)}


def _lock(table: "Table", decision: Decision) -> None:
    for on, cents in decision.laid.items():
        stack = Place(decision.spot, on), decision.choice.bettor
        table.bets.add(stack, cents)
        if table.rules.amounts != "read":
            table.felt.put(stack, table.bets.standing(stack))


def may_pass(table: "Table", _event: Event) -> bool:
    """Say whether the dealer may go on without an answer."""
    return table.game.may_pass


def pass_on(table: "Table", event: Event) -> None:
    """Go on: who has said nothing declines."""
    table.game.pass_on()
    table.focus = None
    lapse(table, event)
    table.remember_undo()
    _announce(table)


# naming the cards of a hand that is set


def sets(table: "Table") -> bool:
    """Say whether the spot in focus names cards."""
    return any(choice.picks for choice in choices_in_focus(table))


def turned_to(table: "Table") -> Entry:
    """Return the card that is being named: of a hand that is set, at first the pack's first."""
    return table.entering or Entry(table.game.pack, chosen=True)


def pick(table: "Table", _event: KeyPressed) -> None:
    """Add the card chosen by rank and suit to the hand that is being set.

    Once it is named as often as the pack has it, it is taken out again.
    """
    if not sets(table):
        raise Forbidden("why.not_now")
    card = turned_to(table).card
    if table.low.count(card) < table.game.pack.count(card):
        table.low = (*table.low, card)
    else:
        table.low = tuple(other for other in table.low if other is not card)
    table.entering = None
    table.remember_undo()
