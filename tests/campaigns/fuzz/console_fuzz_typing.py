"""Who sits at a console and types: noise, commands, halves of them, pastes, and his passphrase."""

from collections.abc import Sequence
from random import Random

from firmware.console.terminal.plain_line import MAX_LINE_LENGTH
from firmware.shell.service.overlay import PATTERNS
from firmware.shell.technician.requests import Person
from tests.campaigns.fuzz.console_fuzz_values import HOSTILE, HUGE, a_text

MARK = "qqgeheimqq"
"""Stands in every passphrase that is typed, and nowhere else."""
PASSPHRASE = f"{MARK} cheval pile agrafe"
"""Everybody's."""
PEOPLE = (
    Person("lea", "technician"), Person("sam", "supervisor"), Person("ann", "auditor"),
)  # fmt: skip
STRANGERS = ("nobody", "lea ", "LEA", "'; --", "\u202elea", "x" * 70)
ARGUMENTS = (
    "shoe", "chips", "lights", "keys", "off", "on", "walk", *PATTERNS, "version", "fr", "en", "de",
    "baccarat.toml", "/nowhere", "/proc/self/mem", "/dev/null", "/", "table.name", "a.b.c.d", "[x",
    '"x"', "a.evidence", "../x", "faults", "lost", "technician", "supervisor", "AS",
    "2026-11-21 02:00", "9999-99-99", "1e9", "0x10", "½", "٣", "--json", "--", "-h", "*", "marie",
    "lea", "sam", "ann",
)  # fmt: skip
STROKES = (
    b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[1;5D", b"\x1b[H", b"\x1b[3~", b"\x1bOP",
    b"\t", b"\t\t", b"\x01", b"\x05", b"\x0b", b"\x0c", b"\x12", b"\x14", b"\x15", b"\x17", b"\x19",
    b"\x7f", b"\x08", b"\x1b", b"\x1b\x1b", b"\x1b[", b"\x1b[999999999a", b"\x1b[M   ",
    b"\x1b[<0;1;1M", b"\x1b9", b"\x1b[200~", b"\x1b[201~", b"\x1b]52;c;", b"\x16", b"\x1f", b"\x00",
    b"\x11", b"\x13", b"\x1a", b"\x1c", b"\x1b[1;1R", b"\x1b[?1;2c", b"\x04",
)  # fmt: skip
HALVES = (b"\xc3", b"\xe2\x82", b"\xf0\x9f\x82", b"\xff", b"\xed\xa0\x80", b"\xc0\x80", b"\xa9")
ENDS = (b"\r", b"\r", b"\r", b"\n", b"\r\n", b"\n\r")
SELDOM = ("lang", "exit")
"""Commands that can go wrong in few ways, and cost much or end the session."""


class Typist:
    """Types portions of a wire's bytes; each goes out when the one before was worked off."""

    def __init__(self, chance: Random, commands: Sequence[str]) -> None:
        self._chance = chance
        self._commands = tuple(commands)
        self._first = False

    def sit_down(self) -> None:
        """Begin again, mostly by logging in."""
        self._first = self._chance.random() < 0.8

    def portion(self) -> bytes:
        """What comes next while a command is waited for."""
        if self._first:
            self._first = False
            return self._log_in()
        made = self._chance.choices(
            (self._command, self._broken, self._strokes, self._noise, self._paste, self._log_in,
             self._long, self._stop),
            (46, 18, 12, 8, 4, 5, 1, 6),
        )[0]  # fmt: skip
        return made()

    def answer(self) -> bytes:
        """What comes next while the answer to a question is waited for."""
        chance = self._chance
        said = chance.choice(
            ("oui", "yes", "o", "y", "non", "Baccara 2", "sam", "lea", "ABCD-1234")
        )
        if chance.random() < 0.2:
            return self.portion()
        return said.encode() + self._end()

    def passphrase(self) -> bytes:
        """What comes next while it is not echoed: right, wrong, broken off, far too long."""
        chance = self._chance
        if chance.random() < 0.85:
            return PASSPHRASE.encode() + self._end()
        wrong = MARK + a_text(chance).replace("\r", "").replace("\n", "").replace("\x03", "")
        ends = (
            self._end(),
            self._end(),
            b"\x03",
            b"\x1b[A\r",
            b"\x15\r",
            b"\t\r",
            b"x" * 5000 + b"\r",
        )
        return wrong.encode("utf-8", "replace") + chance.choice(ends)

    def _end(self) -> bytes:
        return self._chance.choice(ENDS)

    def _line(self) -> str:
        chance = self._chance
        name = chance.choice(self._commands)
        if name in SELDOM and chance.random() < 0.9:
            name = "status"
        if chance.random() < 0.15:
            name = name[: chance.randint(1, len(name))]
        given = [self._argument() for _ in range(chance.choice((0, 0, 1, 1, 2, 3)))]
        if chance.random() < 0.2:
            given.insert(chance.randint(0, len(given)), "--json")
        return " ".join([name, *given])

    def _argument(self) -> str:
        chance = self._chance
        kind = chance.random()
        if kind < 0.6:
            return chance.choice(ARGUMENTS)
        if kind < 0.8:
            return str(chance.choice(HUGE) * chance.choice((1, 1, 10**30)))
        return chance.choice((a_text(chance), f'"{a_text(chance)}"', f"'{a_text(chance)}"))

    def _command(self) -> bytes:
        return self._line().encode("utf-8", "replace") + self._end()

    def _broken(self) -> bytes:
        chance = self._chance
        line = bytearray(self._line().encode("utf-8", "replace"))
        for _ in range(chance.randint(1, 3)):
            at = chance.randint(0, len(line))
            harm = chance.choice(
                (chance.choice(HOSTILE).encode(), chance.choice(HALVES), b"'", b'"')
            )
            line[at : at + chance.choice((0, 0, 1, 4))] = harm
        return bytes(line) + self._end()

    def _strokes(self) -> bytes:
        chance = self._chance
        pieces = [chance.choice((*STROKES, self._line().encode("utf-8", "replace")))
                  for _ in range(chance.randint(1, 6))]  # fmt: skip
        return b"".join(pieces) + self._end()

    def _noise(self) -> bytes:
        return self._chance.randbytes(self._chance.randint(1, 60)) + self._end()

    def _paste(self) -> bytes:
        chance = self._chance
        lines = b"".join(self._command() for _ in range(chance.randint(2, 25)))
        return b"\x1b[200~" + lines + b"\x1b[201~" if chance.random() < 0.3 else lines

    def _log_in(self) -> bytes:
        name = self._chance.choice([one.name for one in PEOPLE] * 6 + [*STRANGERS])
        return f"login {name}".encode() + self._end()

    def _long(self) -> bytes:
        chance = self._chance
        size = chance.choice(
            (
                200,
                1023,
                MAX_LINE_LENGTH - 7,
                MAX_LINE_LENGTH,
                MAX_LINE_LENGTH + 1,
                2 * MAX_LINE_LENGTH,
            )
        )
        piece = chance.choice(("x", "status ", "é", "漢", "\u0301", "'", "\x1b[", "\x1b[200~", "7"))
        if piece == "7":
            digits = "".join(chance.choices("0123456789", k=size))
            return b"\x1b[" + digits.encode() + self._end()
        return (self._line() + piece * size)[:size].encode("utf-8", "replace") + self._end()

    def _stop(self) -> bytes:
        return self._chance.choice(
            (b"\x03", b"", b"status", b"\x03\x03", self._line().encode()[:3], b" ")
        )
