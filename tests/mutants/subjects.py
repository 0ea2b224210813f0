"""The files to mutate, how often, and the tests of each: the cheapest first.

The paths are those of the project at the root of a tree. A test of every game is reduced to the
games that a subject names.
"""

from typing import NamedTuple

from firmware.core.games import MODULES


class Subject(NamedTuple):
    """One rule or one part of the program, and the tests that answer for it."""

    name: str
    mutants: int
    files: tuple[str, ...]
    """Globs."""
    tests: tuple[str, ...]
    games: tuple[str, ...] = ()


OF_EVERY_GAME = (
    "tests/games/test_reckonings.py::test_share_of_random_rounds_settles_alike",
    "tests/games/test_golden_rounds.py",
)


def game(name: str, mutants: int, *more: str, files: tuple[str, ...] = ()) -> Subject:
    """Return a game whose test file has its name."""
    own = f"tests/games/{name}/test_{name.replace('-', '_')}.py"
    return Subject(name, mutants, (_file(name), *files), (own, *more, *OF_EVERY_GAME), (name,))


def of_instruments(name: str, mutants: int, *more: str, files: tuple[str, ...] = ()) -> Subject:
    """Return a game that a wheel, dice or a blower decides: its articles are in golden rounds."""
    own = f"tests/games/{name}/test_reckoning_{name.replace('-', '_')}.py"
    tests = (own, *more, "tests/core/table/test_results.py", *OF_EVERY_GAME)
    return Subject(name, mutants, (_file(name), *files), tests, (name,))


def _file(game: str) -> str:
    return f"firmware/core/{MODULES[game].replace('.', '/')}.py"


CARD_GAMES = (
    Subject(
        "baccarat",
        10,
        ("firmware/core/games/baccarat.py",),
        (
            "tests/core/table/test_table_bets.py",
            "tests/core/games/test_baccarat_articles.py",
            "tests/core/games/test_baccarat_betting_articles.py",
            "tests/games/test_golden_rounds.py",
        ),
        ("baccarat",),
    ),
    game(
        "blackjack",
        24,
        "tests/games/blackjack/test_reckoning_blackjack.py",
        "tests/games/blackjack-multi-action/test_blackjack_multi_action.py",
        files=(
            "firmware/core/games/blackjack/hand.py",
            "firmware/core/games/blackjack/side_bets.py",
        ),
    ),
    game("blackjack-multi-action", 4, "tests/games/blackjack/test_reckoning_blackjack.py"),
    Subject(
        "two-hands",
        9,
        ("firmware/core/games/low_and_high_hands.py", "firmware/core/games/player_banked.py"),
        (
            "tests/games/test_bank.py",
            "tests/games/pai-gow-poker/test_pai_gow_poker.py",
            *OF_EVERY_GAME,
        ),
        ("pai-gow-poker", "super-pan-9"),
    ),
    game("pai-gow-poker", 8, "tests/games/test_bank.py"),
    Subject(
        "pai-gow",
        8,
        ("firmware/core/games/pai_gow.py", "firmware/core/games/tile_ranks.py"),
        (
            "tests/core/games/test_pai_gow.py",
            "tests/games/pai-gow/test_reckoning_pai_gow.py",
            *OF_EVERY_GAME,
        ),
        ("pai-gow",),
    ),
    game("super-pan-9", 6, "tests/games/test_bank.py"),
    game("red-dog", 8),
    game("poker-grand-prix", 7),
    game("caribbean-stud", 8, "tests/games/test_jackpots.py"),
    game("three-card-poker", 6),
    game("casino-war", 9),
    game("poker-3-5-7", 7),
    game("boston-poker", 9),
    game("four-card-poker", 7, "tests/core/table/test_shuffling.py"),
    game("crazy-four-poker", 10),
    Subject(
        "ranks",
        12,
        ("firmware/core/ranks/hands.py", "firmware/core/ranks/[st]*e.py"),
        (
            "tests/core/ranks/test_rank_articles.py",
            "tests/core/ranks/test_rank_pai_gow.py",
            "tests/core/ranks/test_rank_scales.py",
        ),
    ),
)

OTHER_GAMES = (
    of_instruments(
        "craps",
        20,
        "tests/games/craps/test_craps_bets.py",
        "tests/games/craps/test_craps_carried.py",
        "tests/games/craps/test_craps_rolls.py",
        "tests/games/craps/test_craps_shooter.py",
        files=("firmware/core/games/craps/*.py",),
    ),
    of_instruments("sic-bo", 8, "tests/games/test_reckoning_instruments.py"),
    of_instruments(
        "roulette",
        14,
        "tests/games/test_every_result.py",
        files=("firmware/core/games/roulette/layout.py",),
    ),
    of_instruments(
        "wheel-of-fortune",
        8,
        "tests/games/wheel-of-fortune/test_wheel_of_fortune.py",
        "tests/games/test_every_result.py",
    ),
    Subject(
        "keno",
        14,
        ("firmware/core/games/keno/keno.py", "firmware/core/games/keno/prizes.py"),
        (
            "tests/core/games/test_keno.py",
            "tests/core/games/test_keno_claims.py",
            "tests/games/keno/test_reckoning_keno.py",
            *OF_EVERY_GAME,
        ),
        ("keno",),
    ),
)

AT_THE_TABLE = (
    "tests/core/table/test_table_bets.py",
    "tests/core/table/test_close_table.py",
    "tests/core/table/test_offers.py",
    "tests/core/table/test_colours.py",
    "tests/core/table/test_shuffling.py",
    "tests/core/table/test_tagged_cards.py",
    "tests/core/table/test_table_panel.py",
    "tests/core/table/test_table_undo.py",
    "tests/core/table/test_meters.py",
    "tests/core/table/test_results.py",
    "tests/core/table/test_table_cards.py",
    "tests/core/table/test_cards_by_hand.py",
    "tests/core/table/test_decision_keys.py",
    "tests/core/vocabulary/test_cards_refused.py",
    "tests/core/table/test_standing_bets_moved.py",
    "tests/core/games/test_pai_gow.py",
    "tests/core/table/test_amounts.py",
    "tests/core/games/test_baccarat_articles.py",
    "tests/core/games/test_baccarat_betting_articles.py",
)
PLAYED = (
    "tests/games/casino-war/test_casino_war.py",
    "tests/games/caribbean-stud/test_caribbean_stud.py",
    "tests/games/pai-gow-poker/test_pai_gow_poker.py",
    "tests/games/blackjack/test_blackjack.py",
    "tests/games/test_jackpots.py",
    "tests/games/craps/test_craps_rolls.py",
    "tests/games/craps/test_craps_bets.py",
    "tests/games/craps/test_craps_carried.py",
    "tests/games/craps/test_craps_shooter.py",
    "tests/games/test_golden_rounds.py",
    "tests/games/test_every_game.py",
    "tests/games/test_every_stake.py",
    "tests/games/test_face_down_cards.py",
)
SHOWN = ("baccarat", "casino-war", "pai-gow-poker")
"""The games whose rounds try what every table does."""


def of_table(name: str, file: str, mutants: int, *tests: str) -> Subject:
    """Return a file of the core that every game goes through."""
    files = (f"firmware/core/{file}.py",)
    return Subject(name, mutants, files, (*tests, *AT_THE_TABLE, *PLAYED), SHOWN)


CORE = (
    of_table("limits", "game/limits", 14, "tests/core/table/test_limits_edges.py"),
    of_table(
        "settling",
        "game/settlement_lines",
        7,
        "tests/core/games/test_smallest_chip.py",
        "tests/core/games/test_steps.py",
        "tests/games/three-card-poker/test_three_card_poker.py",
    ),
    of_table(
        "bets",
        "table/late_bets",
        14,
        "tests/core/table/test_bets.py",
        "tests/core/table/test_paying_in_any_order.py",
    ),
    of_table(
        "settlement",
        "table/settlement",
        10,
        "tests/core/table/test_bets.py",
        "tests/core/table/test_paying_in_any_order.py",
    ),
    of_table(
        "felt",
        "table/felt",
        12,
        "tests/core/table/test_felt.py",
        "tests/core/table/test_limits_edges.py",
    ),
    of_table("closing", "table/closing", 10),
    of_table("paying", "table/payments", 14),
    of_table("deciding", "table/decisions", 10),
    of_table("dealing", "table/cards", 14),
    of_table("shoe", "table/shoe", 10, "tests/core/table/test_shoe.py"),
    Subject(
        "cards-and-money",
        10,
        (
            "firmware/core/vocabulary/cards.py",
            "firmware/core/vocabulary/money.py",
            "firmware/core/game/progressive.py",
        ),
        (
            "tests/core/vocabulary/test_cards.py",
            "tests/core/vocabulary/test_money.py",
            "tests/core/games/test_progressive.py",
            "tests/core/games/test_pai_gow.py",
            "tests/games/test_jackpots.py",
        ),
    ),
    Subject(
        "returns",
        6,
        ("firmware/core/returns.py",),
        ("tests/core/games/test_returns.py",),
    ),
)

JOURNAL = (
    Subject(
        "journal",
        44,
        ("firmware/shell/journal/*.py",),
        (
            "tests/shell/journal/test_journal_records.py",
            "tests/shell/journal/test_journal_copies.py",
            "tests/shell/journal/test_journal_reader.py",
            "tests/shell/journal/test_journal_files.py",
            "tests/shell/journal/test_journal_rotation.py",
            "tests/shell/journal/test_journal_rotation_cuts.py",
            "tests/shell/journal/test_journal_left.py",
            "tests/shell/journal/test_journal_left_cuts.py",
            "tests/shell/journal/test_journal_crash.py",
            "tests/shell/journal/test_journal_damage.py",
            "tests/shell/journal/test_journal_archive.py",
            "tests/shell/journal/test_journal_archive_bits.py",
            "tests/shell/journal/test_replaced_disks.py",
        ),
    ),
)


def of_line(name: str, mutants: int, files: tuple[str, ...], tests: tuple[str, ...]) -> Subject:
    """Return what makes messages of the octets of one part's line."""
    folder, tested = f"drivers/{name}", f"tests/drivers/{name}/test_{name}"
    return Subject(
        name,
        mutants,
        tuple(f"{folder}/{file}.py" for file in files),
        tuple(f"{tested}_{test}.py" for test in tests),
    )


FRAMERS = (
    of_line(
        "angel_eye",
        22,
        ("framer", "copies", "messages"),
        ("framer", "copies", "messages", "commands", "shoe", "wires"),
    ),
    of_line("bee_tek", 8, ("tokens",), ("tokens", "shoe", "wires")),
    of_line("pn532", 10, ("frames",), ("frames", "cards", "wires")),
    of_line("rr3036", 10, ("protocol",), ("protocol", "faults", "reader", "wires")),
    of_line("reshuffled", 7, ("framer",), ("framing", "shuffler", "orders", "wires")),
    Subject(
        "ball_blower",
        7,
        ("drivers/ball_blower/lines.py",),
        (
            "tests/drivers/ball_blower/test_ball_blower_lines.py",
            "tests/drivers/ball_blower/test_ball_blower.py",
        ),
    ),
    of_line("mercury", 5, ("framer",), ("words", "wheel", "wires")),
    of_line(
        "slingshot",
        7,
        ("lines",),
        ("acts", "lines", "settings", "spins", "unknown", "warnings", "wheel", "wires"),
    ),
)

SUBJECTS = (*CARD_GAMES, *OTHER_GAMES, *CORE, *JOURNAL, *FRAMERS)
