"""Everything that a technician may ask for at a table in service, wired together."""

import time

from firmware.cli.serving.wired_table import Opened
from firmware.shell.config_change.file import ConfigFile
from firmware.shell.device.inspection import Inspection
from firmware.shell.parts.wires import Wires
from firmware.shell.service.service import Service
from firmware.shell.technician.acts import Acts
from firmware.shell.technician.config_acts import config_acts
from firmware.shell.technician.journal_acts import journal_acts
from firmware.shell.technician.one_time_code import OneTimeCode
from firmware.shell.technician.part_acts import part_acts
from firmware.shell.technician.table_acts import between_rounds, idle, stopped, table_acts
from firmware.shell.trust.keys import Device
from hal.gauges import Gauges


def all_acts(
    opened: Opened,
    service: Service,
    inspection: Inspection,
    wires: Wires,
    gauges: Gauges,
    device: Device | None,
) -> Acts:
    """Return the function for each request; without the device's key there are no journal acts."""
    file = ConfigFile(opened.path, opened.state, opened.config) if opened.path else None
    acts = {
        **table_acts(service, inspection, opened.unfit, OneTimeCode(time.monotonic)),
        **part_acts(
            wires, service.buses.of, lambda: idle(service.table), lambda: stopped(service.table)
        ),
        **config_acts(file, lambda: between_rounds(service.table), service.record, service.end),
    }
    if device:
        acts |= journal_acts(opened.journal, opened.state, device, opened.log, gauges)
    return acts
