"""The players' display, if it shows no payment."""

from collections.abc import Iterator
from typing import Any, cast

from firmware.core.display.bank_lines import bank_balance
from firmware.core.display.calls import current_calls
from firmware.core.game.limits import BetLimits
from firmware.core.game.score_text import comma_list
from firmware.core.table.state import State
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.phase import OPEN, ROUND


def player_lines(state: State) -> tuple[Text, ...]:
    """Return the lines of the players' display while no payment is being made.

    In a test the first line is that no bets are taken.
    """
    testing_lines = [Text("players.testing")] if state.testing else []
    return (*testing_lines, *_player_lines(state))


def _player_lines(state: State) -> tuple[Text, ...]:
    if state.stopped:
        return (Text("players.stopped"), *_jackpot_lines(state))
    if state.phase is OPEN:
        game_lines = state.game.status_lines()
        bets_open = Text("announce.place_your_bets")
        shown_lines = (*game_lines, *_jackpot_lines(state), *limit_lines(state))
        return (*current_calls(state), bets_open, *shown_lines)
    if state.phase is not ROUND:
        return (Text("announce.table_closed"), *_jackpot_lines(state))
    if state.game.finished:
        result_lines = (state.game.result(), *state.game.scores(), *bank_balance(state))
        return (*result_lines, *current_calls(state), *_jackpot_lines(state))
    game_lines = (*state.game.card_lines(), *state.game.status_lines())
    return (
        *current_calls(state),
        Text("announce.no_more_bets"),
        *game_lines,
        *_jackpot_lines(state),
    )


def limit_lines(state: State) -> tuple[Text, ...]:
    """Return the limits that are shown at the table."""
    return (*_limit_lines(state), *_total_lines(state), *_cap_lines(state))


def grouped_limit_lines(state: State) -> Iterator[Text]:
    """Yield the same limits, those of bets with the same limits as one."""
    bets_by_limits: dict[tuple[Any, ...], list[Text]] = {}
    for limit_line in limit_lines(state):
        # lines that differ in nothing but the bet are put together
        same_values = (
            (value_name, value)
            for value_name, value in limit_line.values.items()
            if value_name != "on"
        )
        bets_by_limits.setdefault((limit_line.key, *same_values), []).append(
            cast("Text", limit_line.values["on"])
        )
    for (key, *limit_amounts), bets in bets_by_limits.items():
        yield Text(key, {**dict(limit_amounts), "on": comma_list(bets)})


def _jackpot_lines(state: State) -> tuple[Text, ...]:
    """Articles 21.2, 67.21: the jackpot is shown all the time, where the table offers it."""
    game = state.game
    if not game.offers_jackpot:
        return ()
    closed_reason = state.link.closed_reason if game.has_linked_jackpot else None
    values: TextValues = {"lot_cents": game.jackpot.cents}
    if closed_reason is None:
        return (Text("players.lot", values),)
    return (Text("players.lot_closed", {**values, "why": Text(closed_reason)}),)


def _cap_lines(state: State) -> tuple[Text, ...]:
    """Articles 67.8, 67.20: the maximum payment of a bet is shown at the table."""
    return tuple(
        Text("players.most", {"on": bet_words(on), "most_cents": amount_cents})
        for on, amount_cents in state.game.payment_caps.items()
    )


def _total_lines(state: State) -> tuple[Text, ...]:
    """Article 72: the limits inside and outside are shown at the table."""
    return tuple(
        Text(
            "players.limits",
            {"on": Text(total_limit.words), **_limit_values(total_limit.limits)},
        )
        for total_limit in state.game.total_limits
    )


def _limit_lines(state: State) -> tuple[Text, ...]:
    """Article 9: the least and the most that may be bet are shown at the table; at a
    player's bank the least alone binds (53).
    """
    if state.game.has_steps:
        return _step_lines(state)
    key = "players.limit_low" if state.game.bank_spot else "players.limits"
    return tuple(
        Text(key, {"on": bet_words(on), **_limit_values(limits)})
        for on, limits in state.rules.limits.items()
    )


def _step_lines(state: State) -> tuple[Text, ...]:
    """Return the least and the most of each bet that its step allows, with the step."""
    key = "players.limit_low_by" if state.game.bank_spot else "players.limits_by"
    return tuple(
        Text(
            key,
            {
                "on": bet_words(name),
                **_limit_values(limits.by_step(step_cents)),
                "step_cents": step_cents,
            },
        )
        for on, limits in state.rules.limits.items()
        for name, step_cents in state.game.named_steps(on).items()
    )


def _limit_values(limits: BetLimits) -> TextValues:
    return {"min_cents": limits.min_cents, "max_cents": limits.max_cents}
