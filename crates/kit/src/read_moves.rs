//! Reading moves as people type them: `8 down` or `8d` for `(8,down)`, `13` for `1>3`, `u` for `up`,
//! `5 down` for `down` if that slides tile 5.

use crate::board::Direction;
use crate::game::Game;
use crate::text::plan_words;

/// A typed text that names no legal move, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unclear {
    /// The text.
    pub text: String,
    /// The legal moves that it may mean; none if it is illegal.
    pub meanings: Vec<String>,
}

/// How well a typed text fits the name of a move, from the best fit to the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The same text.
    Exact,
    /// The same words, whatever their case and the punctuation between them.
    Words,
    /// The same letters and digits; words are joined.
    Letters,
    /// The beginning of every word.
    WordsBegun,
    /// The beginning of the name, without its last words.
    Begun,
}

/// Plays the moves of a typed line, up to the first text that is unclear or to a goal.
///
/// A word that the puzzle reads as a legal move is played. Otherwise the longest run of words that fits
/// legal moves is read as one move: by its words, its letters, or as the only beginning that fits.
///
/// # Errors
/// The first text that names no legal move, or several. The moves before it have been played.
pub fn play_line(game: &mut dyn Game, line: &str) -> Result<(), Unclear> {
    let words: Vec<&str> = plan_words(line).map(|word| word.text).collect();
    let mut rest = &words[..];
    while !rest.is_empty() && !game.is_solved() {
        let mut count = 1;
        if game.play(rest[0]).is_none() {
            let name;
            (count, name) = first_move(&game.moves(), &game.moves_of_pieces(), rest)?;
            game.play(&name);
        }
        rest = &rest[count..];
    }
    Ok(())
}

/// Returns the first move of some words, and of how many words it consists. Names that no move fits are
/// read with the pieces of the moves.
fn first_move(
    moves: &[String],
    of_pieces: &[String],
    words: &[&str],
) -> Result<(usize, String), Unclear> {
    first_name(moves, words).or_else(|unclear| match unclear.meanings[..] {
        [] => {
            let (count, long) = first_name(of_pieces, words)?;
            let index = of_pieces.iter().position(|name| *name == long).unwrap_or(0);
            Ok((count, moves[index].clone()))
        }
        _ => Err(unclear),
    })
}

/// Returns the first of some names that words spell, and how many words.
fn first_name(moves: &[String], words: &[&str]) -> Result<(usize, String), Unclear> {
    let longest = moves.iter().map(|name| spelled(name).split(' ').count()).max().unwrap_or(1);
    let longest = longest.min(words.len());
    let mut text = words[0].to_owned();
    for count in (1..=longest).rev() {
        let typed = words[..count].join(" ");
        let Some((fit, meanings)) = best_fits(moves, &typed) else { continue };
        // `9 up` must not move brick 9 down, even if it can move nowhere else.
        if fit == Fit::Begun && count < words.len() {
            text = words[..longest].join(" ");
            break;
        }
        return match &meanings[..] {
            [name] => Ok((count, name.clone())),
            _ => Err(Unclear { text: typed, meanings }),
        };
    }
    Err(Unclear { text, meanings: vec![] })
}

/// Returns the moves that a typed text fits best, if it fits any.
fn best_fits(moves: &[String], typed: &str) -> Option<(Fit, Vec<String>)> {
    let spelling = spelled(typed);
    let fits = |spelling: &str| {
        let fits = moves.iter().filter_map(|name| Some((fit(name, typed, spelling)?, name)));
        let fits: Vec<_> = fits.collect();
        let best = fits.iter().map(|(fit, _)| *fit).min()?;
        let meanings = fits.iter().filter(|(fit, _)| *fit == best).map(|(_, name)| (*name).clone());
        Some((best, meanings.collect()))
    };
    fits(&spelling).or_else(|| {
        // Some puzzles name a direction by its first letter.
        let (before, last) = spelling.rsplit_once(' ').unwrap_or(("", &spelling));
        let letter = Direction::from_name(last)?.name().chars().next()?;
        fits(format!("{before} {letter}").trim_start())
    })
}

/// Returns how a typed text and its spelling fit the name of a move.
fn fit(name: &str, typed: &str, spelling: &str) -> Option<Fit> {
    if name == typed {
        return Some(Fit::Exact);
    }
    let name = spelled(name);
    let (mut rest, mut last) = (&*name, None);
    let (mut is_joined, mut is_abbreviated) = (false, false);
    for c in spelling.chars() {
        if c == ' ' {
            let end = rest.find(' ')?;
            // A number cannot be abbreviated: 1 is not the beginning of 12.
            if end > 0 && last.is_some_and(char::is_numeric) {
                return None;
            }
            is_abbreviated |= end > 0;
            rest = &rest[end + 1..];
        } else {
            let word = rest.trim_start();
            is_joined |= word.len() < rest.len();
            rest = word.strip_prefix(c)?;
        }
        last = Some(c);
    }
    let last = last?;
    Some(match rest.chars().next() {
        None if is_abbreviated => Fit::WordsBegun,
        None if is_joined => Fit::Letters,
        None => Fit::Words,
        Some(next) if last.is_numeric() && next.is_numeric() => return None,
        Some(_) if rest.contains(' ') => Fit::Begun,
        Some(_) => Fit::WordsBegun,
    })
}

/// Returns the words of a text in lower case, with one space between: each is a run of letters or of
/// digits.
fn spelled(text: &str) -> String {
    let (mut words, mut before) = (String::new(), None);
    for c in text.chars() {
        let is_digit = c.is_alphanumeric().then(|| c.is_numeric());
        if is_digit.is_some() {
            if is_digit != before && !words.is_empty() {
                words.push(' ');
            }
            words.extend(c.to_lowercase());
        }
        before = is_digit;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(moves: &str, typed: &str) -> Result<(usize, String), Unclear> {
        let moves: Vec<_> = moves.split(' ').map(str::to_owned).collect();
        first_name(&moves, &typed.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn a_piece_may_be_named_where_moves_leave_it_out() {
        let [moves, of_pieces] = [["up", "down"], ["8 up", "2 down"]].map(|l| l.map(str::to_owned));
        let read = |typed: &str| {
            first_move(&moves, &of_pieces, &typed.split(' ').collect::<Vec<_>>())
                .map_err(|unclear| unclear.text)
        };
        for typed in ["2 down", "2d", "2", "down", "d"] {
            let (count, name) = read(typed).unwrap();
            assert_eq!((count, &*name), (typed.split(' ').count(), "down"), "{typed}");
        }
        assert_eq!(read("2 up"), Err("2 up".to_owned()));
        assert_eq!(read("9"), Err("9".to_owned()));
    }

    #[test]
    fn moves_are_read_by_words_letters_and_beginnings() {
        for (moves, typed, words, expected) in [
            ("(8,down) (9,down) (8,left)", "8 down", 2, "(8,down)"),
            ("(8,down) (9,down) (8,left)", "8D 9d", 1, "(8,down)"),
            ("(8,down) (9,down) (8,left)", "9", 1, "(9,down)"),
            ("(8,down) (8,down,left)", "8d", 1, "(8,down)"),
            ("(8,down) (8,down,left)", "8 d l", 3, "(8,down,left)"),
            ("1>2 1>3", "13", 1, "1>3"),
            ("1>2 1>3", "1 3 2", 2, "1>3"),
            ("5,3>3,3 3,5>3,3", "53", 1, "5,3>3,3"),
            ("5,3>3,3 3,5>3,3", "35 33", 2, "3,5>3,3"),
            ("up down left right", "u l", 1, "up"),
            ("L R U D", "up", 1, "U"),
            ("L R U D", "d", 1, "D"),
            ("1-23 12-3", "12 3", 2, "12-3"),
            ("2m 1m1c", "1m 1c", 2, "1m1c"),
            ("1 2 12", "1 2", 1, "1"),
            ("? a", "?", 1, "?"),
        ] {
            assert_eq!(read(moves, typed), Ok((words, expected.to_owned())), "{typed} in {moves}");
        }
    }

    #[test]
    fn unclear_texts_name_their_meanings() {
        for (moves, typed, text, meanings) in [
            ("(8,down) (8,left)", "8", "8", "(8,down) (8,left)"),
            ("(9,down)", "9 up", "9 up", ""),
            ("(9,down)", "9u", "9u", ""),
            ("1-23 12-3", "123", "123", "1-23 12-3"),
            ("12 3", "1", "1", ""),
            ("12 3", "3x 12", "3x", ""),
            ("up down", "left", "left", ""),
            ("up down", "!", "!", ""),
        ] {
            let meanings = meanings.split_whitespace().map(str::to_owned).collect();
            let expected = Unclear { text: text.to_owned(), meanings };
            assert_eq!(read(moves, typed), Err(expected), "{typed} in {moves}");
        }
    }
}
