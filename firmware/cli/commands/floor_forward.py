"""`croupier floor forward`: sealed days and alarms of a property, for its head office."""

from firmware.cli.args.types import PositiveCount
from firmware.cli.commands.floor import SubjectToken, open_store
from firmware.cli.commands.floor_engine import EngineOptions, log_writer, serve_until_stopped
from firmware.cli.commands.roster import DatabaseUrl
from firmware.shell.trust.keys import read_private_key
from firmware.shell.words.words import Words


def forward(
    words: Words,
    *,
    house: SubjectToken,
    database: DatabaseUrl,
    name: SubjectToken = "forwarder",
    replicas: PositiveCount = 1,
    engine: EngineOptions,
) -> int:
    """Publish the sealed days and alarms of a property's database, until stopped."""
    from firmware.floor.connection import EngineServers
    from firmware.floor.envelope import Sender
    from firmware.floor.head_office.forward_process import run_forwarder
    from firmware.floor.run_sender import RunSender

    sender = RunSender(Sender(name, read_private_key(engine.signing_key)))
    servers = EngineServers(engine.server, engine.certificates)
    forwarding = run_forwarder(
        open_store(database), house, sender, servers, replicas, log_writer(words)
    )
    return serve_until_stopped(forwarding)
