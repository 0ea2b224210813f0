"""What was seen of a bet: the public cards, the decisions of its spot and the announced results."""

from collections.abc import Iterator, Sequence
from typing import Final

from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Announced, Decided
from firmware.shell.recall import RoundItem
from firmware.shell.recall.card_moves import BURNT_HAND
from firmware.shell.recall.text import item_texts

RESULT_PREFIXES: Final = ("winner.", "result.")
"""Of the keys of announced results."""
ROUND_OVER: Final = "result.over"
"""The key announced after a round that has no result."""
DEALER_RESULTS: Final = ("result.dealer_total", "result.dealer_blackjack", "result.dealer_bust")
"""The keys of a dealer's result of whom there may be several hands (26.3)."""
SCORE_KEYS: Final = ("score.spot", "score.hand")
"""The keys of the announced scores of a spot (11)."""
NUMBER_BET: Final = "lucky"
"""The bet on the number that says which spot is dealt to first (48.1)."""
GIVEN_UP: Final = (Key.FOLD, Key.SURRENDER)

Story = Sequence[RoundItem]


def result_texts(story: Story, place: Place) -> tuple[Text, ...]:
    """Return what was seen of a bet; that no hand was shown if nothing was."""
    spot = place.spot
    if base_bet_name(place.on) == NUMBER_BET:
        shown = tuple(_number_drawn(story))
    else:
        shown = (*_hands(story, spot), *_decisions(story, spot), *_announced(story, spot))
    return shown or (Text("answer.unseen"),)


def result_keys(story: Story) -> set[str]:
    """Return the keys of the results announced."""
    return {words.key for words in _results(story)}


def is_given_up(story: Story, spot: int, bettor: str | None) -> bool:
    """Return whether the player of a bet gave up his hand."""
    return any(
        decided.do in GIVEN_UP and decided.bettor == bettor for decided in _decided(story, spot)
    )


def _hands(story: Story, spot: int) -> Iterator[Text]:
    """Yield the cards of the spot and of whom it played against, as far as they were shown."""
    hands: dict[str, tuple[Text, list[str]]] = {}
    for item in story:
        card = item.card
        if card is None or card.to is None or card.card is None or item.undone:
            continue
        if card.to != BURNT_HAND and card.to.values.get("spot", spot) in (spot, str(spot)):
            hands.setdefault(repr(card.to), (card.to, []))[1].append(card.card)
    for hand, cards in hands.values():
        yield Text("answer.hand", {"hand": hand, "card": " ".join(cards)})


def _decided(story: Story, spot: int) -> Iterator[Decided]:
    for item in story:
        match item.ruling:
            case Decided(spot=decided_at) as decided if decided_at == spot and not item.undone:
                yield decided


def _number_drawn(story: Story) -> Iterator[Text]:
    for item in story:
        match item.ruling:
            case Decided(do=Key.REQUEST_NUMBER, spot=number) if not item.undone:
                yield Text("answer.number_drawn", {"number": number})


def _decisions(story: Story, spot: int) -> Iterator[Text]:
    for item in story:
        match item.ruling:
            case Decided(spot=decided_at, do=do) if decided_at == spot and not item.undone:
                if do is not Key.REQUEST_NUMBER:
                    yield from item_texts(item)


def _announced(story: Story, spot: int) -> Iterator[Text]:
    """Yield the scores of the spot and the results; several of the dealer's hands by number."""
    several = sum(words.key in DEALER_RESULTS for words in _results(story)) > 1
    order = 0
    for words in _all_announced(story):
        if words.key in SCORE_KEYS and words.values.get("spot") == str(spot):
            yield words
        elif several and words.key in DEALER_RESULTS:
            order += 1
            yield Text("answer.dealer_hand", {"order": order, "result": words})
        elif _is_result(words):
            yield words


def _results(story: Story) -> Iterator[Text]:
    return filter(_is_result, _all_announced(story))


def _is_result(words: Text) -> bool:
    return words.key.startswith(RESULT_PREFIXES) and words.key != ROUND_OVER


def _all_announced(story: Story) -> Iterator[Text]:
    for item in story:
        match item.ruling:
            case Announced(words=words) if not item.undone:
                yield words
