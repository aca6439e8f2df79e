// A worker in a process of its own, so that a test can kill it: plans the morning and hands over what is due, at an instant.
import { pino } from "pino";
import { readConfig } from "../../config.ts";
import { createPool } from "../../db/pool.ts";
import { folderFileStore } from "../../platform/files/folder-file-store.ts";
import { civilDateInParis } from "@bobine/contract/civil-date";
import type { Services } from "../../services.ts";
import { mailingHandlers } from "./mailing.jobs.ts";
import { TEST_SECRET_KEY } from "../../testing/secret-key.ts";

const [database, smtpUrl, dataDir, instant] = process.argv.slice(2);
if (!database || !smtpUrl || !dataDir || !instant)
  throw new Error("database, SMTP server, folder and instant");
const config = {
  ...readConfig(
    { DATA_DIR: dataDir, LOG_LEVEL: "silent", NODE_ENV: "test", DEMO: "0" },
    () => TEST_SECRET_KEY,
  ),
  smtpUrl,
};
const now = new Date(instant);
const pool = createPool({ url: database, applicationName: "bobine mail worker" });
const services: Pick<Services, "config" | "pool" | "files" | "jobs" | "clock" | "log"> = {
  config,
  pool,
  files: folderFileStore(config.filesUrl),
  clock: { now: () => now, today: () => civilDateInParis(now) },
  // What one round leaves is for the others.
  jobs: { enqueue: async () => undefined },
  log: pino({ level: "silent" }),
};
await mailingHandlers(services as Services)["mail-round"]();
await pool.end();
process.stdout.write("done\n");
