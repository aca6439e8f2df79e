// One call of the ledger in a process of its own, so that a test can kill it in the middle: it stops before (or after) a statement,
// says so on its standard output, and waits for its end.
import { readFileSync } from "node:fs";
import { civilDateInParis } from "@bobine/contract/civil-date";
import { createPool } from "../../db/pool.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { systemSource } from "../../http/audit.ts";
import { readStatementFile } from "../../workers/read-bank-statement.ts";
import type { Services } from "../../services.ts";
import { prepareLot } from "../exports/prepare-lot.ts";
import { startRace } from "./concurrency.testing.ts";
import { letterInPacks } from "./letter-in-packs.ts";
import { saveStatement } from "./save-statement.ts";
import { reconcileInBulk } from "./reconcile-in-bulk.ts";
import { reconcileManually } from "./reconcile-manually.ts";
import { undoGroup, undoLettering } from "./undo-lettering.ts";

/** What the worker is told, as JSON in its first argument. */
export interface Errand {
  readonly url: string;
  readonly distributorId: number;
  readonly userId: number;
  /** The instant of its clock. */
  readonly at: string;
  /** Statement before which it stops, and how many times it lets it pass first. */
  readonly stopAt: string;
  readonly after: number;
  readonly work:
    | { readonly kind: "reconcile"; readonly userActionId: number; readonly invoiceIds: number[] }
    | { readonly kind: "revert"; readonly userActionId: number }
    | {
        readonly kind: "bulk";
        readonly groupKey: string;
        readonly lines: { user_action_id: number; invoice_ids: number[] }[];
      }
    | { readonly kind: "revert-group"; readonly groupKey: string }
    | { readonly kind: "import"; readonly file: string }
    | { readonly kind: "lot"; readonly preparationId: number };
}

const errand = JSON.parse(process.argv[2] ?? "") as Errand;
const { distributorId, userId, work } = errand;
const now = new Date(errand.at);
const clock = { now: () => now, today: () => civilDateInParis(now) };
// What goes on after its death is begun by the test.
const jobs = { enqueue: () => Promise.resolve() };
const pool = createPool({ url: errand.url, applicationName: "bobine ledger worker" });
const services = { pool, clock, jobs };
let left = errand.after;
startRace(pool, {
  before: async (text) => {
    if (!text.includes(errand.stopAt) || left-- > 0) return;
    process.stdout.write("stopped\n");
    await new Promise(() => setInterval(() => undefined, 1000));
  },
});

const who = {
  distributorId,
  userId,
  at: clock.now(),
  source: { ...systemSource(distributorId), actorId: userId },
};
const forMany = { ...who, at: () => clock.now() };
const transaction = <T>(run: (tx: Tx) => Promise<T>) =>
  inTransaction(pool, { kind: "distributor", distributorId }, run);

switch (work.kind) {
  case "reconcile":
    await transaction((tx) => reconcileManually(tx, { ...who, ...work }));
    break;
  case "revert":
    await transaction((tx) => undoLettering(tx, who, work.userActionId));
    break;
  case "bulk":
    await reconcileInBulk(transaction, forMany, { group_key: work.groupKey, lines: work.lines });
    break;
  case "revert-group":
    await undoGroup(transaction, forMany, work.groupKey);
    break;
  case "import": {
    const upload = {
      fileName: "releve.csv",
      path: work.file,
      size: readFileSync(work.file).length,
      sha256: Buffer.alloc(32),
    };
    const statement = await readStatementFile(upload);
    const { importId, isPlanned } = await transaction((tx) =>
      saveStatement(tx, services, who, upload, statement),
    );
    const half = { distributorId, batch: { import_id: importId }, source: who.source };
    if (isPlanned) await letterInPacks(services, half, new AbortController().signal);
    break;
  }
  case "lot":
    // The parts of the services that a lot uses.
    await prepareLot({ pool, clock } as Services, {
      distributor_id: distributorId,
      preparation_id: work.preparationId,
    });
    break;
}
process.stdout.write("done\n");
process.exit(0);
