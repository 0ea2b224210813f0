"""The faults of the words' files, all of them at once: what a service looks for as it starts.

In a round a missing word would be an error in the middle of a ruling. So a service reads the files
of every language before it serves, and does not start on a fault. The messages are English, since
no other words may be there.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from firmware.shell.words.languages import FILES_OF_LANGUAGE, written_language
from firmware.shell.words.templates import (
    Template,
    WordsError,
    file_phrases,
    file_templates,
    make_template,
    read_file_templates,
)
from firmware.shell.words.word_files import FILES, file_of, folder_of


class WordsUnfit(WordsError):
    """The words can't be used; `faults` are lines that name the file, the key and the problem."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


@cache
def require_sound_words(languages: tuple[str, ...], spoken: str) -> None:
    """Read every word of these languages, once; those of the `spoken` one stay in memory.

    Raises WordsUnfit with all faults of their files.
    """
    faults = word_faults(languages, spoken)
    if faults:
        raise WordsUnfit(faults)


def faults_behind(error: WordsError, languages: Sequence[str]) -> tuple[str, ...]:
    """Return every fault of the files after a failed look-up; without any, the failure alone."""
    return word_faults(languages) or (str(error),)


def word_faults(languages: Sequence[str], spoken: str | None = None) -> tuple[str, ...]:
    """Return the faults of all files, a line each; none if each language has all words of its own.

    Words of the `spoken` language stay in memory.
    """
    faults = [fault for language in languages for fault in _surplus_files(language)]
    for file in FILES:
        templates: dict[str, Mapping[str, Template]] = {}
        for language in languages:
            if file not in FILES_OF_LANGUAGE[language]:
                continue
            try:
                is_spoken = spoken is not None and written_language(spoken, file) == language
                read = file_templates if is_spoken else read_file_templates
                templates[language] = read(language, file)
            except WordsError:
                faults += _phrase_faults(language, file)
                continue
            faults += _misplaced_keys(language, file, templates[language])
        # a file that can't be used lacks every key, which needs no line a key
        faults += _differences(file, templates)
    return tuple(faults)


def _surplus_files(language: str) -> Iterator[str]:
    """Yield the files that no key leads to: their words would never be found."""
    for name in sorted(path.name for path in folder_of(language).iterdir()):
        if name.removesuffix(".toml") not in FILES_OF_LANGUAGE[language]:
            yield f"words/{language}/{name}: no key leads to this file"


def _phrase_faults(language: str, file: str) -> Iterator[str]:
    """Yield why a file can't be used: it is no TOML, or each key that has no phrase."""
    path = _path(language, file)
    try:
        phrases = tuple(file_phrases(language, file))
    except WordsError as error:
        yield f"{path}: {error}"
        return
    for key, phrase in phrases:
        try:
            make_template(key, phrase)
        except WordsError as error:
            yield f"{path}: {error}"


def _misplaced_keys(language: str, file: str, templates: Mapping[str, Template]) -> Iterator[str]:
    """Yield the keys of another file's tables; one that is there too is written twice."""
    for key in templates:
        owner = file_of(key)
        if owner == file:
            continue
        if owner is None:
            yield f"{_path(language, file)}: {key} is in a table of no file"
        elif key in _readable(language, owner):
            yield f"{_path(language, file)}: {key} is in {_path(language, owner)} too"
        else:
            yield f"{_path(language, file)}: {key} belongs in {_path(language, owner)}"


def _readable(language: str, file: str) -> Mapping[str, Template]:
    try:
        return read_file_templates(language, file)
    except WordsError:
        return {}


def _differences(file: str, templates: Mapping[str, Mapping[str, Template]]) -> Iterator[str]:
    """Yield the keys that one language lacks, and those whose placeholders differ."""
    placeholders = {
        language: {key: template.placeholders for key, template in words.items()}
        for language, words in templates.items()
    }
    first, *others = placeholders.values() or ({},)
    if all(other == first for other in others):
        return
    for key in dict.fromkeys(key for names in placeholders.values() for key in names):
        missing = [language for language, names in placeholders.items() if key not in names]
        for language in missing:
            yield f"{_path(language, file)}: {key} is missing"
        forms = {language: names.get(key) for language, names in placeholders.items()}
        if not missing and len({*forms.values()}) > 1:
            lists = (
                f"{name} has {', '.join(sorted(n or ())) or 'none'}" for name, n in forms.items()
            )
            yield f"words/*/{file}.toml: {key} has other placeholders: {'; '.join(lists)}"


def _path(language: str, file: str) -> str:
    return f"words/{language}/{file}.toml"
