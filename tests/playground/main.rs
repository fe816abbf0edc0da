//! Tests of the playground: its pages in a real browser, and its server with clients that misbehave.
//!
//! Scenarios are generated from the registry, so a new puzzle is tested with no change here. Several run at
//! once, each in a browser that it has from the one before; tests that measure run alone.
#![forbid(unsafe_code)]

mod chromium;
mod editor;
mod lab;
mod looks;
mod page;
mod puzzles;
mod scrub;
mod server;
mod site;
mod traces;
mod views;
mod watch;

use chromium::Driver;
use libtest_mimic::{Arguments, Trial};
use page::Page;
use site::Site;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

/// The server and the browsers of all scenarios, which the first ones start.
#[derive(Default)]
pub struct Stage {
    site: OnceLock<Site>,
    /// The browsers that no scenario uses now; dropped before the driver, which ends them.
    idle: Mutex<Vec<Page>>,
    driver: OnceLock<Driver>,
    /// Held by every test; one that measures holds it alone.
    machine: RwLock<()>,
}

impl Stage {
    /// Returns the server.
    pub fn site(&self) -> &Site {
        self.site.get_or_init(|| Site::start(0))
    }

    /// Calls `with` with a browser, in which a scenario is played next unless this one fails.
    pub fn browse(&self, with: impl FnOnce(&Page)) {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle().pop();
        let page = kept.unwrap_or_else(|| Page::start(self.driver.get_or_init(Driver::start)));
        page.visit(self.site().port);
        with(&page);
        page.assert_quiet();
        page.reset();
        idle().push(page);
    }

    /// Plays a scenario. Afterwards the page must be accessible, and it has logged nothing and asked no
    /// other server.
    fn play(&self, name: &str, scenario: impl FnOnce(&Self, &Page)) {
        // Only the last failure leaves a screenshot.
        let _ = std::fs::remove_file(page::screenshot(name));
        self.browse(|page| {
            let played = catch_unwind(AssertUnwindSafe(|| {
                scenario(self, page);
                page.assert_accessible();
            }));
            if let Err(failure) = played {
                eprintln!("{}", page.describe(name));
                resume_unwind(failure);
            }
        });
    }
}

/// A test by name.
pub struct Test {
    name: String,
    is_alone: bool,
    run: Box<dyn FnOnce(&Stage) + Send>,
}

impl Test {
    /// Names a test without a browser.
    pub fn new(name: &str, run: fn()) -> Self {
        Self { name: name.to_owned(), is_alone: false, run: Box::new(move |_| run()) }
    }

    /// Names what a user does and sees.
    pub fn scenario(
        name: impl Into<String>,
        play: impl FnOnce(&Stage, &Page) + Send + 'static,
    ) -> Self {
        let name = name.into();
        let title = name.clone();
        Self { name, is_alone: false, run: Box::new(move |stage| stage.play(&title, play)) }
    }

    /// Runs while no other test runs, because it measures.
    #[must_use]
    pub fn alone(self) -> Self {
        Self { is_alone: true, ..self }
    }

    fn trial(self, stage: Arc<Stage>) -> Trial {
        let Self { name, is_alone, run } = self;
        Trial::test(name, move || {
            let lock = &stage.machine;
            if is_alone {
                let _alone = lock.write().unwrap_or_else(PoisonError::into_inner);
                run(&stage);
            } else {
                let _shared = lock.read().unwrap_or_else(PoisonError::into_inner);
                run(&stage);
            }
            Ok(())
        })
    }
}

fn main() {
    let mut arguments = Arguments::from_args();
    // A scenario waits for its browser, and so leaves a core to another one.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(cores + 1);
    let mut tests = [
        // The longest first.
        server::tests(),
        traces::tests(),
        lab::tests(),
        views::tests(),
        puzzles::tests(),
        editor::tests(),
        watch::tests(),
        looks::tests(),
        scrub::tests(),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>();
    // While a test waits to be alone, no other one begins.
    tests.sort_by_key(|test| test.is_alone);
    let stage = Arc::new(Stage::default());
    let trials = tests.into_iter().map(|test| test.trial(Arc::clone(&stage)));
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    // Ends the browsers.
    drop(stage);
    conclusion.exit();
}
