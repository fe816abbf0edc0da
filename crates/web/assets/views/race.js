// Race: two to four setups on one instance, in step by expansions.

import { fill, h, count, time, picture } from "../dom.js";
import { get } from "../api.js";
import { change } from "../state.js";
import { heading, load, setup, strategy_info } from "../subject.js";
import { record } from "./watch.js";

export const title = "Race";

const MAX_EVENTS = 200_000;
/** The expansions per second at the start of a race. */
const PACE = 20;

/** @typedef {{ strategy: string, heuristic: string }} Setup */

/**
 * @param {HTMLElement} root
 * @param {any} catalog
 * @returns {import("../app.js").View}
 */
export function mount(root, catalog) {
  let running = new AbortController();
  let timer = 0;
  const lanes = h("div", { class: "lanes" });
  const table = h("div", { "aria-live": "polite" });

  /** Returns the title of a lane. @param {Setup} setup */
  const title_of = ({ strategy, heuristic }) => strategy_info(catalog, strategy)?.informed ? `${strategy}, ${heuristic}` : strategy;
  const stop = () => { running.abort(); clearInterval(timer); };

  return {
    leave: stop,
    async update(values, signal) {
      stop();
      const described = await load(values, catalog, signal);
      const setups = chosen(values, described);
      /** @param {Setup[]} next */
      const put = (next) => change({ setups: next.map((one) => `${one.strategy}|${one.heuristic}`).join(";") });
      fill(lanes);
      fill(table);
      fill(root, heading(described),
        h("div", { class: "setups" }, setups.map((one, index) => h("fieldset", {}, h("legend", {}, `Lane ${index + 1}`),
          setup(catalog, described, one, (next) => put(setups.map((old, at) => (at === index ? next : old)))),
          setups.length > 2 && h("button", { type: "button", onclick: () => put(setups.filter((_, at) => at !== index)) }, "Remove")))),
        h("div", { class: "toolbar" },
          setups.length < 4 && h("button", { type: "button", onclick: () => put([...setups, { strategy: "greedy", heuristic: setups[0].heuristic }]) }, "Add a lane"),
          h("button", { type: "button", class: "main", onclick: () => race(described, setups) }, "Start the race")),
        lanes, table);
    },
  };

  /** @param {URLSearchParams} values @param {any} described @returns {Setup[]} */
  function chosen(values, described) {
    const text = values.get("setups");
    if (!text) return ["bfs", "astar"].map((strategy) => ({ strategy, heuristic: described.best.heuristic }));
    return text.split(";").slice(0, 4).map((one) => {
      const [strategy, heuristic] = one.split("|");
      return { strategy, heuristic: heuristic || described.best.heuristic };
    });
  }

  /** @param {any} described @param {Setup[]} setups */
  async function race(described, setups) {
    stop();
    const mine = (running = new AbortController());
    const told = setups.map((one) => h("p", {}, `${title_of(one)}: starting…`));
    fill(lanes);
    fill(table, h("div", { role: "status" }, told), h("button", { type: "button", onclick: () => { stop(); fill(table, h("p", {}, "Cancelled.")); } }, "Cancel"));
    const results = await Promise.all(setups.map((one, index) => record(described, one, (text) => fill(told[index], `${title_of(one)}: ${text}`), mine.signal, MAX_EVENTS, null)
      .catch((error) => ({ error }))));
    if (mine.signal.aborted) return;
    fill(table);
    /** @type {any[]} */
    const runners = results.map((result, index) => {
      const bar = h("progress", { max: 1, value: 0, "aria-label": `Lane ${index + 1}` });
      const text = h("p", {}, "");
      const board = h("div", { class: "board small" });
      const lane = h("section", { class: "lane" }, h("h2", {}, title_of(setups[index])), bar, text, board);
      return { ...result, lane, bar, text, board, drawn: -1 };
    });
    const longest = Math.max(1, ...runners.map((r) => r.done?.expanded ?? 0));
    let [expansions, pace] = [0, Math.max(PACE, longest / 8)];
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const tick = () => {
      expansions = still ? longest : Math.min(longest, expansions + pace / 10);
      for (const runner of runners) advance(runner, expansions, mine.signal);
      if (expansions >= longest) {
        clearInterval(timer);
        fill(table, ranking(setups, runners));
      }
    };
    fill(lanes, runners.map((runner) => runner.lane));
    timer = setInterval(tick, 100);
    tick();
  }
}

/** Shows a runner after some expansions. @param {any} runner @param {number} expansions @param {AbortSignal} signal */
async function advance(runner, expansions, signal) {
  if (runner.error) { fill(runner.text, runner.error.message); return; }
  const { done, overview } = runner;
  const now = Math.min(done.expanded, Math.floor(expansions));
  runner.bar.value = done.expanded ? now / done.expanded : 1;
  fill(runner.text, now < done.expanded ? `${count(now)} expanded` : done.summary);
  const points = overview.points;
  const point = points[Math.min(points.length - 1, Math.floor((now / Math.max(1, done.expanded)) * points.length))];
  if (!point) return;
  // The last step that is wanted is drawn, even if it is wanted while another one loads.
  runner.wanted = now >= done.expanded ? overview.events - 1 : point.step;
  if (runner.busy) return;
  runner.busy = true;
  while (runner.drawn !== runner.wanted) {
    runner.drawn = runner.wanted;
    const at = await get(`traces/${done.trace.id}/at/${runner.drawn}`, signal).catch(() => null);
    if (at?.svg) fill(runner.board, picture(at.svg, "The board of the node"));
  }
  runner.busy = false;
}

/** @param {Setup[]} setups @param {any[]} runners */
function ranking(setups, runners) {
  const rows = runners.map(({ done, error }, index) => ({ setup: setups[index], done, error }))
    .sort((a, b) => (a.done?.expanded ?? Infinity) - (b.done?.expanded ?? Infinity));
  const table = h("table", {},
    h("caption", {}, "By expansions"),
    h("thead", {}, h("tr", {}, ["setup", "outcome", "cost", "expanded", "generated", "duplicates", "time with recording"].map((t) => h("th", { scope: "col" }, t)))),
    h("tbody", {}, rows.map(({ setup, done, error }) => h("tr", {},
      h("th", { scope: "row" }, done?.heuristic ? `${setup.strategy}, ${setup.heuristic}` : setup.strategy),
      error ? h("td", { colspan: 6 }, error.message) : [
        h("td", {}, done.outcome), h("td", {}, done.cost == null ? "–" : count(done.cost)), h("td", {}, count(done.expanded)),
        h("td", {}, count(done.generated)), h("td", {}, count(done.duplicates)), h("td", {}, time(done.seconds))]))));
  return h("div", { class: "ranking", tabindex: 0, role: "region", "aria-label": "Ranking" }, table);
}
