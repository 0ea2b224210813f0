"""Other numbers in place of those of tags, so that no capture tells which chip or card was there.

A tag keeps its number's length and its first octet, which names its kind: 08 a random number, E0 an
ISO/IEC 15693 tag. The same tag has the same number within one capture, and another in the next. The
frames keep their form, and their checksums are right. What is no sound frame may be a damaged one:
it is masked whole.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from typing import Final

from drivers.pn532.frames import ACK, encode_frame
from drivers.pn532.targets import IN_LIST_PASSIVE_TARGET
from drivers.rr3036.protocol import ADDRESS, crc16_mcrf4xx

_KEY_SIZE: Final = 16
_LIST_REPLY: Final = bytes((0xD5, IN_LIST_PASSIVE_TARGET + 1))
_START: Final = b"\x00\x00\xff"
_UID_AT: Final = 5
"""In a target of a PN532: number, SENS_RES, SEL_RES and the length of the UID come before."""
_HAS_ATS: Final = 0x20
_RECORD_SIZE: Final = 9
"""Of a tag in an RR3036's inventory: one octet, then its UID, the lowest octet first."""
_SHORTEST_REPLY: Final = 5

Rewrite = Callable[[bytes], bytes | None]


class TagPseudonyms:
    """The numbers of one capture. A rewriter takes all that came in one go, None masks it."""

    def __init__(self) -> None:
        self._key = secrets.token_bytes(_KEY_SIZE)
        self.rewriters: Mapping[str, Rewrite] = {
            "pn532-hsu": self.rewrite_pn532,
            "pn532-i2c": self.rewrite_pn532_read,
            "rr3036": self.rewrite_rr3036,
            "rr3036-cards": self.rewrite_rr3036,
        }
        """By the word of a kind that reads tags."""

    def pseudonym(self, uid: bytes) -> bytes:
        """Return another number for a tag."""
        digest = hmac.new(self._key, uid, hashlib.sha256).digest()
        return uid[:1] + digest[: len(uid) - 1]

    def rewrite_pn532(self, octets: bytes) -> bytes | None:
        """Rewrite the frames of a PN532."""
        rewritten = b""
        while octets:
            if octets.startswith(ACK):
                frame_size, frame = len(ACK), ACK
            else:
                body = _pn532_body(octets)
                new_body = None if body is None else self._rewrite_body(body)
                if body is None or new_body is None:
                    return None
                frame_size, frame = len(encode_frame(body)), encode_frame(new_body)
            rewritten, octets = rewritten + frame, octets[frame_size:]
        return rewritten

    def rewrite_pn532_read(self, octets: bytes) -> bytes | None:
        """Rewrite a read on I2C: a status, a frame, and octets of earlier ones, which are cut."""
        status, rest = octets[:1], octets[1:]
        if not rest:
            return octets
        body = _pn532_body(rest)
        frame = ACK if rest.startswith(ACK) else rest[: len(encode_frame(body))] if body else b""
        rewritten = self.rewrite_pn532(frame)
        return status + rewritten if rewritten else None

    def rewrite_rr3036(self, octets: bytes) -> bytes | None:
        """Rewrite the replies of an RR3036."""
        rewritten = b""
        while octets:
            size = octets[0] + 1
            frame, octets = octets[:size], octets[size:]
            if len(frame) < max(size, _SHORTEST_REPLY) or not _is_sound(frame):
                return None
            rewritten += self._rewrite_records(frame)
        return rewritten

    def _rewrite_records(self, frame: bytes) -> bytes:
        data = frame[3:-2]
        if not data or len(data) % _RECORD_SIZE:
            return frame
        records = (data[at : at + _RECORD_SIZE] for at in range(0, len(data), _RECORD_SIZE))
        # the octet of the kind, E0, is the last one on the wire
        new_data = b"".join(record[:1] + self.pseudonym(record[:0:-1])[::-1] for record in records)
        body = frame[:3] + new_data
        return body + crc16_mcrf4xx(body).to_bytes(2, "little")

    def _rewrite_body(self, body: bytes) -> bytes | None:
        """Return a frame's body with other numbers; None if its targets can't be distinguished."""
        if not body.startswith(_LIST_REPLY):
            return body
        head, targets = body[: len(_LIST_REPLY) + 1], body[len(_LIST_REPLY) + 1 :]
        while targets:
            uid_size = targets[_UID_AT - 1] if len(targets) >= _UID_AT else len(targets)
            uid = targets[_UID_AT : _UID_AT + uid_size]
            if len(uid) < uid_size:
                return None
            rest_at = _UID_AT + uid_size
            ats_size = targets[rest_at] if targets[3] & _HAS_ATS and rest_at < len(targets) else 0
            ats = targets[rest_at : rest_at + ats_size]
            head += targets[:_UID_AT] + self.pseudonym(uid) + ats
            targets = targets[rest_at + ats_size :]
        return head


def _pn532_body(octets: bytes) -> bytes | None:
    """Return the body of the frame that octets begin with, None if there is no sound one."""
    size = octets[3] if octets.startswith(_START) and len(octets) > len(_START) else 0
    body = octets[5 : 5 + size]
    is_sound = size > 0 and octets.startswith(encode_frame(body))
    return body if is_sound and len(body) == size else None


def _is_sound(frame: bytes) -> bool:
    crc = int.from_bytes(frame[-2:], "little")
    return frame[1] == ADDRESS and crc16_mcrf4xx(frame[:-2]) == crc
