"""Fault injection into the parts of a table."""

from collections.abc import Iterator, Mapping
from typing import Final

from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config.parts import PARTS, kind_of
from sim.chips.i2c import BusNoise
from sim.web.bench.bench import Bench
from sim.web.faults import Mishap, mishaps_of
from sim.web.faults.wires import of_bus, of_chips, of_lead
from sim.web.messages.messages_out import Mishap as MishapTold
from sim.web.messages.messages_out import PartTold
from sim.wires.impairments import Troubled

BUS: Final = "i2c"
SHOWS: Final = frozenset({"figures", "dealer_display", "payout_display"})
"""Parts that are only written to, so that noise can't affect readings."""


class Breaking:
    """Injects faults into the simulated parts of a table, and ends them.

    What is broken is written nowhere but in the parts, so it stays so whatever becomes of the
    service. A part is named by its section of the configuration, the bus is `i2c`.
    """

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._noise = bench.sim.i2c.mangle = BusNoise()
        self._kinds = dict(self._wired())
        self._mishaps = {name: {m.how: m for m in self._may_befall(name)} for name in self._kinds}
        self.parts = tuple(self._told(name) for name in self._kinds)
        """Every part, with its possible faults."""

    def broken(self) -> Mapping[str, tuple[str, ...]]:
        """Return the active faults of each part that has any."""
        stand = {
            part: tuple(mishap.how for mishap in mishaps.values() if mishap.stands())
            for part, mishaps in self._mishaps.items()
        }
        return {part: hows for part, hows in stand.items() if hows}

    def do(self, part: str, how: str, *, on: bool) -> None:
        """Inject a fault into a part, or end it; does nothing if that is so already.

        Raises CannotBeDone if that can't be.
        """
        mishap = self._mishap(part, how)
        if on and not mishap.stands():
            mishap.begin()
        elif not on and mishap.stands() and mishap.end:
            mishap.end()

    def _mishap(self, part: str, how: str) -> Mishap:
        if part not in self._mishaps:
            raise CannotBeDone(Text("web.unfit.no_part", {"name": part}))
        if how not in self._mishaps[part]:
            named: Values = {"part": Text(f"part.{part}"), "how": how}
            raise CannotBeDone(Text("web.unfit.no_mishap", named))
        return self._mishaps[part][how]

    def _wired(self) -> Iterator[tuple[str, str]]:
        """Yield the sections of the table's parts, and the kind of each."""
        wiring = self._bench.config.wiring
        for section in PARTS:
            part = getattr(wiring, section)
            if part is not None:
                yield section, kind_of(section, part).word
        yield BUS, "bus"

    def _may_befall(self, part: str) -> Iterator[Mishap]:
        bench = self._bench
        if part == BUS:
            yield from of_bus(bench.sim.i2c, bench.server)
        if part in bench.leads:
            bench.leads[part].manner = wire = Troubled(bench.clock.now)
            yield from of_lead(bench.leads[part], wire)
        if chips := bench.sim.chips.get(part):
            read = part not in SHOWS
            yield from of_chips(bench.sim.i2c, self._noise, chips, read=read)
        yield from mishaps_of(part, bench.sim)

    def _told(self, part: str) -> PartTold:
        mishaps = self._mishaps[part].values()
        breaks = tuple(MishapTold(m.how, lasts=m.end is not None) for m in mishaps)
        return PartTold(part, self._kinds[part], breaks)
