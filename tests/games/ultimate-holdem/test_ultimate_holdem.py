"""Ultimate Texas Hold'em, 58 Pa. Code 653a: what golden rounds can't say."""

import pytest

from firmware.core.vocabulary.panel import Text
from firmware.shell.rules.pack_files import default_pack, find_pack
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.words.words import Words
from tests.kits.games.scripts import CLOSE, Step, bet, cards, decide, play, settled_fields
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of, settled_bets

GAME = "ultimate-holdem"
PENNSYLVANIA = find_pack("pennsylvania")
MAINS: list[Step] = [bet(1, "ante"), bet(1, "blind")]
DEALT: list[Step] = [*MAINS, CLOSE, cards("KS KD QD QC")]
CHECK = decide(1, "check")


def test_no_table_of_quebec_has_it() -> None:
    with pytest.raises(RulesError, match=r"pack\.no_game"):
        default_pack().open_game(GAME, {})
    assert GAME not in default_pack().served_games


def test_articles_are_those_of_the_pack() -> None:
    other = pack_of(
        f'[pack]\nname = "elsewhere"\n[{GAME}.sections]\nwagers = "W"\ndecks = "D"\nround = "R"\n',
        parent=PENNSYLVANIA,
    )
    game = other.open_game(GAME, {})
    assert (game.SOLE_BETTOR_ARTICLE, game.rules.sections["round"]) == ("W", "R")


@each(
    "articles, fault",
    [
        ("", f"house, {GAME}: sections.decks is missing"),
        ('wagers = "1"', f"house, {GAME}: sections.round is missing"),
        ('wagers = "1"\ndecks = "1"\nround = "1"\nshoe = "1"', "sections.shoe: the game has no"),
    ],
)
def test_a_pack_must_name_every_article(articles: str, fault: str) -> None:
    numbers = PENNSYLVANIA.tables[GAME]
    lines = [
        f"[{GAME}.{name}]\n{pays}"
        for name, pays in (
            ("seats", f"most = {numbers['seats']['most']}"),
            ("decks", 'article = "1"\nleast = 1\nmost = 2\nusual = 1'),
            (
                "pays",
                'ante = { odds = [1, 1], article = "1" }\nraise = { odds = [1, 1], article = "1" }',
            ),
            ("tables", 'blind = { article = "1" }\ntrips = { article = "1" }'),
            ("sections", articles),
        )
    ]
    with pytest.raises(RulesError) as refused:
        pack_of("\n".join([f'[pack]\ngames = ["{GAME}"]', *lines])).rules(GAME)
    said = [Words.load("en").render(mistake) for mistake in refused.value.faults]
    assert any(fault in line for line in said), said


def test_the_board_is_seen_as_it_is_dealt_and_nothing_else_is() -> None:
    game = play(GAME, *DEALT, decide(1, "raise", cents=4000), cards("3C 9H 7C")).table.state.game
    assert {hand: [card.name for card in held] for hand, held in game.cards.items()} == {
        "board": ["9H", "7C"]
    }
    assert game.dealt == {"1": 2, "dealer": 2, "board": 2}
    assert game.card_lines() == (Text("cards.hand", {"hand": Text("hand.board"), "card": "9H 7C"}),)


@each("nth, words", [(1, "hand.burnt"), (2, "hand.board"), (5, "hand.burnt"), (6, "hand.board")])
def test_a_card_is_burnt_before_the_flop_and_the_turn(nth: int, words: str) -> None:
    board = ["3C", "9H", "7C", "2S", "3D", "4H", "6D"][: nth - 1]
    table = play(GAME, *DEALT, decide(1, "raise", cents=4000), cards(" ".join(board)))
    assert table.table.state.game.due.words == Text(words)


@each("antes", range(1, 8))
def test_three_or_four_antes_before_the_flop(antes: int) -> None:
    table = play(GAME, *DEALT, decide(1, "raise", cents=1000 * antes))
    assert (table.refused == []) == (antes in (3, 4))


def test_a_spot_plays_once() -> None:
    table = play(GAME, *DEALT, decide(1, "raise", cents=3000), cards("3C 9H 7C 2S"))
    assert table.table.state.game.choices == ()


@each("option, step", [({}, 1), ({"smallest_chip": 500}, 1000)])
def test_three_to_two_on_the_blind_sets_the_step_of_the_ante(
    option: dict[str, int], step: int
) -> None:
    game = PENNSYLVANIA.open_game(GAME, option)
    assert (game.bet_step("ante"), game.bet_step("blind")) == (step, step)


@each(
    "dealer, outcomes",
    [
        ("QD QC", ["win", "push", "win"]),
        ("QD JC", ["push", "push", "win"]),
        ("AD AC", ["lose", "lose", "lose"]),
        ("KH KC", ["push", "push", "push"]),
    ],
)
def test_hand_without_a_line_against_each_dealer(dealer: str, outcomes: list[str]) -> None:
    steps = [*MAINS, CLOSE, cards(f"KS KD {dealer}"), decide(1, "raise", cents=4000)]
    table = play(GAME, *steps, cards("3C 9H 7C 2S 3D 4H 6D"))
    assert [outcome for (outcome,) in settled_fields(table, "outcome")] == outcomes


def test_named_cards_of_the_board_decide_a_declared_bet() -> None:
    house = pack_of(
        f"""[{GAME}.bets.board_pair]
said = {{ en = "Board pair", fr = "Paire au tableau" }}
article = "H"
cards = ["board.1", "board.2", "board.3"]
lines = [{{ when = "pair", pays = [4, 1] }}]
""",
        parent=PENNSYLVANIA,
    )
    course = "KS KD QD QC check 3C 9H 9C 2S check 3D 4H 6D fold"
    assert settled_bets(house, GAME, "ante blind board_pair", course) == {
        "ante": "lose 0 653a.11",
        "blind": "lose 0 653a.11",
        "board_pair": "win 4000 H",
    }
