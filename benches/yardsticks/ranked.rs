//! Hand-written explorations by ranks, state by state: sliding tiles in three columns with two bits per state,
//! and Hanoi with four rods, whose keys are ranks, with three bits per state.

/// Returns the sizes of the layers around the solved board of 3 columns and `N / 3` rows.
pub fn layers<const N: usize>() -> Vec<u64> {
    let half: u64 = (3..N as u64).product();
    let total = half * N as u64;
    let mut marks = vec![0u64; total.div_ceil(32) as usize];
    let goal = (0..N as u64 - 1).fold(0u64, |word, cell| word | (cell + 1) << (4 * cell));
    let start = rank::<N>(goal, half);
    marks[(start >> 5) as usize] |= 1 << ((start & 31) * 2);
    let mut layers = vec![1];
    loop {
        let odd = layers.len() & 1 == 1;
        let (current, next) = if odd { (1u64, 2u64) } else { (2, 1) };
        let mut fresh = 0;
        for at in 0..marks.len() {
            let differ = marks[at] ^ (0x5555_5555_5555_5555 * current);
            let mut taken = !(differ | differ >> 1) & 0x5555_5555_5555_5555;
            marks[at] |= taken | taken << 1;
            while taken != 0 {
                let number = at as u64 * 32 + u64::from(taken.trailing_zeros() / 2);
                taken &= taken - 1;
                let cells = unrank::<N>(number, half);
                let blank = (number / half) as usize;
                let sources = [
                    (blank + 3 < N).then_some(blank + 3),
                    (blank % 3 < 2).then_some(blank + 1),
                    (!blank.is_multiple_of(3)).then(|| blank - 1),
                    (blank > 2).then(|| blank - 3),
                ];
                for &source in &sources {
                    let Some(from) = source else { continue };
                    let tile = cells >> (4 * from) & 15;
                    let after = cells ^ tile << (4 * from) ^ tile << (4 * blank);
                    let number = rank::<N>(after, half);
                    let (word, shift) = ((number >> 5) as usize, (number & 31) * 2);
                    if (marks[word] >> shift).trailing_zeros() >= 2 {
                        marks[word] |= next << shift;
                        fresh += 1;
                    }
                }
            }
        }
        if fresh == 0 {
            return layers;
        }
        layers.push(fresh);
    }
}

/// Returns the sizes of the layers of Hanoi with four rods around a state with all of at least three disks on
/// one rod.
pub fn hanoi4(disks: u32) -> Vec<u64> {
    let places = (0..disks).fold(0u64, |bits, disk| bits | 1 << (2 * disk));
    let none = vec![0u64; 1 << (2 * disks - 6)];
    let (mut seen, mut layer, mut layers) = (none.clone(), none.clone(), vec![1]);
    (seen[0], layer[0]) = (1, 1);
    loop {
        let (mut next_layer, mut fresh) = (none.clone(), 0);
        for (at, mut states) in layer.into_iter().enumerate() {
            while states != 0 {
                let state = (at as u64) << 6 | u64::from(states.trailing_zeros());
                states &= states - 1;
                let mut tops = [0; 4];
                for rod in 0..4 {
                    let differ = state ^ (places * rod);
                    tops[rod as usize] = (!(differ | differ >> 1) & places).trailing_zeros();
                }
                for from in 0..4 {
                    for to in 0..4 {
                        if tops[from] < tops[to] {
                            let next = state ^ ((from ^ to) as u64) << tops[from];
                            let (word, bit) = ((next >> 6) as usize, 1 << (next & 63));
                            if seen[word] & bit == 0 {
                                seen[word] |= bit;
                                next_layer[word] |= bit;
                                fresh += 1;
                            }
                        }
                    }
                }
            }
        }
        if fresh == 0 {
            return layers;
        }
        layers.push(fresh);
        layer = next_layer;
    }
}

fn rank<const N: usize>(cells: u64, half: u64) -> u64 {
    let occupied = cells | cells >> 1;
    let occupied = occupied | occupied >> 2;
    let blank = (!occupied & 0x1111_1111_1111_1111).trailing_zeros() / 4;
    let low = (1u64 << (4 * blank)) - 1;
    let mut tiles = cells & low | cells >> 4 & !low;
    let (mut used, mut rank) = (0u32, 0u64);
    for place in 0..N - 3 {
        let tile = (tiles & 15) as u32 - 1;
        tiles >>= 4;
        rank = rank * (N - 1 - place) as u64
            + u64::from(tile - (used & ((1 << tile) - 1)).count_ones());
        used |= 1 << tile;
    }
    u64::from(blank) * half + rank
}

/// Returns the board of a rank. With three columns, a vertical slide moves a tile past two others,
/// so the parity of the tiles never changes.
fn unrank<const N: usize>(number: u64, half: u64) -> u64 {
    let (blank, mut rank) = (number / half, number % half);
    let mut digits = [0u8; 16];
    for place in (0..N - 3).rev() {
        digits[place] = (rank % (N - 1 - place) as u64) as u8;
        rank /= (N - 1 - place) as u64;
    }
    let (mut free, mut tiles, mut odd) = (0x0FED_CBA9_8765_4321u64, 0u64, 0);
    for (place, &digit) in digits[..N - 3].iter().enumerate() {
        let low = (1u64 << (4 * digit)) - 1;
        tiles |= (free >> (4 * digit) & 15) << (4 * place);
        free = free & low | free >> 4 & !low;
        odd ^= digit & 1;
    }
    let (first, second) = (free & 15, free >> 4 & 15);
    let (first, second) = if odd == 0 { (first, second) } else { (second, first) };
    tiles |= first << (4 * (N - 3)) | second << (4 * (N - 2));
    let low = (1u64 << (4 * blank)) - 1;
    tiles & low | (tiles & !low) << 4
}
