"""Plain lines: one for each thing that happens at the table."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import msgspec
import pytest

from firmware import __version__
from firmware.cli.terminal.plain_view import PlainView
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, Ticket
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import (
    BetSettled,
    CardEntered,
    Decided,
    FaultCleared,
    FaultShown,
    LateBet,
    LateResolved,
    Refused,
    RoundVoided,
    Ruling,
    TicketIssued,
    TicketPaid,
    Undone,
)
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.words.words import Words
from sim.play.virtual_table import VirtualTable
from tests.kits.cli.drawn_table import paying
from tests.kits.cli.views_kit import IN_BOTH, fault


@dataclass
class PrintedView:
    """A plain view and what it wrote."""

    view: PlainView
    stream: io.StringIO

    def lines(self) -> list[str]:
        text = self.stream.getvalue().replace("\u00a0", " ")
        return text.replace(__version__, "VERSION").splitlines()


@pytest.fixture
def printed_view(language: str) -> PrintedView:
    stream = io.StringIO()
    return PrintedView(PlainView(Words.load(language), stream), stream)


def play_a_round(view: PlainView, language: str) -> None:
    """Play a round on simulated parts, the view being printed_view of every step."""
    config, words = load_config(DEFAULT_TABLE), Words.load(language)
    received: list[Ruling] = []
    table = VirtualTable(config, words, lambda _event, rulings: received.extend(rulings))
    hands = table.hands
    reporter = StatusReporter(config.table.name, config.table.game, words)

    def tell() -> None:
        view.take_rulings(received)
        received.clear()
        view.show(reporter.table_status(table.core_table, table.panel, ()))

    steps: list[Callable[[], object]] = [
        lambda: hands.press_key(Key.CONFIRM),
        lambda: hands.lay_chip(Place(1, "banker"), Cents(2500)),
        lambda: hands.lay_chip(Place(2, "player"), Cents(100_000)),
        lambda: hands.lay_chip(Place(2, "tie"), Cents(500)),
        lambda: hands.press_key(Key.NO_MORE_BETS),
        *(partial(hands.draw_card, parse_card(name)) for name in ["4S", "KD", "2H", "7C"]),
        lambda: hands.sweep_chips(Place(2, "player"), None),
        lambda: hands.sweep_chips(Place(2, "tie"), None),
        lambda: hands.lay_chip(Place(1, "banker"), Cents(2500)),
        lambda: hands.press_key(Key.CONFIRM),
    ]
    table.power_on()
    tell()
    for step in steps:
        step()
        tell()


@IN_BOTH
def test_round_is_printed_line_by_line(printed_view: PrintedView, language: str) -> None:
    play_a_round(printed_view.view, language)
    assert (
        printed_view.lines()
        == {"fr": FRENCH, "en": ENGLISH, "pt": PORTUGUESE}[language].splitlines()
    )


FRENCH = """\
croupier VERSION, Baccara 1
SIMULATION
Coup 1
Faites vos jeux
Rien ne va plus
Place 1, Banque : 25,00 $
Place 2, Joueur : 1 000,00 $
Place 2, Égalité : 5,00 $
Joueur : 4♠
Banque : R♦
Joueur : 2♥
Banque : 7♣
La Banque gagne, 7 contre 6
Place 1, Banque, 25,00 $ : gagne 25,00 $ (1 à 1), commission 1,50 $
Place 2, Joueur, 1 000,00 $ : perd
Place 2, Égalité, 5,00 $ : perd
Coup 2
Faites vos jeux
"""
ENGLISH = """\
croupier VERSION, Baccara 1
SIMULATION
Round 1
Place your bets
No more bets
Spot 1, Banker: $25.00
Spot 2, Player: $1,000.00
Spot 2, Tie: $5.00
Player: 4♠
Banker: K♦
Player: 2♥
Banker: 7♣
Banker wins, 7 over 6
Spot 1, Banker, $25.00: wins $25.00 (1 to 1), commission $1.50
Spot 2, Player, $1,000.00: loses
Spot 2, Tie, $5.00: loses
Round 2
Place your bets
"""
PORTUGUESE = """\
croupier VERSION, Baccara 1
SIMULAÇÃO
Jogada 1
Façam as vossas apostas
Nada mais
Lugar 1, Banca: 25,00 $
Lugar 2, Jogador: 1 000,00 $
Lugar 2, Empate: 5,00 $
Jogador: 4♠
Banca: K♦
Jogador: 2♥
Banca: 7♣
Ganha a Banca, 7 contra 6
Lugar 1, Banca, 25,00 $: ganha 25,00 $ (1 para 1), comissão 1,50 $
Lugar 2, Jogador, 1 000,00 $: perde
Lugar 2, Empate, 5,00 $: perde
Jogada 2
Façam as vossas apostas
"""
MISHAPS: list[tuple[Ruling, str]] = [
    (Refused(Text("why.not_settled")), "Refusé : Le coup n'est pas réglé"),
    (Undone("no_more_bets"), "Défait : RIEN NE VA PLUS"),
    (
        LateBet(Place(3, "tie"), Cents(500), "added"),
        "Mise tardive, place 3, Égalité : ajout de 5,00 $",
    ),
    (
        LateBet(Place(3, "tie"), None, "removed"),
        "Mise tardive, place 3, Égalité : retrait de jetons",
    ),
    (LateResolved(Place(3, "tie")), "Mise tardive réglée, place 3, Égalité"),
    (CardEntered(), "Carte entrée à la main"),
    (RoundVoided(4), "Coup 4 annulé"),
    (
        FaultShown("shoe", "lost", Text("fault.lost", {"part": Text("part.shoe")})),
        "Alarme : Sabot : ne répond plus",
    ),
    (FaultCleared("shoe", "lost"), "Sabot : panne terminée"),
    (
        BetSettled(Bet(Place(1, "player"), Cents(500)), "push", Cents(500)),
        "Place 1, Joueur, 5,00 $ : nulle",
    ),
]
ANTE = Bet(Place(3, "ante"), Cents(1000))
TICKET = Ticket("SECRETCONTROLNUM", (3, 17, 80), Cents(200), 1, 3, True, Cents(8400), 20_000)
IN_PLAY: list[tuple[Ruling, str]] = [
    (TicketIssued(TICKET), "Billet de 2,00 $ : 3 17 80"),
    (TicketPaid("SECRETCONTROLNUM", Cents(8400)), "Billet payé : 84,00 $"),
    (Decided(3, "hit"), "Place 3 : tirer"),
    (Decided(3, "stand", hand=2), "Place 3, main 2 : arrêter"),
    (Decided(3, "raise", {"raise": Cents(2000)}), "Place 3 : mise additionnelle, 20,00 $"),
    (
        Decided(3, "insurance", {"insurance": Cents(50)}, None, "B"),
        "Place 3 (B) : assurance, 0,50 $",
    ),
    (Decided(0, "set"), "Banque : poser les mains"),
    (
        BetSettled(ANTE, "surrender", Cents(500)),
        "Place 3, Mise initiale, 10,00 $ : abandon, 5,00 $ à rendre",
    ),
    (BetSettled(ANTE, "surrender", Cents(0)), "Place 3, Mise initiale, 10,00 $ : abandon"),
    (
        BetSettled(ANTE, "lose", Cents(500), hand=1),
        "Place 3, main 1, Mise initiale, 10,00 $ : perd, 5,00 $ à rendre",
    ),
    (
        BetSettled(
            Bet(Place(3, "ante"), Cents(0)), "win", Cents(0), Cents(3000), odds="3:1", bonus=True
        ),
        "Place 3, Mise initiale : payé en plus 30,00 $ (3 à 1)",
    ),
    (
        BetSettled(Bet(Place(3, "lucky:5"), Cents(100)), "win", Cents(0), Cents(50_000)),
        "Place 3, Numéro 5, 1,00 $ : lot de 500,00 $",
    ),
    (
        BetSettled(Bet(Place(3, "main"), Cents(100), "B"), "lose", Cents(0)),
        "Place 3 (B), Mise, 1,00 $ : perd",
    ),
]


@pytest.mark.parametrize("language", ["fr"])
@pytest.mark.parametrize(("ruling", "line"), MISHAPS + IN_PLAY)
def test_each_happening_is_a_line(printed_view: PrintedView, ruling: Ruling, line: str) -> None:
    status = msgspec.structs.replace(paying("fr"), cards={})
    printed_view.view.show(status)
    before = len(printed_view.lines())
    printed_view.view.take_rulings([ruling])
    printed_view.view.show(status)
    assert printed_view.lines()[before:] == [line]


@pytest.mark.parametrize("language", ["fr"])
def test_remedy_of_a_fault_printed_once(printed_view: PrintedView) -> None:
    status = msgspec.structs.replace(paying("fr"), cards={}, faults=(fault("lost"),))
    printed_view.view.show(status)
    printed_view.view.show(status)
    assert printed_view.lines().count("À faire : Vérifier le câble et l'alimentation") == 1
