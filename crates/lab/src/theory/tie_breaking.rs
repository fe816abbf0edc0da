//! Tie-breaking: of nodes with the same f, should A\* take the one with the smaller or the larger g?
//!
//! Both are run on a grid with Manhattan distance, and every expansion is noted.

use super::{Trouble, states_along};
use crate::number::count;
use crate::report::Report;
use crate::table::{Cell as Entry, Table};
use heureka_core::search::{BestFirst, Rule};
use heureka_core::{Algorithm, Cost, Limits, Observer, Outcome, Problem, Strategy, Ties};
use heureka_kit::board::Cell;
use heureka_kit::draw::{Anchor, Hue, Picture};
use heureka_puzzles::grid::{Grid, place};
use std::cmp::Ordering;

/// What both ways to break ties do on one grid.
#[derive(Debug)]
pub struct TieBreaking {
    grid: Grid,
    /// What the cheapest way costs: C\*.
    pub optimum: Cost,
    /// States with f < C\*, that have to be expanded by any A\*.
    pub below: u64,
    /// States with f = C\*, the goal not among them.
    pub level: u64,
    /// Ties to the smaller g.
    pub low: Run,
    /// Ties to the larger g.
    pub high: Run,
}

/// One of the two searches.
#[derive(Debug)]
pub struct Run {
    /// The strategy.
    pub strategy: Strategy,
    /// The cells in the order in which they were expanded.
    pub order: Vec<Cell>,
    /// The way that was found.
    pub way: Vec<Cell>,
    /// How many of those expanded have f < C\*.
    pub below: u64,
    /// How many have f = C\*.
    pub level: u64,
}

impl Run {
    /// How many cells were expanded.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.order.len() as u64
    }
}

/// Notes what is expanded, and at which cost.
#[derive(Default)]
struct Order(Vec<(Cell, Cost)>);

impl Observer<Grid> for Order {
    fn expanded(&mut self, state: &Cell, g: Cost) {
        self.0.push((*state, g));
    }
}

/// How many of these states, the goal left out, have an f below and how many one at the optimum.
fn by_f(grid: &Grid, optimum: Cost, states: impl Iterator<Item = (Cell, Cost)>) -> (u64, u64) {
    let (mut below, mut level) = (0, 0);
    for (cell, g) in states.filter(|(cell, _)| !grid.is_goal(cell)) {
        match (g + grid.h(&cell)).cmp(&optimum) {
            Ordering::Less => below += 1,
            Ordering::Equal => level += 1,
            Ordering::Greater => {}
        }
    }
    (below, level)
}

fn run(grid: &Grid, ties: Ties, limits: &mut Limits<'_>) -> Result<(Cost, Run), Trouble> {
    let strategy = Strategy { ties, ..Strategy::new(Algorithm::AStar) };
    let mut seen = Order::default();
    let mut search = BestFirst::by_f(grid, Rule::new(&strategy, 1, 1), &strategy);
    let outcome = search.run(limits, &mut seen);
    let way = states_along(grid, &outcome)?;
    let optimum = outcome.cost().unwrap_or(0);
    let (below, level) = by_f(grid, optimum, seen.0.iter().copied());
    let order = seen.0.into_iter().map(|(cell, _)| cell).collect();
    Ok((optimum, Run { strategy, order, way, below, level }))
}

/// Runs both searches, and a third that counts how many states there are with which f.
///
/// # Errors
/// If a limit stops it, or there is no way.
pub fn compare(grid: Grid, limits: &mut Limits<'_>) -> Result<TieBreaking, Trouble> {
    let (optimum, low) = run(&grid, Ties::LowG, limits)?;
    let (_, high) = run(&grid, Ties::HighG, limits)?;
    // Breadth-first, on beyond the goal: with unit costs every state is met over a shortest way.
    let strategy = Strategy::new(Algorithm::Bfs);
    let mut all = BestFirst::breadth_first(&grid, Rule::new(&strategy, 0, 0));
    let (below, level) = loop {
        match all.run(limits, &mut ()) {
            Outcome::Solved(..) => {}
            Outcome::Stopped(stop) => return Err(Trouble::Stopped(stop)),
            Outcome::Unsolvable | Outcome::NotFound(_) => {
                let states = all.closed().map(|(key, g)| (grid.unpack(&key), g));
                break by_f(&grid, optimum, states);
            }
        }
    };
    drop(all);
    Ok(TieBreaking { grid, optimum, below, level, low, high })
}

/// The widest side of a map in the picture, in pixels.
const SIDE: f64 = 460.0;
const GAP: f64 = 28.0;

impl TieBreaking {
    /// How many times as many states ties to the smaller g expand; nothing if there is nothing to
    /// expand at all.
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let high = self.high.expanded();
        (high > 0).then(|| self.low.expanded() as f64 / high as f64)
    }

    /// The grid in words.
    #[must_use]
    pub fn what(&self) -> String {
        let map = self.grid.map();
        let (rows, cols) = (map.size().rows, map.size().cols);
        let walls = rows * cols - map.free();
        match walls {
            0 => format!("an empty grid of {rows} × {cols} cells"),
            _ => format!("a grid of {rows} × {cols} cells, {} of them walls", count(walls as u64)),
        }
    }

    /// The counts.
    #[must_use]
    pub fn table(&self) -> Table {
        let mut table = Table::new(["states", "there are", "smaller g", "larger g"]);
        let (low, high) = (&self.low, &self.high);
        table.row(["f < C*".into(), self.below.into(), low.below.into(), high.below.into()]);
        let level = "f = C*, the goal aside".into();
        table.row([level, self.level.into(), low.level.into(), high.level.into()]);
        let expanded = [low.expanded().into(), high.expanded().into()];
        table.row(["expanded".into(), Entry::Empty].into_iter().chain(expanded));
        table
    }

    /// Why it comes out so, in paragraphs.
    #[must_use]
    pub fn explanation(&self) -> Vec<String> {
        let (low, high) = (&self.low, &self.high);
        let first = match self.below {
            0 => format!("Here C* = {}, and no state has an f below it.", self.optimum),
            n => format!(
                "Here C* = {}. The {} states with f < C* have to be expanded either way: a cheaper \
                 plan might lead through any of them.",
                self.optimum,
                count(n)
            ),
        };
        let second = format!(
            "What differs is the plateau f = C*. The goal lies on it, with h = 0 and so with the \
             largest g there is, C*. Ties to the smaller g take it last, after all {} others: the \
             plateau is swept like a breadth-first search.",
            count(low.level)
        );
        let third = format!(
            "Ties to the larger g go where h is smallest, along one way, and meet the goal after {} \
             of them. The rest of the plateau is never looked at. So the larger g never expands \
             more: all of f < C* like the other, and of f = C* only a part.",
            count(high.level)
        );
        vec![first, second, third]
    }

    /// Both maps side by side: the order of expansion from light to dark, walls, start, goal and way.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let map = self.grid.map();
        let (rows, cols) = (map.size().rows as f64, map.size().cols as f64);
        let scale = SIDE / rows.max(cols);
        let (wide, high) = ((cols * scale).max(240.0), rows * scale);
        let (top, below) = (78.0, 70.0);
        let mut sheet = Picture::new(2.0 * wide + 3.0 * GAP, top + high + below);
        let (width, height) = sheet.size();
        sheet.rect(0.0, 0.0, width, height, 0.0, Hue::Paper);
        for (place, (run, name)) in
            [(&self.low, "smaller g"), (&self.high, "larger g")].into_iter().enumerate()
        {
            let x = GAP + place as f64 * (wide + GAP);
            let title = format!("Ties to the {name}");
            sheet.text(x, 36.0, 19.0, Anchor::Start, Hue::Ink, &title);
            let counted = format!("{} expanded", count(run.expanded()));
            sheet.text(x, 60.0, 15.0, Anchor::Start, Hue::Faint, &counted);
            sheet.place(&self.map(run, scale), x, top, scale);
        }
        self.legend(&mut sheet, top + high + 34.0);
        sheet
    }

    /// One map, a unit a cell.
    fn map(&self, run: &Run, scale: f64) -> Picture {
        let map = self.grid.map();
        let (rows, cols) = (map.size().rows, map.size().cols);
        let mut picture = Picture::new(cols as f64, rows as f64);
        picture.rect(0.0, 0.0, cols as f64, rows as f64, 0.0, Hue::Ink);
        let free = (0..rows).flat_map(|row| map.runs(row).map(move |(b, e)| (b, row, e - b)));
        picture.cells(free, Hue::Empty);
        let mut shade = vec![None; rows * cols];
        let last = run.order.len().saturating_sub(1).max(1) as f64;
        for (number, cell) in run.order.iter().enumerate() {
            let (row, col) = place(*cell);
            shade[row * cols + col] = Some(Hue::shade(number as f64 / last));
        }
        for step in 0..Hue::SHADES {
            picture.cells(runs_of(&shade, cols, Hue::Shade(step)), Hue::Shade(step));
        }
        // Lines and marks keep their size, however many cells there are.
        let pixel = 1.0 / scale;
        picture.frame(0.0, 0.0, cols as f64, rows as f64, pixel, Hue::Wall);
        let middle = |cell: &Cell| (place(*cell).1 as f64 + 0.5, place(*cell).0 as f64 + 0.5);
        let way: Vec<_> = run.way.iter().map(middle).collect();
        // Thin enough to leave the shade of the cells below it in sight.
        picture.line(&corners(&way), (0.3f64).clamp(1.1 * pixel, 4.0 * pixel), Hue::Red);
        for (cell, sign) in [(self.grid.start(), "S"), (self.grid.map().goal, "G")] {
            let (x, y) = middle(&cell);
            picture.circle(x, y, 10.0 * pixel, Hue::Paper).circle(x, y, 8.5 * pixel, Hue::Ink);
            picture.centered(x, y, 11.0 * pixel, Hue::Paper, sign);
        }
        picture
    }

    fn legend(&self, sheet: &mut Picture, y: f64) {
        let (step, mut x) = (6.0, GAP);
        let size = 14.0;
        sheet.text(x, y + 5.0, size, Anchor::Start, Hue::Ink, "expanded first");
        x += 116.0;
        for shade in 0..Hue::SHADES {
            sheet.rect(x, y - 8.0, step + 0.5, 16.0, 0.0, Hue::Shade(shade));
            x += step;
        }
        x += 8.0;
        sheet.text(x, y + 5.0, size, Anchor::Start, Hue::Ink, "last");
        x += 60.0;
        sheet.rect(x, y - 8.0, 16.0, 16.0, 0.0, Hue::Empty).frame(
            x,
            y - 8.0,
            16.0,
            16.0,
            1.0,
            Hue::Wall,
        );
        sheet.text(x + 24.0, y + 5.0, size, Anchor::Start, Hue::Ink, "never expanded");
        x += 160.0;
        sheet.line(&[(x, y), (x + 28.0, y)], 2.0, Hue::Red);
        sheet.text(x + 36.0, y + 5.0, size, Anchor::Start, Hue::Ink, "the way found");
        x += 150.0;
        if self.grid.map().free() < self.grid.map().size().cells() {
            sheet.rect(x, y - 8.0, 16.0, 16.0, 0.0, Hue::Ink);
            sheet.text(x + 24.0, y + 5.0, size, Anchor::Start, Hue::Ink, "wall");
        }
    }

    /// A page with all of it.
    #[must_use]
    pub fn report(&self) -> Report {
        let mut report = Report::new("Breaking ties");
        report.paragraph(&format!(
            "A* takes a node with the lowest f = g + h. When several have it, which one? The same \
             search twice on {}, with Manhattan distance, from S to G; C* is what the cheapest way \
             costs.",
            self.what()
        ));
        report.figure(&self.picture().svg("Both maps of expansions", 1.0), "");
        report.table("How many states were expanded", &self.table());
        if let Some(ratio) = self.ratio() {
            report.paragraph(&format!("Ties to the smaller g expand {ratio:.1} times as many."));
        }
        report.heading("Why");
        for paragraph in self.explanation() {
            report.paragraph(&paragraph);
        }
        report
    }
}

/// The cells of one shade, as runs: column, row and length.
fn runs_of(
    cells: &[Option<Hue>],
    cols: usize,
    wanted: Hue,
) -> impl Iterator<Item = (usize, usize, usize)> {
    cells.chunks(cols).enumerate().flat_map(move |(row, cells)| {
        let mut col = 0;
        std::iter::from_fn(move || {
            let begin = col + cells[col..].iter().position(|&hue| hue == Some(wanted))?;
            let wide = cells[begin..].iter().take_while(|&&hue| hue == Some(wanted)).count();
            col = begin + wide;
            Some((begin, row, wide))
        })
    })
}

/// The points where a way turns, its ends among them.
fn corners(way: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let turns = way.windows(3).filter(|three| {
        let step = |a: (f64, f64), b: (f64, f64)| ((b.0 - a.0) as i64, (b.1 - a.1) as i64);
        step(three[0], three[1]) != step(three[1], three[2])
    });
    let turns = turns.map(|three| three[1]);
    way.first().copied().into_iter().chain(turns).chain(way.last().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heureka_puzzles::grid::Map;
    use std::collections::HashSet;

    fn compared(map: Map) -> TieBreaking {
        compare(Grid::new(map), &mut Limits::none()).unwrap()
    }

    /// The question's own example. Both claims are counted, not computed.
    #[test]
    fn the_empty_grid_of_the_question() {
        let found = compared(Map::empty(120, 120).unwrap());
        assert_eq!((found.optimum, found.below, found.level), (238, 0, 120 * 120 - 1));
        // Smaller g: every state with f = C* but the goal. Larger g: only some of them.
        assert_eq!(found.low.expanded(), found.level);
        assert_eq!((found.high.expanded(), found.high.level), (238, 238));
        let distinct: HashSet<_> = found.low.order.iter().collect();
        assert_eq!(distinct.len(), 120 * 120 - 1);
        assert!(!distinct.contains(&found.grid.map().goal));
        assert!((found.ratio().unwrap() - 60.5).abs() < 0.01);
        assert_eq!((found.low.way.len(), found.high.way.len()), (239, 239));
    }

    /// On any grid: all of f < C* by both, all of f = C* by the smaller g, and what the larger g
    /// expands the smaller does, too.
    #[test]
    fn the_claims_hold_on_random_grids() {
        let mut some = 0;
        for seed in 0..40 {
            let (rows, cols) = (20 + seed as usize % 17, 15 + seed as usize % 23);
            let found = compared(Map::random(rows, cols, seed as u32 % 41, seed).unwrap());
            let (low, high) = (&found.low, &found.high);
            assert_eq!((low.below, high.below), (found.below, found.below), "{seed}");
            assert_eq!(low.level, found.level, "{seed}");
            assert_eq!(low.expanded(), found.below + found.level, "{seed}");
            assert_eq!(high.expanded(), high.below + high.level, "{seed}");
            let all: HashSet<_> = low.order.iter().collect();
            assert!(high.order.iter().all(|cell| all.contains(cell)), "{seed}");
            some += u32::from(high.level < found.level);
        }
        assert!(some > 20, "{some}");
    }

    #[test]
    fn the_picture_holds_both_maps() {
        let found = compared(Map::random(30, 40, 25, 2).unwrap());
        let svg = found.picture().svg("", 1.0);
        assert_eq!(svg.matches("Ties to the").count(), 2);
        assert_eq!(svg.matches("<polyline").count(), 3, "two ways and the legend's");
        let cells = |text: &str| text.matches('M').count();
        assert!(cells(&svg) > 100);
        // Of a run of one shade one shape.
        let shade = Some(Hue::Shade(1));
        let runs: Vec<_> = runs_of(&[shade, shade, None, shade], 2, Hue::Shade(1)).collect();
        assert_eq!(runs, [(0, 0, 2), (1, 1, 1)]);
    }

    #[test]
    fn a_cell_that_is_its_own_goal_is_no_trouble() {
        let found = compared(Map::empty(1, 1).unwrap());
        assert_eq!((found.optimum, found.ratio()), (0, None));
        assert!(!found.picture().svg("", 1.0).contains("NaN"));
        assert!(found.table().text().contains('0'));
    }

    #[test]
    fn limits_stop_it() {
        let grid = Grid::new(Map::empty(50, 50).unwrap());
        let stopped = compare(grid, &mut Limits::none().expansions(100)).unwrap_err();
        assert_eq!(stopped, Trouble::Stopped(heureka_core::Stop::Expansions));
    }
}
