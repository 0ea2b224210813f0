"""Mistakes at a poker table and how they are put right, each as steps that follow one another.

A mistake yields a step at a time and looks at the table again for the next. After its last step all
is as if it had not been; only the facts that came to stand have been added to `facts`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tests.kits.games.poker_room.decisions import decisions, mucks
from tests.kits.games.poker_room.evening import Evening
from tests.kits.games.poker_room.game import Game
from tests.kits.games.poker_room.table import Step

BURN: Step = {"burn": True}
UNDO: Step = {"press": "undo"}
TAKE_BACK: Step = {"press": "take_back"}
Mistake = Iterator[Step]


@dataclass
class Mistakes:
    """Those that can be made now, by chance."""

    evening: Evening
    chance: Random
    facts: list[Step]
    """The script without mistakes."""
    deck: list[str]
    held: Mapping[int, Sequence[str]]

    @property
    def game(self) -> Game:
        game = self.evening.table.game
        assert game
        return game

    def any(self) -> Mistake:
        """Return one of a kind that the moment allows."""
        game = self.game
        kinds: list[Callable[[], Mistake]] = [self.exposes]
        if game.down_due and not game.burned:
            kinds += [self.deals_another_number, self.deals_too_early]
        elif game.phase == "cards" and game.due and self._is_whole_street_due:
            kinds += [self.names_other_cards, self.names_a_known_card, self.names_other_cards]
            kinds += [self.forgets_the_burn] if game.street and not game.burned else []
            kinds += [self.deals_four_on_the_flop] * (3 * self._is_flop_due)
        elif game.phase == "bets":
            kinds = [self.decides_otherwise, self.decides_otherwise, self.deals_early]
            kinds += [self.throws_a_hand_in, self.exposes]
        elif game.phase in ("showdown", "won"):
            kinds = [self.shows_other_cards, self.shows_other_cards, self.throws_a_hand_in]
        return self.chance.choice(kinds)()

    @property
    def _is_whole_street_due(self) -> bool:
        return self.game.due == self.game.due_face_up() and not self.game.burned

    @property
    def _is_flop_due(self) -> bool:
        """Say whether the flop comes, after a burn."""
        return self.game.street == 1 and not self.game.options.stud and not self.game.burn_free

    # cards

    def deals_another_number(self) -> Mistake:
        yield from self._burn()
        count = self.game.down_due
        yield {"deal": max(0, count + self.chance.choice((-2, -1, 1, 2)))}
        yield TAKE_BACK

    def deals_too_early(self) -> Mistake:
        yield from self._burn()
        yield {"deal": self.game.down_due}
        yield from self._decides_and_undoes(self.chance.choice((0, 0, 1, 3)))
        yield TAKE_BACK

    def names_other_cards(self) -> Mistake:
        """Name other cards, in one step or several; go on, then find out."""
        steps, left = 0, self.chance.sample(self.deck, len(self.deck))
        while self.game.phase == "cards" and 0 < self.game.due <= len(left):
            yield from self._burn()
            others = [left.pop() for _ in range(self.game.due)]
            at = self.chance.randint(1, len(others)) if self.chance.random() < 0.3 else len(others)
            for cards in filter(None, (others[:at], others[at:])):
                yield {"cards": cards}
                steps += 1
            if self.chance.random() < 0.5:
                break
        yield from self._decides_and_undoes(self.chance.choice((0, 0, 1, 2, 5)))
        for _ in range(steps):
            yield TAKE_BACK

    def names_a_known_card(self) -> Mistake:
        game = self.game
        known = [*game.board, *(card for held in game.up.values() for card in held)]
        if not known:
            return
        if game.street and not game.burn_free:
            self.facts.append(BURN)
            yield BURN
        yield {"card": self.chance.choice(known)}
        yield TAKE_BACK

    def forgets_the_burn(self) -> Mistake:
        if not self.game.burn_free:
            yield from self._too_early({"cards": self.chance.sample(self.deck, self.game.due)})

    def deals_early(self) -> Mistake:
        """Deal before the betting is over."""
        if self.chance.random() < 0.4 and not self.game.burned:
            yield BURN
        count = self.chance.randint(1, 3)
        yield from self._too_early({"cards": self.chance.sample(self.deck, count)})

    def _too_early(self, cards: Step) -> Mistake:
        """Take cards back; after an undecided flop they were its fourth, and it comes again."""
        flop = [*self.game.board] if self.game.is_flop_open else []
        yield cards
        yield TAKE_BACK
        if flop:
            yield {"cards": flop}

    def deals_four_on_the_flop(self) -> Mistake:
        yield from self._burn()
        four = self.chance.sample(self.deck, 4)
        apart = self.chance.choice((4, 3, 3))
        for cards in filter(None, (four[:apart], four[apart:])):
            yield {"cards": cards}
        if self.chance.random() < 0.5:
            yield TAKE_BACK
            return
        burned = self.chance.choice(four)
        flop = [card for card in four if card != burned]
        self.deck[:] = [card for card in self.deck if card not in four]
        yield {"scramble": burned}
        self.facts += [BURN, {"cards": flop}]

    def exposes(self) -> Mistake:
        game, card = self.game, self.chance.choice(self.deck or ["AS"])
        spot = self.chance.choice([None, *game.dealt_in])
        yield {"expose": {"card": card, **({} if spot is None else {"spot": spot})}}
        if self._has_exposed(card):
            yield TAKE_BACK

    def _has_exposed(self, card: str) -> bool:
        table = self.evening.table
        return bool(table.alarm) or (table.game is not None and card in table.game.exposed)

    def _burn(self) -> Mistake:
        game = self.game
        is_whole = game.phase == "cards" and game.due == game.due_face_up()
        if is_whole and game.street and not game.burn_free and not game.burned:
            yield BURN

    # decisions and hands

    def decides_otherwise(self) -> Mistake:
        yield from self._decides_and_undoes(self.chance.choice((1, 1, 2, 4)))

    def _decides_and_undoes(self, count: int) -> Mistake:
        decided = 0
        while self.game.phase == "bets" and decided < count:
            yield self.chance.choice(list(decisions(self.game, self.chance)))
            decided += 1
        for _ in range(decided):
            yield UNDO

    def throws_a_hand_in(self) -> Mistake:
        able = sorted(self.game.hands - self.game.mucked - {*self.game.shown})
        if self.game.phase != "won" and able:
            spot = self.chance.choice(able)
            step = mucks(self.game, spot, self.chance)
            yield step
            if spot not in self.game.must_show:
                yield UNDO

    def shows_other_cards(self) -> Mistake:
        """Show a hand with a card that is not its own, go on, then find out."""
        shown = 0
        for spot in self.chance.sample(sorted(self.game.hands), len(self.game.hands)):
            if not self.game.can_show(spot):
                continue
            cards = [*self.held[spot]]
            cards[self.chance.randrange(len(cards))] = self.chance.choice(self.deck or ["AS"])
            yield {"show": {"spot": spot, "cards": cards}}
            if self.evening.table.alarm or spot not in self.game.shown:
                break
            shown += 1
            if self.chance.random() < 0.5:
                break
        if self.evening.table.alarm:
            yield TAKE_BACK
        for _ in range(shown):
            yield TAKE_BACK
