"""Everybody who sends what nobody should: enrolled keys, retired and revoked ones, and strangers.

Each enrolled sender signs absurd contents for the subjects that are its own, in the order of its
run. Besides that it signs absurd stamps, names others as the sender, and sends on their subjects;
and messages come damaged, doubled, late and out of order. Only what has to be is signed again.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from random import Random
from typing import Final, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.floor.envelope import MAGIC, SIGNED_PREFIX, Stamp, wall_clock_ms
from firmware.floor.facts import LANE_START, LanePosition
from firmware.shell.trust.keys import public_octets
from tests.campaigns.fuzz.floor.absurd_json import absurd_text, damaged
from tests.kits.floor.enrolled import House
from tests.kits.floor.far_engine import Delivery

POSITIONS: Final = (
    *(LANE_START, LanePosition(0, 0), LanePosition(2**39, 2**39), LanePosition(7, 0)),
    *(LanePosition(0, 2**40 - 1), LanePosition(1, -1)),
)
NEW_JOURNAL: Final = 0.05
"""How often a sender begins another journal, or run: an absurd position ends one."""
REMEMBERED: Final = 64


class Sample(NamedTuple):
    """A real content; its position is the run's next one if it has none."""

    payload: bytes
    position: LanePosition | None = None


class Voice(NamedTuple):
    """An enrolled sender, a subject that is its own, and what may come there."""

    sender: str
    subject: str
    samples: Sequence[Sample]


class HostileSenders:
    """Yields the absurd messages of these voices, without end."""

    def __init__(
        self,
        chance: Random,
        house: House,
        voices: Sequence[Voice],
        *,
        absurd_payload: Callable[[Random, bytes], bytes] = absurd_text,
        others_journal: str | None = None,
    ) -> None:
        """`others_journal` is one that they claim in vain."""
        house.enrol("retired")
        house.enrol("retired", state="retired")
        house.enrol("revoked")
        house.enrol("revoked", state="revoked")
        names = ("retired", "revoked", "stranger", *(voice.sender for voice in voices))
        self._keys: Mapping[str, _Key] = {name: _Key(house.key(name)) for name in names}
        self._chance, self._voices, self._absurd = chance, voices, absurd_payload
        self._numbers, self._others_journal = count(), others_journal
        self._journals: dict[str, str] = {}
        """By sender: its present one."""
        self._recent: deque[Delivery] = deque(maxlen=REMEMBERED)
        self._late: list[Delivery] = []

    def note(self, delivery: Delivery) -> None:
        """Remember somebody else's message, which may come again."""
        self._recent.append(delivery)

    def deliveries(self) -> Iterator[Delivery]:
        while True:
            (harm,) = self._chance.choices(HARMS, WEIGHTS)
            delivery = harm(self)
            if delivery is not None:
                self._recent.append(delivery)
                yield delivery

    def _absurd_content(self) -> Delivery:
        voice, sample = self._voice()
        payload = self._absurd(self._chance, sample.payload)
        return self._sealed(voice, self._stamp(voice, sample), payload)

    def _sound_content(self) -> Delivery:
        voice, sample = self._voice()
        return self._sealed(voice, self._stamp(voice, sample), sample.payload)

    def _absurd_stamp(self) -> Delivery:
        voice, sample = self._voice()
        stamp = absurd_text(self._chance, msgspec.json.encode(self._stamp(voice, sample)))
        return Delivery(voice.subject, self._keys[voice.sender].seal(stamp, sample.payload))

    def _absurd_position(self) -> Delivery:
        voice, sample = self._voice()
        sample = sample._replace(position=self._chance.choice(POSITIONS))
        return self._sealed(voice, self._stamp(voice, sample), sample.payload)

    def _on_another_subject(self) -> Delivery:
        return self._sound_content()._replace(subject=self._voice()[0].subject)

    def _as_somebody_else(self) -> Delivery:
        """Sign with the own key what another may send; half of the time in the other's name."""
        (other, sample), own = self._voice(), self._voice()[0].sender
        stamp = self._stamp(other, sample)
        if self._chance.random() < 0.5:
            stamp = msgspec.structs.replace(stamp, sender=own)
        return self._sealed(other._replace(sender=own), stamp, sample.payload)

    def _without_enrolment(self) -> Delivery:
        voice, sample = self._voice()
        signer = self._chance.choice(("retired", "revoked", "stranger"))
        return self._sealed(
            voice._replace(sender=signer), self._stamp(voice, sample), sample.payload
        )

    def _damaged(self) -> Delivery | None:
        again = self._again()
        return again and again._replace(octets=damaged(self._chance, again.octets))

    def _again(self) -> Delivery | None:
        return self._chance.choice(self._recent) if self._recent else None

    def _held_back(self) -> Delivery | None:
        """Hold a message back, and let an earlier one come."""
        self._late.append(self._absurd_content())
        if len(self._late) < REMEMBERED:
            return None
        return self._late.pop(self._chance.randrange(len(self._late)))

    def _voice(self) -> tuple[Voice, Sample]:
        voice = self._chance.choice(self._voices)
        return voice, self._chance.choice(voice.samples)

    def _stamp(self, voice: Voice, sample: Sample) -> Stamp:
        return Stamp(
            voice.sender,
            voice.subject,
            self._present_journal(voice.sender),
            sample.position or LanePosition(0, next(self._numbers)),
            wall_clock_ms(),
        )

    def _present_journal(self, sender: str) -> str:
        if self._others_journal and self._chance.random() < NEW_JOURNAL:
            return self._others_journal
        if sender not in self._journals or self._chance.random() < NEW_JOURNAL:
            self._journals[sender] = self._chance.randbytes(16).hex()
        return self._journals[sender]

    def _sealed(self, voice: Voice, stamp: Stamp, payload: bytes) -> Delivery:
        octets = self._keys[voice.sender].seal(msgspec.json.encode(stamp), payload)
        return Delivery(voice.subject, octets)


class _Key(NamedTuple):
    """A key that signs any stamp."""

    private: Ed25519PrivateKey

    def seal(self, stamp: bytes, payload: bytes) -> bytes:
        head, text = MAGIC + public_octets(self.private), stamp + b"\n" + payload
        return head + self.private.sign(SIGNED_PREFIX + head + text) + text


HARMS: Final = (
    HostileSenders._absurd_content,
    HostileSenders._sound_content,
    HostileSenders._absurd_stamp,
    HostileSenders._absurd_position,
    HostileSenders._on_another_subject,
    HostileSenders._as_somebody_else,
    HostileSenders._without_enrolment,
    HostileSenders._damaged,
    HostileSenders._again,
    HostileSenders._held_back,
)
WEIGHTS: Final = (50, 5, 5, 5, 4, 6, 4, 8, 8, 5)
