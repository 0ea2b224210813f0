"""`croupier jackpot refused`, `decide` and `recover`: what people do for a jackpot's order."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.types import PlainName, PositiveCount
from firmware.cli.commands.floor_engine import EngineOptions, log_writer
from firmware.cli.commands.jackpot import KeyFile, StoreUrl, open_jackpot_database
from firmware.core.vocabulary.jackpot import JackpotDecision, JackpotHit
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.trust.keys import public_octets, read_private_key
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # a table's release has no database
    from firmware.floor.jackpot.jackpot_store import JackpotStore
    from firmware.floor.jackpot.message_store import StoredMessage
    from firmware.floor.jackpot.recovery import Recovered


def refused(words: Words, jackpot: PlainName, *, store: StoreUrl) -> int:
    """List the messages that wait for a decision of two people; 1 if there are any."""
    from firmware.floor.jackpot.message_store import MessageStore
    from firmware.floor.schema import migrate_database

    with open_jackpot_database(store) as database:
        migrate_database(database)
        waiting = MessageStore(database, jackpot).refused()
    for stored in waiting:
        print(words.render(_refused_text(stored)))
    if not waiting:
        print(words.render(Text("linked.refused.none", {"name": jackpot})))
    return EXIT_FINDINGS if waiting else 0


def _refused_text(stored: "StoredMessage") -> Text:
    from firmware.floor.jackpot.claims import refusal_key

    message = stored.attested.message
    values: TextValues = {
        "table": message.table,
        "journal": message.journal,
        "number": message.message_number,
        "round": message.round,
        "bets": message.bets,
        "paid_cents": message.paid if isinstance(message, JackpotHit) else 0,
        "why": Text(refusal_key(stored.refused)),
    }
    return Text("linked.refused.listed", values)


def decide(
    words: Words,
    jackpot: PlainName,
    journal: PlainName,
    number: PositiveCount,
    verdict: Literal["count", "void"],
    file: Path,
    *,
    key: KeyFile,
    store: StoreUrl = "",
) -> int:
    """Sign a decision on a message, in a file that two people sign; with `store` the keeper takes
    it once both have.
    """
    from firmware.floor.jackpot.terms import add_signature
    from firmware.shell.jackpot.signed_messages import REQUIRED_PERSONS, valid_signers

    decision = JackpotDecision(jackpot, journal, number, verdict == "count")
    signed = add_signature(decision, file, read_private_key(key))
    signer_count = len(valid_signers(signed))
    print(words.render(Text("linked.terms.signed", {"path": str(file), "count": signer_count})))
    if store and signer_count >= REQUIRED_PERSONS:
        from firmware.floor.jackpot.message_store import MessageStore

        with open_jackpot_database(store) as database:
            MessageStore(database, jackpot).add_decision(signed)
        print(words.render(Text("linked.decided", {"name": jackpot, "number": number})))
    return 0


def recover(
    words: Words,
    jackpot: PlainName,
    bundle: tuple[Path, ...] = (),
    *,
    store: StoreUrl,
    jackpot_key: KeyFile,
    engine: EngineOptions,
) -> int:
    """Bring a jackpot's lines back from the engine's stream, or from its tables' bundles where the
    stream is lost. No keeper may run.
    """
    from firmware.floor.jackpot.jackpot_store import JackpotStore
    from firmware.floor.schema import migrate_database

    with open_jackpot_database(store) as database:
        migrate_database(database)
        jackpot_store = JackpotStore(database, jackpot)
        if not jackpot_store.all_terms:
            raise RequestFailed(Text("linked.audit.no_lot", {"name": jackpot}))
        recovered = (
            _from_bundles(jackpot_store, bundle, jackpot_key)
            if bundle
            else _from_stream(words, jackpot_store, jackpot_key, engine)
        )
        for line in _recovered_texts(jackpot_store, recovered):
            print(words.render(line))
    return 0


def _from_bundles(
    jackpot_store: "JackpotStore", bundles: tuple[Path, ...], jackpot_key: Path
) -> "Recovered":
    from firmware.floor.jackpot.recovery import recover_from_journals
    from firmware.floor.jackpot.verdict import recorded_in

    newest = jackpot_store.newest
    if newest is None:
        raise RequestFailed(Text("linked.audit.no_lot", {"name": jackpot_store.jackpot_name}))
    recorded = recorded_in(bundles, jackpot_store.jackpot_name)
    private_key = read_private_key(jackpot_key)
    return recover_from_journals(jackpot_store, recorded, private_key, newest.signed_line)


def _from_stream(
    words: Words, jackpot_store: "JackpotStore", jackpot_key: Path, engine: EngineOptions
) -> "Recovered":
    from firmware.floor.connection import EngineServers, connected
    from firmware.floor.envelope import Sender
    from firmware.floor.jackpot.line_stream import NatsLineStream, StreamAway
    from firmware.floor.jackpot.recovery import recover_from_stream
    from firmware.floor.run_sender import RunSender

    servers = EngineServers(engine.server, engine.certificates)
    keeper_public = public_octets(read_private_key(jackpot_key))
    sender = RunSender(Sender(jackpot_store.jackpot_name, read_private_key(engine.signing_key)))

    async def recovered() -> "Recovered":
        name = jackpot_store.jackpot_name
        async with connected(servers, f"keeper-{name}", log_writer(words)) as client:
            stream = NatsLineStream(client, name, sender)
            return await asyncio.to_thread(
                recover_from_stream, jackpot_store, stream, keeper_public, jackpot_store.all_terms
            )

    try:
        return asyncio.run(recovered())
    except StreamAway:
        name = jackpot_store.jackpot_name
        raise CannotServe(Text("linked.keeper.stream_away", {"name": name})) from None


def _recovered_texts(jackpot_store: "JackpotStore", recovered: "Recovered") -> list[Text]:
    """Return what was recovered, in words: counts, altered lines, and the grants in them."""
    name, newest = jackpot_store.jackpot_name, jackpot_store.newest
    values: TextValues = {
        "name": name,
        "count": len(recovered.missing),
        "newest": newest.version if newest else 0,
    }
    texts = [Text("linked.recover.taken_back", values)]
    texts += [
        Text("linked.recover.put_right", {"name": name, "number": version})
        for version in recovered.altered
    ]
    touched = {*recovered.missing, *recovered.altered}
    for version in sorted(touched):
        stored = jackpot_store.line(version)
        grant = stored.signed_line.grant if stored else None
        if grant is not None:
            hit: TextValues = {
                "number": grant.order,
                "table": grant.table,
                "paid_cents": grant.paid,
            }
            texts.append(Text("linked.recover.grant", hit))
    return texts
