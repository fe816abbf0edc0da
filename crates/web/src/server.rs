//! The server: its routes, its connections, and its end.

use crate::app::App;
use crate::error::ApiError;
use crate::{assets, catalog, guard, lab, maze, play, solve, traces};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{Builder, Runtime};
use tokio::task::AbortHandle;

/// The most connections at once.
const MAX_CONNECTIONS: usize = 400;
/// The most connections that wait to be accepted. With few, the system lets a burst of clients try again only
/// after a second.
const MAX_UNACCEPTED: u32 = 4096;
/// How long a connection may be idle, or take to send the head of a request.
const IDLE_TIMEOUT: Duration = Duration::from_secs(10);
/// How often the server looks whether it is over.
const POLL: Duration = Duration::from_millis(50);
/// How long open requests may take to end after a signal.
const GRACE: Duration = Duration::from_secs(2);

/// A server that is bound to its port.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    studies: Vec<PathBuf>,
}

impl Server {
    /// Binds to a port of this machine only; port 0 stands for any free one.
    ///
    /// # Errors
    /// If the port is in use, or the system has no threads for a server.
    pub fn bind(port: u16) -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let context = runtime.enter();
        let socket = TcpSocket::new_v4()?;
        // On Unix, a port can be bound again at once after a server has ended; elsewhere, this would share it.
        socket.set_reuseaddr(cfg!(unix))?;
        socket.bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        let listener = socket.listen(MAX_UNACCEPTED)?;
        drop(context);
        Ok(Self { runtime, listener, studies: vec![] })
    }

    /// Adds the databases of studies, which pages can open.
    #[must_use]
    pub fn with_studies(self, studies: Vec<PathBuf>) -> Self {
        Self { studies, ..self }
    }

    /// Returns the port.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn port(&self) -> io::Result<u16> {
        Ok(self.listener.local_addr()?.port())
    }

    /// Answers requests until `is_over` returns true; open requests then have a moment to end.
    ///
    /// # Errors
    /// If the system does not tell the port.
    pub fn run(self, is_over: impl Fn() -> bool) -> io::Result<()> {
        let routes = routes(self.port()?, self.studies);
        self.runtime.block_on(serve(self.listener, &routes, is_over));
        // Work that does not notice its end in time must not delay that of the program.
        self.runtime.shutdown_timeout(GRACE);
        Ok(())
    }
}

/// Returns the routes.
fn routes(port: u16, studies: Vec<PathBuf>) -> Router {
    let api = Router::new()
        .route("/catalog", get(catalog::catalog))
        .route("/instance", post(play::instance))
        .route("/edit", post(play::edit))
        .route("/position", post(play::position))
        .route("/outlook", post(play::outlook))
        .route("/hint", post(play::hint))
        .route("/solve", post(solve::solve))
        .route("/maze", post(maze::maze))
        .route("/traces/{id}", get(traces::overview))
        .route("/traces/{id}/map", get(traces::map))
        .route("/traces/{id}/events", get(traces::events))
        .route("/traces/{id}/at/{step}", get(traces::at))
        .route("/traces/{id}/nodes/{node}", get(traces::node))
        .route("/studies", get(lab::studies))
        .route("/studies/{number}", get(lab::study))
        .route("/studies/{number}/plots/{plot}", get(lab::plot))
        .with_state(Arc::new(App::new(studies)));
    Router::new()
        .nest("/api/v1", api)
        .route("/", get(assets::page))
        .route("/assets/{*path}", get(assets::file))
        .fallback(async || ApiError::missing("no page has this address", "open /"))
        .method_not_allowed_fallback(async || {
            ApiError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "this address does not accept the request's method",
                "see docs/api.md",
            )
        })
        .layer(DefaultBodyLimit::max(guard::MAX_BODY))
        .layer(middleware::from_fn(guard::read_body))
        .layer(middleware::from_fn_with_state(port, guard::reject_foreign))
}

/// An open connection.
#[derive(Debug)]
struct Connection {
    /// Whether it has sent a request.
    has_asked: Arc<AtomicBool>,
    task: AbortHandle,
}

/// Waits until there is room for a connection. One that has not asked for anything makes room for it, the
/// oldest first, so that idle connections keep nobody out.
async fn make_room(open: &mut Vec<Connection>) {
    loop {
        open.retain(|connection| !connection.task.is_finished());
        if open.len() < MAX_CONNECTIONS {
            return;
        }
        let is_idle = |connection: &Connection| !connection.has_asked.load(Ordering::Relaxed);
        if let Some(place) = open.iter().position(is_idle) {
            open.remove(place).task.abort();
            return;
        }
        tokio::time::sleep(POLL).await;
    }
}

/// Accepts connections until `is_over` returns true.
async fn serve(listener: TcpListener, routes: &Router, is_over: impl Fn() -> bool) {
    let mut open = vec![];
    let graceful = GracefulShutdown::new();
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(IDLE_TIMEOUT);
    let mut over = std::pin::pin!(async {
        while !is_over() {
            tokio::time::sleep(POLL).await;
        }
    });
    loop {
        let next = async {
            let accepted = listener.accept().await;
            make_room(&mut open).await;
            accepted
        };
        let accepted = tokio::select! {
            next = next => next,
            () = &mut over => break,
        };
        let Ok((stream, _)) = accepted else {
            // The system has no room for a connection now.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        // Answers are short; waiting for more to send would only delay them.
        drop(stream.set_nodelay(true));
        let has_asked = Arc::new(AtomicBool::new(false));
        let (asked, service) = (Arc::clone(&has_asked), TowerToHyperService::new(routes.clone()));
        let service = service_fn(move |request| {
            asked.store(true, Ordering::Relaxed);
            service.call(request)
        });
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        // A client that breaks its connection is no error of ours.
        let task = tokio::spawn(async move { drop(connection.await) });
        open.push(Connection { has_asked, task: task.abort_handle() });
    }
    drop(listener);
    drop(tokio::time::timeout(GRACE, graceful.shutdown()).await);
}
