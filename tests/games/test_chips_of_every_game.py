"""A dealer who does with the chips what he reads never gets a late bet, in any game."""

from random import Random
from typing import Final

from firmware.core.display.panel import table_panel
from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.events import KeyPressed, PresenceSeen, StackRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import SETTLEMENT_ACTS, Act
from firmware.core.vocabulary.rulings import LateBet
from tests.kits.core.table_kit import Croupier, refusals
from tests.kits.examples import examples
from tests.kits.games.any_chance import Chance
from tests.kits.games.any_table import a_new_table
from tests.kits.games.any_throw import ThrownChance
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack

STEPS: Final = examples(60, 3000)


@each("amounts", list(Amounts))
@each("game", sorted(games_in_pack()))
def test_following_prompts_is_never_late(game: str, amounts: Amounts) -> None:
    rng = Random(f"{game} {amounts}")
    croupier = Croupier(a_new_table(game, rng, amounts)(), opened=False)
    kind = ThrownChance if croupier.table.state.game.INSTRUMENT else Chance
    chance = kind(rng, game, croupier, 0)
    for _ in range(STEPS):
        ask, event = table_panel(croupier.table).ask, chance.next()
        rulings = croupier.tell(event)
        settling = ask.do in SETTLEMENT_ACTS and isinstance(event, StackRead | PresenceSeen)
        assert not (settling and any(isinstance(one, LateBet) for one in rulings)), (ask, event)
        if ask.do is Act.CONFIRM_PAID and event == KeyPressed(Key.CONFIRM):
            assert refusals(rulings) == [], ask
