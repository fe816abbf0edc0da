//! One space over threads and processes.

use crate::program::{Run, Scratch, command, object, run};
use serde_json::{Value, json};
use std::fs;
use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// Spaces with keys of 4, 8 and more bytes: undirected, layered up to symmetry, and neither.
const SPACES: [&[&str]; 6] = [
    &["tiles", "1 2 3 4 5 6 7 8 0"],
    &["hanoi", "4 7"],
    &["pegs", "--level", "triangle"],
    &["chi", "--random", "2x4", "--seed", "1"],
    &["grid"],
    &["bricks", "--level", "klotski"],
];

/// An unsolvable board: only a search of all reachable states proves it.
const NO_PLAN: &[&str] = &["pegs", "6 1,1 1,1", "-s", "bfs"];

/// Returns what does not depend on the number of workers.
fn counts(mut object: Value) -> Value {
    let fields = object.as_object_mut().unwrap();
    for field in ["seconds", "threads", "peak_bytes"] {
        assert!(fields.remove(field).is_some(), "{field}");
    }
    object
}

/// Returns free addresses, a line for each process.
fn addresses(processes: usize) -> String {
    let ports: Vec<_> = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines: Vec<_> = ports.iter().map(|port| port.local_addr().unwrap().to_string()).collect();
    lines.join("\n")
}

/// The processes of a cluster.
struct Processes {
    scratch: Scratch,
    children: Vec<Option<Child>>,
}

impl Processes {
    fn start(processes: usize, args: &[&str]) -> Self {
        Self::start_each(processes, |_| args.to_vec())
    }

    fn start_each<'a>(processes: usize, args: impl Fn(usize) -> Vec<&'a str>) -> Self {
        let scratch = Scratch::new();
        scratch.write("hosts", addresses(processes));
        let start = |process: usize| {
            let number = process.to_string();
            let mut command = command(&args(process));
            command.args(["--hosts", "hosts", "--process", &number]).current_dir(scratch.path(""));
            Some(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
        };
        let children = (0..processes).map(start).collect();
        Self { scratch, children }
    }

    fn kill(&mut self, process: usize) {
        let mut child = self.children[process].take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Waits until all that are left have ended.
    fn ends(&mut self) -> Vec<Run> {
        self.children.iter_mut().filter_map(Option::take).map(Run::of).collect()
    }
}

#[test]
fn counts_do_not_depend_on_workers_and_processes() {
    for space in SPACES {
        let expected = counts(object(&[&["explore"], space].concat()));
        let explore = [&["cluster", "explore"], space].concat();
        for workers in ["1", "2", "4"] {
            let found = object(&[&explore[..], &["--workers", workers]].concat());
            assert_eq!(found["threads"].to_string(), workers);
            assert_eq!(counts(found), expected, "{space:?} with {workers} workers");
        }
        let args = [&explore[..], &["--workers", "2", "--json"]].concat();
        let runs = Processes::start(2, &args).ends();
        let [first, second] = &runs[..] else { panic!("{runs:?}") };
        assert_eq!((second.code, &*second.stdout), (0, ""));
        assert_eq!(counts(first.json()), expected, "{space:?} with 2 processes");
    }
    let expected = counts(object(&["explore", "hanoi", "4 7"]));
    for processes in [3, 4] {
        let args = ["cluster", "explore", "hanoi", "4 7", "--json"];
        let runs = Processes::start(processes, &args).ends();
        assert_eq!(counts(runs[0].json()), expected, "{processes} processes");
        assert!(runs.iter().all(|run| run.code == 0), "{runs:?}");
    }
}

#[test]
fn plans_are_as_good_as_on_one_thread() {
    let fields = |object: &Value| {
        ["outcome", "optimality", "cost", "bound", "expanded_below_bound"]
            .map(|f| object[f].clone())
    };
    for (args, workers) in [
        (&["tiles", "8 6 7 2 5 4 3 0 1", "-s", "astar", "-H", "manhattan"][..], "3"),
        (&["hanoi", "4 7", "-s", "ucs"], "2"),
        (&["hanoi", "4 7", "-s", "astar", "-H", "patterns"], "4"),
        (&["chi", "--random", "2x4", "--seed", "3", "-s", "ucs"], "3"),
        (&["tiles", "1 2 3 4 5 6 7 8 0", "-s", "astar"], "2"),
    ] {
        let expected = object(&[&["solve"], args].concat());
        let solve = [&["cluster", "solve"], args].concat();
        let found = object(&[&solve[..], &["--workers", workers]].concat());
        assert_eq!(fields(&found), fields(&expected), "{args:?}");
        let runs = Processes::start(2, &[&solve[..], &["--json"]].concat()).ends();
        assert_eq!(fields(&runs[0].json()), fields(&expected), "{args:?} with 2 processes");
    }
    for puzzle in ["river", "grid", "bricks"] {
        let expected = object(&["solve", puzzle, "-s", "bfs"]);
        let found = object(&["cluster", "solve", puzzle, "-s", "bfs", "--workers", "2"]);
        for field in ["outcome", "optimality", "cost", "length"] {
            assert_eq!(found[field], expected[field], "{puzzle}: {field}");
        }
    }
    for seed in 0..200 {
        let board = ["tiles", "--random", "3x3", "--seed", &seed.to_string(), "-s", "astar"];
        let expected = object(&[&["solve"], &board[..]].concat());
        let workers = (1 + seed % 4).to_string();
        let found = object(&[&["cluster", "solve"], &board[..], &["--workers", &workers]].concat());
        assert_eq!(fields(&found), fields(&expected), "seed {seed}");
    }
}

#[test]
fn what_has_no_plan_is_proved_unsolvable() {
    run(&[&["cluster", "solve"], NO_PLAN].concat()).exits(10).prints("proved");
    run(&["cluster", "solve", "tiles", "1 2 3 4 5 6 8 7 0"]).exits(10).prints("proved");
    run(&["cluster", "solve", "river", "4 4 2", "-s", "ucs", "--workers", "2"]).exits(10);
}

#[test]
fn strategies_that_do_not_distribute_are_refused() {
    for setup in [
        &["tiles", "-s", "idastar"][..],
        &["tiles", "-s", "astar:ties=low-g"],
        &["pegs", "-s", "astar", "-H", "mobility"],
    ] {
        run(&[&["cluster", "solve"], setup].concat()).exits(2).warns("does not run on a cluster");
    }
}

/// A machine that hangs answers nothing, but does not break its connections either.
#[cfg(unix)]
#[test]
fn a_time_limit_ends_a_process_although_another_one_hangs() {
    let mut processes = Processes::start(
        2,
        &["cluster", "explore", "tiles", "--level", "fifteen-hard", "--time-limit", "10s"],
    );
    // Also a busy machine has connected them by then.
    std::thread::sleep(Duration::from_secs(6));
    let mut hanging = processes.children.pop().flatten().unwrap();
    crate::program::signal(&hanging, "STOP");
    let begun = Instant::now();
    let run = processes.ends().remove(0).exits(33);
    hanging.kill().unwrap();
    hanging.wait().unwrap();
    run.warns("no answer from process 1 (127.0.0.1:").warns("10 seconds after the stop");
    assert!(begun.elapsed() < Duration::from_secs(35), "{:?}", begun.elapsed());
}

#[test]
fn processes_with_random_instances_need_a_seed() {
    let args = ["cluster", "explore", "tiles", "--random", "3x3"];
    let scratch = Scratch::new();
    scratch.write("hosts", addresses(2));
    let mut command = command(&args);
    command.args(["--hosts", "hosts", "--process", "0"]).current_dir(scratch.path(""));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    Run::of(child).exits(2).warns("give all processes the same --seed");
    run(&args).exits(0);
}

#[test]
fn folders_of_checkpoints_are_for_checkpoints_only() {
    let scratch = Scratch::new();
    let explore = |folder: &str| {
        let args = ["cluster", "explore", "hanoi", "4 5", "--checkpoint-every", "0s"];
        let mut command = command(&args);
        command.args(["--checkpoint", folder]).current_dir(scratch.path(""));
        Run::of(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
    };
    scratch.write("file", "a file");
    explore("file").exits(31).warns("is not a folder");
    fs::create_dir(scratch.path("full")).unwrap();
    scratch.write("full/thesis", "of years");
    explore("full").exits(31).warns("has other files, and no checkpoint");
    explore("saved").exits(0);
    // What a killed run has left.
    scratch.write("saved/.heureka-abc", "unfinished");
    scratch.write("saved/part-2-0", "of another run");
    explore("saved").exits(0);
    let files = scratch.files("saved");
    assert!(files.iter().all(|name| name != ".heureka-abc" && name != "part-2-0"), "{files:?}");
}

#[test]
fn a_lost_process_ends_all_others_which_go_on_from_the_checkpoint() {
    let expected = counts(object(&["explore", "hanoi", "4 10"]));
    let mut explore = vec!["cluster", "explore", "hanoi", "4 10", "--json"];
    explore.extend(["--checkpoint", "saved", "--checkpoint-every", "0s"]);
    let mut processes = Processes::start(3, &explore);
    let manifest = processes.scratch.path("saved/checkpoint");
    crate::program::wait_until(|| fs::exists(&manifest).unwrap());
    processes.kill(1);
    let killed = Instant::now();
    for run in processes.ends() {
        let run = run.exits(33);
        run.warns("lost process 1 (127.0.0.1:").warns("help: ");
        assert_eq!(run.stdout, "");
    }
    assert!(killed.elapsed() < Duration::from_secs(10), "{:?}", killed.elapsed());
    let copy = |name: &str| fs::read(processes.scratch.path(&format!("saved/{name}"))).unwrap();
    let files = processes.scratch.files("saved").into_iter();
    let files: Vec<_> = files.map(|name| (copy(&name), name)).collect();
    let restore = |scratch: &Scratch| {
        fs::create_dir_all(scratch.path("saved")).unwrap();
        for (content, name) in &files {
            scratch.write(&format!("saved/{name}"), content);
        }
    };
    for workers in ["1", "2", "3", "5"] {
        let scratch = Scratch::new();
        restore(&scratch);
        let run = scratch.run(&[&explore[..], &["--workers", workers]].concat()).exits(0);
        assert_eq!(counts(run.json()), expected, "{workers} workers");
    }
    for (_, name) in files.iter().filter(|(content, _)| !content.is_empty()) {
        let scratch = Scratch::new();
        restore(&scratch);
        let mut content = copy(name);
        let middle = content.len() / 2;
        content[middle] ^= 1;
        scratch.write(&format!("saved/{name}"), content);
        let run = scratch.run(&[&explore[..], &["--workers", "2"]].concat());
        if name == "checkpoint" || name.ends_with(|c| "012".contains(c)) && is_listed(&files, name)
        {
            run.exits(31).warns(name).warns("help: restore the folder");
        }
    }
    let other = ["cluster", "explore", "hanoi", "4 9", "--checkpoint", "saved"];
    let scratch = Scratch::new();
    restore(&scratch);
    scratch.run(&other).exits(31).warns("the checkpoint is of another search");
}

/// Returns whether a file is a part of the checkpoint, not of one that was being written.
fn is_listed(files: &[(Vec<u8>, String)], name: &str) -> bool {
    let (manifest, _) = files.iter().find(|(_, name)| name == "checkpoint").unwrap();
    let manifest = String::from_utf8_lossy(manifest);
    let round = manifest.lines().find_map(|line| line.strip_prefix("round ")).unwrap();
    name.starts_with(&format!("part-{round}-"))
}

#[test]
fn searches_go_on_from_checkpoints() {
    let scratch = Scratch::new();
    let board = ["tiles", "8 6 7 2 5 4 3 0 1", "-s", "astar", "-H", "manhattan", "--json"];
    let solve = [&["cluster", "solve"], &board[..]].concat();
    let saved = ["--checkpoint", "saved", "--checkpoint-every", "0s", "--workers"];
    let whole = scratch.run(&[&solve[..], &saved, &["2"]].concat()).exits(0).json();
    let went_on = scratch.run(&[&solve[..], &saved, &["3"]].concat()).exits(0).json();
    for field in ["cost", "optimality", "bound", "expanded_below_bound", "iterations"] {
        assert_eq!(went_on[field], whole[field], "{field}");
    }
    // Without a goal, no count depends on the order of the states.
    let solve = [&["cluster", "solve"], NO_PLAN, &["--json"]].concat();
    let saved = ["--checkpoint", "none", "--checkpoint-every", "0s", "--workers"];
    let whole = scratch.run(&[&solve[..], &saved, &["2"]].concat()).exits(10).json();
    for workers in ["1", "3"] {
        let went_on = scratch.run(&[&solve[..], &saved, &[workers]].concat()).exits(10).json();
        for field in ["bound", "iterations", "expanded", "generated", "duplicates", "max_frontier"]
        {
            assert_eq!(went_on[field], whole[field], "{field} with {workers} workers");
        }
    }
}

#[test]
fn limits_stop_what_goes_on_from_a_checkpoint_and_keep_it() {
    let scratch = Scratch::new();
    let explore = ["explore", "chi", "--random", "2x4", "--seed", "1"];
    let solve = [&["solve"], NO_PLAN].concat();
    for (search, code) in [(&explore[..], 0), (&solve, 10)] {
        let saved = ["--checkpoint", search[0], "--checkpoint-every", "0s", "--workers", "2"];
        let search = [&["cluster"], search, &saved, &["--json"]].concat();
        let whole = counts(scratch.run(&search).exits(code).json());
        for (limit, value, code, reason) in
            [("--memory-limit", "240KiB", 20, "memory"), ("--time-limit", "0s", 21, "time")]
        {
            let stopped = scratch.run(&[&search[..], &[limit, value]].concat()).exits(code).json();
            assert_eq!(stopped["reason"], reason);
        }
        let resumed = counts(scratch.run(&search).exits(code).json());
        for field in ["layers", "states", "expanded", "generated", "duplicates", "bound"] {
            assert_eq!(resumed[field], whole[field], "{field}");
        }
    }
}

#[test]
fn processes_that_do_not_fit_together_say_so() {
    let scratch = Scratch::new();
    scratch.write("hosts", addresses(2));
    let alone = ["cluster", "explore", "hanoi", "--hosts", "hosts", "--process", "1"];
    let run = scratch.run(&[&alone[..], &["--connect-timeout", "100ms"]].concat()).exits(33);
    run.warns("cannot reach process 0 (127.0.0.1:").warns("raise --connect-timeout");
    let run = scratch.run(&["cluster", "explore", "hanoi", "--hosts", "hosts", "--process", "2"]);
    run.exits(2).warns("the hosts file has 2 lines");
    scratch.write("wrong", "localhost:1\nlocalhost\n");
    let wrong = ["cluster", "explore", "hanoi", "--hosts", "wrong", "--process", "0"];
    scratch.run(&wrong).exits(31).warns("wrong:2: expected host:port, found 'localhost'");
    let instance = |process| if process == 0 { "4 7" } else { "4 8" };
    let different = |process| vec!["cluster", "explore", "hanoi", instance(process)];
    let runs = Processes::start_each(2, different).ends();
    assert!(runs.iter().any(|run| run.code == 2 && run.stderr.contains("runs another search")));
    assert!(runs.iter().all(|run| [2, 33].contains(&run.code)), "{runs:?}");
    // Only one writes checkpoints, or they write into different folders.
    let folders = ["one", "two"].map(|name| scratch.path(name));
    let explore = ["cluster", "explore", "hanoi", "4 8", "--checkpoint-every", "0s"];
    let saving = |folder| [&explore[..], &["--checkpoint", folder]].concat();
    let one = |process| if process == 0 { saving(&*folders[0]) } else { explore[..4].to_vec() };
    let runs = Processes::start_each(2, one).ends();
    assert!(runs.iter().any(|run| run.code == 2 && run.stderr.contains("runs another search")));
    let runs = Processes::start_each(2, |process| saving(&*folders[process])).ends();
    let same = "give --checkpoint the same folder in all processes";
    assert!(runs.iter().any(|run| run.code == 31 && run.stderr.contains(same)), "{runs:?}");
}

#[test]
fn limits_of_any_process_stop_all() {
    let explore = ["cluster", "explore", "hanoi", "4 14", "--json"];
    for (limit, code, reason) in
        [(["--time-limit", "200ms"], 21, "time"), (["--memory-limit", "20MiB"], 20, "memory")]
    {
        let args = |process| {
            let all = if process == 1 { &limit[..] } else { &[] };
            [&explore[..], all].concat()
        };
        let runs = Processes::start_each(2, args).ends();
        assert!(runs.iter().all(|run| run.code == code), "{runs:?}");
        assert_eq!(runs[0].json()["reason"], reason);
        assert_eq!(runs[0].json()["complete"], false);
    }
}

#[test]
fn only_process_0_prints_that_it_was_stopped() {
    let args = ["cluster", "explore", "hanoi", "4 2", "--json", "--time-limit", "300ms"];
    for process in ["0", "1"] {
        let scratch = Scratch::new();
        // The other process is missing.
        scratch.write("hosts", addresses(2));
        let alone = ["--hosts", "hosts", "--process", process];
        let stopped = scratch.run(&[&args[..], &alone].concat()).exits(21);
        stopped.warns("stopped while waiting for process");
        if process == "0" {
            assert_eq!(stopped.json()["reason"], "time");
        } else {
            assert_eq!(stopped.stdout, "");
        }
    }
}

/// A pipe as hosts file that nobody writes.
#[cfg(unix)]
#[test]
fn the_time_limit_includes_reading_the_hosts_file() {
    let scratch = Scratch::new();
    let made = std::process::Command::new("mkfifo").arg(scratch.path("hosts")).status().unwrap();
    assert!(made.success());
    let team = ["--hosts", "hosts", "--process", "0", "--time-limit", "100ms", "--json"];
    for command in ["explore", "solve"] {
        let stopped = scratch.run(&[&["cluster", command, "hanoi"], &team[..]].concat()).exits(21);
        assert_eq!(stopped.json()["reason"], "time");
    }
}

/// What connects workers grows with the square of their number.
#[test]
fn connections_count_against_the_memory_limit() {
    let many = ["hanoi", "4 2", "--workers", "256", "--memory-limit", "64MiB", "--json"];
    for command in ["explore", "solve"] {
        let refused = run(&[&["cluster", command], &many[..]].concat()).exits(20);
        refused.warns("256 workers and the connections between them need");
        refused.warns("use fewer --workers");
        let stopped = json!({ "schema": 1, "outcome": "stopped", "reason": "memory" });
        assert_eq!(refused.json(), stopped);
    }
    run(&["cluster", "explore", "hanoi", "4 2", "--workers", "8", "--memory-limit", "8MiB"])
        .exits(0);
}

#[cfg(unix)]
#[test]
fn a_signal_to_any_process_stops_all() {
    let explore = ["cluster", "explore", "hanoi", "4 14", "--json", "--checkpoint", "saved"];
    let args = [&explore[..], &["--checkpoint-every", "0s"]].concat();
    let mut processes = Processes::start(2, &args);
    let manifest = processes.scratch.path("saved/checkpoint");
    crate::program::wait_until(|| fs::exists(&manifest).unwrap());
    crate::program::signal(processes.children[1].as_ref().unwrap(), "TERM");
    let runs = processes.ends();
    assert!(runs.iter().all(|run| run.code == 23), "{runs:?}");
    assert_eq!(runs[0].json()["reason"], "interrupted");
    assert!(fs::exists(&manifest).unwrap());
    let names = processes.scratch.files("saved");
    assert!(names.iter().all(|name| !name.starts_with('.')), "{names:?}");
}
