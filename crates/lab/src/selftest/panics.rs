//! Panics as results, with the place where they happened.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// The message of the last panic of this thread; `None` outside [`catch`].
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs some work. Only its panics are caught; others print their message as before.
///
/// # Errors
/// The message of a panic, with file, line and column.
pub fn catch(work: impl FnOnce()) -> Result<(), String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            let is_caught = CAUGHT.with_borrow_mut(|caught| {
                caught.as_mut().is_some_and(|message| {
                    *message = panic.to_string();
                    true
                })
            });
            if !is_caught {
                usual(panic);
            }
        }));
    });
    CAUGHT.set(Some(String::new()));
    let ended = catch_unwind(AssertUnwindSafe(work));
    let message = CAUGHT.take().unwrap_or_default();
    ended.map_err(|_| message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_reported_with_its_place() {
        let message = catch(|| panic!("out of luck")).unwrap_err();
        assert!(message.contains(file!()) && message.contains("out of luck"), "{message}");
        assert_eq!(catch(|| {}), Ok(()));
    }
}
