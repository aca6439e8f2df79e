import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { AREAS, operatorCommand } from "./operator-commands.ts";

const names = Object.keys(AREAS);

async function ops(...args: string[]): Promise<{ code: number; said: string; complained: string }> {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await operatorCommand(args, {
    say: (line) => said.push(line),
    complain: (problem) => complained.push(String(problem)),
  });
  return { code, said: said.join("\n"), complained: complained.join("\n") };
}

test("the help names every verb as it is written", async () => {
  const { code, said } = await ops();
  expect(code).toBe(0);
  for (const name of names) expect(said).toMatch(new RegExp(`^${name} [a-z-]+`, "m"));
  expect(said).toBe((await ops("--help")).said);
});

test("the help of one area has its verbs alone", async () => {
  const { code, said } = await ops("rates", "--help");
  expect(code).toBe(0);
  expect(said).toContain("rates set 2027-H1 --rate 12.15");
  expect(said).not.toContain("plans");
});

test("an area that is none is refused with those that are", async () => {
  expect(await ops("toString")).toEqual({
    code: 2,
    said: "",
    complained: `There is no area "toString": ${names.join(", ")}.`,
  });
});

test("each area is also a command of npm, as before", () => {
  const path = new URL("../../../package.json", import.meta.url);
  const { scripts } = JSON.parse(readFileSync(path, "utf8")) as { scripts: Record<string, string> };
  for (const name of names) expect(scripts[name]).toBe(`node tooling/bobine.mjs ops ${name}`);
});

afterEach(() => vi.unstubAllEnvs());
test.each([
  "ledger verify",
  "audit list",
  "backup archive <folder>",
  "backup take <folder>",
  "backup files <folder>",
  "backup status <folder>",
  "backup prune <folder>",
  "plans list",
  "invoicing list",
  "people second-factors",
  "rates set 2027-H1 --rate 12.15",
])("`ops %s` works on a product that is there, and makes none (OPS-2)", async (command) => {
  const place = mkdtempSync(join(tmpdir(), "bobine-no-product-"));
  try {
    const [dataDir, backups] = [join(place, "dta"), join(place, "backups")];
    vi.stubEnv("DATA_DIR", dataDir);
    for (const name of ["DATABASE_URL", "DATABASE_OWNER_URL", "SECRET_KEY"]) vi.stubEnv(name, "");
    expect(await ops(...command.replace("<folder>", backups).split(" "))).toEqual({
      code: 2,
      said: "",
      complained: `There is no product in ${dataDir}, which is DATA_DIR: give this command the settings that the product has. A new one is made by npm start or npm run migrate.`,
    });
    expect([existsSync(dataDir), existsSync(backups)]).toEqual([false, false]);
  } finally {
    rmSync(place, { recursive: true });
  }
});
