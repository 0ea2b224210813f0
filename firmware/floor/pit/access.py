"""Signed-in browsers, and the rate at which each may send requests."""

import secrets
import time
from collections.abc import Callable, Hashable
from typing import Final, NamedTuple, Protocol

from firmware.shell.technician.requests import Person

SESSION_LIFETIME_S: Final = 16 * 3600.0
"""How long a screen may be read after signing in: a shift, and the one after it."""
ACTION_TIMEOUT_S: Final = 900.0
"""How long a user may act after signing in or acting: after that a passer-by can only read."""
MAX_SESSIONS: Final = 200
"""The most browsers that are signed in at once."""
MAX_SESSIONS_OF_PERSON: Final = 20
"""The most browsers of one person, so that one person can't sign the others out."""
BURST_REQUESTS: Final = 60
REQUEST_INTERVAL_S: Final = 0.1
"""One request in this time, and BURST_REQUESTS at once."""

SecondsClock = Callable[[], float]


class KnownAccounts(Protocol):
    """The accounts of the pit's people."""

    def authenticate(self, account_name: str, passphrase: str, client_address: str = "") -> Person:
        """Return the person of a name and passphrase. Raises RequestFailed."""
        ...

    def find_account(self, account_name: str) -> Hashable | None:
        """Return the account as it is now, None if it was removed. Raises RequestFailed."""
        ...


class BrowserSession(NamedTuple):
    """A signed-in person, the times of signing in and of his last action, and his account as it was
    then; None if the house's proxy has signed him in.
    """

    person: Person
    account: Hashable | None
    began_s: float
    last_action_s: float


class BrowserSessions:
    """The signed-in browsers, by their tokens; a restart signs all of them out."""

    def __init__(self, clock: SecondsClock = time.monotonic) -> None:
        self._clock = clock
        self._sessions_by_token: dict[str, BrowserSession] = {}

    def sign_in(self, person: Person, account: Hashable | None = None) -> str:
        """Sign a person in; return the token. Beyond the most sessions the oldest one ends, his
        own if he has many.
        """
        own_tokens = [
            token
            for token, session in self._sessions_by_token.items()
            if session.person.name == person.name
        ]
        if len(own_tokens) >= MAX_SESSIONS_OF_PERSON:
            self.sign_out(own_tokens[0])
        elif len(self._sessions_by_token) >= MAX_SESSIONS:
            self.sign_out(next(iter(self._sessions_by_token)))
        session_token, now_s = secrets.token_urlsafe(32), self._clock()
        self._sessions_by_token[session_token] = BrowserSession(person, account, now_s, now_s)
        return session_token

    def sign_out(self, session_token: str) -> None:
        self._sessions_by_token.pop(session_token, None)

    def session(self, session_token: str) -> BrowserSession | None:
        """Return the session of a token, None if it is not valid any more."""
        browser_session = self._sessions_by_token.get(session_token)
        if browser_session and self._clock() - browser_session.began_s > SESSION_LIFETIME_S:
            self.sign_out(session_token)
            return None
        return browser_session

    def may_act(self, session_token: str) -> bool:
        browser_session = self.session(session_token)
        return (
            browser_session is not None
            and self._clock() - browser_session.last_action_s <= ACTION_TIMEOUT_S
        )

    def note_action(self, session_token: str) -> None:
        """Note that the user has acted just now."""
        self._sessions_by_token[session_token] = self._sessions_by_token[session_token]._replace(
            last_action_s=self._clock()
        )


class RateLimiter:
    """Limits the rate of requests: of each session, and of each address that has none."""

    def __init__(self, clock: SecondsClock = time.monotonic) -> None:
        self._clock = clock
        self._next_free_s: dict[str, float] = {}

    def admit(self, client_key: str) -> bool:
        """Count a request; return whether it is to be served."""
        now_s = self._clock()
        # forget the clients that have all their requests free again: nothing is lost by it
        if len(self._next_free_s) >= MAX_SESSIONS:
            self._next_free_s = {
                known_key: free_at_s
                for known_key, free_at_s in self._next_free_s.items()
                if free_at_s > now_s
            }
        free_at_s = max(self._next_free_s.get(client_key, now_s), now_s) + REQUEST_INTERVAL_S
        # a refused request costs its sender nothing, so that he is served once he slows down
        if free_at_s > now_s + BURST_REQUESTS * REQUEST_INTERVAL_S:
            return False
        self._next_free_s[client_key] = free_at_s
        return True
