//! Workers that share a database: killed, frozen, and cut off from the server.

use crate::lab::{SHORT, reports};
use crate::program::{
    Run, Scratch, assert_documented, assert_fields, object, run, signal, spawn, wait_until,
};
use crate::server::{PASSWORD, Server, databases};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::json;
use std::os::unix::fs::PermissionsExt;

/// Four workers, of which two are killed, and a restart of the server between: every run is recorded
/// once, and the report is that of a file.
#[test]
fn workers_survive_kills_and_a_restart_of_the_server() {
    let (scratch, server) = (Scratch::new(), Server::start());
    let study = scratch.write("short.toml", SHORT.replace("1-25", "1-50"));
    let name = server.create();
    let url = server.url(&name, PASSWORD);
    let start = |_| spawn(&["lab", "run", &study, "--db", &url, "--json", "--lease", "2s"]);
    let mut workers: Vec<_> = (0..4).map(start).collect();
    let has_tables = || server.sql(&name, "SELECT to_regclass('run') IS NOT NULL") == "t\n";
    let recorded = || server.sql(&name, "SELECT count(*) FROM run").trim().parse::<u64>().unwrap();
    wait_until(has_tables);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(17);
    let mut after = |runs: u64| {
        let runs = runs + random.next_u64() % 50;
        wait_until(|| recorded() >= runs);
    };
    let mut kill = || {
        let mut worker = workers.remove(0);
        assert!(worker.try_wait().unwrap().is_none(), "the worker is still running");
        worker.kill().unwrap();
        worker.wait().unwrap();
    };
    after(20);
    kill();
    after(100);
    server.restart();
    after(180);
    kill();
    for worker in workers {
        let id = worker.id();
        let ran = Run::of(worker).exits(0).json();
        assert_fields(&ran, &json!({ "planned": 400, "recorded": 400, "unexplained": 0 }));
        let by = format!("SELECT count(*) FROM run WHERE worker LIKE '%:{id}:%'");
        assert_eq!(server.sql(&name, &by).trim(), ran["made"].to_string());
    }
    assert_eq!(server.sql(&name, "SELECT count(*), count(DISTINCT key) FROM run"), "400|400\n");
    assert_eq!(server.sql(&name, "SELECT count(DISTINCT worker) FROM run"), "4\n");
    let file = scratch.path("file.db");
    object(&["lab", "run", &study, "--db", &file, "--jobs", "2"]);
    assert_eq!(reports(&scratch, &url), reports(&scratch, &file));
}

/// A worker that does not answer loses its run to another, and learns that it is late.
#[test]
fn a_lease_lapses_and_a_late_result_is_dropped() {
    let scratch = Scratch::new();
    let study = "title = 'Slow'\nstrategies = 'bfs'\n[[instances]]\npuzzle = 'tiles'\n\
                 random = '2x3'\nseeds = '1-3'\n";
    let study = scratch.write("slow.toml", study);
    let program = format!(
        "#!/bin/sh\ncase \"$*\" in *'--seed 1 '*)\n\
         while [ ! -e '{}' ]; do sleep 0.02; done ;; esac\nexec '{}' \"$@\"\n",
        scratch.path("go"),
        env!("CARGO_BIN_EXE_heureka"),
    );
    let slow = scratch.write("slow", program);
    std::fs::set_permissions(&slow, std::fs::Permissions::from_mode(0o755)).unwrap();
    for db in databases(&scratch) {
        let lab = ["lab", "run", &study, "--db", &db, "--json"];
        let frozen = spawn(&[&lab[..], &["--program", &slow, "--lease", "1s"]].concat());
        let status = || run(&["lab", "status", &db, "--json"]);
        let is_running = |run: Run| run.code == 0 && run.json()["running"] != json!([]);
        wait_until(|| is_running(status()));
        signal(&frozen, "STOP");
        let other = Run::of(spawn(&lab)).exits(0).json();
        assert_fields(&other, &json!({ "recorded": 3, "made": 3 }));
        scratch.write("go", "");
        signal(&frozen, "CONT");
        let late = Run::of(frozen).exits(0);
        late.warns("tiles 2x3 seed 1 | bfs").warns("another worker recorded it first");
        assert_fields(&late.json(), &json!({ "recorded": 3, "made": 0 }));
        std::fs::remove_file(scratch.path("go")).unwrap();
        assert_eq!(object(&["lab", "report", &db])["recorded"], 3);
    }
}

/// A lease is renewed while the run goes on, and the status names the run and its worker.
#[test]
fn a_lease_is_renewed_while_its_run_goes_on() {
    let scratch = Scratch::new();
    let study = "title = 'Long'\nstrategies = 'idastar -H zero'\n[limits]\ntime = '60s'\n\
                 [[instances]]\npuzzle = 'tiles'\nlevels = ['easy', 'fifteen-hard']\n";
    let study = scratch.write("long.toml", study);
    for db in databases(&scratch) {
        let lab = ["lab", "run", &study, "--db", &db, "--lease", "2s", "--json"];
        let worker = spawn(&lab);
        let status = || run(&["lab", "status", &db, "--json"]);
        wait_until(|| status().stdout.contains("\"recorded\":1"));
        // For two leases, another worker waits.
        let other = spawn(&lab);
        std::thread::sleep(std::time::Duration::from_secs(4));
        let status = status().exits(0).json();
        assert_documented(&["lab", "status"], &status);
        assert_fields(&status, &json!({ "study": "Long", "planned": 2, "recorded": 1, "left": 1 }));
        let [running] = &status["running"].as_array().unwrap()[..] else { panic!("{status}") };
        assert!(running["run"].as_str().unwrap().starts_with("tiles fifteen-hard | idastar"));
        let name = running["worker"].as_str().unwrap();
        assert_eq!(name.split(':').nth(1), Some(worker.id().to_string().as_str()));
        assert!(status["seconds_left"].is_number());
        let shown = run(&["lab", "status", &db]).exits(0);
        shown.prints("running").prints("recorded 1 of 2 runs").prints(name).prints("about ");
        for worker in [worker, other] {
            signal(&worker, "INT");
            assert_fields(&Run::of(worker).exits(23).json(), &json!({ "recorded": 1 }));
        }
        run(&["lab", "status", &db]).exits(0).prints("incomplete").warns("start a worker");
    }
}

#[test]
fn errors_of_a_server_are_explained_without_the_password() {
    let (scratch, server) = (Scratch::new(), Server::shared());
    let study = "strategies = 'bfs'\n[[instances]]\npuzzle = 'hanoi'\nlevels = '3x3'\n";
    let study = scratch.write("study.toml", study);
    let [empty, newer, other] = [0; 3].map(|_| server.create());
    let newer_url = server.url(&newer, PASSWORD);
    assert_eq!(object(&["lab", "run", &study, "--db", &newer_url])["made"], 1);
    server.sql(&newer, "COMMENT ON TABLE study IS 'heureka 9'");
    server.sql(&other, "CREATE TABLE run (speed real)");
    let down = format!("postgres://heureka:{PASSWORD}@/x?host={}", scratch.path("nowhere"));
    let tls = server.url(&empty, PASSWORD) + "&sslmode=require";
    let nameless = format!("postgres://heureka:{PASSWORD}");
    for (url, says, helps) in [
        (server.url(&empty, "wrong-pony"), "password authentication failed", "PGPASSWORD"),
        (server.url("missing", PASSWORD), "\"missing\" does not exist", "createdb"),
        (down, "error connecting to server", "start the server"),
        (newer_url, "database version 9, but this program reads 3", "new database"),
        (server.url(&other, PASSWORD), "not the database of a study", "or a new one"),
        (tls, "TLS", "tunnel"),
        (nameless, "malformed URL", "postgres://USER:PASSWORD@HOST"),
        (format!("mysql://ann:{PASSWORD}@x/y"), "unknown kind of database 'mysql'", "sqlite:PATH"),
    ] {
        for args in [&["lab", "run", &study, "--db"][..], &["lab", "status"], &["lab", "report"]] {
            let run = run(&[args, &[&url]].concat()).exits(31);
            run.warns(says).warns(helps);
            let said = run.stdout + &run.stderr;
            assert!(!said.contains(PASSWORD) && !said.contains("pony"), "{said}");
        }
    }
    run(&["lab", "report", &server.url(&empty, PASSWORD)]).exits(31).warns("no study was run");
}

#[test]
fn every_command_reads_either_database() {
    let scratch = Scratch::new();
    let study = scratch.write("short.toml", SHORT.replace("1-25", "1-2"));
    let [file, url] = databases(&scratch);
    let listed = |db: &str| object(&["lab", "run", &study, "--db", db, "--list"])["runs"].clone();
    for db in [&file, &url] {
        assert_eq!(listed(db)[0]["recorded"], false);
        let ran = run(&["lab", "run", &study, "--db", db, "--json"]).exits(0);
        assert!(!ran.stdout.contains(PASSWORD) && ran.json()["made"] == 16, "{ran:?}");
    }
    assert_eq!(listed(&file), listed(&url));
    assert_eq!(reports(&scratch, &file), reports(&scratch, &url));
    let same = format!("sqlite:{file}");
    assert_eq!(reports(&scratch, &same), reports(&scratch, &url));
    let compared = run(&["lab", "compare", &url, &file, "bfs"]).exits(0);
    compared.prints("before  postgres://heureka@/study_").prints("2 pairs of runs");
    assert!(!compared.stdout.contains(PASSWORD));
    assert_eq!(object(&["lab", "compare", &file, &url])["changed_counts"], json!([]));
    // The password may be in the environment.
    let open = url.replace(&format!(":{PASSWORD}"), "");
    let mut command = crate::program::command(&["lab", "status", &open]);
    let status: Run = command.env("PGPASSWORD", PASSWORD).output().unwrap().into();
    status.exits(0).prints("complete");
}
