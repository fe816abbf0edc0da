//! A hand-written A\* for the fifteen-puzzle: a set of tagged words, a stack for each (f, g).

use super::{GOAL, Steps, blank, manhattan};

const KEY: u64 = (1 << 60) - 1;

/// A set of tagged words that doubles when it is four fifths full.
struct Closed {
    words: Vec<u64>,
    mask: usize,
    len: usize,
}

impl Closed {
    fn place(&self, key: u64) -> usize {
        let x = (key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32) as usize & self.mask
    }

    fn insert(&mut self, word: u64) -> bool {
        let mut at = self.place(word & KEY);
        loop {
            match self.words[at] {
                0 => break,
                known if (known ^ word) & KEY == 0 => return false,
                _ => at = (at + 1) & self.mask,
            }
        }
        self.words[at] = word;
        self.len += 1;
        if self.len * 5 > self.words.len() * 4 {
            self.mask = self.words.len() * 2 - 1;
            let old = std::mem::replace(&mut self.words, vec![0; self.mask + 1]);
            for word in old.into_iter().filter(|&word| word != 0) {
                let mut at = self.place(word & KEY);
                while self.words[at] != 0 {
                    at = (at + 1) & self.mask;
                }
                self.words[at] = word;
            }
        }
        true
    }
}

/// Returns the cost of a cheapest plan and the number of expansions.
pub fn run(start: u64) -> (u32, u64) {
    let steps = Steps::new();
    let mut closed = Closed { words: vec![0; 1 << 16], mask: (1 << 16) - 1, len: 0 };
    let mut open: Vec<Vec<Vec<u64>>> = Vec::new();
    let h = manhattan(start) as usize;
    push(&mut open, h, 0, start & KEY | 5 << 60);
    let (mut f, mut g, mut expanded) = (h, 0, 0);
    loop {
        let Some(word) = open[f].get_mut(g).and_then(Vec::pop) else {
            if g == 0 {
                f += 1;
                g = open[f].len();
            } else {
                g -= 1;
            }
            continue;
        };
        if !closed.insert(word) {
            continue;
        }
        let key = word & KEY;
        let x = key ^ key >> 32;
        let x = x ^ x >> 16;
        let x = x ^ x >> 8;
        let cells = key | (x ^ x >> 4) << 60;
        if cells == GOAL {
            return (g as u32, expanded);
        }
        expanded += 1;
        let to = blank(cells);
        let back = 3u64.wrapping_sub((word >> 60) - 1);
        for step in &steps.steps[to][..usize::from(steps.count[to])] {
            if u64::from(step.slide) == back {
                continue;
            }
            let tile = cells >> (4 * step.from) & 15;
            let next = cells ^ tile << (4 * step.from) ^ tile << (4 * to);
            let rise = 2 * usize::from(step.away >> tile & 1);
            push(&mut open, f + rise, g + 1, next & KEY | (u64::from(step.slide) + 1) << 60);
        }
        if g + 1 < open[f].len() {
            g += 1;
        }
    }
}

fn push(open: &mut Vec<Vec<Vec<u64>>>, f: usize, g: usize, word: u64) {
    if open.len() <= f {
        open.resize(f + 3, Vec::new());
    }
    if open[f].len() <= g {
        open[f].resize(g + 1, Vec::new());
    }
    open[f][g].push(word);
}
