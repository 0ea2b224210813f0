"""Who is signed in at a browser, and how fast one may ask."""

import secrets
import time
from collections.abc import Callable
from typing import Final, NamedTuple

READS_S: Final = 16 * 3600.0
"""How long a screen may be looked at after signing in: a shift, and the one after it."""
ACTS_S: Final = 900.0
"""How long one may act after signing in or acting: whoever passes a screen later only looks."""
MOST: Final = 200
"""Browsers that are signed in at once."""
BURST: Final = 60
EACH_S: Final = 0.1
"""One request in so long, and a BURST at once."""

Clock = Callable[[], float]


class Session(NamedTuple):
    """Somebody who signed in, and since when he may look and act."""

    name: str
    began: float
    acted: float


class Sessions:
    """The browsers that are signed in, by their tokens; a restart signs all of them out."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._open: dict[str, Session] = {}

    def begin(self, name: str) -> str:
        """Sign somebody in; return the token. The oldest of too many browsers is signed out."""
        if len(self._open) >= MOST:
            del self._open[next(iter(self._open))]
        token, now = secrets.token_urlsafe(32), self._clock()
        self._open[token] = Session(name, now, now)
        return token

    def end(self, token: str) -> None:
        self._open.pop(token, None)

    def reader(self, token: str) -> str | None:
        """Return who is signed in."""
        session = self._open.get(token)
        if session is None or self._clock() - session.began > READS_S:
            self.end(token)
            return None
        return session.name

    def may_act(self, token: str) -> bool:
        return self.reader(token) is not None and (
            self._clock() - self._open[token].acted <= ACTS_S
        )

    def acted(self, token: str) -> None:
        """Note that somebody is at the screen, and acts."""
        self._open[token] = self._open[token]._replace(acted=self._clock())


class Pace:
    """How fast each address may ask."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._free_at: dict[str, float] = {}

    def may(self, who: str) -> bool:
        """Count a request; return whether it is to be served."""
        now = self._clock()
        if len(self._free_at) >= MOST:
            self._free_at = {one: at for one, at in self._free_at.items() if at > now}
        at = max(self._free_at.get(who, now), now) + EACH_S
        if at > now + BURST * EACH_S:
            return False
        self._free_at[who] = at
        return True
