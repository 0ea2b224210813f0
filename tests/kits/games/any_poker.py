"""Arbitrary evenings at a poker table, by a seed: mostly what is due, sometimes anything."""

from collections.abc import Iterator
from random import Random
from typing import Any

from firmware.core.poker_room.engine import acts
from firmware.core.poker_room.engine.acts import PokerAct
from firmware.core.poker_room.engine.betting_order import player_to_act
from firmware.core.poker_room.engine.engine import PokerEngine
from firmware.core.poker_room.engine.limits import bet_range_of
from firmware.core.poker_room.engine.posting import owed_blinds
from firmware.core.poker_room.engine.rulings import JackpotDropped, PotClosed
from firmware.core.poker_room.engine.showdown import next_to_show
from firmware.core.poker_room.engine.state import GameStage, PokerGame, PokerState
from firmware.core.poker_room.engine.streets import due_street
from firmware.core.poker_room.engine.terms import PokerTerms, read_terms
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.rulings import Ruling

DECISIONS = ("fold", "check", "call", "call", "bet", "raise", "all_in", "bring_in")
FIXED = {"limit": "fixed", "bets": [200, 400]}


def any_terms(chance: Random) -> PokerTerms:
    """Return a table of any of the games."""
    poker = chance.choice(["holdem", "omaha", "omaha-hi-lo", "stud", "stud-hi-lo", "razz"])
    options: dict[str, Any] = {"poker": poker, "ante": chance.choice([0, 100])}
    options["readers"] = chance.choice(["board", "seats"])
    options["commission"] = {"percent": chance.choice([0, 10]), "cap": chance.choice([None, 300])}
    if options["ante"]:
        options["jackpot_drop"] = [[1000, 100], [4000, 200]]
    if poker in ("stud", "stud-hi-lo", "razz"):
        return read_terms("poker-room", {**options, **FIXED, "bring_in": 100})
    options |= chance.choice([{}, {"limit": "pot"}, FIXED])
    options["ante_by"] = chance.choice(["each", "big_blind"])
    return read_terms("poker-room", {**options, "straddle": chance.random() < 0.3})


class Evening:
    """A table and somebody who does anything at it."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self.table = PokerEngine(any_terms(self._chance))
        self._pack: list[Card] = []

    def play(self, count: int) -> Iterator[tuple[PokerAct, PokerState, tuple[Ruling, ...]]]:
        """Do so many acts; yield each with the state before and the rulings."""
        for step in range(1, count + 1):
            before, act = self.table.poker_state, self._act()
            yield act, before, self.table.handle(act, step)

    def _act(self) -> PokerAct:
        room, chance = self.table.poker_state, self._chance
        if room.alarm:
            return self._in_alarm(room.game)
        if room.game is None:
            self._pack = chance.sample(FULL_PACK, len(FULL_PACK))
            return self._between_games()
        if chance.random() < 0.1:
            return self._out_of_order(room.game)
        return self._due(room, room.game)

    def _in_alarm(self, game: PokerGame | None) -> PokerAct:
        four = (*game.board, game.fourth_card) if game and game.fourth_card else FULL_PACK
        return self._chance.choice(
            [
                *(acts.Misdeal(), acts.TakeBack(), acts.VoidGame(), acts.PassTime(9)),
                acts.Scramble(self._chance.choice(four)),
            ]
        )

    def _between_games(self) -> PokerAct:
        chance, spot = self._chance, self._chance.randint(1, 10)
        return chance.choice(
            [
                acts.Post(),
                acts.Post(),
                acts.SitDown(spot, 100 * chance.randint(1, 60)),
                acts.SitOut(spot, chance.random() < 0.3),
                chance.choice([acts.Leave(spot), acts.PlaceButton(spot), acts.PassTime(900)]),
            ]
        )

    def _out_of_order(self, game: PokerGame) -> PokerAct:
        chance, spot = self._chance, self._chance.choice(list(game.hands))
        return chance.choice(
            [
                acts.UndoKey(),
                acts.UndoKey(),
                acts.TakeBack(whole_street=chance.random() < 0.5),
                acts.Muck(spot),
                acts.Expose(chance.choice(FULL_PACK), chance.choice([None, spot])),
                acts.FaceUp(chance.choice(FULL_PACK)),
                chance.choice([acts.Misdeal(), acts.CallClock(), acts.Burn(), acts.VoidGame()]),
            ]
        )

    def _due(self, room: PokerState, game: PokerGame) -> PokerAct:
        unread = [s for s in game.live_spots if len(game.hands[s].read) < game.hands[s].down]
        if room.terms.readers == "seats" and unread and self._chance.random() < 0.8:
            return acts.ReadHole(unread[0], self._hole(game, unread[0]))
        match game.stage:
            case GameStage.OVER:
                return acts.Confirm()
            case GameStage.SHOWDOWN:
                return self._show(game, next_to_show(game) or 0)
            case GameStage.BETTING:
                return self._decide(room, game, player_to_act(room) or 0)
        return self._deal(room, game)

    def _hole(self, game: PokerGame, spot: int) -> tuple[Card, ...]:
        hand = game.hands[spot]
        seen = tuple(dict.fromkeys((*hand.read, *hand.exposed)))
        return (*seen, *self._pack)[: hand.down] if len(seen) < hand.down else seen

    def _show(self, game: PokerGame, spot: int) -> PokerAct:
        if self._chance.random() < 0.3 or len(self._pack) < 4:
            return acts.Muck(spot)
        cards = self._hole(game, spot)
        self._pack = [card for card in self._pack if card not in cards]
        return acts.Show(spot, cards)

    def _decide(self, room: PokerState, game: PokerGame, spot: int) -> PokerAct:
        do = self._chance.choice(DECISIONS)
        if do not in ("bet", "raise"):
            return acts.PlayerDecision(spot, do)
        try:
            bets = bet_range_of(room, game, spot)
        except Forbidden:
            return acts.PlayerDecision(spot, do, 400)
        return acts.PlayerDecision(
            spot, do, self._chance.choice([*bets, 100 * self._chance.randint(1, 80)])
        )

    def _deal(self, room: PokerState, game: PokerGame) -> PokerAct:
        street = due_street(room.terms.variant, game)
        if street is None or not self._pack:
            return acts.VoidGame()
        if street.burn and not game.is_burned and not game.cards_faced:
            return acts.Burn()
        if not street.down or game.dealt_down:
            return acts.FaceUp(self._pack.pop())
        owing = [s for s in room.seats if game.streets_complete == 0 and owed_blinds(room, s)]
        if owing and self._chance.random() < 0.6:
            on, cents = next(iter(owed_blinds(room, owing[0]).items()))
            return acts.PostBlind(owing[0], on, cents)
        return acts.DealDown(street.down * len(game.live_spots) + (self._chance.random() < 0.03))


def chips(room: PokerState) -> int:
    """Return all chips of the players, in their stacks and in play."""
    game = room.game
    in_play = game.total_pot_cents if game and game.stage is not GameStage.OVER else 0
    return in_play + sum(seat.cents for seat in room.seats.values())


def dropped(rulings: tuple[Ruling, ...]) -> int:
    """Return the commission that was taken."""
    closed = sum(ruling.commission for ruling in rulings if isinstance(ruling, PotClosed))
    return closed + sum(drop.cents for drop in rulings if isinstance(drop, JackpotDropped))
