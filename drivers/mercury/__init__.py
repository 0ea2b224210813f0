"""Mercury 360: a roulette wheel spun by hand that reads its ball and says so on a serial line."""

from drivers.mercury.wheel import MercuryWheel

__all__ = ["MercuryWheel"]
