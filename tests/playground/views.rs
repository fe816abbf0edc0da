//! The views: what they show, and how one gets from one to the other.

use crate::page::{Page, key};
use crate::puzzles::tab_to;
use crate::server::{EVENTS, long_job};
use crate::site::Site;
use crate::{Stage, Test};
use heureka_puzzles::registry::PUZZLES;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;

/// An instance whose search takes long.
const VAST: &str = "puzzle=tiles&random=5x5&seed=1&heuristic=manhattan";

/// Returns the scenarios.
pub fn tests() -> Vec<Test> {
    [
        ("the gallery shows every puzzle", gallery as fn(&Stage, &Page)),
        ("a puzzle's page offers its instances", instances),
        ("a random instance shows its seed, which makes it again", random),
        ("a text with an error shows where it is", pasted_with_an_error),
        ("a text of one's own is shown and played", pasted),
        ("a link opened in another browser shows the same step", shared_link),
        ("a link opened in another browser shows the same game", shared_game),
        ("back and forward go through views and moves", history),
        ("a page that is loaded again stays where it is", reloaded),
        ("a long search shows its progress and is cancelled", cancelled),
        ("leaving a view ends its search", left),
        ("a time limit that is no number is explained", seconds),
        ("a setup is chosen and changes the address", setup),
        ("a race ends with a table", race),
        ("a race with a third lane, which is removed again", lanes),
        ("a race of four goes in step and ends with a table by expansions", race_of_four),
        ("a puzzle is played by touch", touch),
        ("hints lead to the goal", hints),
        ("predictions are right and wrong", predict),
        ("predictions need a frontier", predict_by_default),
        ("f is a sum only where it is one", measures),
        ("a maze is made, played and solved", maze),
        ("making a maze is cancelled", maze_cancelled),
        ("the keyboard alone leads from the gallery to a solved instance", keyboard_only),
        ("the keyboard alone steps through a search", keyboard_watch),
        ("a film of a plan plays by itself", film),
        ("a search plays by itself", plays),
        ("nodes of the tree show their boards", nodes),
        ("a server that goes away and comes back", server_restarts),
        ("an unknown puzzle, instance or step is explained", unknown),
        ("an instance too large to play is solved", large),
    ]
    .map(|(name, play)| Test::scenario(name, play))
    .into()
}

fn seconds(_: &Stage, page: &Page) {
    page.open("/?view=solve&puzzle=hanoi&strategy=beam:7,grow=yes");
    page.wait("the width of the beam", "document.querySelector('.setup input').value === '7'");
    for wrong in ["0", "-3", "abc"] {
        page.enter(".toolbar input", wrong);
        page.click("button.main");
        page.wait_text(".result", "Enter a time limit greater than 0 seconds.");
        page.enter(".toolbar input", "5");
        page.click("button.main");
        page.wait("the outcome appears", "document.querySelector('.outcome.solved')");
    }
}

fn gallery(_: &Stage, page: &Page) {
    page.open("/");
    for entry in PUZZLES {
        page.wait_text("main", entry.info().title);
    }
    assert_eq!(page.eval("document.querySelectorAll('.card svg').length"), PUZZLES.len());
    assert_eq!(page.text_of("document.title"), "Gallery · Heureka");
}

fn instances(_: &Stage, page: &Page) {
    for entry in PUZZLES {
        let info = entry.info();
        page.open(&format!("/?view=gallery&puzzle={}", info.name));
        page.wait_text("h1", info.title);
        for level in info.instances {
            page.wait_text(".instances", level.name);
        }
    }
    page.open("/");
    page.click(".card");
    page.wait_text("h1", PUZZLES[0].info().title);
    page.click_text("Play");
    page.wait("the board appears", "document.querySelector('.board svg')");
}

fn random(_: &Stage, page: &Page) {
    page.open("/?view=gallery&puzzle=tiles");
    page.enter("input[name=size]", "3x3");
    page.click_text("Make one");
    page.wait_text("main", "makes it again.");
    let drawn = "document.querySelector('main .board.small svg').outerHTML";
    let (seed, board) = (page.text("main"), page.text_of(drawn));
    let seed = seed.split("Seed ").find_map(|rest| rest.split_once(" makes"));
    let seed = seed.expect("a seed").0.to_owned();
    page.open("/?view=gallery&puzzle=tiles");
    page.enter("input[name=size]", "3x3");
    page.enter("input[name=seed]", &seed);
    page.click_text("Make one");
    page.wait_text("main", &format!("Seed {seed} makes it again."));
    assert_eq!(page.text_of(drawn), board);
    page.open("/?view=play&puzzle=tiles&random=3x3");
    page.wait("the address names the seed", "/seed=\\d+/.test(location.search)");
    page.open("/?view=gallery&puzzle=tiles");
    page.enter("input[name=size]", "3by3");
    page.click_text("Make one");
    page.wait("the size is rejected", "document.querySelector('main [role=alert]')");
    page.expect_rejections();
}

fn pasted_with_an_error(_: &Stage, page: &Page) {
    page.open("/?view=gallery&puzzle=tiles");
    page.enter("textarea", "1 2 3\n4 x 6\n7 8 0");
    page.click_text("Show and edit the board");
    page.wait_text("main [role=alert]", "Line 2, column 3: ");
    assert_eq!(page.eval("document.querySelector('.caret').textContent"), "4 x 6\n  ^");
    let selected = "(() => { const t = document.querySelector('textarea'); return t.value.slice(t.selectionStart, t.selectionEnd); })()";
    assert_eq!(page.eval(selected), "x");
    page.expect_rejections();
}

fn pasted(_: &Stage, page: &Page) {
    page.open("/?view=gallery&puzzle=tiles");
    page.enter("textarea", "1 2 3\n4 5 6\n7 0 8");
    page.click_text("Show and edit the board");
    page.wait("the board appears", "document.querySelector('section .board svg')");
    page.eval("[...document.querySelectorAll('section a')].filter((a) => a.textContent === 'Play').at(-1).click()");
    page.wait_text(".status", "0 moves, cost 0");
    page.press([key::LEFT]);
    page.wait(
        "a move is made",
        "/1 move, cost 1/.test(document.querySelector('.status').textContent)",
    );
    page.wait_text(".status", "Solved!");
}

fn shared_link(stage: &Stage, page: &Page) {
    page.open("/?view=watch&puzzle=tiles&instance=eight&strategy=astar");
    page.wait("a step appears", "document.querySelector('.sentence')?.textContent");
    for _ in 0..7 {
        page.press([key::RIGHT]);
    }
    page.wait_text("output", "step 7 of");
    page.wait("the tree is drawn", "document.querySelector('.tree .node.current')");
    let shown = |page: &Page| {
        page.wait_text("output", "step 7 of");
        page.wait("the sentence appears", "document.querySelector('.sentence')?.textContent");
        let expression = "[document.querySelector('.sentence').textContent, document.querySelector('.counts').textContent,
            document.querySelector('.tree').textContent, document.querySelector('.lists').textContent,
            document.querySelector('.side svg')?.outerHTML]";
        page.eval(expression)
    };
    stage.browse(|other| {
        other.open(&page.address());
        assert_eq!(shown(other), shown(page));
    });
}

fn shared_game(stage: &Stage, page: &Page) {
    page.open("/?view=play&puzzle=river");
    page.wait_text(".status", "0 moves");
    page.click("[data-move='2c']");
    page.wait_text(".status", "1 move,");
    let board = "document.querySelector('.board svg').textContent";
    stage.browse(|other| {
        other.open(&page.address());
        other.wait_text(".status", "1 move,");
        assert_eq!(other.text_of(board), page.text_of(board));
    });
}

fn history(_: &Stage, page: &Page) {
    page.open("/");
    page.click("a[href='/?view=gallery&puzzle=river']");
    page.wait_text("h1", "Missionaries");
    page.click_text("Play");
    page.wait_text(".status", "0 moves");
    page.click("[data-move='2c']");
    page.wait_text(".status", "1 move,");
    page.back();
    page.wait_text(".status", "0 moves");
    page.back();
    page.wait("the puzzle's page appears", "document.querySelector('.instances')");
    page.back();
    page.wait("the gallery appears", "document.querySelector('.cards')");
    page.forward();
    page.wait("the puzzle's page appears", "document.querySelector('.instances')");
    page.forward();
    page.forward();
    page.wait_text(".status", "1 move,");
}

fn reloaded(_: &Stage, page: &Page) {
    page.open("/?view=watch&puzzle=graph&strategy=ucs&step=4");
    page.wait_text("output", "step 4 of");
    page.wait("the sentence appears", "document.querySelector('.sentence')?.textContent");
    let sentence = page.text(".sentence");
    page.reload();
    page.wait_text("output", "step 4 of");
    page.wait_text(".sentence", &sentence);
}

/// Starts a server with one place for a job; the connections hold the others.
fn last_place() -> (Site, Vec<TcpStream>) {
    let site = Site::start(0);
    let request = site.request("solve", &long_job(3600.0).to_string(), EVENTS);
    let places = std::thread::available_parallelism().map_or(2, usize::from);
    let hold = |_| {
        let mut stream = site.connect();
        stream.write_all(&request).expect("the server reads");
        assert!(stream.read(&mut [0; 64]).expect("the job has begun") > 0);
        stream
    };
    let held = (1..places).map(hold).collect();
    (site, held)
}

fn cancelled(_: &Stage, page: &Page) {
    let (site, _held) = last_place();
    page.visit(site.port);
    page.open(&format!("/?view=solve&{VAST}&strategy=idastar"));
    page.click_text("Solve");
    page.wait_text(".result", "expanded, frontier");
    page.click_text("Cancel");
    page.wait_text(".result", "Cancelled.");
    site.assert_works();
}

fn left(_: &Stage, page: &Page) {
    let (site, _held) = last_place();
    page.visit(site.port);
    page.open(&format!("/?view=watch&{VAST}&strategy=ids"));
    page.wait_text("main", "Recording: ");
    page.click("nav a[href='/?view=maze']");
    page.wait_text("h1", "Maze maker");
    site.assert_works();
}

fn setup(_: &Stage, page: &Page) {
    page.open("/?view=solve&puzzle=tiles&instance=eight");
    page.choose(".setup select", "wastar");
    page.wait("the strategy is in the address", "location.search.includes('strategy=wastar')");
    page.wait_text(".setup", "weight");
    page.enter(".setup input", "3");
    page.press([key::TAB]);
    page.wait(
        "the weight is in the address",
        "new URLSearchParams(location.search).get('strategy') === 'wastar:3'",
    );
    page.click_text("Solve");
    page.wait_text(".facts", "wastar");
    page.click_text("Watch a search with this setup");
    page.wait("a step appears", "document.querySelector('.sentence')?.textContent");
    page.back();
    page.wait("the view is solve again", "document.querySelector('.view.solve')");
}

fn race(stage: &Stage, page: &Page) {
    page.open("/?view=race&puzzle=river&setups=bfs;astar");
    page.click_text("Start the race");
    page.wait("the table appears", "document.querySelectorAll('.ranking tbody tr').length === 2");
    let boards = "[...document.querySelectorAll('.lane .board svg')].map((svg) => svg.outerHTML)";
    page.wait("both boards show the goal", &format!("new Set({boards}).size === 1"));
    let subject = json!({ "puzzle": "river" });
    let heuristic = &stage.site().order("instance", &subject)["best"]["heuristic"];
    for strategy in ["bfs", "astar"] {
        let request =
            json!({ "subject": subject, "strategy": strategy, "heuristic": heuristic, "trace": 1 });
        let done = stage.site().order("solve", &request);
        let row = format!(
            "[...document.querySelectorAll('.ranking tbody tr')].find((r) => r.textContent.startsWith('{strategy}'))"
        );
        let cells = page.eval(&format!(
            "[...{row}.querySelectorAll('td')].map((c) => c.textContent.replaceAll(',', ''))"
        ));
        for (cell, name) in [(1, "cost"), (2, "expanded"), (3, "generated"), (4, "duplicates")] {
            assert_eq!(cells[cell], done[name].to_string(), "{strategy}: {name}");
        }
    }
}

fn predict_by_default(_: &Stage, page: &Page) {
    // The fastest setup of tiles is IDA*, which has no frontier.
    page.open("/?view=predict&puzzle=tiles&instance=eight");
    page.wait("a question", "document.querySelectorAll('.choices button').length >= 2");
    page.open("/?view=predict&puzzle=tiles&instance=eight&strategy=idastar");
    page.wait_text("main", "keeps no frontier");
    page.open("/?view=predict&puzzle=tiles&instance=swapped&strategy=astar");
    page.wait_text("main", "Nothing to predict");
}

fn measures(_: &Stage, page: &Page) {
    for (strategy, is_sum) in [("astar", true), ("wastar:3", false)] {
        page.open(&format!(
            "/?view=watch&puzzle=tiles&instance=easy&strategy={strategy}&heuristic=manhattan&step=8"
        ));
        let texts = "[...document.querySelectorAll('.tree .value')].map((t) => t.textContent)";
        page.wait("the tree appears", &format!("{texts}.length >= 3"));
        let sums =
            format!("{texts}.map((t) => t.match(/^(\\d+)\\+(\\d+)=(\\d+)$/)).filter(Boolean)");
        assert_eq!(page.eval(&format!("{sums}.length >= 3")), is_sum, "{strategy}");
        let true_sums =
            format!("{sums}.every(([, g, h, f]) => Number(g) + Number(h) === Number(f))");
        assert_eq!(page.eval(&true_sums), true, "{strategy}");
    }
}

fn lanes(_: &Stage, page: &Page) {
    page.open("/?view=race&puzzle=river");
    page.click_text("Add a lane");
    page.wait("a third lane", "document.querySelectorAll('fieldset').length === 3");
    page.click_text("Start the race");
    page.wait("the table appears", "document.querySelectorAll('.ranking tbody tr').length === 3");
    page.click_text("Remove");
    page.wait("two lanes", "document.querySelectorAll('fieldset').length === 2");
}

fn race_of_four(stage: &Stage, page: &Page) {
    const SETUPS: [&str; 4] = ["bfs", "astar", "greedy", "idastar"];
    let subject = json!({ "puzzle": "tiles", "random": "2x3", "seed": 4 });
    page.open("/?view=race&puzzle=tiles&random=2x3&seed=4&setups=bfs%7Cmanhattan;astar%7Cmanhattan;greedy%7Cmanhattan");
    page.click_text("Add a lane");
    page.wait("a fourth lane", "document.querySelectorAll('fieldset').length === 4");
    page.wait("no more lanes", "!document.querySelector('main').innerText.includes('Add a lane')");
    page.choose("fieldset:nth-of-type(4) select", "idastar");
    page.wait("four setups", "location.search.includes('idastar')");
    let mut expected: Vec<(u64, &str)> = SETUPS
        .into_iter()
        .map(|strategy| {
            let request = json!({
                "subject": subject, "strategy": strategy, "heuristic": "manhattan", "trace": 1,
            });
            (stage.site().order("solve", &request)["expanded"].as_u64().expect("a count"), strategy)
        })
        .collect();
    expected.sort_unstable();
    page.click_text("Start the race");
    // While they run, no lane is ahead of the others.
    let lanes = "[...document.querySelectorAll('.lane p')].map((p) => p.textContent.match(/^([0-9,]+) expanded$/)?.[1])";
    page.wait("lanes that run", &format!("{lanes}.filter(Boolean).length >= 2"));
    let counts = page.eval(&format!("{lanes}.filter(Boolean)"));
    let counts = counts.as_array().expect("counts");
    assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
    page.wait("the table appears", "document.querySelectorAll('.ranking tbody tr').length === 4");
    let rows = page.eval(
        "[...document.querySelectorAll('.ranking tbody tr')].map((row) =>
            [Number(row.cells[3].textContent.replaceAll(',', '')), row.cells[0].textContent.split(',')[0]])",
    );
    assert_eq!(rows, json!(expected));
}

fn touch(_: &Stage, page: &Page) {
    page.open("/?view=play&puzzle=tiles&instance=1+2+3+4+5+6+0+7+8");
    page.wait_text(".status", "0 moves");
    page.eval("addEventListener('pointerdown', (event) => (window.pointer = event.pointerType))");
    page.touch(&[page.locate(".board svg", (1.6, 2.6))]);
    page.wait_text(".status", "1 move, cost 1");
    assert_eq!(page.eval("pointer"), "touch");
    page.touch(&[page.locate(".board svg", (0.6, 0.6))]);
    page.wait_text(".said", "No move here.");
    page.touch(&[page.locate(".board svg", (2.6, 2.6))]);
    page.wait_text(".status", "Solved!");
}

fn hints(_: &Stage, page: &Page) {
    page.open("/?view=play&puzzle=river");
    for moves in 0..11 {
        page.wait_text(".status", &format!("{moves} move"));
        page.click_text("Hint");
        page.wait_text(".said", &format!("The rest costs {} at best.", 11 - moves));
        page.click(".hinted");
    }
    page.wait_text(".status", "Solved! 11 moves, cost 11");
    assert_eq!(
        page.eval("[...document.querySelectorAll('.toolbar button')].map((b) => b.disabled)"),
        json!([false, true, false, true])
    );
}

fn predict(stage: &Stage, page: &Page) {
    let subject = json!({ "puzzle": "tiles", "random": "3x3", "seed": 4 });
    let request = json!({ "subject": subject, "strategy": "astar", "heuristic": "manhattan", "trace": 20_000 });
    let trace = stage.site().order("solve", &request)["trace"]["id"].as_u64().expect("a trace");
    let events = stage.site().ask(&format!("traces/{trace}/events"));
    page.open("/?view=predict&puzzle=tiles&random=3x3&seed=4&strategy=astar&heuristic=manhattan");
    for (round, is_right) in [true, false, true].into_iter().enumerate() {
        page.wait(
            "nodes to choose from",
            "document.querySelectorAll('.choices button').length > 1",
        );
        if round > 0 {
            page.wait_text(".sentence", &format!("of {round}."));
        }
        let step = page.eval(
            "Number([...document.querySelectorAll('main p.faint')].map((p) => p.textContent.match(/^Step ([0-9,]+):/)?.[1]).find(Boolean).replaceAll(',', ''))",
        );
        let next = &events[usize::try_from(step.as_u64().expect("a step")).expect("a step")];
        let node = next["node"].as_u64().expect("a node");
        let choice = if is_right {
            format!(".choices [data-node='{node}']")
        } else {
            format!(".choices button:not([data-node='{node}'])")
        };
        page.click(&choice);
        let said = if is_right { "✓ Right." } else { "✗ Not this one." };
        page.wait_text(".sentence", said);
        page.wait_text(".sentence", next["sentence"].as_str().expect("a sentence"));
        page.wait_text(".sentence", &format!("Score: {} of {}.", [1, 1, 2][round], round + 1));
    }
}

fn maze(_: &Stage, page: &Page) {
    page.open("/?view=maze&rows=4&cols=4&low=1&high=3&seconds=1&mazeseed=5");
    page.click_text("Make a maze");
    page.wait_text("[role=status]", "Shortest solution:");
    page.wait("the curve appears", "document.querySelector('.chart polyline')");
    page.click_text("Show the solution");
    page.wait("the route appears", "document.querySelector('.solution svg')");
    page.assert_accessible();
    page.click_text("Play it");
    page.wait_text(".status", "0 moves");
}

fn maze_cancelled(_: &Stage, page: &Page) {
    let (site, _held) = last_place();
    page.visit(site.port);
    page.open("/?view=maze&rows=9&cols=9&low=1&high=8&seconds=600&mazeseed=5");
    page.click_text("Make a maze");
    page.wait_text("[role=status]", "Score");
    page.click_text("Cancel");
    // The best one so far can be played.
    page.wait_text("[role=status]", "better ones may exist");
    page.wait(
        "the maze can be played",
        "document.querySelector('.actions a[href*=\"view=play\"]')",
    );
    site.assert_works();
    page.open("/?view=maze&rows=1&cols=0&low=1&high=8&seconds=1&made=yes");
    page.wait("the size is rejected", "document.querySelector('main [role=alert]')");
    page.expect_rejections();
}

fn keyboard_only(_: &Stage, page: &Page) {
    page.open("/");
    tab_to(page, "a.card[href='/?view=gallery&puzzle=river']");
    page.press([key::ENTER]);
    page.wait("the puzzle's page appears", "document.querySelector('.instances')");
    tab_to(page, ".instances a[href*='view=play']");
    page.press([key::ENTER]);
    page.wait_text(".status", "0 moves");
    let mut moves = 0;
    while !page.text(".status").contains("Solved!") {
        page.wait("the moves are judged", "document.querySelector('.moves .keeps')");
        tab_to(page, ".moves .keeps");
        page.press([key::ENTER]);
        moves += 1;
        page.wait_text(".status", &format!("{moves} move"));
        assert!(moves < 50);
    }
    tab_to(page, "nav a[href*='view=solve']");
    page.press([key::ENTER]);
    page.wait("the view appears", "document.querySelector('.view.solve button.main')");
    tab_to(page, "button.main");
    page.press([key::ENTER]);
    page.wait("the outcome appears", "document.querySelector('.outcome.solved')");
}

fn keyboard_watch(_: &Stage, page: &Page) {
    page.open("/?view=watch&puzzle=graph&strategy=astar");
    page.wait_text("output", "step 0 of");
    tab_to(page, "button[title='Forward (right arrow)']");
    page.press([key::ENTER]);
    page.wait_text("output", "step 1 of");
    tab_to(page, "input[type=range]");
    page.press([key::RIGHT]);
    page.wait_text("output", "step 2 of");
    page.press([key::RIGHT, key::RIGHT, key::LEFT]);
    page.wait_text("output", "step 3 of");
    tab_to(page, ".tree .node");
    page.wait(
        "the focus shows the node's board",
        "document.querySelector('.side p')?.textContent.includes(':')",
    );
}

fn film(_: &Stage, page: &Page) {
    page.open("/?view=solve&puzzle=river");
    page.click_text("Solve");
    page.wait_text(".film", "Start");
    page.eval("[...document.querySelectorAll('.film button')].find((b) => b.textContent === 'Play').click()");
    page.wait_text(".film", "3. ");
    page.eval("[...document.querySelectorAll('.film button')].find((b) => b.textContent === 'Pause').click()");
    page.wait(
        "the film pauses",
        "[...document.querySelectorAll('.film button')].some((b) => b.textContent === 'Play')",
    );
}

fn plays(_: &Stage, page: &Page) {
    page.open("/?view=watch&puzzle=river&strategy=bfs");
    page.wait_text("output", "step 0 of");
    page.choose("[aria-label=Speed]", "30");
    page.click_text("Play");
    page.wait(
        "the last step",
        "/step ([0-9,]+) of \\1$/.test(document.querySelector('output').textContent)",
    );
    page.wait_text(".sentence", "is a goal: the plan costs 11.");
    page.wait(
        "it pauses at the end",
        "document.querySelector('.player .main').textContent === 'Play'",
    );
}

fn nodes(_: &Stage, page: &Page) {
    page.open("/?view=watch&puzzle=tiles&random=3x3&seed=4&strategy=astar&step=9");
    page.wait("the tree appears", "document.querySelectorAll('.tree .node').length > 3");
    page.click(".tree .node:nth-of-type(3)");
    page.wait(
        "the board of the node",
        "document.querySelector('.side p').textContent.match(/^node [0-9]+: /)",
    );
    let label = page.text(".side p");
    assert!(
        !page.text_of("document.querySelector('.side svg title').textContent").is_empty(),
        "{label}"
    );
}

fn server_restarts(_: &Stage, page: &Page) {
    let mut site = Site::start(0);
    page.visit(site.port);
    page.open("/?view=play&puzzle=river");
    page.wait_text(".status", "0 moves");
    site.stop();
    page.click("[data-move='2c']");
    page.wait_text("#notice", "The server does not answer.");
    page.expect_failures("net::ERR_CONNECTION_REFUSED");
    let _site = Site::start(site.port);
    page.click("#notice button");
    page.wait_text(".status", "1 move,");
    page.wait("the message goes", "document.querySelector('#notice').hidden");
    page.click("[data-move='1c']");
    page.wait_text(".status", "2 moves,");
    page.assert_accessible();
}

fn unknown(_: &Stage, page: &Page) {
    for (path, text) in [
        ("/?view=play&puzzle=chess", "chess"),
        ("/?view=play&puzzle=tiles&instance=1+2", ""),
        ("/?view=play&puzzle=river&moves=fly", "move 1 is illegal: 'fly'"),
        ("/?view=watch&puzzle=river&strategy=magic", "magic"),
        ("/?view=predict&puzzle=river&strategy=magic", "magic"),
        ("/?view=solve&puzzle=river&random=1x1x1x1", ""),
    ] {
        page.open(path);
        page.wait(path, "document.querySelector('[role=alert]:not([hidden])')?.textContent");
        page.wait_text("[role=alert]:not([hidden])", text);
        page.assert_accessible();
    }
    for (step, shown) in
        [("999999", "/step ([0-9,]+) of \\1$/"), ("-3", "/step 0 of/"), ("x", "/step 0 of/")]
    {
        page.open(&format!("/?view=watch&puzzle=graph&strategy=ucs&step={step}"));
        let shown = format!("{shown}.test(document.querySelector('output')?.textContent)");
        page.wait("a step of the search", &shown);
    }
    for view in ["nothing", "constructor"] {
        page.open(&format!("/?view={view}"));
        page.wait("the gallery appears", "document.querySelector('.cards')");
    }
    page.open("/?view=play&puzzle=river&moves=fly");
    page.wait("the notice", "document.querySelector('#notice a')");
    page.click("#notice a");
    page.wait("the board appears", "document.querySelector('.play-area .board svg')");
    page.open("/?view=play&puzzle=tiles&instance=swapped");
    page.wait_text("main", "Unsolvable: ");
    page.open("/?view=solve&puzzle=tiles&strategy=A*");
    page.wait(
        "its own name",
        "document.querySelector('select')?.selectedOptions[0].text === 'astar'",
    );
    page.open("/?view=watch&puzzle=graph&strategy=ucs&step=2.5");
    page.wait("some step", "document.querySelector('output')?.textContent");
    page.expect_rejections();
}

fn large(_: &Stage, page: &Page) {
    page.open("/?view=play&puzzle=counters&random=400&seed=1");
    page.wait_text("main", "This instance is too large to play. Solve it instead.");
    page.click("nav a[href*='view=solve']");
    page.click("button.main");
    page.wait("the outcome appears", "document.querySelector('.outcome.solved')");
}
