"""Any game as a tournament (123, 124): what a configuration may say of it."""

from typing import Any

import pytest

from firmware.cli.serving.assembly import configured_table, journal_setting
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.config import read_config
from firmware.shell.config.defaults import default_document, default_table
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.settings import Config, TournamentSetting
from firmware.shell.history.takeover import check_takeover
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.quebec import served_games

PAID = {"entry_cents": 5000}


def as_tournament(game: str, section: dict[str, Any], **options: object) -> Config:
    return read_config(default_document(game, **options) | {"tournament": section})


def refused(game: str, section: dict[str, Any], **options: object) -> list[str]:
    with pytest.raises(ConfigError) as error:
        as_tournament(game, section, **options)
    for language in ("fr", "en"):
        assert error.value.rendered_lines(Words.load(language))
    return [f"{fault.key} {fault.reason.key}" for fault in error.value.faults]


@each("game", [game for game in served_games() if game != "poker-room"])
def test_123_each_game_may_be_a_tournament(game: str) -> None:
    sides = {"side_bets": []} if "side_bets" in default_table(game).game_options else {}
    config = as_tournament(game, PAID | {"table": 3}, **sides)
    assert config.tournament == TournamentSetting(5000, 3)  # type: ignore[arg-type]
    assert configured_table(config, simulated=True).state.rules.tournament


def test_123_only_holdem_needs_no_section() -> None:
    assert default_table("baccarat").tournament is None
    assert default_table("poker-room").tournament is None
    assert default_table("holdem-tournament").tournament == TournamentSetting()


@pytest.mark.parametrize(
    ("game", "entry", "why"),
    [
        ("poker-grand-prix", 29, ["tournament.entry_cents config.entry_low"]),
        ("red-dog", 0, ["tournament.entry_cents config.range"]),
        ("poker-room", 5000, ["table.game config.among"]),
        ("caribbean-stud", 5000, ["game config.lot_in_tournament"]),
    ],
)
def test_124_impossible_tournament_refused(game: str, entry: int, why: list[str]) -> None:
    assert refused(game, {"entry_cents": entry}) == why


def test_124_grand_prix_entry_is_30_percent() -> None:
    assert as_tournament("poker-grand-prix", {"entry_cents": 30}).tournament


def test_124_entry_is_required() -> None:
    assert refused("baccarat", {}) == ["tournament.entry_cents config.missing"]


def test_chips_and_money_share_no_journal() -> None:
    money, chips = default_table("baccarat"), as_tournament("baccarat", PAID)
    table = configured_table(money, simulated=True)
    old, new = (
        journal_setting(money, table),
        journal_setting(chips, configured_table(chips, simulated=True)),
    )
    check_takeover(table, old, old)
    with pytest.raises(RequestFailed) as refused:
        check_takeover(table, old, new)
    assert refused.value.why.key == "takeover.tournament"
