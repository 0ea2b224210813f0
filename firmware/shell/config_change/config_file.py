"""The configuration's file, its previous text, and the device's seal."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from os.path import abspath
from pathlib import Path
from stat import S_IMODE
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.config import load_config
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.settings import Config
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.trust import trust_errors
from firmware.shell.trust.keys import DEVICE_KEY_FILE, DeviceKey
from firmware.shell.trust.seal import SEAL_FILE, check_seal, file_digests, seal_config, seal_digests
from firmware.shell.trust.trust_errors import Mismatch, TrustRefused

PREVIOUS_SUFFIX: Final = ".before"


class ConfigFile:
    """The configuration file at `path` of a table that runs with `served_config`; `state_directory`
    has the device's key.

    Three files change one after the other, each atomically: a power cut leaves some of them done.
    In any case the table runs with one whole text or the other, and if its seal is not of that
    text, the next start raises `config_changed`: sealing it, or putting the other back, cures that.

    - `apply` saves the old text, writes the new one, seals. Cut after the first, nothing is
      changed; after the second, the new text is there but not sealed.
    - `revert` writes the previous text, seals, saves the undone one. Cut after the first, the
      previous text is there but not sealed; after the second, only the undo can't be undone.
    """

    def __init__(self, path: Path, state_directory: Path, served_config: Config) -> None:
        self.path = path
        self.served_config = served_config
        self._previous_path = path.with_name(path.name + PREVIOUS_SUFFIX)
        self._state_directory = state_directory

    @property
    def is_sealed(self) -> bool:
        return self.served_config.trust is not None

    def current_text(self) -> str:
        """Return the current text. Raises OSError, RequestFailed."""
        return _decoded_text(self.path)

    def previous_text(self) -> str | None:
        """Return the text before the last change, None before the first one. Raises as
        `current_text` does.
        """
        try:
            return _decoded_text(self._previous_path)
        except FileNotFoundError:
            return None

    def seal_mismatches(self) -> tuple[Mismatch, ...]:
        """Return the files that are not as sealed."""
        if not self.is_sealed:
            return ()
        try:
            public = DeviceKey.load(self._state_directory).public_key
        except FileNotFoundError:
            return (Mismatch("configuration", trust_errors.MISSING, DEVICE_KEY_FILE),)
        except (OSError, TrustRefused):
            return (Mismatch("configuration", trust_errors.MALFORMED, DEVICE_KEY_FILE),)
        return check_seal(self.path, self._current_config(), public, self._state_directory)

    def is_config_file(self, mismatch: Mismatch) -> bool:
        """Return whether a mismatch is the configuration file itself."""
        return mismatch.file == abspath(self.path)

    def seal_current(self) -> tuple[Mismatch, ...]:
        """Seal the current text; return the mismatches that this cures.

        Raises ConfigError, OSError, or TrustRefused if there is no trust section or no key.
        """
        config, device = load_config(self.path), self._load_device()
        if config.trust is None:
            raise TrustRefused(Text("trust.no_trust"))
        mismatches = check_seal(self.path, config, device.public_key, self._state_directory)
        if mismatches:
            seal_config(self.path, config, device, self._state_directory)
        return mismatches

    def apply(self, text: str, config: Config) -> None:
        """Replace the current text by one that was read as `config`, and keep the old one.

        Raises OSError or TrustRefused, and then nothing is changed.
        """
        old_content, seal_new = self.path.read_bytes(), self._prepared_seal(text, config)
        with self._restored_on_error():
            self._write_file(self._previous_path, old_content)
            self._write_file(self.path, text.encode())
            seal_new()

    def revert(self, text: str, config: Config) -> None:
        """Swap the current text and the previous one, which was read as `config`.

        Raises OSError or TrustRefused, and then nothing is changed.
        """
        old_content, seal_new = self.path.read_bytes(), self._prepared_seal(text, config)
        with self._restored_on_error():
            self._write_file(self.path, text.encode())
            seal_new()
            self._write_file(self._previous_path, old_content)

    def _current_config(self) -> Config:
        try:
            return load_config(self.path)
        except ConfigError:
            return self.served_config

    def _load_device(self) -> DeviceKey:
        try:
            return DeviceKey.load(self._state_directory)
        except FileNotFoundError:
            raise TrustRefused(
                Text("trust.no_device", {"path": str(self._state_directory)})
            ) from None

    def _prepared_seal(self, text: str, config: Config) -> Callable[[], None]:
        """Return a function that seals a text, yet to be written, and the files that it names."""
        if not self.is_sealed:
            return lambda: None
        device, files = self._load_device(), file_digests(self.path, config)
        files[abspath(self.path)] = hashlib.sha256(text.encode()).hexdigest()
        return lambda: seal_digests(files, device, self._state_directory)

    @contextmanager
    def _restored_on_error(self) -> Iterator[None]:
        """Restore every file if one of them can't be written."""
        # all three before the first write, so that each can be put back
        old_contents = [
            (path, _file_content(path))
            for path in (self._state_directory / SEAL_FILE, self.path, self._previous_path)
        ]
        try:
            yield
        except OSError:
            for path, content in old_contents:
                with suppress(OSError):
                    self._restore(path, content)
            raise

    def _restore(self, path: Path, content: bytes | None) -> None:
        if content is None:
            path.unlink(missing_ok=True)
        elif _file_content(path) != content:
            self._write_file(path, content)

    def _write_file(self, path: Path, content: bytes) -> None:
        # a new file gets the mode of the configuration, which may be readable by a group
        mode_source = path if path.exists() else self.path
        write_atomically(path, content, S_IMODE(mode_source.stat().st_mode))


def _file_content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _decoded_text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError:
        raise RequestFailed(Text("technician.not_utf8")) from None
