"""The answer for a pot: its chips, the part of the house, and the shares of its winners."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from firmware.core.poker_room.engine.rulings import (
    HandShown,
    JackpotDropped,
    OddChipRemoved,
    PotClosed,
    PotWon,
)
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.recall import RoundItem
from firmware.shell.recall.text import item_texts
from firmware.shell.rules.rule_book import BetOutcome
from firmware.shell.why.answer import Answer, CitedSentence
from firmware.shell.why.rules_in_force import RulesInForce


@dataclass(frozen=True)
class _Pot:
    """A pot as it was closed, and the items that say where its chips went."""

    closed: PotClosed
    jackpot_drop: Cents
    won: tuple[PotWon, ...]
    removed: Cents
    """Odd chips that a tournament takes out of play, of all pots of the hand."""
    lost: int
    """The chips of all pots of the hand that nobody has won, and that were not removed."""

    @property
    def net(self) -> Cents:
        return Cents(self.closed.cents - self.closed.commission - self.jackpot_drop)

    @property
    def adds_up(self) -> bool:
        """Return whether the winners have it all, but for odd chips that were removed."""
        left = self.net - sum(share.cents for share in self.won)
        return not self.lost and 0 <= left <= self.removed


def pot_answers(story: Sequence[RoundItem], rules: RulesInForce) -> Iterator[Answer]:
    """Yield an answer for each share of a pot that was won and not taken back."""
    items = [item for item in story if not item.undone]
    rulings = [*map(_ruling, items)]
    for item, won in zip(items, rulings, strict=True):
        if isinstance(won, PotWon):
            pot = _pot(rulings, won.pot)
            if pot is not None:
                yield _answer(items, item, won, pot, rules)


def _ruling(item: RoundItem) -> Ruling | None:
    """Return the ruling of an item, which at a poker table is one of poker's own."""
    return item.ruling


def _pot(rulings: Sequence[Ruling | None], number: int) -> _Pot | None:
    """Return a pot; None if the story has no end of it."""
    closed: PotClosed | None = None
    won: list[PotWon] = []
    drop = removed = NO_CENTS
    for ruling in rulings:
        if isinstance(ruling, PotClosed) and ruling.number == number:
            closed = ruling
        elif isinstance(ruling, PotWon) and ruling.pot == number:
            won.append(ruling)
        elif isinstance(ruling, JackpotDropped) and ruling.number == number:
            drop = ruling.cents
        elif isinstance(ruling, OddChipRemoved):
            removed = Cents(removed + ruling.cents)
    if closed is None:
        return None
    lost = sum(map(_moved, rulings))
    return _Pot(closed, drop, tuple(won), removed, lost)


def _moved(ruling: object) -> int:
    """Return the chips that a ruling puts into the pots of a hand; negative if it takes out."""
    match ruling:
        case PotClosed(cents=cents, commission=commission):
            return cents - commission
        case PotWon(cents=cents) | JackpotDropped(cents=cents) | OddChipRemoved(cents=cents):
            return -cents
    return 0


def _answer(
    items: Sequence[RoundItem], item: RoundItem, won: PotWon, pot: _Pot, rules: RulesInForce
) -> Answer:
    subject = next(item_texts(item))
    shown = [other for other in items if _is_shown_for(_ruling(other), pot)]
    ends = [other for other in items if _ruling(other) == pot.closed]
    sentences = rules.sentences_on_pot(_message_key(won), tuple(_outcomes(pot)))
    return Answer(
        subject=subject,
        sentences=tuple(map(CitedSentence.of_book, sentences)),
        reckoning=tuple(_steps(won, pot)) if pot.adds_up else (_difference(pot),),
        records=tuple(sorted({item.record, *(other.record for other in (*shown, *ends))})),
        results=tuple(text for other in shown for text in item_texts(other)),
        differs=not pot.adds_up,
    )


def _is_shown_for(ruling: Ruling | None, pot: _Pot) -> bool:
    return isinstance(ruling, HandShown) and ruling.spot in pot.closed.spots


def _message_key(won: PotWon) -> str:
    return "room.did.won" if won.hand is None else "room.did.won_with"


def _outcomes(pot: _Pot) -> Iterator[BetOutcome]:
    if len(pot.won) > 1:
        yield "shared"
    if pot.closed.commission:
        yield "rake"


def _steps(won: PotWon, pot: _Pot) -> Iterator[Text]:
    number, net_cents = pot.closed.number, pot.net
    yield Text("answer.pot.closed", {"number": number, "pot_cents": pot.closed.cents})
    if pot.closed.commission:
        yield Text("answer.pot.commission", {"commission_cents": pot.closed.commission})
    if pot.jackpot_drop:
        yield Text("answer.pot.drop", {"drop_cents": pot.jackpot_drop})
    if net_cents != pot.closed.cents:
        yield Text("answer.pot.net", {"net_cents": net_cents})
    if len(pot.won) == 1:
        yield Text("answer.pot.whole", {"won_cents": won.cents})
    else:
        values = {"net_cents": net_cents, "count": len(pot.won), "won_cents": won.cents}
        yield Text("answer.pot.share", values)


def _difference(pot: _Pot) -> Text:
    won_cents = Cents(sum(share.cents for share in pot.won))
    return Text("answer.pot.differs", {"net_cents": pot.net, "won_cents": won_cents})
