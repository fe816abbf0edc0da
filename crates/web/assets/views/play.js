// Play: the board, the moves, how good each is, and hints.

import { post } from "../api.js";
import { count, fill, h, picture, s } from "../dom.js";
import { change } from "../state.js";
import { heading, load } from "../subject.js";

export const title = "Play";

/** The words of moves that the arrow keys mean. */
/** @type {Record<string, string[]>} */
const ARROWS = {
  ArrowUp: ["up", "u", "north", "n"],
  ArrowDown: ["down", "d", "south", "s"],
  ArrowLeft: ["left", "l", "west", "w"],
  ArrowRight: ["right", "r", "east", "e"],
};

/**
 * @param {HTMLElement} root
 * @param {any} catalog
 * @returns {import("../app.js").View}
 */
export function mount(root, catalog) {
  /** @type {any} */
  let game = null;
  const said = h("p", { class: "said", role: "status" });
  const best = h("span", { class: "best" });

  /** @param {string[]} moves @param {string[]} [undone] */
  const put = (moves, undone = []) => {
    // The next key counts from here, even before the server has answered.
    Object.assign(game, { moves, undone });
    change({ moves: moves.join(" "), undone: undone.join(" ") });
  };

  /** @param {string} action */
  const make = (action) => {
    // Which moves are legal is known only of the position that is shown.
    if (game.position.solved || game.shown !== game.moves) return;
    put([...game.moves, action]);
  };
  const undo = () => game.moves.length && put(game.moves.slice(0, -1), [game.moves.at(-1), ...game.undone]);
  const redo = () => game.undone.length && put([...game.moves, game.undone[0]], game.undone.slice(1));
  const restart = () => put([]);

  const hint = async () => {
    fill(said, "Searching for at most a second…");
    const asked = game;
    const found = await post("hint", { subject: asked.described.subject, moves: asked.moves });
    if (game !== asked) return;
    fill(said, found.action ? h("strong", {}, found.action) : "", " ", found.summary);
    root.querySelector(`[data-move="${CSS.escape(found.action ?? "")}"]`)?.classList.add("hinted");
  };

  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !game) return;
    if (/** @type {Element} */ (event.target).closest?.("input, textarea, select")) return;
    const words = ARROWS[event.key];
    /** @type {string | undefined} */
    const move = words && game.position.moves.map((/** @type {any} */ m) => m.action).find((/** @type {string} */ m) => words.includes(m.toLowerCase()));
    if (move) make(move);
    else if (event.key === "z" || event.key === "Backspace") undo();
    else if (event.key === "y") redo();
    else if (event.key === "?") hint();
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", key);

  return {
    leave: () => removeEventListener("keydown", key),
    async update(values, signal) {
      const described = await load(values, catalog, signal);
      const moves = (values.get("moves") ?? "").split(" ").filter(Boolean);
      const undone = (values.get("undone") ?? "").split(" ").filter(Boolean);
      if (!described.playable) {
        game = null;
        fill(root, heading(described), h("p", {}, "This instance is too large to play. Solve it instead."));
        return;
      }
      const request = { subject: described.subject, moves };
      const position = await post("position", request, signal);
      game = { described, moves, undone, position, shown: moves };
      fill(said);
      draw();
      const judged = await post("outlook", request, signal);
      if (game.position === position && judged.known) judge(judged);
    },
  };

  /**
   * Makes the board clickable: a click on a piece or on the place where it goes makes the move; if several
   * moves fit, a second click decides.
   * @param {SVGElement} board
   * @param {any} position
   */
  function clickable(board, position) {
    if (position.solved) return board;
    const svg = /** @type {SVGSVGElement} */ (board);
    /** @type {any[] | null} */
    let fitting = null;
    svg.addEventListener("click", (event) => {
      const matrix = svg.getScreenCTM();
      if (!matrix) return;
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      /** @param {any} move */
      const hit = (move) => move.spots.some((/** @type {number[]} */ [left, top, width, height]) => x >= left && x < left + width && y >= top && y < top + height);
      const second = fitting?.filter(hit) ?? [];
      const found = second.length === 1 ? second : position.moves.filter(hit);
      if (found.length === 1) { make(found[0].action); return; }
      fitting = found;
      svg.querySelectorAll(".spot").forEach((spot) => spot.remove());
      for (const move of found)
        for (const [left, top, width, height] of move.spots) svg.append(s("rect", { x: left, y: top, width, height, class: "spot" }));
      fill(said, found.length ? `${found.length} moves fit: click where it goes, or choose one.` : "No move here.");
    });
    for (const move of position.moves)
      for (const [left, top, width, height] of move.spots) svg.append(s("rect", { x: left, y: top, width, height, class: "hot" }));
    return svg;
  }

  function draw() {
    const { described, moves, undone, position } = game;
    const focused = document.activeElement?.getAttribute("data-move");
    const frame = position.frames[0];
    const buttons = position.moves.map((/** @type {any} */ { action }) =>
      h("button", { type: "button", "data-move": action, onclick: () => make(action) }, action));
    fill(root,
      heading(described),
      h("div", { class: "play-area" },
        h("div", { class: "board" }, clickable(picture(frame.svg, `${described.title}: ${frame.state}`), position)),
        h("div", { class: "side" },
          h("p", { class: "status" }, position.solved ? h("strong", {}, "Solved! ") : "",
            `${count(moves.length)} ${moves.length === 1 ? "move" : "moves"}, cost ${count(position.cost)}`, best),
          described.unsolvable && h("p", { class: "careful" }, `Unsolvable: ${described.unsolvable}.`),
          h("div", { class: "toolbar" },
            h("button", { type: "button", onclick: undo, disabled: !moves.length }, "Undo"),
            h("button", { type: "button", onclick: redo, disabled: !undone.length }, "Redo"),
            h("button", { type: "button", onclick: restart, disabled: !moves.length }, "Restart"),
            h("button", { type: "button", onclick: hint, disabled: position.solved }, "Hint")),
          said,
          position.solved ? null : h("div", { class: "moves", role: "group", "aria-label": "Legal moves" }, buttons),
          !position.solved && !position.moves.length && h("p", { class: "careful" }, "No legal moves: undo or restart."),
          h("p", { class: "faint keys" }, `Keys: ${position.moves.some(has_arrow) ? "arrows move, " : ""}z undoes, y redoes, ? hints.`))));
    fill(best);
    if (focused) /** @type {any} */ (root.querySelector(`[data-move="${CSS.escape(focused)}"]`) ?? root.querySelector("[data-move]"))?.focus();
  }

  /** Says how good each move is. The buttons stay: one may have the focus, or be pressed just now. @param {any} judged */
  function judge(judged) {
    if (game.position.solved) return;
    fill(best, judged.rest == null ? "; no solution from here" : `; at best ${count(judged.rest)} more`);
    for (const judgment of judged.moves) {
      const button = root.querySelector(`[data-move="${CSS.escape(judgment.action)}"]`);
      button?.classList.add(rank(judgment));
      button?.append(h("small", {}, verdict(judgment)));
    }
  }
}

/** @param {any} move */
function has_arrow({ action }) {
  return Object.values(ARROWS).flat().includes(action.toLowerCase());
}

/** @param {any} judgment */
function rank(judgment) {
  if (judgment.loss == null) return "loses";
  return judgment.loss === 0 ? "keeps" : "costs";
}

/** @param {any} judgment */
function verdict(judgment) {
  if (judgment.loss == null) return "✗ no solution";
  return judgment.loss === 0 ? "✓ best" : `+${count(judgment.loss)}`;
}
