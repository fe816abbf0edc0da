// The expansion map: the same steps on a map, if states are places on one.

import { h, s } from "./dom.js";

/**
 * Returns marks to lay over a board and a function that shows a step with them; `null` if states are not places.
 * @param {any} map
 */
export function expansion_map(map) {
  if (!map.places.length || !map.svg) return null;
  const expanded = s("path", { class: "map-expanded" });
  const waiting = s("path", { class: "map-waiting" });
  const here = s("path", { class: "map-here" });
  /** @param {number[]} area @param {number} inset */
  const box = ([x, y, width, height], inset) => {
    const [w, v] = [width - 2 * inset, height - 2 * inset];
    const r = 0.3 * Math.min(w, v);
    const corner = (/** @type {number} */ dx, /** @type {number} */ dy) => `a${r} ${r} 0 0 1 ${dx * r} ${dy * r}`;
    return `M${x + inset + r} ${y + inset}h${w - 2 * r}${corner(1, 1)}v${v - 2 * r}${corner(-1, 1)}h${2 * r - w}${corner(-1, -1)}v${2 * r - v}${corner(1, -1)}z`;
  };
  return {
    marks: s("g", {}, expanded, waiting, here),
    element: h("div", { class: "map" },
      h("p", { class: "faint" }, "Filled: expanded, and the goal; outlined: in the frontier; bold: the latest.")),
    /** @param {number} step */
    show(step) {
      /** @type {[string[], string[]]} */
      const [done, open] = [[], []];
      let [latest, at] = [-1, ""];
      for (const [area, generated, closed] of map.places) {
        if (generated > step) continue;
        if (closed != null && closed <= step) {
          done.push(box(area, 0.04));
          if (closed > latest) [latest, at] = [closed, box(area, 0.12)];
        } else {
          open.push(box(area, 0.22));
        }
      }
      expanded.setAttribute("d", done.join(""));
      waiting.setAttribute("d", open.join(""));
      here.setAttribute("d", at);
    },
  };
}
