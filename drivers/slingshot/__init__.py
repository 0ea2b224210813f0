"""Cammegh SlingShot 2: a roulette wheel that spins by itself and reports its state."""

from drivers.slingshot.wheel import SlingShotWheel

__all__ = ["SlingShotWheel"]
