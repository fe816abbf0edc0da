// The page: shows the view that the address names.

import { get } from "./api.js";
import { fill, h } from "./dom.js";
import { address, forget, go, link, read, subject } from "./state.js";
import * as gallery from "./views/gallery.js";
import * as lab from "./views/lab.js";
import * as maze from "./views/maze.js";
import * as play from "./views/play.js";
import * as predict from "./views/predict.js";
import * as race from "./views/race.js";
import * as solve from "./views/solve.js";
import * as watch from "./views/watch.js";

/**
 * @typedef {Object} View a view in its place
 * @property {(values: URLSearchParams, signal: AbortSignal) => void | Promise<void>} update shows what the address says, unless the signal aborts it
 * @property {() => void} [leave] ends what still runs
 *
 * @typedef {Object} ViewModule
 * @property {string} title
 * @property {(root: HTMLElement, catalog: any) => View} mount
 */

/** @type {Record<string, ViewModule>} */
const VIEWS = { gallery, play, solve, watch, race, predict, maze, lab };

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const nav = /** @type {HTMLElement} */ (document.getElementById("nav"));
const notice = /** @type {HTMLElement} */ (document.getElementById("notice"));

/** The last address of each view of an instance, to which the navigation goes back. @type {Map<string, string>} */
const visited = new Map();
/** @type {any} */
let catalog = null;
/** @type {{ name: string, view: View } | null} */
let current = null;

/** Returns the controls of the view. @returns {HTMLElement[]} */
function controls() {
  return [...main.querySelectorAll("label :is(input, select, textarea), .toolbar button")].map((control) => /** @type {HTMLElement} */ (control));
}

/** Shows an error that no view has shown. @param {any} error */
function show_error(error) {
  if (error?.name === "AbortError") return;
  fill(notice, h("strong", {}, error?.message ?? String(error)), h("br"), error?.help ?? "", " ",
    h("button", { type: "button", onclick: () => { notice.hidden = true; show(); } }, "Try again"), " ",
    // Moves or a step that do not fit would fail again.
    (read().has("moves") || read().has("step")) && h("a", { href: address({ moves: null, undone: null, step: null }) }, "Start again"));
  notice.hidden = false;
}

let showing = new AbortController();

/** Shows what the address says; an earlier call that still waits for an answer ends. */
async function show() {
  showing.abort();
  const { signal } = (showing = new AbortController());
  try {
    catalog ??= await get("catalog");
    if (signal.aborted) return;
    const values = read();
    const wanted = values.get("view") ?? "gallery";
    const name = Object.hasOwn(VIEWS, wanted) ? wanted : "gallery";
    const chosen = subject(values);
    const links = Object.entries(VIEWS).map(([key, module]) => {
      const to = chosen && !["maze", "lab"].includes(key) ? link(key, chosen) : key === "gallery" ? "/" : ["maze", "lab"].includes(key) ? `/?view=${key}` : link(key, { puzzle: catalog.puzzles[0].name });
      return h("a", { href: to, "aria-current": key === name ? "page" : null }, module.title);
    });
    fill(nav, links);
    const puzzle = catalog.puzzles.find((/** @type {any} */ known) => known.name === chosen?.puzzle);
    document.title = [puzzle?.title, VIEWS[name].title, "Heureka"].filter(Boolean).join(" · ");
    if (current?.name !== name) {
      current?.view.leave?.();
      // A view that cannot be shown still has a heading.
      const root = h("div", { class: `view ${name}` }, h("h1", {}, VIEWS[name].title));
      fill(main, root);
      current = { name, view: VIEWS[name].mount(root, catalog) };
      scrollTo(0, 0);
    }
    const focused = controls().indexOf(/** @type {any} */ (document.activeElement));
    await current.view.update(values, signal);
    if (signal.aborted) return;
    // A control that had the focus is drawn again; else the keyboard goes on at the view.
    if (document.activeElement === document.body) (controls()[focused] ?? main).focus({ preventScroll: true });
    notice.hidden = true;
  } catch (error) {
    show_error(error);
  }
}

document.addEventListener("click", (event) => {
  const anchor = /** @type {Element} */ (event.target).closest?.("a[href]");
  const to = anchor?.getAttribute("href");
  if (to === "#main") {
    // A change of the address would draw the view again.
    event.preventDefault();
    main.focus();
    return;
  }
  if (!to?.startsWith("/") || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const chosen = subject(read());
  if (current && chosen) visited.set(link(current.name, chosen), location.search);
  go(nav.contains(anchor) ? visited.get(to) ?? to : to);
});
addEventListener("popstate", () => { forget(); show(); });
addEventListener("address", show);
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  show_error(event.reason);
});
show();
