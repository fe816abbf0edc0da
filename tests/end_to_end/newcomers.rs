//! What newcomers type: boards in pipes and files, names of instances, and wrong command lines.

use crate::program::{Run, Scratch, command, read_line, run, run_with_input, spawn};
use std::fs::File;
use std::io::{Read, Write};
use std::process::Command;
use std::time::{Duration, Instant};

/// A board two moves from the goal.
const BOARD: &str = "1 2 3\n4 0 5\n7 8 6\n";

/// Asserts that the board was solved.
#[track_caller]
fn solves_board(run: Run) -> Run {
    run.begins("left up\n\nsolved");
    run.exits(0)
}

#[test]
fn a_board_can_be_piped_or_redirected() {
    let scratch = Scratch::new();
    let board = scratch.write("board.txt", BOARD);
    assert_eq!(solves_board(run_with_input(&["solve", "tiles"], BOARD)).stderr, "");
    solves_board(run_with_input(&["solve", "tiles", "-"], BOARD));
    let redirected = command(&["solve", "tiles"]).stdin(File::open(&board).unwrap()).output();
    solves_board(redirected.unwrap().into());
    for args in [&["explore", "hanoi"][..], &["audit", "hanoi"], &["race", "hanoi"]] {
        let piped = run_with_input(&[args, &["--json"]].concat(), "3 2").exits(0).json();
        let instance = piped.pointer("/runs/0/instance").unwrap_or(&piped["instance"]);
        assert_eq!(instance, "3 2", "{args:?}");
    }
    let plan = scratch.write("plan.txt", "1>2 1>3 2>3");
    run_with_input(&["check", "hanoi", "--plan", &plan], "3 2").exits(0).prints("hanoi '3 2'");
    run_with_input(&["solve", "tiles"], "1 2 3\n4 x 5")
        .exits(31)
        .warns("standard input: line 2, column 3: 'x'")
        .warns("help: ");
}

/// Scripts start programs with an empty pipe, and loops over a list with that list.
#[test]
fn only_a_board_is_taken_from_standard_input() {
    let built_in = run(&["solve", "hanoi", "--json"]).json();
    for input in ["", "\n \n"] {
        let piped = run_with_input(&["solve", "hanoi", "--json"], input).exits(0);
        assert_eq!(piped.json()["instance"], built_in["instance"], "{input:?}");
        piped.warns("note: standard input is empty; using the built-in instance '3x3'\n");
    }
    // The device is no mistake.
    assert!(!run(&["solve", "hanoi"]).stderr.contains("standard input"));
    let program = command(&[]).get_program().to_string_lossy().into_owned();
    for args in ["hanoi --random 3x2", "hanoi '3 2'", "hanoi --level 3x3"] {
        let script = format!("while read line; do '{program}' solve {args} >&2; echo $line; done");
        let mut bash = Command::new("bash");
        bash.args(["-c", &format!("printf 'a\\nb\\n' | {script}")]);
        assert_eq!(Run::from(bash.output().unwrap()).exits(0).stdout, "a\nb\n", "{args}");
    }
    // A parameter belongs to the board.
    let piped = run_with_input(&["solve", "river", "-p", "rules=published", "--json"], "4 4 3\n");
    assert_eq!(piped.exits(0).json()["cost"], 7);
    // Answers to questions are not a board.
    run_with_input(&["solve", "hanoi", "--ask-every", "2"], "y\nn\n").exits(22).prints("declined");
}

#[test]
fn a_pipe_that_stays_open_falls_under_the_time_limit() {
    let mut child = spawn(&["solve", "hanoi", "--time-limit", "2s"]);
    let stdin = child.stdin.take();
    let ended = Run::of(child).exits(21);
    ended.warns("note: waiting for an instance on standard input").warns("raise --time-limit");
    drop(stdin);
}

#[test]
fn a_file_can_be_the_instance() {
    let scratch = Scratch::new();
    scratch.write("board.txt", BOARD);
    scratch.write("3x3", "3 2");
    scratch.write("443", "3 3 2");
    scratch.write("bad.txt", "1 2 3\n4 x 5");
    solves_board(scratch.run(&["solve", "tiles", "board.txt"]));
    scratch.run(&["explore", "tiles", "./board.txt"]).exits(0).prints("181,440");
    // A name or a text comes first, and a note says so.
    let note = "is taken as the instance; to read the file of that name, type --file";
    scratch.run(&["solve", "hanoi", "3x3"]).exits(0).warns(format!("'3x3' {note} 3x3"));
    scratch.run(&["solve", "river", "443"]).exits(0).warns(format!("'443' {note} 443"));
    scratch.run(&["solve", "hanoi", "./3x3"]).exits(0).prints("cost        3 ");
    let bad = scratch.run(&["solve", "tiles", "bad.txt"]).exits(31);
    bad.warns("bad.txt: line 2, column 3: 'x'").warns("help: ");
    // The output is never the input.
    for option in ["--svg", "--trace"] {
        let run = scratch.run(&["solve", "tiles", "board.txt", option, "board.txt"]).exits(2);
        run.warns("board.txt: already read");
    }
    let mut redirected = command(&["solve", "tiles", "--svg", &scratch.path("board.txt")]);
    redirected.stdin(File::open(scratch.path("board.txt")).unwrap());
    Run::from(redirected.output().unwrap()).exits(2).warns("already read");
    assert_eq!(scratch.read("board.txt"), BOARD);
}

#[test]
fn invalid_instances_are_explained() {
    let run = run(&["solve", "tiles", "nope"]).exits(2);
    run.warns("tiles has no built-in instance 'nope' and there is no such file")
        .warns("as a text, it is invalid: ")
        .warns("there are: fifteen, ")
        .warns("`heureka describe tiles` shows the text format");
}

#[test]
fn a_built_in_instance_stands_for_its_puzzle() {
    let scratch = Scratch::new();
    scratch.write("board.txt", BOARD);
    for (args, instance) in [
        (&["solve", "broom-cupboard"][..], "bricks broom-cupboard"),
        (&["explore", "8-puzzle"], "tiles eight"),
        (&["audit", "easy", "-H", "zero"], "tiles easy"),
        (&["race", "4x8", "-s", "bfs"], "hanoi 4x8"),
        (&["certify", "easy", "--out", "easy.cert"], "tiles easy"),
        (&["solve", "Missionaries"], "river"),
        (&["solve", "15-puzzle", "board.txt"], "tiles"),
    ] {
        let typed = format!("note: '{}' is taken as `{instance}`", args[1]);
        scratch.run(args).exits(0).warns(typed);
    }
    run_with_input(&["play", "easy"], "quit\n").exits(0).warns("is taken as `tiles easy`");
    scratch.write("level0", "not a board");
    let note = "to read the file of that name, type bricks --file level0";
    scratch.run(&["solve", "level0"]).exits(0).warns(note);
    run(&["solve", "cut-off"]).exits(2).warns("`pacman cut-off` or `grid cut-off`");
    let file = scratch.run(&["explore", "board.txt"]).exits(2);
    file.warns("'board.txt' is a file, not a puzzle").warns("`heureka explore tiles board.txt`");
}

#[test]
fn a_dash_is_standard_output_for_every_file() {
    let scratch = Scratch::new();
    scratch.write("maze", "1 2 1\n2 1 1\n1 1 0\n");
    for (args, begins, elsewhere) in [
        (&["solve", "hanoi", "3 2", "--svg", "-"][..], "<svg", "solved      proved optimal"),
        (&["solve", "hanoi", "3 2", "--trace", "-"], "{\"event\":", "solved      proved"),
        (&["audit", "hanoi", "3 2", "-H", "tower", "--svg", "-"], "<svg", "admissible  claimed"),
        (
            &["audit", "hanoi", "3 2", "-H", "tower", "--html", "-"],
            "<!doctype html>",
            "admissible  claimed",
        ),
        (&["maze", "explain", "maze", "--svg", "-"], "<svg", "forced out"),
        (&["lab", "tie-breaking", "--html", "-"], "<!doctype html>", "smaller g  larger g"),
    ] {
        let run = scratch.run(args).exits(0);
        let stdout = run.stdout.to_lowercase();
        assert!(stdout.starts_with(begins), "{args:?} {run:#?}");
        run.warns(elsewhere);
        assert!(!run.stdout.contains(elsewhere), "{args:?}");
        assert!(!run.stderr.contains("written to"), "{args:?} {run:#?}");
    }
    let all = scratch.run(&["bricks", "all", "level0", "--out", "-"]).exits(0);
    assert!(all.stdout.to_lowercase().starts_with("level0: breadth-first search"), "{all:?}");
    assert_eq!(scratch.files("").len(), 1, "a file named '-' was written");
    let mut bash = Command::new("bash");
    let certify = "\"$0\" certify hanoi '3 2' --out - | \"$0\" certify --check -";
    let checked = bash.args(["-c", certify]).arg(command(&[]).get_program()).output().unwrap();
    let checked = Run::from(checked).exits(0);
    checked.begins("accepted ").warns("certified ").warns("file        standard output, ");
    // Standard output is no file that can be checked later.
    assert!(!checked.stderr.contains("--check"), "{checked:#?}");
    for (args, what) in [
        (&["--svg", "-", "--trace", "-"][..], "--trace - and --svg - both write"),
        (&["--svg", "-", "--json"], "--svg - and --json both write"),
    ] {
        let run = scratch.run(&[&["solve", "hanoi"], args].concat()).exits(2);
        run.warns(what).warns("help: give a file to one of them");
    }
    scratch.run(&["chi", "scale", "--out", "-"]).exits(2).warns("give the path of a folder");
}

/// Nobody sees the rest of a search of minutes.
#[test]
fn a_search_stops_when_the_reader_of_its_trace_has_seen_enough() {
    let limits = ["--time-limit", "5m", "--memory-limit", "none"];
    let mut child = spawn(
        &[&["solve", "tiles", "fifteen-hard", "-s", "idastar", "--trace", "-"], &limits[..]]
            .concat(),
    );
    drop(child.stdin.take());
    assert_ne!(read_line(child.stdout.take().unwrap()), "");
    Run::of(child).exits(23).warns("the reader of the trace has closed the pipe").warns("stopped ");
}

/// A user who takes a second for each answer.
#[test]
fn search_time_excludes_waiting_for_answers() {
    const PAUSE: Duration = Duration::from_millis(1100);
    let limits = ["--ask-every", "300", "--time-limit", "3s", "--json"];
    for command in [&["solve", "hanoi", "4 5", "-H", "zero"][..], &["explore", "hanoi", "4 5"]] {
        let started = Instant::now();
        let mut child = spawn(&[command, &limits].concat());
        let mut stdin = child.stdin.take().unwrap();
        let mut stderr = child.stderr.take().unwrap();
        let mut pauses = 0;
        let mut questions = String::new();
        let mut byte = [0];
        while stderr.read(&mut byte).unwrap() > 0 {
            questions.push(byte[0] as char);
            if questions.ends_with("[y/n] ") {
                std::thread::sleep(PAUSE);
                pauses += 1;
                stdin.write_all(b"y\n").unwrap();
            }
        }
        let result = Run::of(child).exits(0).json();
        let seconds = Duration::from_secs_f64(result["seconds"].as_f64().unwrap());
        assert!(pauses >= 3, "{command:?}: the time limit passes while the user thinks");
        assert!(seconds + pauses * PAUSE <= started.elapsed(), "{command:?}: {seconds:?}");
    }
}

#[test]
fn a_random_instance_is_shown_with_its_seed() {
    for args in [&["solve"][..], &["explore"], &["audit"], &["race", "-s", "bfs"]] {
        let args = [args, &["hanoi", "--random", "3x3", "--json"]].concat();
        let first = run(&args).exits(0);
        let seed = first.stderr.split("add --seed ").nth(1).unwrap().split(' ').next().unwrap();
        let again = run(&[&args[..], &["--seed", seed]].concat()).exits(0);
        let shown = |run: &Run| {
            let text = run.stderr.split("note: random instance: ").nth(1).expect("a note");
            text.lines().next().unwrap().to_owned()
        };
        assert_eq!(shown(&first), shown(&again), "{args:?}");
        let json = again.json();
        let instance = json.pointer("/runs/0/instance").unwrap_or(&json["instance"]);
        let text = instance.as_str().unwrap().trim().replace('\n', " / ");
        assert_eq!(shown(&again), text, "{args:?}");
    }
}

/// A plan that `--show states` draws can be checked and played.
#[test]
fn a_drawn_plan_is_a_plan() {
    let scratch = Scratch::new();
    for instance in [
        &["hanoi", "3 3"][..],
        &["tiles", "easy"],
        &["bricks", "level0"],
        &["pegs", "6 0,0"],
        &["river"],
        &["grid", "1x1"],
        &["number-maze"],
        &["pacman", "lane"],
        &["graph"],
        &["counters", "3x3"],
        &["chi"],
    ] {
        let drawn = run(&[&["solve"], instance, &["--show", "states"]].concat()).exits(0);
        let plan = scratch.write("plan.txt", &drawn.stdout);
        let cost =
            drawn.stdout.split("cost ").last().unwrap().trim_start().split(' ').next().unwrap();
        let checked = run(&[&["check"], instance, &["--plan", &plan]].concat()).exits(0);
        checked.prints(format!(", cost {cost}\n"));
    }
    let plan = scratch.write("plan.txt", "start\n│\n\n1. 1>2\n│\n\n3. 1>3\n│\n");
    run(&["check", "hanoi", "3 2", "--plan", &plan]).exits(1);
    let plan = scratch.write("plan.txt", "start\n│\n\n1. 1>2\n│\n\n2. x>3\n│\n");
    run(&["check", "hanoi", "3 2", "--plan", &plan]).exits(31).warns("line 7, column 4: 'x>3'");
}

#[test]
fn contradictions_and_oddities_are_explained() {
    for (line, code, expected) in [
        ("solve pegs --random 4 -p board=3", 2, "board 4 contradicts the parameter board=3"),
        ("bricks bfs level0 --goal 2,2", 31, "goal 2,2: this cell is empty: write -1"),
        ("play grid 1x1", 0, "the start is a goal: there is nothing to play"),
        ("solve hanoi -s dls(4):duplicates", 2, "unexpected ':duplicates' after the parenthesis"),
        ("solve hanoi -s ids --depth-limit 2", 11, "raise or remove --depth-limit\n"),
        ("solve hanoi -s dls:2", 11, "raise the depth limit, or use ids\n"),
        ("solve counters 1 2 3 4 5", 2, "5 counters: expected a perfect square"),
        ("solve river 3", 2, "1 value: expected 3 or 6, M C CAPACITY"),
        ("explore hanoi '3 1' --expansions 1", 22, "depth       1 move from the start"),
    ] {
        let words: Vec<&str> = match line.split_once('\'') {
            Some((before, rest)) => {
                let (quoted, after) = rest.split_once('\'').unwrap();
                before.split_whitespace().chain([quoted]).chain(after.split_whitespace()).collect()
            }
            None => line.split(' ').collect(),
        };
        let run = run(&words).exits(code);
        let answer = format!("{}{}", run.stdout, run.stderr);
        assert!(answer.contains(expected), "heureka {line}: expected {expected:?}: {run:#?}");
    }
    // Two matrices may be on one line.
    let text =
        run(&["solve", "pegs", "--random", "4", "--seed", "1", "--expansions", "1", "--json"]);
    let text = text.json()["instance"].as_str().unwrap().replace(['\n', '/'], " ");
    assert!(text.contains("X X 1"), "{text}");
    let read = |text: &str, more: &[&str]| {
        let args = [&["solve", "pegs", text, "--expansions", "1", "--json"], more].concat();
        run(&args).exits(22).json()["instance"].clone()
    };
    let expected = read(&text, &[]);
    let (_, matrices) = text.split_once(' ').unwrap();
    assert_eq!(read(matrices.trim(), &["-p", "board=4"]), expected);
}

/// Wrong and half-right command lines, the exit code of each, and words of its answer.
const TYPED: &[(&str, i32, &[&str])] = &[
    // A word that is no command.
    ("tiles", 2, &["'tiles' is a puzzle, not a command", "type `heureka solve tiles`"]),
    ("8-puzzle", 2, &["is an instance, not a command", "type `heureka solve 8-puzzle`"]),
    ("klotski", 2, &["type `heureka solve klotski`"]),
    ("board.txt", 2, &["'board.txt' is a file", "`heureka solve tiles board.txt`"]),
    ("astar tiles", 2, &["'astar' is a strategy", "`heureka solve tiles -s astar`"]),
    ("run tiles", 2, &["no command 'run'", "type `heureka solve PUZZLE`"]),
    ("show tiles", 2, &["type `heureka describe PUZZLE`"]),
    ("verify tiles", 2, &["type `heureka check PUZZLE --plan FILE`"]),
    ("sovle tiles", 2, &["no command 'sovle'", "did you mean 'solve'"]),
    ("version", 2, &["type `heureka --version`"]),
    ("picture tiles", 2, &["type `heureka draw PUZZLE`"]),
    ("generate tiles", 2, &["type `heureka draw PUZZLE --random SIZE`"]),
    ("--verson", 2, &["did you mean '--version'?"]),
    ("-x", 2, &["type `heureka [COMMAND]`"]),
    ("--heuristic manhattan", 2, &["--heuristic is an option of `heureka solve`"]),
    ("-s astar", 2, &["-s is an option of `heureka solve`"]),
    ("help sovle", 2, &["did you mean 'solve'"]),
    ("help solve tiles", 2, &["type `heureka solve --help`"]),
    ("help --help", 0, &["Usage: heureka [COMMAND]"]),
    ("help solve --help", 0, &["Usage: heureka solve"]),
    ("pegs", 2, &["Usage: heureka pegs <COMMAND>"]),
    ("pegs solve", 2, &["no command 'solve'", "type `heureka solve pegs`", "table, hint, count"]),
    ("bricks solve level0", 2, &["type `heureka solve bricks`"]),
    // The puzzle.
    ("solve", 2, &["<PUZZLE>", "such as `heureka solve tiles`", "`heureka list` shows them all"]),
    ("solve tile", 2, &["no puzzle 'tile'", "did you mean 'tiles'?"]),
    ("solve hanio", 2, &["did you mean 'hanoi'?"]),
    ("solve Hanoi", 0, &["'Hanoi' is taken as `hanoi`"]),
    ("solve puzzle", 2, &["there are: river, pegs, "]),
    ("solve --puzzle hanoi", 2, &["PUZZLE is an argument: type it without --puzzle"]),
    ("solve -puzzle hanoi", 2, &["one dash", "type it without --puzzle"]),
    ("solve astar tiles", 2, &["'astar' is a strategy", "`heureka solve tiles -s astar`"]),
    ("solve board.txt", 2, &["'board.txt' is a file", "`heureka solve tiles board.txt`"]),
    ("solve 1 2 3 4 5 6 7 8 0", 2, &["part of an instance", "name the puzzle first"]),
    ("solve cut-off", 2, &["`pacman cut-off` or `grid cut-off`"]),
    ("explore", 2, &["such as `heureka explore tiles`"]),
    ("play tile", 2, &["did you mean 'tiles'?"]),
    ("selftest hanio", 2, &["did you mean 'hanoi'?"]),
    ("describe", 2, &["such as `heureka describe tiles`"]),
    ("solve bricks AAoooooB", 2, &["line 1, column 9: this line has 8 letters"]),
    ("solve rush-hour car-park", 0, &["a Rush Hour line", "cost        25"]),
    ("solve bricks car-park -p axis=diagonal", 2, &["expected one of both, long"]),
    ("describe klotski", 0, &["Sliding bricks", "'klotski' is taken as `bricks`"]),
    ("describe manhatan", 2, &["did you mean 'manhattan'"]),
    ("describe tiles hanoi", 2, &["`heureka describe hanoi`"]),
    ("list tiles", 2, &["`heureka describe tiles`"]),
    ("list puzzles", 2, &["leave 'puzzles' out"]),
    // The instance.
    ("solve tiles 1 2 3 4 5 6 7 8 0", 0, &["the start is a goal"]),
    ("solve tiles 1,2,3,4,5,6,7,8,0", 0, &["the start is a goal"]),
    ("solve tiles 1 2 3 4 5 6 7 8", 2, &["8 numbers", "`heureka describe tiles` shows the text"]),
    ("solve tiles 123456780", 2, &["separate the numbers by spaces"]),
    ("solve tiles 1 2 3 4 5 6 7 8 9", 2, &["the blank, 0, is missing", "`heureka describe tiles`"]),
    ("solve tiles 1 2 3 4 5 6 7 8 8", 2, &["duplicate '8'", "`heureka describe tiles`"]),
    ("solve tiles -8 1 2 3", 2, &["'-8': expected a number from 0 to 3"]),
    ("solve tiles nope", 2, &["no built-in instance 'nope' and there is no such file", "fifteen"]),
    ("solve maze", 0, &["'maze' is taken as `number-maze`"]),
    ("solve klotsky", 2, &["did you mean 'klotski', an instance of bricks?"]),
    ("solve tiles 8-puzzle", 0, &["'8-puzzle' is taken as `tiles eight`", "cost        31 "]),
    ("solve tiles --level 8-puzzle", 0, &["cost        31 "]),
    ("solve tiles Eight", 0, &["'Eight' is taken as `tiles eight`"]),
    ("solve tiles klotski", 2, &["'klotski' belongs to bricks: type bricks klotski"]),
    ("solve tiles hanoi", 2, &["'hanoi' is a puzzle: type only one puzzle"]),
    ("solve tiles 3x3", 2, &["type --random 3x3 for a random instance of this size"]),
    ("solve hanoi 3x5", 2, &["type '3 5', or type --random 3x5"]),
    ("solve bricks all", 2, &["type `heureka bricks all`"]),
    ("solve counters --random 100000", 2, &["100,000 counters: expected a perfect square"]),
    ("solve tiles missing.txt", 2, &["there is no such file", "`heureka describe tiles`"]),
    ("solve tiles bord.txt", 2, &["there is no such file", "did you mean 'board.txt'?"]),
    ("bricks bfs bord.txt", 31, &["did you mean 'board.txt'?"]),
    ("maze solve sample", 0, &["19 moves"]),
    ("maze solve nowhere", 31, &["neither a file nor", "`heureka describe number-maze`"]),
    ("solve tiles --file missing.txt", 31, &["missing.txt: ", "give the path of a readable file"]),
    ("solve tiles short.txt", 31, &["short.txt: 8 numbers", "`heureka describe tiles`"]),
    ("solve tiles .", 2, &["it is a folder", "there are: fifteen"]),
    ("solve tiles astar", 2, &["'astar' is a strategy: type -s astar"]),
    ("solve tiles manhattan", 2, &["'manhattan' is a heuristic: type -H manhattan"]),
    ("race tiles astar bfs", 2, &["'astar' is a strategy: type -s astar"]),
    ("solve tiles --board 12", 2, &["INSTANCE is an argument: type it without --board"]),
    ("solve tiles --level nine", 2, &["there are: fifteen, easy, eight"]),
    (
        "solve river 3 3",
        2,
        &["2 values: expected 3 or 6, M C CAPACITY", "`heureka describe river`"],
    ),
    ("solve hanoi 3", 2, &["expected the number of disks, 1 to 28, as in '3 5'"]),
    ("solve chi 1234", 2, &["separate the numbers by spaces"]),
    ("pegs hint nowhere", 2, &["there are: english", "`heureka describe pegs`"]),
    (
        "bricks bfs nope",
        31,
        &["neither a file nor a built-in instance", "`heureka describe bricks`"],
    ),
    ("shell nope a b", 2, &["no built-in file 'nope'", "`heureka shell --list`"]),
    ("shell MCPSpec1", 2, &["type `heureka shell <SPECIFICATION> <INITIAL> <GOAL>`"]),
    // Options.
    ("solve hanoi -h manhattan", 0, &["-H, --heuristic"]),
    ("solve hanoi -heuristic zero", 2, &["'-heuristic' has one dash", "type --heuristic"]),
    ("solve hanoi -strategy bfs", 2, &["type --strategy <STRATEGY>"]),
    ("solve hanoi -json", 2, &["type --json"]),
    ("solve hanoi -a astar", 2, &["type --strategy <STRATEGY>"]),
    ("solve hanoi --algorithm astar", 2, &["type --strategy <STRATEGY>"]),
    ("solve hanoi --algorithm=astar", 2, &["type --strategy <STRATEGY>"]),
    ("explore hanoi -s astar", 2, &["-s is an option of `heureka solve`"]),
    ("solve hanoi -s A_star", 0, &["proved optimal"]),
    ("solve hanoi -s asstar", 2, &["no strategy 'asstar'", "did you mean 'astar'?"]),
    ("race hanoi -s astar,bfs", 2, &["name one strategy at a time", "type -s astar -s bfs"]),
    ("solve hanoi -s astar,bfs", 2, &["name one strategy at a time: 'astar', 'bfs'"]),
    ("solve hanoi --repeat 5", 2, &["--repeat is an option of `heureka race`"]),
    ("solve hanoi --threshold 5", 2, &["--threshold is an option of `heureka lab compare`"]),
    ("solve hanoi --iterations 5", 2, &["--rounds is an option of `heureka selftest`"]),
    ("race hanoi --repeat 0", 2, &["expected a whole number from 1 to 1,000"]),
    ("solve hanoi -s", 2, &["a value is required", "`heureka solve --help`"]),
    ("solve tiles -H manhatten", 2, &["did you mean 'manhattan'?"]),
    ("solve hanoi --timeout 10", 2, &["type --time-limit <TIME>"]),
    ("solve hanoi --time-limit none", 0, &["proved optimal"]),
    ("solve hanoi --time-limit ten", 2, &["such as 10, 500ms"]),
    ("solve hanoi --time-limit -5", 2, &["invalid value '-5'", "such as 10, 500ms"]),
    ("solve hanoi --memory 1G", 2, &["type --memory-limit <SIZE>"]),
    ("solve hanoi --memory-limit lots", 2, &["such as 4GiB"]),
    ("solve hanoi --max-depth 10", 2, &["type --depth-limit <N>"]),
    ("solve hanoi --depth-limit ten", 2, &["expected a whole number from 0"]),
    ("solve tiles --random", 2, &["a value is required for '--random <SIZE>'"]),
    ("solve tiles --random three", 2, &["sizes: ROWSxCOLUMNS, such as 4x4"]),
    ("solve tiles --random 100x100", 2, &["at most 25 cells", "such as 4x4"]),
    ("solve tiles --seed 7", 2, &["type `heureka solve --random <SIZE> --seed <N>"]),
    ("solve tiles easy --random 3x3", 2, &["cannot be used with", "leave one of them out"]),
    ("solve hanoi --svg", 2, &["a value is required for '--svg <FILE>'"]),
    ("solve hanoi --json --svg -", 2, &["both write to standard output", "give a file"]),
    ("solve hanoi -o out.txt", 2, &["type `> FILE` at the end"]),
    ("solve hanoi --verbose", 2, &["type --trace <FILE>"]),
    ("solve hanoi --format json", 2, &["type --json"]),
    ("solve hanoi --show all", 2, &["[possible values: moves, states, none]"]),
    ("solve hanoi -p rods", 2, &["expected NAME=VALUE, such as rows=3"]),
    ("solve river -p color=red", 2, &["unknown parameter 'color'", "`heureka describe river`"]),
    ("solve hanoi --no-such-option", 2, &["type `heureka solve <PUZZLE> [INSTANCE]...`"]),
    ("check hanoi", 2, &["type `heureka check --plan <FILE> <PUZZLE>"]),
    ("check hanoi --plan missing.txt", 31, &["give the path of a readable file"]),
    ("certify hanoi", 2, &["type `heureka certify --out <FILE> <PUZZLE>"]),
    ("pegs table --board 9", 2, &["expected a whole number from 1 to 6"]),
    ("maze prove 4 4 1 3 -state proof", 2, &["type --state <FILE>"]),
    ("pegs hint --board 4", 2, &["INSTANCE is an argument: type it without --board"]),
    ("pegs table -board 4", 2, &["type --board <N>"]),
    ("maze generate 5 5", 2, &["type `heureka maze generate <R> <C> <I> <J>`"]),
    ("maze generate 5 5 -1 4", 2, &["1 ≤ I ≤ J ≤ 99"]),
    ("maze batch 5 5 1 4 --count 0", 2, &["expected a whole number from 1 to 10,000"]),
    ("chi run boards.txt", 2, &["type `heureka chi run --out <DIR> <FILE>`"]),
    ("lab run study.toml --jobs 0", 2, &["expected a whole number, at least 1"]),
    ("lab report study.db --out page.html", 2, &["type --html <FILE> for a page"]),
    ("playground", 2, &["type `heureka serve --open`"]),
    ("lab new", 2, &["type `heureka lab init`"]),
    ("pegs table 4", 2, &["type --board 4"]),
    ("maze check sample", 2, &["has no command 'check'", "generate"]),
    ("counters 9", 2, &["has no command '9'", "there are: compare"]),
    ("solve tiles easy -s beam --width 10", 2, &["type -s beam:N"]),
    ("solve tiles easy -s astar --weight 2", 2, &["type -s wastar:W"]),
    ("solve river 3 3 2 --rules published", 2, &["type -p rules=VALUE"]),
    ("draw tiles --out board.svg", 2, &["type --svg <FILE> for a picture"]),
    ("certify hanoi --verify cert.txt", 2, &["type --check"]),
    ("race tiles -n 5", 2, &["type --repeat <N>"]),
    ("solve tiles easy --heuristics manhattan", 2, &["type --heuristic <HEURISTIC>"]),
    ("serve -p 8080", 2, &["type --port <PORT>"]),
    ("serve --host 0.0.0.0", 2, &["leave it out: the server answers only this machine"]),
    ("bricks random-walk level0 3", 2, &["type -n 3"]),
    ("bricks moves level0 --piece 1", 2, &["expected a whole number, at least 2"]),
    ("lab run missing.toml", 31, &["missing.toml: ", "give the path of a readable file"]),
    ("completions tcsh", 2, &["bash, elvish, fish"]),
];

#[test]
fn every_refusal_says_what_to_type() {
    const REMEDIES: &[&str] = &[
        "type ",
        "did you mean ",
        "here are: ",
        "give ",
        "such as ",
        "sizes: ",
        "expected ",
        "[possible values",
        "name one ",
        "leave ",
        "`heureka describe",
        "`heureka list",
        "`heureka shell --list",
        " is an option of ",
    ];
    let scratch = Scratch::new();
    scratch.write("board.txt", BOARD);
    scratch.write("short.txt", "1 2 3\n4 0 5\n7 8\n");
    for (line, code, expected) in TYPED {
        let run = scratch.run(&line.split(' ').collect::<Vec<_>>()).exits(*code);
        let answer = format!("{}{}", run.stdout, run.stderr);
        for words in *expected {
            assert!(answer.contains(words), "heureka {line}: expected {words:?}: {run:#?}");
        }
        if *code == 0 || answer.contains("Usage: ") {
            continue;
        }
        let help = run.stderr.lines().find_map(|line| line.strip_prefix("help: "));
        let help = help.unwrap_or_else(|| panic!("heureka {line}: no help: {run:#?}"));
        // Most answers refer to the help, which is no remedy.
        let is_reference = |part: &&str| part.starts_with("see `") || part.contains("--help` ");
        let parts: Vec<&str> = run
            .stderr
            .split("; ")
            .flat_map(|part| part.split("help: "))
            .flat_map(|part| part.split("? "))
            .collect();
        let is_remedy = |part: &&str| REMEDIES.iter().any(|remedy| part.contains(remedy));
        let found =
            parts.into_iter().filter(|part| !is_reference(part)).any(|part| is_remedy(&part));
        assert!(found, "heureka {line}: {help}");
        assert_eq!(run.stdout, "", "heureka {line}");
    }
}

#[test]
fn words_in_the_wrong_place_are_explained() {
    run(&["serve", "8080"]).exits(2).warns("help: for a port, type --port 8080");
    run(&["maze", "5", "5", "1", "4"]).exits(2).warns("such as `heureka maze generate 5`");
    run(&["lab", "run"]).exits(2).warns("`heureka lab init` writes one");
    run(&["describe"]).exits(2).warns("such as `heureka describe tiles`");
    let scratch = Scratch::new();
    scratch.write("study.toml", "title = 'a study'");
    scratch.write("study.db", "");
    for args in [["lab", "report", "study.toml"], ["lab", "status", "study"]] {
        scratch.run(&args).exits(31).warns("did you mean 'study.db'?");
    }
    scratch.run(&["serve", "study.toml"]).exits(2).warns("did you mean 'study.db'?");
    run(&["serve", "nothere.db"]).exits(2).warns("nothere.db").warns("`heureka lab run` writes");
}
