//! Playing by lines of text, where there is no terminal.

use super::session::{Paragraph, Reply, Session};
use crate::ask::answer;
use crate::exit::Failure;
use crate::formats::human::{ADVICE, FAINT, HEADING, wrap};
use heureka_kit::puzzle::Info;
use std::io::{self, Write};

/// Plays until the puzzle is solved, the input ends or the user quits.
pub fn play(
    session: &mut Session<'_>,
    info: &Info,
    intro: &[Paragraph],
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "{HEADING}{}{HEADING:#}\n{}\n", info.title, wrap(info.rules.split(' '), 0))?;
    for paragraph in intro {
        write(out, paragraph)?;
        writeln!(out)?;
    }
    writeln!(out, "{}", session.game.board())?;
    if session.game.is_solved() {
        writeln!(out, "{FAINT}the start is a goal: there is nothing to play{FAINT:#}")?;
        return Ok(());
    }
    write(out, &(FAINT, session.legal_moves()))?;
    writeln!(out, "{FAINT}enter moves, or `help` to see the commands{FAINT:#}")?;
    while !session.game.is_solved() {
        write!(out, "{ADVICE}{}>{ADVICE:#} ", session.game.played().actions.len())?;
        out.flush()?;
        let line = match answer() {
            Ok(Some(line)) => line,
            end => {
                writeln!(out)?;
                return end.map(|_| ());
            }
        };
        let Reply { is_board, quits, text } = session.enter(&line)?;
        if quits {
            break;
        }
        if is_board {
            writeln!(out, "{}", session.game.board())?;
        }
        text.iter().try_for_each(|paragraph| write(out, paragraph))?;
    }
    Ok(())
}

fn write(out: &mut dyn Write, (style, text): &Paragraph) -> io::Result<()> {
    writeln!(out, "{style}{}{style:#}", wrap(text.split(' '), 0))
}
