//! Pictures and pages, which notebooks show.

use pyo3::prelude::*;
use std::fs;
use std::path::PathBuf;

/// A picture, as SVG.
#[pyclass(frozen, module = "heureka")]
pub struct Picture {
    pub svg: String,
}

#[pymethods]
impl Picture {
    /// The SVG document.
    #[getter]
    fn svg(&self) -> &str {
        &self.svg
    }

    /// Writes the picture to a file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        Ok(fs::write(path, &self.svg)?)
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }

    fn __repr__(&self) -> String {
        format!("<heureka.Picture: {} bytes of SVG>", self.svg.len())
    }
}

/// A page, as self-contained HTML.
#[pyclass(frozen, module = "heureka")]
pub struct Page {
    pub html: String,
}

#[pymethods]
impl Page {
    /// The HTML document.
    #[getter]
    fn html(&self) -> &str {
        &self.html
    }

    /// Writes the page to a file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        Ok(fs::write(path, &self.html)?)
    }

    /// Returns the page in a frame, so that its styles do not change the notebook.
    #[pyo3(name = "_repr_html_")]
    pub fn frame(&self) -> String {
        format!(
            "<iframe srcdoc=\"{}\" style=\"width: 100%; height: 40em; border: 1px solid #ccc\"></iframe>",
            escaped(&self.html)
        )
    }

    fn __repr__(&self) -> String {
        format!("<heureka.Page: {} bytes of HTML>", self.html.len())
    }
}

/// Returns a text with the characters that are special in HTML replaced.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}
