//! Tests of the playground: its pages in a real browser, and its server with clients that misbehave.
//!
//! Scenarios are generated from the registry, so a new puzzle is tested with no change here. They run one
//! after the other in one browser.
#![forbid(unsafe_code)]

mod looks;
mod page;
mod puzzles;
mod scrub;
mod server;
mod site;
mod traces;
mod views;

use libtest_mimic::{Arguments, Failed, Trial};
use page::{Driver, Page};
use site::Site;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The server and the browser of all scenarios, which the first one starts.
#[derive(Default)]
pub struct Stage {
    site: OnceLock<Site>,
    driver: OnceLock<Driver>,
    page: Mutex<Option<Page>>,
}

impl Stage {
    /// Returns the server.
    pub fn site(&self) -> &Site {
        self.site.get_or_init(|| Site::start(0))
    }

    /// Starts another browser for a server.
    pub fn browser(&self, port: u16) -> Page {
        Page::start(self.driver.get_or_init(Driver::start), port)
    }

    /// Plays a scenario. Afterwards the page must be accessible, and it has logged nothing and asked no
    /// other server.
    fn play(&self, name: &str, scenario: impl FnOnce(&Self, &Page)) {
        let mut kept = self.page.lock().unwrap_or_else(PoisonError::into_inner);
        let page = kept.take().unwrap_or_else(|| self.browser(self.site().port));
        let played = catch_unwind(AssertUnwindSafe(|| {
            scenario(self, &page);
            page.assert_accessible();
            page.assert_quiet();
        }));
        if let Err(failure) = played {
            eprintln!("{}", page.describe(name));
            // The next scenario gets a new browser.
            resume_unwind(failure);
        }
        page.reset();
        *kept = Some(page);
    }
}

/// What a user does and sees.
type Play = dyn FnOnce(&Stage, &Page) + Send;

/// A scenario by name.
pub struct Scenario {
    name: String,
    play: Box<Play>,
}

impl Scenario {
    /// Names a scenario.
    pub fn new(name: impl Into<String>, play: impl FnOnce(&Stage, &Page) + Send + 'static) -> Self {
        Self { name: name.into(), play: Box::new(play) }
    }
}

fn main() {
    let mut arguments = Arguments::from_args();
    // Times are measured, and the machine is loaded on purpose.
    arguments.test_threads = Some(1);
    let stage = Arc::new(Stage::default());
    let mut scenarios = puzzles::scenarios();
    scenarios.extend(views::scenarios());
    scenarios.extend(looks::scenarios());
    scenarios.extend(scrub::scenarios());
    let trials = scenarios.into_iter().map(|Scenario { name, play }| {
        let stage = Arc::clone(&stage);
        let runner = {
            let name = name.clone();
            move || {
                stage.play(&name, play);
                Ok::<(), Failed>(())
            }
        };
        Trial::test(name, runner)
    });
    let tests = traces::TESTS.into_iter().chain(server::TESTS).map(|(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    let conclusion = libtest_mimic::run(&arguments, trials.chain(tests).collect());
    // Ends the browser.
    drop(stage);
    conclusion.exit();
}
