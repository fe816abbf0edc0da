// Lab: the tables, plots and runs of a study.

import { get } from "../api.js";
import { count, fill, h, time } from "../dom.js";
import { change, link } from "../state.js";
import { field } from "../subject.js";

export const title = "Lab";

/** The most runs that are listed. */
const LISTED = 500;

/** What runs are filtered by: the field and its label. */
const FILTERS = [["puzzle", "Puzzle"], ["setup", "Setup"], ["ending", "Ending"]];

/**
 * @param {HTMLElement} root
 * @returns {import("../app.js").View}
 */
export function mount(root) {
  /** @type {{ number: number, study: any } | null} */
  let opened = null;
  return {
    async update(values) {
      // Anything but a number names no study, so all are shown.
      const number = values.get("study")?.replace(/\D.*/, "") || null;
      if (number == null) {
        opened = null;
        await all(root);
        return;
      }
      if (opened?.number !== Number(number)) opened = { number: Number(number), study: await get(`studies/${Number(number)}`) };
      show(root, opened.number, opened.study, values);
    },
  };
}

/** @param {HTMLElement} root */
async function all(root) {
  const studies = await get("studies");
  const rows = studies.map((/** @type {any} */ study, /** @type {number} */ number) =>
    h("li", {}, h("h2", {}, h("a", { href: `/?view=lab&study=${number}` }, study.title)), h("p", {}, `${study.name}: ${study.progress}`)));
  fill(root, h("h1", {}, "Lab"), studies.length ? h("ul", { class: "instances" }, rows) : [
    h("p", {}, "No study is open. Run one, then start the server with its database:"),
    h("pre", {}, "heureka lab init study.toml\nheureka lab run study.toml\nheureka serve study.db")]);
}

/** @param {HTMLElement} root @param {number} number @param {any} study @param {URLSearchParams} values */
function show(root, number, study, values) {
  const tables = study.tables.map((/** @type {any} */ table) => {
    // A column of names is aligned to the left, one of numbers to the right.
    const classes = table.columns.map((/** @type {string} */ _, /** @type {number} */ at) => table.rows.some((/** @type {string[]} */ row) => /^[a-z]/i.test(row[at])) ? "text" : null);
    return h("section", {}, h("h2", {}, table.title),
      h("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": table.title },
        h("table", {}, h("thead", {}, h("tr", {}, table.columns.map((/** @type {string} */ name, /** @type {number} */ at) => h("th", { scope: "col", class: classes[at] }, name)))),
          h("tbody", {}, table.rows.map((/** @type {string[]} */ row) => h("tr", {}, row.map((cell, at) => h("td", { class: classes[at] }, cell))))))),
      table.caption && h("p", { class: "faint" }, table.caption));
  });
  const plots = study.plots.map((/** @type {string} */ name, /** @type {number} */ index) =>
    h("figure", {}, h("img", { src: `/api/v1/studies/${number}/plots/${index}`, alt: name, class: "plot" }), h("figcaption", {}, name)));
  fill(root, h("h1", {}, study.title), study.question && h("p", { class: "rules" }, study.question), h("p", { class: "faint" }, study.progress), tables, h("div", { class: "plots" }, plots), runs(study, values));
}

/** @param {any} study @param {URLSearchParams} values */
function runs(study, values) {
  const filters = FILTERS.map(([name, label]) => {
    const all = [...new Set(study.runs.map((/** @type {any} */ run) => run[name]))].sort();
    const chosen = values.get(`run.${name}`) ?? "";
    const options = ["", ...all].map((value) => h("option", { value, selected: value === chosen }, value || "all"));
    return field(label, h("select", { onchange: (/** @type {any} */ e) => change({ [`run.${name}`]: e.target.value }, true) }, options));
  });
  const fits = (/** @type {any} */ run) => FILTERS.every(([name]) => !values.get(`run.${name}`) || run[name] === values.get(`run.${name}`));
  const found = study.runs.filter(fits);
  const rows = found.slice(0, LISTED).map((/** @type {any} */ run) => h("tr", {},
    h("td", {}, run.instance), h("td", { class: "text" }, run.setup), h("td", { class: "text" }, run.ending), h("td", {}, run.cost ?? ""), h("td", {}, run.expanded == null ? "" : count(run.expanded)),
    h("td", {}, run.seconds == null ? "" : time(run.seconds)), h("td", {}, watch(run))));
  return h("section", {}, h("h2", {}, "Runs"), h("div", { class: "toolbar" }, filters),
    h("p", { role: "status" }, `${count(found.length)} of ${count(study.runs.length)} runs${found.length > LISTED ? `; the first ${LISTED} are shown` : ""}`),
    h("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": "Runs" },
      h("table", {}, h("thead", {}, h("tr", {}, ["instance", "setup", "ending", "cost", "expanded", "time", "search"].map((t, at) => h("th", { scope: "col", class: at < 3 ? "text" : null }, t)))), h("tbody", {}, rows))));
}

/** Returns a link that watches the search of a run. @param {any} run */
function watch(run) {
  if (!run.board) return "";
  const subject = { puzzle: run.puzzle, instance: run.board, parameters: run.parameters ?? {} };
  return h("a", { href: link("watch", subject, { strategy: run.strategy, heuristic: run.heuristic }), "aria-label": `Watch ${run.instance}, ${run.setup}` }, "Watch");
}
