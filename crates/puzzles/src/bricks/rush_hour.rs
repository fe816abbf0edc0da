//! Collections of Rush Hour boards, one per line.
//!
//! A line has the board, before it a name or number, and after it the published number of moves, separated
//! by tabs or spaces. Michael Fogleman's database (<https://www.michaelfogleman.com/rush/>) has other columns:
//! the number of moves, the board and the number of reachable states.

use super::Metric;
use super::letters::read_line;
use super::settings::{Settings, settings};
use heureka_kit::collection::{Row, Rows, is_skipped, optimum};
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::{ParseError, Word};

/// The shortest first line that shows a collection: a board of 4 × 4 cells.
const MIN_FIRST: usize = 16;
/// The shortest board: 3 × 3 cells.
const MIN_BOARD: usize = 9;
/// No board of 6 × 6 cells takes more moves: Fogleman's hardest one takes 60.
const MAX_MOVES: u64 = 60;

/// A line: the board, and what is before and after it.
struct Line<'t> {
    board: Word<'t>,
    before: Vec<Word<'t>>,
    after: Vec<Word<'t>>,
    has_tabs: bool,
}

/// Reads a collection. The moves count with `metric=moves`. Returns `None` if the first line that is not
/// blank or a comment has no board.
pub(super) fn collection(text: &str, parameters: &Parameters) -> Option<Rows> {
    let lines = (1..).zip(text.lines()).filter(|(_, text)| !is_skipped(text));
    let mut lines = lines.map(|(line, text)| Word { text, line, column: 1 }).peekable();
    let is_first = |word: &str| word.len() >= MIN_FIRST && is_board(word);
    lines.peek()?.text.split_whitespace().any(is_first).then(|| {
        let settings = settings(parameters)?;
        let lines = lines.map(Line::of).collect::<Result<Vec<_>, _>>()?;
        let begins_with_moves = begins_with_moves(&lines)?;
        lines.iter().map(|line| line.row(begins_with_moves, &settings, parameters)).collect()
    })
}

/// Returns whether a word is a board, right or wrong.
pub(super) fn is_board(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'.')
}

/// Returns whether a word would be a board without its digits. Reading it then reports the first digit.
fn has_digits(word: &str) -> bool {
    let letters: String = word.chars().filter(|sign| !sign.is_ascii_digit()).collect();
    !letters.is_empty() && is_board(&letters)
}

/// Returns whether the lines are those of Fogleman's database, which begin with the number of moves; else, a
/// first number is that of the line.
fn begins_with_moves(lines: &[Line<'_>]) -> Result<bool, ParseError> {
    let Some(numbers) = lines.iter().map(Line::numbers).collect::<Option<Vec<_>>>() else {
        return Ok(false);
    };
    // A board has more states than its plan has moves.
    if numbers.iter().any(|(first, last)| first >= last) {
        return Ok(false);
    }
    let is_small = |line: &Line<'_>| line.board.text.len() <= 36;
    if lines.iter().zip(&numbers).any(|(line, (_, last))| is_small(line) && *last > MAX_MOVES) {
        return Ok(true);
    }
    if numbers.iter().map(|(first, _)| *first).eq(1..=lines.len() as u64) {
        return Ok(false);
    }
    let first = lines[0].before[0];
    Err(first.error(format!(
        "ambiguous: '{}' can be the number of this board or its number of moves: separate number, board \
         and moves by tabs",
        first.text
    )))
}

impl<'t> Line<'t> {
    fn of(line: Word<'t>) -> Result<Self, ParseError> {
        let has_tabs = line.text.contains('\t');
        let mut words: Vec<Word<'t>> = if has_tabs {
            line.parts(line.text.split('\t').map(str::trim)).collect()
        } else {
            line.parts(line.text.split_whitespace()).collect()
        };
        let longest = |is_board: fn(&str) -> bool| {
            let long = (0..words.len()).filter(|&at| words[at].text.len() >= MIN_BOARD);
            long.filter(|&at| is_board(words[at].text)).max_by_key(|&at| words[at].text.len())
        };
        let Some(at) = longest(is_board).or_else(|| longest(has_digits)) else {
            return Err(line
                .error("no board: expected the letters of a board, such as those of 6 × 6 cells"));
        };
        let after = words.split_off(at + 1);
        let board = words[at];
        words.truncate(at);
        let extra = if has_tabs { None } else { words.get(1).or(after.get(1)) };
        match extra {
            Some(extra) => Err(extra
                .error("unexpected text: expected NAME BOARD MOVES, separated by tabs or spaces")),
            None => Ok(Self { board, before: words, after, has_tabs }),
        }
    }

    /// Returns the numbers before and after the board, if there are both and no tabs.
    fn numbers(&self) -> Option<(u64, u64)> {
        match (&self.before[..], &self.after[..]) {
            ([before], [after]) if !self.has_tabs => {
                Some((before.text.parse().ok()?, after.text.parse().ok()?))
            }
            _ => None,
        }
    }

    fn row(
        &self,
        begins_with_moves: bool,
        settings: &Settings,
        parameters: &Parameters,
    ) -> Result<Row, ParseError> {
        read_line(self.board, &settings.goal)?;
        let named = |words: &[Word<'_>]| {
            let words = words.iter().map(|word| word.text).filter(|text| !text.is_empty());
            Some(words.collect::<Vec<_>>().join(" ")).filter(|name| !name.is_empty())
        };
        let (name, moves) = if begins_with_moves {
            (None, self.before.first())
        } else {
            let rest = self.after.get(1..).unwrap_or_default();
            (named(&self.before).or_else(|| named(rest)), self.after.first())
        };
        let moves = moves.filter(|moves| !moves.text.is_empty()).map_or(Ok(None), optimum)?;
        // Published are moves along the axes, to the right edge.
        let is_same = settings.goal.is_empty()
            && settings.along_axis_only != Some(false)
            && (parameters.get("metric").is_none() || settings.metric == Metric::Moves);
        Ok(Row {
            line: self.board.line,
            name,
            text: self.board.text.to_owned(),
            parameters: vec![("metric".to_owned(), "moves".to_owned())],
            published: moves.filter(|_| is_same),
            ..Row::default()
        })
    }
}
