"""Commissions that a lammer marks at each seat until the shoe ends (`commission_due`).

    Banker is paid ──> round over: marked ──> shoe change, or the player leaves: collected

The meters count a commission with its round; collecting it moves none of them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from firmware.core.table.state import State
from firmware.core.vocabulary.bets import bettor_words
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Bettor, Stack
from firmware.core.vocabulary.rulings import CommissionCollected


def are_marked(state: State) -> bool:
    """Return whether this table marks commissions in place of collecting them at once."""
    return state.game.marks_commission(state.game.options)


def lammers(state: State) -> Mapping[Bettor, Cents]:
    """Return the sum of each player's lammers, those of this round's payments included."""
    if not are_marked(state):
        return state.commission_marks
    bets = state.round.bets
    return _marks_with(state, ((stack, bets.movements(stack).collected) for stack in bets.stakes))


def record_round(state: State) -> None:
    """Mark the commissions of the round that ends now."""
    if are_marked(state):
        lines = state.round.bets.lines
        state.commission_marks = _marks_with(
            state, ((line.bet.stack, line.commission) for line in lines)
        )


def _marks_with(state: State, commissions: Iterable[tuple[Stack, Cents]]) -> dict[Bettor, Cents]:
    """Return the marks with these commissions, from the dealer's left."""
    marks = Counter[Bettor](state.commission_marks)
    for (place, bettor), cents in commissions:
        marks[place.spot, bettor] += cents
    return {
        bettor: Cents(marks[bettor]) for bettor in sorted(marks, key=_seat_order) if marks[bettor]
    }


def _seat_order(bettor: Bettor) -> tuple[int, str]:
    spot, name = bettor
    return spot, name or ""


# whose commission is collected


def current_debtor(state: State) -> Bettor | None:
    """Return who pays his commission now: who was chosen, or the first once the shoe has ended."""
    chosen = state.key_entry.debtor
    if chosen in state.commission_marks:
        return chosen
    return next(iter(state.commission_marks), None) if state.phase is Phase.SHOE_CHANGE else None


def has_debtor(state: State) -> bool:
    """Return whether somebody's commission is asked for."""
    return current_debtor(state) is not None


def choose_debtor(state: State) -> None:
    """Choose the next player whose commission is marked; after the last one none."""
    debtors = list(state.commission_marks)
    if not debtors:
        raise Forbidden("why.no_commission")
    current = current_debtor(state)
    following = debtors if current is None else debtors[debtors.index(current) + 1 :]
    state.key_entry = replace(state.key_entry, debtor=next(iter(following), None))
    state.remember_undo()


def collect_commission(state: State) -> None:
    """The player has paid his commission, and his lammer is gone."""
    debtor = current_debtor(state)
    if debtor is None:
        raise Forbidden("why.not_now")
    marks = dict(state.commission_marks)
    cents = marks.pop(debtor)
    state.commission_marks = marks
    state.key_entry = replace(state.key_entry, debtor=None)
    state.remember_undo()
    state.add_ruling(CommissionCollected(*debtor, cents))


# what has to wait for it


def check_collected(state: State) -> None:
    """Raise Forbidden while a commission is marked."""
    for debtor in state.commission_marks:
        raise Forbidden("why.commission_owed", **mark_values(state, debtor))


def prevents_closing(state: State) -> bool:
    """Return whether the supervisor would close the table but for a commission."""
    return state.device.key_switch and bool(state.commission_marks)


def mark_values(state: State, debtor: Bettor) -> TextValues:
    """Return the values that name a mark in a text."""
    return {"whose": bettor_words(debtor), "commission_cents": state.commission_marks[debtor]}


def mark_lines(state: State) -> tuple[Text, ...]:
    """Return every mark in words."""
    return tuple(
        Text("prompt.mark", mark_values(state, debtor)) for debtor in state.commission_marks
    )
