"""What a table has taken for true: of two that have the same facts no player can tell one apart."""

from typing import Any

from firmware.core.table.table import Table
from tests.kits.games.any_table import shown_choices


def facts(table: Table) -> dict[str, Any]:
    """Return all that decides what the players get, and what is known of the shoe."""
    state = table.state
    game, bets = state.game, state.round.bets
    return {
        "phase": (state.running_phase, state.device.trouble.needs_void),
        "wait": (game.due and (game.due.words, game.due.nth), game.awaits_result, game.finished),
        "choices": shown_choices(table),
        "cards": {name: list(cards) for name, cards in game.cards.items()},
        "bets": (dict(game.bets), dict(game.bet_moves), dict(game.carried)),
        "lines": (list(game.lines), list(bets.lines), bets.settled),
        "locked": dict(bets.locked_bets),
        "disputed": (dict(bets.late_stacks), set(bets.returning_stacks)),
        "lot": (game.jackpot.cents, game.jackpot.won),
        "shoe": (dict(state.shoe.memory.gone), state.shoe.cards_left),
        "felt": {stack: cents for stack, cents in state.felt.stacks.items() if cents},
        "meters": (dict(state.meters.bets), state.meters.rounds, state.meters.banked),
    }
