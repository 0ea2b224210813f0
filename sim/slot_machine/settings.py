"""The settings that another host may have left on in a simulated machine."""

from dataclasses import dataclass, field

NOT_LOCKED = 0xFF
LOCKED = 0x00


@dataclass
class MachineSettings:
    """The settings of a machine that has just been put on the wire."""

    real_time: bool = False
    """Events in place of answers."""
    idle_reply: bytes = b"\x00"
    """Its reply when nothing has happened: 00 or 1F; with `real_time` also as an event, or none."""
    transfer_lock: int = NOT_LOCKED
    is_registered: bool = False
    cashes_out_to_host: bool = False
    ticket_bits: int = 0
    """The tickets and hand pays that are validated with a host (`7B`)."""
    sound_off: bool = False
    bills_off: bool = False
    in_maintenance: bool = False
    auto_rebet: bool = False
    resets_to_credits: bool = False
    """Whether the next hand pay goes to the credit meter (`A8`)."""
    games_off: set[int] = field(default_factory=set)
    rom_signature: bytes = b""
    """The signature that another host has asked for, once it is ready."""
    ignored_commands: frozenset[int] = frozenset()
    refused_commands: frozenset[int] = frozenset()

    @property
    def present_idle_reply(self) -> bytes:
        is_allowed = self.real_time or len(self.idle_reply) == 1
        return self.idle_reply if is_allowed else b"\x00"
