"""Why a pot went where it did: each golden hand's shares add up, and a wrong cent is named."""

import json
from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from firmware.core.game.options import OptionRefused
from firmware.core.poker_room.engine.engine import PokerEngine
from firmware.core.poker_room.engine.rulings import PotClosed, PotWon
from firmware.core.poker_room.engine.terms import read_terms
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.recall import RoundItem
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.script import PokerScript
from firmware.shell.script_file import POKER_GAMES, scripts_in_text
from firmware.shell.why.answer import Answer
from firmware.shell.why.pot_answers import pot_answers
from firmware.shell.why.rules_in_force import RulesInForce, game_rules
from firmware.shell.words.words import Words
from sim.play.poker_script import ACT_MAKERS
from tests.kits.games.golden_hands import HANDS
from tests.kits.offenders import each

WORDS = [Words.load(language) for language in ("fr", "en")]


def read_script(name: str) -> PokerScript:
    text = json.dumps(HANDS[name]["script"]).encode()
    [(_, script)] = scripts_in_text(text, "script", POKER_GAMES)
    assert isinstance(script, PokerScript)
    return script


@cache
def rulings_of(name: str) -> tuple[Ruling, ...]:
    """Return the rulings of a hand; none at a table that is refused."""
    script = read_script(name)
    bounds = default_pack().rules(script.game).bounds
    try:
        table = PokerEngine(read_terms(script.game, script.options, script.spots, bounds=bounds))
    except OptionRefused:
        return ()
    acts = [act for step in script.steps for act in ACT_MAKERS[step.kind](getattr(step, step.kind))]
    return tuple(
        ruling for number, act in enumerate(acts, 1) for ruling in table.handle(act, number)
    )


def first_pots(name: str) -> list[Ruling]:
    """Return the rulings up to the end of the first game that comes to its pots."""
    rulings = rulings_of(name)
    won = [at for at, ruling in enumerate(rulings) if isinstance(ruling, PotWon)]
    ends = [at for at in won if at + 1 not in won]
    return list(rulings[: ends[0] + 2]) if ends else []


def answers(name: str, rulings: Sequence[Ruling]) -> list[Answer]:
    script = read_script(name)
    items = [RoundItem(number, "", ruling=ruling) for number, ruling in enumerate(rulings, 1)]
    return list(pot_answers(items, rules_of(script.game, json.dumps(script.options))))


@cache
def rules_of(game: str, options: str) -> RulesInForce:
    return game_rules(default_pack(), game, json.loads(options))


@cache
def won_hands() -> list[str]:
    """Return the golden hands that come to a pot; each is played for it."""
    return [name for name in HANDS if any(isinstance(one, PotWon) for one in first_pots(name))]


def test_most_golden_hands_come_to_a_pot() -> None:
    assert len(won_hands()) > 100


@each("name", won_hands)
def test_shares_add_up_to_the_pot_and_have_their_rule(name: str) -> None:
    for answer in answers(name, first_pots(name)):
        assert answer.sentences, name
        assert not answer.differs, answer.reckoning
        for words in WORDS:
            assert all(map(words.render, (answer.subject, *answer.results, *answer.reckoning)))


@each("name", won_hands)
def test_a_cent_too_many_is_named(name: str) -> None:
    rulings = [
        replace(ruling, cents=ruling.cents + 1) if isinstance(ruling, PotWon) else ruling
        for ruling in first_pots(name)
    ]
    assert all(answer.differs for answer in answers(name, rulings))
    assert answers(name, rulings)


@each("name", won_hands)
def test_only_a_shared_pot_has_the_rule_of_equal_hands(name: str) -> None:
    rulings = first_pots(name)
    closed = [ruling.number for ruling in rulings if isinstance(ruling, PotClosed)]
    won = [ruling.pot for ruling in rulings if isinstance(ruling, PotWon)]
    is_shared = any(won.count(number) > 1 for number in closed)
    cited = {sentence.id for answer in answers(name, rulings) for sentence in answer.sentences}
    assert any("equal_hands" in sentence for sentence in cited) == is_shared, cited


@each("name", won_hands)
def test_commission_is_reckoned_on_all_pots_so_far(name: str) -> None:
    """In per cent, in whole chips, at most the cap, less what the pots before have given."""
    for answer in answers(name, first_pots(name)):
        steps = {text.key: text.values for text in answer.reckoning}
        taken = steps.get("answer.pot.commission", {}).get("commission_cents")
        if taken is None or "answer.pot.percent" not in steps:
            continue
        whole = steps["answer.pot.percent"]["whole_cents"]
        cap = steps.get("answer.pot.cap", {}).get("cap_cents", whole)
        given = steps.get("answer.pot.given", {}).get("given_cents", 0)
        assert taken == min(int(whole), int(cap)) - int(given), name


@each("name", won_hands)
def test_halves_add_up_to_the_pot(name: str) -> None:
    halves: dict[tuple[object, str], int] = {}
    nets: dict[object, int] = {}
    for answer in answers(name, first_pots(name)):
        steps = {text.key: text.values for text in answer.reckoning}
        pot = steps["answer.pot.closed"]["number"]
        net = steps.get("answer.pot.net", {}).get("net_cents")
        nets[pot] = int(steps["answer.pot.closed"]["pot_cents"] if net is None else net)
        for half in ("high", "low"):
            if values := steps.get(f"answer.pot.{half}"):
                halves[pot, half] = int(values["half_cents"])
    for pot in {pot for pot, _ in halves}:
        assert halves[pot, "high"] + halves[pot, "low"] == nets[pot], name
