//! The definition of a graph: nodes, arcs, estimates, start and goals, as text.

use heureka_core::{Cost, DEAD_END};
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::{ParseError, Word, rows_without_comments};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The highest cost of an arc and the highest estimate.
const MAX_COST: Cost = 1_000_000;
/// The longest name, in characters.
const MAX_NAME: usize = 40;

/// An arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc {
    /// The node that it leaves.
    pub from: u32,
    /// The node that it enters.
    pub to: u32,
    /// The cost.
    pub cost: Cost,
    /// Whether it leads in both directions.
    pub both_ways: bool,
}

/// The definition of a graph. Nodes are numbered in the order of their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The names, sorted.
    pub names: Vec<String>,
    /// The arcs in the order of the text.
    pub arcs: Vec<Arc>,
    /// The given estimates.
    pub h: Vec<Option<Cost>>,
    /// The start.
    pub start: u32,
    /// The goals.
    pub goals: Vec<u32>,
}

/// The meaning of the rows below a heading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    Arcs { both_ways: bool },
    Estimates,
}

/// The part of a definition that has been read. Nodes are numbered as they appear.
#[derive(Default)]
struct Reader<'t> {
    names: BTreeMap<&'t str, u32>,
    arcs: Vec<Arc>,
    h: BTreeMap<u32, Cost>,
    start: Option<u32>,
    goals: Vec<u32>,
    /// The same goals, to find duplicates.
    known_goals: BTreeSet<u32>,
    rows: Option<Rows>,
}

const STATEMENTS: &str = "expected 'A -> B 3' or 'A -- B 3' (an arc in one or both directions and its \
                          cost), 'start A', 'goal B', 'h A 5' or a heading: 'from,to,cost', \
                          'between,and,cost' or 'node,h'";

impl<'t> Reader<'t> {
    fn node(&mut self, name: Word<'t>) -> Result<u32, ParseError> {
        if name.text.contains(char::is_whitespace) {
            return Err(name.error("whitespace in a name: write A_B instead of A B"));
        }
        if name.text.chars().count() > MAX_NAME {
            return Err(
                name.error(format!("name too long: expected at most {MAX_NAME} characters"))
            );
        }
        if matches!(name.text, "->" | "--" | "") {
            return Err(name.error("expected a node name"));
        }
        let number = self.names.len() as u32;
        Ok(*self.names.entry(name.text).or_insert(number))
    }

    fn number(word: Word<'_>, what: &str) -> Result<Cost, ParseError> {
        let number = word.text.parse().ok().filter(|&number: &Cost| number <= MAX_COST);
        number.ok_or_else(|| {
            word.error(format!("'{}': expected {what}, from 0 to {MAX_COST}", word.text))
        })
    }

    fn arc(
        &mut self,
        from: Word<'t>,
        to: Word<'t>,
        cost: Option<&Word<'t>>,
        both_ways: bool,
    ) -> Result<(), ParseError> {
        let (from, to) = (self.node(from)?, self.node(to)?);
        let cost = cost.map_or(Ok(1), |&word| Self::number(word, "a cost"))?;
        self.arcs.push(Arc { from, to, cost, both_ways });
        Ok(())
    }

    fn set_h(&mut self, name: Word<'t>, value: Word<'t>) -> Result<(), ParseError> {
        let node = self.node(name)?;
        let h = match value.text {
            "inf" => DEAD_END,
            _ => Self::number(value, "an estimate, or inf for a dead end")?,
        };
        match self.h.insert(node, h) {
            None => Ok(()),
            Some(_) => Err(name.error(format!("duplicate estimate of {}", name.text))),
        }
    }

    /// Reads one statement, heading or row.
    fn statement(&mut self, words: &[Word<'t>]) -> Result<(), ParseError> {
        let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
        let heading = match texts[..] {
            ["from", "to"] | ["from", "to", "cost"] => Some(Rows::Arcs { both_ways: false }),
            ["between", "and"] | ["between", "and", "cost"] => Some(Rows::Arcs { both_ways: true }),
            ["node", "h"] => Some(Rows::Estimates),
            _ => None,
        };
        if heading.is_some() {
            self.rows = heading;
            return Ok(());
        }
        match texts[..] {
            [] => Ok(()),
            [_, symbol @ ("->" | "--"), _] | [_, symbol @ ("->" | "--"), _, _] => {
                self.rows = None;
                self.arc(words[0], words[2], words.get(3), symbol == "--")
            }
            ["start", _] if self.start.is_some() => Err(words[1].error("duplicate start")),
            ["start", _] => {
                self.start = Some(self.node(words[1])?);
                Ok(())
            }
            ["goal", _, ..] => words[1..].iter().try_for_each(|&name| {
                let node = self.node(name)?;
                if self.known_goals.insert(node) {
                    self.goals.push(node);
                }
                Ok(())
            }),
            ["h", _, _] if self.rows.is_none() => self.set_h(words[1], words[2]),
            [_, _] | [_, _, _] => match self.rows {
                Some(Rows::Arcs { both_ways }) => {
                    self.arc(words[0], words[1], words.get(2), both_ways)
                }
                Some(Rows::Estimates) if words.len() == 2 => self.set_h(words[0], words[1]),
                _ => Err(words[0].error(STATEMENTS)),
            },
            _ => Err(words[0].error(STATEMENTS)),
        }
    }

    /// Returns the definition, its nodes numbered in the order of their names.
    fn definition(self) -> Result<Definition, ParseError> {
        let start = self.start.ok_or_else(|| {
            ParseError::whole("no start: write 'start A' or set the parameter start=A")
        })?;
        if self.goals.is_empty() {
            return Err(ParseError::whole("no goal: write 'goal A' or set the parameter goal=A"));
        }
        let mut sorted = vec![0; self.names.len()];
        let mut names = vec![];
        for (number, (name, &read)) in self.names.iter().enumerate() {
            sorted[read as usize] = number as u32;
            names.push((*name).to_owned());
        }
        let mut h = vec![None; names.len()];
        for (&node, &value) in &self.h {
            h[sorted[node as usize] as usize] = Some(value);
        }
        let renumbered = |node: u32| sorted[node as usize];
        let arcs = self.arcs.iter();
        let arcs =
            arcs.map(|arc| Arc { from: renumbered(arc.from), to: renumbered(arc.to), ..*arc });
        let goals = self.goals.iter().map(|&goal| renumbered(goal)).collect();
        let definition =
            Definition { names, arcs: arcs.collect(), h, start: renumbered(start), goals };
        let max_cost = definition.arcs.iter().map(|arc| arc.cost).max().unwrap_or(0);
        if u64::from(max_cost) * definition.names.len() as u64 >= u64::from(DEAD_END) {
            return Err(ParseError::whole(format!(
                "a path over {} nodes with an arc of cost {max_cost} may cost more than {}: use \
                 smaller costs",
                definition.names.len(),
                DEAD_END - 1
            )));
        }
        Ok(definition)
    }
}

/// Returns the words of a statement: separated by commas if there are any, otherwise by spaces.
fn words_of(statement: Word<'_>) -> Vec<Word<'_>> {
    let text = statement.text;
    if text.contains(',') {
        let mut words: Vec<_> = statement.parts(text.split(',').map(str::trim)).collect();
        // A row of a table may end in empty cells.
        while words.last().is_some_and(|word| word.text.is_empty()) {
            words.pop();
        }
        words
    } else {
        statement.parts(text.split_whitespace()).collect()
    }
}

impl Definition {
    /// Reads a graph. The parameters `start` and `goal` override the text.
    ///
    /// # Errors
    /// If the text is not a graph.
    pub fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        let mut reader = Reader::default();
        for row in rows_without_comments(text)? {
            for statement in row.parts(row.text.split(';')) {
                reader.statement(&words_of(statement))?;
            }
        }
        for (name, value) in &parameters.0 {
            let word = Word { text: value, line: 0, column: 0 };
            let known = reader.names.get(value.as_str()).copied();
            let unknown = || word.error(format!("{name}={value}: unknown node"));
            let node = known.ok_or_else(unknown)?;
            if name == "start" {
                reader.start = Some(node);
            } else {
                reader.goals = vec![node];
            }
        }
        reader.definition()
    }

    /// Returns the text, which [`Definition::parse`] reads back.
    #[must_use]
    pub fn text(&self) -> String {
        let name = |node: u32| self.names[node as usize].as_str();
        let goals: Vec<_> = self.goals.iter().map(|&goal| name(goal)).collect();
        let mut text = format!("start {}\ngoal {}\n", name(self.start), goals.join(" "));
        // Writing to a string does not fail.
        for (node, h) in self.h.iter().enumerate() {
            let _ = match *h {
                None => Ok(()),
                Some(DEAD_END) => writeln!(text, "h {} inf", self.names[node]),
                Some(h) => writeln!(text, "h {} {h}", self.names[node]),
            };
        }
        for arc in &self.arcs {
            let symbol = if arc.both_ways { "--" } else { "->" };
            let _ = writeln!(text, "{} {symbol} {} {}", name(arc.from), name(arc.to), arc.cost);
        }
        text.pop();
        text
    }

    /// Returns the start, end and cost of every arc, in both directions where it has both.
    pub fn directed_arcs(&self) -> impl Iterator<Item = (u32, u32, Cost)> {
        self.arcs.iter().flat_map(|arc| {
            let back = arc.both_ways.then_some((arc.to, arc.from, arc.cost));
            std::iter::once((arc.from, arc.to, arc.cost)).chain(back)
        })
    }
}
