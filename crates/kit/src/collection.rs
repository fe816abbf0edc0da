//! Collections: texts with many instances, and what is published about each.
//!
//! Most collections have one instance per line, which [`lines`] reads. A puzzle reads the formats of its own
//! field itself: see [`Puzzle::collection`](crate::puzzle::Puzzle::collection).

use crate::text::{ParseError, Word};

/// An instance of a collection.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The line where it begins, counted from 1.
    pub line: usize,
    /// Its name or number, if the collection has one.
    pub name: Option<String>,
    /// Its text; if it is empty, the text is in a file.
    pub text: String,
    /// The name of the file with its text.
    pub file: Option<String>,
    /// The columns and rows of the map in that file, as the collection states them.
    pub map_size: Option<(u16, u16)>,
    /// Parameters that belong to it.
    pub parameters: Vec<(String, String)>,
    /// The published cost or length of an optimal plan.
    pub published: Option<f64>,
}

/// The instances of a collection, or what is wrong with its text.
pub type Rows = Result<Vec<Row>, ParseError>;

/// How a line of a collection looks.
pub const LINE_FORMAT: &str = "a line is an instance, or NAME<TAB>INSTANCE<TAB>OPTIMUM, where an optimum of \
                               ? is unknown";

/// Returns whether a line is blank or a comment.
#[must_use]
pub fn is_skipped(line: &str) -> bool {
    let line = line.trim();
    // A # without a space is a wall of a map.
    line.is_empty() || line == "#" || line.starts_with("# ")
}

/// The words around the instances of lines without tabs. All lines of a file have the same layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    name: bool,
    optimum: bool,
}

/// Every layout, the plainest first.
const LAYOUTS: [Layout; 4] = [
    Layout { name: false, optimum: false },
    Layout { name: false, optimum: true },
    Layout { name: true, optimum: false },
    Layout { name: true, optimum: true },
];

/// Why a line does not fit a layout.
struct Misfit {
    error: ParseError,
    /// Whether the line has an instance, but no valid optimum.
    has_instance: bool,
}

/// Reads one instance per line. Blank lines are skipped, and so are comments: lines that begin with `# ` and
/// are not instances.
///
/// Columns are separated by tabs: a name or number, the instance, the published optimum, and a name or
/// number if none came first; all but the instance are optional. The instance is the column that `check`
/// accepts; of several, the one with the most words. A line of more single words, or without such a column,
/// is one instance.
///
/// Without tabs, the first word of every line is its name, or the last one its published optimum, or both,
/// or neither: the one layout that fits all lines. Of several, the one whose instances have the same number
/// of words, and distinct names, is chosen.
///
/// # Errors
/// The first line without an instance, and what is wrong with it; or that several layouts fit.
pub fn lines(text: &str, check: impl Fn(&str) -> Result<(), ParseError>) -> Rows {
    // To a puzzle that reads comments, a comment is an empty text.
    let has_comments = check("").is_ok();
    let is_board = |line: &str| {
        let without_optimum = line.trim_end().rsplit_once(' ').map(|(instance, _)| instance);
        !has_comments && (check(line).is_ok() || without_optimum.is_some_and(|i| check(i).is_ok()))
    };
    let is_sharp = |line: &str| line.trim().starts_with("# ");
    let lines = (1..).zip(text.lines()).map(|(line, text)| Word { text, line, column: 1 });
    let lines =
        lines.filter(|line| !is_skipped(line.text) || is_sharp(line.text) && is_board(line.text));
    let lines: Vec<Word> = lines.collect();
    let plain: Vec<Word> = lines.iter().copied().filter(|line| !line.text.contains('\t')).collect();
    let layout = if plain.is_empty() { LAYOUTS[0] } else { layout_of(&plain, &check)? };
    let row = |line: &Word| {
        if line.text.contains('\t') {
            return of_columns(*line, &check);
        }
        of_words(*line, layout, &check).map_err(|misfit| misfit.error)
    };
    lines.iter().map(row).collect()
}

/// Reads a line with tabs.
fn of_columns(
    line: Word,
    check: impl Fn(&str) -> Result<(), ParseError>,
) -> Result<Row, ParseError> {
    /// A line has a name, the instance, the optimum, or the name after these.
    const MOST: usize = 4;
    let columns: Vec<Word> = line.parts(line.text.split('\t')).collect();
    let words = |column: &Word| column.text.split_whitespace().count();
    let is_filled = |column: &&Word| words(column) > 0;
    let are_single = columns.iter().all(|column| words(column) <= 1);
    let is_one = || check(line.text).is_ok();
    let whole =
        || Ok(Row { line: line.line, text: line.text.trim_end().to_owned(), ..Row::default() });
    if are_single && columns.iter().filter(is_filled).count() > MOST && is_one() {
        return whole();
    }
    let size = |&at: &usize| (words(&columns[at]), columns[at].text.trim().len(), usize::MAX - at);
    let is_instance = |&at: &usize| is_filled(&&columns[at]) && check(columns[at].text).is_ok();
    let Some(at) = (0..columns.len()).filter(is_instance).max_by_key(size) else {
        if is_one() {
            return whole();
        }
        let longest = (0..columns.len()).max_by_key(size).unwrap_or(0);
        let error = check(columns[longest].text).err();
        let error = error.unwrap_or_else(|| ParseError::whole("expected an instance"));
        return Err(moved(error, columns[longest]));
    };
    let instance = columns[at];
    let named = |columns: &[Word]| {
        let words = columns.iter().map(|column| column.text.trim()).filter(|text| !text.is_empty());
        Some(words.collect::<Vec<_>>().join(" ")).filter(|name| !name.is_empty())
    };
    let after = &columns[at + 1..];
    let published = after.first().filter(is_filled);
    let rest = after.get(1..).unwrap_or_default();
    Ok(Row {
        line: instance.line,
        name: named(&columns[..at]).or_else(|| named(rest)),
        text: instance.text.trim_end().to_owned(),
        published: published.map_or(Ok(None), optimum)?,
        ..Row::default()
    })
}

/// Reads a line without tabs.
fn of_words(
    line: Word,
    layout: Layout,
    check: impl Fn(&str) -> Result<(), ParseError>,
) -> Result<Row, Misfit> {
    let words: Vec<Word> = line.parts(line.text.split_whitespace()).collect();
    let (first, last) = (usize::from(layout.name), words.len() - usize::from(layout.optimum));
    let misfit = |error| Misfit { error, has_instance: false };
    if first >= last {
        return Err(misfit(line.error(format!("expected {}", layout.columns()))));
    }
    let offset = |text: &str| text.as_ptr() as usize - line.text.as_ptr() as usize;
    // Spaces at the beginning belong to the first row of a map.
    let start = if first == 0 { line } else { words[first] };
    let end = offset(words[last - 1].text) + words[last - 1].text.len();
    let instance = Word { text: &line.text[offset(start.text)..end], ..start };
    check(instance.text).map_err(|error| misfit(moved(error, instance)))?;
    let published = words.get(last).map_or(Ok(None), optimum);
    Ok(Row {
        line: line.line,
        name: layout.name.then(|| words[0].text.to_owned()),
        text: instance.text.to_owned(),
        published: published.map_err(|error| Misfit { error, has_instance: true })?,
        ..Row::default()
    })
}

impl Layout {
    /// Returns the columns of a line.
    fn columns(self) -> &'static str {
        match (self.name, self.optimum) {
            (false, false) => "INSTANCE",
            (false, true) => "INSTANCE OPTIMUM",
            (true, false) => "NAME INSTANCE",
            (true, true) => "NAME INSTANCE OPTIMUM",
        }
    }
}

/// Returns the layout of all lines without tabs.
fn layout_of(
    lines: &[Word],
    check: impl Fn(&str) -> Result<(), ParseError>,
) -> Result<Layout, ParseError> {
    let mut fitting: Vec<(Layout, Vec<Row>)> = LAYOUTS.map(|layout| (layout, vec![])).into();
    for line in lines {
        fitting.retain_mut(|(layout, rows)| {
            of_words(*line, *layout, &check).map(|row| rows.push(row)).is_ok()
        });
    }
    if fitting.is_empty() {
        return Err(misfit(lines, check));
    }
    let size = |row: &Row| {
        let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '/');
        row.text.split(separates).filter(|word| !word.is_empty()).count()
    };
    let are_equal = |rows: &[Row]| rows.iter().all(|row| size(row) == size(&rows[0]));
    let have_names = |rows: &[Row]| {
        let mut names: Vec<_> = rows.iter().filter_map(|row| row.name.as_deref()).collect();
        names.sort_unstable();
        names.windows(2).all(|pair| pair[0] != pair[1])
    };
    retain_likely(&mut fitting, have_names);
    retain_likely(&mut fitting, are_equal);
    if let [(layout, _)] = fitting[..] {
        return Ok(layout);
    }
    let columns: Vec<_> = fitting.iter().map(|(layout, _)| layout.columns()).collect();
    Err(lines[0].error(format!(
        "ambiguous: all lines can be read as {}: separate the columns by tabs, or end each line with a tab \
         if it is only an instance",
        columns.join(" or as ")
    )))
}

/// Keeps the layouts whose rows are likely, unless none is.
fn retain_likely(fitting: &mut Vec<(Layout, Vec<Row>)>, is_likely: impl Fn(&[Row]) -> bool) {
    if fitting.iter().any(|(_, rows)| is_likely(rows)) {
        fitting.retain(|(_, rows)| is_likely(rows));
    }
}

/// Returns the error of the first line that does not fit the layout of most lines.
fn misfit(lines: &[Word], check: impl Fn(&str) -> Result<(), ParseError>) -> ParseError {
    let fits = |layout| {
        let of_line = |line: &Word| match of_words(*line, layout, &check) {
            Ok(_) => 2,
            Err(misfit) => usize::from(misfit.has_instance),
        };
        lines.iter().map(of_line).sum::<usize>()
    };
    // The first of several.
    let best = LAYOUTS.into_iter().rev().max_by_key(|&layout| fits(layout)).unwrap_or(LAYOUTS[0]);
    let read = |line: &Word| of_words(*line, best, &check);
    let wrong = lines.iter().find_map(|line| read(line).err().map(|misfit| misfit.error));
    let wrong = wrong.unwrap_or_else(|| ParseError::whole("expected an instance"));
    match lines.iter().find(|line| read(line).is_ok()) {
        Some(model) if best != LAYOUTS[0] => {
            let message = format!(
                "{}; expected {}, as in line {}",
                wrong.message,
                best.columns(),
                model.line
            );
            ParseError { message, ..wrong }
        }
        _ => wrong,
    }
}

/// Reads a published cost or length; `None` if it is unknown: `?`, `-` or `unknown`.
///
/// # Errors
/// If it is not a number, or negative.
pub fn optimum(word: &Word) -> Result<Option<f64>, ParseError> {
    let number = Word { text: word.text.trim(), ..*word };
    if matches!(number.text, "?" | "-" | "unknown") {
        return Ok(None);
    }
    let value: f64 = number.number("the published cost of an optimal plan, or ?")?;
    let wrong = || number.error(format!("'{}': expected a cost of at least 0", number.text));
    if value.is_finite() && value >= 0.0 { Ok(Some(value)) } else { Err(wrong()) }
}

/// Returns an error of an instance at its place in the collection.
fn moved(error: ParseError, instance: Word) -> ParseError {
    let column = if error.line == 1 && error.column > 0 { error.column - 1 } else { 0 };
    ParseError::at(instance.line, instance.column + column, error.message)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accepts the numbers 1, 2 and 3 in any order.
    fn check(text: &str) -> Result<(), ParseError> {
        let numbers: Vec<_> = text.split_whitespace().collect();
        match numbers.iter().position(|word| word.parse::<u8>().is_err()) {
            Some(at) => Err(ParseError::at(1, 2 * at + 1, "expected a number")),
            None if numbers.len() == 3 => ["1", "2", "3"]
                .iter()
                .all(|number| numbers.contains(number))
                .then_some(())
                .ok_or_else(|| ParseError::whole("expected 1, 2 and 3")),
            None => Err(ParseError::whole("expected three numbers")),
        }
    }

    fn row(line: usize, name: Option<&str>, published: Option<f64>) -> Row {
        let (name, text) = (name.map(str::to_owned), "3 1 2".to_owned());
        Row { line, name, text, published, ..Row::default() }
    }

    #[test]
    fn columns_may_be_separated_by_tabs() {
        let text = "# three numbers\n3 1 2\n\n3 1 2\t7\t25\na b\t3 1 2\t\r\n25\t3 1 2\t7\tx\n\
                    a longer name\t3 1 2\t?\n3\t1\t2\n";
        let expected = [
            row(2, None, None),
            row(4, Some("25"), Some(7.0)),
            row(5, Some("a b"), None),
            row(6, Some("25"), Some(7.0)),
            row(7, Some("a longer name"), None),
            Row { text: "3\t1\t2".to_owned(), ..row(8, None, None) },
        ];
        assert_eq!(lines(text, check).unwrap(), expected);
        assert_eq!(lines("", check).unwrap(), []);
    }

    #[test]
    fn the_first_and_the_last_word_of_all_lines_may_be_columns() {
        for (text, name, published) in [
            ("3 1 2\n", None, None),
            ("3 1 2 7\n", None, Some(7.0)),
            ("3 1 2 unknown\n", None, None),
            ("x7 3 1 2\n", Some("x7"), None),
            ("#4 3 1 2 2.5\n", Some("#4"), Some(2.5)),
            ("x 3 1 2 -\n", Some("x"), None),
        ] {
            assert_eq!(lines(text, check).unwrap(), [row(1, name, published)], "{text}");
        }
        let spaces = Row { text: " 3 1 2".to_owned(), ..row(1, None, Some(7.0)) };
        assert_eq!(lines(" 3 1 2 7", check).unwrap(), [spaces]);
        // A third column cannot be a name here and an optimum there.
        let error = lines("1 3 1 2 7\n2 3 1 2 7\n3 1 2\n", check).unwrap_err().to_string();
        let expected = "line 3, column 3: expected three numbers; expected NAME INSTANCE OPTIMUM, as in \
                        line 1";
        assert_eq!(error, expected);
    }

    /// Accepts a permutation, such as a stack of pancakes.
    fn permutation(text: &str) -> Result<(), ParseError> {
        let mut numbers: Vec<usize> =
            text.split_whitespace().filter_map(|w| w.parse().ok()).collect();
        numbers.sort_unstable();
        let is_valid =
            !numbers.is_empty() && numbers.into_iter().eq(1..=text.split_whitespace().count());
        is_valid.then_some(()).ok_or_else(|| ParseError::whole("expected a permutation"))
    }

    #[test]
    fn all_lines_of_a_file_have_one_layout() {
        let texts = |text: &str| {
            let rows = lines(text, permutation).map_err(|error| error.message);
            rows.map(|rows| rows.into_iter().map(|row| row.text).collect::<Vec<_>>())
        };
        // Of the second line alone, both 6 1 2 3 4 5 and 1 2 3 4 5 could be the instance.
        let text = "1 2 1 3 4 5 1\n6 1 2 3 4 5 0\n";
        assert_eq!(texts(text).unwrap(), ["2 1 3 4 5", "1 2 3 4 5"]);
        // The ninth entry of a numbered list is also a permutation of 9.
        let list: Vec<_> = (1..=9).map(|number| format!("{number} 2 1 8 4 5 6 7 3")).collect();
        assert_eq!(texts(&list.join("\n")).unwrap(), ["2 1 8 4 5 6 7 3"; 9]);
        // Names are distinct.
        assert_eq!(texts("4 2 1 3\n4 1 2 3\n").unwrap(), ["4 2 1 3", "4 1 2 3"]);
        let error = texts("4 2 1 3\n").unwrap_err();
        assert!(
            error.starts_with("ambiguous: all lines can be read as INSTANCE or as "),
            "{error}"
        );
        assert_eq!(texts("4 2 1 3\t\n").unwrap(), ["4 2 1 3"]);
        assert_eq!(texts("4\t2 1 3\n").unwrap(), ["2 1 3"]);
    }

    #[test]
    fn a_comment_is_not_an_instance() {
        let check = |text: &str| match text {
            "# B. / #AA" | "#AA" => Ok(()),
            _ => Err(ParseError::whole("expected a board")),
        };
        let rows = lines("# a comment\n#\n# B. / #AA\n#AA\n", check).unwrap();
        assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [3, 4]);
        let rows = lines("# B. / #AA 5\n# 5 boards\n", check).unwrap();
        assert_eq!(rows.iter().map(|row| row.published).collect::<Vec<_>>(), [Some(5.0)]);
    }

    #[test]
    fn errors_name_line_and_column() {
        for (text, place) in [
            ("3 1 2\n3 x 2", "line 2, column 3: expected a number"),
            ("1 2", "line 1, column 1: expected three numbers"),
            ("a\t3 x 2\t5", "line 1, column 5: expected a number"),
            (
                "3 1 2\tx",
                "line 1, column 7: 'x': expected the published cost of an optimal plan, or ?",
            ),
            (
                "3 1 2 x",
                "line 1, column 7: 'x': expected the published cost of an optimal plan, or ?",
            ),
            ("3 1 2\t-1", "line 1, column 7: '-1': expected a cost of at least 0"),
            ("x", "line 1, column 1: expected a number"),
        ] {
            assert_eq!(lines(text, check).unwrap_err().to_string(), place, "{text:?}");
        }
    }
}
