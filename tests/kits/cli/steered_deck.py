"""The enrolment of a deck on time that passes as soon as somebody waits for it."""

import pytest

from firmware.cli.commands import deck
from sim.world.virtual_clock import VirtualClock


def steer(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = VirtualClock()
    monkeypatch.setattr(deck, "MonotonicClock", lambda: clock)
    monkeypatch.setattr(deck, "sleep", lambda seconds: clock.advance(round(seconds * 1000)))
