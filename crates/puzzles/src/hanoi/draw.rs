//! Drawings of the rods: as text, in color and as a picture.

use super::{Hanoi, rod_name};
use heureka_kit::draw::{Area, Draw, Hue, Picture, paint};
use std::fmt::{self, Write};

/// Drawings wider than this are written as lists.
const MAX_WIDTH: usize = 100;

impl Hanoi {
    /// Returns the disks on each rod, from the bottom up.
    fn stacks(&self, state: u64) -> Vec<Vec<u8>> {
        let mut stacks = vec![vec![]; usize::from(self.rods)];
        for disk in (0..self.disks).rev() {
            stacks[usize::from(self.rod(state, disk))].push(disk);
        }
        stacks
    }

    /// Returns the distance of the rods and the height of the floor in pictures.
    fn scale(&self) -> (f64, f64) {
        let disks = f64::from(self.disks);
        // The smallest disk is wide enough for its number.
        (0.8 + STEP * disks + 0.2, (disks + 1.0) * THICKNESS)
    }
}

/// The height of a disk, and how much wider each is than the one above.
const THICKNESS: f64 = 0.42;
const STEP: f64 = 0.34;

impl Draw for Hanoi {
    /// Writes the rods and the disks on them.
    fn show_state(&self, &state: &u64, colors: bool, out: &mut dyn Write) -> fmt::Result {
        let stacks = self.stacks(state);
        let half = usize::from(self.disks);
        // A disk of half-width w covers 2w + 1 columns; one column separates the largest disks.
        if (2 * half + 2) * stacks.len() > MAX_WIDTH {
            for (rod, stack) in (0..).zip(&stacks) {
                write!(out, "{}{}:", if rod > 0 { "\n" } else { "" }, rod_name(rod))?;
                stack.iter().try_for_each(|disk| write!(out, " {}", disk + 1))?;
            }
            return Ok(());
        }
        for level in (0..=half).rev() {
            // Spaces are written with the next piece, so that no line ends with spaces.
            let mut spaces = 0;
            for stack in &stacks {
                let disk = stack.get(level).map(|&disk| usize::from(disk) + 1);
                let reach = disk.unwrap_or(0);
                write!(out, "{:1$}", "", spaces + half - reach + 1)?;
                let piece = if disk.is_some() { "▄" } else { "│" }.repeat(2 * reach + 1);
                paint(out, colors, disk.map_or(Hue::Faint, Hue::nth), piece)?;
                spaces = half - reach;
            }
            out.write_char('\n')?;
        }
        for rod in 0..self.rods {
            write!(out, "{}{}{}", "─".repeat(half + 1), rod_name(rod), "─".repeat(half))?;
        }
        out.write_char('─')
    }

    /// Returns the rods from which and to which a disk moves.
    fn spots(&self, &state: &u64, &next: &u64) -> Vec<Area> {
        let (spacing, floor) = self.scale();
        let moved = (0..self.disks).find(|&disk| self.rod(state, disk) != self.rod(next, disk));
        let rods = moved.map(|disk| [self.rod(state, disk), self.rod(next, disk)]);
        let area = |rod| [spacing * f64::from(rod), 0.0, spacing, floor + 0.75];
        rods.into_iter().flatten().map(area).collect()
    }

    /// Draws the rods and the disks on them. The last disk that moved has a dark edge, and an outline
    /// where it was.
    fn draw(&self, &state: &u64, before: Option<&u64>) -> Picture {
        let (spacing, floor) = self.scale();
        let width = spacing * f64::from(self.rods);
        let rod_before = |disk| before.map_or(self.rod(state, disk), |&b| self.rod(b, disk));
        let moved = (0..self.disks).find(|&disk| rod_before(disk) != self.rod(state, disk));
        let mut picture = Picture::new(width, floor + 0.75);
        picture.rect(0.0, floor, width, 0.16, 0.08, Hue::Wall);
        for (rod, stack) in (0..).zip(self.stacks(state)) {
            let middle = spacing * (f64::from(rod) + 0.5);
            picture.rect(middle - 0.07, 0.1, 0.14, floor - 0.1, 0.07, Hue::Line);
            let name = rod_name(rod).to_string();
            picture.centered(middle, floor + 0.48, 0.36, Hue::Faint, &name);
            let disk_box = |level: usize, disk: u8, inset: f64| {
                let breadth = 0.8 + STEP * f64::from(disk) - 2.0 * inset;
                let top = floor - THICKNESS * (level as f64 + 1.0) + inset;
                (middle - breadth / 2.0, top, breadth, THICKNESS - 0.04 - 2.0 * inset)
            };
            if let Some(disk) = moved.filter(|&disk| rod_before(disk) == rod) {
                let (x, y, w, h) = disk_box(stack.len(), disk, 0.02);
                picture.frame(x, y, w, h, 0.04, Hue::Faint);
            }
            for (level, disk) in stack.into_iter().enumerate() {
                let hue = Hue::nth(usize::from(disk) + 1);
                let is_moved = moved == Some(disk);
                if is_moved {
                    let (x, y, w, h) = disk_box(level, disk, -0.02);
                    picture.rect(x, y, w, h, 0.16, Hue::Ink);
                }
                let (x, top, w, h) = disk_box(level, disk, if is_moved { 0.05 } else { 0.0 });
                picture.rect(x, top, w, h, 0.14, hue);
                let number = (disk + 1).to_string();
                picture.centered(middle, top + h / 2.0, 0.28, hue.text_over(), &number);
            }
        }
        picture
    }
}
