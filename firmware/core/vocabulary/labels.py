"""The message keys of games, bets' signs, panel keys, doors, lights and self-tests, each a literal.

A whole key of `firmware/words` is found here by a search, with the value that it names.
"""

from collections.abc import Mapping
from typing import Final

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import SpotLight, Text

GAME_LABELS: Final[Mapping[str, str]] = {
    "baccarat": "game.baccarat",
    "blackjack": "game.blackjack",
    "blackjack-multi-action": "game.blackjack-multi-action",
    "boston-poker": "game.boston-poker",
    "caribbean-stud": "game.caribbean-stud",
    "casino-war": "game.casino-war",
    "craps": "game.craps",
    "crazy-four-poker": "game.crazy-four-poker",
    "four-card-poker": "game.four-card-poker",
    "holdem-tournament": "game.holdem-tournament",
    "keno": "game.keno",
    "pai-gow": "game.pai-gow",
    "pai-gow-poker": "game.pai-gow-poker",
    "poker-3-5-7": "game.poker-3-5-7",
    "poker-grand-prix": "game.poker-grand-prix",
    "poker-room": "game.poker-room",
    "red-dog": "game.red-dog",
    "roulette": "game.roulette",
    "sic-bo": "game.sic-bo",
    "super-pan-9": "game.super-pan-9",
    "three-card-poker": "game.three-card-poker",
    "ultimate-holdem": "game.ultimate-holdem",
    "wheel-of-fortune": "game.wheel-of-fortune",
}
"""The name of a game by its word in a configuration."""

KEY_LABELS: Final[Mapping[str, str]] = {
    Key.NO_MORE_BETS: "ui.key.no_more_bets",
    Key.CONFIRM: "ui.key.confirm",
    Key.UNDO: "ui.key.undo",
    Key.NEXT_PAYMENT: "ui.key.next",
    Key.CARDS_SHUFFLED: "ui.key.shuffled",
    Key.VOID_ROUND: "ui.key.void",
    Key.RESOLVE_LATE: "ui.key.resolve",
    Key.ENTER_CARD: "ui.key.enter",
    Key.NEXT_RANK: "ui.key.rank",
    Key.NEXT_SUIT: "ui.key.suit",
    Key.CLEAR_FAULTS: "ui.key.clear",
    Key.CUT_CARD: "ui.key.cut_card",
    Key.START_SHUFFLER: "ui.key.shuffle",
    Key.NEXT_PLACE: "ui.key.place",
    Key.EMPTY_PLACE: "ui.key.empty",
    Key.CHIP_1: "ui.key.chip_1",
    Key.CHIP_2: "ui.key.chip_2",
    Key.CHIP_3: "ui.key.chip_3",
    Key.CHIP_4: "ui.key.chip_4",
    Key.CHIP_5: "ui.key.chip_5",
    Key.CHIP_6: "ui.key.chip_6",
    Key.CHIP_7: "ui.key.chip_7",
    Key.CHIP_8: "ui.key.chip_8",
    Key.HIT: "ui.key.hit",
    Key.STAND: "ui.key.stand",
    Key.DOUBLE: "ui.key.double",
    Key.SPLIT: "ui.key.split",
    Key.INSURANCE: "ui.key.insurance",
    Key.NO_INSURANCE: "ui.key.no_insurance",
    Key.DRAW_CARD: "ui.key.draw",
    Key.RAISE: "ui.key.raise",
    Key.CHECK: "ui.key.check",
    Key.FOLD: "ui.key.fold",
    Key.RETAIN_BET: "ui.key.keep",
    Key.WITHDRAW_BET: "ui.key.withdraw",
    Key.GO_TO_WAR: "ui.key.war",
    Key.SURRENDER: "ui.key.surrender",
    Key.SET_LOW_HAND: "ui.key.set",
    Key.TAKE_BANK: "ui.key.bank",
    Key.REQUEST_NUMBER: "ui.key.number",
    Key.CHOOSE_SHOOTER: "ui.key.shooter",
    Key.PICK_CARD: "ui.key.pick",
    Key.DIGIT_0: "ui.key.digit_0",
    Key.DIGIT_1: "ui.key.digit_1",
    Key.DIGIT_2: "ui.key.digit_2",
    Key.DIGIT_3: "ui.key.digit_3",
    Key.DIGIT_4: "ui.key.digit_4",
    Key.DIGIT_5: "ui.key.digit_5",
    Key.DIGIT_6: "ui.key.digit_6",
    Key.DIGIT_7: "ui.key.digit_7",
    Key.DIGIT_8: "ui.key.digit_8",
    Key.DIGIT_9: "ui.key.digit_9",
    Key.END_NUMBER: "ui.key.result",
    Key.NO_RESULT: "ui.key.no_result",
    Key.TOGGLE_WORKING: "ui.key.working",
    Key.COLOUR_PRICE: "ui.key.price",
    Key.START_SPIN: "ui.key.spin",
    Key.DICE_CHANGED: "ui.key.dice_changed",
    Key.COLLECT_COMMISSION: "ui.key.commission",
    Key.CALL: "ui.key.call",
    Key.BET: "ui.key.bet",
    Key.ALL_IN: "ui.key.all_in",
    Key.BRING_IN: "ui.key.bring_in",
    Key.LEAST_BET: "ui.key.least",
    Key.HALF_POT: "ui.key.half_pot",
    Key.POT_BET: "ui.key.pot",
    Key.POST_BLINDS: "ui.key.post",
    Key.STRADDLE: "ui.key.straddle",
    Key.CARDS_DEALT: "ui.key.dealt",
    Key.BURN_CARD: "ui.key.burn",
    Key.SHOW_HAND: "ui.key.show",
    Key.MUCK_HAND: "ui.key.muck",
    Key.EXPOSE_CARD: "ui.key.expose",
    Key.MISDEAL: "ui.key.misdeal",
    Key.TAKE_CARD_BACK: "ui.key.take_back",
    Key.CORRECT_STACK: "ui.key.correct",
    Key.REVIVE_HAND: "ui.key.revive",
    Key.RECALL_GAME: "ui.key.recall",
    Key.CALL_CLOCK: "ui.key.clock",
    Key.SIT_DOWN: "ui.key.sit_down",
    Key.LEAVE_SEAT: "ui.key.leave",
    Key.TAKE_CHIPS_OFF: "ui.key.take_off",
    Key.SIT_OUT: "ui.key.sit_out",
    Key.MOVE_BUTTON: "ui.key.button",
}
"""The label of a key of the dealer's panel."""

DOOR_LABELS: Final[Mapping[str, str]] = {
    "logic": "ui.door.logic",
    "shoe": "ui.door.shoe",
}
"""The name of a door, one of `events.Door`, which would take long to import."""

PROOF_LABELS: Final[Mapping[str | None, str]] = {
    "proven": "proof.proven",
    "answers": "proof.answers",
    "listens": "proof.listens",
    "blind": "proof.blind",
    None: "proof.untested",
}
"""How much a part's last self-test has proven, one of `drivers.part.Proof`; None without a test."""

LIGHT_LABELS: Final[Mapping[str, str]] = {
    SpotLight.AWAITING: "view.light.awaiting",
    SpotLight.PLACED: "view.light.placed",
    SpotLight.NONE: "view.light.none",
    SpotLight.LOCKED: "view.light.locked",
    SpotLight.WIN: "view.light.win",
    SpotLight.LOSE: "view.light.lose",
    SpotLight.PUSH: "view.light.push",
    SpotLight.LATE: "view.light.late",
    SpotLight.FAULT: "view.light.fault",
}
"""The state of a spot's light."""

BET_SIGNS: Final[Mapping[str, str]] = {
    "aces_up": "view.sign.aces_up",
    "ante": "view.sign.ante",
    "any_7": "view.sign.any_7",
    "any_craps": "view.sign.any_craps",
    "any_triple": "view.sign.any_triple",
    "banker": "view.sign.banker",
    "big": "view.sign.big",
    "black": "view.sign.black",
    "blind": "view.sign.blind",
    "bonus": "view.sign.bonus",
    "buy": "view.sign.buy",
    "column": "view.sign.column",
    "come": "view.sign.come",
    "come_odds": "view.sign.come_odds",
    "corner": "view.sign.corner",
    "craps": "view.sign.craps",
    "dont_come": "view.sign.dont_come",
    "dont_come_odds": "view.sign.dont_come_odds",
    "dont_pass": "view.sign.dont_pass",
    "dont_pass_odds": "view.sign.dont_pass_odds",
    "double": "view.sign.double",
    "dozen": "view.sign.dozen",
    "duo": "view.sign.duo",
    "eleven": "view.sign.eleven",
    "even": "view.sign.even",
    "field": "view.sign.field",
    "first": "view.sign.first",
    "five": "view.sign.five",
    "hard": "view.sign.hard",
    "high": "view.sign.high",
    "hop": "view.sign.hop",
    "horn": "view.sign.horn",
    "insurance": "view.sign.insurance",
    "lay": "view.sign.lay",
    "low": "view.sign.low",
    "lucky": "view.sign.lucky",
    "main": "view.sign.main",
    "odd": "view.sign.odd",
    "on": "view.sign.on",
    "over_13": "view.sign.over_13",
    "pair_plus": "view.sign.pair_plus",
    "pass": "view.sign.pass",
    "pass_odds": "view.sign.pass_odds",
    "place": "view.sign.place",
    "player": "view.sign.player",
    "progressive": "view.sign.progressive",
    "queens_up": "view.sign.queens_up",
    "raise": "view.sign.raise",
    "red": "view.sign.red",
    "remaining_26": "view.sign.remaining_26",
    "remaining_over_26": "view.sign.remaining_over_26",
    "remaining_under_26": "view.sign.remaining_under_26",
    "second": "view.sign.second",
    "seven": "view.sign.seven",
    "sevens": "view.sign.sevens",
    "single": "view.sign.single",
    "six_line": "view.sign.six_line",
    "small": "view.sign.small",
    "split": "view.sign.split",
    "straight": "view.sign.straight",
    "street": "view.sign.street",
    "sum": "view.sign.sum",
    "super_bonus": "view.sign.super_bonus",
    "third": "view.sign.third",
    "three": "view.sign.three",
    "three_way": "view.sign.three_way",
    "thrice": "view.sign.thrice",
    "ticket": "view.sign.ticket",
    "tie": "view.sign.tie",
    "top_line": "view.sign.top_line",
    "triple": "view.sign.triple",
    "trips": "view.sign.trips",
    "twelve_to_sixteen": "view.sign.twelve_to_sixteen",
    "twice": "view.sign.twice",
    "under_13": "view.sign.under_13",
    "war": "view.sign.war",
    "world": "view.sign.world",
}
"""The short sign of a bet, without its argument, where its name has no room."""


def game_label(game: str) -> Text:
    """Return the name of a game; a game of another program's has its word as the key."""
    return Text(GAME_LABELS.get(game, game))


def proof_label(proof: str | None) -> Text:
    """Return how much a self-test has proven; a proof that only another program knows is none."""
    return Text(PROOF_LABELS.get(proof, PROOF_LABELS[None]))


def key_label(key: str) -> Text:
    """Return the label of a key; a key that only another program knows has its word as the key."""
    return Text(KEY_LABELS.get(key, key))
