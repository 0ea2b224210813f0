// @ts-check
// The message keys that this page chooses by a name, each written out, so that a search for a key finds
// its use. tests/sim/web/page/test_web_page_files.py checks that they are those of the words.

/** Suits, spelled out. */
/** @type {Record<string, string>} */
export const SUIT_NAMES = {
  C: "web.pack.suits.C",
  D: "web.pack.suits.D",
  H: "web.pack.suits.H",
  S: "web.pack.suits.S",
};

/** Displays. */
/** @type {Record<string, string>} */
export const DISPLAY_KEYS = {
  dark: "web.displays.dark",
  dealer_display: "web.displays.dealer_display",
  payout_display: "web.displays.payout_display",
};

/** Headings of the panel that shows the inside. */
/** @type {Record<string, string>} */
export const INSIDE_KEYS = {
  counters: "web.inside.counters",
  events: "web.inside.events",
  machine: "web.inside.machine",
  wires: "web.inside.wires",
};

/** Kinds of event. */
/** @type {Record<string, string>} */
export const EVENT_KIND_KEYS = {
  card: "web.inside.kind.card",
  chips: "web.inside.kind.chips",
  fault: "web.inside.kind.fault",
  key: "web.inside.kind.key",
  note: "web.inside.kind.note",
  result: "web.inside.kind.result",
  ruling: "web.inside.kind.ruling",
  table: "web.inside.kind.table",
};

/** Columns of the tables inside. */
/** @type {Record<string, string>} */
export const COLUMN_KEYS = {
  at: "web.inside.head.at",
  errors: "web.inside.head.errors",
  event: "web.inside.head.event",
  in: "web.inside.head.in",
  kind: "web.inside.head.kind",
  losses: "web.inside.head.losses",
  mended: "web.inside.head.mended",
  octets: "web.inside.head.octets",
  on: "web.inside.head.on",
  out: "web.inside.head.out",
  part: "web.inside.head.part",
  parts: "web.inside.head.parts",
  said: "web.inside.head.said",
  time: "web.inside.head.time",
  to: "web.inside.head.to",
  transfers: "web.inside.head.transfers",
  trip: "web.inside.head.trip",
  way: "web.inside.head.way",
  when: "web.inside.head.when",
};

/** Directions of a frame. */
/** @type {Record<string, string>} */
export const DIRECTION_KEYS = {
  dropped: "web.inside.way.dropped",
  in: "web.inside.way.in",
  out: "web.inside.way.out",
};

/** Phases. */
/** @type {Record<string, string>} */
export const PHASE_KEYS = {
  closed: "web.inside.phase.closed",
  fault: "web.inside.phase.fault",
  open: "web.inside.phase.open",
  round: "web.inside.phase.round",
  shoe_change: "web.inside.phase.shoe_change",
};

/** Several keys in one arrow of the diagram. */
/** @type {Record<string, string>} */
export const ANY_KEY_KEYS = {
  any_chip: "web.inside.any_chip",
  any_digit: "web.inside.any_digit",
};

/** Buttons of the shoe. */
/** @type {Record<string, string>} */
export const SHOE_KEYS = {
  choose: "web.shoe.choose",
  cut: "web.shoe.cut",
  draw: "web.shoe.draw",
  enter: "web.shoe.enter",
  left: "web.shoe.left",
  shuffle: "web.shoe.shuffle",
  tiles: "web.shoe.tiles",
  unread: "web.shoe.unread",
};

/** What the shoe's texts are where tiles are dealt. */
/** @type {Record<string, string>} */
export const TILE_KEYS = {
  choose: "web.shoe.of_tiles.choose",
  draw: "web.shoe.of_tiles.draw",
  enter: "web.shoe.of_tiles.enter",
  left: "web.shoe.of_tiles.left",
};

/** Texts on the felt. */
/** @type {Record<string, string>} */
export const FELT_KEYS = {
  last: "web.felt.last",
  shown: "web.felt.shown",
};

/** Marks of the legend. */
/** @type {Record<string, string>} */
export const MARK_KEYS = {
  held: "web.felt.mark.held",
  lose: "web.felt.mark.lose",
  push: "web.felt.mark.push",
  win: "web.felt.mark.win",
};

/** What a wheel does next, with and without the seconds left. */
/** @type {Record<string, string>} */
export const WHEEL_KEYS = {
  closing: "web.felt.wheel.closing",
  closing_in: "web.felt.wheel.closing_in",
  result: "web.felt.wheel.result",
  result_in: "web.felt.wheel.result_in",
};

/** Values that a game always shows. */
/** @type {Record<string, string>} */
export const GAME_VALUE_KEYS = {
  draw: "web.felt.told.draw",
  off: "web.felt.told.off",
  point: "web.felt.told.point",
  prison: "web.felt.told.prison",
  shooter: "web.felt.told.shooter",
};

/** Outcomes of a bet. */
/** @type {Record<string, string>} */
export const OUTCOME_KEYS = {
  lose: "web.felt.outcome.lose",
  mixed: "web.felt.outcome.mixed",
  push: "web.felt.outcome.push",
  surrender: "web.felt.outcome.surrender",
  win: "web.felt.outcome.win",
};

/** Titles of the panel of a result. */
/** @type {Record<string, string>} */
export const THROW_KEYS = {
  balls: "web.throw.balls",
  dice: "web.throw.dice",
  number: "web.throw.number",
  segment: "web.throw.segment",
  these: "web.throw.these",
  turns: "web.throw.turns",
};

/** Labels of a chosen result. */
/** @type {Record<string, string>} */
export const THROW_CHOICE_KEYS = {
  dice: "web.throw.which_dice",
  number: "web.throw.which_number",
  segment: "web.throw.which_segment",
};

/** Acts of the hands. */
/** @type {Record<string, string>} */
export const DO_KEYS = {
  amounts: "web.do.amounts",
  clear_allowed: "web.do.clear_allowed",
  draw: "web.do.draw",
  draw_tile: "web.do.draw_tile",
  read_card: "web.do.read_card",
  shuffle: "web.do.shuffle",
  throw_balls: "web.do.throw_balls",
  throw_dice: "web.do.throw_dice",
  throw_number: "web.do.throw_number",
  throw_segment: "web.do.throw_segment",
  tidy: "web.do.tidy",
  turn: "web.do.turn",
};

/** Figures of a poker table. */
/** @type {Record<string, string>} */
export const POKER_TABLE_KEYS = {
  average_commission: "web.room.average_commission",
  average_pot: "web.room.average_pot",
  drop: "web.room.drop",
  hourly: "web.room.hourly",
  jackpot_drop: "web.room.jackpot_drop",
  read: "web.room.read",
};

/** Kinds of exercise. */
/** @type {Record<string, string>} */
export const EXERCISE_KIND_KEYS = {
  card: "web.school.kind.card",
  claim: "web.school.kind.claim",
  commission: "web.school.kind.commission",
  deal: "web.school.kind.deal",
  decide: "web.school.kind.decide",
  fault: "web.school.kind.fault",
  late: "web.school.kind.late",
  pay: "web.school.kind.pay",
  power: "web.school.kind.power",
  read: "web.school.kind.read",
  result: "web.school.kind.result",
};

/** Buttons of an exercise that is under way. */
/** @type {Record<string, string>} */
export const SCHOOL_KEYS = {
  again: "web.school.again",
  all: "web.school.all",
  leave: "web.school.leave",
  next: "web.school.next",
};

/** Calls of an exercise. */
/** @type {Record<string, string>} */
export const CALL_KEYS = {
  commission: "web.school.call.commission",
  no_more_bets: "web.school.call.no_more_bets",
  result: "web.school.call.result",
  winner: "web.school.call.winner",
};

/** States of a mark that has no verdict. */
/** @type {Record<string, string>} */
export const MARK_STATE_KEYS = {
  asked: "web.school.state.asked",
  done: "web.school.state.done",
  missed: "web.school.state.missed",
  waiting: "web.school.state.waiting",
  wrong: "web.school.state.wrong",
};

/** Verdicts on an act. */
/** @type {Record<string, string>} */
export const VERDICT_KEYS = {
  chips: "web.school.verdict.chips",
  missed: "web.school.verdict.missed",
  order: "web.school.verdict.order",
  over: "web.school.verdict.over",
  right: "web.school.verdict.right",
  short: "web.school.verdict.short",
};

/** Columns of the trainee's sheet. */
/** @type {Record<string, string>} */
export const TRAINEE_COLUMN_KEYS = {
  at: "web.school.column.at",
  exercise: "web.school.column.exercise",
  game: "web.school.column.game",
  mode: "web.school.column.mode",
  name: "web.school.name",
  right: "web.school.column.right",
  seconds_taken: "web.school.column.seconds_taken",
  wrong_keys: "web.school.column.wrong_keys",
};

/** Columns of the history of drills. */
/** @type {Record<string, string>} */
export const DRILL_COLUMN_KEYS = {
  box: "web.drill.column.box",
  family: "web.drill.column.family",
  game: "web.drill.column.game",
  rights: "web.drill.column.rights",
  seconds: "web.drill.column.seconds",
};

/** Steps that a trainee is asked for. */
/** @type {Record<string, string>} */
export const STEP_KEYS = {
  bring_result: "web.school.do.bring_result",
  burn: "web.school.do.burn",
  call_commission: "web.school.do.call_commission",
  call_no_more_bets: "web.school.do.call_no_more_bets",
  call_result: "web.school.do.call_result",
  call_winner: "web.school.do.call_winner",
  choose_card: "web.school.do.choose_card",
  clear: "web.school.do.clear",
  collect: "web.school.do.collect",
  confirm: "web.school.do.confirm",
  confirm_unseen: "web.school.do.confirm_unseen",
  confirm_felt: "web.school.do.confirm_felt",
  deal: "web.school.do.deal",
  deal_again: "web.school.do.deal_again",
  decide: "web.school.do.decide",
  drop: "web.school.do.drop",
  draw_number: "web.school.do.draw_number",
  enter_card: "web.school.do.enter_card",
  key_again: "web.school.do.key_again",
  key_amount: "web.school.do.key_amount",
  key_price: "web.school.do.key_price",
  key_result: "web.school.do.key_result",
  mend: "web.school.do.mend",
  move: "web.school.do.move",
  open_table: "web.school.do.open_table",
  pay: "web.school.do.pay",
  place_bets: "web.school.do.place_bets",
  post: "web.school.do.post",
  push: "web.school.do.push",
  put_back: "web.school.do.put_back",
  read_chips: "web.school.do.read_chips",
  resolve_late: "web.school.do.resolve_late",
  return_bet: "web.school.do.return_bet",
  show: "web.school.do.show",
  shuffle: "web.school.do.shuffle",
  start: "web.school.do.start",
  take: "web.school.do.take",
  take_back: "web.school.do.take_back",
  unread_chip: "web.school.do.unread_chip",
  void: "web.school.do.void",
};

/** States of the connection, and each explained. */
/** @type {Record<string, string>} */
export const CONNECTION_KEYS = {
  connecting: "web.connection.connecting",
  connecting_detail: "web.connection.connecting_detail",
  live: "web.connection.live",
  lost: "web.connection.lost",
  lost_detail: "web.connection.lost_detail",
  not_done: "web.connection.not_done",
  off: "web.connection.off",
  off_detail: "web.connection.off_detail",
  since: "web.connection.since",
  stalled: "web.connection.stalled",
  stalled_detail: "web.connection.stalled_detail",
  starting: "web.connection.starting",
  starting_detail: "web.connection.starting_detail",
};

/** Marks of the help. */
/** @type {Record<string, string>} */
export const LEGEND_KEYS = {
  asked: "web.legend.asked",
  behind: "web.legend.behind",
  held: "web.legend.held",
  late: "web.legend.late",
  late_bet: "web.legend.late_bet",
  lose: "web.legend.lose",
  mixed: "web.legend.mixed",
  push: "web.legend.push",
  resolve: "web.legend.resolve",
  right_bet: "web.legend.right_bet",
  spot: "web.legend.spot",
  sum: "web.legend.sum",
  surrender: "web.legend.surrender",
  title: "web.legend.title",
  void: "web.legend.void",
  win: "web.legend.win",
};

/** Short terms of the help. */
/** @type {Record<string, string>} */
export const LEGEND_TERM_KEYS = {
  behind: "web.legend.term.behind",
  late_bet: "web.legend.term.late_bet",
  resolve: "web.legend.term.resolve",
  right_bet: "web.legend.term.right_bet",
  spot: "web.legend.term.spot",
  void: "web.legend.term.void",
};

/** Lines of the help. */
/** @type {Record<string, string>} */
export const HELP_KEYS = {
  answer: "web.help.answer",
  asks: "web.help.asks",
  bets: "web.help.bets",
  break: "web.help.break",
  close: "web.help.close",
  four_suits: "web.help.four_suits",
  inside: "web.help.inside",
  shortcuts: "web.help.shortcuts",
  switch: "web.help.switch",
  take_over: "web.help.take_over",
  title: "web.help.title",
};

/** Shortcuts. */
/** @type {Record<string, string>} */
export const SHORTCUT_KEYS = {
  b: "web.help.keys.b",
  d: "web.help.keys.d",
  digits: "web.help.keys.digits",
  e: "web.help.keys.e",
  help: "web.help.keys.help",
  k: "web.help.keys.k",
  p: "web.help.keys.p",
  t: "web.help.keys.t",
  u: "web.help.keys.u",
  w: "web.help.keys.w",
};

/** Steps and buttons of the guide. */
/** @type {Record<string, string>} */
export const GUIDE_KEYS = {
  again: "web.guide.again",
  another: "web.guide.another",
  begin: "web.guide.begin",
  close: "web.guide.close",
  cut: "web.guide.cut",
  deal: "web.guide.deal",
  done: "web.guide.done",
  end: "web.guide.end",
  far: "web.guide.far",
  felt: "web.guide.felt",
  find: "web.guide.find",
  held_up: "web.guide.held_up",
  hurried: "web.guide.hurried",
  left: "web.guide.left",
  missed: "web.guide.missed",
  no: "web.guide.no",
  offer: "web.guide.offer",
  on: "web.guide.on",
  over: "web.guide.over",
  pay: "web.guide.pay",
  play: "web.guide.play",
  playing: "web.guide.playing",
  skip: "web.guide.skip",
  title: "web.guide.title",
  waiting: "web.guide.waiting",
  what: "web.guide.what",
};

/** States of a part. */
/** @type {Record<string, string>} */
export const PART_STATE_KEYS = {
  broken: "web.fault.part_broken",
  lost: "web.fault.part_lost",
  up: "web.fault.part_up",
};

/** States of a switch, a key or a door. */
/** @type {Record<string, string>} */
export const SWITCH_KEYS = {
  held: "web.keys.held",
  lit: "web.keys.lit",
  off: "web.keys.off",
  on: "web.keys.on",
  open: "web.keys.open",
  shut: "web.keys.shut",
  supervisor: "web.keys.supervisor",
};

/** Controls, and each explained. */
/** @type {Record<string, string>} */
export const CONTROL_KEYS = {
  back: "web.controls.back",
  back_hint: "web.controls.back_hint",
  cut: "web.controls.cut",
  leave: "web.controls.leave",
  leave_hint: "web.controls.leave_hint",
  on: "web.controls.on",
  play: "web.controls.play",
  play_hint: "web.controls.play_hint",
  players: "web.controls.players",
  speed: "web.controls.speed",
  step: "web.controls.step",
  step_hint: "web.controls.step_hint",
  times: "web.controls.times",
};

/** Hints for a newcomer, by the step. */
/** @type {Record<string, string>} */
export const HINT_KEYS = {
  bring_balls: "web.hint.bring_balls",
  bring_dice: "web.hint.bring_dice",
  bring_number: "web.hint.bring_number",
  bring_segment: "web.hint.bring_segment",
  burn: "web.hint.burn",
  choose_card: "web.hint.choose_card",
  clear: "web.hint.clear",
  collect: "web.hint.collect",
  confirm: "web.hint.confirm",
  confirm_unseen: "web.hint.confirm_unseen",
  confirm_felt: "web.hint.confirm_felt",
  confirm_poker: "web.hint.confirm_poker",
  deal: "web.hint.deal",
  deal_again: "web.hint.deal_again",
  deal_face_down: "web.hint.deal_face_down",
  deal_face_up: "web.hint.deal_face_up",
  deal_tile: "web.hint.deal_tile",
  decide: "web.hint.decide",
  decide_bank: "web.hint.decide_bank",
  decide_bet: "web.hint.decide_bet",
  decide_number: "web.hint.decide_number",
  decide_poker: "web.hint.decide_poker",
  enter_card: "web.hint.enter_card",
  key_amount: "web.hint.key_amount",
  key_dice: "web.hint.key_dice",
  key_number: "web.hint.key_number",
  key_price: "web.hint.key_price",
  move: "web.hint.move",
  open_table: "web.hint.open_table",
  pay: "web.hint.pay",
  pick: "web.hint.pick",
  place_bets: "web.hint.place_bets",
  post: "web.hint.post",
  put_back: "web.hint.put_back",
  resolve_late: "web.hint.resolve_late",
  return_bet: "web.hint.return_bet",
  show: "web.hint.show",
  shuffle: "web.hint.shuffle",
  take: "web.hint.take",
  take_back: "web.hint.take_back",
  turning: "web.hint.turning",
  turning_segment: "web.hint.turning_segment",
  unread_chip: "web.hint.unread_chip",
  void: "web.hint.void",
};

/** The acts on a wheel, by their order. */
/** @type {Record<string, string>} */
export const WHEEL_ACT_KEYS = {
  open: "wheel_act.open",
  close: "wheel_act.close",
  mode: "wheel_act.mode",
};

/** Faults that a page can cause. */
/** @type {Record<string, string>} */
export const INJECTED_FAULT_KEYS = {
  alarm: "web.break.alarm",
  awaits_feed: "web.break.awaits_feed",
  ball_missing: "web.break.ball_missing",
  burn_mode: "web.break.burn_mode",
  card_twice: "web.break.card_twice",
  chip_twice: "web.break.chip_twice",
  closed: "web.break.closed",
  closes: "web.break.closes",
  cover: "web.break.cover",
  delay: "web.break.delay",
  door: "web.break.door",
  error: "web.break.error",
  extra_ball: "web.break.extra_ball",
  failing: "web.break.failing",
  fault: "web.break.fault",
  foreign_card: "web.break.foreign_card",
  held: "web.break.held",
  hot: "web.break.hot",
  index_stuck: "web.break.index_stuck",
  jam: "web.break.jam",
  jammed: "web.break.jammed",
  keeps_direction: "web.break.keeps_direction",
  lid: "web.break.lid",
  locked: "web.break.locked",
  lost_card: "web.break.lost_card",
  maintenance: "web.break.maintenance",
  misread: "web.break.misread",
  motor: "web.break.motor",
  near_end: "web.break.near_end",
  newer: "web.break.newer",
  no_ball: "web.break.no_ball",
  no_launch: "web.break.no_launch",
  no_paper: "web.break.no_paper",
  noise: "web.break.noise",
  numb: "web.break.numb",
  on_peg: "web.break.on_peg",
  other_address: "web.break.other_address",
  other_bits: "web.break.other_bits",
  other_mode: "web.break.other_mode",
  other_pockets: "web.break.other_pockets",
  other_protocol: "web.break.other_protocol",
  peg_missed: "web.break.peg_missed",
  peg_stuck: "web.break.peg_stuck",
  phone: "web.break.phone",
  reader_hot: "web.break.reader_hot",
  refuses: "web.break.refuses",
  reset: "web.break.reset",
  rim: "web.break.rim",
  same_direction: "web.break.same_direction",
  short: "web.break.short",
  silent: "web.break.silent",
  slow: "web.break.slow",
  stopped: "web.break.stopped",
  stuck: "web.break.stuck",
  test_draw: "web.break.test_draw",
  too_hot: "web.break.too_hot",
  too_many: "web.break.too_many",
  turned_back: "web.break.turned_back",
  two_tags: "web.break.two_tags",
  unknown: "web.break.unknown",
  unknown_chip: "web.break.unknown_chip",
  unknown_state: "web.break.unknown_state",
  unplug: "web.break.unplug",
  voids: "web.break.voids",
  warning: "web.break.warning",
  weak_supply: "web.break.weak_supply",
  wrong_tag: "web.break.wrong_tag",
};

/** Reasons why a frame was dropped. */
/** @type {Record<string, string>} */
export const DROPPED_FRAME_KEYS = {
  bad_checksum: "technician.dropped.bad_checksum",
  broken_off: "technician.dropped.broken_off",
  garbled: "technician.dropped.garbled",
  malformed: "technician.dropped.malformed",
  merged: "technician.dropped.merged",
  noise: "technician.dropped.noise",
  too_long: "technician.dropped.too_long",
};
