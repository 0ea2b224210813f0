// @ts-check
// The state diagram: the table's current phase, the one before, and the transitions from here.

import { element, reconcileChildren, setAttribute, writeText } from "./dom.js";
import { svg } from "./svg.js";
import { handName } from "./words.js";
import { ANY_KEY_KEYS, COLUMN_KEYS, PHASE_KEYS } from "./page_keys.js";
import { KEY_LABELS } from "./word_keys.js";

const SVG = "http://www.w3.org/2000/svg";
/** Half the height of a phase's box. */
const HALF = 22;
/** How far an arrow is bent, so that the one in the other direction does not cover it. */
const BEND = 14;
const MANY = /^(chip|digit)_\d$/;

/** @typedef {import("./store.js").Table} Table */
/** @typedef {{name: string, x: number, y: number, due: [string, number] | null}} Node */
/** @typedef {{source: string, to: string, on: string, key: boolean, when: string}} Edge */
/** @typedef {{width: number, height: number, box: number, nodes: Node[], edges: Edge[]}} Graph */

/**
 * @param {Table} table
 * @returns {HTMLElement}
 */
export function stateDiagrams(table) {
  const machine = phaseDrawing(table, (node) => table.say(PHASE_KEYS[node.name] ?? node.name));
  const course = phaseDrawing(table, (node) => courseName(table, node));
  const waits = element("p", { class: "waits" });
  const leads = transitionTable(table);
  let seat = -1;

  function show() {
    if (!table.hello) return;
    const { table: graph, course: round } = table.hello.diagram;
    if (seat !== table.hello.seat) {
      machine.draw(graph);
      course.draw(round);
      seat = table.hello.seat;
    }
    const status = table.live ? table.status : null;
    const currentPhase = phaseOf(status);
    machine.light(currentPhase, status?.stopped ? status.phase : null, table.say("web.inside.machine"));
    course.light(round ? duePhase(round, status) : null, null, table.say("web.inside.course"));
    writeText(waits, waitsFor(table, status));
    leads.show(graph, currentPhase);
  }

  for (const topic of ["hello", "status", "link"]) table.on(topic, show);
  return element("div", { class: "diagrams" }, machine.node, course.node, waits, leads.node);
}

/** @param {any} status */
function phaseOf(status) {
  return status ? (status.stopped ? "fault" : status.phase) : null;
}

/**
 * The phase of a round that waits for the card that is due.
 * @param {Graph} graph
 * @param {any} status
 */
function duePhase(graph, status) {
  if (!status || status.phase !== "round") return null;
  const due = status.due;
  const node = graph.nodes.find(({ due: nodeDue }) => (due ? nodeDue?.[0] === due.hand && nodeDue?.[1] === due.nth : !nodeDue));
  return node?.name ?? null;
}

/**
 * @param {Table} table
 * @param {Node} node
 */
function courseName(table, node) {
  if (!node.due) return table.say("web.inside.finished");
  return table.say("web.inside.nth", { hand: handName(node.due[0]), nth: node.due[1] });
}

/**
 * What the round waits for: a card, or a player's decision.
 * @param {Table} table
 * @param {any} status
 */
function waitsFor(table, status) {
  if (status?.due) {
    const { spot, hand, nth, burnt } = status.due;
    const name = burnt ? "burnt" : spot === 0 ? "dealer" : spot === null ? String(hand) : hand === null ? `${spot}` : `${spot}.${hand}`;
    return table.say("web.inside.due", { hand: handName(name, status.bank), nth });
  }
  const choice = status?.choices?.[0];
  if (!choice) return "";
  return table.say("web.inside.decides", { hand: handName(choice.spot === 0 ? "dealer" : `${choice.spot}`, status.bank), key: choice.do });
}

// the drawing

/**
 * @param {Table} table
 * @param {(node: Node) => string} nodeLabel
 */
function phaseDrawing(table, nodeLabel) {
  const node = svg("svg", { role: "img", class: "diagram" });
  /** @type {Graph | null} */ let graph = null;
  /** @type {string | null} */ let lit = null;
  /** @type {string | null} */ let from = null;

  /** @param {Graph | null} newGraph */
  function draw(newGraph) {
    graph = newGraph;
    [lit, from] = [null, null];
    node.replaceChildren();
    node.toggleAttribute("hidden", !graph);
    if (!graph) return;
    setAttribute(node, "viewBox", `0 0 ${graph.width} ${graph.height}`);
    const ways = new Set(graph.edges.filter((edge) => edge.source !== edge.to).map((edge) => `${edge.source} ${edge.to}`));
    node.append(...[...ways].map((way) => arrow(/** @type {Graph} */ (graph), way)), ...graph.nodes.map((phase) => phaseBox(phase, /** @type {Graph} */ (graph).box / 2)));
  }

  /**
   * @param {string | null} currentPhase
   * @param {string | null} under the phase to which the table returns after the fault
   * @param {string} caption
   */
  function light(currentPhase, under, caption) {
    if (!graph) return;
    if (currentPhase !== lit) [from, lit] = [lit, currentPhase];
    for (const group of node.querySelectorAll("g[data-phase]")) {
      const phase = group.getAttribute("data-phase");
      const known = graph.nodes.find(({ name }) => name === phase);
      setAttribute(group, "class", phase === lit ? "lit" : phase === under ? "under" : false);
      if (known) writeText(/** @type {Element} */ (group.lastElementChild), nodeLabel(known));
    }
    for (const way of node.querySelectorAll("path[data-way]")) {
      setAttribute(way, "class", way.getAttribute("data-way") === `${from} ${lit}` ? "last" : false);
    }
    setAttribute(node, "aria-label", spokenText(caption));
  }

  /** @param {string} caption */
  function spokenText(caption) {
    const name = (/** @type {string | null} */ phase) => graph?.nodes.find((one) => one.name === phase);
    const [now, before] = [name(lit), name(from)];
    if (!now) return caption;
    const values = { what: caption, now: nodeLabel(now), before: before ? nodeLabel(before) : "" };
    return table.say(before ? "web.inside.came_from" : "web.inside.is_in", values);
  }

  return { node, draw, light };
}

/**
 * @param {Node} node
 * @param {number} half
 */
function phaseBox({ name, x, y }, half) {
  const rect = svg("rect", { x: x - half, y: y - HALF, width: 2 * half, height: 2 * HALF, rx: 10 });
  const marker = svg("path", { class: "marker", d: `M${x - 8} ${y - HALF - 14}h16l-8 10z` });
  const text = svg("text", { x, y: y + 5, "text-anchor": "middle" });
  return svg("g", { "data-phase": name }, rect, marker, text);
}

/**
 * An arrow between the borders of two phases, bent so that it does not cover the arrow back.
 * @param {Graph} graph
 * @param {string} way
 */
function arrow(graph, way) {
  const [from, to] = way.split(" ").map((name) => /** @type {Node} */ (graph.nodes.find((node) => node.name === name)));
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const long = Math.hypot(dx, dy);
  const half = graph.box / 2;
  const bend = dy === 0 ? BEND + Math.max(0, long - 3 * half) / 6 : BEND;
  const [nx, ny] = [-dy / long, dx / long];
  const middle = [(from.x + to.x) / 2 - nx * bend * 2, (from.y + to.y) / 2 - ny * bend * 2];
  const [start, end] = [border(from, half, middle), border(to, half, middle)];
  return svg("path", { "data-way": way, d: `M${start} Q${middle.map(Math.round)} ${end}${arrowHead(end, middle)}` });
}

/**
 * The point where a line from the centre of a box to another point crosses its border.
 * @param {Node} node
 * @param {number} half
 * @param {number[]} towards
 */
function border({ x, y }, half, [tx, ty]) {
  const [dx, dy] = [tx - x, ty - y];
  // Of a line straight up or across, one difference is zero.
  const scale = Math.min(Math.abs(half / (dx || 1e-9)), Math.abs(HALF / (dy || 1e-9)));
  return [Math.round(x + dx * scale), Math.round(y + dy * scale)];
}

/**
 * @param {number[]} at
 * @param {number[]} from
 */
function arrowHead([x, y], [fx, fy]) {
  const angle = Math.atan2(y - fy, x - fx);
  const side = (/** @type {number} */ turn) => [x - 9 * Math.cos(angle + turn), y - 9 * Math.sin(angle + turn)].map(Math.round);
  return `M${side(0.45)} L${[x, y]} L${side(-0.45)}`;
}

// the transitions

/** @param {Table} table */
function transitionTable(table) {
  const caption = element("caption");
  const heads = ["on", "when", "to"].map((name) => element("th", { scope: "col", dataset: { name } }));
  const rows = element("tbody");
  const node = element("div", { class: "scrolled", tabindex: "0", role: "group" }, element("table", { class: "leads" }, caption, element("thead", {}, element("tr", {}, ...heads)), rows));

  /**
   * @param {Graph} graph
   * @param {string | null} currentPhase
   */
  function show(graph, currentPhase) {
    const name = (/** @type {string} */ phase) => table.say(PHASE_KEYS[phase] ?? phase);
    writeText(caption, table.say("web.inside.leads", { phase: currentPhase ? name(currentPhase) : "–" }));
    setAttribute(node, "aria-label", table.say("web.inside.leads", { phase: currentPhase ? name(currentPhase) : "–" }));
    for (const head of heads) writeText(head, table.say(COLUMN_KEYS[head.dataset.name ?? ""]));
    reconcileChildren(rows, leadingEdges(graph, currentPhase), ({ on, when, to }) => `${on} ${when} ${to}`, make, (row, edge) => {
      writeText(row.cells[0], onWords(edge));
      writeText(row.cells[1].firstElementChild, edge.when);
      writeText(row.cells[2], edge.to === edge.source ? table.say("web.inside.stays") : name(edge.to));
    });
  }

  /**
   * The transitions from a phase at this table, without keys that it does not have; of several chips or digits one stands for all.
   * @param {Graph} graph
   * @param {string | null} currentPhase
   */
  function leadingEdges(graph, currentPhase) {
    const keys = new Set(table.hello.keys.concat(table.hello.held));
    const here = graph.edges.filter((edge) => edge.source === currentPhase && (!edge.key || keys.has(edge.on)));
    const alike = new Map(here.map((edge) => [`${edge.on.replace(MANY, "$1")} ${edge.when} ${edge.to}`, edge]));
    return [...alike.values()].sort((one, other) => Number(one.to === currentPhase) - Number(other.to === currentPhase));
  }

  /** @param {Edge} edge */
  function onWords({ on, key }) {
    if (!key) return on;
    const many = MANY.exec(on);
    return many ? table.say(ANY_KEY_KEYS[many[1]]) : table.say(KEY_LABELS[on] ?? on);
  }

  const make = () => element("tr", {}, element("td"), element("td", {}, element("code", { lang: "en" })), element("td"));
  return { node, show };
}
