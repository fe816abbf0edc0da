//! The lab: tables, plots and runs of a study that the program has run.

use crate::page::{Page, key};
use crate::site::Site;
use crate::{Stage, Test};
use serde_json::{Value, json};
use std::process::Command;

const STUDY: &str = "title = 'Small boards'
strategies = ['bfs', 'astar']
heuristics = ['manhattan', 'zero']
[[instances]]
puzzle = 'tiles'
random = ['2x3', '3x3']
seeds = '1-2'
[[instances]]
puzzle = 'grid'
levels = ['pocket', 'cut-off']
";

/// Returns the tests.
pub fn tests() -> Vec<Test> {
    vec![Test::scenario("a study shows its tables, plots and runs, one of which is watched", study)]
}

fn study(_: &Stage, page: &Page) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("study.toml"), STUDY).expect("the study is written");
    let run = Command::new(env!("CARGO_BIN_EXE_heureka"))
        .args(["lab", "run", "study.toml"])
        .current_dir(folder.path())
        .env("HEUREKA_CACHE", "")
        .output()
        .expect("the program starts");
    assert!(run.status.success(), "{run:?}");
    let site = Site::with_studies(0, vec![folder.path().join("study.db")]);
    let study = site.ask("studies/0");
    page.visit(site.port);
    page.open("/?view=lab");
    page.wait_text("main", "study.db");
    page.assert_accessible();
    page.click_text("Small boards");
    page.wait_text("h1", "Small boards");
    assert_tables(page, &study);
    let plots = study["plots"].as_array().expect("plots");
    assert!(!plots.is_empty());
    page.wait(
        "the plots are drawn",
        &format!(
            "[...document.querySelectorAll('img.plot')].filter((i) => i.naturalWidth > 100).length === {}",
            plots.len()
        ),
    );
    let runs = study["runs"].as_array().expect("runs");
    assert_eq!(runs.len(), 18);
    filter(page, runs, &[("Puzzle", "puzzle", "tiles")]);
    filter(page, runs, &[("Puzzle", "puzzle", "tiles"), ("Setup", "setup", "bfs")]);
    page.reload();
    wait_for_runs(page, runs, &[("puzzle", "tiles"), ("setup", "bfs")]);
    page.assert_accessible();
    let run = runs.iter().rev().find(|run| run["puzzle"] == "tiles" && run["setup"] == "bfs");
    let run = run.expect("a run");
    let name = format!("Watch {}, bfs", run["instance"].as_str().expect("a name"));
    page.click(&format!("[aria-label={}]", json!(name)));
    page.wait_text("output", "step 0 of");
    page.press([key::END]);
    let expanded = run["expanded"].to_string();
    let shown = "document.querySelector('.counts strong').textContent.replaceAll(',', '')";
    page.wait(&name, &format!("{shown} === '{expanded}'"));
    page.wait_text(".sentence", &format!("the plan costs {}.", run["cost"]));
    page.back();
    wait_for_runs(page, runs, &[("puzzle", "tiles"), ("setup", "bfs")]);
    page.open("/?view=lab&study=7");
    page.wait_text("#notice", "there is no study 7");
    page.expect_rejections();
}

/// Panics unless the page shows the tables of a study, and that of its runs.
fn assert_tables(page: &Page, study: &Value) {
    let shown = page.eval(
        "[...document.querySelectorAll('main table')].map((table) => ({
            columns: [...table.querySelectorAll('th')].map((c) => c.textContent),
            rows: [...table.querySelectorAll('tbody tr')].map((r) => [...r.cells].map((c) => c.textContent)),
        }))",
    );
    let tables = study["tables"].as_array().expect("tables");
    assert!(tables.len() > 2);
    assert_eq!(shown.as_array().map(Vec::len), Some(tables.len() + 1));
    for (index, table) in tables.iter().enumerate() {
        assert_eq!(shown[index]["columns"], table["columns"]);
        assert_eq!(shown[index]["rows"], table["rows"], "{}", table["title"]);
    }
}

/// Sets filters, given by label, field and value, and waits for the runs that fit.
fn filter(page: &Page, runs: &[Value], filters: &[(&str, &str, &str)]) {
    for (label, _, value) in filters {
        let index = ["Puzzle", "Setup", "Ending"].iter().position(|known| known == label);
        let place = index.expect("a filter") + 1;
        page.choose(&format!(".toolbar label:nth-child({place}) select"), value);
    }
    let fields: Vec<_> = filters.iter().map(|&(_, field, value)| (field, value)).collect();
    wait_for_runs(page, runs, &fields);
}

/// Waits until the page lists the runs whose fields have these values.
fn wait_for_runs(page: &Page, runs: &[Value], fields: &[(&str, &str)]) {
    let fits = |run: &&Value| fields.iter().all(|&(field, value)| run[field] == value);
    let names: Vec<&Value> = runs.iter().filter(fits).map(|run| &run["instance"]).collect();
    assert!(!names.is_empty() && names.len() < runs.len());
    page.wait_text("[role=status]", &format!("{} of {} runs", names.len(), runs.len()));
    let shown = page.eval(
        "[...[...document.querySelectorAll('main table')].at(-1).querySelectorAll('tbody tr')].map((r) => r.cells[0].textContent)",
    );
    assert_eq!(shown, json!(names));
}
