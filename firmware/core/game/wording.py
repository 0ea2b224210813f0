"""Words of a game that several games make alike."""

from collections.abc import Iterable
from functools import reduce

from firmware.core.vocabulary.panel import Text


def listed(texts: Iterable[Text]) -> Text:
    """Return one or more texts as one, with commas between them."""
    return reduce(lambda said, more: Text("prompt.comma", {"what": said, "other": more}), texts)


def score_of(hand: str, score: Text) -> Text:
    """Return the score of a hand by its name: a spot's, `3`, or one of its split hands, `3.2`."""
    spot, split, number = hand.partition(".")
    key = "score.hand" if split else "score.spot"
    return Text(key, {"spot": spot, "hand": number, "score": score})
