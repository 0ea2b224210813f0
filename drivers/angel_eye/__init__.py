"""Angel Eye II-EX: a baccarat shoe that reads each card as it is drawn."""

from drivers.angel_eye.shoe import AngelEyeShoe

__all__ = ["AngelEyeShoe"]
