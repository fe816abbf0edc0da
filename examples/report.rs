//! A report in a few lines: searches compared, as a table and as plots on one HTML page.
//!
//! `cargo run --release -p heureka-lab --example report > report.html`

use heureka_core::{Limits, Strategy};
use heureka_kit::puzzle::Parameters;
use heureka_lab::{Axis, Cell, Mark, Plot, Point, Provenance, Report, Series, Table};
use heureka_puzzles::registry;
use std::error::Error;

/// How many nodes a search may expand.
const MOST: u64 = 100_000;

fn report(seeds: u64) -> Result<String, Box<dyn Error>> {
    let tiles = registry::puzzle("tiles").ok_or("there are no tiles")?;
    let strategies = ["bfs", "astar", "wastar(2)", "greedy"];
    let mut table = Table::new(["strategy", "seed", "cost", "expanded"]);
    let mut series: Vec<Vec<Point>> = vec![vec![]; strategies.len()];
    for seed in 1..=seeds {
        let mut board = tiles.random("3x3", &Parameters::default(), seed)?;
        board.set_heuristic("manhattan")?;
        for (word, points) in strategies.iter().zip(&mut series) {
            let strategy: Strategy = word.parse()?;
            let solution = board.solve(&strategy, &mut Limits::none().expansions(MOST), None)?;
            let (cost, expanded) = (solution.outcome.cost(), solution.stats.expanded);
            let point = Point::new(seed as f64, expanded as f64);
            points.push(if cost.is_some() { point } else { point.at_least() });
            let count = if cost.is_some() { Cell::Whole } else { Cell::AtLeast };
            table.row([(*word).into(), seed.into(), cost.into(), count(expanded)]);
        }
    }
    let ordered = |points: &Vec<Point>, i: usize| {
        let mut all: Vec<f64> = points.iter().map(Point::y).collect();
        all.sort_by(f64::total_cmp);
        let cactus = all.into_iter().enumerate().map(|(nth, y)| (nth as f64 + 1.0, y));
        Series::new(strategies[i], Mark::Steps, cactus)
    };
    let mut by_seed = Plot::new("Nodes expanded", Axis::linear("seed"), Axis::log("expanded"));
    let mut cactus =
        Plot::new("The same, easiest first", Axis::linear("boards"), Axis::log("expanded"));
    let mut means = Plot::new(
        "On average",
        Axis::names("strategy", strategies),
        Axis::linear("expanded on average"),
    );
    for (i, points) in series.iter().enumerate() {
        by_seed = by_seed.series(Series::new(strategies[i], Mark::Line, points.clone()));
        cactus = cactus.series(ordered(points, i));
    }
    let mean = |points: &Vec<Point>| points.iter().map(Point::y).sum::<f64>() / seeds as f64;
    let bars = series.iter().enumerate().map(|(i, points)| (i as f64, mean(points)));
    means = means.series(Series::new("mean", Mark::Bars, bars));
    let pairs = series[1].iter().zip(&series[3]).map(|(a, b)| (a.y(), b.y()));
    let pairs: Vec<_> = pairs.collect();
    let scatter = Plot::new(
        "A* against greedy, board by board",
        Axis::log("expanded by astar"),
        Axis::log("expanded by greedy"),
    );
    let scatter = scatter.diagonal().series(Series::new("boards", Mark::Dots, pairs));
    let mut report = Report::new("Eight-puzzles by four strategies");
    report.paragraph("Random boards with the distance of Manhattan, each solved four times.");
    report.heading("Plots");
    for plot in [&by_seed, &cactus, &means, &scatter] {
        report.plot(plot);
    }
    report.heading("Numbers");
    report.table("Every run", &table);
    Ok(report.html(&Provenance::here().and("seeds", format!("1 to {seeds}"))))
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", report(12)?);
    Ok(())
}

#[test]
fn it_has_every_plot() {
    let page = report(3).unwrap();
    assert_eq!(page.matches("<svg").count(), 4);
    assert_eq!(page, report(3).unwrap());
}
