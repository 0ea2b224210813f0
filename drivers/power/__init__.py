"""The line by which the power supply reports that its input has failed."""

from drivers.power.line import PowerLine

__all__ = ["PowerLine"]
