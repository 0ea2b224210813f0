"""A day of a bank on virtual time, with every fault of its machines, its wire and its host.

Players play, links are cut in either direction, octets are spoilt, doors open and machines tilt in
games, power goes, meters begin again at 0 and are reset, wins are paid by hand, other hosts leave
settings on, and the host is killed. Each machine reports hand pays in its own manner. At the end
each coin must be in the host's meter of its machine and in the lot, as must each win; no hand pay
may be pending that is over, nor over that is pending; no setting may be left on; and all that the
journal has must follow from its beginning, as `croupier verify` has it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from drivers.sas.responses import COIN_IN_METER, COIN_OUT_METER, GAMES_PLAYED_METER, JACKPOT_METER
from firmware.core.games.slot_machine import THOUSANDTHS
from firmware.shell.device.program import present_program
from firmware.shell.journal import JournalReader
from firmware.slots.contributions import is_contributing
from firmware.slots.entries import DefectDecided, MachineAcknowledged
from firmware.slots.evidence import replay_entries
from firmware.slots.terms import WHOLE_MACHINE, BankTerms
from hal.ports import Millis
from sim.slot_machine.hand_pays import HandPayReporting
from sim.slot_machine.machine import Cabinet, SimSlotMachine
from sim.slot_machine.players import SimPlayer
from sim.slot_machine.settings import LOCKED
from tests.kits.slots.bank_world import BEGIN, BankWorld, terms

QUIET_MS: Final = 45_000
"""At the end nothing happens, so that all is received."""
COUNTED: Final = (COIN_IN_METER, COIN_OUT_METER, JACKPOT_METER, GAMES_PLAYED_METER)
NEAR_THE_END: Final = 10**8 - 5000
"""A machine with such a meter begins again at 0 within the day."""
PERMILLE: Final = 200
"""So much that hardly a lot is won twice at the same amount."""
ATTENDED_MS: Final = 200_000
PEOPLE_EACH_MS: Final = 15_000


class Day:
    """A bank with its players; `counts` are what befell it."""

    def __init__(self, machines: int, seed: int, odds: int = 400) -> None:
        self.chance = Random(seed)
        self.faults_each_ms = 40_000
        """How far faults are apart, by the middle."""
        self.counts: Counter[str] = Counter()
        made = [SimSlotMachine(Cabinet(at)) for at in range(1, machines + 1)]
        for machine in made:
            begins = NEAR_THE_END if machine.cabinet.address % 4 == 0 else 0
            machine.meters[WHOLE_MACHINE].update(
                dict.fromkeys((COIN_IN_METER, COIN_OUT_METER, GAMES_PLAYED_METER), begins)
            )
        for machine in made:
            machine.hand_pays.reporting = self.chance.choice([*HandPayReporting])
        self.begins = {one.cabinet.address: Counter(one.meters[WHOLE_MACHINE]) for one in made}
        self.lost: dict[int, Counter[int]] = {at: Counter() for at in self.begins}
        """What each machine had counted when it was reset."""
        self.players = [SimPlayer(one, self.chance, jackpot_odds=odds) for one in made]
        self.won = 0
        self.not_won: dict[tuple[int, int], int] = {}
        """The cents of the lot that defective games seemed to win, by machine and time."""
        self._over: list[tuple[Millis, Callable[[], None]]] = []
        """What ends a fault, and when."""
        self._attended: list[tuple[Millis, SimPlayer]] = []
        self._was_reset: list[SimPlayer] = []
        self._next_act = 0
        self._next_fault = self._next_look = Millis(20_000)
        self.world = BankWorld(self._terms(machines), made, answer_ms=3)

    def _terms(self, machines: int) -> BankTerms:
        return terms(machines, permille=PERMILLE, base=50_000)

    def play(self, hours: float) -> None:
        """Play for so long, and until all is received."""
        self.world.run(20_000)
        end = self.world.now + int(hours * 3_600_000)
        while self.world.now < end:
            self.world.acting(1000, self._act)
        for _, ends in self._over:
            ends()
        self._over.clear()
        off = [player for player in self.players if not player.stays_away]
        for player in off:
            player.stays_away = True
        for _ in range(QUIET_MS // 1000):
            self.world.acting(1000, self._settle)
        self._play_once_more()
        self.world.start()
        for player in off:
            player.stays_away = False

    def _play_once_more(self) -> None:
        """A hand pay whose reset the host has not received ends when the machine is played."""
        for address, machine in self.world.machines.items():
            known = self.world.state.machines[address]
            if known.is_hand_pay_pending and machine.is_playable:
                machine.begin_game(1)
                self.world.acting(2000, self._settle)
                machine.end_game()
                self.world.acting(2000, self._settle)

    def _act(self, now: Millis) -> None:
        self._settle(now)
        self._attend(now)
        if now >= self._next_fault:
            self._next_fault = Millis(now + self.chance.randrange(2 * self.faults_each_ms))
            self.chance.choice(FAULTS)(self, self.chance.choice(self.players))

    def _settle(self, now: Millis) -> None:
        if now >= self._next_act:
            self._let_act(now)
        due = [end for at, end in self._over if at <= now]
        self._over = [(at, end) for at, end in self._over if at > now]
        for end in due:
            end()
        if now >= self._next_look:
            self._next_look = Millis(now + PEOPLE_EACH_MS)
            self._people()

    def _let_act(self, now: Millis) -> None:
        for player in self.players:
            cents = player.perform_due_action(now)
            self.won += cents
            self.counts["lots won"] += cents > 0
        self._next_act = min(player.next_action_at for player in self.players)

    def _people(self) -> None:
        """Two people look at what is in doubt; one decides on defective games."""
        bank, at = self.world.bank, BEGIN + self.world.now
        for address, machine in bank.state.machines.items():
            for void in machine.play_state.defective_games:
                self.not_won[address, void.disturbed_ms] = void.game.jackpot_cents
            if machine.needs_acknowledgement:
                self.counts["looked at"] += 1
                for who in ("anne", "luc"):
                    bank.take_entry(MachineAcknowledged(address, at, who))
            while machine.play_state.undecided_games:
                self.counts["defects decided"] += 1
                bank.take_entry(DefectDecided(address, at, "anne", "machine", 0))

    def later(self, ms: int, end: Callable[[], None]) -> None:
        """End a fault after up to so long."""
        self._over.append((Millis(self.world.now + self.chance.randrange(500, ms)), end))

    # faults

    def deafen(self, player: SimPlayer) -> None:
        self.counts["deafened"] += 1
        tap = self.world.wire.taps[player.machine.cabinet.address]
        tap.receives = False
        self.later(90_000, lambda: setattr(tap, "receives", True))

    def mute(self, player: SimPlayer) -> None:
        self.counts["muted"] += 1
        tap = self.world.wire.taps[player.machine.cabinet.address]
        tap.transmits = False
        self.later(90_000, lambda: setattr(tap, "transmits", True))

    def spoil(self, _player: SimPlayer) -> None:
        self.counts["spoilt"] += 1
        self.world.wire.bends = self._spoilt
        self.later(10_000, lambda: setattr(self.world.wire, "bends", lambda data: data))

    def _spoilt(self, data: bytes) -> bytes:
        """Turn a bit of one message in five round, or lose an octet."""
        if self.chance.randrange(5):
            return data
        spoilt, at = bytearray(data), self.chance.randrange(len(data))
        spoilt[at] ^= 1 << self.chance.randrange(8)
        return bytes(spoilt) if self.chance.randrange(3) else data[:at] + data[at + 1 :]

    def open_door(self, player: SimPlayer) -> None:
        self.counts["doors"] += 1
        player.machine.open_door()
        self.later(20_000, player.machine.close_door)

    def tilt(self, player: SimPlayer) -> None:
        self.counts["tilts"] += 1
        player.machine.raise_tilt(self.chance.choice((0x20, 0x21, 0x31, 0x3A, 0x40)))

    def cut_power(self, player: SimPlayer) -> None:
        if player.machine.powered:
            self.counts["power cuts"] += 1
            player.machine.cut_power()
            self.later(60_000, player.machine.restore_power)

    def reset(self, player: SimPlayer) -> None:
        """An attendant keeps players off, waits, resets the meters, and lets them play again."""
        if player.stays_away or not player.machine.powered:
            return
        player.stays_away = True
        self._attended.append((Millis(self.world.now + ATTENDED_MS), player))

    def _attend(self, now: Millis) -> None:
        """Reset machines; not before the host shows what they do."""
        for at, player in [one for one in self._attended if one[0] <= now]:
            self._attended.remove((at, player))
            machine, address = player.machine, player.machine.cabinet.address
            if player in self._was_reset:
                self._was_reset.remove(player)
                player.stays_away = False
                continue
            if not [*self._unread(address)] and machine.powered:
                self.counts["resets"] += 1
                self.lost[address].update(machine.meters[WHOLE_MACHINE])
                machine.reset_meters()
                self._was_reset.append(player)
            self._attended.append((Millis(now + ATTENDED_MS), player))

    def win_by_hand(self, player: SimPlayer) -> None:
        """A win that an attendant pays after a while; its announcement may be lost."""
        if player.machine.is_playable and not player.stays_away:
            self.counts["hand pays"] += 1
            player.machine.win_by_hand(self.chance.randrange(1, 5000))
            self.later(60_000, player.machine.hand_pay)

    def leave_settings(self, player: SimPlayer) -> None:
        """Another host is on the wire for a moment."""
        self.counts["settings left on"] += 1
        settings = player.machine.settings
        settings.real_time, settings.auto_rebet = True, True
        settings.transfer_lock = LOCKED
        player.machine.exceptions.put_exception(0x3C)

    def kill(self, _player: SimPlayer) -> None:
        """Kill the host; it starts again some time later, from its journal."""
        self.counts["hosts killed"] += 1
        self.world.clock.advance(self.chance.randrange(30_000))
        self.world.start()

    # the judgement

    def differences(self) -> Iterator[str]:
        """Yield each coin that is in the wrong place, and what is wrong with the evidence."""
        records = JournalReader.over_copies(self.world.copies).records()
        for text in replay_entries(records, present_program()).problems:
            yield f"the evidence: {text}"
        state, fed = self.world.state, 0
        for address, machine in self.world.machines.items():
            known = state.machines[address]
            yield from self._unread(address)
            yield from self._unsettled(address)
            cents = (known.meter_total(COIN_IN_METER) or 0) * machine.cabinet.credit_cents
            fed += cents
            if (
                known.contributions.counted_cents != cents
                or known.contributions.withheld_cents
                or not is_contributing(state, address)
            ):
                yield f"machine {address}: fed {known.contributions}, not {cents}"
        void = [cents for cents in self.not_won.values() if cents]
        hits, won = self.counts["lots won"] - len(void), self.won - sum(void)
        lot = (50_000 * (1 + hits) - won) * THOUSANDTHS + PERMILLE * fed
        if (state.jackpot_thousandths + state.reserve_thousandths, state.jackpots_won) != (
            lot,
            hits,
        ):
            money = f"{state.jackpot_thousandths} and {state.reserve_thousandths}"
            found = f"{money} after {state.jackpots_won} wins"
            yield f"the lot: {found}, not {lot} after {hits}"

    def _unsettled(self, address: int) -> Iterator[str]:
        """Yield the hand pay and the settings that the host has otherwise than the machine."""
        machine, known = self.world.machines[address], self.world.state.machines[address]
        if known.is_hand_pay_pending != bool(machine.hand_pays.pending):
            reporting = machine.hand_pays.reporting
            yield f"machine {address}, {reporting}: hand pay {known.is_hand_pay_pending}"
        settings = machine.settings
        if settings.real_time or settings.transfer_lock == LOCKED:
            yield f"machine {address}: {settings}"

    def _unread(self, address: int) -> Iterator[str]:
        """Yield the meters that the host has otherwise than the machine."""
        machine, known = self.world.machines[address], self.world.state.machines[address]
        for meter in COUNTED:
            truth = machine.meters[WHOLE_MACHINE][meter] + self.lost[address][meter]
            truth -= self.begins[address][meter]
            if known.meter_total(meter) != truth:
                yield f"machine {address}, meter {meter}: {known.meter_total(meter)}, not {truth}"


FAULTS: Final = (
    *(Day.deafen, Day.mute, Day.spoil, Day.open_door, Day.tilt, Day.cut_power),
    *(Day.reset, Day.kill, Day.win_by_hand, Day.leave_settings),
)
