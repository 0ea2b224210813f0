"""The instructions of a correction: the differences between a tournament and its replay."""

from collections.abc import Iterator

from firmware.core.tournament import prizes
from firmware.core.tournament.replay import LoggedAct, RulingTuple
from firmware.core.tournament.rulings import (
    CharityShort,
    ChipsCorrected,
    ChipsExchanged,
    HandForHandChanged,
    OddChipsRaced,
    PaymentDue,
    PaymentRefunded,
    PlayerPlaced,
    PrizeCorrected,
)
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.core.vocabulary.rulings import Ruling

IN_PLAY = (TournamentStage.PLAY, TournamentStage.TIME_OVER)


def differences(
    before: Tournament,
    restored: Tournament,
    former: LoggedAct,
    corrected: LoggedAct,
    seat_rulings: RulingTuple,
) -> Iterator[Ruling]:
    """Yield money and chips of sales, exchanged chips, places, seats, hand for hand, prizes."""
    yield from _payment_differences(before, restored)
    yield from _chip_differences(before, restored)
    yield from _exchange_differences(former, corrected)
    yield from _place_differences(before, restored)
    yield from seat_rulings
    if before.hand_for_hand is not restored.hand_for_hand:
        yield HandForHandChanged(restored.hand_for_hand)
    if restored.stage is TournamentStage.OVER:
        yield from _prize_differences(before, restored)


def _payment_differences(before: Tournament, restored: Tournament) -> Iterator[Ruling]:
    """Yield refunds and amounts due; none if the same money is another player's."""
    if sum(before.payments.values()) == sum(restored.payments.values()):
        return
    for player in {**before.payments, **restored.payments}:
        cents = restored.payments.get(player, 0) - before.payments.get(player, 0)
        if cents:
            yield PaymentDue(player, cents) if cents > 0 else PaymentRefunded(player, -cents)


def _chip_differences(before: Tournament, restored: Tournament) -> Iterator[ChipsCorrected]:
    """Yield the chips of sales to give or take away, of the players who are not out."""
    if restored.stage not in IN_PLAY:
        return
    players = [
        *before.remaining,
        *(name for name in restored.payments if name not in before.payments),
    ]
    for player in players:
        if chips := restored.chips_of(player) - before.chips_of(player):
            yield ChipsCorrected(player, chips)


def _exchange_differences(former: LoggedAct, corrected: LoggedAct) -> Iterator[Ruling]:
    """Yield the differences of an exchange of chips."""
    for ruling in corrected.rulings:
        if isinstance(ruling, ChipsExchanged | OddChipsRaced) and ruling not in former.rulings:
            yield ruling


def _place_differences(before: Tournament, restored: Tournament) -> Iterator[PlayerPlaced]:
    former_placings = {*prizes.placings(before.places)}
    for placing in prizes.placings(restored.places):
        if placing not in former_placings:
            yield placing


def _prize_differences(before: Tournament, restored: Tournament) -> Iterator[Ruling]:
    """Yield the prizes if none was given before, else the differences; then the account."""
    terms = restored.terms
    former, proceeds = before.prizes_won(), prizes.proceeds_account(terms, restored.payments)
    if before.stage is not TournamentStage.OVER:
        yield from prizes.tournament_prizes(terms, restored.payments, restored.places)
    else:
        won = restored.prizes_won()
        for player in {**former, **won}:
            if cents := won.get(player, 0) - former.get(player, 0):
                yield PrizeCorrected(player, cents)
    yield proceeds
    if prizes.is_charity_short(terms, proceeds):
        yield CharityShort()
