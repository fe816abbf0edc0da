//! English peg solitaire by hand: an exploration layer by layer, with two tables, a loop over the jumps, and
//! symmetric images looked up eleven cells at a time; and a count of all solutions.

/// Returns the number of a cell, counted row by row, or `None` if it is not on the board.
fn number(row: i32, column: i32) -> Option<u32> {
    let on_board = |row: i32, column: i32| {
        (0..7).contains(&row)
            && (0..7).contains(&column)
            && ((2..5).contains(&row) || (2..5).contains(&column))
    };
    let before = (0..row * 7 + column).filter(|at| on_board(at / 7, at % 7)).count();
    on_board(row, column).then_some(before as u32)
}

/// A hash set of boards as words; 0 marks an empty slot.
struct Table {
    words: Vec<u64>,
    len: usize,
}

impl Table {
    fn with_capacity(len: usize) -> Self {
        Self { words: vec![0; (len * 2).next_power_of_two().max(1024)], len: 0 }
    }

    #[inline(always)]
    fn place(&self, word: u64) -> usize {
        let mixed = (word ^ word >> 31).wrapping_mul(0x7FB5_D329_728E_A185);
        ((mixed ^ mixed >> 27).wrapping_mul(0x81DA_DEF4_BC2D_D44D) >> 20) as usize
            & (self.words.len() - 1)
    }

    fn insert(&mut self, word: u64) {
        let mut at = self.place(word);
        while self.words[at] != 0 {
            if self.words[at] == word {
                return;
            }
            at = (at + 1) & (self.words.len() - 1);
        }
        self.words[at] = word;
        self.len += 1;
        if self.len * 10 > self.words.len() * 7 {
            let old = std::mem::replace(self, Self::with_capacity(self.words.len()));
            old.words.into_iter().filter(|&word| word != 0).for_each(|word| self.insert(word));
        }
    }
}

/// A position and its seven images.
type Images = [u64; 8];

/// All cells of the board.
const FULL: u64 = (1 << 33) - 1;

/// Returns the smallest image after a change.
#[inline(always)]
fn smallest(images: &Images, changes: &Images) -> u64 {
    (0..8).fold(u64::MAX, |low, i| low.min(images[i] ^ changes[i]))
}

/// The board: its jumps and its symmetries.
struct Board {
    /// Of each jump, the cells that it changes and those that need pegs.
    jumps: Vec<(u64, u64)>,
    /// The images of each cell.
    maps: Vec<[u32; 33]>,
    /// The images of the first, second and third eleven cells.
    parts: [Vec<Images>; 3],
}

impl Board {
    fn new() -> Self {
        let mut jumps = vec![];
        let mut maps = vec![[0u32; 33]; 8];
        for at in 0..49 {
            let (row, column) = (at / 7, at % 7);
            let Some(to) = number(row, column) else { continue };
            for (down, right) in [(1, 0), (0, 1), (0, -1), (-1, 0)] {
                let over = number(row + down, column + right);
                if let (Some(over), Some(from)) = (over, number(row + 2 * down, column + 2 * right))
                {
                    jumps.push((1u64 << to | 1 << over | 1 << from, 1u64 << over | 1 << from));
                }
            }
            for (i, map) in maps.iter_mut().enumerate() {
                let (mut r, mut c) = (row, column);
                if i & 4 > 0 {
                    (r, c) = (c, r);
                }
                r = if i & 1 > 0 { 6 - r } else { r };
                c = if i & 2 > 0 { 6 - c } else { c };
                map[to as usize] = number(r, c).expect("the board is symmetric");
            }
        }
        let image = |map: &[u32; 33], word: u64| {
            (0..33)
                .filter(|cell| word >> cell & 1 == 1)
                .fold(0u64, |all, cell| all | 1 << map[cell])
        };
        let images = |word: u64| std::array::from_fn(|i| image(&maps[i], word));
        let parts = [0, 11, 22].map(|first| (0..2048).map(|v| images(v << first)).collect());
        Self { jumps, maps, parts }
    }

    #[inline(always)]
    fn images(&self, word: u64) -> Images {
        let mut images = [0; 8];
        for (i, part) in self.parts.iter().enumerate() {
            let cells = &part[(word >> (11 * i)) as usize & 2047];
            (0..8).for_each(|i| images[i] |= cells[i]);
        }
        images
    }

    #[inline(always)]
    fn representative(&self, word: u64) -> u64 {
        smallest(&self.images(word), &[0; 8])
    }
}

/// Returns the number of positions, up to symmetry, in each of the first layers.
pub fn english(layers: usize) -> Vec<u64> {
    let board = Board::new();
    let mut layer = Table::with_capacity(1);
    layer.insert(FULL ^ (1 << 16));
    let mut counts = vec![1];
    while counts.len() < layers && layer.len > 0 {
        let mut next = Table::with_capacity(layer.len);
        for &word in layer.words.iter().filter(|&&word| word != 0) {
            for &(mask, needs) in &board.jumps {
                if word & mask == needs {
                    next.insert(board.representative(word ^ mask));
                }
            }
        }
        if next.len > 0 {
            counts.push(next.len as u64);
        }
        layer = next;
    }
    counts
}

/// Pagoda functions: no jump raises the sum over all pegs. Their images are used too.
const PAGODAS: [[i16; 33]; 3] = [
    [
        -1, 0, -1, 1, 1, 1, -1, 1, 0, 1, 0, 1, -1, 0, 1, 1, 2, 1, 3, 0, -1, 1, 0, 1, 0, 1, -1, 1,
        1, 1, -1, 0, -1,
    ],
    [
        -1, 0, -1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1,
        -1, 0, -1,
    ],
    [
        0, 0, 0, 0, 1, 0, -1, 1, 0, 1, 0, 1, -1, 1, 2, 0, 2, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0,
        0, 0, 0,
    ],
];

/// A value of each function and image, of which some are the same.
type Worth = [i16; 8 * PAGODAS.len()];

/// A game from a position to the one with pegs and holes exchanged, which is as symmetric as the board.
///
/// A reversed jump is a jump of holes. So a position leads to the goal if the one with pegs and holes
/// exchanged is reached from the start, and half of the layers suffice.
struct Game {
    board: Board,
    /// The images of the cells that each jump changes, and what it loses.
    changes: Vec<(Images, Worth)>,
    /// The worth of the first, second and third eleven cells.
    parts: [Vec<Worth>; 3],
    goal: Worth,
}

impl Game {
    fn new(goal: u64) -> Self {
        let board = Board::new();
        let value =
            |lane: usize, cell: usize| PAGODAS[lane / 8][board.maps[lane % 8][cell] as usize];
        let worth = |word: u64| -> Worth {
            let cells = || (0..33).filter(|cell| word >> cell & 1 == 1);
            std::array::from_fn(|lane| cells().map(|cell| value(lane, cell)).sum())
        };
        let change = |&(mask, needs): &(u64, u64)| {
            let (before, after) = (worth(needs), worth(mask ^ needs));
            (board.images(mask), std::array::from_fn(|lane| before[lane] - after[lane]))
        };
        let changes = board.jumps.iter().map(change).collect();
        let parts = [0, 11, 22].map(|first| (0..2048).map(|v| worth(v << first)).collect());
        Self { changes, parts, goal: worth(goal), board }
    }

    /// Visits the representative of each position after a jump that may still lead to the goal.
    #[inline(always)]
    fn successors(&self, word: u64, mut visit: impl FnMut(u64)) {
        let images = self.board.images(word);
        let mut left = [0; 8 * PAGODAS.len()];
        for (i, part) in self.parts.iter().enumerate() {
            let worth = &part[(word >> (11 * i)) as usize & 2047];
            (0..left.len()).for_each(|lane| left[lane] += worth[lane]);
        }
        (0..left.len()).for_each(|lane| left[lane] -= self.goal[lane]);
        for (&(mask, needs), (changes, loss)) in self.board.jumps.iter().zip(&self.changes) {
            if word & mask == needs
                && (0..left.len()).fold(0, |all, lane| all | (left[lane] - loss[lane])) >= 0
            {
                visit(smallest(&images, changes));
            }
        }
    }

    /// Visits the representative of each position before a jump.
    #[inline(always)]
    fn predecessors(&self, word: u64, mut visit: impl FnMut(u64)) {
        let images = self.board.images(word);
        for (&(mask, needs), (changes, _)) in self.board.jumps.iter().zip(&self.changes) {
            if !word & mask == needs {
                visit(smallest(&images, changes));
            }
        }
    }

    /// Visits the representatives of the successors with pegs and holes exchanged.
    #[inline(always)]
    fn exchanged_successors(&self, word: u64, mut visit: impl FnMut(u64)) {
        self.successors(word, |next| visit(self.board.representative(FULL ^ next)));
    }
}

/// Sorts a list and drops duplicates.
fn sorted(mut all: Vec<u64>) -> Vec<u64> {
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the elements of a sorted list that are in another.
fn common(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut rest = b.iter().peekable();
    let is_common = |&&word: &&u64| {
        while rest.next_if(|&&other| other < word).is_some() {}
        rest.peek() == Some(&&word)
    };
    a.iter().filter(is_common).copied().collect()
}

/// Adds the values of pairs to the positions of a sorted list.
fn sums(layer: &[u64], mut pairs: Vec<(u64, u64)>) -> Vec<u64> {
    pairs.sort_unstable_by_key(|pair| pair.0);
    let mut rest = pairs.into_iter().peekable();
    let sum = |&word: &u64| {
        while rest.next_if(|pair| pair.0 < word).is_some() {}
        std::iter::from_fn(|| rest.next_if(|pair| pair.0 == word)).map(|pair| pair.1).sum()
    };
    layer.iter().map(sum).collect()
}

/// Returns the number of positions, up to symmetry, in each layer from which the game to a goal can be won,
/// and the number of solutions, which is below 2^64. The game begins with pegs and holes exchanged. The goal
/// is as symmetric as the board. Layers are sorted lists.
pub fn solutions(goal: u64) -> (Vec<u64>, u128) {
    let game = Game::new(goal);
    let mut layers = vec![vec![FULL ^ goal]];
    for depth in 0..(33 - 2 * goal.count_ones() as usize) / 2 {
        let mut next = vec![];
        for &word in &layers[depth] {
            game.successors(word, |word| next.push(word));
        }
        layers.push(sorted(next));
    }
    // Only positions on solutions, from the middle to the start.
    let middle = layers.len() - 1;
    let mut before = vec![];
    for &word in &layers[middle] {
        game.exchanged_successors(word, |word| before.push(word));
    }
    for layer in layers.iter_mut().rev() {
        *layer = common(layer, &sorted(before));
        before = vec![];
        for &word in &*layer {
            game.predecessors(word, |word| before.push(word));
        }
    }
    // The paths from the start to each position or one symmetric to it.
    let mut paths = vec![1];
    for pair in layers.windows(2) {
        let mut pairs = vec![];
        for (&word, &paths) in pair[0].iter().zip(&paths) {
            game.successors(word, |next| pairs.push((next, paths)));
        }
        paths = sums(&pair[1], pairs);
    }
    let mut pairs = vec![];
    for (&word, &paths) in layers[middle].iter().zip(&paths) {
        game.exchanged_successors(word, |other| pairs.push((other, paths)));
    }
    let mut solutions = 0;
    let halves = paths.iter().zip(sums(&layers[middle], pairs));
    for (&word, (&paths, others)) in layers[middle].iter().zip(halves) {
        let fixed = game.board.images(word).into_iter().filter(|&image| image == word).count();
        solutions += u128::from(paths) * u128::from(others) * fixed as u128 / 8;
    }
    let half: Vec<u64> = layers.iter().map(|layer| layer.len() as u64).collect();
    (half.iter().chain(half.iter().rev()).copied().collect(), solutions)
}
