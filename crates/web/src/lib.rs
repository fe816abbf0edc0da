//! The playground of Heureka: a local web server to play puzzles and watch searches.
//!
//! A [`Server`] answers a page and an API: JSON over HTTP, as `docs/api.md` describes it. It holds no
//! sessions: a request names its instance, its moves and its setup, and so does the address of a page.
//! Only recorded searches are kept, for a while.
#![forbid(unsafe_code)]

mod app;
mod assets;
mod catalog;
mod error;
mod guard;
mod job;
mod lab;
mod maze;
mod play;
mod pool;
mod recording;
mod server;
mod solve;
mod steps;
mod subject;
mod traces;

pub use server::Server;
