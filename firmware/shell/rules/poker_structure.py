"""The names and values of the `when` of the sentences of poker and of tournaments."""

from firmware.core.poker_room.engine.terms import PokerTerms
from firmware.core.tournament.terms import ROLE, TournamentTerms
from firmware.shell.rules.rule_book import OptionValue

Structure = dict[str, OptionValue]


def poker_structure(terms: PokerTerms) -> Structure:
    """Return the structure of a poker table, that of a tournament too."""
    return {
        "role": "table",
        "poker": terms.poker,
        "limit": terms.limit,
        "antes": terms.ante_by if terms.ante else "none",
        "straddle": terms.straddle,
        "readers": terms.readers,
        "min_stake": terms.min_stake > 0,
        "max_stake": terms.max_stake is not None,
        "rejoin": terms.rejoin_minutes > 0,
        "time_charge": terms.time_charge is not None,
        "jackpot_drop": bool(terms.jackpot_steps),
        **_commission_structure(terms),
    }


def _commission_structure(terms: PokerTerms) -> Structure:
    commission = terms.commission
    by_percentage = "percent" if commission.percent else "none"
    return {
        "commission": "steps" if commission.by_steps else by_percentage,
        "cap": commission.cap is not None,
        "without_flop": commission.without_flop,
    }


def tournament_structure(terms: TournamentTerms) -> Structure:
    """Return the structure of a tournament itself; its tables have their own."""
    return {
        "role": ROLE,
        "rebuy": terms.rebuy is not None,
        "bonus": terms.bonus_cents is not None,
    }
