//! The HTML pages in a real browser, wide and narrow, light and dark, and as they print: no console
//! messages, no requests, visible plots, nothing cut.

use crate::browser::{Browser, Rendered};
use crate::program::Scratch;
use std::path::Path;

/// The room on both A4 and Letter, in pixels of 1/96 inch. Slides are landscape.
const PORTRAIT: (u32, f64) = (700, 950.0);
const LANDSCAPE: (u32, f64) = (950, 700.0);

/// Lists the faults of a page that should have this many pictures.
fn faults(page: &Rendered, pictures: usize) -> Vec<String> {
    let mut faults = vec![];
    let mut check = |fault: bool, description: String| {
        if fault {
            faults.push(description);
        }
    };
    check(!page.console.is_empty(), format!("console messages: {:?}", page.console));
    check(!page.requests.is_empty(), format!("requests: {:?}", page.requests));
    check(page.scripts > 0.0, "scripts".to_owned());
    check(page.text.trim().is_empty(), "no text".to_owned());
    check(page.overflow > 0.0, format!("{} pixels too wide", page.overflow));
    let number = page.pictures.len();
    check(number != pictures, format!("{number} pictures instead of {pictures}"));
    check(!page.cut.is_empty(), format!("cut texts: {:?}", page.cut));
    for picture in &page.pictures {
        let large = picture.width > 150.0 && picture.height > 100.0;
        let visible = large && picture.drawn > 0.004 && picture.saturated > 40.0;
        check(!visible, format!("invisible: {picture:?}"));
    }
    faults
}

#[test]
fn pages_are_self_contained_and_their_plots_are_visible() {
    let scratch = Scratch::new();
    scratch.write(
        "study.toml",
        "title = 'Tiles'\nstrategies = ['bfs', 'astar']\nheuristics = ['manhattan', 'zero']\n\
         [[instances]]\npuzzle = 'tiles'\nrandom = ['2x2', '2x3', '2x4']\nseeds = '1-3'",
    );
    for args in [
        &["lab", "run", "study.toml"][..],
        &["lab", "report", "study.db", "--html", "report.html"],
        &["chi", "analyze", "--random", "2", "--out", "chi"],
        &["chi", "scale", "--sizes", "2x3,2x4", "--boards", "2", "--out", "scale"],
        &["counters", "compare", "--largest", "3", "--boards", "2", "--out", "counters"],
        &["maze", "batch", "3", "3", "1", "2", "--time-limit", "200ms", "--html", "sheet.html"],
        &["lab", "tie-breaking", "--size", "30x30", "--html", "ties.html"],
        &["lab", "inconsistency", "--html", "tree.html"],
        &["lab", "ancestry", "--html", "family.html"],
        &["audit", "tiles", "--level", "easy", "-H", "pdb", "--html", "audit.html"],
        &["solve", "pegs", "6", "--html", "plan.html"],
        &["solve", "grid", "spiral", "--html", "route.html"],
    ] {
        scratch.run(args).exits(0);
    }
    let browser = Browser::start();
    for page in
        "report chi/report chi/slides scale/report scale/slides counters/report sheet ties tree family audit plan route"
            .split(' ')
    {
        let page = format!("{page}.html");
        let pictures = scratch.read(&page).matches("<svg").count();
        assert!(pictures > 0, "{page}");
        for (width, scheme) in [(1400, "light"), (400, "light"), (1000, "dark")] {
            let rendered = browser.render(Path::new(&scratch.path(&page)), width, scheme);
            let faults = faults(&rendered, pictures);
            assert!(faults.is_empty(), "{page} at {width}, {scheme}: {faults:#?}");
        }
        let (width, height) = if page.contains("slides") { LANDSCAPE } else { PORTRAIT };
        let printed = browser.render(Path::new(&scratch.path(&page)), width, "print");
        assert_eq!(printed.wide, [""; 0], "{page} does not fit on paper");
        let high = printed.pictures.iter().find(|picture| picture.height > height);
        assert!(high.is_none(), "{page} breaks {high:?}");
    }
}

#[test]
fn the_page_check_finds_every_kind_of_fault() {
    let scratch = Scratch::new();
    let plot = "<svg width='300' height='200'><path d='M0 0L300 200' stroke='red' stroke-width='9'/></svg>";
    let browser = Browser::start();
    for (body, expected) in [
        (plot.to_owned(), None),
        (format!("{plot}<script>console.log('hello')</script>"), Some("console")),
        (format!("{plot}<script>undefined_function()</script>"), Some("console")),
        (format!("{plot}<img src='http://example.com/a.png' alt=''>"), Some("requests")),
        (format!("{plot}<link rel=stylesheet href=http://example.com/a.css>"), Some("requests")),
        (format!("{plot}<p style='width:3000px'>wide</p>"), Some("too wide")),
        (plot.replace("<path", "<text x='290' y='20'>beyond the edge</text><path"), Some("cut")),
        (plot.replace("red", "none"), Some("invisible")),
        (plot.replace("red", "#eeeeee"), Some("invisible")),
        (plot.replace("<svg", "<svg style='display:none'"), Some("invisible")),
        (String::new(), Some("0 pictures")),
    ] {
        let text =
            format!("<!DOCTYPE html><title>x</title><link rel=icon href='data:,'><p>a{body}");
        let page = scratch.write("page.html", text);
        let faults = faults(&browser.render(Path::new(&page), 1000, "light"), 1);
        match expected {
            None => assert!(faults.is_empty(), "{faults:?}"),
            Some(expected) => {
                assert!(faults.iter().any(|fault| fault.contains(expected)), "{body}: {faults:?}");
            }
        }
    }
}
