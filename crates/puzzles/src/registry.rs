//! Every puzzle by name. A new puzzle is one folder and one line in [`PUZZLES`].

use crate::bricks::{self, Bricks, List};
use crate::chi::{self, Chi};
use crate::counters::large::LargeCounters;
use crate::counters::{Counters, reading};
use crate::graph::Graph;
use crate::grid::{self, Grid, Map, Moves};
use crate::hanoi::Hanoi;
use crate::number_maze::NumberMaze;
use crate::pacman::{self, Packed, Pacman};
use crate::pancakes::Pancakes;
use crate::pegs::Pegs;
use crate::river::River;
use crate::sokoban::{self, Sokoban};
use crate::tiles::{self, Tiles};
use heureka_kit::entry::{Entry, Made, entry, instance, large_entry};
use heureka_kit::puzzle::Parameters;

/// Every puzzle, in the order of the list.
pub static PUZZLES: &[Entry] = &[
    entry::<River>(),
    entry::<Pegs>(),
    BRICKS,
    entry::<NumberMaze>(),
    CHI,
    COUNTERS,
    entry::<Hanoi>(),
    PACMAN,
    TILES,
    GRID,
    entry::<Graph>(),
    entry::<Pancakes>(),
    SOKOBAN,
];

/// Sliding bricks: the narrowest masks that fit; lists for large boards or many shapes.
const BRICKS: Entry = {
    const fn fitting(needs: bricks::Needs) -> Entry {
        match needs {
            bricks::Needs { places: ..=32, shapes: ..=4, .. } => entry::<Bricks<[u32; 4]>>(),
            bricks::Needs { places: ..=64, shapes: ..=4, .. } => entry::<Bricks<[u64; 4]>>(),
            bricks::Needs { places: ..=64, shapes: ..=8, .. } => entry::<Bricks<[u64; 8]>>(),
            bricks::Needs { shapes: ..=24, bricks: ..=48, .. } => entry::<Bricks<List<48, 24>>>(),
            _ => entry::<Bricks<List<256, 256>>>(),
        }
    }
    fn parse(text: &str, parameters: &Parameters) -> Made {
        let board = bricks::read_instance(text, &bricks::settings(parameters)?)?;
        fitting(bricks::needs(&board.state)).parse(text, parameters)
    }
    Entry {
        parse,
        // The masks must be those that reading the text chooses: certificates depend on them.
        random: |size, parameters, seed| {
            let board = entry::<Bricks<[u64; 8]>>().random(size, parameters, seed)?;
            parse(&board.text(), parameters)
        },
        ..entry::<Bricks<[u32; 4]>>()
    }
};

/// Pac-Man: with few pellets a position fits into 64 bits.
const PACMAN: Entry = {
    const fn fitting(pellets: usize) -> Entry {
        let small = pellets <= <u64 as Packed>::PELLETS;
        if small { entry::<Pacman<u64>>() } else { entry::<Pacman<u128>>() }
    }
    Entry {
        parse: |text, parameters| fitting(pacman::pellets(text)?).parse(text, parameters),
        random: |size, parameters, seed| {
            fitting(pacman::pellets_of_size(size)?).random(size, parameters, seed)
        },
        ..fitting(0)
    }
};

/// Sliding tiles: boards of up to 16 cells fit into 64 bits, larger ones take 128.
const TILES: Entry = {
    const fn fitting(cells: usize) -> Entry {
        if cells <= 16 { entry::<Tiles<u64>>() } else { entry::<Tiles<u128>>() }
    }
    Entry {
        parse: |text, parameters| fitting(tiles::cells(text, parameters)?).parse(text, parameters),
        random: |size, parameters, seed| {
            fitting(tiles::cells_of_size(size)?).random(size, parameters, seed)
        },
        ..fitting(0)
    }
};

/// The χ-puzzle: one word for boards of up to 16 or 25 cells, one byte per cell beyond.
const CHI: Entry = {
    const fn fitting(cells: usize) -> Entry {
        match cells {
            0..=16 => entry::<Chi<u64>>(),
            17..=25 => entry::<Chi<u128>>(),
            _ => entry::<Chi<[u8; chi::MAX_CELLS]>>(),
        }
    }
    Entry {
        parse: |text, parameters| fitting(chi::cells(text, parameters)?).parse(text, parameters),
        random: |size, parameters, seed| {
            fitting(chi::parse_size(size)?.cells()).random(size, parameters, seed)
        },
        ..fitting(0)
    }
};

/// Counters: one word for up to 16 or 25 counters, bytes for up to 256, solved in place beyond.
const COUNTERS: Entry = {
    const fn fitting(cells: usize) -> Entry {
        match cells {
            0..=16 => entry::<Counters<u64>>(),
            17..=25 => entry::<Counters<u128>>(),
            26..=256 => entry::<Counters<[u8; 256]>>(),
            _ => large_entry::<LargeCounters>(),
        }
    }
    Entry {
        parse: |text, parameters| fitting(reading::count(text)?).parse(text, parameters),
        random: |size, parameters, seed| {
            fitting(reading::cells_of_size(size)?).random(size, parameters, seed)
        },
        // The board, its reference and its text.
        bytes_per_cell: 16,
        ..fitting(0)
    }
};

/// Sokoban: a bit per cell, and eight for the player.
const SOKOBAN: Entry = {
    const fn fitting(cells: usize) -> Entry {
        match cells {
            0..=56 => entry::<Sokoban<1>>(),
            57..=120 => entry::<Sokoban<2>>(),
            _ => entry::<Sokoban<4>>(),
        }
    }
    fn parse(text: &str, parameters: &Parameters) -> Made {
        fitting(sokoban::cells(text)?).parse(text, parameters)
    }
    Entry {
        parse,
        // Walls inside the room leave fewer cells than its size.
        random: |size, parameters, seed| {
            let level = entry::<Sokoban<4>>().random(size, parameters, seed)?;
            parse(&level.text(), parameters)
        },
        ..fitting(0)
    }
};

/// Grids: four or eight moves.
const GRID: Entry = {
    fn with_moves((map, moves): (Map, Moves), parameters: &Parameters) -> Made {
        match moves {
            Moves::Four => instance(Grid::<4>::new(map), parameters),
            Moves::Eight => instance(Grid::<8>::new(map), parameters),
        }
    }
    Entry {
        parse: |text, parameters| with_moves(grid::read(text, parameters)?, parameters),
        random: |size, parameters, seed| {
            with_moves(grid::random(size, parameters, seed)?, parameters)
        },
        // A bit per cell, and the runs of free cells, from which regions are found.
        bytes_per_cell: 16,
        ..entry::<Grid<4>>()
    }
};

/// Returns the puzzle of this name.
#[must_use]
pub fn puzzle(name: &str) -> Option<&'static Entry> {
    PUZZLES.iter().find(|entry| entry.info().name == name)
}
