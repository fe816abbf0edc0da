//! Editing an instance on its picture, with the mouse and with a finger.

use crate::page::{Page, Point, key};
use crate::{Stage, Test};
use serde_json::json;

/// The picture that is edited.
const PICTURE: &str = ".editing svg";
/// Links of the edited instance.
const LINKS: &str = ".editor + div a";

/// A grid whose start and goal are in the first row.
const GRID: &str = "S.....G\n.......\n.......\n.......\n.......";

/// Returns the tests.
pub fn tests() -> Vec<Test> {
    [
        (
            "walls of a grid are drawn by dragging, and the grid is solved",
            walls as fn(&Stage, &Page),
        ),
        ("a wall is drawn without gaps, however quick the pointer", quick_walls),
        ("walls of a grid are drawn by touch", walls_by_touch),
        ("a drawn board and its result are there after going back and forward", kept),
        ("pegs and holes are changed by clicking", pegs),
        ("tiles are swapped by dragging, and an unsolvable board says so", tiles),
        ("bricks are moved by dragging, if they fit", bricks),
        ("an edit that makes the board invalid is explained and not made", invalid),
        ("a link to an edited board shows it in another browser", shared),
    ]
    .map(|(name, play)| Test::scenario(name, play))
    .into()
}

/// Opens the editor with a text.
fn open(page: &Page, puzzle: &str, text: &str) {
    page.open(&format!("/?view=gallery&puzzle={puzzle}"));
    page.enter("textarea", text);
    page.click_text("Show and edit the board");
    page.wait("the board appears", &format!("document.querySelector('{PICTURE}')"));
}

/// Returns where in the window some points of the picture are.
fn places(page: &Page, points: &[Point]) -> Vec<Point> {
    points.iter().map(|&point| page.locate(PICTURE, point)).collect()
}

/// Presses the mouse at the first point of the picture, and moves it over the others.
fn draw(page: &Page, points: &[Point]) {
    page.drag(&places(page, points));
}

/// Chooses a tool by its name.
fn take(page: &Page, tool: &str) {
    let label =
        format!("[...document.querySelectorAll('.tool')].find((t) => t.textContent === '{tool}')");
    page.eval(&format!("{label}.click()"));
    page.wait(tool, &format!("{label}.querySelector('input').checked"));
}

/// Waits until the text of the board is this one, in the form in which the puzzle writes it.
fn wait_for_text(stage: &Stage, page: &Page, puzzle: &str, text: &str) {
    let described = stage.site().order("instance", &json!({ "puzzle": puzzle, "instance": text }));
    let text = described["text"].as_str().expect("a text").trim();
    let shown = "document.querySelector('textarea').value.trim()";
    page.wait(text, &format!("{shown} === {}", json!(text)));
}

fn walls(stage: &Stage, page: &Page) {
    open(page, "grid", GRID);
    draw(page, &[(3.5, 0.5), (3.5, 1.5), (3.5, 2.5), (3.5, 3.5)]);
    let wall = "S..#..G\n...#...\n...#...\n...#...\n.......";
    wait_for_text(stage, page, "grid", wall);
    take(page, "free cell");
    draw(page, &[(3.5, 2.5)]);
    take(page, "goal");
    draw(page, &[(4.5, 1.5)]);
    wait_for_text(stage, page, "grid", "S..#...\n...#G..\n.......\n...#...\n.......");
    page.assert_accessible();
    page.click(&format!("{LINKS}[href*='view=solve']"));
    page.click("button.main");
    page.wait_text(".outcome", "cost 7");
    page.wait("the route is drawn", "document.querySelector('.result > .board svg')");
}

fn kept(stage: &Stage, page: &Page) {
    open(page, "grid", GRID);
    draw(page, &[(3.5, 0.5), (3.5, 1.5), (3.5, 2.5)]);
    let wall = "S..#..G\n...#...\n...#...\n.......\n.......";
    wait_for_text(stage, page, "grid", wall);
    page.click(&format!("{LINKS}[href*='view=solve']"));
    page.click("button.main");
    page.wait_text(".outcome", "cost 12");
    page.back();
    wait_for_text(stage, page, "grid", wall);
    page.wait("the board can be edited", &format!("document.querySelector('{PICTURE}')"));
    page.forward();
    page.wait_text(".outcome", "cost 12");
}

fn quick_walls(stage: &Stage, page: &Page) {
    open(page, "grid", GRID);
    draw(page, &[(1.5, 1.5), (5.5, 1.5), (5.5, 4.5)]);
    let wall = "S.....G\n.#####.\n.....#.\n.....#.\n.....#.";
    wait_for_text(stage, page, "grid", wall);
}

fn walls_by_touch(stage: &Stage, page: &Page) {
    open(page, "grid", GRID);
    page.eval("addEventListener('pointerdown', (event) => (window.pointer = event.pointerType))");
    page.touch(&places(page, &[(3.5, 0.5), (3.5, 1.5), (3.5, 2.5)]));
    wait_for_text(stage, page, "grid", "S..#..G\n...#...\n...#...\n.......\n.......");
    assert_eq!(page.eval("pointer"), "touch");
}

fn pegs(stage: &Stage, page: &Page) {
    let wait_for = |start: &str, goal: &str| {
        let cells = format!("{start}/{goal}").replace("", " ");
        wait_for_text(stage, page, "pegs", &format!("4 / {cells}"));
    };
    let start = "XX111XX/XX111XX/1111111/1110111/1111111/XX111XX/XX111XX";
    let goal = "XX000XX/XX000XX/0000000/0001000/0000000/XX000XX/XX000XX";
    open(page, "pegs", "4 3,3 3,3");
    // In the first row, the centers of the cells are at 2.7, 3.7 and 4.7.
    draw(page, &[(2.7, 0.7)]);
    let one = start.replacen('1', "0", 1);
    wait_for(&one, goal);
    // The hand trembles.
    draw(page, &[(3.85, 0.7), (4.15, 0.7)]);
    let two = one.replacen('1', "0", 1);
    wait_for(&two, goal);
    take(page, "goal");
    draw(page, &[(2.7, 0.7)]);
    let other = goal.replacen('0', "1", 1);
    wait_for(&two, &other);
    take(page, "peg or hole");
    draw(page, &[(2.7, 0.7), (3.7, 0.7)]);
    wait_for(start, &other);
}

fn tiles(stage: &Stage, page: &Page) {
    open(page, "tiles", "1 2 3\n4 5 6\n7 8 0");
    draw(page, &[(1.6, 2.6), (2.0, 2.0), (2.6, 2.6)]);
    wait_for_text(stage, page, "tiles", "1 2 3/4 5 6/7 0 8");
    draw(page, &[(0.6, 0.6), (1.6, 0.6)]);
    wait_for_text(stage, page, "tiles", "2 1 3/4 5 6/7 0 8");
    page.wait_text(".careful", "Unsolvable: every move preserves parity");
    draw(page, &[(1.6, 0.6), (0.6, 0.6)]);
    wait_for_text(stage, page, "tiles", "1 2 3/4 5 6/7 0 8");
    page.wait("nothing is unsolvable", "!document.querySelector('.careful')");
    page.click(&format!("{LINKS}[href*='view=play']"));
    page.wait_text(".status", "0 moves");
    page.press([key::LEFT]);
    page.wait_text(".status", "Solved!");
}

fn bricks(stage: &Stage, page: &Page) {
    open(page, "bricks", "5,4\n1,-1,-1,1,1\n1,0,3,4,1\n1,0,2,2,1\n1,1,1,1,1");
    draw(page, &[(2.5, 1.5), (2.0, 2.5), (1.5, 1.5)]);
    wait_for_text(stage, page, "bricks", "5,4/1,-1,-1,1,1/1,3,0,4,1/1,0,2,2,1/1,1,1,1,1");
    // Brick 4 is in the way, so this changes nothing; the next one follows it.
    draw(page, &[(2.5, 2.5), (2.5, 1.5)]);
    draw(page, &[(3.5, 2.5), (2.5, 2.5)]);
    wait_for_text(stage, page, "bricks", "5,4/1,-1,-1,1,1/1,3,0,4,1/1,2,2,0,1/1,1,1,1,1");
    page.click(&format!("{LINKS}[href*='view=solve']"));
    page.click("button.main");
    page.wait("it is solved", "document.querySelector('.outcome.solved')");
}

fn invalid(stage: &Stage, page: &Page) {
    let maze = "%%%%%\n%P .%\n%%%%%";
    open(page, "pacman", maze);
    draw(page, &[(1.5, 1.5)]);
    page.wait("the error appears", "document.querySelector('.editor .wrong')?.textContent");
    page.expect_rejections();
    take(page, "pellet");
    draw(page, &[(2.5, 1.5)]);
    wait_for_text(stage, page, "pacman", "%%%%%\n%P..%\n%%%%%");
    page.wait("the error goes", "!document.querySelector('.editor .wrong').textContent");
}

fn shared(stage: &Stage, page: &Page) {
    open(page, "number-maze", "2 2 2\n2 2 2\n2 2 0");
    take(page, "1");
    draw(page, &[(1.6, 0.6), (1.6, 1.6)]);
    wait_for_text(stage, page, "number-maze", "2 1 2\n2 1 2\n2 2 0");
    page.click(&format!("{LINKS}[href*='view=play']"));
    page.wait_text(".status", "0 moves");
    let board = "document.querySelector('.board svg').outerHTML";
    stage.browse(|other| {
        other.open(&page.address());
        other.wait_text(".status", "0 moves");
        assert_eq!(other.text_of(board), page.text_of(board));
    });
}
