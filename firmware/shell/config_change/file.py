"""The configuration's file, its previous text, and the device's seal."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from os.path import abspath
from pathlib import Path
from stat import S_IMODE
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config.config import load
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.settings import Config
from firmware.shell.device.atomic_file import write_whole
from firmware.shell.trust import errors
from firmware.shell.trust.errors import Mismatch, TrustError
from firmware.shell.trust.keys import KEY, Device
from firmware.shell.trust.seal import SEAL, check_seal, digests, seal, seal_as

BEFORE: Final = ".before"


class ConfigFile:
    """The configuration file at `path` of a table that runs with `served`; `state` has the device's
    key.

    Three files change one after the other, each atomically: a power cut leaves some of them done.
    In any case the table runs with one whole text or the other, and if its seal is not of that
    text, the next start raises `config_changed`: sealing it, or putting the other back, cures that.

    - `apply` keeps the old text, writes the new one, seals. Cut after the first, nothing is
      changed; after the second, the new text is there but not sealed.
    - `revert` writes the previous text, seals, keeps the undone one. Cut after the first, the
      previous text is there but not sealed; after the second, only the undo can't be undone.
    """

    def __init__(self, path: Path, state: Path, served: Config) -> None:
        self.path = path
        self.served = served
        self._before = path.with_name(path.name + BEFORE)
        self._state = state

    @property
    def sealed(self) -> bool:
        return self.served.trust is not None

    def text(self) -> str:
        """Return the current text. Raises OSError, CannotBeDone."""
        return _decoded(self.path)

    def before(self) -> str | None:
        """Return the previous text, None if there is none. Raises as `text` does."""
        try:
            return _decoded(self._before)
        except FileNotFoundError:
            return None

    def wrong(self) -> tuple[Mismatch, ...]:
        """Return the files that are not as sealed."""
        if not self.sealed:
            return ()
        try:
            public = Device.load(self._state).public
        except FileNotFoundError:
            return (Mismatch("configuration", errors.MISSING, KEY),)
        except (OSError, TrustError):
            return (Mismatch("configuration", errors.MALFORMED, KEY),)
        return check_seal(self.path, self._present(), public, self._state)

    def is_it(self, mismatch: Mismatch) -> bool:
        """Return whether a mismatch is the configuration file itself."""
        return mismatch.file == abspath(self.path)

    def seal(self) -> tuple[Mismatch, ...]:
        """Seal the current text; return the mismatches that this cures.

        Raises ConfigError, OSError, or TrustError if there is no trust section or no key.
        """
        config, device = load(self.path), self._device()
        if config.trust is None:
            raise TrustError(Text("trust.no_trust"))
        changed = check_seal(self.path, config, device.public, self._state)
        if changed:
            seal(self.path, config, device, self._state)
        return changed

    def apply(self, text: str, config: Config) -> None:
        """Replace the current text by one that was read as `config`, and keep the old one.

        Raises OSError or TrustError, and then nothing is changed.
        """
        old, sealing = self.path.read_bytes(), self._sealing(text, config)
        with self._or_as_before():
            self._write(self._before, old)
            self._write(self.path, text.encode())
            sealing()

    def revert(self, text: str, config: Config) -> None:
        """Swap the current text and the previous one, which was read as `config`.

        Raises OSError or TrustError, and then nothing is changed.
        """
        old, sealing = self.path.read_bytes(), self._sealing(text, config)
        with self._or_as_before():
            self._write(self.path, text.encode())
            sealing()
            self._write(self._before, old)

    def _present(self) -> Config:
        try:
            return load(self.path)
        except ConfigError:
            return self.served

    def _device(self) -> Device:
        try:
            return Device.load(self._state)
        except FileNotFoundError:
            raise TrustError(Text("trust.no_device", {"path": str(self._state)})) from None

    def _sealing(self, text: str, config: Config) -> Callable[[], None]:
        """Return a function that seals a text, yet to be written, and the files that it names."""
        if not self.sealed:
            return lambda: None
        device, files = self._device(), digests(self.path, config)
        files[abspath(self.path)] = hashlib.sha256(text.encode()).hexdigest()
        return lambda: seal_as(files, device, self._state)

    @contextmanager
    def _or_as_before(self) -> Iterator[None]:
        """Restore every file if one of them can't be written."""
        found = [(path, _content(path)) for path in (self._state / SEAL, self.path, self._before)]
        try:
            yield
        except OSError:
            for path, content in found:
                with suppress(OSError):
                    self._put_back(path, content)
            raise

    def _put_back(self, path: Path, content: bytes | None) -> None:
        if content is None:
            path.unlink(missing_ok=True)
        elif _content(path) != content:
            self._write(path, content)

    def _write(self, path: Path, content: bytes) -> None:
        like = path if path.exists() else self.path
        write_whole(path, content, S_IMODE(like.stat().st_mode))


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _decoded(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError:
        raise CannotBeDone(Text("technician.not_utf8")) from None
