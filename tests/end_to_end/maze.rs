//! `heureka maze`: exact output, errors, resumed proofs, Ctrl-C.

use crate::program::{
    Run, Scratch, assert_fields, interrupt, object, read_line, run, run_with_input, spawn,
};
use serde_json::json;

const SAMPLE: &str = "3 2 1 4 1 \n3 2 1 3 3 \n3 3 2 1 4 \n3 1 2 3 3 \n1 4 4 3 0 \n";
const REPORT: &str = "\
Solution: Yes
Unique: Yes
Solution length: 19
# of black holes: 0
# of white holes: 0
# of forced forward moves: 6
# of forced backward moves: 8
Puzzle score: 92
";

#[test]
fn evaluates_solves_and_explains_the_sample() {
    let evaluated = run_with_input(&["maze", "evaluate", "-"], SAMPLE);
    assert_eq!((evaluated.code, evaluated.stdout.as_str()), (0, REPORT));
    let solved = run_with_input(&["maze", "solve", "-"], SAMPLE);
    let letters = "R D L R U D R L R L U D L D R R U D D\n19 moves, the only shortest solution\n";
    assert_eq!((solved.code, solved.stdout.as_str()), (0, letters));
    run_with_input(&["maze", "explain", "-"], SAMPLE)
        .prints(REPORT)
        .prints("forced out  (1,4) (3,1) (3,2) (3,5) (5,2) (5,3)");
}

#[test]
fn generate_prints_the_exact_format() {
    let generated = run(&["maze", "generate", "5", "5", "1", "4", "--seed", "2"]).exits(0);
    let mut lines = generated.stdout.split('\n');
    let mut next = || lines.next().unwrap().to_owned();
    assert_eq!(next(), "Generating a 5x5 puzzle with values in range [1-4]");
    assert_eq!([next(), next()], ["", "Puzzle:"]);
    for row in 0..5 {
        let line = next();
        let numbers: Vec<u8> = line.split_terminator(' ').map(|n| n.parse().unwrap()).collect();
        assert!(line.ends_with(' ') && numbers.len() == 5, "{line:?}");
        assert_eq!(numbers[4] == 0, row == 4, "{line:?}");
    }
    assert_eq!([next(), next(), next()], ["", "Solution: Yes", "Unique: Yes"]);
    assert!(next().starts_with("Solution length: "));
    for what in ["black holes", "white holes", "forced forward moves", "forced backward moves"] {
        assert!(next().starts_with(&format!("# of {what}: ")));
    }
    assert_eq!([next(), next()], ["Puzzle score: 107", ""]);
    let time = next();
    let time = time.strip_prefix("Total time: ").and_then(|t| t.strip_suffix(" seconds")).unwrap();
    assert_eq!(time.split_once('.').unwrap().1.len(), 6, "{time}");
    assert_eq!((next(), lines.next()), (String::new(), None));
    generated.warns("score 107");
    let evaluated = run_with_input(&["maze", "evaluate", "-"], &generated.stdout);
    evaluated.prints("Puzzle score: 107\n");
    generated.prints(&evaluated.stdout);
}

#[test]
fn rejects_invalid_arguments_and_mazes() {
    for (args, expected) in [
        (["1", "5", "1", "4"], "invalid number of rows 1: expected 2 to 64"),
        (["5", "99", "1", "4"], "invalid number of columns 99: expected 2 to 64"),
        (["5", "5", "3", "2"], "minimum value 3 exceeds maximum value 2"),
        (["5", "5", "0", "2"], "minimum value 0 is too small"),
        (["5", "5", "-1", "2"], "expected a whole number: 2 to 64"),
        (["5", "5", "1", "100"], "maximum value 100 is too large: expected at most 99"),
        (["5", "five", "1", "4"], "expected a whole number: 2 to 64"),
    ] {
        for command in ["generate", "batch", "prove"] {
            let run = run(&[&["maze", command], &args[..]].concat()).exits(2);
            assert_eq!(run.warns(expected).stdout, "", "{args:?}");
        }
    }
    run(&["maze", "prove", "9", "9", "1", "8"]).exits(2);
    for text in ["", "1 2\n3", "1 1\n1 1", "1 x\n1 0"] {
        for command in ["evaluate", "solve", "explain"] {
            assert_eq!(run_with_input(&["maze", command, "-"], text).exits(31).stdout, "");
        }
    }
    run_with_input(&["maze", "solve", "-"], "1 1 1/1 1 2/1 2 0").exits(10);
}

#[test]
fn proves_optima_and_resumes_proofs() {
    let proved = object(&["maze", "prove", "5", "5", "1", "4"]);
    assert_fields(&proved, &json!({ "score": 107, "complete": true, "count": 4 }));
    assert!(proved["nodes"].as_u64().unwrap() > 1000);
    let scratch = Scratch::new();
    let file = scratch.path("proof");
    let args = ["maze", "prove", "5", "5", "1", "3", "--state", &file];
    run(&[&args[..], &["--time-limit", "0s"]].concat())
        .exits(21)
        .prints("no solvable maze found yet")
        .warns("to resume from");
    run(&args).exits(0).begins("5x5 [1-3]: the best score is 97, proved\n");
    // A complete proof is only shown, and not written again.
    let (before, shown) = (scratch.read("proof"), object(&args));
    assert_fields(&shown, &json!({ "score": 97, "complete": true, "open": 0 }));
    assert_eq!(object(&args)["seconds"], shown["seconds"]);
    assert_eq!(scratch.read("proof"), before);
    // It was not made in this run.
    assert_eq!((&shown["rests_on"], &proved["rests_on"]), (&json!(file), &json!(null)));
    assert!(shown["saved_nodes"].as_u64() > Some(0) && proved["saved_nodes"] == 0);
    run(&args).exits(0).prints("\nrests on    the saved state ").prints(&file);
    assert!(!run(&args).stdout.contains("()"));
    run(&["maze", "prove", "5", "5", "1", "4", "--state", &file])
        .exits(31)
        .warns("proof of a different size or range");
}

/// Two lines once proved that no maze is solvable; a changed file once ended in a panic.
#[test]
fn forged_proofs_are_refused() {
    let scratch = Scratch::new();
    let file = scratch.path("proof");
    let args = ["maze", "prove", "5", "5", "1", "3", "--state", &file];
    run(&args).exits(0);
    let text = scratch.read("proof");
    for forged in [
        "heureka number-maze proof 1\nend\n".to_owned(),
        "heureka number-maze proof 2\nchecksum 0000000000000000\n".to_owned(),
        text.replace("best 97", "best 98"),
        text.replacen("done", "open", 1),
        text.lines().filter(|line| !line.starts_with("done")).collect::<Vec<_>>().join("\n"),
        text[..text.len() / 2].to_owned(),
    ] {
        scratch.write("proof", &forged);
        let refused = run(&args).exits(31);
        refused.warns(&file).warns("help: ");
        assert!(refused.stdout.is_empty());
        assert_eq!(scratch.read("proof"), forged, "a refused file is not changed");
    }
}

#[test]
fn prove_keeps_its_time_limit() {
    let started = std::time::Instant::now();
    let args = ["maze", "prove", "8", "8", "1", "7", "--time-limit", "1s", "--json"];
    let proved = run(&args).exits(21).json();
    assert_fields(&proved, &json!({ "complete": false, "reason": "time", "count": 0 }));
    // Without the limit, the first beams alone take longer than that.
    let seconds = started.elapsed().as_secs_f64();
    assert!(seconds < 30.0, "{seconds} s");
}

#[test]
fn an_empty_batch_says_why() {
    run(&["maze", "batch", "2", "2", "1", "1", "--time-limit", "100ms"])
        .exits(11)
        .warns("unique shortest solution");
    run(&["maze", "prove", "2", "2", "1", "1"]).exits(0).prints("the best score is ");
    run(&["maze", "prove", "3", "3", "2", "2"]).exits(0).prints("proved");
}

#[test]
fn batch_prints_text_json_svg_and_html() {
    let scratch = Scratch::new();
    let (html, svg) = (scratch.path("sheet.html"), scratch.path("sheet.svg"));
    let args = ["maze", "batch", "5", "5", "1", "4", "--count", "3", "--time-limit", "1s"];
    let batch = object(&[&args[..], &["--html", &html, "--svg", &svg]].concat());
    let puzzles = batch["puzzles"].as_array().unwrap();
    assert!(!puzzles.is_empty() && puzzles.len() <= 3);
    let lengths: Vec<u64> = puzzles.iter().map(|p| p["length"].as_u64().unwrap()).collect();
    assert!(lengths.is_sorted(), "{lengths:?}");
    let page = scratch.read("sheet.html");
    let (questions, answers) = page.split_once("<hr class=\"page\">").unwrap();
    let solution = puzzles[0]["solution"].as_str().unwrap();
    assert!(answers.contains(solution) && !questions.contains(solution));
    assert!(page.contains("hr.page{") && page.contains("break-after:page"));
    assert!(scratch.read("sheet.svg").starts_with("<svg"));
    run(&args).begins("1. length ").prints("\nSolutions\n1. ");
}

#[test]
fn closed_stdout_is_not_an_error() {
    for (code, args) in [
        (0, &["maze", "generate", "3", "3", "1", "2"][..]),
        // The exit code is that of the outcome.
        (10, &["solve", "tiles", "--level", "swapped"]),
        (22, &["solve", "hanoi", "4 16", "--expansions", "100", "--json"]),
        (1, &["check", "hanoi", "3 2", "--plan", "/dev/null"]),
    ] {
        let mut child = spawn(args);
        drop(child.stdout.take());
        Run::of(child).exits(code);
    }
}

/// Without the limit, this takes a minute.
#[test]
fn generate_keeps_the_time_limit() {
    let args = ["maze", "generate", "40", "40", "1", "39", "--time-limit", "1s", "--json"];
    let generated = run(&args).exits(0).json();
    assert_fields(&generated, &json!({ "solvable": true, "reason": "time" }));
}

#[cfg(unix)]
#[test]
fn interrupt_prints_the_best_maze_so_far() {
    let mut child = spawn(&["maze", "generate", "8", "8", "1", "7", "--seed", "1"]);
    let first = read_line(child.stderr.as_mut().unwrap());
    assert!(first.contains("score"), "{first}");
    interrupt(&child);
    Run::of(child).exits(23).prints("Solution: Yes").prints("Total time: ");
}
