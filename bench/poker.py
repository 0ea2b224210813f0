"""(p) Games of poker a second: the core's table alone beside pokerkit, at the same games.

Both are given players, cards and decisions ready made, and check each. Ours keeps what it needs to
take keys back, and rules what is printed; pokerkit keeps a list of operations.
"""

from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from pokerkit import State

from bench.sample import Sample, verdict
from firmware.core.poker_room.engine.engine import PokerEngine
from tests.kits.games.poker_room.core import numbered_acts, terms
from tests.kits.games.poker_room.peer import KINDS, Differs, Peer, plain_game

AIM = 10
OPERATIONS = (
    *("deal_hole", "deal_board", "burn_card", "show_or_muck_hole_cards"),
    *("fold", "check_or_call", "post_bring_in", "complete_bet_or_raise_to"),
)
Played = Callable[[], None]


class Noted:
    """A state of pokerkit that keeps the operations done to it."""

    def __init__(self, state: State) -> None:
        self._state, self.operations = state, list[tuple[str, tuple[object, ...]]]()

    def __getattr__(self, name: str) -> object:
        found = getattr(self._state, name)
        return partial(self._note, name, found) if name in OPERATIONS else found

    def _note(self, name: str, found: Callable[..., object], *given: object) -> None:
        found(*given)
        self.operations.append((name, given))


def games(poker: str, count: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Yield random games of which both know the rules."""
    chance = Random(seed)
    while count:
        script = plain_game(poker, chance)
        try:
            Peer(script).play(script["steps"])
        except Differs:
            continue
        count -= 1
        yield script


def ours(script: dict[str, Any]) -> Played:
    script_acts, acts = terms(script), list(numbered_acts(script))

    def play() -> None:
        table = PokerEngine(script_acts)
        for number, act in acts:
            table.handle(act, number)

    return play


def pokerkits(script: dict[str, Any]) -> Played:
    peer = Peer(script)
    noted = peer.state = Noted(peer.state)
    peer.play(script["steps"])

    def play() -> None:
        state = peer.open()
        for name, given in noted.operations:
            getattr(state, name)(*given)

    return play


def rate(played: list[Played]) -> float:
    """Return games a processor second."""
    start = process_time()
    for play in played:
        play()
    return len(played) / (process_time() - start)


def measure(folder: Path, count: int = 20, batches: int = 30) -> Sample:
    """Play the same games with each, in turn; of each the quickest turn counts, since other work on
    the machine can only make one longer.
    """
    del folder
    fields: dict[str, Any] = {}
    lines = [f"games of poker a second, the table alone, beside pokerkit {version('pokerkit')}:"]
    for poker in KINDS:
        scripts = list(games(poker, count))
        own, peer = [ours(script) for script in scripts], [pokerkits(one) for one in scripts]
        rates = [(rate(own), rate(peer)) for _ in range(batches)]
        mine, theirs = (max(of_each) for of_each in zip(*rates, strict=True))
        ratio = mine / theirs
        fields[poker] = {"own_per_s": mine, "pokerkit_per_s": theirs, "ratio": ratio}
        lines.append(f"  {poker}: {mine:,.0f}, pokerkit {theirs:,.0f}, ratio {ratio:.1f};")
    least = min(found["ratio"] for found in fields.values())
    return Sample("poker", [*lines, verdict(met=least >= AIM, aim=f"{AIM} times pokerkit")], fields)
