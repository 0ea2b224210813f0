"""The sheet's tables for wheels, dice and balls: returns, segments, prizes."""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.games.keno.prizes import Paytable
from firmware.core.games.wheel_of_fortune import Segments
from firmware.core.returns import Worth, worths
from firmware.core.vocabulary.money import Odds
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import base_name, bet_name
from firmware.shell.words.text_table import Section, headings
from firmware.shell.words.words import Words

Worths = Mapping[str, Worth]
BETWEEN: Final = " · "


def here(worth: Worths, offered: Collection[str], words: Words) -> Iterator[Section]:
    """Yield the returns of the bets that a table offers."""
    bases = set(map(base_name, offered))
    shown = {on: one for on, one in worth.items() if on.isdecimal() or base_name(on) in bases}
    if shown:
        yield _section(Text("sheet.returns"), shown, words)


def anywhere(kind: type[Game], rules: GameRules, words: Words) -> Iterator[Section]:
    """Yield the returns of bets that do not depend on a table's options."""
    if kind.REQUIRED:
        return
    if "numbers" not in kind.OPTIONS:
        yield from here(worths(kind, rules, {}), kind.bets_of({}), words)
        return
    for numbers in kind.OPTIONS["numbers"]:
        title = Text("sheet.returns_of", {"number": str(numbers)})
        yield _section(title, _with_runs(kind, rules, numbers), words)


def _with_runs(kind: type[Game], rules: GameRules, numbers: object) -> dict[str, Worth]:
    """Return the bets of a roulette that offers twice, thrice, and both (72.1)."""
    twice = worths(kind, rules, {"numbers": numbers, "twice": True})
    both = worths(kind, rules, {"numbers": numbers, "twice": True, "thrice": True})
    beside = {on: one for on, one in both.items() if on not in twice or one != twice[on]}
    return twice | {on.replace("twice", "twice_beside_thrice"): beside[on] for on in beside}


def _section(title: Text, worth: Worths, words: Words) -> Section:
    rows = tuple(
        (words.say(bet), words.say(Text("sheet.ratio", {"back_ratio": _written(back)})))
        for bet, back in _grouped(worth)
    )
    return Section(words.say(title), headings(words, "bet", "return"), rows)


def _written(back: Fraction) -> str:
    return f"{back.numerator}/{back.denominator}"


def _grouped(worth: Worths) -> Iterator[tuple[Text, Fraction]]:
    """Yield bets by name; with their arguments if their returns differ."""
    for base in dict.fromkeys(map(base_name, worth)):
        if base.isdecimal():
            yield Text("keno.picked", {"count": int(base)}), worth[base].back
        elif base in worth:
            yield bet_name(base), worth[base].back
        else:
            places = [on for on in worth if base_name(on) == base]
            yield from _parted(base, {on: worth[on].back for on in places})


def _parted(base: str, backs: Mapping[str, Fraction]) -> Iterator[tuple[Text, Fraction]]:
    alike: dict[Fraction, list[str]] = {}
    for on, back in backs.items():
        alike.setdefault(back, []).append(on.partition(":")[2])
    for back, arguments in alike.items():
        whole = len(alike) == 1 and len(arguments) > 1
        yield bet_name(base if whole else f"{base}:{BETWEEN.join(arguments)}"), back


# the table's settings


def of_the_table(options: Mapping[str, Any], words: Words) -> Iterator[Section]:
    """Yield the parts of a wheel of fortune (117) or the prizes of Keno (76)."""
    if "segments" in options:
        yield _segments(options["segments"], words)
    if "paytable" in options:
        yield _prizes(options["paytable"], words)


def _segments(segments: Segments, words: Words) -> Section:
    rows = tuple(
        (symbol, str(many), words.say(Text("sheet.odds", {"odds": str(Odds(odds, 1))})))
        for symbol, (many, odds) in segments.items()
    )
    number = str(sum(many for many, _ in segments.values()))
    title = Text("sheet.segments", {"number": number, "article": "117"})
    return Section(words.say(title), headings(words, "part", "parts", "pays"), rows)


def _prizes(paytable: Paytable, words: Words) -> Section:
    rows = tuple(
        (picked, hits, str(paid))
        for picked, line in paytable.items()
        for hits, paid in line.items()
    )
    title = words.say(Text("sheet.prizes", {"article": "76"}))
    return Section(title, headings(words, "picked", "drawn", "for_one"), rows)
