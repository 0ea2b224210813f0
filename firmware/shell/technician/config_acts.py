"""The technician's acts on the table's configuration."""

import hashlib
import threading
from collections.abc import Callable

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config_change.candidate import config_faults, fitting_config, key_changes
from firmware.shell.config_change.config_file import ConfigFile
from firmware.shell.technician.answers import (
    ActDone,
    AnyAnswer,
    ConfigComparison,
    CurrentConfig,
    Refusal,
)
from firmware.shell.technician.handlers import RequestHandlers
from firmware.shell.technician.refusals import with_refusals
from firmware.shell.technician.requests import (
    ApplyConfiguration,
    CompareConfiguration,
    Configuration,
    Person,
    RevertConfiguration,
    SealConfiguration,
    TechnicianRequest,
)
from firmware.shell.trust.trust_errors import Mismatch

NoteRecorder = Callable[[Text], None]


def config_acts(
    config_file: ConfigFile | None,
    between_rounds: Callable[[], bool],
    record_note: NoteRecorder,
    restart_service: NoteRecorder,
    on_sealed: Callable[[], None],
) -> RequestHandlers:
    """Return the acts; `config_file` is None if the table has no configuration file.

    `between_rounds` returns whether the table is closed, or open without chips. `record_note`
    returns when a note is in the journal. `restart_service` stops the service in order, and serves
    again with a note, after which the start brings the backup on the stick up to date; `on_sealed`
    does so after a seal alone.
    """
    if config_file is None:
        return dict.fromkeys(
            (
                Configuration,
                CompareConfiguration,
                ApplyConfiguration,
                RevertConfiguration,
                SealConfiguration,
            ),
            _no_file,
        )
    handlers = _ConfigurationActs(
        config_file, between_rounds, record_note, restart_service, on_sealed
    )
    return {
        Configuration: with_refusals(handlers.configuration),
        CompareConfiguration: with_refusals(handlers.compare),
        ApplyConfiguration: with_refusals(handlers.apply),
        RevertConfiguration: with_refusals(handlers.revert),
        SealConfiguration: with_refusals(handlers.seal),
    }


def _no_file(_request: TechnicianRequest) -> AnyAnswer:
    return Refusal(Text("technician.no_file"))


class _ConfigurationActs:
    def __init__(
        self,
        config_file: ConfigFile,
        between_rounds: Callable[[], bool],
        record_note: NoteRecorder,
        restart_service: NoteRecorder,
        on_sealed: Callable[[], None],
    ) -> None:
        self._config_file = config_file
        self._between_rounds = between_rounds
        self._record_note = record_note
        self._restart_service = restart_service
        self._on_sealed = on_sealed
        self._change_lock = threading.Lock()
        """Only one change at a time."""

    def configuration(self, _request: Configuration) -> AnyAnswer:
        config_file, mismatches = self._config_file, self._config_file.seal_mismatches()
        return CurrentConfig(
            path=str(config_file.path),
            text=config_file.current_text(),
            sealed=config_file.is_sealed and not mismatches,
            wrong=tuple(mismatch.words for mismatch in mismatches),
            before=config_file.previous_text() is not None,
        )

    def compare(self, request: CompareConfiguration) -> AnyAnswer:
        config_mistakes = config_faults(request.text, self._config_file.served_config)
        return ConfigComparison(
            config_mistakes, key_changes(self._config_file.current_text(), request.text)
        )

    def apply(self, request: ApplyConfiguration) -> AnyAnswer:
        config_file = self._config_file
        with self._change_lock:
            self._check_between_rounds()
            config = fitting_config(request.text, config_file.served_config)
            # sealing would approve the other change too, unseen
            for mismatch in config_file.seal_mismatches()[:1]:
                raise RequestFailed(Text("technician.not_sealed", {"what": mismatch.words}))
            note = self._change_note("technician.applied", request.who, request.text)
            return self._make_change(note, lambda: config_file.apply(request.text, config))

    def revert(self, request: RevertConfiguration) -> AnyAnswer:
        config_file = self._config_file
        with self._change_lock:
            self._check_between_rounds()
            text = config_file.previous_text()
            if text is None:
                raise RequestFailed(Text("technician.nothing_before"))
            config = fitting_config(text, config_file.served_config)
            for mismatch in _other_mismatches(config_file):
                raise RequestFailed(Text("technician.seal_first", {"what": mismatch.words}))
            note = self._change_note("technician.reverted", request.who, text)
            return self._make_change(note, lambda: config_file.revert(text, config))

    def seal(self, request: SealConfiguration) -> AnyAnswer:
        with self._change_lock:
            names = ", ".join(mismatch.file for mismatch in self._config_file.seal_mismatches())
            if names:
                values = {"who": _person_name(request.who), "files": names}
                self._record_note(Text("technician.sealed", dict(values)))
            cured = self._config_file.seal_current()
            self._on_sealed()
        outcome = Text("trust.sealed" if cured else "trust.sealed_already")
        return ActDone((*(mismatch.words for mismatch in cured), outcome))

    def _check_between_rounds(self) -> None:
        if not self._between_rounds():
            raise RequestFailed(Text("technician.round_open"))

    def _change_note(self, note_key: str, person: Person | None, text: str) -> Text:
        """Return the journal's note of a change. Raises RequestFailed if nothing is changed."""
        keys = [change.key for change in key_changes(self._config_file.current_text(), text)]
        if text == self._config_file.current_text():
            raise RequestFailed(Text("technician.same"))
        digest = hashlib.sha256(text.encode()).hexdigest()
        values = {"who": _person_name(person), "digest": digest, "keys": ", ".join(keys) or "–"}
        return Text(note_key, dict(values))

    def _make_change(self, note: Text, write_change: Callable[[], None]) -> AnyAnswer:
        """Journal a change, make it, and restart the table with it."""
        # durable first: a change without its note in the journal must not happen
        self._record_note(note)
        write_change()
        restart_note = Text("technician.served_again")
        self._restart_service(restart_note)
        return ActDone((note, restart_note))


def _other_mismatches(config_file: ConfigFile) -> list[Mismatch]:
    return [
        mismatch
        for mismatch in config_file.seal_mismatches()
        if not config_file.is_config_file(mismatch)
    ]


def _person_name(person: Person | None) -> str:
    return person.name if person else "–"
