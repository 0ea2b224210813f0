"""Carries out an adoption that was ordered at the console, before the table is served."""

import logging
from collections.abc import Iterator
from pathlib import Path

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.backup.adoption import AdoptingDevice, adopt, check_adoption
from firmware.shell.backup.adoption_order import AdoptionOrder, read_order, remove_order
from firmware.shell.backup.journal_summary import LIVE_SEGMENTS
from firmware.shell.backup.restored_files import restore_file
from firmware.shell.backup.stick import Stick, read_stick
from firmware.shell.evidence.pack_archive import FOLDER, SUFFIX, archived_contents, read_archives
from firmware.shell.words.words import Words

log = logging.getLogger(__name__)


def carry_out_order(config_path: Path | None, state_directory: Path) -> None:
    """Adopt the stick of the order, if there is one; a refusal is only logged. A cut leaves the
    order to the next start.
    """
    try:
        order = read_order(state_directory)
        if order is None or config_path is None:
            return
        for step in _carried_out(order, AdoptingDevice(config_path, state_directory)):
            log.info(_english(step))
    except RequestFailed as refusal:
        log.warning(_english(refusal.why))
    except (OSError, ValueError) as error:
        log.warning("%s", error)
    remove_order(state_directory)


def restore_packs(stick: Stick, device: AdoptingDevice) -> None:
    """Put the rule packs that the table has played by beside the device's own copy too."""
    folder = device.own_copy(stick).parent / FOLDER
    for digest, content in archived_contents([stick.copy]).items():
        restore_file(folder / f"{digest}{SUFFIX}", content)


def _carried_out(order: AdoptionOrder, device: AdoptingDevice) -> Iterator[Text]:
    copy = Path(order.copy)
    read_archives([copy])
    stick = read_stick(copy.parent, device.config_path, segment_count=LIVE_SEGMENTS)
    if (stick.journal.identity, stick.table_name) != (order.journal, order.table):
        values = {"given": order.table, "table": stick.table_name}
        raise RequestFailed(Text("adopt.other_name", dict(values)))
    check_adoption(stick, device)
    restore_packs(stick, device)
    yield from adopt(stick, device)


def _english(text: Text) -> str:
    return Words.load("en").render(text)
