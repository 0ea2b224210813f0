"""The verification before a table opens, and on demand: the program and the configuration."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware.shell.config.settings import Config
from firmware.shell.device.inspection import Check, Wrong
from firmware.shell.device.program import ROOT
from firmware.shell.trust import errors
from firmware.shell.trust.errors import Mismatch, TrustError
from firmware.shell.trust.keys import KEY, Device, read_public
from firmware.shell.trust.manifest import verify_program
from firmware.shell.trust.seal import SEAL, check_seal, digests, seal_as


def first_start(config: Config, path: Path, state: Path) -> Device:
    """Return the device's key; one that is made here and now seals the configuration at `path`.

    An older key never seals by itself: that is an authorised person's act. Raises OSError or
    TrustError.
    """
    files = digests(path, config)
    device = Device.enrol(state)
    if config.trust is not None and device.new and not (state / SEAL).exists():
        seal_as(files, device, state)
    return device


def verify_all(config: Config, path: Path, state: Path, root: Path = ROOT) -> tuple[Mismatch, ...]:
    """Return every mismatch with the signatures. Empty if no maker's key is configured.

    `path` is the configuration's file, `state` holds the device's key and seal.
    """
    if config.trust is None:
        return ()
    return *_program(config.trust, root), *_configuration(config, path, state)


def checks(config: Config, path: Path, state: Path, root: Path = ROOT) -> tuple[Check, ...]:
    """Return the same as the checks of a table, each with the fault that it raises."""
    if config.trust is None:
        return ()
    program = partial(_program, config.trust, root)
    configuration = partial(_configuration, config, path, state)
    return (
        Check("program", "program_changed", partial(_wrong, program)),
        Check("configuration", "config_changed", partial(_wrong, configuration)),
    )


def _wrong(look: Callable[[], tuple[Mismatch, ...]]) -> Wrong:
    found = look()
    return {"file": found[0].file, "count": str(len(found))} if found else None


def _program(maker: Path, root: Path) -> tuple[Mismatch, ...]:
    try:
        return verify_program(root, read_public(maker))
    except FileNotFoundError:
        return (Mismatch("program", errors.MISSING, str(maker)),)
    except (OSError, TrustError):
        return (Mismatch("program", errors.MALFORMED, str(maker)),)


def _configuration(config: Config, path: Path, state: Path) -> tuple[Mismatch, ...]:
    try:
        public = Device.load(state).public
    except FileNotFoundError:
        return (Mismatch("configuration", errors.MISSING, KEY),)
    except (OSError, TrustError):
        return (Mismatch("configuration", errors.MALFORMED, KEY),)
    return check_seal(path, config, public, state)
