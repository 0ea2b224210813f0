"""How six faults are found and cured, each by what the console itself says.

Whoever is at the table does what the console has had him asked, and tells nothing of his own.
"""

from firmware.core.vocabulary.keys import Key
from tools.session_record import Session

LEAST = ("min_cents = 500\n", "min_cents = 1000\n")
"""The least bet on Tie, before and after."""


def first_account(s: Session) -> None:
    """Make an account at a table that knows nobody, and log in."""
    s.types("status")
    s.types("help")
    s.types("help enrol")
    s.note("Le superviseur tourne sa clé à la table fermée", "The supervisor turns his key")
    with s.people.key_turned():
        s.enrol()
    s.note("Le superviseur reprend sa clé", "The supervisor takes his key back")
    s.log_in()
    s.types("whoami")


def shoe_unplugged(s: Session) -> None:
    """The shoe's cable comes out in a round, and is put back."""
    s.people.open()
    s.people.bet()
    s.people.close_bets()
    s.people.deal(("9S", "3D"))
    s.table.wires["shoe"].unplug()
    s.stops("lost")
    s.table.until(lambda now: any(part.losses > 1 for part in now.parts))
    s.note(
        "Deux cartes sont données quand le câble du sabot sort de sa prise",
        "Two cards are dealt when the shoe's cable comes out of its socket",
    )
    s.meets()
    s.types("status")
    s.types("explain lost")
    s.log_in()
    s.types("parts")
    s.types("test shoe")
    s.note("La fiche du sabot pend : on la remet", "The shoe's plug hangs loose: it is put back")
    s.table.wires["shoe"].plug()
    s.cured("lost")
    s.types("test shoe")
    s.types("faults")
    s.types("status")
    s.note("Le croupier vérifie le tapis : CONFIRMER", "The dealer looks at the felt: CONFIRM")
    s.people.confirm_felt()
    s.people.deal(("KH", "4C"))
    s.people.settle()
    s.note("Le coup est joué et payé", "The round is played and paid")
    s.types("status")


def light_chip_dead(s: Session) -> None:
    """A PCA9685 is silent, and is exchanged."""
    lights = s.table.sim.chips["lights"][1]
    s.table.sim.i2c.unplugged.add(lights)
    s.stops("lost")
    s.note("La table, fermée, s'est arrêtée", "The table, closed, has stopped")
    s.meets()
    s.types("status")
    s.types("explain lost")
    s.log_in()
    s.types("parts")
    s.types("scan")
    s.note("On change le circuit à 0x41", "The chip at 0x41 is exchanged")
    lights.reset()
    s.table.sim.i2c.unplugged.discard(lights)
    s.types("reinit lights")
    s.types("test lights")
    s.types("scan")
    s.cured("lost")
    s.types("faults")
    s.note("Le croupier vérifie le tapis : CONFIRMER", "The dealer looks at the felt: CONFIRM")
    s.people.confirm_felt()
    s.types("status")
    s.people.open()
    s.plays_on()


def stuck_key(s: Session) -> None:
    """A key of the panel stays down, and is freed."""
    s.people.open()
    s.table.sim.hold_key(Key.VOID_ROUND)
    s.stops("stuck_key")
    s.note("Entre deux coups, une touche ne remonte plus", "Between rounds, a key stays down")
    s.meets()
    s.types("status")
    s.types("explain stuck_key")
    s.log_in()
    s.watches("watch keys", lambda: s.table.sim.release_key(Key.VOID_ROUND))
    s.note(
        "Pendant que défilaient les trames, on a soulevé et nettoyé la touche",
        "While the frames went by, the key was lifted out and cleaned",
    )
    s.cured("stuck_key")
    s.types("faults")
    s.types("status")
    s.plays_on()


def wrong_deck(s: Session) -> None:
    """The first card of a round is of another batch; the right deck is loaded."""
    s.people.open()
    s.people.bet()
    s.people.close_bets()
    s.people.draw_foreign()
    s.stops("wrong_batch")
    s.note("La première carte du coup arrête le jeu", "The first card of the round stops the deal")
    s.meets()
    s.types("status")
    s.types("explain wrong_batch")
    s.log_in()
    s.types("config show shoe")
    s.note(
        "Un autre paquet est chargé : on retire la carte, puis le paquet, et charge le bon",
        "Another deck was loaded: card and deck are taken out, and the right one is loaded",
    )
    s.people.take_card()
    s.note("Le superviseur tourne sa clé : EFFACER", "The supervisor turns his key: CLEAR")
    s.people.clear()
    s.cured("wrong_batch")
    s.types("faults")
    s.types("status")
    s.note("Le croupier vérifie le tapis : CONFIRMER", "The dealer looks at the felt: CONFIRM")
    s.people.confirm_felt()
    s.people.deal()
    s.people.settle()
    s.note("Le coup est joué et payé", "The round is played and paid")


def copy_lost(s: Session) -> None:
    """The table was started without the disk of the second copy; it is put back."""
    s.table.stop()
    s.table.pull_disk()
    s.table.start()
    s.stops("copy_lost")
    s.people.open()
    s.note("La table joue, mais un avis reste affiché", "The table plays, but a notice stays lit")
    s.meets()
    s.types("status")
    s.types("explain copy_lost")
    s.log_in()
    s.types("logs")
    s.note(
        "Le disque de la seconde copie est débranché : on le rebranche",
        "The second copy's disk is not plugged in: it is",
    )
    s.table.plug_disk()
    s.answers("restart", ":", s.table.config.table.name)
    s.cured("copy_lost")
    s.types("faults")
    s.types("status")
    s.note("Le croupier vérifie le tapis : CONFIRMER", "The dealer looks at the felt: CONFIRM")
    s.people.confirm_felt()
    s.plays_on()


def config_mismatch(s: Session) -> None:
    """The configuration was changed by hand with the service stopped; the change was meant."""
    s.table.stop()
    s.table.edit(*LEAST)
    s.table.start()
    s.stops("config_changed")
    s.note("La table, remise en marche, ne joue pas", "The table, started again, doesn't play")
    s.meets()
    s.types("status")
    s.types("explain config_changed")
    s.log_in()
    s.types("config show")
    s.note(
        "La direction l'a voulu : la mise minimale de l'Égalité passe à 10 $",
        "The management meant it: the least bet on Tie becomes $10",
    )
    s.types("config check")
    s.agrees("seal")
    s.types("clear")
    s.note("Le superviseur tourne sa clé : EFFACER", "The supervisor turns his key: CLEAR")
    s.people.clear()
    s.cured("config_changed")
    s.types("faults")
    s.types("status")
    s.note("Le croupier vérifie le tapis : CONFIRMER", "The dealer looks at the felt: CONFIRM")
    s.people.confirm_felt()
    s.people.open()
    s.plays_on()
