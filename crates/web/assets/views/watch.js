// Watch: a search step by step.

import { get, job } from "../api.js";
import { count, fill, h, picture } from "../dom.js";
import { expansion_map } from "../map.js";
import { Player } from "../player.js";
import { curves } from "../plot.js";
import { address, go, remember } from "../state.js";
import { chosen_setup, heading, load, put_setup, setup } from "../subject.js";
import * as tree from "../tree.js";

export const title = "Watch";

/** The most events that are recorded. */
const MAX_EVENTS = 1_000_000;
const SECONDS = 60;

/**
 * Records a search, and returns its result and an overview of its trace.
 * @param {any} described
 * @param {{ strategy: string, heuristic: string }} chosen
 * @param {(text: string) => void} tell
 * @param {AbortSignal} signal
 * @param {number} [events] the most that are recorded
 * @param {number | null} [expansions] the most that are made; more make no sense if only the recording is shown
 */
export async function record(described, chosen, tell, signal, events = MAX_EVENTS, expansions = events) {
  const request = { subject: described.subject, ...chosen, trace: events, limits: { seconds: SECONDS, expansions } };
  const done = await job("solve", request, (now) => tell(`Recording: ${count(now.expanded)} expanded…`), signal);
  return { done, overview: await get(`traces/${done.trace.id}`, signal) };
}

/**
 * @param {HTMLElement} root
 * @param {any} catalog
 * @returns {import("../app.js").View}
 */
export function mount(root, catalog) {
  /** @type {{ key: string, described: any, done: any, overview: any } | null} */
  let recorded = null;
  let loading = new AbortController();
  let [shown, picked] = [-1, -1];
  let redraw = () => {};
  const resized = () => redraw();
  addEventListener("resize", resized);
  /** @type {ReturnType<typeof expansion_map>} */
  let map = null;
  /** @type {number | null} */
  let fetching = null;
  const player = new Player((step) => {
    player.at(step);
    remember({ step });
    show(step);
  });
  const head = h("div", {});
  const sentence = h("p", { class: "sentence", role: "status" });
  const counts = h("p", { class: "counts" });
  const canvas = h("div", { class: "canvas", tabindex: 0, role: "region", "aria-label": "Search tree; scrolls" });
  const board = h("div", { class: "board" });
  const board_name = h("p", { class: "faint" });
  const lists = h("div", { class: "lists" });
  const charts = h("div", { class: "charts" });

  return {
    leave() {
      removeEventListener("resize", resized);
      loading.abort();
      player.leave();
    },
    async update(values, signal) {
      const described = await load(values, catalog, signal);
      const chosen = chosen_setup(values, described);
      const key = JSON.stringify([described.subject, chosen]);
      if (recorded?.key !== key) await start(key, described, chosen);
      if (recorded?.key !== key) return;
      const step = Math.max(0, Math.min(player.last, Math.round(Number(values.get("step"))) || 0));
      player.at(step);
      await show(step);
    },
  };

  /** @param {string} key @param {any} described @param {{ strategy: string, heuristic: string }} chosen */
  async function start(key, described, chosen) {
    loading.abort();
    player.pause();
    const mine = (loading = new AbortController());
    const told = h("p", { role: "status" }, "Recording the search…");
    const cancel = () => {
      mine.abort();
      fill(root, head, h("p", { role: "status" }, "Cancelled."), h("button", { type: "button", onclick: () => go(address({})) }, "Record it again"));
    };
    fill(head, heading(described), setup(catalog, described, chosen, put_setup));
    fill(root, head, told, h("button", { type: "button", onclick: cancel }, "Cancel"));
    recorded = null;
    redraw = () => {};
    shown = -1;
    try {
      const { done, overview } = await record(described, chosen, (text) => fill(told, text), mine.signal);
      recorded = { key, described, done, overview };
    } catch (error) {
      if (mine.signal.aborted) return;
      const wrong = /** @type {any} */ (error);
      fill(root, head, h("p", { class: "wrong", role: "alert" }, wrong.message), wrong.help && h("p", { class: "faint" }, wrong.help));
      return;
    }
    const places = await get(`traces/${recorded.done.trace.id}/map`, mine.signal);
    map = expansion_map(places);
    player.load(recorded.overview);
    const cut = recorded.overview.complete ? "" : ` Only the first ${count(recorded.overview.events)} events are recorded.`;
    fill(root, head,
      h("p", { class: `outcome ${recorded.done.outcome}` }, recorded.done.summary, cut),
      recorded.overview.events ? [
        player.element, sentence, counts,
        h("div", { class: "watch-area" },
          h("div", { class: "left" }, canvas, tree.legend(), charts),
          h("div", { class: "side" }, board, board_name, map?.element, lists)),
      ] : h("p", {}, "No search was needed."));
  }

  /** Shows a step; while an answer is on its way, only the newest step waits. @param {number} step */
  async function show(step) {
    if (!recorded?.overview.events || step === shown) return;
    if (fetching != null) { fetching = step; return; }
    try {
      for (let next = /** @type {number | null} */ (step); next != null; ) {
        fetching = next;
        const wanted = next;
        const now = await get(`traces/${recorded.done.trace.id}/at/${wanted}`, loading.signal);
        if (!recorded) return;
        draw(now, wanted);
        next = fetching === wanted ? null : fetching;
      }
    } catch (error) {
      // The server may have dropped the recording: another attempt records the search again.
      if (!loading.signal.aborted) recorded = null;
      throw error;
    } finally {
      fetching = null;
    }
  }

  /** @param {any} now @param {number} step */
  function draw(now, step) {
    shown = step;
    redraw = () => draw(now, step);
    const { event } = now;
    fill(sentence, event.sentence);
    const parts = [["expanded", "expanded"], ["generated", "generated"], ["duplicates", now.counts.duplicates === 1 ? "duplicate" : "duplicates"], ["reopened", "reopened"], ["pruned", "pruned"], ["frontier", "in the frontier"]];
    fill(counts, parts.map(([name, label]) => h("span", {}, h("strong", {}, count(now.counts[name])), ` ${label}`)),
      now.bound > 0 && h("span", {}, "bound ", h("strong", {}, count(now.bound))));
    const current = now.path.at(-1) ?? null;
    const { svg, focus } = tree.draw(now.tree, step, current, now.path, pick);
    fill(canvas, !focus && h("p", { class: "faint" }, "The tree begins with the next step."), svg);
    const scale = tree.fit(svg, canvas);
    if (focus) canvas.scrollTo({ left: focus[0] * scale - canvas.clientWidth / 2, top: focus[1] * scale - canvas.clientHeight / 2 });
    map?.show(step);
    show_board(now.svg, "The board of this node");
    fill(board_name, now.tree.find((/** @type {any} */ node) => node.id === current)?.name ?? `node ${current}`);
    fill(lists, list("Frontier", now.frontier, now.counts.frontier), list("Expanded", now.closed, now.counts.expanded));
    fill(charts, curves(recorded?.overview, step, charts.clientWidth));
  }

  /** @param {string} name @param {any[]} nodes @param {number} total */
  function list(name, nodes, total) {
    const rows = nodes.map((node) => h("tr", { tabindex: 0, onmouseenter: () => pick(node.id), onfocus: () => pick(node.id) },
      h("td", {}, node.name), h("td", {}, node.f == null ? "" : tree.round(node.f)), h("td", {}, node.g), h("td", {}, node.h ?? "")));
    return h("details", { open: true }, h("summary", {}, `${name} (${count(total)})`), nodes.length < total && h("p", { class: "faint" }, `${nodes.length} of them${name === "Frontier" ? ", lowest f first" : ", the latest first"}`),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": name }, h("table", {}, h("thead", {}, h("tr", {}, ["node", "f", "g", "h"].map((t) => h("th", { scope: "col" }, t)))), h("tbody", {}, rows))));
  }

  /** Shows a board, with the marks of the map. @param {string | null} svg @param {string} label */
  function show_board(svg, label) {
    const shown = svg && picture(svg, label);
    if (shown && map) shown.append(map.marks);
    fill(board, shown);
  }

  /** Shows the board of a node. @param {number} id */
  async function pick(id) {
    if (!recorded) return;
    const at = shown;
    picked = id;
    const card = await get(`traces/${recorded.done.trace.id}/nodes/${id}`, loading.signal);
    if (shown !== at || picked !== id) return;
    show_board(card.svg, card.state);
    fill(board_name, `${card.name}: ${card.moves.length ? card.moves.join(" ") : "the start"}`);
  }
}
