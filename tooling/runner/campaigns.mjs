// Campaigns: tests that take too long for each `npm test`. It runs a part of each; here all of it runs.

import { Failure } from "./process.mjs";

/**
 * @typedef {object} Campaign
 * @property {string} proves what it is for, in one line
 * @property {string} meanwhile what of it is part of `npm test`
 * @property {"unit" | "integration" | "e2e"} kind which tool runs it
 * @property {string[]} files its test files, from the root; `BOBINE_CAMPAIGN` tells them its name
 */

/** @type {Readonly<Record<string, Campaign>>} */
export const CAMPAIGNS = {
  "fault-matrix": {
    proves:
      "each of nine faults of each remote costs that remote's screens only, and « Réessayer » repairs it",
    meanwhile: "each fault of one remote, two or three of each remote",
    kind: "e2e",
    files: ["e2e/fault-matrix.e2e.ts"],
  },
  "every-screen": {
    proves: "no screen has a serious fault of accessibility, in both themes, wide and at 360 px",
    meanwhile: "the main screens so; the others in the light theme, and their width at 360 px",
    kind: "e2e",
    files: ["e2e/every-screen.e2e.ts"],
  },
  screenshots: {
    proves:
      "nothing: it takes a picture of every screen at 1440 and 390 px, to look at and for the documentation",
    meanwhile: "nothing; other journeys visit these screens",
    kind: "e2e",
    files: ["e2e/screenshots.e2e.ts"],
  },
  "bank-files": {
    proves:
      "of a million bank files that something has gone wrong with, each is read or refused: no crash, no hang, no row lost (an hour; BOBINE_MUTANTS_FROM=<number> begins later)",
    meanwhile: "twenty thousand of them",
    kind: "unit",
    files: ["api/src/domain/parsing/bank-formats/mutations.test.ts"],
  },
  "many-nodes": {
    proves: "two nodes work as one behind nginx, and either may be killed during imports, jobs and mailings",
    meanwhile: "what nodes share, a rolling restart, a node killed during an import",
    kind: "integration",
    files: ["api/src/nodes/many-nodes.integration.test.ts"],
  },
  "long-lives": {
    proves:
      "10,000 lives of 300 steps leave letters sound, and the exports are the books that an independent ledger keeps (many hours; BOBINE_LIVES=<count> lives fewer)",
    meanwhile: "two such lives, 200 where CI runs; 200 lives of letters alone, without a database",
    kind: "integration",
    files: [
      "api/src/modules/exports/lives/lives-first-half.integration.test.ts",
      "api/src/modules/exports/lives/lives-second-half.integration.test.ts",
    ],
  },
};

/**
 * The campaigns that are asked for by name, or all of them.
 *
 * @param {readonly string[]} names
 * @returns {[name: string, campaign: Campaign][]}
 * @throws {Failure} on an unknown name
 */
export function chosenCampaigns(names) {
  const known = Object.entries(CAMPAIGNS);
  const unknown = names.find((name) => name !== "all" && !Object.hasOwn(CAMPAIGNS, name));
  if (unknown !== undefined)
    throw new Failure(`There is no campaign "${unknown}". These exist:\n${campaignList()}`);
  return names.includes("all") ? known : known.filter(([name]) => names.includes(name));
}

/** What there is, for the terminal. */
export const campaignList = () =>
  [...Object.entries(CAMPAIGNS), ["all", { proves: "every one of them, one after the other" }]]
    .map(([name, { proves, meanwhile }]) =>
      [
        `  ${name.padEnd(14)} ${proves}`,
        ...(meanwhile ? [`${" ".repeat(17)}in npm test: ${meanwhile}`] : []),
      ].join("\n"),
    )
    .join("\n");
