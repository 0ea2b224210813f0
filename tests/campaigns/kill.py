"""Kill the service with SIGKILL at random instants of a run, and hold it to what was lit.

    python tests/campaigns/kill.py --kills 100 --seed 1

The far ends (registers, memories, shoe, reader) and the people outlive the service. At each kill
what stands in the far ends, and what was last told over the control socket, must be states that
the journal passes through; restarted, the table must be the one of the journal, locked until the
dealer has confirmed the felt; and every round must end with the money that an independent
reckoning gives for the cards that were really dealt.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Final, NamedTuple

from drivers.chips import HEADER
from firmware.cli.assembly import wiring
from firmware.core.events import Place, PowerReturned
from firmware.core.phase import Phase
from firmware.core.rulings import LateBet
from firmware.core.table import Table
from firmware.shell.config import DEFAULT_TABLE, load
from firmware.shell.control import ControlError, ask
from firmware.shell.status import Status
from sim.pty import PtyWire
from sim.remote import Ask, Request
from sim.table import SimTable
from sim.world import TableServer
from tests.campaigns.dealer import Dealer, PowerOff, chip_box
from tests.campaigns.evidence import (
    Difference,
    Moment,
    Renderer,
    Replica,
    State,
    Told,
    as_it_is,
    explained,
    lit,
    plain,
    records,
)
from tests.campaigns.reckoning import Line

START_S: Final = 20.0
ACTS: Final = (
    "place_bets",
    "card_to",
    "card_to",
    "card_to",
    "pay",
    "pay_commission",
    "take",
    "confirm",
    "shuffle",
    "enter_card",
    "resolve_late",
)


class Plan(NamedTuple):
    """When the service is killed: so long after it began or was confirmed, or after an act."""

    kind: str
    delay_s: float
    act: str = ""
    transfers: int = 0


def plan(chance: random.Random) -> Plan:
    kind = chance.choices(("any time", "at an act", "at a transfer", "recovering"), (3, 4, 2, 1))[0]
    match kind:
        case "at an act":
            return Plan(kind, chance.uniform(0, 0.35), chance.choice(ACTS))
        case "at a transfer":
            return Plan(kind, chance.uniform(0, 3), "", chance.randrange(60))
        case "recovering":
            return Plan(kind, chance.uniform(0.2, 2.5))
    return Plan(kind, chance.uniform(0, 4))


class World:
    """The far ends, and the service while it lives."""

    def __init__(self, room: Path) -> None:
        self.room = room
        self._cage = chip_box()
        self._write_registry()
        self.config_path = self._write_config()
        self.config = load(self.config_path)
        self.table = SimTable(wiring(self.config))
        self.cage = self._cage
        self._shoe = PtyWire(self.table.shoe, self.config.shoe.baud, Path(self.config.shoe.port))
        self._reader = PtyWire(
            self.table.reader, self.config.chips.baud, Path(self.config.chips.port)
        )
        self.server = TableServer(self.table, room / "far-end", self._carries)
        self.life = 0
        self.started_at = 0.0
        self.last: Status | None = None
        self._down = threading.Event()
        self._down.set()
        self._process: subprocess.Popen[bytes] | None = None
        self._fuse: threading.Timer | None = None
        self._transfers: int | None = None
        self._burst_at = 0.0

    @property
    def state(self) -> Path:
        return self.room / "croupier" / "simulation"

    def start(self) -> None:
        """Switch the service on."""
        self.life += 1
        self.last = None
        command = [sys.executable, "-m", "firmware.cli.main", "run", "--plain"]
        command += ["--config", str(self.config_path), "--far-end", str(self.room / "far-end")]
        environment = {**os.environ, "XDG_STATE_HOME": str(self.room)}
        self._down.clear()
        with (self.room / "service.log").open("ab") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment
            )
        self.started_at = time.monotonic()

    def kill(self) -> None:
        """Kill the service, now."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
        self._down.set()

    def kill_in(self, seconds: float, transfers: int | None = None) -> None:
        """Kill the service in so long; or then at so manieth transfer to a light or display."""
        self.defuse()
        if transfers is None:
            self._fuse = threading.Timer(seconds, self.kill)
        else:
            self._fuse = threading.Timer(seconds, self._count, (transfers,))
        self._fuse.daemon = True
        self._fuse.start()

    def defuse(self) -> None:
        if self._fuse is not None:
            self._fuse.cancel()
            self._fuse.join()
        self._fuse = None

    def close(self) -> None:
        self.defuse()
        self.kill()
        self.server.close()
        self._shoe.close()
        self._reader.close()

    # what the people see

    def look(self) -> Status:
        """Return the status; wait for a service that is coming up. Raises PowerOff."""
        end = time.monotonic() + START_S
        while True:
            if self._down.is_set():
                raise PowerOff
            try:
                self.last = ask(self.state / self.config.control)
            except ControlError as error:
                self._see_it_lives(error, end)
            else:
                return self.last

    def _see_it_lives(self, error: ControlError, end: float) -> None:
        process = self._process
        if process is not None and process.poll() is not None and not self._down.wait(0.2):
            raise Difference(f"the service has ended by itself with {process.returncode}")
        if time.monotonic() > end:
            raise Difference(f"the service doesn't answer: {error}")
        self.rest(10)

    def rest(self, millis: int) -> None:
        """Let the time pass. Raises PowerOff."""
        if self._down.wait(millis / 1000):
            raise PowerOff

    # inside

    def _count(self, transfers: int) -> None:
        self._transfers = transfers

    def _carries(self, request: Request) -> bool:
        """Cut the power at the transfer that was chosen, counted from the start of a burst."""
        left = self._transfers
        if left is None or request.ask is not Ask.WRITE:
            return True
        shows = request.where not in (0x20, 0x21, 0x22)
        if not shows:
            return True
        if left > 0:
            self._transfers = left - 1
            return True
        self._transfers = None
        self.kill()
        return False

    def _write_registry(self) -> None:
        chips = (f"{tag.hex().upper()},{chip.cents}," for tag, chip in self._cage.items())
        (self.room / "chips.csv").write_text("\n".join((HEADER, *chips)) + "\n")

    def _write_config(self) -> Path:
        source = DEFAULT_TABLE.read_text()
        for before, after in (
            ("/dev/croupier-shoe", str(self.room / "shoe")),
            ("/dev/croupier-chips", str(self.room / "chips")),
            ("chips.csv", str(self.room / "chips.csv")),
            ("commands = false", "commands = true"),
        ):
            assert before in source
            source = source.replace(before, after)
        path = self.room / "table.toml"
        path.write_text(source)
        return path


class Campaign:
    """Kill after kill."""

    def __init__(self, room: Path, seed: int) -> None:
        self.world = World(room)
        self.chance = random.Random(seed)
        self.renderer = Renderer(self.world.config)
        self.replica = Replica(self.world.config)
        self.dealer = Dealer(
            self.world.table,
            self.world.cage,
            self.world,
            self.renderer.words,
            random.Random(seed + 1),
        )
        self.counts: Counter[str] = Counter()
        self.phases: Counter[str] = Counter()
        self._moved: dict[int, set[Place]] = {}
        self._awaited: set[Place] = set()
        self._compared: set[int] = set()
        self._raw = as_it_is(lit(self.world.table))
        self._states: list[State] = [self._raw]
        self._expected: Told | None = None

    def run(self, kills: int) -> None:
        self.world.start()
        for number in range(1, kills + 1):
            chosen = plan(self.chance)
            self._serve_until(chosen)
            self._examine(number, chosen)
            self._meddle()
            if self.chance.random() < 0.5:
                time.sleep(self.chance.uniform(0, 0.3))
            self.world.start()
        self._play_on()

    def _play_on(self) -> None:
        """After the last kill: recover, finish the round, and hold it to the reckoning."""
        try:
            self._recover(Plan("", 0))
            last = self.dealer.number
            while self.dealer.number <= last:
                self.dealer.step()
        except PowerOff:
            raise Difference("the power failed, and nobody had cut it") from None
        self.world.kill()
        self._examine(0, Plan("after the last", 0))

    # until the kill

    def _serve_until(self, chosen: Plan) -> None:
        try:
            if chosen.kind == "recovering":
                self.world.kill_in(chosen.delay_s)
            self._recover(chosen)
            if chosen.kind == "at an act":
                self._serve_until_act(chosen)
            elif chosen.kind != "recovering":
                transfers = chosen.transfers if chosen.kind == "at a transfer" else None
                self.world.kill_in(chosen.delay_s, transfers)
            self.dealer.serve()
        except PowerOff:
            self.dealer.let_go()

    def _serve_until_act(self, chosen: Plan) -> None:
        end = time.monotonic() + 6
        while time.monotonic() < end:
            if self.world.look().act.removeprefix("prompt.") == chosen.act:
                break
            self.dealer.step()
        self.world.kill_in(chosen.delay_s)

    def _recover(self, chosen: Plan) -> None:
        """See the table come back, locked; have the felt confirmed, and see it shown again."""
        first = self.world.look()
        if self._expected is None:
            return
        self._compare(first, self._expected)
        self._see_shown()
        while self.world.look().stopped:
            self.dealer.step()
        self._see_shown()
        self.counts["recovered"] += 1
        self.counts[f"recovered for: {chosen.kind}"] += 1

    def _compare(self, first: Status, expected: Told) -> None:
        if not first.stopped and expected.stopped:
            raise Difference(f"it came back unlocked: {first}")
        told = Told.of(first)
        same = ["round", "phase", "cards", "stopped"]
        if expected.phase == "round":
            same.append("spots_bets")
        for name in same:
            ours, its = (
                _bets_of(t) if name == "spots_bets" else getattr(t, name) for t in (expected, told)
            )
            if plain(ours) != plain(its):
                raise Difference(f"{name} was {ours} and came back as {its}")
        missing = set(expected.late) - set(told.late)  # type: ignore[call-overload]
        if missing:
            raise Difference(f"late bets are forgotten: {missing}")

    def _see_shown(self) -> None:
        """See the far ends agree with what is told, within three seconds."""
        end = time.monotonic() + 3
        wrong = "nothing"
        while time.monotonic() < end:
            status = self.world.look()
            wrong = self._disagreement(status)
            if not wrong:
                self.counts["shown again"] += 1
                return
            self.world.rest(10)
        raise Difference(f"the far ends don't show what is told: {wrong}")

    def _disagreement(self, status: Status) -> str:
        table, seen = self.world.table, lit(self.world.table)
        for spot, told in status.spots.items():
            if _colour(table.colour(spot)) not in LOOKS[told.light]:
                return f"spot {spot} is {table.colour(spot)}, told {told.light}"
        for name, lines in (("dealer_display", status.dealer), ("payout_display", status.players)):
            if seen[name] not in self.renderer.glass(lines):
                return f"the {name} is not {lines}"
        due = "" if status.figures is None else f"{status.figures / 100:.2f}"
        if table.figures.text().strip() != due:
            return f"the figures are {table.figures.text()!r}, not {due!r}"
        return ""

    # after the kill

    def _examine(self, number: int, chosen: Plan) -> None:
        world = self.world
        world.defuse()
        world._transfers = None
        if not world.server.wait_alone(5):
            raise Difference("a dead service still holds the far end")
        seen = lit(world.table)
        found = records([world.state / path for path in world.config.journal], world.room)
        moments = self.replica.follow(found)
        states = [self._raw]
        if found and (moments or world.life == 1):
            states.append(self.renderer.dark)
            states += [self.renderer.state(moment.panel) for moment in moments]
        elif world.life == 1:
            states += [self.renderer.dark, self.renderer.state(self._first_panel())]
        self._hold_to_lit(seen, states)
        self._hold_to_told(moments)
        self._hold_to_late(moments)
        self._hold_to_money()
        restarted = self.replica.restarted(found)
        self._tally(number, chosen, moments)
        restarted.handle(PowerReturned(), restarted.now)
        self._expected = self.replica.told(restarted) if found else None
        self._raw = as_it_is(seen)

    def _first_panel(self):  # type: ignore[no-untyped-def]
        from firmware.core.show import panel

        return panel(self.replica.table)

    def _hold_to_lit(self, seen, states) -> None:  # type: ignore[no-untyped-def]
        where = explained(seen, states)
        if where is None:
            exact = {p: [i for i, s in enumerate(states) if seen[p] in s[p]][-3:] for p in seen}
            raise Difference(
                f"what is lit is no state of the journal; of {len(states)} states the last that "
                f"each part shows exactly: {exact}"
            )
        self.counts["lit: torn in " + where.torn if where.torn else "lit: whole"] += 1
        self.counts["journal ahead of the lights"] += where.newer < len(states) - 1

    def _hold_to_told(self, moments: list[Moment]) -> None:
        last = self.world.last
        if last is None:
            return
        told = plain(Told.of(last))
        if not any(plain(m.told) == told for m in reversed(moments)):
            if self.world.life == 1 and last.phase == "closed":
                return
            raise Difference(f"the journal never was in the state that was told: {last}")
        self.counts["told states found in the journal"] += 1

    def _hold_to_late(self, moments: list[Moment]) -> None:
        for moment in moments:
            for ruling in moment.rulings:
                if isinstance(ruling, LateBet):
                    self._awaited.discard(ruling.place)
                    moved = self._moved.get(moment.told.round, set())
                    if ruling.place not in moved:
                        raise Difference(f"a late bet that nobody has made: {ruling}")
                    self.counts["late rulings"] += 1
            if moment.ended is not None and self._awaited:
                raise Difference(f"round {moment.ended} ended, chips moved unseen: {self._awaited}")

    def _hold_to_money(self) -> None:
        for number, truth in self.dealer.archive.items():
            if number in self._compared:
                continue
            ended = self.replica.finished.get(number)
            if ended is None:
                raise Difference(f"round {number} is over, but not in the journal")
            if not truth.order and ended.lines is None:
                continue
            lines = sorted(
                Line(
                    x.bet.place.spot,
                    x.bet.place.on,
                    x.bet.cents,
                    x.outcome,
                    x.returned,
                    x.paid,
                    x.commission,
                )
                for x in ended.lines or ()
            )
            if (ended.cards, lines) != (truth.cards, truth.lines()):
                raise Difference(
                    f"round {number}: {ended.cards} {lines}\nreally {truth.cards} {truth.lines()}"
                )
            self._compared.add(number)
            self.counts["rounds that agree with the reckoning"] += 1

    def _tally(self, number: int, chosen: Plan, moments: list[Moment]) -> None:
        table = self.replica.table
        phase = _phase(table)
        if not number:
            return
        self.phases[phase] += 1
        self.counts[f"killed {chosen.kind}"] += 1
        life = time.monotonic() - self.world.started_at
        say(
            f"kill {number:3}: {chosen.kind:13} {life:5.1f} s  round {table.round:3} {phase:22} "
            f"{len(moments):4} events, {self.replica.events} in all"
        )

    # while the power is off

    def _meddle(self) -> None:
        table, felt = self.replica.table, self.dealer
        dealt = {hand: [c.name for c in cards] for hand, cards in table.game.cards.items()}
        chance = self.chance.random()
        if chance < 0.12 and self._may_draw(table, dealt):
            felt.draw()
            self.counts["cards drawn unseen"] += 1
        elif chance < 0.3:
            self._move_chips(table)

    def _may_draw(self, table: Table, dealt: dict[str, list[str]]) -> bool:
        shoe, dealer = self.world.table.shoe, self.dealer
        playing = table.under is Phase.ROUND and dealer.number == table.round
        free = not (shoe.locked or shoe.in_error)
        return playing and free and dealt == dealer.round.cards and dealer.round.due is not None

    def _move_chips(self, table: Table) -> None:
        dealer = self.dealer
        settled = table.under is Phase.ROUND and (table.bets.settled or table.game.finished)
        if table.under not in (Phase.OPEN, Phase.ROUND) or settled or dealer.round.due is None:
            return
        if dealer.number != table.round or table.bets.late:
            return
        place = Place(self.chance.randint(1, 7), self.chance.choice(("player", "banker", "tie")))
        before = dealer.felt()
        if self.chance.random() < 0.5 and before:
            spot, on = self.chance.choice(sorted(before))
            place = Place(spot, on)
        if (place.spot, place.on) in before and self.chance.random() < 0.5:
            dealer.sweep(place)
        else:
            dealer.put(place)
        if dealer.felt() == before:
            return
        self.counts["chips moved unseen"] += 1
        if table.under is Phase.ROUND:
            self._moved.setdefault(table.round, set()).add(place)
            self._awaited.add(place)


def _bets_of(told: Told) -> object:
    spots = told.spots
    return {spot: state.bets for spot, state in spots.items()}  # type: ignore[attr-defined]


LOOKS: Final = {
    "awaiting": ("white",),
    "placed": ("blue",),
    "none": ("dark",),
    "locked": ("cyan",),
    "win": ("green",),
    "lose": ("red",),
    "push": ("amber",),
    "late": ("magenta", "dark"),
    "fault": ("red", "dark"),
}


def _colour(duties: tuple[int, int, int]) -> str:
    red, green, blue = (duty > 0 for duty in duties)
    return {
        (False, False, False): "dark",
        (True, True, True): "white",
        (False, False, True): "blue",
        (False, True, True): "cyan",
        (False, True, False): "green",
        (True, False, False): "red",
        (True, True, False): "amber",
        (True, False, True): "magenta",
    }[red, green, blue]


def _phase(table: Table) -> str:
    stopped = "stopped, " if table.phase is Phase.FAULT else ""
    bets = table.bets
    if table.under is not Phase.ROUND:
        return stopped + table.under.name.lower().replace("_", " ")
    if bets.late:
        return stopped + "late bet"
    if table.entering is not None:
        return stopped + "card by hand"
    if not bets.settled:
        return stopped + ("dealing" if table.game.cards["player"] else "bets closed")
    return stopped + ("paying" if bets.paying else "taking")


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def summary(campaign: Campaign, kills: int, seconds: float) -> None:
    say(f"\n{kills} kills in {seconds:.0f} s, seed differences 0")
    for title, counts in (
        ("instants", campaign.phases),
        ("campaign", campaign.counts),
        ("people", campaign.dealer.counts),
    ):
        say(f"{title}:")
        for name, count in sorted(counts.items()):
            say(f"  {count:5} {name}")
    say(f"  {len(campaign.dealer.archive):5} rounds, {campaign.replica.events} events")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    return run(options.kills, options.seed)


def run(kills: int, seed: int) -> int:
    """Run a campaign. Return 0, or 1 at the first difference, with the room kept."""
    room = Path(tempfile.mkdtemp(prefix="croupier-kill-"))
    began = time.monotonic()
    campaign = Campaign(room, seed)
    try:
        campaign.run(kills)
    except Difference as difference:
        summary(campaign, campaign.phases.total(), time.monotonic() - began)
        say(f"\nDIFFERENCE: {difference}\neverything is kept in {room}")
        return 1
    finally:
        campaign.world.close()
    summary(campaign, kills, time.monotonic() - began)
    shutil.rmtree(room)
    return 0


if __name__ == "__main__":
    sys.exit(main())
