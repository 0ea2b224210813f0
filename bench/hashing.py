"""What it costs to check a passphrase, beside the SHA-256 of as many megabytes every time."""

import hashlib
import time
from collections.abc import Callable
from statistics import median

from firmware.console.access.passphrases import HASH_COST, hash_passphrase

MIB = 1 << 20
HASHED_MIB = 64
WORDS = "correct cheval pile agrafe"

PI_2_S = 5.37
"""Argon2i, 64 MiB, 4 passes, 1 lane by PHP on a Raspberry Pi 2 (32 bits, 900 MHz), the page itself
taken off: nextcloud/server, pull request 19023, 23 January 2020."""
PI_2_WORK = 64 * 1024 * 4


def measure(times: int) -> dict[str, float]:
    ours, sums = [], []
    octets = bytes(HASHED_MIB * MIB)
    for _ in range(times):
        ours.append(_spent(lambda: hash_passphrase(WORDS, HASH_COST)))
        sums.append(_spent(lambda: hashlib.sha256(octets).digest()))
    work = HASH_COST.memory_kib * HASH_COST.passes
    return {
        "argon2id_ms": median(ours) * 1000,
        "sha256_ms": median(sums) * 1000,
        "argon2id_ratio": median(a / b for a, b in zip(ours, sums, strict=True)),
        "pi_2_s": PI_2_S * work / PI_2_WORK,
    }


def _spent(act: Callable[[], object]) -> float:
    began = time.process_time()
    act()
    return time.process_time() - began


def result_lines(found: dict[str, float]) -> list[str]:
    return [
        f"a passphrase takes {found['argon2id_ms']:.0f} ms of processor ("
        f"{HASH_COST.memory_kib // 1024}"
        f" MiB, {HASH_COST.passes} passes), {found['argon2id_ratio']:.2f} times the SHA-256 of"
        f" {HASHED_MIB} MiB ({found['sha256_ms']:.0f} ms).",
        f"By what others have measured on a Raspberry Pi 2 that is {found['pi_2_s']:.1f} s there;"
        " a Pi Zero 2 has a newer and slightly faster core: about one to two seconds.",
    ]
