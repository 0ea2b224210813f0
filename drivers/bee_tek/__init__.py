"""Bee-Tek: a shoe that reads each card as it is drawn and sends it as plain text."""

from drivers.bee_tek.shoe import BeeTekShoe

__all__ = ["BeeTekShoe"]
