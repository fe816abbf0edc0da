// Predict: which node is expanded next?

import { get } from "../api.js";
import { count, fill, h, picture } from "../dom.js";
import { chosen_setup, heading, load, put_setup, setup, strategy_info } from "../subject.js";
import { measures, round } from "../tree.js";
import { record } from "./watch.js";

export const title = "Predict";

const MAX_EVENTS = 20_000;
/** Strategies that keep no frontier to choose from. */
const WITHOUT_FRONTIER = ["dls", "ids", "idastar", "descent"];

/**
 * @param {HTMLElement} root
 * @param {any} catalog
 * @returns {import("../app.js").View}
 */
export function mount(root, catalog) {
  let loading = new AbortController();
  const question = h("div", {});
  const answer = h("p", { role: "status", class: "sentence" });
  let [right, asked] = [0, 0];

  return {
    leave: () => loading.abort(),
    async update(values, signal) {
      loading.abort();
      const mine = (loading = new AbortController());
      const described = await load(values, catalog, signal);
      const chosen = chosen_setup(values, described);
      const name = () => strategy_info(catalog, chosen.strategy)?.name;
      if (!values.get("strategy") && WITHOUT_FRONTIER.includes(name())) chosen.strategy = "astar";
      [right, asked] = [0, 0];
      fill(answer);
      fill(root, heading(described), setup(catalog, described, chosen, put_setup), answer, question);
      if (WITHOUT_FRONTIER.includes(name())) {
        fill(question, h("p", {}, `The strategy ${name()} keeps no frontier, so there is nothing to choose from. Choose another one, such as astar.`));
        return;
      }
      fill(question, h("p", {}, "Recording the search…"));
      const { done, overview } = await record(described, chosen, () => {}, mine.signal, MAX_EVENTS);
      const events = [];
      for (let from = 0; from < overview.events; from += 2000)
        events.push(...(await get(`traces/${done.trace.id}/events?from=${from}&count=2000`, mine.signal)));
      ask(done.trace.id, events, 0, mine.signal);
    },
  };

  /**
   * Asks at the next expansion at which several nodes wait.
   * @param {number} id @param {any[]} events @param {number} from @param {AbortSignal} signal
   */
  async function ask(id, events, from, signal) {
    for (let at = from; at < events.length; at++) {
      const next = events[at];
      if (next.event !== "expand" && next.event !== "solved") continue;
      if (at === 0) continue;
      const now = await get(`traces/${id}/at/${at - 1}`, signal);
      // A long frontier is listed in part, and that of a search from the goal not at all.
      if (!now.frontier.some((/** @type {any} */ node) => node.id === next.node))
        now.frontier = [...now.frontier.slice(0, -1), await get(`traces/${id}/nodes/${next.node}`, signal)];
      if (now.frontier.length < 2) continue;
      draw(id, events, at, now, signal);
      return;
    }
    fill(question, h("p", {}, asked ? `That was the last one: ${count(right)} of ${count(asked)} right.`
      : "Nothing to predict: two nodes never wait at the same time. Choose another instance or strategy."));
  }

  /** @param {number} id @param {any[]} events @param {number} at @param {any} now @param {AbortSignal} signal */
  function draw(id, events, at, now, signal) {
    const next = events[at];
    let open = true;
    /** @param {any} node */
    const choose = (node) => {
      if (!open) return;
      open = false;
      asked += 1;
      const is_right = node.id === next.node;
      right += is_right ? 1 : 0;
      const chosen = now.frontier.find((/** @type {any} */ n) => n.id === next.node);
      const why = reason(node, chosen ?? next);
      fill(answer, is_right ? "✓ Right. " : "✗ Not this one. ", next.sentence, " ", is_right ? "" : why, ` Score: ${right} of ${asked}.`);
      ask(id, events, at + 1, signal);
    };
    // In the order of generation: sorted by f, the answer would be the first.
    const nodes = [...now.frontier].sort((a, b) => a.id - b.id);
    const focused = question.contains(document.activeElement);
    fill(question, h("div", { class: "play-area setting" }, h("div", { class: "board" }, now.svg ? picture(now.svg, "The node of this step") : ""), h("div", {},
      h("h2", {}, "Which node is expanded next?"),
      h("p", { class: "faint" }, `Step ${count(at)}: ${now.event.sentence}`),
      h("div", { class: "choices", role: "group", "aria-label": "Nodes in the frontier" }, nodes.map((node) =>
        h("button", { type: "button", "data-node": node.id, onclick: () => choose(node) },
          h("strong", {}, node.name), h("small", {}, measures(node))))))));
    if (focused) /** @type {any} */ (question.querySelector(".choices button"))?.focus();
  }
}

/** Says why one node goes before another. @param {any} chosen @param {any} expected */
function reason(chosen, expected) {
  if (chosen.f != null && expected.f != null) {
    if (expected.f < chosen.f) return `Its f = ${round(expected.f)} is lower than ${round(chosen.f)}.`;
    if (expected.f === chosen.f) return `Both have f = ${round(chosen.f)}; the tie goes to ${expected.g > chosen.g ? "the larger g" : expected.id > chosen.id ? "the node that came last" : "the node that came first"}.`;
  }
  return "The strategy takes it first.";
}
