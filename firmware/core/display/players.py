"""The players' display, if it shows no payment."""

from collections.abc import Iterator
from typing import Any, cast

from firmware.core.display.bank import comes_to
from firmware.core.display.calls import calls
from firmware.core.game.wording import listed
from firmware.core.table.state import State
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.phase import OPEN, ROUND
from firmware.core.vocabulary.rulings import bet_name


def player_lines(state: State) -> tuple[Text, ...]:
    """Return the lines of the players' display while no payment is being made.

    In a test the first line says that no bets are taken.
    """
    test = [Text("players.testing")] if state.testing else []
    return (*test, *_player_lines(state))


def _player_lines(state: State) -> tuple[Text, ...]:
    if state.stopped:
        return (Text("players.stopped"), *_lot(state))
    if state.phase is OPEN:
        told = state.game.told()
        bets_open = Text("announce.place_your_bets")
        shown = (*told, *_lot(state), *limit_lines(state))
        return (*calls(state), bets_open, *shown)
    if state.phase is not ROUND:
        return (Text("announce.table_closed"), *_lot(state))
    if state.game.finished:
        said = (state.game.result(), *state.game.scores(), *comes_to(state))
        return (*said, *calls(state), *_lot(state))
    told = (*state.game.cards_told(), *state.game.told())
    return (*calls(state), Text("announce.no_more_bets"), *told, *_lot(state))


def limit_lines(state: State) -> tuple[Text, ...]:
    """Return the limits that are shown at the table."""
    return (*_limits(state), *_totals(state), *_most(state))


def limits_together(state: State) -> Iterator[Text]:
    """Yield the same limits, those of bets with the same limits as one."""
    alike: dict[tuple[Any, ...], list[Text]] = {}
    for line in limit_lines(state):
        same = ((name, value) for name, value in line.values.items() if name != "on")
        alike.setdefault((line.key, *same), []).append(cast("Text", line.values["on"]))
    for (key, *amounts), bets in alike.items():
        yield Text(key, {**dict(amounts), "on": listed(bets)})


def _lot(state: State) -> tuple[Text, ...]:
    """Articles 21.2, 67.21: the lot is shown all the time, where the table offers it."""
    game = state.game
    if not game.offers_lot:
        return ()
    closed = state.link.closed if game.linked else None
    values: Values = {"lot_cents": game.lot.cents}
    if closed is None:
        return (Text("players.lot", values),)
    return (Text("players.lot_closed", {**values, "why": Text(closed)}),)


def _most(state: State) -> tuple[Text, ...]:
    """Articles 67.8, 67.20: the maximum payment of a bet is shown at the table."""
    return tuple(
        Text("players.most", {"on": bet_name(on), "most_cents": cents})
        for on, cents in state.game.caps.items()
    )


def _totals(state: State) -> tuple[Text, ...]:
    """Article 72: the limits inside and outside are shown at the table."""
    return tuple(
        Text(
            "players.limits",
            {
                "on": Text(f"total.{total.name}"),
                "min_cents": total.limits.min_cents,
                "max_cents": total.limits.max_cents,
            },
        )
        for total in state.game.totals
    )


def _limits(state: State) -> tuple[Text, ...]:
    """Article 9: the least and the most that may be bet are shown at the table; at a
    player's bank the least alone binds (53).
    """
    key = "players.limit_low" if state.game.bank_spot else "players.limits"
    return tuple(
        Text(
            key,
            {
                "on": bet_name(on),
                "min_cents": limits.min_cents,
                "max_cents": limits.max_cents,
            },
        )
        for on, limits in state.rules.limits.items()
    )
