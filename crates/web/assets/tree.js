// The search tree: nodes with f = g + h, their status by color and shape.

import { h, s } from "./dom.js";

/**
 * @typedef {Object} TreeNode a node, as the API gives it
 * @property {number} id
 * @property {number | null} parent
 * @property {string | null} action
 * @property {string} name
 * @property {number} g
 * @property {number | null} h
 * @property {number | null} f
 * @property {number} born
 * @property {number | null} left
 * @property {string} fate
 * @property {string | null} why
 * @property {number | null} rival
 */

/** Each status: its symbol and its name. */
/** @type {Record<string, [string, string]>} */
const STATUSES = {
  current: ["▶", "now"],
  waiting: ["○", "in the frontier"],
  expanded: ["●", "expanded"],
  goal: ["★", "goal"],
  duplicate: ["=", "repeats a known state"],
  replaced: ["↺", "replaced by a cheaper path"],
  pruned: ["✂", "pruned"],
};

/**
 * Returns the status of a node after a step.
 * @param {TreeNode} node
 * @param {number} step
 * @param {number | null} current
 */
export function status(node, step, current) {
  if (node.id === current) return "current";
  if (node.left == null || node.left > step) return node.fate === "goal" && node.left == null ? "goal" : "waiting";
  return node.fate;
}

const [WIDTH, HEIGHT, GAP, LEVEL] = [98, 40, 10, 74];

/**
 * Places nodes: children below their parent, from left to right.
 * @param {TreeNode[]} nodes
 */
function layout(nodes) {
  /** @type {Map<number, { node: TreeNode, children: number[], x: number, depth: number }>} */
  const places = new Map(nodes.map((node) => [node.id, { node, children: [], x: 0, depth: 0 }]));
  /** @type {number[]} */
  const roots = [];
  for (const node of nodes) {
    const parent = node.parent == null || node.parent === node.id ? undefined : places.get(node.parent);
    if (parent) parent.children.push(node.id);
    else roots.push(node.id);
  }
  let [right, deepest] = [0, 0];
  // Without recursion: a depth-first search can be as deep as the list is long.
  const stack = roots.reverse().map((id) => ({ id, depth: 0, done: false }));
  while (stack.length) {
    const top = stack[stack.length - 1];
    const place = /** @type {NonNullable<ReturnType<typeof places.get>>} */ (places.get(top.id));
    if (top.done || !place.children.length) {
      stack.pop();
      place.depth = top.depth;
      deepest = Math.max(deepest, top.depth);
      if (place.children.length) {
        const xs = place.children.map((id) => places.get(id)?.x ?? 0);
        place.x = (xs[0] + xs[xs.length - 1]) / 2;
      } else {
        place.x = right;
        right += WIDTH + GAP;
      }
    } else {
      top.done = true;
      for (const id of [...place.children].reverse()) stack.push({ id, depth: top.depth + 1, done: false });
    }
  }
  return { places, width: Math.max(WIDTH, right - GAP), height: deepest * LEVEL + HEIGHT };
}

/**
 * Draws the tree after a step.
 * @param {TreeNode[]} nodes
 * @param {number} step
 * @param {number | null} current
 * @param {number[]} path
 * @param {(id: number) => void} pick called with the node under the pointer or the focus
 */
export function draw(nodes, step, current, path, pick) {
  const { places, width, height } = layout(nodes.filter((node) => node.born <= step));
  const on_path = new Set(path);
  /** @type {[SVGElement[], SVGElement[]]} */
  const [edges, boxes] = [[], []];
  /** @type {[number, number] | null} */
  let focus = null;
  for (const [id, { node, x, depth }] of places) {
    const state = status(node, step, current);
    const y = depth * LEVEL;
    if (id === current) focus = [x + WIDTH / 2, y + HEIGHT / 2];
    const parent = node.parent == null ? undefined : places.get(node.parent);
    if (parent) {
      const [x1, y1] = [parent.x + WIDTH / 2, parent.depth * LEVEL + HEIGHT];
      edges.push(s("path", { d: `M${x1} ${y1}C${x1} ${y1 + 16} ${x + WIDTH / 2} ${y - 18} ${x + WIDTH / 2} ${y}`, class: on_path.has(id) ? "edge on-path" : "edge" }));
      // The move is beside the edge, on the side away from the parent.
      const [side, anchor] = parent.x > x ? [-6, "end"] : [6, "start"];
      edges.push(s("text", { x: x + WIDTH / 2 + side, y: y - 7, class: "move", "text-anchor": anchor }, node.action ?? ""));
    }
    const [symbol, meaning] = STATUSES[state];
    const value = measures(node);
    const box = s("g", {
      class: `node ${state}${on_path.has(id) ? " on-path" : ""}`, transform: `translate(${x} ${y})`, tabindex: 0, role: "img", "data-node": id,
      onmouseenter: () => pick(id), onfocus: () => pick(id), onclick: () => pick(id),
      "aria-label": `${node.name}, ${value}, ${meaning}${node.why ? `: ${node.why}` : ""}`,
    },
      s("rect", { width: WIDTH, height: HEIGHT, rx: state === "pruned" || state === "duplicate" ? 0 : 8 }),
      s("text", { x: 7, y: 16, class: "symbol" }, symbol),
      s("text", { x: 22, y: 16 }, clip(node.name, 12)),
      s("text", { x: 7, y: 33, class: "value" }, clip(value, 15)));
    boxes.push(box);
  }
  const svg = s("svg", { viewBox: `-8 -8 ${width + 16} ${height + 16}`, width: width + 16, height: height + 16, class: "tree", role: "group", "aria-label": "Search tree" }, edges, boxes);
  return { svg, focus };
}

/** The scales at which a tree can still be read, and is not too large. */
const [SMALLEST, LARGEST] = [0.8, 1.6];

/**
 * Scales a tree so that it fills its place, if it can be shown whole, and returns the scale.
 * @param {SVGElement} svg
 * @param {Element} place
 */
export function fit(svg, place) {
  const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
  const whole = Math.min(LARGEST, (place.clientWidth - 16) / width, (place.clientHeight - 16) / height);
  const scale = whole < SMALLEST ? 1 : whole;
  svg.setAttribute("width", String(width * scale));
  svg.setAttribute("height", String(height * scale));
  return scale;
}

/** Returns f, g and h of a node; as a sum only where f is one. @param {any} node */
export function measures(node) {
  if (node.h == null) return `g ${node.g}`;
  if (node.f == null) return `g ${node.g}, h ${node.h}`;
  return node.f === node.g + node.h ? `${node.g}+${node.h}=${node.f}` : `f ${round(node.f)}: g ${node.g} h ${node.h}`;
}

/** @param {number} number */
export function round(number) {
  return Math.round(number * 100) / 100;
}

/** @param {string} text @param {number} most */
function clip(text, most) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Returns the meaning of the colors and symbols. */
export function legend() {
  return h("ul", { class: "legend", "aria-label": "Legend" },
    Object.entries(STATUSES).map(([name, [symbol, meaning]]) => h("li", { class: name }, h("span", { "aria-hidden": "true" }, symbol), meaning)));
}
