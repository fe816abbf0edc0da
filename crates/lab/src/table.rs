//! Tables: one set of cells, printed as aligned text, as markdown, as CSV or as HTML.

use crate::number::{count, decimal};
use heureka_kit::draw::Escaped;
use std::fmt::Write;

/// What stands in a cell. Numbers know that they are, so that CSV gets them bare and text grouped.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing is known.
    Empty,
    /// A text.
    Text(String),
    /// A whole number.
    Whole(u64),
    /// A number and how many decimals to print.
    Real(f64, usize),
    /// A lower bound: something was stopped when it had come this far.
    AtLeast(u64),
    /// A number in words, such as `1.5 ms`, or a word in place of one; it is set as numbers are.
    Word(String),
}

impl Cell {
    /// The cell for people.
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

    /// The cell for programs: numbers without groups, nothing where nothing is known.
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

impl From<u64> for Cell {
    fn from(number: u64) -> Self {
        Self::Whole(number)
    }
}

impl From<u32> for Cell {
    fn from(number: u32) -> Self {
        Self::Whole(u64::from(number))
    }
}

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
pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table with these columns and no rows.
    #[must_use]
    pub fn new<T: Into<String>>(columns: impl IntoIterator<Item = T>) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), rows: vec![] }
    }

    /// Adds a row. What is missing at its end is empty.
    ///
    /// # Panics
    /// If the row has more cells than the table has columns.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        let mut cells: Vec<_> = cells.into_iter().collect();
        assert!(cells.len() <= self.columns.len(), "a row has more cells than there are columns");
        cells.resize(self.columns.len(), Cell::Empty);
        self.rows.push(cells);
    }

    /// The names of the columns.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The rows, each as long as there are columns.
    #[must_use]
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// Which columns hold numbers and no text, so that they are set to the right.
    fn numeric(&self) -> Vec<bool> {
        let is_numeric = |column: usize| {
            let mut cells = self.rows.iter().map(|row| &row[column]).peekable();
            cells.peek().is_some() && cells.all(|cell| !matches!(cell, Cell::Text(_)))
        };
        (0..self.columns.len()).map(is_numeric).collect()
    }

    /// The cells as text, the columns' names first, and how wide each column is.
    fn laid_out(&self) -> (Vec<Vec<String>>, Vec<usize>) {
        let rows = self.rows.iter().map(|row| row.iter().map(Cell::text).collect());
        let rows: Vec<Vec<String>> = std::iter::once(self.columns.clone()).chain(rows).collect();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let widths = (0..self.columns.len()).map(|column| width(column).unwrap_or(0)).collect();
        (rows, widths)
    }

    /// Aligned text, one line a row.
    #[must_use]
    pub fn text(&self) -> String {
        let (rows, widths) = self.laid_out();
        let numeric = self.numeric();
        let mut text = String::new();
        for row in rows {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let gap = if column > 0 { "  " } else { "" };
                let _ = if numeric[column] {
                    write!(line, "{gap}{cell:>width$}")
                } else {
                    write!(line, "{gap}{cell:<width$}")
                };
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// A markdown table, aligned as text too.
    #[must_use]
    pub fn markdown(&self) -> String {
        let escaped =
            |cell: &str| cell.replace('\\', "\\\\").replace('|', "\\|").replace('\n', " ");
        let (rows, _) = self.laid_out();
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|cell| escaped(cell)).collect()).collect();
        let width =
            |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> =
            (0..self.columns.len()).map(|column| width(column).max(3)).collect();
        let numeric = self.numeric();
        let mut text = String::new();
        for (i, row) in rows.iter().enumerate() {
            for (column, cell) in row.iter().enumerate() {
                let width = widths[column];
                let _ = if numeric[column] {
                    write!(text, "| {cell:>width$} ")
                } else {
                    write!(text, "| {cell:<width$} ")
                };
            }
            text.push_str("|\n");
            if i == 0 {
                for column in 0..row.len() {
                    let dashes = "-".repeat(widths[column]);
                    let right = if numeric[column] { ':' } else { '-' };
                    let _ = write!(text, "|-{dashes}{right}");
                }
                text.push_str("|\n");
            }
        }
        text
    }

    /// Comma-separated values as RFC 4180 has them, but with line feeds alone.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = String::new();
        let mut line = |cells: &mut dyn Iterator<Item = String>| {
            for (i, cell) in cells.enumerate() {
                if i > 0 {
                    text.push(',');
                }
                if cell.contains([',', '"', '\n', '\r']) || cell.trim() != cell {
                    let _ = write!(text, "\"{}\"", cell.replace('"', "\"\""));
                } else {
                    text.push_str(&cell);
                }
            }
            text.push('\n');
        };
        line(&mut self.columns.iter().cloned());
        for row in &self.rows {
            line(&mut row.iter().map(Cell::bare));
        }
        text
    }

    /// An HTML table.
    #[must_use]
    pub fn html(&self) -> String {
        let mut html = String::from("<table>\n<thead><tr>");
        let numeric = self.numeric();
        let class = |column: usize| if numeric[column] { " class=\"number\"" } else { "" };
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
        html.push_str("</tbody>\n</table>\n");
        html
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
    fn text_is_aligned() {
        let text = "what        how many  share\n\
                    a|b \"c\", d    12,345   0.50\n\
                    <i>              ≥ 7      –\n";
        assert_eq!(table().text(), text);
    }

    #[test]
    fn markdown_and_csv_quote_what_they_must() {
        let markdown = table().markdown();
        assert!(markdown.contains("| a\\|b \"c\", d |"), "{markdown}");
        assert!(markdown.lines().nth(1).unwrap().ends_with("-:|"), "{markdown}");
        let widths: Vec<_> = markdown.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{markdown}");
        assert_eq!(table().csv(), "what,how many,share\n\"a|b \"\"c\"\", d\",12345,0.50\n<i>,7,\n");
    }

    #[test]
    fn html_is_escaped() {
        let html = table().html();
        assert!(html.contains("<td>&lt;i&gt;</td>"), "{html}");
        assert!(html.contains("<td class=\"number\">12,345</td>"), "{html}");
    }

    #[test]
    fn a_table_without_rows_prints() {
        let empty = Table::new(["a", "b"]);
        assert_eq!((empty.text().as_str(), empty.csv().as_str()), ("a  b\n", "a,b\n"));
    }
}
