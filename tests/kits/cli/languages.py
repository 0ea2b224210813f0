"""Words of one language in a text of the other."""

import re

FOREIGN = {
    "fr": {
        *("the", "this", "that", "there", "is", "are", "was", "not", "no", "nothing", "such", "of"),
        *("and", "with", "without", "file", "directory", "invalid", "expected", "missing", "must"),
        *("permission", "denied", "arguments", "error", "unknown", "value"),
    },
    "en": {
        *("le", "la", "les", "un", "une", "des", "du", "est", "sont", "pas", "aucun", "aucune"),
        *("ce", "cette", "et", "avec", "sans", "dans", "pour", "sur", "fichier", "dossier", "il"),
        *("faut", "erreur", "inconnu", "valeur", "manque", "ou"),
    },
}
"""Words that are never said in a language: each belongs to the other one alone."""
QUOTED = r"«[^»]*»|“[^”]*”|`[^`]*`|--?[a-z][a-z-]*|\S*[/_.]\S+"
"""What is quoted, options, paths and numbers."""


def foreign(text: str, language: str) -> list[str]:
    """Return the words of a text that a person who is spoken to in `language` does not know."""
    spoken = re.findall(r"[^\W\d]+", re.sub(QUOTED, " ", text.lower()))
    return [word for word in spoken if word in FOREIGN[language]]
