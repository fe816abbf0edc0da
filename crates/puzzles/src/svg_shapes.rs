//! The shapes of a picture, read back from its SVG by tests of geometry.

/// Returns the numbers of some attributes of every element with a name.
pub(crate) fn attributes<const N: usize>(svg: &str, name: &str, keys: [&str; N]) -> Vec<[f64; N]> {
    let start = format!("<{name}");
    let value = |element: &str, key: &str| {
        let rest = element.split(&format!(" {key}=\"")).nth(1).expect(key);
        rest.split('"').next().and_then(|number| number.parse().ok()).expect(key)
    };
    svg.split(&start).skip(1).map(|element| keys.map(|key| value(element, key))).collect()
}

/// Returns the points of every `polyline` or `polygon`.
pub(crate) fn points(svg: &str, name: &str) -> Vec<Vec<(f64, f64)>> {
    let start = format!("<{name} points=\"");
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let point = |text: &str| text.split_once(',').map(|(x, y)| (number(x), number(y)));
    let points =
        |list: &str| -> Option<Vec<_>> { list.split('"').next()?.split(' ').map(point).collect() };
    svg.split(&start).skip(1).map(|list| points(list).expect("points")).collect()
}
