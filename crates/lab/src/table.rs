//! Tables that print as aligned text, markdown, CSV and HTML.

use crate::units::{count, decimal};
use heureka_kit::draw::{Escaped, text_width};
use std::fmt::Write;

/// The value of a cell. Text groups the digits of numbers; CSV does not.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// No value.
    Empty,
    /// A text, aligned left.
    Text(String),
    /// An integer.
    Whole(u64),
    /// A number and the number of decimals to print.
    Real(f64, usize),
    /// A lower bound: the run was stopped at this value.
    AtLeast(u64),
    /// A number with its unit, such as `1.5 ms`, or a word in place of a number; aligned right.
    Word(String),
}

impl Cell {
    /// Returns a number with this many decimals, or an empty cell.
    #[must_use]
    pub fn real(number: Option<f64>, decimals: usize) -> Self {
        number.map_or(Self::Empty, |number| Self::Real(number, decimals))
    }

    /// Returns the cell for people.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Empty => "–".to_owned(),
            Self::Text(text) | Self::Word(text) => text.clone(),
            Self::Whole(number) => count(*number),
            Self::Real(number, decimals) => decimal(*number, *decimals),
            Self::AtLeast(number) => format!("≥ {}", count(*number)),
        }
    }

    /// Returns the cell for programs: numbers without grouping.
    fn bare(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) | Self::Word(text) => text.clone(),
            Self::Whole(number) | Self::AtLeast(number) => number.to_string(),
            Self::Real(number, _) if !number.is_finite() => String::new(),
            Self::Real(number, decimals) => format!("{number:.decimals$}"),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

macro_rules! from_integers {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Cell {
            fn from(number: $integer) -> Self {
                Self::Whole(number as u64)
            }
        }
    )*};
}
from_integers!(u64, u32, usize);

impl<C: Into<Cell>> From<Option<C>> for Cell {
    fn from(cell: Option<C>) -> Self {
        cell.map_or(Self::Empty, Into::into)
    }
}

/// Rows of cells under named columns.
///
/// ```
/// use heureka_lab::Table;
/// let mut table = Table::new(["board", "expanded"]);
/// table.row(["4x4".into(), 1234u64.into()]);
/// assert_eq!(table.text(), "board  expanded\n4x4       1,234\n");
/// assert_eq!(table.csv(), "board,expanded\n4x4,1234\n");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Creates a table without rows.
    pub fn new<T: Into<String>>(columns: impl IntoIterator<Item = T>) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), rows: vec![] }
    }

    /// Adds a row; missing cells are empty.
    ///
    /// # Panics
    /// Panics if the row has more cells than the table has columns.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let mut cells: Vec<_> = cells.into_iter().collect();
        let fits = cells.len() <= self.columns.len();
        assert!(fits, "the row has more cells than the table has columns");
        cells.resize(self.columns.len(), Cell::Empty);
        self.rows.push(cells);
    }

    /// Returns the names of the columns.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Returns the rows, each with one cell per column.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// Returns for each column whether it contains only numbers, which are aligned right.
    fn numeric(&self) -> Vec<bool> {
        let is_numeric = |column: usize| {
            let mut cells = self.rows.iter().map(|row| &row[column]).peekable();
            cells.peek().is_some() && cells.all(|cell| !matches!(cell, Cell::Text(_)))
        };
        (0..self.columns.len()).map(is_numeric).collect()
    }

    /// Estimates the width on paper relative to the font size. Column names break between words, cells
    /// do not.
    pub(crate) fn relative_width(&self) -> f64 {
        const PADDING: f64 = 1.0;
        const BOLD: f64 = 1.2;
        let width = |text: &str| text_width(text, 1.0);
        let columns = self.columns.iter().enumerate().map(|(column, name)| {
            let words = name.split_whitespace().map(|word| BOLD * width(word)).fold(0.0, f64::max);
            let cells = self.rows.iter().map(|row| width(&row[column].text()));
            PADDING + cells.fold(words, f64::max)
        });
        columns.sum()
    }

    /// Returns the cells as text, headed by the column names and padded to equal widths.
    fn padded(&self, min_width: usize, escape: fn(String) -> String) -> Vec<Vec<String>> {
        let rows = self.rows.iter().map(|row| row.iter().map(|cell| escape(cell.text())).collect());
        let names = self.columns.iter().cloned().map(escape).collect();
        let mut rows: Vec<Vec<String>> = std::iter::once(names).chain(rows).collect();
        for (column, numeric) in self.numeric().into_iter().enumerate() {
            let width = rows.iter().map(|row| row[column].chars().count()).max();
            let width = width.unwrap_or(0).max(min_width);
            for row in &mut rows {
                let cell = &row[column];
                row[column] =
                    if numeric { format!("{cell:>width$}") } else { format!("{cell:<width$}") };
            }
        }
        rows
    }

    /// Returns aligned text, one line per row.
    #[must_use]
    pub fn text(&self) -> String {
        let rows = self.padded(0, |cell| cell);
        rows.iter().map(|row| row.join("  ").trim_end().to_owned() + "\n").collect()
    }

    /// Returns a markdown table whose source is aligned, too.
    #[must_use]
    pub fn markdown(&self) -> String {
        let escape: fn(String) -> String =
            |cell| cell.replace('\\', "\\\\").replace('|', "\\|").replace('\n', " ");
        let rows = self.padded(3, escape);
        let rule = rows[0].iter().zip(self.numeric()).map(|(cell, numeric)| {
            let dashes = "-".repeat(cell.chars().count());
            format!("|-{dashes}{}", if numeric { ':' } else { '-' })
        });
        let rule = rule.collect::<String>() + "|\n";
        let mut lines: Vec<_> =
            rows.iter().map(|row| format!("| {} |\n", row.join(" | "))).collect();
        lines.insert(1, rule);
        lines.concat()
    }

    /// Returns comma-separated values (RFC 4180, but lines end with a line feed).
    #[must_use]
    pub fn csv(&self) -> String {
        let quote = |cell: String| {
            let special = cell.contains([',', '"', '\n', '\r']) || cell.trim() != cell;
            if special { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
        };
        let rows = self.rows.iter().map(|row| row.iter().map(Cell::bare).collect());
        let lines = std::iter::once(self.columns.clone()).chain(rows);
        let line = |cells: Vec<_>| cells.into_iter().map(quote).collect::<Vec<_>>().join(",");
        lines.map(|cells| line(cells) + "\n").collect()
    }

    /// Returns an HTML table.
    #[must_use]
    pub fn html(&self) -> String {
        let numeric = self.numeric();
        let class = |column: usize| if numeric[column] { " class=\"number\"" } else { "" };
        let mut html = "<table>\n<thead><tr>".to_owned();
        for (column, name) in self.columns.iter().enumerate() {
            let _ = write!(html, "<th scope=\"col\"{}>{}</th>", class(column), Escaped(name));
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            html.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                let _ = write!(html, "<td{}>{}</td>", class(column), Escaped(&cell.text()));
            }
            html.push_str("</tr>\n");
        }
        html + "</tbody>\n</table>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(["what", "how many", "share"]);
        table.row(["a|b \"c\", d".into(), 12_345u64.into(), Cell::Real(0.5, 2)]);
        table.row(["<i>".into(), Cell::AtLeast(7)]);
        table
    }

    #[test]
    fn aligns_text_and_escapes_other_formats() {
        let text = "what        how many  share\n\
                    a|b \"c\", d    12,345   0.50\n\
                    <i>              ≥ 7      –\n";
        assert_eq!(table().text(), text);
        let markdown = table().markdown();
        assert!(markdown.contains("| a\\|b \"c\", d |"), "{markdown}");
        assert!(markdown.lines().nth(1).unwrap().ends_with("-:|"), "{markdown}");
        let widths: Vec<_> = markdown.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{markdown}");
        assert_eq!(table().csv(), "what,how many,share\n\"a|b \"\"c\"\", d\",12345,0.50\n<i>,7,\n");
        let html = table().html();
        assert!(html.contains("<td>&lt;i&gt;</td>"), "{html}");
        assert!(html.contains("<td class=\"number\">12,345</td>"), "{html}");
        let empty = Table::new(["a", "b"]);
        assert_eq!((empty.text().as_str(), empty.csv().as_str()), ("a  b\n", "a,b\n"));
    }
}
