"""The technician's acts on the table's configuration."""

import hashlib
import threading
from collections.abc import Callable

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config_change.candidate import changes, faults, fit
from firmware.shell.config_change.file import ConfigFile
from firmware.shell.technician.acts import Acts
from firmware.shell.technician.answers import AnyAnswer, Compared, Done, Refusal, Set
from firmware.shell.technician.refusing import refusing
from firmware.shell.technician.requests import (
    Apply,
    Compare,
    Configuration,
    Person,
    Request,
    Revert,
    Seal,
)
from firmware.shell.trust.errors import Mismatch

Keep = Callable[[Text], None]


def config_acts(
    file: ConfigFile | None, between_rounds: Callable[[], bool], record: Keep, again: Keep
) -> Acts:
    """Return the acts; `file` is None if the table has no configuration file.

    `between_rounds` says whether the table is closed, or open without chips. `record` returns when
    a note is in the journal. `again` stops the service in order, and serves again with a note.
    """
    if file is None:
        return dict.fromkeys((Configuration, Compare, Apply, Revert, Seal), _no_file)
    acts = _Acts(file, between_rounds, record, again)
    return {
        Configuration: refusing(acts.configuration),
        Compare: refusing(acts.compare),
        Apply: refusing(acts.apply),
        Revert: refusing(acts.revert),
        Seal: refusing(acts.seal),
    }


def _no_file(_request: Request) -> AnyAnswer:
    return Refusal(Text("technician.no_file"))


class _Acts:
    def __init__(
        self, file: ConfigFile, between_rounds: Callable[[], bool], record: Keep, again: Keep
    ) -> None:
        self._file = file
        self._between_rounds = between_rounds
        self._record = record
        self._again = again
        self._alone = threading.Lock()
        """Only one change at a time."""

    def configuration(self, _request: Configuration) -> AnyAnswer:
        file, wrong = self._file, self._file.wrong()
        return Set(
            path=str(file.path),
            text=file.text(),
            sealed=file.sealed and not wrong,
            wrong=tuple(mismatch.words for mismatch in wrong),
            before=file.before() is not None,
        )

    def compare(self, request: Compare) -> AnyAnswer:
        found = faults(request.text, self._file.served)
        return Compared(found, changes(self._file.text(), request.text))

    def apply(self, request: Apply) -> AnyAnswer:
        file = self._file
        with self._alone:
            self._check_between_rounds()
            config = fit(request.text, file.served)
            for mismatch in file.wrong()[:1]:
                raise CannotBeDone(Text("technician.not_sealed", {"what": mismatch.words}))
            note = self._note("applied", request.who, request.text)
            return self._put(note, lambda: file.apply(request.text, config))

    def revert(self, request: Revert) -> AnyAnswer:
        file = self._file
        with self._alone:
            self._check_between_rounds()
            text = file.before()
            if text is None:
                raise CannotBeDone(Text("technician.nothing_before"))
            config = fit(text, file.served)
            for mismatch in _not_its_own(file):
                raise CannotBeDone(Text("technician.seal_first", {"what": mismatch.words}))
            note = self._note("reverted", request.who, text)
            return self._put(note, lambda: file.revert(text, config))

    def seal(self, request: Seal) -> AnyAnswer:
        with self._alone:
            names = ", ".join(mismatch.file for mismatch in self._file.wrong())
            if names:
                values = {"who": _name(request.who), "files": names}
                self._record(Text("technician.sealed", dict(values)))
            changed = self._file.seal()
        outcome = Text("trust.sealed" if changed else "trust.sealed_already")
        return Done((*(mismatch.words for mismatch in changed), outcome))

    def _check_between_rounds(self) -> None:
        if not self._between_rounds():
            raise CannotBeDone(Text("technician.round_open"))

    def _note(self, what: str, who: Person | None, text: str) -> Text:
        """Return the journal's note of a change. Raises CannotBeDone if there is none."""
        keys = [change.key for change in changes(self._file.text(), text)]
        if text == self._file.text():
            raise CannotBeDone(Text("technician.same"))
        digest = hashlib.sha256(text.encode()).hexdigest()
        values = {"who": _name(who), "digest": digest, "keys": ", ".join(keys) or "–"}
        return Text(f"technician.{what}", dict(values))

    def _put(self, note: Text, put: Callable[[], None]) -> AnyAnswer:
        """Journal a change, make it, and restart the table with it."""
        self._record(note)
        put()
        again = Text("technician.served_again")
        self._again(again)
        return Done((note, again))


def _not_its_own(file: ConfigFile) -> list[Mismatch]:
    return [mismatch for mismatch in file.wrong() if not file.is_it(mismatch)]


def _name(who: Person | None) -> str:
    return who.name if who else "–"
