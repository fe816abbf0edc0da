// What a view is about: the instance, as a line above the view, and the choice of a search.

import { post } from "./api.js";
import { h } from "./dom.js";
import { change, link, remember, subject } from "./state.js";

/**
 * Reads the instance that an address names. The answer of the last instance is kept.
 * @param {URLSearchParams} values
 * @param {any} catalog
 * @param {AbortSignal} signal
 */
export async function load(values, catalog, signal) {
  /** @type {import("./state.js").Subject} */
  const wanted = subject(values) ?? { puzzle: catalog.puzzles[0].name, parameters: {} };
  const key = JSON.stringify(wanted);
  if (kept?.key !== key) {
    const answer = await post("instance", wanted, signal);
    // The address names the seed, so that it shows the same board again.
    if (wanted.random && wanted.seed == null) {
      wanted.seed = answer.subject.seed;
      remember({ seed: wanted.seed ?? null });
    }
    const first = catalog.puzzles.find((/** @type {any} */ known) => known.name === wanted.puzzle).instances[0].name;
    kept = { key: JSON.stringify(wanted), answer: { ...answer, first } };
  }
  return kept.answer;
}
/** @type {{ key: string, answer: any } | null} */
let kept = null;

/**
 * Returns the name of an instance.
 * @param {any} described
 */
export function name(described) {
  const { instance, random, seed } = described.subject;
  if (random) return `random ${random}, seed ${seed}`;
  if (!instance) return described.first;
  return instance.length > 24 || instance.includes("\n") ? "your own" : instance;
}

/**
 * Returns the line above a view.
 * @param {any} described
 */
export function heading(described) {
  return h("h1", {},
    h("a", { href: link("gallery", { puzzle: described.subject.puzzle }) }, described.title),
    h("span", { class: "faint" }, ` ${[name(described), ...Object.entries(described.subject.parameters ?? {}).map(([key, value]) => `${key}=${value}`)].join(", ")}`),
    described.caveat && h("small", { class: "careful caveat" }, described.caveat));
}

/**
 * Returns a labeled control.
 * @param {string} label
 * @param {HTMLElement} control
 */
export function field(label, control) {
  return h("label", {}, h("span", {}, label), control);
}

/** Returns what is known of a strategy, by its name, an alias, and with or without options. @param {any} catalog @param {string} word */
export function strategy_info(catalog, word) {
  const typed = word.split(/[:(,]/)[0].toLowerCase();
  return catalog.strategies.find((/** @type {any} */ known) => known.name === typed || known.aliases.includes(typed));
}

/** The number in the name of a strategy, such as `beam:10` or `wastar(1.5)`, and the options that follow it. */
const [ARGUMENT, OPTIONS] = [/[:(]([^,)]*)/, /,.*/];

/**
 * Returns controls for a strategy and a heuristic, with what is claimed of them.
 * @param {any} catalog
 * @param {any} described
 * @param {{ strategy: string, heuristic: string }} setup
 * @param {(setup: { strategy: string, heuristic: string }) => void} choose
 */
export function setup(catalog, described, setup, choose) {
  const info = strategy_info(catalog, setup.strategy);
  const base = info?.name ?? setup.strategy;
  const strategies = catalog.strategies.map((/** @type {any} */ k) => {
    const value = k.argument && k.default == null ? `${k.name}:10` : k.name;
    return h("option", { value: k.name === base ? setup.strategy : value, selected: k.name === base }, k.name);
  });
  const heuristics = described.heuristics.map((/** @type {any} */ k) =>
    h("option", { value: k.name, selected: k.name === setup.heuristic }, k.name));
  const heuristic = described.heuristics.find((/** @type {any} */ k) => k.name === setup.heuristic);
  const strategy_select = h("select", { onchange: (/** @type {any} */ e) => choose({ ...setup, strategy: e.target.value }) }, strategies);
  const heuristic_select = h("select", { onchange: (/** @type {any} */ e) => choose({ ...setup, heuristic: e.target.value }) }, heuristics);
  return h("div", { class: "setup" },
    field("Strategy", strategy_select),
    info?.argument && field(info.argument, h("input", {
      value: setup.strategy.match(ARGUMENT)?.[1] ?? info.default ?? "", inputmode: "decimal", size: 6, pattern: "\\d+(\\.\\d+)?",
      onchange: (/** @type {any} */ e) => e.target.reportValidity() && choose({ ...setup, strategy: `${base}:${e.target.value}${setup.strategy.match(OPTIONS)?.[0] ?? ""}` }),
    })),
    info?.informed && field("Heuristic", heuristic_select),
    h("p", { class: "faint" }, info?.summary ?? "", info?.informed && heuristic ? `; ${heuristic.name}: ${heuristic.summary} (${heuristic.claim})` : ""));
}

/**
 * Returns the setup that an address names, by default the fastest known one.
 * @param {URLSearchParams} values
 * @param {any} described
 */
export function chosen_setup(values, described) {
  return {
    strategy: values.get("strategy")?.replace(/^best$/, described.best.strategy) ?? described.best.strategy,
    heuristic: values.get("heuristic") ?? described.best.heuristic,
  };
}

/** Puts a setup into the address. @param {{ strategy: string, heuristic: string }} setup */
export function put_setup(setup) {
  change({ strategy: setup.strategy, heuristic: setup.heuristic, step: null });
}
