//! Compares four searches on random eight-puzzles and prints an HTML page with a table and plots.
//!
//! `cargo run --release -p heureka-lab --example report > report.html`

use heureka_core::{Limits, Strategy};
use heureka_kit::puzzle::Parameters;
use heureka_lab::{Axis, Cell, Mark, Plot, Point, Provenance, Report, Series, Table};
use heureka_puzzles::registry;
use std::error::Error;

const STRATEGIES: [&str; 4] = ["bfs", "astar", "wastar(2)", "greedy"];
const MAX_EXPANSIONS: u64 = 100_000;

fn report(seeds: u64) -> Result<String, Box<dyn Error>> {
    let tiles = registry::puzzle("tiles").ok_or("puzzle 'tiles' is missing")?;
    let mut table = Table::new(["strategy", "seed", "cost", "expanded"]);
    let mut runs: [Vec<Point>; 4] = Default::default();
    for seed in 1..=seeds {
        let mut board = tiles.random("3x3", &Parameters::default(), seed)?;
        board.set_heuristic("manhattan")?;
        for (name, points) in STRATEGIES.iter().zip(&mut runs) {
            let strategy: Strategy = name.parse()?;
            let mut limits = Limits::none().expansions(MAX_EXPANSIONS);
            let solution = board.solve(&strategy, &mut limits, None)?;
            let cost = solution.outcome.plan().map(|plan| plan.cost());
            let expanded = solution.stats.expanded;
            points.push(Point::new(seed as f64, expanded as f64).at_least(cost.is_none()));
            let count = if cost.is_some() { Cell::Whole } else { Cell::AtLeast };
            table.row([(*name).into(), seed.into(), cost.into(), count(expanded)]);
        }
    }
    let expanded = || Axis::log("expanded");
    let mut by_seed = Plot::new("Nodes expanded", Axis::linear("seed"), expanded());
    let mut cactus = Plot::new("Boards by difficulty", Axis::linear("boards"), expanded());
    for (name, points) in STRATEGIES.into_iter().zip(&runs) {
        by_seed = by_seed.series(Series::new(name, Mark::Line, points.clone()));
        let mut counts: Vec<f64> = points.iter().map(Point::y).collect();
        counts.sort_by(f64::total_cmp);
        let steps = counts.into_iter().enumerate().map(|(i, y)| (i as f64 + 1.0, y));
        cactus = cactus.series(Series::new(name, Mark::Steps, steps));
    }
    let mean = |points: &Vec<Point>| points.iter().map(Point::y).sum::<f64>() / seeds as f64;
    let bars = runs.iter().enumerate().map(|(i, points)| (i as f64, mean(points)));
    let (x, y) = (Axis::names("strategy", STRATEGIES), Axis::linear("mean number expanded"));
    let means = Plot::new("Mean", x, y).series(Series::new("mean", Mark::Bars, bars));
    let pairs = runs[1].iter().zip(&runs[3]).map(|(astar, greedy)| (astar.y(), greedy.y()));
    let (x, y) = (Axis::log("expanded by astar"), Axis::log("expanded by greedy"));
    let scatter = Plot::new("A* against greedy, board by board", x, y)
        .diagonal("equal")
        .series(Series::new("boards", Mark::Dots, pairs));
    let mut report = Report::new("Eight-puzzles by four strategies");
    report.paragraph("Random boards with Manhattan distance, each solved four times.");
    report.heading("Plots");
    for plot in [&by_seed, &cactus, &means, &scatter] {
        report.plot(plot);
    }
    report.heading("Runs");
    report.table("", &table);
    Ok(report.html(&Provenance::here().and("seeds", format!("1 to {seeds}"))))
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", report(12)?);
    Ok(())
}

#[test]
fn report_has_every_plot_and_is_reproducible() {
    let page = report(3).unwrap();
    assert_eq!(page.matches("<svg").count(), 4);
    assert_eq!(page, report(3).unwrap());
}
