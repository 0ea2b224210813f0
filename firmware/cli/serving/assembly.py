"""Wires the rooms together: from a configuration to a table, its inboxes and its buses."""

from collections.abc import Mapping
from secrets import token_hex
from typing import Final

from firmware import __version__
from firmware.core.poker_room.table.make_table import make_table
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.jackpot import JackpotQuery
from firmware.core.vocabulary.keys import OPTIONAL_KEYS
from firmware.shell.config.settings import Config
from firmware.shell.desk.desk import KenoDesk
from firmware.shell.device.program import program_digest
from firmware.shell.history.journal_entries import Setting
from firmware.shell.jackpot.jackpot_inbox import JackpotInbox, JackpotRequirements, TrustedKeys
from firmware.shell.parts.bus import NO_LOSSES, PartBus
from firmware.shell.parts.wires import I2C_WIRE, TableWires
from firmware.shell.poker_room.tournament_mail import TournamentInbox

NONCE_BYTES: Final = 16


def configured_table(config: Config, *, simulated: bool) -> Table:
    """Return the table that a configuration describes. Raises OptionRefused or RulesError."""
    game = config.open_game()
    table_rules = TableRules(
        spots=config.table.spots,
        seats=config.table.seats,
        limits=dict(config.limits),
        late_entry=config.table.late_entry,
        denominations=config.table.denominations,
        amounts=config.table.amounts,
        keys=tuple(sorted(OPTIONAL_KEYS & config.wiring.keys.meanings())),
        sensed=config.wiring.presence is not None,
        simulated=simulated,
        tournament=config.tournament is not None,
        implausible=config.table.implausible,
        payments=config.table.payments,
    )
    return make_table(game, table_rules)


def journal_setting(config: Config, table: Table, device: str = "") -> Setting:
    """Return a table's settings for the journal; `device` is the fingerprint of its key."""
    return Setting(
        version=__version__,
        program=program_digest(),
        rules=config.rule_pack.digest,
        pack=config.rule_pack.name,
        game=config.table.game,
        options=dict(config.game_options),
        table=table.state.rules,
        device=device,
    )


def jackpot_inbox_of(config: Config, table: Table, journal_identity: str) -> JackpotInbox | None:
    """Return the inbox of the keeper's messages at a table with a linked jackpot, else None.

    Raises OSError or TrustRefused if a key can't be read.
    """
    if config.jackpot is None or not table.state.game.has_linked_jackpot:
        return None
    game, jackpot_config = table.state.game, config.jackpot
    stake_cents = game.rules.stakes[game.HIDDEN_SIDE_BETS[0]].cents
    pay_table_number = game.options.get("progressive_table", 0)
    return JackpotInbox(
        JackpotRequirements(
            jackpot_config.name, config.table.game, pay_table_number, game.decks, stake_cents
        ),
        TrustedKeys.read(jackpot_config.keeper, jackpot_config.people),
        # a new nonce at each start: the keeper's answer to an earlier start is no answer to this
        JackpotQuery(config.table.name, token_hex(NONCE_BYTES), journal_identity),
        journal_identity,
        lambda: table.state.link,
    )


def tournament_inbox(table: Table) -> TournamentInbox | None:
    """Return the inbox of a tournament's messages at a poker table, None at any other."""
    table_state = table.state
    if not (table_state.game.PANEL_KEYS and table_state.rules.tournament):
        return None
    # imported here: no other table needs the poker engine
    from firmware.core.poker_room.table.apply import poker_state_of
    from firmware.core.poker_room.table.tournament import tournament_link_of

    return TournamentInbox(
        table_state,
        lambda: tournament_link_of(table_state),
        lambda: poker_state_of(table_state).alarm is not None,
    )


def ticket_desk(config: Config) -> KenoDesk | None:
    """Return the desk that sells tickets, if the game has any."""
    instrument = config.game_class.INSTRUMENT
    if instrument is None or instrument.result_kind != "balls":
        return None
    # without a ball blower the desk draws the numbers itself
    return KenoDesk(draws_itself=config.wiring.balls is None)


def make_buses(wires: TableWires, reported_losses: Mapping[str, str] = NO_LOSSES) -> list[PartBus]:
    """Return a bus for each wire; `reported_losses` are the losses that the table has already."""
    settle_ms = wires.settle_ms()
    recover_by_bus = {I2C_WIRE: wires.i2c_bus.recover}
    return [
        PartBus(bus_name, parts, reported_losses, settle_ms, recover_by_bus.get(bus_name))
        for bus_name, parts in wires.parts_by_wire.items()
    ]
