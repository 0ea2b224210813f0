"""Cammegh SlingShot 2: a roulette wheel that spins by itself and says what it does."""

from drivers.slingshot.wheel import SlingShotWheel

__all__ = ["SlingShotWheel"]
