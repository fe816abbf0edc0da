//! Reads numbers from SVG, for tests of plots and pictures.

/// Returns the numbers of an attribute of all elements that begin with a text.
pub fn numbers(svg: &str, element: &str, attribute: &str) -> Vec<f64> {
    let elements = svg.split(element).skip(1).map(|rest| rest.split('>').next().unwrap());
    let attribute = format!(" {attribute}=\"");
    let values = elements.map(|text| text.split(&attribute).nth(1).unwrap());
    values.map(|text| text.split('"').next().unwrap().parse().unwrap()).collect()
}
