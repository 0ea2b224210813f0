"""The one-time code on the dealer's display, which proves presence at the table."""

import secrets
import threading
from collections.abc import Callable
from typing import Final

ALPHABET: Final = "ACDEFHJKMNPRTUWXY34679"
"""No two that look alike on a display of few dots."""
LENGTH: Final = 8
LASTS_S: Final = 300.0
TRIES: Final = 5


class OneTimeCode:
    """At most one code at a time. It is never written anywhere but on the display."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._alone = threading.Lock()
        self._code = ""
        self._until = 0.0
        self._tries = 0

    def new(self) -> str:
        """Make a code in place of any other."""
        with self._alone:
            self._code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
            self._until = self._now_s() + LASTS_S
            self._tries = TRIES
            return self._code

    def spend(self, said: str) -> bool:
        """Return whether it was the code; it is over then, and after TRIES wrong ones.

        It may be written with dashes, spaces and small letters.
        """
        written = said.upper().replace("-", "").replace(" ", "").encode(errors="replace")
        with self._alone:
            if not self.stands():
                return False
            self._tries -= 1
            right = secrets.compare_digest(written, self._code.encode())
            if right or not self._tries:
                self._code = ""
            return right

    def stands(self) -> bool:
        """Whether there is a code that holds."""
        return bool(self._code) and self._now_s() < self._until
