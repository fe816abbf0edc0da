//! `heureka maze solve`: a shortest solution of a maze.

use super::Input;
use crate::exit::{Exit, Failure};
use crate::formats::human::plural;
use crate::summary::Summary;
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct Solved {
    solvable: bool,
    unique: bool,
    length: Option<u32>,
    solution: Option<Vec<String>>,
}

impl Summary for Solved {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(letters) = &self.solution else {
            return writeln!(out, "no solution: the goal is not reachable from the start");
        };
        let moves = plural(letters.len() as u64, "move");
        let (one, s) = if self.unique { ("the only", "") } else { ("one of several", "s") };
        writeln!(out, "{}\n{moves}, {one} shortest solution{s}", letters.join(" "))
    }
}

pub fn run(args: &Input, out: &mut dyn Write) -> Result<Exit, Failure> {
    let (analysis, maze) = args.analyze()?;
    let letters = analysis.solution.iter().map(|(letter, _)| letter.to_string());
    let solved = Solved {
        solvable: maze.solvable,
        unique: maze.unique,
        length: maze.solvable.then_some(maze.length),
        solution: maze.solvable.then(|| letters.collect()),
    };
    args.output.print(&solved, out)?;
    Ok(if solved.solvable { Exit::Done } else { Exit::Unsolvable })
}
