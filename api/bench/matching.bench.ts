// Accuracy and speed of the lettering engine on worlds whose maker knows nothing of how it reads labels: see docs/lettering.md.
//   npm run bench matching                  the worlds that were looked at while the engine was tuned
//   npm run bench matching -- blind         seeds, bank layouts and numberings that were not
//   npm run bench matching -- errors misses one line per wrong lettering, and per truth that is not suggested first
//   npm run bench matching -- grouped       numbers printed in groups, in worlds of the second opinion's maker
//   npm run bench matching -- sweeps        every axis alone
//   npm run bench matching -- speed         100,000 open invoices
import { parseArgs } from "node:util";
import { runAdversarial } from "./matching/adversarial.ts";
import { ABLATIONS, decisionsOf, otherOrder, shuffledLabels } from "./matching/checks.ts";
import { type Score, score, sumOfScores } from "./matching/score.ts";
import { type Lens, type Protocol, type Run, runWorld } from "./matching/protocol.ts";
import { errorLines, missLines, trapLines } from "./matching/rows.ts";
import { BLIND_WORLDS, SPEED_AXES, SWEEPS, TRAIN_WORLDS } from "./matching/seeds.ts";
import { measureSpeed } from "./matching/speed.ts";
import { adversarialTable, headline, kindTable, naiveTable, type Named, table } from "./matching/tables.ts";
import { GROUPED_PLANS, makeSecondWorld, SECOND_PLANS } from "./matching/second-opinion/second-world.ts";
import { makeWorld, type Statements } from "./matching/world.ts";

const { positionals } = parseArgs({ allowPositionals: true });
const wants = (word: string): boolean => positionals.includes(word);
const isBlind = wants("blind");
const print = (title: string, text: string): void => console.log(`\n## ${title}\n\n${text}`);

const judge = (world: Statements, protocol: Protocol, lens?: Lens): { run: Run; score: Score } => {
  const run = runWorld(world, protocol, lens);
  return { run, score: score(run.judged, run.bills) };
};

const plans = isBlind ? BLIND_WORLDS : TRAIN_WORLDS;
const worlds = plans.map(({ seed, axes }) => makeWorld(seed, axes));
const closed = worlds.map((world) => judge(world, "oracle-close"));
const total = sumOfScores(closed.map((one) => one.score));
const named = (results: readonly { score: Score }[]): Named[] =>
  results.map((result, at) => ({ name: plans[at]?.name ?? "", score: result.score }));

print(
  isBlind
    ? "Blind worlds, truth applied after each statement"
    : "Train worlds, truth applied after each statement",
  headline([...named(closed), { name: "all", score: total }]),
);
const live = worlds.map((world) => judge(world, "live"));
print(
  "The same, what the engine letters stays",
  headline([...named(live), { name: "all", score: sumOfScores(live.map((one) => one.score)) }]),
);
print("By what was paid and told", kindTable(closed.map((one) => one.run)));
print("Beside the naive rule: the only open invoice of that amount", naiveTable(named(closed), total));

const ofSecondMaker = (plan: (typeof SECOND_PLANS)[number]): Named & { readonly run: Run } => ({
  name: plan.name,
  ...judge(makeSecondWorld(plan), "oracle-close"),
});
const second = SECOND_PLANS.map(ofSecondMaker);
print(
  "A second opinion: another maker, other habits and labels",
  headline([...second, { name: "all", score: sumOfScores(second.map((one) => one.score)) }]),
);
print("The same, by what was paid", kindTable(second.map((one) => one.run)));

const traps = runAdversarial();
print("Written by hand to mislead", adversarialTable(traps));
if (traps.some((trap) => trap.isWrong || (trap.mayBe && !trap.isDone)))
  console.log(trapLines(traps).join("\n"));

const [sample] = worlds;
const [sampleRun] = closed;
if (sample && sampleRun) {
  print(
    "One kind of evidence away",
    headline(
      Object.entries(ABLATIONS).map(([name, lens]) => ({
        name,
        score: judge(sample, "oracle-close", lens).score,
      })),
    ),
  );
  const euros = makeWorld(sample.seed, { ...sample.axes, wholeEuros: true });
  print(
    "Sanity",
    headline([
      { name: "as it is", score: sampleRun.score },
      { name: "labels shuffled", score: judge(sample, "oracle-close", shuffledLabels(sample)).score },
      { name: "whole euros", score: judge(euros, "oracle-close").score },
    ]),
  );
  const isSame = decisionsOf(runWorld(sample, "oracle-close", otherOrder())) === decisionsOf(sampleRun.run);
  console.log(
    `\nOther orders of invoices, clients and lines: ${isSame ? "the same decisions" : "OTHER DECISIONS"}`,
  );
}

if (wants("grouped")) print("Numbers printed in groups", headline(GROUPED_PLANS.map(ofSecondMaker)));

if (wants("sweeps"))
  for (const [axis, worldsOfAxis] of Object.entries(SWEEPS))
    print(
      axis,
      headline(
        worldsOfAxis.map(({ name, seed, axes }) => ({
          name,
          score: judge(makeWorld(seed, axes), "oracle-close").score,
        })),
      ),
    );

if (wants("speed")) {
  const speed = measureSpeed(SPEED_AXES.seed, SPEED_AXES.axes, 20_000);
  const ms = (value: number): string => value.toFixed(value < 100 ? 2 : 0);
  print(
    "Speed of the engine alone, one core",
    table(
      ["open", "lines", "indexing ms", "all lines ms", "one line p50 ms", "p99 ms", "max ms", "heap MB"],
      [
        [
          String(speed.open),
          String(speed.lines),
          ms(speed.indexing),
          ms(speed.whole),
          ms(speed.p50),
          ms(speed.p99),
          ms(speed.max),
          (speed.heap / 2 ** 20).toFixed(0),
        ],
      ],
    ),
  );
}

if (wants("errors")) console.log([...closed, ...second].flatMap(({ run }) => errorLines(run)).join("\n"));
if (wants("misses")) console.log(closed.flatMap(({ run }) => missLines(run)).join("\n"));
