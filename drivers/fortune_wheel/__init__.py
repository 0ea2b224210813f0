"""A wheel of fortune by two sensors: one sees each peg, one a turn."""

from drivers.fortune_wheel.wheel import FortuneWheel

__all__ = ["FortuneWheel"]
