"""Lists and scores in words, alike in several games."""

from collections.abc import Iterable
from functools import reduce

from firmware.core.vocabulary.panel import Text


def comma_list(text_items: Iterable[Text]) -> Text:
    """Return one or more texts as one, with commas between them."""
    return reduce(
        lambda joined_text, next_text: Text(
            "prompt.comma", {"what": joined_text, "other": next_text}
        ),
        text_items,
    )


def score_of(hand: str, score: Text) -> Text:
    """Return the score of a hand by its name: a spot's, `3`, or one of its split hands, `3.2`."""
    spot, is_split, number = hand.partition(".")
    key = "score.hand" if is_split else "score.spot"
    return Text(key, {"spot": spot, "hand": number, "score": score})
