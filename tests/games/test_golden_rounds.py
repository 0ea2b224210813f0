"""Every golden round, in the form of the round script, through the whole of `play`.

A round that asks nothing of hands and wires that another does not is played at the core's table
here.

A line is a script and its expected result: `expect` is, in any order, each bet's spot, name,
outcome, returned, paid, commission, odds and article; `hits`, at Keno, the hits of each ticket of
`expect`, null if its numbers are picked at random; `standing` the carried-over bets at the end, by
spot, bet and stake; `calls` the dealer's announcements in their order, but for those of every
round; `scores` the players' scores as he announces them (11). `id` is the game, the article, the
case.
"""

import json
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from firmware.core.game.pack import GameRules
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.events import decode_plain
from firmware.core.vocabulary.money import Cents, Odds
from firmware.shell.rules.pack_files import home_pack, program_games
from firmware.shell.script import TableScript
from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.words import Words
from sim.play.play import play_script
from sim.play.script_table import script_table
from tests.kits.examples import examples
from tests.kits.games.bare_table import BareTable, seat
from tests.kits.games.golden_rounds import (
    EXPECTED,
    FILES,
    NAMED,
    ROUNDS,
    golden_articles,
    golden_rounds,
)
from tests.kits.games.reckoning.checks import accepted
from tests.kits.offenders import each, offenders
from tests.kits.quebec import game_rules

pytestmark = pytest.mark.long

CONFIGS = {game: script_table(game, home_pack(game)) for game in program_games()}
WORDS = Words.load("fr")
CALLS = ("insurance", "no_roll", "cut_card")
SCORES = ("spot", "hand", "hands")
"""The keys of announced scores."""
TABLE = 0
"""The step at which a table with an impossible option is refused."""
SYMBOLS = ("card", "number", "segment")
"""The acts that bring what chance has chosen."""
WIRED = {"alarm", "calls", "scores"}
"""A round of which any of these is expected is always played with hands and wires."""


def doings(golden: dict[str, Any]) -> set[str]:
    """Return what a round asks of hands and wires.

    That is at its game each option of its table, and each act with its bet, its decision and
    whether it is refused; at any game each two acts that follow one another. All without spots,
    amounts, numbers, cards and dice.
    """
    script, refused = golden["script"], golden.get("refused", ())
    acts = [
        [act, _named(act, what), number in refused]
        for number, step in enumerate(script["steps"], 1)
        for act, what in step.items()
    ]
    plain = [[act, what if isinstance(what, str) else None, no] for act, what, no in acts]
    of_game = [[script["game"], doing] for doing in (*_options(script), *acts)]
    found = [*of_game, *pairwise(["begin", *plain, "end"])]
    return {json.dumps(doing, sort_keys=True) for doing in found}


def _options(script: dict[str, Any]) -> list[list[Any]]:
    """Return the options of a script's table; of numbers and paytables the name alone."""
    given = {f"{name} limits": None for name in script.get("limits", ())}
    given |= {name: script[name] for name in ("spots",) if name in script}
    given |= script.get("options", {})
    return [
        [name, value if isinstance(value, bool | str | list) else None]
        for name, value in given.items()
    ]


def _named(act: str, what: Any) -> Any:
    """Return the bet, decision or key that an act names."""
    if isinstance(what, dict):
        return {name: base_bet_name(what[name]) for name in ("on", "do") if name in what}
    if act in SYMBOLS:
        return None
    return len(what) if isinstance(what, list) else what


@cache
def at_the_core() -> set[str]:
    """Return the rounds that are played at the core's table here; in a campaign none is.

    Each asks nothing of hands and wires that longer ones do not.
    """
    asked = [(_wired(golden), doings(golden), golden) for golden in ROUNDS]
    asked.sort(key=lambda one: (not one[0], -len(one[1])))
    done, alone = set[str](), set[str]()
    for wired, doing, golden in asked:
        if not wired and done.issuperset(doing):
            alone.add(golden["script"]["id"])
        done |= doing
    return examples(alone, set[str]())


def _wired(golden: dict[str, Any]) -> bool:
    """Return whether only people, hands and wires can play a round."""
    acts = [act for step in golden["script"]["steps"] for act in step.items()]
    refused = golden.get("refused", [])
    return (
        any(act in ("cut", "resolve") or _by_people(what) for act, what in acts)
        or bool(golden.keys() & WIRED)
        or TABLE in refused
        or len(set(refused)) < len(refused)
    )


def _by_people(what: Any) -> bool:
    """Return whether people pick the numbers, or refuse an amount that is none."""
    return isinstance(what, dict) and ("quick_pick" in what or what.get("cents", 1) <= 0)


def said(script: dict[str, Any]) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = []
    read = msgspec.convert(script, TableScript, dec_hook=decode_plain)
    table = CONFIGS[read.game]
    if read.spots is not None and read.spots > table.table.spots:
        table = script_table(read.game, home_pack(read.game), spots=read.spots)
    play_script(read, 1, table, WORDS, lambda line: lines.append(dict(line)))
    return lines


def played_lines(script: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the same of a round that is played at the core's table."""
    table = BareTable(script).play(script["steps"])
    return [
        *({"settled": line} for line in table.settled),
        *({"standing": line} for line in table.standing),
        *({"refused": {"step": step}} for step in table.refused),
        *([{"alarm": True}] if table.alarm else []),
    ]


@pytest.mark.clause("25 CFR 547.8(b)(1)")
@pytest.mark.parametrize("file", sorted(FILES))
def test_rounds_settle_by_their_article(file: str) -> None:
    wrong = offenders([golden["script"]["id"] for golden in FILES[file]], comes_to_what_is_expected)
    assert not wrong, "\n".join(wrong)


def comes_to_what_is_expected(name: str) -> None:
    golden = NAMED[name]
    script = golden["script"]
    lines = (played_lines if name in at_the_core() else said)(script)
    settled = [line["settled"] for line in lines if "settled" in line]
    rows = [[line[name] for name in EXPECTED] for line in settled]
    assert sorted(rows, key=json.dumps) == sorted(golden["expect"], key=json.dumps)
    for line, hits in zip(settled, golden.get("hits", ()), strict=False):
        assert hits in (None, line.get("hits"))
    over = [line["standing"] for line in lines if "standing" in line]
    stand = sorted([line["spot"], line["on"], line["stake"]] for line in over)
    assert stand == sorted(golden.get("standing", []))
    refused = [line["refused"]["step"] for line in lines if "refused" in line]
    assert refused == golden.get("refused", [])
    assert any("alarm" in line for line in lines) == golden.get("alarm", False)
    assert not any("unfinished" in line for line in lines)
    if "calls" in golden:
        assert [call for call in map(called, lines) if call] == golden["calls"]
    if "scores" in golden:
        scored = [line["announce"] for line in lines if line.get("key") in SCORES]
        assert [words.replace(NO_BREAK, " ") for words in scored] == golden["scores"]


def called(line: dict[str, Any]) -> str | None:
    return line["key"] if line.get("key") in CALLS else None


def test_golden_round_names_are_unique() -> None:
    names = [golden["script"]["id"] for golden in ROUNDS]
    assert len(set(names)) == len(names)


def test_every_game_has_golden_rounds() -> None:
    assert {golden["script"]["game"] for golden in ROUNDS} == set(program_games())


def _articles(chapter: str, first: int, last: int) -> set[str]:
    return {f"{chapter}{number}" for number in range(first, last + 1)}


# Of the articles of all card games 1 (what the games are), 2 (the rules are published), 4 and 5
# (chips, no credit), 6 and 7 (what cards are, how they are shuffled) and 12 (who touches the cards)
# decide nothing in a round; 3 says no more than 9; 10 (who comes late) is a setting of the table,
# which a script can't choose. 11 (the dealer announces the scores) has rounds where a player has
# one.
#
# Of roulette 71 says what a French table's chips are. Of Keno 82 says what is printed on a ticket,
# 84 that what is registered prevails over it, 86 how it is claimed: no script can. Of dice 95.2
# asks for chance; at craps 95.9 says how the dice are passed, 95.10 what the shooter is called,
# 95.12 and 95.13 that there are more bets; at Sic bo 95.20 says that the dealer shakes them.
SCORED = {
    *("blackjack", "blackjack-multi-action", "pai-gow-poker", "pai-gow", "super-pan-9"),
    *("poker-grand-prix", "caribbean-stud", "three-card-poker", "poker-3-5-7", "boston-poker"),
    *("four-card-poker", "crazy-four-poker"),
}
"""The games in which a player has a hand of his own, with a score."""
ARTICLES: dict[str, set[str]] = {
    "baccarat": {"8", "9", *_articles("", 27, 37)},
    "blackjack": {"8", *_articles("", 13, 26), "18.1", *_articles("21.", 1, 4), "26.1"},
    "blackjack-multi-action": _articles("26.", 2, 7),
    "pai-gow-poker": {*_articles("", 38, 53), "48.1"},
    "super-pan-9": {"8", *_articles("", 54, 62)},
    "red-dog": {"8", *_articles("", 63, 67)},
    "poker-grand-prix": _articles("67.", 1, 9),
    "caribbean-stud": _articles("67.", 10, 21),
    "three-card-poker": {"8", *_articles("67.", 22, 32)},
    "casino-war": {"8", *_articles("67.", 33, 40)},
    "roulette": {*_articles("", 68, 70), "72", "72.1", "73", "74"},
    "keno": {*_articles("", 75, 81), "83", "85"},
    "craps": {
        *{"95.1", "95.3", "95.4", "95.5", "95.6", "95.7", "95.8", "95.11"},
        *_articles("95.", 14, 17),
    },
    "sic-bo": {"95.1", "95.3", "95.5", "95.18", "95.19", *_articles("95.", 21, 24)},
    "pai-gow": _articles("", 100, 116),
    "wheel-of-fortune": _articles("", 117, 122),
    "poker-3-5-7": {"8", *_articles("67.", 41, 50)},
    "boston-poker": {"8", *_articles("67.", 51, 63)},
    "four-card-poker": {"8", *_articles("67.", 64, 74)},
    "crazy-four-poker": {"8", *_articles("67.", 75, 87)},
    "ultimate-holdem": {f"653a.{number}" for number in (3, 7, 11, 12)},
}
"""The articles that decide something; 9, of every card game, is shown at Baccara, 8 at each game
that isn't shuffled after every round."""


@each("game", program_games())
def test_every_article_has_a_round(game: str) -> None:
    assert golden_articles(game) == ARTICLES[game] | ({"11"} if game in SCORED else set())


LOT = 1_000_000
"""What the golden rounds that win the lot have on the meter."""


def marked(rules: GameRules) -> tuple[GameRules, dict[str, int]]:
    """Return rules by which each line pays in its own way, and what is paid by each."""
    marks: dict[str, int] = {}

    def mark(line: str) -> int:
        marks[line] = 1001 + len(marks)
        return marks[line]

    def share(line: str) -> int:
        percent = 1 + len(marks)
        marks[line] = LOT * percent // 100
        return percent

    pays = {
        name: replace(paid, odds=Odds(mark(f"pays.{name}"), 1)) for name, paid in rules.pays.items()
    }
    tables = {
        name: replace(
            table,
            odds={hand: Odds(mark(f"{name}.{hand}"), 1) for hand in table.odds},
            prizes={hand: Cents(mark(f"{name}.{hand}")) for hand in table.prizes},
            lot={hand: share(f"{name}.{hand}") for hand in table.lot},
        )
        for name, table in rules.tables.items()
    }
    return replace(rules, pays=pays, tables=tables), marks


@pytest.mark.clause("25 CFR 547.8(b)(1)")
@each("game", [game for game in program_games() if marked(game_rules(game))[1]])
def test_every_rule_line_pays_in_a_round(game: str) -> None:
    """Play them by a pack in which no two lines pay the same, and see which payments come."""
    rules, marks = marked(game_rules(game))
    orderly = [golden for golden in golden_rounds(game) if not golden.get("alarm")]
    orderly.sort(key=lambda golden: -sum(row[2] == "win" for row in golden["expect"]))
    for golden in orderly:
        if marks and any(row[2] == "win" for row in golden["expect"]):
            paid = payments(accepted(golden), rules)
            marks = {line: mark for line, mark in marks.items() if mark not in paid}
    assert marks == {}


def payments(script: dict[str, Any], rules: GameRules) -> set[int]:
    """Return the odds to 1 and the prizes that the bets of a script are paid."""
    if any(step.keys() & {"cut", "resolve"} for step in script["steps"]):
        return set()
    lines = BareTable(script, seat(script, rules)).play(script["steps"]).settled
    won = [line for line in lines if line["outcome"] == "win"]
    return {int(line["odds"].split(":")[0]) if line["odds"] else line["paid"] for line in won}
