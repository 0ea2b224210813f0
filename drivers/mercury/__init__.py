"""Mercury 360: a roulette wheel spun by hand that senses its ball, on a serial line."""

from drivers.mercury.wheel import MercuryWheel

__all__ = ["MercuryWheel"]
