"""`croupier rules GAME --facts`: what a condition may look at, in both languages."""

import pytest

from firmware.cli.main import main
from firmware.core.game.card_facts import CARD_FACTS
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.words.languages import languages_with
from tests.kits.offenders import each


@each("language", languages_with("commands"))
@each("game", default_pack().games)
def test_every_fact_of_every_game_has_its_meaning(
    game: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", game, "--facts", "--lang", language]) == 0
    said = capsys.readouterr().out
    game_class = default_pack().game_class(game)
    card_facts = CARD_FACTS if game_class.CARD_NAMES else {}
    listed = [
        line.split()[0] for line in said.splitlines() if line.startswith(" ") and line[1] > " "
    ]
    assert [*game_class.FACTS, *card_facts] == [
        name for name in listed if name in game_class.FACTS or name in CARD_FACTS
    ]
    assert all(name in said for name in game_class.CARD_NAMES)
