"""A settled bet reckoned again: from its stake, its odds and the rules to its amounts.

Nothing is taken from the ruling but the bet, the outcome, the odds and the article. The steps are
texts with the amounts of the round; each can be checked by who reads it.
"""

from typing import Final, NamedTuple

from firmware.core.game.game import Game
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import HALF, NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.recall.account import TICKET_BET
from firmware.shell.why.commissions import commission_steps
from firmware.shell.why.payment_caps import capped_payment
from firmware.shell.why.payments import odds_payment
from firmware.shell.why.prizes import prize
from firmware.shell.why.settled_round import SettledRound

CAP_STEPS: Final = frozenset(
    {"answer.cap.bet", "answer.cap.hand", "answer.cap.round", "answer.ticket_reduced"}
)


ROUNDED_STEPS: Final = frozenset(
    {
        *("answer.at_odds_down", "answer.at_odds_up"),
        *("answer.commission.share_down", "answer.commission.share_up"),
    }
)
HALF_STEPS: Final = frozenset({"answer.half_surrendered", "answer.half_lost"})
SHARE_STEPS: Final = frozenset({"answer.share", "answer.share_reduced", "answer.share_unseen"})


class Reckoning(NamedTuple):
    """The amounts of a bet by the rules, and the steps to them."""

    steps: tuple[Text, ...]
    returned: Cents
    paid: Cents = NO_CENTS
    commission: Cents = NO_CENTS

    @property
    def is_capped(self) -> bool:
        """Whether a maximum of the table, or of a draw, is paid in place of the odds."""
        return any(step.key in CAP_STEPS for step in self.steps)

    @property
    def is_rounded(self) -> bool:
        """Whether the rules lead to a part of a cent, or of the smallest chip."""
        return any(step.key in ROUNDED_STEPS or _is_uneven_half(step) for step in self.steps)

    @property
    def is_share(self) -> bool:
        """Whether it is a share of the jackpot."""
        return any(step.key in SHARE_STEPS for step in self.steps)

    def agrees_with(self, line: BetSettled) -> bool:
        """Return whether the ruling has the same amounts."""
        ruled = (line.returned, line.paid, line.commission)
        return (self.returned, self.paid, self.commission) == ruled


def _is_uneven_half(step: Text) -> bool:
    stake_cents, returned_cents = step.values.get("stake_cents"), step.values.get("returned_cents")
    if step.key not in HALF_STEPS or not isinstance(returned_cents, int):
        return False
    return stake_cents != 2 * returned_cents


def reckoned(line: BetSettled, settled_round: SettledRound) -> Reckoning:
    """Return the reckoning of a bet with known amounts; nothing if the rules do not have it."""
    on = line.bet.place.on
    if on not in settled_round.game.BETS and base_bet_name(on) != TICKET_BET:
        return Reckoning((), NO_CENTS)
    match line.outcome:
        case "win":
            return _reckoned_win(line, settled_round)
        case "push":
            return _reckoned_push(line, settled_round.game)
        case "lose":
            returned, text = _loss(line, settled_round)
            commission, steps = _commission_of_lost(line, settled_round.game)
            return Reckoning((text, *steps), returned, commission=commission)
        case "surrender":
            returned, text = _surrender(line, settled_round.game)
            return Reckoning((text,), returned)


def _reckoned_win(line: BetSettled, settled_round: SettledRound) -> Reckoning:
    game = settled_round.game
    if line.odds is None:
        paid, steps = prize(line, settled_round)
        returned = NO_CENTS
    else:
        returned, paid, steps = odds_payment(line, settled_round)
    allowed, cap_steps = capped_payment(line, paid, settled_round)
    commission, commission_texts = commission_steps(line, game)
    if allowed < paid and commission > allowed and not game.is_commission_prepaid(line.bet):
        commission = allowed
        owed = Text("answer.commission.at_most", {"commission_cents": commission})
        commission_texts = (*commission_texts, owed)
    texts = (*steps, *cap_steps, *commission_texts)
    return Reckoning(
        (*texts, *_total(returned, allowed, commission)), returned, allowed, commission
    )


def _total(returned: Cents, paid: Cents, commission: Cents) -> tuple[Text, ...]:
    if not commission:
        return ()
    total_cents = Cents(returned + paid - commission)
    return (Text("answer.total", {"total_cents": total_cents}),)


def _reckoned_push(line: BetSettled, game: Game) -> Reckoning:
    stake_cents = line.bet.cents
    if line.article is not None:
        return Reckoning((Text("answer.push", {"stake_cents": stake_cents}),), stake_cents)
    commission, steps = _commission_of_lost(line, game)
    text = Text("answer.withdrawn", {"stake_cents": stake_cents})
    return Reckoning((text, *steps), stake_cents, commission=commission)


def _commission_of_lost(line: BetSettled, game: Game) -> tuple[Cents, tuple[Text, ...]]:
    """Return the commission on a bet that has not won: the one taken with it (95.17)."""
    return commission_steps(line, game) if game.is_commission_prepaid(line.bet) else (NO_CENTS, ())


def _surrender(line: BetSettled, game: Game) -> tuple[Cents, Text]:
    if line.bet.place.on in game.HALF_GIVEN_UP:
        return _half(line, game, "answer.half_surrendered")
    return NO_CENTS, Text("answer.surrendered", {"stake_cents": line.bet.cents})


def _loss(line: BetSettled, settled_round: SettledRound) -> tuple[Cents, Text]:
    """Return the part of a lost stake that goes back: mostly nothing."""
    game, stake_cents = settled_round.game, line.bet.cents
    half_article = game.HALF_GIVEN_UP.get(line.bet.place.on)
    if game.INSTRUMENT and half_article is not None and line.article == half_article:
        return _half(line, game, "answer.half_lost")
    first_cents = settled_round.locked.get(line.bet.stack, stake_cents)
    if first_cents < stake_cents and _loses_first_stake(line, game):
        returned = Cents(stake_cents - first_cents)
        amounts = {"stake_cents": stake_cents, "first_cents": first_cents}
        return returned, Text("answer.first_stake_lost", {**amounts, "returned_cents": returned})
    returned = _returned_part(line, game)
    if returned:
        values = {"stake_cents": stake_cents, "returned_cents": returned}
        return returned, Text("answer.part_lost", values)
    return NO_CENTS, Text("answer.lost", {"stake_cents": stake_cents})


def _half(line: BetSettled, game: Game, key: str) -> tuple[Cents, Text]:
    stake_cents = line.bet.cents
    half_cents = game.rounding.payment(stake_cents * HALF.win, HALF.stake)
    returned = min(stake_cents, half_cents)
    return returned, Text(key, {"stake_cents": stake_cents, "returned_cents": returned})


def _loses_first_stake(line: BetSettled, game: Game) -> bool:
    """Return whether only the first stake is lost, to a dealer's Blackjack (20); of a house that
    cites one article for every loss, by the amount returned.
    """
    by_total, by_blackjack = game.cited.cite("loses", "18"), game.cited.cite("loses", "20")
    return line.article == by_blackjack and (by_total != by_blackjack or bool(line.returned))


def _returned_part(line: BetSettled, game: Game) -> Cents:
    """Return the part of a lost stake that the house's own bet gives back, if that was ruled."""
    declared = game.rules.bets.get(base_bet_name(line.bet.place.on))
    parts = [own_line.back for own_line in declared.lines if own_line.back] if declared else []
    amounts = (game.rounding.payment(line.bet.cents * part.win, part.stake) for part in parts)
    return line.returned if line.returned in amounts else NO_CENTS
