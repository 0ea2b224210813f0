"""Where the rooms are wired together: a configuration becomes a table, a loop and its buses."""

from collections.abc import Mapping
from secrets import token_hex
from typing import Final

from firmware import __version__
from firmware.core.poker_room.table.make_table import seated
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.jackpot import LotAsk
from firmware.core.vocabulary.keys import OPTIONAL
from firmware.shell.config.settings import Config
from firmware.shell.desk.desk import Desk
from firmware.shell.device.program import program_digest
from firmware.shell.history.records import Setting
from firmware.shell.jackpot.inbox import Fits, LotMail, Trusted
from firmware.shell.parts.bus import NONE_LOST, Bus
from firmware.shell.parts.wires import I2C, Wires
from firmware.shell.poker_room.tournament_mail import HallMail
from firmware.shell.rules.rules import PACK, game_kind, open_game, rules_digest

NONCE_BYTES: Final = 16


def seat_table(config: Config, *, simulated: bool) -> Table:
    """Return the table that a configuration describes. Raises OptionRefused or RulesError."""
    game = open_game(config.table.game, dict(config.game_options))
    rules = TableRules(
        spots=config.table.spots,
        limits=dict(config.limits),
        late_entry=config.table.late_entry,
        denominations=config.table.denominations,
        amounts=config.table.amounts,
        keys=tuple(sorted(OPTIONAL & config.wiring.keys.meanings())),
        sensed=config.wiring.presence is not None,
        simulated=simulated,
        tournament=config.tournament is not None,
        implausible=config.table.implausible,
    )
    return seated(game, rules)


def setting_of(config: Config, table: Table, device: str = "") -> Setting:
    """Return a table's settings for the journal; `device` is the fingerprint of its key."""
    return Setting(
        version=__version__,
        program=program_digest(),
        rules=rules_digest(),
        pack=PACK,
        game=config.table.game,
        options=dict(config.game_options),
        table=table.state.rules,
        device=device,
    )


def mail_of(config: Config, table: Table, journal: str) -> LotMail | None:
    """Return where the keeper's messages come to a table with a linked lot; `journal` is the
    identity of its journal. Raises OSError or TrustError if a key can't be read.
    """
    if config.lot is None or not table.state.game.linked:
        return None
    game, lot = table.state.game, config.lot
    stake = game.rules.stakes[game.HIDDEN_SIDE_BETS[0]].cents
    pay_table = game.options.get("progressive_table", 0)
    return LotMail(
        Fits(lot.name, config.table.game, pay_table, game.decks, stake),
        Trusted.read(lot.keeper, lot.people),
        LotAsk(config.table.name, token_hex(NONCE_BYTES)),
        journal,
        lambda: table.state.link,
    )


def hall_mail_of(table: Table) -> HallMail | None:
    """Return where the words of a tournament's hall come to a poker table."""
    state = table.state
    if not (state.game.PANEL and state.rules.tournament):
        return None
    from firmware.core.poker_room.table.apply import (
        room_of,  # with the engine of a poker table alone
    )
    from firmware.core.poker_room.table.tournament import hall_of

    return HallMail(state, lambda: hall_of(state), lambda: room_of(state).alarm is not None)


def desk_of(config: Config) -> Desk | None:
    """Return the desk where tickets are sold, if the game sells any."""
    instrument = game_kind(config.table.game).INSTRUMENT
    if instrument is None or instrument.step != "balls":
        return None
    return Desk(draws=config.wiring.balls is None)


def buses(wires: Wires, reported: Mapping[str, str] = NONE_LOST) -> list[Bus]:
    """Return a bus for each wire; `reported` are the losses that the table still knows."""
    settle_ms = wires.settle_ms()
    recover = {I2C: wires.i2c.recover}
    return [
        Bus(name, parts, reported, settle_ms, recover.get(name))
        for name, parts in wires.parts.items()
    ]
