"""The line by which the power supply says that its input has failed."""

from drivers.power.line import PowerLine

__all__ = ["PowerLine"]
