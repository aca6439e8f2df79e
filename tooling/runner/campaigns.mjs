// Campaigns: tests that take too long for each `npm test`. It runs a part of each, `.ci/run` as much as a merge is worth; here all of it runs.

import { Failure } from "./process.mjs";

/**
 * @typedef {object} Campaign
 * @property {string} proves what it is for, in one line
 * @property {string} part what of it is part of `npm test`
 * @property {string} ci what of it `.ci/run` has (BOBINE_EXTENT=ci)
 * @property {"unit" | "integration" | "e2e"} kind which tool runs it
 * @property {string[]} [debian] packages of Debian that it needs: installed where the user may
 * @property {string[]} files its test files, from the root: `extentOf` and `byExtent` of `tooling/extent.mjs` tell them how much is asked
 */

/** @type {Readonly<Record<string, Campaign>>} */
export const CAMPAIGNS = {
  "api-fuzz": {
    proves:
      "none of 200,000 requests drawn from the contract is answered by a 5xx, and the ledger holds after them",
    part: "1,000 of them, half of the calls accepted once instead of seven in ten",
    ci: "20,000 of them",
    kind: "integration",
    files: ["api/src/http/fuzz.integration.test.ts"],
  },
  "field-errors": {
    proves: "whatever a field of a call may not be is told in French, each field alone",
    part: "all fields of a call wrong at once",
    ci: "all of it",
    kind: "integration",
    files: ["api/src/http/field-errors.integration.test.ts"],
  },
  "who-may": {
    proves:
      "each call answers each of sixteen people as the table of who may says, and changes nobody else's rows",
    part: "three of nine kinds of people for each row of the table, one of each, from row to row other ones",
    ci: "all of them",
    kind: "integration",
    files: ["api/src/access/who-may-matrix.integration.test.ts"],
  },
  "fault-matrix": {
    proves:
      "each of nine faults of each remote costs that remote's screens only, and « Réessayer » repairs it",
    part: "a remote that is away and one that throws",
    ci: "each fault of one remote, two or three of each remote",
    kind: "e2e",
    files: ["e2e/fault-matrix.e2e.ts"],
  },
  "every-screen": {
    proves: "no screen has a serious fault of accessibility, in both themes, wide and at 360 px",
    part: "the main screens and what other journeys meet in the light theme, the former's width at 360 px",
    ci: "the main screens, what journeys meet, an opened invoice and a report so; other screens in the light theme, their width at 360 px",
    kind: "e2e",
    files: ["e2e/every-screen.e2e.ts", "e2e/cinemas.e2e.ts", "e2e/journey.e2e.ts"],
  },
  workbench: {
    proves: "twenty left-over transactions are cleared from the keyboard alone",
    part: "eight, two of each kind",
    ci: "all of it",
    kind: "e2e",
    files: ["e2e/workbench.e2e.ts"],
  },
  journeys: {
    proves:
      "every journey: remotes that are bundled anew and run alone, examples in the gallery, jobs, cinemas and distributors of a super admin, mentions, saved filters, the focus of dialogs, a plan that is paid and changes, what else may be wrong with a remote or an open tab",
    part: "those without the tag @ci; the changed remote of FED-8 is the build on disk with another text",
    ci: "all of them",
    kind: "e2e",
    files: ["e2e"],
  },
  screenshots: {
    proves:
      "nothing: it takes a picture of every screen at 1440 and 390 px, to look at and for the documentation",
    part: "nothing; other journeys visit these screens",
    ci: "nothing",
    kind: "e2e",
    files: ["e2e/screenshots.e2e.ts"],
  },
  "outside-remote": {
    proves:
      "with the published packages and a team's token alone, a remote of another repository is made, typed, tested, run alone, published over HTTP, promoted, taken back and retired, and the examples of webpack and rspack are built, published and opened (a registry of packages is installed and started)",
    part: "nothing; what is packed, and each call, have tests of their own",
    ci: "nothing",
    kind: "e2e",
    files: ["e2e/outside-remote.e2e.ts"],
  },
  "bank-files": {
    proves:
      "of a million bank files that something has gone wrong with, each is read or refused: no crash, no hang, no row lost (on all cores: six minutes on two that are nearly free, an hour beside ten other processes; one that was stopped goes on; BOBINE_MUTANTS=<count> reads fewer, BOBINE_MUTANTS_FROM=<number> others)",
    part: "four thousand of them",
    ci: "twenty thousand",
    kind: "unit",
    files: ["api/src/domain/parsing/bank-formats/mutations.test.ts"],
  },
  "letter-lives": {
    proves:
      "10,000 lives of letters alone, without a database, keep one code to a group after each of 300 steps",
    part: "twenty of them",
    ci: "200",
    kind: "unit",
    files: ["api/src/domain/exports/lettering-lives.test.ts"],
  },
  "official-rules": {
    proves: "the official rules of EN 16931 and of France accept every kind of electronic invoice",
    part: "all but the longest, of a hundred films, by those that refuse; what France only warns of is left",
    ci: "all of them, by all",
    kind: "unit",
    files: ["api/src/domain/e-invoicing/cii-invoice.test.ts"],
  },
  secrets: {
    proves: "of a million keys that were drawn none is refused as a weak one",
    part: "eight thousand",
    ci: "100,000",
    kind: "unit",
    files: ["api/src/secret-strength.test.ts"],
  },
  "many-nodes": {
    proves: "two nodes work as one behind nginx, and either may be killed during imports, jobs and mailings",
    part: "what nodes share, a node killed during an import",
    ci: "these, and a rolling restart",
    kind: "integration",
    debian: ["nginx-light", "curl"],
    files: ["api/src/nodes/many-nodes.integration.test.ts"],
  },
  machines: {
    proves:
      "while PostgreSQL restarts, a disk is full, a standby lags or a bucket is away, people are told, nothing is kept in half, and all goes on by itself; a backup with its archive comes back to any moment; a registry in a bucket does what one in a folder does",
    part: "a PostgreSQL that restarts once, a bucket that is silent, a backup without an archive, a backup that is damaged, a registry in a folder",
    ci: "all of it",
    kind: "integration",
    files: [
      "api/src/nodes/dependencies-away.integration.test.ts",
      "api/src/nodes/read-replica.integration.test.ts",
      "api/src/modules/shell/registry-away.integration.test.ts",
      "api/src/modules/shell/registry-store.integration.test.ts",
      "api/src/backup/backup.integration.test.ts",
      "api/src/backup/damaged-backup.integration.test.ts",
      "api/src/backup/restored-goes-on.integration.test.ts",
    ],
  },
  faults: {
    proves:
      "while database, store of documents, mail server, bank, card provider or bucket of remotes is slow, silent, away or comes and goes, nothing that was answered is lost or there twice, and all goes on by itself (OPS-14; a quarter of an hour; it prints the table of docs/operations/faults.md)",
    part: "nothing; a PostgreSQL that restarts is part of machines",
    ci: "each of them silent",
    kind: "integration",
    files: ["api/src/nodes/faults.integration.test.ts"],
  },
  kills: {
    proves:
      "nodes, PostgreSQL, one of its sessions and the simulators are killed 1,000 times at any moment under load: nothing that was answered is lost or there twice, looked at after each fifty (three quarters of an hour with nothing beside; BOBINE_KILLS=<count> kills fewer)",
    part: "nothing; a node that is killed during an import is part of many-nodes",
    ci: "the same",
    kind: "integration",
    files: ["api/src/nodes/kills.integration.test.ts"],
  },
  poolers: {
    proves:
      "behind PgBouncer in transaction mode nobody sees another's, reports and jobs come to their end, and the pooler may end under load",
    part: "nothing",
    ci: "all of it, where PgBouncer is installed",
    kind: "integration",
    debian: ["pgbouncer"],
    files: ["api/src/nodes/pooler.integration.test.ts"],
  },
  cluster: {
    proves:
      "on three PostgreSQL with Patroni, etcd and HAProxy a primary or the standby that confirms is killed under load: seconds of refusals, no acknowledged change lost, jobs and mails once, the ledger holds",
    part: "nothing; what a standby in the place of the database is answered with has a test of its own",
    ci: "nothing",
    kind: "integration",
    debian: ["patroni", "etcd-server", "haproxy", "postgresql-15"],
    files: ["api/src/nodes/cluster.integration.test.ts"],
  },
  backups: {
    proves:
      "pgBackRest backs a server of one's own up while the product works, and brings it back to just before an accident: the product starts on it, its books and its audit log hold",
    part: "nothing; the product's own backups have tests of their own",
    ci: "nothing",
    kind: "integration",
    debian: ["pgbackrest", "postgresql-15"],
    files: ["api/src/backup/pgbackrest.integration.test.ts"],
  },
  "oldest-postgres": {
    proves: "all integration tests on PostgreSQL 15, the oldest that is supported",
    part: "nothing: they run on the newest",
    ci: "nothing",
    kind: "integration",
    debian: ["postgresql-15"],
    files: ["api/src"],
  },
  growth: {
    proves:
      "no call of a screen reads a growing table whole where 1,000 distributors have 2,000,000 invoices, 10,000,000 bank lines and 50,000,000 entries of the audit log (hours, 60 GB of disk)",
    part: "nothing",
    ci: "200 distributors with 80,000 invoices, 200,000 bank lines and 400,000 entries",
    kind: "integration",
    files: ["api/src/db/query-plans.integration.test.ts"],
  },
  releases: {
    proves:
      "what each released version has written is brought to this one: books and audit log hold, lists show it; no migration goes through a large table while nobody may write it, and nodes of both versions serve meanwhile",
    part: "nothing: all migrations on an empty database take half a minute, and are run once for all tests",
    ci: "all of it",
    kind: "integration",
    files: [
      "api/src/db/releases.integration.test.ts",
      "api/src/db/migration-locks.integration.test.ts",
      "api/src/nodes/upgrade.integration.test.ts",
    ],
  },
  storms: {
    proves:
      "100 turns of each of ten people who letter, undo and import at once leave every invariant standing; without a lock they would not; a decision, an import or a lot that is killed before any of its steps is whole or was never begun; a mailing that is killed eight times forgets no mail",
    part: "5 turns, with the locks; ten steps that a work is killed at; two kills of a mailing, two of the steps of a message",
    ci: "25 turns, each kind of meeting also without locks; each step; eight kills",
    kind: "integration",
    files: [
      "api/src/modules/banking/concurrent-decisions.integration.test.ts",
      "api/src/modules/banking/reconcile-manually.integration.test.ts",
      "api/src/modules/banking/ledger.crash.integration.test.ts",
      "api/src/modules/mailing/post-mails.crash.integration.test.ts",
    ],
  },
  "short-lives": {
    proves:
      "3,000 lives of five steps leave letters sound and A, B and C the books, after each step; so do 300 of seventy whose books are read a few rows at a time",
    part: "eight of them, and one",
    ci: "300 and 30",
    kind: "integration",
    files: [
      "api/src/modules/exports/lives/short-lives.integration.test.ts",
      "api/src/modules/exports/lives/lives-in-windows.integration.test.ts",
    ],
  },
  "long-lives": {
    proves:
      "10,000 lives of 300 steps leave letters sound, and the exports are the books that an independent ledger keeps (many hours; BOBINE_LIVES=<count> lives fewer)",
    part: "two lives of 30 steps",
    ci: "40 lives of 300 steps",
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
    .map(([name, { proves, part, ci }]) =>
      [
        `  ${name.padEnd(14)} ${proves}`,
        ...(part ? [`${" ".repeat(17)}in npm test: ${part}`, `${" ".repeat(17)}in .ci/run: ${ci}`] : []),
      ].join("\n"),
    )
    .join("\n");
