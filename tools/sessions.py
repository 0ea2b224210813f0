"""Write docs/reference/sessions/: finding and curing six faults at the console, with the program.

Each session is played at a simulated table, its service and its console being the program's own
processes; they show what the technician's screen showed.
"""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from tools.session_flows import (
    config_mismatch,
    copy_lost,
    first_account,
    light_chip_dead,
    shoe_unplugged,
    stuck_key,
    wrong_deck,
)
from tools.session_record import Session, session

OUT: Final = Path("docs/reference/sessions")


class RecordedSession(NamedTuple):
    """A session: how it is called, how it goes, and at what kind of table."""

    name: str
    fr: str
    en: str
    flow: Callable[[Session], None]
    kinds: Mapping[str, bool] = MappingProxyType({})

    def file(self, language: str) -> str:
        """Return what its file is called."""
        return f"{self.name}.txt" if language == "fr" else f"{self.name}.{language}.txt"


SESSIONS: Final = (
    RecordedSession(
        "00-first-account",
        "le premier compte, par le code que montre l'écran du croupier",
        "the first account, by the code on the dealer's display",
        first_account,
        {"enrolled": False},
    ),
    RecordedSession(
        "01-shoe-unplugged",
        "le câble du sabot s'est débranché en plein coup",
        "the shoe's cable came out in the middle of a round",
        shoe_unplugged,
    ),
    RecordedSession(
        "02-light-chip-dead",
        "un circuit des voyants ne répond plus sur le bus I2C",
        "a chip of the lights is silent on the I2C bus",
        light_chip_dead,
    ),
    RecordedSession("03-stuck-key", "une touche reste enfoncée", "a key stays down", stuck_key),
    RecordedSession(
        "04-wrong-deck",
        "le sabot a été chargé d'un paquet d'un autre lot",
        "the shoe was loaded with a deck of another batch",
        wrong_deck,
        {"tagged": True},
    ),
    RecordedSession(
        "05-journal-copy-lost",
        "la table est en marche sans le disque de la seconde copie du journal",
        "the table runs without the disk of the journal's second copy",
        copy_lost,
    ),
    RecordedSession(
        "06-configuration-mismatch",
        "la configuration a été changée à la main après avoir été scellée",
        "the configuration was changed by hand after it was sealed",
        config_mismatch,
        {"trusted": True},
    ),
)

HEAD: Final = """# Sessions · Séances

Written by `make campaign NAME=sessions`: a technician's screen, recorded with the real program at
a simulated table. He uses only the console's own output: it has named each command before he types
it. In brackets: the acts of persons at the table. `__` replaces values that differ each time.

Écrit par `make campaign NAME=sessions` : l'écran d'un technicien, avec le vrai programme, à une
table simulée. Il n'utilise que ce que la console affiche : elle a nommé chaque commande avant qu'il
la tape. Entre crochets : les gestes à la table. `__` remplace les valeurs qui changent chaque fois.
"""


def session_text(recorded: RecordedSession, language: str) -> str:
    """Play a session; return what was seen."""
    with session(language, **recorded.kinds) as played:
        recorded.flow(played)
        return played.text()


def page() -> str:
    """Return the list of the sessions."""
    lines = (
        f"- [{recorded.fr}]({recorded.file('fr')}) · [{recorded.en}]({recorded.file('en')})"
        for recorded in SESSIONS
    )
    return "\n".join((HEAD, *lines, ""))


def main() -> None:
    """Write them all, or those whose name begins so."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="the beginning of one's name")
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for recorded in SESSIONS:
        if not options.names or any(map(recorded.name.startswith, options.names)):
            for language in ("fr", "en"):
                (options.out / recorded.file(language)).write_text(session_text(recorded, language))
    (options.out / "README.md").write_text(page())


if __name__ == "__main__":
    main()
