import { describe, expect, it } from "vitest";
import { diagnose, isTransient, type Probe } from "./failure-diagnosis.ts";
import { UnlistedScriptError } from "./trusted-scripts.ts";

const ENTRY = "https://bobine.example/r/mfe-finance/a/remoteEntry.js";
const CHUNK = "https://bobine.example/r/mfe-finance/a/12.js";
const STYLE = "https://bobine.example/r/mfe-finance/a/12.css";
const hashes: Record<string, string> = {
  [ENTRY]: "sha384-entry",
  [CHUNK]: "sha384-chunk",
  [STYLE]: "sha384-style",
};

const found = (status: number, sha384?: string, type = "text/javascript; charset=utf-8"): Probe => ({
  state: "answered",
  status,
  sha384,
  type,
});
const named = (name: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { name }, more);

const entryFailed = named(
  "Error",
  "[ Federation Runtime ]: RUNTIME-008 … ScriptNetworkError: Failed to load script",
);
const chunkFailed = named("ChunkLoadError", "Loading chunk 12 failed.", { request: CHUNK });

describe("why code did not load", () => {
  it.each([
    ["the entry, no network", entryFailed, { state: "unreachable" }, "network", ENTRY],
    ["the entry, a silent server", entryFailed, { state: "silent" }, "timeout", ENTRY],
    ["the entry, 500", entryFailed, found(500, "sha384-x"), "server", ENTRY],
    ["the entry, 404", entryFailed, found(404), "missing", ENTRY],
    ["the entry, purged", entryFailed, found(410), "missing", ENTRY],
    ["the entry, other bytes", entryFailed, found(200, "sha384-evil"), "integrity", ENTRY],
    ["the entry, well again", entryFailed, found(200, "sha384-entry"), "network", ENTRY],
    ["the entry, where nothing can be compared", entryFailed, found(200), "network", ENTRY],
    ["the entry, a page in its place", entryFailed, found(200, "sha384-page", "text/html"), "mime", ENTRY],
    ["the entry, its bytes under a wrong type", entryFailed, found(200, "sha384-entry", ""), "mime", ENTRY],
    ["a chunk, 404", chunkFailed, found(404), "missing", CHUNK],
    ["a chunk, other bytes", chunkFailed, found(200, "sha384-entry"), "integrity", CHUNK],
    [
      "a chunk told by its words only",
      named("Error", "Loading chunk 12 failed.\n(error: x)", { request: CHUNK }),
      found(404),
      "missing",
      CHUNK,
    ],
    [
      "a style",
      named("Error", "Loading CSS chunk 12 failed.", { code: "CSS_CHUNK_LOAD_FAILED", request: CHUNK }),
      found(404),
      "missing",
      CHUNK,
    ],
    [
      "a style under the type of a script",
      named("Error", "x", { code: "CSS_CHUNK_LOAD_FAILED", request: STYLE }),
      found(200, "sha384-style"),
      "mime",
      STYLE,
    ],
    [
      "a style that came well",
      named("Error", "x", { code: "CSS_CHUNK_LOAD_FAILED", request: STYLE }),
      found(200, "sha384-style", "text/css"),
      "network",
      STYLE,
    ],
    [
      "a chunk inside the page's error",
      new Error("page code failed to load", { cause: chunkFailed }),
      found(503),
      "server",
      CHUNK,
    ],
    [
      "an entry that hangs",
      named("Error", `ScriptNetworkError: Script "${ENTRY}" timed out.`),
      found(200, "sha384-entry"),
      "timeout",
      ENTRY,
    ],
    [
      "a chunk that hangs",
      named("ChunkLoadError", `Loading chunk 12 failed.\n(timeout: ${CHUNK})`, { request: CHUNK }),
      found(200, "sha384-chunk"),
      "timeout",
      CHUNK,
    ],
    [
      "an entry that throws",
      named("Error", "RUNTIME-008 ScriptExecutionError: Script loaded but threw"),
      found(200, "sha384-entry"),
      "execution",
      ENTRY,
    ],
    ["code that throws", new TypeError("x is not a function"), found(200), "execution", undefined],
    ["what is no error", "boom", found(200), "execution", undefined],
    [
      "a chunk that the registry does not name",
      named("ChunkLoadError", "Loading chunk 13 failed.", { request: `${CHUNK}?v=2` }),
      found(200, "sha384-chunk"),
      "unlisted",
      `${CHUNK}?v=2`,
    ],
    ["an address refused by the page", new UnlistedScriptError("no"), found(200), "unlisted", undefined],
    [
      "an address refused by the chunk loader",
      new Error("not in the registry: x"),
      found(200),
      "unlisted",
      undefined,
    ],
  ] as [string, unknown, Probe, string, string | undefined][])("%s", async (_, error, probe, kind, url) => {
    const asked: string[] = [];
    const diagnosis = await diagnose(
      error,
      ENTRY,
      (at) => hashes[at],
      async (at) => {
        asked.push(at);
        return probe;
      },
    );
    expect([diagnosis.kind, diagnosis.url]).toEqual([kind, url]);
    expect(asked.every((at) => at === url)).toBe(true);
  });
});

it.each([
  ["network", true],
  ["server", true],
  ["timeout", false],
  ["missing", false],
  ["integrity", false],
  ["execution", false],
] as const)("%s may be gone a moment later: %s", (kind, transient) => {
  expect(isTransient({ kind })).toBe(transient);
});
