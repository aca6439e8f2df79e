import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, expect, test } from "vitest";
import { byExtent, extentOf } from "../../../../../tooling/extent.mjs";
import { runMutants } from "./mutant-campaign.testing.ts";
import { faultsOf } from "./mutant-faults.testing.ts";
import { type Mutant, originals } from "./mutants.testing.ts";

const isWhole = extentOf("bank-files") === "all";
const AT_ONCE = 200;
const MUTANTS = byExtent("bank-files", { part: 4_000, ci: 20_000, all: 1_000_000 });
const OF_CAMPAIGN = Number(process.env["BOBINE_MUTANTS"] ?? MUTANTS);
const FROM = Number(process.env["BOBINE_MUTANTS_FROM"] ?? 0);
/** What all of them may leave behind, the reports of their tests included. */
const MOST_LEFT = 64 * 2 ** 20;
/** What the process may grow by meanwhile: most of it is what nobody has collected yet. */
const MOST_GROWTH = 500 * 2 ** 20;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes in use once nothing is left that nobody needs; other files' tests run in this process too. */
function inUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let all: readonly Mutant[];
const before = { inUse: 0, resident: 0 };
let mostResident = 0;
beforeAll(async () => {
  all = await originals();
  before.inUse = inUse();
  before.resident = process.memoryUsage.rss();
});

test("each file that mutants are made of is known", () => {
  expect(all.length).toBeGreaterThan(150);
});

/** The campaign reads all of its mutants in processes of its own. */
async function faultsFrom(first: number): Promise<readonly string[]> {
  if (!isWhole) {
    const faults = await faultsOf(all, first, AT_ONCE);
    mostResident = Math.max(mostResident, process.memoryUsage.rss());
    return faults;
  }
  const result = await runMutants(first, OF_CAMPAIGN, (line) => process.stderr.write(`${line}\n`));
  mostResident = result.mostResident;
  return result.faults;
}

test.each(isWhole ? [FROM] : Array.from({ length: MUTANTS / AT_ONCE }, (_, index) => index * AT_ONCE))(
  "whatever is changed, a file is read or refused, and no row is lost: from %i on",
  { timeout: isWhole ? 0 : 30_000 },
  async (first) => {
    expect(await faultsFrom(first)).toEqual([]);
  },
);

test("they take no memory that does not come back", () => {
  expect(inUse() - before.inUse).toBeLessThan(MOST_LEFT);
  expect(mostResident - before.resident).toBeLessThan(MOST_GROWTH);
});
