"""ReShuffled: a card shuffler that takes orders and reports its state."""

from drivers.reshuffled.shuffler import ReShuffledShuffler

__all__ = ["ReShuffledShuffler"]
