//! The HTML pages in a real browser: silent, self-contained, their plots to be seen, wide and narrow,
//! light and dark.

use crate::browser::{Browser, Seen};
use crate::program::{Scratch, run};
use std::path::Path;

/// What is wrong with a page that should have so many pictures, in words.
fn faults(seen: &Seen, pictures: usize) -> Vec<String> {
    let mut faults = vec![];
    let mut fault = |is: bool, what: String| {
        if is {
            faults.push(what);
        }
    };
    fault(!seen.console.is_empty(), format!("the console says {:?}", seen.console));
    fault(!seen.requests.is_empty(), format!("it asks for {:?}", seen.requests));
    fault(seen.scripts > 0, "it has scripts".to_owned());
    fault(seen.text.trim().is_empty(), "it says nothing".to_owned());
    fault(seen.too_wide > 0.0, format!("it is {} pixels too wide", seen.too_wide));
    let number = seen.pictures.len();
    fault(number != pictures, format!("it has {number} pictures, not {pictures}"));
    for picture in &seen.pictures {
        let large = picture.width > 150.0 && picture.height > 100.0;
        let visible = large && picture.drawn > 0.004 && picture.lively > 40;
        fault(!visible, format!("this cannot be seen: {picture:?}"));
    }
    faults
}

/// Makes a page by a command and opens it in windows of several widths, light and dark.
fn check(browser: &mut Browser, page: &Path, pictures: usize) {
    for (width, scheme) in [(1400, "light"), (400, "light"), (1000, "dark")] {
        let seen = browser.look(page, width, scheme);
        let faults = faults(&seen, pictures);
        assert!(faults.is_empty(), "{} at {width}, {scheme}: {faults:#?}", page.display());
    }
}

#[test]
fn pages_are_silent_self_contained_and_their_plots_are_seen() {
    let scratch = Scratch::new();
    let study = scratch.write(
        "study.toml",
        "title = 'Tiles'\nstrategies = ['bfs', 'astar']\nheuristics = ['manhattan', 'zero']\n\
         [[instances]]\npuzzle = 'tiles'\nrandom = ['2x2', '2x3', '2x4']\nseeds = '1-3'",
    );
    let (db, report) = (scratch.path("study.db"), scratch.path("report.html"));
    let (chi, scale) = (scratch.path("chi"), scratch.path("scale"));
    let (counters, sheet) = (scratch.path("counters"), scratch.path("sheet.html"));
    let [ties, tree, family, audit] =
        ["ties.html", "tree.html", "family.html", "audit.html"].map(|name| scratch.path(name));
    for args in [
        &["lab", "run", &study, "--db", &db][..],
        &["lab", "report", &db, "--html", &report],
        &["chi", "analyze", "--random", "2", "--out", &chi],
        &["chi", "scale", "--sizes", "2x3,2x4", "--boards", "2", "--out", &scale],
        &["counters", "compare", "--largest", "3", "--boards", "2", "--out", &counters],
        &["maze", "batch", "3", "3", "1", "2", "--time-limit", "200ms", "--html", &sheet],
        &["lab", "tie-breaking", "--size", "30x30", "--html", &ties],
        &["lab", "inconsistency", "--html", &tree],
        &["lab", "ancestry", "--html", &family],
        &["audit", "tiles", "--level", "easy", "-H", "pdb", "--html", &audit],
    ] {
        let run = run(args);
        assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
    }
    let mut browser = Browser::start();
    for page in [
        report,
        format!("{chi}/report.html"),
        format!("{scale}/report.html"),
        format!("{counters}/report.html"),
        sheet,
        ties,
        tree,
        family,
        audit,
    ] {
        let pictures = std::fs::read_to_string(&page).unwrap().matches("<svg").count();
        assert!(pictures > 0, "{page}");
        check(&mut browser, Path::new(&page), pictures);
    }
}

/// Every fault is found in a page that has it.
#[test]
fn a_bad_page_is_seen_to_be_bad() {
    let scratch = Scratch::new();
    let plot = "<svg width='300' height='200'><path d='M0 0L300 200' stroke='red' stroke-width='9'/></svg>";
    let mut browser = Browser::start();
    for (body, found) in [
        (plot.to_owned(), None),
        (format!("{plot}<script>console.log('hello')</script>"), Some("the console says")),
        (format!("{plot}<script>nothing.at.all()</script>"), Some("the console says")),
        (format!("{plot}<img src='http://example.com/a.png' alt=''>"), Some("it asks for")),
        (
            format!("{plot}<link rel='stylesheet' href='http://example.com/a.css'>"),
            Some("it asks for"),
        ),
        (format!("{plot}<p style='width:3000px'>wide</p>"), Some("too wide")),
        (plot.replace("red", "none"), Some("cannot be seen")),
        (plot.replace("red", "#eeeeee"), Some("cannot be seen")),
        (plot.replace("<svg", "<svg style='display:none'"), Some("cannot be seen")),
        (String::new(), Some("0 pictures")),
    ] {
        let text =
            format!("<!DOCTYPE html><title>x</title><link rel=icon href='data:,'><p>a{body}");
        let page = scratch.write("page.html", text);
        let faults = faults(&browser.look(Path::new(&page), 1000, "light"), 1);
        match found {
            None => assert!(faults.is_empty(), "{faults:?}"),
            Some(what) => {
                assert!(faults.iter().any(|fault| fault.contains(what)), "{body}: {faults:?}");
            }
        }
    }
}
