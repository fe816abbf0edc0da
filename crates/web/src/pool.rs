//! A bounded pool of threads for work that would block the server, and its cancellation.

use crate::error::ApiError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Limits how much work runs at once, and how much waits.
#[derive(Clone, Debug)]
pub struct Pool {
    /// What runs or waits.
    admitted: Arc<Semaphore>,
    /// What runs.
    running: Arc<Semaphore>,
}

/// A place in the pool.
#[derive(Debug)]
pub struct Place {
    admitted: OwnedSemaphorePermit,
    running: Arc<Semaphore>,
}

impl Pool {
    /// Creates a pool for `threads` at once, and as many waiting as `queue`.
    #[must_use]
    pub fn new(threads: usize, queue: usize) -> Self {
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Self { admitted: semaphore(threads + queue), running: semaphore(threads) }
    }

    /// Takes a place.
    ///
    /// # Errors
    /// If too much work is waiting.
    pub fn enter(&self) -> Result<Place, ApiError> {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned();
        let admitted = admitted.map_err(|_| ApiError::busy())?;
        Ok(Place { admitted, running: Arc::clone(&self.running) })
    }

    /// Runs short work, which is waited for.
    ///
    /// # Errors
    /// Those of the work; if too much other work is waiting; or if the work panics, which is a bug.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        self.enter()?.run(work).await
    }
}

impl Place {
    /// Waits for its turn, then runs the work on a thread of its own. If the caller goes away, work that
    /// waits is dropped, and work that runs keeps its place until it ends.
    ///
    /// # Errors
    /// Those of the work; or if it panics, which is a bug.
    pub async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let Self { admitted, running } = self;
        let running = running.acquire_owned().await;
        let task = tokio::task::spawn_blocking(move || {
            let _places = (admitted, running);
            work()
        });
        task.await.unwrap_or_else(|error| Err(ApiError::bug(format!("the work failed: {error}"))))
    }
}

/// Tells work to stop when it is dropped: when the client that waits for it has gone.
#[derive(Debug, Default)]
pub struct CancelOnDrop(Arc<AtomicBool>);

impl CancelOnDrop {
    /// Returns the flag that work looks at.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
