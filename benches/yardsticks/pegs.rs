//! A hand-written exploration of English peg solitaire, layer by layer: two tables, a loop over the
//! jumps, and symmetric images looked up eleven cells at a time.

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

/// Returns the number of positions, up to symmetry, in each of the first layers.
pub fn english(layers: usize) -> Vec<u64> {
    let mut jumps = vec![];
    let mut maps = vec![[0u32; 33]; 8];
    for at in 0..49 {
        let (row, column) = (at / 7, at % 7);
        let Some(to) = number(row, column) else { continue };
        for (down, right) in [(1, 0), (0, 1), (0, -1), (-1, 0)] {
            let over = number(row + down, column + right);
            if let (Some(over), Some(from)) = (over, number(row + 2 * down, column + 2 * right)) {
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
        (0..33).filter(|cell| word >> cell & 1 == 1).fold(0u64, |all, cell| all | 1 << map[cell])
    };
    let parts: Vec<[Vec<u64>; 3]> = maps
        .iter()
        .map(|map| [0, 11, 22].map(|first| (0..2048).map(|v| image(map, v << first)).collect()))
        .collect();
    let representative = |word: u64| {
        let at = |shift: u32| (word >> shift) as usize & 2047;
        let images =
            parts.iter().map(|[low, middle, high]| low[at(0)] | middle[at(11)] | high[at(22)]);
        images.min().expect("eight images")
    };
    let mut layer = Table::with_capacity(1);
    layer.insert(((1 << 33) - 1) ^ (1 << 16));
    let mut counts = vec![1];
    while counts.len() < layers && layer.len > 0 {
        let mut next = Table::with_capacity(layer.len);
        for &word in layer.words.iter().filter(|&&word| word != 0) {
            for &(mask, needs) in &jumps {
                if word & mask == needs {
                    next.insert(representative(word ^ mask));
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
