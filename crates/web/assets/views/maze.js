// Maze maker: number mazes of a size, the score while it searches, and a sheet to print.

import { job, post } from "../api.js";
import { count, fill, h, picture, s, time } from "../dom.js";
import { change, link, remember } from "../state.js";
import { field } from "../subject.js";

export const title = "Maze maker";

/** The settings: name, label, default; by default a fresh seed. */
/** @type {[string, string, number?][]} */
const SETTINGS = [["rows", "Rows", 5], ["cols", "Columns", 5], ["low", "Lowest value", 1], ["high", "Highest value", 4], ["seconds", "Seconds", 20], ["mazeseed", "Seed"]];

/**
 * @param {HTMLElement} root
 * @returns {import("../app.js").View}
 */
export function mount(root) {
  let running = new AbortController();
  const result = h("div", { class: "result" });

  return {
    leave: () => running.abort(),
    update(values) {
      running.abort();
      fill(result);
      /** @type {Record<string, HTMLInputElement>} */
      const inputs = {};
      for (const [name, , standard] of SETTINGS)
        inputs[name] = /** @type {HTMLInputElement} */ (h("input", { type: "number", min: 0, step: name === "seconds" ? "any" : 1, value: values.get(name) ?? standard ?? Math.floor(Math.random() * 2 ** 32), name }));
      /** @param {Event} event */
      const submit = (event) => {
        event.preventDefault();
        /** @type {Record<string, string>} */
        const chosen = {};
        for (const [name, input] of Object.entries(inputs)) chosen[name] = input.value;
        change({ ...chosen, made: "yes" });
      };
      fill(root, h("h1", {}, "Maze maker"),
        h("p", {}, "Every cell says how far to jump from it. A good maze has one long solution and many false trails; its score says how good."),
        h("form", { onsubmit: submit }, SETTINGS.map(([name, label]) => field(label, inputs[name])), h("button", { class: "main" }, "Make a maze")),
        result);
      if (values.get("made")) make(inputs);
    },
  };

  /** @param {Record<string, HTMLInputElement>} inputs */
  async function make(inputs) {
    const mine = (running = new AbortController());
    remember({ mazeseed: inputs.mazeseed.value });
    const number = (/** @type {string} */ name) => Number(inputs[name].value);
    const request = { rows: number("rows"), cols: number("cols"), low: number("low"), high: number("high"), seconds: number("seconds"), seed: number("mazeseed") };
    const told = h("p", { role: "status" }, "Searching…");
    const board = h("div", { class: "board" });
    const curve = h("div", {});
    /** @type {{ seconds: number, score: number }[]} */
    const scores = [];
    const cancel = h("button", { type: "button", onclick: () => mine.abort() }, "Cancel");
    fill(result, h("div", { class: "play-area setting" }, board, h("div", {}, told, h("div", { class: "actions no-print" }, cancel), curve)));
    /** @param {any} maze */
    const show = async (maze) => {
      fill(curve, chart(scores, request.seconds, curve.clientWidth));
      const described = await post("instance", { puzzle: "number-maze", instance: maze.puzzle }, mine.signal);
      if (described.svg) fill(board, picture(described.svg, maze.puzzle));
    };
    try {
      let latest = 0;
      const done = await job("maze", request, (maze) => {
        scores.push(maze);
        fill(told, `Score ${count(maze.score)} after ${time(maze.seconds)}…`);
        const now = ++latest;
        setTimeout(() => now === latest && show(maze).catch(() => {}), 150);
      }, mine.signal);
      latest += 1;
      scores.push(done);
      await show(done);
      await finish(done, told, mine.signal);
    } catch (error) {
      // What was found before the user cancelled is not lost; a view that is left is not shown.
      const best = scores.at(-1);
      if (mine.signal.aborted && best && result.isConnected) { await finish({ ...best, proved: false }, told, new AbortController().signal); return; }
      if (mine.signal.aborted) { fill(told, "Cancelled."); return; }
      const wrong = /** @type {any} */ (error);
      fill(result, h("p", { class: "wrong", role: "alert" }, wrong.message), wrong.help && h("p", { class: "faint" }, wrong.help));
    }
  }

  /** Shows what to do with the best maze, and its solution on a second page. @param {any} done @param {Element} told @param {AbortSignal} signal */
  async function finish(done, told, signal) {
    const subject = { puzzle: "number-maze", instance: done.puzzle };
    const proof = done.proved ? "no maze of this size and range scores more: proved" : "better ones may exist";
    fill(told, `Score ${count(done.score)}; ${proof}. Shortest solution: ${done.solvable ? `${count(done.length)} moves, ${done.unique ? "the only one" : "one of several"}` : "none"}.`);
    const solved = await post("solve", { subject }, signal);
    const solution = h("section", { class: "solution" }, h("h2", {}, "Solution"),
      h("p", {}, solved.plan ? solved.plan.join(" ") : solved.summary), solved.route && h("div", { class: "board small" }, picture(solved.route, "The solution")));
    const actions = /** @type {Element} */ (result.querySelector(".actions"));
    fill(actions,
      h("a", { class: "button", href: link("play", subject) }, "Play it"),
      h("a", { class: "button", href: link("watch", subject) }, "Watch a search"),
      h("button", { type: "button", onclick: () => print() }, "Print, with the solution on a second page"),
      h("details", {}, h("summary", {}, "Show the solution"), solution));
    result.append(h("div", { class: "print-only" }, solution.cloneNode(true)));
  }
}

/** Draws the score over time. @param {{ seconds: number, score: number }[]} scores @param {number} seconds @param {number} width */
function chart(scores, seconds, width) {
  const height = 130;
  const top = Math.max(0, ...scores.map((one) => one.score));
  const low = Math.min(0, ...scores.map((one) => one.score));
  const end = Math.max(seconds, scores[scores.length - 1].seconds);
  /** @param {number} at */
  const x = (at) => 40 + (at / end) * (width - 50);
  /** @param {number} score */
  const y = (score) => height - 16 - ((score - low) / (top - low || 1)) * (height - 44);
  const steps = scores.flatMap((one, index) => [index ? `${x(one.seconds)},${y(scores[index - 1].score)}` : null, `${x(one.seconds)},${y(one.score)}`]).filter(Boolean);
  return s("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart no-print", role: "img", "aria-label": `Best score: ${scores.map((one) => one.score).join(", ")}` },
    s("text", { x: 0, y: 12 }, "Best score by time"), s("text", { x: 36, y: y(top) + 4, class: "tick" }, count(top)), s("text", { x: 36, y: y(low) + 4, class: "tick" }, count(low)),
    s("polyline", { points: [...steps, `${x(end)},${y(scores[scores.length - 1].score)}`].join(" "), class: "curve" }));
}
