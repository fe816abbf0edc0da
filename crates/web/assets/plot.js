// Curves over the steps of a search.

import { count, s } from "./dom.js";

const [HEIGHT, LEFT, RIGHT] = [120, 52, 24];

/** Each curve: its name, and how to read it from a point. */
/** @type {[string, (point: any) => number | null][]} */
const CURVES = [["f", (p) => p.f], ["g", (p) => p.g], ["h", (p) => p.h]];

/**
 * Draws one or more curves with a line at the current step.
 * @param {string} label
 * @param {any[]} points
 * @param {[string, (point: any) => number | null][]} curves
 * @param {number} steps
 * @param {number} step
 * @param {number} width
 */
function chart(label, points, curves, steps, step, width) {
  const values = points.flatMap((point) => curves.map(([, of]) => of(point) ?? 0));
  const top = Math.max(1, ...values);
  /** @param {number} at */
  const x = (at) => LEFT + (at / Math.max(1, steps - 1)) * (width - LEFT - RIGHT);
  /** @param {number} value */
  const y = (value) => HEIGHT - 18 - (value / top) * (HEIGHT - 44);
  /** @type {number[]} */
  const named = [];
  const lines = curves.map(([name, of]) => {
    const drawn = points.filter((point) => of(point) != null);
    if (!drawn.length) return null;
    const path = drawn.map((point) => `${x(point.step).toFixed(1)},${y(of(point) ?? 0).toFixed(1)}`).join(" ");
    const line = s("polyline", { points: path, class: `curve ${name}` });
    if (curves.length === 1) return [line];
    const last = drawn[drawn.length - 1];
    // Names of curves that end at the same height go above or below each other.
    const free = [0, -13, 13, -26, 26].map((by) => y(of(last) ?? 0) + 4 + by)
      .find((place) => place > 14 && place < HEIGHT && named.every((other) => Math.abs(other - place) >= 13));
    const at = free ?? HEIGHT;
    named.push(at);
    return [line, s("text", { x: x(last.step) + 6, y: at, class: "name" }, name)];
  });
  return s("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "chart", role: "img", "aria-label": label },
    s("text", { x: 0, y: 12, class: "title" }, label),
    s("text", { x: LEFT - 4, y: y(top) + 4, class: "tick" }, count(top)), s("text", { x: LEFT - 4, y: y(0) + 4, class: "tick" }, "0"),
    s("line", { x1: LEFT, x2: width - RIGHT, y1: y(0), y2: y(0), class: "axis" }),
    lines.flat(),
    s("line", { x1: x(step), x2: x(step), y1: 18, y2: y(0), class: "now" }));
}

/**
 * Returns the curves of a search.
 * @param {any} overview
 * @param {number} step
 * @param {number} width of the place for them, so that texts keep their size
 */
export function curves(overview, step, width) {
  return [
    chart("f, g, h of the expanded node", overview.points, CURVES, overview.events, step, width),
    chart("Frontier size", overview.points, [["frontier", (p) => p.frontier]], overview.events, step, width),
  ];
}
