"""(c) Rounds of each card game a second: the game alone, the core's table, `play`; beside peers.

Peers are games alone that take bets; ours alone is given its bets, cards and decisions, and settles
them. The table is compared with none of them, since none has one.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from bench.games import Rates, card_games, rates
from bench.peer import played
from bench.sample import Sample, verdict
from bench.scripts import PLAY, write_script
from bench.start import compiled, start_s

PEER_ROUNDS = 10
"""A peer plays so many for one of ours, since it is that much faster."""

WON = {"Blackjack": 150, "Blackjack against Blackjack": 0, "insured against Blackjack": 0}
"""What articles 19, 21 and 25 give for 100."""


class Peer(NamedTuple):
    """A program of others for one of the games."""

    game: str
    name: str
    does: str


PEERS = (
    Peer("blackjack", "blackjack21",
         "a stake that nothing is paid on; splits and doubles, no insurance; no account of cards; "
         "refuses what is out of turn"),
    Peer("blackjack", "jackblack",
         "pays bets; splits, doubles, insures; no account of cards; refuses unknown words only"),
)  # fmt: skip


class Pair(NamedTuple):
    """Ours, and what the peer found in the same turn."""

    ours: Rates
    peer: Mapping[str, Any]


TABLE_BESIDES = "limits, felt, undo, checkpoints, the panel's prompts and the state machine"
"""What the core's table does, and neither the game alone nor any peer."""


def stack_rate(folder: Path, rounds: int) -> float:
    """Return rounds of three bets a processor second of `croupier play`, start not counted."""
    environment = compiled()
    _first, long, short = (
        start_s((*PLAY, str(write_script(folder, "baccarat", count))), environment)[1]
        for count in (0, rounds, 0)
    )
    return rounds / (long - short)


def wrong_deals(peer: Mapping[str, Any]) -> list[str]:
    """Return the deals that the peer pays otherwise than the articles."""
    return [
        f"{deal} ({peer['deals'][deal]:+g})" for deal in WON if peer["deals"][deal] != WON[deal]
    ]


def wrongs(peer: Mapping[str, Any]) -> str:
    """Say what the peer does against the articles, of what it was asked."""
    wrong = wrong_deals(peer) if "deals" in peer else []
    return f"; wrong for 100: {', '.join(wrong)}" if wrong else ""


def measure(
    folder: Path, rounds: int = 1500, batches: int = 5, peers: Sequence[Peer] = PEERS
) -> Sample:
    """Each game and its peers take turns, so many rounds of each in all."""
    ours: dict[str, list[Rates]] = {name: [] for name in card_games()}
    pairs: dict[Peer, list[Pair]] = {peer: [] for peer in peers}
    for _ in range(batches):
        for name, found in ours.items():
            found.append(rates(name, rounds // batches))
            _beside(name, found[-1], pairs, PEER_ROUNDS * rounds // batches)
    stack = stack_rate(folder, max(20, rounds // 10))
    fields: dict[str, Any] = {
        "games": {name: _figures(found)._asdict() for name, found in ours.items()},
        "peers": {peer.name: ratios(found) for peer, found in pairs.items() if found},
        "stack_per_s": stack,
    }
    return Sample("rounds", _lines(fields, pairs), fields)


def _beside(game: str, ours: Rates, pairs: Mapping[Peer, list[Pair]], rounds: int) -> None:
    for peer in pairs:
        found = played(peer.name, rounds) if peer.game == game else None
        if found is not None:
            pairs[peer].append(Pair(ours, found))


def _figures(found: Sequence[Rates]) -> Rates:
    return Rates(*map(median, zip(*found, strict=True)))


def ratios(pairs: Sequence[Pair]) -> dict[str, float]:
    """Return what a peer comes to beside ours, by medians of the turns."""
    return {
        "per_s": median(pair.peer["rate"] for pair in pairs),
        "game_ratio": median(pair.ours.game / pair.peer["rate"] for pair in pairs),
    }


def _lines(fields: Mapping[str, Any], pairs: Mapping[Peer, list[Pair]]) -> list[str]:
    lines = ["one spot with its main bets, rounds a second of processor time:"]
    for name, own in fields["games"].items():
        lines.append(f"{name}: the game alone {own['game']:,.0f}, the core's table"
                     f" {own['table']:,.0f}, {own['events']:.0f} events a round;")  # fmt: skip
    lines.append(f"the table does besides: {TABLE_BESIDES}.")
    lines.append(f"the whole stack in `play` {fields['stack_per_s']:,.0f}, baccarat, three bets.")
    for peer, found in pairs.items():
        lines.append(result_lines(peer, found))
    least = min((peer["game_ratio"] for peer in fields["peers"].values()), default=None)
    if least is None:
        return lines
    return [*lines, verdict(met=least > 1, aim="the game alone ahead of every peer alone")]


def result_lines(peer: Peer, found: Sequence[Pair]) -> str:
    """Say what a peer does, and how much faster or slower."""
    if not found:
        return f"{peer.name} can't be had here."
    beside = ratios(found)
    return (
        f"{peer.name} ({peer.does}{wrongs(found[0].peer)}): {beside['per_s']:,.0f} of {peer.game},"
        f" ours alone is {beside['game_ratio']:.2f} of it;"
    )
