//! Reading and writing files, with errors that name the file.

use crate::exit::Failure;
use crate::units::size;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest text file that is read.
const MAX_TEXT: u64 = 64 << 20;

/// Reads a UTF-8 text file; `-` is standard input.
pub fn read(path: &Path) -> Result<String, Failure> {
    let mut bytes = read_bytes(path, MAX_TEXT)?;
    // Some editors write a byte order mark.
    if bytes.starts_with("\u{FEFF}".as_bytes()) {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let valid = String::from_utf8_lossy(valid);
        let line = valid.split('\n').count();
        let column = valid.chars().rev().take_while(|&c| c != '\n').count() + 1;
        let what = format!("line {line}, column {column}: not valid UTF-8");
        Failure::file(path, what, "save the file as UTF-8")
    })
}

/// Reads a file of at most `max` bytes; `-` is standard input.
pub fn read_bytes(path: &Path, max: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = vec![];
    let read = if path == Path::new("-") {
        io::stdin().lock().take(max + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(max + 1).read_to_end(&mut bytes))
    };
    match read {
        Err(error) => {
            let help = "give the path of a readable file, or - for standard input";
            Err(Failure::file(path, error, help))
        }
        Ok(_) if bytes.len() as u64 > max => {
            let what = format!("larger than {}", size(max));
            Err(Failure::file(path, what, "check that this is the right file"))
        }
        Ok(_) => Ok(bytes),
    }
}

/// Writes a file.
pub fn save(path: &Path, content: &str) -> Result<(), Failure> {
    std::fs::write(path, content).map_err(|error| unwritable(path, &error))
}

/// Returns the failure for a file that cannot be written.
pub fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::file(path, error, "give the path of a writable file")
}
