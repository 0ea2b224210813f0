"""The chips at a bench, also of one whose service does not run."""

from sim.people.actor import Actor
from sim.people.chips import PlayerChips
from sim.people.layout import layout_of
from sim.web.bench.bench import Bench


def bench_chips(bench: Bench) -> PlayerChips:
    return PlayerChips(Actor(bench.hands, bench.read_status), bench.rack, layout_of(bench.config))
