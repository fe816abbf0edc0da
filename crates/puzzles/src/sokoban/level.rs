//! Levels in the text format XSB, alone and in collections.

use heureka_kit::board::{Cell, Direction, Size};
use heureka_kit::collection::{Row, Rows};
use heureka_kit::numbers::plural;
use heureka_kit::text::{ParseError, Word, rows};

/// Stands for no cell and for an infinite distance.
pub(super) const NONE: u8 = u8::MAX;
/// The most cells, and the most boxes or goals.
pub(super) const MAX_CELLS: usize = 248;
pub(super) const MAX_BOXES: usize = 64;
/// The longest side of a text.
const MAX_SIDE: usize = 1_000;

/// A level without its boxes. Its cells, numbered row by row, are those that the player could reach if
/// there were no boxes.
#[derive(Clone, Debug)]
pub(super) struct Level {
    /// The symbols `#`, space and `.`; outside the cells also boxes.
    rows: Vec<Vec<char>>,
    pub cells: Vec<Cell>,
    /// For every cell, its neighbors above, below, left and right, or [`NONE`].
    pub neighbors: Vec<[u8; 4]>,
    pub goals: Vec<u8>,
}

/// Returns the levels of a text: rows that begin with a wall. Other lines are titles and comments.
fn groups(text: &str) -> Result<Vec<Vec<Word<'_>>>, ParseError> {
    let (mut groups, mut is_below_row) = (vec![], false);
    for row in rows(text)? {
        let is_row = row.text.trim_start_matches([' ', '-', '_']).starts_with('#');
        if is_row && !is_below_row {
            groups.push(vec![]);
        }
        groups.last_mut().filter(|_| is_row).into_iter().for_each(|group| group.push(row));
        is_below_row = is_row;
    }
    if groups.is_empty() {
        return Err(ParseError::whole("no level: expected rows that begin with # (wall)"));
    }
    Ok(groups)
}

/// Returns whether a line is a whole level, whose rows end at slashes, perhaps with other columns.
pub(super) fn is_folded(line: &str) -> bool {
    let rows: Vec<&str> = line.split('/').collect();
    let is_row = |row: &&str| {
        let row = row.trim_matches([' ', '-', '_']);
        row.starts_with('#') && row.ends_with('#')
    };
    rows.len() >= 3 && rows[1..rows.len() - 1].iter().all(is_row)
}

/// Returns the levels of a collection. The title is that of a line `Title: …` below the level, or else the
/// last line of text above it, without semicolons.
///
/// # Errors
/// If there is no level, or a character is not visible. The levels themselves are not checked.
pub(super) fn levels(text: &str) -> Rows {
    let (groups, lines) = (groups(text)?, text.lines().collect::<Vec<_>>());
    // The lines between two levels, of which a title may belong to either.
    let between = |above: usize, below: usize| lines.get(above..below).unwrap_or_default().iter();
    let (mut levels, mut above) = (vec![], 0);
    for (number, group) in groups.iter().enumerate() {
        let (first, last) = (group[0].line, group[group.len() - 1].line);
        let below = groups.get(number + 1).map_or(lines.len(), |next| next[0].line - 1);
        let own = between(last, below).find_map(|line| line.strip_prefix("Title:"));
        // Lines such as `Author: …` belong to the level above.
        let is_key = |line: &str| line.split_once(": ").is_some_and(|(key, _)| !key.contains(' '));
        let others = between(above, first - 1).filter(|line| !is_key(line));
        let others = others.map(|line| line.trim_start_matches(';').trim());
        let name = own.or(others.rev().find(|line| !line.is_empty()));
        let mut text = group[0].text.to_owned();
        for pair in group.windows(2) {
            // Errors name the line of the file.
            text.push_str(if pair[0].line == pair[1].line { "/" } else { "\n" });
            text.push_str(pair[1].text);
        }
        levels.push(Row {
            line: first,
            name: name.map(|name| name.trim().to_owned()),
            text,
            ..Row::default()
        });
        above = last;
    }
    Ok(levels)
}

impl Level {
    /// Reads a level; returns it with its boxes and its player.
    pub fn parse(text: &str) -> Result<(Self, Vec<u8>, u8), ParseError> {
        let groups = groups(text)?;
        if let Some(second) = groups.get(1) {
            let message = "a second level begins here: expected one level";
            return Err(ParseError::at(second[0].line, 0, message));
        }
        let words = &groups[0];
        let (mut rows, mut player) = (vec![], None);
        for (row, word) in words.iter().enumerate() {
            for (col, symbol) in word.text.chars().enumerate() {
                let error = |message| Err(ParseError::at(word.line, word.column + col, message));
                match symbol {
                    '@' | '+' if player.is_some() => {
                        return error(format!("a second {symbol}: expected one player"));
                    }
                    '@' | '+' => player = Some(Cell::new(row as u16, col as u16)),
                    '#' | ' ' | '-' | '_' | '.' | '$' | '*' => {}
                    _ => {
                        return error(format!(
                            "'{}': expected # (wall), . (goal), $ (box), * (box on a goal), @ (player), + \
                             (player on a goal), or a space, - or _ (floor)",
                            symbol.escape_debug()
                        ));
                    }
                }
            }
            let row = word.text.replace(['-', '_'], " ");
            rows.push(row.trim_end().chars().collect::<Vec<char>>());
        }
        let player = player.ok_or_else(|| ParseError::whole("no @ or +: expected one player"))?;
        if rows.len().max(rows.iter().map(Vec::len).max().unwrap_or(0)) > MAX_SIDE {
            let message = format!("expected at most {MAX_SIDE} rows and columns");
            return Err(ParseError::whole(message));
        }
        let mut level = Self { rows, cells: vec![player], neighbors: vec![], goals: vec![] };
        level.find_cells(words)?;
        level.take_pieces(words, player)
    }

    fn symbol(&mut self, cell: Cell) -> Option<&mut char> {
        self.rows.get_mut(usize::from(cell.row))?.get_mut(usize::from(cell.col))
    }

    /// Finds the cells, from the player's, and their neighbors.
    fn find_cells(&mut self, words: &[Word<'_>]) -> Result<(), ParseError> {
        let mut next = 0;
        while let Some(&cell) = self.cells.get(next) {
            next += 1;
            for step in Direction::ALL {
                let neighbor = cell.neighbor(step);
                let Some(&mut symbol) = self.symbol(neighbor) else {
                    let word = words[usize::from(cell.row)];
                    let column = word.column + usize::from(cell.col);
                    let message = "the player can leave the level here: expected a wall around it";
                    return Err(ParseError::at(word.line, column, message));
                };
                if symbol != '#' && !self.cells.contains(&neighbor) {
                    self.cells.push(neighbor);
                }
            }
            if self.cells.len() > MAX_CELLS {
                let message =
                    format!("too large: expected at most {MAX_CELLS} cells inside the walls");
                return Err(ParseError::whole(message));
            }
        }
        self.cells.sort_unstable();
        let number = |cell| self.cells.binary_search(&cell).map_or(NONE, |number| number as u8);
        let neighbors = |cell: &Cell| Direction::ALL.map(|step| number(cell.neighbor(step)));
        self.neighbors = self.cells.iter().map(neighbors).collect();
        Ok(())
    }

    /// Takes the boxes and the player off the cells.
    fn take_pieces(
        mut self,
        words: &[Word<'_>],
        player: Cell,
    ) -> Result<(Self, Vec<u8>, u8), ParseError> {
        let (mut boxes, mut start) = (vec![], 0);
        for (number, cell) in (0..).zip(self.cells.clone()) {
            let Some(symbol) = self.symbol(cell) else { continue };
            let (is_box, is_goal) =
                (matches!(*symbol, '$' | '*'), matches!(*symbol, '.' | '*' | '+'));
            *symbol = if is_goal { '.' } else { ' ' };
            boxes.extend(is_box.then_some(number));
            self.goals.extend(is_goal.then_some(number));
            start = if cell == player { number } else { start };
        }
        for (row, word) in self.rows.iter().zip(words) {
            if let Some(col) = row.iter().position(|&symbol| symbol == '$') {
                let message = "the player can never reach this box: walls enclose it";
                return Err(ParseError::at(word.line, word.column + col, message));
            }
        }
        let (count, goals) = (boxes.len(), self.goals.len());
        if count == 0 || count > goals || goals > MAX_BOXES {
            let boxes = if count == 1 { "1 box" } else { &format!("{count} boxes") };
            let goals = plural(goals as u64, "goal");
            return Err(ParseError::whole(format!(
                "{boxes} and {goals}: expected a box, a goal for each, and at most {MAX_BOXES} goals"
            )));
        }
        Ok((self, boxes, start))
    }

    /// Returns the symbols by row, with boxes and the player.
    pub fn symbols(&self, boxes: impl Iterator<Item = u8>, player: u8) -> Vec<Vec<char>> {
        let mut rows = self.rows.clone();
        let mut put = |number: u8, on_floor, on_goal| {
            let cell = self.cells[usize::from(number)];
            let symbol = &mut rows[usize::from(cell.row)][usize::from(cell.col)];
            *symbol = if *symbol == '.' { on_goal } else { on_floor };
        };
        boxes.for_each(|number| put(number, '$', '*'));
        put(player, '@', '+');
        rows
    }

    pub fn size(&self) -> Size {
        Size { rows: self.rows.len(), cols: self.rows.iter().map(Vec::len).max().unwrap_or(0) }
    }

    /// Returns for every cell the pushes that bring a lone box from there to a goal, or [`NONE`]: the
    /// shortest pulls from the goal.
    pub fn pushes_to(&self, goal: u8) -> Vec<u8> {
        let mut pushes = vec![NONE; self.cells.len()];
        pushes[usize::from(goal)] = 0;
        let mut queue = vec![goal];
        let mut next = 0;
        while let Some(&cell) = queue.get(next) {
            next += 1;
            for step in 0..4 {
                let to = self.neighbors[usize::from(cell)][step];
                // The player stands behind the box.
                if to != NONE
                    && self.neighbors[usize::from(to)][step] != NONE
                    && pushes[usize::from(to)] == NONE
                {
                    pushes[usize::from(to)] = pushes[usize::from(cell)] + 1;
                    queue.push(to);
                }
            }
        }
        pushes
    }
}
