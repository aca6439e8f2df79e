import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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
