// The third maker's worlds, by layout and class of evidence, beside plain rules: see docs/lettering.md.
//   npm run bench matching-third               worlds for whoever tunes the engine
//   npm run bench matching-third -- 8200       sets of nine worlds that are run once, when the tuning is over, by their seeds
//   npm run bench matching-third -- rows       and each line that is certain and left, or lettered wrongly
import { parseArgs } from "node:util";
import { runWorld } from "./matching/protocol.ts";
import { describe } from "./matching/rows.ts";
import { THIRD_TRAIN, thirdSet } from "./matching/third-opinion/plans.ts";
import { makeThirdWorld } from "./matching/third-opinion/third-world.ts";
import {
  betterPlainRules,
  classTable,
  lossTable,
  plainTable,
  populationTable,
  silentTable,
} from "./matching/third-opinion/verdict-tables.ts";
import { verdictsOf } from "./matching/third-opinion/verdicts.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const print = (title: string, text: string): void => console.log(`\n## ${title}\n\n${text}`);
const sets = positionals.filter((word) => /^\d+$/.test(word)).map(Number);
const plans = sets.length > 0 ? sets.flatMap(thirdSet) : THIRD_TRAIN;

const verdicts = plans.flatMap((plan) => {
  const world = makeThirdWorld(plan);
  return verdictsOf(plan.name, world, runWorld(world, "oracle-close"));
});
print(
  "By world",
  populationTable(verdicts, ({ world }) => world),
);
print(
  "By layout",
  populationTable(verdicts, ({ judged }) => judged.row.family),
);
print("By class of evidence", classTable(verdicts));
print("Certain, and left to people", lossTable(verdicts));
print(
  "By what was paid and told",
  populationTable(verdicts, ({ judged }) => judged.row.kind),
);
print("Receipts that pay", silentTable(verdicts));
print("Beside plain rules", plainTable(verdicts));
print("Where a plain rule letters more without an error", betterPlainRules(verdicts));
const misread = verdicts.filter((one) => one.isMisread);
console.log(
  `\nLines that a careful eye would letter wrongly, and that do not count as certain: ${misread.length}`,
);

if (positionals.includes("rows"))
  for (const { judged, run, certain } of verdicts.filter(
    (one) => (one.certain !== null && !one.isAutomatic) || (one.isAutomatic && !one.isRight),
  ))
    console.log(`${certain ?? "WRONG"}\n${describe(judged, run)}`);
if (positionals.includes("misread"))
  for (const { judged, run } of misread) console.log(describe(judged, run));
