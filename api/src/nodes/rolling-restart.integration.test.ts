// deploy/nginx/rolling-restart.sh with stand-ins for nginx, for the nodes and for curl. In front of nginx: many-nodes.integration.test.ts.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const SCRIPT = fileURLToPath(new URL("../../../deploy/nginx/rolling-restart.sh", import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bobine-rolling-"));
  const curl = join(folder, "curl");
  writeFileSync(
    curl,
    `#!/bin/sh\nfor last; do :; done\ngrep --quiet --fixed-strings "$last" "${folder}/ready"\n`,
  );
  chmodSync(curl, 0o755);
  nodes("a:1 max_fails=2", "b:1 max_fails=2");
  ready("a:1", "b:1");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const upstream = () => join(folder, "upstream.conf");
const nodes = (...lines: readonly string[]) =>
  writeFileSync(upstream(), `# server z:1;\n${lines.map((line) => `    server ${line};\n`).join("")}`);
const ready = (...names: readonly string[]) =>
  writeFileSync(join(folder, "ready"), names.map((name) => `http://${name}/readyz\n`).join(""));
const lines = (text: string) => [...text.matchAll(/^ *server (.*);$/gm)].map(([, line]) => line);

/** Runs it: its exit code, what nginx was told at each reload, and which nodes were restarted. */
function restart() {
  for (const name of ["reloads", "restarts"]) rmSync(join(folder, name), { force: true });
  const { status, stderr } = spawnSync(
    SCRIPT,
    [upstream(), `cat "${upstream()}" >> "${folder}/reloads"`, `echo "$1" >> "${folder}/restarts"`],
    {
      encoding: "utf8",
      env: { PATH: `${folder}:${process.env["PATH"] ?? ""}`, SETTLE: "0", READY_WITHIN: "1" },
    },
  );
  const read = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "";
  return {
    status,
    stderr,
    told: read("reloads")
      .split("# server z:1;\n")
      .slice(1)
      .map((each) => lines(each)),
    restarted: read("restarts").trim().split("\n"),
    left: lines(readFileSync(upstream(), "utf8")),
  };
}

test("one node after the other is taken out, restarted and put back as it was", () => {
  expect(restart()).toMatchObject({
    status: 0,
    told: [
      ["a:1 down max_fails=2", "b:1 max_fails=2"],
      ["a:1 max_fails=2", "b:1 max_fails=2"],
      ["a:1 max_fails=2", "b:1 down max_fails=2"],
      ["a:1 max_fails=2", "b:1 max_fails=2"],
    ],
    restarted: ["a:1", "b:1"],
  });
});

test("run again after a node did not come back, it puts that one back before it touches another", () => {
  ready("b:1");
  expect(restart()).toMatchObject({
    status: 1,
    restarted: ["a:1"],
    left: ["a:1 down max_fails=2", "b:1 max_fails=2"],
  });
  // Not yet: the other one serves on.
  expect(restart()).toMatchObject({
    status: 1,
    restarted: ["a:1"],
    left: ["a:1 down max_fails=2", "b:1 max_fails=2"],
  });
  ready("a:1", "b:1");
  const { status, told, left } = restart();
  expect(status).toBe(0);
  for (const each of told) expect(each.filter((line) => !line?.includes(" down"))).not.toEqual([]);
  expect(left).toEqual(["a:1 max_fails=2", "b:1 max_fails=2"]);
});

test("a node that is out already is the first, wherever it stands and however often it was taken out", () => {
  nodes("a:1 max_fails=2", "b:1 down down max_fails=2 down", "c:1 down");
  ready("a:1", "b:1", "c:1");
  const { status, told, restarted, left } = restart();
  expect(status).toBe(0);
  expect(restarted).toEqual(["b:1", "c:1", "a:1"]);
  expect(told[1]).toEqual(["a:1 max_fails=2", "b:1 max_fails=2", "c:1 down"]);
  expect(left).toEqual(["a:1 max_fails=2", "b:1 max_fails=2", "c:1"]);
});
