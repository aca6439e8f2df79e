// Accuracy and speed of the lettering engine on worlds whose maker knows nothing of how it reads labels: see docs/lettering.md.
//   npm run bench matching               what the engine was tuned on
//   npm run bench matching -- blind      seeds, bank layouts and numberings that nobody tuned on
//   … -- errors                          lists every wrong lettering; misses lists what is not suggested first
import { parseArgs } from "node:util";
import { score, sumOfScores } from "./matching/judge.ts";
import { runWorld } from "./matching/protocol.ts";
import { errorLines, missLines } from "./matching/rows.ts";
import { BLIND_WORLDS, TRAIN_WORLDS } from "./matching/seeds.ts";
import { headline, kindTable } from "./matching/tables.ts";
import { makeWorld } from "./matching/world.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const plans = positionals.includes("blind") ? BLIND_WORLDS : TRAIN_WORLDS;

const runs = plans.map(({ seed, axes, name }) => ({
  name,
  run: runWorld(makeWorld(seed, axes), "oracle-close"),
}));
const scores = runs.map(({ run }) => score(run.judged, run.bills));
console.log(
  headline(
    [
      ...runs.map(({ name }, at) => ({ name, score: scores[at] })),
      { name: "all", score: sumOfScores(scores) },
    ].flatMap(({ name, score: one }) => (one ? [{ name, score: one }] : [])),
  ),
);
console.log(kindTable(runs.map(({ run }) => run)));
if (positionals.includes("errors")) console.log(runs.flatMap(({ run }) => errorLines(run)).join("\n"));
if (positionals.includes("misses")) console.log(runs.flatMap(({ run }) => missLines(run)).join("\n"));
