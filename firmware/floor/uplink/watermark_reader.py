"""Reads at the engine up to where the ledger has a table's journal, signed by the ledger."""

import msgspec
from nats.aio.client import Client
from nats.js.errors import NotFoundError

from firmware.floor.envelope import MessageRejected, open_envelope
from firmware.floor.places import Place, place_subject
from firmware.floor.quarantine import UNREADABLE, Quarantine, RejectedMessage
from firmware.floor.roster.roster import Roster
from firmware.floor.run_sender import RunOrder
from firmware.floor.streams import stream_for_subject
from firmware.floor.wire import Watermark


class WatermarkReader:
    """The ledger's watermark of one table; what no ledger of the house has signed is set aside."""

    def __init__(
        self, client: Client, place: Place, roster: Roster, quarantine: Quarantine
    ) -> None:
        self._jetstream = client.jetstream()
        self._subject = place_subject("kept", place)
        self._roster, self._quarantine = roster, quarantine
        self._run_order = RunOrder()
        self._last_octets = b""
        self._watermark: Watermark | None = None

    async def read(self) -> Watermark | None:
        """Return the last watermark, None if there is none yet. Raises NatsError, OSError and
        TimeoutError if the engine does not answer.
        """
        try:
            last_message = await self._jetstream.get_last_msg(
                stream_for_subject(self._subject), self._subject, direct=True
            )
        except NotFoundError:
            return self._watermark
        octets = last_message.data or b""
        if octets != self._last_octets:
            self._last_octets = octets
            self.take(octets)
        return self._watermark

    def take(self, octets: bytes) -> None:
        """Verify a message, and take its watermark."""
        try:
            opened = open_envelope(octets, self._subject, self._roster)
            self._run_order.check(opened.stamp)
            self._watermark = msgspec.json.decode(opened.payload, type=Watermark)
        except MessageRejected as rejection:
            # an older one may come last: two lanes of a ledger publish at once
            if rejection.reason != "repeated":
                self._set_aside(rejection.reason, rejection.sender)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            self._set_aside(UNREADABLE)

    def reject_jump(self) -> None:
        """Set aside the last watermark, which lies beyond all that was sent."""
        self._set_aside("jump")

    def _set_aside(self, reason: str, sender: str = "") -> None:
        rejected = RejectedMessage(self._subject, sender, 0, reason, self._last_octets)
        self._quarantine.set_aside(rejected)
