// The expansion map: the same steps on a map, if states are places on one.

import { h, picture, s } from "./dom.js";

/**
 * Returns a map and a function that shows a step on it; `null` if states are not places.
 * @param {any} map
 */
export function expansion_map(map) {
  if (!map.places.length || !map.svg) return null;
  const svg = picture(map.svg, "Map of the search: places expanded and in the frontier");
  const expanded = s("path", { class: "map-expanded" });
  const waiting = s("path", { class: "map-waiting" });
  const here = s("path", { class: "map-here" });
  svg.append(expanded, waiting, here);
  /** @param {number[]} area @param {number} inset */
  const box = ([x, y, w, height], inset) => `M${x + inset} ${y + inset}h${w - 2 * inset}v${height - 2 * inset}h${2 * inset - w}z`;
  return {
    element: h("div", { class: "map" }, h("div", { class: "board" }, svg),
      h("p", { class: "faint" }, "Filled: expanded, and the goal; outlined: in the frontier; bold: the latest.")),
    /** @param {number} step */
    show(step) {
      const [done, open] = [[], []].map(() => /** @type {string[]} */ ([]));
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
