//! `GET /api/v1/studies/…`: the databases that the server was started with, as reports show them.

use crate::app::App;
use crate::error::ApiError;
use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use heureka_lab::Table;
use heureka_lab::study::{Database, Overview, Results};
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// A table of a report.
#[derive(Debug, Serialize)]
struct TableView {
    title: String,
    caption: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl TableView {
    fn new(title: String, caption: String, table: &Table) -> Self {
        let cells =
            |row: &Vec<heureka_lab::Cell>| row.iter().map(heureka_lab::Cell::text).collect();
        let columns = table.columns().to_vec();
        Self { title, caption, columns, rows: table.rows().iter().map(cells).collect() }
    }
}

impl App {
    /// Reads a study again, since its runs may still be going on.
    fn study(&self, number: usize) -> Result<Results, ApiError> {
        let help = "start the server with databases: heureka serve STUDY.db";
        let missing = || ApiError::missing(format!("there is no study {number}"), help);
        let path = self.studies.get(number).ok_or_else(missing)?;
        Results::read(&[path]).map_err(|error| ApiError::invalid(error.to_string(), ""))
    }
}

/// `GET /api/v1/studies`: the studies.
///
/// # Errors
/// If a database is not readable.
pub async fn studies(State(app): State<Arc<App>>) -> Result<Json<Value>, ApiError> {
    let pool = app.boards.clone();
    let list = pool.run(move || {
        let one = |number: usize| -> Result<Value, ApiError> {
            let results = app.study(number)?;
            // A URL has no password here.
            let name = Database::name_of(&app.studies[number]);
            let name = std::path::Path::new(&name).file_name().map(|name| name.to_string_lossy());
            let progress = Overview::new(&results, true).progress();
            Ok(json!({ "title": results.study.title, "name": name, "progress": progress }))
        };
        (0..app.studies.len()).map(one).collect::<Result<Vec<_>, _>>()
    });
    Ok(Json(Value::Array(list.await?)))
}

/// `GET /api/v1/studies/{number}`: the tables, the names of the plots, and every run of a study.
///
/// # Errors
/// If there is no such study, or its database is not readable.
pub async fn study(
    State(app): State<Arc<App>>,
    number: Result<Path<usize>, PathRejection>,
) -> Result<Json<Value>, ApiError> {
    let (Path(number), pool) = (number?, app.boards.clone());
    let answer = pool.run(move || {
        let results = app.study(number)?;
        let overview = Overview::new(&results, true);
        let mut tables =
            vec![TableView::new("Endings".to_owned(), String::new(), &overview.endings())];
        for (group, summaries) in overview.summaries() {
            tables.extend(summaries.into_iter().map(|summary| {
                TableView::new(
                    format!("{group}: {}", summary.title),
                    summary.caption,
                    &summary.table,
                )
            }));
        }
        Ok(json!({
            "title": results.study.title,
            "question": results.study.question,
            "progress": overview.progress(),
            "tables": tables,
            "plots": overview.plots().into_iter().map(|(title, _)| title).collect::<Vec<_>>(),
            "runs": overview.rows(),
        }))
    });
    Ok(Json(answer.await?))
}

/// `GET /api/v1/studies/{number}/plots/{plot}`: a plot as SVG.
///
/// # Errors
/// If there is no such plot, or the database is not readable.
pub async fn plot(
    State(app): State<Arc<App>>,
    place: Result<Path<(usize, usize)>, PathRejection>,
) -> Result<Response, ApiError> {
    let (Path((number, plot)), pool) = (place?, app.boards.clone());
    let svg = pool.run(move || {
        let results = app.study(number)?;
        let plots = Overview::new(&results, true).plots();
        let missing = || ApiError::missing(format!("there is no plot {plot}"), "");
        plots.get(plot).map(|(_, plot)| plot.svg()).ok_or_else(missing)
    });
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg.await?).into_response())
}
