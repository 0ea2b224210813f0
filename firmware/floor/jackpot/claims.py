"""The limits of a table's claims: the terms, by the line that the table was shown, and
by the facts of its round.

The table's device has signed the message, and a compromised table can sign anything. So nothing of
it is believed: the amount that it locked follows to the cent from a line of the keeper's and from
the table's own counted bets; the payments from that amount and the pay table; the bets from the
facts with which it closed the round. A message that does not follow is refused, and moves no money.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from firmware.core.game.jackpot_link import terms_in_force
from firmware.core.game.progressive import jackpot_payments
from firmware.core.vocabulary.jackpot import (
    JackpotHit,
    JackpotLocked,
    JackpotTableMessage,
    JackpotTerms,
)
from firmware.core.vocabulary.money import Cents
from firmware.floor.jackpot.ledger_line import LedgerLine
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.rules.rule_pack import RulesError

REFUSAL_KEYS: Final = {
    "device": "linked.refused.device",
    "number": "linked.refused.number",
    "bets": "linked.refused.bets",
    "round": "linked.refused.round",
    "unlocked": "linked.refused.unlocked",
    "version": "linked.refused.version",
    "generation": "linked.refused.generation",
    "shown": "linked.refused.shown",
    "winners": "linked.refused.winners",
    "pace": "linked.refused.pace",
    "contradicted": "linked.refused.contradicted",
}
"""By reason: the key of its message."""
USUAL_REFUSAL: Final = "number"
"""The reason that is given for one which this program does not know."""
CURABLE: Final = frozenset({"device", "number", "version"})
"""The reasons that an enrolment, a decision or a recovered line may end."""
ROUNDS_PER_DAY: Final = 5000
"""More rounds than a table plays in two days; rounds played offline may arrive at once."""
DAY_S: Final = 86_400.0


def refusal_key(reason: str | None) -> str:
    """Return the message key of a stored reason."""
    return REFUSAL_KEYS.get(reason or USUAL_REFUSAL, REFUSAL_KEYS[USUAL_REFUSAL])


class LastClaim(NamedTuple):
    """The message before, of the same journal."""

    round: int
    version: int
    device: str


class Evidence(NamedTuple):
    """The store's facts about a message."""

    is_enrolled: bool
    """Whether its device's signature is valid, and two people have enrolled the device."""
    is_next: bool
    """Whether its number is the next of its journal."""
    device: str
    shown_line: LedgerLine | None
    """The line that the table was shown; None if it is not in the store."""
    shown_cursor: int
    """The table's last message that this line includes."""
    counted_bets: int
    """Those of the table's messages between that one and this."""
    locked: JackpotLocked | None
    """The amount that the table published as the round closed; None if it was taken back, or never
    came.
    """
    placed_bets: int | None
    """The progressive bets of the round, as published when it closed."""
    last_claim: LastClaim | None
    last_hit: int
    """The number of the table's last counted hit."""
    day_s: float
    """The time in which its last `ROUNDS_PER_DAY` messages have come; endless if they are fewer."""
    is_contradicted: bool
    """Whether the records of this journal contradict its facts."""


def first_fault(
    message: JackpotTableMessage, evidence: Evidence, all_terms: Sequence[JackpotTerms]
) -> str | None:
    """Return why a message is refused, one of `REFUSAL_KEYS`; None if it counts."""
    if not evidence.is_enrolled:
        return "device"
    if not evidence.is_next:
        return "number"
    if evidence.is_contradicted:
        return "contradicted"
    if evidence.day_s < DAY_S:
        return "pace"
    return _order_fault(message, evidence) or _amount_fault(message, evidence, all_terms)


def _order_fault(message: JackpotTableMessage, evidence: Evidence) -> str | None:
    last_claim = evidence.last_claim
    if last_claim is not None:
        if last_claim.device != evidence.device:
            return "device"
        if message.round <= last_claim.round:
            return "round"
        if message.version < last_claim.version:
            return "version"
    locked = evidence.locked
    claimed = message.round, message.bets, message.version, message.shown
    if locked is None or (locked.round, locked.bets, locked.version, locked.shown) != claimed:
        return "unlocked"
    return None if evidence.placed_bets == message.bets else "unlocked"


def _amount_fault(
    message: JackpotTableMessage, evidence: Evidence, all_terms: Sequence[JackpotTerms]
) -> str | None:
    shown_line = evidence.shown_line
    current_terms = terms_in_force(all_terms, shown_line.generation) if shown_line else None
    if shown_line is None or current_terms is None:
        return "version"
    if not 0 < message.bets <= current_terms.bets_per_round:
        return "bets"
    own_bets = evidence.counted_bets + message.bets
    if message.shown != shown_cents(shown_line, own_bets, current_terms):
        return "shown"
    return _hit_fault(message, evidence, current_terms) if isinstance(message, JackpotHit) else None


def _hit_fault(hit: JackpotHit, evidence: Evidence, current_terms: JackpotTerms) -> str | None:
    if evidence.shown_line is None or hit.generation != evidence.shown_line.generation:
        return "generation"
    # a table that has won takes no bets until a line includes that
    if evidence.shown_cursor < evidence.last_hit:
        return "version"
    spots = [spot for spot, _, _ in hit.winners]
    shares = [(spot, percent) for spot, percent, _ in hit.winners]
    is_possible = (
        0 < len(spots) <= hit.bets
        and spots == sorted(set(spots))
        and {percent for _, percent in shares}
        <= allowed_percents(current_terms.game, current_terms.progressive_table)
    )
    if not is_possible:
        return "winners"
    paid = {spot: cents for spot, _, cents in hit.winners}
    return None if paid == jackpot_payments(hit.shown, shares) else "winners"


def shown_cents(shown_line: LedgerLine, own_bets: int, terms: JackpotTerms) -> Cents:
    """Return the amount that a table shows on a line, with its bets that the line hasn't."""
    units_per_bet, units_per_cent = terms.rate
    cents = (shown_line.pool + units_per_bet * own_bets) // units_per_cent
    return min(Cents(cents), terms.ceiling_cents)


@cache
def allowed_percents(game: str, progressive_table: int) -> frozenset[int]:
    """Return the shares of the jackpot that a game's pay table has."""
    try:
        tables = default_pack().rules(game).tables
    except RulesError:
        return frozenset()
    bet_name = default_pack().game_class(game).HIDDEN_SIDE_BETS[0]
    table_name = f"{bet_name}_{progressive_table}" if progressive_table else bet_name
    return frozenset(tables[table_name].lot.values()) if table_name in tables else frozenset()
