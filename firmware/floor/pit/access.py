"""Signed-in browsers, and the rate at which an address may send requests."""

import secrets
import time
from collections.abc import Callable
from typing import Final, NamedTuple

SESSION_LIFETIME_S: Final = 16 * 3600.0
"""How long a screen may be read after signing in: a shift, and the one after it."""
ACTION_TIMEOUT_S: Final = 900.0
"""How long a user may act after signing in or acting: after that a passer-by can only read."""
MAX_SESSIONS: Final = 200
"""The most browsers that are signed in at once."""
BURST_REQUESTS: Final = 60
REQUEST_INTERVAL_S: Final = 0.1
"""One request in this time, and BURST_REQUESTS at once."""

SecondsClock = Callable[[], float]


class BrowserSession(NamedTuple):
    """A signed-in user, the time of signing in, and that of his last action."""

    user_name: str
    began_s: float
    last_action_s: float


class BrowserSessions:
    """The signed-in browsers, by their tokens; a restart signs all of them out."""

    def __init__(self, clock: SecondsClock = time.monotonic) -> None:
        self._clock = clock
        self._sessions_by_token: dict[str, BrowserSession] = {}

    def sign_in(self, user_name: str) -> str:
        """Sign a user in; return the token. Beyond MAX_SESSIONS the oldest session ends."""
        if len(self._sessions_by_token) >= MAX_SESSIONS:
            del self._sessions_by_token[next(iter(self._sessions_by_token))]
        session_token, now_s = secrets.token_urlsafe(32), self._clock()
        self._sessions_by_token[session_token] = BrowserSession(user_name, now_s, now_s)
        return session_token

    def sign_out(self, session_token: str) -> None:
        self._sessions_by_token.pop(session_token, None)

    def signed_in_user(self, session_token: str) -> str | None:
        """Return the user's name, None if the token is not valid any more."""
        browser_session = self._sessions_by_token.get(session_token)
        if browser_session is None or self._clock() - browser_session.began_s > SESSION_LIFETIME_S:
            self.sign_out(session_token)
            return None
        return browser_session.user_name

    def may_act(self, session_token: str) -> bool:
        return self.signed_in_user(session_token) is not None and (
            self._clock() - self._sessions_by_token[session_token].last_action_s <= ACTION_TIMEOUT_S
        )

    def note_action(self, session_token: str) -> None:
        """Note that the user has acted just now."""
        self._sessions_by_token[session_token] = self._sessions_by_token[session_token]._replace(
            last_action_s=self._clock()
        )


class RateLimiter:
    """Limits the rate of requests from each address."""

    def __init__(self, clock: SecondsClock = time.monotonic) -> None:
        self._clock = clock
        self._next_free_s: dict[str, float] = {}

    def admit(self, client_address: str) -> bool:
        """Count a request; return whether it is to be served."""
        now_s = self._clock()
        # forget the addresses that have all their requests free again: nothing is lost by it
        if len(self._next_free_s) >= MAX_SESSIONS:
            self._next_free_s = {
                client_key: free_at_s
                for client_key, free_at_s in self._next_free_s.items()
                if free_at_s > now_s
            }
        free_at_s = max(self._next_free_s.get(client_address, now_s), now_s) + REQUEST_INTERVAL_S
        # a refused request costs its sender nothing, so that he is served once he slows down
        if free_at_s > now_s + BURST_REQUESTS * REQUEST_INTERVAL_S:
            return False
        self._next_free_s[client_address] = free_at_s
        return True
