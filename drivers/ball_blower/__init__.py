"""A ball blower: Keno's twenty balls out of eighty, over a line protocol of our own."""

from drivers.ball_blower.blower import BallBlower

__all__ = ["BallBlower"]
