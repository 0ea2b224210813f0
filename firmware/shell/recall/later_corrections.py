"""Corrections of a round's money, which are recorded in the rounds after it."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import RoundCorrected
from firmware.shell.history.journal_entries import Entry, Happened, Ruled
from firmware.shell.recall.round_record import RecalledRound, RoundAccount, RoundItem

NumberedEntries = Iterable[tuple[int, Entry | None]]


def with_corrections(
    rounds: tuple[RecalledRound, ...], entries: NumberedEntries
) -> tuple[RecalledRound, ...]:
    """Return the rounds with the corrections that these entries have of them, in story and sums."""
    corrections = list(_corrections(entries))
    return tuple(
        recalled_round if recalled_round.test else _corrected(recalled_round, corrections)
        for recalled_round in rounds
    )


def _corrections(entries: NumberedEntries) -> Iterator[tuple[RoundItem, RoundCorrected]]:
    wall_time = ""
    for number, entry in entries:
        match entry:
            case Happened(wall=wall):
                wall_time = wall
            case Ruled(rulings=rulings):
                for ruling in rulings:
                    if isinstance(ruling, RoundCorrected):
                        yield RoundItem(number, wall_time, ruling=ruling), ruling


def _corrected(
    recalled_round: RecalledRound, corrections: list[tuple[RoundItem, RoundCorrected]]
) -> RecalledRound:
    own_corrections = [
        (item, correction)
        for item, correction in corrections
        if correction.round == recalled_round.number
    ]
    account = recalled_round.account
    for _, correction in own_corrections:
        account = _corrected_account(account, correction)
    items = tuple(item for item, _ in own_corrections)
    return replace(recalled_round, story=(*recalled_round.story, *items), account=account)


def _corrected_account(account: RoundAccount, correction: RoundCorrected) -> RoundAccount:
    """Return the account after a correction: of the bank's money where a player was the bank."""
    cents = correction.cents
    if account.paid is None or account.held is None:
        return account
    paid = Cents(account.paid + cents)
    if account.bank_held is not None:
        return replace(account, paid=paid, bank_held=Cents(account.bank_held - cents))
    return replace(account, paid=paid, held=Cents(account.held - cents))
