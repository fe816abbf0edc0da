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
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// The most bytes of a request's body.
const MOST_BODY: usize = 4 << 20;
/// The most connections at once; others wait.
const MOST_CONNECTIONS: usize = 400;
/// How long a connection may be idle, or take to send the head of a request.
const IDLE: Duration = Duration::from_secs(20);
/// How often the server looks whether it is over.
const POLL: Duration = Duration::from_millis(50);
/// How long open requests may take to end after a signal.
const GRACE: Duration = Duration::from_secs(2);

/// A server that is bound to its port.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    studies: Vec<PathBuf>,
}

impl Server {
    /// Binds to a port of this machine only; port 0 stands for any free one.
    ///
    /// # Errors
    /// If the port is in use.
    pub fn bind(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, studies: vec![] })
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
    /// If the system has no threads for it.
    pub fn run(self, is_over: impl Fn() -> bool) -> io::Result<()> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let served = runtime.block_on(accept(self, is_over));
        // Work that does not notice its end in time must not delay that of the program.
        runtime.shutdown_timeout(GRACE);
        served
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
        .fallback(async || ApiError::missing("there is nothing here", "open /"))
        .method_not_allowed_fallback(async || {
            ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "not with this method", "see docs/api.md")
        })
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn_with_state(port, guard::own))
}

async fn accept(server: Server, is_over: impl Fn() -> bool) -> io::Result<()> {
    let routes = routes(server.port()?, server.studies);
    let listener = tokio::net::TcpListener::from_std(server.listener)?;
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(IDLE);
    let mut over = std::pin::pin!(async {
        while !is_over() {
            tokio::time::sleep(POLL).await;
        }
    });
    loop {
        let next = async {
            let permit = Arc::clone(&connections).acquire_owned().await;
            (listener.accept().await, permit)
        };
        let (accepted, permit) = tokio::select! {
            next = next => next,
            () = &mut over => break,
        };
        let Ok((stream, _)) = accepted else {
            // The system has no room for a connection now.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let service = TowerToHyperService::new(routes.clone());
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            let _permit = permit;
            // A client that breaks its connection is no error of ours.
            drop(connection.await);
        });
    }
    drop(listener);
    drop(tokio::time::timeout(GRACE, graceful.shutdown()).await);
    Ok(())
}
