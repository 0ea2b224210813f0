"""A stick in words: its journal, the state of its table, the differences from this card."""

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path

from firmware import __version__
from firmware.cli.serving.assembly import configured_table, journal_setting
from firmware.core.table.meters import COUNT_METERS, MONEY_METERS, meter_rows
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.money import UNCOUNTED
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.status import Status
from firmware.shell.backup.stick import Stick
from firmware.shell.config.config import load_config
from firmware.shell.config.faults import ConfigError
from firmware.shell.history.takeover import changed_keys
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words


def stick_words(stick: Stick, language: str) -> Words:
    """Return the words of the stick's table, whose game and rule pack may be others than here."""
    table_config = stick.config
    return Words.load(
        language,
        table_config.table.game,
        chips=table_config.tournament is not None,
        house=table_config.house_words,
    )


def journal_texts(stick: Stick) -> Iterator[Text]:
    """Yield the journal's devices and its last record, and the backup beside it."""
    journal = stick.journal
    yield Text("adopt.journal", {"path": str(stick.copy), "table": stick.table_name})
    for device in journal.devices:
        yield Text("adopt.device", {"fingerprint": device})
    last_time = _local_time(journal.last_wall)
    yield Text("adopt.last", {"number": journal.last_record, "wall": last_time})
    if journal.damage is not None:
        yield Text("adopt.damage", {"why": journal.damage.why, "copy": str(stick.copy)})
    if stick.backup is not None:
        yield Text("adopt.backup", {"count": len(stick.backup.files)})
    else:
        yield stick.backup_problem or Text("adopt.no_backup")


def config_texts(stick: Stick, config_path: Path) -> Iterator[Text]:
    """Yield what differs: this device's table, or the configuration by which the round began."""
    own_name = _own_table_name(config_path)
    if own_name not in ("", stick.table_name):
        yield Text("adopt.own_table", {"own": own_name, "table": stick.table_name})
    table = configured_table(stick.config, simulated=stick.is_simulated)
    keys = changed_keys(stick.journal.setting, journal_setting(stick.config, table))
    if keys:
        yield Text("adopt.other_keys", {"keys": ", ".join(keys)})
    if (
        stick.journal.setting.version != __version__
        and stick.journal.table.state.phase is not Phase.CLOSED
    ):
        values = {"version": stick.journal.setting.version, "own": __version__}
        yield Text("trust.other_round", dict(values))


def _own_table_name(config_path: Path) -> str:
    """Return the name of the table for which this device is configured, "" if it is for none."""
    try:
        return load_config(config_path).table.name if config_path.exists() else ""
    except ConfigError:
        return ""


def last_status(stick: Stick, words: Words) -> Status:
    """Return the table's status at the last sound record."""
    table = stick.journal.table
    reporter = StatusReporter(stick.table_name, stick.config.table.game, words)
    return reporter.table_status(table, reporter.table_panel(table), ())


def amount_texts(stick: Stick, table_status: Status) -> Iterator[Text]:
    """Yield the bets on the felt, locked or not, and the meters' totals."""
    for spot, spot_status in table_status.spots.items():
        for bet in spot_status.bets:
            cents = UNCOUNTED if bet.cents is None else bet.cents
            yield Text("adopt.bet", {"spot": spot, "on": bet_words(bet.on), "cents": cents})
    total_count = len(COUNT_METERS) + len(MONEY_METERS)
    for meter, digits in islice(meter_rows(stick.journal.table.state.meters), total_count):
        yield Text("adopt.meter", {"meter": meter, "digits": digits})


def _local_time(wall: str) -> str:
    return datetime.fromisoformat(wall).astimezone().strftime("%Y-%m-%d %H:%M:%S") if wall else "–"
