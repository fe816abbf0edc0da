use super::*;
use crate::best_first::best_first;
use crate::rules_agree::rules_agree;
use heureka_kit::collection::Row;

fn sokoban(text: &str) -> Sokoban<1> {
    Sokoban::parse(text, &Parameters::default()).unwrap()
}

fn moves(puzzle: &Sokoban<1>) -> Vec<String> {
    let (mut view, outcome) = (puzzle.view(), best_first(puzzle, "astar").outcome);
    let plan = outcome.plan().expect("a plan");
    plan.actions.iter().map(|&a| heureka_kit::view::name_and_play(&mut *view, a)).collect()
}

#[test]
fn fast_rules_equal_reference_rules() {
    rules_agree::<Sokoban<1>>(&[]);
    rules_agree::<Sokoban<2>>(&[]);
}

#[test]
fn plans_are_solutions_in_the_usual_notation() {
    assert_eq!(moves(&sokoban("#####/#@$.#/#####")), ["R"]);
    let corridor = sokoban("######\n#@   #\n# $  #\n#   .#\n######");
    assert_eq!(moves(&corridor).concat(), "dRRurD");
    let view = corridor.view();
    for word in ["rD", "rrrdlL", "3,3-down", "rrlrllrD"] {
        assert!(view.read(word).is_some(), "{word}");
    }
    for word in ["", "r", "rd", "uD", "rDD", "drD", "R", "xD", "3,9-down", "é"] {
        assert!(
            view.read(word).is_none_or(|push| corridor.apply(&corridor.start, push).is_none()),
            "{word}"
        );
    }
}

#[test]
fn boxes_take_the_cheapest_goals_and_dead_squares_are_dead_ends() {
    let puzzle = sokoban("#########\n#@      #\n# $ $ ..#\n#       #\n#########");
    let with = |name| puzzle.clone().with_heuristic(name).unwrap().h(&puzzle.start);
    assert_eq!((with("matching"), with("nearest"), with("zero")), (7, 6, 0));
    let dead = sokoban("######\n#@  .#\n#  $ #\n# $  #\n#   .#\n######");
    assert!(dead.unsolvable().is_none());
    let pushed = dead.apply(&dead.start, dead.parse_action("4,3-down").unwrap()).unwrap().1;
    assert!(dead.h(&pushed) < DEAD_END);
    let stuck = sokoban("######\n#@ . #\n#  $ #\n#.  $#\n######");
    assert_eq!(stuck.h(&stuck.start), DEAD_END);
    assert!(stuck.unsolvable().unwrap().contains("row 4, column 5"));
}

/// A box on the goal in the middle of a corridor divides it.
#[test]
fn each_region_around_the_goals_is_a_goal() {
    let level = sokoban("#######/# @$. #/#######");
    let mut goals = vec![];
    level.goals(&mut |goal| goals.push(goal));
    let [left, right] = goals[..] else { panic!("{goals:?}") };
    assert!(level.is_goal(&left) && level.is_goal(&right) && left != right);
    assert!(level.start != left && !level.is_goal(&level.start));
    // Where the player stands within a region does not matter.
    let moved = Position { player: left.region + 1, ..left };
    assert!(moved == left && level.pack(&moved) == level.pack(&left));
}

#[test]
fn levels_of_a_collection_have_titles() {
    let text = "My levels\n\n; 1\n\n  ####\n  #@.#\n\n#####\n#*-+#\n#####\nTitle: Second\nAuthor: me\n\n; 3\n###/#.#";
    let found = levels(text).unwrap();
    let expected =
        [(5, "1", "  ####\n  #@.#"), (8, "Second", "#####\n#*-+#\n#####"), (15, "3", "###/#.#")];
    let expected = expected.map(|(line, name, text)| Row {
        line,
        name: Some(name.to_owned()),
        text: text.to_owned(),
        ..Row::default()
    });
    assert_eq!(found, expected);
    assert!(levels("no level").is_err());
    assert_eq!(levels("###/x/###").unwrap().len(), 2);
}

#[test]
fn errors_name_the_place() {
    for (text, message) in [
        ("no level", "no level: expected rows that begin with # (wall)"),
        ("####\n#@x#\n####", "line 2, column 3: 'x': expected # (wall), . (goal), $ (box), "),
        ("####/#@+#/####", "line 1, column 8: a second +: expected one player"),
        ("####\n#$.#\n####", "no @ or +: expected one player"),
        (
            "#####\n#@$.\n#####",
            "line 2, column 4: the player can leave the level here: expected a wall ",
        ),
        ("#####\n#@$.#\n#", "line 2, column 2: the player can leave the level here"),
        ("#####\n#@$$#\n#.###\n###", "2 boxes and 1 goal: expected a box, a goal for each"),
        ("#####\n#@$.#\n#####\n#$#\n###", "line 4, column 2: the player can never reach this box"),
        (
            "####\n#@ #\n####\n\n####\n#@ #\n####",
            "line 5: a second level begins here: expected one level",
        ),
    ] {
        let error = Sokoban::<1>::parse(text, &Parameters::default()).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    let large = format!("#{0}#\n#@$.{1}#\n#{0}#", "#".repeat(300), " ".repeat(297));
    assert!(cells(&large).unwrap_err().message.contains("at most 248 cells"));
    for size in ["3", "3x3x0", "2x9x1", "3x3x1"] {
        assert!(Sokoban::<4>::random(size, &Parameters::default(), 1).is_err(), "{size}");
    }
    let error = Sokoban::<4>::random("20x20x4", &Parameters::default(), 1).unwrap_err();
    assert!(error.message.contains("at most 248 cells inside the wall"), "{error}");
}

#[test]
fn levels_have_as_many_goals_and_columns_as_fit() {
    let level = |goals: usize, cols: usize| {
        let (cells, wall) = (".".repeat(goals), "#".repeat(cols));
        Level::parse(&format!("{wall}\n#@${cells}{}\n{wall}", "#".repeat(cols - goals - 3)))
    };
    assert!(level(64, 1_000).is_ok());
    let error = |goals, cols| level(goals, cols).unwrap_err().message;
    assert!(error(65, 100).contains("at most 64 goals"));
    assert_eq!(error(1, 1_001), "expected at most 1000 rows and columns");
}

#[test]
fn whole_levels_in_one_line_are_no_collection() {
    for line in ["#####/#@$.#/#####", "-###/-#@#-/ #.# /x", "##/#/##"] {
        assert!(is_folded(line), "{line}");
        assert!(Sokoban::<1>::collection(line, &Parameters::default()).is_none(), "{line}");
    }
    for line in ["###/x/###", "###/#x/###", "###/x#/###", "###/###", "#####"] {
        assert!(!is_folded(line), "{line}");
    }
    let text = "#####\n#@$.#\n#####\n\n###\n#.#";
    let rows = Sokoban::<1>::collection(text, &Parameters::default());
    assert_eq!(rows.map(|rows| rows.unwrap().len()), Some(2));
}

#[test]
fn solutions_are_split_after_every_push() {
    let view = sokoban("#####/#@$.#/#####");
    assert_eq!(view.split_moves("uRRdLu"), ["uR", "R", "dL", "u"]);
    assert!(view.is_idle("lurd") && !view.is_idle("luR") && !view.is_idle("x"));
}

#[test]
fn states_of_larger_levels_are_ignored() {
    let mut puzzle = sokoban("#####/#@$.#/#####");
    let start = puzzle.start;
    for (boxes, player) in [([1 << 3], 0), ([1 << 63], 0), ([1], 3), ([1], 200)] {
        puzzle.set_start(Position { boxes, region: 0, player });
        assert!(puzzle.start == start && puzzle.start.player == start.player);
    }
    puzzle.set_start(Position { boxes: [1], region: 1, player: 1 });
    assert!(puzzle.start != start);
}

#[test]
fn edits_keep_goals_below_pieces() {
    let puzzle = sokoban("######\n#@$. #\n######");
    let edit = |tool, x| {
        let at = (x, 1.5);
        let text = puzzle.edit(&Edit { tool, from: at, to: at }).unwrap();
        text.lines().nth(1).unwrap().to_owned()
    };
    assert_eq!((edit(0, 4.5), edit(1, 2.5)), ("#@$.##".to_owned(), "#@ . #".to_owned()));
    assert_eq!((edit(2, 2.5), edit(2, 1.5)), ("#@*. #".to_owned(), "#+$. #".to_owned()));
    assert_eq!((edit(3, 3.5), edit(3, 4.5)), ("#@$* #".to_owned(), "#@$.$#".to_owned()));
    assert_eq!((edit(4, 3.5), edit(4, 4.5)), ("# $+ #".to_owned(), "# $.@#".to_owned()));
}
