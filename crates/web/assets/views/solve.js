// Solve: any strategy and heuristic, live counts, and the plan on the board.

import { job, post } from "../api.js";
import { count, fill, h, picture, size, time } from "../dom.js";
import { link } from "../state.js";
import { chosen_setup, field, heading, load, put_setup, setup } from "../subject.js";

export const title = "Solve";

/** The last result, which is shown again when the user comes back. */
/** @type {{ key: string, done: any } | null} */
let last = null;

/** @param {any} described @param {{ strategy: string, heuristic: string }} chosen */
function key_of(described, chosen) {
  return JSON.stringify([described.subject, chosen]);
}

/**
 * @param {HTMLElement} root
 * @param {any} catalog
 * @returns {import("../app.js").View}
 */
export function mount(root, catalog) {
  /** @type {AbortController | null} */
  let running = null;
  /** @type {Film | null} */
  let film = null;
  const place = h("div", {});
  const limit = /** @type {HTMLInputElement} */ (h("input", {
    value: "60", size: 5, inputmode: "decimal",
    onkeydown: (/** @type {KeyboardEvent} */ e) => { if (e.key === "Enter") /** @type {any} */ (root.querySelector("button.main"))?.click(); },
  }));

  const stop = () => { running?.abort(); running = null; film?.pause(); };

  return {
    leave: stop,
    async update(values, signal) {
      const described = await load(values, catalog, signal);
      stop();
      const chosen = chosen_setup(values, described);
      fill(root,
        heading(described),
        described.unsolvable && h("p", { class: "careful" }, `Unsolvable: ${described.unsolvable}.`),
        setup(catalog, described, chosen, put_setup),
        h("div", { class: "toolbar" },
          field("Seconds at most", limit),
          h("button", { type: "button", class: "main", onclick: () => run(described, chosen) }, "Solve")),
        place);
      if (last?.key === key_of(described, chosen)) show(described, chosen, last.done);
      else fill(place, beside(described));
    },
  };

  /** Returns a result beside the board. @param {any} described @param {...import("../dom.js").Child} children */
  function beside(described, ...children) {
    const result = h("div", { class: "result" }, children);
    return described.svg ? h("div", { class: "play-area setting" }, h("div", { class: "board" }, picture(described.svg, described.title)), result) : result;
  }

  /** @param {any} described @param {{ strategy: string, heuristic: string }} chosen */
  async function run(described, chosen) {
    stop();
    const seconds = Number(limit.value);
    if (!(seconds > 0)) {
      fill(place, beside(described, h("p", { class: "wrong", role: "alert" }, "Enter a time limit greater than 0 seconds.")));
      limit.focus();
      return;
    }
    const mine = (running = new AbortController());
    const counts = h("p", { role: "status" }, "Starting…");
    const cancel = () => { mine.abort(); fill(place, beside(described, h("p", {}, "Cancelled."))); };
    fill(place, beside(described, counts, h("button", { type: "button", onclick: cancel }, "Cancel")));
    /** @param {any} now */
    const progress = (now) => fill(counts, now.building
      ? `Building tables of ${size(now.building)}…`
      : `${now.plan === null ? "" : `plan ${count(now.plan)}, `}${now.lower_bound === null ? "" : `at least ${count(now.lower_bound)}, `}${count(now.expanded)} expanded, frontier ${count(now.frontier)}, ${now.bound ? `bound ${count(now.bound)}, ` : ""}${size(now.bytes)}, ${time(now.seconds)}`);
    try {
      const request = { subject: described.subject, ...chosen, limits: { seconds } };
      const done = await job("solve", request, progress, mine.signal);
      last = { key: key_of(described, chosen), done };
      show(described, chosen, done);
    } catch (error) {
      if (mine.signal.aborted) return;
      const wrong = /** @type {any} */ (error);
      fill(place, beside(described, h("p", { class: "wrong", role: "alert" }, wrong.message), wrong.help && h("p", { class: "faint" }, wrong.help)));
    }
  }

  /** @param {any} described @param {{ strategy: string, heuristic: string }} chosen @param {any} done */
  function show(described, chosen, done) {
    const facts = [
      ["strategy", done.heuristic ? `${done.strategy}, heuristic ${done.heuristic}` : done.strategy],
      ["expanded", count(done.expanded)], ["generated", count(done.generated)], ["duplicates", count(done.duplicates)],
      ["largest frontier", count(done.max_frontier)], ["memory", size(done.peak_bytes)], ["time", time(done.seconds)],
    ];
    const outcome = h("p", { class: `outcome ${done.outcome}`, role: "status" }, done.summary);
    const table = h("dl", { class: "facts" }, facts.map(([term, value]) => [h("dt", {}, term), h("dd", {}, value)]).flat());
    fill(place, outcome, beside(described, table,
      h("p", {}, h("a", { class: "button", href: link("watch", described.subject, chosen) }, "Watch a search with this setup")),
      done.route && h("div", { class: "board" }, picture(done.route, "The plan as a route"))));
    if (done.plan?.length && described.playable) {
      film = new Film(described, done.plan);
      place.querySelector(".setting > .board")?.replaceWith(film.element);
      film.show(0);
    }
  }
}

/** The boards along a plan, one after the other. */
class Film {
  /** @param {any} described @param {string[]} plan */
  constructor(described, plan) {
    this.described = described;
    this.plan = plan;
    /** The answers with a hundred frames each, by the first one. @type {Map<number, Promise<any>>} */
    this.parts = new Map();
    this.at = 0;
    this.timer = 0;
    this.board = h("div", { class: "board" });
    this.caption = h("p", { "aria-live": "polite" });
    this.slider = /** @type {HTMLInputElement} */ (h("input", {
      type: "range", min: 0, max: plan.length, value: 0, "aria-label": "Move of the plan", oninput: () => { this.pause(); this.show(Number(this.slider.value)); },
    }));
    this.button = h("button", { type: "button", onclick: () => (this.timer ? this.pause() : this.play()) }, "Play");
    this.element = h("div", { class: "film" }, this.board, this.caption,
      h("div", { class: "toolbar" },
        h("button", { type: "button", "aria-label": "Back", onclick: () => { this.pause(); this.show(this.at - 1); } }, "‹"),
        this.button,
        h("button", { type: "button", "aria-label": "Forward", onclick: () => { this.pause(); this.show(this.at + 1); } }, "›"),
        this.slider),
      h("details", {}, h("summary", {}, plan.length === 1 ? "The move" : `All ${count(plan.length)} moves`), h("p", { class: "words" }, plan.join(" "))));
  }

  /** @param {number} index */
  async show(index) {
    index = Math.max(0, Math.min(this.plan.length, index));
    this.at = index;
    const from = Math.floor(index / 100) * 100;
    const moves = this.plan.slice(0, Math.min(this.plan.length, from + 99));
    const part = this.parts.get(from) ?? post("position", { subject: this.described.subject, moves, from });
    this.parts.set(from, part);
    const { frames } = await part.catch((error) => { this.parts.delete(from); throw error; });
    if (this.at !== index) return;
    const frame = frames.find((/** @type {any} */ known) => known.index === index);
    fill(this.board, picture(frame.svg, `${this.described.title}: ${frame.state}`));
    fill(this.caption, frame.action ? `${count(index)}. ${frame.action}, cost ${count(frame.g)}` : "Start");
    this.slider.value = String(index);
  }

  play() {
    if (this.at >= this.plan.length) this.at = -1;
    const pace = Math.max(60, Math.min(700, 20000 / this.plan.length));
    fill(this.button, "Pause");
    this.timer = setInterval(() => {
      this.show(this.at + 1);
      if (this.at >= this.plan.length) this.pause();
    }, pace);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    fill(this.button, "Play");
  }
}
