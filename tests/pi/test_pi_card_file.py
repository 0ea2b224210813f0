"""The file of a card that was cut or has a flipped bit: its verifier refuses it, and says where."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kits.pi import built
from tools.image.__main__ import main


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Path]:
    """A copy of the card's file, with its manifest."""
    (image,) = (built.CACHE / "dist").glob("*.img")
    for path in (image, *image.parent.glob("*.img.json*")):
        shutil.copyfile(path, tmp_path / path.name)
    yield tmp_path / image.name
    shutil.rmtree(tmp_path)


def verify(card: Path) -> int:
    return main(["verify", str(card), "--maker", str(built.MAKER / "maker.pub")])


def test_card_is_as_signed(card: Path) -> None:
    assert verify(card) == 0


@pytest.mark.parametrize("share", [0.01, 0.5, 0.99])
def test_flipped_bit_is_found(card: Path, share: float) -> None:
    with card.open("r+b") as octets:
        octets.seek(int(card.stat().st_size * share))
        (octet,) = octets.read(1)
        octets.seek(-1, 1)
        octets.write(bytes((octet ^ 1,)))
    assert verify(card) == 1


def test_cut_card_is_found(card: Path) -> None:
    with card.open("r+b") as octets:
        octets.truncate(card.stat().st_size - 1)
    assert verify(card) == 1
