// Editing an instance on its picture, with the tools that the puzzle has.

import { post } from "./api.js";
import { fill, h, picture } from "./dom.js";

/** The length of the parts of a line, in cells: short enough for each cell on the way to have one. */
const PART = 0.25;

/**
 * Returns a board that can be edited: a click or a line from one cell to another applies the chosen tool.
 * @param {any} described
 * @param {(described: any) => void} changed called with the instance after every edit
 */
export function editor(described, changed) {
  let [tool, now, queue] = [0, described, Promise.resolve()];
  const board = h("div", { class: "board small editing" });
  const said = h("p", { class: "wrong", role: "status" });
  const tools = described.tools.map((/** @type {string} */ name, /** @type {number} */ index) =>
    h("label", { class: "tool" }, h("input", { type: "radio", name: "tool", value: index, checked: index === 0, onchange: () => (tool = index) }), name));

  /** Applies the tool; edits follow each other, as each begins with the instance before it. @param {number[]} from @param {number[]} to */
  const apply = (from, to) => {
    const chosen = tool;
    queue = queue.then(async () => {
      // The user may have left meanwhile.
      if (!board.isConnected) return;
      try {
        now = await post("edit", { subject: now.subject, tool: chosen, from, to });
        fill(said);
        draw();
        changed(now);
      } catch (error) {
        fill(said, /** @type {any} */ (error).message);
      }
    });
  };

  /** @type {number[] | null} */
  let from = null;
  /** Returns the point of the picture under the pointer. @param {PointerEvent} event */
  const point = (event) => {
    const svg = /** @type {SVGSVGElement | null} */ (board.querySelector("svg"));
    const matrix = svg?.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [x, y];
  };
  // A tool that paints works on every cell on its way; one that moves, from the first cell to the last.
  const paints = () => described.tools.length > 1;
  board.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    board.setPointerCapture(event.pointerId);
    from = point(event);
    if (from && paints()) apply(from, from);
  });
  board.addEventListener("pointermove", (event) => {
    const to = point(event);
    if (!from || !to || !paints()) return;
    // A quick pointer is seen at few places; the tool works on the cells between them, too.
    const [[x, y], [dx, dy]] = [from, [to[0] - from[0], to[1] - from[1]]];
    const parts = Math.floor(Math.max(Math.abs(dx), Math.abs(dy)) / PART);
    for (let part = 1; part <= parts; part++) {
      const next = [x + (dx * part) / parts, y + (dy * part) / parts];
      apply(from, next);
      from = next;
    }
  });
  board.addEventListener("pointerup", (event) => {
    const to = point(event);
    if (from && to && !paints()) apply(from, to);
    from = null;
  });
  board.addEventListener("pointercancel", () => (from = null));

  function draw() {
    fill(board, now.svg ? picture(now.svg, `${now.title}, edited`) : "");
  }
  draw();
  const how = paints() ? "Choose a tool, then click or draw on the board." : "Drag on the board.";
  return h("div", { class: "editor" }, h("p", { class: "faint" }, `${how} Or edit the text.`), tools.length > 1 && h("div", { class: "tools", role: "radiogroup", "aria-label": "Tool" }, tools), board, said);
}
