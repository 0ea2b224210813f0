"""The evidence of a tournament's hall: each act is ruled on again, and must be ruled alike."""

from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.shell.evidence.bundle import Bundle
from firmware.shell.evidence.content import Account, Content, Whole
from firmware.shell.evidence.links import records
from firmware.shell.history.records import HallEntry, decode
from firmware.shell.history.replay import Replay


def _account(bundle: Bundle) -> Account:
    replay = Replay()
    for number, payload in records(bundle):
        try:
            entry = decode(payload)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return Account((Text("evidence.unreadable", {"number": number}),))
        if not isinstance(entry, HallEntry) or replay.take(number, entry) is not None:
            return Account((Text("evidence.acts", {"number": number}),))
    return Account(told=(Text("evidence.acts_alike", {"count": replay.events}),))


HALL: Final = Content("hall", Whole, _account)
