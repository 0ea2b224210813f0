"""Kill the service with SIGKILL at random instants of a run, and hold it to what was lit.

    python tests/campaigns/kill.py --kills 100 --seed 1

The far ends (registers, memories, shoe, reader) and the people outlive the service. At each kill
what stands in the far ends, and what was last told over the control socket, must be states that
the journal passes through. Restarted, the table must be the one of the journal, locked until the
dealer has confirmed the felt, and then show itself again. Every round must end with the money that
an independent reckoning gives for the cards that were really dealt. The seed chooses the people
and the delays; what a delay meets is the machine's.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from firmware.core.events import Place
from firmware.core.phase import Phase
from tests.campaigns.chip_box import ChipBox
from tests.campaigns.dealer import Dealer
from tests.campaigns.floor import Floor, PowerOff
from tests.campaigns.history import Difference, Replica, records
from tests.campaigns.judge import Judge
from tests.campaigns.lit import Renderer
from tests.campaigns.powered_table import PoweredTable

SHOWN_WITHIN_S: Final = 3.0
ACT_WITHIN_S: Final = 6.0
ACTS: Final = (
    *("place_bets", "card_to", "card_to", "card_to", "pay", "pay_commission", "take", "confirm"),
    *("shuffle", "enter_card", "resolve_late"),
)


class Plan(NamedTuple):
    """When the service is killed: so long after its start, its return, or after an act."""

    kind: str
    delay_s: float
    act: str = ""
    transfers: int | None = None
    """How many transfers to lights and displays are still made after the delay."""


def plan(chance: Random) -> Plan:
    """Choose when to kill."""
    kinds = ("at any time", "at an act", "at a transfer", "coming back")
    match chance.choices(kinds, (3, 4, 2, 2))[0]:
        case "at any time":
            return Plan("at any time", chance.uniform(0, 4))
        case "at an act":
            return Plan("at an act", chance.uniform(0, 0.35), chance.choice(ACTS))
        case "at a transfer":
            return Plan("at a transfer", chance.uniform(0, 3), "", chance.randrange(60))
    return Plan("coming back", chance.uniform(0.1, 2))


class Campaign:
    """Kill after kill, in a room of its own."""

    def __init__(self, room: Path, seed: int) -> None:
        self.counts: Counter[str] = Counter()
        self._chance = Random(seed)
        chips = ChipBox(Random(seed + 1))
        self._power = PoweredTable(room, chips.chips)
        table, config = self._power.table, self._power.config
        renderer = Renderer(config)
        self.judge = Judge(table, renderer, Replica(config))
        self.floor = Floor(table, chips, self._power, self.judge.reads, Random(seed + 2))
        self.dealer = Dealer(self.floor, renderer.words)

    def run(self, kills: int) -> None:
        """Raise Difference at the first."""
        for number in range(1, kills + 1):
            chosen = plan(self._chance)
            self._power.start()
            self._serve_until(chosen)
            life_s = time.monotonic() - self._power.started_at
            moments = self._examine()
            self._tell(number, chosen, life_s, moments)
            if self._chance.random() < 0.5:
                time.sleep(self._chance.uniform(0, 0.3))
            self._meddle()
        self._play_on()

    def close(self) -> None:
        """End everything."""
        self._power.close()

    def _serve_until(self, chosen: Plan) -> None:
        power = self._power
        try:
            if chosen.kind == "coming back":
                power.kill_in(chosen.delay_s)
            self._come_back()
            if chosen.act:
                self._serve_until_act(chosen.act)
            if chosen.kind != "coming back":
                power.kill_in(chosen.delay_s, chosen.transfers)
            while True:
                self.dealer.step()
        except PowerOff:
            self.floor.let_go()

    def _serve_until_act(self, act: str) -> None:
        end = time.monotonic() + ACT_WITHIN_S
        while self._power.look().act != f"prompt.{act}" and time.monotonic() < end:
            self.dealer.step()

    def _come_back(self) -> None:
        """See the table come back and show itself; have the felt confirmed, and see it again."""
        self.judge.back(self._power.look())
        self._see_shown()
        while self._power.look().stopped:
            self.dealer.step()
        self._see_shown()
        self.counts["starts that came to play"] += 1

    def _see_shown(self) -> None:
        end = time.monotonic() + SHOWN_WITHIN_S
        while wrong := self.judge.disagreement(self._power.look()):
            if time.monotonic() > end:
                raise Difference(f"the far ends don't show what is told: {wrong}")
            self._power.rest(10)

    def _play_on(self) -> None:
        """After the last kill: come back, finish the round, and hold it to the reckoning."""
        self._power.start()
        try:
            self._come_back()
            last = self.dealer.number
            while self.dealer.number <= last:
                self.dealer.step()
        except PowerOff:
            raise Difference("the power has failed, and nobody had cut it") from None
        self._power.kill()
        self._examine()

    def _examine(self) -> int:
        power = self._power
        power.defuse()
        if not power.server.wait_alone(5):
            raise Difference("a dead service still holds the far end")
        found = records([power.state / path for path in power.config.journal], power.room)
        return len(self.judge.kill(found, power.last, self.dealer))

    def _tell(self, number: int, chosen: Plan, life_s: float, moments: int) -> None:
        replica, phase = self.judge.replica, self.judge.phase()
        self.counts[f"killed {chosen.kind}"] += 1
        self.counts[f"killed while: {phase}"] += 1
        say(
            f"kill {number:3}: {chosen.kind:13} {life_s:4.1f} s  round {replica.table.round:3}  "
            f"{phase:21} {moments:4} events, {replica.events} in all"
        )

    # while the power is off

    def _meddle(self) -> None:
        """Now and then draw the next card, or move chips, unseen by the table."""
        table, chance = self.judge.replica.table, self._chance.random()
        if self.dealer.number != table.round or table.bets.late or self.floor.round.due is None:
            return
        if chance < 0.3 and table.under is Phase.ROUND:
            self._draw()
        elif chance < 0.6 and table.under in (Phase.OPEN, Phase.ROUND):
            self._move_chips()

    def _draw(self) -> None:
        cards = self.judge.replica.table.game.cards
        known = {hand: [card.name for card in dealt] for hand, dealt in cards.items()}
        if known == self.floor.round.cards and not self.floor.table.shoe.locked:
            self.dealer.draw()
            self.counts["cards drawn while it was down"] += 1

    def _move_chips(self) -> None:
        table, chips = self.judge.replica.table, self.floor.chips
        before = chips.felt()
        anywhere = (self._chance.randint(1, 7), self._chance.choice(("player", "banker", "tie")))
        place = Place(*self._chance.choice([anywhere, *sorted(before)]))
        if place in before and self._chance.random() < 0.5:
            chips.sweep(place)
        else:
            chips.bet(place)
        if chips.felt() != before:
            self.counts["chips moved while it was down"] += 1
            if table.under is Phase.ROUND:
                self.judge.expect_late(table.round, place)


def run(kills: int, seed: int) -> int:
    """Run a campaign. Return 0, or 1 at the first difference, with everything kept."""
    room = Path(tempfile.mkdtemp(prefix="croupier-kill-"))
    began, differences = time.monotonic(), 0
    campaign = Campaign(room, seed)
    try:
        campaign.run(kills)
    except Difference as difference:
        differences = 1
        say(f"\nDIFFERENCE: {difference}\nthe journal and the log are kept in {room}")
    finally:
        campaign.close()
    _sum_up(campaign, differences, time.monotonic() - began)
    if not differences:
        shutil.rmtree(room)
    return differences


def _sum_up(campaign: Campaign, differences: int, seconds: float) -> None:
    counts = campaign.counts + campaign.judge.counts + campaign.floor.counts
    counts["rounds finished"] = len(campaign.dealer.archive)
    counts["events journaled"] = campaign.judge.replica.events
    say("")
    for name, count in sorted(counts.items()):
        say(f"{count:6} {name}")
    say(f"{seconds:6.0f} seconds\n{differences:6} differences")


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    return run(options.kills, options.seed)


if __name__ == "__main__":
    sys.exit(main())
