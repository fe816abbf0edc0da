// The server's API, as docs/api.md describes it.

/**
 * An answer that says what is wrong.
 */
export class ApiError extends Error {
  /** @param {{ error: string, help?: string | null, line?: number | null, column?: number | null }} body */
  constructor(body) {
    super(body.error);
    this.help = body.help ?? "";
    this.line = body.line ?? null;
    this.column = body.column ?? null;
  }
}

const GONE = { error: "The server does not answer.", help: "Start it again with `heureka serve`, then try again." };

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
async function ask(path, options) {
  let response;
  try {
    response = await fetch(`/api/v1/${path}`, options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new ApiError(GONE);
  }
  if (!response.ok) throw new ApiError(await response.json().catch(() => GONE));
  return response;
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function get(path, signal) {
  return (await ask(path, { signal })).json();
}

/**
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
function post_options(body, signal) {
  const headers = { "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body), signal };
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function post(path, body, signal) {
  return (await ask(path, post_options(body, signal))).json();
}

/**
 * Runs a job: calls `progress` while it runs, and returns its result. Aborting the signal cancels the job.
 * @param {string} path
 * @param {unknown} body
 * @param {(event: any) => void} progress
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function job(path, body, progress, signal) {
  const options = post_options(body, signal);
  const headers = { ...options.headers, accept: "text/event-stream" };
  const response = await ask(path, { ...options, headers });
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      if (signal?.aborted) throw error;
      throw new ApiError(GONE);
    });
    if (done) throw new ApiError(GONE);
    text += decoder.decode(value, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      /** @param {string} name */
      const field = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const [event, data] = [field("event"), field("data")];
      if (!event || !data) continue;
      if (event === "done") return JSON.parse(data);
      if (event === "failed") throw new ApiError(JSON.parse(data));
      progress(JSON.parse(data));
    }
  }
}
