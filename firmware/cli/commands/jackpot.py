"""`croupier jackpot` and `croupier keeper`: a progressive jackpot shared by several tables."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from firmware.cli.args.errors import CannotServe, print_error
from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath, PlainName
from firmware.cli.commands.floor_engine import EngineOptions, log_writer
from firmware.cli.commands.journal_content import bundle_content, require_table_content
from firmware.cli.commands.verify import EXIT_OF_VERDICT
from firmware.cli.commands.watched_process import WatchOptions, process_metrics, serve_watched
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.evidence.bundle import EvidenceBundle, NotABundle
from firmware.shell.trust.keys import read_private_key
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # a table's release has no database
    from sqlalchemy import Engine as Database

KeyFile = Annotated[Path, Option(value_key="command.value.key")]
StoreUrl = Annotated[str, Option(value_key="command.value.address")]


def terms(words: Words, file: Path, out: Path, *, key: KeyFile) -> int:
    """Sign the terms of a jackpot, in a file that two people sign."""
    from firmware.floor.jackpot.terms import (
        FORMER_NAME_KEY,
        NAME_KEY,
        add_signature,
        has_former_key,
        read_terms,
    )
    from firmware.shell.jackpot.signed_messages import valid_signers

    signed_terms = add_signature(read_terms(file), out, read_private_key(key))
    if has_former_key(file):
        names = {"where": str(file), "given": FORMER_NAME_KEY, "name": NAME_KEY}
        former_name = Text("config.renamed", dict(names))
        print_error("jackpot terms", 0, words.render(former_name))
    signer_count = len(valid_signers(signed_terms))
    print(words.render(Text("linked.terms.signed", {"path": str(out), "count": signer_count})))
    return 0


def audit(words: Words, jackpot: PlainName, bundle: tuple[Path, ...], *, store: StoreUrl) -> int:
    """Recompute a jackpot from bundles: 0 if the ledger agrees, 1 if it does not, 4 if a bundle is
    missing.
    """
    from firmware.floor.jackpot.jackpot_store import JackpotStore
    from firmware.floor.jackpot.verdict import audit_verdict

    for bundle_file in bundle:
        with suppress(NotABundle):  # which the verdict says
            require_table_content(bundle_content(EvidenceBundle.open(bundle_file)))
    with open_jackpot_database(store) as database:
        audit_result = audit_verdict(JackpotStore(database, jackpot), bundle)
    print(words.render(audit_result.verdict_text))
    return EXIT_OF_VERDICT[audit_result.outcome]


def keeper(
    words: Words,
    jackpot: PlainName,
    *,
    store: StoreUrl,
    jackpot_key: KeyFile,
    people: FolderPath,
    terms: Path | None = None,
    watch: WatchOptions,
    engine: EngineOptions,
) -> int:
    """Run the keeper of a jackpot until stopped; `terms` are new ones, for the next jackpot."""
    from firmware.floor.connection import EngineServers
    from firmware.floor.jackpot.jackpot_process import JackpotSetup, KeeperKeys, run_keeper
    from firmware.floor.roster.enrolment import read_people
    from firmware.floor.schema import migrate_database

    keys = KeeperKeys(
        read_private_key(jackpot_key), read_private_key(engine.signing_key), read_people(people)
    )
    servers, metrics = EngineServers(engine.server, engine.certificates), process_metrics("keeper")
    write_log = metrics.counted_log(log_writer(words))
    with open_jackpot_database(store) as database:
        migrate_database(database)
        setup = JackpotSetup(database, jackpot, terms)
        keeper_task = run_keeper(setup, keys, servers, write_log, metrics.progress)
        return serve_watched(keeper_task, metrics, watch, write_log)


@contextmanager
def open_jackpot_database(database_url: str) -> "Iterator[Database]":
    """Open the database at a URL. Raises RequestFailed on any other, CannotServe if it fails."""
    from sqlalchemy.exc import ArgumentError, DBAPIError

    from firmware.floor.store import open_database

    try:
        database = open_database(database_url)
    except (ArgumentError, ModuleNotFoundError):
        raise RequestFailed(Text("linked.no_store", {"url": database_url})) from None
    try:
        yield database
    except DBAPIError as error:
        why = " ".join(str(error.orig).split()).rstrip(".")  # of several lines
        raise CannotServe(Text("linked.store_fails", {"why": why})) from None
    finally:
        database.dispose()
