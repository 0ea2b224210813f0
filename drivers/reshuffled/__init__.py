"""ReShuffled: a card shuffler that is told to shuffle and asked how it went."""

from drivers.reshuffled.shuffler import ReShuffledShuffler

__all__ = ["ReShuffledShuffler"]
