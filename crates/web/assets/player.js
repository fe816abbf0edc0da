// The controls of a recorded search: first, back, play, forward, last, speed, and a scrubber with marks.

import { count, fill, h, s } from "./dom.js";

const SPEEDS = [1, 2, 5, 10, 30, 100, 1000];

/** The marks of the scrubber: their kind, name and height. */
/** @type {[string, string, number][]} */
const MARKS = [["bound", "new bound", 1], ["duplicate", "duplicate", 0.4], ["reopen", "reopened", 0.7], ["solved", "goal", 1]];

/** Controls a step from 0 to some last one. */
export class Player {
  /** @param {(step: number) => void} seek called with the step to show */
  constructor(seek) {
    this.seek = seek;
    this.last = 0;
    this.step = 0;
    this.timer = 0;
    this.speed = 2;
    /** @param {string} label @param {string} text @param {() => void} action */
    const button = (label, text, action) => h("button", { type: "button", "aria-label": label, title: label, onclick: () => { this.pause(); action(); } }, text);
    this.toggle = h("button", { type: "button", class: "main", title: "Play or pause (space)", onclick: () => this.play_or_pause() }, "Play");
    this.slider = /** @type {HTMLInputElement} */ (h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step", oninput: () => { this.pause(); this.to(Number(this.slider.value)); } }));
    this.marks = h("div", { class: "marks", "aria-hidden": "true" });
    this.position = h("output", {});
    const speeds = h("select", { "aria-label": "Speed", onchange: (/** @type {any} */ e) => { this.speed = Number(e.target.value); if (this.timer) { this.pause(); this.play(); } } },
      SPEEDS.map((speed) => h("option", { value: speed, selected: speed === this.speed }, `${speed}/s`)));
    this.element = h("div", { class: "player" },
      h("div", { class: "toolbar" },
        button("First step (Home)", "|‹", () => this.to(0)), button("Back (left arrow)", "‹", () => this.to(this.step - 1)),
        this.toggle,
        button("Forward (right arrow)", "›", () => this.to(this.step + 1)), button("Last step (End)", "›|", () => this.to(this.last)),
        speeds, this.position,
        h("ul", { class: "legend", "aria-hidden": "true" }, MARKS.map(([kind, name, height]) =>
          h("li", {}, s("svg", { viewBox: "0 0 4 1", preserveAspectRatio: "none", class: "mark-sign" }, s("line", { x1: 2, x2: 2, y1: 1 - height, y2: 1, class: kind })), name)))),
      h("div", { class: "scrubber" }, this.marks, this.slider));
    this.key = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {Element} */ (event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.("input:not([type=range]), textarea, select") || target.matches?.(".canvas, .scroll")) return;
      const to = { Home: 0, End: this.last, ArrowLeft: this.step - 1, ArrowRight: this.step + 1, PageUp: this.step - 50, PageDown: this.step + 50 }[event.key];
      if (to !== undefined) { this.pause(); this.to(to); }
      else if (event.key === " " && !target.closest?.("button, a, summary")) this.play_or_pause();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", this.key);
  }

  leave() {
    this.pause();
    removeEventListener("keydown", this.key);
  }

  /** Shows the length of a search. @param {any} overview */
  load(overview) {
    this.last = Math.max(0, overview.events - 1);
    this.slider.max = String(this.last);
    fill(this.marks, MARKS.map(([kind, name, height]) => {
      const lines = overview.marks[kind].map((/** @type {number} */ at) => s("line", { x1: at, x2: at, y1: 1 - height, y2: 1, class: kind }));
      return s("svg", { viewBox: `0 0 ${Math.max(1, this.last)} 1`, preserveAspectRatio: "none", class: `mark ${kind}` }, s("title", {}, name), lines);
    }));
  }

  /** Shows a step that the address names. @param {number} step */
  at(step) {
    this.step = step;
    this.slider.value = String(step);
    fill(this.position, `step ${count(step)} of ${count(this.last)}`);
  }

  /** @param {number} step */
  to(step) {
    const next = Math.max(0, Math.min(this.last, step));
    if (next !== this.step) this.seek(next);
  }

  play_or_pause() {
    if (this.timer) this.pause();
    else this.play();
  }

  play() {
    if (this.step >= this.last) this.seek(0);
    const pace = Math.max(33, 1000 / this.speed);
    const stride = Math.max(1, Math.round((this.speed * pace) / 1000));
    fill(this.toggle, "Pause");
    this.timer = setInterval(() => {
      if (this.step >= this.last) this.pause();
      else this.to(this.step + stride);
    }, pace);
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    fill(this.toggle, "Play");
  }
}
