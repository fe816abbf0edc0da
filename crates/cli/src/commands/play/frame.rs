//! The lines of the full screen, for a terminal of any size.

use super::session::Paragraph;
use crate::formats::human::{ADVICE, CAREFUL, FAINT, HEADING, wrap_to};
use anstyle::Style;

/// The most lines of legal moves.
const MAX_MOVES: usize = 3;
const KEYS: &str = "F1 help · Tab hint · Esc quit · Backspace undo · Enter play";

/// What the screen shows.
pub struct Scene<'a> {
    pub title: &'a str,
    /// The board, with terminal colors.
    pub board: &'a str,
    pub status: String,
    pub moves: String,
    pub message: &'a [Paragraph],
    /// What is typed so far.
    pub input: &'a str,
}

/// The part of a large board that is in view.
#[derive(Debug, Default)]
pub struct Viewport {
    /// The first row and column in view.
    origin: [usize; 2],
    /// The row and column to bring into view, if any.
    focus: Option<[usize; 2]>,
}

impl Viewport {
    /// Brings what differs between two boards into view, because a move has changed it.
    pub fn follow(&mut self, before: &str, after: &str) {
        let [before, after] =
            [before, after].map(|board| anstream::adapter::strip_str(board).to_string());
        let rows = before.lines().zip(after.lines()).enumerate();
        let mut changes = rows.filter_map(|(row, (old, new))| {
            let column = old.chars().zip(new.chars()).position(|(old, new)| old != new)?;
            Some([row, column])
        });
        self.focus = changes.next().or(self.focus);
    }

    /// Moves the view by rows and columns.
    pub fn scroll(&mut self, rows: isize, columns: isize) {
        self.focus = None;
        self.origin[0] = self.origin[0].saturating_add_signed(rows);
        self.origin[1] = self.origin[1].saturating_add_signed(columns);
    }

    /// Fits the view to a board of some rows and columns, of which only some have room.
    fn fit(&mut self, board: [usize; 2], room: [usize; 2]) -> [usize; 2] {
        for axis in [0, 1] {
            let origin = &mut self.origin[axis];
            if let Some(focus) = self.focus.map(|focus| focus[axis]) {
                // A move changes neighboring cells, too.
                let margin = room[axis] / 4;
                if focus < *origin + margin || focus + margin >= *origin + room[axis] {
                    *origin = focus.saturating_sub(room[axis] / 2);
                }
            }
            *origin = (*origin).min(board[axis].saturating_sub(room[axis]));
        }
        self.origin
    }
}

impl Scene<'_> {
    /// Returns the lines for a terminal of some columns and rows, and where the cursor is.
    pub fn lines(
        &self,
        (width, height): (usize, usize),
        viewport: &mut Viewport,
    ) -> (Vec<String>, (usize, usize)) {
        let status = styled(HEADING, &self.status, width);
        let moves = cut(styled(FAINT, &self.moves, width), MAX_MOVES);
        let message = wrapped(self.message, width);
        let board: Vec<&str> = self.board.lines().collect();
        let columns = board.iter().map(|line| visible(line)).max().unwrap_or(0);
        // The title, the input and the keys have a line each.
        let room = height.saturating_sub(3 + status.len() + moves.len());
        // Empty lines separate the parts if there is room.
        let gap = usize::from(room >= board.len() + message.len() + 4);
        let room = room - 4 * gap;
        let for_message = message.len().min(room.saturating_sub(board.len()).max(room / 4).max(1));
        let mut for_board = room.saturating_sub(for_message);
        let is_large = board.len() > for_board || columns > width;
        if is_large {
            // A line says so.
            for_board = for_board.saturating_sub(1);
        }
        let mut lines = styled(HEADING, self.title, width);
        lines.truncate(1);
        lines.extend(vec![String::new(); gap]);
        let [top, left] = viewport.fit([board.len(), columns], [for_board, width]);
        let in_view = board.iter().skip(top).take(for_board);
        lines.extend(in_view.map(|line| clip(line, left, width)));
        if is_large {
            let text = "too large to show: Ctrl-arrows scroll";
            lines.push(format!("{CAREFUL}{text}{CAREFUL:#}"));
        }
        for part in [[status, moves].concat(), cut(message, for_message), vec![]] {
            lines.extend(vec![String::new(); gap]);
            lines.extend(part);
        }
        lines.truncate(height.saturating_sub(2));
        let row = lines.len();
        // The end of a long input is in view.
        let typed: Vec<char> = self.input.chars().collect();
        let typed = &typed[typed.len().saturating_sub(width.saturating_sub(3))..];
        let column = typed.len() + 2;
        lines.push(format!("{ADVICE}>{ADVICE:#} {}", String::from_iter(typed)));
        lines.push(format!("{FAINT}{KEYS}{FAINT:#}"));
        (lines.iter().map(|line| clip(line, 0, width)).collect(), (column, row))
    }
}

/// Returns the lines of a page of text from line `top` on, and whether lines follow it.
pub fn page(
    text: &[Paragraph],
    top: usize,
    (width, height): (usize, usize),
) -> (Vec<String>, bool) {
    let lines = wrapped(text, width);
    let room = height.saturating_sub(1).max(1);
    let has_more = lines.len() > top + room;
    let mut shown: Vec<_> = lines.into_iter().skip(top).take(room).collect();
    let keys = if has_more { "Space next page · Esc back" } else { "Space or Esc back" };
    shown.push(clip(&format!("{FAINT}{keys}{FAINT:#}"), 0, width));
    (shown, has_more)
}

/// Returns paragraphs as lines.
pub fn wrapped(text: &[Paragraph], width: usize) -> Vec<String> {
    text.iter().flat_map(|(style, text)| styled(*style, text, width)).collect()
}

/// Returns a text as lines of one style.
fn styled(style: Style, text: &str, width: usize) -> Vec<String> {
    let text = wrap_to(width, text.split(' '), 0);
    text.lines().map(|line| format!("{style}{line}{style:#}")).collect()
}

/// Returns the first lines, with a mark if there are more.
fn cut(mut lines: Vec<String>, most: usize) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most);
        if let [_, .., last] = &mut lines[..] {
            *last = format!("{FAINT}…{FAINT:#}");
        }
    }
    lines
}

/// Returns the number of characters that a line shows.
fn visible(line: &str) -> usize {
    anstream::adapter::strip_str(line).map(|part| part.chars().count()).sum()
}

/// Returns the part of a line that is in view. Styles take no room and hold for what follows them.
fn clip(line: &str, from: usize, width: usize) -> String {
    let (mut text, mut column, mut in_style) = (String::new(), 0, false);
    for c in line.chars() {
        in_style |= c == '\u{1b}';
        if in_style || (from..from + width).contains(&column) {
            text.push(c);
        }
        column += usize::from(!in_style);
        in_style &= c != 'm';
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::human::GOOD;

    fn scene<'a>(board: &'a str, message: &'a [Paragraph]) -> Scene<'a> {
        Scene {
            title: "Title",
            board,
            status: "5 moves, cost 5".to_owned(),
            moves: "moves: up down left right".to_owned(),
            message,
            input: "8 do",
        }
    }

    #[test]
    fn every_size_shows_the_input_and_keeps_within_the_screen() {
        let board = format!("{GOOD}{}{GOOD:#}\n", "x".repeat(60)).repeat(30);
        let message = [(CAREFUL, "a long text ".repeat(40))];
        for size @ (width, height) in [(80, 50), (80, 24), (40, 24), (40, 10), (20, 6)] {
            let mut viewport = Viewport::default();
            let (lines, (column, row)) = scene(&board, &message).lines(size, &mut viewport);
            assert!(lines.len() <= height, "{size:?} {lines:#?}");
            assert!(lines.iter().all(|line| visible(line) <= width), "{size:?} {lines:#?}");
            let input: String = anstream::adapter::strip_str(&lines[row]).to_string();
            assert_eq!((input.as_str(), column), ("> 8 do", 6), "{size:?}");
            let is_cut = lines.iter().any(|line| line.contains("too large"));
            assert_eq!(is_cut, size != (80, 50), "{size:?} {lines:#?}");
        }
    }

    #[test]
    fn the_view_follows_a_move() {
        let rows = |at: usize| {
            let row = |row: usize| if row == at { "....P" } else { "....." };
            (0..40).map(row).collect::<Vec<_>>().join("\n")
        };
        let mut viewport = Viewport::default();
        let shows = |board: &str, viewport: &mut Viewport| {
            let (lines, _) = scene(board, &[]).lines((40, 20), viewport);
            lines.iter().any(|line| line.contains('P'))
        };
        assert!(!shows(&rows(30), &mut viewport));
        viewport.follow(&rows(29), &rows(30));
        assert!(shows(&rows(30), &mut viewport));
        viewport.scroll(-20, 0);
        assert!(!shows(&rows(30), &mut viewport));
    }

    #[test]
    fn long_texts_have_pages() {
        let text = [(FAINT, "word ".repeat(100))];
        let (first, more) = page(&text, 0, (40, 10));
        assert!(first.len() == 10 && more);
        let (last, more) = page(&text, 9, (40, 10));
        assert!(last.len() <= 10 && !more, "{last:?}");
    }
}
