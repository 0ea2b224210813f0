"""The kinds of unit whose captures can be replayed, each with the section that it is built from."""

import tomllib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from drivers.kind import PartKind
from drivers.section import TableNeeds
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.faults import ConfigError, ConfigFaults
from firmware.shell.config.parts import PART_KINDS
from firmware.shell.config.reader import SectionReader
from firmware.shell.config.sections import STANDARD_KEYS

CAPTURE_PORT: Final = "/dev/capture"
SPOTS: Final = 7
BETS: Final = ("player", "banker", "tie")
TABLE_OPTIONS: Final = frozenset({"numbers", "spots", "bets"})
"""Options of a table that a driver depends on; all others are of its section."""


class ReplayKind(NamedTuple):
    """A kind of unit, and the settings of its section unless others are given."""

    section: str
    word: str
    """Of its `PartKind`."""
    options: Mapping[str, Any]
    is_queried: bool = False
    """Whether the unit speaks only when it is spoken to."""

    @property
    def part_kind(self) -> PartKind[Any]:
        """The kind as the configuration knows it."""
        return next(kind for kind in PART_KINDS[self.section] if kind.word == self.word)

    def read_wiring(self, given_options: Mapping[str, Any]) -> Any:  # noqa: ANN401  # of the kind
        """Return the wiring with these options. Raises ConfigError with every mistake in them."""
        faults = ConfigFaults()
        table_options = {name: given_options[name] for name in TABLE_OPTIONS & given_options.keys()}
        section_options = {
            name: value for name, value in given_options.items() if name not in TABLE_OPTIONS
        }
        spots, bets = table_options.get("spots", SPOTS), table_options.get("bets", BETS)
        if not isinstance(spots, int) or not isinstance(bets, list | tuple):
            raise RequestFailed(Text("capture.unfit_setting", {"given": f"spots, bets: {spots}"}))
        places = tuple(Place(spot, str(bet)) for spot in range(1, spots + 1) for bet in bets)
        needs = TableNeeds(spots, places, STANDARD_KEYS, keys_valid=True, options=table_options)
        with SectionReader({**self.options, **section_options}, self.section, faults) as section:
            wiring = self.part_kind.read_section(section, needs)
        if faults.found:
            raise ConfigError(faults.found)
        return wiring


_PORT: Final = {"port": CAPTURE_PORT}
_DECKS: Final = {"registry": "decks", "batch": "capture"}
_KEY_INPUTS: Final = {
    "inputs": {
        name: number
        for number, name in enumerate((*STANDARD_KEYS, "key_switch", "door_logic", "door_shoe"))
    }
}

REPLAY_KINDS: Final[Mapping[str, ReplayKind]] = {
    "angel-eye": ReplayKind(
        "shoe", "angel-eye", {**_PORT, "baud": 4800, "copies": 2, "commands": False}
    ),
    "bee-tek": ReplayKind("shoe", "bee-tek", {**_PORT, "repeat_ms": 300}),
    "pn532-hsu": ReplayKind("shoe", "pn532-hsu", {**_PORT, **_DECKS}, is_queried=True),
    "pn532-i2c": ReplayKind("shoe", "pn532-i2c", _DECKS, is_queried=True),
    "slingshot": ReplayKind("wheel", "slingshot", {**_PORT, "host_started": False}),
    "mercury": ReplayKind("wheel", "mercury", {**_PORT, "protocol": "advanced"}),
    "blower": ReplayKind("balls", "blower", _PORT),
    "escpos": ReplayKind("printer", "escpos", {**_PORT, "baud": 9600}, is_queried=True),
    "rr3036": ReplayKind(
        "chips", "rr3036", {**_PORT, "baud": 19200, "registry": "chips.csv"}, is_queried=True
    ),
    "rr3036-cards": ReplayKind(
        "seats", "rr3036", {**_PORT, "baud": 19200, **_DECKS}, is_queried=True
    ),
    "reshuffled": ReplayKind("shuffler", "reshuffled", {**_PORT, "baud": 57600}, is_queried=True),
    "contacts": ReplayKind(
        "shuffler",
        "contacts",
        {"address": 0x23, "interrupt": 17, "ready": 0, "door": 1, "fault": 2},
    ),
    "mcp23017": ReplayKind("presence", "mcp23017", {"addresses": [0x20, 0x21], "interrupt": 17}),
    "mpr121": ReplayKind("presence", "mpr121", {"addresses": [0x5A, 0x5B], "interrupt": 17}),
    "mcp23017-keys": ReplayKind(
        "keys", "mcp23017", {"addresses": [0x22], "interrupt": 27, **_KEY_INPUTS}
    ),
}
"""By the word that `croupier conform` takes: that of the kind, or a longer one of its second use.

Lights, displays and sounds are left out: they are only spoken to.
"""


def replay_kind(word: str) -> ReplayKind:
    """Return the kind of that word. Raises RequestFailed."""
    if word not in REPLAY_KINDS:
        known = ", ".join((*REPLAY_KINDS, "sas"))
        raise RequestFailed(Text("capture.unknown_kind", {"given": word, "known": known}))
    return REPLAY_KINDS[word]


def parse_options(settings: tuple[str, ...]) -> dict[str, Any]:
    """Return `key=value` settings; a value is one of TOML, or a word. Raises RequestFailed."""
    return dict(map(_parse_setting, settings))


def _parse_setting(setting: str) -> tuple[str, Any]:
    name, equals_sign, value = setting.partition("=")
    if not equals_sign or not name.strip():
        raise RequestFailed(Text("capture.unfit_setting", {"given": setting}))
    try:
        return name.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return name.strip(), value
