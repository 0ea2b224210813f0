"""The one-time code on the dealer's display, which proves presence at the table."""

import secrets
import threading
from collections.abc import Callable
from typing import Final

CODE_ALPHABET: Final = "ACDEFHJKMNPRTUWXY34679"
"""No two that look alike on a display of few dots."""
CODE_LENGTH: Final = 8
CODE_LIFETIME_S: Final = 300.0
MAX_TRIES: Final = 5


class OneTimeCode:
    """At most one code at a time. It is never written anywhere but on the display."""

    def __init__(self, monotonic_s: Callable[[], float]) -> None:
        self._monotonic_s = monotonic_s
        self._code_lock = threading.Lock()
        self._code = ""
        self._expires_at_s = 0.0
        self._tries_left = 0

    def make_code(self) -> str:
        """Make a code in place of any other."""
        with self._code_lock:
            self._code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
            self._expires_at_s = self._monotonic_s() + CODE_LIFETIME_S
            self._tries_left = MAX_TRIES
            return self._code

    def verify_code(self, typed_code: str) -> bool:
        """Return whether it was the code; it is over then, and after TRIES wrong ones.

        It may be written with dashes, spaces and small letters.
        """
        normalized = typed_code.upper().replace("-", "").replace(" ", "").encode(errors="replace")
        with self._code_lock:
            if not self.is_valid():
                return False
            self._tries_left -= 1
            # in constant time
            is_correct = secrets.compare_digest(normalized, self._code.encode())
            # spent either way: it can't be used twice, nor found by trying
            if is_correct or not self._tries_left:
                self._code = ""
            return is_correct

    def is_valid(self) -> bool:
        """Whether there is a code that holds."""
        return bool(self._code) and self._monotonic_s() < self._expires_at_s
