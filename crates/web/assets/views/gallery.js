// The gallery: every puzzle with its picture; for one puzzle, its instances, a text of your own, or a random one.

import { post } from "../api.js";
import { fill, h, picture } from "../dom.js";
import { editor } from "../edit.js";
import { change, link, remember, subject } from "../state.js";
import { field } from "../subject.js";

export const title = "Gallery";

/**
 * @param {HTMLElement} root
 * @param {any} catalog
 * @returns {import("../app.js").View}
 */
export function mount(root, catalog) {
  return {
    update(values) {
      const name = values.get("puzzle");
      const puzzle = catalog.puzzles.find((/** @type {any} */ known) => known.name === name);
      if (puzzle) choose(root, puzzle, values);
      else all(root, catalog);
    },
  };
}

/** @param {HTMLElement} root @param {any} catalog */
function all(root, catalog) {
  const cards = catalog.puzzles.map((/** @type {any} */ puzzle) =>
    h("a", { class: "card", href: link("gallery", { puzzle: puzzle.name }) },
      h("div", { class: "thumb" }, puzzle.svg && picture(puzzle.svg)),
      h("h2", {}, puzzle.title),
      h("p", {}, beginning(puzzle.rules))));
  fill(root, h("h1", {}, "Puzzles"), h("div", { class: "cards" }, cards));
}

/** Returns the first sentences of a text, enough of them to say something. @param {string} text */
function beginning(text) {
  return text.match(/^.{70,}?\.(?=\s|$)/s)?.[0] ?? text;
}

/** The longest text that the address of a page can hold. */
const LONGEST_LINK = 20_000;

/** The views that an instance can be opened in. */
const ACTIONS = [["play", "Play"], ["solve", "Solve"], ["watch", "Watch"], ["race", "Race"], ["predict", "Predict"]];

/**
 * Returns links to the views of an instance.
 * @param {import("../state.js").Subject} subject
 */
function actions(subject) {
  return h("div", { class: "actions" }, ACTIONS.map(([view, label]) => h("a", { class: "button", href: link(view, subject) }, label)));
}

/** @param {HTMLElement} root @param {any} puzzle @param {URLSearchParams} values */
function choose(root, puzzle, values) {
  const parameters = subject(values)?.parameters ?? {};
  const instances = puzzle.instances.map((/** @type {any} */ level) => {
    const of = { puzzle: puzzle.name, instance: level.name, parameters };
    const optimum = level.optimum == null ? "unsolvable" : `optimal cost ${level.optimum}`;
    return h("li", {}, h("h3", {}, level.name), Object.keys(parameters).length ? "" : h("span", { class: "faint" }, ` ${optimum}`), actions(of));
  });
  fill(root,
    h("h1", {}, puzzle.title),
    h("p", { class: "rules" }, puzzle.rules),
    choices(puzzle, parameters),
    h("div", { class: "columns" },
      h("section", {}, h("h2", {}, "Built-in instances"), h("ul", { class: "instances" }, instances)),
      h("div", {}, random_instance(puzzle, values), own(puzzle, values))));
}

/** The parameters with a few values, such as other rules. @param {any} puzzle @param {Record<string, string>} parameters */
function choices(puzzle, parameters) {
  const few = puzzle.parameters.filter((/** @type {any} */ one) => one.values.length);
  return few.length ? h("div", { class: "toolbar" }, few.map((/** @type {any} */ one) => {
    const chosen = parameters[one.name] ?? one.default;
    const options = one.values.map((/** @type {string} */ value) => h("option", { value, selected: value === chosen }, value));
    const choose = (/** @type {any} */ e) => change({ [`p.${one.name}`]: e.target.value === one.default ? null : e.target.value });
    return h("div", {}, field(one.name, h("select", { onchange: choose }, options)), h("p", { class: "faint" }, one.help));
  })) : null;
}

/** Texts that are typed but not shown yet, by puzzle. @type {Map<string, string>} */
const typed = new Map();

/** A random instance of a size; the address names it. @param {any} puzzle @param {URLSearchParams} values */
function random_instance(puzzle, values) {
  const made = values.get("random");
  const size = /** @type {HTMLInputElement} */ (h("input", { value: made ?? puzzle.small_sizes.at(-1) ?? "", size: 12, name: "size" }));
  const seed = /** @type {HTMLInputElement} */ (h("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, step: 1, placeholder: "any", name: "seed" }));
  const result = h("div", { "aria-live": "polite" });
  if (made) preview(result, subject(values) ?? puzzle, null);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    change({ random: size.value, seed: seed.value, instance: null });
  };
  return h("section", {}, h("h2", {}, "Random instance"),
    h("form", { onsubmit: submit },
      field("Size", size), field("Seed", seed), h("button", {}, "Make one"),
      h("p", { class: "faint" }, `Sizes: ${puzzle.sizes}`)),
    result);
}

/** A text of your own; the address holds it. @param {any} puzzle @param {URLSearchParams} values */
function own(puzzle, values) {
  const given = values.get("instance");
  const is_own = given != null && !puzzle.instances.some((/** @type {any} */ level) => level.name === given);
  const text = /** @type {HTMLTextAreaElement} */ (h("textarea", {
    rows: 8, spellcheck: "false", name: "text", autocapitalize: "off", value: is_own ? given : typed.get(puzzle.name) ?? puzzle.instances[0].text,
    oninput: (/** @type {any} */ e) => typed.set(puzzle.name, e.target.value),
  }));
  const result = h("div", { "aria-live": "polite" });
  if (is_own) preview(result, subject(values) ?? puzzle, text, puzzle.format);
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    change({ instance: text.value, random: null, seed: null });
  };
  return h("section", {}, h("h2", {}, "Your own"),
    h("form", { onsubmit: submit },
      field("Text", text), h("button", {}, "Show and edit the board")),
    result,
    h("p", { class: "faint rules" }, `Format: ${puzzle.format}`));
}

/**
 * Shows an instance, or what is wrong with it.
 * @param {HTMLElement} result
 * @param {import("../state.js").Subject} of
 * @param {HTMLTextAreaElement | null} text the text that follows edits of the board
 * @param {string} [format] the help that the page shows already
 */
async function preview(result, of, text, format) {
  try {
    const first = await post("instance", of);
    if (!result.isConnected) return;
    const below = h("div", {});
    /** @param {any} described */
    const describe = (described) => {
      if (!result.isConnected) return;
      if (text && described !== first) {
        text.value = described.text;
        remember({ instance: described.text });
      }
      // The address names the seed, so that it shows the same board again.
      if (described.subject.random) remember({ seed: described.subject.seed });
      fill(below,
        described.unsolvable && h("p", { class: "careful" }, `Unsolvable: ${described.unsolvable}.`),
        described.subject.instance?.length > LONGEST_LINK && h("p", { class: "careful" }, "This board is too large for an address: it is gone when you load the page again."),
        described.subject.random && h("p", { class: "faint" }, `Seed ${described.subject.seed} makes it again.`),
        actions(described.subject));
    };
    const board = first.tools.length && text ? editor(first, describe)
      : h("div", { class: "board small" }, first.svg ? picture(first.svg, first.title) : "Too large to draw.");
    describe(first);
    fill(result, board, below);
    // The keyboard goes on where the board can be opened.
    if (document.activeElement?.matches("body, main")) /** @type {any} */ (below.querySelector("a"))?.focus({ preventScroll: true });
  } catch (error) {
    fill(result, ...wrong(/** @type {any} */ (error), text, format));
  }
}

/**
 * Returns an error, with a caret at its place in the text.
 * @param {import("../api.js").ApiError} error
 * @param {HTMLTextAreaElement | null} text
 * @param {string} [format]
 */
function wrong(error, text, format) {
  const line = error.line ? text?.value.split("\n")[error.line - 1] : undefined;
  if (text && error.line) {
    const lines = text.value.split("\n").slice(0, error.line - 1);
    const place = lines.join("\n").length + (lines.length ? 1 : 0) + (error.column ?? 1) - 1;
    text.focus();
    text.setSelectionRange(place, place + 1);
  }
  const where = error.line ? `Line ${error.line}${error.column ? `, column ${error.column}` : ""}: ` : "";
  return [
    h("p", { class: "wrong", role: "alert" }, where, error.message),
    line !== undefined && h("pre", { class: "caret" }, `${line}\n${line.slice(0, Math.max(0, (error.column ?? 1) - 1)).replace(/[^\t]/g, " ")}^`),
    error.help && error.help !== format && h("p", { class: "faint" }, error.help),
  ];
}

