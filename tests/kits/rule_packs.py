"""Rule packs of tests: a source, or bets given by their conditions and what they pay."""

from collections.abc import Mapping, Sequence
from typing import Any

import tomlkit

from firmware.shell.rules.pack_files import default_pack, made_pack
from firmware.shell.rules.rule_pack import RulePack

Payment = tuple[int, int] | str
"""Odds, or `push`."""
Bets = Mapping[str, Sequence[tuple[str, Payment]]]


def pack_of(source: str, *, parent: RulePack | None = None) -> RulePack:
    """Return a pack that extends Québec's or another."""
    return made_pack("house", source.encode(), parent or default_pack())


def declared_pack(cards: Sequence[str] = (), **bets_by_game: Bets) -> RulePack:
    """Return a pack that declares these bets, each by its conditions with what they pay."""
    games = {
        game: {"bets": {name: _bet(lines, cards) for name, lines in bets.items()}}
        for game, bets in bets_by_game.items()
    }
    return pack_of(tomlkit.dumps(games))


def _bet(lines: Sequence[tuple[str, Payment]], cards: Sequence[str]) -> dict[str, Any]:
    return {
        "article": "H",
        "said": {"en": "House bet", "fr": "Mise de la maison"},
        **({"cards": list(cards)} if cards else {}),
        "lines": [
            {"when": condition, **({"push": True} if pays == "push" else {"pays": list(pays)})}
            for condition, pays in lines
        ],
    }
