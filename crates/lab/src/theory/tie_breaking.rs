//! Tie-breaking: A\* on a grid, preferring the smaller or the larger g among nodes with equal f.

use super::{Answer, Error, exhaust, states_along};
use crate::table::Table;
use crate::units::count;
use heureka_core::observe::Node;
use heureka_core::search::{BestFirst, Rule, Search};
use heureka_core::strategy::Ties;
use heureka_core::{Algorithm, Cost, Limits, Observer, Problem, Strategy};
use heureka_kit::board::{Cell, Size};
use heureka_kit::draw::{Anchor, Hue, Picture, Symbol};
use heureka_puzzles::grid::{Grid, Step};
use serde::Serialize;
use std::cmp::Ordering;

/// Both searches of one grid.
#[derive(Debug, Serialize)]
pub struct TieBreaking {
    rows: usize,
    cols: usize,
    /// C\*, the cost of the cheapest path.
    cost: Cost,
    /// All states with f < C\*, which every A\* expands.
    below: u64,
    /// All states with f = C\*, excluding the goal.
    equal: u64,
    low_g: Run,
    high_g: Run,
    /// Expansions preferring the smaller g per expansion preferring the larger g.
    ratio: Option<f64>,
    #[serde(skip)]
    grid: Grid<4>,
}

/// One of the two searches.
#[derive(Debug, Serialize)]
struct Run {
    strategy: String,
    expanded: u64,
    /// Expansions with f < C\*.
    below: u64,
    /// Expansions with f = C\*.
    equal: u64,
    /// The cells in order of expansion.
    #[serde(skip)]
    order: Vec<Cell>,
    #[serde(skip)]
    path: Vec<Cell>,
}

/// Records each expanded cell and its g.
#[derive(Default)]
struct Expansions(Vec<(Cell, Cost)>);

impl Observer<Cell, Step> for Expansions {
    fn expanded(&mut self, node: &Node<'_, Cell>) {
        self.0.push((*node.state, node.g));
    }
}

/// Counts the states with f < C\* and with f = C\*, excluding the goal.
fn count_by_f(
    grid: &Grid<4>,
    optimum: Cost,
    states: impl Iterator<Item = (Cell, Cost)>,
) -> (u64, u64) {
    let (mut below, mut equal) = (0, 0);
    for (cell, g) in states.filter(|(cell, _)| !grid.is_goal(cell)) {
        match (g + grid.h(&cell)).cmp(&optimum) {
            Ordering::Less => below += 1,
            Ordering::Equal => equal += 1,
            Ordering::Greater => {}
        }
    }
    (below, equal)
}

fn run(grid: &Grid<4>, ties: Ties, limits: &mut Limits<'_>) -> Result<(Cost, Run), Error> {
    let strategy = Strategy { ties, ..Strategy::new(Algorithm::AStar) };
    let mut expansions = Expansions::default();
    let mut search = BestFirst::by_f(grid, Rule::new(&strategy), strategy.ties);
    let outcome = search.run(limits, &mut expansions);
    let path = states_along(grid, &outcome)?;
    let optimum = outcome.cost().unwrap_or(0);
    let (below, equal) = count_by_f(grid, optimum, expansions.0.iter().copied());
    let order: Vec<_> = expansions.0.into_iter().map(|(cell, _)| cell).collect();
    let (strategy, expanded) = (strategy.to_string(), order.len() as u64);
    Ok((optimum, Run { strategy, expanded, below, equal, order, path }))
}

/// Runs both searches, and a third that counts all states by f.
///
/// # Errors
/// Returns an error if a limit stops a search or no path exists.
pub fn compare(grid: Grid<4>, limits: &mut Limits<'_>) -> Result<TieBreaking, Error> {
    let (cost, low_g) = run(&grid, Ties::LowG, limits)?;
    let (_, high_g) = run(&grid, Ties::HighG, limits)?;
    // Moves have unit cost, so breadth-first search reaches every state along a cheapest path.
    let strategy = Strategy::new(Algorithm::Bfs);
    let mut all = BestFirst::breadth_first(&grid, Rule::new(&strategy));
    exhaust(&mut all, limits)?;
    let states = all.closed().map(|(key, g)| (grid.unpack(&key), g));
    let (below, equal) = count_by_f(&grid, cost, states);
    drop(all);
    let Size { rows, cols } = grid.map().size();
    let ratio = low_g.expanded as f64 / high_g.expanded as f64;
    let ratio = (high_g.expanded > 0).then_some(ratio);
    Ok(TieBreaking { rows, cols, cost, below, equal, low_g, high_g, ratio, grid })
}

/// The longer side of a map in pixels.
const SIDE: f64 = 460.0;
const GAP: f64 = 28.0;

impl TieBreaking {
    fn walls(&self) -> usize {
        self.rows * self.cols - self.grid.map().free()
    }

    /// Draws both maps: cells shaded by order of expansion, walls, start, goal and path.
    fn sheet(&self) -> Picture {
        let (rows, cols) = (self.rows as f64, self.cols as f64);
        let scale = SIDE / rows.max(cols);
        let (map_width, map_height) = ((cols * scale).max(240.0), rows * scale);
        let (top, bottom) = (78.0, 70.0);
        let mut sheet = Picture::new(2.0 * map_width + 3.0 * GAP, top + map_height + bottom);
        let (width, height) = sheet.size();
        sheet.rect(0.0, 0.0, width, height, 0.0, Hue::Paper);
        let runs = [(&self.low_g, "smaller g"), (&self.high_g, "larger g")];
        for (i, (run, name)) in runs.into_iter().enumerate() {
            let x = GAP + i as f64 * (map_width + GAP);
            let title = format!("Ties to the {name}");
            sheet.text(x, 36.0, 19.0, Anchor::Start, Hue::Ink, &title);
            let expanded = format!("{} expanded", count(run.expanded));
            sheet.text(x, 60.0, 15.0, Anchor::Start, Hue::Faint, &expanded);
            sheet.place(&self.map(run, scale), x, top, scale);
        }
        self.legend(&mut sheet, top + map_height + 34.0);
        sheet
    }

    /// Draws one map with one unit per cell.
    fn map(&self, run: &Run, scale: f64) -> Picture {
        let (map, rows, cols) = (self.grid.map(), self.rows, self.cols);
        let (width, height) = (cols as f64, rows as f64);
        let mut picture = Picture::new(width, height);
        picture.rect(0.0, 0.0, width, height, 0.0, Hue::Ink);
        let free = (0..rows).flat_map(|row| map.runs(row).map(move |(b, e)| (b, row, e - b)));
        picture.cells(free, Hue::Empty);
        let mut shades = vec![None; rows * cols];
        let last = run.order.len().saturating_sub(1).max(1) as f64;
        for (number, cell) in run.order.iter().enumerate() {
            let (row, col) = (usize::from(cell.row), usize::from(cell.col));
            shades[row * cols + col] = Some(Hue::shade(number as f64 / last));
        }
        // Equal shades side by side become one shape.
        let mut runs = vec![];
        for (row, shades) in shades.chunks(cols).enumerate() {
            let mut col = 0;
            for run in shades.chunk_by(|a, b| a == b) {
                runs.extend(run[0].map(|shade| (shade, (col, row, run.len()))));
                col += run.len();
            }
        }
        for step in 0..Hue::SHADES {
            let shade = Hue::Shade(step);
            picture.cells(runs.iter().filter(|run| run.0 == shade).map(|run| run.1), shade);
        }
        // Lines and marks have the same size on every map.
        let pixel = 1.0 / scale;
        picture.frame(0.0, 0.0, width, height, pixel, Hue::Wall);
        let middle = |cell: &Cell| {
            let (row, col) = (usize::from(cell.row), usize::from(cell.col));
            (col as f64 + 0.5, row as f64 + 0.5)
        };
        let path: Vec<_> = run.path.iter().map(middle).collect();
        // Thin enough to show the shades below.
        picture.line(&path, (0.3f64).clamp(1.1 * pixel, 4.0 * pixel), Hue::Red);
        for (cell, letter) in [(self.grid.start(), "S"), (self.grid.map().goal, "G")] {
            let (x, y) = middle(&cell);
            picture.circle(x, y, 10.0 * pixel, Hue::Paper).circle(x, y, 8.5 * pixel, Hue::Ink);
            picture.centered(x, y, 11.0 * pixel, Hue::Paper, letter);
        }
        picture
    }

    fn legend(&self, sheet: &mut Picture, y: f64) {
        const STEP: f64 = 6.0;
        let shades = |sheet: &mut Picture, x: f64, y: f64| {
            for shade in 0..Hue::SHADES {
                let x = x + STEP * f64::from(shade);
                sheet.rect(x, y - 8.0, STEP + 0.5, 16.0, 0.0, Hue::Shade(shade));
            }
        };
        let empty = |sheet: &mut Picture, x: f64, y: f64| {
            sheet.rect(x, y - 8.0, 16.0, 16.0, 0.0, Hue::Empty);
            sheet.frame(x, y - 8.0, 16.0, 16.0, 1.0, Hue::Wall);
        };
        let path = |sheet: &mut Picture, x: f64, y: f64| {
            sheet.line(&[(x, y), (x + 28.0, y)], 2.0, Hue::Red);
        };
        let wall = |sheet: &mut Picture, x: f64, y: f64| {
            sheet.rect(x, y - 8.0, 16.0, 16.0, 0.0, Hue::Ink);
        };
        let shades_width = STEP * f64::from(Hue::SHADES) + 8.0;
        let entries: [(f64, Symbol<'_>, &str); 4] = [
            (shades_width, &shades, "expanded first to last"),
            (24.0, &empty, "never expanded"),
            (36.0, &path, "path found"),
            (24.0, &wall, "wall"),
        ];
        sheet.legend((GAP, y), 14.0, &entries[..if self.walls() > 0 { 4 } else { 3 }]);
    }
}

impl Answer for TieBreaking {
    const TITLE: &'static str = "Breaking ties";

    fn question(&self) -> String {
        let (rows, cols) = (self.rows, self.cols);
        let grid = match self.walls() {
            0 => format!("an empty grid of {rows} × {cols} cells"),
            walls => format!("a grid of {rows} × {cols} cells, {} walls", count(walls as u64)),
        };
        format!("A* with Manhattan distance on {grid}: prefer the smaller or the larger g?")
    }

    fn table(&self) -> Table {
        let mut table = Table::new(["states", "total", "smaller g", "larger g"]);
        let (low, high) = (&self.low_g, &self.high_g);
        table.row(["f < C*".into(), self.below.into(), low.below.into(), high.below.into()]);
        let equal = "f = C*, excluding the goal".into();
        table.row([equal, self.equal.into(), low.equal.into(), high.equal.into()]);
        let none = None::<u64>.into();
        table.row(["expanded".into(), none, low.expanded.into(), high.expanded.into()]);
        table
    }

    fn explanation(&self) -> Vec<String> {
        let ratio = self.ratio.map(|ratio| {
            format!("Preferring the smaller g expands {ratio:.1} times as many states.")
        });
        let below = match self.below {
            0 => format!("The cheapest path costs C* = {}, and no state has f < C*.", self.cost),
            n => format!(
                "The cheapest path costs C* = {}. Both searches expand all {} states with f < C*, \
                 since each of them could be on a cheaper path.",
                self.cost,
                count(n)
            ),
        };
        let low = format!(
            "They differ on the plateau f = C*. The goal is on it with h = 0, so no state there has a \
             larger g. Preferring the smaller g selects the goal last, after the {} other states.",
            count(self.low_g.equal)
        );
        let high = format!(
            "Preferring the larger g follows one path toward smaller h and reaches the goal after {} \
             of them. So it never expands more: all states with f < C*, but only some with f = C*.",
            count(self.high_g.equal)
        );
        ratio.into_iter().chain([below, low, high]).collect()
    }

    fn picture(&self) -> Option<String> {
        Some(self.sheet().svg("A* with ties to the smaller and to the larger g", 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_puzzles::grid::Map;
    use std::collections::HashSet;

    fn compared(map: Map) -> TieBreaking {
        compare(Grid::new(map), &mut Limits::none()).unwrap()
    }

    #[test]
    fn counts_the_empty_grid() {
        let found = compared(Map::empty(120, 120).unwrap());
        assert_eq!((found.cost, found.below, found.equal), (238, 0, 120 * 120 - 1));
        assert_eq!(found.low_g.expanded, found.equal);
        assert_eq!((found.high_g.expanded, found.high_g.equal), (238, 238));
        let distinct: HashSet<_> = found.low_g.order.iter().collect();
        assert_eq!(distinct.len(), 120 * 120 - 1);
        assert!(!distinct.contains(&found.grid.map().goal));
        assert!((found.ratio.unwrap() - 60.5).abs() < 0.01);
        assert_eq!((found.low_g.path.len(), found.high_g.path.len()), (239, 239));
    }

    /// Both expand all states with f < C\*; the smaller g also expands all with f = C\*, and every state
    /// that the larger g expands.
    #[test]
    fn the_larger_g_never_expands_more() {
        let mut fewer = 0;
        for seed in 0..40 {
            let (rows, cols) = (20 + seed as usize % 17, 15 + seed as usize % 23);
            let found = compared(Map::random(rows, cols, seed as u32 % 41, seed).unwrap());
            let (low, high) = (&found.low_g, &found.high_g);
            assert_eq!((low.below, high.below), (found.below, found.below), "{seed}");
            assert_eq!(low.equal, found.equal, "{seed}");
            assert_eq!(low.expanded, found.below + found.equal, "{seed}");
            assert_eq!(high.expanded, high.below + high.equal, "{seed}");
            let all: HashSet<_> = low.order.iter().collect();
            assert!(high.order.iter().all(|cell| all.contains(cell)), "{seed}");
            fewer += u32::from(high.equal < found.equal);
        }
        assert!(fewer > 20, "{fewer}");
    }

    #[test]
    fn draws_both_maps_even_if_the_start_is_the_goal() {
        let found = compared(Map::random(30, 40, 25, 2).unwrap());
        let svg = found.picture().unwrap();
        assert_eq!(svg.matches(">Ties to the").count(), 2);
        assert_eq!(svg.matches("<polyline").count(), 3, "two paths and the legend");
        assert!(svg.matches('M').count() > 100);
        let found = compared(Map::empty(1, 1).unwrap());
        assert_eq!((found.cost, found.ratio), (0, None));
        assert!(!found.picture().unwrap().contains("NaN"));
        assert!(found.table().text().contains('0'));
    }

    #[test]
    fn limits_stop_the_search() {
        let grid = Grid::new(Map::empty(50, 50).unwrap());
        let stopped = compare(grid, &mut Limits::none().expansions(100)).unwrap_err();
        assert_eq!(stopped, Error::Stopped(heureka_core::Stop::Expansions));
    }
}
