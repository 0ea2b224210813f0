"""Rule packs of tests: a source, or bets given by their conditions and what they pay."""

from collections.abc import Mapping, Sequence
from typing import Any

import tomlkit

from firmware.core.game.course import Decision
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, ResultSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
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
        game: {"bets": {name: _bet(name, lines, cards) for name, lines in bets.items()}}
        for game, bets in bets_by_game.items()
    }
    return pack_of(tomlkit.dumps(games))


def _bet(name: str, lines: Sequence[tuple[str, Payment]], cards: Sequence[str]) -> dict[str, Any]:
    return {
        "article": "H",
        "said": dict.fromkeys(("en", "fr"), name),
        **({"cards": list(cards)} if cards else {}),
        "lines": [
            {"when": condition, **({"push": True} if pays == "push" else {"pays": list(pays)})}
            for condition, pays in lines
        ],
    }


def settled_bets(
    pack: RulePack, game_name: str, bets: str, course: str, **options: object
) -> dict[str, str]:
    """Return what becomes of bets of 1000 cents each at spot 1, by their places: the outcome, the
    cents that are paid beside the stake, and the article.

    `course` has cards, keys (`stand`), and results: a number, or the faces of the dice.
    """
    table = pack.open_game(game_name, options)
    table.open()
    table.close(Bet(Place(1, on), Cents(1000)) for on in bets.split())
    for word in course.split():
        if word in {key.value for key in Key}:
            table.decide(Decision(next(x for x in table.choices if x.do.value == word)))
        elif table.INSTRUMENT is None:
            table.take(CardRead(parse_card(word)))
        else:
            table.take_result(ResultSeen((word,) if table.INSTRUMENT.symbols == 1 else tuple(word)))
    return {line.bet.place.on: f"{line.outcome} {line.paid} {line.article}" for line in table.lines}
