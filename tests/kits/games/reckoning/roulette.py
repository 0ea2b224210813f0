"""Roulette reckoned a second time (articles 68 to 74): what each bet is paid.

inside, outside  72, won or lost
twice, thrice    72.1, won or lost
"""

from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from tests.kits.games.chance.instruments import chips, goes_round, reordered
from tests.kits.games.naive.chips import player_chip
from tests.kits.games.naive.felt import INSIDE, OUTSIDE, base, layout, places, same, wheel
from tests.kits.games.naive.instruments import Bet, Evening, Fate, back
from tests.kits.games.naive.table import CLOSE, CONFIRM, Line, Script, Step

TIMES = {"twice": 2, "thrice": 3}
BETS = (*INSIDE, *OUTSIDE, *TIMES)
TO_ONE = dict.fromkeys(OUTSIDE, 1) | {"column": 2, "dozen": 2}
TO_ONE |= {"straight": 35, "split": 17, "street": 11, "corner": 8, "six_line": 5}
"""What 72 pays to 1; the top line is paid by how many numbers it covers."""
REVOLUTIONS = 7
KINDS = ("french", "american", "english")


def reckon(script: Script) -> list[Line]:
    """Return the settled lines of a legal script."""
    return evening(script.get("options", {})).play(script).lines


def standing(script: Script) -> list[Line]:
    """Return what stands over at the end of a legal script."""
    return [bet.stands() for bet in evening(script.get("options", {})).play(script).standing()]


def evening(options: dict[str, Any]) -> Evening:
    """Return an evening at a table with these options, before its first bet."""
    numbers = options.get("numbers", 37)

    def shown(step: Step) -> str | None:
        valid = step.get("revolutions", REVOLUTIONS) >= REVOLUTIONS
        return step["number"] if valid and step.get("number") in wheel(numbers) else None

    def fate(on: str, results: list[str]) -> Fate | None:
        if base(on) in TIMES:
            return _streak(on, results, thrice=options.get("thrice", False))
        return Fate(pays(on, results[-1], numbers), "72")

    def returned(bets: list[Bet]) -> list[Line]:
        return [
            bet.goes_back() | {"article": "72"} for bet in bets if _is_short(bet, bets, options)
        ]

    return Evening(same, shown, fate, returned=returned, chip=player_chip(options))


def _is_short(bet: Bet, bets: list[Bet], options: dict[str, Any]) -> bool:
    """Say whether all that its player has inside, or outside, is less than the table asks for."""
    for name, group in (("inside", INSIDE), ("outside", OUTSIDE)):
        if base(bet.at["on"]) in group and name in options.get("totals", {}):
            whose = bet.at["spot"], bet.at.get("bettor")
            his = (one for one in bets if (one.at["spot"], one.at.get("bettor")) == whose)
            laid = sum(one.cents for one in his if base(one.at["on"]) in group)
            return bool(laid < options["totals"][name][0])
    return False


# what is paid


def pays(on: str, number: str, numbers: int) -> str | None:
    """Return the odds at which a number pays a place (72), None where it has lost."""
    covered = layout(numbers)[same(on)]
    if number not in covered:
        return None
    if on == "top_line":
        return "6:1" if len(covered) == 5 else "8:1"
    return f"{TO_ONE[base(on)]}:1"


def streak_odds(on: str, *, thrice: bool) -> str:
    """Return what a number is paid that comes twice or thrice running, thrice offered or not."""
    if base(on) == "thrice":
        return "10000:1"
    return "1000:1" if thrice else "1200:1"


def _streak(on: str, results: list[str], *, thrice: bool) -> Fate | None:
    if results[-1] != on.partition(":")[2]:
        return Fate(None, "72.1")
    whole = len(results) == TIMES[base(on)]
    return Fate(streak_odds(on, thrice=thrice), "72.1") if whole else None


def returns(numbers: int, *, twice: bool = False, thrice: bool = False) -> dict[str, Fraction]:
    """Return of 1 staked at each place, how much comes back on average, the stake included."""
    fair = {
        on: sum((back(pays(on, n, numbers)) for n in wheel(numbers)), Fraction(0)) / numbers
        for on in places(numbers)
    }
    for name in [name for name, offered in (("twice", twice), ("thrice", thrice)) if offered]:
        won = back(streak_odds(name, thrice=thrice)) / numbers ** TIMES[name]
        fair |= {f"{name}:{number}": won for number in wheel(numbers)}
    return fair


# chance


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return a legal evening of a few spins, longer where bets may stand over."""
    options = _options(chance) if options is None else options
    so_far, streaks = evening(options), any(options.get(name) for name in TIMES)
    table = _Felt(options, tuple(chance.sample(wheel(options.get("numbers", 37)), 2)))
    steps: list[Step] = []
    for _ in range(chance.randint(2, 8) if streaks else chance.randint(1, 3)):
        spin = _spin(chance, table, so_far)
        so_far.play({"steps": spin})
        steps += spin
    return {"game": "roulette", "options": options, "steps": steps}


class _Felt(NamedTuple):
    """What may be laid at a table, and the numbers that come more often than others."""

    options: dict[str, Any]
    favourites: tuple[str, ...]

    def draw(self, chance: Random) -> str:
        name = chance.choice(self.offered())
        if name in TIMES:
            return f"{name}:{self.number(chance)}"
        named = [on for on in places(self.options.get("numbers", 37)) if base(on) == name]
        likely = [on for on in named if "0" in same(on)[1]] if chance.random() < 0.2 else []
        on = chance.choice(likely or named)
        return reordered(chance, on) if chance.random() < 0.2 else on

    def offered(self) -> list[str]:
        streaks = [name for name in TIMES if self.options.get(name)]
        outside = not streaks or self.options.get("outside_with_twice")
        return [*INSIDE, *(OUTSIDE if outside else ()), *3 * streaks]

    def falls(self, chance: Random, laid: list[Step]) -> str:
        """Return where the ball falls, often into a number that pays a bet."""
        on = chance.choice([step["bet"]["on"] for step in laid if "bet" in step] or ["twice"])
        if base(on) in TIMES or chance.random() < 0.6:
            return self.number(chance)
        return chance.choice(sorted(layout(self.options.get("numbers", 37))[same(on)]))

    def number(self, chance: Random) -> str:
        if chance.random() < 0.7:
            return chance.choice(self.favourites)
        return chance.choice(wheel(self.options.get("numbers", 37)))


def _options(chance: Random) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if chance.random() < 0.7:
        options |= {"numbers": chance.choice((37, 38)), "kind": chance.choice(KINDS)}
    if chance.random() < 0.5:
        flags = chance.choices((True, False), (2, 1), k=3)
        options |= dict(zip(("twice", "thrice", "outside_with_twice"), flags, strict=True))
    return options


def _spin(chance: Random, table: _Felt, so_far: Evening) -> list[Step]:
    none_new = so_far.laid and chance.random() < 0.3
    laid = [] if none_new else chips(chance, table.draw, so_far)
    number = {"number": table.falls(chance, laid)} | goes_round(chance, REVOLUTIONS)
    return [*laid, CLOSE, number, CONFIRM]
