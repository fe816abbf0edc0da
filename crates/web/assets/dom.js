// Elements and pictures.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Creates an element. A property that begins with `on` is a listener; `null` and `false` are left out, and
 * `true` is an attribute without a value.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") /** @type {any} */ (element)[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function append(element, children) {
  for (const child of children.flat())
    if (child || child === 0) element.append(typeof child === "number" ? String(child) : child);
}

/**
 * Replaces the content of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Creates an element of a picture.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  append(element, children);
  return element;
}

/**
 * Returns a picture of the server as an element that fills its place.
 * @param {string} text
 * @param {string} [label] what it shows, for screen readers; without it, the picture is decoration
 * @returns {SVGElement}
 */
export function picture(text, label) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = /** @type {any} */ (document.importNode(parsed, true));
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  if (label) {
    svg.querySelector("title")?.replaceChildren(label);
  } else {
    svg.querySelector("title")?.remove();
    svg.removeAttribute("role");
    svg.setAttribute("aria-hidden", "true");
  }
  return svg;
}

/**
 * Returns a number with separators between thousands.
 * @param {number} number
 */
export function count(number) {
  return number.toLocaleString("en-US");
}

/**
 * Returns a size in bytes.
 * @param {number} bytes
 */
export function size(bytes) {
  for (const [unit, one] of /** @type {[string, number][]} */ ([["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 2 ** 10]]))
    if (bytes >= one) return `${(bytes / one).toPrecision(3)} ${unit}`;
  return `${bytes} bytes`;
}

/**
 * Returns a time.
 * @param {number} seconds
 */
export function time(seconds) {
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toPrecision(3)} ms`;
  return `${seconds < 100 ? seconds.toPrecision(3) : Math.round(seconds)} s`;
}
