"""The bets of a round by chance: laid once, waited for, and closed, not always rightly."""

from typing import Final

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.status import Status
from sim.people.by_chance.dealer import RandomDealer
from sim.people.by_chance.mishaps import MishapChance
from sim.people.by_chance.players import Stake, TablePlayers
from sim.people.person import Person
from sim.people.status_queries import bets_shown, carried_bets

BETTING_MS: Final = 8000
CLOSING_MS: Final = 2500


class Betting:
    """Makes the players bet; at once if another process deals the cards."""

    def __init__(
        self,
        person: Person,
        players: TablePlayers,
        dealer: RandomDealer | None,
        mishap_chance: MishapChance,
        *,
        deals_cards: bool,
    ) -> None:
        self.betting_round = 0
        """The round in which bets were laid last."""
        self._person = person
        self._actor = person.actor
        self._player_chips = person.player_chips
        self._layout = person.layout
        self._players = players
        self._dealer = dealer
        self._mishap_chance = mishap_chance
        self._deals_cards = deals_cards

    def take_bets(self, status: Status) -> None:
        """Have the bets laid, and close them; occasionally a player leaves who owes commission."""
        owed = Key.COLLECT_COMMISSION in status.keys
        if owed and self._mishap_chance.should_happen("player_leaves"):
            self._actor.press_key(Key.COLLECT_COMMISSION)
        elif self.are_bets_laid(status):
            self._close_bets()

    def are_bets_laid(self, status: Status) -> bool:
        """Make the players bet once a round; return whether the table has read all bets."""
        amounts_on_felt = self._player_chips.amounts_on_felt()
        if self.betting_round != status.round or not (
            self._layout.game.REOPENS_SILENTLY or amounts_on_felt
        ):
            self.betting_round = status.round
            self._begin_round(status)
            self._lay_stakes()
        return (
            self._actor.wait_until(self._are_bets_read)
            and self._actor.read_status().ask.do is status.ask.do
        )

    def _begin_round(self, status: Status) -> None:
        self._person.payer.begin_round()
        # The people have a game of their own to tell legal bets: it must know of earlier rounds.
        self._layout.game.remember(_round_memory(status))
        if self._dealer:
            self._dealer.begin_round(status)

    def _lay_stakes(self) -> None:
        stakes = self._players.stakes(self._dealer.bank_spot if self._dealer else None)
        for stake in stakes:
            if self._deals_cards:
                self._actor.pause(BETTING_MS // len(stakes))
            self._player_chips.lay(*stake)
        if (
            stakes
            and self._layout.amounts.by_reader
            and self._mishap_chance.should_happen("mistaken_bet")
        ):
            self.lay_mistake(self._players.mistaken_stake(stakes))

    def lay_mistake(self, stake: Stake) -> None:
        """Make an illegal bet, and wait for the refusal."""
        prompt = self._actor.read_status().ask
        self._player_chips.lay(*stake)
        self._actor.wait_until(lambda status: status.ask != prompt)

    def _are_bets_read(self, status: Status) -> bool:
        fault_lit = any(displayed.light == "fault" for displayed in status.spots.values())
        may_close = (
            Key.NO_MORE_BETS in status.keys or self._layout.game.THROW_CLOSES_BETS or fault_lit
        )
        displayed, amounts_on_felt = bets_shown(status), self._player_chips.amounts_on_felt()
        places_match = displayed.keys() == amounts_on_felt.keys()
        return (
            may_close
            and places_match
            and (not self._layout.amounts.are_known or displayed == amounts_on_felt)
        )

    def _close_bets(self) -> None:
        self._actor.pause(CLOSING_MS if self._deals_cards else 0)
        if self._dealer and self._dealer.closes_by_card():
            return
        is_closed = self._actor.press_key(Key.NO_MORE_BETS)
        if is_closed and self._mishap_chance.should_happen("undone"):
            self._actor.pause(CLOSING_MS)
            self._actor.press_key(Key.UNDO)


def _round_memory(status: Status) -> dict[str, object]:
    """Return the players' memory of earlier rounds: carried-over bets, the point."""
    carried = carried_bets(status).items()
    carried_rows = [[*place, bettor, cents] for (place, bettor), cents in carried]
    return {"carried": carried_rows, "point": status.game_values.get("point", {}).get("number")}
