"""The answer for a pot: its chips, the part of the house, and the shares of its winners."""

from collections.abc import Iterator, Sequence

from firmware.core.poker_room.engine.closed_games import POT
from firmware.core.poker_room.engine.rulings import HandShown, PotWon
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.recall import RoundItem
from firmware.shell.recall.text import item_texts
from firmware.shell.rules.rule_book import BetOutcome
from firmware.shell.why.answer import Answer, CitedSentence
from firmware.shell.why.closed_pot import ClosedPot, closed_pot
from firmware.shell.why.pot_steps import difference, pot_steps
from firmware.shell.why.rules_in_force import RulesInForce


def pot_answers(story: Sequence[RoundItem], rules: RulesInForce) -> Iterator[Answer]:
    """Yield an answer for each share of a pot that was won and not taken back."""
    items = [item for item in story if not item.undone]
    rulings = [*map(_ruling, items)]
    for item, won in zip(items, rulings, strict=True):
        if isinstance(won, PotWon):
            pot = closed_pot(rulings, won.pot)
            if pot is not None:
                yield _answer(items, item, won, pot, rules)


def _ruling(item: RoundItem) -> Ruling | None:
    """Return the ruling of an item, which at a poker table is one of poker's own."""
    return item.ruling


def _answer(
    items: Sequence[RoundItem], item: RoundItem, won: PotWon, pot: ClosedPot, rules: RulesInForce
) -> Answer:
    subject = next(item_texts(item))
    shown = [other for other in items if _is_shown_for(_ruling(other), pot)]
    ends = [other for other in items if _ruling(other) == pot.closed]
    sentences = rules.sentences_on_pot(_message_key(won), tuple(_outcomes(pot)))
    return Answer(
        subject=subject,
        sentences=tuple(map(CitedSentence.of_book, sentences)),
        reckoning=tuple(pot_steps(won, pot, rules.game)) if pot.adds_up else (difference(pot),),
        records=tuple(sorted({item.record, *(other.record for other in (*shown, *ends))})),
        results=tuple(text for other in shown for text in item_texts(other)),
        differs=not pot.adds_up,
        place=Place(won.spot, POT),
    )


def _is_shown_for(ruling: Ruling | None, pot: ClosedPot) -> bool:
    return isinstance(ruling, HandShown) and ruling.spot in pot.closed.spots


def _message_key(won: PotWon) -> str:
    return "room.did.won" if won.hand is None else "room.did.won_with"


def _outcomes(pot: ClosedPot) -> Iterator[BetOutcome]:
    if len(pot.won) > 1:
        yield "shared"
    if pot.closed.commission:
        yield "rake"
