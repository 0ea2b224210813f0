from itertools import product

from firmware.core.vocabulary.cards import FULL_PACK, JOKER_CARD, parse_card
from sim.machines.angel_eye import SimAngelEye
from sim.machines.punto_banco import BANKER, PLAYER, PuntoBanco
from tests.kits.offenders import each

OF_POINTS = "TA23456789"
LOCK = bytes.fromhex("02 4F 50 4C 4B 30 32 03 31 42")


def draw(shoe: SimAngelEye, cards: str) -> list[str]:
    """Draw the cards; return what the shoe said without SEQ and BCC, each message once."""
    for name in cards.split():
        shoe.draw(parse_card(name))
    return said(shoe)


def said(shoe: SimAngelEye) -> list[str]:
    """Return CODE and payload of each message, having seen that all were sent three times."""
    frames = [frame for frame in shoe.transmit().split(b"\x05") if frame]
    assert all(frames[n] == frames[n - n % 3] for n in range(len(frames)))
    assert len(frames) % 3 == 0
    return [f"{chr(frame[1])} {frame[2:-3].hex(' ').upper()}".rstrip() for frame in frames[::3]]


def test_literal_frames_sent_three_times() -> None:
    shoe = SimAngelEye()
    shoe.power_on()
    shoe.draw(parse_card("8S"))
    shoe.cut_card()
    assert shoe.transmit() == b"".join(
        bytes.fromhex(frame) * 3
        for frame in ("05 30 53 03 36 30", "05 31 44 81 B8 03 34 46", "05 32 43 03 37 32")
    )


def test_seq_runs_through_0_to_9() -> None:
    shoe = SimAngelEye()
    shoe.power_on()
    for _ in range(11):
        shoe.cut_card()
    assert shoe.transmit()[1::18].decode() == "012345678901"


@each(
    "cards, messages",
    [
        ("9S KH TD 8C", "D 81 B9|D 91 CD|D 82 9A|D 92 A8|G 90"),
        ("KH KD KS 8C", "D 81 CD|D 91 9D|D 82 BD|D 92 A8|G C1"),
        ("AH 6D 5S TC", "D 81 C1|D 91 96|D 82 B5|D 92 AA|G A0"),
        ("5H 7D 5S TC 9D", "D 81 C5|D 91 97|D 82 B5|D 92 AA|D 83 99|G 91"),
        ("7H 5D TS TC 3D", "D 81 C7|D 91 95|D 82 BA|D 92 AA|D 93 93|G C0"),
        ("2H 3D 2S 3C 6D 9H", "D 81 C2|D 91 93|D 82 B2|D 92 A3|D 83 96|D 93 C9|G C3"),
    ],
)
def test_game_tagged_by_card_then_result(cards: str, messages: str) -> None:
    assert draw(SimAngelEye(), cards) == messages.split("|")


THIRD_CARDS = {
    # by the banker's points: with the player standing (-), then at the player's third card 0 to 9
    0: "D DDDDDDDDDD",
    1: "D DDDDDDDDDD",
    2: "D DDDDDDDDDD",
    3: "D DDDDDDDDSD",
    4: "D SSDDDDDDSS",
    5: "D SSSSDDDDSS",
    6: "S SSSSSSDDSS",
    7: "S SSSSSSSSSS",
}


@each("banker, third", list(product(range(8), [None, *range(10)])))
def test_banker_draws_by_the_rules(banker: int, third: int | None) -> None:
    game = PuntoBanco()
    player = "6" if third is None else "5"
    for rank in (player, OF_POINTS[banker], "T", "T"):
        game.deal_card(parse_card(rank + "S"))
    if third is not None:
        assert game.deal_card(parse_card(OF_POINTS[third] + "S")) == (PLAYER, 3)
    standing, _, drawing = THIRD_CARDS[banker].partition(" ")
    draws = standing if third is None else drawing[third]
    assert game.is_over() is (draws == "S")
    if draws == "D":
        assert game.deal_card(parse_card("AS")) == (BANKER, 3)
        assert game.is_over()


@each("player, banker", list(product(range(10), range(10))))
def test_natural_ends_the_game(player: int, banker: int) -> None:
    game = PuntoBanco()
    for rank in (OF_POINTS[player], OF_POINTS[banker], "T", "T"):
        game.deal_card(parse_card(rank + "S"))
    natural = player >= 8 or banker >= 8
    assert game.is_over() is (natural or (player >= 6 and banker >= 6))
    if not game.is_over():
        assert game.deal_card(parse_card("AS"))[0] == (PLAYER if player <= 5 else BANKER)


def test_extra_card_is_an_overdraw() -> None:
    shoe = SimAngelEye()
    draw(shoe, "9S KH TD 8C")
    assert draw(shoe, "4D") == ["E C2", "d 90 94"]
    assert shoe.in_error
    assert draw(shoe, "5D") == ["d 90 95"]
    shoe.clear_error()
    assert said(shoe) == ["e 82"]
    assert not shoe.in_error
    shoe.prepare_game()
    assert draw(shoe, "5D") == ["P", "D 81 95"]


def test_unreadable_card_occupies_its_place() -> None:
    shoe = SimAngelEye()
    shoe.draw(parse_card("9S"), readable=False)
    assert said(shoe) == ["E C1"]
    shoe.clear_error()
    assert draw(shoe, "KH TD 8C") == ["e 81", "D 91 CD", "D 82 9A", "D 92 A8", "G 90"]


def test_joker_is_an_error_and_no_card() -> None:
    shoe = SimAngelEye()
    shoe.draw(JOKER_CARD)
    assert said(shoe) == ["E C6"]
    shoe.clear_error()
    assert draw(shoe, "KH") == ["e 86", "D 81 CD"]


def test_burnt_cards_standby_and_forced_end() -> None:
    shoe = SimAngelEye()
    shoe.burn_card(parse_card("2H"))
    assert draw(shoe, "KH") == ["D A0 C2", "D 81 CD"]
    shoe.force_end()
    assert draw(shoe, "KD") == ["G F0", "E C2", "d 90 9D"]
    shoe.clear_error()
    shoe.prepare_game()
    assert draw(shoe, "KD KH") == ["e 82", "P", "D 81 9D", "D 91 CD"]
    shoe.prepare_game()
    assert draw(shoe, "KD") == ["P", "D 81 9D"]


def test_locked_card_is_outside_the_game() -> None:
    shoe = SimAngelEye()
    shoe.receive(LOCK[:4])
    assert shoe.transmit() == b""
    shoe.receive(LOCK[4:])
    assert shoe.is_locked
    assert shoe.transmit() == b"\x06" + bytes.fromhex("05 30 4C 81 03 46 45") * 3
    assert draw(shoe, "KH") == ["d 80 CD"]
    shoe.burn_card(parse_card("2C"))
    assert said(shoe) == ["d 80 A2"]
    shoe.receive(bytes.fromhex("02 4F 50 4C 4B 30 31 03 31 38"))
    assert not shoe.is_locked


def test_host_clears_error_by_its_code() -> None:
    shoe = SimAngelEye()
    shoe.draw(JOKER_CARD)
    shoe.transmit()
    shoe.receive(bytes.fromhex("02 4F 50 45 43 30 31 03 31 39"))
    assert shoe.in_error
    shoe.receive(bytes.fromhex("02 4F 50 45 43 30 36 03 31 45"))
    assert not shoe.in_error
    assert shoe.transmit()[:8] == b"\x06\x06\x051e\x86\x03D"


@each(
    "command, answer",
    [
        (b"\x02OPGP00\x0309", b"\x06"),
        (b"\x02OPLK02\x031C", b"\x1502"),
        (b"\x02OQLK02\x031A", b"\x1513"),
        (b"\x02OPXX02\x031C", b"\x1514"),
        (b"\x02OPLK09\x0310", b"\x1511"),
        (b"\x02OPLKxx\x0319", b"\x1511"),
        (b"\x02OPLK2\x032B", b"\x1511"),
        (b"\x02" + b"x" * 16, b"\x1503"),
        (b"OPLK02\x031B", b""),
        (b"\x02OPL" + LOCK, b"\x06"),
    ],
)
def test_commands_checked_by_the_codes(command: bytes, answer: bytes) -> None:
    shoe = SimAngelEye()
    shoe.receive(command)
    assert shoe.transmit().split(b"\x05")[0] == answer


def test_busy_shoe_refuses_and_does_nothing() -> None:
    shoe = SimAngelEye()
    shoe.is_busy = True
    shoe.receive(LOCK)
    assert shoe.transmit() == b"\x1521"
    assert not shoe.is_locked


def test_mangled_copy_is_sent() -> None:
    copies = iter([b"one", b"", b"three"])
    shoe = SimAngelEye(damage=lambda _frame: next(copies))
    shoe.draw(FULL_PACK[0])
    assert shoe.transmit() == b"onethree"


def test_power_on_clears_game_lock_and_error() -> None:
    shoe = SimAngelEye()
    shoe.receive(LOCK)
    shoe.draw(JOKER_CARD)
    shoe.power_on()
    shoe.transmit()
    assert draw(shoe, "KH") == ["D 81 CD"]
