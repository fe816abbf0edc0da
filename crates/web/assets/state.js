// The state of the page is its address: a link shows the same to everyone, and back and forward work.

/**
 * @typedef {Object} Subject an instance, as the API names it
 * @property {string} puzzle
 * @property {string} [instance]
 * @property {string} [random]
 * @property {number} [seed]
 * @property {Record<string, string>} [parameters]
 */

/** The prefix of a parameter of the instance. */
const PARAMETER = "p.";

/** Returns the values of the address. */
export function read() {
  return new URLSearchParams(location.search);
}

/**
 * Returns the address with some values changed; `null` removes one.
 * @param {Record<string, string | number | null | undefined>} changes
 * @param {URLSearchParams} [from]
 */
export function address(changes, from = read()) {
  const values = new URLSearchParams(from);
  for (const [name, value] of Object.entries(changes)) {
    if (value == null || value === "") values.delete(name);
    else values.set(name, String(value));
  }
  const text = values.toString();
  return text ? `/?${text}` : "/";
}

/**
 * Goes to an address, and tells the page. A step within a view replaces the address, so that going back
 * leaves the view.
 * @param {string} to
 * @param {boolean} [replace]
 */
export function go(to, replace = false) {
  pending?.();
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  dispatchEvent(new Event("address"));
}

/**
 * Changes some values of the address.
 * @param {Record<string, string | number | null | undefined>} changes
 * @param {boolean} [replace]
 */
export function change(changes, replace = false) {
  go(address(changes), replace);
}

/** The least time between two changes of the address, in milliseconds: browsers ignore more than 200 in 10 s. */
const PAUSE = 100;
let [remembered, waiting] = [0, 0];
/** Makes the change of the address that waits. @type {(() => void) | null} */
let pending = null;

/**
 * Changes some values of the address at once or soon, without telling the page, which shows them already.
 * @param {Record<string, string | number | null | undefined>} changes
 */
export function remember(changes) {
  forget();
  pending = () => {
    forget();
    remembered = performance.now();
    history.replaceState(null, "", address(changes));
  };
  const left = PAUSE - (performance.now() - remembered);
  if (left <= 0) pending();
  else waiting = setTimeout(pending, left);
}

/** Drops a change that waits: the address is that of another page now. */
export function forget() {
  clearTimeout(waiting);
  pending = null;
}

/**
 * Returns the instance that an address names.
 * @param {URLSearchParams} values
 * @returns {Subject | null}
 */
export function subject(values) {
  const puzzle = values.get("puzzle");
  if (!puzzle) return null;
  /** @type {Subject} */
  const found = { puzzle, parameters: {} };
  const [instance, random, seed] = [values.get("instance"), values.get("random"), values.get("seed")];
  if (instance) found.instance = instance;
  else if (random) found.random = random;
  if (random && seed) found.seed = Number(seed);
  for (const [name, value] of values)
    if (name.startsWith(PARAMETER)) /** @type {any} */ (found.parameters)[name.slice(PARAMETER.length)] = value;
  return found;
}

/**
 * Returns the address of a view of an instance.
 * @param {string} view
 * @param {Subject} of
 * @param {Record<string, string | number | null>} [more]
 */
export function link(view, of, more = {}) {
  /** @type {Record<string, string | number | null | undefined>} */
  const values = { view, puzzle: of.puzzle, instance: of.instance, random: of.random, seed: of.seed, ...more };
  for (const [name, value] of Object.entries(of.parameters ?? {})) values[PARAMETER + name] = value;
  return address(values, new URLSearchParams());
}
