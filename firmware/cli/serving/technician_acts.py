"""The handlers of the technician's requests at a table in service."""

import time
from collections.abc import Callable

from firmware.cli.serving.stick_acts import stick_acts
from firmware.cli.serving.wired_table import WiredTable
from firmware.shell.config_change.config_file import ConfigFile
from firmware.shell.device.inspection import DeviceInspection
from firmware.shell.parts.wires import TableWires
from firmware.shell.service.service import TableService
from firmware.shell.technician.config_acts import config_acts
from firmware.shell.technician.handlers import RequestHandlers
from firmware.shell.technician.journal_acts import journal_acts
from firmware.shell.technician.one_time_code import OneTimeCode
from firmware.shell.technician.part_acts import part_acts
from firmware.shell.technician.requests import EnrolPerson
from firmware.shell.technician.table_acts import is_between_rounds, is_idle, is_stopped, table_acts
from firmware.shell.technician.wheel_acts import wheel_acts
from firmware.shell.trust.keys import DeviceKey
from hal.gauges import Gauges


def technician_acts(
    wired_table: WiredTable,
    service: TableService,
    inspection: DeviceInspection,
    wires: TableWires,
    gauges: Gauges,
    device: DeviceKey | None,
    request_backup: Callable[[], None],
) -> RequestHandlers:
    """Return the handler of each request; those of the journal need the device's key.

    `request_backup` has the backup on the stick brought up to date.
    """
    acts_on_table = table_acts(
        service, inspection, wired_table.unservable_reason, OneTimeCode(time.monotonic)
    )
    handlers = {
        **acts_on_table,
        **stick_acts(wired_table, service, acts_on_table[EnrolPerson]),
        **part_acts(
            wires,
            service.buses.thread_of,
            lambda: is_idle(service.table),
            lambda: is_stopped(service.table),
        ),
        **wheel_acts(service.handle, wires, service.buses.thread_of),
        **_configuration_acts(wired_table, service, request_backup),
    }
    if device:
        handlers |= journal_acts(
            wired_table.copy_directories,
            wired_table.state_path,
            device,
            wired_table.log_ring,
            gauges,
        )
    return handlers


def _configuration_acts(
    wired_table: WiredTable, service: TableService, request_backup: Callable[[], None]
) -> RequestHandlers:
    return config_acts(
        _config_file(wired_table),
        lambda: is_between_rounds(service.table),
        service.record_note,
        service.end_in_order,
        request_backup,
    )


def _config_file(wired_table: WiredTable) -> ConfigFile | None:
    if wired_table.config_path is None:
        return None
    return ConfigFile(wired_table.config_path, wired_table.state_path, wired_table.config)
