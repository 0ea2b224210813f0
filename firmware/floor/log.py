"""The log of a process on the floor. Needs no library: a tournament without a floor has one too."""

from collections.abc import Callable

from firmware.core.vocabulary.panel import Text

WriteLog = Callable[[Text], None]
"""Writes a line to the log."""
