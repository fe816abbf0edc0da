//! The rules against the reference, the formats, the labels, the levels.

use super::matrix::*;
use super::reference::BricksReference;
use super::*;
use crate::registry;
use heureka_core::{Limits, Outcome, Strategy, explore};
use heureka_kit::puzzle::{Parameters, Puzzle};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const LEVEL0: &str = "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,\n";

fn level(name: &str) -> &'static str {
    index().iter().find(|level| level.name == name).expect("a built-in level").text
}

fn parameters(settings: &[(&str, &str)]) -> Parameters {
    Parameters(settings.iter().map(|&(n, v)| (n.to_owned(), v.to_owned())).collect())
}

/// A board with bricks of any shape, disconnected and interlocked ones among them.
fn jumble(width: usize, height: usize, seed: u64) -> GameState {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |most: usize| generator.random_range(0..most as u32) as usize;
    let mut cells = vec![EMPTY; width * height];
    for cell in &mut cells {
        *cell = match below(24) {
            0 => WALL,
            1 => GOAL,
            _ => EMPTY,
        };
    }
    let bricks = 2 + below(width * height / 3);
    for number in (MASTER..).take(bricks) {
        let mut at = below(width * height);
        for _ in 0..=below(4) {
            if cells[at] == EMPTY {
                cells[at] = number;
            }
            // Mostly a neighbor, now and then anywhere.
            at = match below(9) {
                0..4 if at % width + 1 < width => at + 1,
                4..8 if at + width < cells.len() => at + width,
                _ => below(width * height),
            };
        }
    }
    if !cells.contains(&MASTER) {
        let free = cells.iter().position(|&cell| cell == EMPTY).unwrap_or(0);
        cells[free] = MASTER;
    }
    let goal = cells.iter().map(|&cell| cell == GOAL).collect();
    GameState::new(width, height, cells, goal)
}

/// Walks at random by the fast rules and by the book, comparing all there is at every state.
fn compare<A: Arrangement>(start: &GameState, metric: Metric, steps: usize, seed: u64) -> usize {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut puzzle = Bricks::<A>::new(start.clone(), metric, Labels::Original).unwrap();
    let mut compared = 0;
    for heuristic in 0..Estimate::ALL.len() {
        puzzle.set_heuristic(heuristic);
        let reference: BricksReference<A> = puzzle.reference();
        let (mut fast, mut slow) = (puzzle.start(), reference.start());
        for _ in 0..steps {
            compared += 1;
            assert_eq!(puzzle.pack(&fast), reference.pack(&slow));
            assert_eq!(reference.unpack(&puzzle.pack(&fast)), slow);
            assert_eq!(puzzle.game_state(&fast), slow, "{start}");
            assert_eq!(puzzle.is_goal(&fast), reference.is_goal(&slow), "{slow}");
            assert_eq!(puzzle.h(&fast), reference.h(&slow), "{slow} {heuristic}");
            let mut ours = vec![];
            puzzle.successors(&fast, &mut |slide, cost, next| ours.push((slide, cost, next)));
            let mut theirs = vec![];
            reference.successors(&slow, &mut |slide, cost, next| theirs.push((slide, cost, next)));
            let keys: Vec<_> = theirs
                .iter()
                .map(|(slide, cost, next)| (*slide, *cost, reference.pack(next)))
                .collect();
            match metric {
                // The order is the assignment's.
                Metric::Steps => assert_eq!(ours, keys, "{slow}"),
                Metric::Moves => {
                    assert_eq!(ours.len(), keys.len(), "{slow}");
                    assert!(keys.iter().all(|key| ours.contains(key)), "{slow}");
                }
            }
            for &(slide, _, next) in &ours {
                let mut back = false;
                puzzle.successors(&next, &mut |undo, _, again| {
                    back |= again == fast && puzzle.undoes(slide, undo);
                });
                assert!(back, "every move can be taken back: {slow}");
            }
            if ours.is_empty() {
                break;
            }
            let choice = generator.random_range(0..ours.len() as u32) as usize;
            let slide = ours[choice].0;
            fast = ours[choice].2;
            slow = theirs.swap_remove(theirs.iter().position(|t| t.0 == slide).unwrap()).2;
        }
    }
    compared
}

#[test]
fn fast_rules_and_the_book_agree_on_random_states() {
    let mut compared = 0;
    for seed in 0..60 {
        let small = jumble(3 + seed as usize % 3, 3 + seed as usize % 2, seed);
        let few = needs(&small).shapes <= 4;
        for metric in [Metric::Steps, Metric::Moves] {
            if few && needs(&small).places <= 32 {
                compared += compare::<[u32; 4]>(&small, metric, 30, seed);
            }
            if few {
                compared += compare::<[u64; 4]>(&small, metric, 30, seed);
            }
            if needs(&small).shapes <= 8 {
                compared += compare::<[u64; 8]>(&small, metric, 20, seed);
            }
            compared += compare::<List<48, 24>>(&small, metric, 10, seed);
        }
    }
    for seed in 0..4 {
        for (width, height) in [(16, 16), (12, 9), (20, 11)] {
            let large = jumble(width, height, seed);
            compared += compare::<List<256, 256>>(&large, Metric::Steps, 2, seed);
        }
    }
    for level in index() {
        let state = read::read(level.text, &[]).unwrap();
        compared += compare::<List<48, 24>>(&state, Metric::Steps, 10, 1);
    }
    assert!(compared > 10_000, "{compared}");
}

/// All states of a board, counted by the book.
#[test]
fn whole_spaces_agree() {
    for seed in 0..12 {
        let state = jumble(3, 3, seed);
        for metric in [Metric::Steps, Metric::Moves] {
            let puzzle =
                Bricks::<List<48, 24>>::new(state.clone(), metric, Labels::Original).unwrap();
            let fast = puzzle.explore(&mut Limits::none());
            let slow = explore(&puzzle.reference(), &mut Limits::none());
            assert_eq!(fast.layers, slow.layers, "{state}");
        }
    }
}

#[test]
fn the_formats_are_as_the_assignment_has_them() {
    let state = read::read(LEVEL0, &[]).unwrap();
    assert_eq!(state.to_string(), LEVEL0);
    let mut out = vec![];
    output_game_state(&state, &mut out).unwrap();
    assert_eq!(out, LEVEL0.as_bytes());
    let moves: Vec<_> = all_moves(&state).iter().map(ToString::to_string).collect();
    assert_eq!(moves, ["(2,left)", "(3,left)"]);
    assert_eq!(all_moves_help(&state, 4), []);
    assert_eq!(all_moves_help(&state, 1), []);
    assert_eq!("( 5 , Down )".parse(), Ok(Move { piece: 5, direction: Direction::Down }));
    for wrong in ["5,down", "(5)", "(5,down,up)", "(x,down)", "(5,dwn)", "()", ""] {
        assert!(wrong.parse::<Move>().is_err(), "{wrong}");
    }
    assert!(!game_state_solved(&state));
}

#[test]
fn moves_are_made_or_refused() {
    let state = read::read(LEVEL0, &[]).unwrap();
    let step = |text: &str| text.parse::<Move>().unwrap();
    let next = apply_move_cloning(&state, step("(2,left)")).unwrap();
    assert_eq!(next.to_string(), "5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,2,2,0,1,\n1,1,1,1,1,\n");
    assert!(!state_equal(&state, &next));
    let mut again = next.clone();
    apply_move(&mut again, step("(2,right)")).unwrap();
    assert!(state_equal(&state, &again));
    for (text, why) in [
        ("(2,down)", IllegalMove::Blocked(step("(2,down)"))),
        // No other brick enters the goal.
        ("(3,up)", IllegalMove::Blocked(step("(3,up)"))),
        ("(9,up)", IllegalMove::NoBrick(9)),
        ("(1,up)", IllegalMove::NoBrick(1)),
        ("(0,up)", IllegalMove::NoBrick(0)),
        ("(-1,up)", IllegalMove::NoBrick(-1)),
    ] {
        let mut same = state.clone();
        assert_eq!(apply_move(&mut same, step(text)), Err(why));
        assert_eq!(same, state);
    }
}

#[test]
fn normal_form_numbers_bricks_by_their_first_cells() {
    let text = "5,4,\n1,1,1,1,1,\n1,9,2,5,1,\n1,9,0,70,1,\n1,1,1,70,1,\n";
    let mut state = read::read(text, &[]).unwrap();
    normalize_state(&mut state);
    assert_eq!(state.to_string(), "5,4,\n1,1,1,1,1,\n1,3,2,4,1,\n1,3,0,5,1,\n1,1,1,5,1,\n");
    let once = state.clone();
    normalize_state(&mut state);
    assert_eq!(state, once);
}

/// The assignment's own algorithm, swap by swap, comes to the same.
#[test]
fn normal_form_is_the_assignments() {
    for seed in 0..300 {
        let mut ours = jumble(4, 5, seed);
        let mut theirs: Vec<Vec<i32>> = ours.rows().map(<[i32]>::to_vec).collect();
        let mut next = 3;
        for i in 0..theirs.len() {
            for j in 0..theirs[i].len() {
                let here = theirs[i][j];
                if here == next {
                    next += 1;
                } else if here > next {
                    for cell in theirs.iter_mut().flatten() {
                        *cell = match *cell {
                            n if n == here => next,
                            n if n == next => here,
                            n => n,
                        };
                    }
                    next += 1;
                }
            }
        }
        normalize_state(&mut ours);
        assert_eq!(ours.rows().collect::<Vec<_>>(), theirs);
    }
}

#[test]
fn every_tolerated_variant_loads() {
    let expected = read::read(LEVEL0, &[]).unwrap();
    let without_commas = LEVEL0.replace(",\n", "\n");
    for text in [
        LEVEL0.replace('\n', "\r\n"),
        without_commas.clone(),
        without_commas.replace('\n', "\r\n"),
        LEVEL0.trim_end().to_owned(),
        LEVEL0.trim_end_matches(",\n").to_owned(),
        LEVEL0.replace(',', ", "),
        LEVEL0.replace(',', " ,\t"),
        format!("\u{FEFF}{LEVEL0}"),
        format!("\n{LEVEL0}\n\n"),
        LEVEL0.replace('\n', "\n\n"),
        LEVEL0.replace("\n1", "\n  1"),
    ] {
        assert_eq!(read::read(&text, &[]), Ok(expected.clone()), "{text:?}");
    }
    let gaps = LEVEL0.replace('4', "17").replacen("17", "4", 1);
    assert_eq!(read::read(&gaps, &[]).unwrap().pieces(), [2, 3, 17]);
}

#[test]
fn broken_files_are_explained_with_their_place() {
    let cases: &[(&str, usize, usize, &str)] = &[
        ("", 1, 1, "empty"),
        ("x,4,\n", 1, 1, "the width"),
        ("0,4,\n", 1, 1, "the width"),
        ("5,-4,\n", 1, 3, "the height"),
        ("5,\n1,2,3,4,5,\n", 1, 3, "the height after the width"),
        ("999,4,\n", 1, 1, "from 1 to 256"),
        ("5,4,9,\n", 1, 5, "nothing after width and height"),
        ("2,2,\n1,2,\n1,x,\n", 3, 3, "'x': expected -1"),
        ("2,2,\n1,2,\n1,-2,\n", 3, 3, "'-2'"),
        ("2,2,\n1,2.5,\n1,1,\n", 2, 3, "'2.5'"),
        ("2,2,\n1,99999999999,\n1,1,\n", 2, 3, "99999999999"),
        ("2,2,\n1,,2,\n1,1,\n", 2, 4, "too many"),
        ("3,2,\n1,,2,\n1,1,1,\n", 2, 3, "missing between two commas"),
        ("3,2,\n1,2,\n1,1,1,\n", 2, 5, "2 values in this row: expected 3"),
        ("2,2,\n1,2,1,\n1,1,\n", 2, 5, "one value too many"),
        ("2,3,\n1,2,\n1,1,\n", 4, 1, "ends after 2 rows: expected 3"),
        ("2,2,\n1,2,\n1,1,\n1,1,\n", 4, 1, "one row too many"),
        ("2,2,\n1,3,\n1,1,\n", 3, 1, "no master brick"),
        ("2 2\n1 2\n1 1\n", 1, 1, "the width"),
        ("2,2,\n1;2,\n1,1,\n", 2, 1, "'1;2'"),
        ("{\"width\":2}", 1, 1, "the width"),
    ];
    for &(text, line, column, says) in cases {
        let error = read::read(text, &[]).unwrap_err();
        assert_eq!((error.line, error.column), (line, column), "{text:?}: {error}");
        assert!(error.message.contains(says), "{text:?}: {error}");
    }
    for (goal, says) in [((9, 1), "4 rows"), ((1, 1), "a wall"), ((2, 3), "brick 3 is there")] {
        let error = read::read(LEVEL0, &[goal]).unwrap_err();
        assert!(error.to_string().contains(says), "{error}");
    }
    for wrong in ["1", "1,x", "a,b", "1,2,3", "-1,2"] {
        assert!(read::read_cells(wrong).is_err(), "{wrong}");
    }
    assert_eq!(read::read_cells(" 1,2; 3,4"), Ok(vec![(1, 2), (3, 4)]));
}

#[test]
fn junk_does_not_panic() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..20_000 {
        let mut text = LEVEL0.as_bytes().to_vec();
        for _ in 0..generator.random_range(1..6) {
            let at = generator.random_range(0..text.len());
            text[at] = b"0123456789,-\n\r x"[generator.random_range(0..16)];
        }
        if generator.next_u32() % 4 == 0 {
            text.truncate(generator.random_range(0..text.len()));
        }
        let text = String::from_utf8(text).unwrap();
        if let Ok(state) = read::read(&text, &[]) {
            assert_eq!(read::read(&state.to_string(), &[]), Ok(state.clone()));
            let entry = registry::puzzle("bricks").unwrap();
            let instance = entry.parse(&text, &Parameters::default()).unwrap();
            assert_eq!(instance.text(), state.to_string());
        }
    }
}

#[test]
fn breadth_first_finds_the_assignments_solution() {
    let puzzle = Bricks::<[u32; 4]>::parse(LEVEL0, &Parameters::default()).unwrap();
    let run = |word: &str| {
        let strategy: Strategy = word.parse().unwrap();
        puzzle.search(&strategy, &mut Limits::none(), &mut ()).unwrap()
    };
    let (late, early) = (run("bfs"), run("bfs:goal-test=early"));
    assert_eq!((late.stats.expanded, early.stats.expanded), (13, 12));
    let mut view = puzzle.view();
    let words = late.outcome.plan().unwrap().actions.iter().map(|&slide| {
        let word = view.show(slide);
        assert_eq!(view.read(&word), Some(slide));
        assert_eq!(view.play(slide), Some(1));
        word
    });
    let words: Vec<_> = words.collect();
    assert_eq!(words, ["(2,left)", "(4,down)", "(3,right)", "(2,up)", "(2,up)"]);
}

#[test]
fn a_goal_that_is_left_again_is_a_goal_again() {
    // The master can stand on either half of the goal, never on both.
    let text = "6,3,\n1,1,1,1,1,1,\n1,-1,2,0,-1,1,\n1,1,1,1,1,1,\n";
    let puzzle = Bricks::<[u32; 4]>::parse(text, &Parameters::default()).unwrap();
    for word in ["bfs", "dfs", "astar", "ucs", "idastar:duplicates=graph"] {
        let strategy: Strategy = word.parse().unwrap();
        let report = puzzle.search(&strategy, &mut Limits::none(), &mut ()).unwrap();
        assert_eq!(report.outcome, Outcome::Unsolvable, "{word}");
    }
    let report = puzzle.search(&"bfs".parse().unwrap(), &mut Limits::none(), &mut ()).unwrap();
    assert_eq!(report.stats.expanded, 4);
    let mut state = read::read(text, &[]).unwrap();
    for word in ["(2,left)", "(2,right)", "(2,right)", "(2,right)"] {
        apply_move(&mut state, word.parse().unwrap()).unwrap();
        assert!(!game_state_solved(&state), "{state}");
    }
    assert_eq!(state.to_string(), "6,3,\n1,1,1,1,1,1,\n1,-1,0,0,2,1,\n1,1,1,1,1,1,\n");
}

#[test]
fn a_covered_goal_can_be_told() {
    let solved = "5,4,\n1,2,2,1,1,\n1,0,0,3,1,\n1,0,0,4,1,\n1,1,1,1,1,\n";
    let state = read::read(solved, &[]).unwrap();
    assert!(game_state_solved(&state));
    let mut known = read::read(solved, &[(1, 2), (1, 3)]).unwrap();
    assert!(game_state_solved(&known));
    apply_move(&mut known, "(2,down)".parse().unwrap()).unwrap();
    assert!(!game_state_solved(&known), "what the master left is the goal again");
    let entry = registry::puzzle("bricks").unwrap();
    let moved = known.to_string();
    let instance = entry.parse(&moved, &parameters(&[("goal", "1,2;1,3")])).unwrap();
    let solution = instance.solve(&"bfs".parse().unwrap(), &mut Limits::none(), None).unwrap();
    assert_eq!(solution.outcome.cost(), Some(1));
    for (name, value) in [("metric", "miles"), ("labels", "x"), ("goal", "1"), ("rows", "3")] {
        assert!(entry.parse(LEVEL0, &parameters(&[(name, value)])).is_err(), "{name}");
    }
}

#[test]
fn random_walks_repeat_themselves() {
    let walk = |seed, length| {
        let mut state = read::read(LEVEL0, &[]).unwrap();
        let mut told = String::new();
        let end = random_walk(&mut state, length, seed, |step, state| {
            let mut normal = state.clone();
            normalize_state(&mut normal);
            assert_eq!(normal, *state);
            told += &step.to_string();
            told += &state.to_string();
        });
        (told, end)
    };
    assert_eq!(walk(7, 20), walk(7, 20));
    assert_ne!(walk(7, 20), walk(8, 20));
    assert_eq!(walk(1, 100_000).1, WalkEnd::Solved);
    let mut stuck = read::read("3,1,\n2,1,-1,\n", &[]).unwrap();
    assert_eq!(random_walk(&mut stuck, 5, 1, |_, _| {}), WalkEnd::Stuck);
}

/// Unsolved states that can be reached without passing a solved one.
struct Unsolved<'p, A: Arrangement>(&'p Bricks<A>);

impl<A: Arrangement> Problem for Unsolved<'_, A> {
    type State = A;
    type Key = A;
    type Action = Slide;
    fn start(&self) -> A {
        self.0.start()
    }
    fn is_goal(&self, _: &A) -> bool {
        false
    }
    fn successors(&self, state: &A, visit: &mut impl FnMut(Slide, Cost, A)) {
        self.0.successors(state, &mut |slide, cost, next| {
            if !self.0.is_goal(&next) {
                visit(slide, cost, next);
            }
        });
    }
    fn pack(&self, state: &A) -> A {
        *state
    }
    fn unpack(&self, key: &A) -> A {
        *key
    }
}

#[test]
fn the_index_tells_the_truth() {
    assert!(index().len() >= 17);
    let mut hard = 0;
    for level in index() {
        for (metric, optimum) in [("steps", level.steps), ("moves", level.moves)] {
            let settings = parameters(&[("metric", metric)]);
            let puzzle = Bricks::<[u64; 8]>::parse(level.text, &settings).unwrap();
            let report =
                puzzle.search(&"bfs".parse().unwrap(), &mut Limits::none(), &mut ()).unwrap();
            assert_eq!(report.outcome.cost(), optimum, "{} {metric}", level.name);
            if metric == "steps" {
                let states = explore(&Unsolved(&puzzle), &mut Limits::none()).states();
                assert_eq!(states, level.states, "{}", level.name);
            }
        }
        hard += usize::from(level.steps.is_some_and(|steps| steps >= 100));
    }
    assert!(hard >= 4, "{hard}");
    let known = |name: &str| {
        let level = index().iter().find(|level| level.name == name).unwrap();
        (level.steps, level.moves)
    };
    // Published figures, a step more where the exit is a slot in the wall.
    assert_eq!(known("klotski"), (Some(117), Some(81)));
    assert_eq!(known("dads-puzzler"), (Some(84), Some(59)));
    assert_eq!(known("quzzle"), (Some(116), Some(84)));
    assert_eq!(known("only-18-steps"), (Some(28), Some(18)));
}

/// The shortest solutions again, by the book alone.
#[test]
fn short_levels_by_the_book() {
    let mut checked = 0;
    for level in index().iter().filter(|level| level.states < 3000) {
        for (metric, optimum) in [("steps", level.steps), ("moves", level.moves)] {
            let settings = parameters(&[("metric", metric)]);
            let puzzle = Bricks::<[u64; 8]>::parse(level.text, &settings).unwrap();
            let strategy = "bfs".parse().unwrap();
            let mut limits = Limits::none();
            let report =
                heureka_core::solve(&puzzle.reference(), &strategy, &mut limits, &mut ()).unwrap();
            assert_eq!(report.outcome.cost(), optimum, "{} {metric}", level.name);
            checked += 1;
        }
    }
    assert!(checked >= 12, "{checked}");
}

#[test]
fn depth_first_ends_on_every_level() {
    let entry = registry::puzzle("bricks").unwrap();
    for level in index() {
        for labels in ["original", "normal"] {
            let instance = entry.parse(level.text, &parameters(&[("labels", labels)])).unwrap();
            // A plan is returned only after the reference rules have accepted it.
            let solution =
                instance.solve(&"dfs".parse().unwrap(), &mut Limits::none(), None).unwrap();
            let plan = solution.outcome.plan().expect(level.name);
            let words: Vec<_> = plan
                .actions
                .iter()
                .map(|text| heureka_kit::text::Word { text, line: 0, column: 0 })
                .collect();
            assert_eq!(instance.check(&words), Ok(plan.cost), "{} {labels}", level.name);
        }
    }
}

#[test]
fn original_labels_stay_with_their_bricks() {
    let entry = registry::puzzle("bricks").unwrap();
    let mut differ = 0;
    for level in index() {
        let instance =
            |labels| entry.parse(level.text, &parameters(&[("labels", labels)])).unwrap();
        let plan = |labels| {
            let strategy = "bfs".parse().unwrap();
            let solution = instance(labels).solve(&strategy, &mut Limits::none(), None).unwrap();
            solution.outcome.plan().expect(level.name).actions.clone()
        };
        let (original, normal) = (plan("original"), plan("normal"));
        differ += usize::from(original != normal);
        // Replayed on the matrix, which knows nothing of searches.
        let mut state = read::read(level.text, &[]).unwrap();
        for word in &original {
            apply_move(&mut state, word.parse().unwrap()).unwrap();
        }
        assert!(game_state_solved(&state), "{}", level.name);
        let mut state = read::read(level.text, &[]).unwrap();
        normalize_state(&mut state);
        for word in &normal {
            apply_move(&mut state, word.parse().unwrap()).unwrap();
            normalize_state(&mut state);
        }
        assert!(game_state_solved(&state), "{}", level.name);
    }
    assert!(differ > 3, "the labelings are not the same");
}

#[test]
fn random_boards_are_solvable_and_repeat_themselves() {
    let entry = registry::puzzle("bricks").unwrap();
    for size in ["3x3", "4x4", "5x4"] {
        for seed in 1..4 {
            let instance = entry.random(size, &Parameters::default(), seed).unwrap();
            let again = entry.random(size, &Parameters::default(), seed).unwrap();
            assert_eq!(instance.text(), again.text());
            let solution =
                instance.solve(&"bfs".parse().unwrap(), &mut Limits::none(), None).unwrap();
            assert!(solution.outcome.cost() > Some(0), "{size} {seed}");
            assert!(entry.parse(&instance.text(), &Parameters::default()).is_ok());
        }
    }
    for size in ["", "4", "2x9", "x", "4x", "7x7", "-1x4"] {
        assert!(entry.random(size, &Parameters::default(), 1).is_err(), "{size}");
    }
}

/// A state with many bricks and more than 64 cells, with walls missing on the border.
#[test]
fn large_boards_are_solved() {
    let mut rows = vec![vec![EMPTY; 16]; 16];
    rows[0][0] = MASTER;
    (rows[15][15], rows[15][14]) = (GOAL, 0);
    let mut number = 3;
    for y in (2..14).step_by(2) {
        for x in (1..15).step_by(3) {
            (rows[y][x], rows[y][x + 1]) = (number, number);
            number += 1;
        }
    }
    let row = |row: &Vec<i32>| row.iter().map(i32::to_string).collect::<Vec<_>>().join(",");
    let text = rows.iter().map(row).collect::<Vec<_>>().join("\n");
    let text = format!("16,16,\n{text}");
    let entry = registry::puzzle("bricks").unwrap();
    let instance = entry.parse(&text, &Parameters::default()).unwrap();
    let solution = instance.solve(&"astar".parse().unwrap(), &mut Limits::none(), None).unwrap();
    assert_eq!(solution.outcome.cost(), Some(30));
    let wide = format!("40,20,\n{}", format!("{}2,\n", "0,".repeat(39)).repeat(20));
    let error = entry.parse(&wide, &Parameters::default()).err().unwrap();
    assert!(error.message.contains("16 × 16"), "{error}");
    assert_eq!(level("level0"), LEVEL0);
}
