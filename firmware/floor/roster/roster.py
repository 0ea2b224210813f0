"""The roster: the newest enrolment of each key, and which subjects each may send on."""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Final

from firmware.floor.places import Place, place_of_subject, subject_kind
from firmware.floor.roster.enrolment import Enrolment, Role, SignedEnrolment, is_accepted
from firmware.shell.journal.identity import is_identity_of
from firmware.shell.trust.keys import fingerprint

OWN_SUBJECTS: Final[dict[Role, frozenset[str]]] = {
    "table": frozenset({"fact", "record", "seen", "up", "lot"}),
    "bank": frozenset({"seen"}),
    "tournament": frozenset({"seen"}),
    "ledger": frozenset(),
    "keeper": frozenset(),
    "pit": frozenset(),
}
"""By role: the kinds of subject on which it speaks for its own place."""
SERVED_SUBJECTS: Final[dict[Role, frozenset[str]]] = {
    "table": frozenset(),
    "bank": frozenset(),
    "tournament": frozenset({"down"}),
    "ledger": frozenset({"kept", "roster"}),
    "keeper": frozenset({"lot"}),
    "pit": frozenset(),
}
"""By role: the kinds of subject on which it speaks to others of its property."""


class Roster:
    """The enrolments that people of the house have signed."""

    def __init__(self, people: Collection[str], signed: Iterable[SignedEnrolment] = ()) -> None:
        self._people = frozenset(people)
        self._signed_by_key: dict[str, SignedEnrolment] = {}
        for signed_enrolment in signed:
            self.admit(signed_enrolment)

    def __iter__(self) -> Iterator[SignedEnrolment]:
        return iter(sorted(self._signed_by_key.values(), key=lambda signed: signed.enrolment.place))

    def admit(self, signed: SignedEnrolment) -> bool:
        """Take an enrolment; return whether it is signed by two people, and newer than the one of
        its key.
        """
        enrolment = signed.enrolment
        known = self._signed_by_key.get(enrolment.key)
        # first what is cheap: most come again
        is_newer = known is None or enrolment.number > known.enrolment.number
        if not is_newer or not is_accepted(signed, self._people):
            return False
        self._signed_by_key[enrolment.key] = signed
        return True

    def enrolment(self, key: str) -> Enrolment | None:
        """Return the newest enrolment of a public key, hex."""
        signed = self._signed_by_key.get(key)
        return None if signed is None else signed.enrolment

    def place_of_device(self, device: str) -> Place | None:
        """Return the place of the table whose device this is, a public key in hex."""
        return next(
            (
                signed.enrolment.place
                for signed in self._signed_by_key.values()
                if signed.enrolment.device == device and signed.enrolment.state == "enrolled"
            ),
            None,
        )

    def device_of_journal(self, journal: str) -> str | None:
        """Return the enrolled device that has begun a journal, None if it is of none of them."""
        identity = bytes.fromhex(journal)
        return next(
            (
                device
                for device in self._enrolled_devices()
                if is_identity_of(identity, fingerprint(bytes.fromhex(device)))
            ),
            None,
        )

    def _enrolled_devices(self) -> Iterator[str]:
        for signed in self._signed_by_key.values():
            if signed.enrolment.device and signed.enrolment.state == "enrolled":
                yield signed.enrolment.device


@lru_cache(maxsize=4096)
def may_send(enrolment: Enrolment, subject: str) -> bool:
    """Return whether a key may speak on a subject: as its own place, or as a service to others."""
    kind, place = subject_kind(subject), place_of_subject(subject)
    if kind in OWN_SUBJECTS[enrolment.role]:
        return place == enrolment.place
    is_of_property = place is None or place.property_name == enrolment.property_name
    return kind in SERVED_SUBJECTS[enrolment.role] and is_of_property
