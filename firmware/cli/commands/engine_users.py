"""`croupier floor users`: the engine's users.conf from the roster."""

from pathlib import Path
from typing import Annotated

from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath, PlainName
from firmware.cli.commands.floor import open_store
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words

DatabaseUrl = Annotated[str, Option(value_key="command.value.url")]


def users(
    words: Words,
    *,
    database: DatabaseUrl,
    people: FolderPath,
    jackpot: tuple[PlainName, ...] = (),
    check: Path | None = None,
) -> int:
    """Print users.conf: what each enrolled place and service may do at the engine. With `check`
    compare a file instead; return 1 if it differs.
    """
    from firmware.floor.engine_check import users_fault

    expected_text = _expected_users(database, people, jackpot)
    if check is None:
        print(expected_text, end="")
        return 0
    fault = users_fault(check.read_text(encoding="utf-8"), expected_text)
    print(words.render(fault or Text("floor.users.same", {"path": str(check)})))
    return EXIT_FINDINGS if fault else 0


def _expected_users(database: str, people: Path, jackpots: tuple[str, ...]) -> str:
    """Return users.conf as the roster has it. Raises RequestFailed."""
    from firmware.floor.engine_users import users_configuration
    from firmware.floor.roster.enrolment import read_people
    from firmware.floor.roster.roster_store import RosterStore

    roster = RosterStore(open_store(database), read_people(people)).refresh()
    return users_configuration((signed.enrolment for signed in roster), jackpots)
