"""`croupier floor enrol` and the acts after it: two people sign whose key speaks on the floor."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath
from firmware.cli.commands.floor import SubjectToken, open_store
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.settings import DEFAULT_PIT
from firmware.shell.trust.keys import fingerprint, read_private_key
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # a table's release has no database
    from firmware.floor.roster.enrolment import Enrolment, SignedEnrolment

KeyFile = Annotated[Path, Option(value_key="command.value.key")]
DatabaseUrl = Annotated[str, Option(value_key="command.value.url")]
RoleName = Literal["table", "bank", "tournament", "ledger", "keeper", "pit"]


def enrol(
    words: Words,
    name: SubjectToken,
    *,
    role: RoleName,
    house: SubjectToken,
    public: Path,
    out: Path,
    key: KeyFile,
    pit: SubjectToken = DEFAULT_PIT,
    position: str = "",
    device: Path | None = None,
) -> int:
    """Write the enrolment of a new key, signed by the first person."""
    from firmware.floor.roster.enrolment import Enrolment, SignedEnrolment
    from firmware.floor.roster.enrolment_file import read_message_key

    device_key = read_message_key(device) if device else None
    enrolment = Enrolment(
        key=read_message_key(public),
        number=1,
        role=role,
        name=name,
        property_name=house,
        pit=pit,
        position=position,
        device=device_key,
        since_ms=_now_ms(),
    )
    return _sign(words, SignedEnrolment(enrolment), out, key)


def sign(words: Words, file: Path, *, key: KeyFile) -> int:
    """Add a person's signature to an enrolment, after saying what it enrols."""
    from firmware.floor.roster.enrolment_file import read_enrolment

    return _sign(words, read_enrolment(file), file, key)


def admit(
    words: Words, file: tuple[Path, ...], *, database: DatabaseUrl, people: FolderPath
) -> int:
    """Take signed enrolments into the ledger's database; 1 if one is not signed by two."""
    from firmware.floor.roster.enrolment import read_people
    from firmware.floor.roster.enrolment_file import read_enrolment
    from firmware.floor.roster.roster_store import RosterStore

    store, has_refused = RosterStore(open_store(database), read_people(people)), False
    for enrolment_file in file:
        signed = read_enrolment(enrolment_file)
        is_taken = store.add(signed)
        has_refused |= not is_taken
        result_key = "floor.enrolment.admitted" if is_taken else "floor.enrolment.refused"
        print(words.render(Text(result_key, {"who": enrolment_text(signed.enrolment)})))
    return EXIT_FINDINGS if has_refused else 0


def move(
    words: Words,
    name: SubjectToken,
    *,
    pit: SubjectToken,
    position: str = "",
    database: DatabaseUrl,
    out: Path,
    key: KeyFile,
) -> int:
    """Write the next enrolment of a place, in another pit or position."""
    return _change(words, name, database, out, key, pit=pit, position=position)


def rename(
    words: Words,
    name: SubjectToken,
    new_name: SubjectToken,
    *,
    database: DatabaseUrl,
    out: Path,
    key: KeyFile,
) -> int:
    """Write the next enrolment of a place, under another name."""
    return _change(words, name, database, out, key, name=new_name)


def retire(
    words: Words, name: SubjectToken, *, database: DatabaseUrl, out: Path, key: KeyFile
) -> int:
    """Write the last enrolment of a place that goes out of service."""
    return _change(words, name, database, out, key, state="retired")


def revoke(
    words: Words, name: SubjectToken, *, database: DatabaseUrl, out: Path, key: KeyFile
) -> int:
    """Write the last enrolment of a key that somebody else may have."""
    return _change(words, name, database, out, key, state="revoked")


def roster(words: Words, *, database: DatabaseUrl, people: FolderPath) -> int:
    """List who is enrolled; 1 if the database has an enrolment that is not signed by two."""
    from firmware.floor.roster.enrolment import is_accepted, read_people
    from firmware.floor.roster.roster_store import RosterStore

    people_keys = read_people(people)
    store = RosterStore(open_store(database), people_keys)
    for signed in store.refresh():
        print(words.render(enrolment_text(signed.enrolment)))
    forged = [signed for signed in store.history() if not is_accepted(signed, people_keys)]
    for signed in forged:
        print(
            words.render(Text("floor.enrolment.refused", {"who": enrolment_text(signed.enrolment)}))
        )
    return EXIT_FINDINGS if forged else 0


def enrolment_text(enrolment: "Enrolment") -> Text:
    """Return an enrolment in words, with the fingerprint of its key."""
    return Text(
        ENROLMENT_KEYS[enrolment.state],
        {
            "name": enrolment.name,
            "role": Text(ROLE_KEYS[enrolment.role]),
            "place": f"{enrolment.property_name}/{enrolment.pit}",
            "position": enrolment.position or "–",
            "fingerprint": fingerprint(bytes.fromhex(enrolment.key)),
        },
    )


ENROLMENT_KEYS = {
    "enrolled": "floor.enrolment.enrolled",
    "retired": "floor.enrolment.retired",
    "revoked": "floor.enrolment.revoked",
}
ROLE_KEYS = {
    "table": "floor.enrolment.role.table",
    "bank": "floor.enrolment.role.bank",
    "tournament": "floor.enrolment.role.tournament",
    "ledger": "floor.enrolment.role.ledger",
    "keeper": "floor.enrolment.role.keeper",
    "pit": "floor.enrolment.role.pit",
}


def _change(
    words: Words, present_name: str, database: str, out: Path, key: Path, **changes: object
) -> int:
    """Write the next enrolment of the one key in force under a name. Raises RequestFailed if there
    is none, or more than one.
    """
    from msgspec.structs import replace

    from firmware.floor.roster.enrolment import SignedEnrolment

    known = _enrolment_of(present_name, database)
    changed = replace(known, number=known.number + 1, since_ms=_now_ms(), **changes)
    return _sign(words, SignedEnrolment(changed), out, key)


def _enrolment_of(name: str, database: str) -> "Enrolment":
    from firmware.floor.roster.roster_store import RosterStore

    newest: dict[str, Enrolment] = {}
    for signed in RosterStore(open_store(database), ()).history():
        newest[signed.enrolment.key] = signed.enrolment
    found = [
        enrolment
        for enrolment in newest.values()
        if enrolment.name == name and enrolment.state == "enrolled"
    ]
    if len(found) != 1:
        raise RequestFailed(Text("floor.enrolment.not_one", {"name": name, "count": len(found)}))
    return found[0]


def _sign(words: Words, signed: "SignedEnrolment", out: Path, key: Path) -> int:
    from firmware.floor.roster.enrolment import REQUIRED_PERSONS
    from firmware.floor.roster.enrolment_file import write_signed

    written = write_signed(signed, out, read_private_key(key))
    values: TextValues = {
        "path": str(out),
        "who": enrolment_text(written.enrolment),
        "count": len(written.signatures),
        "least": REQUIRED_PERSONS,
    }
    print(words.render(Text("floor.enrolment.signed", values)))
    return 0


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
