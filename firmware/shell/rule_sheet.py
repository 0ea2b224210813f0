"""The rules of a game as the public may read them (article 2): bets, pay tables, limits."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from firmware.core.game import Game
from firmware.core.limits import BetLimits
from firmware.core.pack import Decks, GameRules, PayTable
from firmware.core.panel import Text, Values
from firmware.core.rulings import base_name
from firmware.shell.config_bets import limited, wired
from firmware.shell.config_tables import Config
from firmware.shell.rules import game_kind, game_rules
from firmware.shell.words import Words


class Section(NamedTuple):
    """One table of the sheet, every cell in words."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Sheet(NamedTuple):
    """What is printed of a game."""

    title: str
    lines: tuple[str, ...]
    sections: tuple[Section, ...]


def rule_sheet(name: str, words: Words, table: Config | None = None) -> Sheet:
    """Return the sheet of a game; where a table is given, with what it offers and its limits."""
    kind, rules = game_kind(name), game_rules(name)
    limits = table.limits if table else {}
    options = table.game_options if table else {}
    offered = list(kind.bets_of(options))
    tables = rules.tables
    if table:
        offered = wired(kind, rules, limits, table.game_options)
        tables = _shown(rules.tables, set(map(base_name, offered)), table.game_options)
    return Sheet(
        words.say(Text(f"game.{name}")),
        (*_packs(rules, words, table), _seats(rules, words)),
        (_bets(offered, kind, rules, words, limits), *_tables(kind, tables, words)),
    )


def _shown(
    tables: Mapping[str, PayTable], bets: set[str], options: Mapping[str, object]
) -> dict[str, PayTable]:
    """Return the pay tables of the bets that a table offers, and of several the one in force."""
    number = str(options.get("progressive_table", 1))
    of = {name: name if name in bets else name.rpartition("_")[0] for name in tables}
    return {
        name: table
        for name, table in tables.items()
        if of[name] in bets and name in (of[name], f"{of[name]}_{number}", f"{of[name]}_bonus")
    }


def _packs(rules: GameRules, words: Words, table: Config | None) -> Iterator[str]:
    """Yield how many packs the game is dealt from, where it is dealt."""
    if rules.decks is not None:
        yield _packs_of(rules.decks, words, table.game_options["decks"] if table else None)


def _packs_of(decks: Decks, words: Words, here: object) -> str:
    if here is not None:
        return words.say(Text("sheet.packs_here", {"decks": str(here), "article": decks.article}))
    numbers = [str(number) for number in decks.allowed]
    among = ", ".join(numbers) if decks.only else "–".join(dict.fromkeys((numbers[0], numbers[-1])))
    values = {"decks": among, "usual": str(decks.usual), "article": decks.article}
    return words.say(Text("sheet.packs", values))


def _seats(rules: GameRules, words: Words) -> str:
    values = {"spots": str(rules.seats.most), "article": rules.seats.article}
    return words.say(Text("sheet.seats", values))


def _columns(words: Words, *names: str) -> tuple[str, ...]:
    return tuple(words.say(Text(f"sheet.{name}")) for name in names)


def _bets(
    offered: Iterable[str],
    kind: type[Game],
    rules: GameRules,
    words: Words,
    limits: Mapping[str, BetLimits],
) -> Section:
    rows = tuple(
        (
            words.say(Text(f"bet.{bet}")),
            words.say(_stake(bet, kind, rules, limits)),
            *_pays(bet, rules, words),
            _commission(bet, rules, words),
        )
        for bet in dict.fromkeys(map(base_name, offered))
    )
    columns = _columns(words, "bet", "stake", "pays", "article", "commission")
    return Section(words.say(Text("sheet.bets")), columns, rows)


def _stake(bet: str, kind: type[Game], rules: GameRules, limits: Mapping[str, BetLimits]) -> Text:
    if bet in rules.stakes:
        return Text("sheet.fixed", {"cents": rules.stakes[bet].cents})
    if bet in limits:
        ends = limits[bet]
        return Text("sheet.limits", {"least_cents": ends.min_cents, "most_cents": ends.max_cents})
    return Text("sheet.of_the_table" if bet in limited(kind, rules, {}) else "sheet.in_play")


def _pays(bet: str, rules: GameRules, words: Words) -> tuple[str, str]:
    if bet in rules.pays:
        pays = rules.pays[bet]
        return words.say(Text("sheet.odds", {"odds": str(pays.odds)})), pays.article
    return words.say(Text("sheet.by_table")), ""


def _commission(bet: str, rules: GameRules, words: Words) -> str:
    share = rules.commission.get(bet)
    if share is None:
        return ""
    values: Values = {"percent": share.percent, "step_cents": share.step_cents}
    values = {**values, "article": share.article}
    return words.say(Text("sheet.share", values))


def _tables(kind: type[Game], tables: Mapping[str, PayTable], words: Words) -> Iterator[Section]:
    columns, bets = _columns(words, "hand", "pays"), set(map(base_name, kind.bets_of({})))
    for name, table in tables.items():
        bet, _, number = name.rpartition("_")
        numbered = name not in bets and bet in bets
        on = Text(f"bet.{bet if numbered else name}")
        values: Values = {"on": on, "number": number, "article": table.article}
        title = Text("sheet.table_n" if numbered else "sheet.table", values)
        yield Section(words.say(title), columns, _lines(table, words))


def _lines(table: PayTable, words: Words) -> tuple[tuple[str, ...], ...]:
    worth = {
        **{hand: Text("sheet.lot", {"percent": percent}) for hand, percent in table.lot.items()},
        **{hand: Text("sheet.prize", {"cents": cents}) for hand, cents in table.prizes.items()},
        **{hand: Text("sheet.odds", {"odds": str(odds)}) for hand, odds in table.odds.items()},
    }
    named = {"straight_flush": "suited_straight"} if "royal_flush" not in worth else {}
    said = ((f"line.{named.get(hand, hand)}", pays) for hand, pays in worth.items())
    return tuple((words.say(Text(key)), words.say(pays)) for key, pays in said)
