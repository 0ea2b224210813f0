"""Between a stop and a start: another disk in a copy's place, another configuration."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from firmware.cli.serving.assembly import configured_table, journal_setting
from firmware.core.game.limits import BetLimits
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.config import load_config
from firmware.shell.config.settings import Config
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, JournalError, JournalReader
from firmware.shell.service.loop import TableLoop
from tests.campaigns.faults.faults_disk import Disk
from tests.campaigns.faults.faults_people import REPLACED
from tests.campaigns.faults.faults_service import FaultyService
from tests.campaigns.faults.faults_witness import Witness
from tests.campaigns.kill.history import Difference
from tests.kits.paths import EXAMPLES

NAMED: Final = {
    "limits": ("limits.",),
    "spots": ("table.spots",),
    "options": ("game.", "table.smallest_chip_cents", "table.rounding"),
}
"""What a refusal names of what was changed, any of them."""


def others(config: Config) -> Iterator[tuple[str, Config]]:
    """Yield configurations of the same game by which a table decides otherwise."""
    if config.limits:
        limits = {
            bet: BetLimits(held.min_cents, Cents(2 * held.max_cents))
            for bet, held in config.limits.items()
        }
        yield "limits", replace(config, limits=limits)
    yield "spots", replace(config, table=replace(config.table, spots=config.table.spots + 1))
    examples = map(load_config, sorted(EXAMPLES.glob("*.toml")))
    found = (one.game_options for one in examples if one.table.game == config.table.game)
    options = [one for one in found if one != config.game_options]
    yield from (("options", replace(config, game_options=one)) for one in options)


def replace_copy(service: FaultyService, disk: Disk, image: Mapping[int, bytes]) -> None:
    """Exchange a disk, and check the next start: it reports the disk, and makes the copy whole."""

    def exchange() -> None:
        disk.replace(image)
        service.starting = check_copy

    def check_copy(journal: Journal) -> None:
        fault = service.core.state.device.trouble.find_fault(*REPLACED)
        if fault is None or fault.gone:
            raise Difference(f"nothing is said of another disk in the place of {disk.name}")
        journal.archive.scan(lambda _: None, lambda: False)
        journaled, alone = (
            list(JournalReader.over_copies(of).records()) for of in (service.disks, (disk,))
        )
        if journaled != alone:
            raise Difference(f"{disk.name} was not made whole: {len(alone)} of {len(journaled)}")
        service.counts["copies replaced, told of and made whole"] += 1

    service.between(exchange)


def change_configuration(service: FaultyService, witness: Witness, what: str, to: Config) -> None:
    """Start a running service with another configuration, then put the earlier one back."""
    if service.inline is None:
        return
    bare = service.core.state.between_rounds

    def start() -> None:
        try:
            refused = _refused(service, to)
        except JournalError:
            service.counts["starts refused"] += 1
            return
        if bare is not (refused is None) or (bare and witness.round.locked is not None):
            said = refused or "served"
            raise Difference(f"other {what}, {'between rounds' if bare else 'in a round'}: {said}")
        if refused is not None and not any(name in refused for name in NAMED[what]):
            raise Difference(f"other {what} are not named: {refused}")
        service.counts[f"other {what}: {'refused' if refused else 'served'}"] += 1

    service.between(start)


def _refused(service: FaultyService, config: Config) -> str | None:
    """Begin with a configuration; return why it can't be, None if it is served."""
    table, journal = configured_table(config, simulated=True), service.open_journal()
    try:
        ledger = Ledger(journal, journal_setting(config, table))
        TableLoop(table, ledger, [service.take_rulings]).begin(service.clock.now())
    except RequestFailed as error:
        return service.words.render(error.why)
    finally:
        service.be_warned(journal)
        journal.close()
    return None
