//! What a graph's text says: nodes, arcs, estimates, start and goals; reading and writing it.

use heureka_core::{Cost, DEAD_END};
use heureka_kit::puzzle::Parameters;
use heureka_kit::text::{ParseError, Word, placed};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The dearest arc and the highest estimate.
pub const DEAREST: Cost = 1_000_000;
/// Names are not longer than this.
const LONGEST_NAME: usize = 40;

/// An arc as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc {
    /// The node it leads from.
    pub from: u32,
    /// The node it leads to.
    pub to: u32,
    /// What it costs.
    pub cost: Cost,
    /// Whether it leads back as well.
    pub both_ways: bool,
}

/// A graph as it is written. Nodes are numbered in the order of their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// The names, in order.
    pub names: Vec<String>,
    /// The arcs, in the order in which they are written.
    pub arcs: Vec<Arc>,
    /// The estimates that are given.
    pub h: Vec<Option<Cost>>,
    /// Where to begin.
    pub start: u32,
    /// Where to go: any of these.
    pub goals: Vec<u32>,
}

/// What the rows below a heading are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    Arcs { both_ways: bool },
    Estimates,
}

/// What has been read so far; names are numbered as they come.
#[derive(Default)]
struct Reader<'t> {
    names: BTreeMap<&'t str, u32>,
    arcs: Vec<Arc>,
    h: BTreeMap<u32, Cost>,
    start: Option<u32>,
    goals: Vec<u32>,
    rows: Option<Rows>,
}

const STATEMENTS: &str = "expected 'A -> B 3' or 'A -- B 3' (an arc, one way or both, and its cost), \
                          'start A', 'goal B', 'h A 5' or a heading: 'from,to,cost', \
                          'between,and,cost' or 'node,h'";

impl<'t> Reader<'t> {
    fn node(&mut self, name: Word<'t>) -> Result<u32, ParseError> {
        if name.text.chars().any(|sign| sign.is_whitespace() || sign.is_control()) {
            return Err(name.error("a name with white space: write A_B instead of A B"));
        }
        if name.text.chars().count() > LONGEST_NAME {
            return Err(name.error(format!("a name of more than {LONGEST_NAME} letters")));
        }
        if matches!(name.text, "->" | "--" | "") {
            return Err(name.error("expected the name of a node"));
        }
        let number = self.names.len() as u32;
        Ok(*self.names.entry(name.text).or_insert(number))
    }

    fn number(word: Word<'_>, what: &str) -> Result<Cost, ParseError> {
        let number = word.text.parse().ok().filter(|&number: &Cost| number <= DEAREST);
        number.ok_or_else(|| {
            word.error(format!("'{}': expected {what}, from 0 to {DEAREST}", word.text))
        })
    }

    fn estimate(word: Word<'_>) -> Result<Cost, ParseError> {
        match word.text {
            "inf" => Ok(DEAD_END),
            _ => Self::number(word, "an estimate, or inf for a dead end"),
        }
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

    fn give(&mut self, name: Word<'t>, value: Word<'t>) -> Result<(), ParseError> {
        let node = self.node(name)?;
        match self.h.insert(node, Self::estimate(value)?) {
            None => Ok(()),
            Some(_) => Err(name.error(format!("h of {} is given twice", name.text))),
        }
    }

    fn set_start(&mut self, name: Word<'t>) -> Result<(), ParseError> {
        let node = self.node(name)?;
        match self.start.replace(node) {
            None => Ok(()),
            Some(_) => Err(name.error("a second start: expected one")),
        }
    }

    fn set_goals(&mut self, names: &[Word<'t>]) -> Result<(), ParseError> {
        for &name in names {
            let node = self.node(name)?;
            if !self.goals.contains(&node) {
                self.goals.push(node);
            }
        }
        Ok(())
    }

    /// Reads one statement, heading or row.
    fn statement(&mut self, words: &[Word<'t>]) -> Result<(), ParseError> {
        let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
        match texts[..] {
            [] => Ok(()),
            [_, sign @ ("->" | "--"), _] | [_, sign @ ("->" | "--"), _, _] => {
                self.rows = None;
                self.arc(words[0], words[2], words.get(3), sign == "--")
            }
            ["from", "to"] | ["from", "to", "cost"] => {
                self.rows = Some(Rows::Arcs { both_ways: false });
                Ok(())
            }
            ["between", "and"] | ["between", "and", "cost"] => {
                self.rows = Some(Rows::Arcs { both_ways: true });
                Ok(())
            }
            ["node", "h"] => {
                self.rows = Some(Rows::Estimates);
                Ok(())
            }
            ["start", _] => self.set_start(words[1]),
            ["goal", _, ..] => self.set_goals(&words[1..]),
            ["h", _, _] if self.rows.is_none() => self.give(words[1], words[2]),
            [_, _] | [_, _, _] => match self.rows {
                Some(Rows::Arcs { both_ways }) => {
                    self.arc(words[0], words[1], words.get(2), both_ways)
                }
                Some(Rows::Estimates) if words.len() == 2 => self.give(words[0], words[1]),
                _ => Err(words[0].error(STATEMENTS)),
            },
            _ => Err(words[0].error(STATEMENTS)),
        }
    }

    /// The graph, its nodes numbered by the order of their names.
    fn sketch(self) -> Result<Sketch, ParseError> {
        let start = self.start.ok_or_else(|| {
            ParseError::whole("no start: write 'start A', or give the setting start=A")
        })?;
        if self.goals.is_empty() {
            return Err(ParseError::whole("no goal: write 'goal A', or give the setting goal=A"));
        }
        let mut place = vec![0; self.names.len()];
        let mut names = vec![];
        for (number, (name, &read)) in self.names.iter().enumerate() {
            place[read as usize] = number as u32;
            names.push((*name).to_owned());
        }
        let mut h = vec![None; names.len()];
        for (&node, &value) in &self.h {
            h[place[node as usize] as usize] = Some(value);
        }
        let moved = |node: u32| place[node as usize];
        let arcs = self.arcs.iter();
        let arcs = arcs.map(|arc| Arc { from: moved(arc.from), to: moved(arc.to), ..*arc });
        let goals = self.goals.iter().map(|&goal| moved(goal)).collect();
        let sketch = Sketch { names, arcs: arcs.collect(), h, start: moved(start), goals };
        let dearest = sketch.arcs.iter().map(|arc| arc.cost).max().unwrap_or(0);
        if u64::from(dearest) * sketch.names.len() as u64 >= u64::from(DEAD_END) {
            return Err(ParseError::whole(format!(
                "{} nodes and an arc that costs {dearest}: a way could cost more than {}; scale \
                 the costs down",
                sketch.names.len(),
                DEAD_END - 1
            )));
        }
        Ok(sketch)
    }
}

/// The words of a statement: with a comma in it, commas separate, and white space does not.
fn words_of(statement: &str, line: usize) -> Vec<Word<'_>> {
    if statement.contains(',') {
        placed(statement, line, statement.split(',').map(str::trim)).collect()
    } else {
        placed(statement, line, statement.split_whitespace()).collect()
    }
}

impl Sketch {
    /// Reads a graph. The settings `start` and `goal` go before what the text says.
    ///
    /// # Errors
    /// What is wrong with the text, where, and what was expected.
    pub fn parse(text: &str, parameters: &Parameters) -> Result<Self, ParseError> {
        let mut reader = Reader::default();
        for (line, number) in text.lines().zip(1..) {
            let mut column = 0;
            let line = line.split('#').next().unwrap_or_default();
            for statement in line.split(';') {
                let mut words = words_of(statement, number);
                // A line of a table may end in empty cells.
                while words.last().is_some_and(|word| word.text.is_empty()) {
                    words.pop();
                }
                for word in &mut words {
                    word.column += column;
                }
                reader.statement(&words)?;
                column += statement.chars().count() + 1;
            }
        }
        for (name, value) in &parameters.0 {
            let word = Word { text: value, line: 0, column: 0 };
            let known = reader.names.get(value.as_str()).copied();
            let unknown = || word.error(format!("{name}={value}: the graph has no such node"));
            let node = known.ok_or_else(unknown)?;
            if name == "start" {
                reader.start = Some(node);
            } else {
                reader.goals = vec![node];
            }
        }
        reader.sketch()
    }

    /// The graph as text, which [`Sketch::parse`] reads back.
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
            let sign = if arc.both_ways { "--" } else { "->" };
            let _ = writeln!(text, "{} {sign} {} {}", name(arc.from), name(arc.to), arc.cost);
        }
        text.pop();
        text
    }

    /// Every arc by itself, those that lead both ways twice: from, to and cost.
    pub fn each_way(&self) -> impl Iterator<Item = (u32, u32, Cost)> {
        self.arcs.iter().flat_map(|arc| {
            let back = arc.both_ways.then_some((arc.to, arc.from, arc.cost));
            std::iter::once((arc.from, arc.to, arc.cost)).chain(back)
        })
    }
}
