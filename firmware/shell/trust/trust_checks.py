"""The verification before a table opens, and on demand: the program and the configuration."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from firmware.shell.config.settings import Config
from firmware.shell.device.inspection import DeviceCheck, FaultValues
from firmware.shell.device.program import PROGRAM_ROOT
from firmware.shell.trust import trust_errors
from firmware.shell.trust.keys import DEVICE_KEY_FILE, DeviceKey, read_public_key
from firmware.shell.trust.manifest import verify_program
from firmware.shell.trust.seal import SEAL_FILE, check_seal, file_digests, seal_digests
from firmware.shell.trust.trust_errors import Mismatch, TrustRefused


def enrol_device(config: Config, config_path: Path, state_directory: Path) -> DeviceKey:
    """Return the device's key; one that is made here and now seals the configuration at
    `config_path`.

    An older key never seals by itself: that is an authorised person's act. Raises OSError or
    TrustRefused.
    """
    files = file_digests(config_path, config)
    device = DeviceKey.enrol(state_directory)
    # only with a key made here: an old key without a seal means that the seal was removed
    if config.trust is not None and device.is_new and not (state_directory / SEAL_FILE).exists():
        seal_digests(files, device, state_directory)
    return device


def verify_signatures(
    config: Config, config_path: Path, state_directory: Path, root_folder: Path = PROGRAM_ROOT
) -> tuple[Mismatch, ...]:
    """Return every mismatch with the signatures. Empty if no maker's key is configured.

    `config_path` is the configuration's file, `state_directory` holds the device's key and seal.
    """
    if config.trust is None:
        return ()
    return *_program_mismatches(config.trust, root_folder), *_config_mismatches(
        config, config_path, state_directory
    )


def trust_checks(
    config: Config, config_path: Path, state_directory: Path, root_folder: Path = PROGRAM_ROOT
) -> tuple[DeviceCheck, ...]:
    """Return the same as the checks of a table, each with the fault that it raises."""
    if config.trust is None:
        return ()
    program = partial(_program_mismatches, config.trust, root_folder)
    configuration = partial(_config_mismatches, config, config_path, state_directory)
    return (
        DeviceCheck("program", "program_changed", partial(_fault_values, program)),
        DeviceCheck("configuration", "config_changed", partial(_fault_values, configuration)),
    )


def _fault_values(find_mismatches: Callable[[], tuple[Mismatch, ...]]) -> FaultValues:
    mismatches = find_mismatches()
    return {"file": mismatches[0].file, "count": str(len(mismatches))} if mismatches else None


def _program_mismatches(maker_path: Path, root_folder: Path) -> tuple[Mismatch, ...]:
    try:
        return verify_program(root_folder, read_public_key(maker_path))
    except FileNotFoundError:
        return (Mismatch("program", trust_errors.MISSING, str(maker_path)),)
    except (OSError, TrustRefused):
        return (Mismatch("program", trust_errors.MALFORMED, str(maker_path)),)


def _config_mismatches(
    config: Config, config_path: Path, state_directory: Path
) -> tuple[Mismatch, ...]:
    try:
        public_key = DeviceKey.load(state_directory).public_key
    except FileNotFoundError:
        return (Mismatch("configuration", trust_errors.MISSING, DEVICE_KEY_FILE),)
    except (OSError, TrustRefused):
        return (Mismatch("configuration", trust_errors.MALFORMED, DEVICE_KEY_FILE),)
    return check_seal(config_path, config, public_key, state_directory)
